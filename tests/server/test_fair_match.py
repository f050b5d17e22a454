"""A fair match: a bot's level is chosen before each game by results alone; and what bots say of their moves."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.kit.finished import SAMPLE, put_game
from tests.kit.scene import Scene
from tests.kit.served import guest, serving, settings_in
from tilery.bots.fair import Form, PastGame, fair_level, form_of
from tilery.game import Resign, apply
from tilery.match import Length
from tilery.record import GameRecord, read_record
from tilery.server.room.form import form_of_guest
from tilery.server.store.rows import FiguredGame, FiguredOther
from tilery.server.table import commands as ask
from tilery.server.table import events as e
from tilery.server.table.decide import bot_moved, forget
from tilery.server.table.seen import MovedSeen, view_event
from tilery.server.table.setup import Setup, check
from tilery.server.table.standing import decode_standing, encode_standing, standing_of


def _begun(seats: tuple[str, ...], games: int = 3) -> Scene:
    scene = Scene("Ann", seats=seats, length=Length(games=games))
    scene.begin("Ann")
    return scene


def _resigns(scene: Scene) -> list[str]:
    return scene.asks("Ann", ask.ResignCommand(id="1"))


def test_a_fair_bot_is_weaker_after_games_lost_and_only_between_games() -> None:
    scene = _begun(("me", "hoarder:fair"), games=9)
    seat = scene.table.seats[1]
    assert (seat.level, seat.fair, seat.name) == ("hoarder:casual", True, "Hamish")
    levels, form = [], Form()
    for _ in range(8):
        level = scene.table.seats[1].level
        assert level is not None
        levels.append(level)
        form = form.after(PastGame((level,), won=False))
        assert "dial-turned" not in _resigns(scene)
        assert scene.table.form == form
        scene.begin("Ann")
        assert scene.table.seats[1].level == fair_level("hoarder:fair", form)
    assert levels[0] == "hoarder:casual" and levels[-1] == "hoarder:beginner"


def test_how_a_table_stands_keeps_the_form_and_nobody_is_shown_it() -> None:
    scene = _begun(("me", "fair"))
    standing = standing_of(scene.table)
    assert standing.form == Form()
    assert decode_standing(encode_standing(standing)) == standing
    assert view_event(e.FormKnown(Form()), 0) is None


@pytest.mark.parametrize("goes", ["is missing", "is forgotten"])
def test_a_new_host_is_somebody_of_whom_nothing_is_known(goes: str) -> None:
    scene = Scene("Ann", "Bo", seats=("me", "open", "fair"), length=Length(games=1))
    scene.begin("Ann", "Bo")
    for name in ("Ann", "Bo"):
        scene.asks(name, ask.ResignCommand(id="1"))
    assert scene.table.form == Form().after(PastGame(("casual",), won=False))
    if goes == "is missing":
        scene.asks("Bo", ask.RematchCommand(id="1"))
        scene.absent = frozenset({0})
        assert "host-changed" in scene.asks("Bo", ask.StartCommand(id="1"))
    else:
        scene.happens(forget(scene.table, "Ann", 5.0))
    assert scene.host == "Bo"
    assert scene.table.form == Form()


def test_games_without_a_fair_bot_keep_no_form() -> None:
    scene = _begun(("me", "casual"))
    _resigns(scene)
    assert scene.table.form is None


def test_a_host_seats_a_fair_bot_later_and_one_that_is_none_is_refused() -> None:
    scene = Scene("Ann", seats=("me", "open", "open"))
    assert scene.asks("Ann", ask.SeatBotCommand(id="1", seat=1, level="gambler:fair")) == ["form-known", "bot-seated"]
    assert scene.asks("Ann", ask.SeatBotCommand(id="1", seat=2, level="fair")) == ["bot-seated"]
    assert [seat.level for seat in scene.table.seats[1:]] == ["gambler:casual", "casual"]
    with pytest.raises(Exception, match="there is no bot 'fair'"):
        check(Setup(stand_in="fair"))


def test_a_fair_bot_begins_where_the_stored_games_of_its_host_have_led(tmp_path: Path) -> None:
    with serving(settings_in(tmp_path)) as server, guest(server.url, "Ann") as ann:
        seats = {"seats": ["me", "blocker:fair"]}
        first = ann.post("/api/tables", json=seats).json()
        assert first["table"]["seats"][1]["level"] == "blocker:casual"
        me = ann.get("/api/me").json()["id"]
        record, _ = read_record(SAMPLE.splitlines(keepends=True))
        assert isinstance(record, GameRecord) and record.result is not None
        for _ in range(3):
            table = ann.post("/api/tables", json={"seats": ["me", "open"]}).json()["terms"]["id"]
            put_game(server, me, table, record.result.winner)
        again = ann.post("/api/tables", json=seats).json()["table"]["seats"][1]["level"]
        won = PastGame(("skilled",) * (len(record.names) - 1), won=True)
        assert again == fair_level("blocker:fair", form_of([won] * 3)) != "blocker:casual"


def test_what_a_bot_says_is_a_code_that_everybody_there_hears() -> None:
    scene = _begun(("me", "hoarder"))
    assert scene.table.game is not None
    action = Resign(1)
    _, events = apply(scene.table.game, action)
    moved = bot_moved(scene.table, action, events, 0.0, scene.secret(), "hoard")[0]
    for seat in (None, 0, 1):
        seen = view_event(moved, seat)
        assert isinstance(seen, MovedSeen) and seen.why == "hoard"


async def _form(games: list[FiguredGame]) -> tuple[Form, int]:
    asked: list[int] = []

    class Games:
        async def figured_games(
            self, guest: str, limit: int, since: float | None, until: float | None
        ) -> list[FiguredGame]:
            asked.append(limit)
            return games[-limit:]

    return await form_of_guest(Games(), "ann"), asked[0]


def test_a_guests_form_goes_by_their_latest_games_against_bots() -> None:
    def game(won: bool, *others: FiguredOther) -> FiguredGame:
        return FiguredGame("g", 1.0, "sabra", 0, 5, won, 0, 3, 1, None, others)

    bot, stand_in = FiguredOther(None, "Max", "skilled", False), FiguredOther("bo", "Bo", "casual", False)
    person = FiguredOther("cy", "Cy", None, False)
    games = [game(True, bot), game(False, person, stand_in), game(True, person)]
    form, limit = asyncio.run(_form(games))
    assert form == form_of([PastGame(("skilled",), won=True), PastGame(("casual",), won=False)])
    assert (form.games, limit) == (2, 60)
    old = [game(True, bot)] * 40 + [game(False, bot)] * 60
    assert asyncio.run(_form(old))[0] == form_of([PastGame(("skilled",), won=False)] * 60)
