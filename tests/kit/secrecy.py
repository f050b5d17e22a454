"""Two games that differ in nothing a seat may see."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from tilery import Game, Table, Tiles, View, apply, view
from tilery.game import Action, Draw, Event, Keep, Pass, Phase, Resign, TimeOut, view_events
from tilery.rules.freeing import may_free

__all__ = ["check_secrecy", "otherwise_hidden", "tiles_within"]


def otherwise_hidden(game: Game, seat: int | None, rng: Random, also_known: int | None = None) -> Game:
    """The same game to this seat's eyes, with other racks, another pool and another secret.

    The rack of a second seat can be left as it is, to have that seat play from it.
    """
    known = {seat, also_known}
    hidden = [kind for owner, rack in enumerate(game.racks) if owner not in known for kind in rack]
    hidden += game.pool
    rng.shuffle(hidden)
    racks = []
    for owner, rack in enumerate(game.racks):
        racks.append(rack if owner in known else Tiles(hidden[: len(rack)]))
        if owner not in known:
            del hidden[: len(rack)]
    secret = rng.randbytes(32).hex()
    return msgspec.structs.replace(game, racks=tuple(racks), pool=Tiles(hidden), secret=secret)


def tiles_within(value: Any) -> Iterator[Tiles]:
    """Every run of tiles anywhere in a value."""
    if isinstance(value, Tiles):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from tiles_within(getattr(value, name))
    elif isinstance(value, tuple | list | frozenset):
        for item in value:
            yield from tiles_within(item)


def check_secrecy(game: Game, seat: int | None, rng: Random) -> None:
    """Nothing hidden from a seat makes a difference to what it sees, now or when others act."""
    if game.phase is not Phase.PLAYING:
        return
    other = otherwise_hidden(game, seat, rng, also_known=game.turn if game.drawn else None)
    seen = view(game, seat)
    assert seen == view(other, seat)
    assert repr(seen) == repr(view(other, seat))
    _check_only_public_tiles(game, seen, seat)
    acting = game.turn
    if acting == seat:
        return
    idle: list[Action] = [Resign(acting), TimeOut(acting)]
    if game.drawn:
        idle.append(Keep(acting))
    elif not game.pool:
        idle.append(Pass(acting))
    elif not game.opened[acting] or frees(game) == frees(other):  # that the turn goes on is seen by all
        idle.append(Draw(acting))
    for action in idle:
        _check_same(apply(game, action), apply(other, action), seat)
    one_tile_played = otherwise_hidden(game, seat, rng, also_known=acting)
    draft = Table([*game.table, Tiles(game.racks[acting][:1])])
    torn = TimeOut(acting, draft)
    _check_same(apply(game, torn), apply(one_tile_played, torn), seat)


def frees(game: Game) -> bool:
    """Whether the next tile of the pool may free a joker."""
    return may_free(game.rules, game.table, game.pool[0])


def _check_same(one: tuple[Game, tuple[Event, ...]], two: tuple[Game, tuple[Event, ...]], seat: int | None) -> None:
    if one[0].phase is Phase.OVER:  # then every rack is shown
        return
    assert view_events(one[1], seat) == view_events(two[1], seat)
    assert view(one[0], seat) == view(two[0], seat)


def _check_only_public_tiles(game: Game, seen: View, seat: int | None) -> None:
    """Tiles in a view are the table's, the starting draw's, or the seat's own rack: the very same objects."""
    public = [*game.table, *(tiles for drawn in game.draws for tiles in drawn)]
    own = [] if seat is None else [game.racks[seat], *([game.drawn] if seat == game.turn else [])]
    allowed = {id(tiles) for tiles in (*public, *own)}
    assert all(id(tiles) in allowed for tiles in tiles_within(seen))
