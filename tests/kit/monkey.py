"""A monkey at a table in a browser, against bots on a real server: no tile may ever be lost, doubled or misplaced.

After every action the tiles that the page shows are compared with what its draft says and with what the server lets
the seat see. A seed gives the same monkey again, though bots and clocks take their own time.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import httpx
from playwright.sync_api import Browser, BrowserContext, Page

from tests.kit.online import Player, arrive, make_table
from tests.kit.served import Serving
from tilery.game import View, view
from tilery.notation import Table, Tiles
from tilery.server.connection import AGAIN
from tilery.server.messages import Closing
from tilery.tiles import count_kinds

__all__ = ["Monkey"]

SETTLED = 6.0
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
_LETTERS = {"black": "k", "red": "r", "blue": "b", "yellow": "y"}
_JOKERS = {"joker": "j", "double joker": "d", "colour-change joker": "c", "mirror joker": "m"}
_NAME = re.compile(r"(black|red|blue|yellow) (\d+)$|((?:double |colour-change |mirror )?joker)")
_READ = """() => {
  const tiles = (root) => [...root.querySelectorAll("[data-tile]")].map((tile) => {
    const { x, y, width, height } = tile.getBoundingClientRect();
    return [tile.dataset.tile, tile.ariaLabel, x, y, width, height, tile.querySelector(".lifted") !== null];
  });
  const rack = document.querySelector(".rack");
  const draft = document.querySelector("[data-draft]");
  return {
    rack: rack ? tiles(rack) : null,
    sets: [...document.querySelectorAll(".view .set")].map(tiles),
    all: document.querySelectorAll("[data-tile]").length,
    draft: draft ? draft.dataset.draft : null,
    still: !document.getAnimations().some((each) => each.playState === "running" && each.effect?.target?.dataset.tile),
    held: document.querySelectorAll(".held").length,
    places: [".strip", ".rack", ".view"].flatMap((name) => document.querySelector(name)?.getBoundingClientRect() ?? [])
      .map(({ x, y, width, height }) => [x, y, width, height]),
  };
}"""

_BOX = """(found) => found.map((each) => each.getBoundingClientRect()).filter((box) => box.width)
  .map(({ x, y, width, height }) => [x, y, width, height])"""

Box = tuple[float, float, float, float]


class Shown(NamedTuple):
    """A tile on the page."""

    id: str
    kind: str
    box: Box
    lifted: bool

    @property
    def middle(self) -> tuple[float, float]:
        x, y, width, height = self.box
        return x + width / 2, y + height / 2


class Seen(NamedTuple):
    """The page at one moment."""

    rack: tuple[Shown, ...]
    sets: tuple[tuple[Shown, ...], ...]
    draft: str
    still: bool
    held: int
    places: tuple[Box, ...]
    """The strip for a new set, where it is shown, the rack, and the table."""

    @property
    def tiles(self) -> tuple[Shown, ...]:
        return (*self.rack, *(tile for each in self.sets for tile in each))

    @property
    def table(self) -> Counter[str]:
        """The sets, wherever they lie."""
        return Counter(_words(each) for each in self.sets)

    @property
    def where(self) -> dict[str, str]:
        """Which tiles are in the rack and which on the table."""
        return {tile.id: "rack" for tile in self.rack} | {tile.id: "table" for each in self.sets for tile in each}


def _words(tiles: tuple[Shown, ...]) -> str:
    return " ".join(tile.kind for tile in tiles)


def _kind(label: str) -> str:
    found = _NAME.match(label.split(" as ")[0])
    assert found, f"a tile is called {label!r}"
    colour, number, joker = found.groups()
    return _JOKERS[joker] if joker else f"{_LETTERS[colour]}{number}"


def _shown(row: list[Any]) -> Shown:
    name, label, x, y, width, height, lifted = row
    return Shown(name, _kind(label), (x, y, width, height), lifted)


class Monkey:
    """Sits down at one table after the other, from the ``first`` sort on, and does whatever comes to its mind."""

    def __init__(self, browser: Browser, running: Serving, seed: int, first: int = 0) -> None:
        self.browser, self.running, self.rng = browser, running, Random(f"monkey {seed}")
        self.did: Counter[str] = Counter()
        self.errors: list[str] = []
        self.trail: list[str] = []
        self._tables = first
        self._shows_until = 0.0
        self._context: BrowserContext | None = None
        self._ways: tuple[tuple[Callable[[], None], int], ...] = (
            (self._drag, 30),
            (self._drag_with_a_finger, 10),
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
        """Go to a new table with bots, in a new browser context."""
        self.leave()
        setup: dict[str, Any] = _SEATINGS[self._tables % len(_SEATINGS)]
        width, height = _SIZES[self._tables % len(_SIZES)]
        self._tables += 1
        seats = ("me", *self.rng.choices(("newcomer", "casual", "most-tiles"), k=self.rng.randint(1, 3)))
        cookie, self.table = self.running.run(_begin(self.running.url, seats, setup))
        name, value = cookie.split("=", 1)
        self._context = self.browser.new_context(
            viewport={"width": width, "height": height}, has_touch=True, locale="en-GB", service_workers="block"
        )
        self._context.add_cookies([{"name": name, "value": value, "url": self.running.url}])
        self.page: Page = self._context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(f"{error} {error.stack}"))
        self.touch = self._context.new_cdp_session(self.page)
        self.page.goto(f"{self.running.url}/t/{self.table}")
        self.page.wait_for_selector(".rack [data-tile]")
        self.did["table"] += 1

    def leave(self) -> None:
        """Close the browser context."""
        if self._context is not None:
            self._context.close()
            self._context = None

    # Looking

    def server(self) -> View:
        """What the server lets the seat see."""
        room = self.running.run(self.running.services.tables.room(self.table))
        return view(room.state.game, 0)

    def look(self) -> Seen:
        """The page now; whatever it shows must at any moment be whole."""
        found = self.page.evaluate(_READ)
        assert found["rack"] is not None, "there is no rack on the page"
        seen = Seen(
            tuple(map(_shown, found["rack"])),
            tuple(tuple(map(_shown, each)) for each in found["sets"]),
            found["draft"],
            found["still"],
            found["held"],
            tuple(map(tuple, found["places"])),
        )
        names = Counter(tile.id for tile in seen.tiles)
        assert max(names.values(), default=1) == 1, f"doubled: {[name for name, count in names.items() if count > 1]}"
        assert found["all"] == len(seen.tiles), "there are tiles beside the rack and the table"
        drafted = Counter(str(each) for each in Table(seen.draft))
        assert seen.table == drafted, f"the page shows {seen.table}, the draft is {drafted}"
        return seen

    def check(self) -> Seen | None:
        """Wait until the page shows what the server has, now and then until it lies still; ``None`` after the game."""
        patience, waits = time.monotonic() + SETTLED, self.rng.random() < 0.25
        while True:
            before = self.server()
            if before.result is not None:
                return None
            seen = self.look()
            after = self.server()
            wrong = _differs(seen, after)
            if after.revision == before.revision and wrong is None and (seen.still or not waits):
                assert not seen.still or not (found := _overlaps(seen)), f"tiles lie on each other: {found}"
                assert seen.held == 0, "tiles hang in the air"
                return seen
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
            before = self.check()
            if before is None:
                self.sit_down()
                return
            self.before = before
            way()
            self.check()
            assert not self.errors, self.errors
        except AssertionError as error:
            told = "; ".join([str(error), *self.errors])
            raise AssertionError(f"{told}\nafter {', '.join(self.trail)}\nat {self.page.url}") from error
        self.did[name] += 1

    def _unchanged(self, revision: int) -> bool:
        """Whether nobody has moved since, nor is a hinted play being shown."""
        return self.server().revision == revision and time.monotonic() > self._shows_until

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

    def _press(self, what: str) -> bool:
        """Press a button where one is seen; whether there is one."""
        found = self.page.locator(what).evaluate_all(_BOX)
        if found:
            self.page.mouse.click(*self._inside(self.rng.choice(found)))
        return bool(found)

    # Actions

    def _drag(self) -> None:
        mouse, revision = self.page.mouse, self.server().revision
        mouse.move(*self._place(self.rng.choice(self._visible())))
        mouse.down()
        for _ in range(self.rng.randint(1, 3)):
            mouse.move(*self._somewhere(), steps=2)
        if self.rng.random() < 0.1:
            self.page.wait_for_timeout(600)  # somebody else may move meanwhile
        lifted = {tile.id for tile in self.look().tiles if tile.lifted}
        mouse.up()
        self._only_moved(lifted, revision)

    def _drag_with_a_finger(self) -> None:
        revision = self.server().revision
        self._finger("touchStart", self._place(self.rng.choice(self._visible())))
        if self.rng.random() < 0.3:
            self.page.wait_for_timeout(self.rng.choice((150, 500)))  # a long press
        for _ in range(self.rng.randint(1, 4)):
            self._finger("touchMove", self._somewhere())
        lifted = {tile.id for tile in self.look().tiles if tile.lifted}
        self._finger(self.rng.choice(("touchEnd", "touchEnd", "touchEnd", "touchCancel")), None)
        self._only_moved(lifted, revision)

    def _finger(self, kind: str, at: tuple[float, float] | None) -> None:
        points = [] if at is None else [{"x": max(0, at[0]), "y": max(0, at[1])}]
        self.touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def _only_moved(self, lifted: set[str], revision: int) -> None:
        """Whatever was not in the hand is in the rack or on the table as before."""
        after = self.look().where
        if lifted and self._unchanged(revision):
            strays = [name for name, at in self.before.where.items() if name not in lifted and after.get(name) != at]
            assert not strays, f"tiles moved that nobody held: {strays}"

    def _drag_away(self) -> None:
        """A tile let go where nothing is goes home."""
        mouse, revision = self.page.mouse, self.server().revision
        mouse.move(*self.rng.choice(self._visible()).middle)
        mouse.down()
        mouse.move(3, 3, steps=3)
        mouse.up()
        after = self.look()
        if self._unchanged(revision):
            assert after.table == self.before.table, "a tile let go beside everything changed the table"

    def _tap_and_tap(self) -> None:
        self.page.mouse.click(*self._place(self.rng.choice(self._visible())))
        self.page.mouse.click(*self._somewhere())

    def _select_several(self) -> None:
        tiles = self._visible()
        self.page.keyboard.down("Shift")
        for tile in self.rng.sample(tiles, min(len(tiles), self.rng.randint(2, 5))):
            self.page.mouse.click(*tile.middle)
        self.page.keyboard.up("Shift")
        self.page.mouse.click(*self._somewhere())

    def _lasso(self) -> None:
        mouse = self.page.mouse
        mouse.move(*self._inside(self.before.places[-1]))
        mouse.down()
        mouse.move(*self._somewhere(), steps=3)
        mouse.up()

    def _press_keys(self) -> None:
        keys = (
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
        )
        self.page.locator("main").first.focus()
        for _ in range(self.rng.randint(2, 8)):
            self.page.keyboard.press(self.rng.choice(keys))

    def _undo(self) -> None:
        self.page.keyboard.press("Control+z")

    def _undo_and_redo(self) -> None:
        """What is undone and done again lies as it lay."""
        revision = self.server().revision
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
        if undone == times and self._unchanged(revision):
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
        revision = self.server().revision
        self._press(".sort, .sorts button")
        after = self.look()
        if self._unchanged(revision):
            assert after.table == self.before.table, "sorting the rack changed the table"
            assert sorted(_words(after.rack).split()) == sorted(_words(self.before.rack).split())

    def _lay_a_set(self) -> None:
        """Have a set found on the rack, and tap where a new one goes."""
        if self._press("[aria-label='Show groups and runs on my rack']"):
            self.page.mouse.click(*self._inside(self.before.places[0]))

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
        revision = self.server().revision
        done = ".done[aria-disabled=false]"
        if self.rng.random() < 0.8 and self.page.locator(done).count():
            self.page.wait_for_timeout(260)  # Done does not hear a press of the moment in which it lights up
            self.did["done"] += self._press(done)
        else:
            for _ in range(2):
                if self.server().revision == revision:
                    self._press(".draw:enabled")
                    self.page.wait_for_timeout(60)

    def _reload(self) -> None:
        """A reload loses nothing: the table, the draft and the order of the rack."""
        revision = self.server().revision
        before = self.look()
        self.page.reload()
        self.page.wait_for_selector(".rack [data-tile], .ending")
        if self._unchanged(revision):
            after = self.look()
            assert after.table == before.table, f"after a reload the table is {after.table}, it was {before.table}"
            now, was = _words(after.rack), _words(before.rack)
            assert now == was, f"after a reload the rack is {now}, it was {was}; on the table {after.draft}"

    def _lose_connection(self) -> None:
        """Be cut off, and do something before the page is back."""
        self.running.run(_cut_off(self.running, self.table))
        self._drag()

    def _turn_the_screen(self) -> None:
        size = self.page.viewport_size
        assert size is not None
        self.page.set_viewport_size({"width": size["height"], "height": size["width"]})


def _differs(seen: Seen, server: View) -> str | None:
    """What is wrong with the tiles of the page, compared with what the server lets the seat see."""
    assert server.rack is not None
    shown = count_kinds(Tiles(" ".join(tile.kind for tile in seen.tiles)))
    if shown != count_kinds((*server.rack, *server.table.tiles())):
        return f"the page shows {shown}, the server has {server.rack} and {server.table}"
    rack = list(server.rack)
    for kind in Tiles(_words(seen.rack)):
        if kind not in rack:
            return f"{kind} is in the rack on the page, and not the seat's: {server.rack}"
        rack.remove(kind)
    return None


def _overlaps(seen: Seen) -> list[str]:
    """Tiles that lie on each other."""
    boxes = sorted(seen.tiles, key=lambda tile: tile.box[0])
    found = []
    for index, one in enumerate(boxes):
        x, y, width, height = one.box
        for other in boxes[index + 1 :]:
            if other.box[0] > x + width - 3:
                break
            if abs(other.box[1] - y) < height - 3 and (one in seen.rack) == (other in seen.rack):
                found.append(f"{one.kind} {other.kind}")
    return found


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
        connection.end(Closing("restarting", "the server restarts: connect again in a moment", again=True), AGAIN)
