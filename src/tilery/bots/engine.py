"""An engine: a program of anybody's, in any language, that plays through JSON lines on its stdin and stdout.

``docs/engine-protocol.md`` describes every message. Whatever the program does, the game goes on: a late, wrong or
illegal answer and a crash are each a :class:`BotError`, for which the seat draws.
"""

from __future__ import annotations

import time
import weakref
from collections.abc import Callable, Sequence
from typing import Any, Literal, NoReturn

import msgspec

from tilery.bots.engine_process import EngineProcess, OutputLine
from tilery.bots.host import BotError
from tilery.bots.protocol import Bot, ThinkingTime, Why
from tilery.errors import TileryError
from tilery.game import Action, Draw, Event, Pass, Play, View
from tilery.notation import Table, Tiles
from tilery.rules.turn import Defect, judge
from tilery.wire import from_plain, to_plain

__all__ = ["GRACE", "LEAVE_SECONDS", "PATIENCE", "PROTOCOL", "START_SECONDS", "Engine", "view_data"]

PROTOCOL = 1
"""The version of the protocol spoken here."""

START_SECONDS = 10.0
"""How long a program may take to be ready."""

GRACE = 0.25
"""How long an answer may be on its way, in seconds on top of the clock."""

LEAVE_SECONDS = 1.0
"""How long a program may take to leave when the game is over."""

PATIENCE = 5
"""How often in a row a program may be late before it is not asked any more."""

_LONGEST_NAME = 20
_LONGEST_WHY = 200
_LONGEST_QUOTE = 80


class _Reply(msgspec.Struct, frozen=True):
    """What an engine answers at its turn; fields not known here are passed over."""

    do: Literal["play", "draw", "pass"]
    table: Table | None = None
    why: str = ""
    held: Tiles = Tiles()


class Engine(Bot):
    """A program that plays one seat of one game: started at once, ended and reaped by ``close``, or with us."""

    def __init__(self, command: str | Sequence[str], seed: int) -> None:
        if not command:
            raise TileryError("engine", "an engine is started by a command, and this one is empty")
        self.name = ""
        self._seed = seed
        self._process = EngineProcess(command)
        self._end = weakref.finalize(self, self._process.stop)  # also when we are interrupted, and at our exit
        self._ready_by: float | None = time.monotonic() + START_SECONDS
        self._gone: tuple[str, str] | None = None
        self._told_game = False
        self._events: list[Event] = []
        self._number = 0
        self._late = 0
        self._skipped: list[str] = []
        self._say("hello", protocol=PROTOCOL)

    def ready(self) -> None:
        """Wait until the engine has said that it is ready; a BotError if it does not."""
        if self._gone is not None:
            raise BotError(*self._gone)
        if self._ready_by is None:
            return
        said = self._hear(lambda said: said["type"] == "ready", self._ready_by)
        if said is None:
            self._give_up("start", f"was not ready within {START_SECONDS:g} seconds{self._unread()}")
        if said.get("protocol", PROTOCOL) != PROTOCOL:
            self._give_up("start", f"speaks protocol {said['protocol']!r}; Tilery speaks {PROTOCOL}")
        self.name = _plain(said.get("name"), _LONGEST_NAME)
        self._ready_by = None

    def choose(self, view: View, clock: ThinkingTime) -> Action:
        self.why = None
        self.ready()
        self._tell_game(view)
        self._number += 1
        self._process.expect()
        until = time.monotonic() + clock.seconds + GRACE
        counted = {"solves": clock.solves} if clock.solves else {}
        self._say("turn", number=self._number, seconds=clock.seconds, **counted, view=view_data(view))
        said = self._hear(self._answers, until)
        if said is None:
            self._refuse_late(clock)
        self._late = 0
        return self._read(said, view)

    def watch(self, events: Sequence[Event]) -> None:
        if not self._told_game:
            self._events += events
        else:
            self._say("events", events=to_plain(list(events)))

    def close(self) -> None:
        self._say("over")
        if self._end.detach():
            self._process.stop(0.0 if self._gone else LEAVE_SECONDS)
        self._gone = self._gone or ("over", "the game is over")

    def _tell_game(self, view: View) -> None:
        """Before the first turn: what is played, and all that has happened so far."""
        if self._told_game:
            return
        self._told_game = True
        self._say("game", rules=to_plain(view.rules), seat=view.seat, players=len(view.counts), seed=self._seed)
        self.watch(self._events)
        self._events = []

    def _say(self, type_: str, **fields: Any) -> None:
        if self._gone is None:
            self._process.send(msgspec.json.encode({"type": type_, **fields}) + b"\n")

    def _hear(self, wanted: Callable[[dict[str, Any]], bool], until: float) -> dict[str, Any] | None:
        """The first message wanted, ``None`` if it does not come in time; all other lines are passed over."""
        self._skipped = []
        try:
            while (line := self._process.receive(until - time.monotonic())) is not None:
                said = _message(line)
                if said is not None and wanted(said):
                    return said
                self._skipped.append(_plain(line.text.decode("utf-8", "replace"), _LONGEST_QUOTE))
        except EOFError:
            self._lost()
        return None

    def _answers(self, said: dict[str, Any]) -> bool:
        """Whether this answers the present turn: an answer to an earlier one comes too late for good."""
        return said["type"] == "action" and said.get("number") == self._number

    def _read(self, said: dict[str, Any], view: View) -> Action:
        """The action an answer means, once it is known to be legal."""
        try:
            answer = from_plain(said, _Reply)
        except TileryError as error:
            self._refuse("answer", f"an answer that cannot be read: {error.text}")
        assert view.seat is not None
        if answer.do == "play" and answer.table is None:
            self._refuse("answer", "an answer that cannot be read: to play, give the whole new table")
        action = _action(answer, view.seat)
        if defects := _defects(view, action):
            self._refuse("illegal", "; ".join(defect.text for defect in defects), defects)
        if why := _plain(answer.why, _LONGEST_WHY):
            self.why = Why("engine", why, answer.held)
        return action

    def _refuse_late(self, clock: ThinkingTime) -> NoReturn:
        text = f"no answer within {clock.seconds:g} + {GRACE:g} seconds{self._unread()}"
        self._late += 1
        if self._late == PATIENCE:
            self._give_up("late", f"gave {text}, for the {PATIENCE}th time in a row")
        self._refuse("late", text)

    def _refuse(self, code: str, text: str, defects: Sequence[Defect] = ()) -> NoReturn:
        """Tell the engine what is wrong with its answer; its seat draws, and it plays on."""
        self._say("refused", number=self._number, code=code, text=text, defects=to_plain(tuple(defects)))
        raise BotError(code, text)

    def _lost(self) -> NoReturn:
        ending = self._process.stop(0.5)
        if self._process.flooded:
            self._give_up("flood", "wrote far too many lines")
        words = _plain(self._process.last_words, _LONGEST_WHY)
        self._give_up("crash", f"{ending}: {words}" if words else ending)

    def _give_up(self, code: str, text: str) -> NoReturn:
        """Ask the engine nothing more in this game: it is ended, and not started again."""
        self._gone = code, f"the engine {text}"
        self._process.stop()
        raise BotError(*self._gone)

    def _unread(self) -> str:
        """What else the engine has written, to help whoever is looking for the reason."""
        if not self._skipped:
            return ""
        count = len(self._skipped)
        return f", only {count} line{'s' if count != 1 else ''} that are no answer to it, the last: {self._skipped[-1]}"


