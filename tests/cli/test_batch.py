"""Batches: bad lines, and those that meet a bug, are answered and the rest goes on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.cli.conftest import Run
from tilery.cli.app import COMMANDS, load_command
from tilery.cli.batch import BatchLine
from tilery.cli.check import CheckLine
from tilery.cli.files import LONGEST_LINE
from tilery.cli.perft import PerftLine
from tilery.cli.score import ScoreLine
from tilery.cli.settle import SettleLine
from tilery.cli.solve import SolveLine
from tilery.cli.turn import TurnLine
from tilery.notation import Tiles
from tilery.solver import Question, Solution

SET = {"edition": "sabra", "sets": "r4 r5 r6"}
TURN = {"edition": "sabra", "opening": False, "before": "r4 r5 r6", "rack": "r7", "after": "r4 r5 r6 r7"}
SETTLE = {"edition": "sabra", "opening": False, "before": "", "rack": "r7", "draft": "r7", "pool": 1}
SOLVE = {"edition": "sabra", "table": "r4 r5 r6", "rack": "r3"}
SCORE = {"edition": "sabra", "racks": ["", "r5"], "out": 0}

BAD_LINES: list[tuple[str, str, bytes]] = [
    ("check", "json", b"r4 r5 r6"),
    ("check", "json", b'{"edition": "sabra", "sets": "r4 r5'),
    ("check", "json", b'{"sets": NaN}'),
    ("check", "json", b"[" * 100_000),
    ("check", "encoding", b'{"sets": "caf\xe9"}'),
    ("check", "encoding", b"\x00\xff\x00"),
    ("check", "json", b"\x00"),
    ("check", "too-long", b'"' + b"x" * LONGEST_LINE + b'"'),
    ("check", "shape", b"[]"),
    ("check", "shape", b"7"),
    ("check", "shape", b"null"),
    ("check", "shape", b'{"id": []}'),
]


def line(base: dict[str, Any], **changes: Any) -> bytes:
    return json.dumps({key: value for key, value in {**base, **changes}.items() if value is not ...}).encode()


BAD_LINES += [
    ("check", "shape", line(SET, sets=...)),
    ("check", "shape", line(SET, sets=None)),
    ("check", "shape", line(SET, sets=["r4"])),
    ("check", "shape", line(SET, edition=7)),
    ("check", "edition", line(SET, edition=...)),
    ("check", "edition", line(SET, edition="monopoly")),
    ("check", "tile-set", line(SET, tile_set="twist")),
    ("check", "tile-set", line(SET, tile_set="107")),
    ("check", "shape", line(SET, tile_set=106)),
    ("check", "notation", line(SET, sets="r14")),
    ("check", "notation", line(SET, sets="r4 r5 r6 |")),
    ("check", "notation", line(SET, sets="r4 " * 10_000)),
    ("check", "too-many-copies", line(SET, sets="r4 r4 r4")),
    ("turn", "shape", line(TURN, before=...)),
    ("turn", "shape", line(TURN, rack=...)),
    ("turn", "shape", line(TURN, after=...)),
    ("turn", "shape", line(TURN, opening="yes")),
    ("turn", "notation", line(TURN, rack="r4 | r5")),
    ("turn", "notation", line(TURN, after="rr")),
    ("turn", "table-not-legal", line(TURN, before="r4 r5 r7")),
    ("turn", "too-many-copies", line(TURN, rack="r4 r4")),
    ("settle", "shape", line(SETTLE, pool=...)),
    ("settle", "shape", line(SETTLE, pool="3")),
    ("settle", "shape", line(SETTLE, pool=True)),
    ("settle", "pool", line(SETTLE, pool=-1)),
    ("settle", "not-on-rack", line(SETTLE, draft="b7")),
    ("settle", "table-tile-missing", line(SETTLE, before="r4 r5 r6")),
    ("settle", "table-not-legal", line(SETTLE, before="r4 r5")),
    ("score", "shape", line(SCORE, racks=...)),
    ("score", "shape", line(SCORE, racks="r5")),
    ("score", "shape", line(SCORE, out="0")),
    ("score", "shape", line(SCORE, starter=None)),
    ("score", "notation", line(SCORE, racks=["", "r99"])),
    ("score", "seat", line(SCORE, out=2)),
    ("score", "seat", line(SCORE, last=-1)),
    ("score", "seat", line(SCORE, starter=9)),
    ("score", "players", line(SCORE, racks=[])),
    ("score", "players", line(SCORE, racks=[""] * 5)),
    ("score", "too-many-copies", line(SCORE, racks=["r5 r5", "r5"])),
]
GOOD: dict[str, dict[str, Any]] = {"check": SET, "turn": TURN, "settle": SETTLE, "score": SCORE}


@pytest.mark.parametrize(
    ("command", "code", "bad"), BAD_LINES, ids=[f"{c}-{k}-{i}" for i, (c, k, _) in enumerate(BAD_LINES)]
)
def test_a_bad_line_is_answered_with_its_error_and_the_rest_goes_on(
    run: Run, command: str, code: str, bad: bytes
) -> None:
    good = line(GOOD[command], id="good")
    ran = run(command, "--batch", "-", stdin=good + b"\n" + bad + b"\n" + good)
    first, error, last = ran.lines
    assert ran.code == 2
    assert first == last
    assert "error" not in first and first["id"] == "good"
    assert error == {"id": None, "error": {"code": code, "text": error["error"]["text"]}}
    assert error["error"]["text"]


def test_a_line_that_meets_a_bug_is_answered_so_and_the_rest_goes_on(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumbles(question: Question, most: int) -> Iterator[Solution]:
        if question.rack == Tiles("r7"):
            raise AssertionError("the sets do not add up")
        return plays(question, most)

    plays = Question.plays
    monkeypatch.setattr(Question, "plays", stumbles)
    lines = [line(SOLVE, id=1), line(SOLVE, id=2, rack="r7"), line(SOLVE, id=3, rack="x"), line(SOLVE, id=4)]
    ran = run("solve", "--batch", "-", stdin=b"\n".join(lines))
    assert ran.code == 70
    assert [answer.get("tiles") for answer in ran.lines] == [1, None, None, 1]
    assert ran.lines[1]["error"]["code"] == "internal"
    assert "please report it (AssertionError: the sets do not add up)" in ran.lines[1]["error"]["text"]
    assert ran.lines[2]["error"]["code"] == "notation"


@pytest.mark.parametrize("name", ["seven", 7, 7.5, 12345678901234567890123, True, None])
def test_every_answer_repeats_the_id_of_its_line(run: Run, name: Any) -> None:
    lines = [line(SET, id=name), line(SET, id=name, sets="r4"), line(SET, id=name, sets="oops")]
    assert [answer["id"] for answer in run("check", "--batch", "-", stdin=b"\n".join(lines)).lines] == [name] * 3


def test_a_batch_exits_0_when_every_line_is_answered_legal_or_not(run: Run) -> None:
    ran = run("check", "--batch", "-", stdin=line(SET) + b"\n" + line(SET, sets="r4 r5"))
    assert [answer["legal"] for answer in ran.lines] == [True, False]
    assert ran.code == 0


def test_blank_lines_are_skipped_and_unknown_fields_ignored(run: Run) -> None:
    ran = run("check", "--batch", "-", stdin=b"\n  \r\n" + line(SET, legal=False, why="?") + b"\r\n\n")
    assert [answer["legal"] for answer in ran.lines] == [True]


def test_an_empty_batch_is_answered_with_nothing(run: Run) -> None:
    assert run("check", "--batch", "-", stdin="") == (0, "", "")


def test_a_byte_order_mark_is_no_harm(run: Run) -> None:
    assert run("check", "--batch", "-", stdin=b"\xef\xbb\xbf" + line(SET)).code == 0


def test_options_serve_lines_that_have_no_edition_or_tile_set(run: Run, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('base = "sabra"\nname = "club"\nopening = 12\n')
    triple = line(SET, edition=..., sets="r4 b4 k4 | r4 b4 y4 | r4 k4 y4")
    assert run("check", "--batch", "-", "-e", "sabra", "-t", "160", stdin=triple).code == 0
    assert run("check", "--batch", "-", "-e", "sabra", stdin=triple).code == 2
    assert run("check", "--batch", "-", "-t", "160", stdin=line(SET, sets="r4 b4 k4 | r4 b4 y4 | r4 k4 y4")).code == 0
    opening = {"before": "", "rack": "r4 r5 r6", "after": "r4 r5 r6", "opening": True}
    lines = line(opening) + b"\n" + line(opening, edition="sabra")
    ran = run("turn", "--batch", "-", "--rules", str(house), stdin=lines)
    assert [answer["legal"] for answer in ran.lines] == [True, False]


def test_the_opening_option_serves_lines_that_do_not_say(run: Run) -> None:
    lines = line(TURN, opening=...) + b"\n" + line(TURN, opening=False)
    assert [answer["legal"] for answer in run("turn", "--opening", "--batch", "-", stdin=lines).lines] == [False, True]


@pytest.mark.parametrize(
    "args", [("-e", "nobody"), ("-t", "105"), ("-e", "sabra", "-t", "twist"), ("--rules", "nowhere")]
)
def test_bad_options_stop_a_batch_before_it_starts(run: Run, args: tuple[str, ...]) -> None:
    ran = run("check", "--batch", "-", *args, stdin=line(SET))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("error: ")


LINES: dict[str, type[BatchLine]] = {
    "check": CheckLine,
    "turn": TurnLine,
    "settle": SettleLine,
    "score": ScoreLine,
    "solve": SolveLine,
    "perft": PerftLine,
}


def test_the_fields_of_every_line_are_documented() -> None:
    root = Path(__file__).parents[2]
    page = (root / "docs/reference/answers.md").read_text("utf-8")
    rows = re.findall(r"(?m)^\| `tilery (\w+)` \| ([^\[\]|]+?)(?: \[(.*?)\])? \|$", page)
    documented = {
        name: (re.findall(r"`(\w+)`", needed), re.findall(r"`(\w+)`", others)) for name, needed, others in rows
    }
    shared = {field.name for field in msgspec.structs.fields(BatchLine)}
    for name, kind in LINES.items():
        own = [field for field in msgspec.structs.fields(kind) if field.name not in shared]
        needed = [field.name for field in own if field.required]
        assert documented.pop(name) == (needed, [field.name for field in own if not field.required])
    assert not documented
    taking = {name for name in COMMANDS if any("--batch" in each.opts for each in load_command(name).params)}
    assert taking == {*LINES}
    readme = re.search(r"- (.*) take a file of questions with `--batch`", (root / "README.md").read_text("utf-8"))
    assert readme is not None and {*re.findall(r"`(\w+)`", readme[1])} == taking
