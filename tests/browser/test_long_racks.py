"""A rack of many tiles on a phone: all of it is seen or reached at once, and what was drawn is marked and in sight."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import httpx
import pytest

from tests.browser.conftest import alone
from tests.kit.browser import Person, spoken
from tests.kit.online import Player, make_table
from tests.kit.online import arrive as come
from tests.kit.seen import Shown, overlaps, seen_on
from tests.kit.served import Serving

Arrive = Callable[..., Person]
Stack = Callable[..., None]

SMALL = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
_LEDGE = """() => {
  const slots = document.querySelector(".rack .slots");
  const { left, right, top, bottom } = slots.getBoundingClientRect();
  return { left, right, top, bottom, aside: slots.scrollLeft, most: slots.scrollWidth - slots.clientWidth };
}"""


@contextmanager
def drawing(running: Serving, seats: int, tiles: str) -> Iterator[list[Player]]:
    """A game of so many, all of whom will only ever draw."""

    async def sit_down() -> list[Player]:
        async with httpx.AsyncClient(base_url=running.url, timeout=30) as http:
            hosts = [await come(http, f"P{seat}") for seat in range(seats)]
            made = await make_table(
                http, hosts[0], edition="sabra", tile_set=tiles, seats=("me", *["open"] * (seats - 1))
            )
        players = [await Player(host, made["terms"]["id"]).open() for host in hosts]
        for player in players[1:]:
            await player.ask("sit")
        for player in players:
            await player.ask("ready")
        for player in players:
            await player.until(lambda p: p.phase == "playing" and p.game is not None)
        return players

    players = running.run(sit_down())
    try:
        yield players
    finally:
        for player in players:
            running.run(player.close())


def draw_until(running: Serving, players: list[Player], count: int) -> None:
    """Let everybody draw in turn until the first player has so many tiles and is to move."""

    async def go_on() -> None:
        while True:
            mover = next(player for player in players if player.to_move)
            if mover is players[0] and len(mover.game["rack"].split()) >= count:
                return
            revision = (await mover.ask("draw", revision=mover.revision))["revision"]
            for each in players:
                await each.until(lambda p, revision=revision: p.revision >= revision)

    running.run(go_on())


def watching(arrive: Arrive, player: Player) -> Person:
    """The first player, on the smallest phone."""
    ann = arrive(**SMALL)
    name, _, value = player.host.cookie.partition("=")
    ann.context.add_cookies([{"name": name, "value": value, "url": ann.url}])
    ann.go(player.table_id)
    ann.rack.first.wait_for()
    return ann


def hidden(ann: Person) -> list[Shown]:
    """The tiles of the rack that are not wholly seen."""
    seen, ledge = seen_on(ann.page), ann.page.evaluate(_LEDGE)
    assert seen is not None
    return [
        tile
        for tile in seen.rack
        if tile.box[0] < max(0, ledge["left"]) - 1 or tile.box[0] + tile.box[2] > min(360, ledge["right"]) + 1
    ]


def in_sight(ann: Person, wanted: Shown) -> bool:
    return all(tile.id != wanted.id for tile in hidden(ann))


@pytest.mark.parametrize(("seats", "tiles"), [(2, "106"), (6, "160")])
def test_all_of_a_rack_of_thirty_is_seen_on_a_small_phone(
    arrive: Arrive, server: Serving, seats: int, tiles: str
) -> None:
    with drawing(server, seats, tiles) as players:
        draw_until(server, players, 30 if seats == 2 else 25)
        ann = watching(arrive, players[0])
        ann.await_turn()
        for _ in range(2):
            seen = seen_on(ann.page)
            assert seen is not None
            assert not hidden(ann)
            assert not overlaps(seen)
            lowest = max(tile.box[1] + tile.box[3] for tile in seen.rack)
            box = ann.page.locator(".acts").bounding_box()
            assert box is not None
            assert lowest <= box["y"], "the rack ends above the buttons"
            cloth = ann.page.locator(".view").bounding_box()
            assert cloth is not None
            assert cloth["height"] >= 190, "the cloth keeps its room"
            ann.page.locator(".sorts button").first.click()
            ann.await_rest()


def test_a_drawn_tile_is_marked_and_in_sight_until_the_next_turn_is_over(arrive: Arrive, server: Serving) -> None:
    with drawing(server, 2, "106") as players:
        draw_until(server, players, 38)
        ann = watching(arrive, players[0])
        ann.await_turn()
        fresh = ann.page.locator(".rack .new")
        for _ in range(2):
            before = {tile.id for tile in seen.rack} if (seen := seen_on(ann.page)) else set()
            ann.page.locator("button.draw").tap()
            ann.await_rack(len(before) + 1)
            seen = seen_on(ann.page)
            assert seen is not None
            (drawn,) = (tile for tile in seen.rack if tile.id not in before)
            fresh.wait_for()
            assert fresh.count() == 1
            assert ann.page.locator(f'[data-tile="{drawn.id}"] .new').count() == 1
            ann.eventually(partial(in_sight, ann, drawn), "the drawn tile")
            other = players[1]
            server.run(other.until(lambda p: p.to_move))
            server.run(other.ask("draw", revision=other.revision))
            ann.await_turn()
            assert ann.page.locator(f'[data-tile="{drawn.id}"] .new').count() == 1, "it is still marked"
        ann.page.reload()
        fresh.wait_for()
        assert fresh.count() == 1, "after a reload, too"
        marked = ann.page.locator(".rack [data-tile]:has(.new)")
        assert marked.get_attribute("aria-label") == spoken(drawn.kind)


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)])
def test_big_tiles_show_the_whole_rack(arrive: Arrive, stack: Stack, size: tuple[int, int]) -> None:
    width, height = size
    ann = arrive(settings={"bigTiles": True}, viewport={"width": width, "height": height})
    alone(ann, stack)
    seen, ledge = seen_on(ann.page), ann.page.evaluate(_LEDGE)
    assert seen is not None
    assert len(seen.rack) == 14
    assert not overlaps(seen)
    assert ann.page.locator(".rack .more").count() == 0, "nothing lies beside"
    acts = ann.page.locator(".acts").bounding_box()
    assert acts is not None
    for tile in seen.rack:
        x, y, wide, high = tile.box
        assert wide >= 44, "it is big"
        assert ledge["left"] - 1 <= x and x + wide <= ledge["right"] + 1 and y + high <= height
        assert y + high <= acts["y"] or x + wide <= acts["x"], "no button lies over it"


def test_a_longer_rack_is_scrolled_sideways_by_finger_and_lifted_upwards(arrive: Arrive, server: Serving) -> None:
    with drawing(server, 2, "106") as players:
        draw_until(server, players, 40)
        ann = watching(arrive, players[0])
        ann.await_turn()
        more = ann.page.locator(".rack .more")
        assert more.inner_text().startswith(str(len(hidden(ann)))[:1]), "it says how many there are beside"
        # Sorted, jokers are among those in sight.
        ann.page.locator(".sorts button").first.tap()
        ann.await_rest()
        jokers = [tile for tile in seen.rack if tile.kind == "j"] if (seen := seen_on(ann.page)) else []
        assert not {tile.id for tile in jokers} & {tile.id for tile in hidden(ann)}

        reached = {tile.id for tile in seen_on_rack(ann)} - {tile.id for tile in hidden(ann)}
        ann.swipe((300, tile_row(ann)), (60, tile_row(ann)))
        ann.eventually(lambda: ann.page.evaluate(_LEDGE)["aside"] > 60, "the rack scrolled")
        assert ann.page.locator(".held").count() == 0
        assert ann.draft == "", "no tile was moved"
        ann.swipe((300, tile_row(ann)), (40, tile_row(ann)))
        ann.eventually(lambda: (at := ann.page.evaluate(_LEDGE))["aside"] >= at["most"] - 1, "its end")
        reached |= {tile.id for tile in seen_on_rack(ann)} - {tile.id for tile in hidden(ann)}
        assert len(reached) == ann.rack.count(), "every tile is reached"

        # Upwards a tile is lifted, and comes to lie on the table.
        tile = next(tile for tile in seen_on_rack(ann) if tile.id not in {each.id for each in hidden(ann)})
        box = ann.page.locator(".strip").bounding_box()
        assert box is not None
        ann.swipe(tile.middle, (tile.middle[0] + 4, box["y"] + 90))
        ann.await_draft(tile.kind)


def seen_on_rack(ann: Person) -> tuple[Shown, ...]:
    seen = seen_on(ann.page)
    assert seen is not None
    return seen.rack


def tile_row(ann: Person) -> float:
    """The height of the rack's first line."""
    return min(tile.middle[1] for tile in seen_on_rack(ann))
