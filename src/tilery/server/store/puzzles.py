"""Puzzles: how guests and puzzles are rated here, and on which days a guest has done the day's.

Only the first attempt of a guest at a puzzle is rated, and only without help; the row of it is what settles that, so
two attempts at once are rated once. Ratings are changed in the same transaction, the guest's first and then the
puzzle's.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, func, or_, select, update

from tilery.puzzles.glicko import NEWCOMER, Rating, rated_both
from tilery.server.store.database import upsert
from tilery.server.store.schema import puzzle_attempts, puzzle_days, puzzle_players, puzzle_ratings

__all__ = [
    "KeptAttempt",
    "PuzzleAttemptRow",
    "PuzzlePlayer",
    "attempt_puzzle",
    "own_attempts",
    "puzzle_player",
    "puzzle_ratings_of",
    "storm",
    "tried_puzzles",
]

_PLAYER = (puzzle_players.c.rating, puzzle_players.c.deviation, puzzle_players.c.volatility)
_PUZZLE = (puzzle_ratings.c.rating, puzzle_ratings.c.deviation, puzzle_ratings.c.volatility)
_ATTEMPT = (
    puzzle_attempts.c.guest_id,
    puzzle_attempts.c.puzzle,
    puzzle_attempts.c.at,
    puzzle_attempts.c.solved,
    puzzle_attempts.c.helped,
    puzzle_attempts.c.rating,
)


class PuzzleAttemptRow(msgspec.Struct, frozen=True):
    """A guest's attempt at a puzzle: the first, and whether it was solved since."""

    guest: str
    puzzle: str
    at: float
    solved: bool
    helped: bool
    rating: float | None = None


class PuzzlePlayer(NamedTuple):
    """How a guest does at puzzles: rating, puzzles solved, the most in a storm, and the days whose puzzle is done."""

    rating: Rating
    solved: int
    storm: int
    days: tuple[int, ...]


class KeptAttempt(NamedTuple):
    """What an attempt has changed: the guest's and the puzzle's ratings before and after it, equal where it was not
    rated, and how the guest does now."""

    rated: bool
    before: Rating
    puzzle: Rating
    player: PuzzlePlayer


def puzzle_player(connection: Connection, guest: str) -> PuzzlePlayer | None:
    """How a guest does at puzzles."""
    query = select(*_PLAYER, puzzle_players.c.storm).where(puzzle_players.c.guest_id == guest)
    row = connection.execute(query).first()
    if row is None:
        return None
    count = select(func.count()).select_from(puzzle_attempts)
    solved = connection.execute(count.where(puzzle_attempts.c.guest_id == guest, puzzle_attempts.c.solved)).scalar_one()
    days = select(puzzle_days.c.day).where(puzzle_days.c.guest_id == guest).order_by(puzzle_days.c.day)
    return PuzzlePlayer(Rating(*row[:3]), solved, row[3], tuple(connection.execute(days).scalars()))


def puzzle_ratings_of(connection: Connection, ids: list[str]) -> dict[str, float]:
    """What these puzzles are rated here."""
    query = select(puzzle_ratings.c.puzzle, puzzle_ratings.c.rating).where(puzzle_ratings.c.puzzle.in_(ids))
    return {row.puzzle: row.rating for row in connection.execute(query)}


def tried_puzzles(connection: Connection, guest: str) -> frozenset[str]:
    """The puzzles that a guest has no need to see again."""
    query = select(puzzle_attempts.c.puzzle).where(puzzle_attempts.c.guest_id == guest)
    query = query.where(or_(puzzle_attempts.c.solved, puzzle_attempts.c.helped))
    return frozenset(connection.execute(query).scalars())


