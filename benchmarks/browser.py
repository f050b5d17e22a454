"""``python -m benchmarks.browser``: the web app in Chromium at the size of a phone, made four times slower.

Dropped frames while a finger drags a tile over a table of the 106-tile and of the 160-tile set that is full, and while
the other player rearranges more than twenty tiles there. Beside them stand the same without the slowing, the same on
an empty table, and a bare page with one square under the finger: less than that this machine cannot do. Then the first
load: bytes of script, first paint, when it is interactive, and layout shift. ``load``, ``drag`` and ``move`` after the
command measure that alone.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from statistics import quantiles
from typing import Any, NamedTuple

import msgspec
from playwright.sync_api import Browser, CDPSession, Page

from benchmarks.full_table import FullTable
from tests.kit.browser import chromium, middle
from tests.kit.served import PLENTY, RELAXED, Serving, serving, settings_in

SLOWER = 4
"""How many times slower the processor is made."""
STEPS = 120
FRAME = 1000 / 60
PHONE = {"width": 412, "height": 915}
PARTS = ("load", "drag", "move")
LOADS = 3
"""The first load is measured so often; the median is told."""

_FRAMES = """() => {
  const times = (window.frames_at = []);
  const next = (time) => { times.push(time); if (window.frames_at === times) requestAnimationFrame(next); };
  requestAnimationFrame(next);
}"""
_WATCH = """window.shifts = []; window.tasks = [];
new PerformanceObserver((list) => list.getEntries().forEach((each) => shifts.push(each.value)))
  .observe({ type: "layout-shift", buffered: true });
new PerformanceObserver((list) => list.getEntries().forEach((each) => tasks.push(each.startTime + each.duration)))
  .observe({ type: "longtask", buffered: true });"""
_LOADED = """() => ({
  shift: shifts.reduce((sum, each) => sum + each, 0),
  interactive: Math.max(performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd, ...tasks,
    performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0),
  painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
})"""
_BARE = """<meta name="viewport" content="width=device-width"><body style="margin:0;touch-action:none">
<div data-tile style="width:46px;height:60px;background:#258;will-change:transform"></div>"""
_FOLLOW = """() => addEventListener("pointermove", ({ clientX, clientY }) => {
  document.querySelector("div").style.transform = `translate3d(${clientX}px, ${clientY}px, 0)`;
})"""


class Frames(NamedTuple):
    """Frames that were drawn, and that should have been."""

    drawn: int
    dropped: int
    p95: float
    own: int
    """Frames dropped by the page itself, however busy the machine: its thread works longer than a frame, four times
    as long as here, or as long as here where it was slowed."""
    busy: float
    """Milliseconds the page's own thread worked for each frame drawn; waiting for a busy machine is not in it."""

    def __str__(self) -> str:
        share = 100 * self.dropped / max(1, self.drawn + self.dropped)
        return f"{self.drawn:6} {self.dropped:8} {share:6.1f} % {self.p95:8.1f} {self.own:12} {self.busy:8.1f}"


def worked(trace: bytes) -> list[float]:
    """How long the page's own thread worked from each frame it began to the next, in milliseconds."""
    events = msgspec.json.decode(trace)["traceEvents"]
    begun = [each for each in events if each["name"] == "FireAnimationFrame"]
    thread = Counter((each["pid"], each["tid"]) for each in begun).most_common(1)[0][0]
    own = [each for each in events if (each["pid"], each["tid"]) == thread and each.get("tdur")]
    tasks = sorted((each["ts"], each["tdur"]) for each in own if each["name"] == "ThreadControllerImpl::RunTask")
    # A frame begins inside of a task, which is the first of it.
    starts = [each["ts"] for each in begun if (each["pid"], each["tid"]) == thread]
    first = [bisect(tasks, (start,)) - 1 for start in sorted(starts)]
    return [sum(spent for _, spent in tasks[one:two]) / 1000 for one, two in pairwise(first)]


class Phone:
    """A page at the size of a phone, touched by a finger, as slow as is wanted."""

    def __init__(self, page: Page, line: CDPSession) -> None:
        self.page, self.line, self.times = page, line, 1

    def slow(self, times: int) -> None:
        self.times = times
        self.line.send("Emulation.setCPUThrottlingRate", {"rate": times})

    def frames(self, do: Callable[[], object]) -> Frames:
        """The frames while something is done; a frame is dropped when the next one is half a frame late."""
        browser = self.page.context.browser
        assert browser is not None
        browser.start_tracing(page=self.page, categories=["-*", "toplevel", "devtools.timeline"])
        self.page.evaluate(_FRAMES)
        do()
        times: list[float] = self.page.evaluate("() => { const times = frames_at; frames_at = null; return times; }")
        spent = worked(browser.stop_tracing())
        gaps = [two - one for one, two in pairwise(times)]
        own = _dropped([each * SLOWER / self.times for each in spent])
        return Frames(len(gaps), _dropped(gaps), quantiles(gaps, n=20)[-1], own, sum(spent) / len(spent))

    def drag(self) -> None:
        """A tile over the full width, down the table, three times across, and home again."""
        home = middle(self.page.locator(".rack [data-tile], body > [data-tile]").first)
        cloth = self.page.locator(".view, body").last.bounding_box()
        assert cloth is not None
        self._touch("touchStart", *home)
        for step in range(STEPS):
            across = abs((step / STEPS * 3) % 2 - 1)
            self._touch("touchMove", cloth["x"] + cloth["width"] * across, cloth["y"] + cloth["height"] * step / STEPS)
        for step in range(10):
            self._touch("touchMove", home[0], home[1] - 10 + step)
        self._touch("touchEnd")

    def _touch(self, kind: str, *at: float) -> None:
        points = [dict(zip("xy", at, strict=True))] if at else []
        self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def _dropped(times: list[float]) -> int:
    """How many frames should have been drawn meanwhile."""
    return sum(round(time / FRAME) - 1 for time in times if time > 1.5 * FRAME)


