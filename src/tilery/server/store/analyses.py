"""Analyses of finished games, each made once."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, exists, insert, or_, select

from tilery.server.store.rows import AnalysisRow
from tilery.server.store.schema import analyses, games

__all__ = ["analysis", "keep_analysis"]

_COLUMNS = (
    analyses.c.game_id,
    analyses.c.version,
    analyses.c.made,
    analyses.c.seconds,
    analyses.c.total,
    analyses.c.done,
    analyses.c.body,
)


def analysis(connection: Connection, game: str) -> AnalysisRow | None:
    """What is kept of the analysis of a game."""
    row = connection.execute(select(*_COLUMNS).where(analyses.c.game_id == game)).first()
    return None if row is None else AnalysisRow(*row)


def keep_analysis(connection: Connection, row: AnalysisRow) -> None:
    """Keep an analysis in place of an older or a shorter one; of a game that is gone nothing is kept.

    The game's row is locked, so that of two processes one comes after the other.
    """
    if connection.execute(select(games.c.id).where(games.c.id == row.game).with_for_update()).first() is None:
        return
    less = or_(analyses.c.version < row.version, analyses.c.done < row.done)
    connection.execute(delete(analyses).where(analyses.c.game_id == row.game, less))
    if not connection.execute(select(exists().where(analyses.c.game_id == row.game))).scalar():
        values = msgspec.structs.asdict(row)
        values["game_id"] = values.pop("game")
        connection.execute(insert(analyses), values)
