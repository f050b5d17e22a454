"""A fair match: chosen from results alone, and in the long run won by either side about as often."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilery.bots.characters import CHARACTERS
from tilery.bots.fair import FAIR, RATINGS, Form, PastGame, fair_level, form_of
from tilery.bots.ladder import level

WAYS = [FAIR, *(f"{one.name}:{FAIR}" for one in CHARACTERS)]
BOTS = st.lists(st.sampled_from([*RATINGS, "hoarder", "gambler:casual"]), max_size=3).map(tuple)
GAMES = st.lists(st.builds(PastGame, BOTS, st.booleans()), max_size=60)


@given(st.sampled_from(WAYS), GAMES)
def test_a_fair_bot_is_always_one_that_there_is(wanted: str, games: list[PastGame]) -> None:
    chosen = fair_level(wanted, form_of(games))
    assert level(chosen).name == chosen
    assert chosen.partition(":")[0] == wanted.partition(":")[0] or wanted == FAIR


@given(GAMES, st.sampled_from([*RATINGS]))
def test_a_win_never_makes_the_next_bot_weaker_nor_a_loss_stronger(games: list[PastGame], rival: str) -> None:
    before = form_of(games)
    assert before.after(PastGame((rival,), won=True)).rating >= before.rating
    assert before.after(PastGame((rival,), won=False)).rating <= before.rating


def test_games_without_a_bot_whose_strength_is_known_do_not_count() -> None:
    games = [PastGame(("casual",), won=True), PastGame(("casual", "regular"), won=False)]
    strangers = [PastGame((), won=False), PastGame(("engine of mine",), won=False)]
    assert form_of([*games, *strangers]) == form_of(games)


@pytest.mark.parametrize(("strength", "seats"), [(0.0, 2), (330.0, 2), (700.0, 2), (450.0, 4)])
def test_somebody_wins_a_fair_match_about_as_often_as_anybody_there(strength: float, seats: int) -> None:
    chance, form, won = Random(7), Form(), list[bool]()
    for _ in range(400):
        bot = fair_level(FAIR, form)
        odds = 10 ** ((RATINGS[bot] - strength) / 400)
        won.append(chance.random() < 1 / (1 + odds * (seats - 1)))
        form = form.after(PastGame((bot,) * (seats - 1), won[-1]))
    assert abs(sum(won[40:]) / len(won[40:]) - 1 / seats) < 0.1
