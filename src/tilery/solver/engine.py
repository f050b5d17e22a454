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

from tilery.errors import TileryError, is_a
from tilery.notation import Table, Tiles
from tilery.rules.edition import Mirror
from tilery.rules.packing import pack
from tilery.solver.remembered import Remembered
from tilery.solver.status import Status, trouble
from tilery.tiles import ALL_KINDS, count_kinds

__all__ = [
    "CutShortError",
    "Packed",
    "PackedMany",
    "PackingEngine",
    "compiled",
    "deadline_after",
    "engine",
    "engine_of",
    "reference",
]


_SOLVED, _INFEASIBLE, _CUT_SHORT, _FOUND = Status.SOLVED, Status.INFEASIBLE, Status.CUT_SHORT, Status.FOUND
_ANSWERS = {_SOLVED, _INFEASIBLE, _CUT_SHORT, _FOUND}
_LONGEST = 1e9
"""Seconds that are as good as no limit."""


def deadline_after(seconds: float | None) -> int:
    """When a search of so many seconds ends, in nanoseconds of the monotonic clock; 0 is never.

    >>> deadline_after(None)
    0
    >>> deadline_after(float("nan"))
    Traceback (most recent call last):
        ...
    tilery.errors.TileryError: a search takes a number of seconds, not nan
    """
    if seconds is None:
        return 0
    if not is_a(seconds, int | float) or seconds != seconds:
        raise TileryError("seconds", f"a search takes a number of seconds, not {seconds!r}")
    return time.monotonic_ns() + int(min(max(seconds, 0), _LONGEST) * 1e9)


class Packed(NamedTuple):
    """A packing: its weight, how many of each kind were laid beyond those that must be, and the sets."""

    weight: int
    played: Sequence[int]
    sets: tuple[Tiles, ...]


class PackedMany(NamedTuple):
    """For each position: its :class:`Status`, solved, infeasible, cut short or found; the weight; the counts laid."""

    status: bytearray
    weight: array[int]
    played: bytearray


class CutShortError(TileryError):
    """A search stopped by its deadline or by a cancel before it was done; ``found`` is the best found until then."""

    def __init__(self, found: Packed | None = None) -> None:
        super().__init__("cut-short", "the search was stopped before it was done")
        self.found = found


class PackingEngine(Protocol):
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
        lies: bool = False,
    ) -> Packed | None:
        """The best packing; raises :class:`CutShortError` past the deadline or when cancelled.

        Where what must be laid ``lies`` in legal sets already, it may be told to stay: nothing played, and no sets.
        """

    def pack_many(
        self,
        must: bytes | bytearray,
        may: bytes | bytearray,
        weights: array[int],
        mirror: Mirror | None,
        threshold: int = 0,
        deadline_ns: int = 0,
        cancel: bytearray | None = None,
        nanoseconds: array[int] | None = None,
        lies: bytes | bytearray | None = None,
    ) -> PackedMany:
        """The best packing of many positions, their counts laid one after the other."""


class _Compiled:
    name = "kernel"

    def __init__(self, kernel: Any) -> None:
        self._solve = kernel.solve
        self._solve_many = kernel.solve_many

    def pack(
        self,
        must: Sequence[int],
        may: Sequence[int],
        weights: Sequence[int],
        mirror: Mirror | None,
        threshold: int = 0,
        deadline_ns: int = 0,
        cancel: bytearray | None = None,
        lies: bool = False,
    ) -> Packed | None:
        status, weight, played, sets = self._solve(
            bytes(must),
            bytes(may),
            weights if isinstance(weights, array) else array("q", weights),
            int(mirror == "middle"),
            threshold,
            deadline_ns,
            cancel,
            lies,
        )
        if status == _SOLVED:
            return Packed(weight, played, _unpack(sets))
        if status == _INFEASIBLE:
            return None
        if status == _CUT_SHORT:
            raise CutShortError
        if status == _FOUND:
            raise CutShortError(Packed(weight, played, _unpack(sets)))
        raise trouble(status)

    def pack_many(
        self,
        must: bytes | bytearray,
        may: bytes | bytearray,
        weights: array[int],
        mirror: Mirror | None,
        threshold: int = 0,
        deadline_ns: int = 0,
        cancel: bytearray | None = None,
        nanoseconds: array[int] | None = None,
        lies: bytes | bytearray | None = None,
    ) -> PackedMany:
        count = len(must) // len(ALL_KINDS)
        many = PackedMany(bytearray(count), array("q", bytes(8 * count)), bytearray(len(must)))
        limits = threshold, deadline_ns, nanoseconds, cancel, lies
        self._solve_many(must, may, weights, *many, int(mirror == "middle"), *limits)
        if wrong := set(many.status) - _ANSWERS:
            raise trouble(max(wrong))
        return many


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
        lies: bool = False,
    ) -> Packed | None:
        if (cancel is not None and cancel[0]) or (deadline_ns and time.monotonic_ns() > deadline_ns):
            raise CutShortError
        packing = pack(must, may, weights, mirror, threshold)
        if packing is None:
            return None
        laid = count_kinds(kind for tiles in packing.sets for kind in tiles)
        played = [count - low for count, low in zip(laid, must, strict=True)]
        return Packed(packing.gain, played, packing.sets)

    def pack_many(
        self,
        must: bytes | bytearray,
        may: bytes | bytearray,
        weights: array[int],
        mirror: Mirror | None,
        threshold: int = 0,
        deadline_ns: int = 0,
        cancel: bytearray | None = None,
        nanoseconds: array[int] | None = None,
        lies: bytes | bytearray | None = None,
    ) -> PackedMany:
        size = len(ALL_KINDS)
        count = len(must) // size
        many = PackedMany(bytearray(count), array("q", bytes(8 * count)), bytearray(len(must)))
        for place in range(count):
            span = slice(place * size, (place + 1) * size)
            own = weights if len(weights) == size else weights[span]
            start = time.monotonic_ns()
            try:
                packed = self.pack(must[span], may[span], own, mirror, threshold, deadline_ns, cancel)
            except CutShortError:
                many.status[place] = _CUT_SHORT
                continue
            if packed is None:
                many.status[place] = _INFEASIBLE
            else:
                many.weight[place] = packed.weight
                many.played[span] = bytes(packed.played)
            if nanoseconds is not None:
                nanoseconds[place] = time.monotonic_ns() - start
        return many


def _unpack(sets: tuple[bytes, ...]) -> Table:
    return tuple.__new__(Table, map(_sets.__getitem__, sets))  # each of them is Tiles: no need to look


def _tiles(written: bytes) -> Tiles:
    """A set from the kernel's bytes: kind of set, number of tiles, then three bytes a tile."""
    return Tiles(map(ALL_KINDS.__getitem__, written[2::3]))


_sets = Remembered(_tiles)


def _load_kernel() -> Any:
    try:
        return importlib.import_module("tilery.solver.kernel.calls")
    except ImportError:
        return None


_kernel = _load_kernel()
reference: PackingEngine = _Reference()
engine: PackingEngine = reference if _kernel is None else _Compiled(_kernel)
"""The fastest engine there is on this machine."""


def engine_of(kernel: Any) -> PackingEngine:
    """An engine around a compiled kernel, as :mod:`tilery.solver.kernel.calls` is one."""
    return _Compiled(kernel)


def compiled() -> bool:
    """Whether the compiled kernel is there; without it the solver is right, and slow."""
    return _kernel is not None
