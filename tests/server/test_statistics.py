"""Figures about oneself: what a person did in a game, counted again by hand, and games added up."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator

import httpx
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit.games import TABLES, sample_game
from tests.kit.online import Host, Player, arrive, make_table, visiting
from tests.kit.served import Serving, code_of, guest, serving, settings_in
from tests.server.http.test_history import finish, table_of
from tilery.game import Contribute, Draw, Drew, Play, Start, TimeOut
from tilery.notation import Tiles
from tilery.record import GameRecord
from tilery.server.http.statistics import FEW, Statistics, Tally, added_up, opponent_key
from tilery.server.room import figuring
from tilery.server.room.figuring import FiguresDesk, TimedMove, figure_game, made_moves
from tilery.server.room.playedgame import StoredGame, stored_record
from tilery.server.store.rows import ChangeRow, FiguredGame, FiguredOther, SeatFigures
from tilery.server.table.change import encode_events, encode_moves
from tilery.server.table.events import GameMove, Moved, Paused, Resumed, TurnBegan
from tilery.solver import best_play
from tilery.wire import to_plain

KNOWN = ["classic-2015", "sabra", "Grandma's"]
Who = tuple[str | None, str, str | None]
PEOPLE: list[Who] = [("bo", "Bo", None), ("bo", "Bobby", None), ("cy", "Bo", None), (None, "", None)]
PEOPLE.append((None, "", "casual"))  # somebody deleted, for whom a bot stood in
BOTS: list[Who] = [(None, "Max", "skilled"), (None, "Ada", "casual"), (None, "Old", "retired-level")]
OTHERS = [FiguredOther(*who, behind=behind) for who in [*PEOPLE, *BOTS] for behind in (True, False)]


def stored(record: GameRecord) -> StoredGame:
    header = {"rules": to_plain(record.rules), "commitment": record.commitment}
    moves = encode_moves(tuple(GameMove(*move) for move in record.moves))
    return StoredGame(msgspec.json.encode(header), len(record.names), (moves,))


def test_a_stored_game_is_the_record_without_the_names() -> None:
    record = sample_game(TABLES[0])[-1][1]
    assert stored_record(stored(record)) == msgspec.structs.replace(record, names=("seat 1", "seat 2"))


def test_what_is_counted_of_a_game_is_what_a_plain_look_at_its_record_counts() -> None:
    record = sample_game(TABLES[0])[-1][1]
    made = [TimedMove(own=True, seconds=2.0)] * len(record.moves)
    found = figure_game(stored(record), made, [0, 1])
    for seat, figures in found.items():
        moves = [step for step in record.replayed() if not isinstance(step.action, Contribute | Start)]
        steps = [step for step in moves if step.action.seat == seat]  # type: ignore[union-attr]
        laid, missed, opened = 0, 0, None
        for turn, step in enumerate(steps, 1):
            played = len(step.before.racks[seat]) - len(step.after.racks[seat]) if isinstance(step.action, Play) else 0
            best = best_play(
                step.before.rules, step.before.table, step.before.racks[seat], opened=step.before.opened[seat]
            )
            laid += played
            missed += max(0, (best.tiles if best else 0) - played)
            if opened is None and step.after.opened[seat]:
                opened = turn
        assert (figures.turns, figures.laid, figures.missed, figures.opened) == (len(steps), laid, missed, opened)
        assert (figures.timed, figures.seconds, figures.looked) == (len(steps), 2.0 * len(steps), len(steps))
        assert sum(figures.overlooked.values()) >= bool(missed)


def test_moves_of_a_stand_in_are_nobodys() -> None:
    record = sample_game(TABLES[0])[-1][1]
    made = [TimedMove(own=False, seconds=2.0)] * len(record.moves)
    found = figure_game(stored(record), made, [0])
    assert found == {0: SeatFigures(0, None, 0, 0.0, 0, 0, 0, {})}


def test_a_game_that_takes_too_long_has_only_the_turns_that_were_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    record = sample_game(TABLES[0])[-1][1]
    made = [TimedMove(own=True, seconds=2.0)] * len(record.moves)
    whole = figure_game(stored(record), made, [0])[0]
    monkeypatch.setattr(figuring, "_LONGEST", -1.0)
    assert figure_game(stored(record), made, [0]) == {
        0: msgspec.structs.replace(whole, looked=0, laid=0, missed=0, overlooked={})
    }


def test_a_game_that_cannot_be_replayed_has_no_figures_and_is_not_tried_for_ever() -> None:
    record = sample_game(TABLES[0])[-1][1]
    damaged = msgspec.structs.replace(record, moves=(*record.moves[:3], (Draw(0), (Drew(7, 1, Tiles("r1")),))))
    nothing = SeatFigures(0, None, 0, 0.0, 0, 0, 0, {})
    assert figure_game(stored(damaged), [TimedMove(True, 1.0)] * 4, [0, 1]) == {0: nothing, 1: nothing}


def test_the_time_of_a_turn_is_that_from_its_beginning_without_the_pause() -> None:
    record = sample_game(TABLES[0])[-1][1]
    at = next(number for number, (action, _) in enumerate(record.moves) if isinstance(action, Start))
    start, first, second = (GameMove(*move) for move in record.moves[at : at + 3])
    seat = first.action.seat  # type: ignore[union-attr]
    other = 1 - seat
    changes = [
        ChangeRow("t", 1, 100.0, events=encode_events((TurnBegan(seat, 100.0),)), moves=encode_moves((start,))),
        ChangeRow("t", 2, 110.0, 0, events=encode_events((Paused((0, 1), 110.0, 10.0),))),
        ChangeRow("t", 3, 500.0, 0, events=encode_events((Resumed(0), TurnBegan(seat, 490.0)))),
        ChangeRow(
            "t", 4, 505.0, 0, events=encode_events((Moved(seat), TurnBegan(other, 505.0))), moves=encode_moves((first,))
        ),
        ChangeRow("t", 5, 507.5, None, events=encode_events((Moved(other),)), moves=encode_moves((second,))),
    ]
    assert list(made_moves(changes)) == [TimedMove(True, None), TimedMove(True, 15.0), TimedMove(False, 2.5)]


def test_time_that_ran_out_is_ones_own_although_nobody_asked_for_the_move() -> None:
    moves = encode_moves((GameMove(TimeOut(1), ()),))
    late = ChangeRow("t", 1, 160.0, None, events=encode_events((TurnBegan(1, 100.0), Moved(1))), moves=moves)
    assert list(made_moves([late])) == [TimedMove(True, 60.0)]


figures = st.builds(
    SeatFigures,
    turns=st.integers(0, 40),
    opened=st.none() | st.integers(1, 9),
    timed=st.integers(0, 40),
    seconds=st.integers(0, 900).map(float),
    looked=st.integers(0, 40),
    laid=st.integers(0, 40),
    missed=st.integers(0, 40),
    overlooked=st.dictionaries(st.sampled_from(["joker", "set", "add"]), st.integers(1, 5)),
)
games = st.builds(
    FiguredGame,
    id=st.text("abc", min_size=1, max_size=4),
    ended=st.integers(0, 10**9).map(float),
    edition=st.sampled_from(KNOWN),
    seat=st.just(0),
    score=st.integers(-200, 300),
    won=st.booleans(),
    tiles_left=st.integers(0, 20),
    turns=st.integers(0, 40),
    place=st.integers(1, 4),
    figures=st.none() | figures,
    others=st.lists(st.sampled_from(OTHERS), max_size=3, unique_by=lambda other: other[:3]).map(tuple),
)


def recounted(chosen: list[FiguredGame]) -> Tally:
    """The plainest way to add games up."""
    known = [game.figures for game in chosen if game.figures]
    openings = [one.opened for one in known if one.opened]
    highest = max([game.place for game in chosen], default=0)
    return Tally(
        len(chosen),
        len([game for game in chosen if game.won]),
        sum(game.score for game in chosen),
        max([game.score for game in chosen]) if chosen else None,
        min([game.score for game in chosen]) if chosen else None,
        sum(game.tiles_left for game in chosen),
        sum(game.turns for game in chosen),
        tuple(len([game for game in chosen if game.place == place + 1]) for place in range(highest)),
        len(openings),
        sum(openings),
        sum(one.timed for one in known),
        sum(one.seconds for one in known),
        sum(one.looked for one in known),
        sum(one.missed for one in known),
    )


@given(st.lists(games, max_size=12), st.none() | st.sampled_from(KNOWN))
def test_every_sum_is_that_of_a_plain_recount(played: list[FiguredGame], edition: str | None) -> None:
    found = added_up("ann", played, edition, None, more=False)
    chosen = [game for game in played if edition in (None, game.edition)]
    assert found.total == recounted(chosen)
    assert [game.id for game in found.games] == [game.id for game in chosen]
    assert {one.edition: one.tally for one in found.editions} == {
        name: recounted([game for game in chosen if game.edition == name]) for name in {game.edition for game in chosen}
    }
    met = {(other, name) for game in chosen for other, name, *_ in game.others if other}
    for one in found.opponents:
        other, name = next(who for who in met if opponent_key("ann", *who) == one.key)
        theirs = [game for game in chosen if (other, name) in [each[:2] for each in game.others]]
        ahead = len([game for game in theirs if (other, name, None, True) in game.others])
        assert (one.name, one.tally, one.ahead, one.behind) == (name, recounted(theirs), ahead, len(theirs) - ahead)
    assert len(found.opponents) == len(met)
    levels = {bot for game in chosen for _, name, bot, _ in game.others if bot and name}
    assert {one.level: one.tally for one in found.levels} == {
        level: recounted([game for game in chosen if any(bot == level and name for _, name, bot, _ in game.others)])
        for level in levels
    }
    assert found.bots == recounted([game for game in chosen if any(bot and name for _, name, bot, _ in game.others)])
    assert found.pending == len([game for game in chosen if game.figures is None])
    overlooked: Counter[str] = Counter()
    for game in chosen:
        overlooked.update(game.figures.overlooked if game.figures else {})
    assert found.overlooked == dict(overlooked)


@given(st.lists(games, max_size=12))
def test_games_with_one_opponent_are_those_they_played_in(played: list[FiguredGame]) -> None:
    for other, name, bot in PEOPLE[:3] + BOTS:
        key = f"bot:{bot}" if bot else opponent_key("ann", str(other), name)
        found = added_up("ann", played, None, key, more=False)
        own = (bot,) if bot else (other, name)
        wanted = [
            game
            for game in played
            if own in [(each.bot,) if bot and each.name else (each.guest, each.name) for each in game.others]
        ]
        assert found.total == recounted(wanted)
        assert found.choices == added_up("ann", played, None, None, more=False).choices
    any_bot = added_up("ann", played, None, "bots", more=False)
    assert any_bot.total == any_bot.bots


def test_the_answer_names_nobody_but_as_they_were_called() -> None:
    game = FiguredGame(
        "g", 1.0, "sabra", 0, 5, True, 0, 3, 1, None, (FiguredOther("secret-id-of-bo", "Bo", None, True),)
    )
    text = msgspec.json.encode(added_up("ann", [game], None, None, more=False)).decode()
    assert '"Bo"' in text and "secret-id" not in text and "ann" not in text


def test_an_answer_has_only_so_many_opponents_those_of_most_games() -> None:
    def game(number: int, other: str) -> FiguredGame:
        others = (FiguredOther(other, other, None, behind=True),)
        return FiguredGame(f"g{number}", float(number), "sabra", 0, 5, True, 0, 3, 1, None, others)

    often = [game(number, f"friend {number % 60}") for number in range(120)]
    games = [*often, *(game(number, f"stranger {number}") for number in range(120, 200))]
    found = added_up("ann", games, None, None, more=False)
    assert len(found.opponents) == len(found.choices.opponents) == FEW
    assert [one.name for one in found.opponents[:60]] == [f"friend {number}" for number in range(59, -1, -1)]
    assert {one.tally.games for one in found.opponents[:60]} == {2}
    assert found.opponents[60].name == "stranger 199"  # of equally many games whoever played last
    assert found.total.games == 200


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(settings_in(tmp_path_factory.mktemp("server"))) as running:
        yield running


@pytest.fixture
def inline(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work out figures in this process, and only when a test says so."""

    async def run(task: Callable[..., object], *given: object) -> object:
        return task(*given)

    monkeypatch.setattr(server.services.chores, "run", run)
    monkeypatch.setattr(server.services.figures, "want", lambda *_: None)


