"""The rules as a booklet: chapters one can link to, and "may I …?" answered by keyboard, with and without a network."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import KEEPING
from tests.browser.test_access import violations
from tests.kit.browser import Person
from tests.kit.hands import PHONE

Arrive = Callable[..., Person]
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}


def test_may_i_is_answered_by_the_edition_without_a_network(arrive: Arrive) -> None:
    ann = arrive(**KEEPING, **PHONE)
    page = ann.page
    page.goto("/rules/classic-2015")
    box = page.get_by_role("searchbox", name="May I …?")
    box.wait_for()
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    ann.context.set_offline(True)
    page.reload()

    # It answers while one types, and says it once to those who listen.
    box.press_sequentially("take a joker befo")
    answer = page.locator(".answer")
    answer.get_by_text("May I take a joker before I’ve opened?").wait_for()
    page.get_by_role("status").get_by_text("No. Open first. From your next turn on, you can free jokers.").wait_for()
    answer.get_by_text("Classic 2015 · In the booklet: “The Joker”").wait_for()
    picture = answer.get_by_role("img")
    assert "On the table: red 4, joker, and red 6. On your rack: red 5" in (picture.get_attribute("aria-label") or "")
    assert violations(ann) == []
    page.set_viewport_size(DESK["viewport"])
    assert violations(ann) == []

    # The same question has another answer in another edition.
    page.get_by_role("navigation", name="Edition").get_by_role("link", name="Sabra").click()
    box.fill("may I take a joker before I have opened?")
    answer.get_by_text("Play your 30 first. After that you can, even in the same turn.").wait_for()

    # Where nothing is found there's something to try, and the keyboard is enough for it.
    box.fill("umbrella")
    page.get_by_text("Nothing on that yet.").last.wait_for()
    box.press("Tab")
    page.keyboard.press("Enter")
    answer.get_by_text("The 1 is always the lowest number").wait_for()
    assert box.input_value() == "put a 1 after a 13"


@pytest.mark.parametrize("size", (PHONE, DESK), ids=("phone", "desk"))
def test_a_link_leads_to_a_chapter_or_a_rule(arrive: Arrive, size: dict[str, Any]) -> None:
    ann = arrive(**size)
    page = ann.page
    page.goto("/rules/twist-2016#joker")
    chapter = page.locator("#joker")
    chapter.get_by_role("heading", name="Double joker").wait_for()
    page.wait_for_function("() => Math.abs(document.querySelector('#joker')?.getBoundingClientRect().top) < 40")
    folded = page.locator("details:not([open])").count()
    assert folded == (8 if size is PHONE else 0), "on a phone the other chapters are folded"
    page.evaluate("location.hash = 'overtime'")
    page.locator("#overtime.asked").get_by_text("Onvolledige series").wait_for()
    if size is DESK:
        page.get_by_role("navigation", name="Contents").get_by_role("link", name="Scoring").click()
        page.wait_for_function("() => document.querySelector('#scoring')?.getBoundingClientRect().top < innerHeight")
        assert page.url.endswith("/rules/twist-2016#scoring")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
