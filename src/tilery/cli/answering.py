"""What every answer with ``--json`` is made of, and the answer to what can't be read."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, UnsetType

__all__ = ["CommandAnswer", "ErrorAnswer", "ErrorFound", "LineId"]

LineId = Annotated[Any, msgspec.Meta(description="what the line of a batch called itself; null elsewhere")]


class CommandAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What all answers are."""


class ErrorFound(CommandAnswer, frozen=True):
    """What's wrong with the input: a stable code, a sentence, and in a record the line."""

    code: str
    text: str
    line: int | UnsetType = UNSET


class ErrorAnswer(CommandAnswer, frozen=True):
    """Every command's answer to input that can't be read (exit code 2), and to a line of a batch that can't."""

    error: ErrorFound
    id: LineId | UnsetType = UNSET
