from __future__ import annotations

import asyncio

import pytest

from tests.kit.stored import add_table, finished, opened, play, standing
from tilery.server.store.rows import ConflictError, Due
from tilery.server.store.store import Draft, Store


async def test_a_table_comes_back_as_it_was_stored(store: Store) -> None:
    row = standing(listed=True, deadline=1e9 + 0.123456, guests=("ann", "bob"), state=bytes(range(256)) * 40)
    await store.add_table(row, opened(guest="ann", command="c1"))
    assert await store.table("table") == row
    assert await store.table("other") is None
    assert await store.changes("table", -1) == [opened(guest="ann", command="c1")]


async def test_a_code_leads_to_a_table_until_it_is_over(store: Store) -> None:
    await add_table(store, "one", code="ABCD")
    with pytest.raises(ConflictError):
        await add_table(store, "two", code="ABCD")
    assert await store.table("two") is None
    assert await store.changes("two", -1) == []
    assert await store.table_by_code("ABCD") == "one"
    await store.append(standing("one", 1, code="ABCD", phase="over"), play("one"))
    assert await store.table_by_code("ABCD") is None
    await add_table(store, "two", code="ABCD")
    assert await store.table_by_code("ABCD") == "two"


async def test_an_id_is_taken_once(store: Store) -> None:
    await add_table(store)
    with pytest.raises(ConflictError):
        await add_table(store, code="OTHER")


async def test_a_change_moves_the_table_on(store: Store) -> None:
    await add_table(store)
    row = standing(revision=1, phase="playing", listed=True, host="bob", deadline=9.5, state=b'{"n": 1}')
    change = play(guest="ann", command="c1")
    await store.append(row, change)
    assert await store.table("table") == row
    assert await store.changes("table", 0) == [change]
    await store.append(standing(revision=2), play(revision=2, seat=None, game=None, moves=b"[]"))
    assert [change.revision for change in await store.changes("table", -1)] == [0, 1, 2]
    assert [change.revision for change in await store.changes("table", 0, limit=1)] == [1]


@pytest.mark.parametrize("revision", [0, 1, 3])
async def test_a_revision_cannot_be_skipped_or_taken_twice(store: Store, revision: int) -> None:
    await add_table(store)
    await store.append(standing(revision=1), play(revision=1))
    with pytest.raises(ConflictError):
        await store.append(standing(revision=revision, state=b"lost"), play(revision=revision))
    table = await store.table("table")
    assert table is not None
    assert (table.revision, table.state) == (1, b"{}")
    assert len(await store.changes("table", -1)) == 2


async def test_nothing_is_appended_to_a_table_that_is_not_there(store: Store) -> None:
    with pytest.raises(ConflictError):
        await store.append(standing("ghost", 1), play("ghost"))
    assert await store.changes("ghost", -1) == []


async def test_of_twenty_who_append_at_one_revision_exactly_one_wins(store: Store) -> None:
    await add_table(store)
    for revision in range(1, 6):
        tries = (
            store.append(standing(revision=revision, state=str(n).encode()), play(revision=revision, command=f"{n}"))
            for n in range(20)
        )
        outcomes = await asyncio.gather(*tries, return_exceptions=True)
        assert outcomes.count(None) == 1
        assert sum(isinstance(outcome, ConflictError) for outcome in outcomes) == 19
        table = await store.table("table")
        (change,) = await store.changes("table", revision - 1)
        assert table is not None
        assert table.state.decode() == change.command == str(outcomes.index(None))


async def test_a_command_is_carried_out_once_and_can_be_looked_up(store: Store) -> None:
    await add_table(store)
    await store.append(standing(revision=1), play(guest="ann", command="c1"))
    with pytest.raises(ConflictError):
        await store.append(standing(revision=2), play(revision=2, guest="ann", command="c1"))
    table = await store.table("table")
    assert table is not None
    assert table.revision == 1
    await store.append(standing(revision=2), play(revision=2, guest="bob", command="c1"))
    assert await store.command("table", "ann", "c1") == 1
    assert await store.command("table", "bob", "c1") == 2
    assert await store.command("table", "ann", "c2") is None
    assert await store.command("other", "ann", "c1") is None


