"""Drafts in order, answers to be given again, and when guests were last here.

When guests came last is not known of before: they count as here now, so that nobody is forgotten too early.
"""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the table, the columns and the indexes by which old things are found."""
    op.add_column("drafts", sa.Column("number", sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("guests", sa.Column("seen", sa.Double(), nullable=False, server_default="0"))
    guests = sa.table("guests", sa.column("seen", sa.Double))
    op.execute(sa.update(guests).values(seen=time.time()))
    op.create_index("guests_by_seen", "guests", ["seen"])
    op.create_index("lines_by_time", "lines", ["at"])
    op.create_index("games_by_time", "games", ["ended"])
    op.create_table(
        "answers",
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("request", sa.String(), nullable=False),
        sa.Column("guest_id", sa.String(), nullable=False),
        sa.Column("salt", sa.LargeBinary(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("expires", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["guest_id"], ["guests.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("digest"),
    )
    op.create_index("answers_by_guest", "answers", ["guest_id"])
    op.create_index("answers_by_expiry", "answers", ["expires"])
