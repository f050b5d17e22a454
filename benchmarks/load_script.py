"""Scripted tables: four clients each, who draw, play what the solver finds now and then, try drafts and chat."""

from __future__ import annotations

import asyncio
import random
from array import array
from collections import Counter
from collections.abc import Callable
from time import perf_counter
from typing import Literal

import msgspec

from benchmarks.load_line import Line
from tilery.notation import Table, Tiles
from tilery.rules.edition import edition
from tilery.solver import Question

__all__ = ["SEATS", "Doing", "Pace", "Script", "Tally", "at_once", "human"]

SEATS = 4
RULES = edition("sabra").rules()
_PLAYS = 1 / 3
_CHATS = 0.1

Pace = Callable[[random.Random], float]
"""How many seconds the next player thinks."""

Doing = Literal["all", "moves", "drafts"]
"""What players do when it is their turn: move after some drafts, move only, or try drafts for ever."""


def human(rng: random.Random) -> float:
    """A move every ten seconds."""
    return rng.uniform(4, 16)


def at_once(_rng: random.Random) -> float:
    """A move as soon as the last seat has heard of the one before."""
    return 0.0


class Tally:
    """What was measured: seconds from a move to its last seat, from a draft to its verdict, and what went wrong."""

    def __init__(self) -> None:
        self.moves = array("d")
        self.verdicts = array("d")
        self.refused: Counter[str] = Counter()

    def add(self, other: Tally) -> None:
        """What was measured at another time, too."""
        self.moves.extend(other.moves)
        self.verdicts.extend(other.verdicts)
        self.refused += other.refused


class _Told(msgspec.Struct):
    """As much of a message as a script looks at."""

    tell: str
    revision: int = 0
    events: msgspec.Raw = msgspec.Raw(b"[]")
    position: str = ""
    code: str = ""


class _Event(msgspec.Struct):
    event: str
    tiles: str | None = None
    racks: tuple[str | None, ...] = ()
    events: tuple[_Event, ...] = ()


_TOLD = msgspec.json.Decoder(_Told)
_EVENTS = msgspec.json.Decoder(list[_Event])


