"""Playing, drawing, passing, resigning, running out of time, and how a game ends."""

from __future__ import annotations

import pickle

import pytest

from tests.kit.midgame import SECRET, codes_of, playing
from tilery import Game, IllegalActionError, Table, Tiles, apply, edition, edition_names, house_rules, new_game
from tilery.game import (
    Action,
    Contribute,
    Draw,
    Drew,
    Ended,
    Event,
    Pass,
    Passed,
    Phase,
    Play,
    Played,
    Resign,
    Resigned,
    Settled,
    Start,
    Termination,
    TimeOut,
    evolve,
)
from tilery.rules import Verdict

EVERY_EDITION = pytest.mark.parametrize("name", edition_names())
PLAY_ON = pytest.mark.parametrize("name", [n for n in edition_names() if edition(n).rules().pool_empty == "play-on"])
RESTORE = pytest.mark.parametrize("name", [n for n in edition_names() if edition(n).rules().overtime == "restore"])


def refused(game: Game, action: Action) -> list[str]:
    with pytest.raises(IllegalActionError) as error:
        apply(game, action)
    return codes_of(error.value)


def end_of(game: Game) -> Ended:
    assert game.phase is Phase.OVER
    assert game.result is not None
    return game.result


def kinds(events: tuple[Event, ...]) -> list[type]:
    return [type(event) for event in events]


# A turn.


@EVERY_EDITION
def test_a_play_lays_tiles_and_passes_the_turn(name: str) -> None:
    game, events = apply(playing(name, "r7 b1", "k9", table="r4 r5 r6"), Play(0, Table("r4 r5 r6 r7")))
    assert events == (Played(0, Tiles("r7"), Table("r4 r5 r6 r7")),)
    assert (game.table, game.racks[0], game.turn, game.last) == (Table("r4 r5 r6 r7"), Tiles("b1"), 1, 0)


@EVERY_EDITION
def test_the_first_play_is_the_opening(name: str) -> None:
    game, events = apply(playing(name, "r9 r10 r11 b1", "k9", opened=False), Play(0, Table("r9 r10 r11")))
    assert isinstance(events[0], Played)
    assert events[0].opening
    assert game.opened == (True, False)


@EVERY_EDITION
def test_a_draw_takes_the_next_tile_of_the_pool_and_ends_the_turn(name: str) -> None:
    game, events = apply(playing(name, "r7", "k9", pool="b1 b2"), Draw(0))
    assert events == (Drew(0, 1, Tiles("b1")),)
    assert (game.racks[0], game.pool, game.turn) == (Tiles("r7 b1"), Tiles("b2"), 1)


@EVERY_EDITION
def test_drawing_is_always_allowed_while_there_is_a_pool(name: str) -> None:
    """Also when a play was possible."""
    apply(playing(name, "r7", "k9", table="r4 r5 r6"), Draw(0))


@PLAY_ON
def test_nobody_draws_from_an_empty_pool(name: str) -> None:
    assert refused(playing(name, "r7", "k9", pool=""), Draw(0)) == ["pool-empty"]


@EVERY_EDITION
def test_passing_is_for_an_empty_pool_only(name: str) -> None:
    assert refused(playing(name, "r7", "k9"), Pass(0)) == ["pool-not-empty"]


@PLAY_ON
def test_with_the_pool_empty_a_player_may_pass_or_play(name: str) -> None:
    game = playing(name, "r7 b1", "k9", table="r4 r5 r6", pool="")
    passed, events = apply(game, Pass(0))
    assert events == (Passed(0),)
    assert (passed.passes, passed.turn) == (1, 1)
    played, _ = apply(game, Play(0, Table("r4 r5 r6 r7")))
    assert played.passes == 0


@EVERY_EDITION
@pytest.mark.parametrize("action", [Play(1, Table()), Draw(1), TimeOut(1)], ids=lambda a: type(a).__name__)
def test_only_the_player_whose_turn_it_is_acts(name: str, action: Action) -> None:
    assert refused(playing(name, "r7", "k9"), action)[0] == "not-your-turn"


