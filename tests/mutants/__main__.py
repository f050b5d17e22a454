"""``python -m tests.mutants``: change the code, see whether the tests notice, print the score and the survivors."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple, TextIO

from tests.mutants.cover import Cover, Kept
from tests.mutants.forks import Order, Trial, Verdict, in_fork, try_each
from tests.mutants.mutant import Mutant, mutants
from tests.mutants.session import LiveSession, import_all, imported_anew, of_others

ROOT = Path(__file__).parents[2]
SOURCE = Path("src/tilery")
KEPT = Path(".mutants")
EXPLAINED = Path(__file__).with_name("explained.toml")
ENOUGH = 0.9


class Suite(NamedTuple):
    """Packages that are changed, and the tests that are to notice."""

    name: str
    packages: tuple[str, ...]
    tests: tuple[str, ...]
    budget: float = 8.0
    """Seconds of tests for a change that none notices, each as long as it takes alone."""


_TABLE = ("setup", "decide", "change", "defaults", "refusals", "watchers", "codes")

SUITES = (
    Suite("rules", ("rules",), ("tests/rules", "tests/test_notation.py", "src/tilery/rules")),
    Suite("game", ("game",), ("tests/game", "src/tilery/game")),
    Suite("record", ("match", "record"), ("tests/match", "tests/record", "src/tilery/match", "src/tilery/record")),
    Suite(
        "table",
        ("server/table",),
        (
            *(f"tests/server/test_{name}.py" for name in _TABLE),
            "tests/web/test_contract.py",
            "src/tilery/server/table",
        ),
    ),
    # Alone, each test of PostgreSQL starts a server of its own; together they share one.
    Suite("store", ("server/store",), ("tests/server/store", "src/tilery/server/store"), 60.0),
)


class Explained:
    """The changes that make no difference a test could see, with the reason.

    Each is given as the runner prints it, without the number of the line; where a function has several such, the line
    itself follows after " | ".
    """

    def __init__(self, file: Path) -> None:
        groups = tomllib.loads(file.read_text("utf-8"))["group"]
        self._why = {change: str(group["why"]) for group in groups for change in group["changes"]}
        self.unmet = set(self._why)
        """Those that no change was met for: what they explain is gone."""

    def why(self, mutant: Mutant) -> str | None:
        found = [name for name in (mutant.name, f"{mutant.name} | {mutant.line}") if name in self._why]
        self.unmet.difference_update(found)
        return self._why[found[0]] if found else None


class Earlier:
    """The test that noticed each change in an earlier run, to be asked first in the next."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._noticed: dict[str, str] = {}

    def __enter__(self) -> dict[str, str]:
        with contextlib.suppress(OSError, ValueError):
            self._noticed = json.loads(self._file.read_text("utf-8"))
        return self._noticed

    def __exit__(self, *_: object) -> None:
        self._file.parent.mkdir(exist_ok=True)
        self._file.write_text(json.dumps(self._noticed), "utf-8")


class Run:
    """Mutants tried with the tests of their suite."""

    def __init__(self, found: Sequence[Mutant], suite: Suite, options: argparse.Namespace, out: TextIO) -> None:
        self._found, self._suite, self._options, self._out = found, suite, options, out
        self._done = 0
        self._earlier = Earlier(KEPT / f"{suite.name}.noticed")

    def verdicts(self) -> list[Verdict]:
        """What became of each, in their order."""
        cover: Cover
        cover, live, modules = in_fork(self._live)
        verdicts = {verdict.place: verdict for verdict in live}
        anew = [
            (index, mutant)
            for index, mutant in enumerate(self._found)
            if index not in verdicts or self._anew(cover, verdicts[index])
        ]
        self._out.write(f"\n{len(anew)} of them with all imports anew\n")
        self._done = 0
        import_all(modules)
        for verdict in self._tried(anew, cover, lambda mutant, tests: imported_anew(mutant, tests, cover.seconds)):
            verdicts[verdict.place] = verdict
            self._show(verdict)
        return [verdicts[index] for index in range(len(self._found))]

    def _live(self) -> tuple[Cover, list[Verdict], list[str]]:
        verdicts: list[Verdict] = []

        def work(session: LiveSession) -> None:
            seconds = sum(session.cover.seconds.values())
            self._out.write(f"{len(session.cover.seconds)} tests, {seconds:.0f} s unchanged\n")
            for name in session.failing:
                self._out.write(f"left out, as it fails unchanged: {name}\n")
            those = [(index, mutant) for index, mutant in enumerate(self._found) if mutant.change.live]
            for verdict in self._tried(those, session.cover, session.trial):
                verdicts.append(verdict)
                if not self._anew(session.cover, verdict):
                    self._show(verdict)

        kept = Kept(KEPT / f"{self._suite.name}.cover", [SOURCE / package for package in self._suite.packages])
        session = LiveSession(SOURCE, kept, work)
        session.run(self._suite.tests)
        if not session.cover.seconds:
            raise SystemExit("the tests could not be collected")
        return session.cover, verdicts, of_others()

    def _anew(self, cover: Cover, verdict: Verdict) -> bool:
        """Whether it must be tried again: it could not be, or what was not noticed may have been done before."""
        unnoticed = verdict.noticed is None and verdict.tests > 0
        return verdict.again or (unnoticed and cover.imported(self._found[verdict.place]))

    def _show(self, verdict: Verdict) -> None:
        if not verdict.noticed:
            mutant = self._found[verdict.place]
            how = "never ends" if verdict.noticed == "" else f"{verdict.tests} tests"
            self._out.write(f"{mutant.where}:{mutant.change.lines.start}: {mutant.change}  [{how}]\n")

    def _tried(self, which: Sequence[tuple[int, Mutant]], cover: Cover, trial: Trial) -> Iterator[Verdict]:
        with self._earlier as earlier:
            order = Order(cover, self._options.budget or self._suite.budget, earlier)
            for verdict in try_each(which, order, self._options.jobs, trial):
                self._done += 1
                if self._done % 100 == 0:
                    self._out.write(f"-- {self._done} of {len(which)}\n")
                yield verdict