def attempt_puzzle(connection: Connection, row: PuzzleAttemptRow, started: Rating, day: int | None) -> KeptAttempt:
    """Write down an attempt, rate it where it is the first, and note the day whose puzzle it was."""
    before = _own_rating(connection, row.guest)
    is_first = _add(connection, row)
    rated, puzzle = is_first and not row.helped, started
    if rated:
        puzzle = _rate(connection, row, before, started)
    elif row.solved:
        again = update(puzzle_attempts).where(puzzle_attempts.c.guest_id == row.guest)
        connection.execute(again.where(puzzle_attempts.c.puzzle == row.puzzle).values(solved=True))
    if not rated:
        query = select(*_PUZZLE).where(puzzle_ratings.c.puzzle == row.puzzle)
        found = connection.execute(query).first()
        puzzle = started if found is None else Rating(*found)
    if day is not None:
        days = upsert(connection, puzzle_days).on_conflict_do_nothing()
        connection.execute(days, {"guest_id": row.guest, "day": day})
    player = puzzle_player(connection, row.guest)
    assert player is not None
    return KeptAttempt(rated, before, puzzle, player)


def storm(connection: Connection, guest: str, solved: int) -> int:
    """A guest has solved so many in a storm; the most they ever did."""
    _own_rating(connection, guest)
    own = puzzle_players.c.guest_id == guest
    connection.execute(update(puzzle_players).where(own, puzzle_players.c.storm < solved).values(storm=solved))
    best: int = connection.execute(select(puzzle_players.c.storm).where(own)).scalar_one()
    return best


def own_attempts(connection: Connection, guest: str, after: str, limit: int) -> list[PuzzleAttemptRow]:
    """A guest's attempts, by the ids of the puzzles."""
    query = select(*_ATTEMPT).where(puzzle_attempts.c.guest_id == guest, puzzle_attempts.c.puzzle > after)
    return [PuzzleAttemptRow(*row) for row in connection.execute(query.order_by(puzzle_attempts.c.puzzle).limit(limit))]


def _own_rating(connection: Connection, guest: str) -> Rating:
    """A guest's rating, theirs alone until this is done; whoever has none is a newcomer from now on."""
    new = upsert(connection, puzzle_players).on_conflict_do_nothing()
    connection.execute(new, {"guest_id": guest, **NEWCOMER._asdict(), "storm": 0})
    query = select(*_PLAYER).where(puzzle_players.c.guest_id == guest).with_for_update()
    return Rating(*connection.execute(query).one())


def _add(connection: Connection, row: PuzzleAttemptRow) -> bool:
    """Write down an attempt; whether it is the first."""
    values = {"guest_id": row.guest, "puzzle": row.puzzle, "at": row.at, "solved": row.solved, "helped": row.helped}
    query = upsert(connection, puzzle_attempts).on_conflict_do_nothing().returning(puzzle_attempts.c.puzzle)
    return connection.execute(query, values).first() is not None


def _rate(connection: Connection, row: PuzzleAttemptRow, own: Rating, started: Rating) -> Rating:
    """Rate the guest and the puzzle by an attempt; the puzzle's new rating."""
    new = upsert(connection, puzzle_ratings).on_conflict_do_nothing()
    connection.execute(new, {"puzzle": row.puzzle, **started._asdict(), "tried": 0, "solved": 0})
    here = puzzle_ratings.c.puzzle == row.puzzle
    of_puzzle = Rating(*connection.execute(select(*_PUZZLE).where(here).with_for_update()).one())
    own, of_puzzle = rated_both(own, of_puzzle, row.solved)
    mine = puzzle_players.c.guest_id == row.guest
    connection.execute(update(puzzle_players).where(mine).values(**own._asdict()))
    counted = {"tried": puzzle_ratings.c.tried + 1, "solved": puzzle_ratings.c.solved + int(row.solved)}
    connection.execute(update(puzzle_ratings).where(here).values(**of_puzzle._asdict(), **counted))
    this = update(puzzle_attempts).where(puzzle_attempts.c.guest_id == row.guest)
    connection.execute(this.where(puzzle_attempts.c.puzzle == row.puzzle).values(rating=own.rating))
    return of_puzzle
