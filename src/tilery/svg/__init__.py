"""Pictures of tiles, racks, tables and moves in the look of the app, as SVG that needs no font.

>>> from tilery import svg
>>> picture = svg.table("r4 r5 r6 | k7 b7 y7", "r7 j", theme="dark", fresh=[(0, 2)])
>>> picture.startswith("<svg ") and "Rack: red 7, joker." in picture
True

The same question always gives the same text, byte for byte. What is seen is also there in words, for screen readers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tilery.errors import TileryError, whole_number
from tilery.notation import Table, Tiles
from tilery.rules import Reading, Rules
from tilery.rules.edition import must_be_rules
from tilery.svg.face import plain_faces, set_faces
from tilery.svg.frame import framed
from tilery.svg.inks import PICTURE_PALETTES, PICTURE_THEMES, PicturePalette, PictureTheme
from tilery.svg.marks import MoveMarks, TilePlace, checked_marks, marks_of
from tilery.svg.picture import Easel
from tilery.svg.words import counted, described

__all__ = [
    "PICTURE_PALETTES",
    "PICTURE_THEMES",
    "PicturePalette",
    "PictureTheme",
    "TilePlace",
    "card",
    "drawn",
    "move",
    "rack",
    "table",
    "tiles",
]

_NO_MARKS = MoveMarks()


def tiles(
    tiles: Tiles | str,
    *,
    theme: PictureTheme = "light",
    palette: PicturePalette = "standard",
    width: int = 720,
    title: str | None = None,
    ids: str | None = None,
) -> str:
    """Tiles side by side with nothing around them, in as many rows as a width in pixels asks for.

    >>> "Red 7, joker." in tiles("r7 j")
    True
    """
    shown = Tiles(tiles)
    faces = plain_faces(shown)
    words = described([faces] if faces else [], None, _NO_MARKS)
    named = title if title is not None else counted(len(shown), "tile").capitalize()
    return Easel(theme, palette, width, ids).bare(faces, named, words)


def rack(
    tiles: Tiles | str,
    *,
    theme: PictureTheme = "light",
    palette: PicturePalette = "standard",
    width: int = 720,
    title: str | None = None,
    ids: str | None = None,
) -> str:
    """A rack with these tiles on it, in their order."""
    shown = Tiles(tiles)
    faces = plain_faces(shown)
    named = title if title is not None else f"A rack: {counted(len(shown), 'tile')}"
    return Easel(theme, palette, width, ids).rack(faces, named, described([], faces, _NO_MARKS))


def table(
    table: Table | str,
    rack: Tiles | str | None = None,
    *,
    rules: Rules | None = None,
    fresh: Iterable[TilePlace] = (),
    moved: Iterable[TilePlace] = (),
    steps: Mapping[TilePlace, int] | None = None,
    theme: PictureTheme = "light",
    palette: PicturePalette = "standard",
    width: int = 720,
    title: str | None = None,
    ids: str | None = None,
) -> str:
    """A table, and a rack below it if one is given.

    Sets lie in rows, in a picture at most ``width`` pixels wide; tiles become smaller where a set is longer than
    that. Jokers show what they stand for, mirror jokers by the ``rules``. Tiles that are ``fresh`` have an outline in
    chalk and a dot, those that ``moved`` a dashed one, and ``steps`` puts numbers above tiles; a place is the number
    of the set and of the tile in it, both from 0. Nobody sees the ``title``: it is the name of the picture for
    screen readers. All ids of the picture begin with ``ids``, by default with something made from the picture.
    """
    marks = checked_marks(Table(table), fresh, moved, steps or {})
    return _table(Table(table), rack, rules, marks, title, Easel(theme, palette, width, ids))


def move(
    before: Table | str,
    after: Table | str,
    rack: Tiles | str | None = None,
    *,
    steps: bool = False,
    rules: Rules | None = None,
    theme: PictureTheme = "light",
    palette: PicturePalette = "standard",
    width: int = 720,
    title: str | None = None,
    ids: str | None = None,
) -> str:
    """The table after a move, with what is new and what has moved marked; with ``steps`` in which order.

    ``rack`` is what is left of it. The steps are those of ``tilery solve --steps``.

    >>> picture = move("r4 b4 k4 y4", "r4 k4 y4 | b3 b4 b5 b6", steps=True)
    >>> "New: blue 3, blue 5, blue 6. Moved: blue 4. Step 2:" in picture
    True
    """
    marks = marks_of(Table(before), Table(after))
    shown = marks if steps else marks._replace(steps={})
    return _table(Table(after), rack, rules, shown, title, Easel(theme, palette, width, ids))


def card(
    after: Table | str,
    before: Table | str | None = None,
    *,
    rack: Tiles | str | None = None,
    rules: Rules | None = None,
    theme: PictureTheme = "light",
    palette: PicturePalette = "standard",
    width: int = 1200,
    height: int = 630,
    title: str | None = None,
) -> str:
    """A table, with a rack below it if one is given, in the middle of a frame of a fixed shape.

    With the table ``before`` a move, what is new is marked.

    >>> card("r4 r5 r6").startswith('<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">')
    True
    """
    for side in (width, height):
        whole_number(side, 100, 10_000, code="picture", what="a side of a card, in pixels,")
    shown = Table(after)
    marks = _NO_MARKS if before is None else marks_of(Table(before), shown)._replace(steps={})

    def picture(wide: int) -> str:
        return _table(shown, rack, rules, marks, title, Easel(theme, palette, wide, None))

    return framed(picture, width, height, theme)


def drawn(value: Any) -> str:
    """A value as a notebook shows it: tiles, a table, a set as it reads, what a seat sees of a game, a play, or a move.

    >>> drawn(Table("r4 r5 r6")) == table("r4 r5 r6")
    True
    """
    if isinstance(value, Tiles):
        return tiles(value)
    if isinstance(value, Table):
        return table(value)
    if isinstance(value, Reading):
        return table(Table([value.tiles]))
    if not hasattr(value, "before") and not isinstance(getattr(value, "table", None), Table):
        raise TileryError("picture", f"there is no picture of {value!r}")
    if hasattr(value, "before"):  # a move of a record: the games before and after it
        return move(value.before.table, value.after.table, rules=value.after.rules)
    return table(value.table, getattr(value, "rack", None), rules=getattr(value, "rules", None))


def _table(
    table: Table, rack: Tiles | str | None, rules: Rules | None, marks: MoveMarks, title: str | None, easel: Easel
) -> str:
    if rules is not None:
        must_be_rules(rules)
    mirror = "none" if rules is None else rules.mirror
    sets = [set_faces(tiles, mirror) for tiles in table]
    held = None if rack is None else plain_faces(Tiles(rack))
    if title is None:
        title = f"A table: {counted(len(sets), 'set')}"
        title += "" if held is None else f", and a rack of {counted(len(held), 'tile')}"
    return easel.table(sets, held, marks, title, described(sets, held, marks))
