"""Fuzzing the compiled kernel: no input makes it crash, hang, read out of bounds or contradict itself.

Run as ``python fuzz/kernel_fuzz.py [--seconds 60] [--seed 0] [--vectors FILE]``; it needs nothing but the kernel
on the path, so that it also runs under sanitizers (see ``sanitize.sh``).
"""

from __future__ import annotations

import argparse
import importlib
import json
import threading
import time
from array import array
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

kernel: Any = importlib.import_module("tilery.solver.kernel.calls")

KINDS = 56
Answer = tuple[int, int, bytes, tuple[bytes, ...]]
SOLVED, INFEASIBLE, BROKEN, FOUND = map(kernel.STATUSES.get, ("SOLVED", "INFEASIBLE", "BROKEN", "FOUND"))
PATIENCE_NS = 200_000_000
"""Every search gets this long; a kernel that goes on much longer hangs."""

statuses: Counter[int] = Counter()
refusals: Counter[str] = Counter()
slowest = 0.0
grace = 2.0


def weights_of(rng: Random) -> array[int]:
    """Weights of all sizes, like the solver's own or at the limits."""
    limit = rng.choice((1, 5, 1000, 1 << 20, (1 << 40) - 1, 1 << 40))
    style = rng.randrange(4)
    if style == 0:
        return array("q", [65536 + kind % 13 + 1 for kind in range(KINDS)])
    if style == 1:
        return array("q", [rng.choice((-limit, limit)) for _ in range(KINDS)])
    return array("q", [rng.randint(-limit, limit) for _ in range(KINDS)])


def counts_of(rng: Random, most: int, share: float, jokers: bool) -> bytearray:
    """A share of the natural kinds, up to ``most`` of each, and perhaps jokers."""
    counts = bytearray(KINDS)
    for kind in range(52):
        if rng.random() < share:
            counts[kind] = rng.randint(1, most)
    if jokers:
        for kind in range(52, KINDS):
            counts[kind] = rng.randint(0, 2)
    return counts


def clustered(rng: Random) -> bytearray:
    """Tiles of a few numbers close together, where most can be done with them."""
    counts = bytearray(KINDS)
    low = rng.randint(0, 9)
    for colour in range(4):
        for number in range(low, min(13, low + rng.randint(2, 6))):
            counts[13 * colour + number] = rng.randint(0, 3)
    return counts


def check(must: bytes, may: bytes, weights: array[int], answer: Answer, mirror: int) -> None:
    """The answer is consistent: within the limits, all that must is laid, the sets add up, the weight too."""
    status, weight, played, sets = answer
    statuses[status] += 1
    assert status != BROKEN, "the kernel says that it is broken"
    assert len(played) == KINDS
    if status not in (SOLVED, FOUND):
        assert weight == 0 and not any(played) and not sets
        return
    assert all(map(int.__le__, played, may))
    assert weight == sum(map(int.__mul__, played, weights))
    laid = [0] * KINDS
    for kind, size, *tiles in sets:
        assert kind in (0, 1) and 3 <= size <= 40 and len(tiles) == 3 * size
        for at in range(0, 3 * size, 3):
            tile, covered, second = tiles[at : at + 3]
            laid[tile] += 1
            assert tile < KINDS
            if tile < 52:
                assert covered == tile and second == 255
            elif tile == 55 and not mirror:
                assert covered == 255
            else:
                assert covered < 52 and (second < 52) == (tile == 53)
    assert laid == list(map(int.__add__, must, played))


def timed(call: Callable[[], Any], what: str) -> Any:
    """The call's answer; a call that goes on long after its deadline is a failure."""
    global slowest
    start = time.thread_time()  # not the wall clock: other programs may be busy
    answer = call()
    spent = time.thread_time() - start
    slowest = max(slowest, spent)
    assert spent < PATIENCE_NS / 1e9 + grace, f"{what} took {spent:.1f} s in spite of its deadline"
    return answer


