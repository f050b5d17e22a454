"""What each seat may see, and that nothing else leaks a rack or the pool's order."""

from __future__ import annotations

import itertools
from random import Random

import msgspec
import pytest

from tests.kit.games import TABLES, Seating, random_game, sample_game, table_id
from tests.kit.midgame import playing
from tests.kit.secrecy import check_secrecy, tiles_within
from tilery import Table, TileryError, Tiles, apply, edition, new_game, view
from tilery.game import Draw, Drew, Phase, Play, Start, Started, TimeOut, follow, seats_apart, view_events
from tilery.wire import to_plain

EVERY_TABLE = pytest.mark.parametrize("seating", TABLES, ids=table_id)


@EVERY_TABLE
def test_other_racks_the_pool_and_the_secret_make_no_difference_to_a_view(seating: Seating) -> None:
    rng = Random(1)
    seats = itertools.cycle([None, *range(seating.players)])
    for game, _ in sample_game(seating):
        check_secrecy(game, next(seats), rng)


def test_a_seat_sees_its_own_rack_and_of_the_others_only_the_number_of_tiles() -> None:
    game = playing("sabra", "r1 r2", "k9", "y3 y4 y5", pool="b1 b2")
    seen = view(game, 0)
    assert (seen.rack, seen.counts, seen.pool, seen.secret) == (Tiles("r1 r2"), (2, 1, 3), 2, None)
    assert list(tiles_within(seen)) == [Tiles("r1 r2")]


def test_a_spectator_sees_no_rack_at_all() -> None:
    seen = view(playing("sabra", "r1 r2", "k9"), None)
    assert seen.rack is None
    assert list(tiles_within(seen)) == []


def test_a_spectator_sees_every_rack_where_all_have_agreed_to_it_and_a_player_never() -> None:
    game = playing("sabra", "r1 r2", "k9")
    assert view(game, None, racks=True).racks == (Tiles("r1 r2"), Tiles("k9"))
    assert view(game, None).racks is None
    assert view(game, 0, racks=True).racks is None
    _, drawn = apply(game, Draw(0))
    assert view_events(drawn, None, racks=True) == drawn
    assert view_events(drawn, 1, racks=True) == (Drew(0, 1, None),)
    _, (deal,) = apply(new_game(edition("sabra").rules(), 2, "00" * 32), Start())
    assert isinstance(deal, Started)
    for seat, racks in ((None, deal.racks), (0, (deal.racks[0], None))):
        (seen,) = view_events((deal,), seat, racks=True)
        assert isinstance(seen, Started)
        assert (seen.racks, seen.pool) == (racks, None)


def test_the_deal_shows_a_seat_its_own_rack_only() -> None:
    _, events = apply(new_game(edition("sabra").rules(), 3, "00" * 32), Start())
    (deal,) = events
    assert isinstance(deal, Started)
    for seat in (None, 0, 1, 2):
        (seen,) = view_events(events, seat)
        assert isinstance(seen, Started)
        assert seen.pool is None
        assert seen.racks == tuple(rack if owner == seat else None for owner, rack in enumerate(deal.racks))


def test_a_drawn_tile_is_shown_to_who_drew_it_only() -> None:
    _, events = apply(playing("sabra", "r1", "k9", pool="b7"), Draw(0))
    assert view_events(events, 0) == events
    for seat in (None, 1):
        assert view_events(events, seat) == (Drew(0, 1, None),)


def test_penalty_tiles_are_shown_to_who_drew_them_only() -> None:
    _, events = apply(playing("sabra", "r1", "k9"), TimeOut(0, Table("r1")))
    assert [type(event).__name__ for event in events] == ["Settled", "Drew"]
    (_, drew) = view_events(events, 1)
    assert drew == Drew(0, 3, None)


def test_when_the_game_is_over_everybody_sees_every_rack_and_the_secret() -> None:
    game, _ = apply(playing("sabra", "r7", "k9", table="r4 r5 r6"), Play(0, Table("r4 r5 r6 r7")))
    for seat in (None, 0, 1):
        seen = view(game, seat)
        assert seen.result is not None
        assert seen.result.racks == (Tiles(), Tiles("k9"))
        assert seen.secret == game.secret


@EVERY_TABLE
def test_until_the_game_is_over_no_view_holds_the_secret(seating: Seating) -> None:
    for game, _ in sample_game(seating):
        for seat in (None, *range(seating.players)):
            shown = msgspec.json.encode(to_plain(msgspec.structs.astuple(view(game, seat))), enc_hook=list).decode()
            assert (game.secret in shown) == (game.phase is Phase.OVER)


@EVERY_TABLE
def test_no_seat_hears_of_a_tile_of_another_rack_or_of_the_pool(seating: Seating) -> None:
    """Whatever tiles a viewed event names were drawn by that seat, lie on the table, or were shown to all."""
    _, record = sample_game(seating)[-1]
    for seat in (None, *range(seating.players)):
        for _, events in record.moves[:-1]:
            for event, seen in zip(events, view_events(events, seat), strict=True):
                if isinstance(event, Drew) and event.seat != seat:
                    assert list(tiles_within(seen)) == []
                if isinstance(event, Started):
                    shown = [rack for rack in tiles_within(seen) if len(rack) == seating.rules.rack_size]
                    assert shown == ([] if seat is None else [event.racks[seat]])


def test_who_follows_sees_the_passes_end_with_a_play_that_is_kept_on_overtime() -> None:
    before = playing("sabra", "r7 b1", "k9", table="r4 r5 r6", pool="", passes=1)
    after, (settled,) = apply(before, TimeOut(0, Table("r4 r5 r6 r7 | b1")))
    assert follow(view(before, 1), settled) == view(after, 1)


@EVERY_TABLE
def test_who_follows_what_is_heard_sees_what_would_be_shown(seating: Seating) -> None:
    """Also where players resign, pass and run out of time."""
    moves = [move for seed in (1, 2, 3) for move in random_game(seating, seed)[1].replayed()]
    for seat, racks in ((None, False), (None, True), *((seat, False) for seat in range(seating.players))):
        for move in moves:
            seen = view(move.before, seat, racks=racks)
            for event in view_events(move.events, seat, racks=racks):
                seen = follow(seen, event)
            assert seen == view(move.after, seat, racks=racks)


@EVERY_TABLE
def test_only_the_seats_apart_hear_more_than_a_spectator(seating: Seating) -> None:
    _, record = sample_game(seating)[-1]
    for _, events in record.moves:
        more = {seat for seat in range(seating.players) if view_events(events, seat) != view_events(events, None)}
        assert more == seats_apart(events)


@pytest.mark.parametrize("seat", [-1, 2, 10**20])
def test_a_seat_that_is_not_there_sees_nothing(seat: int) -> None:
    with pytest.raises(TileryError, match=r"the seats are 0 to 1$") as refused:
        view(playing("sabra", "r1", "k9"), seat)
    assert refused.value.code == "seat"
