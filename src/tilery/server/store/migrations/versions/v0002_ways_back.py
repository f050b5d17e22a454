"""Ways back from a lost browser: passkeys, and the challenges they answer."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make both tables."""
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("guest_id", sa.String(), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("used", sa.Double(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["guest_id"], ["guests.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("passkeys_by_guest", "passkeys", ["guest_id"])
    op.create_table(
        "challenges",
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("guest_id", sa.String()),
        sa.Column("expires", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["guest_id"], ["guests.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("digest"),
    )
    op.create_index("challenges_by_guest", "challenges", ["guest_id"])
    op.create_index("challenges_by_expiry", "challenges", ["expires"])
