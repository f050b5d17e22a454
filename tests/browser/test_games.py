"""Whole games through the web app, by people each in a browser of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.conftest import SOAK
from tests.kit.browser import Person
from tests.kit.games import TABLES, Seating, table_id
from tilery.game import Game, Phase

Arrive = Callable[..., Person]
Stack = Callable[..., dict[str, Any]]
GameAt = Callable[[str], Game]

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eva", "Fay")
RACKS = ("r10 r11 r12 b2 b3 b4 k7 y7 r7 r1 r2 r3 y11 y12", "k10 k11 k12 y1 y2 y3 b6 k6 y6 r1 b11 r9 k5 y13")
POOL = "y10 b8"
"""Both can open, the first then draws the tile to go out with: a short game."""


def gather(arrive: Arrive, count: int, **setup: Any) -> list[Person]:
    """So many people sit down at a table of the first."""
    host, *others = [arrive(name) for name in NAMES[:count]]
    table = host.make_table(seats=["me"] + ["open"] * (count - 1), hints=True, **setup)
    host.go(table)
    for seat, other in enumerate(others, 1):
        other.sit(table, seat)
    host.button("I am ready").click()
    return [host, *others]


def play_out(people: list[Person], game_at: GameAt) -> Game:
    """Everybody does in turn what hints say, until the game is over."""
    table = people[0].table
    while (game := game_at(table)).phase is not Phase.OVER:
        person = people[game.turn]
        person.await_turn()
        assert sorted(person.draft.split(" | ")) == sorted(str(game.table).split(" | ")), "the table is shown as it is"
        person.play_hint()
        person.await_turn(False)
    return game


def everybody_sees_the_end(people: list[Person], game: Game) -> None:
    assert game.result is not None
    winner = people[game.result.winner].name
    for seat, person in enumerate(people):
        person.page.get_by_role("heading", name="Score sheet").wait_for()
        title = person.page.get_by_role("heading", level=1).inner_text()
        assert ("You" in title) if seat == game.result.winner else (winner in title)
    assert sum(game.result.scores) == 0 or game.result.reason != "out"


def test_two_people_play_a_game_of_sabra(arrive: Arrive, stack: Stack, game_at: GameAt) -> None:
    stack(*RACKS, pool=POOL)
    people = gather(arrive, 2, edition="sabra")
    eve = arrive("Eve")
    eve.go(people[0].table)
    people[0].await_turn()
    assert people[0].rack.count() == 14
    assert eve.rack.count() == 0, "who looks on has no rack"
    people[0].play_hint()
    people[1].await_turn()
    eve.await_draft(str(game_at(eve.table).table))
    game = play_out(people, game_at)
    assert game.result is not None
    assert (game.result.winner, game.result.reason) == (0, "out")
    everybody_sees_the_end(people, game)
    eve.page.get_by_role("heading", name="Score sheet").wait_for()


def test_two_people_pass_one_screen_and_play(arrive: Arrive, stack: Stack, game_at: GameAt) -> None:
    stack(*RACKS, pool=POOL)
    ann = arrive()
    ann.begin(edition="sabra", seats=["me", "me"], shared=True, names=["Ann", "Bob"])
    for seat, name in enumerate(("Ann", "Bob", "Ann")):
        if seat:
            cover = ann.page.get_by_role("dialog")
            cover.get_by_role("heading", name=f"Hand the screen to {name}").wait_for()
            cover.get_by_role("button", name=f"I am {name}").click()
        ann.seat = seat % 2
        ann.await_turn()
        ann.await_rack(15 if seat == 2 else 14)
        ann.page.locator("button.draw").click()
    ann.page.get_by_role("heading", name="Hand the screen to Bob").wait_for()
    assert [len(rack) for rack in game_at(ann.table).racks] == [16, 15]


def test_a_rematch_begins_when_both_want_it(arrive: Arrive, stack: Stack, game_at: GameAt) -> None:
    stack(*RACKS)
    people = gather(arrive, 2, edition="sabra")
    people[0].await_turn()
    people[0].button("Menu").locator("visible=true").first.click()
    people[0].button("Give up the game").click()
    people[0].page.locator(".press.warn").click()
    for person in people:
        person.button("Play again").click()
    people[0].await_turn()
    assert game_at(people[0].table).phase is Phase.PLAYING


@pytest.mark.skipif(not SOAK, reason="every edition with every number of players is for TILERY_SOAK=1")
@pytest.mark.parametrize("seating", TABLES, ids=table_id)
def test_everybody_plays_a_game_of_every_edition(seating: Seating, arrive: Arrive, game_at: GameAt) -> None:
    people = gather(arrive, seating.players, edition=seating.edition, tile_set=seating.tile_set)
    everybody_sees_the_end(people, play_out(people, game_at))
