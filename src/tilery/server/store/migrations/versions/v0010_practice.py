"""Games played on from a position of another game are practice, those that are over already, too."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

_BATCH = 500
_tables = sa.table("tables", sa.column("id", sa.String), sa.column("terms", sa.LargeBinary))
_games = sa.table("games", sa.column("table_id", sa.String), sa.column("practice", sa.Boolean))


def upgrade() -> None:
    """Make the column, and mark the games of tables that begin in the middle."""
    op.add_column("games", sa.Column("practice", sa.Boolean(), nullable=False, server_default=sa.false()))
    connection = op.get_bind()
    after = ""
    while True:
        page = sa.select(_tables.c.id, _tables.c.terms).where(_tables.c.id > after).order_by(_tables.c.id).limit(_BATCH)
        rows = connection.execute(page).all()
        found = [table for table, terms in rows if json.loads(terms)["setup"].get("play_on") is not None]
        if found:
            connection.execute(sa.update(_games).where(_games.c.table_id.in_(found)).values(practice=True))
        if len(rows) < _BATCH:
            return
        after = rows[-1].id