@pytest.mark.parametrize("seat", [-1, 2, 99, 10**30])
def test_a_seat_that_is_not_there_can_do_nothing(seat: int) -> None:
    game = playing("sabra", "r7", "k9")
    for action in (Play(seat, Table()), Draw(seat), Pass(seat), TimeOut(seat), Resign(seat)):
        assert "seat" in refused(game, action)
    with pytest.raises(IllegalActionError, match=f"there is no seat {seat}, the seats are 0 to 1;"):
        apply(game, Draw(seat))


@EVERY_EDITION
@pytest.mark.parametrize("seat", [0, 1])
def test_an_illegal_play_lists_every_defect_and_changes_nothing(name: str, seat: int) -> None:
    game = playing(name, "r7", "k9", table="r4 r5 r6", opened=False, turn=1 - seat)
    mark = hash(game)
    assert refused(game, Play(seat, Table("r4 r5 | y9 y9 y9"))) == [
        "not-your-turn",
        "illegal-set",
        "illegal-set",
        "table-tile-missing",
        "not-on-rack",
        *(["opening-touches-table"] if name != "sabra" else []),
        "opening-too-low",
    ]
    assert hash(game) == mark


BEFORE = new_game(edition("sabra").rules(), 2, SECRET)
WITHOUT_SECRET = new_game(edition("sabra").rules(), 2, None, BEFORE.commitment)
UNDER_WAY = playing("sabra", "r7", "k9")
OVER, _ = apply(playing("sabra", "r7", "k9", table="r4 r5 r6"), Play(0, Table("r4 r5 r6 r7")))
RESIGNED, _ = apply(playing("sabra", "r7", "k9", "y3"), Resign(1))


