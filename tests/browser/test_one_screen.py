"""Several people around one screen: it is handed over, and nobody sees another's tiles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator

from tests.kit.browser import Person, spoken
from tests.kit.hands import PHONE, Mouse
from tilery.game import Game
from tilery.notation import Table

Arrive = Callable[..., Person]
Stack = Callable[..., None]
GameAt = Callable[[str], Game]

RACKS = ("r10 r11 r12 b2 b3 b4 k7 y7 r7 r1 r2 r3 y11 y12", "k10 k11 k12 y1 y2 y3 b6 k6 y6 r1 b11 r9 k5 y13")
POOL = "b12 y8 k8"


def begin(arrive: Arrive, stack: Stack) -> Person:
    """Ann and Bob around one screen; Ann is to begin."""
    stack(*RACKS, pool=POOL)
    ann = arrive()
    ann.begin(edition="sabra", seats=["me", "me"], shared=True, names=["Ann", "Bob"])
    covered(ann, "Ann")
    return ann


def covered(screen: Person, name: str) -> None:
    """The screen waits for somebody: it is a dialog, and no tile is in the page."""
    cover = screen.page.get_by_role("dialog")
    cover.get_by_role("heading", name=f"Hand the device to {name}").wait_for()
    assert screen.page.locator("[data-tile]").count() == 0, "the covered rack isn't in the page"
    assert screen.page.evaluate("document.querySelector('dialog').matches(':modal')"), "nothing else can be reached"


def take(screen: Person, name: str, tiles: int) -> None:
    screen.button(f"I’m {name}").click()
    screen.await_turn()
    screen.await_rack(tiles)


def is_seen_whole(part: Locator) -> None:
    """A long name on a phone is read to its end."""
    box = part.bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= PHONE["viewport"]["width"], box
    assert part.evaluate("(it) => it.scrollWidth <= it.clientWidth")


def words_on(screen: Person) -> str:
    """Everything the page says, to eyes and ears."""
    page = screen.page
    return str(page.evaluate("document.body.textContent")) + page.locator("body").aria_snapshot()


def test_two_people_pass_one_screen_and_see_what_they_drew_before_they_hand_it_over(
    arrive: Arrive, stack: Stack, game_at: GameAt
) -> None:
    ann = begin(arrive, stack)
    for name, tiles, drawn, other in (("Ann", 14, "b12", "Bob"), ("Bob", 14, "y8", "Ann"), ("Ann", 15, "k8", "Bob")):
        take(ann, name, tiles)
        ann.page.locator("button.draw").click()
        ann.held(drawn).wait_for()
        ann.page.get_by_text(f"You drew {spoken(drawn)}").first.wait_for()
        ann.button(f"Hand over to {other}").click()
        covered(ann, other)
        assert spoken(drawn) not in words_on(ann), "what was said belongs to who drew"
    take(ann, "Bob", 15)
    assert "drew black 8" not in words_on(ann)
    assert [len(rack) for rack in game_at(ann.table).racks] == [16, 15]


def test_everybody_sees_who_begins_before_the_screen_goes_to_them(arrive: Arrive, stack: Stack) -> None:
    stack(*RACKS, pool=POOL)
    wide = "W" * 24
    ann = arrive(settings={"startingDraw": True, "motion": "full"}, **PHONE)
    ann.begin(edition="sabra", seats=["me", "me"], shared=True, names=[wide, "Bob"])
    draw = ann.page.get_by_role("dialog").locator(".draw")
    draw.wait_for()
    assert ann.button(f"I’m {wide}").count() == 0, "nobody has the screen before it is known who begins"
    first = draw.get_by_role("heading", name=f"{wide} goes first", include_hidden=True)
    first.wait_for()
    is_seen_whole(first)
    draw.wait_for(state="detached")
    covered(ann, wide)
    is_seen_whole(ann.page.get_by_role("dialog").get_by_role("heading"))
    is_seen_whole(ann.button(f"I’m {wide}"))
    # It was seen: the next one has no need of it.
    take(ann, wide, 14)
    assert ann.page.locator(".draw").count() == 1, "only the button to draw"


def test_a_reload_or_the_way_back_opens_no_rack(arrive: Arrive, stack: Stack) -> None:
    ann = begin(arrive, stack)
    ann.page.reload()
    covered(ann, "Ann")
    take(ann, "Ann", 14)
    ann.page.reload()
    covered(ann, "Ann")
    ann.page.get_by_role("dialog").get_by_role("link", name="Home").click()
    ann.page.get_by_role("heading", level=1).wait_for()
    ann.page.go_back()
    covered(ann, "Ann")
    ann.page.keyboard.press("Escape")
    ann.page.keyboard.press("Escape")
    covered(ann, "Ann")
    other = arrive("Somebody")
    same_guest: Any = ann.context.cookies()
    other.context.add_cookies(same_guest)
    other.go(ann.table)
    covered(other, "Ann")


def test_a_key_that_is_held_down_on_done_does_not_say_who_has_the_screen(arrive: Arrive, stack: Stack) -> None:
    ann = begin(arrive, stack)
    take(ann, "Ann", 14)
    ann.lay("r10", "r11", "r12")
    ann.done_lit.wait_for()
    ann.page.wait_for_timeout(300)
    ann.done.focus()
    ann.page.keyboard.down("Enter")
    covered(ann, "Bob")
    ann.eventually(lambda: ann.page.evaluate("document.activeElement.textContent").strip() == "I’m Bob")
    for _ in range(5):
        ann.page.keyboard.down("Enter")  # a key that is down already repeats itself
    covered(ann, "Bob")
    ann.page.keyboard.up("Enter")
    ann.page.keyboard.press("Enter")
    ann.await_turn()
    ann.await_rack(14)


def test_drafts_of_both_survive_a_reload(arrive: Arrive, stack: Stack) -> None:
    ann = begin(arrive, stack)
    take(ann, "Ann", 14)
    ann.page.locator("button.draw").click()
    ann.held("b12").wait_for()
    ann.lay("b2", "b3", "b4")  # a plan for her next turn
    ann.await_draft("b2 b3 b4")
    ann.button("Hand over to Bob").click()
    take(ann, "Bob", 14)
    ann.await_draft("")
    ann.lay("k10", "k11", "k12")
    ann.done_lit.wait_for()
    ann.page.reload()
    covered(ann, "Bob")
    ann.button("I’m Bob").click()
    ann.await_draft("k10 k11 k12")
    ann.end_turn()
    covered(ann, "Ann")
    ann.page.reload()
    ann.button("I’m Ann").click()
    ann.await_draft("k10 k11 k12 | b2 b3 b4")
    Mouse(ann).play(Table("k10 k11 k12 | b2 b3 b4 | r10 r11 r12"))
    covered(ann, "Bob")


def test_who_looks_on_has_nothing_to_hand_over(arrive: Arrive, stack: Stack) -> None:
    stack(*RACKS)
    ann = arrive()
    zoe = arrive("Zoe")
    ann.begin(edition="sabra", seats=["me", "me", "newcomer"], shared=True, names=["Ann", "Bob"])
    covered(ann, "Ann")
    zoe.go(ann.table)
    zoe.page.get_by_text("Ann is playing").first.wait_for()
    assert zoe.page.get_by_role("dialog").count() == 0
