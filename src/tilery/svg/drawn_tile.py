"""Drawing a tile: bone dipped in glaze, as ``web/src/board/style/tiles.css`` does it. A tile is 100 wide."""

from __future__ import annotations

from tilery.svg.face import TileFace
from tilery.svg.inks import Inks, mixed
from tilery.svg.numerals import NUMBERS, SMALL, SMALL_HEIGHT, SMALL_WIDTHS
from tilery.tiles import CHANGE, DOUBLE, JOKER

__all__ = ["TILE_HEIGHT", "TILE_WIDTH", "TilePress", "number_text"]

TILE_WIDTH = 100
TILE_HEIGHT = 132

_BLADE = "M12 12A5.4 5.4 0 0 1 12 1.2Z"
_DISC = "a6.6 6.6 0 1 0 0 13.2a6.6 6.6 0 1 0 0-13.2Z"


class TilePress:
    """Draws every face once and remembers what it needs for that; ``ids`` begins the ids of all of it."""

    def __init__(self, colours: Inks, ids: str) -> None:
        self.inks = colours
        self.ids = ids
        self.defined: dict[str, str] = {}
        self.dip = 53 if colours.strong else 46
        self.mark = 26 if colours.strong else 20
        self.middle = TILE_HEIGHT - 5.5 - self.mark / 2

    def face(self, face: TileFace) -> str:
        """The name of a face's symbol."""
        if face.key not in self.defined:
            drawn = self._joker(face) if face.kind.is_joker else self._natural(face)
            self.defined[face.key] = f'<symbol id="{self.ids}-{face.key}" overflow="visible">{drawn}</symbol>'
        return face.key

    def use(self, key: str, more: str = "") -> str:
        """What is drawn under this name, once more."""
        return f'<use href="#{self.ids}-{key}"{more}/>'

    def digits(self, text: str, x: float, y: float, size: float, colour: str) -> str:
        """Small digits around a point."""
        scale = size / 100
        start = x - sum(SMALL_WIDTHS[sign] for sign in text) * scale / 2
        drawn = []
        for sign in text:
            key = f"small-{'dot' if sign == '·' else sign}"
            self.defined.setdefault(key, f'<path id="{self.ids}-{key}" d="{SMALL[sign]}"/>')
            where = f"translate({number_text(start)} {number_text(y + SMALL_HEIGHT * scale / 2)})"
            drawn.append(self.use(key, f' transform="{where} scale({number_text(scale)})"'))
            start += SMALL_WIDTHS[sign] * scale
        return f'<g fill="{colour}">{"".join(drawn)}</g>'

    def _natural(self, face: TileFace) -> str:
        letter, number = face.kind.colour.letter, face.kind.number
        key = f"{letter}-tile"
        if key not in self.defined:
            drawn = self.use(self._body(letter)) + self._sign(letter)
            self.defined[key] = f'<g id="{self.ids}-{key}">{drawn}</g>'
        shape = f"number-{number}"
        self.defined.setdefault(shape, f'<path id="{self.ids}-{shape}" d="{NUMBERS[number - 1]}"/>')
        small = 0.82 / 0.86
        place = f"translate({number_text(50 - 50 * small)} 5.5) scale({number_text(small)})"
        where = place if self.inks.strong else "translate(0 8.5)"
        return self.use(key) + self.use(shape, f' fill="{self.inks.glazes[letter].number}" transform="{where}"')

    def _joker(self, face: TileFace) -> str:
        glazes = self.inks.glazes
        dip = face.dip or "j"
        drawn = self.use(self._body(dip)) + self.use(self._emblem(face))
        text = "·".join(map(str, face.stands))
        if not text:
            return drawn
        if len(dip) == 1:
            return drawn + self.digits(text, 50, self.middle, 26, glazes[dip].mark)
        width = sum(SMALL_WIDTHS[sign] for sign in text) * 0.26 + 14.6
        pill = (
            f'<rect x="{number_text(50 - width / 2)}" y="{number_text(self.middle - 14.3)}" '
            f'width="{number_text(width)}" height="28.6" rx="13" fill="{self.inks.face[0]}"/>'
        )
        return drawn + pill + self.digits(text, 50, self.middle, 26, glazes["j"].number)

    def _body(self, dip: str) -> str:
        """A tile with nothing on it; ``dip`` has one colour or two."""
        key = f"{dip}-body"
        if key in self.defined:
            return key
        inks, glaze = self.inks, self.inks.glazes[dip[0]]
        shade, near, far = inks.shadow
        rect = '<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="{}"{}/>'.format
        drawn = [
            rect(-4, 4, 108, 138, 21, shade, f' opacity="{far:g}"'),
            rect(-1, 5, 102, 134, 18, shade, f' opacity="{near:g}"'),
        ]
        if inks.outlined:
            drawn += [rect(-3, -3, 106, 138, 20, "#000", ""), rect(-1, 6.5, 102, 134, 18, "#000", "")]
        else:
            drawn.append(rect(0, 5.5, 100, 132, 17, glaze.deep, ""))
        drawn.append(rect(0, 0, 100, 132, 17, f"url(#{self.ids}-{self._bone()})", ""))
        drawn.append(self._dipped(dip))
        shine = "M0 17A17 17 0 0 1 17 0H83A17 17 0 0 1 100 17V19.2A17 17 0 0 0 83 2.2H17A17 17 0 0 0 0 19.2Z"
        drawn.append(f'<path d="{shine}" fill="#fff" opacity="{inks.shine:g}"/>')
        if inks.rim:
            line = f' stroke="#5a4628" stroke-opacity="{inks.rim:g}" stroke-width="1.2"'
            drawn.append(rect(0.6, 0.6, 98.8, 130.8, 16.4, "none", line))
        self.defined[key] = f'<g id="{self.ids}-{key}">{"".join(drawn)}</g>'
        return key

    def _bone(self) -> str:
        above, below = self.inks.face
        stops = f'<stop stop-color="{above}"/><stop offset="1" stop-color="{below}"/>'
        drawn = f'<linearGradient id="{self.ids}-bone" x2="0" y2="1">{stops}</linearGradient>'
        self.defined.setdefault("bone", drawn)
        return "bone"

    def _dipped(self, dip: str) -> str:
        """The glaze, its line lower in the middle."""
        side = TILE_HEIGHT - self.dip + 7.2
        if len(dip) == 2:
            left = f"M0 {side:g}A57 15 0 0 0 48.5 {side + 7.8:g}V132H17A17 17 0 0 1 0 115Z"
            right = f"M100 {side:g}A57 15 0 0 1 51.5 {side + 7.8:g}V132H83A17 17 0 0 0 100 115Z"
            one, two = (self.inks.glazes[letter].glaze for letter in dip)
            return f'<path d="{left}" fill="{one}"/><path d="{right}" fill="{two}"/>'
        glaze = self.inks.glazes[dip].glaze
        key = f"{dip}-glaze"
        stops = f'<stop stop-color="{mixed(glaze, 0.86)}"/><stop offset=".6" stop-color="{glaze}"/>'
        self.defined[key] = f'<linearGradient id="{self.ids}-{key}" x2="0" y2="1">{stops}</linearGradient>'
        shape = f"M0 {side:g}A57 15 0 0 0 100 {side:g}V115A17 17 0 0 1 83 132H17A17 17 0 0 1 0 115Z"
        return f'<path d="{shape}" fill="url(#{self.ids}-{key})"/>'

    def _sign(self, letter: str) -> str:
        """The mark of a colour: a dot, a kite, a ring or a bar."""
        mark, y, fill = self.mark, self.middle, self.inks.glazes[letter].mark
        n = number_text
        match letter:
            case "k":
                return f'<circle cx="50" cy="{n(y)}" r="{n(0.417 * mark)}" fill="{fill}"/>'
            case "r":
                across, down = 0.45 * mark, 0.65 * mark
                points = f"M50 {n(y - down)}L{n(50 + across)} {n(y)}L50 {n(y + down)}L{n(50 - across)} {n(y)}Z"
                return f'<path d="{points}" fill="{fill}"/>'
            case "b":
                line = f'fill="none" stroke="{fill}" stroke-width="{n(0.208 * mark)}"'
                return f'<circle cx="50" cy="{n(y)}" r="{n(0.346 * mark)}" {line}/>'
            case _:
                size = f'width="{n(1.42 * mark)}" height="{n(0.4 * mark)}" rx="{n(0.11 * mark)}"'
                return f'<rect x="{n(50 - 0.71 * mark)}" y="{n(y - 0.2 * mark)}" {size} fill="{fill}"/>'

    def _emblem(self, face: TileFace) -> str:
        kind, glazes = face.kind, self.inks.glazes
        key = f"{kind}-emblem"
        ink = glazes["j"].number
        if kind == JOKER:
            turns = "".join(f'<path d="{_BLADE}" transform="rotate({angle} 12 12)"/>' for angle in (0, 90, 180, 270))
            drawn = f'<g fill="{ink}">{turns}</g>'
        elif kind == DOUBLE:
            drawn = f'<path fill="{ink}" fill-rule="evenodd" d="M8 5.4{_DISC}M16 5.4{_DISC}"/>'
        elif kind == CHANGE:
            arcs = {
                "r": "M13.1 3.6a8.5 8.5 0 0 1 7.3 7.3",
                "b": "M20.4 13.1a8.5 8.5 0 0 1-7.3 7.3",
                "y": "M10.9 20.4a8.5 8.5 0 0 1-7.3-7.3",
                "k": "M3.6 10.9a8.5 8.5 0 0 1 7.3-7.3",
            }
            lines = "".join(f'<path d="{arc}" stroke="{glazes[letter].glaze}"/>' for letter, arc in arcs.items())
            drawn = f'<g fill="none" stroke-width="4.6">{lines}</g><circle cx="12" cy="12" r="2.7" fill="{ink}"/>'
        else:
            line = f'stroke="{ink}" stroke-linejoin="round"'
            drawn = (
                f'<path d="M9.2 4.6V19.4L1 12Z" fill="{ink}" {line}/>'
                f'<path d="M14.9 5.4V18.6L22 12Z" fill="none" {line} stroke-width="1.9"/>'
                f'<path d="M12 2.2V21.8" {line} stroke-width="1.5" stroke-linecap="round" stroke-dasharray="2.6 2.4"/>'
            )
        self.defined[key] = f'<g id="{self.ids}-{key}" transform="translate(13 12) scale(3.083)">{drawn}</g>'
        return key


def number_text(value: float) -> str:
    """A number as it is written in a picture: two decimals at most.

    >>> number_text(3.0), number_text(1 / 3), number_text(-0.001)
    ('3', '0.33', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
