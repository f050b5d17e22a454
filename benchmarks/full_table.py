"""A game of two by a script whose table is full: from a stacked deck, so that it is the same every time."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any
from unittest.mock import patch

import httpx

from tests.kit.online import Player, arrive, make_table
from tests.kit.served import Serving
from tilery.game.shuffle import mixed
from tilery.notation import Table, Tiles
from tilery.tiles import Kind, Tile, TileSet, tile_set

__all__ = ["FullTable"]

COLOURS = "krby"
GROUPS = range(1, 11)
"""The numbers of which a group of all four colours lies on the table."""
REARRANGED = range(1, 7)
"""The numbers whose groups the other player makes runs of, one in each colour."""
RUNS = ((1, 4), (5, 8), (9, 12))
DEALT = 14
THIRTEENS = "k13 y13"
"""Bo's, to add to the table with each rearrangement."""
HELD = 12
"""As many tiles Ann keeps on her rack."""


def _run(colour: str, first: int, last: int) -> Tiles:
    return Tiles(" ".join(f"{colour}{number}" for number in range(first, last + 1)))


def _groups(numbers: Sequence[int]) -> list[Tiles]:
    return [Tiles(" ".join(f"{colour}{number}" for colour in COLOURS)) for number in numbers]


class FullTable:
    """Ann is shown in the browser, Bo is the other player; both do as the script says."""

    def __init__(self, running: Serving, tiles: str) -> None:
        self.running = running
        runs = [_run(colour, *run) for colour in COLOURS for run in RUNS] * (tile_set(tiles).copies - 1)
        even = round((len(runs) - len(GROUPS) - HELD / 4) / 2)
        self.sets = {0: [*_groups(GROUPS), *runs[:even]], 1: runs[even:]}
        self.racks = _racks(tile_set(tiles), self.sets)
        with _stacked(self.racks):
            self.cookie, self.id, self.players = running.run(_sit_down(running.url, tiles))

    @property
    def lying(self) -> int:
        """How many tiles lie on the table."""
        return sum(map(len, Table(self.players[0].game["table"])))

    def fill(self) -> None:
        """Draw until both hold what they are to lay, then lay it; Ann is to move."""
        while any(
            len(Tiles(player.game["rack"])) < len(rack) for player, rack in zip(self.players, self.racks, strict=True)
        ):
            self._ask(self.players[0 if self.players[0].to_move else 1], "draw")
        for seat, player in enumerate(self.players):
            self._ask(player, "play", table=str(Table([*Table(player.game["table"]), *self.sets[seat]])))

    def draw(self) -> None:
        self._ask(self.players[0], "draw")

    def rearrange(self) -> None:
        """Bo makes runs of groups, or groups of them again, and adds a 13 of his to a run."""
        kept = list(Table(self.players[1].game["table"]))
        groups, runs = _groups(REARRANGED), [_run(colour, REARRANGED[0], REARRANGED[-1]) for colour in COLOURS]
        old, new = (groups, runs) if groups[0] in kept else (runs, groups)
        for one in old:
            kept.remove(one)
        thirteen = next(kind for kind in Tiles(self.players[1].game["rack"]) if kind in Tiles(THIRTEENS))
        shorter = next(one for one in kept if one == _run(str(thirteen)[0], *RUNS[-1]))
        kept[kept.index(shorter)] = Tiles([*shorter, thirteen])
        self._ask(self.players[1], "play", table=str(Table([*kept, *new])))

    def _ask(self, player: Player, do: str, **more: Any) -> None:
        done = self.running.run(player.ask(do, revision=player.revision, **more))
        for each in self.players:
            self.running.run(each.until(lambda p: p.revision >= done["revision"]))

    def close(self) -> None:
        for player in self.players:
            self.running.run(player.close())


def _racks(tiles: TileSet, sets: dict[int, list[Tiles]]) -> tuple[list[Kind], list[Kind]]:
    """All that each player comes to hold: what is laid, Bo's two 13s and a rack of Ann's; both draw equally often."""
    ann, bo = (list(chain.from_iterable(sets[seat])) for seat in (0, 1))
    bo += Tiles(THIRTEENS)
    left = [tile.kind for tile in tiles.tiles]
    for kind in (*ann, *bo):
        left.remove(kind)
    ann += left[:HELD]
    del left[:HELD]
    for rack, other in ((ann, bo), (bo, ann)):
        while len(rack) < len(other):
            rack.append(left.pop())
    return ann, bo


@contextmanager
def _stacked(racks: tuple[list[Kind], list[Kind]]) -> Iterator[None]:
    """The deck of every game that begins meanwhile: these tiles are dealt, then drawn, and seat 0 begins."""

    def order(tiles: TileSet, secret: str, contributions: Sequence[str], purpose: str) -> list[Tile]:
        rest = mixed(tiles, secret, contributions, purpose)
        if purpose != "deal":
            high = max(rest, key=lambda tile: 0 if tile.kind.is_joker else tile.kind.number)
            low = sorted((tile for tile in rest if not tile.kind.is_joker), key=lambda tile: tile.kind.number)
            return [high, *(tile for tile in low if tile is not high)]
        dealt, drawn = zip(*((rack[:DEALT], rack[DEALT:]) for rack in racks), strict=True)
        wanted: list[Tile] = []
        for kind in chain(*dealt, *zip(*drawn, strict=True)):
            wanted.append(next(tile for tile in rest if tile.kind == kind))
            rest.remove(wanted[-1])
        return wanted + rest

    with patch.object(sys.modules["tilery.game.apply"], "mixed", order):
        yield


async def _sit_down(url: str, tiles: str) -> tuple[str, str, list[Player]]:
    async with httpx.AsyncClient(base_url=url, timeout=30) as http:
        ann, bo = await arrive(http, "Ann"), await arrive(http, "Bo")
        made = await make_table(http, ann, edition="sabra", tile_set=tiles, seats=("me", "open"))
    players = [await Player(host, made["terms"]["id"]).open() for host in (ann, bo)]
    await players[1].ask("sit")
    for player in players:
        await player.ask("ready")
    for player in players:
        await player.until(lambda p: p.phase == "playing" and p.game is not None)
    return ann.cookie, made["terms"]["id"], players
