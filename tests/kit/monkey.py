"""A monkey at a table in a browser, against bots on a real server: no tile may ever be lost, doubled or misplaced.

After every action the tiles that the page shows are compared with what its draft says and with what the server lets
the seat see. A seed gives the same monkey again, though bots and clocks take their own time.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import httpx
from playwright.sync_api import Browser, BrowserContext, Page

from tests.kit.online import Player, arrive, make_table
from tests.kit.seen import Box, Seen, Shown, differs, overlaps, seen_on, words_of
from tests.kit.served import Serving
from tilery.game import View, view
from tilery.server.room.connection import AGAIN
from tilery.server.table.messages import ClosingMessage

__all__ = ["Monkey"]

SETTLED = 30.0
"""Seconds within which the page is to show what the server has."""
SHOWN = 8.0
"""Seconds within which a hinted play has been shown."""

_SIZES = ((1440, 900), (390, 844), (820, 1180), (844, 390))
_SEATINGS = (
    {"edition": "sabra"},
    {"edition": "twist-2016"},
    {"edition": "classic-2002"},
    {"edition": "sabra", "tile_set": "160"},
    {"edition": "twist-2015"},
)
_KEYS = (
    "ArrowLeft",
    "ArrowRight",
    "ArrowUp",
    "ArrowDown",
    " ",
    " ",
    "x",
    "Escape",
    "Shift+ArrowRight",
    "z",
    "y",
    "n",
    "r",
)

_BOX = """(found) => found.map((each) => each.getBoundingClientRect()).filter((box) => box.width)
  .map(({ x, y, width, height }) => [x, y, width, height])"""


class _GameOverError(Exception):
    """The game ended while something was being done."""


class Monkey:
    """Sits down at one table after the other, from the ``first`` sort on, and does whatever comes to its mind."""

    def __init__(self, browser: Browser, running: Serving, seed: int, first: int = 0) -> None:
        self.browser, self.running, self.rng = browser, running, Random(f"monkey {seed}")
        self.did: Counter[str] = Counter()
        self.errors: list[str] = []
        self.trail: list[str] = []
        self.finger = False
        self._tables = first
        self._shows_until = 0.0
        self._context: BrowserContext | None = None
        self._ways: tuple[tuple[Callable[[], None], int], ...] = (
            (self._drag, 40),
            (self._drag_away, 4),
            (self._tap_and_tap, 14),
            (self._select_several, 6),
            (self._lasso, 4),
            (self._press_keys, 12),
            (self._undo_and_redo, 10),
            (self._undo, 6),
            (self._undo_all, 2),
            (self._sort, 6),
            (self._lay_a_set, 8),
            (self._take_a_hint, 5),
            (self._end_turn, 16),
            (self._reload, 3),
            (self._lose_connection, 3),
            (self._turn_the_screen, 2),
        )

    # A table

    def sit_down(self) -> None:
        """Go to a new table with bots, in a new browser context, with a mouse or a finger."""
        self.leave()
        setup: dict[str, Any] = _SEATINGS[self._tables % len(_SEATINGS)]
        width, height = _SIZES[self._tables % len(_SIZES)]
        self._tables += 1
        self.finger = self.rng.random() < 0.5
        seats = ("me", *self.rng.choices(("newcomer", "casual", "most-tiles"), k=self.rng.randint(1, 3)))
        cookie, self.table = self.running.run(_begin(self.running.url, seats, setup))
        name, value = cookie.split("=", 1)
        self._context = self.browser.new_context(
            viewport={"width": width, "height": height}, has_touch=True, locale="en-GB", service_workers="block"
        )
        self._context.set_default_timeout(SETTLED * 1000)
        self._context.add_cookies([{"name": name, "value": value, "url": self.running.url}])
        self.page: Page = self._context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(f"{error} {error.stack}"))
        self.touch = self._context.new_cdp_session(self.page)
        self.page.goto(f"{self.running.url}/t/{self.table}")
        self.page.wait_for_selector(".rack [data-tile]")
        self.did["table with a finger" if self.finger else "table with a mouse"] += 1
        self.before = self.check()

    def leave(self) -> None:
        """Close the browser context."""
        if self._context is not None:
            self._context.close()
            self._context = None

    # Looking

    def server(self) -> View:
        """What the server lets the seat see."""
        room = self.running.run(self.running.services.tables.room(self.table))
        return view(room.table.game, 0)

    def look(self) -> Seen:
        """The page now; whatever it shows must at any moment be whole."""
        seen = seen_on(self.page)
        if seen is None and self.server().result is not None:
            raise _GameOverError
        assert seen is not None, "there is no rack on the page"
        return seen

    def check(self) -> Seen:
        """Wait until the page shows what the server has, now and then until it lies still."""
        patience, waits = time.monotonic() + SETTLED, self.rng.random() < 0.25
        while True:
            before = self.server()
            if before.result is not None:
                raise _GameOverError
            seen = self.look()
            after = self.server()
            wrong = differs(seen, after)
            if after.revision == before.revision and wrong is None and (seen.still or not waits):
                lies = seen.still and not seen.yields
                assert not lies or not (found := overlaps(seen)), f"tiles lie on each other: {found}"
                assert seen.held == 0, "tiles hang in the air"
                return seen._replace(revision=after.revision)
            assert time.monotonic() < patience, wrong or "tiles never come to rest"
            self.page.wait_for_timeout(30)

    # Living

    def live(self, actions: int, stays: int = 125) -> Counter[str]:
        """So many actions, each of them checked, with another table after some; what was done, counted."""
        ways, weights = zip(*self._ways, strict=True)
        try:
            for number in range(actions):
                if number % stays == 0:
                    self.sit_down()
                self._do(*self.rng.choices(ways, weights))
        finally:
            self.leave()
        return self.did

    def _do(self, way: Callable[[], None]) -> None:
        name = way.__name__.strip("_").replace("_", " ")
        self.trail = [*self.trail[-14:], name]
        try:
            way()
            self._come_back()
            self.before = self.check()
            assert not self.errors, self.errors
        except _GameOverError:
            self.sit_down()
        except AssertionError as error:
            told = "; ".join([str(error), *self.errors])
            raise AssertionError(f"{told}\nafter {', '.join(self.trail)}\nat {self.page.url}") from error
        self.did[name] += 1

    def _unchanged(self) -> bool:
        """Whether nobody has moved since the page was checked, nor is a hinted play being shown."""
        return self.server().revision == self.before.revision and time.monotonic() > self._shows_until

    # Places

    def _place(self, tile: Shown) -> tuple[float, float]:
        x, y, width, height = tile.box
        return x + width * self.rng.uniform(0.02, 0.98), y + height * self.rng.uniform(0.05, 0.95)

    def _visible(self) -> list[Shown]:
        """Tiles that a pointer reaches."""
        size = self.page.viewport_size
        assert size is not None
        return [
            tile
            for tile in self.before.tiles
            if 0 < tile.middle[0] < size["width"] and 0 < tile.middle[1] < size["height"]
        ]

    def _come_back(self) -> None:
        """A tap anywhere may be one on the way home: then the way back leads to the table."""
        if f"/t/{self.table}" in self.page.url:
            return
        self.did["go home"] += 1
        self.page.go_back()
        patience = time.monotonic() + SETTLED
        while seen_on(self.page) is None and self.server().result is None:
            assert time.monotonic() < patience, "the way back leads to no table"
            self.page.wait_for_timeout(30)

    def _somewhere(self) -> tuple[float, float]:
        """On a tile, on the strip for a new set, on the rack or the table, or anywhere."""
        chance = self.rng.random()
        if chance < 0.45:
            return self._place(self.rng.choice(self._visible()))
        if chance < 0.7:
            return self._inside(self.before.places[0])
        if chance < 0.95:
            return self._inside(self.rng.choice(self.before.places))
        size = self.page.viewport_size
        assert size is not None
        return self._inside((0, 0, size["width"], size["height"]))

    def _inside(self, box: Box) -> tuple[float, float]:
        x, y, width, height = box
        return x + width * self.rng.random(), y + height * self.rng.random()

    # The pointer

    def _down(self, at: tuple[float, float]) -> None:
        if self.finger:
            self._touch("touchStart", at)
        else:
            self.page.mouse.move(*at)
            self.page.mouse.down()

    def _go(self, to: tuple[float, float]) -> None:
        if self.finger:
            self._touch("touchMove", to)
        else:
            self.page.mouse.move(*to, steps=2)

    def _up(self) -> None:
        if self.finger:
            self._touch(self.rng.choice(("touchEnd", "touchEnd", "touchEnd", "touchCancel")), None)
        else:
            self.page.mouse.up()

    def _tap(self, at: tuple[float, float]) -> None:
        if self.finger:
            self._touch("touchStart", at)
            self._touch("touchEnd", None)
        else:
            self.page.mouse.click(*at)

    def _touch(self, kind: str, at: tuple[float, float] | None) -> None:
        points = [] if at is None else [{"x": max(0, at[0]), "y": max(0, at[1])}]
        self.touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def _press(self, what: str) -> bool:
        """Press a button where one is seen; whether there is one."""
        found = self.page.locator(what).evaluate_all(_BOX)
        if found:
            self._tap(self._inside(self.rng.choice(found)))
        return bool(found)

    # Actions

    def _drag(self) -> None:
        """Whatever was not in the hand is in the rack or on the table as before."""
        self._down(self._place(self.rng.choice(self._visible())))
        if self.finger and self.rng.random() < 0.3:
            self.page.wait_for_timeout(self.rng.choice((150, 500)))  # a long press
        for _ in range(self.rng.randint(1, 3)):
            self._go(self._somewhere())
        if self.rng.random() < 0.1:
            self.page.wait_for_timeout(600)  # somebody else may move meanwhile
        lifted = {tile.id for tile in self.look().tiles if tile.lifted}
        self._up()
        after = self.look().where
        if lifted and self._unchanged():
            before = self.before.where
            strays = [name for name, at in before.items() if name not in lifted and after.get(name) != at]
            assert not strays, f"tiles moved that nobody held: {strays}"

    def _drag_away(self) -> None:
        """A tile let go where nothing is goes home."""
        self._down(self.rng.choice(self._visible()).middle)
        for corner in ((30, 30), (3, 3)):
            self._go(corner)
        self._up()
        after = self.look()
        if self._unchanged():
            assert after.table == self.before.table, "a tile let go beside everything changed the table"

    def _tap_and_tap(self) -> None:
        self._tap(self._place(self.rng.choice(self._visible())))
        self._tap(self._somewhere())

    def _select_several(self) -> None:
        tiles = self._visible()
        self.page.keyboard.down("Shift")
        for tile in self.rng.sample(tiles, min(len(tiles), self.rng.randint(2, 5))):
            self._tap(tile.middle)
        self.page.keyboard.up("Shift")
        self._tap(self._somewhere())

    def _lasso(self) -> None:
        self._down(self._inside(self.before.places[-1]))
        self._go(self._somewhere())
        self._up()

    def _press_keys(self) -> None:
        self.page.locator("main").first.focus()
        for _ in range(self.rng.randint(2, 8)):
            self.page.keyboard.press(self.rng.choice(_KEYS))

    def _undo(self) -> None:
        self.page.keyboard.press("Control+z")

    def _undo_and_redo(self) -> None:
        """What is undone and done again lies as it lay."""
        times = self.rng.randint(1, 3)
        before = self.look()
        self.page.locator("main").first.focus()
        seen = [before]
        for _ in range(times):
            self.page.keyboard.press("Control+z")
            seen.append(self.look())
        undone = sum(one.where != two.where or one.table != two.table for one, two in pairwise(seen))
        for _ in range(times):
            self.page.keyboard.press("Control+Shift+z")
        if undone == times and self._unchanged():
            after = self.look()
            assert after.table == before.table, "done again, the table is another"
            assert after.where == before.where, "done again, tiles are elsewhere"

    def _undo_all(self) -> None:
        """Hold the button."""
        if found := self.page.locator(".undo:enabled").evaluate_all(_BOX):
            self.page.mouse.move(*self._inside(found[0]))
            self.page.mouse.down()
            self.page.wait_for_timeout(600)
            self.page.mouse.up()

    def _sort(self) -> None:
        self._press(".sort, .sorts button")
        after = self.look()
        if self._unchanged():
            assert after.table == self.before.table, "sorting the rack changed the table"
            assert sorted(words_of(after.rack).split()) == sorted(words_of(self.before.rack).split())

    def _lay_a_set(self) -> None:
        """Have a set found on the rack, and tap where a new one goes."""
        if self._press("[aria-label='Show groups and runs on my rack']"):
            self._tap(self._inside(self.before.places[0]))

    def _take_a_hint(self) -> None:
        """Have the whole play laid, step by step, and do not wait for its end."""
        self._press("[aria-label=Hint]")
        for _ in range(2):
            self.page.wait_for_timeout(150)
            if self._press(".hint .press:enabled"):
                self._shows_until = time.monotonic() + SHOWN
        self._press(".hint .round")

    def _end_turn(self) -> None:
        """Done when it is lit, else draw, where one is asked whether that is meant."""
        done = ".done[aria-disabled=false]"
        if self.rng.random() < 0.8 and self.page.locator(done).count():
            self.page.wait_for_timeout(260)  # Done does not hear a press of the moment in which it lights up
            self.did["done"] += self._press(done)
        else:
            revision = self.server().revision
            for _ in range(2):
                if self.server().revision == revision:
                    self._press(".draw:enabled")
                    self.page.wait_for_timeout(60)

    def _reload(self) -> None:
        """A reload loses nothing: the table, the draft and the order of the rack."""
        before = self.look()
        self.page.reload()
        self.page.wait_for_selector(".rack [data-tile], .ending")
        if self._unchanged():
            after = self.look()
            assert after.table == before.table, f"after a reload the table is {after.table}, it was {before.table}"
            now, was = words_of(after.rack), words_of(before.rack)
            assert now == was, f"after a reload the rack is {now}, it was {was}; on the table {after.table}"

    def _lose_connection(self) -> None:
        """Be cut off, and do something before the page is back."""
        self.running.run(_cut_off(self.running, self.table))
        self._drag()

    def _turn_the_screen(self) -> None:
        size = self.page.viewport_size
        assert size is not None
        self.page.set_viewport_size({"width": size["height"], "height": size["width"]})


async def _begin(url: str, seats: tuple[str, ...], setup: dict[str, Any]) -> tuple[str, str]:
    """A new guest at a table whose game begins."""
    async with httpx.AsyncClient(base_url=url, timeout=30) as http:
        host = await arrive(http, "Monkey")
        made = await make_table(http, host, seats=seats, hints=True, **setup)
    player = await Player(host, made["terms"]["id"]).open()
    await player.ask("ready")
    await player.close()
    return host.cookie, made["terms"]["id"]


async def _cut_off(running: Serving, table: str) -> None:
    room = await running.services.tables.room(table)
    assert room is not None
    for connection in tuple(room.connections):
        connection.end(
            ClosingMessage("restarting", "the server is restarting: connect again in a moment", again=True), AGAIN
        )
