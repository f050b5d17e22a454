"""What stops a move has a rule and a booklet, one tap from its place among the rules."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.conftest import alone
from tests.kit.browser import Person

Arrive = Callable[..., Person]
Stack = Callable[..., None]


def test_a_draft_that_isnt_legal_leads_to_its_rule_and_back_to_the_draft(arrive: Arrive, stack: Stack) -> None:
    ann = arrive()
    alone(ann, stack, edition="classic-2015", house={"opening": 50})
    ann.lay("r10", "r11", "r13")
    ann.button("Show the rule: Sets · Classic 2015 booklet").click()
    book = ann.page.get_by_role("dialog")
    asked = book.locator(".asked")
    asked.get_by_text("“Playing the Game”").wait_for()
    assert asked.evaluate("row => row === document.activeElement")
    with ann.context.expect_page() as opened:
        book.get_by_role("link", name="Classic 2015").click()
    page = opened.value
    page.locator("#sets.asked").get_by_text("“Playing the Game”").wait_for()
    assert page.url.endswith("/rules/classic-2015#sets")
    page.wait_for_function("() => scrollY > 0")
    page.close()
    ann.page.keyboard.press("Escape")
    ann.await_draft("r10 r11 r13")
    ann.button("Undo").click()
    ann.lay("r10", "r11", "r12")
    ann.page.get_by_text("33 of 50 points").first.wait_for()
    ann.button("Show the rule: Opening · your table’s rule").press("Enter")
    asked.get_by_text("house rule", exact=True).wait_for()
    ann.page.keyboard.press("Escape")
    ann.await_draft("r10 r11 r12")
