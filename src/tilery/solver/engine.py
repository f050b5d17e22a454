"""The search engine behind the solver: the compiled kernel, or the plain-Python reference where there is none.

Both answer the same question on tile counts: pack all tiles that must be laid and the best of those that
may be, and say whether that is proven best.
"""

from __future__ import annotations

import importlib
import time
from array import array
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from tilery.errors import TileryError
from tilery.notation import Tiles
from tilery.rules.edition import Mirror
from tilery.rules.packing import pack
from tilery.tiles import ALL_KINDS, count_kinds

__all__ = ["Engine", "Packed", "compiled", "engine", "reference"]


class Packed(NamedTuple):
    """A packing: its weight, how many of each kind were laid beyond those that must be, and the sets."""

    weight: int
    played: Sequence[int]
    sets: tuple[Tiles, ...]


class CutShortError(TileryError):
    """A search stopped by its deadline or by a cancel before it was done."""

    def __init__(self) -> None:
        super().__init__("cut-short", "the search was stopped before it was done")


class Engine(Protocol):
    """A search engine; ``None`` is the answer when the tiles cannot be packed."""

    name: str

    def pack(
        self,
        must: Sequence[int],
        may: Sequence[int],
        weights: Sequence[int],
        mirror: Mirror | None,
        threshold: int = 0,
        deadline_ns: int = 0,
        cancel: bytearray | None = None,
    ) -> Packed | None:
        """The best packing; raises :class:`CutShortError` past the deadline or when cancelled."""


class _Compiled:
    name = "kernel"

    def __init__(self, kernel: Any) -> None:
        self._solve = kernel.solve

    def pack(
        self,
        must: Sequence[int],
        may: Sequence[int],
        weights: Sequence[int],
        mirror: Mirror | None,
        threshold: int = 0,
        deadline_ns: int = 0,
        cancel: bytearray | None = None,
    ) -> Packed | None:
        status, weight, played, sets = self._solve(
            bytes(must),
            bytes(may),
            weights if isinstance(weights, array) else array("q", weights),
            int(mirror == "middle"),
            threshold,
            deadline_ns,
            cancel,
        )
        if status == 0:
            return Packed(weight, played, _unpack(sets))
        if status == 1:
            return None
        if status == 3:
            raise CutShortError
        raise TileryError("too-large", "the position has more tiles than the solver takes")


class _Reference:
    name = "reference"

    def pack(
        self,
        must: Sequence[int],
        may: Sequence[int],
        weights: Sequence[int],
        mirror: Mirror | None,
        threshold: int = 0,
        deadline_ns: int = 0,
        cancel: bytearray | None = None,
    ) -> Packed | None:
        if (cancel is not None and cancel[0]) or (deadline_ns and time.monotonic_ns() > deadline_ns):
            raise CutShortError
        packing = pack(must, may, weights, mirror, threshold)
        if packing is None:
            return None
        laid = count_kinds(kind for tiles in packing.sets for kind in tiles)
        played = [count - low for count, low in zip(laid, must, strict=True)]
        return Packed(packing.gain, played, packing.sets)


def _unpack(data: bytes) -> tuple[Tiles, ...]:
    """The sets from the kernel's bytes: kind of set, number of tiles, then three bytes a tile."""
    sets = []
    place = 0
    while place < len(data):
        end = place + 2 + 3 * data[place + 1]
        sets.append(Tiles([ALL_KINDS[kind] for kind in data[place + 2 : end : 3]]))
        place = end
    return tuple(sets)


def _load_kernel() -> Any:
    try:
        return importlib.import_module("tilery.solver._kernel")
    except ImportError:
        return None


_kernel = _load_kernel()
reference: Engine = _Reference()
engine: Engine = reference if _kernel is None else _Compiled(_kernel)
"""The fastest engine there is on this machine."""


def compiled() -> bool:
    """Whether the compiled kernel is there; without it the solver is right, and slow."""
    return _kernel is not None
