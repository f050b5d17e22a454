"""The examples that learn, and the notebooks, run to their end and say what they are there to say."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tilery.simulation import available

EXAMPLES = Path(__file__).parents[2] / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("notebooks/*.ipynb"))
CAN_LEARN = bool(find_spec("pettingzoo")) and available()
learning = pytest.mark.skipif(not CAN_LEARN, reason="the extra env isn't installed, or nothing is compiled")


def ran(name: str, folder: Path, *words: str) -> str:
    """What an example prints."""
    command = [sys.executable, str(EXAMPLES / name), *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


@learning
def test_a_training_loop_of_thirty_lines_learns_something(tmp_path: Path) -> None:
    said = ran("training_loop.py", tmp_path, "12")
    assert said.startswith("after 12 games: waits with ") and "waits with 50%" not in said
    assert len((EXAMPLES / "training_loop.py").read_text("utf-8").splitlines()) <= 30


@learning
def test_a_policy_is_trained_and_seated_in_the_arena(tmp_path: Path) -> None:
    said = ran("train_policy.py", tmp_path, "--seconds", "1", "--pairs", "1", "--against", "newcomer").splitlines()
    assert said[-2].startswith("__main__:Learned: ") and said[-1].startswith("newcomer: ")
    assert len(json.loads((tmp_path / "policy.json").read_text("utf-8"))["weights"]) == 10


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_from_its_first_cell_to_its_last(path: Path) -> None:
    cells = json.loads(path.read_text("utf-8"))["cells"]
    codes = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    if any("tilery.env" in code for code in codes) and not CAN_LEARN:
        pytest.skip("the extra env isn't installed, or nothing is compiled")
    names: dict[str, object] = {"__name__": "__main__"}
    for number, code in enumerate(codes, 1):
        exec(compile(code, f"{path.name}, code cell {number}", "exec"), names)
    assert len(NOTEBOOKS) == 3 and codes
    assert not any(cell.get("outputs") for cell in cells), "what a cell printed is not kept"
