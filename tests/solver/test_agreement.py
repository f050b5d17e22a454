"""Kernel, reference and an integer program agree; the long campaigns are in tests/soak."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.positions import BOXES, Box, Position, box_id, realistic, small
from tests.kit.witness import Witness, lexical_weights
from tests.kit.witness_brute import legal_plays
from tests.kit.witness_campaign import beside_reference, beside_witness
from tilery import Table, Tiles, edition, house_rules
from tilery.solver import Question
from tilery.solver.engine import PackingEngine, engine, reference
from tilery.tiles import ALL_KINDS, count_kinds

VECTORS = Path(__file__).parents[1] / "vectors" / "positions.jsonl"

every_box = pytest.mark.parametrize("box", BOXES, ids=box_id)


@pytest.fixture(scope="module")
def witness() -> Iterator[Witness]:
    with Witness() as started:
        yield started


@every_box
def test_kernel_and_reference_agree(box: Box) -> None:
    campaign = beside_reference(box_id(box), (small(box, seed) for seed in range(1_000, 1_200)))
    assert not campaign.disagreements, "\n".join(campaign.disagreements)
    assert campaign.playable > 50


@pytest.mark.parametrize("asked", (engine, reference), ids=("kernel", "reference"))
def test_each_of_many_positions_has_its_own_weights(asked: PackingEngine) -> None:
    rack = bytes(count_kinds(Tiles("r5 r6 r7 b5 k5 y5")))
    run, group = ([int(kind in Tiles(text)) for kind in ALL_KINDS] for text in ("r5 r6 r7", "b5 k5 y5"))
    many = asked.pack_many(bytes(112), rack * 2, array("q", run + [-1 * one for one in run]), None)
    assert list(many.weight) == [3, 0]
    assert list(asked.pack_many(bytes(112), rack * 2, array("q", group), None).weight) == [3, 3]


@every_box
def test_kernel_and_integer_program_agree(box: Box, witness: Witness) -> None:
    positions = [*realistic(box, 7, seed=2), *(small(box, seed) for seed in range(2_000, 2_003))]
    campaign = beside_witness(box_id(box), positions, witness)
    assert not campaign.disagreements, "\n".join(campaign.disagreements)
    assert campaign.playable > 4


def test_the_integer_program_knows_the_vectors(witness: Witness) -> None:
    for row in list(map(json.loads, VECTORS.read_text("utf-8").splitlines()))[::20]:
        rules = edition(row["edition"]).rules(row["tile_set"])
        for objective in ("tiles", "value"):
            best = witness.best(
                rules,
                Table(row["table"]),
                Tiles(row["rack"]),
                lexical_weights(rules, objective),
                opened=not row["opening"],
            )
            totals = best and {"tiles": len(best.played), "value": sum(map(rules.penalty, best.played))}
            assert totals == row[f"most_{objective}"], row["id"]


@every_box
def test_the_integer_program_agrees_with_trying_every_play(box: Box, witness: Witness) -> None:
    tried = 0
    for seed in range(3_000, 3_100):
        position = small(box, seed)
        if len(position.rack) > 6 or len(position.rack) + sum(map(len, position.table)) > 11 or tried == 6:
            continue
        tried += 1
        weights = {kind: (5 * kind + 3 * seed) % 19 - 7 for kind in ALL_KINDS}
        best = max((sum(weights[kind] for kind in play) for play in legal_plays(position)), default=None)
        told = witness.best(position.rules, position.table, position.rack, weights, opened=position.opened)
        assert (told and told.weight) == best, (str(position), told)


@every_box
def test_weights_forced_and_kept_tiles_agree(box: Box, witness: Witness) -> None:
    for number, position in enumerate(realistic(box, 4, seed=3)):
        weights = {kind: (7 * kind + 5 * number) % 31 - 9 for kind in ALL_KINDS}
        must, keep = Tiles(position.rack[: number % 2]), Tiles(position.rack[2 : 2 + number % 3])
        rules, table, rack = position.rules, position.table, position.rack
        question = Question(rules, table, rack, opened=position.opened, objective=weights, must=must, keep=keep)
        play = question.best()
        told = witness.best(rules, table, rack, weights, opened=position.opened, must=must, keep=keep)
        ours = play and sum(weights[kind] for kind in play.played)
        assert ours == (told and told.weight), (str(position), str(must), str(keep))


def test_house_rules_agree(witness: Witness) -> None:
    rules = house_rules(edition("classic-2015"), {"table_in_opening": True, "opening": 20}).rules()
    playable = 0
    for seed in range(4_000, 4_020):
        position: Position = small(Box("classic-2015", "106"), seed)._replace(opened=False)
        play = Question(rules, position.table, position.rack, opened=False).best()
        told = witness.best(rules, position.table, position.rack, lexical_weights(rules, "tiles"), opened=False)
        assert (play and play.tiles) == (told and len(told.played)), str(position)
        playable += play is not None
    assert playable > 1
