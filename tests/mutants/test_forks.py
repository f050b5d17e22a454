"""What counts as noticed: a failure that comes with the change and goes without it."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from pathlib import Path

from tests.mutants.cover import Cover
from tests.mutants.forks import UNNOTICED, Order, Trial, Verdict, in_fork, try_each
from tests.mutants.mutant import Mutant, mutants


def verdicts(folder: Path, trial: Trial) -> list[Verdict]:
    """What becomes of the one change to a module whose only line three tests run, the first being the quickest."""
    (folder / "made.py").write_text("def one():\n    return 1\n")
    changed = [mutant for mutant in mutants(folder, "made") if str(mutant.change) == "1 → 2"]
    names = ("first", "second", "third")
    cover = Cover({name: 0.1 * place for place, name in enumerate(names, 1)}, {})
    for name in names:
        cover.add(name, str(folder / "made.py"), [2])
    found: list[Verdict] = in_fork(lambda: list(try_each(enumerate(changed), Order(cover, 8.0, {}), 1, trial)))
    return found


def failing(changed: set[str], unchanged: set[str]) -> Trial:
    """A trial in which these tests fail."""

    def trial(mutant: Mutant | None, tests: Sequence[str]) -> int:
        fails = unchanged if mutant is None else changed
        return next((place for place, test in enumerate(tests) if test in fails), UNNOTICED)

    return trial


def test_a_failure_that_goes_without_the_change_has_noticed_it(tmp_path: Path) -> None:
    assert verdicts(tmp_path, failing({"second"}, set())) == [Verdict(0, "second", 3)]


def test_what_passes_with_the_change_has_not(tmp_path: Path) -> None:
    assert verdicts(tmp_path, failing(set(), {"first"})) == [Verdict(0, None, 3)]


def test_a_failure_that_stays_without_the_change_leaves_it_to_the_others(tmp_path: Path) -> None:
    assert verdicts(tmp_path, failing({"first", "third"}, {"first"})) == [Verdict(0, "third", 2)]
    assert verdicts(tmp_path, failing({"first"}, {"first"})) == [Verdict(0, None, 2)]
    every = {"first", "second", "third"}
    assert verdicts(tmp_path, failing(every, every)) == [Verdict(0, None, 1)]


def test_a_test_that_ends_its_process_has_noticed(tmp_path: Path) -> None:
    def trial(mutant: Mutant | None, tests: Sequence[str]) -> int:
        os.kill(os.getpid(), signal.SIGKILL)
        return UNNOTICED

    assert verdicts(tmp_path, trial) == [Verdict(0, "", 3)]
