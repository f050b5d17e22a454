"""A tournament: which bots meet at which tables, over how many deals, and every game of that as data.

A *pair* is one deal played as often as a table has seats, the bots moving on by one seat each time, so
that every bot plays every seat with the same tiles. With two seats that is a pair of games, hence the name.

>>> from tilery.rules.edition import edition
>>> meeting = tournament(edition("sabra").rules(), ["newcomer", "most-tiles"], deals=1, seed="7")
>>> [game.seating(meeting) for game in games(meeting)]
[(0, 1), (1, 0)]
"""

from __future__ import annotations

import functools
import hashlib
import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from tilery.bots.factory import BotFactory, factory_name
from tilery.bots.seating import check_name, introduce
from tilery.errors import TileryError, is_a
from tilery.rules.edition import Rules, must_be_rules

__all__ = [
    "MOST_DEALS",
    "MOST_SOLVES",
    "GameSpec",
    "Tournament",
    "arranged",
    "games",
    "introduced",
    "seat_seed",
    "tables_of",
    "tournament",
]

MOST_DEALS = 10_000_000
"""More pairs than this are a slip of the finger."""

MOST_SOLVES = 1_000_000
"""More questions to the solver than this take minutes for a move."""

_ORDERS_OF = 6
"""Tables with more seats than this keep one order; the rules know none."""


class Tournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that settles the games: rules, bots, tables (rows of numbers of bots), pairs, seed and clock.

    ``version`` is that of the Tilery that plays, where it is known: in another one a bot may play differently.
    ``called`` is what the bots call themselves, where they were asked. With ``solves`` thinking is counted and not
    timed, and ``clock`` is only there to end a bot that never would.
    """

    rules: Rules
    bots: tuple[str, ...]
    tables: tuple[tuple[int, ...], ...]
    deals: int
    seed: str
    clock: float = 0.1
    version: str = ""
    called: tuple[str, ...] = ()
    solves: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """What the bots are called in the results; those of the same name are told apart by number."""
        called = self.called or self.bots
        return tuple(
            f"{name} ({before + 1})" if (before := called[:number].count(name)) else name
            for number, name in enumerate(called)
        )

    @property
    def seats(self) -> int:
        """How many sit at a table."""
        return len(self.tables[0])

    @property
    def total(self) -> int:
        """How many games there are."""
        return self.deals * len(self.tables) * self.seats


class GameSpec(NamedTuple):
    """One game of a tournament: which table, which deal, and by how many seats the bots have moved on."""

    table: int
    deal: int
    rotation: int

    def seating(self, of: Tournament) -> tuple[int, ...]:
        """The number of the bot in every seat."""
        around = _orders(of.tables[self.table])
        order = around[self.deal % len(around)]
        return order[-self.rotation :] + order[: -self.rotation] if self.rotation else order


def tournament(
    rules: Rules,
    bots: Sequence[str | BotFactory],
    deals: int,
    seed: int | str = "0",
    seats: int = 2,
    clock: float = 0.1,
    version: str = "",
    solves: int = 0,
) -> Tournament:
    """The tournament of these bots; unknown ones and wrong numbers of bots, seats or deals are refused.

    A bot is given by its name, or as what makes one: a class, or a function that may ask for a seed.
    As many bots as seats meet at one table, more in a round robin, and of fewer the first plays against a
    field of the others. At one table a bot named more than once takes more than one seat. A move takes ``clock``
    seconds at most, or with ``solves`` so many questions to the solver.
    """
    if isinstance(bots, str):
        raise TileryError("bots", f"an arena needs a list of bots, not {bots!r}; split_names makes one of text")
    names = [bot if isinstance(bot, str) else factory_name(bot) for bot in bots]
    of = arranged(rules, names, deals, seed, seats, clock, version, solves)
    for name in of.bots:
        check_name(name)
    return of


def arranged(
    rules: Rules,
    bots: Sequence[str],
    deals: int,
    seed: int | str = "0",
    seats: int = 2,
    clock: float = 0.1,
    version: str = "",
    solves: int = 0,
) -> Tournament:
    """The same without a look at the names: who meets at which tables is settled all the same."""
    if not is_a(seed, int | str):
        raise TileryError("seed", f"a seed is a whole number or text, not {seed!r}")
    must_be_rules(rules)
    least, most = rules.players
    if not is_a(seats, int) or not least <= seats <= most:
        raise TileryError(
            "seats", f"{rules.name} with tile set {rules.tile_set.name} is for {least} to {most} players, not {seats!r}"
        )
    if not is_a(deals, int) or not 1 <= deals <= MOST_DEALS:
        raise TileryError("pairs", f"an arena plays 1 to {MOST_DEALS} pairs, not {deals!r}")
    if not is_a(clock, int | float) or not 0 < clock < float("inf"):
        raise TileryError("clock", f"the clock is a number of seconds above 0, not {clock!r}")
    if not is_a(solves, int) or not 0 <= solves <= MOST_SOLVES:
        raise TileryError("solves", f"a move takes 1 to {MOST_SOLVES} questions to the solver, not {solves!r}")
    entrants, tables = tables_of(bots, seats)
    return Tournament(rules, entrants, tables, deals, str(seed), clock, version, solves=solves)


def introduced(of: Tournament) -> Tournament:
    """The same tournament with what its bots call themselves; engines are started and ended to ask them."""
    return msgspec.structs.replace(of, called=tuple(map(introduce, of.bots)))


def tables_of(bots: Sequence[str], seats: int) -> tuple[tuple[str, ...], tuple[tuple[int, ...], ...]]:
    """The bots that are counted apart, and who of them meets at each table.

    >>> tables_of(["a", "b", "c"], 2)
    (('a', 'b', 'c'), ((0, 1), (0, 2), (1, 2)))
    >>> tables_of(["a", "b"], 4), tables_of(["a", "a", "b", "b"], 4)
    ((('a', 'b'), ((0, 1, 1, 1),)), (('a', 'b'), ((0, 0, 1, 1),)))
    >>> tables_of(["a", "a"], 2)
    (('a', 'a'), ((0, 1),))
    """
    if len(bots) < 2:
        raise TileryError("bots", "an arena needs at least two bots; a bot may be named twice to play itself")
    different = tuple(dict.fromkeys(bots))
    if len(different) == 1:
        if len(bots) != seats:
            raise TileryError("bots", f"name {bots[0]} once for each of the {seats} seats, not {len(bots)} times")
        return tuple(bots), (tuple(range(seats)),)
    if len(bots) == seats:
        return different, (tuple(different.index(name) for name in bots),)
    if len(different) < len(bots):
        raise TileryError("bots", f"{len(bots)} bots for {seats} seats: then each is named once")
    if len(bots) > seats:
        return different, tuple(itertools.combinations(range(len(bots)), seats))
    field = itertools.islice(itertools.cycle(range(1, len(bots))), seats - 1)
    return different, ((0, *field),)


def games(of: Tournament) -> Iterator[GameSpec]:
    """Every game, deal by deal, so that those played first are pairs of every table."""
    for deal in range(of.deals):
        for table in range(len(of.tables)):
            for rotation in range(of.seats):
                yield GameSpec(table, deal, rotation)


def seat_seed(seed: str, deal: int, seat: int) -> int:
    """The seed of the bot in a seat: of the deal and the seat alone, so that luck does not follow a bot."""
    digest = hashlib.sha256(f"tilery arena {seed} {deal} {seat}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


@functools.cache
def _orders(table: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The different ways to sit around a table; deals take turns, so that nobody always follows the same bot.

    Ways that look the same after less than a full turn (a b a b) would play the same game twice: left out.
    """
    if len(table) > _ORDERS_OF:
        return (table,)
    ways = {min(_turned(way)) for way in itertools.permutations(table)}
    return tuple(sorted(way for way in ways if len(set(_turned(way))) == len(table)))


def _turned(way: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [way[by:] + way[:by] for by in range(len(way))]
