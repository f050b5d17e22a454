"""What stays as it was: through reloads, lost connections, other devices, languages, stand-ins and newer apps."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import KEEPING, alone
from tests.kit.browser import Person, middle
from tests.kit.served import serving, settings_in
from tests.kit.services import free_port
from tilery.game import Game
from tilery.server.http.compressing import Page
from tilery.server.http.pages import load_web

Arrive = Callable[..., Person]
Stack = Callable[..., None]
GameAt = Callable[[str], Game]

LAID = "r10 r11 r12"
UNSEEN = """() => {
  Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
  setInterval(() => {
    dispatchEvent(new Event("online"));
    document.dispatchEvent(new Event("visibilitychange"));
  }, 500);
}"""
"""Have the page believe that the network is back, and that nobody looks at it."""


def drafting(ann: Person, stack: Stack, **setup: Any) -> None:
    """Sit down and lay a set."""
    alone(ann, stack, **setup)
    ann.lay(*LAID.split())
    ann.await_draft(LAID)


def test_a_draft_survives_a_reload_and_another_language(arrive: Arrive, stack: Stack) -> None:
    ann = arrive()
    drafting(ann, stack)
    ann.page.reload()
    ann.await_draft(LAID)
    ann.button("Menu").first.click()
    ann.page.get_by_role("link", name="Settings").click()
    ann.page.get_by_role("combobox", name="Language").first.select_option("nl")
    ann.page.go_back()
    for tile in ("rode 10", "rode 11", "rode 12"):
        ann.page.locator(".view").get_by_role("button", name=tile, exact=True).wait_for()
    assert ann.rack.count() == 11
    assert ann.page.evaluate("document.documentElement.lang") == "nl"
    ann.page.get_by_role("button", name="Klaar").first.wait_for()
    ann.end_turn()
    ann.await_rack(11)


def test_a_restart_of_the_server_loses_no_draft(arrive: Arrive, stack: Stack, tmp_path: Path) -> None:
    settings = settings_in(tmp_path, port=free_port(), bot_pause=0.0)
    with serving(settings) as first:
        ann = arrive(url=first.url)
        drafting(ann, stack)
        ann.done_lit.wait_for()
    ann.page.get_by_text("Connection lost").wait_for()
    assert ann.draft == LAID
    assert ann.done.get_attribute("aria-disabled") == "true", "without a connection no turn can end"
    with serving(settings):
        ann.page.get_by_text("Connection lost").wait_for(state="detached")
        assert ann.draft == LAID
        ann.end_turn()
        ann.await_turn()
        ann.await_rack(11)
        ann.close()


def test_a_late_player_is_told_and_their_tiles_go_back(arrive: Arrive, stack: Stack, game_at: GameAt) -> None:
    ann = arrive()
    alone(ann, stack, clock={"turn": 5, "bank": 0})
    ann.lay("r10", "b3")
    ann.page.get_by_text("Ten seconds left").wait_for()
    ann.eventually(lambda: len(game_at(ann.table).racks[0]) > 14)  # being late costs tiles
    ann.rack.nth(14).wait_for(state="attached")
    assert game_at(ann.table).table == ()


def test_nothing_can_be_moved_while_a_bot_stands_in(arrive: Arrive, stack: Stack, game_at: GameAt) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    stack("r1 r3 r5 b7 b9 k11 k13 y2 y4 y6 b2 b4 k6 k8", "k1 r2 r4 b5 y5 r7 b8 y8 k9 b10 r9 y11 b13 k12")
    ann.go(ann.make_table(edition="sabra", seats=["me", "open"]))
    bob.sit(ann.table)
    ann.button("I’m ready").click()
    ann.await_turn()
    ann.button("Menu").locator("visible=true").first.click()
    ann.button("Let a bot play for me").click()
    bob.await_turn()
    ann.await_rack(15)
    ann.drag(ann.held("r1"), middle(ann.page.locator(".strip")))
    ann.button("Take my seat back").click()
    ann.done.wait_for()
    assert ann.draft == "", "what was dragged while a bot played lies where it lay"
    ann.drag(ann.held("r1"), middle(ann.page.locator(".strip")))
    ann.await_draft("r1")


def test_settings_and_draft_follow_the_guest_to_another_device(arrive: Arrive, stack: Stack) -> None:
    ann = arrive(color_scheme="light")
    drafting(ann, stack)
    ann.page.goto("/settings")
    ann.page.get_by_text("Dark", exact=True).first.click()
    ann.eventually(lambda: ann.context.request.get("/api/me").json()["settings"].get("theme") == "dark")
    ann.button("Make a code").click()
    code = ann.page.locator(".code strong").inner_text()
    phone = arrive("Somebody", settings={"theme": "light"})
    phone.page.goto("/join")
    phone.page.get_by_role("textbox", name="Code from your other device").fill(code)
    phone.button("Continue as the same guest").click()
    phone.page.get_by_text("You’re Ann here too.").wait_for()
    phone.eventually(lambda: phone.page.evaluate("document.documentElement.dataset.theme") == "dark")
    phone.go(ann.table)
    phone.await_draft(LAID)
    phone.end_turn()
    phone.await_rack(11)


def earlier() -> dict[str, Page]:
    """The web app as an earlier build would be: its scripts have other names."""
    script = re.compile(rb"/(?!sw[.])([^/]+[.]js)(?=[\"'`])")

    def renamed(page: Page) -> Page:
        data = script.sub(rb"/Earlier-\1", page.data)
        return page._replace(data=data, small=None, tag=page.tag if data == page.data else f'"{hash(data)}"')

    pages = load_web()
    return {re.sub("/([^/]+[.]js)$", r"/Earlier-\1", path): renamed(page) for path, page in pages.items()}


def test_an_outdated_app_from_the_cache_renews_itself_and_keeps_the_draft(
    arrive: Arrive, stack: Stack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_in(tmp_path, port=free_port(), bot_pause=0.0)
    with monkeypatch.context() as patch:
        patch.setattr(sys.modules["tilery.server.app"], "load_web", earlier)
        with serving(settings) as first:
            ann = arrive(url=first.url, **KEEPING)
            drafting(ann, stack)
            ann.eventually(lambda: ann.page.evaluate("caches.match('/').then(Boolean)"))
    ann.page.reload()
    script = ann.page.locator('script[type="module"]').last
    assert "Earlier-" in (script.get_attribute("src") or ""), "without a network the app comes from the cache"
    with serving(settings):
        ann.await_draft(LAID)
        ann.page.evaluate(UNSEEN)
        ann.page.locator('script[type="module"]:not([src*="Earlier-"])').last.wait_for(state="attached")
        ann.await_draft(LAID)
        ann.end_turn()
        ann.await_rack(11)
        ann.close()
