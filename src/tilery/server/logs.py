"""What the server writes about itself: JSON lines, or text for a terminal, never with a secret in it."""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, TextIO

__all__ = ["HIDDEN", "JsonFormatter", "TextFormatter", "about", "configure", "redact", "say"]

HIDDEN = "[hidden]"

MOST = 4_000
"""Characters of a line that are kept: enough to understand it, and to search through in no time."""

DEEPEST = 5

_NAMES = (
    r"\w*(?:secret|cookie|token|passw|passphrase|authorization|credential|digest)\w*"
    r"|(?:\w*_)?(?:key|rack|pool|draft|seed|tile(?=s))s?(?:_\w+)?"
)
_NAME = re.compile(rf"(?<!\w)(?:{_NAMES})(?!\w)", re.IGNORECASE)
_RULES = [
    (re.compile(r"(?<=://)[^\s\"']*@"), f"{HIDDEN}@"),  # the password of an address
    (re.compile(r"\?[^\s\"']+"), ""),  # query strings carry codes
    (re.compile(r"\b(bearer|basic)\s+[\w.~+/=-]+", re.IGNORECASE), rf"\1 {HIDDEN}"),
    # A named secret inside a text ends where nobody can tell: the rest of the line goes.
    (re.compile(rf"(?<!\w)({_NAMES})([\"']?\s*[=:]).*", re.IGNORECASE), rf"\1\2 {HIDDEN}"),
    (re.compile(r"(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{40,}"), HIDDEN),  # random enough to be a secret
]
_QUIET = ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi", "litestar")


def redact(text: str) -> str:
    """The text without passwords, query strings, and whatever follows the name of something secret.

    >>> redact("connecting to postgresql://tilery:sesame@db/tilery?sslmode=require")
    'connecting to postgresql://[hidden]@db/tilery'
    >>> redact("Game(turn=3, racks=((1, 2), (3, 4)), seats=2)")
    'Game(turn=3, racks= [hidden]'
    """
    return "\n".join(map(_redact_line, text.split("\n")))


def _redact_line(line: str) -> str:
    if len(line) > MOST:
        line = line[:MOST].rpartition(" ")[0] + " …"  # half a word may be half a secret that no rule knows
    for pattern, instead in _RULES:
        line = pattern.sub(instead, line)
    return line


_about: ContextVar[Mapping[str, object]] = ContextVar("about", default=MappingProxyType({}))


@contextmanager
def about(**values: object) -> Iterator[None]:
    """Put these values on every line that is logged meanwhile, by this task and those it starts."""
    token = _about.set({**_about.get(), **values})
    try:
        yield
    finally:
        _about.reset(token)


def say(log: logging.Logger, event: str, level: int = logging.INFO, /, **values: object) -> None:
    """Log an event with named values, as ``say(log, "table created", table=table, seats=4)``."""
    log.log(level, event, extra={"values": values}, stacklevel=2)


def configure(level: int = logging.INFO, stream: TextIO | None = None) -> None:
    """Send all logs of this process to one place: text where it is a terminal, else JSON lines.

    The web server's and the framework's own handlers are taken away, so that theirs come here too.
    """
    stream = stream or sys.stderr
    handler = _Handler(stream)
    handler.setFormatter(TextFormatter() if stream.isatty() else JsonFormatter())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in _QUIET:
        log = logging.getLogger(name)
        log.handlers.clear()
        log.propagate = True


class _Handler(logging.StreamHandler[TextIO]):
    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's own name
        """Lose the line: logging would print what could not be written, secrets and all."""


class JsonFormatter(logging.Formatter):
    """One JSON object a line: time, level, log, event, the named values, and the trace of an error."""

    def format(self, record: logging.LogRecord) -> str:
        event, values, trace = _told(record)
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "log": record.name,
            "event": event,
            **trace,
        }
        return json.dumps(line | {name: value for name, value in values.items() if name not in line})


class TextFormatter(logging.Formatter):
    """One line for a person: time, level, event, the named values; the trace of an error below."""

    def format(self, record: logging.LogRecord) -> str:
        event, values, trace = _told(record)
        at = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        named = [f"{name}={_plain(value)}" for name, value in values.items()]
        return "\n".join([" ".join([at, f"{record.levelname:7}", _line(event), *named]), *trace.values()])


def _told(record: logging.LogRecord) -> tuple[str, dict[str, Any], dict[str, str]]:
    """The event, the named values and the trace of a record, all redacted."""
    trace: dict[str, str] = {}
    if record.exc_info and record.exc_info[0]:
        trace["trace"] = redact(logging.Formatter().formatException(record.exc_info))
    try:
        event = record.getMessage()
    except Exception:  # arguments that do not fit the text, or cannot be printed
        event = str(record.msg)
    return redact(event), _clean({**getattr(record, "values", {}), **_about.get()}), trace


def _clean(value: Any, depth: int = 0) -> Any:
    """A value fit to be written: numbers, redacted text, and of anything else no more than its type."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, Mapping) and depth < DEEPEST:
        named = {redact(str(name)): (str(name), inner) for name, inner in value.items()}
        return {shown: HIDDEN if _NAME.search(name) else _clean(v, depth + 1) for shown, (name, v) in named.items()}
    if isinstance(value, list | tuple) and depth < DEEPEST:
        return [_clean(item, depth + 1) for item in value]
    return f"<{type(value).__name__}>"


def _plain(value: Any) -> str:
    return value if isinstance(value, str) and value.isprintable() and " " not in value else json.dumps(value)


def _line(text: str) -> str:
    """Text that cannot pretend to be another line, nor move the cursor."""
    return text if text.isprintable() else json.dumps(text)
