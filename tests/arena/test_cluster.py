"""A tournament on a Ray cluster that isn't there; the soak has some that are."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.kit.cluster import ray_env

pytestmark = [
    pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="needs the extra cluster"),
    pytest.mark.skipif(sys.platform == "win32", reason="needs signals"),
]


@pytest.fixture
def env() -> Iterator[dict[str, str]]:
    with ray_env() as found:
        yield found


@pytest.mark.parametrize("nowhere", ["127.0.0.1:1", "ray", "no-such-host.invalid:6379"])
def test_an_address_without_a_cluster_is_an_error_at_once(env: dict[str, str], nowhere: str) -> None:
    command = [sys.executable, "-m", "tilery", "arena", "-e", "sabra", "--bots", "most-tiles,most-tiles"]
    ran = subprocess.run([*command, "--cluster", nowhere], capture_output=True, env=env, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr.startswith(f"error: no Ray cluster answers at '{nowhere}'")
    assert "Traceback" not in ran.stderr
