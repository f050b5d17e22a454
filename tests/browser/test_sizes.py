"""The table on every screen: it lies wholly within its cloth at every size, and a window that changes reflows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise, permutations
from typing import Any

from benchmarks.full_table import FullTable
from tests.browser.conftest import alone
from tests.kit.browser import Person, middle
from tests.kit.seen import Box, seen_on
from tests.kit.served import Serving

Arrive = Callable[..., Person]
Stack = Callable[..., None]

SIZES = ((360, 640), (390, 844), (844, 390), (768, 1024), (1440, 900), (2560, 1440))
WALK = (*(size for pair in combinations(SIZES, 2) for size in pair), SIZES[0])
"""From every size to every other, and each way once."""
_FITS = """() => {
  const view = document.querySelector(".view"), cloth = document.querySelector(".board");
  const box = (element) => element.getBoundingClientRect();
  return {
    cloth: [box(cloth).left, box(cloth).top, box(cloth).right, box(cloth).bottom],
    scrolls: view.classList.contains("scrolls"),
    page: document.documentElement.scrollWidth - innerWidth,
    down: document.documentElement.scrollHeight - innerHeight,
  };
}"""


def resize(ann: Person, size: tuple[int, int]) -> None:
    width, height = size
    ann.page.set_viewport_size({"width": width, "height": height})


def outside(ann: Person) -> list[str]:
    """The tiles that are off the cloth or the window; on a cloth that scrolls those below are only scrolled away."""
    seen, found = seen_on(ann.page), ann.page.evaluate(_FITS)
    assert seen is not None
    left, top, right, bottom = found["cloth"]
    if not found["scrolls"]:
        assert found["page"] <= 0, "the page is wider than its window"

    def off(box: Box) -> bool:
        x, y, width, height = box
        high = not found["scrolls"] and (y < top - 1 or y + height > bottom + 1)
        return x < left - 1 or x + width > right + 1 or high

    return [tile.kind for each in seen.sets for tile in each if off(tile.box)]


def await_reflow(ann: Person, way: tuple[tuple[int, int], tuple[int, int]]) -> None:
    ann.eventually(lambda: not outside(ann), f"all tiles on the cloth after {way}")


_LITTLE = """() => [...document.querySelectorAll("*")].filter((each) => {
  const style = getComputedStyle(each), page = each === document.scrollingElement;
  const little = (overflow, more) => (page || /auto|scroll/.test(overflow)) && more > 0 && more < 8;
  return (
    little(style.overflowY, each.scrollHeight - each.clientHeight) ||
    little(style.overflowX, each.scrollWidth - each.clientWidth)
  );
}).map((each) => `${each.localName}.${each.className}`)"""
"""What scrolls by less than anybody would scroll for."""
_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
_LAID = """() => {
  const box = (element) => element.getBoundingClientRect();
  const all = [".view", ".view .inner", ".board [data-tile]"].flatMap((each) => [...document.querySelectorAll(each)]);
  return [[innerWidth, innerHeight], ...all.map((each) => Object.values(box(each).toJSON()))];
}"""


def await_settled(ann: Person, size: tuple[int, int]) -> None:
    """Wait until the window has this size, the sets are laid out for its cloth, and nothing moves any more."""
    before: list[list[float]] = []

    def settled() -> bool:
        nonlocal before
        ann.page.evaluate(_FRAMES)
        now = ann.page.evaluate(_LAID)
        still, before = now == before, now
        window, cloth, inner = now[0], now[1], now[2]
        return bool(still and window == list(size) and cloth[2:4] == inner[2:4])

    ann.eventually(settled, f"a table laid out for {size}")


def every_pair(ann: Person) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Let the window become every size from every other."""
    assert sorted(pairwise(WALK)) == sorted(permutations(SIZES, 2))
    resize(ann, WALK[0])
    for way in pairwise(WALK):
        await_reflow(ann, way)
        resize(ann, way[1])
        yield way


def sit_at(arrive: Arrive, table: FullTable, **options: Any) -> Person:
    """Ann at a table of a script."""
    ann = arrive(**options)
    name, _, value = table.cookie.partition("=")
    ann.context.add_cookies([{"name": name, "value": value, "url": ann.url}])
    ann.go(table.id)
    ann.rack.first.wait_for()
    return ann


