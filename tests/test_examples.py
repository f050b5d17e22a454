"""The examples: every piece of Python on a page is well typed, as strictly as the package itself."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tilery import edition
from tilery.bots import level, play_game
from tilery.game import seeded_secret

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]
PROGRAMS = ("missed_tiles.py", "arena_bot.py", "picture.py", "training_loop.py")
"""Programs of up to thirty lines, for somebody who begins."""
STRICT = {"bots", "first-bot", "simulating"}
"""Pages whose programs a reader goes on with: they pass ``mypy --strict`` as they are."""
AT_A_PROMPT = '# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="union-attr,redundant-expr"\n'
"""What is shown to be there need not be asked for, and a helper of a page is understood without its types."""


def programs(page: Path) -> Iterator[str]:
    """The programs of a page: what is typed at its prompts, as one, and every file that it shows."""
    text = page.read_text("utf-8")
    typed = [each.source for each in doctest.DocTestParser().get_examples(text) if each.exc_msg is None]
    if typed:
        yield "".join(typed)
    for block in re.findall(r"(?ms)^```python\n(.*?)^```$", text):
        if ">>>" not in block:
            yield block


def test_the_examples_of_every_page_are_well_typed(tmp_path: Path) -> None:
    found = 0
    for page in PAGES:
        name = page.relative_to(ROOT).with_suffix("").as_posix().replace("/", "_").replace("-", "_")
        for number, program in enumerate(programs(page)):
            head = "" if page.stem in STRICT else AT_A_PROMPT
            (tmp_path / f"{name}_{number}.py").write_text(head + program, "utf-8")
            found += 1
    assert found > 10
    command = [sys.executable, "-m", "mypy", "--config-file", "pyproject.toml", "--no-warn-unreachable", str(tmp_path)]
    command += [str(ROOT / "examples" / name) for name in PROGRAMS]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout.replace(str(tmp_path), "")


def ran(name: str, *args: str) -> str:
    command = [sys.executable, str(ROOT / "examples" / name), *args]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_the_programs_do_what_they_say(tmp_path: Path) -> None:
    bots = [level("newcomer").make(0), level("most-tiles").make(0)]
    played = play_game(edition("sabra").rules(), bots, seeded_secret(3), names=["Ann", "Bo"])
    path = tmp_path / "game.jsonl"
    path.write_text("".join(played.record.lines()), "utf-8")
    missed = ran("missed_tiles.py", str(path)).splitlines()
    assert missed
    assert all(re.fullmatch(r"move \d+: Ann laid \d+ and could have laid \d+: [\w ]+", line) for line in missed)
    assert re.fullmatch(r"(?s)Patient: \d+ of 10 won.*\ncasual: \d+ of 10 won.*\n", ran("arena_bot.py"))
    assert "New: blue 3, blue 5, blue 6, blue 8." in ran("picture.py")


def test_the_programs_are_short() -> None:
    for name in PROGRAMS:
        assert len((ROOT / "examples" / name).read_text("utf-8").splitlines()) <= 30
