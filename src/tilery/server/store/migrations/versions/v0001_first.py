"""The first version: guests, tables, what happened at them, and the history of games."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make all of it."""
    _guests()
    _tables()
    _what_happens()
    _history()


def _where(condition: str) -> dict[str, Any]:
    return {"sqlite_where": sa.text(condition), "postgresql_where": sa.text(condition)}


def _guests() -> None:
    """Guests, and the ways to be one."""
    op.create_table(
        "guests",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("settings", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "credentials",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("guest_id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["guest_id"], ["guests.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("credentials_by_digest", "credentials", ["digest"], unique=True)
    op.create_index("credentials_by_guest", "credentials", ["guest_id"])
    op.create_table(
        "device_codes",
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("guest_id", sa.String(), nullable=False),
        sa.Column("expires", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["guest_id"], ["guests.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("digest"),
    )
    op.create_index("device_codes_by_expiry", "device_codes", ["expires"])
    op.create_index("device_codes_by_guest", "device_codes", ["guest_id"])
    op.create_table(
        "mutes",
        sa.Column("guest_id", sa.String(), nullable=False),
        sa.Column("other_id", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["guest_id"], ["guests.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("guest_id", "other_id"),
    )
    op.create_index("mutes_by_other", "mutes", ["other_id"])


def _tables() -> None:
    """Tables, and who sits at them."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("host", sa.String(), nullable=False),
        sa.Column("deadline", sa.Double()),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("active", sa.Double(), nullable=False),
        sa.Column("guests", sa.String(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.Column("said", sa.Integer(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("tables_by_active", "tables", ["active"], **_where("phase <> 'over'"))
    op.create_index("tables_by_code", "tables", ["code"], unique=True, **_where("phase <> 'over'"))
    op.create_index("tables_by_deadline", "tables", ["deadline"], **_where("phase <> 'over' AND deadline IS NOT NULL"))
    op.create_index("tables_by_host", "tables", ["host"], **_where("phase <> 'over'"))
    op.create_index("tables_listed", "tables", ["listed", "created"], **_where("phase = 'gathering'"))
    op.create_index("tables_over", "tables", ["active"], **_where("phase = 'over'"))
    op.create_table(
        "seated",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("guest_id", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "guest_id"),
    )
    op.create_index("seated_by_guest", "seated", ["guest_id"])


def _what_happens() -> None:
    """Changes, drafts and chat."""
    op.create_table(
        "changes",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("revision", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("guest_id", sa.String()),
        sa.Column("command", sa.String()),
        sa.Column("game_id", sa.String()),
        sa.Column("moves", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "revision"),
    )
    op.create_index(
        "changes_by_command",
        "changes",
        ["table_id", "guest_id", "command"],
        unique=True,
        **_where("command IS NOT NULL"),
    )
    op.create_index("changes_by_game", "changes", ["game_id", "revision"], **_where("game_id IS NOT NULL"))
    op.create_table(
        "drafts",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat"),
    )
    op.create_table(
        "lines",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("guest_id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("emote", sa.Boolean(), nullable=False),
        sa.Column("command", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "number"),
    )
    op.create_index("lines_by_guest", "lines", ["guest_id"])
    op.create_index(
        "lines_by_command",
        "lines",
        ["table_id", "guest_id", "command"],
        unique=True,
        **_where("command IS NOT NULL"),
    )


def _history() -> None:
    """Finished games and their results."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("edition", sa.String(), nullable=False),
        sa.Column("tile_set", sa.String(), nullable=False),
        sa.Column("began", sa.Double(), nullable=False),
        sa.Column("ended", sa.Double(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("header", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("games_of_match", "games", ["table_id", "match", "number"], unique=True)
    op.create_table(
        "results",
        sa.Column("game_id", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guest_id", sa.String()),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("bot", sa.String()),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("tiles_left", sa.Integer(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("edition", sa.String(), nullable=False),
        sa.Column("ended", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "seat"),
    )
    op.create_index(
        "results_by_edition", "results", ["guest_id", "edition", "ended", "game_id"], **_where("guest_id IS NOT NULL")
    )
    op.create_index("results_by_guest", "results", ["guest_id", "ended", "game_id"], **_where("guest_id IS NOT NULL"))
