"""Games analysed over HTTP: made once, a few turns at a time, and kept with their game."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import httpx
import msgspec
import pytest

from tests.kit.online import PATIENCE
from tests.kit.served import RELAXED, Serving, code_of, guest, served, settings_in
from tests.server.http.test_history import finish_record, table_of
from tilery.game import Action, Draw, Resign, Start, seeded_secret
from tilery.record import GameRecord, record_game
from tilery.rules.edition import edition
from tilery.server.http.analysing import AnalysingDesk
from tilery.server.http.analysisjob import AnalysisState
from tilery.server.http.errors import ProblemError
from tilery.server.http.limits import Limiter
from tilery.server.room.analysing import AnalysedTurns, OpenedRecord, WholeAnalysis
from tilery.server.room.work import LateError, Work
from tilery.server.settings import Limits, Rate
from tilery.server.store.rows import AnalysisRow, ChangeRow
from tilery.study import ANALYSIS_VERSION, analyse

SABRA = edition("sabra").rules()


def short_game(seed: int, draws: int = 3) -> GameRecord:
    """A game that somebody soon gives up."""
    secret = seeded_secret(seed)
    start = record_game(SABRA, ("Ann", "Bo"), secret, [Start()]).replay().starter
    actions: list[Action] = [Start(), *(Draw((start + turn) % 2) for turn in range(draws)), Resign(start)]
    return record_game(SABRA, ("Ann", "Bo"), secret, actions)


def text_of(record: GameRecord) -> str:
    return "".join(record.lines())


def state(answer: httpx.Response) -> AnalysisState:
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=AnalysisState)


def until_done(client: httpx.Client, id: str) -> AnalysisState:
    while (told := state(client.get(f"/api/analysis/{id}"))).state != "done":
        assert told.state != "stopped"
    return told


def test_a_game_is_analysed_as_the_library_does_and_kept(server: Serving, ann: httpx.Client) -> None:
    record = short_game(1)
    game = finish_record(server, ann, table_of(ann), record)
    begun = state(ann.post("/api/analysis", json={"game": game.id}))
    assert (begun.id, begun.version, begun.done) == (game.id, ANALYSIS_VERSION, 0)
    told = until_done(ann, game.id)
    whole = analyse(record)
    assert (told.turns, told.players, told.moments) == (whole.turns, whole.players, whole.moments)
    assert (told.total, told.done, told.exact) == (len(whole.turns), len(whole.turns), True)
    assert state(ann.get(f"/api/analysis/{game.id}?after=2")).turns == whole.turns[2:]
    row = server.run(server.services.store.analysis(game.id))
    assert (row.done, row.total) == (told.total, told.total)
    assert b"Ann" not in zlib.decompress(row.body)
    server.services.analysing._jobs.clear()  # as after a restart
    again = state(ann.post("/api/analysis", json={"game": game.id}))
    assert (again.state, again.turns) == ("done", told.turns)


def test_a_record_brought_along_is_proven_first_and_kept_only_in_memory(server: Serving, nobody: httpx.Client) -> None:
    record = short_game(2, draws=1)
    told = state(nobody.post("/api/analysis", json={"record": text_of(record)}, timeout=PATIENCE))
    assert told.total == len(analyse(record, chances=False).turns)
    assert until_done(nobody, told.id).turns == analyse(record).turns
    assert server.run(server.services.store.analysis(told.id)) is None
    other = GameRecord(record.rules, record.names, record.commitment, record.moves[:2])
    for text, words in (
        (text_of(other), "has not ended"),
        ("", "line 1"),
        ("{}", "line 1"),
        (text_of(record).replace('"event":"drew"', '"event":"resigned"', 1), "line"),
        (text_of(short_game(3)).replace(short_game(3).commitment, "00" * 32), "secret"),
    ):
        answer = nobody.post("/api/analysis", json={"record": text}, timeout=PATIENCE)
        assert code_of(answer, 422) == "record"
        assert words in answer.json()["detail"]
    answer = nobody.post("/api/analysis", json={"record": text_of(record), "number": 2}, timeout=PATIENCE)
    assert code_of(answer, 422) == "record"


@pytest.mark.parametrize(
    "asked", [{}, {"game": "g", "record": "r"}, {"game": 7}, {"game": "\0"}, {"record": "", "number": 0}, {"x": 1}]
)
def test_what_cannot_be_asked_is_refused(nobody: httpx.Client, asked: dict[str, Any]) -> None:
    assert code_of(nobody.post("/api/analysis", json=asked), 422) == "invalid"


def test_what_is_not_there_is_said_so(nobody: httpx.Client) -> None:
    assert code_of(nobody.post("/api/analysis", json={"game": "nothing"}), 404) == "no-game"
    assert code_of(nobody.get("/api/analysis/nothing"), 404) == "no-analysis"
    assert code_of(nobody.get("/api/analysis/r-nothing"), 404) == "no-analysis"


def test_records_have_a_size_and_the_processors_time_is_paid_for(tmp_path: Path) -> None:
    tight = msgspec.structs.replace(RELAXED, record=20_000, analysis_per_guest=Rate(1, 1))
    with served(settings_in(tmp_path, limits=tight, analysts=1)) as url, guest(url) as client:
        assert code_of(client.post("/api/analysis", json={"record": "x" * 20_001}), 413) == "too-large"
        assert code_of(client.post("/api/analysis", json={"record": "x" * 5_000_000}), 413) == "too-large"
        answer = client.post("/api/analysis", json={"record": text_of(short_game(4, draws=1))}, timeout=PATIENCE)
        assert state(answer).state == "waiting"
        refused = client.post("/api/analysis", json={"record": text_of(short_game(5, draws=1))})
        assert code_of(refused, 429) == "too-often"


class SlowWork(Work):
    """Work that is done when the test says so, a step at a time."""

    def __init__(self, seconds: float = 0.001) -> None:
        super().__init__(1, 100)
        self.seconds = seconds
        self.begun: list[tuple[str, Any]] = []
        self.steps = asyncio.Semaphore(0)

    async def run(self, task: Callable[..., Any], *given: Any) -> Any:
        self.begun.append((task.__name__, given[3:]))
        await self.steps.acquire()
        if task.__name__ == "open_record":
            return OpenedRecord(5, True, None, self.seconds)
        if task.__name__ == "analyse_turns":
            return AnalysedTurns(tuple(b"%d" % place for place in range(*given[3:])), self.seconds)
        return WholeAnalysis(b"[]", b"[]")


class KeepingStore:
    """As much of a store as the desk needs; a game is any."""

    def __init__(self) -> None:
        self.kept: list[AnalysisRow] = []

    async def keep_analysis(self, row: AnalysisRow) -> None:
        self.kept.append(row)

    async def game(self, game: str) -> str:
        return game

    async def changes_of_game(self, _game: str) -> list[ChangeRow]:
        return []

    async def analysis(self, _game: str) -> AnalysisRow | None:
        return self.kept[-1] if self.kept else None


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def desk(work: Work, processes: int = 1, shared: bool = False, **limits: Any) -> AnalysingDesk:
    store: Any = KeepingStore()
    return AnalysingDesk(store, work, processes, Limiter(), Limits(**limits), lambda: 0.0, shared)


def test_analyses_take_turns_and_none_is_made_twice() -> None:
    async def run() -> None:
        work = SlowWork()
        analysing = desk(work, analyses=2)
        work.steps.release()
        work.steps.release()
        first = msgspec.json.decode(await analysing.begin_record("192.0.2.7", "ann", text_of(short_game(1)), 1))
        again = msgspec.json.decode(await analysing.begin_record("192.0.2.7", "bo", text_of(short_game(1)), 1))
        second = msgspec.json.decode(await analysing.begin_record("192.0.2.7", "bo", text_of(short_game(2)), 1))
        assert first["id"] == again["id"] != second["id"]
        with pytest.raises(Exception, match="too many"):
            await analysing.begin_record("192.0.2.7", "cy", text_of(short_game(3)), 1)
        for _ in range(12):
            work.steps.release()
            await settled()
        turns = [given for name, given in work.begun if name == "analyse_turns"]
        assert turns == [(0, 2), (0, 2), (2, 4), (2, 4), (4, 5), (4, 5)]
        for id in (first["id"], second["id"]):
            told = msgspec.json.decode(await analysing.look(id, 3))
            assert (told["state"], told["turns"], told["done"]) == ("done", [3, 4], 5)
        await analysing.close()

    asyncio.run(run())


def test_what_was_stopped_goes_on_from_there(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        work = SlowWork()
        analysing = desk(work)
        for _ in range(2):
            work.steps.release()
        id = msgspec.json.decode(await analysing.begin_record("192.0.2.7", None, text_of(short_game(1)), 1))["id"]
        await settled()
        monkeypatch.setattr("tilery.server.http.analysing._UNWATCHED", -1.0)
        work.steps.release()
        await settled()
        told = msgspec.json.decode(await analysing.look(id, 0))
        assert (told["state"], told["done"]) == ("stopped", 4)
        monkeypatch.undo()
        for _ in range(3):
            work.steps.release()
        told = msgspec.json.decode(await analysing.begin_record("192.0.2.7", None, text_of(short_game(1)), 1))
        assert (told["state"], told["done"]) == ("waiting", 4)
        await settled()
        assert msgspec.json.decode(await analysing.look(id, 0))["turns"] == [0, 1, 2, 3, 4]
        assert [given for name, given in work.begun if name == "analyse_turns"] == [(0, 2), (2, 4), (4, 5)]
        await analysing.close()

    asyncio.run(run())


class LateWork(Work):
    """Work that is given up, whatever it is."""

    async def run(self, _task: Callable[..., Any], *_given: Any) -> Any:
        raise LateError("busy", "no answer was found in time")


def test_what_takes_too_long_is_paid_for_and_not_begun_again_at_once() -> None:
    async def run() -> None:
        analysing = desk(LateWork(1, 100, patience=300.0))
        with pytest.raises(ProblemError, match="too many games"):
            await analysing.begin_record("192.0.2.7", "ann", text_of(short_game(1)), 1)
        for whose in ("ann", "bo"):  # Bo has only the address in common
            limited = "too many requests" if whose == "ann" else "too many games"
            with pytest.raises(ProblemError, match=limited):
                await analysing.begin_record("192.0.2.7", whose, text_of(short_game(1)), 1)
        with pytest.raises(ProblemError, match="too many requests"):
            await analysing.begin_record("192.0.2.7", None, text_of(short_game(1)), 1)
        await analysing.close()

    asyncio.run(run())


def test_one_address_leaves_room_for_the_others() -> None:
    async def run() -> None:
        work = SlowWork()
        analysing = desk(work, analyses=4, analyses_per_address=2)
        begun = [
            asyncio.ensure_future(analysing.begin_record("192.0.2.7", None, text_of(short_game(seed)), 1))
            for seed in (1, 2, 3)
        ]
        await settled()
        [refused] = [each.exception() for each in begun if each.done()]  # while the others are being read
        assert "too many games" in str(refused)
        work.steps.release()
        work.steps.release()
        await settled()
        with pytest.raises(ProblemError, match="too many games"):
            await analysing.begin_record("192.0.2.7", None, text_of(short_game(4)), 1)
        other = asyncio.ensure_future(analysing.begin_record("192.0.2.8", None, text_of(short_game(4)), 1))
        for _ in range(4):
            work.steps.release()
        assert msgspec.json.decode(await other)["total"] == 5
        await analysing.close()

    asyncio.run(run())


def test_where_several_serve_what_was_stopped_here_goes_on_here(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        monkeypatch.setattr("tilery.server.http.analysing.game_record", lambda game, changes: [b"a record"])
        work = SlowWork()
        analysing = desk(work, shared=True)
        await analysing.begin_game("192.0.2.7", None, "game")
        await steps_of(work, 2)
        monkeypatch.setattr("tilery.server.http.analysing._UNWATCHED", -1.0)
        work.steps.release()
        await settled()
        assert msgspec.json.decode(await analysing.look("game", 0))["state"] == "stopped"
        monkeypatch.undo()
        told = msgspec.json.decode(await analysing.begin_game("192.0.2.7", None, "game"))
        assert (told["state"], told["done"]) == ("waiting", 4)
        await analysing.close()

    asyncio.run(run())


@pytest.fixture
def any_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any game is there, and its record is some text."""
    monkeypatch.setattr("tilery.server.http.analysing.game_record", lambda game, changes: [b"a record"])


