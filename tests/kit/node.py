"""Node.js, for tests that run the web app's sources outside a browser."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from build_backend.node import find_node

__all__ = ["ROOT", "answers", "node_program"]

ROOT = Path(__file__).resolve().parents[2]


def node_program() -> str:
    """The program to run with; where it or the app's packages are missing the test is skipped, and fails in CI."""
    node, missing = find_node(), None
    if node is None:
        missing = "there is no Node.js to run the web app's sources with"
    elif not (ROOT / "web/node_modules/vite").exists():
        missing = "the web app's packages are not installed: make web"
    else:
        return node.program
    if os.environ.get("CI"):
        pytest.fail(missing)
    pytest.skip(missing)


def answers(asked: Iterable[Any], *program: str) -> list[Any]:
    """What a script of the web app says to these questions, a line of JSON each."""
    lines = "".join(json.dumps(each) + "\n" for each in asked)
    command = [node_program(), str(ROOT / "web/scripts" / program[0]), *program[1:]]
    ended = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=900)
    assert ended.returncode == 0, ended.stderr
    return [json.loads(line) for line in ended.stdout.splitlines()]
