"""Whole evenings at tables of a real server, as different as they can be: people, bots, spectators, and moods.

An evening is played from a seed; everybody in it is a ``Recorder``, so that afterwards every byte can be checked.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx
import msgspec

from tests.kit.games import TABLES, Seating
from tests.kit.online import PATIENCE, Host, RefusedError, arrive, make_table
from tests.kit.online_secrecy import LeakError, Recorder, check
from tests.kit.online_truth import read_truth
from tests.kit.served import PLENTY, RELAXED, Serving, serving, settings_in
from tilery.bots.ladder import LADDER
from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules, edition
from tilery.solver import best_play
from tilery.wire import from_plain

__all__ = ["Clockwork", "Evening", "Plan", "evenings", "plan_of", "serving_evenings"]

DELAY = 0.4
"""Seconds that spectators who see racks are kept behind here; nobody waits half a minute in a test."""

_TURN = 5


class Clockwork:
    """A clock that can be moved on, so that time runs out without anybody waiting."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return time.time() + self.ahead


class Plan(NamedTuple):
    """What an evening is like."""

    seed: int
    seating: Seating
    seats: tuple[str, ...]
    shared: bool
    spectators: str
    hints: bool
    turn: int | None
    games: int
    rematch: bool
    lazy: float
    quits: float


def plan_of(seed: int) -> Plan:
    """The plan of an evening: every edition, tile set and number of players comes up in turn."""
    rng = Random(f"evening {seed}")
    seating = TABLES[seed * 7 % len(TABLES)]
    shared = rng.random() < 0.15
    others = ("me",) if shared else ("open", "open")
    bots = ("newcomer", "casual", "most-tiles")
    seats = ("me", *(rng.choice((*others, rng.choice(bots))) for _ in range(seating.players - 1)))
    _, most = edition(seating.edition).rules(seating.tile_set).players
    if seating.players < most and rng.random() < 0.3 and not shared:
        seats = (*seats, "open")  # and nobody comes: the host begins without
    looking = rng.choice(("none", "table", "table", "racks", "racks"))
    return Plan(
        seed,
        seating,
        seats,
        shared,
        looking,
        rng.random() < 0.5,
        _TURN if looking == "racks" else rng.choice((None, _TURN, _TURN, 3600)),
        rng.choice((1, 1, 1, 2)),
        rng.random() < 0.15,
        rng.choice((0.0, 0.05, 0.3, 0.9)),
        rng.choice((0.0, 0.0, 0.01, 0.05)),
    )


@contextlib.contextmanager
def serving_evenings(folder: Path) -> Iterator[tuple[Serving, Clockwork]]:
    """A server with a clock that can be moved on and bots that do not pretend to think."""
    limits = msgspec.structs.replace(RELAXED, commands=PLENTY)
    with serving(settings_in(folder, bot_pause=0.0, deadline_scan=0.05, limits=limits)) as running:
        clock, rooms = Clockwork(), running.services.tables
        rooms.backing = rooms.backing._replace(now=clock)
        yield running, clock


async def evenings(running: Serving, clock: Clockwork, plans: list[Plan], at_once: int = 8) -> Counter[str]:
    """Play all these evenings, several at once, then check every byte of each; what there was, counted."""
    gate = asyncio.Semaphore(at_once)
    async with httpx.AsyncClient(base_url=running.url, timeout=PATIENCE) as http:
        all_of_them = [Evening(running, clock, http, plan) for plan in plans]

        async def play(evening: Evening) -> None:
            async with gate:
                async with asyncio.timeout(PATIENCE):
                    await evening.play()

        played = await asyncio.gather(*(play(evening) for evening in all_of_them), return_exceptions=True)
    found: Counter[str] = Counter()
    failed = [error for error in played if error is not None]
    for evening in all_of_them:
        strangers = [text for other in all_of_them if other is not evening for text in other.public]
        strangers += [text for other in all_of_them for text in other.private]
        try:
            found += await evening.check(strangers)
        except LeakError:  # told first: whoever is shown the wrong tiles may well play wrong
            raise
        except Exception as error:
            raise (failed or [error])[0] from None
    if failed:
        raise failed[0]
    return found


