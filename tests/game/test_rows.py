"""Games by rows that booklets know: a drawn tile that frees a joker, and the end when nobody can play."""

from __future__ import annotations

import pytest

from tests.kit.midgame import codes_of, playing
from tilery import Game, Rules, Table, Tiles, apply, edition, house_rules, view
from tilery.bots import level
from tilery.bots.host import play_game
from tilery.game import (
    Action,
    Draw,
    IllegalActionError,
    Keep,
    KeptTile,
    Pass,
    Phase,
    Play,
    Resign,
    TimeOut,
    follow,
    seeded_secret,
    view_events,
)
from tilery.record import GameRecord, RecordError, verify
from tilery.record.verify import _check_able
from tilery.solver import answered, can_play, instead_of_passing, who_can_play

UNTIL_STUCK: Rules = house_rules(edition("sabra"), {"ending": "nobody-can-play"}).rules()


def refused(game: Game, action: Action) -> list[str]:
    with pytest.raises(IllegalActionError) as error:
        apply(game, action)
    return codes_of(error.value)


def drawn(pool: str = "b8 k1", **more: bool) -> Game:
    """Ann has drawn the blue 8 that a joker stands for."""
    game = playing("classic-2002", "k9 k10 r1", "y1", table="b6 b7 j", pool=pool, **more)
    return apply(game, Draw(0))[0]


def test_a_tile_just_drawn_that_a_joker_stands_for_leaves_the_turn_open() -> None:
    game = drawn()
    assert (game.turn, game.drawn, len(game.pool)) == (0, Tiles("b8"), 1)
    assert refused(game, Draw(0)) == ["drawn-already"]
    assert "drawn-already" in refused(game, Pass(0))
    assert refused(game, Play(0, Table("b6 b7 j b9"))) == ["not-on-rack", "drawn-tile-frees-nothing"]
    after, _ = apply(game, Play(0, Table("b6 b7 b8 | k9 k10 j")))
    assert (after.turn, after.drawn, after.racks[0]) == (1, Tiles(), Tiles("r1"))


def test_any_other_tile_ends_the_turn() -> None:
    assert drawn("b9 k1").turn == 1
    assert drawn(opened=False).turn == 1
    sabra = playing("sabra", "k9", "y1", table="b6 b7 j", pool="b8 k1")
    assert apply(sabra, Draw(0))[0].turn == 1


def test_a_tile_just_drawn_may_be_kept() -> None:
    after, events = apply(drawn(), Keep(0))
    assert events == (KeptTile(0),)
    assert (after.turn, after.drawn, after.passes) == (1, Tiles(), 0)
    assert refused(after, Keep(1)) == ["nothing-drawn"]


def test_time_that_runs_out_after_a_draw_costs_no_further_tile() -> None:
    after, events = apply(drawn(), TimeOut(0))
    assert events == (KeptTile(0),)
    assert len(after.pool) == 1
    played, _ = apply(drawn(), TimeOut(0, Table("b6 b7 b8 | k9 k10 j")))
    assert played.racks[0] == Tiles("r1")


def test_a_game_that_stops_with_the_pool_waits_for_the_last_tile_to_free_a_joker() -> None:
    game = drawn("b8")
    assert game.phase is Phase.PLAYING
    assert apply(game, Keep(0))[0].phase is Phase.OVER
    assert apply(game, Play(0, Table("b6 b7 b8 | k9 k10 j")))[0].phase is Phase.OVER
    assert apply(game, TimeOut(0))[0].phase is Phase.OVER


def test_who_resigns_after_drawing_keeps_the_tile() -> None:
    game = playing("classic-2002", "k9", "y1", "y2", table="b6 b7 j", pool="b8 k1")
    after, _ = apply(apply(game, Draw(0))[0], Resign(0))
    assert (after.turn, after.drawn, after.racks[0]) == (1, Tiles(), Tiles("k9 b8"))


def test_others_see_only_that_a_tile_was_drawn() -> None:
    game = playing("classic-2002", "k9 k10 r1", "y1", table="b6 b7 j", pool="b8 k1")
    after, events = apply(game, Draw(0))
    for seat in (0, 1, None):
        seen = follow(view(game, seat), *view_events(events, seat))
        assert seen == view(after, seat)
        assert seen.drawn == (Tiles("b8") if seat == 0 else None)


def stuck(rack: str = "k13", other: str = "k12", table: str = "r1 r2 r3") -> Game:
    return playing(UNTIL_STUCK, rack, other, table=table, pool="")


def test_a_game_is_over_as_soon_as_nobody_can_play() -> None:
    after, events = apply(stuck(), Pass(0, (False, False)))
    assert after.phase is Phase.OVER
    assert len(events) == 2
    assert follow(view(stuck(), 1), events[0]).passes == 2


def test_play_goes_on_while_somebody_can_play() -> None:
    game = stuck(other="r4")
    after, _ = apply(game, answered(game, Pass(0)))
    assert (after.phase, after.turn, after.passes) == (Phase.PLAYING, 1, 1)
    assert refused(after, answered(after, Pass(1))) == ["can-play"]


def test_a_pass_must_say_who_can_play() -> None:
    for able in (None, (False,), (False, False, False)):
        assert refused(stuck(), Pass(0, able)) == ["who-can-play"]
    plain = playing("sabra", "k13", "k12", table="r1 r2 r3", pool="")
    assert apply(plain, Pass(0))[0].passes == 1


def test_time_that_runs_out_counts_as_a_pass_and_ends_the_game_only_when_all_have_run_out() -> None:
    one, _ = apply(stuck(other="r4"), TimeOut(0))
    assert (one.phase, one.passes) == (Phase.PLAYING, 1)
    assert apply(one, TimeOut(1))[0].phase is Phase.OVER


def test_the_solver_says_who_can_play_and_what() -> None:
    game = stuck(rack="r4", other="k12")
    able = who_can_play(game)
    assert (able.seats, able.play) == ((True, False), Table("r1 r2 r3 r4"))
    assert instead_of_passing(game, Pass(0)) == Play(0, Table("r1 r2 r3 r4"))
    assert instead_of_passing(stuck(), Pass(0)) == Pass(0, (False, False))


@pytest.mark.parametrize(("able", "why"), [((True, False), "seat 0 cannot play"), ((False, False), "seat 1 can play")])
def test_what_a_record_says_of_who_can_play_is_checked(able: tuple[bool, ...], why: str) -> None:
    with pytest.raises(RecordError, match=why):
        _check_able(stuck(other="r4"), able, can_play, 7)
    with pytest.raises(RecordError, match="only a solver can say"):
        _check_able(stuck(), able, None, 7)


def test_a_whole_game_that_ends_when_nobody_can_play_is_proven() -> None:
    hard = {"ending": "nobody-can-play", "opening": 1000, "rack_size": 50, "players": [2, 2]}
    rules = house_rules(edition("sabra"), hard).rules()
    played = play_game(rules, [level("most-tiles").make(0), level("most-tiles").make(1)], seeded_secret(1))
    passes = [action for action, _ in played.record.moves if isinstance(action, Pass)]
    assert [action.able for action in passes] == [(False, False)]
    assert not any(played.faults)
    record = played.record
    assert isinstance(record, GameRecord)
    assert verify(record, can_play).finished
    with pytest.raises(RecordError, match="only a solver can say"):
        verify(record)