def asked(client: httpx.Client, **query: object) -> Statistics:
    answer = client.get("/api/me/statistics", params={name: str(value) for name, value in query.items()})
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=Statistics)


def test_figures_of_a_game_are_worked_out_when_asked_for_once_and_kept(server: Serving, inline: None) -> None:
    with guest(server.url, "Ann") as ann:
        assert asked(ann) == added_up("", [], None, None, more=False)
        game = finish(server, ann, table_of(ann), seed=77)
        first = asked(ann)
        assert (first.total.games, first.pending, first.games[0].known) == (1, 1, False)
        server.run(server.services.figures.figure(game.id))
        then = asked(ann)
        assert then.pending == 0 and then.games[0].known
        assert then.total.looked == then.games[0].looked > 0
        assert then.levels[0].level == "regular" and then.bots == then.total
        assert asked(ann, edition="twist-2016").total.games == 0
        assert asked(ann, opponent="bots").total == then.total == asked(ann, opponent="bot:regular").total
        assert asked(ann, opponent="bot:novice").total.games == 0
        assert asked(ann, since=game.ended).total.games == 1 and asked(ann, until=game.ended).total.games == 0
        for odd in ({"since": -1}, {"opponent": "a b"}, {"edition": "x" * 61}, {"until": "soon"}):
            assert ann.get("/api/me/statistics", params=odd).status_code in (400, 422)
        with guest(server.url, "Bo") as bo:
            assert asked(bo).total.games == 0


