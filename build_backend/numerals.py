"""The numbers on drawn tiles, traced once from the app's typefaces: ``python -m build_backend.numerals``.

It writes ``src/tilery/svg/numerals.py``, which is committed, so that nobody needs a font or this program to draw
tiles. It needs fontTools and Brotli (``pip install fonttools brotli``) and the web app's packages.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FONTS = ROOT / "web/node_modules/@fontsource-variable"
SHOW = FONTS / "bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2"
READ = FONTS / "figtree/files/figtree-latin-wght-normal.woff2"
WRITTEN = ROOT / "src/tilery/svg/numerals.py"

SIZE = 86.0
"""How high the letters of a tile's number are, in hundredths of a tile's width; its style sheet says the same."""

_HEAD = '''# ruff: noqa: E501
"""The numbers as outlines, so that a picture needs no font. Made by ``python -m build_backend.numerals``.

Traced from Bricolage Grotesque (copyright 2022 The Bricolage Grotesque Project Authors) and Figtree (copyright 2022
The Figtree Project Authors), both under the SIL Open Font License, Version 1.1: https://openfontlicense.org
"""

from __future__ import annotations

__all__ = ["NUMBERS", "SMALL", "SMALL_HEIGHT", "SMALL_WIDTHS"]
'''


def main() -> None:
    """Trace the numbers and write them down."""
    narrow, usual = {"opsz": 20, "wght": 700, "wdth": 75}, {"opsz": 30, "wght": 700, "wdth": 92}
    numbers = []
    for number in range(1, 14):
        wide = number > 9
        face = _Typeface(SHOW, narrow if wide else usual, SIZE)
        spacing = (-0.045 if wide else -0.02) * SIZE
        numbers.append(face.centred(str(number), 50.0, spacing, (-0.03 if wide else 0) * SIZE))
    small = _Typeface(READ, {"wght": 800}, 100.0)
    signs = "0123456789·"
    lines = [_HEAD]
    lines += ["# fmt: off", "NUMBERS = ("]
    lines += [f'    "{path}",' for path in numbers]
    lines += [")", '"""1 to 13 on a tile that is 100 wide, the top of their line at 0 and its height 86."""', ""]
    lines += ["SMALL = {"]
    lines += [f'    "{sign}": "{small.outline(sign, 0)}",' for sign in signs]
    lines += ["}", '"""The digits and the dot between two, 100 high, on a line that begins at 0."""', ""]
    widths = ", ".join(f'"{sign}": {small.advance(sign):g}' for sign in signs)
    lines += [f"SMALL_WIDTHS = {{{widths}}}", "# fmt: on"]
    lines += ['"""How far it is from each to the next."""', ""]
    lines += [f"SMALL_HEIGHT = {small.cap:g}", '"""How high the digits themselves are; they stand on 0."""', ""]
    WRITTEN.write_text("\n".join(lines), "utf-8")


class _Typeface:
    """A typeface in one of its styles and sizes."""

    def __init__(self, path: Path, style: Mapping[str, float], size: float) -> None:
        from fontTools.ttLib import TTFont
        from fontTools.varLib.instancer import instantiateVariableFont

        font: Any = instantiateVariableFont(TTFont(path), dict(style))
        self.names = font.getBestCmap()
        self.glyphs = font.getGlyphSet()
        self.scale: float = size / font["head"].unitsPerEm
        above, below = font["hhea"].ascent * self.scale, -font["hhea"].descent * self.scale
        self.baseline = (size - above - below) / 2 + above
        self.cap = round(self._top("1") * self.scale, 1)

    def advance(self, sign: str) -> float:
        """How far it is from a sign to the next."""
        return round(float(self.glyphs[self.names[ord(sign)]].width) * self.scale, 1)

    def outline(self, sign: str, x: float, y: float = 0.0) -> str:
        """A sign as a path, its baseline at this height."""
        from fontTools.pens.svgPathPen import SVGPathPen
        from fontTools.pens.transformPen import TransformPen

        pen = SVGPathPen(self.glyphs, lambda value: f"{round(value, 1):g}")
        scale = self.scale
        self.glyphs[self.names[ord(sign)]].draw(TransformPen(pen, (scale, 0, 0, -scale, x, y)))
        return str(pen.getCommands())

    def centred(self, text: str, middle: float, spacing: float, indent: float) -> str:
        """A text in the middle of a line, as browsers put it: with the space after its last letter."""
        width = indent + sum(self.advance(sign) + spacing for sign in text)
        x, paths = middle - width / 2 + indent, []
        for sign in text:
            paths.append(self.outline(sign, x, self.baseline))
            x += self.advance(sign) + spacing
        return "".join(paths)

    def _top(self, sign: str) -> float:
        from fontTools.pens.boundsPen import BoundsPen

        pen = BoundsPen(self.glyphs)
        self.glyphs[self.names[ord(sign)]].draw(pen)
        return float(pen.bounds[3])


if __name__ == "__main__":
    main()
