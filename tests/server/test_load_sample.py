"""The load benchmarks still run: a few tables for a moment, on a server in a process of its own."""

from __future__ import annotations

import asyncio
from pathlib import Path

from benchmarks import load_beside
from benchmarks.load import measure, show


def test_every_move_of_a_small_load_reaches_all_four_seats(tmp_path: Path) -> None:
    """Scripted tables play, draft and chat; nothing is refused and nobody is cut off."""
    work = measure(
        str(tmp_path / "load.db"), tables=4, seconds=1.0, rest=False, pace=lambda rng: rng.uniform(0.05, 0.2), step=0.5
    )
    figures = asyncio.run(work)
    show(figures)
    for stage in ("human", "flat out"):
        assert figures[stage]["moves"] > 5, figures
        assert figures[stage]["lost"] == 0, figures
        assert figures[stage]["refused"] == {}, figures
    assert figures["human"]["drafts"] > 5
    assert figures["echo"]["a_second"] > 0


def test_a_checkout_costs_as_much_as_itself() -> None:
    """Played in turns, the processor time of a move is told by thread, and its share of the first checkout's."""
    [told] = asyncio.run(load_beside.measure([load_beside.HERE], tables=2, rate=20, seconds=0.5, turns=2)).values()
    assert told["moves"] > 5, told
    assert told["share_95"] == [1.0, 1.0] and told["us"] > told["loop_us"] > 0, told
