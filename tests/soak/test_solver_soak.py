"""The solver's long campaigns. Each prints its figures; all of them together are in docs/evidence.md."""

from __future__ import annotations

import pytest

from tests.kit.positions import BOXES, Box, box_id, joker_heavy, realistic, small
from tests.kit.witness import Witness, backends
from tests.kit.witness_campaign import Campaign, beside_reference, beside_witness

every_box = pytest.mark.parametrize("box", BOXES, ids=box_id)

RANDOM = 20_000
"""Small random positions of every edition, beside the reference."""
REALISTIC = 2_100
"""Positions of games, over all editions, beside the integer program; a tenth of them joker-heavy."""


def finish(campaign: Campaign) -> None:
    print(f"\n{campaign}")
    assert not campaign.disagreements, "\n".join(campaign.disagreements)


@every_box
def test_kernel_and_reference_agree_on_random_positions(box: Box) -> None:
    tile_sets = sum(other.edition == box.edition for other in BOXES)
    count = -(-RANDOM // tile_sets)
    finish(beside_reference(box_id(box), (small(box, seed) for seed in range(10_000, 10_000 + count))))


@every_box
def test_kernel_and_integer_program_agree_on_realistic_positions(box: Box) -> None:
    count = -(-REALISTIC // len(BOXES))
    positions = [*realistic(box, count - count // 10, seed=11), *joker_heavy(box, count // 10, seed=11)]
    for backend in backends():
        with Witness(backend) as witness:
            finish(beside_witness(box_id(box), positions, witness))
