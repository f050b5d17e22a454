"""House rules can be read by everyone at the table, also without a network."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.conftest import KEEPING
from tests.kit.browser import Person

Arrive = Callable[..., Person]

HOUSE = {"edition": "sabra", "house": {"opening": 20, "joker_penalty": 50}, "house_name": "Kitchen rules"}


def read(person: Person) -> None:
    """The rules of the table, with what the house has changed marked."""
    book = person.page.get_by_role("dialog", name="Kitchen rules")
    book.get_by_text("2 house rules apply at this table.").wait_for()
    changed = book.locator(".changed")
    assert changed.count() == 2
    book.locator(".changed").filter(has_text="20").get_by_text("house rule", exact=True).wait_for()
    person.page.keyboard.press("Escape")


def test_everybody_reads_the_tables_own_rules_while_gathering_at_the_table_and_offline(arrive: Arrive) -> None:
    ann, bo = arrive("Ann", **KEEPING), arrive("Bo")
    table = ann.make_table(seats=["me", "open"], **HOUSE)
    bo.go(table)
    bo.button("Rules, with 2 house rules").click()
    read(bo)
    ann.go(table)
    bo.button("Sit here").click()
    bo.button("I’m ready").click()
    ann.button("I’m ready").click()
    ann.rack.first.wait_for()
    ann.button("Menu").first.click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Rules").click()
    read(ann)
    ann.eventually(lambda: ann.page.evaluate("caches.match('/').then(Boolean)"))
    ann.context.set_offline(True)
    ann.page.reload()
    ann.button("Rules").click()
    read(ann)


def test_rules_that_contradict_each_other_are_told_in_words_before_anything_is_sent(arrive: Arrive) -> None:
    ann = arrive(
        "Ann", settings={"lastSetup": {"edition": "sabra", "seats": ["me", "casual"], "house": {"rack_size": 30}}}
    )
    ann.page.goto("/new?with=bots")
    ann.page.locator(".go").get_by_text("4 racks of 30 tiles need 120 tiles, but there are only 106.").wait_for()
    assert ann.button("Start playing").is_disabled()
