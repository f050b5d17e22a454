"""Why somebody at a table does not get what they asked for: a command refused, a connection not let in."""

from __future__ import annotations

from tilery.errors import TileryError
from tilery.rules.turn import Defect
from tilery.server.codes import ClosingCode, RefusalCode

__all__ = [
    "COVERED",
    "RefusedError",
    "TurnedAwayError",
]

COVERED = "first say which of you has the screen"
"""Why somebody around one screen is refused who has not said which of them it is."""


class RefusedError(TileryError):
    """A command that cannot be carried out; nothing has changed."""

    code: RefusalCode

    def __init__(self, code: RefusalCode, text: str, defects: tuple[Defect, ...] = (), more: int = 0) -> None:
        super().__init__(code, text)
        self.defects = defects
        self.more = more


class TurnedAwayError(TileryError):
    """A connection that is not let in."""

    code: ClosingCode

    def __init__(self, code: ClosingCode, text: str) -> None:
        super().__init__(code, text)