def one(rng: Random) -> None:
    """One position, ordinary or not, with a deadline."""
    style = rng.randrange(8)
    if style == 0:
        must, may = rng.randbytes(KINDS), rng.randbytes(KINDS)
    elif style == 1:
        must, may = b"\xff" * KINDS, b"\xff" * KINDS
    elif style == 2:
        must, may = bytes(KINDS), bytes(counts_of(rng, 15, 1.0, jokers=True))
    elif style == 3:
        must, may = bytes(counts_of(rng, 3, 0.3, jokers=True)), bytes(counts_of(rng, 3, 0.5, jokers=True))
    elif style == 4:
        must = bytes(52) + bytes(rng.choice((0, 1, 2, 4, 8, 200, 255)) for _ in range(4))
        may = bytes(counts_of(rng, 2, 0.2, jokers=True))
    else:
        must, may = bytes(clustered(rng)), bytes(map(max, clustered(rng), counts_of(rng, 2, 0.05, jokers=True)))
        if rng.random() < 0.7:
            must = bytes(KINDS)
    weights = weights_of(rng)
    mirror = rng.choice((0, 1))
    threshold = rng.choice((0, 0, 0, 1, 30, 30, 50, 999, 1000))
    deadline = time.monotonic_ns() + PATIENCE_NS
    answer = timed(lambda: kernel.solve(must, may, weights, mirror, threshold, deadline), f"{must!r} {may!r}")
    check(must, may, weights, answer, mirror)
    if answer[0] in (SOLVED, INFEASIBLE) and rng.random() < 0.2:
        again = kernel.solve(must, may, weights, mirror, threshold)
        assert again == answer, "the same position gave another answer"


def extreme_arguments(rng: Random) -> None:
    """Numbers far outside what makes sense: refused, not believed."""
    must, may, weights = bytes(KINDS), bytes(counts_of(rng, 2, 0.3, jokers=True)), weights_of(rng)
    big = (1 << 31) - 1
    mirror = rng.choice((0, 1, 2, -1, big, -big))
    threshold = rng.choice((-1, 1001, big, -big - 1, 30))
    deadline = rng.choice((1, -1, (1 << 63) - 1, -(1 << 63), time.monotonic_ns()))
    if deadline > time.monotonic_ns() or deadline < 0:
        may = bytes(counts_of(rng, 1, 0.2, jokers=False))
    if rng.random() < 0.5:
        weights[rng.randrange(KINDS)] = rng.choice(((1 << 63) - 1, -(1 << 63), (1 << 40) + 1, -(1 << 40) - 1))
    try:
        answer = timed(lambda: kernel.solve(must, may, weights, mirror, threshold, deadline), "extreme arguments")
    except (OverflowError, ValueError) as error:
        refusals[type(error).__name__] += 1
    else:
        check(must, may, weights, answer, mirror)


def wrong_buffers(rng: Random) -> None:
    """Buffers of wrong sizes and types: an exception each."""
    good: list[Any] = [bytes(KINDS), bytes(KINDS), array("q", [0] * KINDS)]
    size = rng.choice((0, 1, 55, 57, 112, 4096))
    bad: list[Any] = [
        bytes(size),
        array("q", [0] * size),
        None,
        "text",
        7,
        array("i", [0] * KINDS),
        memoryview(bytes(112))[::2],
    ]
    place = rng.randrange(3)
    good[place] = rng.choice([b for b in bad if not (place < 2 and isinstance(b, bytes) and len(b) == KINDS)])
    try:
        kernel.solve(*good, 0, 0, 0, rng.choice((None, bytearray(1))))
    except (ValueError, TypeError, BufferError) as error:
        refusals[type(error).__name__] += 1
    else:
        raise AssertionError(f"buffer {good[place]!r} was taken")
    try:
        kernel.solve(
            bytes(KINDS), bytes(KINDS), array("q", [0] * KINDS), 0, 0, 0, rng.choice((bytearray(), b"", 5, "x"))
        )
    except (ValueError, TypeError, BufferError) as error:
        refusals[type(error).__name__] += 1
    else:
        raise AssertionError("a cancel flag that is none was taken")


