"""What really was at a table, folded from its stored changes without the server's code that decides who sees what."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from tests.kit.online import Host
from tests.kit.served import Serving
from tilery.game import commitment
from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules
from tilery.server.store.rows import Change, Line
from tilery.wire import from_plain

__all__ = ["Moment", "Truth", "read_truth"]


class Moment(NamedTuple):
    """A table just after a revision: what was stored of it, the whole game, and whose seats are whose."""

    at: float
    kind: str
    seat: int | None
    events: list[dict[str, Any]]
    game: dict[str, Any] | None
    seating: tuple[str | None, ...]
    entries: list[dict[str, Any]]
    begun: int
    ended: int


class Truth:
    """Everything that was so at a table, revision by revision."""

    def __init__(
        self, setup: dict[str, Any], host: Host, changes: Sequence[Change], lines: Sequence[Line], last_secret: str
    ) -> None:
        self.terms: dict[str, Any] = setup["terms"]
        self.names: set[str] = set()
        self.rules = from_plain(self.terms["rules"], Rules)
        self.lines = {line.number: line for line in lines}
        self.ids: list[str] = []
        self.ends: dict[str, int] = {}
        self.words: dict[str, int] = {}
        seats = [seat["kind"] for seat in setup["table"]["seats"]]
        seating = tuple({"person": host.guest["id"], "bot": "bot"}.get(kind) for kind in seats)
        self.moments = [Moment(changes[0].at, changes[0].kind, None, [], None, seating, [], 0, 0)]
        for change in changes[1:]:
            self._add(change)
        unused = [] if last_secret in self.ends else [last_secret]
        self.commitments = [commitment(secret) for secret in (*self.ends, *unused)]

    def _add(self, change: Change) -> None:
        before = self.moments[-1]
        assert change.revision == len(self.moments)
        moves = msgspec.json.decode(change.moves)
        events = [event for move in moves for event in move["events"]]
        game, begun, ended, entries = before.game, before.begun, before.ended, before.entries
        if change.kind == "began":
            began = next(event for event in events if event["event"] == "started")
            game, begun = _new_game(len(began["racks"])), begun + 1
            assert change.game is not None
            self.ids.append(change.game)
            match_over = len(entries) >= (self.terms["length"]["games"] or 0)
            entries = [] if match_over else entries
        seating = _seated(before.seating, change, game if begun == 1 else None, begun)
        game = copy.deepcopy(game) if events else game
        for event in events:
            assert game is not None
            _fold(game, event)
            if event["event"] == "contributed":
                self.words.setdefault(event["words"], change.revision)
            if event["event"] == "ended":
                entries = [*entries, {"scores": event["scores"], "winner": event["winner"]}]
                ended += 1
                self.ends[event["secret"]] = change.revision
        self.moments.append(Moment(change.at, change.kind, change.seat, events, game, seating, entries, begun, ended))

    def seat(self, guest: str, wanted: int | None, revision: int) -> int | None:
        """The seat of a guest at a revision."""
        own = [number for number, owner in enumerate(self.moments[revision].seating) if owner == guest]
        return wanted if wanted in own else own[0] if own else None

    def began(self, revision: int) -> bool:
        """Whether the first game had begun."""
        return self.moments[revision].begun > 0


async def read_truth(serving: Serving, made: dict[str, Any], host: Host) -> Truth:
    """The truth of a table, from the store of a server."""
    store, table = serving.services.store, made["terms"]["id"]

    async def read() -> tuple[list[Change], list[Line], str]:
        row = await store.table(table)
        assert row is not None
        secret = msgspec.json.decode(row.state)["live"]["secret"]
        return await store.changes(table, -1), await store.lines(table, 0, 10_000), secret

    return Truth(made, host, *serving.run(read()))


def _seated(
    before: tuple[str | None, ...], change: Change, first: dict[str, Any] | None, begun: int
) -> tuple[str | None, ...]:
    seats = list(before)
    match change.kind:
        case "sat":
            assert change.seat is not None
            seats[change.seat] = change.guest
        case "kicked":
            assert change.seat is not None
            seats[change.seat] = None
        case "bot-seated":
            assert change.seat is not None
            seats[change.seat] = "bot"
        case "left" if begun == 0:
            seats = [None if owner == change.guest else owner for owner in seats]
        case "began" if first is not None:
            if len(first["racks"]) < len(seats):
                seats = [owner for owner in seats if owner is not None]
            seats = [owner or "bot" for owner in seats]
        case _:
            pass
    return tuple(seats)


def _new_game(players: int) -> dict[str, Any]:
    """A game of which nothing has happened yet."""
    return {
        "events": 0,
        "contributions": [""] * players,
        "racks": [Tiles()] * players,
        "opened": [False] * players,
        "table": Table(),
        "resigned": [],
        "draws": [],
        "starter": 0,
        "turn": 0,
        "pool": 0,
        "last": None,
        "result": None,
    }


def _fold(game: dict[str, Any], event: dict[str, Any]) -> None:
    game["events"] += 1
    seat: Any = event.get("seat")
    match event["event"]:
        case "contributed":
            game["contributions"][seat] = event["words"]
        case "started":
            game["racks"] = [Tiles(rack) for rack in event["racks"]]
            game["pool"] = len(Tiles(event["pool"]))
            game["draws"], game["starter"], game["turn"] = event["draws"], event["starter"], event["starter"]
        case "played" | "settled":
            laid = Tiles(event.get("tiles", event.get("laid", "")))
            taken = Tiles(event.get("taken", ""))
            game["racks"][seat] = Tiles([*game["racks"][seat].without(laid), *taken])
            game["table"] = Table(event["table"])
            game["opened"][seat] |= event["event"] == "played" or event.get("opening", False)
            game["last"] = seat if laid else game["last"]
        case "drew":
            game["racks"][seat] = Tiles([*game["racks"][seat], *Tiles(event["tiles"])])
            game["pool"] -= event["count"]
        case "resigned":
            game["resigned"] = sorted({*game["resigned"], seat})
        case "ended":
            game["result"] = event
    moved = event["event"] in ("played", "drew", "passed", "settled")
    if moved or (event["event"] == "resigned" and game["turn"] == seat):
        places = len(game["racks"])
        game["turn"] = next(
            place for step in range(1, places + 1)
            if (place := (seat + step) % places) not in game["resigned"] or step == places
        )  # fmt: skip
