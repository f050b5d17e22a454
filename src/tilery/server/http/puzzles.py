"""Puzzles: the day's, the next of one's own strength, storms, and what comes of an attempt.

Everything works without a key: then an attempt is judged, and nothing is kept.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from random import Random
from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.di import Provide
from litestar.params import JSONBody, PathParameter, QueryParameter

from tilery.notation import Table
from tilery.puzzles.days import date_of, day_of, longest, read_day, streak
from tilery.puzzles.glicko import NEWCOMER, PUZZLE_DEVIATION, Rating
from tilery.puzzles.puzzle import Puzzle, PuzzleTheme, attempt
from tilery.puzzles.shelf import STORM_SECONDS, Shelf
from tilery.rules.edition import edition as edition_of
from tilery.rules.turn import Defect
from tilery.server.http.errors import ProblemError
from tilery.server.http.guests import AnyRequest, Here, MaybeKnown, address_of, find_if_any
from tilery.server.http.services import Services
from tilery.server.room.storm import count_solved
from tilery.server.room.work import BusyError
from tilery.server.store.puzzles import PuzzleAttemptRow, PuzzlePlayer

__all__ = ["PuzzlesController"]

PuzzleId = Annotated[str, PathParameter(max_length=16, pattern="^[0-9a-z]+$")]
WantedTheme = Annotated[PuzzleTheme | None, QueryParameter(description="Only puzzles of this theme.")]
WantedEdition = Annotated[str | None, QueryParameter(max_length=40, description="Only puzzles of this edition.")]
WantedCount = Annotated[int, QueryParameter(ge=1, le=20, description="How many.")]

_WEEK = 7
_LONGEST = 1_000
"""Characters of a table: all tiles there are, with room to spare."""
_ANSWERS = 100


class PuzzleCount(msgspec.Struct, frozen=True):
    """How many puzzles of a theme an edition has."""

    theme: PuzzleTheme
    edition: str
    count: int


class PuzzleDay(msgspec.Struct, frozen=True):
    """One of the last seven days, and whether its puzzle is done."""

    date: str
    done: bool


class PuzzleStanding(msgspec.Struct, frozen=True):
    """How I do at puzzles. ``deviation`` is how unsure the rating is: the real one is within twice that.

    ``streak`` is how many days in a row I did the day's puzzle, up to today or yesterday; ``week`` ends with today.
    ``storm`` is the most I have solved in one.
    """

    rating: int
    deviation: int
    solved: int
    streak: int
    longest: int
    week: tuple[PuzzleDay, ...]
    storm: int


class PuzzleOverview(msgspec.Struct, frozen=True):
    """What there is. ``today`` is the id of the day's puzzle; ``you`` is ``None`` for who has tried none."""

    counts: tuple[PuzzleCount, ...]
    date: str
    today: str
    you: PuzzleStanding | None


class DayPuzzle(msgspec.Struct, frozen=True):
    """The puzzle of a day in UTC, the same for everybody; ``done`` says whether I have done it."""

    date: str
    puzzle: Puzzle
    done: bool


class PuzzleList(msgspec.Struct, frozen=True):
    """Some puzzles."""

    puzzles: tuple[Puzzle, ...]


class PuzzleStorm(msgspec.Struct, frozen=True):
    """Puzzles to be solved one after the other, from easy to hard, as many as I can in so many seconds."""

    seconds: int
    puzzles: tuple[Puzzle, ...]


class AttemptAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An attempt: the whole table after the turn, or ``None`` for giving up.

    ``helped`` says that there was a hint. ``day`` is the date whose puzzle it is, today's or yesterday's, and counts
    for the streak.
    """

    table: Annotated[str, msgspec.Meta(max_length=_LONGEST)] | None = None
    helped: bool = False
    day: Annotated[str, msgspec.Meta(max_length=10)] | None = None


class AttemptTold(msgspec.Struct, frozen=True):
    """What came of an attempt. ``defects`` is what the referee has against it; ``moved`` are the tiles of the table
    that lie elsewhere.

    ``rated`` says whether it has changed my rating, from ``before`` to ``you.rating``: only the first attempt at a
    puzzle can, and none with help. ``puzzle_rating`` is what the puzzle is rated now.
    """

    solved: bool
    legal: bool
    moved: int
    defects: tuple[Defect, ...]
    rated: bool
    before: int | None
    puzzle_rating: int
    you: PuzzleStanding | None


class StormAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A puzzle of a storm and the table it was solved with."""

    puzzle: Annotated[str, msgspec.Meta(max_length=16)]
    table: Annotated[str, msgspec.Meta(max_length=_LONGEST)]


class StormAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What I solved in a storm."""

    answers: Annotated[tuple[StormAnswer, ...], msgspec.Meta(max_length=_ANSWERS)]


class StormTold(msgspec.Struct, frozen=True):
    """How many of the answers solve their puzzles, each counted once, and the most I ever solved."""

    solved: int
    best: int | None


class PuzzlesController(Controller):
    """Puzzles."""

    path = "/api/puzzles"
    tags = ("puzzles",)
    security = ({}, {"key": []}, {"token": []})
    dependencies = {"found": Provide(find_if_any)}  # noqa: RUF012 - the framework's own way

    @get()
    async def overview(self, services: Here, found: MaybeKnown) -> PuzzleOverview:
        """How many puzzles there are of each theme and edition, the day's, and how I do."""
        shelf, today = services.shelf, day_of(services.now())
        counts = tuple(PuzzleCount(*of, count) for of, count in sorted(shelf.counts.items()))
        player = None if found is None else await services.store.puzzle_player(found.guest.id)
        you = None if player is None else _standing(player, today)
        return PuzzleOverview(counts, str(date_of(today)), shelf.of_day(today).id, you)

    @get("/today")
    async def of_today(self, services: Here, found: MaybeKnown) -> DayPuzzle:
        """The puzzle of the day."""
        today = day_of(services.now())
        player = None if found is None else await services.store.puzzle_player(found.guest.id)
        (puzzle,) = await _as_rated(services, [services.shelf.of_day(today)])
        return DayPuzzle(str(date_of(today)), puzzle, player is not None and today in player.days)

    @get("/next")
    async def following(
        self,
        services: Here,
        found: MaybeKnown,
        theme: WantedTheme = None,
        edition: WantedEdition = None,
        count: WantedCount = 1,
    ) -> PuzzleList:
        """Puzzles of about my strength that I have not solved; fewer where there are no more."""
        rating, known = NEWCOMER.rating, frozenset[str]()
        if edition is not None:
            edition_of(edition)
        if found is not None:
            player = await services.store.puzzle_player(found.guest.id)
            rating = rating if player is None else player.rating.rating
            known = await services.store.tried_puzzles(found.guest.id)
        near = services.shelf.near(rating, _chance(), theme, edition, known, count)
        return PuzzleList(await _as_rated(services, near))

    @get("/storm")
    async def storm(self, services: Here, edition: WantedEdition = None) -> PuzzleStorm:
        """Puzzles for a storm. They aren't rated."""
        if edition is not None:
            edition_of(edition)
        return PuzzleStorm(STORM_SECONDS, tuple(services.shelf.storm(_chance(), edition)))

    @post("/storm", status_code=200)
    async def end_storm(
        self, request: AnyRequest, services: Here, found: MaybeKnown, data: JSONBody[StormAsked]
    ) -> StormTold:
        """Have the answers of a storm judged, and the best one kept."""
        answers = {each.puzzle: each.table for each in data.answers}
        known = [(puzzle, table) for id, table in answers.items() if (puzzle := services.shelf.find(id)) is not None]
        _count(request, services, found.guest.id if found else None, len(known))
        try:
            solved = await services.judging.run(count_solved, known)
        except BusyError:
            text = "too much is being worked out now: ask again in a moment"
            raise ProblemError(503, "unavailable", text, {"retry-after": "2"}) from None
        return StormTold(solved, None if found is None else await services.store.storm(found.guest.id, solved))

    @get("/{puzzle:str}")
    async def puzzle(self, services: Here, puzzle: PuzzleId) -> Puzzle:
        """A puzzle."""
        (rated,) = await _as_rated(services, [_find(services.shelf, puzzle)])
        return rated

    @post("/{puzzle:str}/attempt", status_code=200)
    async def attempt(
        self, request: AnyRequest, services: Here, found: MaybeKnown, puzzle: PuzzleId, data: JSONBody[AttemptAsked]
    ) -> AttemptTold:
        """Have an attempt judged: any legal turn that reaches the goal counts. The first is rated, if without help."""
        _count(request, services, found.guest.id if found else None)
        known, today = _find(services.shelf, puzzle), day_of(services.now())
        day = None if data.day is None else _checked_day(services.shelf, known, data.day, today)
        tried = None if data.table is None else attempt(known, Table(data.table))
        solved = tried is not None and tried.solved
        rated, before, you, rating = False, None, None, float(known.rating)
        if found is not None:
            row = PuzzleAttemptRow(found.guest.id, known.id, services.now(), solved, data.helped or data.table is None)
            started = Rating(known.rating, PUZZLE_DEVIATION)
            kept = await services.store.attempt_puzzle(row, started, day if solved or data.table is None else None)
            rated, before, rating = kept.rated, round(kept.before.rating), kept.puzzle.rating
            you = _standing(kept.player, today)
        return AttemptTold(
            solved,
            tried is not None and tried.turn.legal,
            0 if tried is None else tried.moved,
            () if tried is None else tried.turn.defects,
            rated,
            before,
            round(rating),
            you,
        )


