"""Scenes of the web app that take some playing to come to, for its pictures."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from playwright.sync_api import Locator

from tests.browser.test_access import SEATS, SOLVING, _first_two, open_menu
from tests.browser.test_score import BOOKLET, add_game, begin, player
from tests.kit.browser import Person, middle
from tests.kit.figured import statistics_json
from tests.kit.finished import SAMPLE, sample_analysis, sample_result
from tests.kit.online import Host, Player
from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules
from tilery.solver import best_play
from tilery.wire import from_plain

Scene = Callable[[Person], None]

FULL = 52
"""As many tiles lie on a table that is called full."""
SPARE = 9
"""As many tiles Ann keeps until then."""
LONG = 30
"""As many tiles make a long rack."""
PATIENCE = 120.0
"""Seconds that bots may take on a busy machine."""
COMPANY = ["me", "casual", "regular", "casual"]
CLOCK = {"turn": 3000, "bank": 0}
ROBUST: dict[str, Any] = {"edition": "sabra", "hints": True, "seats": COMPANY, "clock": CLOCK}
_PLAYED: dict[tuple[str, Scene], tuple[str, list[Any]]] = {}
"""The table of a scene on a server, and the cookies of whoever sits there: it is played once for all its pictures."""


def full(ann: Person) -> None:
    """In the middle of a game of four: many sets, a clock, a tile picked and a set begun."""
    _come(ann, full, _filled)
    ann.await_turn()
    ann.rack.first.wait_for()
    if ann.page.locator(".board .new").count():  # it was begun for a picture before this one, and is kept
        return
    ann.select(*_first_two(ann))
    strip, cloth = ann.page.locator(".strip"), ann.page.locator(".view")
    strip.wait_for()
    if _bottom(strip) <= _bottom(cloth):  # where the table scrolls, the tiles stay picked
        ann.page.mouse.click(*middle(strip))
        ann.page.locator(".board .set.bad").wait_for()


def score(ann: Person) -> None:
    """The score of a real table after the booklets' four games, with the fifth half entered."""
    begin(ann)
    for game in BOOKLET:
        add_game(ann, *game)
    ann.page.locator(".acts .press.main").click()
    player(ann, "Lena").click()
    for tile in ("12", "9", "13"):
        ann.page.locator(".keys").get_by_role("button", name=tile, exact=True).click()


def statistics(ann: Person) -> None:
    """A season of games in figures, which nobody played."""
    ann.page.route(
        "**/api/me/statistics*",
        lambda route: route.fulfill(status=200, content_type="application/json", body=statistics_json(64)),
    )
    ann.page.goto("/history/statistics")
    ann.page.locator(".results svg").wait_for()


def learn(ann: Person) -> None:
    ann.page.goto("/learn")
    ann.page.get_by_role("link", name="Splitting").wait_for()


def lesson(ann: Person) -> None:
    """A hint, where its words have the least room."""
    ann.page.goto("/learn/splitting")
    ann.page.locator("[data-tile]").first.wait_for()
    open_hint(ann)


def open_hint(ann: Person) -> None:
    ann.page.locator("[data-tile]").first.wait_for()
    ann.page.keyboard.press("h")


def verdict(ann: Person) -> None:
    """A rule that an edition has and others don't."""
    ann.page.goto("/learn/editions")
    open_answer(ann)


def open_answer(ann: Person) -> None:
    ann.page.locator(".answers .press").first.wait_for()
    ann.page.keyboard.press("1")


def sheet(ann: Person) -> None:
    ann.page.goto("/learn/scoring")
    ann.page.locator("table input").first.wait_for()


def idle(ann: Person) -> None:
    """One's own turn has just begun, and nothing lies on the table."""
    ann.begin(**SEATS)
    ann.await_turn()


def long(ann: Person) -> None:
    """A rack of thirty tiles, sorted, and what lies on the table meanwhile."""
    _come(ann, long, _drawn)
    ann.await_turn()
    ann.rack.first.wait_for()
    sort = ann.page.locator(".sorts button:visible, .sort:visible")
    if sort.count():
        sort.first.click()


def match(ann: Person) -> None:
    """A match of three games is over."""
    _come(ann, match, _matched)
    ann.page.get_by_role("heading", name="Score sheet").wait_for()


def talk(ann: Person) -> None:
    """A chat in the middle of a game."""
    ann.begin(seats=["me", "newcomer"], edition="sabra")
    ann.await_turn()
    open_talk(ann)
    box = ann.page.get_by_role("textbox")
    for words in ("Good evening", "May I have the red seven, please? I have waited for it all evening."):
        box.fill(words)
        box.press("Enter")
    for name in ("Hello", "Well played", "Hooray"):
        ann.button(name).click()
    ann.page.locator(".emoji").nth(2).wait_for()


def open_talk(ann: Person) -> None:
    open_menu(ann)
    ann.page.get_by_role("dialog").locator(".item:has(path[d^='M4 5.5h16'])").click()
    ann.page.get_by_role("complementary").wait_for()


def shared(ann: Person) -> None:
    """The screen goes to the next of those around it."""
    ann.go(ann.make_table(edition="sabra", seats=["me", "me", "me"], names=["Ann", "Bob", "Christopher"], shared=True))
    ready = ann.button("I’m ready")
    over = ann.page.get_by_role("dialog").or_(ann.page.locator(".rack [data-tile]").first)
    ready.or_(over).first.wait_for()
    if ready.is_visible():
        ready.click()
    over.first.wait_for()
    if ann.page.get_by_role("dialog").count() == 0:
        ann.page.locator("button.draw").click()
        ann.page.get_by_role("dialog").wait_for()


