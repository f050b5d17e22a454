"""``python -m benchmarks.browser``: the web app in Chromium, made four times slower, as on a phone.

Dropped frames while a tile is dragged over a full table of the 160-tile set and while an opponent rearranges twenty
tiles there, beside a page at rest; then the first load: bytes of script, when it is interactive, and layout shift.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain, combinations, pairwise, permutations
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
from playwright.sync_api import Browser, CDPSession, Page

from tests.kit.browser import chromium
from tests.kit.online import Player, arrive, make_table
from tests.kit.served import PLENTY, RELAXED, Serving, serving, settings_in
from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules
from tilery.rules.reading import read
from tilery.solver import Play, best_play
from tilery.wire import from_plain

SLOWER = 4
"""How many times slower the processor is made."""
FULL = 125
"""As many tiles lie on the table before anything is measured."""
REARRANGED = 20
SPARE = 4
"""As many tiles a player keeps, so that nobody goes out."""
STEPS = 120
FRAME = 1000 / 60
PHONE, DESK = (412, 915), (1280, 800)

Rows = list[tuple[str, str, str]]

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


class Frames(NamedTuple):
    """Frames that were drawn, and that should have been."""

    drawn: int
    dropped: int
    longest: float
    busy: float
    """Milliseconds of work of the page's own thread for each frame drawn."""


class Late:
    """A late game of all 160 tiles: one seat is shown in the browser, and both are played by a script."""

    def __init__(self, running: Serving) -> None:
        self.running = running
        self.cookie, made, self.players = running.run(_sit_down(running.url))
        self.id: str = made["terms"]["id"]
        self.rules = from_plain(made["terms"]["rules"], Rules)

    def play(self) -> Table | None:
        """Play until the table is full and Bo could rearrange it with the next move; the table after it, if he can."""
        ann, bo = self.players
        while sum(map(len, Table(ann.game["table"]))) < FULL and ann.game["pool"] > 2 * SPARE:
            self._turn(ann if ann.to_move else bo)
        if bo.to_move:
            self._ask(bo, "draw")
        while ann.game["pool"] > 1:
            play = self._best(bo, Tiles(Tiles(bo.game["rack"])[1:]))
            after = rearranged(play.table) if play and play.played else None
            if after is not None:
                return after
            self._ask(ann, "draw")
            self._ask(bo, "draw")
        return None

    def _turn(self, player: Player) -> None:
        """Lay as many tiles as possible but a few, or draw."""
        play = self._best(player, Tiles(Tiles(player.game["rack"])[SPARE:]))
        if play is None or not play.played:
            self._ask(player, "draw")
        else:
            self._ask(player, "play", table=str(play.table))

    def _best(self, player: Player, held: Tiles) -> Play | None:
        game = player.game
        return best_play(self.rules, Table(game["table"]), held, opened=game["opened"][player.seat or 0])

    def draw(self) -> None:
        self._ask(self.players[0], "draw")

    def rearrange(self, after: Table) -> None:
        self._ask(self.players[1], "play", table=str(after))

    def _ask(self, player: Player, do: str, **more: Any) -> None:
        done = self.running.run(player.ask(do, revision=player.revision, **more))
        for each in self.players:
            self.running.run(each.until(lambda p: p.revision >= done["revision"]))

    def close(self) -> None:
        for player in self.players:
            self.running.run(player.close())


async def _sit_down(url: str) -> tuple[str, dict[str, Any], list[Player]]:
    async with httpx.AsyncClient(base_url=url, timeout=30) as http:
        ann, bo = await arrive(http, "Ann"), await arrive(http, "Bo")
        made = await make_table(http, ann, edition="sabra", tile_set="160", seats=("me", "open"))
    players = [await Player(host, made["terms"]["id"]).open() for host in (ann, bo)]
    await players[1].ask("sit")
    for player in players:
        await player.ask("ready")
    for player in players:
        await player.until(lambda p: p.phase == "playing" and p.game is not None)
    return ann.cookie, made, players


Ways = Iterator[tuple[tuple[Tiles, ...], tuple[Tiles, ...]]]


def rearranged(table: Table) -> Table | None:
    """The same tiles with sets crossed, parted and joined until twenty lie in another set, where that can be."""
    sets, moved = list(table), 0
    for old, new in chain(_crossed(table), _parted(table), _joined(table)):
        if moved >= REARRANGED:
            break
        if all(map(read, new)) and all(any(each is one for each in sets) for one in old):
            sets = [each for each in sets if not any(each is one for one in old)] + list(new)
            moved += sum(map(len, old)) - max(len(old[0]), len(new[0]))
    return Table(sets) if moved >= REARRANGED else None


def _crossed(table: Table) -> Ways:
    """Three groups of the same colours become runs."""
    for three in combinations(sorted((each for each in table if len(each) in (3, 4)), key=str), 3):
        if len({len(each) for each in three}) == 1 and len({kind.number for kind in three[0]}) == 1:
            yield three, tuple(Tiles(each).sorted() for each in zip(*(one.sorted() for one in three), strict=True))


