"""Games taken up in the middle of another."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit.games import TABLES, sample_game
from tilery.errors import TileryError
from tilery.game import Draw, Game, Phase, Start, Started, apply, follow, new_game, take_up, view, view_events
from tilery.notation import Table, Tiles
from tilery.record import read_record, record_game, verify
from tilery.rules.edition import edition
from tilery.tiles import count_kinds

SECRETS = ("aa" * 32, "bb" * 32)


@st.composite
def midgames(draw: st.DrawFn) -> Game:
    """A game of any table, where one of its turns begins."""
    states = [game for game, _ in sample_game(draw(st.sampled_from(TABLES)))]
    return draw(st.sampled_from([game for game in states if game.phase is Phase.PLAYING and not game.drawn]))


def taken_up(game: Game, secret: str = SECRETS[0]) -> tuple[Game, Started]:
    again, (event,) = apply(new_game(game.rules, game.seats, secret), Start(take_up(game)))
    assert isinstance(event, Started)
    return again, event


@given(midgames())
def test_all_but_the_order_of_the_pool_is_as_it_was(game: Game) -> None:
    again, _ = taken_up(game)
    same = ("racks", "table", "opened", "turn", "starter", "last", "passes", "resigned", "phase")
    assert [getattr(again, name) for name in same] == [getattr(game, name) for name in same]
    assert count_kinds(again.pool) == count_kinds(game.pool)


@given(midgames())
def test_every_seat_can_follow_and_learns_no_other_rack(game: Game) -> None:
    again, event = taken_up(game)
    for seat in (None, *range(game.seats)):
        (seen,) = view_events([event], seat)
        assert follow(view(new_game(game.rules, game.seats, None, again.commitment), seat), seen) == view(again, seat)
        assert isinstance(seen, Started) and seen.pool is None
        assert [rack is not None for rack in seen.racks] == [owner == seat for owner in range(game.seats)]


def test_the_secret_decides_the_order_of_the_pool() -> None:
    game = next(game for game, _ in sample_game(TABLES[0]) if game.phase is Phase.PLAYING)
    one, other = (taken_up(game, secret)[0].pool for secret in SECRETS)
    assert one != other
    assert taken_up(game, SECRETS[0])[0].pool == one


def test_a_record_from_a_position_proves_itself_before_and_after_its_end() -> None:
    game = next(game for game, _ in sample_game(TABLES[0]) if game.phase is Phase.PLAYING)
    record = record_game(game.rules, ["Ann", "Bo"], SECRETS[0], [Start(take_up(game)), Draw(game.turn)])
    read, error = read_record(list(record.lines()))
    assert error is None and read == record
    assert verify(record).draws_proven == 0
    (start, (started,)), *moves = record.moves
    assert isinstance(started, Started) and started.midway is not None
    for changed in (
        msgspec.structs.replace(started, racks=(started.racks[0], started.racks[0])),
        msgspec.structs.replace(started, midway=msgspec.structs.replace(started.midway, turn=1 - started.midway.turn)),
        msgspec.structs.replace(started, midway=None),
        msgspec.structs.replace(started, pool=Tiles((started.pool or Tiles())[1:])),
    ):
        forged = msgspec.structs.replace(record, moves=((start, (changed,)), *moves))
        with pytest.raises(TileryError, match="line 2: "):
            verify(forged)
    plain = msgspec.structs.replace(record, moves=((Start(), (started,)), *moves))
    with pytest.raises(TileryError, match="not of the rules' size"):
        verify(plain)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"racks": (Tiles("r1"),)}, "there are 2 seats, and 1 racks"),
        ({"opened": (True,)}, "there are 2 seats"),
        ({"resigned": (1,)}, "fewer than two seats"),
        ({"resigned": (7,)}, "fewer than two seats"),
        ({"turn": 2}, "no seat 2 to move"),
        ({"turn": -1}, "no seat -1 to move"),
        ({"starter": 2}, "no such seat that began"),
        ({"last": -1}, "no such seat that began"),
        ({"racks": (Tiles("r1"), Tiles())}, "somebody has no tiles left"),
        ({"passes": 1}, "nobody passes while there are tiles in the pool"),
        ({"passes": -1}, "the game has ended there"),
        ({"table": Table("r4 r5 r7")}, "r4, r5, r7|r4 r5 r7"),
        ({"racks": (Tiles("r1 r1"), Tiles("r1"))}, "r1|red 1"),
        ({"racks": (Tiles("r1 " * 107), Tiles("b1"))}, "tiles more than the tile set has"),
    ],
)
def test_a_position_in_which_nobody_can_play_on_is_refused(fields: dict[str, object], said: str) -> None:
    game, _ = apply(new_game(edition("sabra").rules(), 2, SECRETS[0]), Start())
    taken = msgspec.structs.replace(take_up(game), **fields)
    with pytest.raises(TileryError, match=said):
        apply(new_game(game.rules, 2, SECRETS[0]), Start(taken))


def test_where_an_empty_pool_ends_the_game_it_is_not_taken_up() -> None:
    rules = msgspec.structs.replace(edition("sabra").rules(), pool_empty="stop")
    game, _ = apply(new_game(rules, 2, SECRETS[0]), Start())
    everything = msgspec.structs.replace(take_up(game), racks=(game.racks[0], Tiles([*game.racks[1], *game.pool])))
    with pytest.raises(TileryError, match="the game has ended there"):
        apply(new_game(rules, 2, SECRETS[0]), Start(everything))


def test_a_game_that_is_over_or_in_the_middle_of_a_turn_has_no_such_place() -> None:
    states = [game for game, _ in sample_game(TABLES[0])]
    for game in (states[0], states[-1], msgspec.structs.replace(states[5], drawn=Tiles("r1"))):
        with pytest.raises(TileryError, match="where a turn begins"):
            take_up(game)
