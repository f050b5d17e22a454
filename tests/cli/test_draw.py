"""``tilery draw``: what it writes where, and what it says when it can't."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tilery import svg

TABLE = "r4 r5 r6 | k7 b7 y7"


def test_draw_writes_the_picture(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "table.svg"
    ran = run("draw", TABLE, "--rack", "r7 j", "--theme", "dark", "-o", str(file))
    assert (ran.code, ran.out) == (0, "")
    assert file.read_text("utf-8") == svg.table(TABLE, "r7 j", theme="dark")


def test_draw_prints_where_no_file_is_named(run: Run) -> None:
    assert run("draw", *TABLE.split()).out == svg.table(TABLE)
    assert run("draw", "--rack", "r7 j").out == svg.rack("r7 j")
    assert run("draw", "--json", TABLE).json == {"svg": svg.table(TABLE), "file": None}


def test_draw_shows_a_move(run: Run) -> None:
    before, after = "r4 b4 k4 y4", "r4 k4 y4 | b3 b4 b5 b6"
    assert run("draw", after, "--before", before, "--steps").out == svg.move(before, after, steps=True)


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ((), "give a table to draw"),
        (("r4 x9",), "table: set 1: tile 2, 'x9', is not a tile"),
        (("r4", "--rack", "q"), "rack: tile 1, 'q', is not a tile"),
        (("r4", "--theme", "pink"), "there is no theme 'pink'; there are light, dark"),
        (("r4", "--steps"), "--steps needs --before TABLE"),
        (("--rack", "r4", "--before", "r4"), "--before needs the table after the move"),
        (("r4", "--before", "b5"), "blue 5 was on the table before the move"),
        (("r4", "-o", "nowhere/table.svg"), "cannot write 'nowhere/table.svg': no such file or directory"),
    ],
)
def test_draw_says_what_is_wrong(run: Run, words: tuple[str, ...], error: str) -> None:
    ran = run("draw", *words)
    assert ran.code == 2
    assert error in ran.err
