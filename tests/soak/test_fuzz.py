"""A hundred thousand malformed inputs of every sort: each gives an answer or an error of ours."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.kit.campaigns import BATCHES, CAMPAIGNS, fuzz_batch

INPUTS = 100_000
PART = 25_000


def show(capsys: pytest.CaptureFixture[str], name: str, found: Counter[str]) -> None:
    counts = ", ".join(f"{code} {count:,}" for code, count in found.most_common())
    with capsys.disabled():
        print(f"\n{name}: {counts}")


@pytest.mark.parametrize("part", range(INPUTS // PART))
@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_malformed_input_gives_an_answer_or_an_error_of_ours(
    campaign: str, part: int, capsys: pytest.CaptureFixture[str]
) -> None:
    show(capsys, f"{PART:,} {campaign}", CAMPAIGNS[campaign](Random(f"{campaign} {part}"), PART))


@pytest.mark.parametrize("part", range(INPUTS // PART))
@pytest.mark.parametrize("command", BATCHES)
def test_every_malformed_line_of_a_batch_is_answered(
    command: str, part: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    show(capsys, f"{PART:,} lines of {command}", fuzz_batch(command, Random(f"{command} {part}"), PART, tmp_path))
