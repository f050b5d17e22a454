"""Solving a real table: entered by thumb and by keyboard, kept, linked, warned about, answered and shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from tests.browser.conftest import alone
from tests.browser.test_access import violations
from tests.kit.browser import Person, middle
from tests.kit.hands import PHONE
from tilery.notation import Table, Tiles
from tilery.rules.covers import Reading
from tilery.rules.reading import read

Arrive = Callable[..., Person]
DESK = {"viewport": {"width": 1440, "height": 900}}


class Laid(NamedTuple):
    """A real table: what lies there, and what is on the rack."""

    table: Table
    rack: Tiles


SIXTY = Laid(
    Table(
        "k2 r2 b2 | k4 r4 y4 | b6 b7 b8 b9 b10 b11 | k7 b7 y7 | r9 r10 r11 | k9 b9 y9 | k10 b10 y10 | k12 b12 y12 "
        "| k4 b4 r4 | y6 y7 y8 | k5 k6 k7 k8 k9 | r6 j r8 | y1 y2 y3 y4 y5"
    ),
    Tiles("k1 k13 r1 r3 r5 r7 r12 b1 b3 b13 y1 y6 y13 j"),
)
"""Sixty tiles in the middle of a game, in the order somebody reads them off."""
TWENTY = Laid(Table("k7 r7 b7 | r4 r5 r6 | y10 y11 y12 y13"), Tiles("k2 k8 k11 r8 r9 b5 b11 y5 y9 j"))
SPOKEN = {"k": "Black", "r": "Red", "b": "Blue", "y": "Yellow"}


class Thumb:
    """Somebody who taps tiles in, and how often."""

    def __init__(self, ann: Person) -> None:
        self.page, self.taps, self.mode = ann.page, 0, "Black"
        self.finger = ann.context.new_cdp_session(ann.page)

    def enter(self, laid: Laid) -> None:
        """The table set by set as it lies, then the rack, colour by colour."""
        for tiles in laid.table:
            self.lay(tiles)
        self.tap(self.page.locator(".where label").nth(1))
        left = sorted(laid.rack)
        while left:
            stretch = [left.pop(0)]
            while left and not left[0].is_joker and left[0] == stretch[-1] + 1 and left[0].number > 1:
                stretch.append(left.pop(0))
            self.stretch(Tiles(stretch))

    def lay(self, tiles: Tiles) -> None:
        reading = read(tiles)
        assert isinstance(reading, Reading)
        naturals = Tiles([kind for kind in tiles if not kind.is_joker])
        if reading.kind == "group" and len(naturals) == len(tiles):
            missing = [word for letter, word in SPOKEN.items() if letter not in {str(kind)[0] for kind in naturals}]
            name = f"Groups without {missing[0].lower()}" if missing else "Groups of all four colours"
            self.choose(name)
            self.number(naturals[0].number)
            return
        for part in re.findall(r"(?:[krby]\d+ ?)+|j ?", str(tiles)):
            self.stretch(Tiles(part.strip()))

    def stretch(self, tiles: Tiles) -> None:
        """Tiles of one colour one after the other, by one slide; or a joker."""
        if tiles[0].is_joker:
            self.tap(self.page.get_by_role("button", name="joker", exact=True))
            return
        self.choose(SPOKEN[str(tiles[0])[0]])
        self.number(tiles[0].number, tiles[-1].number)

    def choose(self, name: str) -> None:
        if name != self.mode:
            self.mode = name
            self.tap(self.page.get_by_role("button", name=re.compile(f"^{name}$", re.I)))

    def number(self, first: int, last: int | None = None) -> None:
        self.taps += 1
        one, two = (middle(self.page.locator(f"[data-number='{n}']")) for n in (first, last or first))
        self._touch("touchStart", *one)
        if one != two:
            self._touch("touchMove", *two)
        self._touch("touchEnd")

    def tap(self, what: Any) -> None:
        self.taps += 1
        what.tap()

    def _touch(self, kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        self.finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


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
    assert ann.page.locator(".badge").count() > 0
    assert violations(ann) == []
    # What is entered is what was on the table, and a reload loses none of it.
    ann.button("Change").tap()
    table, rack = entered(ann)
    ann.page.reload()
    ann.page.get_by_text(f"{len(laid.table)} sets").wait_for()
    assert entered(ann) == (table, rack)
    assert sorted(rack.split()) == sorted(str(laid.rack).split())
    shown = ann.page.locator(".board [data-tile]").count() + ann.page.locator(".rack [data-tile]").count()
    assert shown == sum(map(len, laid.table)) + len(laid.rack)


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
    assert violations(ann) == []
    # Enter leads to the answer; there a number is another answer, and Space the next step.
    keyboard.press("Enter")
    keyboard.press("2")
    assert ann.page.get_by_role("tab", selected=True).inner_text().startswith("Most points")
    keyboard.press("1")
    keyboard.press("Space")
    ann.page.locator("li.now").wait_for()
    ann.page.locator(".board").get_by_text("The table after it").wait_for()
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
    assert violations(ann) == []
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
