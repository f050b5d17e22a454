"""Turns left in their middle: what is to become of them when their time has run out."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from tests.kit.cluster_of_servers import servers
from tests.kit.live_games import LiveGame, begin
from tests.kit.online import PATIENCE
from tests.kit.stored import changes_of, drafts_of
from tilery.game import TimeOut
from tilery.notation import Table, Tiles
from tilery.rules.overtime import Settlement, Verdict, settle
from tilery.server.store.store import open_store
from tilery.server.table.change import decode_moves

__all__ = ["DAY", "Pending", "all_settled", "check_settled", "leave_all", "race_for_what_is_due"]

DAY = 86_400


class Pending(NamedTuple):
    """What waits at a table when the server dies: after which revision, and how it is to be settled."""

    game: LiveGame
    revision: int
    settled: Settlement | None


async def leave_draft(game: LiveGame) -> Pending:
    """Play until somebody can play, and leave that play on the table with a loose tile beside it."""
    while True:
        mover = game.mover
        assert mover is not None
        best, rack = mover.best(), Tiles(mover.game["rack"])
        if best is not None and len(best.played) < len(rack):
            break
        await game.move()
    loose, before, seen = Tiles(rack.without(best.played)[:1]), Table(mover.game["table"]), mover.game
    draft = Table([*best.table, loose])
    await mover.ask("draft", revision=mover.revision, table=str(draft))
    settled = settle(mover.rules, before, rack, draft, seen["opened"][mover.seat], seen["pool"])
    assert settled.verdict is (Verdict.KEPT if mover.rules.overtime == "keep" else Verdict.RESTORED)
    return Pending(game, mover.revision, settled)


async def leave_turn(game: LiveGame) -> Pending:
    """Leave a turn without having touched anything."""
    return Pending(game, game.people[0].revision, None)


async def leave_bot(game: LiveGame) -> Pending:
    """Leave the turn to the bot, which is slow."""
    while game.mover is not None:
        await game.move()
    return Pending(game, game.people[0].revision, None)


async def leave_all(base: str, each: int) -> list[Pending]:
    """Games of editions that keep and that restore, with drafts, without, and with a bot to move."""
    left, clock = [], {"turn": DAY}
    for number in range(each):
        left.append(await leave_draft(await begin([base], number, edition="sabra", clock=clock)))
        left.append(await leave_draft(await begin([base], number, edition="classic-2015", clock=clock)))
        left.append(await leave_turn(await begin([base], number, clock=clock)))
    left.append(await leave_bot(await begin([base], 0, ("newcomer",), 1, clock=clock)))
    return left


async def all_settled(base: str, left: Sequence[Pending]) -> None:
    """Wait until every table has moved on, without anybody coming to look; and then a little for a second time."""
    async with asyncio.timeout(PATIENCE), httpx.AsyncClient(base_url=base, timeout=PATIENCE) as http:
        for pending in left:
            while (await http.get(f"/api/tables/{pending.game.table}")).json()["revision"] <= pending.revision:
                await asyncio.sleep(0.05)
    await asyncio.sleep(0.5)


async def check_settled(database: str, left: Sequence[Pending]) -> None:
    """Everything that was due was settled once, as the edition says; what came later was asked for by people."""
    async with open_store(database) as store:
        for game, revision, settled in left:
            change, *later = await changes_of(store, game.table, revision)
            (move,) = decode_moves(change.moves)
            assert isinstance(move.action, TimeOut) == (len(game.people) > 1)
            assert change.player is None
            assert all(each.player is not None for each in later)
            if settled is not None:
                event: Any = move.events[0]
                found = (event.verdict, event.table, event.laid, event.taken)
                assert found == (settled.verdict, settled.table, settled.laid, settled.taken)
                assert sum(getattr(event, "count", 0) for event in move.events) == settled.draw


async def race_for_what_is_due(folder: Path, database: str, each: int) -> list[Pending]:
    """Leave turns pending at two servers, kill both, start both once all is due, and see each settled once."""
    async with servers(folder, 2, database=database, channels=database, bot_pause=60.0) as both:
        left = await leave_all(both[0].url, each)
        async with open_store(database) as store:
            for pending in left:
                while pending.settled is not None and not await drafts_of(store, pending.game.table):
                    await asyncio.sleep(0.1)
        for server in both:
            server.kill()
        for pending in left:
            await pending.game.close()
        for server in both:
            server.start(ahead=DAY + 60, bot_pause=0.0)
        for server in both:
            await server.ready()
        await all_settled(both[0].url, left)
    await check_settled(database, left)
    return left
