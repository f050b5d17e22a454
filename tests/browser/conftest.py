"""What the tests in a browser share: the browser, a server with the web app, people, and decks that are stacked."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import tilery
from tests.kit.browser import Person, chromium
from tests.kit.served import Serving, serving, settings_in
from tilery.game import Game
from tilery.game.shuffle import mixed
from tilery.notation import Tiles
from tilery.tiles import Tile, TileSet

RACK = "r10 r11 r12 r13 b3 k5 y7 k9 b1 y1 k2 b6 y9 k13"
OTHER = "k1 r1 r3 b4 y4 r5 b8 y8 k8 b9 r9 y11 b13 k12"
"""A rack with nothing to lay."""
KEEPING = {"service_workers": "allow"}
"""A browser that keeps the app for a start without a network."""


def alone(ann: Person, stack: Callable[..., None], rack: str = RACK, edition: str = "sabra", **setup: Any) -> None:
    """Sit down against a bot that has nothing to lay; one begins."""
    stack(rack, OTHER, pool="y2 k4 b12")
    ann.begin(edition=edition, seats=["me", "newcomer"], **setup)
    ann.await_turn()


@pytest.fixture(scope="package")  # never longer: while Playwright runs no other test can run an event loop here
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    if not (Path(tilery.__file__).parent / "web/index.html").exists():
        pytest.fail("the web app is not built: make web")
    with serving(settings_in(tmp_path_factory.mktemp("server"), bot_pause=0.0)) as running:
        yield running


@pytest.fixture
def arrive(browser: Any, server: Serving) -> Iterator[Callable[..., Person]]:
    """Let somebody come with a browser of their own; nothing may go wrong on any of their pages.

    It keeps nothing unless it's ``KEEPING``: fetching every file of the app takes longer than most tests.
    """
    people: list[Person] = []

    def come(name: str = "Ann", url: str = server.url, within: Any = browser, **options: Any) -> Person:
        people.append(Person(within, url, name, **{"service_workers": "block", **options}))
        return people[-1]

    yield come
    for person in people:
        person.close()
    assert [trouble for person in people for trouble in person.troubles] == []


@pytest.fixture
def game_at(server: Serving) -> Callable[[str], Game]:
    """The game as the server has it."""

    def look(table: str) -> Game:
        room = server.run(server.services.tables.room(table))
        assert room.table.game is not None
        game: Game = room.table.game
        return game

    return look


@pytest.fixture
def pace_at(server: Serving) -> Callable[[str], str]:
    """How much time the bots of a table take."""
    return lambda table: str(server.run(server.services.tables.room(table)).table.pace)


@pytest.fixture
def stack(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Stack the deck of every game that begins from now on: racks and first tiles of the pool, and seat 0 begins."""

    def stacked(*racks: str, pool: str = "") -> None:
        first = [kind for text in (*racks, pool) for kind in Tiles(text)]

        def order(tiles: TileSet, secret: str, contributions: Sequence[str], purpose: str) -> list[Tile]:
            rest = mixed(tiles, "5e" * 32, [], purpose)
            if purpose != "deal":
                low = sorted((tile for tile in rest if not tile.kind.is_joker), key=lambda tile: tile.kind.number)
                return [low[-1], *low[:-1]]
            wanted = []
            for kind in first:
                wanted.append(next(tile for tile in rest if tile.kind == kind))
                rest.remove(wanted[-1])
            return wanted + rest

        monkeypatch.setattr(sys.modules["tilery.game.apply"], "mixed", order)

    return stacked
