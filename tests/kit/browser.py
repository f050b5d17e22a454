"""A real Chromium for tests, and people who sit in it: each with a context, a page and a seat of their own.

Debian's program is used, the one without a window if it's there: the same engine, for a sixth less of a processor.
``python -m tests.kit.browser`` installs it where that can be done.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

from tests.kit.seen import table_on

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

__all__ = ["Person", "chromium", "ensure_browser", "whole_beside"]

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_OPTIONS = ["--no-sandbox"]
PATIENCE = 60_000
"""Milliseconds that anything on a page may take on a busy machine."""
_REMEMBER = """for (const [name, value] of Object.entries(%s)) {
  if (localStorage.getItem(name) === null) localStorage.setItem(name, JSON.stringify(value));
}"""
_YOUR_TURN = "●"
"""What the title of a page begins with, in every language, when it is its player's turn."""
_COLOURS = {"k": "black", "r": "red", "b": "blue", "y": "yellow"}
_JOKERS = {"j": "joker", "d": "double joker", "c": "colour-change joker", "m": "mirror joker"}


def find_browser(whole: bool = False) -> str | None:
    """The program, if there is one; a ``whole`` browser rather than one without a window, if it's there."""
    names = (*PROGRAMS[1:], PROGRAMS[0]) if whole else PROGRAMS
    return next((found for name in names if (found := shutil.which(name))), None)


def ensure_browser() -> bool:
    """Install Chromium where it is missing and can be installed, and say so; whether it is there afterwards."""
    missing = [name for name in PROGRAMS[:2] if shutil.which(name) is None]
    if missing and os.geteuid() == 0 and shutil.which("apt-get"):
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        command = ["apt-get", "install", "-y", "-q", "--no-install-recommends", *missing]
        print(f"installing: {' '.join(missing)}", flush=True)
        if subprocess.run(command, env=environment, check=False).returncode:
            subprocess.run(["apt-get", "update", "-q"], env=environment, check=False)
            subprocess.run(command, env=environment, check=False)
    there = find_browser() is not None
    print(f"chromium: {'there' if there else 'missing, and cannot be installed here; its tests are skipped'}")
    return there


@contextmanager
def chromium(whole: bool = False) -> Iterator[Browser]:
    """A browser without a window; where there is none to be had the test is skipped, in CI it fails.

    What measures frames wants a ``whole`` one, as people have.
    """
    program = find_browser(whole)
    if program is None:
        _do_without("no Chromium: python -m tests.kit.browser installs it as root on Debian")
    if find_spec("playwright") is None:
        _do_without("no Playwright: it is one of the development packages")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=_OPTIONS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def whole_beside(browser: Browser) -> Iterator[Browser]:
    """A whole browser beside one without a window, for what only that can do."""
    program = find_browser(whole=True)
    if program is None or Path(program).name == PROGRAMS[0]:
        _do_without("no whole Chromium: python -m tests.kit.browser installs it as root on Debian")
    whole = browser.browser_type.launch(executable_path=program, args=_OPTIONS)
    try:
        yield whole
    finally:
        whole.close()


