"""Fingers on a full table: a second one puts down what the first holds, two scroll and zoom, a quick swipe pans."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from benchmarks.full_table import FullTable
from tests.browser.conftest import alone
from tests.browser.test_sizes import sit_at, tile_size
from tests.kit.browser import Person, middle
from tests.kit.hands import PHONE
from tests.kit.seen import seen_on
from tests.kit.served import Serving

Arrive = Callable[..., Person]
Stack = Callable[..., None]
At = tuple[float, float]
Touch = Callable[..., None]


@contextmanager
def fingers(ann: Person) -> Iterator[Touch]:
    """Say of each step where all fingers are; none is the end."""
    line = ann.context.new_cdp_session(ann.page)
    down = 0

    def touch(*points: At) -> None:
        nonlocal down
        kind = "touchEnd" if len(points) < down else "touchStart" if len(points) > down else "touchMove"
        down = len(points)
        shown = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": shown})

    yield touch
    line.detach()


def scrolled(ann: Person) -> float:
    return float(ann.page.locator(".view").evaluate("view => view.scrollTop"))


def a_tile_in_the_middle(ann: Person) -> At:
    """A tile that lies somewhere in the middle of what is seen of the cloth."""
    seen, box = seen_on(ann.page), ann.page.locator(".view").bounding_box()
    assert seen is not None
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    tiles = (tile.middle for each in seen.sets for tile in each)
    return min(tiles, key=lambda at: abs(at[0] - x) + abs(at[1] - y))


@pytest.fixture(scope="module")
def full_table(server: Serving) -> Iterator[FullTable]:
    table = FullTable(server, "160")
    table.fill()
    yield table
    table.close()


def test_a_second_finger_puts_down_what_the_first_holds(arrive: Arrive, stack: Stack) -> None:
    ann = arrive(**PHONE)
    alone(ann, stack)
    x, y = middle(ann.held("r10"))
    strip = middle(ann.page.locator(".strip"))
    with fingers(ann) as touch:
        touch((x, y))
        touch((x, y - 40))
        touch((strip[0], strip[1] + 60))
        ann.page.locator(".held").wait_for()
        touch((strip[0], strip[1] + 60), (60, 300))
        ann.page.locator(".held").wait_for(state="detached")
        touch((strip[0], strip[1] + 40), (60, 280))
        touch((60, 280))
        touch((90, 240))
        touch()
    ann.await_rest()
    assert ann.draft == ""
    assert ann.page.locator('[aria-pressed="true"]').count() == 0


def test_two_fingers_scroll_and_zoom_and_never_move_a_tile(arrive: Arrive, full_table: FullTable) -> None:
    ann = sit_at(arrive, full_table, **PHONE)
    draft, (x, y) = ann.draft, a_tile_in_the_middle(ann)
    with fingers(ann) as touch:
        touch((x, y))
        touch((x, y), (x - 90, y))
        for step in range(1, 9):
            touch((x, y - 12 * step), (x - 90, y - 12 * step))
        ann.eventually(lambda: scrolled(ann) > 60, "the table scrolled")
        touch((x, y - 96))
        touch()
        before = tile_size(ann)
        touch((x, y))
        touch((x, y), (x - 60, y))
        for step in range(1, 9):
            touch((x + 6 * step, y), (x - 60 - 6 * step, y))
        touch()
    ann.eventually(lambda: tile_size(ann) > before, "larger tiles")
    ann.eventually(lambda: not ann.page.locator('[aria-pressed="true"], .held').count(), "nothing is held")
    assert ann.draft == draft


def test_on_a_full_table_a_quick_swipe_on_tiles_pans_and_a_finger_that_rests_first_lifts(
    arrive: Arrive, full_table: FullTable
) -> None:
    ann = sit_at(arrive, full_table, **PHONE)
    draft, (x, y) = ann.draft, a_tile_in_the_middle(ann)
    ann.swipe((x, y), (x + 3, y - 160))
    ann.eventually(lambda: scrolled(ann) > 60, "the table panned up")
    (x, y), there = a_tile_in_the_middle(ann), scrolled(ann)
    ann.swipe((x, y), (x + 3, y + 120))
    ann.eventually(lambda: scrolled(ann) < there - 50, "and down")
    assert ann.draft == draft
    x, y = a_tile_in_the_middle(ann)
    before = scrolled(ann)
    with fingers(ann) as touch:
        touch((x, y))
        ann.page.wait_for_timeout(250)  # the finger rests
        for step in range(1, 6):
            touch((x, y + 10 * step))
        ann.page.locator(".held").wait_for()
        touch((x, y + 60))
        assert scrolled(ann) == before
        touch((x, y + 60), (x - 90, y))
        touch()
    assert ann.draft == draft


def test_while_many_tiles_fly_a_turned_screen_a_finger_and_the_next_move_find_the_table_as_it_is(
    arrive: Arrive, server: Serving
) -> None:
    table = FullTable(server, "106")
    table.fill()
    ann = sit_at(arrive, table, settings={"motion": "auto"}, **PHONE)

    def lies() -> str:
        return str(table.players[0].game["table"])

    def shown() -> int:
        seen = seen_on(ann.page)
        assert seen is not None
        return sum(len(each) for each in seen.sets)

    count = shown()
    table.draw()
    table.rearrange()
    ann.eventually(lambda: not ann.page.evaluate("document.getAnimations().length === 0"), "tiles that fly")
    # None is lost or doubled meanwhile; the other's own tile comes to them.
    assert count <= shown() <= count + 1
    ann.page.set_viewport_size({"width": 844, "height": 390})
    ann.await_draft(lies())
    ann.page.set_viewport_size(PHONE["viewport"])
    table.draw()
    table.rearrange()
    ann.eventually(lambda: not ann.page.evaluate("document.getAnimations().length === 0"), "tiles that fly again")
    with fingers(ann) as touch:
        touch(a_tile_in_the_middle(ann))
        touch()
    ann.await_draft(lies())
    assert shown() == count + 2
    table.close()
