"""Keeping the peace: anybody at a table reports a line or a name, operators look and act, and every act is logged.

Operators show a token of their own, one for each person, so that the log says who it was.
"""

from __future__ import annotations

import hmac
from typing import Annotated, Literal

import msgspec
from litestar import Controller, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromQuery, JSONBody

from tilery.server.http.errors import ProblemError
from tilery.server.http.guests import AnyRequest, Here, Known, find
from tilery.server.http.identity import PathId
from tilery.server.http.services import Services
from tilery.server.identity import new_id
from tilery.server.room.rooms import ShownTable
from tilery.server.store.rows import Act, Guest, Report
from tilery.server.text import tidy

__all__ = ["OperatorController", "ReportsController", "operators"]

ReasonText = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
Minutes = Annotated[int, msgspec.Meta(ge=1, le=60 * 24 * 366)]
Operator = NamedDependency[str]

_SHOWN = 100


class NewReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody wants an operator to see: the number of a line of chat, or the seat of a name, and why."""

    line: Annotated[int, msgspec.Meta(ge=1)] | None = None
    seat: Annotated[int, msgspec.Meta(ge=0, le=5)] | None = None
    note: Annotated[str, msgspec.Meta(max_length=300)] = ""


class ReportList(msgspec.Struct, frozen=True):
    """Reports, newest first."""

    reports: list[Report]


class ActList(msgspec.Struct, frozen=True):
    """What operators did, newest first."""

    acts: list[Act]


class WatchedGuest(msgspec.Struct, frozen=True):
    """A guest as operators see them; ``banned`` and ``silenced`` say until when."""

    id: str
    name: str
    created: float
    banned: float | None
    silenced: float | None
    warning: str


class GuestFile(msgspec.Struct, frozen=True):
    """A guest with all that was reported about them and done to them."""

    guest: WatchedGuest
    reports: list[Report]
    acts: list[Act]
    tables: list[str]


class WatchedLine(msgspec.Struct, frozen=True):
    """A line of chat, and whose it is."""

    number: int
    at: float
    guest: str
    name: str
    text: str


class WatchedTable(msgspec.Struct, frozen=True):
    """A table as operators see it: as everybody does, with the guest of each seat and what was said."""

    shown: ShownTable
    guests: list[str | None]
    lines: list[WatchedLine]


class TableIds(msgspec.Struct, frozen=True):
    """The tables at which something happened last."""

    tables: list[ShownTable]


class ActReason(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why an operator does something; a warning is shown to the guest."""

    text: ReasonText


