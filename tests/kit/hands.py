"""Playing by hand in a browser: a whole new table is made of sets laid with the mouse, with a finger or by keyboard."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tests.kit.browser import Person, middle
from tests.kit.seen import Seen, Shown, seen_on
from tilery.notation import Table

if TYPE_CHECKING:
    from playwright.sync_api import Locator

__all__ = ["PHONE", "Finger", "Hands", "Keys", "Mouse"]

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
"""A context that a finger is for."""


class Hands:
    """Somebody's hands at their table."""

    def __init__(self, person: Person) -> None:
        self.person, self.page = person, person.page

    def pick(self, tile: str) -> None:
        """Have one more tile in the hand, named by its id on the page."""
        raise NotImplementedError

    def lay(self, tiles: list[str]) -> None:
        """Lay what was picked as a new set."""
        raise NotImplementedError

    def press(self, button: str) -> None:
        raise NotImplementedError

    def play(self, table: Table) -> None:
        """Make this table set by set, and end the turn."""
        while missing := _sets(table) - _lying(seen := self.look()):
            tiles = _tiles_for(next(iter(missing)), seen, _sets(table))
            for tile in tiles:
                self.pick(tile)
            self.lay(tiles)
            self._await_other(_lying(seen), f"{type(self).__name__} laying {missing} from {tiles}, {seen}")
        self.person.done_lit.wait_for()
        self.press(".done")

    def draw(self) -> None:
        """Draw, or pass where the pool is empty."""
        self.press(".draw")

    def _await_other(self, sets: Counter[tuple[str, ...]], what: str) -> None:
        self.person.eventually(lambda: _lying(self.look()) != sets, what)

    def look(self) -> Seen:
        seen = seen_on(self.page)
        assert seen is not None
        return seen

    def tile(self, name: str) -> Locator:
        return self.page.locator(f'[data-tile="{name}"]')

    def on_rack(self, name: str) -> bool:
        return self.page.locator(f'.rack [data-tile="{name}"]').count() > 0

    @property
    def strip(self) -> Locator:
        return self.page.locator(".strip")


class Mouse(Hands):
    """Clicks tiles, and drags them together."""

    def pick(self, tile: str) -> None:
        self.tile(tile).click()

    def lay(self, tiles: list[str]) -> None:
        self.strip.scroll_into_view_if_needed()
        if self.on_rack(tiles[-1]):
            self.person.drag(self.tile(tiles[-1]), middle(self.strip))
        else:  # the tile may not be in sight any more
            self.page.mouse.click(*middle(self.strip))

    def press(self, button: str) -> None:
        self.page.wait_for_timeout(300)  # Done does not hear a press of the moment in which it lights up
        self.page.locator(button).click()


class Finger(Hands):
    """Taps tiles, and drags them together."""

    def pick(self, tile: str) -> None:
        self.tile(tile).tap()

    def lay(self, tiles: list[str]) -> None:
        self.strip.scroll_into_view_if_needed()
        x, y = middle(self.strip)
        if self.on_rack(tiles[-1]):
            self.person.drag_by_finger(self.tile(tiles[-1]), (x, y + 60))  # what a finger holds floats above it
        else:
            self.page.touchscreen.tap(x, y)

    def press(self, button: str) -> None:
        self.page.wait_for_timeout(300)
        self.page.locator(button).tap()


class Keys(Hands):
    """Walks over the tiles, and never points at anything."""

    def pick(self, tile: str) -> None:
        self._tab_to("[data-tile]")
        x, y = self._where(tile)
        for _ in range(200):
            at = self.page.evaluate("document.activeElement.dataset.tile")
            if at == tile:
                return self.page.keyboard.press("x")
            left, top = self._where(at)
            if abs(top - y) > 20:
                self.page.keyboard.press("ArrowUp" if top > y else "ArrowDown")
            else:
                self.page.keyboard.press("ArrowLeft" if left > x else "ArrowRight")
        raise AssertionError("the keys do not lead to a tile")

    def lay(self, tiles: list[str]) -> None:
        self.page.keyboard.press("n")

    def press(self, button: str) -> None:
        if button == ".done" and self.page.evaluate("document.activeElement.matches('[data-tile]')"):
            return self.page.keyboard.press("Enter")
        self._tab_to(button)
        return self.page.keyboard.press("Enter")

    def _tab_to(self, what: str) -> None:
        for _ in range(60):
            if self.page.evaluate("what => document.activeElement.matches(what)", what):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the Tab key does not lead to {what}")

    def _where(self, tile: str) -> tuple[float, float]:
        return middle(self.tile(tile))


def _lying(seen: Seen) -> Counter[tuple[str, ...]]:
    """The sets that lie on the page, whatever the order of their tiles."""
    return Counter(tuple(sorted(tile.kind for tile in each)) for each in seen.sets)


def _sets(table: Table) -> Counter[tuple[str, ...]]:
    return Counter(tuple(sorted(map(str, each))) for each in table)


def _tiles_for(kinds: tuple[str, ...], seen: Seen, wanted: Counter[tuple[str, ...]]) -> list[str]:
    """Tiles for a set: first those of sets that are not to stay, then one's own."""
    stay = Counter(wanted)
    loose: list[Shown] = []
    for each in seen.sets:
        name = tuple(sorted(tile.kind for tile in each))
        if stay[name]:
            stay[name] -= 1
        else:
            loose += each
    found = []
    free = [*loose, *seen.rack]
    for kind in kinds:
        tile = next(tile for tile in free if tile.kind == kind)
        free.remove(tile)
        found.append(tile)
    return [tile.id for tile in sorted(found, key=lambda tile: tile in seen.rack)]
