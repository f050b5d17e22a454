"""The published counts: what is counted, what is listed, and what trying every table finds are the same."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run, run
from tests.kit.witness_brute import refereed_plays, refereed_tables
from tilery import Tiles, edition_names
from tilery.solver import count_turns, turns
from tilery.solver.perft import PerftPosition, perft_lines, perft_suite

__all__ = ["run"]

SUITE = perft_suite()
SMALL = [one for one in SUITE if len([*one.position[1].tiles(), *one.position[2]]) <= 11]
LISTED = [one for one in SUITE if one.arrangements <= 100]


def test_there_are_fifty_positions_ten_of_every_edition_openings_among_them() -> None:
    assert len({one.id for one in SUITE}) == len({one.position for one in SUITE}) == 50
    for name in edition_names():
        own = [one for one in SUITE if one.edition == name]
        assert len(own) == 10 and {one.opening for one in own} == {True, False}
    assert len(SMALL) >= 15 and len(LISTED) >= 25


@pytest.mark.parametrize("one", SUITE, ids=lambda one: one.id)
def test_the_counts_are_those_published(one: PerftPosition) -> None:
    assert count_turns(*one.position, opened=not one.opening) == one.tiles
    assert count_turns(*one.position, opened=not one.opening, by="arrangements") == one.arrangements


@pytest.mark.parametrize("one", LISTED, ids=lambda one: one.id)
def test_the_lists_are_as_long(one: PerftPosition) -> None:
    assert len(list(turns(*one.position, opened=not one.opening, by="arrangements"))) == one.arrangements


@pytest.mark.parametrize("one", SMALL, ids=lambda one: one.id)
def test_trying_every_table_finds_as_many(one: PerftPosition) -> None:
    assert len(refereed_plays(*one.position, not one.opening, Tiles())) == one.tiles
    assert len(refereed_tables(*one.position, not one.opening, Tiles())) == one.arrangements


def test_the_command_prints_the_suite_and_counts_it_line_by_line(run: Run) -> None:
    printed = run("perft", "--suite").out
    assert printed == perft_lines()
    some = SUITE[::7]
    lines = [line for one, line in zip(SUITE, printed.splitlines(), strict=True) if one in some]
    answers = run("perft", "--batch", "-", stdin="\n".join(lines)).lines
    assert answers == [{"id": one.id, "tiles": one.tiles, "arrangements": one.arrangements} for one in some]


POSITION = ("perft", "-e", "sabra", "--table", "b4 b5 b6 | b7 k7 y7", "--rack", "b3 r7")


def test_the_command_counts_and_lists_one_position(run: Run) -> None:
    assert run(*POSITION).out == "tiles: 3\narrangements: 5\n"
    assert run(*POSITION, "--by", "arrangements", "--limit", "4").out == "arrangements: 4 or more\n"
    listed = run(*POSITION, "--by", "tiles", "--list", "2", "--json").json
    assert listed["tiles"] == 3 and [play["played"] for play in listed["turns"]] == ["r7 b3", "r7"]
    assert run(*POSITION, "--opening", "--json").json == {"id": None, "tiles": 0, "arrangements": 0}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((*POSITION, "--by", "sets"), "--by must be tiles, arrangements or both, not 'sets'"),
        ((*POSITION, "--limit", "0"), "--limit must be 1 or more"),
        ((*POSITION, "--list", "-1"), "--list must be from 0 to 1000000"),
        (("perft", "-e", "sabra", "--rack", "r1"), "give --table TABLE and --rack RACK"),
        ((*POSITION, "--batch", "-"), "give a position, or --batch FILE"),
        (("perft", "-e", "sabra", "--table", "r1 r2", "--rack", ""), "is not legal"),
    ],
)
def test_what_cannot_be_counted_is_said_in_a_line(run: Run, words: tuple[str, ...], said: str) -> None:
    ran = run(*words)
    assert (ran.code, ran.out) == (2, "") and said in ran.err
