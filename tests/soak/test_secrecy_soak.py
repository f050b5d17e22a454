"""A thousand evenings at a real server, every byte of them checked; and tables walked through at random."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from pathlib import Path

import pytest

from tests.kit.online_evenings import evenings, plan_of, serving_evenings
from tests.kit.table_walk import walk

EVENINGS, PART = 1_000, 25
WALKS, STEPS = 2_000, 250


def show(capsys: pytest.CaptureFixture[str], name: str, found: Counter[str]) -> None:
    counts = ", ".join(f"{what} {count:,}" for what, count in found.most_common() if count)
    with capsys.disabled():
        print(f"\n{name}: {counts}")


@pytest.mark.parametrize("part", range(EVENINGS // PART))
def test_every_byte_of_many_evenings_is_what_its_reader_may_know(
    part: int, tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    with serving_evenings(tmp_path) as (running, clock):
        plans = [plan_of(seed) for seed in range(part * PART, (part + 1) * PART)]
        found = asyncio.run(evenings(running, clock, plans))
    show(capsys, f"evenings {part * PART:,} to {(part + 1) * PART - 1:,}", found)
    assert found["games"] >= PART
    assert not [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.parametrize("part", range(4))
def test_a_random_walk_keeps_every_rule_of_a_table(part: int, capsys: pytest.CaptureFixture[str]) -> None:
    found: Counter[str] = Counter()
    for seed in range(1_000 + part * WALKS // 4, 1_000 + (part + 1) * WALKS // 4):
        found += walk(seed, STEPS)
    show(capsys, f"{WALKS // 4:,} walks", found)
