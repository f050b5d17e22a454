"""A bot in the arena: ``python arena_bot.py``, or ``tilery arena -e sabra --bots arena_bot:Patient,casual``."""

from tilery import Question, edition
from tilery.arena import games, introduced, play, standings, tournament
from tilery.bots import Bot, ThinkingTime, fallback
from tilery.game import Action, Play, View


class Patient(Bot):
    """Once it has opened it waits until it can lay three tiles or go out."""

    def choose(self, view: View, clock: ThinkingTime) -> Action:
        assert view.seat is not None and view.rack is not None  # only spectators have neither
        opened = view.opened[view.seat]
        best = Question(view.rules, view.table, view.rack, opened=opened, seconds=clock.seconds).best()
        if best is None or (opened and view.pool and best.tiles < 3 and not best.goes_out and min(view.counts) > 3):
            return fallback(view)
        return Play(view.seat, best.table)


if __name__ == "__main__":
    meeting = introduced(tournament(edition("sabra").rules(), [Patient, "casual"], deals=5, seed="breakfast"))
    found = standings(meeting, [play(meeting, game).result for game in games(meeting)])
    for bot in found.bots:
        print(f"{bot.name}: {bot.wins} of {bot.games} won, {bot.rating_low:+.0f} … {bot.rating_high:+.0f} Elo")
