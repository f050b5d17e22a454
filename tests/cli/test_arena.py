"""The command: its answers in JSON, its files, its refusals."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

SMALL = ("arena", "--edition", "sabra", "--bots", "beginner,most-tiles", "--pairs", "3", "--clock", "30", "--jobs", "1")


def test_the_answer_in_json_has_every_bot_in_the_order_named(run: Run) -> None:
    ran = run(*SMALL, "--seed", "4", "--json")
    assert ran.code == 0 and ran.err == ""
    data = ran.json
    assert [bot["name"] for bot in data["bots"]] == ["beginner", "most-tiles"]
    for bot in data["bots"]:
        assert bot["games"] == 6
        assert 0 <= bot["low"] <= bot["win_rate"] <= bot["high"] <= 1
        assert bot["seconds_per_move"] > 0
        assert bot["rating_low"] <= bot["rating"] <= bot["rating_high"]
    assert sum(bot["win_rate"] for bot in data["bots"]) == pytest.approx(1)
    assert sum(bot["mean_score"] for bot in data["bots"]) == pytest.approx(0)
    assert (data["seed"], data["pairs"], data["games"], data["finished"]) == ("4", 3, 6, True)


def test_the_same_command_gives_the_same_results_whatever_the_processes(run: Run, tmp_path: Path) -> None:
    kept = []
    for jobs in ("1", "2"):
        file = tmp_path / f"{jobs}.json"
        assert run(*SMALL[:-1], jobs, "--out", str(file)).code == 0
        rows = json.loads(file.read_text(encoding="utf-8"))
        kept.append([{k: v for k, v in row.items() if k not in ("seconds", "slowest_move")} for row in rows])
    assert kept[0] == kept[1]
    assert len(kept[0]) == 12


def test_people_get_a_table_best_first(run: Run) -> None:
    ran = run(*SMALL)
    assert ran.code == 0
    assert "sabra with tile set 106, 2 seats: equal bots win 50.0%. 6 games of 3 deals" in ran.out
    assert ran.out.index("most-tiles") < ran.out.index("beginner")


def test_a_round_robin_shows_each_against_each(run: Run) -> None:
    ran = run(*SMALL[:4], "newcomer,beginner,most-tiles", "--pairs", "1", "--jobs", "1", "--rounds", "1")
    assert "won % against" in ran.out and "matches" in ran.out


def test_one_bot_is_measured_against_a_field_of_another(run: Run) -> None:
    data = run(*SMALL, "--seats", "4", "--json").json
    assert data["chance"] == 0.25 and data["games"] == 12
    assert data["tables"][0]["seats"] == ["beginner", "most-tiles", "most-tiles", "most-tiles"]
    first, field = data["bots"]
    assert first["mean_score"] + 3 * field["mean_score"] == pytest.approx(0)


def test_records_are_kept_and_prove_themselves(run: Run, tmp_path: Path) -> None:
    assert run(*SMALL, "--records", str(tmp_path / "kept")).code == 0
    records = sorted((tmp_path / "kept").iterdir())
    assert len(records) == 6
    assert all(run("verify", str(record)).code == 0 for record in records[:2])


def test_a_journal_spares_the_games_in_it(run: Run, tmp_path: Path) -> None:
    journal = str(tmp_path / "journal")
    first = run(*SMALL, "--resume", journal, "--json")
    assert run(*SMALL, "--journal", journal, "--json").out == first.out  # even the seconds
    ran = run(*SMALL, "--resume", journal, "--seed", "other")
    assert ran.code == 2
    assert "another tournament: seed 0 there, other here" in ran.err


def test_plots_and_a_report_on_request(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="needs the extra plots")
    ran = run(*SMALL, "--plots", str(tmp_path / "plots"), "--report", str(tmp_path / "report.html"))
    assert ran.code == 0
    assert len(list((tmp_path / "plots").iterdir())) == 6
    command = "tilery arena --edition sabra --bots beginner,most-tiles --seats 2 --pairs 3 --seed 0 --clock 30.0"
    assert command in (tmp_path / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--bots", "beginner,grandmaster"], "there is no bot 'grandmaster'"),
        (["--bots", "beginner"], "at least two bots"),
        (["--bots", "beginner,"], "there is no bot ''"),
        (["--bots", "engine:/no/such/program,beginner"], "/no/such/program"),
        (["--seats", "5"], "for 2 to 4 players, not 5"),
        (["--pairs", "0"], "1 to 10000000 pairs, not 0"),
        (["--pairs", "many"], "--pairs"),
        (["--clock", "0"], "above 0"),
        (["--clock", "nan"], "above 0"),
        (["--jobs", "0"], "--jobs must be from 1"),
        (["--rounds", "-1"], "--rounds must be from"),
        (["--edition", "chess"], "chess"),
        (["--rules", "/no/such/file"], "not both"),
        (["--cluster", "nowhere:1"], "not both"),
        (["--out", "games.xlsx"], ".json, .csv or .parquet"),
        (["--out", "/no/such/folder/games.csv"], "there is no such folder"),
        (["--report", "/"], "this is a folder"),
        (["--records", "/dev/null/x"], "cannot write"),
        (["--plots", "/dev/null"], "cannot write"),
        (["--resume", "/no/such/folder/journal"], "cannot write"),
        (["--resume", "/"], "cannot write"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(run: Run, options: list[str], said: str) -> None:
    if options[0] in ("--plots", "--report"):
        pytest.importorskip("matplotlib", reason="needs the extra plots")
    ran = run(*SMALL, *options)
    assert ran.code == 2
    assert said in ran.err
    assert ran.err.startswith("error: ") and ran.err.count("\n") == 1
    assert run(*SMALL, *options, "--json").json["error"]["text"]


def test_rules_must_be_named(run: Run) -> None:
    assert run("arena", "--bots", "beginner,most-tiles").code == 2
    assert run("arena", "--edition", "sabra").code == 2


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_sees_the_standings_as_they_come() -> None:
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "tilery", *SMALL[:6], "20", "--jobs", "1", "--json"]
    env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, env=env) as process:
        os.close(theirs)
        shown = b""
        try:
            while data := os.read(ours, 10_000):
                shown += data
        except OSError:  # so Linux says that nobody writes any more
            pass
        assert process.stdout is not None
        assert json.loads(process.stdout.read())["games"] == 40
    os.close(ours)
    assert b"40/40" in shown and b"most-tiles 9" in shown and b"left:" in shown


def test_the_cluster_is_an_extra(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    ran = run(*SMALL[:-2], "--cluster", "127.0.0.1:6379")
    assert (ran.code, ran.err) == (
        2,
        'error: a cluster needs Ray, which is not installed: pip install "tilery[cluster]"\n',
    )
