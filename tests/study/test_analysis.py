"""Every figure of an analysis is what the solver and the simulation say by themselves, and always the same."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Sequence
from functools import cache
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.conftest import played_game
from tilery.bots import LADDER, Bot, ThinkingTime, fallback, level, play_game
from tilery.bots.memory import Memory, seen_position
from tilery.bots.most_tiles import MostTiles
from tilery.errors import TileryError
from tilery.game import Action, Draw, Keep, Play, Resign, Start, View, seeded_secret, view, view_events
from tilery.game.midway import TakenUp
from tilery.notation import Table, Tiles
from tilery.record import GameRecord, record_game
from tilery.rules.edition import edition
from tilery.simulation import MOST_TILES, Simulation
from tilery.solver import Question
from tilery.study import Analyst, GameAnalysis, TurnAnalysis, analyse
from tilery.study.chances import WAITING, Estimate, Playouts, Worlds
from tilery.study.figures import TurnOption
from tilery.study.laying import TurnBefore, could_have_laid, could_lay
from tilery.study.levels import LEVELS, like_level
from tilery.study.luck import luck, luck_of
from tilery.study.players import moments
from tilery.study.styles import styles_of
from tilery.study.turns import played_turns
from tilery.study.verdicts import _is_slip
from tilery.tiles import count_kinds

FEW = Worlds(looks=4, measures=16)
SABRA = edition("sabra").rules()


class Waits(Bot):
    """Opens, then draws until it can go out."""

    def choose(self, view: View, clock: ThinkingTime) -> Action:
        assert view.seat is not None and view.rack is not None
        play = Question(view.rules, view.table, view.rack, opened=view.opened[view.seat]).best()
        if play is None:
            return fallback(view)
        if view.opened[view.seat] and view.pool and not play.goes_out:
            return Draw(view.seat)
        return Play(view.seat, play.table)


@cache
def game(name: str = "sabra", seed: int = 4, *levels: str) -> GameRecord:
    names = levels or ("newcomer", "skilled", "most-tiles")
    bots = [level(one).make(seed + place) for place, one in enumerate(names)]
    return play_game(edition(name).rules(), bots, seeded_secret(seed), ThinkingTime(60)).record


@cache
def analysed() -> GameAnalysis:
    return analyse(game(), worlds=FEW)


def test_what_could_have_been_laid_is_what_the_solver_says() -> None:
    turns = analysed().turns
    record = game()
    assert [turn.move for turn in turns] == list(range(2, len(record.moves) + 1))
    for turn, step in zip(turns, list(record.replayed())[1:], strict=True):
        before, seat = step.before, turn.seat
        question = Question(before.rules, before.table, before.racks[seat], opened=before.opened[seat])
        best = question.best()
        assert turn.possible == (0 if best is None else best.tiles)
        assert turn.missed_tiles == turn.possible - turn.taken.tiles
        assert turn.taken.table == str(step.after.table)
        assert (turn.best is None) == (turn.cost is None)
        assert bool(turn.overlooked) == bool(turn.missed_tiles)


def test_players_are_the_sums_of_their_turns() -> None:
    turns = analysed().turns
    for player in analysed().players:
        own = [turn for turn in turns if turn.seat == player.seat]
        assert player.possible == sum(turn.possible for turn in own)
        assert player.laid == sum(turn.taken.tiles for turn in own)
        assert player.luck == pytest.approx(sum(turn.luck or 0 for turn in own), abs=0.01)
        assert player.cost == pytest.approx(sum(turn.cost or 0 for turn in own), abs=1e-3)
        assert player.turns == len(own)
    assert analysed().players[2].accuracy == 1.0  # it plays the most tiles


def test_chances_add_up_and_end_with_the_winner() -> None:
    for turn in analysed().turns:
        assert turn.before is not None and turn.chances is not None
        assert sum(turn.before) == pytest.approx(1, abs=1e-3)
        assert sum(turn.chances) == pytest.approx(1, abs=1e-3)
    last, result = analysed().turns[-1], game().result
    assert result is not None and last.verdict == "out"
    assert last.chances == tuple(float(seat == result.winner) for seat in range(3))


def test_chances_are_what_the_simulation_says_of_what_was_known() -> None:
    """A forced draw, its playouts made here from the events alone."""
    record, turns = game(), analysed().turns
    place = next(place for place, turn in enumerate(turns) if turn.verdict == "forced" and turn.turn > 2)
    turn, memory = turns[place], Memory()
    for _, events in record.moves[: turn.move - 1]:
        memory.hear(view_events(events, turn.seat))
    before = record.replay(turn.move - 1)
    others = tuple(other._replace(guesses=()) for other in memory.others(3))
    position = seen_position(view(before, turn.seat), others)
    assert position is not None
    seed = Playouts(record.rules, 3, record.commitment)._seed(f"{turn.move} measure")
    simulation = Simulation(record.rules, 3)
    [drawing] = simulation.evaluate(position._replace(tries=16), [WAITING], MOST_TILES, seed, 0, FEW.measures)
    won = [sum(playout.winner == seat for playout in drawing) / FEW.measures for seat in range(3)]
    assert turn.before == tuple(round(share, 4) for share in won)
    assert turn.taken.chance == won[turn.seat] and turn.worlds == FEW.measures


def test_the_same_game_always_has_the_same_figures_and_each_turn_by_itself() -> None:
    analyst = Analyst(game(), worlds=FEW)
    for place in (30, 3, 17):
        assert analyst.turn(place) == analysed().turns[place]


def test_without_chances_nothing_is_judged_by_them() -> None:
    plain = analyse(game(), chances=False)
    assert {turn.verdict for turn in plain.turns} <= {None, "forced", "opened", "out"}
    assert all(turn.chances is None and turn.cost is None and turn.bot is None for turn in plain.turns)
    assert all((turn.best is not None) == (turn.missed_tiles > 0) for turn in plain.turns)
    assert [turn.luck for turn in plain.turns] == [turn.luck for turn in analysed().turns]


@pytest.mark.parametrize("name", ["classic-2015", "classic-2002", "twist-2016"])
def test_every_edition_can_be_analysed(name: str) -> None:
    record = game(name, 3, "casual", "most-tiles")
    analyst = Analyst(record, worlds=Worlds(2, 2))
    assert analyst.exact == (name == "twist-2016")
    for place in range(0, analyst.total, 9):
        turn = analyst.turn(place)
        assert turn.chances is not None and len(turn.chances) == 2


def test_time_that_ran_out_and_giving_up_are_no_slips() -> None:
    turns = analyse(played_game(), worlds=Worlds(2, 4)).turns
    assert [turn.did for turn in turns] == ["play", "draw", "timeout", "timeout", "resign"]
    assert [turn.verdict for turn in turns[2:]] == [None, None, None]
    assert turns[-1].chances == (0.0, 1.0)


def test_a_game_that_goes_on_is_not_analysed() -> None:
    with pytest.raises(TileryError, match="has not ended"):
        analyse(played_game(end=False))


def test_a_game_taken_up_in_the_middle_can_be_analysed() -> None:
    middle = game().replay(30)
    taken = TakenUp(middle.racks, middle.table, middle.opened, middle.turn)
    actions: list[Action] = [Start(taken), Draw(middle.turn), *map(Resign, range(2))]
    record = record_game(SABRA, ("Ann", "Bo", "Cy"), seeded_secret(9), actions)
    first, *_ = played_turns(record)
    assert first.before.table == middle.table and all(other.stuck is None for other in first.knew)
    assert first.knows[middle.turn].stuck == bytes(count_kinds(middle.table.tiles()))
    assert [turn.did for turn in analyse(record, worlds=FEW).turns] == ["draw", "resign", "resign"]


# Waiting.


def test_who_waits_is_known_by_it_and_not_told_that_it_costs() -> None:
    record = play_game(SABRA, [Waits(), MostTiles()], seeded_secret(2)).record
    turns = list(played_turns(record))
    styles = styles_of(turns, [could_have_laid(turn) for turn in turns])
    own = [place for place, turn in enumerate(turns) if turn.seat == 0 and turn.had_opened]
    assert all(styles[place].waits == (True, False) for place in own)
    analyst = Analyst(record, worlds=Worlds(10, 60))
    held = [place for place in own if could_have_laid(turns[place]).possible and not turns[place].played]
    judged = [analyst.turn(place) for place in held[1 :: max(1, len(held) // 3)]]
    assert {turn.verdict for turn in judged} == {"held-back"}
    assert all(turn.bot is not None for turn in judged)


def test_who_will_wait_once_it_has_opened_is_played_on_like_that() -> None:
    """Whoever waits beats the other nearly always, and their chances say so before they have opened."""
    record = play_game(SABRA, [Waits(), MostTiles()], seeded_secret(1)).record
    analyst = Analyst(record, worlds=Worlds(2, 60))
    turns = list(played_turns(record))
    place = next(place for place, turn in enumerate(turns) if turn.seat == 1 and not turn.after.opened[0])
    chances = analyst.turn(place).chances
    assert chances is not None and chances[0] > 0.9


def test_who_overlooks_something_does_not_wait() -> None:
    turns = list(played_turns(game()))
    styles = styles_of(turns, [could_have_laid(turn) for turn in turns])
    assert {style.waits for style in styles} == {(False, False, False)}


# Noise.


def estimate(wins: Sequence[bool]) -> Estimate:
    return Estimate((sum(wins) / len(wins), 1 - sum(wins) / len(wins)), len(wins), tuple(wins))


@given(st.lists(st.booleans(), min_size=20, max_size=400), st.integers(0, 19))
def test_nothing_within_the_noise_is_a_slip(wins: list[bool], more: int) -> None:
    better = list(wins)
    for place in range(more):
        better[place] = True
    ahead = (sum(better) - sum(wins)) / len(wins)
    if ahead < 0.05 * math.sqrt(400 / len(wins)):
        assert not _is_slip(estimate(wins), estimate(better))
    assert not _is_slip(estimate(better), estimate(wins))


def test_what_is_far_from_noise_is_a_slip() -> None:
    assert _is_slip(estimate([False] * 300 + [True] * 100), estimate([False] * 240 + [True] * 160))
    # As much by other worlds altogether: that is what chance does.
    assert not _is_slip(estimate([True] * 176 + [False] * 224), estimate([False] * 200 + [True] * 200))


# What was overlooked.


@pytest.mark.parametrize(
    ("table", "rack", "opened", "played", "after", "codes"),
    [
        ("r4 r5 r6", "r7 b1", True, "", "r4 r5 r6", [("add", 1)]),
        ("r4 r5 r6", "r7", True, "", "r4 r5 r6", [("out", 0), ("add", 1)]),
        ("r4 r5 r6", "k1 k2 k3 b9", True, "", "r4 r5 r6", [("set", 0)]),
        ("r4 r5 r6", "k1 k2 j b9", True, "", "r4 r5 r6", [("joker", 0), ("set", 0)]),
        ("", "r10 r11 r12 b1", False, "", "", [("opening", 0)]),
        ("r3 r4 r5 r6 | b6 k6 y6", "b7 b8 y1", True, "", "r3 r4 r5 r6 | b6 k6 y6", [("rearrange", 2)]),
        ("r4 r5 r6", "b9", True, "", "r4 r5 r6", []),
    ],
)
def test_what_was_overlooked_is_named(
    table: str, rack: str, opened: bool, played: str, after: str, codes: list[tuple[str, int]]
) -> None:
    start = TurnBefore(SABRA, Table(table), Tiles(rack), opened)
    found = could_lay(start, Tiles(played), Table(after)).overlooked
    assert [(one.code, one.sets) for one in found] == codes


def test_the_luck_of_all_draws_there_could_be_is_none() -> None:
    table, held, unseen = Table("r4 r5 r6 | k9 b9 y9"), Tiles("r7 r8 k1 k2"), Tiles("r9 r3 k3 b1 y13 r9")
    lucks = [luck_of(SABRA, table, held, Tiles([kind]), unseen) for kind in unseen]
    assert sum(lucks) == pytest.approx(0)
    assert lucks[2] == max(lucks) > 0 > lucks[4]


def test_before_the_opening_the_table_is_no_place_for_a_tile() -> None:
    checked = 0
    for turn in played_turns(game()):
        if turn.drawn and not turn.after.opened[turn.seat] and turn.after.table:
            held = turn.after.racks[turn.seat].without(turn.drawn)
            seen = Counter([*turn.after.table.tiles(), *held])
            unseen = Tiles((Counter(tile.kind for tile in SABRA.tile_set.tiles) - seen).elements())
            assert luck(turn) == round(luck_of(SABRA, Table(), held, turn.drawn, unseen), 2)
            checked += 1
    assert checked > 3


def test_a_tile_drawn_and_kept_that_would_have_freed_a_joker_is_one_turn() -> None:
    rules = edition("classic-2002").rules()
    racks = (Tiles("k1 k5 k9 y1 y5"), Tiles("b1 b5 b9 y2 y6"))
    taken = TakenUp(racks, Table("k7 r7 j | k10 r10 b10"), (True, True), 0)
    for seed in range(400):
        record = record_game(rules, ("Ann", "Bo"), seeded_secret(seed), [Start(taken), Draw(0)])
        if record.replay().drawn:
            break
    actions: list[Action] = [Start(taken), Draw(0), Keep(0), Draw(1), Resign(0)]
    turns = list(played_turns(record_game(rules, ("Ann", "Bo"), seeded_secret(seed), actions)))
    assert [(turn.did, turn.seat, turn.turn) for turn in turns] == [
        ("draw", 0, 1),
        ("keep", 0, 1),
        ("draw", 1, 1),
        ("resign", 0, 2),
    ]


def test_figures_are_the_same_where_the_processor_was_away_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    table, rack, unseen = Table("r3 r4 r5 r6 | b6 k6 y6"), Tiles("b7 b8 y1 k9"), Tiles("r7 b9 y13")
    start = TurnBefore(SABRA, table, rack, opened=True)

    def figures() -> tuple[object, float]:
        return could_lay(start, Tiles(), table), luck_of(SABRA, table, rack, Tiles("b9"), unseen)

    expected = figures()
    # As if half a minute passed between the question and its answer.
    late = SimpleNamespace(monotonic_ns=lambda: time.monotonic_ns() - 30 * 10**9)
    monkeypatch.setattr("tilery.solver.engine.time", late)
    assert figures() == expected


# What it adds up to.


def turn(move: int, seat: int, before: float, after: float, **more: object) -> TurnAnalysis:
    taken = TurnOption("", "", 0, 0, 0, 0, False, True, more.pop("taken", after))  # type: ignore[arg-type]
    fields = {"played": "", "drawn": "", **more}
    return TurnAnalysis(
        move=move,
        seat=seat,
        turn=move,
        did="draw",
        opened=True,
        taken=taken,
        best=None,
        possible=0,
        missed_tiles=0,
        missed_points=0,
        overlooked=(),
        before=(before, 1 - before) if seat == 0 else (1 - before, before),
        chances=(after, 1 - after) if seat == 0 else (1 - after, after),
        **fields,  # type: ignore[arg-type]
    )


def test_a_moment_is_ones_own_the_others_or_luck() -> None:
    turns = [
        turn(2, 0, 0.5, 0.3, cost=0.2, played="r1"),
        turn(3, 1, 0.5, 0.5, played="k7"),
        turn(4, 0, 0.6, 0.9, taken=0.55, drawn="j"),
        turn(5, 1, 0.5, 0.5),
        turn(6, 0, 0.88, 0.88),
    ]
    found = [point for point in moments(2, turns, winner=0) if point.seat == 0]
    assert [(point.move, point.cause, point.by, point.tiles) for point in found] == [
        (2, "yours", 0, "r1"),
        (3, "theirs", 1, "k7"),
        (4, "luck", 0, "j"),
    ]
    assert [(point.before, point.after) for point in found] == [(0.5, 0.3), (0.3, 0.6), (0.55, 0.9)]


def test_every_level_is_most_like_itself() -> None:
    assert list(LEVELS) == [rung.name for rung in LADDER]
    for name, figures in LEVELS.items():
        assert like_level(100, figures.accuracy, figures.laying) == name
    assert like_level(9, 0.5, 0.5) is None
    assert like_level(0, None, None) is None
