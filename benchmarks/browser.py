"""``python -m benchmarks.browser``: the web app in Chromium at the size of a phone, made four times slower.

Dropped frames while a finger drags a tile over a table of the 106-tile and of the 160-tile set that is full, and while
the other player rearranges more than twenty tiles there. Beside them stand the same without the slowing, the same on
an empty table, and a bare page with one square under the finger: less than that this machine cannot do. Then the first
load: bytes of script, first paint, when it is interactive, and layout shift. Then solving a real table: how many taps
enter it, and how long the answer takes. Then what each page loads. ``load``, ``drag``, ``move``, ``solve`` and
``sizes`` after the command measure that alone.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Collection
from pathlib import Path

import msgspec
from playwright.sync_api import Browser

from benchmarks.browser_sizes import sizes
from benchmarks.browser_solve import solving
from benchmarks.full_table import FullTable
from benchmarks.phone import SLOWER, Phone, phone, tell
from tests.kit.browser import chromium
from tests.kit.served import PLENTY, RELAXED, Serving, serving, settings_in

PARTS = ("load", "drag", "move", "solve", "sizes")
LOADS = 3
"""The first load is measured so often; the median is told."""

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
_FLOWN = """() => {
  const { animate } = Element.prototype;
  window.flown = new Set();
  Element.prototype.animate = function (...how) { flown.add(this); return animate.apply(this, how); };
}"""
_BARE = """<meta name="viewport" content="width=device-width"><body style="margin:0;touch-action:none">
<div data-tile style="width:46px;height:60px;background:#258;will-change:transform"></div>"""
_FOLLOW = """() => addEventListener("pointermove", ({ clientX, clientY }) => {
  document.querySelector("div").style.transform = `translate3d(${clientX}px, ${clientY}px, 0)`;
})"""


def drags(here: Phone, name: str) -> None:
    """The same drag as it is, and made slower."""
    for times in (1, SLOWER):
        here.slow(times)
        here.page.wait_for_timeout(500)
        tell(f"{name}, a drag, {times}x", here.frames(here.drag))
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
        here.page.evaluate(_FLOWN)
        for times in (1, SLOWER) if full and "move" in parts else ():
            here.slow(times)
            table.draw()
            here.page.wait_for_timeout(2500)
            here.page.evaluate("() => flown.clear()")

            def rearrange() -> None:
                table.rearrange()
                here.page.wait_for_timeout(1700)

            frames = here.frames(rearrange)
            moved = here.page.evaluate("() => flown.size")
            tell(f"{name}, the other moves {moved}, {times}x", frames)
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
    tell("first load, compressed script, aim 80 kB", f"{median['script'] / 1000:.1f} kB of {median['all'] / 1000:.1f}")
    tell("first load, first paint", f"{median['painted']:.0f} ms")
    tell("first load, interactive, aim 1000 ms", f"{median['interactive']:.0f} ms")
    tell("first load, layout shift, aim 0", f"{max(each['shift'] for each in found):.4f}")


def main() -> int:
    parser = argparse.ArgumentParser(description="The web app in Chromium at the size of a phone, made slower.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; all of them where none is named")
    parts = parser.parse_args().parts or PARTS
    if unknown := set(parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    limits = msgspec.structs.replace(RELAXED, commands=PLENTY)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(settings_in(Path(folder), limits=limits)) as running,
        chromium(whole=True) as browser,
    ):
        if "load" in parts:
            loads(browser, running.url)
        if "solve" in parts:
            solving(browser, running.url)
        if "sizes" in parts:
            sizes(browser, running.url)
        if {"drag", "move"} & set(parts):
            tell("", f"{'frames':>6} {'dropped':>8} {'':8} {'p95 ms':>8} {'by itself':>12} {'busy ms':>8}")
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
