"""Tables are kept as events, and people at them by number: who that is stands in ``players`` and can be erased.

Of what happened before, the moves are known and how every table stands now. So old changes are empty but for the
moves of the last game, which go on to be moves, and the last change says how the table stands.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_GRACE = 1.5  # what clocks did not show then

_tables = sa.table(
    "tables",
    sa.column("id", sa.String),
    sa.column("terms", sa.LargeBinary),
    sa.column("host", sa.Integer),
    sa.column("snapshot", sa.LargeBinary),
    sa.column("snapped", sa.Integer),
)
_players = sa.table(
    "players",
    sa.column("table_id", sa.String),
    sa.column("player", sa.Integer),
    sa.column("guest_id", sa.String),
    sa.column("name", sa.String),
    sa.column("seated", sa.Boolean),
)
_changes = sa.table(
    "changes",
    sa.column("table_id", sa.String),
    sa.column("revision", sa.Integer),
    sa.column("kind", sa.String),
    sa.column("seat", sa.Integer),
    sa.column("guest_id", sa.String),
    sa.column("command", sa.String),
    sa.column("game_id", sa.String),
    sa.column("moves", sa.LargeBinary),
    sa.column("player", sa.Integer),
    sa.column("events", sa.LargeBinary),
)
_lines = sa.table(
    "lines",
    sa.column("table_id", sa.String),
    sa.column("number", sa.Integer),
    sa.column("guest_id", sa.String),
    sa.column("name", sa.String),
    sa.column("player", sa.Integer),
)
_guests = sa.table("guests", sa.column("id", sa.String), sa.column("name", sa.String))


def upgrade() -> None:
    """Change the schema, and carry over what is there."""
    _make_room()
    connection = op.get_bind()
    op.execute(
        "UPDATE games SET first = (SELECT min(c.revision) FROM changes c WHERE c.game_id = games.id),"
        " last = (SELECT max(c.revision) FROM changes c WHERE c.game_id = games.id)"
        " WHERE EXISTS (SELECT 1 FROM changes c WHERE c.game_id = games.id)"
    )
    for (table,) in connection.execute(sa.select(_tables.c.id)).all():
        _carry_over(connection, table)
    _tidy_up()


def _make_room() -> None:
    for name in ("tables_by_host", "lines_by_guest", "lines_by_command", "changes_by_command"):
        op.drop_index(name)
    op.drop_table("seated")
    op.create_table(
        "players",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("player", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guest_id", sa.String()),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("seated", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["guest_id"], ["guests.id"], ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("table_id", "player"),
    )
    op.alter_column("tables", "state", new_column_name="terms")
    op.drop_column("tables", "host")
    op.drop_column("tables", "guests")
    op.add_column("tables", sa.Column("host", sa.Integer()))
    op.add_column("tables", sa.Column("snapshot", sa.LargeBinary()))
    op.add_column("tables", sa.Column("snapped", sa.Integer(), server_default="-1", nullable=False))
    op.add_column("changes", sa.Column("player", sa.Integer()))
    op.add_column("changes", sa.Column("events", sa.LargeBinary(), server_default="[]", nullable=False))
    op.add_column("lines", sa.Column("player", sa.Integer(), server_default="-1", nullable=False))
    op.add_column("games", sa.Column("first", sa.Integer(), server_default="0", nullable=False))
    op.add_column("games", sa.Column("last", sa.Integer(), server_default="0", nullable=False))


def _tidy_up() -> None:
    op.execute("DELETE FROM lines WHERE player < 0")
    op.drop_index("changes_by_game")
    for table, columns in (("changes", ("kind", "seat", "guest_id", "game_id")), ("lines", ("guest_id", "name"))):
        for column in columns:
            op.drop_column(table, column)
    known, asked = sa.text("guest_id IS NOT NULL"), sa.text("command IS NOT NULL")
    op.create_index("players_by_guest", "players", ["guest_id"], sqlite_where=known, postgresql_where=known)
    op.create_index(
        "changes_by_command",
        "changes",
        ["table_id", "player", "command"],
        unique=True,
        sqlite_where=asked,
        postgresql_where=asked,
    )
    op.create_index("lines_by_command", "lines", ["table_id", "player", "command"], unique=True)


class _Person(NamedTuple):
    guest: str | None
    name: str
    seated: bool


class _People:
    """Whose number is whose at a table."""

    def __init__(self, live: dict[str, Any]) -> None:
        self.people: list[_Person] = []
        self.numbers: dict[str, int] = {}
        seats = [seat for seat in live["seats"] if seat.get("kind") == "person"]
        name = next((seat["name"] for seat in seats if seat.get("guest") == live["host"]), "")
        self.host = self.add(live["host"], name)
        self.seats: list[int | None] = []
        used: set[int] = set()
        for seat in live["seats"]:
            if seat.get("kind") != "person":
                self.seats.append(None)
                continue
            guest, name, seated = seat.get("guest"), seat.get("name", ""), not seat.get("left", False)
            player = self.numbers.get(guest) if guest is not None else None
            if player is None or player in used:  # around one screen every seat has a number of its own
                player = len(self.people)
                self.people.append(_Person(guest, name, seated))
                if guest is not None:
                    self.numbers.setdefault(guest, player)
            else:
                self.people[player] = _Person(guest, name, seated)
            used.add(player)
            self.seats.append(player)
        self.kicked = [self.add(guest, "") for guest in live.get("kicked", ())]

    def add(self, guest: str, name: str) -> int:
        """The number of a guest, a new one if they have none."""
        if guest not in self.numbers:
            self.numbers[guest] = len(self.people)
            self.people.append(_Person(guest, name, False))
        return self.numbers[guest]


def _carry_over(connection: sa.Connection, table: str) -> None:
    state = json.loads(connection.execute(sa.select(_tables.c.terms).where(_tables.c.id == table)).scalar_one())
    terms, live = state["terms"], state["live"]
    terms["setup"]["names"] = []
    people = _People(live)
    lines = connection.execute(
        sa.select(_lines.c.number, _lines.c.guest_id, _lines.c.name).where(_lines.c.table_id == table)
    ).all()
    columns = (
        _changes.c.revision,
        _changes.c.kind,
        _changes.c.seat,
        _changes.c.guest_id,
        _changes.c.command,
        _changes.c.game_id,
        _changes.c.moves,
    )
    query = sa.select(*columns).where(_changes.c.table_id == table).order_by(_changes.c.revision)
    changes = connection.execute(query).all()
    said = {guest: people.add(guest, name) for _, guest, name in lines}
    asked = {row.guest_id: people.add(row.guest_id, "") for row in changes if row.guest_id is not None}
    known = _write_people(connection, table, people)
    for number, guest, _ in lines:
        if guest in known:
            here = sa.and_(_lines.c.table_id == table, _lines.c.number == number)
            connection.execute(sa.update(_lines).where(here).values(player=said[guest]))
    events, snapshot = _events(live, terms, people, changes)
    for row in changes:
        here = sa.and_(_changes.c.table_id == table, _changes.c.revision == row.revision)
        forgotten = row.guest_id is None or row.guest_id not in known
        values: dict[str, Any] = {"command": None} if forgotten else {"player": asked[row.guest_id]}
        values["events"] = _json(events.get(row.revision, []))
        connection.execute(sa.update(_changes).where(here).values(**values))
    values = {"terms": _json(terms), "host": people.host}
    if snapshot is not None:
        values |= {"snapshot": _json(snapshot), "snapped": snapshot["revision"]}
    connection.execute(sa.update(_tables).where(_tables.c.id == table).values(**values))


def _write_people(connection: sa.Connection, table: str, people: _People) -> set[str | None]:
    """Write down who is who, as far as they are not forgotten; who is not."""
    guests = [guest for guest in people.numbers if guest]
    rows = connection.execute(sa.select(_guests.c.id, _guests.c.name).where(_guests.c.id.in_(guests))).all()
    names: dict[str | None, str] = {row.id: row.name for row in rows}
    values = [
        {
            "table_id": table,
            "player": player,
            "guest_id": person.guest,
            "name": person.name or names[person.guest],
            "seated": person.seated,
        }
        for player, person in enumerate(people.people)
        if person.guest in names
    ]
    if values:
        connection.execute(sa.insert(_players), values)
    return set(names)


def _events(
    live: dict[str, Any], terms: dict[str, Any], people: _People, changes: Iterable[Any]
) -> tuple[dict[int, list[dict[str, Any]]], dict[str, Any] | None]:
    """The events by revision, and how the table stood before its last game if it had one."""
    events: dict[int, list[dict[str, Any]]] = {}
    before, first = None, 0
    moves = [row for row in changes if row.game_id is not None and row.game_id == live.get("game")]
    if moves:
        first = moves[0].revision
        last = json.loads(moves[-1].moves)[-1]["events"][-1]
        secret = last["secret"] if last["event"] == "ended" else live["secret"]
        bank = float(terms["setup"]["clock"].get("bank", 0))
        before = _before(live, people, first - 1, secret)
        began: dict[str, Any] = {"event": "began", "game": live["game"], "at": live.get("began", 0.0)}
        began |= {"match": live.get("match", 1), "number": live.get("number", 1)}
        began |= {"bank": bank} if bank else {}
        events[first] = [{"event": "imported", "standing": before}, began]
        for row in moves[1:]:
            events[row.revision] = [{"event": "moved", "seat": row.seat}]
    now = _standing(live, people, first)
    events.setdefault(live.get("revision", 0), []).append({"event": "imported", "standing": now})
    return events, before


def _standing(live: dict[str, Any], people: _People, first: int) -> dict[str, Any]:
    """How the table stands."""
    same = "revision phase secret match number entries began moved turn turn_at deadline pause abandoned"
    standing = {name: live[name] for name in same.split() if name in live}
    standing |= {"revision": live.get("revision", 0), "players": len(people.people), "host": people.host}
    standing |= {"seats": _seats(live, people), "kicked": people.kicked, "first": first}
    if "game" in live:
        standing["game_id"] = live["game"]
    turn, deadline = live.get("turn"), live.get("deadline")
    if turn is not None and deadline is not None and live.get("phase") == "playing":
        seat = live["seats"][turn]
        if seat["kind"] == "person" and seat.get("stand_in") is None:
            standing["due"] = deadline - _GRACE
    return standing


def _before(live: dict[str, Any], people: _People, revision: int, secret: str) -> dict[str, Any]:
    """How the table stood before its last game began, as far as that matters for the game."""
    seats = [
        {name: value for name, value in seat.items() if name not in ("ready", "words", "bank", "turns")}
        for seat in _seats(live, people)
    ]
    return {
        "revision": revision,
        "phase": "between",
        "seats": seats,
        "players": len(people.people),
        "host": people.host,
        "kicked": people.kicked,
        "secret": secret,
        "match": live.get("match", 1),
        "number": max(0, live.get("number", 1) - 1),
        "moved": max(0, revision),
    }


def _seats(live: dict[str, Any], people: _People) -> list[dict[str, Any]]:
    seats = []
    for seat, player in zip(live["seats"], people.seats, strict=True):
        kept = {name: value for name, value in seat.items() if name != "guest"}
        if player is not None:
            kept.pop("name", None)
            kept["player"] = player
        seats.append(kept)
    return seats


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
