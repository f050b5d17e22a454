"""Changes tried in forks: a fork that ends badly, runs for ever or eats the memory hurts nobody else."""

from __future__ import annotations

import contextlib
import mmap
import os
import pickle
import resource
import signal
import struct
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, NoReturn

from tests.mutants.cover import Cover
from tests.mutants.mutant import Mutant

__all__ = ["AGAIN", "UNNOTICED", "Trial", "Verdict", "in_fork", "one_test_at_a_time", "try_each"]

UNNOTICED, AGAIN = -1, -2
"""What a trial gives instead of the test that failed: none did; or it cannot be tried this way."""

_PATIENCE = 600
"""Seconds after which a fork that only waits is given up."""
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
    """Which tests come first: those that noticed most in the same module, then the quick ones, within a budget."""

    def __init__(self, cover: Cover, budget: float) -> None:
        self._cover, self._budget = cover, budget
        self._noticed: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def tests(self, mutant: Mutant) -> list[str]:
        seconds = self._cover.seconds
        able = sorted(self._cover.tests(mutant), key=seconds.__getitem__)
        favourites = [test for test, _ in self._noticed[mutant.module].most_common() if test in set(able)]
        chosen: list[str] = []
        spent = 0.0
        for test in dict.fromkeys([*favourites[:_FAVOURITES], *able]):
            spent += seconds[test]
            if chosen and spent > self._budget:
                break
            chosen.append(test)
        return chosen

    def learn(self, mutant: Mutant, test: str) -> None:
        self._noticed[mutant.module][test] += 1


def try_each(
    which: Iterable[tuple[int, Mutant]], cover: Cover, budget: float, jobs: int, trial: Trial
) -> Iterator[Verdict]:
    """The verdict on every mutant, as they come; so many at a time."""
    order = Order(cover, budget)
    places = list(range(jobs))
    shared = mmap.mmap(-1, 4 * jobs)
    running: dict[int, tuple[int, int, Mutant, list[str]]] = {}

    def ended() -> Verdict:
        pid, status = os.wait()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)  # what its tests have started and could not stop
        place, index, mutant, tests = running.pop(pid)
        places.append(place)
        (found,) = struct.unpack_from("i", shared, 4 * place)
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
        pid = os.fork()
        if not pid:
            os.setpgid(0, 0)
            _limit()
            struct.pack_into("i", shared, 4 * place, trial(mutant, tests))
            os._exit(0)
        running[pid] = (place, index, mutant, tests)
    while running:
        yield ended()


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(_PATIENCE)
    one_test_at_a_time(60)


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
