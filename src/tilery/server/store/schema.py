"""The tables of the database, one schema for SQLite and PostgreSQL."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    false,
    literal_column,
    text,
)
from sqlalchemy.sql.elements import TextClause

__all__ = [
    "acts",
    "analyses",
    "answers",
    "challenges",
    "changes",
    "credentials",
    "device_codes",
    "drafts",
    "figures",
    "games",
    "going",
    "guests",
    "lines",
    "metadata",
    "mutes",
    "passkeys",
    "players",
    "push_keys",
    "puzzle_attempts",
    "puzzle_days",
    "puzzle_players",
    "puzzle_ratings",
    "reports",
    "results",
    "subscriptions",
    "tables",
]

metadata = MetaData()


def _index(name: str, *columns: Column[Any], where: str, unique: bool = False) -> Index:
    """An index of some rows only; both databases know them, each by a keyword of its own."""
    clause: TextClause = text(where)
    return Index(name, *columns, unique=unique, sqlite_where=clause, postgresql_where=clause)


guests = Table(
    "guests",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("created", Double, nullable=False),
    Column("settings", String, nullable=False),
    Column("banned", Double, nullable=False, server_default="0"),
    Column("silenced", Double, nullable=False, server_default="0"),
    Column("warning", String, nullable=False, server_default=""),
    Column("seen", Double, nullable=False, server_default="0"),  # to the day
    Column("face", String, nullable=False, server_default=""),
    Index("guests_by_seen", "seen"),
)

credentials = Table(
    "credentials",
    metadata,
    Column("id", String, primary_key=True),
    Column("guest_id", ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String, nullable=False),
    Column("label", String, nullable=False),
    Column("created", Double, nullable=False),
    Column("digest", String, nullable=False),
    Index("credentials_by_digest", "digest", unique=True),
    Index("credentials_by_guest", "guest_id"),
)

device_codes = Table(
    "device_codes",
    metadata,
    Column("digest", String, primary_key=True),
    Column("guest_id", ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("expires", Double, nullable=False),
    Index("device_codes_by_guest", "guest_id"),
    Index("device_codes_by_expiry", "expires"),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String, primary_key=True),
    Column("guest_id", ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("label", String, nullable=False),
    Column("created", Double, nullable=False),
    Column("used", Double, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Column("count", BigInteger, nullable=False),
    Index("passkeys_by_guest", "guest_id"),
)

challenges = Table(
    "challenges",
    metadata,
    Column("digest", String, primary_key=True),
    Column("guest_id", ForeignKey("guests.id", ondelete="CASCADE")),
    Column("expires", Double, nullable=False),
    Index("challenges_by_guest", "guest_id"),
    Index("challenges_by_expiry", "expires"),
)

# The server's own key, by which browsers' push services know it.
push_keys = Table(
    "push_keys",
    metadata,
    Column("name", String, primary_key=True),
    Column("key", LargeBinary, nullable=False),
)

# A browser that may be told that it is its guest's turn; the id is the digest of the endpoint.
subscriptions = Table(
    "subscriptions",
    metadata,
    Column("id", String, primary_key=True),
    Column("guest_id", ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("created", Double, nullable=False),
    Column("endpoint", String, nullable=False),
    Column("key", LargeBinary, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Index("subscriptions_by_guest", "guest_id"),
)

# What was answered under an idempotency key. Secrets are left out: salt and key together make them again.
answers = Table(
    "answers",
    metadata,
    Column("digest", String, primary_key=True),
    Column("request", String, nullable=False),
    Column("guest_id", ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("salt", LargeBinary, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("expires", Double, nullable=False),
    Index("answers_by_guest", "guest_id"),
    Index("answers_by_expiry", "expires"),
)

# No foreign keys: a report outlives its table, and a guest who is deleted takes theirs along.
reports = Table(
    "reports",
    metadata,
    Column("id", String, primary_key=True),
    Column("at", Double, nullable=False),
    Column("table_id", String, nullable=False),
    Column("by", String, nullable=False),
    Column("about", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("text", String, nullable=False),
    Column("note", String, nullable=False),
    Column("closed", Double),
    Index("reports_by_time", "at"),
    Index("reports_about", "about"),
    Index("reports_by_guest", "by"),
)

acts = Table(
    "acts",
    metadata,
    Column("id", String, primary_key=True),
    Column("at", Double, nullable=False),
    Column("operator", String, nullable=False),
    Column("act", String, nullable=False),
    Column("target", String, nullable=False),
    Column("text", String, nullable=False),
    Index("acts_by_time", "at"),
    Index("acts_on", "target"),
)

mutes = Table(
    "mutes",
    metadata,
    Column("guest_id", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("other_id", String, primary_key=True),
    Index("mutes_by_other", "other_id"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("code", String, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("phase", String, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("deadline", Double),  # nobody has to look earlier; whoever looks then says when to look again
    Column("created", Double, nullable=False),
    Column("active", Double, nullable=False),  # to the minute
    Column("terms", LargeBinary, nullable=False),
    Column("said", Integer, nullable=False, server_default="0"),  # the number of the last chat line
    Column("host", Integer),  # one of the table's ``players``
    Column("snapshot", LargeBinary),
    Column("snapped", Integer, nullable=False, server_default="-1"),  # the revision of the snapshot
)
going = tables.c.phase != literal_column("'over'")
"""Tables that are not over. No bound value: an index of some rows is used only where the query says the same."""

_index("tables_by_code", tables.c.code, where="phase <> 'over'", unique=True)
_index("tables_by_deadline", tables.c.deadline, where="phase <> 'over' AND deadline IS NOT NULL")
_index("tables_by_active", tables.c.active, where="phase <> 'over'")
_index("tables_listed", tables.c.listed, tables.c.created, where="phase = 'gathering'")
_index("tables_over", tables.c.active, where="phase = 'over'")

# Who is who at a table: all there is of a guest's doings at tables leads through here, and ends when this does.
players = Table(
    "players",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("player", Integer, primary_key=True),
    Column("guest_id", ForeignKey("guests.id", ondelete="SET NULL")),
    Column("name", String, nullable=False),
    Column("seated", Boolean, nullable=False),
    Column("face", String, nullable=False, server_default=""),
)
_index("players_by_guest", players.c.guest_id, where="guest_id IS NOT NULL")

changes = Table(
    "changes",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("revision", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("player", Integer),
    Column("command", String),
    Column("events", LargeBinary, nullable=False),
    Column("moves", LargeBinary, nullable=False),
)
_index(
    "changes_by_command",
    changes.c.table_id,
    changes.c.player,
    changes.c.command,
    where="command IS NOT NULL",
    unique=True,
)

# No foreign key: drafts are saved many at a time, and one of a table just forgotten must not refuse the others.
drafts = Table(
    "drafts",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("revision", Integer, nullable=False),
    Column("number", BigInteger, nullable=False, server_default="0"),  # the highest is the newest of its revision
    Column("text", String, nullable=False),
)

lines = Table(
    "lines",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("player", Integer, nullable=False),
    Column("text", String, nullable=False),
    Column("emote", Boolean, nullable=False),
    Column("command", String),
    Index("lines_by_command", "table_id", "player", "command", unique=True),
    Index("lines_by_time", "at"),
)

games = Table(
    "games",
    metadata,
    Column("id", String, primary_key=True),
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("match", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("edition", String, nullable=False),
    Column("tile_set", String, nullable=False),
    Column("began", Double, nullable=False),
    Column("ended", Double, nullable=False),
    Column("reason", String, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("header", LargeBinary, nullable=False),
    Column("first", Integer, nullable=False, server_default="0"),  # the revision at which it began
    Column("last", Integer, nullable=False, server_default="0"),  # the revision at which it ended
    Column("practice", Boolean, nullable=False, server_default=false()),  # played on from a position of another game
    Index("games_of_match", "table_id", "match", "number", unique=True),
    Index("games_by_time", "ended"),
)

# ``ended`` and ``edition`` are the game's, repeated so that one index finds a page of a player's history.
results = Table(
    "results",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guest_id", String),
    Column("name", String, nullable=False),
    Column("bot", String),
    Column("score", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("tiles_left", Integer, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("edition", String, nullable=False),
    Column("ended", Double, nullable=False),
)
_index("results_by_guest", results.c.guest_id, results.c.ended, results.c.game_id, where="guest_id IS NOT NULL")
_index(
    "results_by_edition",
    results.c.guest_id,
    results.c.edition,
    results.c.ended,
    results.c.game_id,
    where="guest_id IS NOT NULL",
)

# What was found out about a finished game; it names nobody, and goes with the game. Part of it, while it is being made.
analyses = Table(
    "analyses",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("made", Double, nullable=False),
    Column("seconds", Double, nullable=False),
    Column("total", Integer, nullable=False),
    Column("done", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

# What a puzzle is rated on this server, once somebody has tried it: before that it is as it was shipped.
puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("puzzle", String, primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
)

puzzle_players = Table(
    "puzzle_players",
    metadata,
    Column("guest_id", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("storm", Integer, nullable=False),  # the most solved in a storm
)

# ``rating`` is the guest's after a rated attempt. Only the first attempt at a puzzle is ever rated.
puzzle_attempts = Table(
    "puzzle_attempts",
    metadata,
    Column("guest_id", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("puzzle", String, primary_key=True),
    Column("at", Double, nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("helped", Boolean, nullable=False),
    Column("rating", Double),
)

# The days, counted from 1970 in UTC, whose puzzle a guest has done.
puzzle_days = Table(
    "puzzle_days",
    metadata,
    Column("guest_id", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("day", Integer, primary_key=True),
)

# What a person's seat did in a game, made from the game's changes when somebody asks for it, and made again if lost.
figures = Table(
    "figures",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("version", Integer, nullable=False),  # by which way of counting
    Column("turns", Integer, nullable=False),
    Column("opened", Integer),
    Column("timed", Integer, nullable=False),
    Column("seconds", Double, nullable=False),
    Column("looked", Integer, nullable=False),
    Column("laid", Integer, nullable=False),
    Column("missed", Integer, nullable=False),
    Column("overlooked", String, nullable=False),  # JSON: how often each was
)
