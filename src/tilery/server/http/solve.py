"""Solve: what could be played at a real table, and how; worked out beside the event loop."""

from __future__ import annotations

from typing import Annotated, Any, cast

import msgspec
from litestar import Controller, MediaType, Response, post
from litestar.di import Provide
from litestar.params import JSONBody

from tilery.server.http.guests import AnyRequest, Here, MaybeKnown, address_of, find_if_any
from tilery.server.room.solving import Solved
from tilery.server.table.setup import Setup, rules_of

__all__ = ["SolveController"]


class SolveAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position: the table and the rack in notation, and the rules it is to be played by.

    ``house`` are rows of the edition changed by the house, as for a table. ``opened`` is whether the player has opened.
    ``drawn`` is the tile just drawn, on the rack already, where the rules let it free a joker at once: then the only
    play is one that does.
    """

    table: str
    rack: str
    edition: Annotated[str, msgspec.Meta(max_length=40)] = "sabra"
    tile_set: Annotated[str, msgspec.Meta(max_length=20)] | None = None
    house: dict[str, Any] = {}
    house_name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)] = "house"
    opened: bool = True
    drawn: str = ""


class SolveController(Controller):
    """Positions of real tables."""

    path = "/api/solve"
    tags = ("solve",)

    @post(status_code=200, dependencies={"found": Provide(find_if_any)}, security=[{}, {"key": []}, {"token": []}])
    async def solve(
        self, request: AnyRequest, services: Here, found: MaybeKnown, data: JSONBody[SolveAsked]
    ) -> Response[Solved]:
        """The best plays of a position with the moves that lead to them, or what is in the way of one."""
        rules = rules_of(Setup(data.edition, data.tile_set, data.house, data.house_name))
        guest = None if found is None else found.guest.id
        position = (rules, data.table, data.rack, data.opened, data.drawn)
        body = await services.solving.solve(address_of(request), guest, position)
        return Response(cast(Solved, body), media_type=MediaType.JSON)