def _parted(table: Table) -> Ways:
    for one in table:
        if len(one) >= 6:
            yield (one,), (Tiles(one[: len(one) // 2]), Tiles(one[len(one) // 2 :]))


def _joined(table: Table) -> Ways:
    for one, other in permutations(table, 2):
        yield (one, other), (Tiles((*one, *other)),)


# In the browser


@contextmanager
def phone(browser: Browser, size: tuple[int, int], url: str, cookie: str = "") -> Iterator[tuple[Page, CDPSession]]:
    """A page on a slow machine."""
    viewport: Any = {"width": size[0], "height": size[1]}
    context = browser.new_context(viewport=viewport, locale="en-GB", service_workers="block", base_url=url)
    if cookie:
        name, _, value = cookie.partition("=")
        context.add_cookies([{"name": name, "value": value, "url": url}])
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    line.send("Performance.enable")
    yield page, line
    context.close()


def _worked(line: CDPSession) -> float:
    metrics = {each["name"]: each["value"] for each in line.send("Performance.getMetrics")["metrics"]}
    return float(metrics["TaskDuration"]) * 1000


def frames(page: Page, line: CDPSession, do: Callable[[], object]) -> Frames:
    """The frames while something is done; a frame is dropped when the next one is half a frame late."""
    page.evaluate(_FRAMES)
    before = _worked(line)
    do()
    worked = _worked(line) - before
    times: list[float] = page.evaluate("() => { const times = frames_at; frames_at = null; return times; }")
    gaps = [two - one for one, two in pairwise(times)]
    late = [gap for gap in gaps if gap > 1.5 * FRAME]
    return Frames(len(gaps), sum(round(gap / FRAME) - 1 for gap in late), max(gaps), worked / max(1, len(gaps)))


def _drag(page: Page) -> None:
    """A tile of the rack all over the table and home again."""
    box = page.locator(".rack [data-tile]").first.bounding_box()
    cloth = page.locator(".view").bounding_box()
    assert box is not None and cloth is not None
    mouse = page.mouse
    home = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse.move(*home)
    mouse.down()
    for step in range(STEPS):
        across = (step % 40) / 40
        mouse.move(cloth["x"] + cloth["width"] * across, cloth["y"] + cloth["height"] * step / STEPS)
    mouse.move(*home, steps=10)
    mouse.up()


def late_game(running: Serving) -> tuple[Late, Table]:
    """A game in which the table can be rearranged: few are not of this sort."""
    while True:
        late = Late(running)
        after = late.play()
        if after is not None:
            return late, after
        late.close()


def in_play(browser: Browser, running: Serving, name: str, size: tuple[int, int]) -> Rows:
    """Dropped frames at rest, in a drag, and while the other player rearranges the table."""
    late, after = late_game(running)
    with phone(browser, size, late.running.url, late.cookie) as (page, line):
        page.goto(f"/t/{late.id}")
        page.wait_for_selector(".view [data-tile]")
        page.wait_for_timeout(3000)
        count = page.locator("[data-tile]").count()
        rest = frames(page, line, lambda: page.wait_for_timeout(2000))
        drag = frames(page, line, lambda: _drag(page))
        late.draw()
        page.wait_for_timeout(2500)

        def rearrange() -> None:
            late.rearrange(after)
            page.wait_for_timeout(1800)

        others = frames(page, line, rearrange)
    late.close()
    rows = (("at rest", rest), ("a drag", drag), (f"another rearranges {REARRANGED} tiles or more", others))
    return [(f"{name}, {count} tiles, {what}", _shown(each), "") for what, each in rows]


def _shown(each: Frames) -> str:
    return (
        f"{each.dropped} of {each.drawn + each.dropped} dropped, longest {each.longest:.0f} ms, busy {each.busy:.1f} ms"
    )


def first_load(browser: Browser, url: str) -> Rows:
    """What it takes until the first page can be used."""
    sizes: dict[str, float] = {}
    kinds: dict[str, str] = {}
    with phone(browser, PHONE, url) as (page, line):
        line.send("Network.enable")
        line.on("Network.responseReceived", lambda told: kinds.update({told["requestId"]: told["type"]}))
        line.on("Network.loadingFinished", lambda told: sizes.update({told["requestId"]: told["encodedDataLength"]}))
        page.add_init_script(_WATCH)
        page.goto("/")
        page.get_by_role("button", name="Play now").or_(page.get_by_role("link", name="Play now")).first.wait_for()
        page.wait_for_timeout(3000)
        found = page.evaluate(_LOADED)
        script = sum(size for name, size in sizes.items() if kinds.get(name) == "Script")
    return [
        ("first load, compressed script", f"{script / 1000:.1f} kB", "aim 150 kB"),
        ("first load, first paint", f"{found['painted']:.0f} ms", ""),
        ("first load, interactive", f"{found['interactive']:.0f} ms", "aim 1000 ms"),
        ("first load, layout shift", f"{found['shift']:.4f}", "aim 0"),
    ]


def _print(rows: Rows) -> None:
    for what, figure, aim in rows:
        print(f"{what:58}  {figure}  {aim}".rstrip(), flush=True)


def main() -> int:
    limits = msgspec.structs.replace(RELAXED, commands=PLENTY)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(settings_in(Path(folder), limits=limits)) as running,
        chromium() as browser,
    ):
        _print(first_load(browser, running.url))
        _print(in_play(browser, running, "phone", PHONE))
        _print(in_play(browser, running, "desk", DESK))
    print(f"the processor was {SLOWER} times slower; load of this machine {os.getloadavg()[0]:.1f} on {os.cpu_count()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
