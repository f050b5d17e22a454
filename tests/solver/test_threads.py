"""Threads: each asks what it likes, and what two share is safe or refused."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from tests.kit.positions import BOXES, Position, realistic
from tilery import Table, TileryError, Tiles, edition
from tilery.solver import Question, Solution
from tilery.solver.bulk import Batch, BatchResult
from tilery.solver.engine import PackedMany, engine

SABRA = edition("sabra").rules()


def best(position: Position) -> Solution | None:
    return Question(position.rules, position.table, position.rack, opened=position.opened).best()


def test_two_threads_do_not_disturb_each_other() -> None:
    positions = [position for box in BOXES for position in realistic(box, 6)]
    expected = [best(position) for position in positions]
    wrong: list[str] = []

    def solve() -> None:
        for position, play in zip(positions * 3, expected * 3, strict=True):
            if best(position) != play:
                wrong.append(str(position))

    threads = [threading.Thread(target=solve) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


class _Waiting:
    """An engine that says when it has begun and then waits for a word."""

    name = "waiting"
    pack = staticmethod(engine.pack)

    def __init__(self) -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()

    def pack_many(self, *asked: Any) -> PackedMany:
        self.begun.set()
        assert self.go_on.wait(60)
        return engine.pack_many(*asked)


def test_nothing_is_added_to_a_batch_that_another_thread_solves() -> None:
    waiting = _Waiting()
    batch = Batch(SABRA, using=waiting)
    batch.add(Table("r4 r5 r6"), Tiles("r7"))
    found: list[list[BatchResult]] = []
    first = threading.Thread(target=lambda: found.append(batch.solve()))
    first.start()
    assert waiting.begun.wait(60)
    with pytest.raises(TileryError, match="another thread is solving this batch") as raised:
        batch.add(Table("r4 r5 r6"), Tiles("r3"))
    assert raised.value.code == "busy" and len(batch) == 1
    waiting.go_on.set()
    first.join()
    assert [result.tiles for result in found[0]] == [1]
    assert batch.add(Table("r4 r5 r6"), Tiles("r3")) == 1
    assert [result.tiles for result in batch.solve()] == [1, 1]
