"""Putting a picture together: the cloth with its sets, the rack below it, marks, and words for it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence

from tilery.errors import TileryError
from tilery.svg.drawn_tile import TILE_HEIGHT, TILE_WIDTH, TilePress, number_text
from tilery.svg.face import TileFace
from tilery.svg.inks import Inks, PicturePalette, PictureTheme, inks
from tilery.svg.layout import TileCorner, TileRows, laid_in_lines, laid_in_rows, row_width
from tilery.svg.marks import MoveMarks
from tilery.svg.words import xml_text
from tilery.tiles import MIRROR

__all__ = ["TILE_SIZE", "Easel"]

TILE_SIZE = 48
"""How many pixels wide a tile is where there is room."""

_UNNAMED = "\0"
_ROW_GAP, _ROW_GAP_STEPS = 48, 70
_CLOTH = 48
_EMPTY = row_width(5)
_BARE = 12
_RACK_SIDE, _RACK_TOP, _RACK_BOTTOM, _LEDGE_GAP = 60, 48, 54, 52
_BETWEEN = 36
_NAME = re.compile(r"[A-Za-z][\w-]{0,60}", re.ASCII)
_NARROWEST, _WIDEST = 40, 10_000

Faces = Sequence[TileFace]


class Easel:
    """A picture in the making, in one theme and palette and no wider than ``width`` pixels."""

    def __init__(self, theme: PictureTheme, palette: PicturePalette, width: int, ids: str | None) -> None:
        if not _NARROWEST <= width <= _WIDEST:
            raise TileryError("picture", f"a picture is {_NARROWEST} to {_WIDEST} pixels wide, not {width!r}")
        if ids is not None and not _NAME.fullmatch(ids):
            raise TileryError("picture", f"ids cannot begin with {ids!r}: give a letter, then letters, digits, _ and -")
        self.inks: Inks = inks(theme, palette)
        self.width = width
        self.ids = ids
        self.press = TilePress(self.inks, _UNNAMED)
        self.drawn: list[str] = []
        self.tile = float(TILE_SIZE)

    def bare(self, tiles: Faces, title: str, words: str) -> str:
        """Tiles with nothing around them."""
        rows = laid_in_lines(len(tiles), self._room(1, _BARE), 24)
        self._put(tiles, rows.groups[0], _BARE, _BARE)
        return self._done(rows.width + 2 * _BARE, rows.height + 2 * _BARE, title, words)

    def rack(self, tiles: Faces, title: str, words: str) -> str:
        """A rack alone."""
        rows = laid_in_lines(len(tiles), self._room(1, _RACK_SIDE), _LEDGE_GAP)
        whole = max(rows.width, _EMPTY) if not tiles else rows.width
        height = self._oak(tiles, rows, whole + 2 * _RACK_SIDE, 0)
        return self._done(whole + 2 * _RACK_SIDE, height, title, words)

    def table(self, sets: Sequence[Faces], rack: Faces | None, marks: MoveMarks, title: str, words: str) -> str:
        """A cloth with sets on it, and a rack below it if there is one."""
        longest = max(map(len, sets), default=1)
        room = self._room(longest, _CLOTH)
        row_gap = _ROW_GAP_STEPS if marks.steps else _ROW_GAP
        rows = laid_in_rows([len(tiles) for tiles in sets], room, row_gap)
        ledges = None
        whole = max(rows.width, min(room, _EMPTY)) + 2 * _CLOTH
        if rack is not None:
            ledges = laid_in_lines(len(rack), room + 2 * _CLOTH - 2 * _RACK_SIDE, _LEDGE_GAP)
            whole = max(whole, ledges.width + 2 * _RACK_SIDE)
        top = _CLOTH + (row_gap - _ROW_GAP)
        height = top + rows.height + _CLOTH
        self._cloth(whole, height)
        for tiles, spots in zip(sets, rows.groups, strict=True):
            self._axis(tiles, spots, top)
        for tiles, spots in zip(sets, rows.groups, strict=True):
            self._put(tiles, spots, _CLOTH, top)
        self._mark(marks, rows, top)
        if rack is not None and ledges is not None:
            height += _BETWEEN
            height += self._oak(rack, ledges, whole, height)
        return self._done(whole, height, title, words)

    def _room(self, longest: int, margin: float) -> float:
        """How much there is between the margins, with tiles so small that the longest set has room."""
        needed = row_width(longest) + 2 * margin
        self.tile = min(float(TILE_SIZE), self.width * TILE_WIDTH / needed)
        return self.width * TILE_WIDTH / self.tile - 2 * margin

    def _put(self, tiles: Faces, spots: Iterable[TileCorner], left: float, top: float) -> None:
        for face, spot in zip(tiles, spots, strict=True):
            at = f' x="{number_text(left + spot.x)}" y="{number_text(top + spot.y)}"'
            self.drawn.append(self.press.use(self.press.face(face), at))

    def _axis(self, tiles: Faces, spots: Sequence[TileCorner], top: float) -> None:
        """The line that both sides of a mirror joker mirror."""
        for face, spot in zip(tiles, spots, strict=True):
            if face.kind == MIRROR and len(tiles) > 1:
                line = f"M{number_text(_CLOTH + spot.x + 50)} {number_text(top + spot.y - 12)}v160"
                stroke = f'stroke="{self.inks.glazes["j"].glaze}" stroke-width="4" stroke-dasharray="8 6"'
                self.drawn.append(f'<path d="{line}" {stroke} opacity=".55"/>')

    def _mark(self, marks: MoveMarks, rows: TileRows, top: float) -> None:
        """New tiles in chalk with a dot, moved ones dashed, and the numbers of steps above them."""
        for place, spots in enumerate(rows.groups):
            for at, spot in enumerate(spots):
                x, y, number = _CLOTH + spot.x, top + spot.y, marks.steps.get((place, at))
                if (place, at) in marks.fresh:
                    self._outline("new", x, y, 5.75, f'stroke="{self.inks.chalk}" stroke-width="4.5"')
                    if number is None:
                        self._dot(x, y)
                elif (place, at) in marks.moved:
                    dashes = f'stroke="{self.inks.on_cloth}" stroke-width="4" stroke-dasharray="9 7"'
                    self._outline("moved", x, y, 5, dashes)
        for place, spots in enumerate(rows.groups):
            for at, spot in enumerate(spots):
                if number := marks.steps.get((place, at)):
                    self._badge(number, _CLOTH + spot.x + 50, top + spot.y - 15)

    def _outline(self, key: str, x: float, y: float, out: float, line: str) -> None:
        size = f'width="{TILE_WIDTH + 2 * out:g}" height="{TILE_HEIGHT + 2 * out:g}" rx="{17 + out:g}"'
        drawn = f'<rect id="{_UNNAMED}-{key}" x="{-out:g}" y="{-out:g}" {size} fill="none" {line}/>'
        self.press.defined.setdefault(key, drawn)
        self.drawn.append(self.press.use(key, f' x="{number_text(x)}" y="{number_text(y)}"'))

    def _dot(self, x: float, y: float) -> None:
        where = f'cx="{number_text(x + 86.5)}" cy="{number_text(y + 13.5)}" r="9"'
        line = f'stroke="{self.inks.face[0]}" stroke-width="3"'
        self.drawn.append(f'<circle {where} fill="{self.inks.pine_dot}" {line}/>')

    def _badge(self, number: int, x: float, y: float) -> None:
        text = str(number)
        half = 19 if len(text) == 1 else 8 + 7 * len(text)
        size = f'x="{number_text(x - half)}" y="{number_text(y - 19)}" width="{2 * half}" height="38" rx="19"'
        line = f'fill="{self.inks.pine}" stroke="{self.inks.cloth}" stroke-width="4"'
        self.drawn.append(f"<rect {size} {line}/>" + self.press.digits(text, x, y, 22, self.inks.on_pine))

    def _cloth(self, width: float, height: float) -> None:
        weave, faint = self.inks.weave
        threads = f'<path d="M0 1H8M1 0V8" stroke="{weave}" stroke-opacity="{faint:g}" stroke-width="2"/>'
        self.press.defined["weave"] = (
            f'<pattern id="{_UNNAMED}-weave" width="8" height="8" patternUnits="userSpaceOnUse">{threads}</pattern>'
        )
        stops = f'<stop stop-color="#fff" stop-opacity="{self.inks.lamp:g}"/><stop offset="1" stop-color="#fff" '
        self.press.defined["lamp"] = (
            f'<radialGradient id="{_UNNAMED}-lamp" cy="0" r=".7">{stops}stop-opacity="0"/></radialGradient>'
        )
        size = f'width="{number_text(width)}" height="{number_text(height)}" rx="44"'
        for fill in (self.inks.cloth, f"url(#{_UNNAMED}-weave)", f"url(#{_UNNAMED}-lamp)"):
            self.drawn.append(f'<rect {size} fill="{fill}"/>')
        inner = f'width="{number_text(width - 2)}" height="{number_text(height - 2)}" rx="43"'
        self.drawn.append(
            f'<rect x="1" y="1" {inner} fill="none" stroke="#1e2c24" stroke-opacity=".14" stroke-width="2"/>'
        )

    def _oak(self, tiles: Faces, rows: TileRows, width: float, top: float) -> float:
        """A rack of this width; how high it is."""
        height = _RACK_TOP + rows.height + _RACK_BOTTOM
        light, usual, dark = self.inks.oak
        self.press.defined["oak"] = (
            f'<linearGradient id="{_UNNAMED}-oak" x2="0" y2="1"><stop stop-color="{light}"/>'
            f'<stop offset=".6" stop-color="{usual}"/><stop offset="1" stop-color="{dark}"/></linearGradient>'
        )
        stops = "".join(
            f'<stop offset="{offset}" stop-color="{colour}" stop-opacity="{share:g}"/>'
            for offset, (colour, share) in zip(("0", ".7", "1"), self.inks.ledge, strict=True)
        )
        self.press.defined["ledge"] = f'<linearGradient id="{_UNNAMED}-ledge" x2="0" y2="1">{stops}</linearGradient>'
        grain = '<path d="M0 2H60M0 23H60" stroke="#462a0e" stroke-opacity=".05" stroke-width="3"/>'
        self.press.defined["grain"] = (
            f'<pattern id="{_UNNAMED}-grain" width="60" height="37" patternUnits="userSpaceOnUse">{grain}</pattern>'
        )
        size = f'y="{number_text(top)}" width="{number_text(width)}" height="{number_text(height)}" rx="44"'
        for fill in ("oak", "grain"):
            self.drawn.append(f'<rect {size} fill="url(#{_UNNAMED}-{fill})"/>')
        for row in range(rows.rows):
            y = top + _RACK_TOP + row * (TILE_HEIGHT + _LEDGE_GAP) - 18
            box = f'x="{_RACK_SIDE - 28}" y="{number_text(y)}" width="{number_text(width - 2 * _RACK_SIDE + 56)}"'
            self.drawn.append(f'<rect {box} height="{TILE_HEIGHT + 38}" rx="20" fill="url(#{_UNNAMED}-ledge)"/>')
        self._put(tiles, rows.groups[0], _RACK_SIDE, top + _RACK_TOP)
        return height

    def _done(self, width: float, height: float, title: str, words: str) -> str:
        scale = self.tile / TILE_WIDTH
        defined = "\n".join(self.press.defined.values())
        body = (
            f'<title id="{_UNNAMED}-title">{xml_text(title)}</title>\n'
            f'<desc id="{_UNNAMED}-desc">{xml_text(words)}</desc>\n'
            f"<defs>\n{defined}\n</defs>\n" + "\n".join(self.drawn)
        )
        size = f'width="{number_text(width * scale)}" height="{number_text(height * scale)}"'
        box = f'viewBox="0 0 {number_text(width)} {number_text(height)}"'
        words_of = f'role="img" aria-labelledby="{_UNNAMED}-title" aria-describedby="{_UNNAMED}-desc"'
        text = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} {words_of}>\n{body}\n</svg>\n'
        name = self.ids or "t" + hashlib.sha256(text.encode()).hexdigest()[:8]
        return text.replace(_UNNAMED, name)
