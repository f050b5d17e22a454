"""Keeping the peace: reports, what operators did, and until when a guest is banned or silenced."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the tables, and give guests their columns."""
    for name in ("banned", "silenced"):
        op.add_column("guests", sa.Column(name, sa.Double(), nullable=False, server_default="0"))
    op.add_column("guests", sa.Column("warning", sa.String(), nullable=False, server_default=""))
    op.create_table(
        "reports",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("about", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("closed", sa.Double()),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("reports_by_time", "reports", ["at"])
    op.create_index("reports_about", "reports", ["about"])
    op.create_index("reports_by_guest", "reports", ["by"])
    op.create_table(
        "acts",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("operator", sa.String(), nullable=False),
        sa.Column("act", sa.String(), nullable=False),
        sa.Column("target", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("acts_by_time", "acts", ["at"])
    op.create_index("acts_on", "acts", ["target"])