async def steps_of(work: SlowWork, count: int) -> None:
    for _ in range(count):
        work.steps.release()
        await settled()


async def begun(analysing: AnalysingDesk, game: str, guest: str | None = None) -> Any:
    return msgspec.json.decode(await analysing.begin_game("192.0.2.7", guest, game))


@pytest.mark.usefixtures("any_game")
def test_every_step_is_paid_for() -> None:
    async def run() -> None:
        work = SlowWork(seconds=50.0)
        analysing = desk(work)
        await begun(analysing, "one", "ann")
        await steps_of(work, 3)  # read, and four turns: 150 of the 120 seconds there are
        with pytest.raises(ProblemError, match="too many requests"):
            await begun(analysing, "two", "ann")
        await analysing.close()

    asyncio.run(run())


@pytest.mark.usefixtures("any_game")
def test_at_the_end_of_a_server_it_is_kept_how_far_all_have_come() -> None:
    async def run() -> None:
        work = SlowWork()
        analysing = desk(work)
        await begun(analysing, "game")
        await steps_of(work, 2)
        await analysing.close()
        [row] = cast(Any, analysing._store).kept
        assert (row.done, row.total) == (2, 5)

    asyncio.run(run())


@pytest.mark.usefixtures("any_game")
def test_with_all_turns_done_it_is_not_done_before_they_are_summed_up() -> None:
    async def run() -> None:
        work = SlowWork()
        analysing = desk(work)
        await begun(analysing, "game")
        await steps_of(work, 4)
        assert work.begun[-1][0] == "sum_up"
        await analysing.close()
        [row] = cast(Any, analysing._store).kept
        assert (row.done, row.total) == (4, 5)
        other = desk(work)
        other._store = analysing._store
        work.steps = asyncio.Semaphore(0)
        assert (await begun(other, "game"))["done"] == 5  # nothing of it is made again
        await steps_of(work, 2)
        assert msgspec.json.decode(await other.look("game", 5))["state"] == "done"
        await other.close()

    asyncio.run(run())