def view_data(view: View) -> dict[str, Any]:
    """A seat's view as an engine is shown it: the names are those of the protocol, and stay."""
    return {
        "seat": view.seat,
        "revision": view.revision,
        "table": str(view.table),
        "rack": str(view.rack),
        "counts": view.counts,
        "pool": view.pool,
        "opened": view.opened,
        "resigned": sorted(view.resigned),
        "passes": view.passes,
        "last": view.last,
        "starter": view.starter,
    }


def _message(line: OutputLine) -> dict[str, Any] | None:
    """The message on a line, if it is one: a JSON object with a type."""
    if line.too_long:
        return None
    try:
        said = msgspec.json.decode(line.text)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) and "type" in said else None


def _action(answer: _Reply, seat: int) -> Action:
    if answer.do == "play" and answer.table is not None:
        return Play(seat, answer.table)
    return Draw(seat) if answer.do == "draw" else Pass(seat)


def _defects(view: View, action: Action) -> tuple[Defect, ...]:
    """Everything that is wrong with an action of the seat to move."""
    assert view.seat is not None and view.rack is not None
    if isinstance(action, Play):
        return judge(view.rules, view.table, view.rack, action.table, view.opened[view.seat]).defects
    if isinstance(action, Draw) and not view.pool:
        return (Defect("pool-empty", "the pool is empty: play or pass", "turn", view.rules.booklet),)
    if isinstance(action, Pass) and view.pool:
        text = "passing is for an empty pool: play or draw"
        return (Defect("pool-not-empty", text, "turn", view.rules.booklet),)
    return ()


def _plain(text: Any, longest: int) -> str:
    """A text from outside on one line, without anything a terminal would obey, and not too long.

    >>> _plain("hello\\x1b[2J \\n you", 9)
    'hello[2J…'
    """
    words = " ".join(text.split()) if isinstance(text, str) else ""
    shown = "".join(filter(str.isprintable, words))
    return shown if len(shown) <= longest else shown[: longest - 1].rstrip() + "…"
