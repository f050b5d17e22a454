"""The moments of a game that one sees: who begins, and the winner's call; rounds on the score sheet."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.conftest import OTHER, alone
from tests.kit.browser import Person, middle

Arrive = Callable[..., Person]
Stack = Callable[..., None]

OUT = "r10 r11 r12 r13 b10 b11 b12 b13 y10 y11 y12 k10 k11 k12"
"""A rack that goes out at once."""


def go_out(ann: Person) -> None:
    ann.lay("r10", "r11", "r12", "r13")
    ann.lay("b10", "b11", "b12", "b13")
    ann.lay("y10", "y11", "y12")
    ann.lay("k10", "k11", "k12")
    ann.end_turn()


def test_the_starting_draw_is_seen_once_and_can_be_skipped(arrive: Arrive, stack: Stack) -> None:
    ann = arrive(settings={"startingDraw": True})
    stack("r1 r2 r3 r13 b3 k5 y7 k9 b1 y1 k2 b6 y9 k13", OTHER)
    ann.begin(edition="sabra", seats=["me", "newcomer"])
    draw = ann.page.locator(".draw h2")
    draw.filter(has_text="You go first").wait_for()
    ann.held("r1").click()  # any press skips it, and does what it does
    draw.wait_for(state="detached")
    ann.page.locator('.rack [aria-pressed="true"]').wait_for()
    ann.page.reload()
    ann.await_rack(14)
    assert draw.count() == 0, "it was seen"


def test_who_does_not_want_to_see_the_starting_draw_does_not_see_it_again(arrive: Arrive, stack: Stack) -> None:
    ann = arrive(settings={"startingDraw": True})
    stack("r1 r2 r3 r13 b3 k5 y7 k9 b1 y1 k2 b6 y9 k13", OTHER)
    ann.begin(edition="sabra", seats=["me", "newcomer"])
    ann.page.get_by_text("Don’t show this again").click()
    ann.begin(edition="sabra", seats=["me", "newcomer"])
    ann.await_turn()
    assert ann.page.locator(".draw h2").count() == 0
    ann.page.goto("/settings")
    assert not ann.page.get_by_label("Show the starting draw").is_checked()


def test_the_winner_calls_before_the_sheet_comes(arrive: Arrive, stack: Stack) -> None:
    ann = arrive()
    alone(ann, stack, rack=OUT)
    go_out(ann)
    ann.page.get_by_text("That was my last tile").wait_for()
    assert ann.page.get_by_role("heading", name="You went out.").count() == 0
    ann.page.get_by_role("heading", name="You went out.").wait_for()


def test_rounds_add_up_on_the_sheet(arrive: Arrive, stack: Stack) -> None:
    ann = arrive()
    alone(ann, stack, rack=OUT, length={"rounds": 2})
    for game in (1, 2):
        go_out(ann)
        sheet = ann.page.get_by_role("table")
        sheet.get_by_role("columnheader", name=f"Game {game}").wait_for()
        assert sheet.get_by_role("columnheader", name="Round 1").count() == game - 1
        onward = ann.button("Next game")
        place = middle(onward)
        ann.await_rest()
        assert middle(onward) == place, "it stays where it is first seen, or a press falls beside it"
        onward.click()
        ann.await_rack(14)
        ann.await_turn()
