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

_PATIENCE = 120
"""Seconds after which a fork that has done nothing but wait is given up."""
_AWAKE = 0.02
"""Seconds of work in that time that tell a fork which is kept waiting by a busy machine from one that hangs."""
_MEMORY = 6 << 30
_FAVOURITES = 12

Trial = Callable[[Mutant, Sequence[str]], int]


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


def try_each(which: Iterable[tuple[int, Mutant]], order: Order, jobs: int, trial: Trial) -> Iterator[Verdict]:
    """The verdict on every mutant, as they come; so many at a time."""
    places = list(range(jobs))
    shared = mmap.mmap(-1, 4 * jobs)
    running: dict[int, tuple[int, int, Mutant, list[str], Path]] = {}

    def ended() -> Verdict:
        pid, status = os.wait()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)  # what its tests have started and could not stop
        place, index, mutant, tests, folder = running.pop(pid)
        _clear(folder)
        places.append(place)
        (found,) = struct.unpack_from("i", shared, 4 * place)
        if found == BROKEN:
            raise SystemExit(f"could not be tried: {mutant.where}: {mutant.change}")
        if status or found >= 0:
            name = "" if status else tests[found]
            order.learn(mutant, name)
            return Verdict(index, name, len(tests))
        return Verdict(index, None, len(tests), found == AGAIN)

    for index, mutant in which:
        tests = order.tests(mutant)
        if not tests:
            yield Verdict(index, None, 0)
            continue
        if not places:
            yield ended()
        place = places.pop()
        folder = Path(tempfile.mkdtemp(prefix="tilery-mutant-"))
        folder.chmod(0o711)  # a database runs as another user
        pid = os.fork()
        if not pid:
            tempfile.tempdir = os.environ["TMPDIR"] = str(folder)
            _tell(shared, place, functools.partial(trial, mutant, tests))
        running[pid] = (place, index, mutant, tests, folder)
    while running:
        yield ended()


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
