"""Games that have ended: a player's own, any by its id, and their records to take away."""

from __future__ import annotations

import time
from typing import Annotated

import msgspec
from litestar import Controller, Response, get
from litestar.di import Provide
from litestar.params import PathParameter, QueryParameter

from tilery.game import Termination
from tilery.rules.edition import MatchRule
from tilery.server.http.errors import ProblemError
from tilery.server.http.guests import AnyRequest, Here, Known, MaybeKnown, address_of, find, find_if_any
from tilery.server.http.records import game_record, match_record, move_seconds, score_sheet, sheet_csv
from tilery.server.http.services import Services
from tilery.server.http.tables import TableId
from tilery.server.store.rows import FinishedGame, FinishedSeat
from tilery.server.table.terms import decode_terms

__all__ = ["GameId", "GameResult", "HistoryController", "RecordsController", "game_result"]

GameId = Annotated[str, PathParameter(max_length=64, pattern="^[0-9A-Za-z_-]+$")]
MatchNumber = Annotated[int, PathParameter(ge=1, le=1_000_000)]
Before = Annotated[float | None, QueryParameter(ge=0, le=1e12, description="Games that ended before this time.")]
BeforeGame = Annotated[
    str | None, QueryParameter(max_length=64, pattern="^[0-9A-Za-z_-]+$", description="The id of the last game seen.")
]
EditionName = Annotated[str | None, QueryParameter(max_length=60, pattern=r"^[^\x00]*$")]
"""Anybody's name for their house rules; no database can be asked for a NUL."""
PageLength = Annotated[int, QueryParameter(ge=1, le=100)]

_RECORD = "text/plain"
_SHEET = "text/csv"
_MADE = ("reason", "results", "yours")


class SeatResult(msgspec.Struct, frozen=True):
    """One seat's result; ``bot`` is the level of a bot, and the name of somebody deleted is empty."""

    seat: int
    name: str
    bot: str | None
    score: int
    won: bool
    tiles_left: int
    turns: int


class GameResult(msgspec.Struct, frozen=True):
    """A game that has ended; ``yours`` is the asker's seat, the first where they had several.

    ``practice`` was played on from a position of another game, and counts in no figures.
    """

    id: str
    table: str
    match: int
    number: int
    edition: str
    tile_set: str
    began: float
    ended: float
    reason: Termination
    moves: int
    practice: bool
    results: list[SeatResult]
    yours: int | None = None


class MatchResult(msgspec.Struct, frozen=True):
    """The finished games of a match, how it is won, and the seats that are ahead by that."""

    rule: MatchRule
    winners: tuple[int, ...]
    games: list[GameResult]


class GamesPage(msgspec.Struct, frozen=True):
    """A page of games, newest first; ``more`` says whether to ask on with the last one's end and id."""

    games: list[GameResult]
    more: bool


class MoveTimes(msgspec.Struct, frozen=True):
    """How many seconds each move of a record took, from the first; ``null`` for what was not somebody's turn."""

    seconds: list[float | None]


class HistoryController(Controller):
    """My games."""

    path = "/api/me"
    tags = ("history",)
    security = ({"key": []}, {"token": []})
    dependencies = {"found": Provide(find)}  # noqa: RUF012 - the framework's own way

    @get("/games")
    async def games(
        self,
        services: Here,
        found: Known,
        before: Before = None,
        before_game: BeforeGame = None,
        edition: EditionName = None,
        limit: PageLength = 50,
    ) -> GamesPage:
        """My finished games, newest first."""
        played = await services.store.games_of(found.guest.id, before, limit, edition, before_game)
        return GamesPage([game_result(each.game, each.seat) for each in played], len(played) == limit)


