"""A phone for the benchmarks of the web app: a page of its size, a finger, a slower processor, frames counted."""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from statistics import quantiles
from typing import Any, NamedTuple

import msgspec
from playwright.sync_api import Browser, CDPSession, Page

from tests.kit.browser import middle

SLOWER = 4
"""How many times slower the processor is made."""
STEPS = 120
FRAME = 1000 / 60
PHONE = {"width": 412, "height": 915}

_FRAMES = """() => {
  const times = (window.frames_at = []);
  const next = (time) => { times.push(time); if (window.frames_at === times) requestAnimationFrame(next); };
  requestAnimationFrame(next);
}"""


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


def tell(what: str, figures: object) -> None:
    print(f"{what:64} {figures}", flush=True)
