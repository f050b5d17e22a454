"""What a command needs at a table, and the code with which it is refused where that is missing."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from tests.kit.scene import Scene
from tilery import Table
from tilery.game import TimeOut
from tilery.match import Length
from tilery.server.table import commands as ask
from tilery.server.table import events as e
from tilery.server.table.commands import decode
from tilery.server.table.decide import time_passes
from tilery.server.table.refusal import RefusedError
from tilery.server.table.setup import TurnClock
from tilery.server.table.standing import sees_racks


def playing(*people: str, **setup: object) -> Scene:
    """A table at which a game is being played."""
    scene = Scene(*people, **setup)
    scene.begin(*people)
    return scene


def over() -> Scene:
    """A table whose match is over."""
    scene = playing("Ann", "Bo")
    scene.asks("Ann", ask.ResignCommand(id="1"))
    assert scene.phase == "over"
    return scene


def test_nobody_sits_where_they_may_not() -> None:
    scene = Scene("Ann", "Bo", seats=("me", "open", "casual"))
    assert scene.refuses("Cem", ask.SitCommand(id="1")) == "full"
    assert scene.refuses("Bo", ask.SitCommand(id="1")) == "seated"
    scene.asks("Bo", ask.LeaveCommand(id="1"))
    for seat in (0, 2, 3):
        assert scene.refuses("Cem", ask.SitCommand(id="1", seat=seat)) == "taken"
    assert scene.asks("Cem", ask.SitCommand(id="1", seat=1)) == ["sat"]
    scene.begin("Ann", "Cem")
    assert scene.refuses("Dee", ask.SitCommand(id="1")) == "started"


def test_who_sits_down_where_no_host_is_left_is_the_host() -> None:
    scene = Scene("Ann", seats=("me", "open"))
    scene.happens((e.SeatLeft(0, None), e.HostChanged(None, None)))
    assert scene.asks("Bo", ask.SitCommand(id="1")) == ["sat", "host-changed"]
    assert scene.host == "Bo"


def test_a_bot_needs_an_open_seat_before_the_start_and_a_level_there_is() -> None:
    scene = Scene("Ann", "Bo", seats=("me", "open", "open"))
    assert scene.refuses("Ann", ask.SeatBotCommand(id="1", seat=1, level="casual")) == "taken"
    assert scene.refuses("Ann", ask.SeatBotCommand(id="1", seat=3, level="casual")) == "seat"
    assert scene.refuses("Ann", ask.SeatBotCommand(id="1", seat=2, level="grandmaster")) == "bot"
    scene.asks("Ann", ask.SeatBotCommand(id="1", seat=2, level="casual"))
    scene.begin("Ann", "Bo")
    assert scene.refuses("Ann", ask.SeatBotCommand(id="1", seat=2, level="casual")) == "started"


def test_only_who_sits_there_is_sent_away() -> None:
    scene = Scene("Ann", seats=("me", "open", "casual"))
    assert scene.refuses("Ann", ask.KickCommand(id="1", seat=1)) == "empty"
    assert scene.refuses("Ann", ask.KickCommand(id="1", seat=3)) == "seat"
    assert scene.asks("Ann", ask.KickCommand(id="1", seat=2)) == ["kicked"]
    assert (scene.names, scene.table.kicked) == (["Ann", "", ""], ())


def test_being_ready_is_for_before_a_game_and_for_who_is_there() -> None:
    scene = playing("Ann", "Bo")
    assert scene.refuses("Ann", ask.ReadyCommand(id="1")) == "not-now"
    assert scene.refuses("Ann", ask.UnreadyCommand(id="1")) == "not-now"
    assert scene.refuses("Ann", ask.StartCommand(id="1")) == "started"
    assert scene.refuses("Eve", ask.ReadyCommand(id="1")) == "no-seat"
    assert over().refuses("Ann", ask.ReadyCommand(id="1")) == "not-now"


def test_words_for_the_mixing_must_be_fit_to_be_shown() -> None:
    assert Scene("Ann", "Bo").refuses("Ann", ask.ReadyCommand(id="1", words="\u202e")) == "contribution"
    assert over().refuses("Ann", ask.RematchCommand(id="1", words="\u202e")) == "contribution"


def test_in_a_game_that_is_not_played_nobody_moves_resigns_or_pauses() -> None:
    for scene in (Scene("Ann", "Bo"), over()):
        revision = scene.table.revision
        for command in (
            ask.DrawCommand(id="1", revision=revision),
            ask.PassCommand(id="1", revision=revision),
            ask.PlayCommand(id="1", revision=revision, table=""),
            ask.ResignCommand(id="1"),
            ask.PauseCommand(id="1"),
        ):
            assert scene.refuses("Ann", command) == "not-playing"
            assert scene.refuses("Eve", command) == "no-seat"


def test_a_pause_is_asked_for_once_and_ended_by_who_is_there() -> None:
    scene = playing("Ann", "Bo")
    assert scene.refuses("Ann", ask.ResumeCommand(id="1")) == "not-paused"
    scene.asks("Ann", ask.PauseCommand(id="1"))
    scene.asks("Bo", ask.PauseCommand(id="1"))
    assert scene.refuses("Ann", ask.PauseCommand(id="1")) == "paused"
    assert scene.refuses("Eve", ask.ResumeCommand(id="1")) == "no-seat"


def test_a_pause_goes_on_for_the_next_player_when_somebody_resigns_in_it() -> None:
    scene = playing("Ann", "Bo", "Cem", clock=TurnClock(60))
    for name in ("Ann", "Bo", "Cem"):
        scene.asks(name, ask.PauseCommand(id="1"))
    scene.now = 30.0
    assert scene.asks(scene.mover, ask.ResignCommand(id="1"))[-1] == "paused"
    assert scene.table.paused and scene.table.deadline is None
    assert scene.table.pause is not None
    assert (scene.table.pause.since, scene.table.pause.used) == (30.0, 0.0)


def test_a_wish_for_a_pause_ends_with_the_turn() -> None:
    scene = playing("Ann", "Bo")
    scene.asks("Ann", ask.PauseCommand(id="1"))
    assert "pause-declined" in scene.draw()
    assert scene.table.pause is None


def test_nobody_stands_in_where_a_bot_plays_or_nobody_sits() -> None:
    scene = playing("Ann", seats=("me", "casual"))
    assert scene.refuses("Ann", ask.StandInCommand(id="1", seat=1)) == "no-need"
    assert scene.refuses("Ann", ask.StandInCommand(id="1", seat=2)) == "seat"
    assert scene.asks("Ann", ask.StandInCommand(id="1", seat=0))[0] == "stood-in"
    assert scene.refuses("Ann", ask.PauseCommand(id="1")) == "away"


@pytest.mark.parametrize("draft", ["y9", "r1 r2 r3 | b1"])
def test_a_kept_draft_that_is_not_of_these_tiles_counts_as_none(draft: str) -> None:
    scene = playing("Ann", "Bo", clock=TurnClock(10))
    assert scene.table.deadline is not None
    events = time_passes(scene.table, scene.table.deadline, scene.secret(), Table(draft))
    assert events is not None
    (moved, *_) = events
    assert isinstance(moved, e.Moved)
    assert moved.moves[0].action == TimeOut(scene.table.turn or 0)


def test_a_next_game_is_waited_for_only_where_turns_are_of_minutes() -> None:
    for turn, waits in ((3599, True), (3600, False)):
        scene = playing("Ann", "Bo", clock=TurnClock(turn), length=Length(games=2))
        scene.asks("Ann", ask.ResignCommand(id="1"))
        assert ("awaited" in scene.asks("Bo", ask.ReadyCommand(id="1"))) is waits
        assert (scene.table.deadline is not None) is waits


def test_racks_are_shown_to_who_asked_once_everybody_has_let_them_in() -> None:
    scene = Scene("Ann", "Bo", clock=TurnClock(60), spectators="racks")
    assert scene.refuses("Ann", ask.WatchCommand(id="1")) == "seated"
    assert scene.asks("Eve", ask.WatchCommand(id="1")) == ["watch-asked"]
    assert scene.refuses("Eve", ask.WatchCommand(id="1")) == "no-need"
    assert scene.refuses("Eve", ask.LetInCommand(id="1", watcher=0)) == "no-seat"
    assert scene.refuses("Ann", ask.LetInCommand(id="1", watcher=1)) == "empty"
    scene.asks("Ann", ask.LetInCommand(id="1", watcher=0))
    assert scene.refuses("Ann", ask.LetInCommand(id="1", watcher=0)) == "no-need"
    assert not sees_racks(scene.table, "Eve")
    scene.asks("Bo", ask.LetInCommand(id="1", watcher=0))
    assert sees_racks(scene.table, "Eve") and not sees_racks(scene.table, "Dee")
    scene.asks("Bo", ask.LetInCommand(id="1", watcher=0, on=False))
    assert not sees_racks(scene.table, "Eve")
    assert Scene("Ann", "Bo").refuses("Eve", ask.WatchCommand(id="1")) == "no-racks"


def test_twenty_may_ask_to_see_the_racks() -> None:
    scene = Scene("Ann", "Bo", clock=TurnClock(60), spectators="racks")
    for number in range(20):
        scene.asks(f"Eve {number}", ask.WatchCommand(id="1"))
    assert scene.refuses("Eve 20", ask.WatchCommand(id="1")) == "full"


def test_a_refusal_of_a_move_says_what_is_wrong_with_it() -> None:
    scene = playing("Ann", "Bo")
    with pytest.raises(RefusedError) as error:
        scene.asks(scene.mover, ask.PlayCommand(id="1", revision=scene.table.revision, table=" | ".join(["k1"] * 60)))
    assert error.value.code == "illegal"
    assert error.value.defects and error.value.more > 0
    assert error.value.defects[0].text in str(error.value)


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        *(("", "not-json"), ("{", "not-json"), (b"\xff", "not-json")),
        *(("[]", "shape"), ("{}", "shape"), ('{"do":"dance","id":"1"}', "shape")),
        *(('{"do":"draw","id":"1","revision":"1"}', "shape"), ('{"do":"draw","id":"1"}', "shape")),
    ],
)
def test_a_frame_that_is_no_command_is_refused_by_its_code(frame: str | bytes, code: str) -> None:
    with pytest.raises(RefusedError) as error:
        decode(frame)
    assert error.value.code == code


def test_a_revision_that_none_can_be_is_refused_in_every_command() -> None:
    """They're compared with the table's own and looked for in the store, whose numbers have an end."""
    asking = [each for each in get_args(ask.Command) if "revision" in each.__struct_fields__]
    assert asking
    for each in asking:
        given = {"do": each.__struct_config__.tag, "id": "1", "table": "", "step": 1}
        fields = {name: value for name, value in given.items() if name == "do" or name in each.__struct_fields__}
        for revision in (-1, 2**53 + 1, 10**30):
            with pytest.raises(RefusedError, match="revision"):
                decode(msgspec.json.encode({**fields, "revision": revision}))
