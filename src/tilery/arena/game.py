"""One game of a tournament played, and what is kept of it."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from tilery.arena.tournament import GameSpec, Tournament, seat_seed
from tilery.bots import ThinkingTime, play_game
from tilery.bots.host import BotMove
from tilery.bots.seating import seat
from tilery.game import seeded_secret

__all__ = ["ArenaGame", "ArenaResult", "play"]


class ArenaResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What came of one game. Where there is a value for every seat, they are in seat order.

    ``bots`` are numbers of the tournament's bots, ``tiles`` those left on the racks, ``slowest`` the
    longest move of each seat, ``faults`` what went wrong in a seat so that it drew, and ``cut`` how many of its moves
    the clock ended before the bot was done.
    """

    table: int
    deal: int
    rotation: int
    bots: tuple[int, ...]
    starter: int
    winner: int
    ending: str
    scores: tuple[int, ...]
    tiles: tuple[int, ...]
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    slowest: tuple[float, ...]
    faults: tuple[tuple[str, ...], ...]
    cut: tuple[int, ...] = ()

    @property
    def spec(self) -> GameSpec:
        """Which game of the tournament this was."""
        return GameSpec(self.table, self.deal, self.rotation)


class ArenaGame(NamedTuple):
    """A game played: its result and, where it was asked for, its record as text."""

    result: ArenaResult
    record: str | None


def play(of: Tournament, spec: GameSpec, with_record: bool = False) -> ArenaGame:
    """Play one game. The same game comes to the same result wherever and whenever it is played.

    Only the seconds differ, and what a bot does whose clock runs out before it is done: such moves are counted.
    """
    seating = spec.seating(of)
    bots = [seat(of.bots[bot], seat_seed(of.seed, spec.deal, place)) for place, bot in enumerate(seating)]
    slowest = [0.0] * len(bots)

    def timed(move: BotMove) -> None:
        place = move.action.seat  # type: ignore[union-attr]
        slowest[place] = max(slowest[place], move.seconds)

    names = [of.names[bot] for bot in seating]
    done = play_game(of.rules, bots, seeded_secret(of.seed, spec.deal), ThinkingTime(of.clock, of.solves), names, timed)
    ended = done.game.result
    assert ended is not None
    result = ArenaResult(
        *spec,
        bots=seating,
        starter=done.game.starter,
        winner=ended.winner,
        ending=ended.reason.value,
        scores=ended.scores,
        tiles=tuple(map(len, ended.racks)),
        moves=done.moves,
        seconds=tuple(round(seconds, 6) for seconds in done.seconds),
        slowest=tuple(round(seconds, 6) for seconds in slowest),
        faults=tuple(tuple(f"{fault.code}: {fault.text}" for fault in faults) for faults in done.faults),
        cut=done.cut,
    )
    return ArenaGame(result, "".join(done.record.lines()) if with_record else None)
