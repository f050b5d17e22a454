"""What the library is given, by a program that no type checker has seen: converted or refused at once, with a code.

Nothing is ignored, rounded or kept until it fails somewhere else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import tilery
from tilery import Kind, Table, TileryError, Tiles, bots, game, simulation, solver, svg
from tilery.arena import tournament
from tilery.match import Length, ScoreSheet
from tilery.notation import same_tiles
from tilery.record import RecordWriter, read_record, record_game

RULES = tilery.edition("sabra").rules()
TABLE, RACK = Table("b4 b5 b6 | r8 k8 y8"), Tiles("b3 b8 k1")
SECRET = game.seeded_secret(1)
NAN = float("nan")
UNKNOWN: Any = "sabra"
JUNK: list[Any] = [None, 5, 2.5, "r1 zz", ["r1", None], [99], [-1], [True], b"r1"]
"""What are no tiles."""


class Sleepy(bots.Bot):
    def choose(self, view: tilery.View, clock: bots.ThinkingTime) -> game.Action:
        return bots.fallback(view)


class Mute:
    """Has one of the methods of a bot."""

    def choose(self, view: tilery.View, clock: bots.ThinkingTime) -> game.Action:
        return bots.fallback(view)


def played(*seats: Any, **more: Any) -> bots.GamePlayed:
    return bots.play_game(RULES, seats, SECRET, **more)


OF_A_POSITION: dict[str, Callable[[Any, Any], Any]] = {
    "judge": lambda table, rack: tilery.judge(RULES, table, rack, "b3 b4 b5 b6 | r8 k8 y8", opened=True),
    "judge after": lambda table, rack: tilery.judge(RULES, "b4 b5 b6", rack, table, opened=True),
    "settle": lambda table, rack: tilery.settle(RULES, table, rack, "b3 b4 b5 b6 | r8 k8 y8", True, 50),
    "settle draft": lambda table, rack: tilery.settle(RULES, "b4 b5 b6", "r8 k8 y8 b3 b8 k1", table, True, 50),
    "position_key": tilery.position_key,
    "best_play": lambda table, rack: tilery.best_play(RULES, table, rack),
    "plays": lambda table, rack: [*solver.Question(RULES, table, rack).plays()],
    "must": lambda table, rack: solver.Question(RULES, TABLE, "b3 b8 k1", must=rack, keep=rack, opened=not table),
    "turns": lambda table, rack: [*solver.turns(RULES, table, rack)],
    "count_turns": lambda table, rack: solver.count_turns(RULES, table, rack),
    "can_play": lambda table, rack: solver.can_play(RULES, table, rack),
    "advise": lambda table, rack: solver.advise(RULES, table, rack),
    "steps": lambda table, rack: solver.steps(table, "b3 b4 b5 b6 | r8 k8 y8 b8", rack),
    "count_changes": lambda table, rack: solver.count_changes(table, "b3 b4 b5 b6 | r8 k8 y8"),
    "Batch": lambda table, rack: solver.Batch(RULES).add(table, rack),
    "svg": svg.table,
    "read": lambda table, rack: tilery.read(rack),
    "explain": lambda table, rack: tilery.explain(rack),
    "score": lambda table, rack: tilery.score(RULES, [rack, ""], 1),
    "same_tiles": lambda table, rack: same_tiles(rack, "k1 b3 b8"),
    "without": lambda table, rack: Tiles("b3 b8 k1 r1").without(rack),
}
"""A call with every function that is given a table or a rack."""

WITHOUT_TABLE = {"must", "read", "explain", "score", "same_tiles", "without"}
WITHOUT_RACK = {"count_changes", "settle draft"}


@pytest.mark.parametrize("name", OF_A_POSITION)
def test_a_position_may_be_text_or_lists(name: str) -> None:
    ask = OF_A_POSITION[name]
    if name == "must":
        with pytest.raises(TileryError, match="to play 1 and keep 1 of blue 3"):
            ask("", "b3")
        return
    known = ask(TABLE, RACK)
    assert ask(str(TABLE), str(RACK)) == known
    assert ask([str(tiles) for tiles in TABLE], [int(kind) for kind in RACK]) == known


@pytest.mark.parametrize("junk", JUNK, ids=repr)
@pytest.mark.parametrize("name", OF_A_POSITION)
def test_what_is_no_position_is_refused(name: str, junk: Any) -> None:
    ask = OF_A_POSITION[name]
    if name not in WITHOUT_RACK and not (name == "svg" and junk is None):  # a picture needs no rack
        with pytest.raises(TileryError):
            ask(TABLE, junk)
    if name not in WITHOUT_TABLE:
        with pytest.raises(TileryError):
            ask(junk, RACK)


OF_RULES: dict[str, Callable[[Any], Any]] = {
    "judge": lambda rules: tilery.judge(rules, TABLE, RACK, TABLE, opened=True),
    "settle": lambda rules: tilery.settle(rules, TABLE, RACK, TABLE, True, 50),
    "score": lambda rules: tilery.score(rules, [RACK, Tiles()], 1),
    "new_game": lambda rules: tilery.new_game(rules, 2, SECRET),
    "best_play": lambda rules: tilery.best_play(rules, TABLE, RACK),
    "count_turns": lambda rules: solver.count_turns(rules, TABLE, RACK),
    "Batch": lambda rules: solver.Batch(rules),
    "svg": lambda rules: svg.table(TABLE, rules=UNKNOWN if rules is None else rules),
    "play_game": lambda rules: bots.play_game(rules, [Sleepy(), Sleepy()], SECRET),
    "tournament": lambda rules: tournament(rules, ["casual", "skilled"], 1),
    "Simulation": lambda rules: simulation.Simulation(rules, 2),
    "is_exact": simulation.is_exact,
    "record_game": lambda rules: record_game(rules, ["Ann", "Bo"], SECRET, []),
    "RecordWriter": lambda rules: RecordWriter(rules, ["Ann", "Bo"]),
}


@pytest.mark.parametrize("junk", [None, "sabra", 5, tilery.edition("sabra")], ids=lambda junk: type(junk).__name__)
@pytest.mark.parametrize("name", OF_RULES)
def test_what_are_no_rules_is_refused_and_told_how_to_get_some(name: str, junk: Any) -> None:
    with pytest.raises(TileryError, match=r"rules are needed, as edition\(\"sabra\"\)\.rules\(\) gives them"):
        OF_RULES[name](junk)


def nothing_wrong() -> list[Any]:
    return [Sleepy(), Sleepy()]


REFUSED: list[tuple[str, Callable[[], Any]]] = [
    ("notation", lambda: Table([["r1", "r2", "r3"], []])),
    ("notation", lambda: Tiles("r1").__add__((99,))),
    ("notation", lambda: Kind(True)),
    ("notation", lambda: Kind(UNKNOWN)),
    ("notation", lambda: Kind.of(0, 0)),
    ("notation", lambda: Kind.of(0, 14)),
    ("notation", lambda: Kind.of(4, 1)),
    ("joker", lambda: Kind("j").number),
    ("joker", lambda: Kind("m").colour),
    ("rules", lambda: tilery.read("r4 m r6", UNKNOWN)),
    ("rules", lambda: tilery.edition("sabra").source("openning")),
    ("rules", lambda: tilery.house_rules(tilery.edition("sabra"), {"opening": 50}, "")),
    ("rules", lambda: tilery.house_rules(tilery.edition("sabra"), {"opening": 50}, 5)),  # type: ignore[arg-type]
    ("rules", lambda: tilery.house_rules(UNKNOWN, {"opening": 50})),
    ("rules", lambda: tilery.house_rules(tilery.edition("sabra"), UNKNOWN)),
    ("rules", lambda: tilery.load_house_rules(5)),  # type: ignore[arg-type]
    ("pool", lambda: tilery.settle(RULES, TABLE, RACK, TABLE, True, -1)),
    ("players", lambda: tilery.new_game(RULES, 2.0, SECRET)),  # type: ignore[arg-type]
    ("players", lambda: tilery.new_game(RULES, UNKNOWN, SECRET)),
    ("secret", lambda: tilery.new_game(RULES, 2, 5)),  # type: ignore[arg-type]
    ("seed", lambda: game.seeded_secret(1.5)),  # type: ignore[arg-type]
    ("seed", lambda: game.seeded_secret(True)),
    ("seat", lambda: tilery.view(tilery.new_game(RULES, 2, SECRET), UNKNOWN)),
    ("action", lambda: tilery.apply(tilery.new_game(RULES, 2, SECRET), UNKNOWN)),
    ("illegal", lambda: tilery.apply(tilery.new_game(RULES, 2, SECRET), game.Draw(UNKNOWN))),
    ("illegal", lambda: tilery.apply(tilery.new_game(RULES, 2, SECRET), game.Contribute(0, 5))),  # type: ignore[arg-type]
    ("length", lambda: Length(games=2.5)),  # type: ignore[arg-type]
    ("length", lambda: Length(rounds=True)),
    ("rules", lambda: ScoreSheet(("Ann", "Bo"), UNKNOWN)),
    ("seconds", lambda: solver.Question(RULES, TABLE, RACK, seconds=NAN)),
    ("seconds", lambda: solver.Question(RULES, TABLE, RACK, seconds=UNKNOWN)),
    ("seconds", lambda: solver.Batch(RULES).solve(seconds=NAN)),
    ("cancel", lambda: solver.Question(RULES, TABLE, RACK, cancel=bytearray())),
    ("cancel", lambda: solver.Question(RULES, TABLE, RACK, cancel=b"0")),  # type: ignore[arg-type]
    ("limit", lambda: [*solver.Question(RULES, TABLE, RACK).plays(-1)]),
    ("limit", lambda: solver.Question(RULES, TABLE, RACK).count_best(-1)),
    ("limit", lambda: solver.count_turns(RULES, TABLE, RACK, limit=2.5)),  # type: ignore[arg-type]
    ("states", lambda: solver.count_turns(RULES, TABLE, RACK, states=0)),
    ("position", lambda: solver.Question(RULES, TABLE, RACK, drawn="b3")),  # there a tile just drawn waits
    ("bot", lambda: played("casual", "skilled")),
    ("bot", lambda: played(None, None)),
    ("bot", lambda: played(Sleepy, Sleepy)),
    ("bot", lambda: played(Mute(), Sleepy())),
    ("players", lambda: played(*nothing_wrong(), names=["Ann"])),
    ("players", lambda: played(*nothing_wrong(), names="AB")),
    ("clock", lambda: played(*nothing_wrong(), clock=0.1)),
    ("engine", lambda: bots.Engine([], 0)),
    ("bot", lambda: tournament(RULES, [Mute, "casual"], 1)),  # type: ignore[list-item]
    ("bots", lambda: tournament(RULES, "casual", 1)),
    ("pairs", lambda: tournament(RULES, ["casual", "skilled"], 1.5)),  # type: ignore[arg-type]
    ("seats", lambda: tournament(RULES, ["casual", "skilled"], 1, seats=UNKNOWN)),
    ("seed", lambda: tournament(RULES, ["casual", "skilled"], 1, seed=None)),  # type: ignore[arg-type]
    ("clock", lambda: tournament(RULES, ["casual", "skilled"], 1, clock=UNKNOWN)),
    ("players", lambda: record_game(RULES, "AB", SECRET, [])),
    ("players", lambda: record_game(RULES, ["Ann", 5], SECRET, [])),  # type: ignore[list-item]
    ("players", lambda: RecordWriter(RULES, ["Ann", ""])),
    ("picture", lambda: svg.drawn(5)),
    ("picture", lambda: svg.card("r1 r2 r3", width=0)),
]


@pytest.mark.parametrize(("code", "ask"), REFUSED, ids=[str(number) for number in range(len(REFUSED))])
def test_what_makes_no_sense_is_refused_with_a_code(code: str, ask: Callable[[], Any]) -> None:
    with pytest.raises(TileryError) as refused:
        ask()
    assert refused.value.code == code


SIMULATED: list[tuple[str, dict[str, Any]]] = [
    ("seed", {"seed": -1}),
    ("seed", {"seed": 1.5}),
    ("seed", {"seed": 2**70}),
    ("games", {"games": -1}),
    ("games", {"games": 2.0}),
    ("games", {"first": -1}),
    ("policies", {"policies": [0]}),
    ("policies", {"policies": [-7, 0]}),
    ("policies", {"policies": ["wait", 0]}),
]


@pytest.mark.parametrize(("code", "settings"), SIMULATED, ids=str)
def test_a_simulation_refuses_what_it_cannot_play(code: str, settings: dict[str, Any]) -> None:
    games = simulation.Simulation(RULES, 2)
    with pytest.raises(TileryError) as refused:
        list(games.play(**{"seed": 1, "games": 1} | settings))
    assert refused.value.code == code
    for seats in (1, 5, 2.0):
        with pytest.raises(TileryError, match="the number of seats is a whole number from 2 to 4"):
            simulation.Simulation(RULES, seats)  # type: ignore[arg-type]


def test_a_policy_of_a_simulation_may_be_given_as_one() -> None:
    games = simulation.Simulation(RULES, 2)
    policy = simulation.Policy(others=2)
    by_number = list(games.play(1, 20, policies=[policy.number, simulation.MOST_TILES]))
    assert list(games.play(1, 20, policies=[policy, simulation.MOST_TILES])) == by_number
    assert by_number != list(games.play(1, 20))


def test_products_of_tiles_and_tables_are_tiles_and_tables() -> None:
    for product in (Tiles("r1 j") * 2, 2 * Tiles("r1 j")):
        assert type(product) is Tiles
        assert str(product) == "r1 j r1 j"
    assert repr(2 * Table("r1 r2 r3")) == "Table('r1 r2 r3 | r1 r2 r3')"


def test_no_plays_are_no_plays() -> None:
    question = solver.Question(RULES, TABLE, RACK)
    assert [len(list(question.plays(most))) for most in (0, 1, 2)] == [0, 1, 2]
    assert [question.count_best(limit) for limit in (0, 1, 2)] == [0, 1, 1]


def test_a_record_is_read_from_all_of_its_text() -> None:
    record = record_game(RULES, ["Ann\u2028", "Bo"], SECRET, [game.Start()])  # which other readers take for a new line
    text = "".join(record.lines())
    assert read_record(text) == read_record(record.lines()) == (record, None)


def test_the_table_of_an_action_may_be_text() -> None:
    assert game.Play(0, "r4 r5 r6") == game.Play(0, Table("r4 r5 r6"))  # type: ignore[arg-type]
    assert game.TimeOut(0, "r4").draft == Table("r4")  # type: ignore[arg-type]
    for action in (game.Play, game.TimeOut):
        with pytest.raises(TileryError):
            action(0, 5)  # type: ignore[arg-type]


def test_the_seed_of_a_tournament_may_be_a_number() -> None:
    assert tournament(RULES, ["casual", "skilled"], 1, seed=7) == tournament(RULES, ["casual", "skilled"], 1, seed="7")
