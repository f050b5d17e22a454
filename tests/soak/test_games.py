"""A thousand random games of every edition, tile set and number of players, with all invariants."""

from __future__ import annotations

from random import Random

import pytest

from tests.kit.games import TABLES, Seating, Tally, game_states, table_id
from tests.kit.illegal import random_action
from tests.kit.secrecy import check_secrecy
from tilery import IllegalActionError, apply, read_record, verify
from tilery.game import Phase

GAMES = 1_000


@pytest.mark.parametrize("seating", TABLES, ids=table_id)
def test_a_thousand_games_run_to_their_end_with_all_invariants(
    seating: Seating, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tiles conserved and inputs untouched at every step; proof, replay, round trip and secrecy of each game."""
    tally = Tally()
    rng = Random(f"watching {seating}")
    for seed in range(GAMES):
        states = list(game_states(seating, seed, tally))
        end, record = states[-1]
        assert verify(record) == (1, len(record.moves), 1, True)
        assert record.replay() == end
        if seed % 5 == 0:
            again, error = read_record(record.lines())
            assert error is None
            assert again == record
        for game, _ in rng.sample(states, 2):
            check_secrecy(game, rng.choice([None, *range(seating.players)]), rng)
            mark = hash(game)
            try:
                after, _ = apply(game, random_action(rng, game))
                assert after.phase is not Phase.OVER or sum(after.result.scores if after.result else ()) == 0
            except IllegalActionError as error_found:
                assert error_found.defects
            assert hash(game) == mark
    with capsys.disabled():
        print(f"\n{table_id(seating)}: {tally}")
    assert not tally.missing(seating.rules)