def test_of_many_games_the_newest_are_counted(server: Serving, inline: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilery.server.http.statistics.MOST", 1)
    with guest(server.url, "Ann") as ann:
        games = [finish(server, ann, table_of(ann), seed=seed) for seed in (78, 79)]
        newest = max(games, key=lambda game: (game.ended, game.id))
        found = asked(ann)
        assert found.more and found.total.games == 1
        assert [one.id for one in found.games] == [newest.id]


def test_whoever_asks_too_often_is_told_when_to_come_back(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    with guest(server.url, "Cy") as cy:
        monkeypatch.setattr(server.services.limiter, "wait", lambda what, *_: 7.0 * (what == "statistics"))
        assert code_of(cy.get("/api/me/statistics"), 429) == "too-often"


def test_a_game_at_a_real_table_is_timed_and_looked_at(server: Serving, inline: None) -> None:
    async def scene() -> tuple[Host, str]:
        async with visiting(server.url) as http:
            ann = await arrive(http, "Ann")
            shown = await make_table(http, ann, seats=["me", "newcomer"])
            player = await Player(ann, shown["terms"]["id"]).open()
            await player.ask("start")
            await player.until(lambda player: player.to_move)
            await player.ask("draw", revision=player.revision)
            await player.ask("resign")
            await player.until(lambda player: player.phase != "playing")
            await player.close()
            answer = await http.get("/api/me/games", headers=ann.headers())
            return ann, answer.json()["games"][0]["id"]

    ann, game = asyncio.run(scene())
    server.run(server.services.figures.figure(game))
    with httpx.Client(base_url=server.url, headers=ann.headers()) as client:
        found = asked(client)
    (one,) = found.games
    assert one.known and one.timed == 1 and one.seconds >= 0 and one.looked == 1
    assert found.levels[0].level == "newcomer" and found.total.places == (0, 1)


def test_games_of_several_guests_are_looked_at_in_turn_the_newest_first() -> None:
    looked: list[str] = []

    class Desk(FiguresDesk):
        async def figure(self, game: str) -> None:
            looked.append(game)
            if game == "c1":
                raise ValueError("this one can't be counted")

    async def scene() -> None:
        desk = Desk(None, None)  # type: ignore[arg-type]
        desk.want("ann", ["a1", "a2", "a3"])
        desk.want("bo", ["b8", "b9"])
        desk.want("cy", ["c1"])
        desk.want("dora", [])
        assert desk._task is not None
        await desk._task
        desk.want("cy", ["c2"])
        await desk._task
        await desk.close()

    asyncio.run(scene())
    assert looked == ["a3", "b9", "c1", "a2", "b8", "a1", "c2"]


class NotingDesk(FiguresDesk):
    """A desk that only notes which games it was to look at, and what is asked for meanwhile."""

    def __init__(self) -> None:
        super().__init__(None, None)  # type: ignore[arg-type]
        self.looked: list[str] = []
        self.meanwhile: dict[str, tuple[str, list[str]]] = {}

    async def figure(self, game: str) -> None:
        self.looked.append(game)
        if game in self.meanwhile:
            self.want(*self.meanwhile.pop(game))

    async def done(self) -> list[str]:
        assert self._task is not None
        await self._task
        return self.looked


def test_what_is_asked_for_anew_takes_the_place_of_what_waited() -> None:
    async def scene() -> list[str]:
        desk = NotingDesk()
        desk.meanwhile["a3"] = ("ann", ["a1", "a4"])
        desk.want("ann", ["a1", "a2", "a3"])
        return await desk.done()

    assert asyncio.run(scene()) == ["a3", "a4", "a1"]


def test_only_so_many_games_wait_of_only_so_many_guests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figuring, "_GUESTS", 2)
    monkeypatch.setattr(figuring, "_EACH", 2)

    async def scene() -> list[str]:
        desk = NotingDesk()
        desk.want("ann", ["a1", "a2", "a3"])
        desk.want("bo", ["b1"])
        desk.want("cy", ["c1"])  # no room: they ask again
        desk.want("bo", ["b2"])  # who waits already has theirs
        return await desk.done()

    assert asyncio.run(scene()) == ["a3", "b2", "a2"]
