"""The host: whatever a bot does, its seat draws or passes instead and the game goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tests.kit.midgame import playing
from tilery.bots import Bot, BotError, BotMove, ThinkingTime, Why, fallback, level, move, play_game
from tilery.bots.most_tiles import MostTiles
from tilery.game import Action, Draw, Drew, Ended, Event, Game, Pass, Play, Resign, Started, View, apply, seeded_secret
from tilery.notation import Table, Tiles
from tilery.record import verify
from tilery.rules import edition

SABRA = edition("sabra").rules()
CLOCK = ThinkingTime(30)


class Saying(Bot):
    """A bot that answers by a function of its view."""

    def __init__(self, answer: Callable[[View], Any]) -> None:
        self.answer = answer

    def choose(self, view: View, clock: ThinkingTime) -> Action:
        action: Action = self.answer(view)
        return action


def crash(_view: View) -> Action:
    raise ZeroDivisionError("one by none")


def give_up(_view: View) -> Action:
    raise BotError("late", "no answer within a second")


def break_a_rule_while_thinking(view: View) -> Action:
    game = playing("sabra", "r1", "r2", turn=1)
    apply(game, Draw(0))
    return fallback(view)


def game_in_the_middle(pool: str = "k1 k2") -> Game:
    return playing("sabra", "r7 b1", "y12 y13", table="r4 r5 r6", pool=pool)


WRONG = {
    "crash": (crash, "crash", "one by none"),
    "no answer": (give_up, "late", "within a second"),
    "breaks a rule in its own game": (break_a_rule_while_thinking, "illegal", "seat 1's turn"),
    "nothing": (lambda _view: None, "answer", "NoneType"),
    "text": (lambda _view: "draw", "answer", "str"),
    "another action": (lambda _view: Resign(0), "answer", "Resign"),
    "tiles it has not": (lambda _view: Play(0, Table("r4 r5 r6 | k1 k2 k3")), "illegal", "not on the rack"),
    "no tile": (lambda view: Play(0, view.table), "illegal", "no tile"),
    "another seat": (lambda _view: Draw(1), "illegal", "seat 0's turn"),
    "no such seat": (lambda _view: Draw(7), "illegal", "no seat 7"),
    "a pass with a pool": (lambda _view: Pass(0), "illegal", "empty pool"),
    "a table of the wrong type": (lambda _view: Play(0, 5), "crash", "a table is text"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize(("answer", "code", "words"), WRONG.values(), ids=WRONG)
def test_a_wrong_answer_draws_instead(answer: Callable[[View], Any], code: str, words: str) -> None:
    game = game_in_the_middle()
    done = move(game, Saying(answer), CLOCK)
    assert done.fault is not None
    assert done.fault.code == code
    assert words in done.fault.text
    assert done.action == Draw(0)
    assert done.events == (Drew(0, 1, Tiles("k1")),)
    assert (done.game.turn, done.seconds >= 0) == (1, True)


def test_a_wrong_answer_passes_once_the_pool_is_empty() -> None:
    done = move(game_in_the_middle(pool=""), Saying(crash), CLOCK)
    assert done.action == Pass(0)
    assert done.fault is not None


def test_a_right_answer_is_played_and_has_no_fault() -> None:
    done = move(game_in_the_middle(), MostTiles(), CLOCK)
    assert done.fault is None
    assert done.game.racks[0] == Tiles("b1")


def test_an_interrupt_is_not_a_fault_of_the_bot() -> None:
    def interrupt(_view: View) -> Action:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        move(game_in_the_middle(), Saying(interrupt), CLOCK)


def test_a_game_goes_on_around_a_bot_that_always_crashes() -> None:
    played = play_game(SABRA, [Saying(crash), MostTiles()], seeded_secret(1), CLOCK)
    assert played.game.result is not None
    assert played.game.result.winner == 1
    assert len(played.faults[0]) == played.moves[0]
    assert not played.faults[1]
    assert verify(played.record).finished


class Deaf(MostTiles):
    """Cannot bear to hear what happens, nor that the game is over."""

    def watch(self, events: Sequence[Event]) -> None:
        raise ValueError("what?")

    def close(self) -> None:
        raise OSError("cannot close")


def test_a_bot_that_crashes_when_it_is_told_something_still_plays() -> None:
    deaf = play_game(SABRA, [Deaf(), MostTiles()], seeded_secret(1), CLOCK)
    assert deaf.record == play_game(SABRA, [MostTiles(), MostTiles()], seeded_secret(1), CLOCK).record
    assert {fault.text for fault in deaf.faults[0]} == {"ValueError: what?", "OSError: cannot close"}


class Listening(MostTiles):
    """Keeps all it hears."""

    def __init__(self) -> None:
        self.heard: list[Event] = []
        self.closed = 0

    def watch(self, events: Sequence[Event]) -> None:
        self.heard += events

    def close(self) -> None:
        self.closed += 1


def test_a_bot_hears_of_every_event_what_its_seat_may_know() -> None:
    bots = [Listening(), Listening()]
    played = play_game(SABRA, bots, seeded_secret(2), CLOCK)
    for seat, bot in enumerate(bots):
        assert len(bot.heard) == played.game.revision
        assert isinstance(bot.heard[-1], Ended)
        assert bot.closed == 1
        for event in bot.heard:
            if isinstance(event, Started):
                assert event.pool is None
                assert [rack is not None for rack in event.racks] == [seat == 0, seat == 1]
            if isinstance(event, Drew):
                assert (event.tiles is not None) == (event.seat == seat)


def test_every_move_is_shown_as_it_is_made_and_counted_for_its_seat() -> None:
    shown: list[BotMove] = []
    played = play_game(SABRA, [MostTiles() for _ in range(3)], seeded_secret(3), CLOCK, on_move=shown.append)
    assert len(shown) == sum(played.moves)
    assert shown[-1].game == played.game
    assert [action for action, _ in played.record.moves][1:] == [done.action for done in shown]
    assert len(played.seconds) == 3


def test_seats_are_named_as_asked_or_by_their_number() -> None:
    bots = [MostTiles(), MostTiles()]
    assert play_game(SABRA, bots, seeded_secret(1), CLOCK).record.names == ("bot 1", "bot 2")
    assert play_game(SABRA, bots, seeded_secret(1), CLOCK, ["Ann", "Bo"]).record.names == ("Ann", "Bo")


@pytest.mark.parametrize(("rack", "code"), [("r7 b1", "most-tiles"), ("b1", "nothing")])
def test_a_bot_says_why(rack: str, code: str) -> None:
    bot = level("most-tiles").make(0)
    move(playing("sabra", rack, "y12", table="r4 r5 r6"), bot, CLOCK)
    assert isinstance(bot.why, Why)
    assert bot.why.code == code
