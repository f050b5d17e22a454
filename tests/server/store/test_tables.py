from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection

from tests.kit.stored import (
    add_guest,
    add_table,
    appended,
    changes_of,
    drafts_of,
    finished,
    opened,
    play,
    player,
    standing,
)
from tilery.server.store import tables
from tilery.server.store.rows import ConflictError, DraftRow, Due, Speech, StoredTable, TableRow, TooTalkativeError
from tilery.server.store.store import Store


async def row_of(store: Store, id: str = "table") -> TableRow:
    """A table's row."""
    stored = await store.table(id)
    assert stored is not None
    return stored.row


async def test_a_table_comes_back_as_it_was_stored(store: Store) -> None:
    await add_guest(store)
    row = standing(listed=True, deadline=1e9 + 0.123456, terms=bytes(range(256)) * 40)
    people, change = [player(0), player(1, "ann", "Grandma")], opened(player=0, command="c1")
    await store.add_table(row, people, change)
    assert await store.table("table") == StoredTable(row, [change], people)
    assert await store.table("other") is None


async def test_a_code_leads_to_a_table_until_it_is_over(store: Store) -> None:
    await add_table(store, "one", code="ABCD")
    with pytest.raises(ConflictError):
        await add_table(store, "two", code="ABCD")
    assert await store.table("two") is None
    assert await changes_of(store, "two") == []
    assert await store.table_by_code("ABCD") == "one"
    await store.append(appended("one", phase="over"))
    assert await store.table_by_code("ABCD") is None
    await add_table(store, "two", code="ABCD")
    assert await store.table_by_code("ABCD") == "two"


async def test_an_id_is_taken_once(store: Store) -> None:
    await add_table(store)
    with pytest.raises(ConflictError):
        await add_table(store, code="OTHER")


async def test_a_change_moves_the_table_on(store: Store) -> None:
    await add_table(store)
    await store.append(appended(phase="playing", host=1, deadline=9.5, player=0, command="c1", active=900.0))
    row = standing(revision=1, phase="playing", host=1, deadline=9.5, active=900.0)
    assert await row_of(store) == row
    assert await changes_of(store, "table", 0) == [play(player=0, command="c1")]
    await store.append(appended(revision=2, player=None, events=b"[]", moves=b"[]"))
    assert [change.revision for change in await changes_of(store, "table")] == [0, 1, 2]


@pytest.mark.parametrize("revision", [0, 1, 3])
async def test_a_revision_cannot_be_skipped_or_taken_twice(store: Store, revision: int) -> None:
    await add_table(store)
    await store.append(appended())
    for lost in (appended(revision=revision, events=b"lost"), appended(revision=revision, players=(player(7),))):
        with pytest.raises(ConflictError):
            await store.append(lost)
    stored = await store.table("table")
    assert stored is not None
    assert (stored.row.revision, len(stored.changes), len(stored.players)) == (1, 2, 1)


async def test_nothing_is_appended_to_a_table_that_is_not_there(store: Store) -> None:
    with pytest.raises(ConflictError):
        await store.append(appended("ghost"))
    assert await store.news("ghost", -1) is None


async def test_of_twenty_who_append_at_one_revision_exactly_one_wins(store: Store) -> None:
    await add_table(store)
    for revision in range(1, 6):
        tries = (store.append(appended(revision=revision, command=f"{n}", player=0)) for n in range(20))
        outcomes = await asyncio.gather(*tries, return_exceptions=True)
        assert outcomes.count(None) == 1
        assert sum(isinstance(outcome, ConflictError) for outcome in outcomes) == 19
        (change,) = await changes_of(store, "table", revision - 1)
        assert change.command == str(outcomes.index(None))


async def test_a_command_is_carried_out_once_and_can_be_looked_up(store: Store) -> None:
    await add_table(store)
    await store.append(appended(player=0, command="c1"))
    with pytest.raises(ConflictError):
        await store.append(appended(revision=2, player=0, command="c1"))
    assert await store.revisions(["table"]) == {"table": 1}
    await store.append(appended(revision=2, player=1, command="c1"))
    assert await store.command("table", 0, "c1") == 1
    assert await store.command("table", 1, "c1") == 2
    assert await store.command("table", 0, "c2") is None
    assert await store.command("other", 0, "c1") is None


