"""What commands do at a table, one by one, and everything at random."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.kit.scene import Scene
from tests.kit.table_walk import walk
from tilery.match import Length
from tilery.server.table import clock
from tilery.server.table import commands as ask
from tilery.server.table.decide import forget, rename
from tilery.server.table.refusal import RefusedError
from tilery.server.table.seen import public
from tilery.server.table.setup import PlayOn, TurnClock


def test_a_random_walk_keeps_every_rule_of_a_table() -> None:
    found: Counter[str] = Counter()
    for seed in range(60):
        found += walk(seed, steps=200)
    wanted = """
        sat left kicked bot-seated host-changed seats-closed readied unreadied began moved time-out resign turn-began
        bank-spent game-ended pause-asked pause-declined paused resumed stood-in came-back rematch-wanted renamed
        forgotten abandoned awaited dial-turned watch-asked let-in kept-out watch-ended
    """
    assert not [kind for kind in wanted.split() if not found[kind]]


@pytest.mark.parametrize("seed", range(100, 110))
def test_a_short_walk_keeps_every_rule_of_a_table(seed: int) -> None:
    """The same in small steps: what breaks a rule is found sooner."""
    assert walk(seed, steps=150)


def test_walks_that_once_broke_a_rule_keep_it() -> None:
    """The host was forgotten whose form a fair bot went by, and who read the table anew had another form."""
    assert walk(1838, steps=250)


def test_a_game_begins_when_the_last_is_ready() -> None:
    scene = Scene("Ann", "Bo")
    assert scene.asks("Ann", ask.ReadyCommand(id="1", words="mine")) == ["readied"]
    assert scene.asks("Ann", ask.UnreadyCommand(id="1")) == ["unreadied"]
    assert scene.asks("Bo", ask.ReadyCommand(id="1")) == ["readied"]
    happened = scene.asks("Ann", ask.ReadyCommand(id="1", words="mine"))
    assert (happened, scene.phase) == (["readied", "began", "turn-began"], "playing")
    assert scene.table.game is not None and scene.table.game.contributions == ("mine", "")
    assert not any(seat.ready or seat.words for seat in scene.table.seats)


def test_words_for_the_mixing_stay_when_one_is_ready_again_without_any() -> None:
    scene = Scene("Ann", "Bo")
    for words in ("mine", ""):
        scene.asks("Ann", ask.ReadyCommand(id="1", words=words))
    scene.asks("Bo", ask.ReadyCommand(id="1"))
    assert scene.table.game is not None and scene.table.game.contributions == ("mine", "")


def test_a_host_who_does_not_sit_is_the_host_until_somebody_does() -> None:
    scene = Scene("Ann", seats=("open", "open"))
    assert scene.host == "Ann"
    scene.asks("Bo", ask.SitCommand(id="1"))
    assert scene.host == "Bo"


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
    assert "began" in scene.asks("Ann", ask.SeatBotCommand(id="1", seat=1, level="casual"))
    assert scene.names == ["Ann", "Remy"]


def test_a_host_begins_without_the_open_seats_when_all_are_ready() -> None:
    scene = Scene("Ann", seats=("me", "open", "open"))
    assert scene.refuses("Ann", ask.StartCommand(id="1")) == "too-few"
    scene.asks("Bo", ask.SitCommand(id="1", seat=2))
    assert scene.refuses("Ann", ask.StartCommand(id="1")) == "not-ready"
    scene.asks("Bo", ask.ReadyCommand(id="1"))
    assert scene.refuses("Bo", ask.StartCommand(id="1")) == "not-host"
    scene.asks("Ann", ask.StartCommand(id="1"))
    assert scene.names == ["Ann", "Bo"]
    late = Scene("Ann", "Bo", "Cem")
    with pytest.raises(RefusedError, match=r"^not ready yet: Bo, Cem$"):
        late.asks("Ann", ask.StartCommand(id="1"))


def test_a_position_is_played_on_by_as_many_as_there_are_racks() -> None:
    here = PlayOn(("r1 j", "b12", "k2 k3"), "r4 r5 r6", (True,) * 3, turn=1)
    scene = Scene("Ann", seats=("me", "casual", "casual"), play_on=here)
    scene.asks("Ann", ask.KickCommand(id="1", seat=2))
    with pytest.raises(RefusedError, match=r"^at least 3 players are needed$"):
        scene.asks("Ann", ask.StartCommand(id="1"))
    scene.asks("Ann", ask.SeatBotCommand(id="1", seat=2, level="casual"))
    assert "began" in scene.asks("Ann", ask.StartCommand(id="1"))


def test_the_next_person_is_the_host_when_the_host_goes() -> None:
    scene = Scene("Ann", "Bo", "Cem")
    scene.asks("Ann", ask.LeaveCommand(id="1"))
    assert scene.host == "Bo"
    assert public(scene.table).host == 1
    scene.asks("Dee", ask.SitCommand(id="1"))
    assert (scene.names, scene.host) == (["Dee", "Bo", "Cem"], "Bo")
    assert scene.asks("Cem", ask.LeaveCommand(id="1")) == ["left"]
    assert scene.host == "Bo"


def test_when_all_have_left_the_table_is_abandoned() -> None:
    scene = Scene("Ann", "Bo")
    scene.begin("Ann", "Bo")
    scene.asks("Ann", ask.LeaveCommand(id="1"))
    assert scene.phase == "playing"
    scene.asks("Bo", ask.LeaveCommand(id="1"))
    assert (scene.phase, scene.table.abandoned, scene.table.deadline) == ("over", True, None)
    assert scene.refuses("Bo", ask.RematchCommand(id="1")) == "away"


def test_a_table_that_all_have_left_before_the_start_has_no_host() -> None:
    scene = Scene("Ann", "Bo")
    scene.asks("Bo", ask.LeaveCommand(id="1"))
    assert scene.asks("Ann", ask.LeaveCommand(id="1")) == ["left", "host-changed", "abandoned"]
    assert scene.host is None


def test_no_game_begins_at_a_table_whose_match_is_over_because_somebody_leaves() -> None:
    scene = Scene("Ann", "Bo", "Cy")
    scene.begin("Ann", "Bo", "Cy")
    for guest in ("Ann", "Bo"):
        scene.asks(guest, ask.ResignCommand(id="1"))
    assert scene.asks("Bo", ask.LeaveCommand(id="1")) == ["left"]
    assert scene.phase == "over"


def test_a_rematch_begins_when_who_had_not_asked_for_it_leaves() -> None:
    scene = Scene("Ann", "Bo")
    scene.begin("Ann", "Bo")
    scene.asks("Ann", ask.ResignCommand(id="1"))
    scene.asks("Ann", ask.RematchCommand(id="1"))
    assert scene.asks("Bo", ask.LeaveCommand(id="1")) == ["left", "began", "turn-began"]
    assert scene.phase == "playing"


def test_a_match_that_is_over_is_not_abandoned_when_all_leave() -> None:
    scene = Scene("Ann", "Bo")
    scene.begin("Ann", "Bo")
    scene.asks("Ann", ask.ResignCommand(id="1"))
    for guest in ("Ann", "Bo"):
        assert scene.asks(guest, ask.LeaveCommand(id="1")) == ["left"]
    assert not scene.table.abandoned


def test_a_pause_ends_with_the_table() -> None:
    scene = Scene("Ann", seats=("me", "casual"), clock=TurnClock(60))
    scene.begin("Ann")
    scene.asks("Ann", ask.PauseCommand(id="1"))
    scene.asks("Ann", ask.LeaveCommand(id="1"))
    assert scene.phase == "over" and scene.table.pause is None
    assert scene.refuses("Ann", ask.ResumeCommand(id="1")) == "away"


# Coming and going


def test_a_bot_plays_for_who_has_left_until_they_are_back() -> None:
    scene = Scene("Ann", "Bo", clock=TurnClock(60))
    scene.begin("Ann", "Bo")
    mover = scene.mover
    scene.asks(mover, ask.LeaveCommand(id="1"))
    assert scene.table.deadline == scene.now + 20
    assert scene.refuses(mover, ask.DrawCommand(id="1", revision=scene.table.revision)) == "away"
    scene.now = 9.0
    scene.asks(mover, ask.BackCommand(id="1"))
    assert scene.table.deadline == 9.0 + 60 + 1.5
    assert scene.refuses(mover, ask.BackCommand(id="1")) == "no-need"


def test_a_bot_stands_in_for_the_absent_only() -> None:
    scene = Scene("Ann", "Bo")
    assert scene.refuses("Ann", ask.StandInCommand(id="1", seat=1)) == "not-now"
    scene.begin("Ann", "Bo")
    assert scene.refuses("Ann", ask.StandInCommand(id="1", seat=1)) == "connected"
    scene.absent = frozenset({1})
    assert scene.refuses("Eve", ask.StandInCommand(id="1", seat=1)) == "no-seat"
    assert "stood-in" in scene.asks("Ann", ask.StandInCommand(id="1", seat=1))
    assert scene.table.seats[1].bot == "regular"
    scene.asks("Bo", ask.BackCommand(id="1"))
    assert scene.table.seats[1].bot is None


def test_a_bot_plays_on_for_who_is_forgotten_and_is_waited_for() -> None:
    scene = Scene("Ann", "Bo")
    scene.begin("Ann", "Bo")
    gone = scene.mover
    scene.happens(forget(scene.table, gone, 5.0))
    assert scene.table.deadline == 5.0 + clock.BOT_LATE
    assert gone not in str(scene.table)


def test_somebody_who_is_forgotten_is_never_the_next_host() -> None:
    scene = Scene("Ann", "Bo", "Cem")
    scene.begin("Ann", "Bo", "Cem")
    for gone in ("Bo", "Ann"):
        scene.happens(forget(scene.table, gone, 5.0))
    assert scene.host == "Cem"


def test_a_name_is_changed_at_the_table_too_and_stays_one_of_its_own() -> None:
    scene = Scene("Ann", "Bo")
    scene.happens(rename(scene.table, "Bo", "Ann"))
    assert scene.names == ["Ann", "Ann 2"]
    scene.happens(rename(scene.table, "Ann", "ANN"))
    assert scene.names == ["ANN", "Ann 2"]
    with pytest.raises(RefusedError):
        rename(scene.table, "Eve", "Ann")
    with pytest.raises(RefusedError) as refused:
        forget(scene.table, "Eve", 0.0)
    assert refused.value.code == "no-seat"


# Time


def test_a_pause_is_by_agreement_and_the_clock_goes_on_where_it_stood() -> None:
    scene = Scene("Ann", "Bo", clock=TurnClock(60))
    scene.now = 100.0
    scene.begin("Ann", "Bo")
    scene.now = 110.0
    assert scene.asks("Ann", ask.PauseCommand(id="1")) == ["pause-asked"]
    assert scene.asks("Bo", ask.ResumeCommand(id="1")) == ["pause-declined"]
    scene.asks("Bo", ask.PauseCommand(id="1"))
    assert scene.asks("Ann", ask.PauseCommand(id="1")) == ["paused"]
    assert scene.table.deadline is None
    assert scene.refuses(scene.mover, ask.DrawCommand(id="1", revision=scene.table.revision)) == "paused"
    assert scene.waits(1_000) is None
    scene.asks("Ann", ask.ResumeCommand(id="1"))
    assert scene.table.deadline == 1_110 + 50 + clock.GRACE


def test_a_seat_that_changes_hands_in_a_pause_starts_no_clock() -> None:
    scene = Scene("Ann", "Bo", clock=TurnClock(60))
    scene.begin("Ann", "Bo")
    for guest in ("Ann", "Bo"):
        scene.asks(guest, ask.PauseCommand(id="1"))
    assert scene.asks(scene.mover, ask.LeaveCommand(id="1")) == ["left"]
    assert (scene.table.paused, scene.table.deadline) == (True, None)


def test_what_a_turn_takes_beyond_its_time_and_the_grace_comes_off_the_bank() -> None:
    scene = Scene("Ann", "Bo", clock=TurnClock(10, bank=30))
    scene.begin("Ann", "Bo")
    first, seat = scene.mover, scene.table.turn or 0
    scene.now += 10 + clock.GRACE  # just in time: the network was slow
    scene.draw()
    assert scene.table.seats[seat].bank == 30
    assert scene.mover != first
    scene.draw()
    scene.now += 10 + clock.GRACE + 12
    scene.draw()
    assert scene.table.seats[seat].bank == 18
    assert sorted(each.bank or 0 for each in public(scene.table).seats) == [18, 30]
    scene.draw()
    assert scene.table.deadline == scene.now + 10 + 18 + clock.GRACE
    assert public(scene.table).due == scene.now + 10 + 18


def test_time_runs_out_once_and_not_a_moment_early() -> None:
    scene = Scene("Ann", "Bo", clock=TurnClock(10, bank=5))
    scene.begin("Ann", "Bo")
    seat = scene.table.turn
    assert scene.waits(10 + 5 + clock.GRACE - 0.01) is None
    assert scene.waits(0.01) == ["moved", "bank-spent", "turn-began"]
    assert scene.table.turn != seat
    assert scene.table.seats[seat or 0].bank == 0
    assert scene.waits(0) is None


def test_a_bot_never_runs_out_of_time() -> None:
    scene = Scene("Ann", seats=("me", "casual"), clock=TurnClock(5))
    scene.begin("Ann")
    while scene.mover != "bot":
        scene.draw()
    assert scene.waits(1_000) is None


# Between games and after the match


def test_the_next_game_begins_by_itself_a_while_after_the_first_is_ready() -> None:
    scene = Scene("Ann", "Bo", clock=TurnClock(60), length=Length(games=2))
    scene.begin("Ann", "Bo")
    before = scene.table.secret
    scene.asks("Ann", ask.ResignCommand(id="1"))
    assert (scene.phase, scene.table.deadline) == ("between", None)
    assert scene.table.secret != before
    scene.asks("Bo", ask.ReadyCommand(id="1"))
    assert scene.waits(clock.BETWEEN_GAMES - 0.1) is None
    assert scene.waits(0.1) == ["began", "turn-began"]
    assert scene.table.number == 2


def test_the_others_have_no_longer_when_a_second_is_ready() -> None:
    scene = Scene("Ann", "Bo", "Cem", clock=TurnClock(60), length=Length(games=2))
    scene.begin("Ann", "Bo", "Cem")
    for guest in ("Ann", "Bo"):
        scene.asks(guest, ask.ResignCommand(id="1"))
    assert scene.asks("Bo", ask.ReadyCommand(id="1")) == ["readied", "awaited"]
    scene.now += 10
    assert scene.asks("Cem", ask.ReadyCommand(id="1")) == ["readied"]
    assert scene.table.deadline == 60
    assert scene.asks("Cem", ask.UnreadyCommand(id="1")) == ["unreadied"]


def test_turns_are_counted_when_they_end() -> None:
    scene = Scene("Ann", "Bo", clock=TurnClock(60))
    scene.begin("Ann", "Bo")
    mover, seat = scene.mover, scene.table.turn or 0
    scene.draw()
    assert [each.turns for each in scene.table.seats] == [int(seat == 0), int(seat == 1)]
    scene.asks(mover, ask.ResignCommand(id="1"))
    assert [each.turns for each in scene.table.seats] == [1, 1]


def test_without_a_clock_the_next_game_waits_for_everybody() -> None:
    scene = Scene("Ann", "Bo", length=Length(games=2), clock=TurnClock())
    scene.begin("Ann", "Bo")
    scene.asks("Ann", ask.ResignCommand(id="1"))
    scene.asks("Bo", ask.ReadyCommand(id="1"))
    assert scene.waits(10_000) is None
    assert "began" in scene.asks("Ann", ask.ReadyCommand(id="1"))


def test_a_rematch_is_by_agreement_with_a_new_sheet() -> None:
    scene = Scene("Ann", "Bo")
    scene.begin("Ann", "Bo")
    assert scene.refuses("Ann", ask.RematchCommand(id="1")) == "not-now"
    scene.asks("Ann", ask.ResignCommand(id="1"))
    assert (scene.phase, len(scene.table.entries)) == ("over", 1)
    assert public(scene.table).winners == (1,)
    assert scene.refuses("Eve", ask.RematchCommand(id="1")) == "no-seat"
    assert scene.asks("Bo", ask.RematchCommand(id="1")) == ["rematch-wanted"]
    assert "began" in scene.asks("Ann", ask.RematchCommand(id="1"))
    assert (scene.table.match, scene.table.number, scene.table.entries) == (2, 1, ())


def test_around_one_screen_the_host_speaks_for_every_seat() -> None:
    scene = Scene("Ann", seats=("me", "me", "casual"), shared=True, names=("Ann", "Bo"))
    assert scene.names == ["Ann", "Bo", "Remy"]
    assert all(seat.ready for seat in scene.table.seats)
    assert "began" in scene.asks("Ann", ask.ReadyCommand(id="1"))
    movers = set()
    for _ in range(3):
        movers.add(scene.table.turn)
        scene.draw()
    assert movers == {0, 1, 2}
    assert scene.refuses("Ann", ask.PauseCommand(id="1")) == "covered", "nobody has said who has the screen"
    assert scene.asks("Ann", ask.PauseCommand(id="1"), seat=1) == ["paused"]
    assert scene.refuses("Eve", ask.ResumeCommand(id="1")) == "no-seat"
    scene.asks("Ann", ask.LeaveCommand(id="1"), seat=0)
    assert scene.table.abandoned


def test_nobody_moves_out_of_turn_or_at_another_revision() -> None:
    scene = Scene("Ann", "Bo")
    scene.begin("Ann", "Bo")
    revision = scene.table.revision
    assert scene.refuses(scene.waiting, ask.DrawCommand(id="1", revision=revision)) == "illegal"
    assert scene.refuses(scene.mover, ask.DrawCommand(id="1", revision=revision + 1)) == "ahead"
    assert scene.refuses(scene.mover, ask.DrawCommand(id="1", revision=revision - 1)) == "stale"
    assert scene.refuses(scene.mover, ask.PlayCommand(id="1", revision=revision, table="x9")) == "notation"
    assert scene.refuses("Eve", ask.DrawCommand(id="1", revision=revision)) == "no-seat"