async def test_changes_without_a_command_are_never_the_same(store: Store) -> None:
    await add_table(store)
    for revision in range(1, 4):
        await store.append(standing(revision=revision), play(revision=revision, guest="ann"))
    assert len(await store.changes("table", 0)) == 3


async def test_the_changes_of_a_game_are_found_by_it(store: Store) -> None:
    await add_table(store)
    for revision, game in enumerate(("a", "a", None, "b"), start=1):
        await store.append(standing(revision=revision), play(revision=revision, game=game))
    assert [change.revision for change in await store.changes_of_game("a")] == [1, 2]
    assert [change.revision for change in await store.changes_of_game("b")] == [4]


async def test_who_sits_down_and_who_leaves_is_kept_up_to_date(store: Store) -> None:
    await add_table(store)
    await store.append(standing(revision=1, guests=("ann", "bob")), play())
    assert [table.id for table in await store.tables_of("bob", 10)] == ["table"]
    await store.append(standing(revision=2, guests=("bob",)), play(revision=2))
    assert await store.tables_of("ann", 10) == []
    (table,) = await store.tables_of("bob", 10)
    assert table.guests == ("bob",)
    await store.append(standing(revision=3, guests=()), play(revision=3))
    assert await store.tables_of("bob", 10) == []


async def test_a_game_ends_with_the_change_that_ended_it_or_not_at_all(store: Store) -> None:
    await add_table(store)
    await store.append(standing(revision=1), play(), finished())
    with pytest.raises(ConflictError):
        await store.append(standing(revision=2), play(revision=2), finished(number=2))  # the game's id is taken
    table = await store.table("table")
    assert table is not None
    assert table.revision == 1
    with pytest.raises(ConflictError):
        await store.append(standing(revision=1), play(), finished("another", number=2))
    assert await store.game("another") is None


async def test_tables_are_due_when_their_deadline_has_come(store: Store) -> None:
    await add_table(store, "later", deadline=30.0)
    await add_table(store, "second", deadline=20.0)
    await add_table(store, "first", deadline=10.0)
    await add_table(store, "never")
    await add_table(store, "over", deadline=5.0, phase="over")
    assert await store.due(20.0, 10) == [Due("first", 0), Due("second", 0)]
    assert await store.due(20.0, 1) == [Due("first", 0)]
    await store.append(standing("first", 1, deadline=40.0), play("first"))
    assert await store.due(35.0, 10) == [Due("second", 0), Due("later", 0)]


async def test_revisions_are_asked_for_many_tables_at_once(store: Store) -> None:
    await add_table(store, "one")
    await add_table(store, "two")
    await store.append(standing("two", 1), play("two"))
    asked = ["one", "two", *(f"missing-{n}" for n in range(1200))]
    assert await store.revisions(asked) == {"one": 0, "two": 1}
    assert await store.revisions([]) == {}


async def test_open_tables_that_gather_are_listed_newest_first(store: Store) -> None:
    await add_table(store, "old", listed=True, created=1.0)
    await add_table(store, "new", listed=True, created=2.0)
    await add_table(store, "invited", listed=False)
    await add_table(store, "begun", listed=True, phase="playing")
    assert [table.id for table in await store.listed(10)] == ["new", "old"]
    assert [table.id for table in await store.listed(1)] == ["new"]


async def test_a_guests_tables_come_latest_active_first_without_those_over(store: Store) -> None:
    await add_table(store, "quiet", active=1.0)
    await add_table(store, "busy", active=5.0)
    await add_table(store, "over", phase="over")
    await add_table(store, "hers", guests=("bob",))
    assert [table.id for table in await store.tables_of("ann", 10)] == ["busy", "quiet"]
    assert [table.id for table in await store.tables_of("ann", 1)] == ["busy"]


async def test_tables_nobody_uses_are_idle(store: Store) -> None:
    await add_table(store, "long", active=1.0)
    await add_table(store, "short", active=2.0)
    await add_table(store, "not", active=3.0)
    await add_table(store, "over", active=1.0, phase="over")
    assert await store.idle(3.0, 10) == ["long", "short"]
    assert await store.idle(3.0, 1) == ["long"]


