"""Changes tried in forks: a fork that ends badly, runs for ever or eats the memory hurts nobody else."""

from __future__ import annotations

import contextlib
import functools
import mmap
import os
import pickle
import resource
import shutil
import signal
import struct
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from tests.mutants.cover import Cover
from tests.mutants.mutant import Mutant

__all__ = ["AGAIN", "UNNOTICED", "Order", "Trial", "Verdict", "in_fork", "one_test_at_a_time", "try_each"]

UNNOTICED, AGAIN, BROKEN = -1, -2, -3
"""What a trial gives instead of the test that failed: none did; it cannot be tried this way; it could not be tried."""

_PATIENCE = 600
"""Seconds after which a fork that has done nothing but wait is given up: on a busy machine a database that it waits for
takes minutes to start."""
_AWAKE = 0.02
"""Seconds of work in that time that tell a fork which is kept waiting by a busy machine from one that hangs."""
_MEMORY = 6 << 30
_FAVOURITES = 12

Trial = Callable[[Mutant | None, Sequence[str]], int]
"""Runs these tests on the changed code, or on the code as it is."""


class Verdict(NamedTuple):
    """What became of a mutant: the test that noticed it, "" if its tests never ended, ``None`` if none did."""

    place: int
    noticed: str | None
    tests: int
    again: bool = False


class Order:
    """Which tests come first: the one that noticed the same change in an earlier run, those that noticed most in the
    same module and are quick, then all quick ones, within a budget; and at last, for tests that try many cases notice
    much and are not quick, two of the others: the one that noticed most, and the one that runs most of the module.
    """

    def __init__(self, cover: Cover, budget: float, earlier: dict[str, str]) -> None:
        self._cover, self._budget, self._earlier = cover, budget, earlier
        self._noticed: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def tests(self, mutant: Mutant) -> list[str]:
        seconds = self._cover.seconds
        able = self._cover.tests(mutant)
        known = set(able)
        favourites = [test for test, _ in self._noticed[mutant.module].most_common() if test in known][:_FAVOURITES]
        before = [test for test in [self._earlier.get(mutant.name)] if test in known]
        quick = [test for test in favourites if seconds[test] < self._budget / _FAVOURITES]
        chosen: list[str] = []
        spent = 0.0
        for test in dict.fromkeys([*before, *quick, *able]):
            spent += seconds[test]
            if chosen and spent > self._budget:
                break
            chosen.append(test)
        others = known.difference(chosen)
        broadest = sorted(others, key=self._cover.breadth(mutant).__getitem__)[-1:]
        dear = [test for test in favourites if test in others][:1]
        return [*chosen, *dict.fromkeys([*dear, *broadest])]

    def learn(self, mutant: Mutant, test: str) -> None:
        self._noticed[mutant.module][test] += 1
        self._earlier[mutant.name] = test


class _Attempt(NamedTuple):
    """Tests that run in a fork: on changed code, or on the code as it is, to see that one which failed passes there."""

    number: int
    mutant: Mutant
    tests: list[str]
    failed: int | None = None

    @property
    def asked(self) -> list[str]:
        return self.tests if self.failed is None else [self.tests[self.failed]]


def try_each(which: Iterable[tuple[int, Mutant]], order: Order, jobs: int, trial: Trial) -> Iterator[Verdict]:
    """The verdict on every mutant, as they come; so many at a time.

    A test that fails has noticed the change if it passes right after without it: where the machine is busy, it may
    have failed for want of time. Then the others are asked.
    """
    places = list(range(jobs))
    shared = mmap.mmap(-1, 4 * jobs)
    running: dict[int, tuple[int, Path, _Attempt]] = {}

    def start(attempt: _Attempt) -> None:
        place = places.pop()
        folder = Path(tempfile.mkdtemp(prefix="tilery-mutant-"))
        folder.chmod(0o711)  # a database runs as another user
        pid = os.fork()
        if not pid:
            tempfile.tempdir = os.environ["TMPDIR"] = str(folder)
            changed = attempt.mutant if attempt.failed is None else None
            _tell(shared, place, functools.partial(trial, changed, attempt.asked))
        running[pid] = (place, folder, attempt)

    def ended() -> Verdict | None:
        pid, status = os.wait()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)  # what its tests have started and could not stop
        place, folder, attempt = running.pop(pid)
        _clear(folder)
        places.append(place)
        (found,) = struct.unpack_from("i", shared, 4 * place)
        index, mutant, tests, failed = attempt
        if not status and found == BROKEN:
            raise SystemExit(f"could not be tried: {mutant.where}: {mutant.change}")
        if failed is None and not status and found >= 0:
            start(attempt._replace(failed=found))
            return None
        if failed is not None and (status or found != UNNOTICED):
            rest = tests[:failed] + tests[failed + 1 :]
            if not rest:
                return Verdict(index, None, len(tests))
            start(_Attempt(index, mutant, rest))
            return None
        if status or failed is not None:
            name = "" if failed is None else tests[failed]
            order.learn(mutant, name)
            return Verdict(index, name, len(tests))
        return Verdict(index, None, len(tests), found == AGAIN)

    for index, mutant in which:
        tests = order.tests(mutant)
        if not tests:
            yield Verdict(index, None, 0)
            continue
        while not places:
            if verdict := ended():
                yield verdict
        start(_Attempt(index, mutant, tests))
    while running:
        if verdict := ended():
            yield verdict


def _clear(folder: Path) -> None:
    """Remove what a fork has left in its folder for temporary files, and end the servers that run there: they are in
    sessions of their own, and a fork that was ended has stopped none."""
    for link in Path("/proc").glob("[0-9]*/cwd"):
        with contextlib.suppress(OSError):
            if link.readlink().is_relative_to(folder):
                os.kill(int(link.parent.name), signal.SIGKILL)
    shutil.rmtree(folder, ignore_errors=True)


def _tell(shared: mmap.mmap, place: int, trial: Callable[[], int]) -> NoReturn:
    """Try in this fork and leave the outcome where all see it: what goes wrong here is not what a test noticed."""
    try:
        os.setpgid(0, 0)
        _limit()
        struct.pack_into("i", shared, 4 * place, trial())
    except BaseException:
        traceback.print_exc()
        struct.pack_into("i", shared, 4 * place, BROKEN)
    finally:
        os._exit(0)


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    _give_up_when_idle()
    one_test_at_a_time(60)


def _give_up_when_idle() -> None:
    """End this process once it has only waited for a while, by what it reckoned: the machine may be busy."""
    reckoned = time.process_time()

    def look(*_: object) -> None:
        nonlocal reckoned
        if time.process_time() - reckoned < _AWAKE:
            os.kill(os.getpid(), signal.SIGKILL)
        reckoned = time.process_time()

    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, _PATIENCE, _PATIENCE)


def one_test_at_a_time(seconds: float) -> None:
    """From now on this process may reckon for a generous multiple of these seconds, then it is ended."""
    signal.setitimer(signal.ITIMER_PROF, 2 + 10 * seconds)


def in_fork(work: Callable[[], Any]) -> Any:
    """What ``work`` gives, done in a fork."""
    reads, writes = os.pipe()
    pid = os.fork()
    if not pid:
        _answer(writes, work)
    os.close(writes)
    with os.fdopen(reads, "rb") as pipe:
        answer = pipe.read()
    os.waitpid(pid, 0)
    if not answer:
        raise SystemExit("the tests could not be run unchanged")
    return pickle.loads(answer)


def _answer(writes: int, work: Callable[[], Any]) -> NoReturn:
    try:
        with os.fdopen(writes, "wb") as pipe:
            pickle.dump(work(), pipe)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(0)