class TimedReason(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why, and for how many minutes."""

    minutes: Minutes
    text: ReasonText


class ReportsController(Controller):
    """Reporting what should not be."""

    path = "/api/tables/{table:str}/reports"
    tags = ("peace",)
    security = ({"key": []}, {"token": []})

    @post(dependencies={"found": Provide(find)}, status_code=204)
    async def report(self, services: Here, found: Known, table: PathId, data: JSONBody[NewReport]) -> None:
        """Have an operator look at a line of chat or at a name. Who it is about doesn't hear of it."""
        services.limiter.take("reports", found.guest.id, services.settings.limits.reports)
        about = await _reported(services, table, data)
        if about is None or about[0] == found.guest.id:
            raise ProblemError(404, "not-found", "there is no such line of chat, and nobody else in such a seat")
        kind: Literal["line", "name"] = "name" if data.line is None else "line"
        report = Report(new_id(), services.now(), table, found.guest.id, about[0], kind, about[1], tidy(data.note))
        if await services.store.add_report(report):
            services.metrics.reports.inc()


async def _reported(services: Services, table: str, data: NewReport) -> tuple[str, str] | None:
    """Whom a report is about, and the text it is about."""
    if (data.line is None) == (data.seat is None):
        raise ProblemError(422, "invalid", "a report names either a line or a seat")
    if data.line is not None:
        return await services.store.line(table, data.line)
    seats = await services.tables.seats(table)
    if seats is None or data.seat is None or data.seat >= len(seats):
        return None
    guest, name = seats[data.seat]
    return None if guest is None else (guest, name)


def operators(services: Services) -> dict[str, str]:
    """The tokens of operators by their names."""
    return dict(each.split(":", 1) for each in services.settings.operators)


async def find_operator(request: AnyRequest, services: Here) -> str:
    """Which operator asks; anybody else is refused."""
    given = request.headers.get("authorization", "").removeprefix("Bearer ").encode()
    found = [name for name, token in operators(services).items() if hmac.compare_digest(given, token.encode())]
    if not found:
        raise ProblemError(403, "forbidden", "this is for the operators of this server")
    return found[0]


class OperatorController(Controller):
    """What operators see and do."""

    path = "/api/operator"
    tags = ("operators",)
    security = ({"token": []},)
    dependencies = {"operator": Provide(find_operator)}  # noqa: RUF012 - the framework's own way

    @get("/reports")
    async def reports(self, services: Here, operator: Operator, closed: FromQuery[bool] = False) -> ReportList:
        """What people report, newest first; with ``closed`` also what was dealt with."""
        return ReportList(await services.store.reports(closed, None, _SHOWN))

    @post("/reports/{report:str}/close", status_code=204)
    async def close_report(self, services: Here, operator: Operator, report: PathId, data: JSONBody[ActReason]) -> None:
        """A report is dealt with."""
        act = _act(services, operator, "close-report", report, data.text)
        if not await services.store.close_report(report, act):
            raise ProblemError(404, "not-found", "there is no such open report")

    @get("/acts")
    async def acts(self, services: Here, operator: Operator) -> ActList:
        """What operators did, newest first."""
        return ActList(await services.store.acts(None, _SHOWN))

    @get("/tables")
    async def tables(self, services: Here, operator: Operator) -> TableIds:
        """The tables at which something happened last."""
        ids = await services.store.latest_tables(_SHOWN)
        found = [await services.tables.look(id, None) for id in ids]
        return TableIds([shown for shown in found if shown is not None])

    @get("/tables/{table:str}")
    async def table(self, services: Here, operator: Operator, table: PathId) -> WatchedTable:
        """A table with its guests and what was said at it."""
        shown, seats = await services.tables.look(table, None), await services.tables.seats(table)
        people = await services.tables.people(table)
        if shown is None or seats is None:
            raise ProblemError(404, "no-table", "there is no such table")
        lines = await services.store.lines(table, 0, _SHOWN)
        heard = [each for each in lines if each.player in people]
        said = [WatchedLine(each.number, each.at, *people[each.player], each.text) for each in heard]
        return WatchedTable(shown, [guest for guest, _ in seats], said)

    @post("/tables/{table:str}/close", status_code=204)
    async def close_table(self, services: Here, operator: Operator, table: PathId, data: JSONBody[ActReason]) -> None:
        """End a table for everybody; a game that is being played stays unfinished."""
        if not await services.tables.close_table(table):
            raise ProblemError(404, "no-table", "there is no such table, or it is over")
        await services.store.log_act(_act(services, operator, "close-table", table, data.text))

    @get("/guests/{guest:str}")
    async def guest(self, services: Here, operator: Operator, guest: PathId) -> GuestFile:
        """A guest with all that was reported about them and done to them."""
        found = await services.store.guest(guest)
        if found is None:
            raise _nobody()
        tables = await services.store.tables_of(guest, _SHOWN)
        reports = await services.store.reports(True, guest, _SHOWN)
        acts = await services.store.acts(guest, _SHOWN)
        return GuestFile(_watched(found, services.now()), reports, acts, [table.row.id for table in tables])

    @post("/guests/{guest:str}/warn")
    async def warn(self, services: Here, operator: Operator, guest: PathId, data: JSONBody[ActReason]) -> WatchedGuest:
        """Say something to a guest, which they see until they have put it away."""
        act = _act(services, operator, "warn", guest, data.text)
        return await _sanction(services, act, {"warning": act.text})

    @post("/guests/{guest:str}/silence")
    async def silence(
        self, services: Here, operator: Operator, guest: PathId, data: JSONBody[TimedReason]
    ) -> WatchedGuest:
        """Let a guest say nothing for a while."""
        until = services.now() + 60 * data.minutes
        act = _act(services, operator, "silence", guest, f"{data.minutes} min: {data.text}")
        return await _sanction(services, act, {"silenced": until})

    @post("/guests/{guest:str}/ban")
    async def ban(self, services: Here, operator: Operator, guest: PathId, data: JSONBody[TimedReason]) -> WatchedGuest:
        """Keep a guest out for a while; bots play on for them."""
        until = services.now() + 60 * data.minutes
        act = _act(services, operator, "ban", guest, f"{data.minutes} min: {data.text}")
        watched = await _sanction(services, act, {"banned": until})
        services.tables.turn_out(guest)
        return watched

    @post("/guests/{guest:str}/lift")
    async def lift(self, services: Here, operator: Operator, guest: PathId, data: JSONBody[ActReason]) -> WatchedGuest:
        """End whatever was done to a guest."""
        changed: dict[str, float | str] = {"banned": 0.0, "silenced": 0.0, "warning": ""}
        return await _sanction(services, _act(services, operator, "lift", guest, data.text), changed)


def _act(services: Services, operator: str, act: str, target: str, text: str) -> Act:
    return Act(new_id(), services.now(), operator, act, target, tidy(text))


async def _sanction(services: Services, act: Act, changed: dict[str, float | str]) -> WatchedGuest:
    guest = await services.store.sanction(act.target, changed, act)
    if guest is None:
        raise _nobody()
    return _watched(guest, act.at)


def _watched(guest: Guest, now: float) -> WatchedGuest:
    banned = guest.banned if guest.banned > now else None
    silenced = guest.silenced if guest.silenced > now else None
    return WatchedGuest(guest.id, guest.name, guest.created, banned, silenced, guest.warning)


def _nobody() -> ProblemError:
    return ProblemError(404, "not-found", "there is no such guest")