def asked_for() -> argparse.Namespace:
    """What is asked for on the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    known = [package for suite in SUITES for package in suite.packages]
    every = f"what to change, such as rules or rules/turn (all of {', '.join(known)})"
    parser.add_argument("packages", nargs="*", metavar="package", help=every)
    parser.add_argument("--sample", type=int, help="try only so many changes of each suite, chosen by the seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="how many to try at a time")
    parser.add_argument("--budget", type=float, help="seconds of tests for a change that none notices")
    parser.add_argument("--explained", action="store_true", help="try the explained ones too: does one get noticed?")
    return parser.parse_args()


def chosen(suite: Suite, options: argparse.Namespace) -> list[tuple[str, Mutant]]:
    """The changes of a suite that are asked for, each with its package."""
    wanted = suite.packages
    if options.packages:
        wanted = tuple(each for each in options.packages if each.startswith(suite.packages))
    found = [(package, mutant) for package in wanted for mutant in mutants(SOURCE, package)]
    some = options.sample and options.sample < len(found)
    return Random(options.seed).sample(found, options.sample) if some else found


def show_scores(counts: Counter[tuple[str, str]], out: TextIO) -> bool:
    """Write a line for each package; whether every score is high enough."""
    names = ("changes", "noticed", "endless", "explained", "unnoticed", "score")
    out.write(f"\n{'package':16}{''.join(f'{name:>11}' for name in names)}\n")
    enough = True
    for package in dict.fromkeys(package for package, _ in counts):
        noticed, endless, known, missed = (counts[package, name] for name in names[1:5])
        total = noticed + known + missed
        enough &= noticed >= ENOUGH * total
        out.write(f"{package:16}{total:11}{noticed:11}{endless:11}{known:11}{missed:11}{noticed / total:11.1%}\n")
    out.write("(endless: of those noticed, the ones whose tests did not end)\n")
    return enough


def main() -> int:
    options = asked_for()
    os.chdir(ROOT)
    out = os.fdopen(os.dup(1), "w", buffering=1)
    explained = Explained(EXPLAINED)
    counts: Counter[tuple[str, str]] = Counter()
    for suite in SUITES:
        found = chosen(suite, options)
        known = [not options.explained and explained.why(mutant) is not None for _, mutant in found]
        counts.update((package, "explained") for (package, _), is_known in zip(found, known, strict=True) if is_known)
        fresh = [each for each, is_known in zip(found, known, strict=True) if not is_known]
        if not fresh:
            continue
        out.write(f"{suite.name}: {len(found)} changes, {sum(known)} of them explained\n")
        verdicts = Run([mutant for _, mutant in fresh], suite, options, out).verdicts()
        for (package, _), verdict in zip(fresh, verdicts, strict=True):
            counts[package, "unnoticed" if verdict.noticed is None else "noticed"] += 1
            counts[package, "endless"] += verdict.noticed == ""
    good = show_scores(counts, out)
    out.write(f"{sum(os.times()[:4]) / 60:.1f} minutes of a processor\n")
    if not options.packages and not options.sample and not options.explained:
        out.writelines(f"explained, but there is no such change: {change}\n" for change in sorted(explained.unmet))
        good &= not explained.unmet
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
