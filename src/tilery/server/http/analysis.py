"""Analysis: any finished game of this server, or a record that somebody brings, turn by turn while it is being made."""

from __future__ import annotations

from typing import Annotated, cast

import msgspec
from litestar import Controller, MediaType, Response, get, post
from litestar.di import Provide
from litestar.params import JSONBody, PathParameter, QueryParameter

from tilery.server.http.analysisjob import AnalysisState
from tilery.server.http.errors import ProblemError
from tilery.server.http.guests import AnyRequest, Here, MaybeKnown, address_of, find_if_any

__all__ = ["AnalysisController"]

_LONGEST = 4_000_000
"""Bytes of a request with a record in it, whatever is allowed: it's read as a whole."""

AnalysisId = Annotated[str, PathParameter(max_length=64, pattern="^[0-9A-Za-z_-]+$")]
AfterTurn = Annotated[int, QueryParameter(ge=0, le=1_000_000, description="Leave out so many turns, known already.")]


class AnalysisAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be analysed: a finished ``game`` by its id, or the text of a ``record``, of which game ``number``."""

    game: Annotated[str, msgspec.Meta(max_length=64, pattern="^[0-9A-Za-z_-]+$")] | None = None
    record: str | None = None
    number: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 1


class AnalysisController(Controller):
    """Analyses of games that have ended."""

    path = "/api/analysis"
    tags = ("analysis",)

    @post(
        status_code=200,
        request_max_body_size=_LONGEST,
        dependencies={"found": Provide(find_if_any)},
        security=[{}, {"key": []}, {"token": []}],
    )
    async def begin(
        self, request: AnyRequest, services: Here, found: MaybeKnown, data: JSONBody[AnalysisAsked]
    ) -> Response[AnalysisState]:
        """Begin an analysis, or go on with one that was stopped; one that is made already is told at once."""
        address, guest = address_of(request), None if found is None else found.guest.id
        if (data.record is None) == (data.game is None):
            raise ProblemError(422, "invalid", "give either the id of a game or the text of a record")
        if data.record is not None:
            told = await services.analysing.begin_record(address, guest, data.record, data.number)
        else:
            told = await services.analysing.begin_game(address, guest, data.game or "")
        return _told(told)

    @get("/{analysis:str}")
    async def progress(self, services: Here, analysis: AnalysisId, after: AfterTurn = 0) -> Response[AnalysisState]:
        """How far an analysis has come, with the turns after those that are known."""
        return _told(await services.analysing.look(analysis, after))


def _told(body: bytes) -> Response[AnalysisState]:
    return Response(cast(AnalysisState, body), media_type=MediaType.JSON)
