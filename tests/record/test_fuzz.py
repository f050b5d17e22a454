"""Malformed input never gives anything but an error of ours: a sample of the campaigns in tests/soak."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.kit.campaigns import BATCHES, CAMPAIGNS, fuzz_batch


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_malformed_input_gives_an_answer_or_an_error_of_ours(campaign: str) -> None:
    found = CAMPAIGNS[campaign](Random(campaign), 600)
    print(campaign, dict(found.most_common()))
    assert len(found) > 1


@pytest.mark.parametrize("command", BATCHES)
def test_every_malformed_line_of_a_batch_is_answered(command: str, tmp_path: Path) -> None:
    found = fuzz_batch(command, Random(command), 600, tmp_path)
    print(command, dict(found.most_common()))
    assert {"answered", "json", "shape"} <= found.keys()