class Evening:
    """One table from the first guest to the last word."""

    def __init__(self, running: Serving, clock: Clockwork, http: httpx.AsyncClient, plan: Plan) -> None:
        self.running, self.clock, self.http, self.plan = running, clock, http, plan
        self.rng = Random(f"people {plan.seed}")
        self.made: dict[str, Any] = {}
        self.people: list[Recorder] = []
        self.spectators: list[Recorder] = []
        self.hosts: list[Host] = []
        self.private: list[str] = []
        self.public: list[str] = []
        self.refusals: Counter[str] = Counter()
        self.drafted: list[Recorder] = []

    # Who is there

    async def _arrive(self, name: str) -> Host:
        host = await arrive(self.http, name)
        self.hosts.append(host)
        self.private += [host.guest["id"], host.guest["key"], host.cookie.partition("=")[2]]
        return host

    async def _come(self, host: Host, seat: int | None = None) -> Recorder:
        recorder = Recorder(host, self.made["terms"]["id"], seat, self.clock)
        await recorder.open()
        return recorder

    async def _gather(self) -> None:
        plan = self.plan
        ann = await self._arrive("Ann")
        self.made = await make_table(
            self.http,
            ann,
            edition=plan.seating.edition,
            tile_set=plan.seating.tile_set,
            seats=plan.seats,
            shared=plan.shared,
            names=["Ann", "Bo", "Cem"] if plan.shared else [],
            spectators=plan.spectators,
            delay=30,
            hints=plan.hints,
            clock={"turn": plan.turn, "bank": 2 if plan.turn == _TURN else 0},
            length={"games": plan.games},
            stand_in="casual",
        )
        terms = self.made["terms"]
        self.public += [terms["id"], terms["code"]]
        await self._shorten_delay(terms["id"])
        self.rules = from_plain(terms["rules"], Rules)
        self.spectators.append(await self._come(await self._arrive("Looker")))
        own = [number for number, seat in enumerate(plan.seats) if seat == "me"]
        self.people = [await self._come(ann, seat) for seat in own]
        wanted = plan.seating.players - sum(seat != "open" for seat in plan.seats)
        for name in ("Bo", "Cem", "Dee", "Eva", "Bo")[:wanted]:
            player = await self._come(await self._arrive(name))
            await player.ask("sit")
            await player.until(lambda p: p.seat is not None)
            self.people.append(player)
        if plan.spectators == "racks":
            await self._let_in(self.spectators[0])

    async def _let_in(self, looker: Recorder) -> None:
        """Somebody asks to see the racks, and everybody says yes, or at some tables all but one."""
        await self._try(looker, "watch")
        hosts = list({id(person.host): person for person in self.people}.values())
        for person in hosts[self.plan.seed % 3 == 1 :]:
            await self._try(person, "let-in", watcher=0)

    async def _shorten_delay(self, table: str) -> None:
        async def shorten() -> None:
            room = await self.running.services.tables.room(table)
            assert room is not None
            if room.audience.late is not None:
                room.audience.late.delay = DELAY  # type: ignore[assignment]

        await asyncio.to_thread(self.running.run, shorten())

    # The evening

    async def play(self) -> None:
        """Gather, play every game of the match and perhaps another, and go."""
        await self._gather()
        host = self.people[0]
        await self._all("ready")
        if host.phase == "gathering":
            await self._try(host, "start")
        await host.until(lambda p: p.phase != "gathering")
        self.spectators.append(await self._come(await self._arrive("Latecomer")))
        await self._play_match()
        if self.plan.rematch:
            await self._all("rematch")
            await self._play_match()
        await self._say(host)
        last = host.revision
        for person in self.people:
            await person.until(lambda p: p.revision >= last)
        late = [s for s in self.spectators if s.connected]
        for spectator in late:
            await spectator.until(lambda p: p.revision >= last)
        for each in (*self.people, *self.spectators):
            await each.close()

    async def _all(self, do: str) -> None:
        """Everybody says that they are ready, with words of their own or none."""
        for person in {id(p.host): p for p in self.people}.values():
            words = f"mix{self.rng.getrandbits(48):012x}" if self.rng.random() < 0.7 else ""
            await self._try(person, do, words=words)

    async def _play_match(self) -> None:
        lead = self.people[0]
        while lead.phase != "over":
            if lead.phase == "between":
                await self._all("ready")
            revision = lead.revision
            mover = next((person for person in self.people if person.to_move), None)
            if mover is not None:
                await self._turn(mover)
            if self.rng.random() < 0.08:
                await self._aside(self.rng.choice(self.people))
            if lead.revision == revision:
                with contextlib.suppress(TimeoutError):
                    await lead.until(lambda p, r=revision: p.revision > r, 0.05)

    async def _turn(self, player: Recorder) -> None:
        roll, revision = self.rng.random(), player.revision
        table, rack = Table(player.game["table"]), Tiles(player.game["rack"])
        opened = player.game["opened"][player.seat or 0]
        play = best_play(self.rules, table, rack, opened=opened)
        if player not in self.drafted:
            self.drafted.append(player)
            await self._try(player, "draft", revision=revision, table=self._untidy(table, rack))
        if roll < self.plan.quits:
            await self._try(player, "resign")
        elif roll < 0.1 and self.plan.turn == _TURN:
            await self._run_out_of_time(player, table, rack, None if play is None else play.table)
        elif roll < 0.15:
            await self._try(player, "play", revision=revision, table=self._untidy(table, rack))
        elif play is not None and play.played and self.rng.random() >= self.plan.lazy:
            if roll < 0.3:
                await self._try(player, "draft", revision=revision, table=str(play.table))
            await self._try(player, "play", revision=revision, table=str(play.table))
        else:
            await self._try(player, player.idle, revision=revision)

    async def _run_out_of_time(self, player: Recorder, table: Table, rack: Tiles, best: Table | None) -> None:
        """Leave a draft of any sort, or none, and let time run out."""
        revision = player.revision
        draft = self.rng.choice((None, self._untidy(table, rack), str(best) if best else None))
        if draft is not None:
            await self._try(player, "draft", revision=revision, table=draft)
        await asyncio.sleep(0.1)
        self.clock.ahead += 10
        with contextlib.suppress(TimeoutError):
            await player.until(lambda p: p.revision > revision, 1.0)

    def _untidy(self, table: Table, rack: Tiles) -> str:
        """The table as somebody leaves it: with tiles of the rack here and there, or tiles taken off."""
        sets = [list(tiles) for tiles in table]
        for kind in self.rng.sample(rack, min(len(rack), self.rng.randint(0, 3))):
            if sets and self.rng.random() < 0.5:
                self.rng.choice(sets).append(kind)
            else:
                sets.append([kind])
        if sets and self.rng.random() < 0.3:
            self.rng.choice(sets).pop()
        return str(Table(Tiles(tiles) for tiles in sets if tiles))

    async def _aside(self, player: Recorder) -> None:
        """What people do beside playing."""
        how, revision = self.rng.randrange(9), player.revision
        if how <= 1:
            await self._say(player)
        elif how == 2:
            await self._try(player, "hint", revision=revision, step=self.rng.randint(1, 3))
        elif how == 3 and player.phase == "playing":
            draft = self._untidy(Table(player.game["table"]), Tiles(player.game["rack"] or ""))
            await self._try(player, "draft", revision=revision, table=draft)
        elif how == 4 and len({id(person.host) for person in self.people}) > 1:  # who is alone would end the evening
            await self._try(player, "leave")
            await self._try(player, "play", revision=player.revision, table="r1 r2 r3")
            await self._try(player, "back")
        elif how == 5:
            for person in self.people:
                await self._try(person, "pause")
            await self._try(player, "resume")
        elif how == 6:
            await player.reconnect()
            await self._try(player, "ping")
        elif how == 7 and len(self.people) > 1 and not self.plan.shared:
            other = self.rng.choice([person for person in self.people if person is not player])
            seat = other.seat
            await other.close()
            await self._try(player, "stand-in", seat=seat)
            await other.reconnect()
            await self._try(other, "back")
        else:
            await self._try(player, "draw", revision=self.rng.choice((0, revision, revision + 5)))
            await self._try(player, "kick", seat=0)

    async def _say(self, player: Recorder) -> None:
        if self.rng.random() < 0.7:
            self.public.append(f"talk{self.rng.getrandbits(48):012x}")
            await self._try(player, "say", text=self.public[-1])
        else:
            await self._try(player, "emote", name="wave")

    async def _try(self, player: Recorder, do: str, **more: Any) -> None:
        """Ask for something that may be refused, and wait until its change has come."""
        try:
            done = await player.ask(do, **more)
        except RefusedError as error:
            self.refusals[error.code] += 1
            return
        if done["tell"] == "done":
            await player.until(lambda p: p.revision >= done["revision"])

    # Afterwards

    async def check(self, strangers: list[str]) -> Counter[str]:
        """Every byte that anybody here was sent; what there was, counted."""
        truth = await read_truth(self.running, self.made)
        bots = [name for rung in LADDER if rung.name in self.plan.seats for name in rung.called]
        names = ("Ann", "Bo", "Cem", "Dee", "Eva", "Looker", *bots)
        truth.names = {f"{name}{more}" for name in names for more in ("", *_AGAIN)}
        found: Counter[str] = Counter()
        everybody = [*self.people, *self.spectators]
        for each in everybody:
            same_guest = [other for other in everybody if other.host is each.host]
            drafts = {sent["table"] for other in same_guest for sent in other.sent.values() if sent["do"] == "draft"}
            found += check(each, truth, delay=DELAY, strangers=strangers, drafts=drafts)
        found["games"] += len(truth.ends)
        found.update(f"ended by {moment.events[-1]['reason']}" for moment in truth.moments if _is_end(moment.events))
        found.update(f"kind {event['event']}" for moment in truth.moments for event in moment.happened)
        found.update(f"kind {move['action']['do']}" for moment in truth.moments for move in moment.moves)
        found.update({f"refused {code}": count for code, count in self.refusals.items()})
        found[f"spectators {self.plan.spectators}"] += 1
        found[f"{self.plan.seating.players} players"] += 1
        return found


_AGAIN = (" 2", " 3", " 4", " 5", " 6")


def _is_end(events: list[dict[str, Any]]) -> bool:
    return bool(events) and events[-1]["event"] == "ended"
