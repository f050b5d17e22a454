"""Tables: making one, finding one, and what one can be made of."""

from __future__ import annotations

import functools
from typing import Annotated, Any, cast

import msgspec
from litestar import Controller, MediaType, Response, get, post
from litestar.di import Provide
from litestar.params import JSONBody, PathParameter

from tilery.bots.characters import CHARACTERS
from tilery.bots.dial import DIAL
from tilery.bots.ladder import LADDER
from tilery.rules.booklet import BookletPlace
from tilery.rules.edition import ROWS, Edition, edition, edition_names
from tilery.server.http.addresses import link_base, qr_svg, table_link
from tilery.server.http.compressing import Page, page_answer, page_of
from tilery.server.http.errors import ProblemError
from tilery.server.http.guests import (
    AnyRequest,
    Here,
    IdempotencyKey,
    Known,
    MaybeKnown,
    address_of,
    find,
    find_if_any,
)
from tilery.server.http.services import Services
from tilery.server.once import Once, asked_once
from tilery.server.room.rooms import ShownTable
from tilery.server.store.rows import ConflictError, Found
from tilery.server.table.setup import Setup
from tilery.wire import to_plain

__all__ = ["ChoicesController", "MyTablesController", "TableId", "TablesController"]

TableId = Annotated[str, PathParameter(max_length=32, pattern="^[0-9A-Za-z]+$")]
TableCode = Annotated[str, PathParameter(max_length=16, pattern="^[0-9A-Za-z-]+$")]


class TableList(msgspec.Struct, frozen=True):
    """Some tables."""

    tables: list[ShownTable]


class CodeFound(msgspec.Struct, frozen=True):
    """The table that a code leads to."""

    id: str


class ShownRow(msgspec.Struct, frozen=True):
    """A row of an edition: its value, what it means, and where the booklet says so, in English and by places.

    The booklet may be ``silent``, or the value our ``reading`` of what it says.
    """

    value: Any
    note: str
    source: str
    where: tuple[BookletPlace, ...]
    silent: bool
    reading: bool


class MadeOf(msgspec.Struct, frozen=True):
    """What a tile set is made of, as house rules give it: copies of every natural tile, and how many of each joker."""

    copies: int
    j: int
    d: int
    c: int
    m: int


class ShownTileSet(msgspec.Struct, frozen=True):
    """A tile set of an edition, and for how many players."""

    name: str
    tiles: int
    text: str
    players: tuple[int, int]
    made_of: MadeOf


class ShownEdition(msgspec.Struct, frozen=True):
    """An edition with all that can be chosen and said about it, and the booklet it is of.

    ``parts`` is where the booklet says what a set is and what a turn.
    """

    name: str
    title: str
    booklet: str
    year: int
    languages: tuple[str, ...]
    parts: dict[str, tuple[BookletPlace, ...]]
    tile_sets: list[ShownTileSet]
    rows: dict[str, ShownRow]


class Editions(msgspec.Struct, frozen=True):
    """Every edition."""

    editions: list[ShownEdition]


class ShownBot(msgspec.Struct, frozen=True):
    """A level of the ladder, or a character."""

    name: str
    summary: str


class Bots(msgspec.Struct, frozen=True):
    """The ladder, weakest first; the characters, and the steps of their dial, weakest first.

    A seat is given to a level, ``casual``; to a character, ``hoarder``, that overlooks nothing, or at a step,
    ``hoarder:skilled``; or to a bot that is chosen before every game by its host's results, ``fair`` or
    ``hoarder:fair``.
    """

    bots: list[ShownBot]
    characters: list[ShownBot]
    steps: list[str]


