"""The same tournament on a Ray cluster of two nodes, with and without a worker killed in the middle."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit.arena import killer
from tests.kit.cluster import ray_cluster, ray_env

pytestmark = [
    pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="needs the extra cluster"),
    pytest.mark.skipif(sys.platform == "win32", reason="needs signals"),
]

LIMIT = 300.0
"""Seconds after which a run is stuck rather than slow."""


@pytest.fixture
def env() -> Iterator[dict[str, str]]:
    with ray_env() as found:
        yield found


@pytest.fixture
def address(env: dict[str, str]) -> Iterator[str]:
    with ray_cluster(env) as cluster:
        yield cluster.address


def played(env: dict[str, str], out: Path, *options: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Play a tournament; every game without its seconds, and the standings."""
    command = [
        sys.executable,
        "-m",
        "tilery",
        "arena",
        "--edition",
        "sabra",
        "--clock",
        "30",
        "--json",
        "--out",
        str(out),
        *options,
    ]
    ran = subprocess.run([*command, *options], capture_output=True, env=env, text=True, timeout=LIMIT, check=False)
    assert ran.returncode == 0, ran.stderr[-2000:]
    rows = json.loads(out.read_text(encoding="utf-8"))
    timeless = [{key: row[key] for key in row if key not in ("seconds", "slowest_move")} for row in rows]
    return timeless, json.loads(ran.stdout)


def test_a_cluster_plays_the_games_of_one_process(env: dict[str, str], address: str, tmp_path: Path) -> None:
    """Also when a worker is killed in the middle. One test, for a cluster takes a while to start."""
    check_results_are_the_same(env, address, tmp_path)
    check_a_killed_worker_changes_nothing(env, address, tmp_path)


def check_results_are_the_same(env: dict[str, str], address: str, folder: Path) -> None:
    options = ["--bots", "beginner,casual,most-tiles", "--pairs", "4", "--seed", "5"]
    kept = folder / "kept"
    there, found = played(env, folder / "there.json", *options, "--cluster", address, "--records", str(kept))
    here, expected = played(env, folder / "here.json", *options, "--jobs", "1")
    assert there == here
    for one, other in zip(found["bots"], expected["bots"], strict=True):
        assert (one["win_rate"], one["rating"], one["low"]) == (other["win_rate"], other["rating"], other["low"])
    assert len(list(kept.iterdir())) == found["games"] == 24


def check_a_killed_worker_changes_nothing(env: dict[str, str], address: str, folder: Path) -> None:
    # The first start is the command's own, to see whether there is such an engine.
    options = ["--bots", f"{killer(folder, which=4)},most-tiles", "--pairs", "3"]
    there, _ = played(env, folder / "there.json", *options, "--cluster", address)
    assert len(list((folder / "starts").iterdir())) >= 1 + 6 + 1  # asked, six games, and at least one again
    here, _ = played(env, folder / "here.json", *options, "--jobs", "1")
    assert there == here
