"""Which tests run which lines, and for how long: found out once, and again only for what has changed since."""

from __future__ import annotations

import hashlib
import itertools
import pickle
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tests.mutants.mutant import Mutant

__all__ = ["Cover", "Kept"]


class Cover(NamedTuple):
    """What ran when nothing was changed: the seconds of every test, and for each line of a file the tests it served.

    The test "" is all that ran before the first one.
    """

    seconds: dict[str, float]
    lines: dict[str, dict[int, set[str]]]

    def tests(self, mutant: Mutant) -> list[str]:
        """The tests that run the changed lines, the quick ones first.

        Where only imports run them, all tests, those first whose file has one that runs any line of the module: what
        is made by an import may be looked at without a line of it being run again.
        """
        by_line = self.lines.get(str(mutant.path), {})
        at = set(itertools.chain.from_iterable(by_line.get(line, ()) for line in mutant.change.lines))
        near = set(map(_file, itertools.chain.from_iterable(by_line.values())))
        if not mutant.change.live or at == {""}:
            at = set(self.seconds)
        return sorted(at - {""}, key=lambda test: (_file(test) not in near, self.seconds[test], test))

    def breadth(self, mutant: Mutant) -> Counter[str]:
        """How many lines of the changed module each test runs."""
        return Counter(itertools.chain.from_iterable(self.lines.get(str(mutant.path), {}).values()))

    def imported(self, mutant: Mutant) -> bool:
        """Whether the changed lines ran before any test did, so that their effect may be there already."""
        by_line = self.lines.get(str(mutant.path), {})
        return not mutant.change.live or any("" in by_line.get(line, ()) for line in mutant.change.lines)

    def only(self, tests: Iterable[str]) -> Cover:
        """What is known of these tests."""
        wanted = (set(tests) & self.seconds.keys()) | {""}
        lines = {
            file: {line: some for line, ran in by_line.items() if (some := ran & wanted)}
            for file, by_line in self.lines.items()
        }
        return Cover({test: self.seconds[test] for test in wanted if test}, lines)

    def add(self, test: str, file: str, lines: Iterable[int]) -> None:
        """Note that a test ran these lines."""
        by_line = self.lines.setdefault(file, {})
        for line in lines:
            by_line.setdefault(line, set()).add(test)


class Kept:
    """A cover in a file, with what it was found out from: each module that is changed, and each file of tests.

    A test is asked again when its file is another, or a module it has run. What the tests share may have changed
    since: then a line may miss a test that would notice, never the reverse.
    """

    def __init__(self, file: Path, packages: Iterable[Path]) -> None:
        self._file = file
        self._modules = {str(path): _digest(path) for folder in packages for path in sorted(folder.rglob("*.py"))}

    def load(self, tests: Iterable[str]) -> Cover:
        """What is still true of these tests."""
        try:
            modules, files, kept = pickle.loads(self._file.read_bytes())
        except (OSError, ValueError, pickle.UnpicklingError):
            return Cover({}, {})
        cover, now = Cover(*kept), self._files(tests)
        others = {module for module in cover.lines if modules.get(module) != self._modules.get(module)}
        stale = {test for module in others for ran in cover.lines.pop(module).values() for test in ran}
        same = (test for test in tests if files.get(_file(test)) == now[_file(test)])
        return cover.only(test for test in same if test not in stale)

    def save(self, cover: Cover) -> None:
        self._file.parent.mkdir(exist_ok=True)
        self._file.write_bytes(pickle.dumps((self._modules, self._files(cover.seconds), tuple(cover))))

    @staticmethod
    def _files(tests: Iterable[str]) -> dict[str, str]:
        return {name: _digest(Path(name)) for name in dict.fromkeys(map(_file, tests))}


def _file(test: str) -> str:
    return test.partition("::")[0]


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
