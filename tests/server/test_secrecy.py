"""Every byte that anybody is sent is what they may know, and the check that says so notices a leak."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from tests.kit.online_evenings import Plan, evenings, plan_of, serving_evenings
from tests.kit.online_secrecy import LeakError
from tilery.game import Drew, Event, Game, View, view, view_events
from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules
from tilery.rules.turn import Turn, judge
from tilery.server.room import audience, drafts, sight
from tilery.server.room.audience import said
from tilery.server.room.late import Late
from tilery.server.store.rows import ChatLine
from tilery.server.table import seen
from tilery.server.table.messages import SaidMessage
from tilery.server.table.standing import OnlineTable

SAMPLE = (0, 3, 6, 8, 11, 12, 17, 19, 24)


def test_every_byte_of_an_evening_is_what_its_reader_may_know(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with serving_evenings(tmp_path) as (running, clock):
        found = asyncio.run(evenings(running, clock, [plan_of(seed) for seed in SAMPLE]))
    assert found["games"] >= len(SAMPLE)
    assert found["change"] > 1_000
    assert all(found[what] for what in ("state", "verdict", "refused", "said", "presence", "done"))
    rarer = ("time-out", "resign", "rematch-wanted", "came-back", "stood-in", "paused", "left")
    assert sum(found[f"kind {what}"] > 0 for what in rarer) >= 4
    assert all(found[f"spectators {mode}"] for mode in ("none", "table", "racks"))
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


# The check can fail

QUICK = plan_of(0)._replace(
    shared=False, spectators="table", hints=True, turn=5, games=1, rematch=False, lazy=0.5, quits=0.05
)


def draws(patch: pytest.MonkeyPatch) -> Plan:
    def leak(events: tuple[Event, ...], seat: int | None, *, racks: bool = False) -> tuple[Event, ...]:
        parts = view_events(events, seat, racks=racks)
        return tuple(whole if isinstance(whole, Drew) else part for whole, part in zip(events, parts, strict=True))

    patch.setattr(sight, "view_events", leak)
    patch.setattr(seen, "view_events", leak)
    return QUICK


def a_rack(patch: pytest.MonkeyPatch) -> Plan:
    def leak(game: Game, seat: int | None, *, racks: bool = False) -> View:
        other = 0 if seat is None else (seat + 1) % game.seats
        return msgspec.structs.replace(view(game, seat, racks=racks), rack=game.racks[other])

    patch.setattr(sight, "view", leak)
    return QUICK


def a_rack_by_a_verdict(patch: pytest.MonkeyPatch) -> Plan:
    def leak(rules: Rules, table: Table, rack: Tiles, after: Table, opened: bool, drawn: Tiles) -> Turn:
        return judge(rules, table, rack, after, opened, drawn)._replace(value=len(rack))

    patch.setattr(drafts, "judge", leak)
    return QUICK._replace(seed=3, lazy=0.0, quits=0.0)


def racks_too_early(patch: pytest.MonkeyPatch) -> Plan:
    def early(late: Late) -> float | None:
        return 0.0 if late._waiting else None

    patch.setattr(Late, "next", property(early))
    return QUICK._replace(spectators="racks")


def racks_to_who_was_not_let_in(patch: pytest.MonkeyPatch) -> Plan:
    patch.setattr(audience, "sees_racks", lambda table, guest: True)
    return QUICK._replace(spectators="racks")


def racks_to_every_spectator(patch: pytest.MonkeyPatch) -> Plan:
    seen_by = sight.Happening.seen_by
    patch.setattr(sight.Happening, "seen_by", lambda self, seat, racks=False: seen_by(self, seat, racks=True))
    return QUICK


def words(patch: pytest.MonkeyPatch) -> Plan:
    # What types mean is looked up when they're first read, and kept: not while a name means something else.
    msgspec.json.Decoder(seen.PublicTable)
    msgspec.json.Decoder(seen.SeenEvent)
    patch.setattr("tilery.server.table.seen.bool", str, raising=False)
    return QUICK


def the_secret(patch: pytest.MonkeyPatch) -> Plan:
    patch.setattr("tilery.server.table.seen.commitment", lambda secret: secret)
    return QUICK


def a_guest(patch: pytest.MonkeyPatch) -> Plan:
    def leak(table: OnlineTable, line: ChatLine) -> SaidMessage:
        return msgspec.structs.replace(said(table, line), name=table.people[line.player].guest)

    patch.setattr(audience, "said", leak)
    return QUICK


LEAKS: list[tuple[Callable[[pytest.MonkeyPatch], Plan], str]] = [
    (draws, "events of"),
    (a_rack, "the game in"),
    (a_rack_by_a_verdict, "the verdict"),
    (racks_too_early, "not too early"),
    (racks_to_who_was_not_let_in, "let in"),
    (racks_to_every_spectator, "events of"),
    (words, "words"),
    (the_secret, "a secret before the end|the commitment"),
    (a_guest, "' in"),
]


@pytest.mark.parametrize(("leak", "noticed"), LEAKS, ids=[leak.__name__ for leak, _ in LEAKS])
def test_a_leak_is_noticed(
    leak: Callable[[pytest.MonkeyPatch], Plan], noticed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving_evenings(tmp_path) as (running, clock):
        plan = leak(monkeypatch)
        with pytest.raises(LeakError, match=noticed):
            asyncio.run(evenings(running, clock, [plan]))
