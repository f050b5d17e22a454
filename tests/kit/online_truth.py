"""What really was at a table, folded from its stored changes without the server's code that decides who sees what."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from tests.kit.served import Serving
from tests.kit.stored import changes_of
from tilery.game import commitment
from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules
from tilery.server.store.rows import ChangeRow, ChatLine, StoredTable
from tilery.wire import from_plain

__all__ = ["Moment", "Truth", "read_truth"]


class Moment(NamedTuple):
    """A table just after a revision: what was stored of it, the whole game, and whose seats are whose."""

    at: float
    happened: list[dict[str, Any]]
    moves: list[dict[str, Any]]
    events: list[dict[str, Any]]
    game: dict[str, Any] | None
    seating: tuple[str | None, ...]
    entries: list[dict[str, Any]]
    begun: int
    ended: int


class Truth:
    """Everything that was so at a table, revision by revision."""

    def __init__(
        self, setup: dict[str, Any], stored: StoredTable, changes: Sequence[ChangeRow], lines: Sequence[ChatLine]
    ):
        self.terms: dict[str, Any] = setup["terms"]
        self.names: set[str] = set()
        self.rules = from_plain(self.terms["rules"], Rules)
        self.lines = {line.number: line for line in lines}
        self.people = {row.player: row for row in stored.players}
        self.ids: list[str] = []
        self.ends: dict[str, int] = {}
        self.words: dict[str, int] = {}
        self.secrets: list[str] = []
        self.moments: list[Moment] = []
        for change in changes:
            self._add(change)
        self.commitments = [commitment(secret) for secret in self.secrets]

    def _add(self, change: ChangeRow) -> None:
        assert change.revision == len(self.moments)
        before = self.moments[-1] if self.moments else Moment(0, [], [], [], None, (), [], 0, 0)
        happened, moves = msgspec.json.decode(change.events), msgspec.json.decode(change.moves)
        events = [event for move in moves for event in move["events"]]
        game, begun, ended, entries = before.game, before.begun, before.ended, before.entries
        seating = before.seating
        for event in happened:
            seating = self._seated(seating, event)
            if event["event"] in ("opened", "game-ended"):
                self.secrets.append(event["secret"])
            if event["event"] == "began":
                game, begun = _new_game(len(seating)), begun + 1
                self.ids.append(event["game"])
                entries = [] if event["number"] == 1 else entries
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
        self.moments.append(Moment(change.at, happened, moves, events, game, seating, entries, begun, ended))

    def _seated(self, before: tuple[str | None, ...], event: dict[str, Any]) -> tuple[str | None, ...]:
        seats, seat = list(before), event.get("seat")
        match event["event"]:
            case "opened":
                seats = [None] * event["seats"]
            case "sat":
                seats[seat or 0] = self.people[event["player"]].guest
            case "bot-seated":
                seats[seat or 0] = "bot"
            case "kicked":
                seats[seat or 0] = None
            case "left" if "stand_in" not in event:
                seats[seat or 0] = None
            case "seats-closed":
                seats = [owner for number, owner in enumerate(seats) if number not in event["seats"]]
            case _:
                pass
        return tuple(seats)

    def seat(self, guest: str, wanted: int | None, revision: int) -> int | None:
        """The seat of a guest at a revision."""
        own = [number for number, owner in enumerate(self.moments[revision].seating) if owner == guest]
        return wanted if wanted in own else own[0] if own else None

    def began(self, revision: int) -> bool:
        """Whether the first game had begun."""
        return self.moments[revision].begun > 0


async def read_truth(serving: Serving, made: dict[str, Any]) -> Truth:
    """The truth of a table, from the store of a server."""
    store, table = serving.services.store, made["terms"]["id"]

    async def read() -> tuple[StoredTable, list[ChangeRow], list[ChatLine]]:
        stored = await store.table(table)
        assert stored is not None
        return stored, await changes_of(store, table), await store.lines(table, 0, 10_000)

    return Truth(made, *serving.run(read()))


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
