"""A picture in words, for those who cannot see it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.sax.saxutils import escape

from tilery.svg.face import TileFace
from tilery.svg.marks import MoveMarks

__all__ = ["counted", "described", "xml_text"]

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_text(text: str) -> str:
    """Any text as it may stand in XML; what XML has no way to say becomes a question mark in a rhombus.

    >>> xml_text("a < b & c\\x00")
    'a &lt; b &amp; c\ufffd'
    """
    return escape(_FORBIDDEN.sub("\ufffd", text), {'"': "&quot;"})


def counted(count: int, word: str) -> str:
    """So many of them.

    >>> counted(1, "set"), counted(0, "tile")
    ('1 set', 'no tiles')
    """
    return f"{count or 'no'} {word}{'' if count == 1 else 's'}"


def described(sets: Sequence[Sequence[TileFace]], rack: Sequence[TileFace] | None, marks: MoveMarks) -> str:
    """All that is to be seen."""
    sentences = ["; ".join(_listed(tiles) for tiles in sets)] if sets else []
    for word, places in (("New", marks.fresh), ("Moved", marks.moved)):
        if places:
            sentences.append(f"{word}: " + _listed([sets[place][at] for place, at in sorted(places)]))
    for number in sorted(set(marks.steps.values())):
        tiles = [sets[place][at] for (place, at), step in sorted(marks.steps.items()) if step == number]
        sentences.append(f"Step {number}: {_listed(tiles)}")
    if rack is not None:
        sentences.append(f"Rack: {_listed(rack) if rack else 'empty'}")
    return " ".join(f"{sentence[0].upper()}{sentence[1:]}." for sentence in sentences if sentence)


def _listed(tiles: Sequence[TileFace]) -> str:
    return ", ".join(tile.words for tile in tiles)
