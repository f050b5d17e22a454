"""What ``pip install tilery`` brings is enough for everything but a server: here nothing else can be imported."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.metadata import requires
from pathlib import Path
from typing import Any

from tests.cli.conftest import played_match, write

ALONE = """
import contextlib, importlib.abc, importlib.metadata, io, json, sys

ALLOWED = set(json.loads(sys.argv[1]))

class Absent(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in ALLOWED | sys.stdlib_module_names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Absent())
from tilery.cli import app

for args, typed in json.loads(sys.argv[2]):
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    sys.stdin = io.StringIO(typed)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            app.main(args)
        except SystemExit as left:
            code = left.code
    out.flush()
    print(json.dumps([code, out.buffer.getvalue().decode(), err.getvalue()]))
"""


def core() -> set[str]:
    """The packages that come without an extra, with what they need themselves, by the names of their modules."""
    found, waiting = set[str](), ["tilery"]
    while waiting:
        name = waiting.pop()
        found.add(name)
        needs = [re.split(r"[^\w.-]", line)[0] for line in requires(name) or () if ";" not in line]
        waiting += [need for need in needs if need not in found]
    modules = {"markdown-it-py": "markdown_it", "typing-extensions": "typing_extensions"}
    return {modules.get(name, name) for name in found}


def alone(*commands: tuple[list[str], str]) -> list[tuple[Any, str, str]]:
    """The exit code, output and errors of commands, where only what they come with can be imported."""
    args = [sys.executable, "-c", ALONE, json.dumps(sorted(core())), json.dumps(commands)]
    ran = subprocess.run(args, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return [(code, out, err) for code, out, err in map(json.loads, ran.stdout.splitlines())]


def test_a_small_install_is_small() -> None:
    assert core() == {"tilery", "click", "msgspec", "rich", "markdown_it", "mdurl", "pygments"}


def test_everything_but_a_server_works_with_a_small_install(tmp_path: Path) -> None:
    record = str(write(tmp_path / "match.jsonl", played_match()))
    ran = alone(
        (["check", "-e", "sabra", "r4 r5 r6"], ""),
        (["solve", "-e", "sabra", "--table", "b4 b5 b6", "--rack", "b3 k1", "--json"], ""),
        (["draw", "r4 r5 r6", "-o", str(tmp_path / "table.svg")], ""),
        (["simulate", "-e", "sabra", "--games", "2", "--jobs", "1", "--json"], ""),
        (["verify", record], ""),
        (["replay", record], ""),
        (["analyse", record, "--game", "1", "--json"], ""),
        (["arena", "-e", "sabra", "--bots", "casual,most-tiles", "--pairs", "1", "--jobs", "1", "--json"], ""),
        (["puzzle", "today", "--json"], ""),
        (["play", "-e", "sabra", "--players", "Ann", "--bots", "most-tiles", "--seed", "1"], "draw\nresign\ny\n"),
    )
    assert [(code, err) for code, _, err in ran if code not in (0, 1) or err] == []
    assert (tmp_path / "table.svg").read_text("utf-8").startswith("<svg")


def test_what_a_server_needs_is_named_where_it_is_missing() -> None:
    for code, out, err in alone((["serve"], ""), (["export", "games"], ""), (["transfer", "a", "b"], "")):
        assert (code, out) == (2, "")
        assert err.startswith("error: tilery ")
        assert err.endswith("which is not installed: pip install 'tilery[server]'\n")
