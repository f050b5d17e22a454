"""How far apart the colours of the tiles are for every eye: ``python -m benchmarks.palettes``.

For each palette and theme, and for eyes that lack one kind of cone, the two colours that are nearest to each other and
the difference between them as CIE 1976 measures it: of the numbers, then of their glazes.
"""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

TOKENS = Path(__file__).resolve().parents[1] / "web/src/board/style/tokens.css"
Colour = tuple[float, float, float]
Matrix = tuple[Colour, Colour, Colour]

SIGHTS: dict[str, Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""How linear RGB is seen where one kind of cone is missing: Machado, Oliveira and Fernandes 2009, severity 1."""

PALETTES = ("default", "colour-blind", "high-contrast")
THEMES = ("light", "dark")


def tokens(palette: str, theme: str) -> dict[str, str]:
    """The colours by their names, as they hold in a palette and a theme."""
    text = TOKENS.read_text("utf-8")
    found: dict[str, str] = {}
    for rule in (":root", f':root[data-palette="{palette}"]'):
        body = re.search(rf"^{re.escape(rule)} {{(.*?)^}}", text, re.MULTILINE | re.DOTALL)
        for name, value in re.findall(r"--([\w-]+):\s*([^;]+);", body[1] if body else ""):
            both = re.fullmatch(r"light-dark\((#\w+), (#\w+)\)", value)
            found[name] = both[1 if theme == "light" else 2] if both else value
    return found


def linear(colour: str) -> Colour:
    """A colour's share of red, green and blue light."""
    digits = colour.lstrip("#")
    digits = digits if len(digits) == 6 else "".join(each * 2 for each in digits)
    red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return _light(red), _light(green), _light(blue)


def _light(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def times(matrix: Matrix, colour: Colour) -> Colour:
    x, y, z = (sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix)
    return x, y, z


def lab(light: Colour) -> Colour:
    """CIE 1976 L*a*b* under D65."""
    xyz = times(
        ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041)),
        light,
    )
    x, y, z = (_root(part / white) for part, white in zip(xyz, (0.95047, 1.0, 1.08883), strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(part: float) -> float:
    return float(part ** (1 / 3)) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116


def difference(one: str, other: str, sight: str) -> float:
    """How far apart two colours are for somebody's eyes."""
    seen = [times(SIGHTS[sight], linear(each)) for each in (one, other)]
    first, second = (lab((_clip(red), _clip(green), _clip(blue))) for red, green, blue in seen)
    return float(sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5)


def _clip(part: float) -> float:
    return min(1.0, max(0.0, part))


def contrast(one: str, other: str) -> float:
    """The ratio of two colours' luminance, as WCAG has it."""
    low, high = sorted(
        sum(a * b for a, b in zip((0.2126, 0.7152, 0.0722), linear(each), strict=True)) for each in (one, other)
    )
    return (high + 0.05) / (low + 0.05)


def differences(palette: str, theme: str, sight: str, part: str = "") -> dict[str, float]:
    """How far apart every two colours of tiles are; ``part`` is empty for numbers and ``-glaze`` for glazes."""
    found = tokens(palette, theme)
    return {
        one + other: difference(found[f"{one}{part}"], found[f"{other}{part}"], sight)
        for one, other in combinations("krby", 2)
    }


def main() -> None:
    for palette in PALETTES:
        for theme in THEMES:
            for sight in SIGHTS:
                nearest = [
                    min(differences(palette, theme, sight, part).items(), key=lambda pair: pair[1])
                    for part in ("", "-glaze")
                ]
                print(f"{palette:14}{theme:6}{sight:7}", "  ".join(f"{pair} {apart:5.1f}" for pair, apart in nearest))


if __name__ == "__main__":
    main()
