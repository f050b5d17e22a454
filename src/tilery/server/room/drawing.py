"""Pictures of finished games as PNG, for pages that show a link; drawn in a process of its own."""

from __future__ import annotations

import importlib.util
from collections import OrderedDict

from tilery import svg
from tilery.rules.edition import Rules
from tilery.server.room.playedgame import StoredGame, stored_record

__all__ = ["PICTURE_HEIGHT", "PICTURE_WIDTH", "KeptPictures", "can_draw", "draw_game", "draw_position"]

PICTURE_WIDTH, PICTURE_HEIGHT = 1200, 630
"""What nearly every page that shows a link asks for."""


_KEPT = 8_000_000
"""Bytes of pictures that a process keeps; those asked for longest ago go first."""


class KeptPictures:
    """The pictures that were asked for last.

    >>> kept = KeptPictures(10)
    >>> for name in "abc":
    ...     kept.add((name, None), name.encode() * 4)
    >>> kept.get(("a", None)), kept.get(("c", None))
    (None, b'cccc')
    """

    def __init__(self, most: int = _KEPT) -> None:
        self._most, self._size = most, 0
        self._pictures: OrderedDict[tuple[str, int | None], bytes] = OrderedDict()

    def get(self, key: tuple[str, int | None]) -> bytes | None:
        """A picture, if it is still there."""
        found = self._pictures.get(key)
        if found is not None:
            self._pictures.move_to_end(key)
        return found

    def add(self, key: tuple[str, int | None], data: bytes) -> None:
        """Keep a picture, in place of the ones asked for longest ago."""
        self._size += len(data) - len(self._pictures.pop(key, b""))
        self._pictures[key] = data
        while self._size > self._most:
            self._size -= len(self._pictures.popitem(last=False)[1])


def can_draw() -> bool:
    """Whether this server can make pictures: it needs the extra ``previews``."""
    return importlib.util.find_spec("resvg_py") is not None


def draw_game(game: StoredGame, move: int | None) -> bytes:
    """The table after a move of a game, with what it laid marked; without a number, or beyond the last, the end."""
    record = stored_record(game)
    last = len(record.moves)
    shown = last if move is None else min(move, last)
    states = [state for number, state in enumerate(record.states()) if number in (shown - 1, shown)]
    before, after = states[0].table, states[-1].table
    return _as_png(svg.card(after, None if move is None or before == after else before, rules=record.rules))


def draw_position(rules: Rules, table: str, rack: str) -> bytes:
    """A table with a rack below it."""
    return _as_png(svg.card(table, rack=rack, rules=rules))


def _as_png(picture: str) -> bytes:
    import resvg_py

    # Numbers are outlines: no font is looked for, which would take longer than the picture.
    drawn: bytes = resvg_py.svg_to_bytes(svg_string=picture, skip_system_fonts=True)
    return drawn
