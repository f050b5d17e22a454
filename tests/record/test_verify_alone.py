"""The example that proves draws without Tilery, started as its page says."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.kit.games import TABLES, Seating, sample_game, table_id
from tests.record.test_record import short_match

EXAMPLE = Path(__file__).parents[2] / "examples" / "verify_game.py"


class Ended(NamedTuple):
    status: int
    out: str
    errors: str


def run(*files: Path | str, read: str = "") -> Ended:
    command = [sys.executable, str(EXAMPLE), *map(str, files)]
    ended = subprocess.run(command, input=read, capture_output=True, text=True, encoding="utf-8", check=False)
    return Ended(ended.returncode, ended.stdout, ended.stderr)


def record_of(seating: Seating) -> str:
    return "".join(sample_game(seating)[-1][1].lines())


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str], Path]:
    def write(text: str) -> Path:
        path = tmp_path / "game.jsonl"
        path.write_text(text, "utf-8")
        return path

    return write


@pytest.mark.parametrize("seating", TABLES[::6], ids=table_id)
def test_a_file_is_proven_by_its_name_and_through_a_pipe(seating: Seating, written: Callable[[str], Path]) -> None:
    record = record_of(seating)
    assert run(written(record)) == run(read=record) == (0, "draws proven\n", "")


def test_every_game_of_a_match_is_proven(written: Callable[[str], Path]) -> None:
    match = "".join(short_match().lines())
    assert run(written(match)) == (0, "draws proven\n" * match.count('"commitment"'), "")


@pytest.mark.parametrize("what", ["commitment", "secret", "pool"])
def test_a_record_that_was_tampered_with_is_refused(what: str, written: Callable[[str], Path]) -> None:
    record = record_of(TABLES[0])
    before, mark, value = record.partition(f'"{what}":"')
    other = value[3:6] + value[:3] + value[6:]
    assert other != value
    assert run(written(before + mark + other)) == (1, "", "draws NOT proven\n")


def test_a_game_without_an_end_is_said_to_have_no_secret_yet(written: Callable[[str], Path]) -> None:
    begun = "\n".join(record_of(TABLES[0]).splitlines()[:4])
    assert run(written(begun)) == (1, "", "a game without an end has no secret yet\n")


def test_a_file_that_cannot_be_read_is_named_in_a_sentence(tmp_path: Path) -> None:
    missing = tmp_path / "nothing.jsonl"
    assert run(missing) == (1, "", f"{missing} cannot be read: No such file or directory\n")
    assert run(tmp_path).errors.startswith(f"{tmp_path} cannot be read: ")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "there is no game in this file\n"),
        ("name,points\nAnn,12\n", "this is not the record of a game\n"),
        ('["a", "list"]\n', "this is not the record of a game\n"),
        ('{"tilery": "game"}\n', "this is not the record of a game\n"),
    ],
)
def test_a_file_that_is_no_record_is_refused_in_a_sentence(
    text: str, words: str, written: Callable[[str], Path]
) -> None:
    assert run(written(text)) == (1, "", words)
