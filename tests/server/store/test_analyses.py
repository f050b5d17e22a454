from __future__ import annotations

import msgspec

from tests.kit.stored import add_table, appended, finished
from tilery.server.store.retention import BEGINNING
from tilery.server.store.rows import AnalysisRow
from tilery.server.store.store import Store

ROW = AnalysisRow("table-1", 1, 300.0, 2.5, 10, 4, b"four turns")


async def add_game(store: Store) -> None:
    await add_table(store)
    await store.append(appended("table", 1, phase="over", finished=finished()))


async def test_of_an_analysis_the_most_is_kept(store: Store) -> None:
    await add_game(store)
    assert await store.analysis("table-1") is None
    more = msgspec.structs.replace(ROW, done=10, body=b"all")
    newer = msgspec.structs.replace(ROW, version=2, done=1, body=b"otherwise")
    for given, kept in ((ROW, ROW), (more, more), (ROW, more), (newer, newer)):
        await store.keep_analysis(given)
        assert await store.analysis("table-1") == kept


async def test_an_analysis_goes_with_its_game(store: Store) -> None:
    await store.keep_analysis(ROW)
    assert await store.analysis("table-1") is None
    await add_game(store)
    await store.keep_analysis(ROW)
    assert (await store.forget_games(1e9, BEGINNING, 10))[0] == 1
    assert await store.analysis("table-1") is None
