"""My games in figures: added up in all, by edition, by opponent and by the levels of bots, and each by itself.

Of other people nothing is told but the names that my history shows already. Somebody has a key here only for me, made
from who they are and what they were called: it names nobody elsewhere, and two names of one person stay two.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated

import msgspec
from litestar import Controller, get
from litestar.di import Provide
from litestar.params import QueryParameter

from tilery.bots.ladder import LADDER
from tilery.server.http.guests import Here, Known, find
from tilery.server.store.rows import FiguredGame

__all__ = ["PlayedFigures", "Statistics", "StatisticsController", "Tally", "added_up", "opponent_key"]

MOST = 2_000
"""Games in an answer; the newest."""
FEW = 100
"""Opponents in an answer, and editions, which may be anybody's house rules; those of most games."""
BOTS = "bots"
"""The opponent that stands for any bot."""

_EDITION = QueryParameter(max_length=60, description="Only games by this edition, or by house rules of this name.")
_OPPONENT = QueryParameter(
    max_length=60, pattern="^[0-9A-Za-z_:-]+$", description="Only games with this key's owner; `bots`, or `bot:LEVEL`."
)
_SINCE = QueryParameter(ge=0, le=1e12, description="Only games that ended then or later.")
_UNTIL = QueryParameter(ge=0, le=1e12, description="Only games that ended before.")


class Tally(msgspec.Struct, frozen=True):
    """Games of one sort added up; ``places`` says how often I was first, second and so on.

    ``opened`` is in how many of them I opened, ``opening_turns`` the sum of the turns in which. ``seconds`` is the
    time of the ``timed`` turns. In the ``looked`` turns ``missed`` tiles would have fitted that stayed on the rack.
    """

    games: int = 0
    won: int = 0
    score: int = 0
    best: int | None = None
    worst: int | None = None
    tiles_left: int = 0
    turns: int = 0
    places: tuple[int, ...] = ()
    opened: int = 0
    opening_turns: int = 0
    timed: int = 0
    seconds: float = 0.0
    looked: int = 0
    missed: int = 0


class EditionTally(msgspec.Struct, frozen=True):
    """My games by one edition."""

    edition: str
    tally: Tally


class OpponentTally(msgspec.Struct, frozen=True):
    """My games with one other person, as they were called there; their ``key`` is only good for asking on.

    ``ahead`` is in how many I finished ahead of them, ``behind`` in how many they did.
    """

    key: str
    name: str
    tally: Tally
    ahead: int
    behind: int


class LevelTally(msgspec.Struct, frozen=True):
    """My games with bots of one level."""

    level: str
    tally: Tally


class PlayedFigures(msgspec.Struct, frozen=True):
    """One game of mine in figures. Those after ``place`` are ``None`` or 0 until they are worked out.

    ``opened`` is my turn in which I opened, ``None`` if I didn't; ``others`` how many other seats there were.
    """

    id: str
    ended: float
    edition: str
    score: int
    won: bool
    place: int
    others: int
    known: bool
    opened: int | None
    turns: int
    timed: int
    seconds: float
    looked: int
    missed: int


class OpponentChoice(msgspec.Struct, frozen=True):
    """Somebody I played with."""

    key: str
    name: str


class StatisticsChoices(msgspec.Struct, frozen=True):
    """What can be asked for: the editions and the people of all my games, most games first, and the levels of bots."""

    editions: list[str]
    opponents: list[OpponentChoice]
    levels: list[str]


class Statistics(msgspec.Struct, frozen=True):
    """My games in figures, of those that were asked for; ``games`` oldest first.

    ``overlooked`` is how often each thing was there and not seen. ``pending`` is how many of the games are still to be
    looked at: that has begun, ask again. ``more`` says that there are older games, which are not counted here.
    """

    total: Tally
    bots: Tally
    editions: list[EditionTally]
    opponents: list[OpponentTally]
    levels: list[LevelTally]
    overlooked: dict[str, int]
    games: list[PlayedFigures]
    choices: StatisticsChoices
    pending: int
    more: bool


class StatisticsController(Controller):
    """My games in figures."""

    path = "/api/me/statistics"
    tags = ("history",)
    security = ({"key": []}, {"token": []})
    dependencies = {"found": Provide(find)}  # noqa: RUF012 - the framework's own way

    @get()
    async def statistics(
        self,
        services: Here,
        found: Known,
        edition: Annotated[str | None, _EDITION] = None,
        opponent: Annotated[str | None, _OPPONENT] = None,
        since: Annotated[float | None, _SINCE] = None,
        until: Annotated[float | None, _UNTIL] = None,
    ) -> Statistics:
        """My newest games in figures, at most 2,000, in all and by edition, opponent and level of bots."""
        guest = found.guest.id
        services.limiter.take("statistics", guest, services.settings.limits.statistics)
        games = await services.store.figured_games(guest, MOST + 1, since, until)
        services.figures.want(guest, [game.id for game in games if game.figures is None])
        # Two thousand games take 20 ms to add up, in which nobody's move should have to wait.
        return await asyncio.to_thread(added_up, guest, games[-MOST:], edition, opponent, len(games) > MOST)


