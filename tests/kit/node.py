"""Node.js, for tests that run the web app's sources outside a browser."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from build_backend.node import find_node

__all__ = ["ROOT", "node_program"]

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
