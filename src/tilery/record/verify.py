"""Proving a record: every move by the rules, every draw by the secret, every score by the sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from tilery.errors import TileryError
from tilery.game import (
    Action,
    Event,
    Game,
    Pass,
    Start,
    Started,
    apply,
    check_taken_up,
    commitment,
    evolve,
    new_game,
)
from tilery.notation import Table, Tiles
from tilery.record.lines import RecordError
from tilery.record.record import GameRecord, MatchRecord
from tilery.rules.edition import ROWS, Rules, as_before, edition, edition_names
from tilery.tiles import count_kinds

__all__ = ["CanPlay", "Proof", "check_rules", "verify"]


class Proof(NamedTuple):
    """What a record proves: its games and moves by the rules, and the draws where the secret is known."""

    games: int
    moves: int
    draws_proven: int
    finished: bool


CanPlay = Callable[[Rules, Table, Tiles, bool], bool]
"""Whether a rack can lay anything on a table, by whoever can tell: ``tilery.solver.can_play``."""


def verify(record: GameRecord | MatchRecord, can_play: CanPlay | None = None) -> Proof:
    """Prove a record, or raise a :class:`RecordError` naming the first line that does not hold.

    A game without an end has no secret yet: its moves are checked, its draws cannot be. Where play ends when nobody
    can play, ``can_play`` checks what the record says of that; without it such a record is not proven.
    """
    check_rules(record)
    if isinstance(record, GameRecord):
        return _verify_game(record, can_play)
    proofs = [_verify_game(game, can_play) for game in record.games]
    line = max((game.line + len(game.moves) for game in record.games), default=record.line) + 1
    planned = record.length.total(len(record.names))
    commitments: set[str] = set()
    for number, game in enumerate(record.games, 1):
        if game.commitment in commitments:
            raise RecordError("secret", game.line, "two games of the match share a secret")
        if number > planned:
            raise RecordError("scores", game.line, f"{len(record.games)} games in a match of {planned}")
        commitments.add(game.commitment)
    if record.result is not None:
        sheet = record.sheet
        found = record.result.totals, record.result.wins, record.result.winners
        if len(sheet.entries) != planned:
            raise RecordError("scores", line, f"a result after {len(sheet.entries)} of {planned} games")
        if found != (sheet.totals, sheet.wins, sheet.winners):
            raise RecordError("scores", line, "the result does not follow from the games")
    return Proof(
        len(proofs),
        sum(proof.moves for proof in proofs),
        sum(proof.draws_proven for proof in proofs),
        record.result is not None,
    )


def _verify_game(record: GameRecord, can_play: CanPlay | None) -> Proof:
    result = record.result
    if result is not None:
        try:
            known = commitment(result.secret)
        except TileryError as error:
            raise RecordError("secret", record.line + len(record.moves), error.text) from None
        if known != record.commitment:
            raise RecordError("secret", record.line, "the secret revealed at the end is not the one committed to")
    secret = None if result is None else result.secret
    game = new_game(record.rules, len(record.names), secret, record.commitment)
    for line, (action, events) in enumerate(record.moves, record.line + 1):
        if isinstance(action, Pass) and action.able is not None:
            _check_able(game, action.able, can_play, line)
        try:
            game, expected = _redo(game, action, events)
        except TileryError as error:
            raise RecordError("illegal", line, error.text) from None
        if expected != events:
            raise RecordError("events", line, f"what is recorded does not follow from {type(action).__name__}")
    return Proof(1, len(record.moves), int(result is not None), result is not None)


def _check_able(game: Game, able: tuple[bool, ...], can_play: CanPlay | None, line: int) -> None:
    """Refuse what a record says of who can play unless it is so."""
    if can_play is None:
        raise RecordError("who-can-play", line, "only a solver can say whether nobody can play, and none was given")
    for seat, said in enumerate(able[: game.seats]):
        playing = seat not in game.resigned
        if said != (playing and can_play(game.rules, game.table, game.racks[seat], game.opened[seat])):
            text = (
                f"seat {seat} {'cannot' if said else 'can'} play, and the record says it {'can' if said else 'cannot'}"
            )
            raise RecordError("illegal", line, text)


def _redo(game: Game, action: Action, events: tuple[Event, ...]) -> tuple[Game, tuple[Event, ...]]:
    """Do a recorded action again; a deal whose secret is not known yet is taken as recorded."""
    if isinstance(action, Start) and not game.secret and len(events) == 1 and isinstance(events[0], Started):
        started = events[0]
        rules = game.rules
        if (taken := action.taken_up) is not None:
            check_taken_up(rules, game.seats, taken)
            expected = Started((), taken.starter, taken.racks, started.pool, taken.midway())
            if started != expected:
                raise TileryError("deal", "the game does not begin where it was taken up")
        elif [len(rack or ()) for rack in started.racks] != [rules.rack_size] * game.seats or started.midway:
            raise TileryError("deal", "the racks dealt are not of the rules' size")
        table = started.midway.table.tiles() if started.midway else ()
        places = (*started.racks, started.pool, table)
        if tuple(count_kinds(kind for place in places for kind in place or ())) != rules.tile_set.counts:
            raise TileryError("deal", "the racks and the pool dealt are not the tile set")
        if not 0 <= started.starter < game.seats:
            raise TileryError("deal", f"there is no seat {started.starter} to start")
        return evolve(game, started), events
    return apply(game, action)


def check_rules(record: GameRecord | MatchRecord, wanted: Rules | None = None) -> None:
    """Refuse a record whose rules are not the ``wanted`` ones, or not what they themselves say they are.

    Rules say which edition they are, and which of its rows the house has changed.
    """
    rules = record.rules
    try:
        wanted = wanted or _claimed(rules)
    except TileryError as error:
        raise RecordError("rules", record.line, error.text) from None
    if rules != wanted:
        text = f"these are not the rules of {wanted.name}: {_differences(rules, wanted)}"
        raise RecordError("rules", record.line, text)


def _claimed(rules: Rules) -> Rules:
    """What rules would be if only the rows that the house says it has changed were changed."""
    base = next((one for one in map(edition, edition_names()) if one.booklet == rules.booklet), None)
    if base is None:
        raise TileryError("rules", f"there is no edition of a booklet {rules.booklet!r}")
    changed = set(rules.house)
    if unknown := changed - set(ROWS):
        raise TileryError("rules", f"there are no rows {', '.join(sorted(unknown))} for house rules to change")
    if "tile_sets" in changed:
        changed = changed - {"tile_sets"} | {"tile_set", "players"}
    as_booklet = base.rules(None if "tile_set" in changed else rules.tile_set.name)
    if rules.referee == 1:
        as_booklet = as_before(as_booklet)
    own = {row: getattr(rules, row) for row in changed}
    if rules.name not in edition_names():
        own["name"] = rules.name
    return msgspec.structs.replace(as_booklet, house=rules.house, **own)


def _differences(rules: Rules, wanted: Rules) -> str:
    fields = [name for name in Rules.__struct_fields__ if getattr(rules, name) != getattr(wanted, name)]
    shown = [f"{name} is {getattr(rules, name)}" if name in ROWS else f"another {name}" for name in fields]
    return ", ".join(shown)