async def test_changes_without_a_command_are_never_the_same(store: Store) -> None:
    await add_table(store)
    for revision in range(1, 4):
        await store.append(appended(revision=revision, player=0))
    assert len(await changes_of(store, "table", 0)) == 3


async def test_what_happened_before_a_snapshot_is_read_by_nobody(store: Store) -> None:
    await add_table(store)
    await store.append(appended())
    await store.append(appended(revision=2, snapshot=b"as it was at 1"))
    await store.append(appended(revision=3))
    stored = await store.table("table")
    assert stored is not None
    assert (stored.row.snapshot, stored.row.snapped) == (b"as it was at 1", 1)
    assert stored.changes == [play(revision=2), play(revision=3)]
    looked = await store.table("table", moves=False)
    assert looked is not None
    assert looked.changes == [replace(change, moves=b"[]") for change in stored.changes]


async def test_who_comes_goes_and_is_renamed_is_kept_up_to_date(store: Store) -> None:
    await add_table(store)
    await add_guest(store, "bob")
    await store.append(appended(players=(player(1, "bob"),)))
    assert [table.row.id for table in await store.tables_of("bob", 10)] == ["table"]
    await store.append(appended(revision=2, players=(player(0, "ann", seated=False), player(1, "bob", "Robert"))))
    assert await store.tables_of("ann", 10) == []
    (table,) = await store.tables_of("bob", 10)
    assert table.players == [player(0, "ann", seated=False), player(1, "bob", "Robert")]
    assert await store.tables_seated("bob") == ["table"]
    await store.say("table", 1.0, 1, "hello")
    await store.append(appended(revision=3, players=(player(1, None, ""),), player=1, command="c"))
    assert await store.tables_of("bob", 10) == []
    assert await store.tables_seated("bob") == []
    stored = await store.table("table")
    assert stored is not None
    assert [row.player for row in stored.players] == [0]
    assert [change.command for change in stored.changes] == [None] * 4
    assert await store.lines("table", 0, 10) == []


async def test_news_are_what_happened_since_and_who_is_who(store: Store) -> None:
    await add_table(store)
    assert await store.news("table", 0) == ([], [])
    await store.append(appended())
    assert await store.news("table", 0) == ([play()], [player()])
    assert await store.news("nowhere", 0) is None


async def test_a_game_ends_with_the_change_that_ended_it_or_not_at_all(store: Store) -> None:
    await add_table(store)
    await store.append(appended(finished=finished()))
    with pytest.raises(ConflictError):
        await store.append(appended(revision=2, finished=finished(number=2)))  # the game's id is taken
    assert await store.revisions(["table"]) == {"table": 1}
    with pytest.raises(ConflictError):
        await store.append(appended(finished=finished("another", number=2)))
    assert await store.game("another") is None


async def test_somebody_looks_when_the_first_deadline_since_the_last_look_has_come(store: Store) -> None:
    await add_table(store, "later", deadline=30.0)
    await add_table(store, "second", deadline=20.0)
    await add_table(store, "first", deadline=10.0)
    await add_table(store, "never")
    await add_table(store, "over", deadline=5.0, phase="over")
    assert await store.due(20.0, 10) == [Due("first", 0), Due("second", 0)]
    assert await store.due(20.0, 1) == [Due("first", 0)]
    await store.append(appended("first", deadline=40.0))
    assert await store.due(15.0, 10) == [Due("first", 1)]  # too early, but never too late
    await store.look_again("first", 1, 40.0)
    assert await store.due(35.0, 10) == [Due("second", 0), Due("later", 0)]
    await store.append(appended("later", deadline=4.0))
    assert await store.due(4.0, 10) == [Due("later", 1)]
    await store.look_again("later", 0, None)  # something happened meanwhile: the look was in vain
    assert await store.due(4.0, 10) == [Due("later", 1)]
    await store.look_again("later", 1, None)
    assert await store.due(4.0, 10) == []
    await store.append(appended("never", deadline=3.0))
    assert await store.due(4.0, 10) == [Due("never", 1)]


