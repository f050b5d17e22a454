"""A long tournament on a Ray cluster that loses a node every few seconds: the results are those of this machine."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.kit.cluster import ray_cluster, ray_env

BOTS = "beginner,casual,most-tiles"
PAIRS = "200"
ARENA = [sys.executable, "-m", "tilery", "arena", "-e", "sabra", "--clock", "30", "--bots", BOTS, "--pairs", PAIRS]
EVERY = 4.0
"""Seconds that a node has until it is lost."""


def games(file: Path) -> list[dict[str, Any]]:
    rows = json.loads(file.read_text(encoding="utf-8"))
    return [{key: row[key] for key in row if key not in ("seconds", "slowest_move")} for row in rows]


@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="needs the extra cluster")
def test_lost_nodes_change_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there, here, lost = tmp_path / "there.json", tmp_path / "here.json", 0
    with ray_env() as env, ray_cluster(env) as cluster, (tmp_path / "errors").open("w+") as errors:
        command = [*ARENA, "--out", str(there), "--cluster", cluster.address]
        with subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=errors) as process:
            time.sleep(EVERY)
            while process.poll() is None:
                cluster.lose_a_node()
                lost += 1
                time.sleep(EVERY)
        errors.seek(0)
        assert process.returncode == 0, errors.read()[-1000:]
    subprocess.run([*ARENA, "--out", str(here)], stdout=subprocess.DEVNULL, check=True)
    assert games(there) == games(here)
    with capsys.disabled():
        print(f"\n{len(games(there)) // 2} games on a cluster that lost a node {lost} times")
