"""From a table to what the store keeps of it, and back: the same events for whoever decides, follows or reloads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from tilery.game import Ended
from tilery.server.store.rows import (
    Appended,
    ChangeRow,
    FinishedGame,
    FinishedSeat,
    PlayerRow,
    StoredTable,
    TableRow,
)
from tilery.server.table.change import Change, decode_events, decode_moves, encode_events, encode_moves
from tilery.server.table.events import SEATING, Began
from tilery.server.table.evolve import advance
from tilery.server.table.standing import (
    OnlineTable,
    Person,
    blank,
    decode_standing,
    encode_standing,
    standing_of,
    with_people,
    with_standing,
)
from tilery.server.table.terms import decode_terms, encode_terms
from tilery.wire import to_plain

__all__ = ["append_of", "first_rows", "look_at", "read_changes", "read_table"]

_SNAPPED = 200
"""Changes after which a table that still gathers is written down whole; then every game begins with a snapshot."""


def read_table(stored: StoredTable) -> tuple[OnlineTable, list[Change]]:
    """A table as it was when its snapshot was made, without a game, and what has happened since."""
    table = blank(decode_terms(stored.row.terms))
    if stored.row.snapshot is not None:
        table = with_standing(table, decode_standing(stored.row.snapshot))
    return with_people(table, _people(stored.players)), read_changes(stored.changes, stored.players)


def look_at(stored: StoredTable) -> OnlineTable:
    """A table as it is, without its game: for those who look it up."""
    table, changes = read_table(stored)
    for change in changes:
        table = advance(table, change)
    return table


def read_changes(rows: Iterable[ChangeRow], players: Iterable[PlayerRow]) -> list[Change]:
    """Changes as they were stored, with the people they speak of as they are called now."""
    people = _people(players)
    return [
        Change(
            row.revision,
            row.at,
            decode_events(row.events, people, decode_moves(row.moves)),
            row.player,
            row.command,
        )
        for row in rows
    ]


def _people(players: Iterable[PlayerRow]) -> dict[int, Person]:
    return {row.player: Person(row.guest, row.name, row.face) for row in players}


def first_rows(table: OnlineTable, change: Change) -> tuple[TableRow, list[PlayerRow], ChangeRow]:
    """A table that was just made, as the store keeps it."""
    terms = table.terms
    row = TableRow(
        id=terms.id,
        code=terms.code,
        revision=table.revision,
        phase=table.phase,
        listed=terms.setup.listed,
        deadline=table.deadline,
        created=terms.created,
        active=change.at,
        terms=encode_terms(terms),
        host=table.host,
    )
    return row, _player_rows(table), _change_row(terms.id, change)


def append_of(before: OnlineTable, change: Change, after: OnlineTable) -> Appended:
    """What the store is to write down of a change."""
    kinds = {type(event) for event in change.events}
    people: Sequence[PlayerRow] = ()
    if kinds & SEATING:
        known = set(_player_rows(before))
        people = [row for row in _player_rows(after) if row not in known]
    snap = Began in kinds or (before.phase == "gathering" and change.revision % _SNAPPED == 0)
    return Appended(
        change=_change_row(after.terms.id, change),
        phase=after.phase,
        host=after.host,
        deadline=after.deadline,
        active=None if change.player is None else change.at,
        players=tuple(people),
        snapshot=encode_standing(standing_of(before)) if snap else None,
        finished=_finished_game(change, after),
    )


def _change_row(table: str, change: Change) -> ChangeRow:
    return ChangeRow(
        table,
        change.revision,
        change.at,
        change.player,
        change.command,
        encode_events(change.events),
        encode_moves(change.moves),
    )


def _player_rows(table: OnlineTable) -> list[PlayerRow]:
    seated = {seat.player for seat in table.seats if not seat.left}
    return [PlayerRow(n, person.guest, person.name, n in seated, person.face) for n, person in enumerate(table.people)]


def _finished_game(change: Change, table: OnlineTable) -> FinishedGame | None:
    """The game that ended with this change, as its players' histories keep it; ``None`` if none did."""
    moves = change.moves
    ended = moves[-1].events[-1] if moves else None
    if not isinstance(ended, Ended) or table.game is None:
        return None
    results = tuple(
        FinishedSeat(
            seat=number,
            guest=None,
            name=seat.name,
            bot=seat.bot,
            score=ended.scores[number],
            won=ended.winner == number,
            tiles_left=len(ended.racks[number]),
            turns=seat.turns,
            player=seat.player,
        )
        for number, seat in enumerate(table.seats)
    )
    rules = table.terms.rules
    header = {"rules": to_plain(rules), "commitment": table.game.commitment}  # the names are the results'
    return FinishedGame(
        id=table.game_id,
        table=table.terms.id,
        match=table.match,
        number=table.number,
        edition=rules.name,
        tile_set=rules.tile_set.name,
        began=table.began,
        ended=change.at,
        reason=str(ended.reason),
        moves=sum(seat.turns for seat in table.seats),
        header=msgspec.json.encode(header),
        first=table.first,
        last=table.revision,
        results=results,
        practice=table.terms.setup.play_on is not None,
    )
