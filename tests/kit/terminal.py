"""A terminal that people play at, without people: scripted answers, and a newcomer who plays what the screen shows."""

from __future__ import annotations

import io
import itertools
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Console

from tilery.errors import TileryError
from tilery.notation import Tiles
from tilery.record import MatchRecord, read_record
from tilery.rules import read

__all__ = ["TILE", "Newcomer", "Terminal", "load"]

TILE = r"(?:[krby]\d{1,2}|[jdcm])"
SET = re.compile(rf"(\d+)[ !] ({TILE}(?: {TILE})*)")


class Terminal:
    """Answers questions from a script, and when that is at its end from ``think``, if there is one."""

    def __init__(self, *script: str, think: Callable[[str, str], str] | None = None) -> None:
        self.script = iter(script)
        self.think = think
        self.file = io.StringIO()
        self.console = Console(file=self.file, width=120, markup=False, highlight=False)
        self.read = 0

    def ask(self, question: str) -> str:
        shown = self.file.getvalue()[self.read :]
        self.read = len(self.file.getvalue())
        self.file.write(question + "\n")
        answer = next(self.script, None)
        if answer is None:
            if self.think is None:
                raise EOFError
            answer = self.think(question, shown)
        return answer

    @property
    def text(self) -> str:
        return self.file.getvalue()


def load(path: Path) -> MatchRecord:
    with path.open(encoding="utf-8") as lines:
        record, error = read_record(lines)
    assert error is None
    assert isinstance(record, MatchRecord)
    return record


class Newcomer:
    """Plays from what the screen shows: new sets, then tiles added to sets, else draws, else passes."""

    def __init__(self) -> None:
        self.plan: list[str] = []
        self.turns = 0

    def __call__(self, question: str, shown: str) -> str:
        if not question.endswith("> "):
            self.plan = []
            return "y" if question.endswith("[y/N] ") else ""
        if not self.plan:
            self.turns += 1
            assert self.turns < 2_000
            self.plan = list(self.lines(shown))
        return self.plan.pop(0)

    def lines(self, shown: str) -> Iterator[str]:
        idle = "draw" if " 0 in the pool" not in shown else "pass"
        if "\n- " in shown or shown.startswith("- "):  # refused
            yield from ("check", idle)
            return
        if "or keep the tile" in shown:
            yield "keep"
            return
        table, _, below = shown.partition("\nTable\n")[2].partition(" on the rack")
        sets = {int(number): Tiles(tiles) for number, tiles in SET.findall(table)}
        rack = Tiles(below.splitlines()[1])
        found: list[str] = []
        worth = 0
        for size in (4, 3):
            for tiles in map(Tiles, itertools.combinations(rack, size)):
                reading = read(tiles, "none")
                if reading and not set(tiles) - set(rack) and len(found) < 5:
                    try:
                        rack = rack.without(tiles)
                    except TileryError:
                        continue
                    found.append(f"new {tiles}")
                    worth += reading.value
        if "opening needs" in below:
            yield from ([*found, "done"] if worth >= 30 else [idle])
            return
        for kind in rack:
            for number, tiles in sets.items():
                if read(Tiles([*tiles, kind]), "none"):
                    sets[number] = Tiles([*tiles, kind])
                    found.append(f"add {kind} to {number}")
                    break
        yield from ([*found, "done"] if found else [idle])