async def test_a_table_is_active_to_the_minute_when_a_person_does_something(store: Store) -> None:
    await add_table(store, active=100.0)
    for revision, (when, active) in enumerate([(160.0, 100.0), (None, 100.0), (161.0, 161.0), (150.0, 161.0)], start=1):
        await store.append(appended(revision=revision, active=when))
        assert (await row_of(store)).active == active


async def test_revisions_are_asked_for_many_tables_at_once(store: Store) -> None:
    await add_table(store, "one")
    await add_table(store, "two")
    await store.append(appended("two"))
    asked = ["one", "two", *(f"missing-{n}" for n in range(1200))]
    assert await store.revisions(asked) == {"one": 0, "two": 1}
    assert await store.revisions([]) == {}


async def test_open_tables_that_gather_are_listed_newest_first(store: Store) -> None:
    await add_table(store, "old", listed=True, created=1.0)
    await add_table(store, "new", listed=True, created=2.0)
    await add_table(store, "invited", listed=False)
    await add_table(store, "begun", listed=True, phase="playing")
    assert [table.row.id for table in await store.listed(10)] == ["new", "old"]
    assert [table.row.id for table in await store.listed(1)] == ["new"]


async def test_a_guests_tables_come_latest_active_first_without_those_over(store: Store) -> None:
    await add_table(store, "quiet", active=1.0)
    await add_table(store, "busy", active=5.0)
    await add_table(store, "over", phase="over")
    await add_table(store, "hers", guests=("bob",))
    assert [table.row.id for table in await store.tables_of("ann", 10)] == ["busy", "quiet"]
    assert [table.row.id for table in await store.tables_of("ann", 1)] == ["busy"]


async def test_tables_nobody_uses_are_idle(store: Store) -> None:
    await add_table(store, "long", active=1.0)
    await add_table(store, "short", active=2.0)
    await add_table(store, "not", active=3.0)
    await add_table(store, "over", active=1.0, phase="over")
    assert await store.idle(3.0, 10) == ["long", "short"]
    assert await store.idle(3.0, 1) == ["long"]


async def test_a_draft_is_for_the_revision_it_was_made_at(store: Store) -> None:
    await add_table(store)
    second = DraftRow("table", 0, 0, 2, "second")
    await store.save_drafts([DraftRow("table", 0, 0, 1, "first"), DraftRow("table", 1, 0, 1, "hers")])
    await store.save_drafts([second])
    assert await store.draft("table", 0, 0) == second
    assert await store.draft("table", 0, 1) is None
    assert await drafts_of(store, "table") == {0: (0, "second"), 1: (0, "hers")}


@pytest.mark.parametrize(("kept", "late"), [((5, 1), (4, 9)), ((5, 9), (5, 8)), ((5, 2**52), (5, 3)), ((5, 3), (5, 3))])
async def test_a_late_draft_does_not_replace_a_newer_one(
    store: Store, kept: tuple[int, int], late: tuple[int, int]
) -> None:
    new, old = DraftRow("table", 0, *kept, "new"), DraftRow("table", 0, *late, "old")
    await store.save_drafts([new])
    await store.save_drafts([old])
    assert await store.draft("table", 0, 5) == new
    await store.save_drafts([])
    again = DraftRow("table", 0, 6, 1, "next turn")
    await store.save_drafts([again, new, old])
    assert await store.draft("table", 0, 6) == again


async def test_the_drafts_of_a_table_end_with_its_game(store: Store) -> None:
    await add_table(store, "table")
    await add_table(store, "other")
    theirs = DraftRow("other", 0, 0, 1, "theirs")
    await store.save_drafts([DraftRow("table", 0, 0, 1, "mine"), theirs])
    await store.append(appended())
    assert await drafts_of(store, "table") != {}
    await store.append(appended(revision=2, finished=finished()))
    assert await drafts_of(store, "table") == {}
    assert await store.draft("other", 0, 0) == theirs


