"""The editions, cell by cell, and house rules with every refusal."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from tilery.errors import TileryError
from tilery.rules.booklet import BookletPlace, PlacePart, places_text
from tilery.rules.edition import (
    ROWS,
    Row,
    as_before,
    booklet_name,
    contradictions,
    edition,
    edition_names,
    house_rules,
    load_house_rules,
)
from tilery.tiles import TileSet

EDITIONS = ("classic-2015", "classic-2002", "sabra", "twist-2015", "twist-2016")

# The table of the editions: a row, then its cell for each of the five.
TABLE: dict[str, tuple[Any, Any, Any, Any, Any]] = {
    "tile_sets": (["106"], ["106"], ["106", "108", "160"], ["twist"], ["twist"]),
    "table_in_opening": (False, False, True, False, False),
    "freeing": ("replace", "free", "free", "free", "free"),
    "time_limit": (60, 60, 120, 60, 60),
    "overtime": ("restore", "restore", "keep", "restore", "restore"),
    "overtime_draw": (3, 3, 3, 3, 3),
    "joker_penalty": (30, 30, 25, 30, 30),
    "idle_draw": (1, 1, 3, 1, 1),
    "pool_empty": ("play-on", "stop", "play-on", "play-on", "play-on"),
    "pool_scores": ("difference", "full", "difference", "difference", "difference"),
    "opening": (30, 30, 30, 30, 30),
    "match": ("games-won", "total", "total", "games-won", "games-won"),
    "mirror": (None, None, None, "middle", "none"),
    "drawn": ("waits", "frees", "waits", "waits", "waits"),
    "opening_sets": ("several", "several", "several", "several", "several"),
    "freed_joker": ("anywhere", "anywhere", "anywhere", "anywhere", "anywhere"),
    "ending": ("all-pass", "all-pass", "all-pass", "all-pass", "all-pass"),
    "rack_size": (14, 14, 14, 14, 14),
    "players": (
        {"106": [2, 4]},
        {"106": [2, 4]},
        {"106": [2, 4], "108": [2, 4], "160": [2, 6]},
        {"twist": [2, 4]},
        {"twist": [2, 4]},
    ),
}
CELLS = [(name, row, cell) for row, cells in TABLE.items() for name, cell in zip(EDITIONS, cells, strict=True)]
BOOKLETS = (
    "classic-2015-en",
    "classic-2002-fr",
    "sabra-2022-de-es-pt-fr-nl",
    "twist-2015-nl",
    "twist-2016-nl-fr",
)
SILENT = {
    ("classic-2002", "idle_draw"),
    ("classic-2002", "ending"),
    ("sabra", "pool_empty"),
    ("sabra", "pool_scores"),
    ("sabra", "ending"),
}
OUR_READING = {
    ("classic-2015", "freed_joker"),
    ("classic-2015", "ending"),
    ("classic-2002", "opening_sets"),
    ("twist-2015", "tile_sets"),
    ("twist-2015", "table_in_opening"),
    ("twist-2015", "mirror"),
    ("twist-2015", "freed_joker"),
    ("twist-2015", "ending"),
    ("twist-2016", "tile_sets"),
    ("twist-2016", "match"),
    ("twist-2016", "freed_joker"),
    ("twist-2016", "ending"),
}


@pytest.mark.parametrize(("name", "row", "cell"), CELLS)
def test_every_cell_of_the_table_of_editions(name: str, row: str, cell: object) -> None:
    assert edition(name).rows[row].value == cell


def test_the_table_has_every_edition_and_every_row() -> None:
    assert edition_names() == EDITIONS
    assert set(TABLE) == set(ROWS)
    assert all(set(edition(name).rows) == set(ROWS) for name in EDITIONS)


@pytest.mark.parametrize(("name", "booklet"), list(zip(EDITIONS, BOOKLETS, strict=True)))
def test_an_edition_names_its_booklet(name: str, booklet: str) -> None:
    assert edition(name).booklet == booklet
    assert edition(name).rules().booklet == booklet


@pytest.mark.parametrize(("name", "row"), [(name, row) for name in EDITIONS for row in ROWS])
def test_every_row_cites_its_booklet_or_says_that_it_is_silent(name: str, row: str) -> None:
    entry = edition(name).rows[row]
    without_mirror = row == "mirror" and not name.startswith("twist")
    assert entry.silent == ((name, row) in SILENT or without_mirror)
    assert bool(entry.where) != entry.silent
    assert entry.note, "every row is put in our own words"
    assert entry.reading == ((name, row) in OUR_READING)
    cited = f"{places_text(entry.where)}{' (our reading)' if entry.reading else ''}"
    assert edition(name).source(row) == ("the booklet is silent" if entry.silent else cited)


@pytest.mark.parametrize("name", EDITIONS)
def test_a_place_in_a_booklet_is_a_code_and_what_is_printed_there_in_its_languages(name: str) -> None:
    one = edition(name)
    special = {"special", "double", "change"} if name.startswith("twist") else set()
    assert set(one.parts) == {"sets", "turn"} | special
    for places in (*one.parts.values(), *(row.where for row in one.rows.values())):
        for place in places:
            assert bool(place.number) == (place.part == "rule")
            assert bool(place.printed) == (place.part in ("heading", "cover", "example"))
            assert set(place.printed) in (set(), set(one.languages), {"en"})


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("heading", "“Hello”"),
        ("cover", "cover, “Hello”"),
        ("introduction", "introduction"),
        ("rule", "rule 3"),
        ("example", "example under “Hello”"),
    ],
)
def test_a_place_in_a_booklet_in_words(part: PlacePart, text: str) -> None:
    assert places_text([BookletPlace(part, {"en": "Hello", "nl": "Hallo"}, 3)]) == text


def test_booklets_have_names_that_people_can_read() -> None:
    assert [booklet_name(booklet) for booklet in BOOKLETS] == [
        "Classic 2015 (English)",
        "Classic 2002 (French)",
        "Sabra 2022 (German, Spanish, Portuguese, French, Dutch)",
        "Twist 2015 (Dutch)",
        "Twist 2016 (Dutch, French)",
    ]
    assert booklet_name("house rules ours") == "house rules ours"


def test_only_the_largest_tile_set_is_for_five_and_six_players() -> None:
    players = {tiles: edition("sabra").rules(tiles).players for tiles in ("106", "108", "160")}
    assert players == {"106": (2, 4), "108": (2, 4), "160": (2, 6)}


def test_rules_are_settled_on_the_usual_tile_set_unless_another_is_named() -> None:
    assert edition("sabra").rules().tile_set.name == "106"
    assert edition("sabra").rules("160").tile_set.total == 160


def test_an_edition_is_not_played_with_any_tile_set() -> None:
    with pytest.raises(TileryError, match="classic-2015 is played with tile set 106, not with '160'") as caught:
        edition("classic-2015").rules("160")
    assert caught.value.code == "tile-set"


def test_an_unknown_edition_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(TileryError, match="no edition 'classic'; there are classic-2015, ") as caught:
        edition("classic")
    assert caught.value.code == "edition"


# --- house rules -----------------------------------------------------------------------------------------

CHANGES: list[tuple[str, str, Any]] = [
    ("sabra", "rack_size", 10),
    ("sabra", "opening", 50),
    ("sabra", "table_in_opening", False),
    ("sabra", "freeing", "replace"),
    ("sabra", "time_limit", 90),
    ("sabra", "overtime", "restore"),
    ("sabra", "overtime_draw", 1),
    ("sabra", "idle_draw", 1),
    ("sabra", "joker_penalty", 50),
    ("sabra", "pool_empty", "stop"),
    ("sabra", "pool_scores", "full"),
    ("sabra", "match", "games-won"),
    ("twist-2016", "mirror", "middle"),
]


@pytest.mark.parametrize(("base", "row", "value"), CHANGES)
def test_a_house_may_change_any_row(base: str, row: str, value: object) -> None:
    made = house_rules(edition(base), {row: value}, "ours")
    assert getattr(made.rules(), row) == value
    assert made.source(row) == "house rules ours"
    for other in set(ROWS) - {row, "players"}:
        assert made.rows[other] == edition(base).rows[other]


def test_a_house_may_switch_the_time_limit_off() -> None:
    assert house_rules(edition("sabra"), {"time_limit": "none"}).rules().time_limit is None


def test_a_house_may_change_the_players() -> None:
    assert house_rules(edition("classic-2015"), {"players": [2, 3]}).rules().players == (2, 3)


def test_a_house_may_choose_among_the_tile_sets() -> None:
    made = house_rules(edition("classic-2002"), {"tile_sets": ["160"]})
    assert (made.rules().tile_set.total, made.rules().players) == (160, (2, 6))


def test_a_house_may_give_a_tile_set_by_its_copies_and_jokers() -> None:
    made = house_rules(edition("sabra"), {"tile_set": {"copies": 3, "j": 1, "d": 2, "c": 1}})
    assert made.rules().tile_set.total == 3 * 52 + 4
    assert made.rules().tile_set.jokers == (1, 2, 1, 0)


def test_a_house_tile_set_with_a_mirror_joker_is_fine_with_a_mirror_rule() -> None:
    made = house_rules(edition("sabra"), {"tile_set": {"copies": 2, "m": 1}, "mirror": "none"})
    assert made.rules().mirror == "none"


REFUSALS: list[tuple[str, dict[str, Any], str]] = [
    ("classic-2015", {"rack_size": 27}, "4 racks of 27 tiles need 108 tiles; tile set 106 has 106"),
    ("sabra", {"tile_set": {"copies": 2, "m": 1}}, "has a mirror joker and no mirror rule"),
    ("twist-2015", {"mirror": None}, "has a mirror joker and no mirror rule"),
    ("twist-2015", {"freeing": "replace"}, "freeing = replace is a rule for regular jokers"),
    ("sabra", {"jokers": 3}, "unknown fields: jokers \\(known: tile_sets, players, "),
    ("sabra", {"name": "x"}, "unknown fields: name"),
    ("sabra", {"tile_set": {"copies": 2, "x": 1}}, "tile_set: unknown fields: x"),
    ("sabra", {"tile_set": {"copies": 1}}, "tile_set: copies must be from 2 to 3, not 1"),
    ("sabra", {"tile_set": {"copies": 4}}, "tile_set: copies must be from 2 to 3, not 4"),
    ("sabra", {"tile_set": {"copies": 2, "j": 5}}, "tile_set: j must be from 0 to 4, not 5"),
    ("sabra", {"tile_set": {"copies": 2, "j": -1}}, "tile_set: j must be from 0 to 4, not -1"),
    ("sabra", {"tile_set": {"copies": 2, "d": 3}}, "tile_set: d must be from 0 to 2, not 3"),
    ("sabra", {"tile_set": {"copies": 2, "c": 3}}, "tile_set: c must be from 0 to 2, not 3"),
    ("sabra", {"tile_set": {"copies": 2, "m": 3}}, "tile_set: m must be from 0 to 2, not 3"),
    ("sabra", {"tile_set": {"copies": True}}, "tile_set: copies must be from 2 to 3, not True"),
    ("sabra", {"tile_set": {"copies": 2.5}}, "tile_set: copies must be from 2 to 3, not 2.5"),
    ("sabra", {"tile_set": {"copies": 2, "j": True}}, "tile_set: j must be from 0 to 4, not True"),
    ("sabra", {"tile_set": 106}, "a tile set is a name or copies and jokers, not 106"),
    ("sabra", {"tile_set": "105"}, "there is no tile set '105'"),
    ("sabra", {"tile_sets": []}, "tile_sets must be a list of at least one tile set"),
    ("sabra", {"tile_sets": ["106"], "tile_set": "106"}, "give either tile_set or tile_sets, not both"),
    ("sabra", {"freeing": "never"}, "freeing must be free or replace, not 'never'"),
    ("sabra", {"mirror": "left"}, "mirror must be none or middle, not 'left'"),
    ("sabra", {"table_in_opening": "yes"}, "table_in_opening must be true or false, not 'yes'"),
    ("sabra", {"opening": "30"}, "opening must be a whole number, not '30'"),
    ("sabra", {"opening": True}, "opening must be a whole number, not True"),
    ("sabra", {"opening": 100_000_001}, "opening is too large"),
    ("sabra", {"players": [1, 4]}, "players must be the least and the most, from 2 to 6"),
    ("sabra", {"players": [4, 2]}, "players must be the least and the most, from 2 to 6"),
    ("sabra", {"players": [2, 7]}, "players must be the least and the most, from 2 to 6"),
    ("sabra", {"players": 4}, "players must be the least and the most, from 2 to 6"),
]
NUMBERS = ("rack_size", "opening", "overtime_draw", "idle_draw", "joker_penalty", "time_limit")
REFUSALS += [("sabra", {row: value}, f"{row} must be 1 or more, not {value}") for row in NUMBERS for value in (0, -1)]


@pytest.mark.parametrize(("base", "changes", "reason"), REFUSALS)
def test_impossible_house_rules_are_refused_with_the_reason(base: str, changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(TileryError, match=reason) as caught:
        house_rules(edition(base), changes)
    assert caught.value.code == "rules"


@pytest.mark.parametrize(
    ("row", "value"),
    [
        *((row, bound) for row in ("joker_penalty", "time_limit") for bound in (1, 100_000_000)),
        *(("rack_size", 26), ("players", (2, 2)), ("players", (2, 6)), ("players", (6, 6))),
    ],
)
def test_the_least_and_the_most_that_a_house_may_ask_for(row: str, value: Any) -> None:
    assert getattr(house_rules(edition("sabra"), {row: value, "tile_sets": ["160"]}).rules(), row) == value


def test_racks_may_take_the_whole_pool_unless_an_empty_pool_ends_the_game() -> None:
    changes = {"rack_size": 26, "tile_set": {"copies": 2}}
    assert house_rules(edition("sabra"), changes).rules().rack_size == 26
    with pytest.raises(TileryError, match="leave no pool"):
        house_rules(edition("sabra"), changes | {"pool_empty": "stop"})


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"opening": 0}, "opening must be 1 or more, not 0"),
        ({"time_limit": 0}, "time_limit must be 1 or more, not 0"),
        ({"tile_set": TileSet("odd", 1, (4, 0, 0, 0))}, "tile_set: copies must be from 2 to 3, not 1"),
        ({"tile_set": TileSet("odd", 2, (2, 3, 0, 0))}, "tile_set: d must be from 0 to 2, not 3"),
        ({"players": (1, 4)}, "players must be from 2 to 6, not 1 to 4"),
        ({"players": (4, 2)}, "players must be from 2 to 6, not 4 to 2"),
        ({"players": (2, 7)}, "players must be from 2 to 6, not 2 to 7"),
    ],
)
def test_rules_that_come_from_elsewhere_are_looked_through_for_what_no_house_could_ask(
    changes: dict[str, Any], reason: str
) -> None:
    assert contradictions(edition("sabra").rules()) == []
    assert contradictions(edition("sabra").rules("160")) == []
    found = contradictions(msgspec.structs.replace(edition("sabra").rules(), **changes))
    assert [misfit.text for misfit in found] == [reason]
    assert contradictions(msgspec.structs.replace(edition("sabra").rules(), time_limit=1)) == []


def test_house_rules_are_refused_with_all_reasons_at_once() -> None:
    with pytest.raises(TileryError) as caught:
        house_rules(edition("sabra"), {"opening": 0, "colour": "green", "freeing": "never"})
    assert caught.value.code == "rules"
    assert caught.value.text.count(";") == 2
    assert all(part in caught.value.text for part in ("opening must", "freeing must", "unknown fields: colour"))


def test_contradictions_are_given_for_every_tile_set() -> None:
    with pytest.raises(TileryError) as caught:
        house_rules(edition("sabra"), {"rack_size": 30})
    assert all(f"tile set {name} has" in caught.value.text for name in ("106", "108", "160"))


@pytest.mark.parametrize("name", edition_names())
def test_a_note_speaks_of_its_own_row_alone(name: str) -> None:
    # Otherwise it would still cite a row that house rules have changed.
    for row, entry in edition(name).rows.items():
        text = entry.note.replace("classic-2015", "")
        numbers = [] if row == "tile_sets" else re.findall(r"\d+", text)
        assert all(number in str(entry.value) for number in numbers), (row, text)


def test_a_base_edition_is_not_changed_by_house_rules() -> None:
    before = dict(edition("sabra").rows)
    house_rules(edition("sabra"), {"opening": 50})
    assert edition("sabra").rows == before


def test_house_rules_are_read_from_toml() -> None:
    made = load_house_rules(
        'base = "sabra"\nname = "ours"\nopening = 50\ntime_limit = "none"\n[tile_set]\ncopies = 3\nj = 2\n'
    )
    rules = made.rules()
    assert (rules.name, rules.opening, rules.time_limit, rules.tile_set.total) == ("ours", 50, None, 158)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("opening = 50", "need a base"),
        ('base = "sabra"\nopening = ', "are not TOML"),
        ('base = "chess"', "no edition 'chess'"),
        ('base = "sabra"\nname = ""', "must be 1 to 60 characters of text"),
        ('base = "sabra"\nname = " "', "must be 1 to 60 characters of text"),
        ('base = "sabra"\nname = 7', "must be 1 to 60 characters of text"),
        (f'base = "sabra"\nname = "{"x" * 61}"', "must be 1 to 60 characters of text"),
        ('base = "sabra"\ncolour = "green"', "unknown fields: colour"),
    ],
)
def test_house_rules_that_cannot_be_read_are_refused(text: str, reason: str) -> None:
    with pytest.raises(TileryError, match=reason) as caught:
        load_house_rules(text)
    assert caught.value.code == ("edition" if "chess" in text else "rules")


def test_house_rules_have_a_name_of_up_to_60_characters_or_are_called_house() -> None:
    assert load_house_rules(f'base = "sabra"\nname = "{"x" * 60}"').rules().name == "x" * 60
    assert load_house_rules('base = "sabra"').rules().name == "house"


@pytest.mark.parametrize(
    ("base", "changes", "why"),
    [
        ("sabra", {"freed_joker": "new-set"}, "freed_joker = new-set needs freeing = replace"),
        ("classic-2002", {"ending": "nobody-can-play"}, "ending = nobody-can-play needs pool_empty = play-on"),
        ("twist-2016", {"opening_sets": "one"}, "opening_sets = one is a rule for regular jokers"),
        ("sabra", {"drawn": "sometimes"}, "drawn must be waits or frees"),
    ],
)
def test_rows_that_are_at_odds_with_others_are_refused(base: str, changes: dict[str, Any], why: str) -> None:
    with pytest.raises(TileryError, match=why):
        house_rules(edition(base), changes)


def test_the_first_referee_knew_none_of_the_rows_that_came_later() -> None:
    later = {"opening_sets": "one", "freed_joker": "new-set", "ending": "nobody-can-play"}
    before = as_before(msgspec.structs.replace(edition("classic-2002").rules(), **later))
    assert (before.referee, before.drawn, before.opening_sets, before.freed_joker, before.ending) == (
        1,
        "waits",
        "several",
        "anywhere",
        "all-pass",
    )


@pytest.mark.parametrize("players", [[2, "4"], ["2", 4], [2, 4.0], [True, 4]])
def test_players_are_whole_numbers_both_of_them(players: list[Any]) -> None:
    with pytest.raises(TileryError, match="players must be the least and the most"):
        house_rules(edition("sabra"), {"players": players})


def test_editions_can_be_keys() -> None:
    changed = house_rules(edition("sabra"), {"opening": 50})
    assert {edition("sabra"): 1, changed: 2}[edition("sabra")] == 1
    assert hash(changed) == hash(house_rules(edition("sabra"), {"opening": 50}))


def test_a_row_says_nothing_that_nobody_has_said() -> None:
    assert Row(50) == Row(50, note="", where=(), silent=False, reading=False, house=False)
