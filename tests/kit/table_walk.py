"""A walk through everything that can happen at a table: random commands by random guests at random times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import msgspec

from tests.kit.games import TABLES, check_conserved
from tests.kit.random_player import RandomPlayer
from tilery.game import Phase as GamePhase
from tilery.game import Play, TimeOut, seeded_secret, view
from tilery.match import Length
from tilery.server.table import clock
from tilery.server.table import messages as ask
from tilery.server.table.decide import (
    Asking,
    Outcome,
    abandon,
    bot_move,
    decide,
    forget,
    new_table,
    rename,
    time_passes,
)
from tilery.server.table.messages import RefusedError
from tilery.server.table.setup import Clock, Setup, check
from tilery.server.table.table import (
    State,
    Terms,
    decode_moves,
    encode_moves,
    encode_terms,
    from_row,
    public,
    rebuild,
    seat_of,
    to_row,
)

__all__ = ["GUESTS", "Walk", "random_setup", "table_of", "walk"]

GUESTS = tuple(f"guest-{number}" for number in range(7))

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
    wanted = ("me", "casual") if shared else ("open", "open", "open", "casual")
    turn = rng.choice((None, 5, 60, 7200))
    return Setup(
        edition=seating.edition,
        tile_set=seating.tile_set,
        seats=("me", *(rng.choice(wanted) for _ in range(seating.players - 1))),
        shared=shared,
        length=Length(games=rng.choice((1, 2, 3))),
        clock=Clock(turn, rng.choice((0, 30)) if turn else 0),
    )


def table_of(setup: Setup, guest: str = GUESTS[0], name: str = "Ann") -> State:
    """A table just made."""
    terms = Terms("table", "CODE23", 0.0, setup, check(setup))
    return new_table(terms, Asking(guest, name, None, 0.0, seeded_secret("table", 0)))


class Step(NamedTuple):
    """Something to do: by whom, and how."""

    name: str
    do: Callable[[], Outcome | None]


class Walk:
    """A table on its way, and what must hold at every step."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(f"walk {seed}")
        self.state = table_of(random_setup(self.rng))
        self.now, self.secrets = 0.0, 0
        self.used: set[str] = set()
        self.moves: list[Any] = []
        self.found: Counter[str] = Counter()
        self.player = RandomPlayer(self.rng, lazy=self.rng.choice((0.1, 0.6)), quits=0.0)

    def step(self) -> None:
        """Try one thing; if it is refused nothing has changed."""
        before, live = self.state, msgspec.json.encode(self.state.live)
        self.now += self.rng.choice((0.0, 0.1, 1.0, 4.0, 20.0, 90.0))
        step = self._some_step()
        try:
            outcome = step.do()
        except RefusedError as error:
            self.found[f"refused {error.code}"] += 1
            assert error.text and self.state is before
            outcome = None
        assert msgspec.json.encode(before.live) == live
        if outcome is not None:
            self.found[outcome.kind] += 1
            self._check(before, outcome)
            self.state = outcome.state

    def _some_step(self) -> Step:
        rng, live, game = self.rng, self.state.live, self.state.game
        how = rng.random()
        if how < 0.25:
            return Step("time", lambda: time_passes(self.state, self.now, self._secret()))
        if how < 0.252:
            return Step("forget", lambda: forget(self.state, rng.choice(GUESTS), "", self.now))
        if how < 0.26:
            return Step("rename", lambda: rename(self.state, rng.choice(GUESTS), "Ann"))
        if how < 0.2605:
            return Step("abandon", lambda: abandon(self.state))
        playing = live.phase == "playing" and game is not None and game.phase is GamePhase.PLAYING
        if playing and game is not None and how < 0.6 and not self.state.paused:
            chosen = self.player.choose(view(game, game.turn))
            owner = live.seats[game.turn]
            if isinstance(chosen, TimeOut):
                return Step("time", lambda: time_passes(self.state, self.now, self._secret(), chosen.draft))
            if owner.bot is not None:
                return Step("bot", lambda: bot_move(self.state, chosen, self.now, self._secret()))
            text = str(chosen.table) if isinstance(chosen, Play) else ""
            kind: Any = {"Play": ask.PlayCommand, "Draw": ask.DrawCommand, "Pass": ask.PassCommand}[
                type(chosen).__name__
            ]
            fields = {"table": text} if kind is ask.PlayCommand else {}
            command = kind(id="1", revision=live.revision, **fields)
            return self._asked(owner.guest or "", command, game.turn)
        seated = [seat.guest for seat in live.seats if seat.guest is not None]
        guest = rng.choice((*(GUESTS if live.phase == "gathering" else seated), *seated, GUESTS[-1]))
        return self._asked(guest, self._some_command(), rng.choice((None, None, 0, 1, 2)))

    def _asked(self, guest: str, command: Any, wanted: int | None) -> Step:
        seat = seat_of(self.state.live, guest, wanted)
        absent = frozenset(self.rng.sample(range(6), self.rng.randint(0, 6)))
        asking = Asking(guest, "Ann", seat, self.now, self._secret(), absent)
        return Step(type(command).__name__, lambda: decide(self.state, asking, command))

    def _some_command(self) -> ask.Command:
        rng, revision = self.rng, max(0, self.state.live.revision + self.rng.choice((-9, -1, 0, 0, 0, 1)))
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
            ask.SeatBotCommand(id="1", seat=seat, level="casual"),
            ask.StandInCommand(id="1", seat=seat),
            ask.BackCommand(id="1"),
            ask.PauseCommand(id="1"),
            ask.ResumeCommand(id="1"),
            ask.RematchCommand(id="1", words="again"),
            ask.DrawCommand(id="1", revision=revision),
            ask.PassCommand(id="1", revision=revision),
            ask.PlayCommand(id="1", revision=revision, table=rng.choice(("", "r1 r2 r3", "x9", "j j j j j"))),
        )
        return rng.choice(rare or commands)

    def _secret(self) -> str:
        self.secrets += 1
        return seeded_secret("walk", self.secrets)

    # What must hold

    def _check(self, before: State, outcome: Outcome) -> None:
        after = outcome.state
        live, game = after.live, after.game
        assert live.revision == before.live.revision + 1
        assert live.moved == (live.revision if outcome.moves else before.live.moved)
        assert live.phase in _LEGAL[before.live.phase], (before.live.phase, live.phase)
        assert live.phase != "playing" or before.live.phase == "playing" or outcome.kind == "began"
        assert live.turn == (game.turn if game is not None and live.phase == "playing" else None)
        assert all(sum(entry.scores) == 0 for entry in live.entries)
        assert len(live.entries) <= after.terms.setup.length.total(len(live.seats))
        self._check_seats(before, outcome)
        self._check_secrets(before, outcome)
        self._check_deadline(after)
        if game is not None and game.phase is not GamePhase.MIXING:
            check_conserved(game)
        self._check_stored(outcome)

    def _check_seats(self, before: State, outcome: Outcome) -> None:
        old, new = before.live.seats, outcome.state.live.seats
        if before.live.phase == "gathering":
            assert len(new) == len(old) or outcome.kind == "began"
            assert outcome.state.live.phase != "playing" or all(seat.kind != "open" for seat in new)
        else:
            assert [seat.kind for seat in new] == [seat.kind for seat in old]
            for one, other in zip(old, new, strict=True):
                assert one.guest == other.guest or (outcome.kind == "forgotten" and other.guest is None)
        names = [seat.name for seat in new if seat.name]
        assert len(names) == len(set(names))

    def _check_secrets(self, before: State, outcome: Outcome) -> None:
        """A secret is for one game; the next is there before it is needed, and the public table has neither."""
        old, new = before.live.secret, outcome.state.live.secret
        assert (old == new) == (outcome.ended is None)
        if outcome.ended is not None:
            assert outcome.ended.secret == old
            assert new not in self.used
            self.used.add(old)
        shown = msgspec.json.encode(public(outcome.state, clock.GRACE)).decode()
        assert new not in shown and not any(guest in shown for guest in GUESTS) and "own words" not in shown

    def _check_deadline(self, state: State) -> None:
        live, turn = state.live, state.terms.setup.clock.turn
        if live.phase in ("gathering", "over") or state.paused:
            assert live.deadline is None
        elif live.phase == "between":
            assert live.deadline is None or (turn is not None and turn < 3600)
        else:
            assert state.game is not None
            owner = live.seats[state.game.turn]
            if owner.bot is not None:
                assert live.deadline is not None and live.deadline <= self.now + clock.BOT_LATE
            elif turn is None:
                assert live.deadline is None
            else:
                assert live.deadline == live.turn_at + turn + owner.bank + clock.GRACE

    def _check_stored(self, outcome: Outcome) -> None:
        """What is stored makes the same table again."""
        state = outcome.state
        if outcome.kind == "began":
            self.moves = []
        self.moves += decode_moves(encode_moves(outcome.moves))
        if self.rng.random() < 0.05 or outcome.ended is not None:
            terms, live, _ = from_row(to_row(state, encode_terms(state.terms)))
            assert (terms, live) == (state.terms, state.live)
            assert rebuild(terms, live, self.moves) == state.game


def walk(seed: int, steps: int) -> Counter[str]:
    """Walk so far; what happened, counted."""
    walking = Walk(seed)
    for _ in range(steps):
        walking.step()
    walking.found["steps"] += steps
    walking.found["games"] += len(walking.used)
    return walking.found
