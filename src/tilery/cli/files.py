"""Reading files that people name; everything wrong with them is a sentence."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from tilery.errors import TileryError

__all__ = ["LONGEST_LINE", "binary_lines", "decoded", "read_text"]

LONGEST_LINE = 1 << 20
"""No line of ours is longer than this; the rest of a longer one is skipped."""

_BOM = b"\xef\xbb\xbf"


@contextlib.contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    try:
        if path == "-":
            if sys.stdin is None:
                raise TileryError("file", "there is no stdin to read")
            yield sys.stdin.buffer
        else:
            with Path(path).open("rb") as file:
                yield file
    except BrokenPipeError:
        raise
    except OSError as error:
        raise TileryError("file", f"cannot read {path!r}: {(error.strerror or str(error)).lower()}") from None
    except ValueError as error:  # a name with a NUL character
        if isinstance(error, TileryError):
            raise
        raise TileryError("file", f"cannot read {path!r}: {error}") from None


def binary_lines(path: str) -> Iterator[bytes]:
    """The lines of a file, ``-`` for stdin, each as soon as it is there."""
    with _opened(path) as file:
        first = True
        while line := file.readline(LONGEST_LINE + 1):
            rest = line
            while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
                rest = file.readline(LONGEST_LINE + 1)
            yield line.removeprefix(_BOM) if first else line
            first = False


def decoded(line: bytes) -> str:
    """A line as text.

    >>> decoded(b"caf\\xe9")
    Traceback (most recent call last):
        ...
    tilery.errors.TileryError: this is not UTF-8 text
    """
    if len(line) > LONGEST_LINE:
        raise TileryError("too-long", f"the line is longer than {LONGEST_LINE} bytes")
    try:
        return line.decode()
    except UnicodeDecodeError:
        raise TileryError("encoding", "this is not UTF-8 text") from None


def read_text(path: str) -> str:
    """The text of a small file."""
    with _opened(path) as file:
        data = file.read(LONGEST_LINE + 1)
    try:
        return decoded(data.removeprefix(_BOM))
    except TileryError as error:
        raise TileryError(error.code, f"cannot read {path!r}: {error.text}") from None
