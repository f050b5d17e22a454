"""A lock that says a file is in use by one process, and that ends with it however it ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tilery.server.store.rows import StoreError

__all__ = ["Lock"]

_held: set[Path] = set()


class Lock:
    """A locked file beside another one, held until it is released or the process is gone."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._key = Path(os.path.realpath(path))
        self._file: int | None = None

    def take(self) -> None:
        """Hold the lock from now on; ``StoreError`` if somebody does."""
        if self._key in _held:  # the system's locks do not keep a process from itself
            raise _refusal()
        file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(file)
        except OSError:
            os.close(file)
            raise _refusal() from None
        _held.add(self._key)
        self._file = file

    def release(self) -> None:
        """Let others have it."""
        if self._file is not None:
            os.close(self._file)
            _held.discard(self._key)
            self._file = None


def _refusal() -> StoreError:
    return StoreError(
        "another process serves from this SQLite database; SQLite is for one process, PostgreSQL for more than one"
    )


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        # Not flock: children made by fork would hold it on, and a killed server could not be started again.
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
