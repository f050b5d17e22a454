"""What a page of a table shows, read from its elements, and whether it can be what the server has."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from tilery.game import View
from tilery.notation import Tiles
from tilery.tiles import count_kinds

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["Box", "Seen", "Shown", "differs", "overlaps", "seen_on", "table_on", "words_of"]

_LETTERS = {"black": "k", "red": "r", "blue": "b", "yellow": "y"}
_JOKERS = {"joker": "j", "double joker": "d", "colour-change joker": "c", "mirror joker": "m"}
_NAME = re.compile(r"(black|red|blue|yellow) (\d+)$|((?:double |colour-change |mirror )?joker)")
_OWN = """(set) => set.getAttribute("aria-owns").split(" ").map((name) => document.getElementById(name))"""
"""The elements of a set's tiles, which are not in it."""
_READ = """() => {
  const own = OWN;
  const tiles = (found) => [...found].map((tile) => {
    const { x, y, width, height } = tile.getBoundingClientRect();
    return [tile.dataset.tile, tile.ariaLabel, x, y, width, height, tile.querySelector(".lifted") !== null];
  });
  const rack = document.querySelector(".rack");
  return {
    rack: rack ? tiles(rack.querySelectorAll("[data-tile]")) : null,
    sets: [...document.querySelectorAll(".view .set")].map((set) => tiles(own(set))),
    all: document.querySelectorAll("[data-tile]").length,
    still: !document.getAnimations().some((each) => each.playState === "running" && each.effect?.target?.dataset.tile),
    held: document.querySelectorAll(".held").length,
    yields: document.querySelector(".yields") !== null,
    places: [".strip", ".rack", ".view"].flatMap((name) => document.querySelector(name)?.getBoundingClientRect() ?? [])
      .map(({ x, y, width, height }) => [x, y, width, height]),
  };
}""".replace("OWN", _OWN)

_READ_TABLE = f"""() => document.querySelector(".view") && [...document.querySelectorAll(".view .set")].map(
  (set) => ({_OWN})(set).map((tile) => tile.ariaLabel)
)"""

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
    still: bool
    held: int
    yields: bool
    """Whether sets make room for tiles that hover over them."""
    places: tuple[Box, ...]
    """The strip for a new set, where it is shown, the rack, and the table."""
    revision: int = 0
    """The server's, where the page was compared with it."""

    @property
    def tiles(self) -> tuple[Shown, ...]:
        return (*self.rack, *(tile for each in self.sets for tile in each))

    @property
    def table(self) -> Counter[str]:
        """The sets, wherever they lie."""
        return Counter(words_of(each) for each in self.sets)

    @property
    def where(self) -> dict[str, str]:
        """Which tiles are in the rack and which on the table."""
        return {tile.id: "rack" for tile in self.rack} | {tile.id: "table" for each in self.sets for tile in each}


def seen_on(page: Page) -> Seen | None:
    """The page now, which must at any moment be whole; ``None`` when it shows no rack."""
    found = page.evaluate(_READ)
    if found["rack"] is None:
        return None
    seen = Seen(
        tuple(map(_shown, found["rack"])),
        tuple(tuple(map(_shown, each)) for each in found["sets"]),
        found["still"],
        found["held"],
        found["yields"],
        tuple(map(tuple, found["places"])),
    )
    names = Counter(tile.id for tile in seen.tiles)
    assert max(names.values(), default=1) == 1, f"doubled: {[name for name, count in names.items() if count > 1]}"
    assert found["all"] == len(seen.tiles), "there are tiles beside the rack and the table"
    return seen


def table_on(page: Page) -> str | None:
    """The table as a page shows it, set by set as they are read; ``None`` when it shows none."""
    sets = page.evaluate(_READ_TABLE)
    return None if sets is None else " | ".join(" ".join(map(_kind, each)) for each in sets)


def words_of(tiles: tuple[Shown, ...]) -> str:
    return " ".join(tile.kind for tile in tiles)


def _kind(label: str) -> str:
    found = _NAME.match(label.split(" as ")[0])
    assert found, f"a tile is called {label!r}"
    colour, number, joker = found.groups()
    return _JOKERS[joker] if joker else f"{_LETTERS[colour]}{number}"


def _shown(row: list[Any]) -> Shown:
    name, label, x, y, width, height, lifted = row
    return Shown(name, _kind(label), (x, y, width, height), lifted)


def differs(seen: Seen, server: View) -> str | None:
    """What is wrong with the tiles of the page, compared with what the server lets the seat see."""
    assert server.rack is not None
    shown = count_kinds(Tiles(" ".join(tile.kind for tile in seen.tiles)))
    if shown != count_kinds((*server.rack, *server.table.tiles())):
        return f"the page shows {shown}, the server has {server.rack} and {server.table}"
    rack = list(server.rack)
    for kind in Tiles(words_of(seen.rack)):
        if kind not in rack:
            return f"{kind} is in the rack on the page, and not the seat's: {server.rack}"
        rack.remove(kind)
    return None


def overlaps(seen: Seen) -> list[str]:
    """Tiles that lie on each other; those of a set that is wider than the table may lie closer, in their order."""
    home = {tile.id: at for at, tiles in enumerate((seen.rack, *seen.sets)) for tile in tiles}
    boxes = sorted(seen.tiles, key=lambda tile: tile.box[0])
    found = []
    for index, one in enumerate(boxes):
        x, y, width, height = one.box
        for other in boxes[index + 1 :]:
            if other.box[0] > x + width - 3:
                break
            closer = home[one.id] == home[other.id] > 0 and other.box[0] > x + 3
            if abs(other.box[1] - y) < height - 3 and (one in seen.rack) == (other in seen.rack) and not closer:
                found.append(f"{one.kind} {other.kind}")
    return found
