"""Turns as data: every game whole, every choice an option, every outcome the game's."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run, run
from tilery.simulation import Simulation, available
from tilery.tiles import ALL_KINDS

pytest.importorskip("numpy", reason="the extra env isn't installed")
polars = pytest.importorskip("polars", reason="the extra parquet isn't installed")
if not available():
    pytest.skip("the simulation isn't compiled", allow_module_level=True)

import numpy as np  # noqa: E402

from tilery import edition  # noqa: E402
from tilery.env import turnfile  # noqa: E402

__all__ = ["run"]

SABRA = edition("sabra").rules()


def test_without_exploring_the_turns_are_those_of_the_simulation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turnfile, "_AT_ONCE", 4)
    monkeypatch.setattr(turnfile, "_TOGETHER", 100)
    turns = turnfile.write_turns(tmp_path / "turns.parquet", SABRA, 3, games=10, seed=7, explore=0)
    rows = polars.read_parquet(tmp_path / "turns.parquet")
    assert len(rows) == turns
    simulation = Simulation(SABRA, 3)
    for number, outcome in enumerate(simulation.play(7, 10)):
        own = rows.filter(polars.col("game") == number)
        assert own["turn"].to_list() == list(range(1, outcome.turns + 1))
        laid = [bytes(np.array(options)[choice]) for options, choice in zip(own["options"], own["choice"], strict=True)]
        assert tuple(laid) == simulation.moves(7, number).laid
        assert own["score"].to_list() == [outcome.seats[seat].score for seat in own["seat"]]
        assert own["won"].to_list() == [seat == outcome.winner for seat in own["seat"]]


def test_whoever_explores_takes_every_option_that_is_there(tmp_path: Path) -> None:
    turnfile.write_turns(tmp_path / "turns.parquet", SABRA, 2, games=60, seed=1, explore=0.5)
    rows = polars.read_parquet(tmp_path / "turns.parquet")
    there, choice = np.array(rows["there"].to_list()), rows["choice"].to_numpy()
    assert there[np.arange(len(rows)), choice].all()
    assert {*choice} == set(range(len(turnfile.OPTIONS)))
    options = np.array(rows["options"].to_list())
    penalty = np.array([SABRA.penalty(kind) for kind in ALL_KINDS])
    assert (options.sum(2) == np.array(rows["tiles"].to_list())).all()
    assert (options @ penalty == np.array(rows["values"].to_list())).all()
    assert (options.sum(2)[:, 1:][there[:, 1:]] > 0).all()
    assert (options <= np.array(rows["rack"].to_list())[:, None]).all()


def test_the_command_writes_them_and_says_how_many(run: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "turns.parquet")
    words = ("simulate", "-e", "sabra", "--players", "2", "--games", "5", "--turns", file)
    told = run(*words, "--json").json
    assert told == {"games": 5, "turns": len(polars.read_parquet(file)), "file": file}
    assert run(*words).out == f"{told['turns']:,} turns of 5 games are in {file}.\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("-e", "sabra", "--turns", "turns.csv"), "turns are written as .parquet, not 'turns.csv'"),
        (("-e", "sabra", "--turns", "none/turns.parquet"), "there is no such folder"),
        (("-e", "sabra", "--turns", "turns.parquet", "--explore", "2"), "--explore is a share from 0 to 1"),
        (("-e", "sabra", "--turns", "turns.parquet", "--players", "7"), "from 2 to 4, not 7"),
        (("-e", "classic-2015", "--turns", "turns.parquet"), "cannot be simulated exactly"),
    ],
)
def test_what_cannot_be_written_is_refused_and_nothing_is_left(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("simulate", "--games", "3", *words)
    assert (ran.code, ran.out) == (2, "") and said in ran.err
    assert not [*tmp_path.iterdir()]