@pytest.mark.usefixtures("any_game")
def test_what_another_version_made_is_made_anew() -> None:
    async def run() -> None:
        work = SlowWork()
        analysing = desk(work)
        await begun(analysing, "game")
        await steps_of(work, 2)
        await analysing.close()
        kept = cast(Any, analysing._store).kept
        kept[-1] = msgspec.structs.replace(kept[-1], version=ANALYSIS_VERSION - 1, done=5)
        other = desk(work)
        other._store = analysing._store
        assert (await begun(other, "game"))["done"] == 0
        await other.close()

    asyncio.run(run())


@pytest.mark.usefixtures("any_game")
def test_another_process_is_told_and_takes_over_what_nobody_goes_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        monkeypatch.setattr("tilery.server.http.analysing._TELLING", -1.0)
        work, now = SlowWork(), 0.0
        here, there = desk(work, shared=True), desk(SlowWork(), shared=True)
        there._store, there._now = here._store, lambda: now
        await begun(here, "game")
        await steps_of(work, 2)
        told = await begun(there, "game")
        assert (told["state"], told["done"]) == ("working", 2)
        assert msgspec.json.decode(await there.look("game", 0))["turns"] == [0, 1]
        now = 20.0
        assert msgspec.json.decode(await there.look("game", 0))["state"] == "stopped"
        told = await begun(there, "game")
        assert (told["state"], told["done"]) == ("waiting", 2)
        await here.close()
        await there.close()

    asyncio.run(run())


