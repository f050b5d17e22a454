"""How a packing question ends, and what to say where it has no answer."""

from __future__ import annotations

from enum import IntEnum

from tilery.errors import InternalError, TileryError

__all__ = ["Status", "trouble"]


class Status(IntEnum):
    """How a packing question ends; the kernel's numbers, which are in ``kernel/status.pxd`` for the compiler."""

    SOLVED = 0
    INFEASIBLE = 1
    """The tiles that must be laid cannot be."""
    REFUSED = 2
    """More tiles than the kernel takes."""
    CUT_SHORT = 3
    """Stopped by the deadline or a cancel, with nothing found."""
    TOO_LARGE = 4
    """The search would take more memory than there is, or than it may."""
    BROKEN = 5
    """An inconsistency within the kernel: a bug, whatever the position."""
    FOUND = 6
    """Stopped, with the best found until then."""


def trouble(status: int) -> TileryError | InternalError:
    """The error for a status that is no answer.

    >>> trouble(Status.REFUSED)
    TileryError('the position has more tiles than the solver takes')
    >>> trouble(Status.BROKEN)
    InternalError("the kernel's sets do not add up")
    """
    if status == Status.REFUSED:
        return TileryError("too-large", "the position has more tiles than the solver takes")
    if status == Status.TOO_LARGE:
        return TileryError("too-large", "the position takes more memory than a search may have")
    return InternalError("the kernel's sets do not add up")