@pytest.mark.parametrize(
    ("game", "action", "code", "rule"),
    [
        (UNDER_WAY, Contribute(0, "late"), "already-mixed", "fairness"),
        (BEFORE, Contribute(0, ""), "contribution", "fairness"),
        (BEFORE, Contribute(2, "x"), "seat", "set-up"),
        (UNDER_WAY, Start(), "already-started", "set-up"),
        (WITHOUT_SECRET, Start(), "no-secret", "fairness"),
        (BEFORE, Draw(0), "not-started", "set-up"),
        (BEFORE, Play(0, Table()), "not-started", "set-up"),
        (UNDER_WAY, Draw(1), "not-your-turn", "turn"),
        (UNDER_WAY, Play(2, Table()), "seat", "set-up"),
        (UNDER_WAY, Pass(0), "pool-not-empty", "turn"),
        (playing("sabra", "r7", "k9", pool=""), Draw(0), "pool-empty", "turn"),
        (UNDER_WAY, TimeOut(0, Table("y1")), "not-on-rack", "turn"),
        (RESIGNED, Resign(1), "resigned", "resigning"),
        (OVER, Draw(1), "game-over", "end"),
        (OVER, Play(1, Table()), "game-over", "end"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_a_refusal_names_the_rule_and_the_booklet_it_stands_in(
    game: Game, action: Action, code: str, rule: str
) -> None:
    with pytest.raises(IllegalActionError) as error:
        apply(game, action)
    assert error.value.code == "illegal"
    (defect, *_) = error.value.defects
    assert (defect.code, defect.rule, defect.booklet) == (code, rule, game.rules.booklet)
    assert defect.text in str(error.value)


def test_a_refusal_is_told_whole_to_another_process() -> None:
    with pytest.raises(IllegalActionError) as error:
        apply(playing("sabra", "r7", "k9"), Play(0, Table(" | ".join(["k1"] * 100))))
    told = pickle.loads(pickle.dumps(error.value))
    assert (told.defects, told.more, str(told)) == (error.value.defects, error.value.more, str(error.value))
    assert told.more > 0
    assert str(told).endswith(f"; and {told.more} more")


# Going out.


@EVERY_EDITION
def test_a_player_who_lays_the_last_rack_tile_goes_out(name: str) -> None:
    game, events = apply(playing(name, "r7", "k9", "y2 y3", table="r4 r5 r6"), Play(0, Table("r4 r5 r6 r7")))
    assert kinds(events) == [Played, Ended]
    end = end_of(game)
    assert (end.reason, end.winner, end.scores) == (Termination.OUT, 0, (14, -9, -5))
    assert end.racks == (Tiles(), Tiles("k9"), Tiles("y2 y3"))
    assert end.secret == game.secret


@EVERY_EDITION
def test_a_play_that_stands_on_overtime_may_go_out(name: str) -> None:
    game, events = apply(playing(name, "r7", "k9", table="r4 r5 r6"), TimeOut(0, Table("r4 r5 r6 r7")))
    assert kinds(events) == [Played, Ended]
    assert end_of(game).reason is Termination.OUT


@EVERY_EDITION
def test_nothing_is_done_in_a_game_that_is_over(name: str) -> None:
    game, _ = apply(playing(name, "r7", "k9", table="r4 r5 r6"), Play(0, Table("r4 r5 r6 r7")))
    for action in (Play(1, Table()), Draw(1), TimeOut(1), Resign(1)):
        assert refused(game, action) == ["game-over"]
    assert "game-over" in refused(game, Pass(1))


# The pool empty.


@PLAY_ON
def test_under_play_on_the_game_ends_once_everybody_has_passed_in_a_row(name: str) -> None:
    game = playing(name, "r7 b1", "k9", "y3", table="r4 r5 r6", pool="")
    for action in (Pass(0), Pass(1)):
        game, _ = apply(game, action)
        assert game.phase is Phase.PLAYING
    game, events = apply(game, Pass(2))
    assert kinds(events) == [Passed, Ended]
    assert (end_of(game).reason, end_of(game).winner) == (Termination.POOL_EMPTY, 2)
    assert end_of(game).scores == (-5, -6, 11)


@PLAY_ON
def test_under_play_on_a_play_starts_the_counting_of_passes_anew(name: str) -> None:
    game = playing(name, "r7 b1", "k9 k10", table="r4 r5 r6", pool="", turn=1, passes=0)
    for action in (Pass(1), Play(0, Table("r4 r5 r6 r7")), Pass(1)):
        game, _ = apply(game, action)
    assert game.phase is Phase.PLAYING
    game, _ = apply(game, Pass(0))
    assert game.phase is Phase.OVER


@PLAY_ON
def test_under_play_on_drawing_the_last_tile_does_not_end_the_game(name: str) -> None:
    game, _ = apply(playing(name, "r7", "k9", pool="b1"), Draw(0))
    assert (game.phase, game.passes) == (Phase.PLAYING, 0)


def test_under_stop_the_game_ends_as_soon_as_the_last_pool_tile_is_drawn() -> None:
    game, events = apply(playing("classic-2002", "r7", "k9", pool="b1"), Draw(0))
    assert kinds(events) == [Drew, Ended]
    assert (end_of(game).reason, end_of(game).winner, end_of(game).scores) == (Termination.POOL_EMPTY, 0, (9, -9))


def test_under_stop_penalty_tiles_can_be_the_last_ones_too() -> None:
    game, events = apply(playing("classic-2002", "r7", "k9", pool="b1 b2"), TimeOut(0, Table("r7")))
    assert kinds(events) == [Settled, Drew, Ended]
    assert end_of(game).racks[0] == Tiles("r7 b1 b2")


# Time.


@EVERY_EDITION
def test_overtime_with_nothing_moved_costs_the_editions_number_of_tiles(name: str) -> None:
    cost = 3 if name == "sabra" else 1
    for draft in (None, Table("r4 r5 r6")):
        game, events = apply(playing(name, "r7", "k9", table="r4 r5 r6"), TimeOut(0, draft))
        assert kinds(events) == [Drew]
        assert len(game.racks[0]) == 1 + cost
        assert game.turn == 1


@RESTORE
def test_overtime_under_restore_costs_three_tiles_and_the_table_goes_back(name: str) -> None:
    game, events = apply(playing(name, "r8 b1", "k9", table="r4 r5 r6"), TimeOut(0, Table("r4 r5 | r6 r8")))
    assert isinstance(events[0], Settled)
    assert events[0].verdict is Verdict.RESTORED
    assert game.table == Table("r4 r5 r6")
    assert game.racks[0] == Tiles("r8 b1 k1 k2 k3")
    assert game.last is None


def test_overtime_under_keep_leaves_legal_sets_and_takes_the_rest() -> None:
    before = playing("sabra", "r3 b1", "k9", table="r4 r5 r6 r7")
    game, events = apply(before, TimeOut(0, Table("r3 r4 r5 | r6 r7")))
    assert isinstance(events[0], Settled)
    assert events[0] == Settled(0, Verdict.KEPT, Table("r3 r4 r5"), Tiles("r3"), Tiles("r6 r7"))
    assert game.racks[0] == Tiles("b1 r6 r7 k1 k2 k3")
    assert (game.turn, game.last) == (1, 0)


def test_an_opening_that_is_kept_on_overtime_opens() -> None:
    game, events = apply(playing("sabra", "r9 r10 r11 b1", "k9", opened=False), TimeOut(0, Table("r9 r10 r11 | b1")))
    assert isinstance(events[0], Settled)
    assert events[0].opening
    assert game.opened == (True, False)


@EVERY_EDITION
def test_only_a_draft_that_stands_opens_on_overtime(name: str) -> None:
    game = playing(name, "r9 r10 r11 b1", "k9", opened=False)
    opened, events = apply(game, TimeOut(0, Table("r9 r10 r11")))
    assert events == (Played(0, Tiles("r9 r10 r11"), Table("r9 r10 r11"), opening=True),)
    assert opened.opened == (True, False)
    closed, events = apply(game, TimeOut(0, Table("r9 r10 | r11")))
    assert events[0] == Settled(0, Verdict.RESTORED, Table(), Tiles(), Tiles())
    assert closed.opened == (False, False)
    _, events = apply(playing(name, "r7 b1", "k9", table="r4 r5 r6"), TimeOut(0, Table("r4 r5 r6 r7")))
    assert events == (Played(0, Tiles("r7"), Table("r4 r5 r6 r7")),)


@PLAY_ON
@pytest.mark.parametrize("draft", [None, Table("r4 r5 r6 | r9"), Table("r4 r5 | r6")], ids=str)
def test_with_the_pool_empty_a_time_out_that_lays_nothing_counts_as_a_pass(name: str, draft: Table | None) -> None:
    game, events = apply(playing(name, "r9", "k9", table="r4 r5 r6", pool=""), TimeOut(0, draft))
    assert isinstance(events[-1], Passed)
    assert game.passes == 1
    game, _ = apply(game, Pass(1))
    assert end_of(game).reason is Termination.POOL_EMPTY


def test_with_the_pool_empty_a_kept_play_is_no_pass() -> None:
    before = playing("sabra", "r7 b1", "k9", table="r4 r5 r6", pool="", passes=1)
    game, events = apply(before, TimeOut(0, Table("r4 r5 r6 r7 | b1")))
    assert kinds(events) == [Settled]
    assert (game.passes, game.phase) == (0, Phase.PLAYING)


@EVERY_EDITION
def test_a_draft_of_tiles_that_are_not_there_is_refused(name: str) -> None:
    game = playing(name, "r7", "k9", table="r4 r5 r6")
    assert refused(game, TimeOut(0, Table("r4 r5"))) == ["table-tile-missing"]
    assert refused(game, TimeOut(0, Table("r4 r5 r6 | y1"))) == ["not-on-rack"]


# Resigning.


@EVERY_EDITION
def test_a_player_who_resigns_keeps_the_rack_and_is_skipped(name: str) -> None:
    game, events = apply(playing(name, "r7", "k9", "y3"), Resign(1))
    assert events == (Resigned(1),)
    assert game.racks[1] == Tiles("k9")
    game, _ = apply(game, Draw(0))
    assert game.turn == 2
    assert refused(game, Resign(1)) == ["resigned"]


@EVERY_EDITION
def test_resigning_in_ones_own_turn_passes_it_on(name: str) -> None:
    game, _ = apply(playing(name, "r7", "k9", "y3", turn=2), Resign(2))
    assert game.turn == 0


@EVERY_EDITION
def test_the_last_one_left_has_gone_out(name: str) -> None:
    game = playing(name, "r7", "k9", "y3")
    for seat in (1, 0):
        game, events = apply(game, Resign(seat))
    assert kinds(events) == [Resigned, Ended]
    end = end_of(game)
    assert (end.reason, end.winner, end.scores) == (Termination.LAST_LEFT, 2, (-7, -9, 16))


@PLAY_ON
def test_a_player_who_resigned_cannot_win_with_the_lowest_rack(name: str) -> None:
    game = playing(name, "r1", "k9", "y3", pool="")
    for action in (Resign(0), Pass(1), Pass(2)):
        game, _ = apply(game, action)
    assert end_of(game).winner == 2
    assert end_of(game).scores == (0, -6, 6)


@PLAY_ON
def test_when_the_only_player_who_has_not_passed_resigns_the_game_ends(name: str) -> None:
    game = playing(name, "r7", "k9", "y3", pool="")
    for action in (Pass(0), Pass(1), Resign(2)):
        game, _ = apply(game, action)
    assert end_of(game).reason is Termination.POOL_EMPTY


@PLAY_ON
def test_the_pass_of_a_player_who_then_resigns_does_not_count_for_another(name: str) -> None:
    game = playing(name, "r7", "k9", "y3", pool="")
    for action in (Pass(0), Pass(1), Resign(0)):
        game, _ = apply(game, action)
    assert (game.phase, game.turn, game.passes) == (Phase.PLAYING, 2, 1)
    game, _ = apply(game, Pass(2))
    assert end_of(game).reason is Termination.POOL_EMPTY
    game = playing(name, "r7", "k9", "y3", "b4", pool="")
    for action in (Resign(3), Pass(0), Resign(0)):
        game, _ = apply(game, action)
    assert (game.turn, game.passes) == (1, 0)


# Every policy, also in combinations no booklet has.


@pytest.mark.parametrize("overtime", ["restore", "keep"])
@pytest.mark.parametrize("freeing", ["replace", "free"])
@pytest.mark.parametrize("pool_empty", ["play-on", "stop"])
def test_time_outs_follow_the_policies_of_house_rules(overtime: str, freeing: str, pool_empty: str) -> None:
    changes = {"overtime": overtime, "freeing": freeing, "pool_empty": pool_empty, "idle_draw": 2, "overtime_draw": 4}
    rules = house_rules(edition("classic-2015"), changes).rules()
    game = playing(rules, "b4 k9", "k9", table="b6 b7 j")
    stands, _ = apply(game, TimeOut(0, Table("b4 j b6 b7")))
    assert stands.table == (Table("b4 j b6 b7") if freeing == "free" else Table("b6 b7 j"))
    idle, _ = apply(game, TimeOut(0))
    assert len(idle.racks[0]) == 4
    torn, _ = apply(game, TimeOut(0, Table("b4 j b6 b7 | k9")))
    kept = overtime == "keep" and freeing == "free"
    assert torn.table == (Table("b4 j b6 b7") if kept else Table("b6 b7 j"))
    assert len(torn.racks[0]) == (1 if kept else 2) + 4


def test_events_that_no_game_has_do_not_break_the_state_they_are_put_on() -> None:
    """A record is replayed before it is proven."""
    game = playing("sabra", "r7", "k9", turn=1)
    assert evolve(game, Drew(1, 1, None)).racks == game.racks
    for seat in (0, 1):
        game = evolve(game, Resigned(seat))
    assert (game.turn, game.phase) == (1, Phase.PLAYING)


def test_records_name_phases_and_ends_by_these_words() -> None:
    assert [str(phase) for phase in Phase] == ["mixing", "playing", "over"]
    assert [str(end) for end in Termination] == ["out", "pool-empty", "last-left"]
