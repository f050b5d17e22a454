"""Solving a real table: entered by thumb and by keyboard, kept, linked, warned about, answered and shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import alone
from tests.browser.test_access import violations
from tests.browser.test_fingers import fingers
from tests.kit.browser import Person, middle
from tests.kit.catalogues import LANGUAGES
from tests.kit.hands import PHONE
from tests.kit.thumb import SIXTY, TWENTY, Laid, Thumb

Arrive = Callable[..., Person]
DESK = {"viewport": {"width": 1440, "height": 900}}
_BARE = """(tile) => {
  const { x, y, width, height } = tile.getBoundingClientRect();
  return [0.1, 0.9].every((part) => tile.contains(document.elementFromPoint(x + width / 2, y + height * part)));
}"""
_FIRST_ANSWER = """() => { window.first = new Promise((resolve) => new MutationObserver((_, seen) => {
  if (!document.querySelector(".answers [role=tab]")) return;
  seen.disconnect();
  resolve([document.querySelectorAll(".panel li").length, document.querySelector(".board h2").textContent]);
}).observe(document.querySelector(".answers"), { childList: true, subtree: true })); }"""

_SHORT_OF_ROOM = """() => [...document.querySelectorAll(".colour span")]
  .filter((word) => word.scrollWidth > word.clientWidth || word.clientHeight > 25)
  .map((word) => word.textContent)"""


def tile(ann: Person, name: str, where: str = ".board") -> Any:
    return ann.page.locator(f"{where} [data-tile][aria-label='{name}']")


def line(ann: Person) -> str:
    return ann.page.locator(".line input[type=text]").input_value()


def entered(ann: Person) -> tuple[str, str]:
    """The table and the rack as they are kept in this browser."""
    kept = ann.page.evaluate("JSON.parse(localStorage.getItem('tilery.solve')).now")
    return kept["table"], kept["rack"]


def steps(ann: Person) -> list[str]:
    return ann.page.locator(".panel li").all_inner_texts()


def answered(ann: Person) -> None:
    ann.page.get_by_role("tab", name=re.compile("Most tiles")).wait_for()


def reached(ann: Person) -> bool:
    """Whether the last tile of the rack can be brought into sight, whole."""
    ann.rack.last.scroll_into_view_if_needed()
    box, size = ann.rack.last.bounding_box(), ann.page.viewport_size
    assert box is not None and size is not None
    return 0 <= box["x"] <= size["width"] - box["width"] + 1


@pytest.mark.parametrize(("laid", "most"), [(SIXTY, 69), (TWENTY, 23)], ids=["sixty", "twenty"])
def test_a_table_is_entered_by_thumb_and_solved(arrive: Arrive, laid: Laid, most: int) -> None:
    ann = arrive("Ann", **PHONE)
    ann.page.goto("/solve")
    thumb = Thumb(ann)
    thumb.enter(laid)
    assert thumb.taps <= most
    ann.page.get_by_text(f"{len(laid.table)} sets").wait_for()
    ann.button("Find the best move").tap()
    answered(ann)
    ann.page.locator(".badge").first.wait_for()
    assert violations(ann) == []
    # What is entered is what was on the table, and a reload loses none of it.
    ann.button("Change").tap()
    table, rack = entered(ann)
    ann.page.reload()
    ann.page.get_by_text(f"{len(laid.table)} sets").wait_for()
    assert entered(ann) == (table, rack)
    assert sorted(rack.split()) == sorted(str(laid.rack).split())
    shown = ann.page.locator(".board [data-tile]").count() + ann.page.locator(".rack [data-tile]").count()
    assert shown == laid.tiles


def test_on_a_small_phone_what_is_entered_is_in_sight(arrive: Arrive) -> None:
    ann = arrive("Ann", **{**PHONE, "viewport": {"width": 360, "height": 640}})
    ann.page.goto(SIXTY.link)
    ann.page.get_by_text(f"{len(SIXTY.table)} sets").wait_for()

    def lies_bare(where: str) -> bool:
        """Whether nothing lies over the first tile there, and it's on the screen."""
        return bool(ann.page.locator(f"{where} [data-tile]").first.evaluate(_BARE))

    for _ in range(2):
        assert lies_bare(".board")
        ann.page.locator(".where label").nth(1).tap()
        ann.eventually(lambda: lies_bare(".rack"), "the rack in sight")
        assert all(tile.evaluate(_BARE) for tile in ann.rack.all()), "all of it"
        ann.page.locator(".where label").first.tap()
        ann.eventually(lambda: lies_bare(".board"), "the table in sight")