class TablesController(Controller):
    """Making and finding tables."""

    path = "/api/tables"
    tags = ("tables",)

    @post(dependencies={"found": Provide(find)}, security=[{"key": []}, {"token": []}])
    async def create(
        self, services: Here, found: Known, data: JSONBody[Setup], idempotency_key: IdempotencyKey = None
    ) -> Response[ShownTable]:
        """Make a table and be its host."""
        once = asked_once(idempotency_key, "table", found.guest.id, data)
        if (before := await _made_before(services, once)) is not None:
            return before
        limits = services.settings.limits
        services.limiter.take("tables", found.guest.id, limits.tables)
        if await services.store.count_tables(found.guest.id) >= limits.hosted:
            raise ProblemError(409, "too-many-tables", f"you are already the host of {limits.hosted} tables")
        try:
            return Response(await services.tables.create(found.guest, data, once))
        except ConflictError:  # the same, sent twice at once
            if (before := await _made_before(services, once)) is None:
                raise
            return before

    @get()
    async def listed(self, services: Here) -> TableList:
        """The open tables that wait for players, newest first."""
        return TableList(await services.tables.listed(services.settings.limits.page))

    @get("/{table:str}", dependencies={"found": Provide(find_if_any)})
    async def look(self, services: Here, found: MaybeKnown, table: TableId) -> ShownTable:
        """One table as everybody may see it."""
        return await _look(services, found, table)

    @get("/{table:str}/qr.svg", media_type="image/svg+xml", dependencies={"found": Provide(find_if_any)})
    async def qr(self, request: AnyRequest, services: Here, found: MaybeKnown, table: TableId) -> Response[bytes]:
        """The link to a table as a QR code, with an address that a phone in the room can reach."""
        await _look(services, found, table)
        host = request.headers.get("host", "")
        base = link_base(services.settings, services.port, request.scope["scheme"], host)
        return Response(qr_svg(table_link(base, table)), media_type="image/svg+xml")


class MyTablesController(Controller):
    """My tables."""

    path = "/api/me/tables"
    tags = ("tables",)
    security = ({"key": []}, {"token": []})

    @get(dependencies={"found": Provide(find)})
    async def mine(self, services: Here, found: Known) -> TableList:
        """The tables at which I sit, the latest active first, and whose turn it is."""
        return TableList(await services.tables.of(found.guest, services.settings.limits.page))


class ChoicesController(Controller):
    """What a table can be made of, and codes that lead to one."""

    path = "/api"
    tags = ("tables",)

    @get("/codes/{code:str}")
    async def follow(self, request: AnyRequest, services: Here, code: TableCode) -> CodeFound:
        """The table that a short code leads to."""
        services.limiter.take("codes", address_of(request), services.settings.limits.codes)
        table = await services.store.table_by_code(code.upper().replace("-", ""))
        if table is None:
            raise ProblemError(404, "unknown-code", "no table has this code")
        return CodeFound(table)

    @get("/editions")
    async def editions(self, request: AnyRequest) -> Response[Editions]:
        """The editions with every row of their rules, and the tile sets they are played with."""
        return cast("Response[Editions]", page_answer(request, _editions()))

    @get("/bots")
    async def bots(self) -> Bots:
        """The levels of bots, weakest first, the characters, and the steps of their dial."""
        return Bots(
            [ShownBot(level.name, level.summary) for level in LADDER],
            [ShownBot(one.name, one.summary) for one in CHARACTERS],
            [*DIAL],
        )


async def _made_before(services: Services, once: Once | None) -> Response[ShownTable] | None:
    """The answer of when the same was asked for before."""
    found = None if once is None else await once.before(services.store, services.now())
    return None if found is None else Response(cast(ShownTable, found.body), media_type=MediaType.JSON)


async def _look(services: Services, found: Found | None, table: str) -> ShownTable:
    shown = await services.tables.look(table, None if found is None else found.guest)
    if shown is None:
        raise ProblemError(404, "no-table", "there is no such table")
    return shown


@functools.cache
def _editions() -> Page:
    every = Editions([_shown(edition(name)) for name in edition_names()])
    return page_of("editions.json", msgspec.json.encode(every))


def _shown(one: Edition) -> ShownEdition:
    sets = [
        ShownTileSet(
            tiles.name,
            tiles.total,
            str(tiles),
            one.rules(tiles.name).players,
            MadeOf(tiles.copies, *tiles.jokers),
        )
        for tiles in one.tile_sets
    ]
    rows = {
        key: ShownRow(to_plain(row.value), row.note, one.source(key), row.where, row.silent, row.reading)
        for key, row in ((key, one.rows[key]) for key in ROWS)
    }
    return ShownEdition(one.name, one.title, one.booklet, one.year, one.languages, one.parts, sets, rows)
