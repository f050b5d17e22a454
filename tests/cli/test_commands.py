"""Single use: exit codes, JSON shapes, and what plain output looks like."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.kit.answers import check_answers
from tilery.cli.answers import ANSWERS
from tilery.cli.app import COMMANDS, load_command
from tilery.rules.edition import ROWS, edition_names

SABRA = ("--edition", "sabra")


def test_a_schema_says_what_a_command_answers(run: Run) -> None:
    schema = run("--schema", "check").json
    assert schema["$defs"]["CheckAnswer"]["required"] == ["id", "legal", "value", "sets"]
    ran = run("--schema", "chess")
    assert (ran.code, ran.out) == (2, "")
    assert "there are schemas for editions," in ran.err


def test_an_answer_that_is_not_by_its_schema_would_fail_the_test_that_sees_it(run: Run) -> None:
    out = run("check", "-e", "sabra", "--json", "r4 r5 r6").out
    for wrong in (out.replace('"legal"', '"lawful"'), out.replace('"value":15', '"value":"15"')):
        with pytest.raises(AssertionError, match="CheckAnswer"):
            check_answers(["check", "--json"], wrong)


def test_every_command_that_answers_in_json_has_a_schema() -> None:
    with_json = {name for name in COMMANDS if any("--json" in each.opts for each in load_command(name).params)}
    assert with_json - {"admin"} == {*ANSWERS}


def test_check_answers_as_documented(run: Run) -> None:
    ran = run("check", *SABRA, "--json", "r6 r4 j | r7 r7 b7")
    reasons = ran.json["sets"][1]["reasons"]
    assert ran.code == 1
    assert ran.json == {
        "id": None,
        "legal": False,
        "value": None,
        "sets": [
            {
                "tiles": "r4 j r6",
                "legal": True,
                "kind": "run",
                "value": 15,
                "reads": "r4 r5 r6",
                "shown_value": 15,
                "best": "r4 j r6",
            },
            {"tiles": "r7 r7 b7", "legal": False, "reasons": reasons},
        ],
    }
    assert reasons and all(isinstance(reason, str) for reason in reasons)


def test_check_values_the_highest_reading_and_reads_the_order_shown(run: Run) -> None:
    (one,) = run("check", *SABRA, "--json", "j j r5").json["sets"]
    assert (one["tiles"], one["value"]) == ("j j r5", 18)


def test_check_in_words_tells_what_the_order_shown_is_worth_and_what_the_best_one_would_be(run: Run) -> None:
    ran = run("check", *SABRA, "j k9 k10 | r4 r5 r6")
    assert ran.out.splitlines() == [
        "j k9 k10: run, read as k8 k9 k10, worth 27; as k9 k10 j worth 30",
        "r4 r5 r6: run, worth 15",
        "legal, worth 42, at best 45",
    ]


def test_check_takes_sets_as_one_text_or_as_words(run: Run) -> None:
    assert run("check", *SABRA, "r4", "r5", "r6") == run("check", *SABRA, "R4 r5 R6")


def test_an_empty_table_is_legal(run: Run) -> None:
    assert run("check", *SABRA, "--json", "").json == {"id": None, "legal": True, "value": 0, "sets": []}


def test_turn_answers_as_documented(run: Run) -> None:
    legal = run("turn", *SABRA, "--before", "r4 r5 r6", "--rack", "r7", "--after", "r4 r5 r6 r7", "--json")
    assert legal.code == 0
    assert legal.json == {
        "id": None,
        "legal": True,
        "played": "r7",
        "tiles": 1,
        "value": 7,
        "opening_value": None,
        "defects": [],
        "more": 0,
        "table": "r4 r5 r6 r7",
    }
    args = ("--before", "r4 r5 r6", "--rack", "r7", "--after", "r4 r5 r6 r8", "--opening", "--json")
    illegal = run("turn", "--edition", "classic-2015", *args)
    assert illegal.code == 1
    assert illegal.json["opening_value"] == 0
    assert "table" not in illegal.json
    defects = illegal.json["defects"]
    assert [defect["code"] for defect in defects] == [
        "illegal-set",
        "not-on-rack",
        "opening-touches-table",
        "opening-too-low",
    ]
    assert all(set(defect) == {"code", "text", "rule", "booklet"} for defect in defects)
    assert {defect["booklet"] for defect in defects} == {"classic-2015-en"}


def test_settle_answers_as_documented(run: Run) -> None:
    ran = run(
        "settle",
        *SABRA,
        "--before",
        "r4 r5 r6",
        "--rack",
        "y10 y2 k1",
        "--draft",
        "r4 r5 | r6",
        "--pool",
        "2",
        "--json",
    )
    assert ran.code == 0
    assert ran.json == {"id": None, "verdict": "kept", "table": "", "rack": "k1 r4 r5 r6 y10 y2", "draw": 2}


def test_score_answers_as_documented(run: Run) -> None:
    racks = ("--rack", "", "--rack", "r5", "--rack", "b10 b6", "--rack", "y3", "--out", "0")
    assert run("score", *SABRA, *racks, "--json").json == {"id": None, "scores": [24, -5, -16, -3], "winner": 0}
    assert run("score", *SABRA, *racks, "--csv").out == (
        "game,seat 1,seat 2,seat 3,seat 4,winner\n"
        "1,24,-5,-16,-3,seat 1\n"
        "total,24,-5,-16,-3,seat 1\n"
        "games won,1,0,0,0,\n"
    )


def test_a_player_who_resigned_cannot_win(run: Run) -> None:
    racks = ("--rack", "r5", "--rack", "r9", "--rack", "r10")
    assert run("score", *SABRA, *racks, "--json").json["winner"] == 0
    assert run("score", *SABRA, *racks, "--resigned", "0", "--json").json["winner"] == 1


def test_house_rules_go_instead_of_an_edition(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text('base = "sabra"\nname = "club"\njoker_penalty = 50\n')
    assert run("score", "--rules", str(file), "--rack", "", "--rack", "j", "--out", "0", "--json").json["scores"] == [
        50,
        -50,
    ]
    assert "house rules club" in run("editions", "--rules", str(file)).out


def test_editions_are_shown_with_every_row(run: Run) -> None:
    plain = run("editions")
    assert plain.code == 0
    assert all(name in plain.out for name in (*edition_names(), *ROWS))
    shown = run("editions", "--json").json["editions"]
    assert [one["name"] for one in shown] == list(edition_names())
    assert all(list(one["rows"]) == list(ROWS) for one in shown)
    (sabra,) = run("editions", "sabra", "--json").json["editions"]
    assert sabra["rows"]["joker_penalty"] == {
        "value": 25,
        "note": "a joker left on a rack counts 25",
        "source": "“Punktewertung”",
        "silent": False,
    }
    assert "“Punktewertung”" in run("editions", "sabra").out


def test_plain_output_is_stable(run: Run) -> None:
    assert run("check", *SABRA, "r6 r4 j | b8 k8 y8").out == (
        "r4 j r6: run, read as r4 r5 r6, worth 15\nb8 k8 y8: group, worth 24\nlegal, worth 39\n"
    )
    assert run("check", "-e", "twist-2015", "b3 j b5 m b5 b4 b3").out == (
        "b3 j b5 m b5 b4 b3: mirrored run, read as b3 b4 b5 m6 b5 b4 b3, worth 30\nlegal, worth 30\n"
    )
    turn = ("turn", *SABRA, "--before", "r4 r5 r6", "--rack", "r7 b1")
    assert run(*turn, "--after", "r4 r5 r6 r7").out == ("legal\nplayed: 1 tile worth 7: r7\ntable: r4 r5 r6 r7\n")
    assert run(*turn, "--after", "r4 r5 r6").out == (
        "not legal\n- no tile from the rack was played [turn, Sabra 2022 booklet]\nplayed: 0 tiles worth 0\n"
    )
    assert run(
        "settle", *SABRA, "--before", "r4 r5 r6", "--rack", "r8", "--draft", "r4 r5 r6 | r8", "--pool", "9"
    ).out == ("the legal sets stay, all other tiles go to the rack\ntable: r4 r5 r6\nrack: r8\ndraw: 3\n")
    sheet = run("score", *SABRA, "--rack", "", "--rack", "r5", "--out", "0").out
    assert [row.split() for row in sheet.splitlines() if row.strip(" ─")] == [
        ["game", "seat", "1", "seat", "2", "winner"],
        ["1", "+5", "-5", "seat", "1"],
        ["total", "+5", "*", "-5", "seat", "1"],
        ["games", "won", "1", "0"],
    ]


BAD_USE = [
    ("usage", ("check", *SABRA)),
    ("usage", ("check", *SABRA, "r4", "--batch", "-")),
    ("usage", ("check", *SABRA, "--rules", "x", "r4")),
    ("usage", ("check", *SABRA, "--what", "r4")),
    ("usage", ("check", "--edition")),
    ("usage", ("chekc",)),
    ("edition", ("check", "r4")),
    ("edition", ("check", "-e", "monopoly", "r4")),
    ("edition", ("editions", "monopoly")),
    ("usage", ("editions", "sabra", "--rules", "x")),
    ("tile-set", ("check", *SABRA, "-t", "twist", "r4")),
    ("tile-set", ("check", "-t", "12", "r4")),
    ("notation", ("check", *SABRA, "r4 x")),
    ("too-many-copies", ("check", *SABRA, "r4 r4 r4")),
    ("usage", ("turn", *SABRA, "--before", "")),
    ("usage", ("turn", *SABRA, "--before", "", "--batch", "-")),
    ("table-not-legal", ("turn", *SABRA, "--before", "r4", "--rack", "", "--after", "")),
    ("usage", ("settle", *SABRA, "--before", "")),
    ("usage", ("settle", *SABRA, "--pool", "1", "--batch", "-")),
    ("usage", ("settle", *SABRA, "--before", "", "--rack", "", "--draft", "", "--pool", "many")),
    ("pool", ("settle", *SABRA, "--before", "", "--rack", "", "--draft", "", "--pool", "-1")),
    ("usage", ("score", *SABRA)),
    ("usage", ("score", *SABRA, "--rack", "", "--record", "-")),
    ("players", ("score", *SABRA, "--rack", "")),
    ("seat", ("score", *SABRA, "--rack", "", "--rack", "", "--out", "2")),
    ("usage", ("replay",)),
    ("usage", ("verify",)),
]


@pytest.mark.parametrize(("code", "args"), BAD_USE)
def test_bad_input_is_one_line_and_exit_2(run: Run, code: str, args: tuple[str, ...]) -> None:
    plain = run(*args)
    assert (plain.code, plain.out) == (2, "")
    assert plain.err.startswith("error: ") and plain.err.count("\n") == 1
    as_json = run(*args, "--json")
    assert as_json.code == 2
    assert set(as_json.json["error"]) == {"code", "text"}
    if "--edition" not in args[-1:]:
        assert as_json.json["error"]["code"] == code


def test_csv_and_json_exclude_each_other(run: Run) -> None:
    assert run("score", *SABRA, "--rack", "", "--rack", "", "--csv", "--json").code == 2


def test_unknown_names_list_the_known_ones(run: Run) -> None:
    assert all(name in run("check", "-e", "monopoly", "r4").err for name in edition_names())
    assert "106, 108 or 160" in run("check", *SABRA, "-t", "12", "r4").err


def test_control_characters_never_reach_the_terminal(run: Run) -> None:
    assert "\x1b" not in run("check", *SABRA, "\x1b[2J").err
    assert "\x1b" not in run("check", "-e", "\x1b[2J", "r4").err
    assert run("check", "-e", "a\nb", "r4").err.count("\n") == 1


@pytest.mark.parametrize("name", ["missing.toml", "folder", "binary", "latin1", "broken", "wrong", "nul\0", ""])
@pytest.mark.parametrize(
    "args", [("check", "r4", "--rules"), ("check", "--batch"), ("replay",), ("verify",), ("score", "--record")]
)
def test_files_that_cannot_be_read_are_bad_input(run: Run, tmp_path: Path, args: tuple[str, ...], name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "binary").write_bytes(bytes(range(256)) * 100)
    (tmp_path / "latin1").write_bytes("base = 'café'".encode("latin-1"))
    (tmp_path / "broken").write_text("base = = 1\n")
    (tmp_path / "wrong").write_text('base = "sabra"\nopening = 0\n')
    ran = run(*args, str(tmp_path / name) if name else "")
    assert ran.code == 2
    assert ran.err.startswith("error: ") or '"error"' in ran.out
    assert run(*args, str(tmp_path / name) if name else "", "--json").code == 2


def test_help_and_version_are_fine(run: Run) -> None:
    assert run("--version").out.startswith("tilery ")
    assert run() == run("--help")
    assert run("--help").code == 0
    assert run("-h").code == 0
