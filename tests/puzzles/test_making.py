"""Making puzzles: always the same, in any portions, and none that isn't one."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import msgspec
import pytest

from tilery.bots import ThinkingTime, level, play_game
from tilery.game import seeded_secret
from tilery.notation import Table, Tiles
from tilery.puzzles.making import Maker, _core, finished, make, read_draft, wanted
from tilery.puzzles.proof import NoPuzzleError, prove, prove_again
from tilery.puzzles.puzzle import PuzzleTheme
from tilery.puzzles.shelf import read_lines
from tilery.record import GameRecord
from tilery.rules.edition import edition

SHARE = 0.05


def test_the_same_puzzles_are_made_in_any_portions(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert len(list(islice(make(whole, 1, SHARE), 3))) == 3
    for portion in (1, 2):
        assert len(list(islice(make(parts, 1, SHARE), portion))) == portion
        with parts.open("ab") as file:
            file.write(b'["half a line')  # it was stopped in the middle
    made = read_draft(whole)
    assert made[:2] == read_draft(parts)[:2]
    assert made[1] == {"classic-2015": 1, "classic-2002": 1, "sabra": 1}
    puzzles = read_lines(finished(whole))
    assert sorted(puzzle.id for puzzle in puzzles) == sorted(puzzle.id for puzzle in made[0])
    for puzzle in puzzles[:3]:
        prove_again(puzzle)
    assert len(puzzles) > 5


def played(number: int) -> GameRecord:
    bots = [level("most-tiles").make(seat) for seat in range(2)]
    return play_game(edition("sabra").rules(), bots, seeded_secret("puzzles", number), ThinkingTime(60)).record


def test_puzzles_of_played_games_are_cut_from_tables_as_they_lay_and_looked_for_once(tmp_path: Path) -> None:
    draft, records = tmp_path / "draft", [played(1), played(2)]
    names = [(name, number) for name, number, _ in make(draft, 0, SHARE, records)]
    assert names == [("sabra", 0), ("sabra", 1)]
    made, seen, _ = read_draft(draft)
    assert made and seen == {record.commitment: 1 for record in records}
    lay = {set_.sorted() for record in records for game in record.states() for set_ in game.table}
    for puzzle in made:
        prove_again(puzzle)
        assert {set_.sorted() for set_ in Table(puzzle.table)} <= lay
    assert list(make(draft, 0, SHARE, records)) == []
    assert [puzzle.id for puzzle in Maker(share=SHARE).from_record(records[0])] == [
        puzzle.id for puzzle in made[: len(list(Maker(share=SHARE).from_record(records[0])))]
    ]


def test_a_game_by_house_rules_has_no_puzzles() -> None:
    record = played(1)
    rules = msgspec.structs.replace(record.rules, house=("opening",))
    assert list(Maker(share=SHARE).from_record(msgspec.structs.replace(record, rules=rules))) == []


def test_what_is_there_is_not_made_again() -> None:
    first = list(Maker(share=SHARE).from_game("sabra", 0))
    assert first
    again = list(Maker(first, SHARE).from_game("sabra", 0))
    assert not {puzzle.id for puzzle in first} & {puzzle.id for puzzle in again}


def test_one_that_is_alike_but_for_its_colours_is_not_made_either() -> None:
    first = list(Maker(share=SHARE).from_game("sabra", 0))
    colours = str.maketrans("krby", "byrk")
    others = [
        msgspec.structs.replace(
            puzzle,
            id=f"other{number}",
            table=puzzle.table.translate(colours),
            rack=puzzle.rack.translate(colours),
            answers=tuple(answer.translate(colours) for answer in puzzle.answers),
        )
        for number, puzzle in enumerate(first)
    ]
    again = list(Maker(others, SHARE).from_game("sabra", 0))
    assert not {puzzle.id for puzzle in first} & {puzzle.id for puzzle in again}


def test_puzzles_of_one_game_have_no_set_to_rearrange_in_common() -> None:
    for number in range(4):
        cores = [_core(puzzle) for puzzle in Maker().from_game("sabra", number) if puzzle.opened]
        assert sum(map(len, cores)) == len(set[object]().union(*cores))


def test_an_edition_that_has_all_gets_no_more() -> None:
    maker = Maker(share=0.0)
    assert maker.is_full("sabra")
    assert list(maker.from_game("sabra", 0)) == []
    assert wanted("special", "classic-2015") == 0


@pytest.mark.parametrize(
    ("theme", "table", "rack", "text"),
    [
        ("everything", "r4 r5 r6", "r7", "some of the rack fits"),
        ("everything", "r4 r5 r6 | k1 k2 k3", "r1 b1 k1", "some of the rack fits"),
        ("everything", "r4 r5 r6 r7 | k1 k2 k3", "b9", "can't be reached"),
        ("only-play", "r4 r5 r6 r7 r8 | b4 b5 b6 b7 b8", "r6 b6", "more than one play"),
        ("only-play", "r4 r5 r6 | k1 k2 k3", "b9", "nothing can be played"),
        ("free-joker", "r4 r5 r6 r7 r8", "r6", "one joker, on the table"),
        ("free-joker", "r4 r5 r6 r7 r8 | k1 j k3", "r6", "doesn't have to be freed"),
        ("fewest", "r4 r5 r6 r7 r8 | k1 k2 k3", "r6", "no way that moves more"),
        ("open", "", "r10 r11 r12", "single set"),
        ("open", "", "r10 r11 r12 b1 b2 b3", "hardly any other set"),
    ],
)
def test_what_is_no_puzzle_of_its_theme_says_why(theme: PuzzleTheme, table: str, rack: str, text: str) -> None:
    with pytest.raises(NoPuzzleError, match=text):
        prove(theme, edition("sabra").rules(), Table(table), Tiles(rack))


def test_special_jokers_have_to_be_used() -> None:
    rules = edition("twist-2016").rules()
    with pytest.raises(NoPuzzleError, match="no special joker"):
        prove("special", rules, Table("r4 r5 r6 r7 r8 | k11 c r13"), Tiles("r6"))
