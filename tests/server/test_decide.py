"""What commands do at a table, one by one, and everything at random."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.kit.table_walk import table_of, walk
from tilery.game import Draw as DrawAction
from tilery.game import seeded_secret
from tilery.match import Length
from tilery.server.table import clock
from tilery.server.table import messages as ask
from tilery.server.table.decide import Asking, Outcome, bot_move, decide, forget, rename, time_passes
from tilery.server.table.messages import RefusedError
from tilery.server.table.setup import Clock, Setup
from tilery.server.table.table import State, public, seat_of


def test_a_random_walk_keeps_every_rule_of_a_table() -> None:
    found: Counter[str] = Counter()
    for seed in range(60):
        found += walk(seed, steps=200)
    wanted = "sat left kicked bot-seated began moved timed-out resigned paused resumed stood-in back rematch forgotten"
    assert not [kind for kind in wanted.split() if not found[kind]]


class Scene:
    """A table, and people who ask things of it by name."""

    def __init__(self, *people: str, **setup: Any) -> None:
        seats = tuple(setup.pop("seats", ("me", *("open" for _ in people[1:]))))
        self.now, self._secrets = 0.0, 0
        self.state: State = table_of(Setup(seats=seats, **setup), people[0], people[0])
        self.absent: frozenset[int] = frozenset()
        for name in people[1:]:
            self.asks(name, ask.SitCommand(id="1"))

    def asks(self, guest: str, command: ask.Command, seat: int | None = None) -> Outcome:
        """Carry a command out."""
        own = seat_of(self.state.live, guest, seat)
        asking = Asking(guest, guest, own, self.now, self.secret(), self.absent)
        outcome = decide(self.state, asking, command)
        self.state = outcome.state
        return outcome

    def refuses(self, guest: str, command: ask.Command) -> str:
        """The code with which a command is refused."""
        before = self.state
        with pytest.raises(RefusedError) as error:
            self.asks(guest, command)
        assert self.state is before
        return error.value.code

    def secret(self) -> str:
        self._secrets += 1
        return seeded_secret("scene", self._secrets)

    def begin(self, *people: str) -> None:
        for name in people:
            self.asks(name, ask.ReadyCommand(id="1"))
        assert self.phase == "playing"

    def draw(self) -> Outcome:
        """Whoever is to move draws."""
        assert self.state.game is not None
        seat = self.state.game.turn
        owner = self.state.live.seats[seat]
        if owner.bot is None:
            return self.asks(owner.guest or "", ask.DrawCommand(id="1", revision=self.state.live.revision), seat)
        outcome = bot_move(self.state, DrawAction(seat), self.now, self.secret())
        self.state = outcome.state
        return outcome

    def waits(self, seconds: float) -> Outcome | None:
        """Time goes by, and somebody looks whether anything is due."""
        self.now += seconds
        outcome = time_passes(self.state, self.now, self.secret())
        if outcome is not None:
            self.state = outcome.state
        return outcome

    @property
    def phase(self) -> str:
        return self.state.live.phase

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.state.live.seats]

    @property
    def mover(self) -> str:
        assert self.state.game is not None
        return self.state.live.seats[self.state.game.turn].guest or "bot"

    @property
    def waiting(self) -> str:
        return next(seat.guest for seat in self.state.live.seats if seat.guest not in (None, self.mover)) or ""


# Before the start


def test_a_game_begins_when_the_last_is_ready() -> None:
    scene = Scene("Ann", "Bo")
    assert scene.asks("Ann", ask.ReadyCommand(id="1", words="mine")).kind == "ready"
    assert scene.asks("Ann", ask.UnreadyCommand(id="1")).kind == "unready"
    assert scene.asks("Bo", ask.ReadyCommand(id="1")).kind == "ready"
    outcome = scene.asks("Ann", ask.ReadyCommand(id="1", words="mine"))
    assert (outcome.kind, scene.phase) == ("began", "playing")
    assert scene.state.game is not None and scene.state.game.contributions == ("mine", "")
    assert not any(seat.ready or seat.words for seat in scene.state.live.seats)


def test_a_host_sends_somebody_away_before_the_start_for_good() -> None:
    scene = Scene("Ann", "Bo")
    assert scene.refuses("Bo", ask.KickCommand(id="1", seat=0)) == "not-host"
    assert scene.refuses("Ann", ask.KickCommand(id="1", seat=0)) == "yourself"
    scene.asks("Ann", ask.KickCommand(id="1", seat=1))
    assert scene.refuses("Bo", ask.SitCommand(id="1")) == "kicked"
    scene.asks("Cem", ask.SitCommand(id="1"))
    scene.begin("Ann", "Cem")
    assert scene.refuses("Ann", ask.KickCommand(id="1", seat=1)) == "started"


def test_a_bot_in_the_last_open_seat_begins_the_game() -> None:
    scene = Scene("Ann", seats=("me", "open"))
    assert scene.refuses("Bo", ask.SeatBotCommand(id="1", seat=1, level="casual")) == "not-host"
    scene.asks("Ann", ask.ReadyCommand(id="1"))
    assert scene.asks("Ann", ask.SeatBotCommand(id="1", seat=1, level="casual")).kind == "began"
    assert scene.names == ["Ann", "casual bot"]


def test_a_host_begins_without_the_open_seats_when_all_are_ready() -> None:
    scene = Scene("Ann", seats=("me", "open", "open"))
    assert scene.refuses("Ann", ask.StartCommand(id="1")) == "too-few"
    scene.asks("Bo", ask.SitCommand(id="1", seat=2))
    assert scene.refuses("Ann", ask.StartCommand(id="1")) == "not-ready"
    scene.asks("Bo", ask.ReadyCommand(id="1"))
    assert scene.refuses("Bo", ask.StartCommand(id="1")) == "not-host"
    scene.asks("Ann", ask.StartCommand(id="1"))
    assert scene.names == ["Ann", "Bo"]


def test_the_next_person_is_the_host_when_the_host_goes() -> None:
    scene = Scene("Ann", "Bo", "Cem")
    scene.asks("Ann", ask.LeaveCommand(id="1"))
    assert scene.state.live.host == "Bo"
    assert public(scene.state, 0).host == 1
    scene.asks("Dee", ask.SitCommand(id="1"))
    assert (scene.names, scene.state.live.host) == (["Dee", "Bo", "Cem"], "Bo")


def test_when_all_have_left_the_table_is_abandoned() -> None:
    scene = Scene("Ann", "Bo")
    scene.begin("Ann", "Bo")
    scene.asks("Ann", ask.LeaveCommand(id="1"))
    assert scene.phase == "playing"
    scene.asks("Bo", ask.LeaveCommand(id="1"))
    assert (scene.phase, scene.state.live.abandoned, scene.state.live.deadline) == ("over", True, None)
    assert scene.refuses("Bo", ask.RematchCommand(id="1")) == "away"


def test_a_pause_ends_with_the_table() -> None:
    scene = Scene("Ann", seats=("me", "casual"), clock=Clock(60))
    scene.begin("Ann")
    scene.asks("Ann", ask.PauseCommand(id="1"))
    scene.asks("Ann", ask.LeaveCommand(id="1"))
    assert scene.phase == "over" and scene.state.live.pause is None
    assert scene.refuses("Ann", ask.ResumeCommand(id="1")) == "away"


# Coming and going


def test_a_bot_plays_for_who_has_left_until_they_are_back() -> None:
    scene = Scene("Ann", "Bo", clock=Clock(60))
    scene.begin("Ann", "Bo")
    mover = scene.mover
    scene.asks(mover, ask.LeaveCommand(id="1"))
    assert scene.state.live.deadline == scene.now + clock.BOT_LATE
    assert scene.refuses(mover, ask.DrawCommand(id="1", revision=scene.state.live.revision)) == "away"
    scene.now = 9.0
    scene.asks(mover, ask.BackCommand(id="1"))
    assert scene.state.live.deadline == 9.0 + 60 + clock.GRACE
    assert scene.refuses(mover, ask.BackCommand(id="1")) == "no-need"


def test_a_bot_stands_in_for_the_absent_only() -> None:
    scene = Scene("Ann", "Bo")
    assert scene.refuses("Ann", ask.StandInCommand(id="1", seat=1)) == "not-now"
    scene.begin("Ann", "Bo")
    assert scene.refuses("Ann", ask.StandInCommand(id="1", seat=1)) == "connected"
    scene.absent = frozenset({1})
    assert scene.refuses("Eve", ask.StandInCommand(id="1", seat=1)) == "no-seat"
    assert scene.asks("Ann", ask.StandInCommand(id="1", seat=1)).kind == "stood-in"
    assert scene.state.live.seats[1].bot == "regular"
    scene.asks("Bo", ask.BackCommand(id="1"))
    assert scene.state.live.seats[1].bot is None


def test_a_bot_plays_on_for_who_is_forgotten_and_is_waited_for() -> None:
    scene = Scene("Ann", "Bo")
    scene.begin("Ann", "Bo")
    gone = scene.mover
    scene.state = forget(scene.state, gone, "", 5.0).state
    assert scene.state.live.deadline == 5.0 + clock.BOT_LATE
    assert gone not in str(scene.state.live)


def test_a_name_is_changed_at_the_table_too_and_stays_one_of_its_own() -> None:
    scene = Scene("Ann", "Bo")
    assert rename(scene.state, "Bo", "Ann").state.live.seats[1].name == "Ann 2"
    with pytest.raises(RefusedError):
        rename(scene.state, "Eve", "Ann")


# Time


def test_a_pause_is_by_agreement_and_the_clock_goes_on_where_it_stood() -> None:
    scene = Scene("Ann", "Bo", clock=Clock(60))
    scene.begin("Ann", "Bo")
    scene.now = 10.0
    assert scene.asks("Ann", ask.PauseCommand(id="1")).kind == "pause-asked"
    assert scene.asks("Bo", ask.ResumeCommand(id="1")).kind == "pause-declined"
    scene.asks("Bo", ask.PauseCommand(id="1"))
    assert scene.asks("Ann", ask.PauseCommand(id="1")).kind == "paused"
    assert scene.state.live.deadline is None
    assert scene.refuses(scene.mover, ask.DrawCommand(id="1", revision=scene.state.live.revision)) == "paused"
    assert scene.waits(1_000) is None
    scene.asks("Ann", ask.ResumeCommand(id="1"))
    assert scene.state.live.deadline == 1_010 + 50 + clock.GRACE


def test_what_a_turn_takes_beyond_its_time_and_the_grace_comes_off_the_bank() -> None:
    scene = Scene("Ann", "Bo", clock=Clock(10, bank=30))
    scene.begin("Ann", "Bo")
    first, seat = scene.mover, scene.state.live.turn or 0
    scene.now += 10 + clock.GRACE  # just in time: the network was slow
    scene.draw()
    assert scene.state.live.seats[seat].bank == 30
    assert scene.mover != first
    scene.draw()
    scene.now += 10 + clock.GRACE + 12
    scene.draw()
    assert scene.state.live.seats[seat].bank == 18
    scene.draw()
    assert scene.state.live.deadline == scene.now + 10 + 18 + clock.GRACE
    assert public(scene.state, clock.GRACE).due == scene.now + 10 + 18


def test_time_runs_out_once_and_not_a_moment_early() -> None:
    scene = Scene("Ann", "Bo", clock=Clock(10, bank=5))
    scene.begin("Ann", "Bo")
    seat = scene.state.live.turn
    assert scene.waits(10 + 5 + clock.GRACE - 0.01) is None
    outcome = scene.waits(0.01)
    assert outcome is not None and (outcome.kind, outcome.seat) == ("timed-out", seat)
    assert scene.state.live.seats[seat or 0].bank == 0
    assert scene.waits(0) is None


def test_a_bot_never_runs_out_of_time() -> None:
    scene = Scene("Ann", seats=("me", "casual"), clock=Clock(5))
    scene.begin("Ann")
    while scene.mover != "bot":
        scene.draw()
    assert scene.waits(1_000) is None


# Between games and after the match


def test_the_next_game_begins_by_itself_a_while_after_the_first_is_ready() -> None:
    scene = Scene("Ann", "Bo", clock=Clock(60), length=Length(games=2))
    scene.begin("Ann", "Bo")
    before = scene.state.live.secret
    scene.asks("Ann", ask.ResignCommand(id="1"))
    assert (scene.phase, scene.state.live.deadline) == ("between", None)
    assert scene.state.live.secret != before
    scene.asks("Bo", ask.ReadyCommand(id="1"))
    assert scene.waits(clock.BETWEEN_GAMES - 0.1) is None
    outcome = scene.waits(0.1)
    assert outcome is not None and outcome.kind == "began"
    assert scene.state.live.number == 2


def test_without_a_clock_the_next_game_waits_for_everybody() -> None:
    scene = Scene("Ann", "Bo", length=Length(games=2))
    scene.begin("Ann", "Bo")
    scene.asks("Ann", ask.ResignCommand(id="1"))
    scene.asks("Bo", ask.ReadyCommand(id="1"))
    assert scene.waits(10_000) is None
    assert scene.asks("Ann", ask.ReadyCommand(id="1")).kind == "began"


def test_a_rematch_is_by_agreement_with_a_new_sheet() -> None:
    scene = Scene("Ann", "Bo")
    scene.begin("Ann", "Bo")
    assert scene.refuses("Ann", ask.RematchCommand(id="1")) == "not-now"
    scene.asks("Ann", ask.ResignCommand(id="1"))
    assert (scene.phase, len(scene.state.live.entries)) == ("over", 1)
    assert public(scene.state, 0).winners == (1,)
    assert scene.refuses("Eve", ask.RematchCommand(id="1")) == "no-seat"
    assert scene.asks("Bo", ask.RematchCommand(id="1")).kind == "rematch"
    assert scene.asks("Ann", ask.RematchCommand(id="1")).kind == "began"
    assert (scene.state.live.match, scene.state.live.number, scene.state.live.entries) == (2, 1, ())


def test_around_one_screen_the_host_speaks_for_every_seat() -> None:
    scene = Scene("Ann", seats=("me", "me", "casual"), shared=True, names=("Ann", "Bo"))
    assert scene.names == ["Ann", "Bo", "casual bot"]
    assert scene.asks("Ann", ask.ReadyCommand(id="1")).kind == "began"
    movers = set()
    for _ in range(3):
        movers.add(scene.state.live.turn)
        scene.draw()
    assert movers == {0, 1, 2}
    assert scene.asks("Ann", ask.PauseCommand(id="1")).kind == "paused"
    assert scene.refuses("Eve", ask.ResumeCommand(id="1")) == "no-seat"
    assert scene.asks("Ann", ask.LeaveCommand(id="1")).state.live.abandoned


def test_nobody_moves_out_of_turn_or_at_another_revision() -> None:
    scene = Scene("Ann", "Bo")
    scene.begin("Ann", "Bo")
    revision = scene.state.live.revision
    assert scene.refuses(scene.waiting, ask.DrawCommand(id="1", revision=revision)) == "illegal"
    assert scene.refuses(scene.mover, ask.DrawCommand(id="1", revision=revision + 1)) == "ahead"
    assert scene.refuses(scene.mover, ask.DrawCommand(id="1", revision=revision - 1)) == "stale"
    assert scene.refuses(scene.mover, ask.PlayCommand(id="1", revision=revision, table="x9")) == "notation"
    assert scene.refuses("Eve", ask.DrawCommand(id="1", revision=revision)) == "no-seat"
