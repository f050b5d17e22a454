"""``python -m benchmarks.walks``: how many hops a move, a bot, a time-out, a question and a download take.

A hop is a call from one module of Tilery into another; each pair of modules counts once. What is counted is one real
walk after another walk of the same sort, so that nothing is opened, imported or compiled on the way.
"""

from __future__ import annotations

import asyncio
import io
import sys
import tempfile
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import patch

import httpx

from tests.kit.online import Player, arrive, make_table
from tests.kit.served import serving, settings_in
from tilery.cli import main as tilery


class Tracer:
    """Counts calls between modules of Tilery, in every thread, while a walk is on."""

    def __init__(self) -> None:
        self.on = False
        self.hops: set[tuple[str, str]] = set()
        self.depth = 0

    def __call__(self, frame: FrameType, event: str, arg: Any) -> None:
        if not self.on or event != "call" or not _module(frame):
            return
        callers = [name for name in _callers(frame.f_back) if name]
        self.depth = max(self.depth, 1 + len(callers))
        if callers and callers[0] != _module(frame):
            self.hops.add((callers[0], _module(frame)))

    @contextmanager
    def walk(self, name: str, shown: bool) -> Iterator[None]:
        """Count what is done inside."""
        self.hops, self.depth, self.on = set(), 0, True
        try:
            yield
        finally:
            self.on = False
            if shown:
                modules = {module for hop in self.hops for module in hop}
                print(f"{name:22} {len(self.hops):4} hops {len(modules):4} modules {self.depth:4} deep")
                if "-v" in sys.argv:
                    print(*(f"    {a} -> {b}" for a, b in sorted(self.hops)), sep="\n")


def _module(frame: FrameType) -> str:
    name = str(frame.f_globals.get("__name__", ""))
    return name if name.startswith("tilery.") else ""


def _callers(frame: FrameType | None) -> Iterator[str]:
    while frame is not None:
        yield _module(frame)
        frame = frame.f_back


async def _online(url: str, trace: Tracer) -> str:
    """Walks at a table; the id of its first game."""
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        ann, bo = await arrive(http, "Ann"), await arrive(http, "Bo")
        shown = await make_table(http, ann, seats=["me", "open", "casual"], clock={"turn": 5})
        first, second = Player(ann, shown["terms"]["id"]), Player(bo, shown["terms"]["id"])
        await first.open()
        await second.open()
        await second.ask("sit")
        await second.ask("ready")
        await first.ask("ready")
        players = {0: first, 1: second}

        async def turns(until: Callable[[int], bool], act: Callable[[Player], Awaitable[object]]) -> None:
            while not until(_turn(first)):
                await _passes(first, act(players[_turn(first)]) if _turn(first) in players else None)

        async def draws(player: Player) -> None:
            await player.ask("draw", revision=player.revision)

        for shown_now in (False, True):
            await turns(lambda turn: turn == 0, draws)
            with trace.walk("a move online", shown_now):
                await _passes(first, draws(first))
                await asyncio.sleep(0.2)
            await turns(lambda turn: turn == 2, draws)
            with trace.walk("a bot's turn online", shown_now):
                await _passes(first, None)
                await asyncio.sleep(0.2)
            await turns(lambda turn: turn == 0, draws)
            await asyncio.sleep(4.5)
            with trace.walk("a time-out online", shown_now):
                await _passes(first, None)
                await asyncio.sleep(0.2)
        await first.ask("resign")
        await second.ask("resign")
        await _over(first)
        game = str(first.state["table"]["game"])
        for shown_now in (False, True):
            with trace.walk("download", shown_now):
                answer = await http.get(f"/api/games/{game}/record", headers=ann.headers())
                answer.raise_for_status()
        await first.close()
        await second.close()
        return answer.text


def _turn(player: Player) -> int:
    game = player.state["game"]
    return -1 if game is None else int(game["turn"])


async def _passes(player: Player, act: Awaitable[object] | None) -> None:
    """Act, and wait until it is somebody else's turn."""
    before = _turn(player)
    if act is not None:
        await act
    async with asyncio.timeout(60), player.moved:
        await player.moved.wait_for(lambda: _turn(player) != before)


async def _over(player: Player) -> None:
    async with asyncio.timeout(60), player.moved:
        await player.moved.wait_for(lambda: player.state["table"]["phase"] == "over")


def _command(trace: Tracer, name: str, *arguments: str) -> None:
    for shown in (False, True):
        with (
            trace.walk(name, shown),
            patch.object(sys, "argv", ["tilery", *arguments]),
            suppress(SystemExit),
            redirect_stdout(io.StringIO()),
        ):
            tilery()


def main() -> None:
    """Walk every walk."""
    trace = Tracer()
    threading.setprofile(trace)
    sys.setprofile(trace)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with serving(settings_in(folder)) as running:
            record = asyncio.run(_online(running.url, trace))
        (folder / "game.jsonl").write_text(record)
        _command(trace, "verify the download", "verify", str(folder / "game.jsonl"))
    _command(trace, "solve", "solve", "--edition", "sabra", "--table", "b4 b5 b6 | r8 k8 y8", "--rack", "b3 b8 k1")


if __name__ == "__main__":
    main()
