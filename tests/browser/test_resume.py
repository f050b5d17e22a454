"""A game that waits for me: seen at once at home, on a page of all my games, and told to a closed browser."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.conftest import KEEPING
from tests.kit.browser import Person, whole_beside
from tests.kit.push_service import PushService
from tests.kit.served import Serving
from tilery.server.outward import Caller

Arrive = Callable[..., Person]
Stack = Callable[..., None]

SIZES = [(360, 640), (390, 844), (844, 390), (1440, 900)]


def two_at_a_slow_table(arrive: Arrive, stack: Stack, **options: Any) -> tuple[Person, Person]:
    """Ann is to move; Bo is not there."""
    stack("r10 r11 r12 b2 b3 b4 k7 y7 r7 r1 r2 r3 y11 y12", "k10 k11 k12 y1 y2 y3 b6 k6 y6 r1 b11 r9 k5 y13")
    ann, bo = arrive("Ann"), arrive("Bo", **options)
    table = ann.make_table(seats=["me", "open"], clock={"turn": 86_400})
    ann.go(table)
    bo.sit(table)
    ann.button("I’m ready").click()
    ann.await_turn()
    bo.rack.first.wait_for()
    return ann, bo


def test_a_game_that_waits_for_me_is_seen_at_home_without_scrolling(arrive: Arrive, stack: Stack) -> None:
    ann, _ = two_at_a_slow_table(arrive, stack)
    row = ann.page.get_by_role("listitem").filter(has_text="With Bo")
    resume = row.get_by_role("link", name="Play")
    for width, height in SIZES:
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.page.goto("/")
        ann.page.get_by_role("heading", name="Waiting for you").wait_for()
        row.get_by_text("Your turn").wait_for()
        box = resume.bounding_box()
        play = ann.button("Play now").bounding_box()
        assert box is not None and play is not None
        assert box["y"] + box["height"] <= play["y"], f"the first thing at {width} x {height}"
        assert play["y"] + play["height"] <= height, f"Play now is seen, too, at {width} x {height}"
        assert ann.page.title().startswith("(1)")
    resume.click()
    ann.await_turn()


def test_all_my_games_are_on_a_page_with_whose_turn_it_is(arrive: Arrive, stack: Stack) -> None:
    ann, bo = two_at_a_slow_table(arrive, stack)
    bo.page.goto("/games")
    bo.page.get_by_role("heading", name="In progress").wait_for()
    bo.page.get_by_role("listitem").filter(has_text="With Ann").get_by_text("Ann is playing").wait_for()
    ann.page.locator("button.draw").click()
    ann.await_turn(False)
    bo.page.reload()
    bo.page.get_by_role("heading", name="Waiting for you").wait_for()
    bo.page.get_by_role("listitem").filter(has_text="Your turn").wait_for()


@pytest.fixture(scope="module")
def whole_browser(browser: Any) -> Iterator[Any]:
    """One that can show notifications."""
    with whole_beside(browser) as found:
        yield found


@pytest.fixture
def service(server: Serving) -> Iterator[PushService]:
    """A push service on this machine, which only a test may have the server call."""
    made, pushes = PushService(), server.services.tables.pushes
    pushes.caller = Caller(loopback=True)
    yield made
    pushes.caller = Caller()
    made.close()


_SUBSCRIBED = """
PushManager.prototype.getSubscription = async () => self.subscribed ?? null;
PushManager.prototype.subscribe = async (wanted) => self.subscribed = {
  ...%s, toJSON() { return { endpoint: this.endpoint, keys: this.keys }; }, unsubscribe: async () => true,
};
"""


def test_who_has_asked_for_it_is_told_when_the_page_is_closed(
    arrive: Arrive, stack: Stack, service: PushService, whole_browser: Any
) -> None:
    ann, bo = two_at_a_slow_table(arrive, stack, within=whole_browser, **KEEPING)
    # The browser's own push service is out of reach here; all else is as it is.
    bo.context.grant_permissions(["notifications"])
    bo.context.add_init_script(_SUBSCRIBED % json.dumps(service.subscription))
    bo.page.goto("/settings")
    with bo.page.expect_response(lambda answer: answer.request.method == "POST" and "/push" in answer.url) as told:
        bo.page.get_by_text("Tell me when it’s my turn").click()
    assert told.value.status == 204
    bo.page.close()
    ann.page.locator("button.draw").click()
    assert service.await_message() == {"table": ann.table}
