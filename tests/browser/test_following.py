"""Moves can be followed: what the others did since one's last turn, step by step, in their colours and in words."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import OTHER
from tests.kit.browser import Person
from tests.kit.hands import PHONE

Arrive = Callable[..., Person]
Stack = Callable[..., None]

TWELVES = "k12 r12 b12 y12 r1 r3 b4 y4 r5 b8 y8 k2 k6 b2"
RUN = "b9 b10 b11 k3 y6 r13 k5 y9 r7 k7 y13 b1 y3 k10"


def after_two_bots(ann: Person, stack: Stack) -> None:
    """Draw, and wait until two bots have laid a set each."""
    stack(OTHER, TWELVES, RUN, pool="y2")
    ann.begin(edition="sabra", seats=["me", "most-tiles", "most-tiles"])
    ann.await_turn()
    ann.page.locator("button.draw").click()
    ann.await_draft("k12 r12 b12 y12 | b9 b10 b11")
    ann.await_turn()


def outline(ann: Person, tile: str) -> str:
    return str(ann.laid(tile).locator(".tile").evaluate("(tile) => getComputedStyle(tile).outlineColor"))


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
def test_every_move_since_my_last_turn_is_stepped_through_also_after_a_reload(
    arrive: Arrive, stack: Stack, screen: dict[str, object]
) -> None:
    ann = arrive(**screen)
    after_two_bots(ann, stack)
    panel = ann.page.get_by_role("region", name="Moves")
    for _ in ("as it came", "after a reload"):
        assert outline(ann, "b9") != outline(ann, "k12"), "each player's tiles have that player's colour"
        ann.page.locator(".turn").get_by_role("button", name="Moves").click()
        panel.get_by_text("played 4 tiles").wait_for()
        panel.get_by_text("played black 12, red 12, blue 12, and yellow 12").wait_for()
        ann.await_draft("k12 r12 b12 y12")
        panel.get_by_role("button", name="Next move").click()
        panel.get_by_text("played blue 9–11").wait_for()
        ann.await_draft("k12 r12 b12 y12 | b9 b10 b11")
        panel.get_by_role("button", name="Previous move").click()
        ann.await_draft("k12 r12 b12 y12")
        ann.button("Back to the table").click()
        panel.wait_for(state="detached")
        ann.await_draft("k12 r12 b12 y12 | b9 b10 b11")
        ann.page.reload()
        ann.await_draft("k12 r12 b12 y12 | b9 b10 b11")


def test_the_list_of_moves_is_one_tap_away_and_leads_to_each(arrive: Arrive, stack: Stack) -> None:
    ann = arrive()
    after_two_bots(ann, stack)
    ann.button("What changed").click()
    ann.button("All moves").click()
    moves = ann.page.get_by_role("dialog", name="Moves")
    assert moves.get_by_role("button").filter(has_text="drew").count() == 1, "my own is among them"
    moves.get_by_role("button").filter(has_text="played 4 tiles").click()
    ann.await_draft("k12 r12 b12 y12")
    ann.page.keyboard.press("ArrowRight")
    ann.await_draft("k12 r12 b12 y12 | b9 b10 b11")
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("region", name="Moves").wait_for(state="detached")


def test_a_plan_lies_as_it_lay_when_one_has_looked_at_moves(arrive: Arrive, stack: Stack) -> None:
    ann = arrive()
    after_two_bots(ann, stack)
    ann.lay("b8")
    ann.await_draft("k12 r12 b12 y12 | b9 b10 b11 | b8")
    ann.button("What changed").click()
    ann.await_draft("k12 r12 b12 y12")
    ann.page.keyboard.press("Escape")
    ann.await_draft("k12 r12 b12 y12 | b9 b10 b11 | b8")


def test_the_host_chooses_the_pace_of_the_bots_at_the_table(
    arrive: Arrive, stack: Stack, pace_at: Callable[[str], str]
) -> None:
    ann = arrive(settings={"pace": "calm"})
    after_two_bots(ann, stack)
    ann.button("Menu").first.click()
    ann.page.get_by_role("dialog").get_by_label("Quick").check(force=True)
    ann.eventually(lambda: pace_at(ann.table) == "quick", "the quick pace")


NO_FRAMES = "() => { window.requestAnimationFrame = () => 0; }"
"""From now on no frame comes: a move that is held back until one is drawn stays so."""


def test_a_move_that_comes_before_the_last_is_drawn_is_shown_with_it(arrive: Arrive, stack: Stack) -> None:
    ann = arrive()
    stack(OTHER, TWELVES, RUN, pool="y2")
    ann.begin(edition="sabra", seats=["me", "most-tiles", "most-tiles"])
    ann.await_turn()
    ann.page.evaluate(NO_FRAMES)
    ann.page.locator("button.draw").click()
    ann.await_draft("k12 r12 b12 y12 | b9 b10 b11")


def test_what_my_hand_does_comes_after_a_move_that_is_not_drawn_yet(arrive: Arrive, stack: Stack) -> None:
    ann = arrive()
    stack(OTHER, TWELVES, pool="y2")
    ann.begin(edition="sabra", seats=["me", "most-tiles"])
    ann.await_turn()
    ann.page.evaluate(NO_FRAMES)
    ann.page.locator("button.draw").click()
    ann.page.get_by_text("played 4 tiles").first.wait_for()
    assert ann.sets.count() == 0, "what is said of it comes first"
    ann.lay("b8")
    ann.await_draft("k12 r12 b12 y12 | b8")
