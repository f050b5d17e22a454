"""Positions of real tables, solved over HTTP."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tests.kit.online import PATIENCE
from tests.kit.served import RELAXED, code_of, guest, served, settings_in
from tilery.notation import Table, Tiles
from tilery.rules.edition import edition
from tilery.server.http.errors import ProblemError
from tilery.server.http.limits import Limiter
from tilery.server.http.solving import PositionAsked, SolvingDesk
from tilery.server.room.solving import Answered, Solved
from tilery.server.room.work import BusyError, Work
from tilery.server.settings import Limits, Rate
from tilery.solver import Question

VECTORS = Path(__file__).parents[2] / "vectors/positions.jsonl"


def solve(client: httpx.Client, **asked: Any) -> Solved:
    answer = client.post("/api/solve", json=asked, timeout=PATIENCE)
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=Solved)


def test_the_best_play_is_the_solvers_and_its_moves_lead_there(ann: httpx.Client) -> None:
    for line in VECTORS.read_text(encoding="utf-8").splitlines()[::20]:
        data = json.loads(line)
        opened = not data["opening"]
        told = solve(ann, opened=opened, **{key: data[key] for key in ("edition", "tile_set", "table", "rack")})
        rules = edition(data["edition"]).rules(data["tile_set"])
        best = Question(rules, Table(data["table"]), Tiles(data["rack"]), opened=opened).best()
        assert (best is None) == (not told.plays)
        if best is not None:
            first = told.plays[0]
            assert (first.tiles, first.points, first.goes_out) == (best.tiles, best.value, best.goes_out)
            assert (told.goes_out, told.left) == (best.goes_out, len(Tiles(data["rack"])) - best.tiles)
            after, last = Table(first.table), Table(first.moves[-1].table)
            assert sorted(tiles.sorted() for tiles in last) == sorted(tiles.sorted() for tiles in after)


def test_nobody_needs_to_be_a_guest_and_house_rules_hold(nobody: httpx.Client) -> None:
    asked = {"table": "", "rack": "r8 b8 k8", "opened": False}
    told = solve(nobody, **asked)
    assert [(one.code, one.needed, one.reaches) for one in told.obstacles] == [
        ("opening", 30, 24),
        ("not-opened", 0, 0),
    ]
    assert (told.plays, told.aims, told.left, told.proven) == ((), None, 3, True)
    assert solve(nobody, **asked, house={"opening": 24}).goes_out


def test_a_position_that_cannot_be_is_refused_tile_by_tile(ann: httpx.Client) -> None:
    answer = ann.post("/api/solve", json={"table": "r4 r5 r7 | b8 k8 y8", "rack": "b8 b8 x1 k1"})
    assert code_of(answer, 422) == "position"
    told = answer.json()["position"]
    assert [(one["code"], one["where"], one.get("set", 0), one.get("tile", 0)) for one in told] == [
        ("illegal-set", "table", 1, 0),
        ("unreadable", "rack", 0, 3),
        ("too-many-copies", "rack", 0, 2),
    ]
    assert (told[2]["given"], told[2]["count"], told[2]["most"]) == ("b8", 3, 2)


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"edition": "chess"}, "edition"),
        ({"tile_set": "twist"}, "tile-set"),
        ({"house": {"gravity": 9}}, "rules"),
        ({"rack": 7}, "invalid"),
        ({"more": 7}, "invalid"),
        ({"rack": "k1 " * 1_500}, "position"),
        ({"drawn": "k1"}, "position"),
    ],
)
def test_what_cannot_be_asked_is_refused(ann: httpx.Client, wanted: dict[str, Any], code: str) -> None:
    assert code_of(ann.post("/api/solve", json={"table": "", "rack": "k1", **wanted}), 422) == code


@pytest.mark.parametrize("name", ["solving_per_guest", "solving_per_address"])
def test_the_processors_time_is_paid_for(tmp_path: Path, name: str) -> None:
    tight = msgspec.structs.replace(RELAXED, **{name: Rate(1, 1)})
    with served(settings_in(tmp_path, limits=tight)) as url, guest(url) as client:
        solve(client, table="", rack="r1 r2 r3")
        refused = client.post("/api/solve", json={"table": "", "rack": "r1 r2 r3"})
        assert code_of(refused, 429) == "too-often"
        assert int(refused.headers["retry-after"]) >= 1


class SlowWork(Work):
    """Work that is done when the test says so."""

    def __init__(self) -> None:
        super().__init__(1, 1)
        self.begun: list[str] = []
        self.done = asyncio.Event()

    async def run(self, task: Any, *given: Any) -> Any:
        self.begun.append(given[2])
        await self.done.wait()
        if given[2] == "busy":
            raise BusyError("busy", "too many")
        return Answered(given[2].encode(), None, 0.001)


def position(rack: str) -> PositionAsked:
    return edition("sabra").rules(), "", rack, True, ""


async def settled() -> None:
    """Let everything that can go on go on."""
    for _ in range(5):
        await asyncio.sleep(0)


def test_of_one_guests_questions_the_newest_waits_and_another_guest_does_not() -> None:
    async def run() -> None:
        work = SlowWork()
        solving = SolvingDesk(work, Limiter(), Limits())
        asked = []
        for guest_id, rack in (("ann", "r1"), ("ann", "r2"), ("ann", "r3"), ("bo", "r4")):
            asked.append(asyncio.ensure_future(solving.solve("192.0.2.7", guest_id, position(rack))))
            await settled()
        assert work.begun == ["r1", "r4"]
        with pytest.raises(ProblemError) as refused:
            await asked[1]
        assert (refused.value.status, refused.value.headers) == (429, {"retry-after": "1"})
        work.done.set()
        assert [await asked[place] for place in (0, 2, 3)] == [b"r1", b"r3", b"r4"]
        assert await solving.solve("192.0.2.7", "ann", position("r5")) == b"r5"

    asyncio.run(run())


def test_whoever_goes_away_while_waiting_keeps_nobody_waiting() -> None:
    async def run() -> None:
        work = SlowWork()
        solving = SolvingDesk(work, Limiter(), Limits())
        first, second = (
            asyncio.ensure_future(solving.solve("192.0.2.7", None, position(rack))) for rack in ("r1", "r2")
        )
        await settled()
        second.cancel()
        work.done.set()
        assert await first == b"r1"
        assert await solving.solve("192.0.2.7", None, position("r3")) == b"r3"

    asyncio.run(run())


def test_when_too_many_wait_it_says_when_to_come_back() -> None:
    async def run() -> None:
        work = SlowWork()
        work.done.set()
        with pytest.raises(ProblemError) as refused:
            await SolvingDesk(work, Limiter(), Limits()).solve("192.0.2.7", "ann", position("busy"))
        assert (refused.value.status, refused.value.code) == (503, "unavailable")
        assert refused.value.headers == {"retry-after": "2"}

    asyncio.run(run())
