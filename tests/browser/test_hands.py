"""Tiles are moved by mouse, finger and keyboard; the page says what is wrong with a draft, what jokers stand for."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.conftest import OTHER, alone
from tests.kit.browser import Person, middle
from tests.kit.hands import PHONE, Keys
from tilery.game import Game

Arrive = Callable[..., Person]
Stack = Callable[..., None]
GameAt = Callable[[str], Game]


def await_sets(ann: Person, game_at: GameAt, *sets: str) -> None:
    """Wait until the server has these sets on the table; a bot may have moved since."""
    ann.eventually(lambda: set(sets) <= {str(each) for each in game_at(ann.table).table})


def test_tiles_are_dragged_with_the_mouse(arrive: Arrive, stack: Stack, game_at: GameAt) -> None:
    ann = arrive()
    alone(ann, stack)
    ann.select("r10", "r11", "r12")
    ann.drag(ann.held("r11"), middle(ann.page.locator(".strip")))
    ann.await_draft("r10 r11 r12")
    x, y = middle(ann.laid("r12"))
    ann.drag(ann.held("r13"), (x + 50, y))
    ann.await_draft("r10 r11 r12 r13")
    ann.end_turn()
    await_sets(ann, game_at, "r10 r11 r12 r13")


def test_tiles_are_dragged_with_a_finger(arrive: Arrive, stack: Stack, game_at: GameAt) -> None:
    ann = arrive(**PHONE)
    alone(ann, stack)
    for tile in ("r10", "r11", "r12"):
        ann.held(tile).tap()
    ann.page.locator('.rack [aria-pressed="true"]').nth(2).wait_for()
    x, y = middle(ann.page.locator(".strip"))
    ann.drag_by_finger(ann.held("r11"), (x, y + 60))  # what a finger holds floats above it
    ann.await_draft("r10 r11 r12")
    ann.end_turn()
    await_sets(ann, game_at, "r10 r11 r12")


def test_a_swipe_beside_the_tiles_leads_to_no_other_page(arrive: Arrive, stack: Stack) -> None:
    ann = arrive(**PHONE)
    alone(ann, stack)
    ann.page.evaluate("window.stays = true")
    for way in ((20, 370), (370, 20)):
        for height in (20, 830):
            ann.swipe((way[0], height), (way[1], height))
    ann.page.wait_for_timeout(700)  # a page that is left is left a moment later
    assert ann.page.evaluate("window.stays"), "another page came"
    assert ann.page.url.endswith(ann.table)


def test_tiles_are_moved_by_keyboard_alone(arrive: Arrive, stack: Stack, game_at: GameAt) -> None:
    ann = arrive()
    alone(ann, stack)
    hands, keys = Keys(ann), ann.page.keyboard
    for tile in ("r10", "r11", "r12"):
        hands.pick(str(ann.held(tile).get_attribute("data-tile")))
    keys.press("n")
    ann.await_draft("r10 r11 r12")
    keys.press("r")  # the keyboard stays with the tile it laid
    ann.await_draft("r11 r12")
    keys.press("z")
    ann.await_draft("r10 r11 r12")
    hands.pick(str(ann.held("r13").get_attribute("data-tile")))
    keys.press("Space")
    for arrow, hot in (("ArrowDown", 1), ("ArrowUp", 0)):
        for _ in range(10):
            if ann.page.locator(".strip.hot").count() == hot:
                break
            keys.press(arrow)
    keys.press("Space")
    ann.await_draft("r10 r11 r12 r13")
    keys.press("?")
    ann.page.get_by_role("dialog").get_by_text("Play as a new set").wait_for()
    keys.press("Escape")
    ann.done_lit.wait_for()
    hands.press(".done")
    await_sets(ann, game_at, "r10 r11 r12 r13")


def test_an_illegal_draft_is_marked_with_a_reason_and_done_stays_off(
    arrive: Arrive, stack: Stack, game_at: GameAt
) -> None:
    ann = arrive()
    alone(ann, stack)
    ann.lay("r10", "r11", "r13")
    ann.await_draft("r10 r11 r13")
    ann.page.get_by_text("Red 12 is missing").first.wait_for()
    assert ann.page.locator(".board .set.bad").count() == 1
    assert ann.done.get_attribute("aria-disabled") == "true"
    ann.done.click(force=True)
    ann.button("Undo").click()
    ann.await_draft("")
    assert ann.rack.count() == 14
    assert game_at(ann.table).table == (), "nothing was played"


def test_the_value_towards_the_opening_is_shown(arrive: Arrive, stack: Stack) -> None:
    ann = arrive()
    alone(ann, stack, rack="r1 r2 r3 r13 b3 k5 y7 k9 b1 y1 k2 b6 y9 k13", edition="classic-2015")
    assert "30 points" in ann.said()
    ann.page.locator("button.draw").click()
    ann.await_rack(15)
    ann.await_turn()
    assert "30 points" in ann.said(), "that the bot drew counts less"
    ann.lay("r1", "r2", "r3")
    ann.page.get_by_text("6 of 30 points").first.wait_for()
    assert ann.done.get_attribute("aria-disabled") == "true"


def test_a_joker_is_freed_by_the_tile_it_stands_for(arrive: Arrive, stack: Stack, game_at: GameAt) -> None:
    ann = arrive()
    rack = "r10 j r12 r11 b3 b4 y7 k9 b11 y1 k2 b6 y9 k13"
    alone(ann, stack, rack=rack, edition="classic-2015")
    ann.lay("r10", "j", "r12")
    ann.await_draft("r10 j r12")
    ann.page.locator('.board [aria-label="joker as red 11"]').wait_for()
    ann.end_turn()
    ann.eventually(lambda: len(game_at(ann.table).racks[1]) == 15)  # the bot drew
    ann.await_turn()
    ann.drag(ann.laid("j"), middle(ann.page.locator(".strip")))
    ann.sets.nth(1).wait_for()
    ann.select("b3", "b4")
    ann.drag(ann.held("b3"), (middle(ann.laid("j"))[0] - 60, middle(ann.laid("j"))[1]))
    ann.await_rack(9)
    ann.page.get_by_text("1 set to fix first").first.wait_for()
    assert ann.done.get_attribute("aria-disabled") == "true"
    x, y = middle(ann.laid("r12"))
    ann.drag(ann.held("r11"), (x - 25, y))
    ann.end_turn()
    await_sets(ann, game_at, "r10 r11 r12", "b3 b4 j")


def test_a_tile_just_drawn_that_might_free_a_joker_is_kept_or_played(
    arrive: Arrive, stack: Stack, game_at: GameAt
) -> None:
    ann = arrive()
    stack("b10 b11 j r3 k5 y7 k9 b1 y1 k2 b6 y9 k13 r8", OTHER, pool="y2 b12 y3 k4")
    ann.begin(edition="classic-2002", seats=["me", "newcomer"])
    ann.await_turn()
    ann.lay("b10", "b11", "j")
    ann.end_turn()
    ann.eventually(lambda: len(game_at(ann.table).racks[1]) == 15)  # the bot drew
    ann.await_turn()
    ann.page.locator("button.draw").click()
    ann.held("b12").wait_for()
    ann.button("Keep it").wait_for()
    assert ann.page.title().startswith("●"), "the turn goes on"
    # Laid and thought better of: then it is asked twice.
    ann.lay("b12")
    ann.button("Take back and keep it").click()
    ann.button("Sure? Press again to keep it").click()
    ann.eventually(lambda: not (game := game_at(ann.table)).drawn and "b12" in str(game.racks[0]).split())
    ann.await_draft("b10 b11 j")
    ann.held("b12").locator(".new").wait_for()


def test_jokers_of_twist_show_what_they_stand_for(arrive: Arrive, stack: Stack) -> None:
    ann = arrive()
    alone(ann, stack, rack="r8 d r11 k6 m k6 y7 k9 b1 y1 k2 b6 y9 k10", edition="twist-2015")
    ann.lay("r8", "d", "r11")
    ann.await_draft("r8 d r11")
    ann.page.locator('.board [aria-label="double joker as red 9 and red 10"]').wait_for()
    ann.done_lit.wait_for()
    ann.lay("k6", "m", "k6")
    ann.page.locator(".board .axis").wait_for(state="attached")
