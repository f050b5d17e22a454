"""Campaigns: the kernel beside the reference and beside the integer program, on many positions."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from typing import Literal

from tests.kit.positions import Position
from tests.kit.witness import Witness, lexical_weights
from tilery import judge
from tilery.solver import Objective, Question, Solution
from tilery.solver.engine import PackingEngine, compiled, engine, reference

__all__ = ["Campaign", "beside_reference", "beside_witness"]


class Campaign:
    """What a campaign has seen: positions, how many can be played, jokers, disagreements, times."""

    def __init__(self, title: str) -> None:
        assert compiled(), "the compiled kernel is to be compared, and it is not there"
        self.title = title
        self.positions = 0
        self.playable = 0
        self.openings = 0
        self.on_table: Counter[str] = Counter()
        self.on_racks: Counter[str] = Counter()
        self.disagreements: list[str] = []
        self.kernel_seconds = 0.0
        self.other_seconds = 0.0

    def ask_kernel(self, position: Position, objective: Objective) -> Solution | None:
        """The kernel's answer, which the referee has to take."""
        self.positions += 1
        self.openings += not position.opened
        self.on_table.update(str(kind) for kind in position.table.tiles() if kind.is_joker)
        self.on_racks.update(str(kind) for kind in position.rack if kind.is_joker)
        start = time.perf_counter()
        play = _ask(position, objective, engine)
        self.kernel_seconds += time.perf_counter() - start
        if play is not None:
            self.playable += 1
            turn = judge(position.rules, position.table, position.rack, play.table, position.opened)
            if not turn.legal or turn.played.sorted() != play.played.sorted() or not play.proven:
                self.disagreements.append(f"the referee refuses {play.table} for {position}: {turn.defects}")
        return play

    def compare(self, position: Position, objective: Objective, kernel: object, other: object) -> None:
        if kernel != other:
            self.disagreements.append(f"{objective}: kernel {kernel}, other {other}: {position}")

    def __str__(self) -> str:
        jokers = (", ".join(f"{n} {k}" for k, n in sorted(c.items())) or "none" for c in (self.on_table, self.on_racks))
        table, racks = jokers
        return (
            f"{self.title}: {self.positions:,} positions ({self.playable:,} playable, {self.openings:,} openings; "
            f"jokers on tables: {table}; on racks: {racks}), {len(self.disagreements)} disagreements, "
            f"kernel {self.kernel_seconds:.1f} s, other {self.other_seconds:.1f} s"
        )


def beside_reference(title: str, positions: Iterable[Position]) -> Campaign:
    """The kernel and the plain-Python reference on the same positions, the objectives taking turns."""
    campaign = Campaign(title)
    for position in positions:
        objective = _objective(campaign)
        play = campaign.ask_kernel(position, objective)
        start = time.perf_counter()
        other = _ask(position, objective, reference)
        campaign.other_seconds += time.perf_counter() - start
        campaign.compare(position, objective, play and play.weight, other and other.weight)
    return campaign


def beside_witness(title: str, positions: Iterable[Position], witness: Witness) -> Campaign:
    """The kernel and the integer program on the same positions, the objectives taking turns."""
    campaign = Campaign(f"{title} ({witness.backend})")
    for position in positions:
        objective = _objective(campaign)
        play = campaign.ask_kernel(position, objective)
        start = time.perf_counter()
        weights = lexical_weights(position.rules, objective)
        other = witness.best(position.rules, position.table, position.rack, weights, opened=position.opened)
        campaign.other_seconds += time.perf_counter() - start
        penalty = position.rules.penalty
        totals = other and (len(other.played), sum(map(penalty, other.played)))
        campaign.compare(position, objective, play and (play.tiles, play.value), totals)
    return campaign


def _objective(campaign: Campaign) -> Literal["tiles", "value"]:
    return "value" if campaign.positions % 2 else "tiles"


def _ask(position: Position, objective: Objective, using: PackingEngine) -> Solution | None:
    rules, table, rack, opened = position.rules, position.table, position.rack, position.opened
    return Question(rules, table, rack, opened=opened, objective=objective, using=using).best()
