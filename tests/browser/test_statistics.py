"""My games in figures: one sentence, plots that lead to games and to their numbers, filters that stay."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Route

from tests.browser.test_access import end, violations
from tests.kit.browser import Person
from tests.kit.figured import figured_games, statistics_json

Arrive = Callable[..., Person]

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1440, "height": 900}}
_WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def invent(ann: Person, many: int) -> None:
    """Have the page told of so many games that nobody played."""

    def answer(route: Route) -> None:
        query = {name: values[0] for name, values in parse_qs(urlsplit(route.request.url).query).items()}
        body = statistics_json(many, query.get("edition"), query.get("opponent"))
        route.fulfill(status=200, content_type="application/json", body=body)

    ann.page.route("**/api/me/statistics*", answer)


def test_before_the_first_game_there_is_room_for_it_and_after_it_a_mark_leads_there(arrive: Arrive) -> None:
    ann = arrive()
    ann.page.goto("/history/statistics")
    ann.page.get_by_role("heading", name="Your first game goes here").wait_for()
    assert ann.page.locator("main svg").count() == 0
    end(ann)
    ann.page.goto("/history")
    ann.page.get_by_role("link", name="Statistics").click()
    ann.page.get_by_role("heading", level=1, name="Your first game is in.").wait_for()
    plot = ann.page.get_by_role("button", name="Results over time")
    plot.focus()
    ann.page.keyboard.press("Enter")
    numbers = ann.page.get_by_role("dialog", name="Results over time")
    assert numbers.locator("tbody tr").count() == 1
    numbers.locator("tbody a").click()
    ann.page.wait_for_url(re.compile("/g/"))


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_season_of_games_can_be_read_filtered_and_taken_away(arrive: Arrive, size: dict[str, Any]) -> None:
    ann = arrive(**size)
    invent(ann, 64)
    ann.page.goto("/history/statistics")
    ann.page.get_by_role("heading", level=1, name="You miss less than half of what you missed in June.").wait_for()
    for title in (
        "When you open",
        "Tiles missed per turn",
        "By opponent",
        "By edition",
        "Against bots",
        "What you overlook",
    ):
        ann.page.get_by_role("heading", name=title, exact=True).wait_for()
    assert not ann.page.evaluate(_WIDER)
    assert violations(ann) == []
    assert ann.page.locator(".results rect").count() == 64

    # A mark opens its game.
    last = ann.page.locator(".results rect").last
    last.scroll_into_view_if_needed()
    box = last.bounding_box()
    assert box is not None
    ann.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ann.page.wait_for_url(f"**/g/{figured_games(64)[-1].id}")
    ann.page.go_back()

    # Filters stay in the address, and an opponent has a page.
    ann.page.get_by_role("link", name="Tomasz").click()
    ann.page.wait_for_url(re.compile(r"/history/statistics\?with="))
    ann.page.get_by_text("With Tomasz at the table").wait_for()
    chosen = ann.page.locator("select >> visible=true")
    chosen.first.select_option("sabra")
    ann.page.wait_for_url(re.compile("edition=sabra&with="))
    ann.page.reload()
    ann.page.get_by_text("With Tomasz at the table").wait_for()
    assert chosen.first.input_value() == "sabra"
    with ann.page.expect_download() as saved:
        ann.page.locator("button:visible", has_text="CSV").click()
    assert saved.value.suggested_filename.endswith("-games.csv")

    # Gone wrong: what was known last, with its date.
    ann.page.unroute("**/api/me/statistics*")
    ann.page.route("**/api/me/statistics*", lambda route: route.abort())
    ann.page.reload()
    ann.page.get_by_text("As of ").wait_for()
    assert ann.page.locator(".results rect").count() > 3


def test_thousands_of_games_share_marks_and_fit_a_phone(arrive: Arrive) -> None:
    ann = arrive(**PHONE)
    invent(ann, 2000)
    ann.page.goto("/history/statistics")
    ann.page.get_by_text("a bar is the average of").wait_for()
    assert ann.page.locator(".results rect").count() < 400
    assert not ann.page.evaluate(_WIDER)
