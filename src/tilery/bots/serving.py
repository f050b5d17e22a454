"""A bot of yours as an engine: it speaks the engine protocol on stdin and stdout, and plays one game.

A whole engine is a file with your class and, at its end::

    if __name__ == "__main__":
        tilery.bots.serve(MyBot)
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from tilery.bots.engine import PROTOCOL
from tilery.bots.factory import BotFactory, make_bot
from tilery.bots.protocol import Bot, ThinkingTime
from tilery.errors import TileryError
from tilery.game import Action, Draw, Event, Pass, Phase, Play, View
from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules
from tilery.wire import from_plain

__all__ = ["serve"]

_LONGEST_NAME = 20


class _SeenTurn(msgspec.Struct, frozen=True):
    """The view of a turn as the protocol has it."""

    seat: int
    revision: int
    table: Table
    rack: Tiles
    counts: tuple[int, ...]
    pool: int
    opened: tuple[bool, ...]
    resigned: frozenset[int]
    passes: int
    last: int | None
    starter: int

    def view(self, rules: Rules) -> View:
        """The same as bots are shown it. How the tiles were mixed is not told to engines."""
        return View(
            seat=self.seat,
            rules=rules,
            revision=self.revision,
            phase=Phase.PLAYING,
            commitment="",
            contributions=(),
            draws=(),
            starter=self.starter,
            turn=self.seat,
            table=self.table,
            rack=self.rack,
            counts=self.counts,
            pool=self.pool,
            opened=self.opened,
            resigned=self.resigned,
            passes=self.passes,
            last=self.last,
            result=None,
        )


def serve(bot: Bot | BotFactory, name: str = "") -> None:
    """Play one game as an engine: until Tilery says that it's over, or its input ends.

    ``bot`` is a class or a function that makes a bot, with the game's seed if it asks for one; or a bot.
    What the bot prints goes to stderr, so it can't be taken for an answer.
    """
    lines, answers = sys.stdin.buffer, sys.stdout.buffer

    def say(message: dict[str, Any]) -> None:
        answers.write(msgspec.json.encode(message) + b"\n")
        answers.flush()

    with contextlib.redirect_stdout(sys.stderr):
        _Served(bot, name or _name(bot), say).play(lines)


class _Served:
    """A bot that is asked through messages."""

    def __init__(self, bot: Bot | BotFactory, name: str, say: Callable[[dict[str, Any]], None]) -> None:
        self._given = bot
        self._name = name
        self._say = say
        self._bot: Bot | None = None if callable(bot) else bot
        self._rules: Rules | None = None

    def play(self, lines: Iterable[bytes]) -> None:
        for line in lines:
            message = msgspec.json.decode(line)
            if message["type"] == "over":
                break
            self._hear(message)
        if self._bot is not None:
            self._bot.close()

    def _hear(self, message: dict[str, Any]) -> None:
        """Do what a message asks for; those that are not known here are passed over."""
        match message["type"]:
            case "hello":
                if message["protocol"] != PROTOCOL:
                    raise TileryError("protocol", f"this engine speaks protocol {PROTOCOL}, not {message['protocol']}")
                self._say({"type": "ready", "name": self._name, "protocol": PROTOCOL})
            case "game":
                self._rules = from_plain(message["rules"], Rules)
                if callable(self._given):
                    self._bot = make_bot(self._given, message["seed"])
            case "events":
                assert self._bot is not None
                self._bot.watch(from_plain(message["events"], list[Event]))
            case "turn":
                assert self._bot is not None and self._rules is not None
                seen = from_plain(message["view"], _SeenTurn).view(self._rules)
                action = self._bot.choose(seen, ThinkingTime(message["seconds"], message.get("solves", 0)))
                self._say({"type": "action", "number": message["number"], **_told(action), **_reason(self._bot)})
            case "refused":
                print(f"refused: {message['text']}", file=sys.stderr)


def _told(action: Action) -> dict[str, Any]:
    match action:
        case Play(table=table):
            return {"do": "play", "table": str(table)}
        case Draw():
            return {"do": "draw"}
        case Pass():
            return {"do": "pass"}
    raise TileryError("answer", f"a bot plays, draws or passes: {type(action).__name__} is none of these")


def _reason(bot: Bot) -> dict[str, Any]:
    return {} if bot.why is None else {"why": bot.why.text, "held": str(bot.why.held)}


def _name(bot: Bot | BotFactory) -> str:
    """What a bot is called: by its own name, or by that of its class."""
    own = getattr(bot, "name", "") or getattr(bot, "__name__", "") or type(bot).__name__
    return str(own)[:_LONGEST_NAME]
