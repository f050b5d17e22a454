"""What is kept of a change: events and moves apart, and nobody's name in either."""

from __future__ import annotations

from tests.kit.scene import Scene
from tilery.server.table import commands as ask
from tilery.server.table import events as e
from tilery.server.table.change import decode_events, encode_events
from tilery.server.table.decide import Asking, decide, rename
from tilery.server.table.evolve import evolve
from tilery.server.table.standing import Person, TableStanding, blank, standing_of

SIT = ask.SitCommand(id="1")
PEOPLE = {0: Person("a-guest", "Ann"), 1: Person("b-guest", "Bo")}


def test_events_are_kept_without_names_and_come_back_with_those_still_known() -> None:
    scene = Scene("Ann", "Eve")
    sat = decide(Scene("Ann", seats=("me", "open")).table, Asking("b-guest", "Bo", None, 0.0, "00" * 32), SIT)
    opened = e.Opened(2, "00" * 32, "a-guest", "Ann")
    events = (
        opened,
        *sat,
        *rename(scene.table, "Eve", "Bo"),
        e.Imported(TableStanding(players=2), tuple(PEOPLE.values())),
    )
    kept = encode_events(events)
    assert not any(word in kept for word in (b"guest", b"Ann", b"Bo"))
    assert decode_events(kept, PEOPLE) == events
    first, joined, renamed, imported = decode_events(kept, {0: PEOPLE[0]})
    assert first == opened
    assert isinstance(joined, e.Sat) and (joined.guest, joined.name) == (None, "")
    assert isinstance(renamed, e.Renamed) and renamed.name == ""
    assert isinstance(imported, e.Imported) and imported.people == (PEOPLE[0], Person())
    assert encode_events(decode_events(kept, {})) == kept
    assert b'"name"' not in kept


def test_a_table_of_before_there_were_events_stands_as_it_stood() -> None:
    table = Scene("Ann", "Bo").table
    standing, people = standing_of(table), table.people
    assert evolve(blank(table.terms), e.Imported(standing, people)) == table
