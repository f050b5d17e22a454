"""Solving a real table on a phone: how many taps enter it, and how long the answer takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple
from urllib.parse import urlencode

import msgspec
from playwright.sync_api import Browser

from benchmarks.phone import SLOWER, tell
from tests.kit.browser import Person
from tests.kit.hands import PHONE
from tests.kit.thumb import SIXTY, TWENTY, Laid, Thumb
from tilery.notation import Table, Tiles

VECTORS = Path(__file__).resolve().parents[1] / "tests/vectors"
FILES = ("positions", "bench-106", "bench-106-large", "bench-160")
"""Several editions, and then ever larger tables."""
EACH = 8
"""As many positions of each file."""
PAUSE = 300
"""Milliseconds without a tap after which the app asks by itself; the button to the answer asks at once."""
ANSWERS = ("Most tiles", "Nothing fits")

_TIMED = """() => {
  window.answer = new Promise((resolve) => document.querySelector(".keys").addEventListener("pointerup", (last) => {
    // The button that shows the answer is pressed at once, so that nobody waits for a thumb.
    setTimeout(() => document.querySelector(".enter > .press.main").click());
    const drawn = (within, how, find) => new Promise((tell) => {
      const seen = new MutationObserver(() => {
        const found = find();
        if (!found) return;
        seen.disconnect();
        // The task comes when the frame is drawn, before any timer or message; those may wait for the frame after it.
        requestAnimationFrame(() => scheduler.postTask(() => tell([found, performance.now() - last.timeStamp]), {
          priority: "user-blocking",
        }));
      });
      seen.observe(document.querySelector(within), how);
    });
    const words = drawn(".answers", { childList: true, subtree: true }, () =>
      document.querySelector(".answers [role=tab], .answers .card h2"));
    const table = drawn(".board", { attributeFilter: ["class"] }, () => document.querySelector(".board.after"));
    words.then(async ([found, read]) => {
      const server = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/solve")).at(-1);
      resolve([found.textContent, read, server.duration, found.role === "tab" ? (await table)[1] : read]);
    });
  }, { once: true }));
}"""


class Answered(NamedTuple):
    """Milliseconds from the last tap until the answer can be read, and until the table after it is drawn, too; and the
    server's share with the way there and back."""

    read: float
    server: float
    shown: float


def solving(browser: Browser, url: str) -> None:
    """The taps, and the time from the last one, and from the end of the pause after it, until the answer is drawn."""
    for laid in (SIXTY, TWENTY):
        taps = _taps(browser, url, laid)
        told = f"{taps} taps, {taps / laid.tiles:.2f} a tile"
        tell(f"solve, {laid.tiles} tiles entered by thumb, aim 1.15 a tile", told)
    ann = Person(browser, url, "Ann", {"motion": "auto"}, **PHONE, service_workers="block")
    first, *rest = [_answered(ann, position) for position in positions()]
    ann.close()
    read, server, shown = zip(*rest, strict=True)
    tell(f"solve, {len(rest)} positions, {SLOWER}x, the answer after the last tap", _figures(read))
    tell("solve, of that the server and the way there and back", _figures(server))
    tell("solve, the answer after the end of the pause, aim p95 300 ms", _figures(_late(read)))
    tell("solve, with the table after it, after the end of the pause", _figures(_late(shown)))
    tell("solve, the first answer of all, after the last tap", f"{first.read:.0f} ms, {first.server:.0f} the server's")


def _late(times: Sequence[float]) -> list[float]:
    return [max(0, each - PAUSE) for each in times]


def _figures(times: Sequence[float]) -> str:
    return f"p50 {median(times):.0f} ms, p95 {quantiles(times, n=20)[-1]:.0f}, most {max(times):.0f}"


def _taps(browser: Browser, url: str, laid: Laid) -> int:
    ann = Person(browser, url, "Ann", **PHONE, service_workers="block")
    ann.page.goto("/solve")
    thumb = Thumb(ann)
    thumb.enter(laid)
    ann.page.get_by_text(f"{len(laid.table)} sets").wait_for()
    shown = ann.page.locator(".board [data-tile], .rack [data-tile]").count()
    assert shown == laid.tiles, f"{shown} of {laid.tiles} tiles"
    ann.close()
    return thumb.taps


def positions() -> Iterator[dict[str, Any]]:
    """One to warm up, and then as many of each file, from its beginning to its end."""
    for name in FILES:
        lines = (VECTORS / f"{name}.jsonl").read_bytes().splitlines()
        first, *found = [each for each in map(msgspec.json.decode, lines) if _fits(each)]
        if name == FILES[0]:
            yield first
        yield from found[:: len(found) // EACH][:EACH]


def _fits(position: dict[str, Any]) -> bool:
    """Whether a tile can be tapped last while another is on the rack already."""
    rack = Tiles(position["rack"])
    return len(rack) > 1 and any(not kind.is_joker for kind in rack)


def _answered(ann: Person, position: dict[str, Any]) -> Answered:
    """All but a tile comes by a link, that one is tapped: how long its answer takes."""
    rack = list(Tiles(position["rack"]))
    last = rack.pop(max(at for at, kind in enumerate(rack) if not kind.is_joker))
    link = Laid(Table(position["table"]), Tiles(rack)).link
    terms = {"e": position["edition"], "t": position["tile_set"], "o": int(not position["opening"])}
    line = ann.context.new_cdp_session(ann.page)
    with ann.page.expect_response("**/api/solve") as heard:
        ann.page.goto(f"{link}&{urlencode(terms)}")
    heard.value.finished()
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    thumb = Thumb(ann)
    thumb.to_rack()
    thumb.colour(last)
    ann.await_rest()
    ann.page.evaluate(_TIMED)
    thumb.number(last.number)
    told, *times = ann.page.evaluate("answer")
    line.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    line.detach()
    assert told.startswith(ANSWERS), f"{position['id']}: {told}"
    return Answered(*times)
