"""Simulated games taken through the referee."""

from __future__ import annotations

from collections.abc import Sequence

from tilery.bots.protocol import Bot, ThinkingTime
from tilery.game import Action, Draw, Game, Keep, Pass, Phase, Play, Started, apply, evolve, new_game, view
from tilery.notation import Tiles
from tilery.rules.edition import Rules
from tilery.simulation import Simulation
from tilery.solver import Question
from tilery.tiles import ALL_KINDS, count_kinds


def tiles_of(counts: bytes) -> Tiles:
    return Tiles([kind for kind, count in zip(ALL_KINDS, counts, strict=True) for _ in range(count)])


def dealt(rules: Rules, seats: int, order: bytes, starter: int) -> Game:
    """A game dealt from this order of tiles."""
    kinds = [ALL_KINDS[kind] for kind in order]
    size = rules.rack_size
    racks = tuple(Tiles(kinds[seat * size : (seat + 1) * size]) for seat in range(seats))
    return evolve(new_game(rules, seats, "00" * 32), Started((), starter, racks, Tiles(kinds[seats * size :])))


def replay(
    rules: Rules, seats: int, seed: int, number: int, policies: Sequence[int] | None = None, bot: Bot | None = None
) -> Game:
    """Take a simulated game through the referee, move by move; with a bot, it must choose every move too."""
    simulation = Simulation(rules, seats, approximate=True)
    [outcome] = simulation.play(seed, 1, number, policies)
    order, starter, laid = simulation.moves(seed, number, policies)
    game = dealt(rules, seats, order, starter)
    for counts in laid:
        assert game.phase is Phase.PLAYING
        seat, opened = game.turn, game.opened[game.turn]
        action: Action = Draw(seat) if game.pool else Pass(seat)
        if any(counts):
            played = tiles_of(counts)
            play = Question(rules, game.table, played, opened=opened, must=played).best()
            assert play is not None, f"{played} cannot be laid"
            action = Play(seat, play.table)
        if bot is not None:
            chosen = bot.choose(view(game, seat), ThinkingTime(60))
            after, _ = apply(game, chosen)
            laid_by_bot = [a - b for a, b in zip(*(count_kinds(g.table.tiles()) for g in (after, game)), strict=True)]
            assert bytes(laid_by_bot) == counts
        game, _ = apply(game, action)
        if game.drawn:  # nobody frees a joker with a tile just drawn in a simulation
            game, _ = apply(game, Keep(seat))
    assert game.result is not None
    assert game.result.winner == outcome.winner
    assert game.result.scores == tuple(seat.score for seat in outcome.seats)
    assert game.result.reason.value == outcome.ended
    assert [len(rack) for rack in game.racks] == [seat.left for seat in outcome.seats]
    assert (len(game.pool), len(laid), game.starter) == (outcome.pool, outcome.turns, outcome.starter)
    return game
