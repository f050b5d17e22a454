"""Imports go downward only, and the rules know no I/O, no clock and no randomness."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from importlib.metadata import requires
from pathlib import Path

import pytest

import tilery

ROOT = Path(tilery.__file__).parent

# Top to bottom; the names of one line are one layer. The package itself ("") may show anything.
LAYERS = [
    {"", "__main__", "cli"},
    {"bench", "guide"},
    {"server.serve", "server.publishedfiles"},
    {"server.published"},
    {"server.app"},
    {"server.http"},
    {"server.room"},
    {"server.identity", "server.passkeys", "server.pushes"},
    {"server.once", "server.outward", "server.webpush"},
    {"server.store", "server.hub"},
    {"server.table"},
    {
        "server",
        "server.codes",
        "server.faces",
        "server.logs",
        "server.metrics",
        "server.pulse",
        "server.steady",
        "server.timings",
        "server.tracing",
    },
    {"server.setting", "server.settings", "server.sources", "server.text", "server.unwelcome", "server.words"},
    {"arena", "env", "puzzles"},
    {"study"},
    {"bots"},
    {"simulation"},
    {"svg"},
    {"solver"},
    {"record"},
    {"match"},
    {"game"},
    {"rules"},
    {"notation", "tiles", "errors", "wire", "notebook"},
]
DEPTH = {name: depth for depth, layer in enumerate(LAYERS) for name in layer}

PURE = {"server.table", "guide", "svg", "rules", "game", "match", "notation", "tiles", "errors"}
IMPURE_MODULES = set(
    """
    asyncio builtins concurrent contextvars ctypes curses datetime email fcntl fileinput ftplib getpass glob http
    imaplib importlib io locale logging mmap multiprocessing os pathlib pkgutil platform poplib queue random readline
    runpy sched secrets select selectors shelve shutil signal smtplib socket socketserver sqlite3 ssl subprocess sys
    syslog tempfile termios threading time tomllib tty urllib uuid warnings webbrowser zoneinfo click rich
    """.split()  # noqa: SIM905 - sixty names read better so
)
IMPURE_CALLS = {"__import__", "breakpoint", "eval", "exec", "input", "open", "print"}
# They read what is shipped in the package, nothing else.
ALLOWED = {"rules.edition": {"pkgutil", "tomllib"}, "guide.entries": {"importlib"}}

EXTRAS = {
    "bench.rival": "bench",  # the other solvers run in a process of their own
    "arena.cluster": "cluster",
    "arena.export": "parquet",
    "arena.plots": "plots",
    "env.aec": "env",
    "env.encoding": "env",
    "env.many": "env",
    "env.turnfile": "env",
    "server.hub.postgres": "scale",
    "server.passkeys": "passkeys",
    "server.hub.redis": "scale",
    "server.room.drawing": "previews",
    "server.tracing": "tracing",
    "server.webpush": "push",
}
"""The modules that use an extra, which must not be missed by those who do without."""


@cache
def modules() -> dict[str, Path]:
    """Every module of the package by its dotted name below ``tilery`` ("" is the package itself)."""
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def parsed(name: str) -> ast.Module:
    path = modules()[name]
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def is_package(name: str) -> bool:
    return (ROOT / name.replace(".", "/")).is_dir()


def absolute(name: str, node: ast.ImportFrom) -> str:
    """The module a ``from`` names, dots resolved: in ``rules.edition``, ``from ..tiles`` is ``tilery.tiles``."""
    if not node.level:
        return node.module or ""
    here = ["tilery", *name.split(".")] if name else ["tilery"]
    if not is_package(name):
        here.pop()
    here = here[: len(here) - node.level + 1]
    return ".".join([*here, node.module] if node.module else here)


def imported(name: str, tree: ast.AST) -> Iterator[str]:
    """Every module that ``name`` imports, wherever in the file, under its full dotted name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = absolute(name, node)
            for alias in node.names:
                inner = f"{source}.{alias.name}".removeprefix("tilery.")
                yield f"tilery.{inner}" if source.split(".")[0] == "tilery" and inner in modules() else source


def own(name: str, tree: ast.AST) -> Iterator[str]:
    """The package's own modules that ``name`` imports, by their name below ``tilery``."""
    for target in imported(name, tree):
        if target == "tilery" or target.startswith("tilery."):
            yield target.removeprefix("tilery").removeprefix(".")


def layer(name: str) -> str:
    """The layer of a module: its first name, and in the server, which has layers of its own, its first two."""
    return ".".join(name.split(".")[: 2 if name.startswith("server.") else 1])


def test_every_module_has_a_layer_and_every_layer_a_module() -> None:
    assert {layer(name) for name in modules()} == DEPTH.keys()


@pytest.mark.parametrize("name", modules())
def test_imports_go_downward_only(name: str) -> None:
    upward = {target for target in own(name, parsed(name)) if DEPTH[layer(target)] < DEPTH[layer(name)]}
    assert not upward


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Wherever an import stands: at the top, in a function, or for the type checker alone."""
    graph = {name: set(own(name, parsed(name))) - {name} for name in modules()}
    list(TopologicalSorter(graph).static_order())  # raises CycleError, which names the circle


@pytest.mark.parametrize("name", [name for name in modules() if layer(name) in PURE])
def test_the_rules_know_no_input_output_clock_or_randomness(name: str) -> None:
    tree = parsed(name)
    top = {target.split(".")[0] for target in imported(name, tree)}
    assert not (top & IMPURE_MODULES) - ALLOWED.get(name, set())
    called = {n.func.id for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
    assert not called & IMPURE_CALLS


@pytest.mark.parametrize("name", modules())
def test_only_declared_dependencies_are_imported(name: str) -> None:
    extras = {EXTRAS.get(name, "none"), "server" if name.split(".")[0] == "server" else "none"}
    needed = [
        line
        for line in requires("tilery") or []
        if "extra ==" not in line or any(f'"{extra}"' in line for extra in extras)
    ]
    declared = {re.split(r"[^\w.-]", line)[0].replace("-", "_") for line in needed}
    declared |= {"opentelemetry"} if "opentelemetry_sdk" in declared else set()
    top = {target.split(".")[0] for target in imported(name, parsed(name))}
    assert top <= declared | sys.stdlib_module_names | {"tilery"}


@pytest.mark.parametrize(
    ("name", "code", "targets"),
    [
        ("rules.edition", "from tilery.tiles import Tile", ["tilery.tiles"]),
        ("rules.edition", "from tilery import tiles", ["tilery.tiles"]),
        ("rules.edition", "from ..tiles import Tile", ["tilery.tiles"]),
        ("rules.edition", "from . import edition", ["tilery.rules.edition"]),
        ("rules", "from .edition import edition", ["tilery.rules.edition"]),
        ("tiles", "def f():\n    import random, os.path", ["random", "os.path"]),
    ],
)
def test_imports_are_read_in_every_spelling(name: str, code: str, targets: list[str]) -> None:
    assert list(imported(name, ast.parse(code))) == targets