def _chance() -> Random:
    return Random(secrets.randbits(64))


def _count(request: AnyRequest, services: Services, guest: str | None, answers: int = 1) -> None:
    """Refuse whoever tries too much; every answer of a storm is an attempt, for each has to be judged."""
    limits = services.settings.limits
    purses = [("attempts by address", address_of(request), limits.attempts_per_address)]
    if guest is not None:
        purses.append(("attempts by guest", guest, limits.attempts_per_guest))
    for purse in purses:
        services.limiter.take(*purse)
    for purse in purses:
        services.limiter.spend(*purse, cost=max(0, answers - 1))


def _find(shelf: Shelf, id: str) -> Puzzle:
    puzzle = shelf.find(id)
    if puzzle is None:
        raise ProblemError(404, "no-puzzle", "there is no such puzzle")
    return puzzle


def _checked_day(shelf: Shelf, puzzle: Puzzle, text: str, today: int) -> int:
    """The day whose puzzle this is: today, or yesterday for who began it before midnight."""
    day = read_day(text)
    if day not in (today, today - 1) or shelf.of_day(day) is not puzzle:
        raise ProblemError(422, "day", f"this is not the puzzle of {text}, or that is over")
    return day


async def _as_rated(services: Services, puzzles: Sequence[Puzzle]) -> tuple[Puzzle, ...]:
    """Puzzles with the ratings that they have here."""
    ratings = await services.store.puzzle_ratings([puzzle.id for puzzle in puzzles])
    return tuple(
        msgspec.structs.replace(puzzle, rating=round(ratings.get(puzzle.id, puzzle.rating))) for puzzle in puzzles
    )


def _standing(player: PuzzlePlayer, today: int) -> PuzzleStanding:
    done = set(player.days)
    week = tuple(PuzzleDay(str(date_of(day)), day in done) for day in range(today - _WEEK + 1, today + 1))
    return PuzzleStanding(
        round(player.rating.rating),
        round(player.rating.deviation),
        player.solved,
        streak(player.days, today),
        longest(player.days),
        week,
        player.storm,
    )
