"""All that is mine, as one file: written page by page, so that who has much costs no more at a time than others."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, Literal, TypeVar, cast

import msgspec
from litestar import Controller, Response, get
from litestar.di import Provide
from litestar.response import Stream

from tilery.puzzles.days import date_of
from tilery.server.http.budgets import Account, Metered
from tilery.server.http.guests import AnyRequest, Here, Known, address_of, find_even_banned, require_key
from tilery.server.http.history import GameResult, game_result
from tilery.server.http.services import Services
from tilery.server.store.rows import ChatLine, Credential, Found, OwnTable, SeatFigures
from tilery.server.table.terms import decode_terms

__all__ = ["Export", "ExportController"]

_PAGE = 100
_EACH = 0.0003
"""Seconds that reading a page takes of the store's thread, or of a connection's, beyond what is measured."""

T = TypeVar("T")


class ExportedGuest(msgspec.Struct, frozen=True):
    """Who I am. ``seen`` is when I was last here, to the day; ``banned`` and ``silenced`` say until when."""

    id: str
    name: str
    created: float
    seen: float
    settings: dict[str, Any]
    banned: float | None
    silenced: float | None
    warning: str


class ExportedKey(msgspec.Struct, frozen=True):
    """A way to be me, without its secret, which the server doesn't have."""

    kind: Literal["key", "token", "words", "passkey"]
    label: str
    created: float
    used: float | None = None


class ExportedWait(msgspec.Struct, frozen=True):
    """Something that is kept for me until then: a code for a device, a passkey's challenge, an answer to send again."""

    kind: Literal["device-code", "challenge", "answer"]
    expires: float


class ExportedAct(msgspec.Struct, frozen=True):
    """What the people who run the server did to me; ``text`` is what a warning said."""

    at: float
    act: str
    text: str


class ExportedReport(msgspec.Struct, frozen=True):
    """What I reported: when, where, a line or a name, and my note. The line itself is somebody else's."""

    at: float
    table: str
    kind: Literal["line", "name"]
    note: str
    closed: float | None


class ExportedTable(msgspec.Struct, frozen=True):
    """A table that knows me, and what I am called there; ``house`` is what I called its house rules."""

    id: str
    created: float
    active: float
    phase: Literal["gathering", "playing", "between", "over"]
    host: bool
    name: str
    seated: bool
    edition: str
    tile_set: str
    house: str


class ExportedLine(msgspec.Struct, frozen=True):
    """What I said, or the name of the emoji I showed."""

    table: str
    number: int
    at: float
    text: str
    emote: bool


class ExportedPuzzling(msgspec.Struct, frozen=True):
    """How I do at puzzles: my rating, the most I solved in a storm, and the dates of the days' puzzles I did."""

    rating: float
    deviation: float
    volatility: float
    storm: int
    days: list[str]


class ExportedAttempt(msgspec.Struct, frozen=True):
    """A puzzle I tried: when first, whether I solved it, whether I had help, and my rating after it if that counted."""

    puzzle: str
    at: float
    solved: bool
    helped: bool
    rating: float | None


class ExportedFigures(msgspec.Struct, frozen=True):
    """What I did in a game, in figures, as far as they were ever asked for."""

    game: str
    seat: int
    figures: SeatFigures


class Export(msgspec.Struct, frozen=True):
    """All that is mine. ``muted`` is how many I don't hear; the moves of each game are in its record."""

    made: float
    guest: ExportedGuest
    keys: list[ExportedKey]
    waiting: list[ExportedWait]
    muted: int
    puzzling: ExportedPuzzling | None
    acts: list[ExportedAct]
    reports: list[ExportedReport]
    tables: list[ExportedTable]
    lines: list[ExportedLine]
    games: list[GameResult]
    attempts: list[ExportedAttempt]
    figures: list[ExportedFigures]


class ExportController(Controller):
    """Taking everything along."""

    path = "/api/me/export"
    tags = ("identity",)
    security = ({"key": []},)

    @get(dependencies={"found": Provide(find_even_banned)})
    async def export(self, request: AnyRequest, services: Here, found: Known) -> Response[Export]:
        """All that is mine, as a file. Nothing of others is in it but what my history shows."""
        require_key(found)
        limits, address = services.settings.limits, address_of(request)
        services.limiter.take("exports", found.guest.id, limits.exports)
        services.limiter.take("records", address, limits.records)
        account = services.budgets.account(address, found.guest.id)
        day = time.strftime("%Y-%m-%d", time.gmtime(services.now()))
        headers = {"content-disposition": f'attachment; filename="tilery-{day}.json"'}
        body = _written(services, found, await _head(services, found), account)
        # The type is that of what is written, for the schema.
        return cast("Response[Export]", Stream(body, media_type="application/json", headers=headers))


