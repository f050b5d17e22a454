"""Pictures of finished games and of puzzles: drawn once beside the event loop, then kept for whoever asks next."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from litestar import Controller, Response, get
from litestar.params import QueryParameter

from tilery.puzzles.puzzle import rules_of
from tilery.server.http.errors import ProblemError
from tilery.server.http.guests import AnyRequest, Here, address_of
from tilery.server.http.history import GameId
from tilery.server.http.puzzles import PuzzleId
from tilery.server.http.services import Services
from tilery.server.room.drawing import can_draw, draw_game, draw_position
from tilery.server.room.playedgame import StoredGame
from tilery.server.room.work import BusyError

__all__ = ["PicturesController", "picture_path", "puzzle_picture_path"]

MoveNumber = Annotated[
    int | None, QueryParameter(ge=0, le=100_000, description="The table after this move of the record; else the end.")
]

PictureTask = tuple[Callable[..., bytes], *tuple[Any, ...]]
"""What draws a picture, and what it is given."""

_PNG = "image/png"
_HEADERS = {
    "cache-control": "public, max-age=86400",
    # Pages of other sites may show it: that is what it is for.
    "cross-origin-resource-policy": "cross-origin",
}


class PicturesController(Controller):
    """What a shared link shows."""

    path = "/api"

    @get("/games/{game:str}/picture.png", media_type=_PNG, tags=["history"])
    async def picture(
        self, request: AnyRequest, services: Here, game: GameId, move: MoveNumber = None
    ) -> Response[bytes]:
        """The table of a finished game as a picture of 1200 by 630 pixels; no rack and no name is in it.

        A server without the extra ``previews`` has none.
        """
        _check_can_draw()
        finished = await services.store.game(game)
        if finished is None:
            raise ProblemError(404, "no-game", "there is no such game, or it is still being played")

        async def drawing() -> PictureTask:
            changes = await services.store.changes_of_game(game)
            moves = tuple(change.moves for change in changes)
            return draw_game, StoredGame(finished.header, len(finished.results), moves), move

        return await _picture(request, services, (f"game {game}", move), drawing)

    @get("/puzzles/{puzzle:str}/picture.png", media_type=_PNG, tags=["puzzles"])
    async def puzzle(self, request: AnyRequest, services: Here, puzzle: PuzzleId) -> Response[bytes]:
        """The position of a puzzle as a picture of 1200 by 630 pixels, without its answer.

        A server without the extra ``previews`` has none.
        """
        _check_can_draw()
        found = services.shelf.find(puzzle)
        if found is None:
            raise ProblemError(404, "no-puzzle", "there is no such puzzle")

        async def drawing() -> PictureTask:
            return draw_position, rules_of(found), found.table, found.rack

        return await _picture(request, services, (f"puzzle {puzzle}", None), drawing)


def picture_path(game: str, move: int | None) -> str:
    """Where the picture of a game is."""
    return f"/api/games/{game}/picture.png" + ("" if move is None else f"?move={move}")


def puzzle_picture_path(puzzle: str) -> str:
    """Where the picture of a puzzle is."""
    return f"/api/puzzles/{puzzle}/picture.png"


def _check_can_draw() -> None:
    if not can_draw():
        raise ProblemError(404, "not-found", "this server draws no pictures: its operator has not installed that")


async def _picture(
    request: AnyRequest,
    services: Services,
    key: tuple[str, int | None],
    drawing: Callable[[], Awaitable[PictureTask]],
) -> Response[bytes]:
    """A picture that is kept, or one drawn now, if this address has not had too many drawn."""
    data = services.pictures.get(key)
    if data is None:
        services.limiter.take("pictures", address_of(request), services.settings.limits.pictures)
        try:
            data = await services.chores.run(*await drawing())
        except BusyError:
            text = "too much is being drawn now: ask again in a moment"
            raise ProblemError(503, "unavailable", text, {"retry-after": "5"}) from None
        services.pictures.add(key, data)
    return Response(data, media_type=_PNG, headers=_HEADERS)
