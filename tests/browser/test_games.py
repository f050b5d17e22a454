"""Whole games through the web app, by people each in a browser of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.kit.browser import Person
from tests.kit.hands import PHONE, Finger, Hands, Keys, Mouse
from tilery.game import Game, Phase
from tilery.solver import best_play

Arrive = Callable[..., Person]
Stack = Callable[..., None]
GameAt = Callable[[str], Game]

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eva", "Fay")
HANDS = (Mouse, Keys, Finger)
RACKS = ("r10 r11 r12 b2 b3 b4 k7 y7 r7 r1 r2 r3 y11 y12", "k10 k11 k12 y1 y2 y3 b6 k6 y6 r1 b11 r9 k5 y13")
POOL = "y10 b8"
"""Both can open, the first then draws the tile to go out with: a short game."""


def gather(arrive: Arrive, count: int, **setup: Any) -> list[Hands]:
    """So many people sit down at a table of the first, and play with the mouse, by keyboard or on a phone."""
    hands = [HANDS[at % 3] for at in range(count)]
    people = [arrive(name, **(PHONE if hand is Finger else {})) for name, hand in zip(NAMES, hands, strict=False)]
    host, *others = people
    table = host.make_table(seats=["me"] + ["open"] * (count - 1), hints=True, **setup)
    host.go(table)
    for other in others:
        other.sit(table)
    host.button("I’m ready").click()
    host.rack.first.wait_for()
    return [hand(person) for hand, person in zip(hands, people, strict=True)]


def take_turn(hands: Hands, game: Game) -> None:
    """Lay the most tiles that can be laid, or draw, and keep what might have freed a joker."""
    person = hands.person
    person.await_turn()
    person.await_draft(str(game.table))
    play = best_play(game.rules, game.table, game.racks[game.turn], opened=game.opened[game.turn])
    if play is not None:
        hands.play(play.table)
    else:
        hands.draw()
        keep = person.button("Keep it")
        person.eventually(lambda: keep.is_visible() or not person.has_turn(), "a tile from the pool")
        if keep.is_visible():
            hands.draw()
    person.await_turn(False)


def play_out(people: list[Hands], game_at: GameAt) -> tuple[Game, int]:
    """Everybody in turn, until the game is over; the game, and how many turns it took."""
    turns = 0
    while (game := game_at(people[0].person.table)).phase is not Phase.OVER:
        take_turn(people[game.turn], game)
        turns += 1
    return game, turns


def everybody_sees_the_end(people: list[Hands], game: Game) -> None:
    assert game.result is not None
    winner = people[game.result.winner].person.name
    for seat, hands in enumerate(people):
        page = hands.page
        page.get_by_role("heading", name="Score sheet").wait_for()
        title = page.get_by_role("heading", level=1).inner_text()
        assert ("You" in title) if seat == game.result.winner else (winner in title)


def test_two_people_play_a_game_of_sabra_by_mouse_and_keyboard(arrive: Arrive, stack: Stack, game_at: GameAt) -> None:
    stack(*RACKS, pool=POOL)
    people = gather(arrive, 2, edition="sabra")
    ann = people[0].person
    eve = arrive("Eve")
    eve.go(ann.table)
    ann.await_turn()
    assert ann.rack.count() == 14
    assert eve.rack.count() == 0, "who looks on has no rack"
    take_turn(people[0], game_at(ann.table))
    people[1].person.await_turn()
    eve.await_draft(str(game_at(ann.table).table))
    game, turns = play_out(people, game_at)
    assert turns >= 3
    assert game.result is not None
    assert (game.result.winner, game.result.reason) == (0, "out")
    everybody_sees_the_end(people, game)
    eve.page.get_by_role("heading", name="Score sheet").wait_for()
    for hands in people:
        hands.person.button("Play again").click()
    ann.await_turn()
    assert game_at(ann.table).phase is Phase.PLAYING, "a rematch begins when both want it"


def test_a_hint_is_shown_step_by_step_and_played(arrive: Arrive, stack: Stack, game_at: GameAt) -> None:
    stack(*RACKS, pool=POOL)
    ann = arrive()
    ann.begin(edition="sabra", seats=["me", "newcomer"], hints=True)
    ann.await_turn()
    assert ann.play_hint()
    ann.eventually(lambda: game_at(ann.table).opened[0])