def tile_size(ann: Person) -> float:
    box = ann.page.locator(".board [data-tile]").first.bounding_box()
    assert box is not None
    return box["width"]


def test_every_size_of_window_reflows_a_table_that_fits(arrive: Arrive, stack: Stack) -> None:
    ann = arrive()
    alone(ann, stack, rack="r10 r11 r12 r13 b3 b4 b5 k9 k10 k11 k12 b6 y9 k13")
    ann.lay("r10", "r11", "r12")
    ann.lay("b3", "b4", "b5")
    ann.lay("k9", "k10", "k11", "k12")
    ann.await_draft("r10 r11 r12 | b3 b4 b5 | k9 k10 k11 k12")
    for way in every_pair(ann):
        await_reflow(ann, way)
        assert not ann.page.evaluate(_FITS)["scrolls"], way
        ann.eventually(lambda: ann.page.evaluate(_FITS)["down"] <= 0, "a page no higher than its window")


def test_no_page_scrolls_by_a_pixel_or_two(arrive: Arrive) -> None:
    ann = arrive()
    for place in ("/", "/new?with=bots", "/rules/sabra", "/settings"):
        ann.page.goto(place)
        ann.page.get_by_role("heading", level=1).wait_for()
        for size in SIZES:
            resize(ann, size)
            ann.page.evaluate(_FRAMES)
            assert ann.page.evaluate(_LITTLE) == [], (place, size)


def test_every_size_of_window_reflows_a_full_table(arrive: Arrive, server: Serving) -> None:
    table = FullTable(server, "160")
    table.fill()
    assert table.lying > 100
    ann = sit_at(arrive, table)
    ann.rack.first.click()
    ann.page.keyboard.press("n")  # the draft is open
    ann.page.locator(".board .new").first.wait_for()
    for way in every_pair(ann):
        await_reflow(ann, way)
    table.close()


def test_a_drag_lasts_through_a_change_of_the_window(arrive: Arrive, stack: Stack) -> None:
    ann = arrive()
    alone(ann, stack, rack="r10 r11 r12 r13 b3 b4 b5 k9 k10 k11 k12 b6 y9 k13")
    ann.lay("b3", "b4", "b5")
    ann.lay("r10", "r11", "r12")
    ann.await_draft("b3 b4 b5 | r10 r11 r12")
    for before, after in permutations(((1440, 900), (390, 844)), 2):
        resize(ann, before)
        await_settled(ann, before)
        ann.page.mouse.move(*middle(ann.held("r13")))
        ann.page.mouse.down()
        # It rests in another set, whose tiles make room for it.
        ann.page.mouse.move(*middle(ann.laid("b4")), steps=3)
        ann.page.locator(".held").wait_for()
        resize(ann, after)
        await_settled(ann, after)
        box = ann.laid("r12").bounding_box()
        assert box is not None
        ann.page.mouse.move(box["x"] + box["width"], box["y"] + box["height"] / 2, steps=3)
        ann.page.mouse.up()
        ann.await_draft("b3 b4 b5 | r10 r11 r12 r13")
        ann.page.keyboard.press("z")
        ann.await_draft("b3 b4 b5 | r10 r11 r12")


def test_tiles_grow_with_the_cloth_and_keep_their_size_through_a_turn(arrive: Arrive, stack: Stack) -> None:
    ann = arrive()
    alone(ann, stack, rack="r10 r11 r12 r13 b3 b4 b5 k9 k10 k11 k12 b6 y9 k13")
    sizes = []
    for width, height in sorted(SIZES, key=lambda size: min(size[0], size[1] * 1.6)):
        resize(ann, (width, height))
        ann.lay("r10", "r11", "r12")
        ann.await_draft("r10 r11 r12")
        sizes.append(tile_size(ann))
        ann.lay("b3", "b4", "b5")
        ann.lay("k9", "k10", "k11", "k12")
        ann.await_draft("r10 r11 r12 | b3 b4 b5 | k9 k10 k11 k12")
        assert tile_size(ann) == sizes[-1], (width, height)
        for _ in range(3):
            ann.page.keyboard.press("z")
        ann.await_draft("")
    assert sizes == sorted(sizes)
    assert sizes[0] >= 34
    assert sizes[-1] >= 100, "at 2560×1440"
    on_rack = ann.rack.first.bounding_box()
    assert on_rack is not None
    assert on_rack["width"] >= 85, "the rack grows with it"