class Script:
    """One table and the four who play at it. Without a pace they wait."""

    def __init__(self, table: str, seed: int, tally: Tally) -> None:
        self.tally = tally
        self.pace: Pace | None = None
        self._doing: Doing = "all"
        self.began = asyncio.Event()
        self._table = table
        self._rng = random.Random(seed)
        self._lines: list[Line] = []
        self._racks = [Tiles()] * SEATS
        self._opened = [False] * SEATS
        self._revision, self._behind, self._position = 0, 0, ""
        self._mover = 0
        self._over = self._waiting = self._playing = False
        self._sent = self._drafted = 0.0
        self._number = 0

    async def open(self, host: str, port: int, cookies: list[str], source: str | None = None) -> None:
        """Everybody comes, from this address if it matters, sits down and is ready."""
        for seat, cookie in enumerate(cookies):
            path = f"/api/tables/{self._table}/socket"
            self._lines.append(await Line.open(host, port, path, cookie, self._ear(seat), source))
            if seat:
                self._say(seat, "sit", seat=seat)
            self._say(seat, "ready")
        await self.began.wait()

    def close(self) -> None:
        """Everybody goes."""
        self.pace = None
        for line in self._lines:
            line.close()

    @property
    def lost(self) -> int:
        """How many connections the server has ended."""
        return sum(line.lost for line in self._lines)

    def go(self, pace: Pace | None, doing: Doing = "all") -> None:
        """Play at this pace from now on, or wait after the move under way."""
        self.pace, self._doing = pace, doing
        if pace is not None and self._waiting:
            self._turn(pace)

    def ask_for_hints(self) -> None:
        """Everybody asks what they could play; the server starts what thinks, if nothing does yet."""
        for seat in range(SEATS):
            self._say(seat, "hint", revision=self._revision, step=1)

    def _say(self, who: int, do: str, **more: object) -> None:
        self._number += 1
        self._lines[who].say(msgspec.json.encode({"do": do, "id": str(self._number), **more}))

    def _ear(self, seat: int) -> Callable[[bytes], None]:
        return lambda data: self._hear(seat, _TOLD.decode(data))

    def _hear(self, seat: int, told: _Told) -> None:
        if told.tell == "change":
            if seat == self._mover or b'"started"' in bytes(told.events):
                self._learn(seat, told)
            self._arrived(told)
        elif told.tell == "state":
            self._arrived(told)
        elif told.tell == "verdict":
            self.tally.verdicts.append(perf_counter() - self._drafted)
        elif told.tell in ("refused", "closing"):
            self.tally.refused[told.code] += 1

    def _learn(self, seat: int, told: _Told) -> None:
        """What this seat alone is told."""
        # Servers of a9f4b8e and before told the game's events by themselves.
        for event in (each for told_of in _EVENTS.decode(told.events) for each in (told_of, *told_of.events)):
            if event.event == "started":
                self._racks[seat], self._opened[seat] = Tiles(event.racks[seat] or ""), False
                self._over, self._playing = False, True
            elif event.event == "drew" and event.tiles:
                self._racks[seat] = Tiles((*self._racks[seat], *Tiles(event.tiles)))
            elif event.event == "ended":
                self._over, self._playing = True, False

    def _arrived(self, told: _Told) -> None:
        """When the last of the four has heard of a revision, the next move is due."""
        if told.revision > self._revision:
            self._revision, self._behind, self._position = told.revision, SEATS, told.position
        if told.revision == self._revision:
            self._behind -= 1
            if not self._behind:
                self._settled()

    def _settled(self) -> None:
        if self._sent:
            self.tally.moves.append(perf_counter() - self._sent)
            self._sent = 0.0
        if self._over:
            self._over = False
            for seat in range(SEATS):
                self._say(seat, "rematch")
        elif self._playing:
            self.began.set()
            if self.pace is None:
                self._waiting = True
            else:
                self._turn(self.pace)

    def _turn(self, pace: Pace) -> None:
        """Somebody's turn: think, perhaps try some drafts on the way, then move."""
        self._waiting = False
        table, _, pool, turn = self._position.split(" / ")
        self._mover = seat = int(turn)
        best = self._best(seat, table) if self._rng.random() < _PLAYS or pool == "0" else None
        loop, seconds = asyncio.get_running_loop(), pace(self._rng)
        if not seconds:
            self._move(seat, best, pool == "0")
            return
        if self._doing == "moves":
            loop.call_later(seconds, self._move, seat, best, pool == "0")
            return
        drafts = [self._draft(seat, table)] * self._rng.randint(1, 3) + ([best[0]] if best else [])
        if self._doing == "drafts":
            for number, draft in enumerate(drafts, 1):
                loop.call_later(seconds * number, self._try, seat, draft)
            loop.call_later(seconds * len(drafts), self._think_on)
            return
        for number, draft in enumerate(drafts, 1):
            loop.call_later(seconds * number / (len(drafts) + 1), self._try, seat, draft)
        if self._rng.random() < _CHATS:
            loop.call_later(seconds / 10, self._chat, seat)
        loop.call_later(seconds, self._move, seat, best, pool == "0")

    def _think_on(self) -> None:
        """The same turn goes on, or waits where all are to wait."""
        if self.pace is None:
            self._waiting = True
        else:
            self._turn(self.pace)

    def _best(self, seat: int, table: str) -> tuple[str, Tiles] | None:
        found = Question(RULES, Table(table), self._racks[seat], opened=self._opened[seat]).best()
        return None if found is None or not found.played else (str(found.table), found.played)

    def _draft(self, seat: int, table: str) -> str:
        """Some tiles laid beside the others to see what the referee says."""
        laid = str(Tiles(self._racks[seat][: self._rng.randint(1, 4)]))
        return f"{table} | {laid}" if table else laid

    def _try(self, seat: int, draft: str) -> None:
        self._drafted = perf_counter()
        self._say(seat, "draft", revision=self._revision, table=draft)

    def _chat(self, seat: int) -> None:
        self._say(seat, "emote", name="thinking")

    def _move(self, seat: int, best: tuple[str, Tiles] | None, pool_empty: bool) -> None:
        self._sent = perf_counter()
        if best is None:
            self._say(seat, "pass" if pool_empty else "draw", revision=self._revision)
        else:
            self._racks[seat], self._opened[seat] = self._racks[seat].without(best[1]), True
            self._say(seat, "play", revision=self._revision, table=best[0])
