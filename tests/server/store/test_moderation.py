"""Keeping the peace: reports, what operators do about them, and the log of it."""

from __future__ import annotations

from typing import Any

import msgspec

from tests.kit.stored import add_guest, add_table
from tilery.server.store.rows import Act, Guest, Report
from tilery.server.store.store import Store


def report(id: str, at: float = 1.0, by: str = "ann", about: str = "bob", text: str = "rude", **more: Any) -> Report:
    return Report(id, at, "table", by, about, more.pop("kind", "line"), text, **more)


def act(id: str, at: float = 5.0, target: str = "bob", what: str = "warn") -> Act:
    return Act(id, at, "olga", what, target, "why")


async def reported(store: Store, closed: bool = False, about: str | None = None, limit: int = 10) -> list[str]:
    """The ids of what was reported."""
    return [each.id for each in await store.reports(closed, about, limit)]


async def test_a_line_of_chat_is_found_with_who_said_it(store: Store) -> None:
    await add_table(store, guests=("ann", "bob"))
    await add_table(store, "other", guests=("ann", "bob"))
    await store.say("table", 1.0, 0, "hello")
    await store.say("table", 2.0, 1, "rude")
    await store.say("other", 2.0, 0, "elsewhere")
    assert await store.line("table", 2) == ("bob", "rude")
    assert await store.line("other", 1) == ("ann", "elsewhere")
    assert await store.line("table", 3) is None
    await store.delete_guest("bob", 3.0)
    assert await store.line("table", 2) is None


async def test_a_report_is_kept_as_it_was_made_and_once(store: Store) -> None:
    first = report("1", note="look at this")
    assert await store.add_report(first)
    assert await store.reports(False, None, 10) == [first]
    assert await store.add_report(report("2", at=2.0)) is False
    others: list[dict[str, Any]] = [{"by": "eve"}, {"about": "eve"}, {"kind": "name"}, {"text": "ruder"}]
    for number, another in enumerate(others, 3):
        assert await store.add_report(report(str(number), **another))
    assert len(await store.reports(False, None, 10)) == 5


async def test_what_was_dealt_with_may_be_reported_again(store: Store) -> None:
    await store.add_report(report("1"))
    assert await store.close_report("1", act("a", at=4.0))
    assert await store.add_report(report("2"))


async def test_reports_are_given_newest_first_open_or_all_of_one_guest_or_of_everybody(store: Store) -> None:
    for id, at, about in (
        ("1", 1.0, "bob"),
        ("2", 3.0, "eve"),
        ("3", 2.0, "bob"),
        ("5", 4.0, "cem"),
        ("4", 4.0, "dee"),
    ):
        await store.add_report(report(id, at, about=about, text=id))
    await store.close_report("3", act("a"))
    assert await reported(store) == ["4", "5", "2", "1"]
    assert await reported(store, closed=True) == ["4", "5", "2", "3", "1"]
    assert await reported(store, limit=2) == ["4", "5"]
    assert await reported(store, about="bob") == ["1"]
    assert await reported(store, closed=True, about="bob") == ["3", "1"]


async def test_a_report_is_closed_once_and_that_is_logged(store: Store) -> None:
    await store.add_report(report("1"))
    await store.add_report(report("2", text="ruder"))
    assert not await store.close_report("3", act("a"))
    assert await store.close_report("1", act("b", at=7.0, target="1", what="close"))
    assert not await store.close_report("1", act("c"))
    assert await store.acts(None, 10) == [act("b", at=7.0, target="1", what="close")]
    assert [(each.id, each.closed) for each in await store.reports(True, None, 10)] == [("1", 7.0), ("2", None)]


async def test_a_sanction_changes_one_guest_and_is_logged(store: Store) -> None:
    await add_guest(store, "ann")
    await add_guest(store, "bob")
    ann, bob = await store.guest("ann"), await store.guest("bob")
    assert bob is not None
    changed = msgspec.structs.replace(bob, banned=9.0, silenced=8.0, warning="be kind")
    assert await store.sanction("bob", {"banned": 9.0, "silenced": 8.0, "warning": "be kind"}, act("a")) == changed
    assert (await store.guest("ann"), await store.guest("bob")) == (ann, changed)
    assert await store.sanction("nobody", {"banned": 9.0}, act("b")) is None
    assert await store.acts(None, 10) == [act("a")]
    await store.clear_warning("bob")
    assert await store.guest("bob") == msgspec.structs.replace(changed, warning="")


async def test_what_operators_did_is_given_newest_first_of_one_or_of_all(store: Store) -> None:
    for id, at, target in (("1", 1.0, "bob"), ("2", 3.0, "eve"), ("4", 5.0, "bob"), ("3", 5.0, "table")):
        await store.log_act(act(id, at, target))
    assert [each.id for each in await store.acts(None, 10)] == ["3", "4", "2", "1"]
    assert [each.id for each in await store.acts(None, 1)] == ["3"]
    assert [each.id for each in await store.acts("bob", 10)] == ["4", "1"]


async def test_the_tables_that_were_used_last_are_given_first_also_those_that_are_over(store: Store) -> None:
    await add_table(store, "old", active=1.0)
    await add_table(store, "over", active=3.0, phase="over")
    await add_table(store, "new", active=2.0)
    assert await store.latest_tables(10) == ["over", "new", "old"]
    assert await store.latest_tables(1) == ["over"]


async def test_who_is_deleted_is_in_no_report_and_acts_do_not_say_to_whom(store: Store) -> None:
    for guest in ("ann", "bob", "eve"):
        await add_guest(store, guest)
    await store.add_report(report("by", by="bob", about="ann"))
    await store.add_report(report("about", by="ann", about="bob"))
    await store.add_report(report("others", by="ann", about="eve"))
    await store.log_act(act("1", target="bob"))
    await store.log_act(act("2", target="eve"))
    await store.delete_guest("bob", 9.0)
    assert [each.id for each in await store.reports(True, None, 10)] == ["others"]
    acts = {each.id: (each.target, each.text) for each in await store.acts(None, 10)}
    assert acts == {"1": ("", ""), "2": ("eve", "why")}


async def test_a_guest_is_unknown_until_it_is_written_down(store: Store) -> None:
    assert await store.sanction("ann", {"silenced": 1.0}, act("a")) is None
    await add_guest(store, "ann")
    assert await store.guest("ann") == Guest("ann", "Ann", 1.0)
