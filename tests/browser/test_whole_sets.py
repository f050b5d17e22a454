"""Sets that are seen whole: those on the cloth that are not are counted, and the last one is at the end."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.conftest import alone
from tests.kit.browser import Person

Arrive = Callable[..., Person]
Stack = Callable[..., None]

SIZES = ((360, 640), (390, 844), (844, 390), (768, 1024), (1440, 900), (2560, 1440))

_HIDDEN = """() => {
  const view = document.querySelector(".view").getBoundingClientRect();
  const [top, bottom] = [view.top + 10, view.bottom - 10];
  return [...document.querySelectorAll(".view .set")].filter((set) => {
    const box = set.getBoundingClientRect();
    const seen = Math.min(box.bottom, bottom) - Math.max(box.top, top);
    return seen < box.height / 2;
  }).length;
}"""


def test_more_sets_counts_those_that_cannot_be_read(arrive: Arrive, stack: Stack) -> None:
    ann = arrive()
    alone(ann, stack, rack="r1 r2 r3 b1 b2 b3 k1 k2 k3 y4 y5 y6 r8 b9")
    for run in ("r1 r2 r3", "b1 b2 b3", "k1 k2 k3", "y4 y5 y6"):
        ann.lay(*run.split())
    ann.page.set_viewport_size({"width": 390, "height": 470})
    pill, view = ann.page.locator(".pill"), ann.page.locator(".view.scrolls")
    view.wait_for()
    told = []
    for far in (0, 4, 12, 30, 60, 500):
        view.evaluate("(each, top) => each.scrollTo({ top })", far)
        ann.eventually(
            lambda: _number(pill.inner_text() if pill.count() else "") == ann.page.evaluate(_HIDDEN),
            f"counting what is hidden after {far} px",
        )
        told.append(ann.page.evaluate(_HIDDEN))
    assert len(set(told)) > 1, "what is hidden never changed"


def _number(text: str) -> int:
    return int(text.split()[0]) if text else 0


def test_the_end_shows_the_whole_last_set_on_every_size(arrive: Arrive, stack: Stack) -> None:
    ann = arrive()
    run = [f"r{number}" for number in range(1, 12)]
    alone(ann, stack, rack=" ".join([*run, "b9", "b10", "b11"]))
    ann.lay("b9", "b10", "b11")
    ann.lay(*run)
    ann.end_turn()
    last = ann.page.locator(".last .tile")
    last.nth(len(run) - 1).wait_for()
    assert last.count() == len(run)
    ann.page.reload()
    last.nth(len(run) - 1).wait_for()
    assert last.count() == len(run), "after a reload, too"
    for width, height in SIZES:
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.await_rest()
        boxes = [tile.bounding_box() for tile in last.all()]
        news = ann.page.locator(".news").bounding_box()
        assert news is not None
        assert all(
            box and box["width"] >= 28 and box["x"] + box["width"] <= news["x"] + news["width"] + 8 for box in boxes
        )
