"""Setting up: contributions, the starting draw, the deal."""

from __future__ import annotations

from itertools import count

import pytest

from tests.kit.games import TABLES, Seating, check_conserved, table_id
from tests.kit.midgame import codes_of
from tilery import Game, IllegalActionError, TileryError, apply, edition, edition_names, new_game
from tilery.game import Contribute, Draw, Pass, Phase, Play, Resign, Start, Started, TimeOut, seeded_secret
from tilery.notation import Table, Tiles

EVERY_TABLE = pytest.mark.parametrize("seating", TABLES, ids=table_id)


def started(seating: Seating, seed: int = 0) -> tuple[Game, Started]:
    game, events = apply(new_game(seating.rules, seating.players, seeded_secret(seed)), Start())
    (event,) = events
    assert isinstance(event, Started)
    return game, event


def rank(drawn: Tiles) -> int:
    return 0 if drawn[0].is_joker else drawn[0].number


@EVERY_TABLE
def test_every_player_takes_14_tiles_and_the_rest_is_the_pool(seating: Seating) -> None:
    game, _ = started(seating)
    assert [len(rack) for rack in game.racks] == [14] * seating.players
    assert len(game.pool) == seating.rules.tile_set.total - 14 * seating.players
    assert game.table == Table()
    check_conserved(game)


@EVERY_TABLE
def test_the_highest_number_starts_and_a_joker_ranks_below_1(seating: Seating) -> None:
    jokers = ties = 0
    for seed in range(200):
        game, event = started(seating, seed)
        able = set(range(seating.players))
        for drawn in event.draws:
            assert {seat for seat, tiles in enumerate(drawn) if tiles} == able
            best = max(rank(drawn[seat]) for seat in able)
            able = {seat for seat in able if rank(drawn[seat]) == best}
            jokers += sum(tiles[0].is_joker for tiles in drawn if tiles)
        assert able == {event.starter} == {game.turn}
        ties += len(event.draws) > 1
    assert jokers and ties


def test_the_tied_draw_again_from_the_remaining_tiles() -> None:
    rules = edition("sabra").rules("160")
    for seed in count():
        _, event = started(Seating("sabra", "160", 6), seed)
        if len(event.draws) >= 3:
            break
    rules.check_copies(*(tiles for drawn in event.draws for tiles in drawn))
    assert any(not tiles for tiles in event.draws[1])


def test_a_1_starts_before_a_joker() -> None:
    for seed in count():
        _, event = started(Seating("twist-2015", "twist", 2), seed)
        ranks = [rank(drawn) for drawn in event.draws[0]]
        if sorted(ranks) == [0, 1]:
            assert (event.starter, len(event.draws)) == (ranks.index(1), 1)
            return


def test_two_jokers_tie_below_every_number() -> None:
    """A starting draw in which everybody who is left drew a joker goes on with those players."""
    rules = edition("twist-2015").rules()
    for seed in count():
        _, events = apply(new_game(rules, 2, seeded_secret(seed)), Start())
        (event,) = events
        assert isinstance(event, Started)
        if all(tiles[0].is_joker for tiles in event.draws[0]):
            assert len(event.draws) > 1
            return


@pytest.mark.parametrize("name", edition_names())
def test_every_player_may_contribute_before_the_start_and_the_last_words_count(name: str) -> None:
    game = new_game(edition(name).rules(), 2, "00" * 32)
    for seat, words in ((0, "heads"), (1, "tails"), (0, "edge")):
        game, _ = apply(game, Contribute(seat, words))
    assert game.contributions == ("edge", "tails")
    plain, _ = apply(new_game(edition(name).rules(), 2, "00" * 32), Start())
    mixed, _ = apply(game, Start())
    assert mixed.racks != plain.racks
    with pytest.raises(IllegalActionError) as refused:
        apply(mixed, Contribute(0, "late"))
    assert codes_of(refused.value) == ["already-mixed"]


@pytest.mark.parametrize("words", ["", "x" * 201, "two\nlines", "\x00", "\ud800"])
def test_a_contribution_is_short_and_printable(words: str) -> None:
    with pytest.raises(IllegalActionError) as refused:
        apply(new_game(edition("sabra").rules(), 2, "00" * 32), Contribute(0, words))
    assert codes_of(refused.value) == ["contribution"]


@pytest.mark.parametrize("length", [1, 200])
def test_a_contribution_may_have_1_to_200_characters(length: int) -> None:
    game, _ = apply(new_game(edition("sabra").rules(), 2, "00" * 32), Contribute(0, "x" * length))
    assert game.contributions == ("x" * length, "")


def test_a_game_starts_once() -> None:
    game, _ = apply(new_game(edition("sabra").rules(), 2, "00" * 32), Start())
    with pytest.raises(IllegalActionError) as refused:
        apply(game, Start())
    assert codes_of(refused.value) == ["already-started"]


@pytest.mark.parametrize("action", [Draw(0), Pass(0), Play(0, Table()), TimeOut(0), Resign(0)], ids=repr)
def test_nothing_is_played_before_the_start(action: Draw | Pass | Play | TimeOut | Resign) -> None:
    game = new_game(edition("sabra").rules(), 2, "00" * 32)
    with pytest.raises(IllegalActionError) as refused:
        apply(game, action)
    assert codes_of(refused.value) == ["not-started"]
    assert game.phase is Phase.MIXING


@pytest.mark.parametrize(
    ("name", "tiles", "players"), [("sabra", "106", 5), ("sabra", "160", 7), ("twist-2015", "twist", 1)]
)
def test_a_table_has_room_for_as_many_as_its_tile_set_allows(name: str, tiles: str, players: int) -> None:
    with pytest.raises(TileryError) as refused:
        new_game(edition(name).rules(tiles), players, "00" * 32)
    assert refused.value.code == "players"


@pytest.mark.parametrize("secret", ["", "00", "zz" * 32, "AA" * 32, "0" * 63, "0" * 65])
def test_a_secret_is_64_lower_case_hexadecimal_digits(secret: str) -> None:
    with pytest.raises(TileryError) as refused:
        new_game(edition("sabra").rules(), 2, secret)
    assert refused.value.code == "secret"