def own(ann: Person) -> None:
    """House rules with tiles of one's own."""
    ann.page.goto("/new?with=bots")
    open_own(ann)


def open_own(ann: Person) -> None:
    unfold(ann)
    ann.page.get_by_role("switch").last.wait_for()
    ann.page.locator("details").last.get_by_role("switch").first.check()
    ann.page.locator(".parts").wait_for()


def unfold(person: Person) -> None:
    """Open everything that is folded."""
    person.page.locator("summary").first.wait_for()
    person.page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")


def nowhere(ann: Person) -> None:
    """An address that leads nowhere."""
    ann.page.goto("/nowhere")
    ann.page.get_by_role("heading", level=1).wait_for()


def _bottom(thing: Locator) -> float:
    box = thing.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def _laid(game: dict[str, Any]) -> int:
    return sum(map(len, Table(game["table"])))


def _come(ann: Person, scene: Scene, played: Callable[[Person], str]) -> None:
    """To the table of a scene, as the one who sits there; the first who comes plays it that far."""
    key = ann.url, scene
    if key not in _PLAYED:
        _PLAYED[key] = played(ann), ann.context.cookies()
    table, cookies = _PLAYED[key]
    ann.context.clear_cookies()
    ann.context.add_cookies(cookies)
    ann.go(table)


def _filled(ann: Person) -> str:
    while True:
        table = ann.make_table(**ROBUST)
        if _play(ann, table, lambda game: _laid(game) >= FULL, SPARE):
            return table


def _drawn(ann: Person) -> str:
    while True:
        table = ann.make_table(**ROBUST)
        if _play(ann, table, lambda game: len(Tiles(game["rack"])) >= LONG, LONG):
            return table


def _matched(ann: Person) -> str:
    table = ann.make_table(**{**ROBUST, "length": {"games": 3, "rounds": None}})
    _play(ann, table, lambda _game: False, 0)
    return table


def _play(ann: Person, table: str, enough: Callable[[dict[str, Any]], bool], spare: int) -> bool:
    """Play Ann's turns until it is enough, at one of her turns, or until the match is over; whether it was enough."""
    cookie = "; ".join(f"{each['name']}={each['value']}" for each in ann.context.cookies())
    with ThreadPoolExecutor(1) as thread:  # Playwright has this thread's event loop
        return thread.submit(asyncio.run, _follow(Host(ann.url, cookie, {}), table, enough, spare)).result()


async def _follow(host: Host, table: str, enough: Callable[[dict[str, Any]], bool], spare: int) -> bool:
    player = await Player(host, table).open()
    try:
        while player.phase != "over":
            if player.phase in ("gathering", "between"):
                await player.insist("ready")
                await player.until(lambda p: p.phase in ("playing", "over"), PATIENCE)
            await player.until(lambda p: p.phase != "playing" or p.to_move, PATIENCE)
            if player.phase != "playing":
                continue
            if enough(player.game):
                return True
            await _turn(player, spare)
        return False
    finally:
        await player.close()


async def _turn(player: Player, spare: int) -> None:
    game, rules = player.game, from_plain(player.state["terms"]["rules"], Rules)
    held = Tiles(Tiles(game["rack"])[spare:])
    play = best_play(rules, Table(game["table"]), held, opened=game["opened"][player.seat or 0])
    if play is not None and play.played:
        await player.ask("play", revision=player.revision, table=str(play.table))
    else:
        await player.ask("draw" if game["pool"] else "pass", revision=player.revision)


def analysis(ann: Person) -> None:
    """A finished game, all of it analysed, at the turn that cost the most."""
    _studied(ann, sample_analysis())


def analysing(ann: Person) -> None:
    """The same while it is still being analysed."""
    _studied(ann, sample_analysis(19, "working"))


def _studied(ann: Person, told: dict[str, Any]) -> None:
    game = "/api/games/sample"
    ann.page.route(re.compile("/api/analysis"), lambda route: route.fulfill(json=told))
    ann.page.route(re.compile(f"{game}$"), lambda route: route.fulfill(json=sample_result()))
    ann.page.route(re.compile(f"{game}/record"), lambda route: route.fulfill(content_type="text/plain", body=SAMPLE))
    ann.page.route(re.compile(f"{game}/times"), lambda route: route.fulfill(json={"seconds": []}))
    ann.page.goto("/g/sample?move=28")
    ann.page.locator(".study [data-tile]").first.wait_for()
    ann.page.locator("[role=slider] svg .own").wait_for()


def storm(ann: Person) -> None:
    """The first puzzle of a storm."""
    ann.page.goto("/puzzles/storm")
    open_storm(ann)


def open_storm(ann: Person) -> None:
    begun, start = ann.page.locator("[data-tile]").first, ann.page.locator(".lone .press.main")
    begun.or_(start).first.wait_for()
    if start.count():
        start.click()
    begun.wait_for()


SCENES = (
    analysis,
    analysing,
    storm,
    score,
    statistics,
    learn,
    lesson,
    verdict,
    sheet,
    *SOLVING,
    idle,
    full,
    long,
    match,
    talk,
    shared,
    own,
    nowhere,
)
OPENERS = {talk: open_talk, own: open_own, lesson: open_hint, verdict: open_answer, storm: open_storm}
"""What opens again what a reload has closed."""