async def test_only_tables_over_without_a_finished_game_are_forgotten(store: Store) -> None:
    for id in ("empty", "played", "recent", "going"):
        await add_table(store, id)
    await store.append(standing("empty", 1, phase="over"), play("empty"))
    await store.append(standing("played", 1, phase="over"), play("played"), finished("g", table="played"))
    await store.append(standing("recent", 1, phase="over"), play("recent", at=900.0))
    await store.say("empty", 1.0, "ann", "Ann", "nobody here?")
    await store.save_drafts([("empty", 0, 1, "draft")])
    assert await store.forget_tables(500.0, 10) == 1
    assert await store.table("empty") is None
    assert await store.changes("empty", -1) == []
    assert await store.lines("empty", 0, 10) == []
    assert await store.drafts("empty") == []
    assert await store.tables_of("ann", 10) != []
    assert len(await store.changes("played", -1)) == 2
    assert await store.revisions(["played", "recent", "going"]) == {"played": 1, "recent": 1, "going": 0}
    assert await store.forget_tables(500.0, 10) == 0


async def test_a_draft_is_for_the_revision_it_was_made_at(store: Store) -> None:
    await add_table(store)
    await store.save_drafts([("table", 0, 0, "first"), ("table", 1, 0, "hers")])
    await store.save_drafts([("table", 0, 0, "second")])
    assert await store.draft("table", 0, 0) == "second"
    assert await store.draft("table", 0, 1) is None
    assert await store.drafts("table") == [Draft("table", 0, 0, "second"), Draft("table", 1, 0, "hers")]


async def test_a_late_draft_does_not_replace_a_newer_one(store: Store) -> None:
    await store.save_drafts([("table", 0, 5, "new")])
    await store.save_drafts([("table", 0, 4, "old")])
    assert await store.draft("table", 0, 5) == "new"
    await store.save_drafts([])


async def test_a_move_ends_all_drafts_of_its_table_and_chatter_none(store: Store) -> None:
    await add_table(store, "table")
    await add_table(store, "other")
    await store.save_drafts([("table", 0, 0, "mine"), ("other", 0, 0, "theirs")])
    await store.append(standing(revision=1), play(moves=b"[]"))
    assert await store.drafts("table") != []
    await store.append(standing(revision=2), play(revision=2))
    assert await store.drafts("table") == []
    assert await store.draft("other", 0, 0) == "theirs"


async def test_many_drafts_from_many_sides_are_saved_at_once(store: Store) -> None:
    rounds = ([(f"t{n}", 0, 0, f"{who}") for n in range(50)] for who in range(10))
    await asyncio.gather(*(store.save_drafts(one) for one in rounds))
    assert all([await store.draft(f"t{n}", 0, 0) for n in range(50)])


async def test_a_command_says_one_line_however_often_it_is_sent(store: Store) -> None:
    await add_table(store, "one")
    first = await store.say("one", 1.0, "ann", "Ann", "hello", command="c1")
    assert await store.say("one", 2.0, "ann", "Ann", "hello", command="c1") == first
    assert (await store.say("one", 3.0, "bob", "Bob", "hi", command="c1")).number == 2
    assert len(await store.lines("one", 0, 10)) == 2


async def test_chat_lines_are_numbered_from_one_at_every_table(store: Store) -> None:
    await add_table(store, "one")
    await add_table(store, "two")
    said = await asyncio.gather(*(store.say("one", float(n), "ann", "Ann", f"line {n}") for n in range(20)))
    assert sorted(line.number for line in said) == list(range(1, 21))
    assert (await store.say("two", 1.0, "bob", "Bob", "👋", emote=True)).number == 1
    (line,) = await store.lines("two", 0, 10)
    assert line.emote
    assert await store.lines("one", 0, 50) == sorted(said, key=lambda line: line.number)
    assert [line.number for line in await store.lines("one", 0, 3)] == [18, 19, 20]
    assert [line.number for line in await store.lines("one", 18, 10)] == [19, 20]


async def test_a_number_is_not_given_again_when_its_line_is_gone(store: Store) -> None:
    await add_table(store)
    await store.say("table", 1.0, "ann", "Ann", "delete me")
    await store.delete_guest("ann", 1.0)
    assert (await store.say("table", 2.0, "bob", "Bob", "hm")).number == 2
