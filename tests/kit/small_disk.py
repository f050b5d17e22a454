"""A file system of a few megabytes that can be filled, for root where it may mount one."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

__all__ = ["SmallDisk", "small_disk"]


class SmallDisk:
    """A folder that is a file system of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "filler"

    def fill(self) -> None:
        """Leave no room at all."""
        with contextlib.suppress(OSError), self._filler.open("ab", buffering=0) as file:
            while True:
                file.write(b"\0" * 4096)

    def make_room(self) -> None:
        """Have room again."""
        self._filler.unlink()

    def set_read_only(self) -> None:
        """Let nobody write; only while no file is open for writing."""
        subprocess.run(["mount", "-o", "remount,ro", str(self.folder)], check=True)


@contextlib.contextmanager
def small_disk(folder: Path, size: str = "4m") -> Iterator[SmallDisk]:
    """A small disk, where one can be had; else the test is skipped."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=0700", "tmpfs", str(folder)]
    if os.name != "posix" or os.geteuid() != 0 or subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("only root can mount a small disk, and not everywhere")
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)
