"""A real table tapped into ``/solve`` by a thumb, which counts its taps."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from tests.kit.browser import Person, middle
from tilery.notation import Table, Tiles
from tilery.rules.covers import Reading
from tilery.rules.reading import read
from tilery.tiles import Kind

if TYPE_CHECKING:
    from playwright.sync_api import Locator

__all__ = ["SIXTY", "TWENTY", "Laid", "Thumb"]


class Laid(NamedTuple):
    """A real table: what lies there, and what is on the rack."""

    table: Table
    rack: Tiles

    @property
    def tiles(self) -> int:
        return sum(map(len, self.table)) + len(self.rack)

    @property
    def link(self) -> str:
        """The address of ``/solve`` that carries it."""
        sets = "_".join(str(tiles).replace(" ", "") for tiles in self.table)
        return f"/solve?p={sets}.{str(self.rack).replace(' ', '')}"


SIXTY = Laid(
    Table(
        "k2 r2 b2 | k4 r4 y4 | b6 b7 b8 b9 b10 b11 | k7 b7 y7 | r9 r10 r11 | k9 b9 y9 | k10 b10 y10 | k12 b12 y12 "
        "| k4 b4 r4 | y6 y7 y8 | k5 k6 k7 k8 k9 | r6 j r8 | y1 y2 y3 y4 y5"
    ),
    Tiles("k1 k13 r1 r3 r5 r7 r12 b1 b3 b13 y1 y6 y13 j"),
)
"""Sixty tiles in the middle of a game, in the order somebody reads them off."""
TWENTY = Laid(Table("k7 r7 b7 | r4 r5 r6 | y10 y11 y12 y13"), Tiles("k2 k8 k11 r8 r9 b5 b11 y5 y9 j"))
SPOKEN = {"k": "Black", "r": "Red", "b": "Blue", "y": "Yellow"}


class Thumb:
    """Somebody who taps tiles in, and how often."""

    def __init__(self, ann: Person) -> None:
        self.page, self.taps, self.mode = ann.page, 0, "Black"
        self.finger = ann.context.new_cdp_session(ann.page)

    def enter(self, laid: Laid) -> None:
        """The table set by set as it lies, then the rack, colour by colour."""
        for tiles in laid.table:
            self.lay(tiles)
        self.to_rack()
        left = sorted(laid.rack)
        while left:
            stretch = [left.pop(0)]
            while left and not left[0].is_joker and left[0] == stretch[-1] + 1 and left[0].number > 1:
                stretch.append(left.pop(0))
            self.stretch(Tiles(stretch))

    def to_rack(self) -> None:
        self.tap(self.page.locator(".where label").nth(1))

    def lay(self, tiles: Tiles) -> None:
        reading = read(tiles)
        assert isinstance(reading, Reading)
        naturals = Tiles([kind for kind in tiles if not kind.is_joker])
        if reading.kind == "group" and len(naturals) == len(tiles):
            missing = [word for letter, word in SPOKEN.items() if letter not in {str(kind)[0] for kind in naturals}]
            name = f"Groups without {missing[0].lower()}" if missing else "Groups of all four colours"
            self.choose(name)
            self.number(naturals[0].number)
            return
        for part in re.findall(r"(?:[krby]\d+ ?)+|j ?", str(tiles)):
            self.stretch(Tiles(part.strip()))

    def stretch(self, tiles: Tiles) -> None:
        """Tiles of one colour one after the other, by one slide; or a joker."""
        if tiles[0].is_joker:
            self.tap(self.page.get_by_role("button", name="joker", exact=True))
            return
        self.colour(tiles[0])
        self.number(tiles[0].number, tiles[-1].number)

    def colour(self, kind: Kind) -> None:
        self.choose(SPOKEN[str(kind)[0]])

    def choose(self, name: str) -> None:
        if name != self.mode:
            self.mode = name
            self.tap(self.page.get_by_role("button", name=re.compile(f"^{name}$", re.I)))

    def number(self, first: int, last: int | None = None) -> None:
        self.taps += 1
        one, two = (middle(self.page.locator(f"[data-number='{n}']")) for n in (first, last or first))
        self._touch("touchStart", *one)
        if one != two:
            self._touch("touchMove", *two)
        self._touch("touchEnd")

    def tap(self, what: Locator) -> None:
        self.taps += 1
        what.tap()

    def _touch(self, kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        self.finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