def test_an_answer_is_read_first_then_the_table_is_drawn_and_then_its_last_moves(arrive: Arrive) -> None:
    ann = arrive("Ann", **PHONE)
    with ann.page.expect_response("**/api/solve") as heard:
        ann.page.goto(SIXTY.link)
    solved = heard.value.json()
    moves = solved["plays"][solved["aims"]["tiles"]]["moves"]
    ann.await_rest()
    ann.page.evaluate(_FIRST_ANSWER)
    ann.button("Find the best move").tap()
    assert ann.page.evaluate("first") == [4, "Table"]
    ann.page.locator(".board").get_by_text("The table after it").wait_for()
    ann.eventually(lambda: len(steps(ann)) == len(moves) > 4, "all moves are there")
    # Nothing is drawn on the rack, which is out of sight.
    assert ann.page.locator(".rack .gone").count() == 0


def test_taps_take_tiles_off_and_everything_can_be_undone(arrive: Arrive) -> None:
    ann = arrive("Ann", **PHONE)
    ann.page.goto("/solve?p=r9-11_7krb_b1-6.k5")
    ann.page.get_by_text("12 tiles, 3 sets").wait_for()
    tile(ann, "red 10").tap()
    ann.eventually(lambda: entered(ann)[0] == "r9r11 7krb b1-6", "the tile is taken off")
    # The seam between two tiles splits the set, and nothing is lost.
    tile(ann, "blue 4").tap(position={"x": 2, "y": 12})
    ann.eventually(lambda: entered(ann)[0] == "r9r11 7krb b1-3 b4-6", "the set is split")
    ann.page.locator(".wrong").get_by_text("Set 1").wait_for()
    for _ in range(2):
        ann.button("Undo").tap()
    assert entered(ann)[0] == "r9-11 7krb b1-6"
    ann.button("Start over").tap()
    assert entered(ann) == ("", "")
    ann.button("Undo").tap()
    assert entered(ann) == ("r9-11 7krb b1-6", "k5")
    ann.button("Redo").tap()
    assert entered(ann) == ("", "")


def test_a_table_is_typed_solved_shown_and_linked(arrive: Arrive) -> None:
    ann = arrive("Ann", **DESK)
    ann.page.goto("/solve")
    ann.page.get_by_role("heading", name="What’s on your table?").wait_for()
    ann.page.locator("h1").wait_for(state="attached")
    keyboard = ann.page.keyboard
    # Wherever the focus is, what is typed goes to the line.
    keyboard.type("4rbky r10-")
    assert line(ann) == "4rbky r10-"
    assert ann.page.locator(".wrong").count() == 0
    keyboard.type("12 5")
    keyboard.press("Backspace")
    keyboard.press("Tab")
    keyboard.type("b3 b5 b6 r14 ")
    ann.page.locator(".wrong").get_by_text("“r14” isn’t a tile").wait_for()
    for _ in range(3):  # the blank, the figure that is too much, and then a tile
        keyboard.press("Backspace")
    keyboard.type(" r13")
    assert entered(ann) == ("4rbky r10-12 ", "b3 b5 b6 r13")
    ann.page.get_by_text("Can I go out? Yes.").wait_for()
    assert any("Take blue 4 from the 4s" in step for step in steps(ann))
    # Enter leads to the answer; there a number is another answer, and Space the next step.
    keyboard.press("Enter")
    keyboard.press("2")
    assert ann.page.get_by_role("tab", selected=True).inner_text().startswith("Most points")
    keyboard.press("1")
    keyboard.press("Space")
    ann.page.locator("li.now").wait_for()
    ann.page.locator(".board").get_by_text("The table after it").wait_for()
    ann.page.locator(".rack .gone").first.wait_for()
    ann.button("Show it step by step").click()
    ann.button("Pause").click()
    # A pasted line takes the place of the typed one, and that can be undone.
    ann.page.locator(".line input[type=text]").evaluate(
        """(field) => { const data = new DataTransfer(); data.setData("text/plain", "k9 r9 b9 j");
        field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })); }"""
    )
    assert entered(ann)[1] == "k9 r9 b9 j"
    keyboard.press("Control+z")
    assert entered(ann)[1] == "b3 b5 b6 r13"
    # The link opens the same on another device.
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.button("Copy a link to this position").click()
    link = ann.page.evaluate("navigator.clipboard.readText()")
    assert link.endswith("/solve?p=4rbky_r10-12.b3b5b6r13")
    bo = arrive("Bo", **DESK)
    bo.page.goto(link)
    bo.page.get_by_text("Can I go out? Yes.").wait_for()
    assert bo.page.url.endswith("/solve")