def _do_without(reason: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(f"{reason} (CI must have it)")
    pytest.skip(reason)


def spoken(tile: str) -> str:
    """A tile's name in English.

    >>> spoken("r7"), spoken("d")
    ('red 7', 'double joker')
    """
    return _JOKERS.get(tile) or f"{_COLOURS[tile[0]]} {tile[1:]}"


class Person:
    """Somebody with a browser of their own, as a guest of the server, and what they do at a table.

    ``settings`` are those of the app; without any, things stand still and are silent. ``troubles`` are errors of the
    page and everything its Content-Security-Policy forbade.
    """

    def __init__(
        self, browser: Browser, url: str, name: str, settings: dict[str, Any] | None = None, **options: Any
    ) -> None:
        size = {"width": 1280, "height": 860}
        self.url, self.name = url, name
        self.context = browser.new_context(**{"base_url": url, "locale": "en-GB", "viewport": size, **options})
        self.context.set_default_timeout(PATIENCE)
        answer = self.context.request.post("/api/guests", data={"name": name})
        assert answer.status == 201, answer.text()
        chosen = {"motion": "reduced", "sounds": False, "language": "en", "startingDraw": False, **(settings or {})}
        self.context.add_init_script(_REMEMBER % json.dumps({"tilery.guest": True, "tilery.settings": chosen}))
        self.page: Page = self.context.new_page()
        self.troubles: list[str] = []
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("console", lambda message: self._hear(message.text))
        self.table = ""

    def _hear(self, text: str) -> None:
        if re.search("content.security.policy|is not the server's", text, re.IGNORECASE):
            self.troubles.append(text)

    def close(self) -> None:
        self.context.close()

    # Coming to a table

    def make_table(self, **setup: Any) -> str:
        """Make a table, without a clock unless one is given, and without going there; its id."""
        answer = self.context.request.post("/api/tables", data={"clock": {"turn": None}, **setup})
        assert answer.status == 201, answer.text()
        self.table = answer.json()["terms"]["id"]
        return self.table

    def go(self, table: str) -> None:
        """Go to a table."""
        self.table = table
        self.page.goto(f"/t/{table}")

    def sit(self, table: str) -> None:
        """Go to a table, sit down on its first open seat, and be ready."""
        self.go(table)
        self.button("Sit here").first.click()
        self.button("I’m ready").click()

    def begin(self, **setup: Any) -> str:
        """Make a table, go there and be ready."""
        self.go(self.make_table(**setup))
        self.button("I’m ready").click()
        return self.table

    # What is seen

    def button(self, name: str, exact: bool = True) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    @property
    def done(self) -> Locator:
        return self.page.locator("button.done")

    @property
    def done_lit(self) -> Locator:
        """Done, once the turn can be ended."""
        return self.page.locator('button.done[aria-disabled="false"]')

    @property
    def rack(self) -> Locator:
        return self.page.locator(".rack [data-tile]")

    @property
    def sets(self) -> Locator:
        return self.page.locator(".board .set")

    def held(self, tile: str) -> Locator:
        """A tile on the rack."""
        return self.page.locator(f'.rack [data-tile][aria-label="{spoken(tile)}"]').first

    def laid(self, tile: str) -> Locator:
        """A tile on the table; a joker is found by what it is, whatever it stands for."""
        return self.page.locator(f'.board [data-tile][aria-label^="{spoken(tile)}"]').first

    @property
    def draft(self) -> str:
        """The table as it lies on this screen."""
        return table_on(self.page) or ""

    def await_draft(self, text: str) -> None:
        """Wait until these sets lie on this screen, wherever each of them does."""
        wanted = sorted(text.split(" | "))
        self.eventually(lambda: (seen := table_on(self.page)) is not None and sorted(seen.split(" | ")) == wanted, text)

    # No wait_for_function: it runs code from a text in the page, which the page's policy forbids.

    def eventually(self, holds: Callable[[], bool], what: str = "that") -> None:
        """Wait until something holds."""
        patience = time.monotonic() + PATIENCE / 1000
        while not holds():
            assert time.monotonic() < patience, f"it never came to {what}"
            self.page.wait_for_timeout(30)

    def await_rest(self) -> None:
        """Wait until nothing on the page changes its looks any more; the end of one change may begin another."""
        self.eventually(
            lambda: self.page.evaluate("document.getAnimations().every((each) => each.playState !== 'running')")
        )

    def await_turn(self, own: bool = True) -> None:
        """Wait until it is one's own turn, or is not any more."""
        what = "a turn of one's own" if own else "the end of one's own turn"
        self.eventually(lambda: self.has_turn() == own, what)

    def has_turn(self) -> bool:
        return self.page.title().startswith(_YOUR_TURN)

    def await_rack(self, count: int) -> None:
        """Wait until there are so many tiles on the rack."""
        self.rack.nth(count - 1).wait_for(state="attached")
        self.rack.nth(count).wait_for(state="detached")

    def said(self) -> str:
        """What is said about the turn."""
        return self.page.locator(".turn .words").inner_text()

    # What hands do

    def select(self, *tiles: str) -> None:
        """Have tiles of the rack in mind, by tapping them."""
        for tile in tiles:
            self.page.locator(f'.rack [data-tile][aria-pressed="false"][aria-label="{spoken(tile)}"]').first.click()

    def lay(self, *tiles: str) -> None:
        """Tap tiles, then the cloth: a new set."""
        self.select(*tiles)
        self.page.locator(".strip").wait_for()
        self.page.mouse.click(*middle(self.page.locator(".strip")))

    def drag(self, tile: Locator, to: tuple[float, float]) -> None:
        """Drag a tile with the mouse."""
        self.page.mouse.move(*middle(tile))
        self.page.mouse.down()
        self.page.mouse.move(*to, steps=6)
        self.page.mouse.up()

    def drag_by_finger(self, tile: Locator, to: tuple[float, float]) -> None:
        """Drag a tile with a finger."""
        self.swipe(middle(tile), to)

    def swipe(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Draw a finger along, which rests before it lets go: Chromium takes a tap after a fling for its end."""
        line = self.context.new_cdp_session(self.page)
        (x, y), (end_x, end_y) = start, end
        points = [(x + (end_x - x) * step / 8, y + (end_y - y) * step / 8) for step in range(9)]
        for at, (left, top) in enumerate(points):
            kind = "touchMove" if at else "touchStart"
            line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": left, "y": top}]})
        self.page.wait_for_timeout(100)
        line.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": end_x, "y": end_y + 0.5}]})
        line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        line.detach()

    def end_turn(self) -> None:
        """Press Done when it lights up; it does not hear a press of the same moment."""
        self.done_lit.wait_for()
        self.page.wait_for_timeout(300)
        self.done.click()

    def play_hint(self) -> bool:
        """Do what a hint says: lay tiles, or else draw or pass; whether tiles were laid."""
        panel = self.page.locator(".hint")
        self.button("Hint").first.click()
        text = panel.locator("p")
        found = text.filter(has_not_text="Thinking")
        found.wait_for()
        if "nothing" in text.inner_text():
            self.page.locator("button.draw").click()
            return False
        panel.get_by_role("button", name="Which tiles?").click()
        panel.get_by_role("button", name="Show me").click()
        self.end_turn()
        return True


def middle(thing: Locator) -> tuple[float, float]:
    """The middle of something on a page."""
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


if __name__ == "__main__":
    there = ensure_browser()
    sys.exit(bool(os.environ.get("CI")) and not there)
