"""All that is a guest's own, read in pages: theirs alone, in order, each thing once."""

from __future__ import annotations

from tests.kit.stored import add_guest, add_table, appended, player
from tilery.server.store.export import LooseEnds
from tilery.server.store.rows import Act, Credential, KeptAnswer, Report
from tilery.server.store.store import Store


def act(id: str, target: str = "ann") -> Act:
    return Act(id, 1.0, "op", "warn", target, "why")


def report(id: str, by: str = "ann") -> Report:
    return Report(id, 1.0, "table", by, "bob", "name", f"text {id}")


async def test_what_was_done_to_a_guest_comes_in_pages(store: Store) -> None:
    for id in ("c", "a", "b"):
        await store.log_act(act(id))
    await store.log_act(act("ab", "bob"))
    assert await store.own_acts("ann", "", 2) == [act("a"), act("b")]
    assert await store.own_acts("ann", "b", 2) == [act("c")]
    assert await store.own_acts("ann", "c", 2) == []


async def test_what_a_guest_reported_comes_in_pages(store: Store) -> None:
    for id in ("c", "a", "b"):
        await store.add_report(report(id))
    await store.add_report(report("ab", "bob"))
    assert await store.own_reports("ann", "", 2) == [report("a"), report("b")]
    assert await store.own_reports("ann", "b", 2) == [report("c")]
    assert await store.own_reports("bob", "", 9) == [report("ab", "bob")]


async def test_the_tables_that_know_a_guest_come_in_pages_over_or_not(store: Store) -> None:
    for id in ("one", "three", "two"):
        await add_table(store, id, ("bob", "ann") if id == "two" else ("ann",))
    await add_table(store, "without", ("bob",))
    await store.append(appended("three", phase="over", host=None, players=(player(0, "ann", seated=False),)))
    await store.append(appended("one", players=(player(2, "ann", "Ann 2"),)))
    first = await store.own_tables("ann", ("", 0), 2)
    assert [(each.id, each.player, each.name) for each in first] == [("one", 0, "Ann"), ("one", 2, "Ann 2")]
    assert [each.id for each in await store.own_tables("ann", ("one", 0), 1)] == ["one"]
    rest = await store.own_tables("ann", ("one", 2), 9)
    assert [(each.id, each.phase, each.host, each.seated) for each in (*first[:1], *rest)] == [
        ("one", "gathering", True, True),
        ("three", "over", False, False),
        ("two", "gathering", False, True),
    ]
    assert (first[0].created, first[0].active, first[0].terms) == (100.0, 100.0, b"{}")


async def test_what_a_player_said_comes_in_pages(store: Store) -> None:
    await add_table(store, "table", ("ann", "bob"))
    await add_table(store, "other")
    said = [await store.say("table", float(n), n % 2, f"line {n}") for n in range(6)]
    await store.say("other", 1.0, 0, "elsewhere")
    own = said[::2]
    assert await store.own_lines("table", 0, 0, 2) == own[:2]
    assert await store.own_lines("table", 0, own[1].number, 2) == own[2:]
    assert await store.own_lines("table", 1, 0, 9) == said[1::2]


async def test_loose_ends_are_counted_and_come_with_their_times(store: Store) -> None:
    for guest in ("ann", "bob", "cy"):
        await add_guest(store, guest)
    await store.mute("ann", "bob", True)
    await store.mute("ann", "cy", True)
    await store.mute("bob", "cy", True)
    await store.add_challenge("challenge", "ann", 30.0, 1.0)
    await store.add_challenge("earlier", "ann", 20.0, 1.0)
    await store.add_challenge("his", "bob", 25.0, 1.0)
    await store.add_device_code("code", "ann", 40.0)
    token = Credential("t", "ann", "token", "bot", 1.0)
    await store.add_credential(token, "digest", KeptAnswer("d", "request", "ann", b"", b"", 50.0))
    assert await store.loose_ends("ann") == LooseEnds(2, [40.0], [20.0, 30.0], [50.0])
    assert await store.loose_ends("bob") == LooseEnds(1, [], [25.0], [])
    assert await store.loose_ends("cy") == LooseEnds(0, [], [], [])