@contextmanager
def phone(browser: Browser, url: str, cookie: str = "") -> Iterator[Phone]:
    viewport: Any = PHONE
    context = browser.new_context(
        viewport=viewport, has_touch=True, is_mobile=True, locale="en-GB", service_workers="block", base_url=url
    )
    if cookie:
        name, _, value = cookie.partition("=")
        context.add_cookies([{"name": name, "value": value, "url": url}])
    page = context.new_page()
    yield Phone(page, context.new_cdp_session(page))
    context.close()


def _print(what: str, figures: object) -> None:
    print(f"{what:64} {figures}", flush=True)


def drags(here: Phone, name: str) -> None:
    """The same drag as it is, and made slower."""
    for times in (1, SLOWER):
        here.slow(times)
        here.page.wait_for_timeout(500)
        _print(f"{name}, a drag, {times}x", here.frames(here.drag))
        here.page.wait_for_timeout(500)


def bare(browser: Browser, url: str) -> None:
    """A square that follows the finger: what this machine can do at best."""
    with phone(browser, url) as here:
        here.page.set_content(_BARE)
        here.page.evaluate(_FOLLOW)
        drags(here, "a bare page")


def in_play(browser: Browser, running: Serving, tiles: str, parts: Collection[str], full: bool = True) -> None:
    """Dropped frames in a drag, and while the other player rearranges the table."""
    table = FullTable(running, tiles)
    if full:
        table.fill()
    with phone(browser, running.url, table.cookie) as here:
        here.page.goto(f"/t/{table.id}")
        here.page.wait_for_selector(".rack [data-tile]")
        here.page.wait_for_timeout(2500)
        name = f"{tiles} tiles, {here.page.locator('.view [data-tile]').count()} on the table"
        if "drag" in parts:
            drags(here, name)
        # A little smaller, so that all that moves is in sight.
        here.page.keyboard.press("-")
        for times in (1, SLOWER) if full and "move" in parts else ():
            here.slow(times)
            table.draw()
            here.page.wait_for_timeout(2500)
            moved = 0

            def rearrange() -> None:
                nonlocal moved
                table.rearrange()
                here.page.wait_for_timeout(200)
                moved = here.page.evaluate("() => document.getAnimations().length")
                here.page.wait_for_timeout(1500)

            frames = here.frames(rearrange)
            _print(f"{name}, the other moves {moved}, {times}x", frames)
    table.close()


def first_load(browser: Browser, url: str) -> dict[str, float]:
    """What it takes until the first page can be used."""
    sizes: dict[str, float] = {}
    kinds: dict[str, str] = {}
    with phone(browser, url) as here:
        here.slow(SLOWER)
        here.line.send("Network.enable")
        here.line.on("Network.responseReceived", lambda told: kinds.update({told["requestId"]: told["type"]}))
        here.line.on(
            "Network.loadingFinished", lambda told: sizes.update({told["requestId"]: told["encodedDataLength"]})
        )
        here.page.add_init_script(_WATCH)
        # Nothing is asked of the page meanwhile: that would be work of its thread, too.
        here.page.goto("/", wait_until="commit")
        here.page.wait_for_timeout(4000)
        assert here.page.get_by_role("button", name="Play now").first.is_visible()
        found: dict[str, float] = here.page.evaluate(_LOADED)
    found["script"] = sum(size for name, size in sizes.items() if kinds.get(name) == "Script")
    found["all"] = sum(sizes.values())
    return found


def loads(browser: Browser, url: str) -> None:
    """The median of a few first loads, each with nothing kept from before."""
    found = [first_load(browser, url) for _ in range(LOADS)]
    median = {name: sorted(each[name] for each in found)[LOADS // 2] for name in found[0]}
    _print(
        "first load, compressed script, aim 150 kB", f"{median['script'] / 1000:.1f} kB of {median['all'] / 1000:.1f}"
    )
    _print("first load, first paint", f"{median['painted']:.0f} ms")
    _print("first load, interactive, aim 1000 ms", f"{median['interactive']:.0f} ms")
    _print("first load, layout shift, aim 0", f"{max(each['shift'] for each in found):.4f}")


def main() -> int:
    parser = argparse.ArgumentParser(description="The web app in Chromium at the size of a phone, made slower.")
    parser.add_argument("parts", nargs="*", metavar="PART", help="load, drag or move; all of them where none is named")
    parts = parser.parse_args().parts or PARTS
    if unknown := set(parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    limits = msgspec.structs.replace(RELAXED, commands=PLENTY)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(settings_in(Path(folder), limits=limits)) as running,
        chromium() as browser,
    ):
        if "load" in parts:
            loads(browser, running.url)
        _print("", f"{'frames':>6} {'dropped':>8} {'':8} {'p95 ms':>8} {'by itself':>12} {'busy ms':>8}")
        if "drag" in parts:
            bare(browser, running.url)
            in_play(browser, running, "160", parts, full=False)
        if {"drag", "move"} & set(parts):
            in_play(browser, running, "106", parts)
            in_play(browser, running, "160", parts)
    print(f"load of this machine {os.getloadavg()[0]:.1f} on {os.cpu_count()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
