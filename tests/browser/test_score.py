"""Keeping score at a real table: four rounds with corrections, offline, reloaded, saved for a spreadsheet."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.browser.conftest import KEEPING
from tests.browser.test_access import violations
from tests.kit.browser import Person
from tests.kit.hands import PHONE

Arrive = Callable[..., Person]
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}

BOOKLET = (("Lena", (0, 5, 16, 3)), ("Tomasz", (6, 11, 0, 5)), ("Aiko", (32, 13, 2, 0)), ("Tomasz", (10, 25, 0, 6)))
"""The example of the booklets: who went out, and what was left on the racks of all four."""
NAMES = ("Lena", "Maren", "Tomasz", "Aiko")


def begin(ann: Person, edition: str = "sabra", names: tuple[str, ...] = NAMES) -> None:
    ann.page.goto("/score")
    for _ in names[4:]:
        ann.button("Increase Players").click()
    for seat, name in enumerate(names):
        ann.page.get_by_label(f"Player {seat + 1}: name").fill(name)
    ann.page.get_by_label("Edition").select_option(edition)
    ann.button("Start the match").click()


def player(ann: Person, name: str) -> Any:
    return ann.page.locator(".who").get_by_role("button", name=name)


def add_game(ann: Person, out: str, sums: tuple[int, ...]) -> None:
    """A game entered by keyboard, in tiles of nine and the rest."""
    ann.page.locator(".acts .press.main").click()
    player(ann, out).click()
    for points in filter(None, sums):
        for tile in (*(9,) * (points // 9), points % 9):
            if tile:
                ann.page.keyboard.press(str(tile))
        ann.page.keyboard.press("Enter")
    player(ann, out).wait_for(state="detached")


def lines(ann: Person) -> list[str]:
    """The rows of the sheet: their heads and figures."""
    rows = ann.page.locator("table tr").all()
    return [re.sub(r"\s+", " ", row.inner_text()).strip() for row in rows[1:]]


def sheet(ann: Person) -> str:
    with ann.page.expect_download() as saved:
        ann.page.get_by_role("button", name=re.compile("CSV|Download the score sheet")).locator("visible=true").click()
    assert saved.value.suggested_filename.endswith("-score-sheet.csv")
    return Path(saved.value.path()).read_text("utf-8-sig")


def test_a_match_of_four_rounds_is_kept_with_corrections_without_a_network(arrive: Arrive) -> None:
    ann = arrive(**KEEPING, **PHONE)
    begin(ann)
    assert violations(ann) == []
    ann.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    ann.context.set_offline(True)

    # The first game by tapping tiles: the winner's plus fills itself in.
    ann.page.locator(".acts .press.main").click()
    player(ann, "Lena").click()
    for tiles in (("5",), ("13", "3"), ("3",)):
        for tile in tiles:
            ann.page.locator(".keys").get_by_role("button", name=tile, exact=True).click()
        assert ann.page.locator("output").inner_text() == str(sum(map(int, tiles)))
        if tiles == ("5",):
            assert violations(ann) == []
        ann.page.locator(".acts .press.main").last.click()
    assert lines(ann)[0] == "1 +24 −5 −16 −3"

    # A reload in the middle of a game loses nothing, without a network either.
    ann.page.locator(".acts .press.main").click()
    player(ann, "Tomasz").click()
    ann.page.locator(".keys").get_by_role("button", name="Joker, 25 points").click()
    ann.page.reload()
    assert ann.page.locator("output").inner_text() == "25"
    ann.page.keyboard.press("Backspace")
    ann.page.keyboard.press("6")
    ann.page.keyboard.press("Enter")
    for key in ("9", "2"):
        ann.page.keyboard.press(key)
    ann.page.keyboard.press("Enter")
    ann.page.keyboard.press("5")
    ann.page.keyboard.press("Enter")
    assert lines(ann)[1] == "2 −6 −11 +22 −5"

    for _ in range(3):
        for game in BOOKLET:
            add_game(ann, *game)
    add_game(ann, *BOOKLET[2])
    add_game(ann, "Tomasz", (10, 25, 0, 9))
    # A slip in the last game is undone to its rack and put right; one in an earlier game is mended in its row.
    ann.button("Undo").locator("visible=true").first.click()
    player(ann, "Aiko").click()
    ann.page.get_by_text("Sum", exact=True).click()
    ann.page.get_by_label("Points left on Aiko’s rack").fill("6")
    ann.button("Add to the sheet").click()
    ann.button("Correct game 3").click()
    player(ann, "Maren").click()
    ann.page.keyboard.press("9")
    ann.button("Add to the sheet").click()
    ann.page.reload()
    found = lines(ann)
    assert found[2] == "3 +33 −14 −16 −3"
    assert found[4].startswith("Round 1 ")
    assert len([line for line in found if line.startswith("Round ")]) == 4
    saved = sheet(ann).splitlines()
    assert saved[0] == "Game,Lena,Maren,Tomasz,Aiko,Winner"
    assert saved[3] == "3,33,-14,-16,-3,Lena"
    assert saved[16:] == ["16,-10,-25,41,-6,Tomasz", "Total,-87,-225,180,132,Tomasz", "Games won,4,0,8,4,"]
    assert violations(ann) == []

    # On a desk, too: the sheet, a game put right, and the match, which is over and can be opened again later.
    ann.page.set_viewport_size(DESK["viewport"])
    assert lines(ann) == found
    ann.button("Correct game 3").click()
    player(ann, "Maren").click()
    assert violations(ann) == []
    ann.button("Add to the sheet").click()
    assert lines(ann) == found
    ann.button("Menu").locator("visible=true").click()
    ann.button("End the match").click()
    ann.page.get_by_text("Tomasz wins the match.").wait_for()
    ann.page.locator(".acts .press.main").click()
    ann.page.get_by_role("button", name=re.compile("Lena, Maren, Tomasz and Aiko")).click()
    assert lines(ann) == found


def test_six_players_fit_on_a_small_phone_and_on_paper_and_the_screen_stays_awake(arrive: Arrive) -> None:
    ann = arrive(**{**PHONE, "viewport": {"width": 360, "height": 640}})
    ann.page.add_init_script(
        "window.awake = 0; Object.defineProperty(navigator, 'wakeLock', { value: { request: () => {"
        "  awake += 1; return Promise.resolve({ release: () => { awake -= 1; } });"
        "} } });"
    )
    names = ("Lena", "Maximiliane", "Tomasz", "Aiko", "Bartholomew", "Wilhelmina")
    begin(ann, "sabra", names)
    for out in ("Lena", "Wilhelmina"):
        add_game(ann, out, tuple(0 if name == out else 33 for name in names))
    sideways = "document.documentElement.scrollWidth <= innerWidth"
    heads = ann.page.locator("table thead th")
    right = "each => each.getBoundingClientRect().right <= innerWidth + 1"
    assert ann.page.evaluate(sideways)
    assert all(head.evaluate(right) for head in heads.all())
    assert lines(ann)[0].endswith("−33 −33 −33 −33 −33")
    assert violations(ann) == []
    ring = ann.page.locator(".timer button.ring")
    ring.click()
    ann.eventually(lambda: ann.page.evaluate("awake") == 1, "a screen that stays awake")
    ring.click()
    ann.eventually(lambda: ann.page.evaluate("awake") == 0, "a screen that may sleep")
    # On paper: the sheet with every name and figure, and nothing to press beside it.
    ann.page.emulate_media(media="print")
    ann.page.set_viewport_size({"width": 794, "height": 1123})
    assert ann.page.locator("button:not(table button):visible").count() == 0
    assert [name for name in names if not ann.page.locator("table").get_by_text(name).first.is_visible()] == []
    assert ann.page.evaluate(sideways)


def test_a_browser_that_keeps_nothing_says_so_once(arrive: Arrive) -> None:
    ann = arrive(**DESK)
    ann.page.add_init_script(
        "const set = Storage.prototype.setItem;"
        "Storage.prototype.setItem = function (name, value) {"
        "  if (name.startsWith('tilery.score')) throw new DOMException('full', 'QuotaExceededError');"
        "  set.call(this, name, value);"
        "}"
    )
    begin(ann)
    ann.page.get_by_text("This browser won’t save anything").wait_for()
    ann.button("Close").click()
    add_game(ann, *BOOKLET[0])
    assert ann.page.get_by_text("This browser won’t save anything").count() == 0
    assert "1,24,-5,-16,-3,Lena" in sheet(ann)