def test_a_rack_of_thirty_is_reached_by_finger_and_rules_of_the_house_are_kept(arrive: Arrive) -> None:
    ann = arrive("Ann", **PHONE)
    ann.page.goto("/solve?p=r4-6.k1k2k4k5k7k8k10k11r1r2r9r10r12b1b2b4b5b7b8b10b11y1y2y4y5y7y8y10y11r7&o=0")
    ann.await_rack(30)
    # All of it is there, whichever way the screen is held; a swipe over it and two fingers take no tile off.
    for wide, high in ((844, 390), (360, 640), (390, 844)):
        ann.page.set_viewport_size({"width": wide, "height": high})
        ann.await_rack(30)
        ann.eventually(lambda: reached(ann), f"the last tile at {wide} × {high}")
    x, y = middle(ann.rack.last)
    ann.swipe((x, y), (x - 120, y + 2))
    with fingers(ann) as touch:
        touch((x, y))
        touch((x, y), (x - 60, y))
        touch((x, y))
        touch()
    assert ann.rack.count() == 30
    # In this house 15 points open, and a reload doesn't forget it.
    ann.page.locator("button.terms").tap()
    sheet = ann.page.get_by_role("dialog")
    sheet.get_by_text("House rules").tap()
    sheet.get_by_label("Opening", exact=True).fill("15")
    ann.page.keyboard.press("Tab")
    ann.page.keyboard.press("Escape")
    ann.page.locator("button.terms small").get_by_text("House rules").wait_for()
    ann.page.reload()
    ann.page.locator("button.terms small").get_by_text("House rules").wait_for()
    kept = ann.page.evaluate("JSON.parse(localStorage.getItem('tilery.solve')).now.house")
    assert kept == {"opening": 15}


def test_what_cannot_be_is_named_and_nothing_fits_is_an_answer(arrive: Arrive) -> None:
    ann = arrive("Ann", **DESK)
    ann.page.goto("/solve?p=r6-8_7krb.r7")
    ann.page.locator(".wrong").get_by_text("Red 7 is there 3 times").wait_for()
    assert ann.page.locator(".many").count() == 2
    tile(ann, "red 7", ".rack").click()
    ann.page.locator(".wrong").wait_for(state="detached")
    ann.page.goto("/solve?p=r6-8_k1k2_%E2%82%AC.r9")
    ann.page.locator(".wrong").get_by_text("“€” isn’t a tile").wait_for()
    ann.page.goto("/solve?p=r6-8_k1k2.r9")
    ann.page.locator(".wrong").get_by_text("Set 2").wait_for()
    assert ann.page.locator(".set.bad").count() == 1
    ann.page.goto("/solve?p=r6-8.k1y5b11")
    ann.page.get_by_role("heading", name="Nothing fits. Draw a tile.").wait_for()
    # Before the opening it is worth that counts.
    ann.page.get_by_role("button", name="Classic 2015").click()
    ann.page.get_by_role("dialog").get_by_text("Not opened yet").click()
    ann.page.keyboard.press("Escape")
    ann.page.get_by_text("Your first play has to be worth 30").wait_for()


def test_without_the_server_entering_goes_on(arrive: Arrive) -> None:
    ann = arrive("Ann", **DESK)
    ann.page.goto("/solve")
    ann.page.get_by_role("heading", name="What’s on your table?").wait_for()
    ann.context.set_offline(True)
    ann.page.keyboard.type("r6-8")
    ann.page.keyboard.press("Tab")
    ann.page.keyboard.type("r9")
    ann.page.get_by_role("heading", name="Solving needs the server").wait_for()
    ann.page.keyboard.type(" r10")
    assert entered(ann) == ("r6-8", "r9 r10")
    ann.context.set_offline(False)
    ann.page.get_by_text("Can I go out? Yes.").wait_for()


@pytest.mark.parametrize("hints", [True, False])
def test_a_table_with_hints_leads_to_its_position(arrive: Arrive, stack: Callable[..., None], hints: bool) -> None:
    ann = arrive("Ann", **DESK)
    alone(ann, stack, rack="r10 r11 r12 r13 b3 k5 y7 k9 b1 y1 k2 b6 y9 k13", hints=hints)
    ann.page.locator("button[aria-haspopup=dialog] >> visible=true").first.click()
    ann.page.get_by_role("dialog").get_by_role("link", name="Home").wait_for()
    link = ann.page.get_by_role("link", name="Solve this position")
    assert link.count() == hints
    if hints:
        link.click()
        answered(ann)
        assert ann.page.get_by_role("button", name="Sabra").inner_text().endswith("Not opened yet")
        assert entered(ann) == ("", "r10 r11 r12 r13 b3 k5 y7 k9 b1 y1 k2 b6 y9 k13")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_of_the_colours_fit_their_keys_on_small_phones(arrive: Arrive, language: str) -> None:
    ann = arrive(viewport={"width": 360, "height": 640}, settings={"language": language})
    ann.page.goto("/solve")
    ann.page.locator(f"html[lang={language}] .colour").first.wait_for()
    for width in (390, 360):
        ann.page.set_viewport_size({"width": width, "height": 700})
        ann.await_rest()
        assert ann.page.evaluate(_SHORT_OF_ROOM) == []
