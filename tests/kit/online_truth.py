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
    left: frozenset[int]
    agreed: tuple[tuple[str | None, frozenset[str]], ...]
    """Of those who asked to see the racks: who it is, and which guests have let them in."""

    def sees_racks(self, guest: str) -> bool:
        """Whether everybody who sits here has let this guest see the racks."""
        seated = {who for seat, who in enumerate(self.seating) if who not in (None, "bot") and seat not in self.left}
        return bool(seated) and any(who == guest and seated <= agreed for who, agreed in self.agreed)


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
        before = self.moments[-1] if self.moments else Moment(0, [], [], [], None, (), [], 0, 0, frozenset(), ())
        happened, moves = msgspec.json.decode(change.events), msgspec.json.decode(change.moves)
        events = [event for move in moves for event in move["events"]]
        game, begun, ended, entries = before.game, before.begun, before.ended, before.entries
        seating, left, agreed = before.seating, before.left, before.agreed
        for event in happened:
            agreed = self._agreed(agreed, seating, event)
            seating = self._seated(seating, event)
            if event["event"] in ("left", "forgotten"):
                left |= {event["seat"]} if "stand_in" in event else set()
            if event["event"] == "came-back":
                left -= {event["seat"]}
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
        known = (seating, entries, begun, ended, left, agreed)
        self.moments.append(Moment(change.at, happened, moves, events, game, *known))

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

    def _agreed(
        self, before: tuple[Any, ...], seating: tuple[str | None, ...], event: dict[str, Any]
    ) -> tuple[tuple[str | None, frozenset[str]], ...]:
        watchers = list(before)
        who, agreed = watchers[event["watcher"]] if event.get("watcher", 99) < len(watchers) else (None, frozenset())
        seats = {seating[seat] for seat in event["seats"]} if event["event"] in ("let-in", "kept-out") else set()
        match event["event"]:
            case "watch-asked":
                watchers.append((self.people[event["player"]].guest, frozenset()))
            case "let-in":
                watchers[event["watcher"]] = who, agreed | seats
            case "kept-out":
                watchers[event["watcher"]] = who, agreed - seats
            case "watch-ended":
                watchers[event["watcher"]] = None, frozenset()
            case "kicked":
                watchers = [(each, those - {seating[event["seat"]]}) for each, those in watchers]
            case "left" if "stand_in" not in event:
                watchers = [(each, those - {seating[event["seat"]]}) for each, those in watchers]
            case _:
                pass
        return tuple(watchers)

    def may_see_racks(self, guest: str, at: float) -> bool:
        """Whether a guest was let in at this time, or a moment before."""
        ends = [moment.at + 2.0 for moment in self.moments[1:]] + [float("inf")]
        return any(
            moment.at <= at <= end and moment.sees_racks(guest) for moment, end in zip(self.moments, ends, strict=True)
        )

    def seats(self, guest: str, revision: int) -> list[int]:
        """The seats of a guest at a revision."""
        return [number for number, owner in enumerate(self.moments[revision].seating) if owner == guest]

    def playing(self, revision: int) -> bool:
        """Whether a game was being played, and nobody may see another's tiles."""
        game = self.moments[revision].game
        return game is not None and game["result"] is None

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
        "drawn": "",
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
    frees = event.get("frees", False)
    moved = event["event"] in ("played", "drew", "kept", "passed", "settled") and not frees
    if frees:
        game["drawn"] = event["tiles"]
    if moved or (event["event"] == "resigned" and game["turn"] == seat):
        game["drawn"] = ""
        places = len(game["racks"])
        game["turn"] = next(
            place for step in range(1, places + 1)
            if (place := (seat + step) % places) not in game["resigned"] or step == places
        )  # fmt: skip