class RecordsController(Controller):
    """Any finished game, by its id."""

    path = "/api"
    tags = ("history",)

    @get("/games/{game:str}", dependencies={"found": Provide(find_if_any)})
    async def game(self, services: Here, found: MaybeKnown, game: GameId) -> GameResult:
        """A finished game, with my seat if I played in it; one that is being played is not found."""
        finished = await _finished(services, game)
        own = [] if found is None else [one.seat for one in finished.results if one.guest == found.guest.id]
        return game_result(finished, own[0] if own else None)

    @get("/games/{game:str}/record", media_type=_RECORD)
    async def record(self, request: AnyRequest, services: Here, game: GameId) -> Response[bytes]:
        """The record of a finished game, as ``tilery verify`` reads it."""
        finished = await _finished(services, game)
        _count(request, services)
        text = b"".join(game_record(finished, await services.store.changes_of_game(game)))
        return _file(text, _RECORD, f"tilery-{_day(finished)}-{game[:12]}.jsonl")

    @get("/games/{game:str}/times")
    async def times(self, request: AnyRequest, services: Here, game: GameId) -> MoveTimes:
        """How long each move of a finished game took; a record has no clock."""
        await _finished(services, game)
        _count(request, services)
        return MoveTimes(move_seconds(await services.store.changes_of_game(game)))

    @get("/tables/{table:str}/matches/{match:int}/record", media_type=_RECORD)
    async def match_record(
        self, request: AnyRequest, services: Here, table: TableId, match: MatchNumber
    ) -> Response[bytes]:
        """The record of a match: its finished games, and the result when it is over."""
        games, stored = await _match(services, table, match), await services.store.table(table, moves=False)
        if stored is None:
            raise ProblemError(404, "no-table", "there is no such table")
        _count(request, services)
        length = decode_terms(stored.row.terms).setup.length
        played = [(game, await services.store.changes_of_game(game.id)) for game in games]
        text = b"".join(match_record(played, length))
        return _file(text, _RECORD, f"tilery-{_day(games[-1])}-match-{match}.jsonl")

    @get("/tables/{table:str}/matches/{match:int}")
    async def match(self, services: Here, table: TableId, match: MatchNumber) -> MatchResult:
        """The score sheet of a match as data: its finished games and who is ahead."""
        games = await _match(services, table, match)
        sheet = score_sheet(games)
        return MatchResult(sheet.rule, sheet.winners, [game_result(game) for game in games])

    @get("/tables/{table:str}/matches/{match:int}/sheet.csv", media_type=_SHEET)
    async def sheet(self, request: AnyRequest, services: Here, table: TableId, match: MatchNumber) -> Response[bytes]:
        """The score sheet of a match as CSV, in English."""
        games = await _match(services, table, match)
        _count(request, services)
        return _file(sheet_csv(score_sheet(games)).encode(), _SHEET, f"tilery-{_day(games[-1])}-match-{match}.csv")


async def _finished(services: Services, game: str) -> FinishedGame:
    finished = await services.store.game(game)
    if finished is None:
        raise ProblemError(404, "no-game", "there is no such game, or it is still being played")
    return finished


async def _match(services: Services, table: str, match: int) -> list[FinishedGame]:
    games = await services.store.games_of_match(table, match)
    if not games:
        raise ProblemError(404, "no-match", "no game of such a match has ended")
    return games


def _count(request: AnyRequest, services: Services) -> None:
    services.limiter.take("records", address_of(request), services.settings.limits.records)


def _file(text: bytes, media_type: str, name: str) -> Response[bytes]:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=media_type, headers=headers)


def _day(game: FinishedGame) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(game.ended))


def game_result(game: FinishedGame, yours: int | None = None) -> GameResult:
    """A finished game as it is told; ``yours`` is the seat of who asks."""
    fields = {name: getattr(game, name) for name in GameResult.__struct_fields__ if name not in _MADE}
    results = [_seat(result) for result in game.results]
    return GameResult(**fields, reason=Termination(game.reason), results=results, yours=yours)


def _seat(result: FinishedSeat) -> SeatResult:
    return SeatResult(**{name: getattr(result, name) for name in SeatResult.__struct_fields__})
