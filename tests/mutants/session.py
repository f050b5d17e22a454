"""A test session whose tests are all imported and never run: forks of it run them, on changed code.

A change in a function's body needs no new import: in the fork the function gets other code. Anything else, and what
ran already while the tests were imported, is tried in a fork that imports everything anew.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import importlib
import importlib.machinery
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import CodeType, FunctionType

import pytest
from _pytest.runner import runtestprotocol
from coverage import Coverage
from hypothesis import HealthCheck, Phase, settings

from tests.mutants.cover import Cover, Kept
from tests.mutants.forks import AGAIN, UNNOTICED, in_fork, one_test_at_a_time
from tests.mutants.mutant import Mutant

__all__ = ["LiveSession", "import_all", "imported_anew", "of_others"]

_OPTIONS = ("-q", "--no-header", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:faulthandler")
_OFTEN = 200
_OURS = ("tilery", "tests", "build_backend", "conftest", "__main__")


class LiveSession:
    """A pytest plugin: collects the tests, finds out what they run, then does ``work`` in place of running them."""

    def __init__(self, source: Path, kept: Kept, work: Callable[[LiveSession], None]) -> None:
        self._source, self._kept, self._work = source, kept, work
        # PostgreSQL's queries run in greenlets: without their name, what they run is noted under other lines.
        self._coverage = Coverage(
            source=[str(source)], data_file=None, config_file=False, concurrency=["thread", "greenlet"]
        )
        self.cover, self.failing = Cover({}, {}), list[str]()

    def run(self, tests: Sequence[str]) -> None:
        """Collect these tests and do the work."""
        self._coverage.start()
        pytest.main([*_OPTIONS, *tests], plugins=[self])

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            return False
        without_shrinking()
        self._items = {item.nodeid: item for item in session.items}
        self._caches = list(_caches())
        self.cover, self.failing = in_fork(self._unchanged)
        self._coverage.stop()
        self._functions: defaultdict[str, list[FunctionType]] = defaultdict(list)
        for each in gc.get_objects():
            if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(str(self._source.resolve())):
                self._functions[each.__code__.co_filename].append(each)
        gc.freeze()  # a fork that collects garbage would copy all of this
        self._work(self)
        return True

    def _unchanged(self) -> tuple[Cover, list[str]]:
        """Run every test as if it were the only one, so that what it runs is not hidden in what another left."""
        cover, failing = self._kept.load(self._items), list[str]()
        missing = [name for name in self._items if name not in cover.seconds]
        for place, name in enumerate(missing, 1):
            self._forget()
            self._coverage.switch_context(name)
            start = sum(os.times()[:4])
            if any(report.failed for report in runtestprotocol(self._items[name], log=False, nextitem=None)):
                failing.append(name)
            else:
                cover.seconds[name] = sum(os.times()[:4]) - start
            if place % _OFTEN == 0:
                self._note(cover)
        self._note(cover)
        self._coverage.stop()
        return cover, failing

    def _note(self, cover: Cover) -> None:
        """Keep what was found out so far: who is interrupted need not begin anew."""
        data = self._coverage.get_data()
        for file in data.measured_files():
            for line, names in data.contexts_by_lineno(file).items():
                for name in names:
                    if not name or name in cover.seconds:
                        cover.add(name, os.path.relpath(file), [line])
        self._kept.save(cover)

    def _forget(self) -> None:
        for cache in self._caches:
            cache.cache_clear()

    def trial(self, mutant: Mutant | None, tests: Sequence[str]) -> int:
        """The place of the first test that fails when the running functions are changed, or as they are."""
        if mutant is not None and not self._change(mutant):
            return AGAIN
        self._forget()
        items = [self._items[name] for name in tests]
        for place, (item, following) in enumerate(zip(items, [*items[1:], None], strict=True)):
            one_test_at_a_time(self.cover.seconds[item.nodeid])
            if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
                return place
        return UNNOTICED

    def _change(self, mutant: Mutant) -> bool:
        changed = False
        codes = {(code.co_qualname, code.co_firstlineno): code for code in _codes(mutant.code())}
        for function in self._functions[str(mutant.path.resolve())]:
            old = function.__code__
            new = codes.get((old.co_qualname, old.co_firstlineno), old)
            if new != old:
                if new.co_freevars != old.co_freevars:
                    return False
                function.__code__ = new
                changed = True
        return changed


def _caches() -> Iterator[functools._lru_cache_wrapper[object]]:
    """What functions remember of earlier tests; but the editions are read once, which takes longer than most tests."""
    for each in gc.get_objects():
        if isinstance(each, functools._lru_cache_wrapper):
            module = each.__module__ or ""
            if module.startswith(("tilery", "tests")) and module != "tilery.rules.edition":
                yield each


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def without_shrinking() -> None:
    """A failure is all that counts: let Hypothesis not look for the smallest, nor at the clock."""
    settings.register_profile(
        "mutants",
        settings.default,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile("mutants")


def of_others() -> list[str]:
    """The modules that are imported now and that no change here reaches: they import nothing of ours."""
    return [name for name in sys.modules if name.partition(".")[0] not in _OURS]


def import_all(modules: Sequence[str]) -> None:
    """Import these here, so that forks need not."""
    for name in modules:
        with contextlib.suppress(Exception):
            importlib.import_module(name)


def imported_anew(mutant: Mutant | None, tests: Sequence[str], seconds: dict[str, float]) -> int:
    """The place of the first test that fails when the changed module is the one that is imported, or all as it is."""
    if mutant is not None:
        _import_changed(mutant)
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    chosen = _Chosen(tests, seconds)
    files = dict.fromkeys(name.partition("::")[0] for name in tests)
    status = pytest.main([*_OPTIONS, "-x", *files], plugins=[chosen])
    if status in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return UNNOTICED
    return chosen.failed


def _import_changed(mutant: Mutant) -> None:
    """From now on the changed module is imported instead of the one that is there."""
    code = mutant.code()
    usual = importlib.machinery.SourceFileLoader.get_code

    def get_code(self: importlib.machinery.SourceFileLoader, fullname: str) -> CodeType | None:
        return code if fullname == mutant.module else usual(self, fullname)

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[assignment, method-assign]


class _Chosen:
    """A pytest plugin: only these tests, in this order."""

    def __init__(self, tests: Sequence[str], seconds: dict[str, float]) -> None:
        self._tests, self._seconds = tests, seconds
        self.failed = 0

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        without_shrinking()
        found = {item.nodeid: item for item in items}
        items[:] = [found[name] for name in self._tests if name in found]

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        one_test_at_a_time(self._seconds[nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = list(self._tests).index(report.nodeid)
