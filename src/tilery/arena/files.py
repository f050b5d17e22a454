"""Files that the arena writes; whatever hinders it is a sentence."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from tilery.errors import TileryError

__all__ = ["check_file", "check_folder", "keep_whole", "writing"]


@contextlib.contextmanager
def writing(path: Path) -> Iterator[None]:
    """While a file is written: what goes wrong is bad input."""
    try:
        yield
    except OSError as error:
        raise TileryError("file", f"cannot write {str(path)!r}: {(error.strerror or str(error)).lower()}") from None
    except ValueError as error:
        if isinstance(error, TileryError):
            raise
        raise TileryError("file", f"cannot write {str(path)!r}: {error}") from None  # a NUL in its name


def keep_whole(path: Path, text: str) -> None:
    """Write a file as a whole or, when this process ends in the middle, not at all."""
    unfinished = path.with_name(path.name + ".part")
    with writing(path):
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(path)


def check_file(path: Path) -> None:
    """Refuse a file that could not be written, without touching it."""
    with writing(path):
        if path.is_dir():
            raise IsADirectoryError(None, "this is a folder")
        if not path.parent.is_dir():
            raise FileNotFoundError(None, "there is no such folder")
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise PermissionError(None, "permission denied")


def check_folder(path: Path) -> None:
    """Make a folder, or refuse one that could not be written to."""
    with writing(path):
        path.mkdir(parents=True, exist_ok=True)
        if not os.access(path, os.W_OK):
            raise PermissionError(None, "permission denied")