def many(rng: Random) -> None:
    """Many positions at once give what each gives by itself; wrong sizes are refused."""
    n = rng.randint(0, 12)
    rows = [(bytes(clustered(rng)), bytes(counts_of(rng, 2, 0.1, jokers=rng.random() < 0.3))) for _ in range(n)]
    rows += [(rng.randbytes(KINDS), rng.randbytes(KINDS))]
    rng.shuffle(rows)
    n = len(rows)
    must, may = b"".join(row[0] for row in rows), b"".join(row[1] for row in rows)
    weights = weights_of(rng)
    status, weight, played = bytearray(n), array("q", [0] * n), bytearray(KINDS * n)
    nanoseconds = rng.choice((None, array("q", [0] * n)))
    mirror, threshold = rng.randrange(2), rng.choice((0, 30))
    all_weights = weights if rng.random() < 0.5 else weights * n
    deadline = time.monotonic_ns() + PATIENCE_NS
    timed(
        lambda: kernel.solve_many(
            must, may, all_weights, status, weight, played, mirror, threshold, deadline, nanoseconds
        ),
        "many positions",
    )
    for place, row in enumerate(rows):
        if status[place] in (SOLVED, INFEASIBLE):
            alone = kernel.solve(*row, weights, mirror, threshold)
            got = status[place], weight[place], bytes(played[place * KINDS : (place + 1) * KINDS])
            assert got == alone[:3], "in a batch the same position gave another answer"
    sizes: list[Any] = [must, may, weights, status, weight, played]
    at = rng.randrange(6)
    part = sizes[at]
    sizes[at] = rng.choice((part[:-1], part[: len(part) // 2], part + part[:1]))
    try:
        kernel.solve_many(*sizes)
    except (ValueError, TypeError, BufferError) as error:
        refusals[type(error).__name__] += 1
    else:
        raise AssertionError(f"buffer {at} of a wrong size was taken")


def cancelled(rng: Random) -> None:
    """A cancel from another thread ends a search soon."""
    flag = bytearray(1)
    must = bytes(counts_of(rng, 2, 0.4, jokers=False))
    may = bytearray(counts_of(rng, 2, 0.7, jokers=True))
    may[52:] = bytes((rng.randint(2, 8), 2, 2, 2))
    threads = [threading.Timer(rng.choice((0.0, 0.001, 0.02)), lambda: flag.__setitem__(0, 1))]
    weights = weights_of(rng)
    threads[0].start()
    answer = timed(lambda: kernel.solve(bytes(must), bytes(may), weights, 1, 0, 0, flag), "a cancelled search")
    threads[0].join()
    check(bytes(must), bytes(may), weights, answer, 1)


def side_by_side(rng: Random) -> None:
    """Several threads at once, each with its own position, get what they get alone."""
    rows = [(bytes(KINDS), bytes(counts_of(rng, 2, 0.3, jokers=False)), weights_of(rng)) for _ in range(4)]
    alone = [kernel.solve(*row) for row in rows]
    found: list[Any] = [None] * len(rows)

    def run(place: int) -> None:
        found[place] = [kernel.solve(*rows[place]) for _ in range(3)]

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(rows))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[answer] * 3 for answer in alone], "threads disturb each other"


def vectors(path: Path) -> int:
    """The optima of a file of positions that need no openings with the table and no replaced jokers."""
    checked = 0
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        if row["opening"] or row["edition"] == "classic-2015":
            continue
        must, may = _counts(row["table"].replace("|", " ")), _counts(row["rack"])
        joker = 25 if row["edition"] == "sabra" else 30
        for name in ("most_tiles", "most_value"):
            first = [(1, joker if kind >= 52 else kind % 13 + 1) for kind in range(KINDS)]
            weights = array("q", [(t << 16) + v if name == "most_tiles" else (v << 16) + t for t, v in first])
            mirror = int(row["edition"] == "twist-2015")
            answer = kernel.solve(must, may, weights, mirror)
            check(must, may, weights, answer, mirror)
            played = answer[2]
            totals = sum(played), sum(n * v for n, (_, v) in zip(played, first, strict=True))
            wanted = row[name] or {"tiles": 0, "value": 0}
            assert totals == (wanted["tiles"], wanted["value"]), (row["id"], totals, wanted)
            checked += 1
    return checked


def _counts(text: str) -> bytes:
    counts = bytearray(KINDS)
    for word in text.split():
        counts["jdcm".index(word) + 52 if word in "jdcm" else 13 * "krby".index(word[0]) + int(word[1:]) - 1] += 1
    return bytes(counts)


def main() -> None:
    """Fuzz for some seconds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--vectors", type=Path, help="positions whose optima are checked first")
    parser.add_argument("--grace", type=float, default=2.0, help="seconds of computing allowed past a deadline")
    options = parser.parse_args()
    global grace
    grace = options.grace
    if options.vectors:
        print(f"vectors: {vectors(options.vectors)} optima right", flush=True)
    kinds = [one] * 12 + [many] * 4 + [extreme_arguments, wrong_buffers] * 3 + [cancelled, side_by_side]
    calls: Counter[str] = Counter()
    end = time.monotonic() + options.seconds
    number = options.seed
    while time.monotonic() < end:
        rng = Random(number)
        attack = rng.choice(kinds)
        try:
            attack(rng)
        except BaseException:
            print(f"seed {number}, {attack.__name__}, failed", flush=True)
            raise
        calls[attack.__name__] += 1
        number += 1
    names = {status: name.lower().replace("_", " ") for name, status in kernel.STATUSES.items()}
    print(f"attacks: {dict(calls)}")
    print(f"answers: { ({names[status]: count for status, count in sorted(statuses.items())}) }")
    print(f"exceptions: {dict(refusals)}; slowest call {slowest:.2f} s; all consistent")


if __name__ == "__main__":
    main()
