"""A file is locked by one process, and free again when that process lets go of it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tilery.server.store.lock import Lock
from tilery.server.store.rows import StoreError

OTHER = """
import fcntl, sys
file = open(sys.argv[1], "a")
try:
    fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
except OSError:
    print("refused", flush=True)
else:
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def another_process(path: Path) -> Iterator[str]:
    """What becomes of another process that locks the file, and holds it meanwhile."""
    command = [sys.executable, "-S", "-c", OTHER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.communicate()


def test_what_this_process_holds_no_other_gets(tmp_path: Path) -> None:
    lock = Lock(tmp_path / "lock")
    lock.take()
    with another_process(tmp_path / "lock") as outcome:
        assert outcome == "refused"
    lock.release()
    with another_process(tmp_path / "lock") as outcome:
        assert outcome == "held"


def test_what_another_process_holds_is_refused_here_until_it_ends(tmp_path: Path) -> None:
    lock = Lock(tmp_path / "lock")
    with another_process(tmp_path / "lock") as outcome:
        assert outcome == "held"
        with pytest.raises(StoreError, match="another process serves"):
            lock.take()
        with pytest.raises(StoreError, match="another process serves"):
            lock.take()
        lock.release()  # nothing was taken
    lock.take()
    lock.release()


def test_a_process_does_not_get_its_own_lock_twice_by_whatever_name(tmp_path: Path) -> None:
    (tmp_path / "alias").symlink_to(tmp_path)
    lock = Lock(tmp_path / "lock")
    lock.take()
    with pytest.raises(StoreError, match="another process serves"):
        Lock(tmp_path / "alias" / "lock").take()
    lock.release()
    lock.release()
    again = Lock(tmp_path / "alias" / "lock")
    again.take()
    again.release()
    assert (tmp_path / "lock").stat().st_mode & 0o777 == 0o600
