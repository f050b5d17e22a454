"""Batches: a JSON object a line in, a JSON object a line out, each answered as soon as it is read.

What a line does not say is taken from the command's options; fields that a command does not know, such
as the expected answers of a test file, are ignored.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import msgspec
from click.exceptions import Exit

from tilery.cli.files import binary_lines, decoded
from tilery.cli.output import BAD_INPUT, OUR_FAULT, error_data, print_json
from tilery.errors import TileryError
from tilery.wire import from_plain

__all__ = ["BatchLine", "in_field", "run_batch"]

_Q = TypeVar("_Q", bound="BatchLine")
_T = TypeVar("_T")


class BatchLine(msgspec.Struct, frozen=True, kw_only=True):
    """What every line of a batch may have."""

    edition: str | None = None
    tile_set: str | None = None


def run_batch(path: str, kind: type[_Q], answer: Callable[[_Q], dict[str, Any]], progress: bool = False) -> None:
    """Answer every line of a file; a bad one is answered with its error and the rest goes on.

    So is one that meets a bug of ours: it does not take the answers to the other lines with it.

    With ``progress`` a terminal that does not get the answers itself sees how many there are so far.
    """
    code = 0
    with _counter(progress) as count:
        for line in binary_lines(path):
            if line.isspace():
                continue
            name = None
            try:
                data = _parsed(line)
                name = data.get("id")
                answered = answer(from_plain(data, kind))
            except TileryError as error:
                code = max(code, BAD_INPUT)
                answered = {"error": error_data(error)}
            except Exception as error:
                code = OUR_FAULT
                text = f"this is a bug in Tilery, please report it ({type(error).__name__}: {error})"
                answered = {"error": error_data(TileryError("internal", text))}
            print_json({"id": name, **answered})
            count()
    if code:
        raise Exit(code)


@contextlib.contextmanager
def _counter(wanted: bool) -> Iterator[Callable[[], None]]:
    if not wanted or not sys.stderr.isatty() or sys.stdout.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.completed} answered"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False) as bar:
        task = bar.add_task("", total=None)
        yield lambda: bar.advance(task)


def _parsed(line: bytes) -> dict[str, Any]:
    try:
        data = msgspec.json.decode(decoded(line))
    except msgspec.DecodeError as error:
        raise TileryError("json", f"this is not JSON: {error}") from None
    except RecursionError:
        raise TileryError("json", "this is nested too deeply") from None
    if not isinstance(data, dict):
        raise TileryError("shape", f"this must be a JSON object, not {_JSON_NAMES[type(data)]}")
    if isinstance(data.get("id"), dict | list):
        raise TileryError("shape", "id must be a string or a number")
    return data


_JSON_NAMES = {
    list: "an array",
    str: "a string",
    int: "a number",
    float: "a number",
    bool: "true or false",
    type(None): "null",
}


def in_field(field: str, read: Callable[[str], _T], text: str) -> _T:
    """Read a text in notation; an error says in which field it is.

    >>> from tilery.notation import Tiles
    >>> in_field("rack", Tiles, "r4 x")
    Traceback (most recent call last):
        ...
    tilery.errors.TileryError: rack: tile 2, 'x', is not a tile: ...
    """
    try:
        return read(text)
    except TileryError as error:
        raise TileryError(error.code, f"{field}: {error.text}") from None
