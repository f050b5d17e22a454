"""The web app follows a table as the server has it: every event there is, from every seat, on walks of any commands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple, get_args

import msgspec

from tests.conftest import SOAK
from tests.kit.node import answers
from tests.kit.table_walk import Walk
from tilery.server.room.sight import Happening, game_seen, moves_seen, position
from tilery.server.table.change import Change
from tilery.server.table.events import SeatsClosed
from tilery.server.table.messages import VERSION, PresenceMessage, StateMessage
from tilery.server.table.seen import SeenEvent, public
from tilery.server.table.standing import OnlineTable
from tilery.server.table.terms import public_terms

WALKS = 400 if SOAK else 48
STEPS = 200
UNSEEN = ("seat", "revision", "passes")  # what the app does not count
SPECTATOR, SEES_RACKS = (None, False), (None, True)


class Seen(NamedTuple):
    """A walk from one seat: its first state, what was told after it, and the table and game that it came to."""

    state: dict[str, Any]
    changes: list[dict[str, Any]]
    wanted: list[dict[str, Any]]


def walked(seed: int) -> Iterator[tuple[OnlineTable, Change, OnlineTable]]:
    walk = Walk(seed)
    for _ in range(STEPS):
        before = walk.table
        walk.step()
        if walk.table is not before:
            assert walk.change is not None
            yield before, walk.change, walk.table


def state_of(table: OnlineTable, seat: int | None, racks: bool) -> dict[str, Any]:
    """What a connection is told first."""
    terms = msgspec.structs.replace(public_terms(table.terms), spectators="racks" if racks else "table")
    message = StateMessage(
        version=VERSION,
        revision=table.revision,
        now=0.0,
        you=seat,
        terms=terms,
        table=public(table),
        game=game_seen(table.game, seat, racks),
        draft=None,
        position=position(table.game),
        lines=(),
        present=PresenceMessage((), 0),
        behind=30 if racks else 0,
        before=str(table.latest.before),
        moves=moves_seen(table.latest, seat, racks),
    )
    return dict(msgspec.json.decode(msgspec.json.encode(message)))


def known(table: OnlineTable, seat: int | None, racks: bool) -> dict[str, Any]:
    """What the app is to know afterwards."""
    state = state_of(table, seat, racks)
    return {"table": state["table"], "game": counted(state["game"]), "moves": state["moves"]}


def counted(game: dict[str, Any] | None) -> dict[str, Any] | None:
    """A game without what the app doesn't count; a first state has that too."""
    return game and {name: value for name, value in game.items() if name not in UNSEEN}


def closes_seats(change: Change) -> bool:
    return any(isinstance(event, SeatsClosed) for event in change.events)


def followed(seed: int) -> Iterator[Seen]:
    """A walk as each seat and both sorts of spectators follow it; whose seat is numbered anew gets a whole state."""
    steps = list(walked(seed))
    seats = min(len(table.seats) for _, _, table in steps)
    for seat, racks in (SPECTATOR, SEES_RACKS, *((seat, False) for seat in range(seats))):
        first, rest = steps[0][0], steps
        if seat is not None:
            closed = [number for number, (_, change, _) in enumerate(steps) if closes_seats(change)]
            rest = steps[closed[-1] + 1 :] if closed else steps
            first = rest[0][0] if rest else first
        changes = [msgspec.json.decode(Happening(change, after).seen_by(seat, racks)) for _, change, after in rest]
        yield Seen(state_of(first, seat, racks), changes, [known(after, seat, racks) for _, _, after in rest])


def test_the_app_follows_every_event_from_every_seat_to_the_table_as_it_is() -> None:
    walks = [seen for seed in range(WALKS) for seen in followed(seed)]
    said = answers(({"state": seen.state, "changes": seen.changes} for seen in walks), "fold.js")
    for seen, answer in zip(walks, said, strict=True):
        for change, own, wanted in zip(seen.changes, answer, seen.wanted, strict=True):
            assert own is not None, f"the app did not come to the position of {change}"
            assert {**own, "game": counted(own["game"])} == wanted, change
    told = Counter(event["event"] for seen in walks for change in seen.changes for event in change["events"])
    assert set(told) == {str(kind.__struct_config__.tag) for kind in get_args(SeenEvent)}, "the walks miss events"
