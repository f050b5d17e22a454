"""Many games at once, played over real sockets by scripted players, each of whom keeps every answer it was given.

``check_kept`` compares what the players were told with what the store has: nothing that was acknowledged is missing,
nothing is there twice, every game came to its end and its record can be proven.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from random import Random
from typing import Any, NamedTuple

import httpx
import msgspec

from tests.kit.online import PATIENCE, Host, Player, RefusedError, arrive, make_table
from tests.kit.stored import changes_of
from tilery.game import Action, Draw, Keep, Pass, Play
from tilery.notation import Table, Tiles
from tilery.record import read_record, verify
from tilery.rules.edition import Rules, edition, edition_names
from tilery.server.http.records import game_record
from tilery.server.store.rows import ChangeRow
from tilery.server.store.store import Store, open_store
from tilery.server.table.change import decode_moves
from tilery.solver import Solution, best_play

__all__ = ["Fault", "Figures", "LiveGame", "LivePlayer", "Told", "begin", "begin_all", "check_kept", "play_all"]

Fault = Callable[[], Awaitable[object]]
"""Something that goes wrong while games are played, and is over when it returns."""


class Told(NamedTuple):
    """A command that was acknowledged: what was asked for, and the revision of the answer."""

    do: str
    table: str | None
    revision: int


class Figures(NamedTuple):
    """What a campaign came to."""

    games: int
    acknowledged: int
    changes: int
    reconnects: int

    def __str__(self) -> str:
        return (
            f"{self.games} games, {self.acknowledged} commands acknowledged, 0 lost, 0 doubled; "
            f"{self.changes} changes stored, {self.reconnects} reconnects"
        )


class LivePlayer(Player):
    """A player who does not give up: whatever is cut off is sent again, at the next server of its list."""

    def __init__(self, host: Host, table: str, rules: Rules, bases: Sequence[str], first: int, rng: Random) -> None:
        super().__init__(host, table)
        self.rules, self.rng = rules, rng
        self.told: dict[str, Told] = {}
        self.reconnects = 0
        self._bases = itertools.cycle([*bases[first:], *bases[:first]])
        self._numbers = itertools.count(1)

    @property
    def acknowledged(self) -> int:
        """The last revision this player was told to stand."""
        return max((told.revision for told in self.told.values()), default=0)

    async def open(self) -> Player:
        self.host.base = next(self._bases)
        try:
            return await super().open()
        except OSError:
            await asyncio.sleep(self.rng.uniform(0.2, 0.8))  # nobody there; all others are knocking, too
            raise

    async def reconnect(self, patience: float = PATIENCE) -> None:
        """Come back; a server that knows less than this player was promised is asked to look again."""
        self.reconnects += 1
        while True:
            await super().reconnect(patience)
            try:
                if self.revision < self.acknowledged:
                    await self.ask("sync", revision=self.acknowledged)
                    await self.until(lambda player: player.revision >= player.acknowledged)
                return
            except (ConnectionError, TimeoutError):
                continue
            except RefusedError as error:  # everybody comes back at once, and the database has enough to do
                if error.code != "unavailable":
                    raise
                await asyncio.sleep(0.1)

    async def order(self, do: str, **more: Any) -> int:
        """Have something done, however often it must be sent; it is done once."""
        own = f"{do}-{next(self._numbers)}"
        answer = await self.insist(do, patience=PATIENCE, id=own, **more)
        self.told[own] = Told(do, more.get("table"), answer["revision"])
        return int(answer["revision"])

    async def play_on(self) -> None:
        """Play until the match is over."""
        async with asyncio.timeout(PATIENCE * 5):
            while self.phase != "over":
                try:
                    await self.until(lambda player: player.to_move or player.phase == "over", PATIENCE)
                    if self.to_move:
                        revision = await self.move()
                        await self.until(lambda player, at=revision: player.revision >= at, PATIENCE)
                except ConnectionError:
                    await self.reconnect()

    def best(self) -> Solution | None:
        """The play of most tiles, ``None`` when nothing can be played."""
        game = self.game
        return best_play(
            self.rules, Table(game["table"]), Tiles(game["rack"]), opened=game["opened"][self.state["you"]]
        )

    async def move(self) -> int:
        """The play of most tiles, else a tile from the pool."""
        best = None if self.game.get("drawn") else self.best()
        if best is None:
            return await self.order(self.idle, revision=self.revision)
        table = str(best.table)
        if self.rng.random() < 0.2:
            verdict = await self.ask("draft", revision=self.revision, table=table)
            assert verdict["legal"], verdict
        return await self.order("play", revision=self.revision, table=table)


class LiveGame(NamedTuple):
    """A table with its people, who may sit at different servers."""

    table: str
    people: tuple[LivePlayer, ...]

    @property
    def acknowledged(self) -> int:
        return sum(len(player.told) for player in self.people)

    @property
    def mover(self) -> LivePlayer | None:
        """Who of them is to move, ``None`` when it is a bot's turn."""
        return next((player for player in self.people if player.to_move), None)

    async def move(self) -> None:
        """Have whoever is to move do so, and everybody know of it."""
        assert self.mover is not None
        revision = await self.mover.move()
        for player in self.people:
            await player.until(lambda player: player.revision >= revision)

    async def close(self) -> None:
        for player in self.people:
            await player.close()


