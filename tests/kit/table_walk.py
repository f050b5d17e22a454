"""A walk through everything that can happen at a table: random commands by random guests at random times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import msgspec

from tests.kit.games import TABLES, Seating, check_conserved, sample_game
from tests.kit.random_player import RandomPlayer
from tilery.bots.fair import Form
from tilery.game import Action, Ended, IllegalActionError, Play, TimeOut, apply, seeded_secret, take_up, view
from tilery.game import Phase as GamePhase
from tilery.match import Length
from tilery.server.table import clock, seen
from tilery.server.table import commands as ask
from tilery.server.table import events as e
from tilery.server.table.change import Change, decode_events, decode_moves, encode_events, encode_moves
from tilery.server.table.decide import (
    Asking,
    Decided,
    abandon,
    bot_moved,
    decide,
    forget,
    open_table,
    rename,
    time_passes,
)
from tilery.server.table.evolve import advance, evolve, numbered
from tilery.server.table.fold import fold_view
from tilery.server.table.refusal import RefusedError
from tilery.server.table.setup import PlayOn, Setup, TurnClock, check
from tilery.server.table.standing import (
    OnlineTable,
    blank,
    decode_standing,
    encode_standing,
    name_of,
    seat_of,
    standing_of,
    with_people,
    with_standing,
)
from tilery.server.table.terms import Terms, decode_terms, encode_terms
from tilery.wire import from_plain, to_plain

__all__ = ["GUESTS", "Walk", "bot_does", "random_setup", "table_of", "walk"]

Events = tuple[e.TableEvent, ...]

GUESTS = tuple(f"guest-{number}" for number in range(7))

_FORM = Form(105.0)
"""Of somebody whose next game against a fair bot turns its dial, if they lose it."""
_LEGAL = {
    "gathering": {"gathering", "playing", "over"},
    "playing": {"playing", "between", "over"},
    "between": {"between", "playing", "over"},
    "over": {"over", "playing"},
}


def random_setup(rng: Random) -> Setup:
    """Some choices of a host, all of which can be played."""
    seating = rng.choice(TABLES)
    shared = rng.random() < 0.2
    wanted = ("me", "casual", "fair") if shared else ("open", "open", "open", "fair")
    turn = rng.choice((None, 5, 60, 7200))
    setup = Setup(
        edition=seating.edition,
        tile_set=seating.tile_set,
        seats=("me", *(rng.choice(wanted) for _ in range(seating.players - 1))),
        shared=shared,
        length=Length(games=rng.choice((1, 2, 3))),
        clock=TurnClock(turn, rng.choice((0, 30)) if turn else 0),
        spectators="racks" if turn in (5, 60) else "table",
    )
    return _playing_on(rng, setup, seating) if rng.random() < 0.1 else setup


def _playing_on(rng: Random, setup: Setup, seating: Seating) -> Setup:
    """The same, but alone with bots from the middle of another game."""
    turns = [game for game, _ in sample_game(seating) if game.phase is GamePhase.PLAYING and not game.drawn]
    taken = take_up(rng.choice(turns))
    me = rng.choice([seat for seat in range(seating.players) if seat not in taken.resigned])
    return msgspec.structs.replace(
        setup,
        seats=tuple("me" if seat == me else "casual" for seat in range(seating.players)),
        shared=False,
        length=Length(games=1),
        play_on=from_plain(to_plain(taken), PlayOn),
    )


def table_of(setup: Setup, guest: str = GUESTS[0], name: str = "Ann", form: Form | None = None) -> OnlineTable:
    """A table just made, by a host of this form."""
    terms = Terms("table", "CODE23", 0.0, msgspec.structs.replace(setup, names=()), check(setup))
    events = open_table(terms, setup, Asking(guest, name, None, 0.0, seeded_secret("table", 0), form=form))
    return advance(blank(terms), Change(0, 0.0, events))


def bot_does(table: OnlineTable, action: Action, now: float, secret: str) -> Events:
    """What happens when a bot does this."""
    assert table.game is not None
    try:
        _, events = apply(table.game, action)
    except IllegalActionError as error:
        raise RefusedError("illegal", error.text) from None
    return bot_moved(table, action, events, now, secret)


class Step(NamedTuple):
    """Something to do: by whom, and how."""

    name: str
    do: Callable[[], Events | None]


class Walk:
    """A table on its way, and what must hold at every step."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(f"walk {seed}")
        self.table = table_of(random_setup(self.rng), form=_FORM)
        self.now, self.secrets = 0.0, 0
        self.used: set[str] = set()
        self.change: Change | None = None
        self.kept = Kept(self.table)
        self.found: Counter[str] = Counter()
        self.player = RandomPlayer(self.rng, lazy=self.rng.choice((0.1, 0.6)), quits=0.0)

    def step(self) -> None:
        """Try one thing; if it is refused nothing has changed."""
        before, standing = self.table, encode_standing(standing_of(self.table))
        self.now += self.rng.choice((0.0, 0.1, 1.0, 4.0, 20.0, 90.0))
        step = self._some_step()
        try:
            events = step.do()
        except RefusedError as error:
            self.found[f"refused {error.code}"] += 1
            assert error.text and self.table is before
            events = None
        assert encode_standing(standing_of(before)) == standing
        if events is not None:
            assert events, step.name
            self.found.update(str(event.__struct_config__.tag) for event in events)
            self.found.update(str(move.action.__struct_config__.tag) for move in Change(0, 0, events).moves)
            change = Change(before.revision + 1, self.now, events)
            after = advance(before, change)
            assert isinstance(events, Decided) and numbered(events.table, change) == after, step.name
            self._check(before, change, after)
            check_views(before, change)
            self.kept.append(change, after)
            if self.rng.random() < 0.05 or _ended(change) is not None:
                self.kept.check(after)
            self.table, self.change = after, change

    def _some_step(self) -> Step:
        rng, table, game = self.rng, self.table, self.table.game
        how = rng.random()
        if how < 0.25:
            return Step("time", lambda: time_passes(table, self.now, self._secret()))
        if how < 0.252:
            return Step("forget", lambda: forget(table, rng.choice(GUESTS), self.now))
        if how < 0.26:
            return Step("rename", lambda: rename(table, rng.choice(GUESTS), rng.choice(("Ann", "Änn", "Bo"))))
        if how < 0.2605:
            return Step("abandon", lambda: abandon(table))
        playing = table.phase == "playing" and game is not None and game.phase is GamePhase.PLAYING
        if playing and game is not None and how < 0.6 and not table.paused:
            chosen = self.player.choose(view(game, game.turn))
            owner = table.seats[game.turn]
            if isinstance(chosen, TimeOut):
                return Step("time", lambda: time_passes(table, self.now, self._secret(), chosen.draft))
            if owner.bot is not None:
                return Step("bot", lambda: bot_does(table, chosen, self.now, self._secret()))
            text = str(chosen.table) if isinstance(chosen, Play) else ""
            kind: Any = {
                "Play": ask.PlayCommand,
                "Draw": ask.DrawCommand,
                "Keep": ask.KeepCommand,
                "Pass": ask.PassCommand,
            }[type(chosen).__name__]
            fields = {"table": text} if kind is ask.PlayCommand else {}
            command = kind(id="1", revision=table.revision, **fields)
            return self._asked(guest_in(table, game.turn) or "", command, game.turn)
        seated = [guest for seat in range(len(table.seats)) if (guest := guest_in(table, seat)) is not None]
        guest = rng.choice((*(GUESTS if table.phase == "gathering" else seated), *seated, GUESTS[-1]))
        return self._asked(guest, self._some_command(), rng.choice((None, None, 0, 1, 2)))

    def _asked(self, guest: str, command: Any, wanted: int | None) -> Step:
        seat = seat_of(self.table, guest, wanted)
        absent = frozenset(self.rng.sample(range(6), self.rng.randint(0, 6)))
        asking = Asking(guest, "Ann", seat, self.now, self._secret(), absent, form=_FORM)
        return Step(type(command).__name__, lambda: decide(self.table, asking, command))

    def _some_command(self) -> ask.Command:
        rng, revision = self.rng, max(0, self.table.revision + self.rng.choice((-9, -1, 0, 0, 0, 1)))
        seat = rng.randrange(6)
        rare = (
            ()
            if rng.random() < 0.9
            else (ask.LeaveCommand(id="1"), ask.ResignCommand(id="1"), ask.KickCommand(id="1", seat=seat))
        )
        commands: tuple[ask.Command, ...] = (
            ask.SitCommand(id="1"),
            ask.SitCommand(id="1", seat=seat),
            ask.ReadyCommand(id="1"),
            ask.ReadyCommand(id="1", words=rng.choice(("own words", "x" * 200, "\u202e"))),
            ask.ReadyCommand(id="1"),
            ask.UnreadyCommand(id="1"),
            ask.StartCommand(id="1"),
            ask.SeatBotCommand(id="1", seat=seat, level=rng.choice(("casual", "hoarder:fair"))),
            ask.StandInCommand(id="1", seat=seat),
            ask.BackCommand(id="1"),
            ask.PauseCommand(id="1"),
            ask.ResumeCommand(id="1"),
            ask.PaceCommand(id="1", pace=rng.choice(("calm", "normal", "quick"))),
            ask.RematchCommand(id="1", words="again"),
            ask.WatchCommand(id="1"),
            ask.LetInCommand(id="1", watcher=rng.randrange(2), on=rng.random() < 0.7),
            ask.DrawCommand(id="1", revision=revision),
            ask.PassCommand(id="1", revision=revision),
            ask.PlayCommand(id="1", revision=revision, table=rng.choice(("", "r1 r2 r3", "x9", "j j j j j"))),
        )
        return rng.choice(rare or commands)

    def _secret(self) -> str:
        self.secrets += 1
        return seeded_secret("walk", self.secrets)

    # What must hold

    def _check(self, before: OnlineTable, change: Change, after: OnlineTable) -> None:
        game, began = after.game, any(isinstance(event, e.Began) for event in change.events)
        assert after.revision == before.revision + 1
        assert after.moved == (after.revision if change.moves else before.moved)
        assert after.first == (after.revision if began else before.first)
        assert after.phase in _LEGAL[before.phase], (before.phase, after.phase)
        assert after.phase != "playing" or before.phase == "playing" or began
        assert after.turn == (game.turn if game is not None and after.phase == "playing" else None)
        assert all(sum(entry.scores) == 0 for entry in after.entries)
        assert len(after.entries) <= after.terms.setup.length.total(len(after.seats))
        self._check_seats(before, change, after)
        self._check_secrets(before, change, after)
        self._check_deadline(after)
        if game is not None and game.phase is not GamePhase.MIXING:
            check_conserved(game)

    def _check_seats(self, before: OnlineTable, change: Change, after: OnlineTable) -> None:
        old, new = before.seats, after.seats
        if before.phase == "gathering":
            assert len(new) == len(old) or any(isinstance(event, e.SeatsClosed) for event in change.events)
            assert after.phase != "playing" or all(seat.kind != "open" for seat in new)
        else:
            closed = {seat for event in change.events if isinstance(event, e.SeatsClosed) for seat in event.seats}
            stay = [(seat.kind, seat.player) for at, seat in enumerate(old) if at not in closed]
            assert [(seat.kind, seat.player) for seat in new] == stay
        held = [seat.player for seat in new if seat.player is not None]
        assert len(held) == len(set(held))
        names = [name for seat in range(len(new)) if (name := name_of(after, seat))]
        assert len(names) == len(set(names))

    def _check_secrets(self, before: OnlineTable, change: Change, after: OnlineTable) -> None:
        """A secret is for one game; the next is there before it is needed, and nobody is shown either."""
        ended = _ended(change)
        assert (before.secret == after.secret) == (ended is None)
        if ended is not None:
            assert ended.secret == before.secret
            assert after.secret not in self.used
            self.used.add(before.secret)
        told = [seen.public(after), *(seen.view_event(event, None) for event in change.events)]
        shown = str(told)
        assert after.secret not in shown and not any(guest in shown for guest in GUESTS)
        assert "own words" not in shown or any(isinstance(event, e.Began) for event in change.events)

    def _check_deadline(self, table: OnlineTable) -> None:
        turn = table.terms.clock.turn
        if table.phase in ("gathering", "over") or table.paused:
            assert table.deadline is None
        elif table.phase == "between":
            assert table.deadline is None or (turn is not None and turn < 3600)
        else:
            assert table.turn is not None
            owner = table.seats[table.turn]
            if owner.bot is not None:
                assert table.deadline is not None and table.deadline <= self.now + clock.BOT_LATE
                assert table.due is None
            elif turn is None:
                assert table.deadline is None and table.due is None
            else:
                assert table.deadline == table.turn_at + turn + owner.bank + clock.GRACE
                assert table.due == table.deadline - clock.GRACE