async def test_drafts_are_saved_few_at_a_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    shares: list[int] = []
    save = tables.save_drafts

    def noted(connection: Connection, saved: Sequence[DraftRow]) -> None:
        shares.append(len(saved))
        save(connection, saved)

    monkeypatch.setattr(tables, "save_drafts", noted)
    await store.save_drafts([DraftRow(f"t{n}", 0, 0, 1, f"{n}") for n in range(60)])
    assert shares == [25, 25, 10]
    assert [await drafts_of(store, f"t{n}") for n in range(60)] == [{0: (0, f"{n}")} for n in range(60)]


async def test_of_drafts_from_many_sides_at_once_the_newest_stays(store: Store) -> None:
    rounds = ([DraftRow(f"t{n}", 0, 0, who, f"{who}") for n in range(50)] for who in range(1, 11))
    await asyncio.gather(*(store.save_drafts(one) for one in rounds))
    assert [(await drafts_of(store, f"t{n}"))[0] for n in range(50)] == [(0, "10")] * 50


async def test_a_command_says_one_line_however_often_it_is_sent(store: Store) -> None:
    await add_table(store, "one", guests=("ann", "bob"))
    first = await store.say("one", 1.0, 0, "hello", command="c1")
    assert await store.say("one", 2.0, 0, "hello", command="c1") == first
    assert (await store.say("one", 3.0, 1, "hi", command="c1")).number == 2
    assert len(await store.lines("one", 0, 10)) == 2


async def test_a_table_takes_so_many_lines_a_minute_and_of_one_player_fewer(store: Store) -> None:
    await add_table(store, "one", guests=("ann", "bob", "cy"))
    await add_table(store, "two", guests=("ann",))
    most = Speech(by_one=3, by_all=5)

    async def say(table: str, at: float, player: int, command: str | None = None) -> bool:
        try:
            await store.say(table, at, player, "hello", command=command, most=most)
        except TooTalkativeError:
            return False
        return True

    assert [await say("one", float(at), 0, f"c{at}") for at in range(4)] == [True, True, True, False]
    assert [await say("one", 5.0, player) for player in (1, 1, 2)] == [True, True, False]
    assert await say("one", 6.0, 0, "c1"), "said before: the line it was"
    assert await say("two", 6.0, 0), "another table has its own count"
    assert not await say("one", 59.9, 0)
    assert await say("one", 60.5, 0), "the first is a minute old"
    assert [line.number for line in await store.lines("one", 0, 9)] == [1, 2, 3, 4, 5, 6], "no number is lost"


async def test_the_count_of_lines_is_right_whoever_speaks_at_once(store: Store) -> None:
    await add_table(store, "one", guests=("ann", "bob"))
    most = Speech(by_one=4, by_all=6)
    many = (store.say("one", 1.0, number % 2, "hello", most=most) for number in range(20))
    said = await asyncio.gather(*many, return_exceptions=True)
    assert sum(not isinstance(each, TooTalkativeError) for each in said) == 6


async def test_chat_lines_are_numbered_from_one_at_every_table(store: Store) -> None:
    await add_table(store, "one")
    await add_table(store, "two")
    said = await asyncio.gather(*(store.say("one", float(n), 0, f"line {n}") for n in range(20)))
    assert sorted(line.number for line in said) == list(range(1, 21))
    assert (await store.say("two", 1.0, 0, "👋", emote=True)).number == 1
    (line,) = await store.lines("two", 0, 10)
    assert line.emote
    assert await store.lines("one", 0, 50) == sorted(said, key=lambda line: line.number)
    assert [line.number for line in await store.lines("one", 0, 3)] == [18, 19, 20]
    assert [line.number for line in await store.lines("one", 18, 10)] == [19, 20]


async def test_a_number_is_not_given_again_when_its_line_is_gone(store: Store) -> None:
    await add_table(store, guests=("ann", "bob"))
    await store.say("table", 1.0, 0, "delete me")
    await store.delete_guest("ann", 1.0)
    assert (await store.say("table", 2.0, 1, "hm")).number == 2
