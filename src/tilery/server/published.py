"""The public games of a server, for those who study the game: records without names, page by page.

Public is a game that has ended at a table that was listed, so that anyone could have sat down, and at which anyone
could look on. Games at tables known by their link alone stay where they are. Unless names are asked for nothing is left
that a person has written: people are seats, house rules are called "house", days stand for times, and games into whose
mixing somebody put words of their own are left out, since without those words their tiles can't be proven.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator
from typing import NamedTuple

import msgspec

from tilery.errors import TileryError
from tilery.game import Contribute
from tilery.match import seat_name, with_level
from tilery.record import GameRecord
from tilery.rules.edition import Rules, edition_names
from tilery.server.http.records import names_of
from tilery.server.room.playedgame import StoredGame, stored_record
from tilery.server.store.publishing import PublicGame, PublicGames, reading
from tilery.server.store.rows import FinishedGame, StoreError
from tilery.server.table.terms import decode_terms

__all__ = ["LeftOut", "PublishedGame", "published_games"]

_PAGE = 20


class PublishedGame(NamedTuple):
    """A public game: the day it ended on, its record, and by seat the level of a bot, or nothing for a person."""

    day: str
    record: GameRecord
    levels: tuple[str | None, ...]

    @property
    def id(self) -> str:
        """What the game is called in files: from its commitment, so that no link can be made of it."""
        return self.record.commitment[:16]


class LeftOut:
    """How many games were left out, and why."""

    def __init__(self) -> None:
        self.unwatched = 0
        """No spectators were let in."""
        self.words = 0
        """Somebody's own words are in the mixing."""
        self.damaged = 0
        """The record can't be read."""


async def published_games(
    database: str, wanted: PublicGames, names: bool = False, left: LeftOut | None = None
) -> AsyncIterator[PublishedGame]:
    """Every public game of a server, oldest first, few at a time in memory; the server may go on meanwhile."""
    left = left or LeftOut()
    try:
        async with reading(database) as read:
            place = None
            while True:
                page = await read(wanted.page, place, _PAGE)
                for game in page:
                    published = _published(game, names, left)
                    if published is not None:
                        yield published
                if len(page) < _PAGE:
                    return
                place = page[-1].game
    except StoreError as error:
        raise TileryError("database", str(error)) from None


def _published(public: PublicGame, names: bool, left: LeftOut) -> PublishedGame | None:
    game = public.game
    if decode_terms(public.terms).setup.spectators == "none":
        left.unwatched += 1
        return None
    try:
        record = stored_record(StoredGame(game.header, len(game.results), public.moves))
    except (TileryError, msgspec.MsgspecError):
        left.damaged += 1
        return None
    if not names and any(isinstance(action, Contribute) for action, _ in record.moves):
        left.words += 1
        return None
    called = names_of(game) if names else tuple(_seats(game))
    rules = record.rules if names else _nameless(record.rules)
    day = time.strftime("%Y-%m-%d", time.gmtime(game.ended))
    levels = tuple(result.bot if result.guest is None else None for result in game.results)
    return PublishedGame(day, msgspec.structs.replace(record, rules=rules, names=called), levels)


def _seats(game: FinishedGame) -> Iterator[str]:
    for result in game.results:
        name = seat_name(result.seat)
        yield with_level(name, result.bot) if result.bot is not None and result.guest is None else name


def _nameless(rules: Rules) -> Rules:
    """The rules without what somebody has called them."""
    if rules.name not in edition_names():
        rules = msgspec.structs.replace(rules, name="house")
    if "tile_sets" in rules.house:
        rules = msgspec.structs.replace(rules, tile_set=msgspec.structs.replace(rules.tile_set, name="own"))
    return rules
