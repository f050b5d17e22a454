"""A Ray cluster for tests, in folders of its own."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent / "ray_cluster.py"


@contextlib.contextmanager
def ray_env() -> Iterator[dict[str, str]]:
    """Ray writes into HOME and a folder of its own, whose name must be short enough for its sockets."""
    folder = tempfile.mkdtemp(prefix="ray", dir="/tmp")
    quiet = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_DISABLE_IMPORT_WARNING": "1"}
    try:
        yield {**os.environ, **quiet, "HOME": folder, "RAY_TMPDIR": folder}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class RayCluster:
    """A cluster of two nodes, one core each."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin and process.stdout and process.stderr
        self._stdin, self._stdout = process.stdin, process.stdout
        self.address = process.stdout.readline().strip()
        if not self.address:
            pytest.fail(f"no cluster: {process.stderr.read()[-2000:]}")

    def lose_a_node(self) -> None:
        """Kill the second node, and wait until a new one has come in its place."""
        self._stdin.write("\n")
        self._stdin.flush()
        assert self._stdout.readline() == "replaced\n"


@contextlib.contextmanager
def ray_cluster(env: dict[str, str]) -> Iterator[RayCluster]:
    """A cluster as long as this lasts."""
    pipe = subprocess.PIPE
    command = [sys.executable, str(SCRIPT)]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=env, text=True) as process:
        try:
            yield RayCluster(process)
        finally:
            process.communicate()
