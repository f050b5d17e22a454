"""The pages: what they show at the command line is what it answers, and what they link to is there."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tilery.cli.app import COMMANDS, load_command

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/tutorials/*.md")), *sorted(ROOT.glob("docs/how-to/*.md"))]
LINKED = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
"""Pages outside ``docs``, whose links ``make docs`` does not look at."""

ALIKE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(page: Path) -> Iterator[tuple[str, str]]:
    """The fenced blocks of a page: what kind each is, and its text."""
    yield from re.findall(r"(?ms)^```(\w*)\n(.*?)^```$", page.read_text("utf-8"))


def sessions(text: str) -> Iterator[tuple[list[str], str]]:
    """The commands of a console block, each with the answer below it."""
    for command, answer in re.findall(r"(?ms)^\$ (.*?)\n(.*?)(?=^\$ |\Z)", text):
        yield shlex.split(command), answer


@pytest.mark.parametrize("page", [page for page in PAGES if "```console" in page.read_text("utf-8")], ids=str)
def test_the_command_line_answers_as_the_page_shows(page: Path, tmp_path: Path) -> None:
    answered = 0
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    env = os.environ | {"COLUMNS": "200", "PATH": path}
    for kind, text in blocks(page):
        if named := re.match(r"# ([\w-]+\.\w+)\n", text):  # a file to be saved, named in its first line
            skipped = 0 if named[1].endswith((".toml", ".py")) else named.end()
            (tmp_path / named[1]).write_text(text[skipped:], "utf-8")
        elif kind == "console":
            for (program, *words), wanted in sessions(text):
                assert program == "tilery"
                command = [sys.executable, "-m", "tilery", *words]
                ran = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=300)
                got = ran.stdout + ran.stderr
                assert doctest.OutputChecker().check_output(wanted, got, ALIKE), f"{' '.join(words)}\n{got}"
                answered += 1
    assert answered


@pytest.mark.parametrize("page", LINKED, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", page.read_text("utf-8")):
        assert (page.parent / target.partition("#")[0]).exists(), target


def test_the_readme_names_every_command_and_those_without_json() -> None:
    text = (ROOT / "README.md").read_text("utf-8")

    def named(line: str) -> list[str]:
        found = re.search(line, text)
        assert found is not None
        return re.findall(r"`([a-z]+)`", found[1])

    assert named(r"lists all commands: (.*)\.") == [*COMMANDS]
    without = [name for name in COMMANDS if not any("--json" in each.opts for each in load_command(name).params)]
    assert named(r"Every command but (.*) answers in JSON") == without