async def begin(
    bases: Sequence[str], number: int = 0, bots: Sequence[str] = (), people: int = 2, **setup: Any
) -> LiveGame:
    """A game that has just begun; its people are spread over the servers."""
    rules = edition(setup.setdefault("edition", "sabra")).rules()
    async with httpx.AsyncClient(base_url=bases[number % len(bases)], timeout=PATIENCE) as http:
        hosts = [await arrive(http, f"Player {seat}") for seat in range(people)]
        shown = await make_table(http, hosts[0], seats=["me", *["open"] * (people - 1), *bots], **setup)
    table = shown["terms"]["id"]
    players = tuple(
        LivePlayer(host, table, rules, bases, (number + seat) % len(bases), Random(f"{number} {seat}"))
        for seat, host in enumerate(hosts)
    )
    for player in players:
        await player.open()
    for player in players[1:]:
        await player.order("sit")
    for player in players:
        await player.order("ready", words=f"words {number}")
    for player in players:
        await player.until(lambda player: player.phase == "playing")
    return LiveGame(table, players)


async def begin_all(bases: Sequence[str], count: int, *, with_bot: int = 6) -> list[LiveGame]:
    """So many games of all editions; every so manieth has a bot at the table."""
    gate, names = asyncio.Semaphore(20), edition_names()

    async def one(number: int) -> LiveGame:
        async with gate:
            bots = ("newcomer",) if number % with_bot == 0 else ()
            return await begin(bases, number, bots, edition=names[number % len(names)])

    return list(await asyncio.gather(*map(one, range(count))))


async def play_all(games: Sequence[LiveGame], faults: Iterable[Fault] = (), every: int = 100) -> int:
    """Play all to their end, with a fault whenever so many more commands were acknowledged; how many there were."""
    playing = asyncio.gather(*(player.play_on() for game in games for player in game.people))
    happened = 0
    try:
        for fault in faults:
            if not await _has_grown(playing, games, every):
                break
            await fault()
            happened += 1
        await playing
    finally:
        playing.cancel()
        for game in games:
            await game.close()
    return happened


async def _has_grown(playing: asyncio.Future[Any], games: Sequence[LiveGame], by: int) -> bool:
    """Wait until so many more commands were acknowledged; ``False`` if the games are over before that."""
    wanted = sum(game.acknowledged for game in games) + by
    while sum(game.acknowledged for game in games) < wanted:
        if playing.done():
            return False
        await asyncio.sleep(0.005)
    return True


async def check_kept(database: str, games: Sequence[LiveGame]) -> Figures:
    """Everything acknowledged is in the store once, and every game was played to a provable end."""
    stored = 0
    async with open_store(database) as store:
        for game in games:
            stored += await _check_game(store, game)
    return Figures(
        len(games),
        sum(game.acknowledged for game in games),
        stored,
        sum(player.reconnects for game in games for player in game.people),
    )


async def _check_game(store: Store, game: LiveGame) -> int:
    stored, changes = await store.table(game.table), await changes_of(store, game.table)
    assert stored is not None
    assert stored.row.phase == "over"
    assert [change.revision for change in changes] == list(range(stored.row.revision + 1)), "a gap"
    guests = {row.player: row.guest for row in stored.players}
    commands = Counter((guests[c.player], c.command) for c in changes if c.player is not None and c.command is not None)
    assert not commands or max(commands.values()) == 1, "a command was carried out twice"
    for player in game.people:
        for command, told in player.told.items():
            change = changes[told.revision]
            asked = (None if change.player is None else guests[change.player]), change.command
            assert asked == (player.host.guest["id"], command), (told, change)
            _check_action(change, told)
        assert sum(guest == player.host.guest["id"] for guest, _ in commands) == len(player.told)
    await _check_record(store, changes)
    return len(changes)


def _check_action(change: ChangeRow, told: Told) -> None:
    """The game moved as it was asked to."""
    if told.do in ("play", "draw", "keep", "pass"):
        (move,) = decode_moves(change.moves)
        kinds: dict[str, type[Action]] = {"play": Play, "draw": Draw, "keep": Keep, "pass": Pass}
        assert type(move.action) is kinds[told.do]
        if isinstance(move.action, Play):
            assert move.action.table == Table(told.table or "")


async def _check_record(store: Store, changes: list[ChangeRow]) -> None:
    """The finished game's record has every move of the table's changes, and is proven."""
    began = [event for change in changes for event in msgspec.json.decode(change.events) if event["event"] == "began"]
    (id,) = {event["game"] for event in began}
    finished, of_game = await store.game(id), await store.changes_of_game(id)
    assert finished is not None
    assert [change for change in of_game if change.moves != b"[]"] == [
        change for change in changes if change.moves != b"[]"
    ]
    lines = [line.decode() for line in game_record(finished, of_game)]
    record, damage = read_record(lines)
    assert record is not None
    assert damage is None
    moves = sum(len(msgspec.json.decode(change.moves)) for change in of_game)
    assert verify(record) == (1, moves, 1, True)