def opponent_key(guest: str, other: str, name: str) -> str:
    """What a guest knows somebody of this name by: the same for them every time, and nothing to anybody else.

    >>> opponent_key("ann", "bo", "Bo") == opponent_key("ann", "bo", "Bo") != opponent_key("cy", "bo", "Bo")
    True
    """
    digest = hashlib.blake2b(f"{other}\n{name}".encode(), key=guest.encode()[:64], digest_size=9).digest()
    return base64.urlsafe_b64encode(digest).decode()


class _Seen:
    """A game with its opponents as the player knows them."""

    def __init__(self, game: FiguredGame, keys: Callable[[str, str], str]) -> None:
        self.game = game
        self.people: dict[str, str] = {}
        self.levels: set[str] = set()
        self.behind: set[str] = set()
        for other, name, bot, behind in game.others:
            if other is not None:
                key = keys(other, name)
                self.people[key] = name
                if behind:
                    self.behind.add(key)
            elif bot is not None and name:  # a seat without a name was somebody's who is deleted
                self.levels.add(bot)

    def has(self, opponent: str | None) -> bool:
        """Whether this opponent played."""
        if opponent is None:
            return True
        if opponent == BOTS:
            return bool(self.levels)
        return opponent in self.people or opponent.removeprefix("bot:") in self.levels


def added_up(
    guest: str, games: Sequence[FiguredGame], edition: str | None, opponent: str | None, more: bool
) -> Statistics:
    """A player's games in figures, of those that are asked for."""
    kept: dict[tuple[str, str], str] = {}

    def key(other: str, name: str) -> str:
        if (other, name) not in kept:
            kept[other, name] = opponent_key(guest, other, name)
        return kept[other, name]

    every = [_Seen(game, key) for game in games]
    asked = [one for one in every if one.has(opponent) and edition in (None, one.game.edition)]
    overlooked: Counter[str] = Counter()
    for one in asked:
        overlooked.update({} if one.game.figures is None else one.game.figures.overlooked)
    return Statistics(
        total=_tally(asked),
        bots=_tally(one for one in asked if one.levels),
        editions=[
            EditionTally(name, _tally(one for one in asked if one.game.edition == name)) for name in _editions(asked)
        ],
        opponents=_opponents(asked),
        levels=[LevelTally(name, _tally(one for one in asked if name in one.levels)) for name in _levels(asked)],
        overlooked=dict(overlooked.most_common()),
        games=[_played(one.game) for one in asked],
        choices=StatisticsChoices(_editions(every), _people(every), _levels(every)),
        pending=sum(one.game.figures is None for one in asked),
        more=more,
    )


def _editions(games: Iterable[_Seen]) -> list[str]:
    return [name for name, _ in Counter(one.game.edition for one in games).most_common(FEW)]


def _levels(games: Iterable[_Seen]) -> list[str]:
    """Levels weakest first; those that are no more come last."""
    ladder = {rung.name: number for number, rung in enumerate(LADDER)}
    found = {level for one in games for level in one.levels}
    return sorted(found, key=lambda name: (ladder.get(name, len(ladder)), name))


def _people(games: Sequence[_Seen]) -> list[OpponentChoice]:
    """Those of most games, most games first; of equally many whoever played last."""
    counts: Counter[tuple[str, str]] = Counter()
    for one in games:
        counts.update(one.people.items())
    latest = {key: number for number, one in enumerate(games) for key in one.people}
    found = sorted(counts, key=lambda person: (-counts[person], -latest[person[0]], person))
    return [OpponentChoice(*person) for person in found[:FEW]]


def _opponents(games: Sequence[_Seen]) -> list[OpponentTally]:
    """How it went with each of them."""
    theirs: dict[str, list[_Seen]] = {}
    for one in games:
        for key in one.people:
            theirs.setdefault(key, []).append(one)
    found = []
    for key, name in ((one.key, one.name) for one in _people(games)):
        played = theirs[key]
        ahead = sum(key in one.behind for one in played)
        found.append(OpponentTally(key, name, _tally(played), ahead, len(played) - ahead))
    return found


def _tally(seen: Iterable[_Seen]) -> Tally:
    games = [one.game for one in seen]
    made = [game.figures for game in games if game.figures is not None]
    opened = [one.opened for one in made if one.opened is not None]
    places = Counter(game.place for game in games)
    return Tally(
        games=len(games),
        won=sum(game.won for game in games),
        score=sum(game.score for game in games),
        best=max((game.score for game in games), default=None),
        worst=min((game.score for game in games), default=None),
        tiles_left=sum(game.tiles_left for game in games),
        turns=sum(game.turns for game in games),
        places=tuple(places[place] for place in range(1, max(places, default=0) + 1)),
        opened=len(opened),
        opening_turns=sum(opened),
        timed=sum(one.timed for one in made),
        seconds=round(sum(one.seconds for one in made), 1),
        looked=sum(one.looked for one in made),
        missed=sum(one.missed for one in made),
    )


def _played(game: FiguredGame) -> PlayedFigures:
    made = game.figures
    return PlayedFigures(
        game.id,
        game.ended,
        game.edition,
        game.score,
        game.won,
        game.place,
        len(game.others),
        made is not None,
        None if made is None else made.opened,
        game.turns,
        0 if made is None else made.timed,
        0.0 if made is None else made.seconds,
        0 if made is None else made.looked,
        0 if made is None else made.missed,
    )