class Kept:
    """A table as the store keeps it: changes without names, and whom their numbers stand for now."""

    def __init__(self, table: OnlineTable) -> None:
        self._terms = encode_terms(table.terms)
        self._start, self._at = encode_standing(standing_of(table)), table.revision
        self._people = dict(enumerate(table.people))
        self._following = table
        self._stored: list[tuple[int, float, bytes, bytes]] = []

    def append(self, change: Change, after: OnlineTable) -> None:
        """Keep one more change."""
        row = change.revision, change.at, encode_events(change.events), encode_moves(change.moves)
        assert not any(guest.encode() in part for part in row[2:] for guest in GUESTS)
        self._stored.append(row)
        self._people = dict(enumerate(after.people))
        if any(isinstance(event, e.Began) for event in change.events):
            self._stored, self._at = self._stored[-1:], change.revision - 1
            before = msgspec.structs.replace(self._following, game=None)
            self._start = encode_standing(standing_of(before))
        self._following = advance(self._following, self._read(*row))

    def _read(self, revision: int, at: float, events: bytes, moves: bytes) -> Change:
        return Change(revision, at, decode_events(events, self._people, decode_moves(moves)))

    def check(self, table: OnlineTable) -> None:
        """Who followed change by change, and who reads all of it anew, has the same table."""
        assert self._following == table
        read = with_standing(blank(decode_terms(self._terms)), decode_standing(self._start))
        read = with_people(read, {number: person for number, person in self._people.items() if person.guest})
        assert read.revision == self._at
        for row in self._stored:
            read = advance(read, self._read(*row))
        assert read == table


def check_views(before: OnlineTable, change: Change) -> None:
    """Whoever folds the events that are shown to them sees the table as it is, after every one of them."""
    for event in change.events:
        after = evolve(before, event)
        most = min(len(before.seats), len(after.seats))
        for seat, racks in [(None, True), (None, False), *((seat, False) for seat in range(most))]:
            shown, then = seen.view_event(event, seat, racks=racks), seen.view(before, seat, racks=racks)
            now = then if shown is None else fold_view(then, shown, seat, before.terms.rules, racks=racks)
            assert now == seen.view(after, seat, racks=racks), (event, seat)
        before = after


def guest_in(table: OnlineTable, seat: int) -> str | None:
    """The guest in a seat."""
    player = table.seats[seat].player
    return None if player is None else table.people[player].guest


def _ended(change: Change) -> Ended | None:
    last = change.moves[-1].events[-1] if change.moves else None
    return last if isinstance(last, Ended) else None


def walk(seed: int, steps: int) -> Counter[str]:
    """Walk so far; what happened, counted."""
    walking = Walk(seed)
    for _ in range(steps):
        walking.step()
    walking.found["steps"] += steps
    walking.found["games"] += len(walking.used)
    return walking.found