@pytest.mark.usefixtures("any_game")
def test_one_that_a_process_is_at_is_not_stopped_for_want_of_anybody_who_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        work = SlowWork()
        analysing = desk(work, processes=2)
        await begun(analysing, "game")
        await steps_of(work, 1)
        assert [given for name, given in work.begun if name == "analyse_turns"] == [(0, 2), (2, 4)]
        monkeypatch.setattr("tilery.server.http.analysing._UNWATCHED", -1.0)
        await steps_of(work, 1)
        assert work.begun[-1] == ("analyse_turns", (4, 5))  # for the other is still at its turns
        await analysing.close()

    asyncio.run(run())


@pytest.mark.usefixtures("any_game")
def test_of_those_nobody_asks_about_some_are_in_memory_and_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        monkeypatch.setattr("tilery.server.http.analysing._KEPT", 2)
        work = SlowWork()
        analysing = desk(work)
        for name in "abcd":
            await begun(analysing, name)
            await steps_of(work, 5)
            assert msgspec.json.decode(await analysing.look(name, 5))["state"] == "done"
            cast(Any, analysing._store).kept.clear()
        assert list(analysing._jobs) == ["b", "c", "d"]
        await analysing.look("b", 5)
        await begun(analysing, "e")
        assert list(analysing._jobs) == ["d", "b", "e"]  # the one asked about last goes last
        monkeypatch.setattr("tilery.server.http.analysing._FORGOTTEN", -1.0)
        await begun(analysing, "f")
        assert list(analysing._jobs) == ["e", "f"]  # those being made stay
        await analysing.close()

    asyncio.run(run())