async def _head(services: Services, found: Found) -> dict[str, object]:
    """What there is but little of."""
    guest, store = found.guest, services.store
    own = ExportedGuest(
        guest.id,
        guest.name,
        guest.created,
        guest.seen,
        msgspec.json.decode(guest.settings, type=dict),
        guest.banned or None,
        guest.silenced or None,
        guest.warning,
    )
    keys = [_key(each) for each in await store.credentials(guest.id)]
    keys += [ExportedKey("passkey", each.label, each.created, each.used) for each in await store.passkeys(guest.id)]
    loose = await store.loose_ends(guest.id)
    waiting = [ExportedWait("device-code", each) for each in loose.device_codes]
    waiting += [ExportedWait("challenge", each) for each in loose.challenges]
    waiting += [ExportedWait("answer", each) for each in loose.answers]
    puzzling = await _puzzling(services, guest.id)
    made = {"made": services.now(), "guest": own, "keys": keys, "waiting": waiting}
    return {**made, "muted": loose.muted, "puzzling": puzzling}


async def _puzzling(services: Services, guest: str) -> ExportedPuzzling | None:
    player = await services.store.puzzle_player(guest)
    if player is None:
        return None
    return ExportedPuzzling(*player.rating, player.storm, [str(date_of(day)) for day in player.days])


async def _written(services: Services, found: Found, head: dict[str, object], account: Account) -> AsyncIterator[bytes]:
    """The file, in the order of :class:`Export`; each page waits until it is its address's turn."""
    store, guest = services.store, found.guest.id

    async def reports() -> AsyncIterator[list[ExportedReport]]:
        async for page in _pages(lambda last: store.own_reports(guest, last.id if last else "", _PAGE)):
            yield [ExportedReport(each.at, each.table, each.kind, each.note, each.closed) for each in page]

    async def acts() -> AsyncIterator[list[ExportedAct]]:
        async for page in _pages(lambda last: store.own_acts(guest, last.id if last else "", _PAGE)):
            yield [ExportedAct(each.at, each.act, each.text if each.act == "warn" else "") for each in page]

    def seats() -> AsyncIterator[list[OwnTable]]:
        return _pages(lambda last: store.own_tables(guest, (last.id, last.player) if last else ("", -1), _PAGE))

    async def tables() -> AsyncIterator[list[ExportedTable]]:
        async for page in seats():
            yield [_table(each) for each in page]

    async def lines() -> AsyncIterator[list[ExportedLine]]:
        async for page in seats():
            for seat in page:

                async def said(last: ChatLine | None, seat: OwnTable = seat) -> list[ChatLine]:
                    return await store.own_lines(seat.id, seat.player, last.number if last else 0, _PAGE)

                async for spoken in _pages(said):
                    yield [ExportedLine(each.table, each.number, each.at, each.text, each.emote) for each in spoken]

    async def games() -> AsyncIterator[list[GameResult]]:
        async for page in _pages(
            lambda last: store.games_of(
                guest, last.game.ended if last else None, _PAGE, None, last.game.id if last else None
            )
        ):
            yield [game_result(each.game, each.seat) for each in page]

    async def attempts() -> AsyncIterator[list[ExportedAttempt]]:
        async for page in _pages(lambda last: store.own_attempts(guest, last.puzzle if last else "", _PAGE)):
            yield [ExportedAttempt(each.puzzle, each.at, each.solved, each.helped, each.rating) for each in page]

    async def figures() -> AsyncIterator[list[ExportedFigures]]:
        async for page in _pages(
            lambda last: store.own_figures(guest, (last.game, last.seat) if last else ("", -1), _PAGE)
        ):
            yield [ExportedFigures(each.game, each.seat, each.figures) for each in page]

    yield msgspec.json.encode(head)[:-1]
    parts: dict[str, Callable[[], AsyncIterator[Sequence[object]]]] = {
        "acts": acts,
        "reports": reports,
        "tables": tables,
        "lines": lines,
        "games": games,
        "attempts": attempts,
        "figures": figures,
    }
    for name, pages in parts.items():
        between, each = f',"{name}":['.encode(), pages()
        while True:
            await account.in_turn()
            reading = Metered(_next(each))
            page = await reading
            account.spend(_EACH + reading.seconds)  # the bytes are counted on their way out
            if page is None:
                break
            if page:
                yield between + page
                between = b","
        yield between + b"]" if between != b"," else b"]"
    yield b"}"


async def _next(pages: AsyncIterator[Sequence[object]]) -> bytes | None:
    """The next page as it stands in the file, ``None`` after the last."""
    page = await anext(pages, None)
    return None if page is None else msgspec.json.encode(page)[1:-1]


async def _pages(read: Callable[[T | None], Awaitable[list[T]]]) -> AsyncIterator[list[T]]:
    """Page after page, each told the last of the one before."""
    last: T | None = None
    while True:
        page = await read(last)
        yield page
        if len(page) < _PAGE:
            return
        last = page[-1]


def _key(credential: Credential) -> ExportedKey:
    return ExportedKey(credential.kind, credential.label, credential.created)


def _table(own: OwnTable) -> ExportedTable:
    setup = decode_terms(own.terms).setup
    return ExportedTable(
        own.id,
        own.created,
        own.active,
        own.phase,
        own.host,
        own.name,
        own.seated,
        setup.edition,
        setup.tile_set or "",
        setup.house_name if setup.house and own.host else "",
    )
