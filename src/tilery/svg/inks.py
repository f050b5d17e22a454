"""The colours of the app's look: its themes and its palettes, as in ``web/src/board/style/tokens.css``."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from tilery.errors import TileryError

__all__ = ["PICTURE_PALETTES", "PICTURE_THEMES", "Glaze", "Inks", "PicturePalette", "PictureTheme", "inks", "mixed"]

PictureTheme = Literal["light", "dark"]
"""The themes of the app."""
PicturePalette = Literal["standard", "colour-blind", "high-contrast"]
"""The palettes of the app."""

PICTURE_THEMES: tuple[PictureTheme, ...] = get_args(PictureTheme)
"""Every theme."""
PICTURE_PALETTES: tuple[PicturePalette, ...] = get_args(PicturePalette)
"""Every palette."""


class Glaze(NamedTuple):
    """What a colour of tiles is made of: its number, the dip and its edge, and the mark on it."""

    number: str
    glaze: str
    deep: str
    mark: str


class Inks(NamedTuple):
    """All the colours of a picture; ``strong`` tiles have a higher dip and a larger mark, ``outlined`` ones a rim."""

    glazes: dict[str, Glaze]
    face: tuple[str, str]
    shine: float
    rim: float
    shadow: tuple[str, float, float]
    cloth: str
    weave: tuple[str, float]
    lamp: float
    on_cloth: str
    chalk: str
    pine: str
    on_pine: str
    pine_dot: str
    oak: tuple[str, str, str]
    ledge: tuple[tuple[str, float], tuple[str, float], tuple[str, float]]
    strong: bool
    outlined: bool


_GLAZES = {
    "k": Glaze("#24211e", "#3a3631", "#171513", "#fffdf7"),
    "r": Glaze("#b32838", "#d23844", "#8e1622", "#fffdf7"),
    "b": Glaze("#1a57ae", "#2c6fcb", "#123f80", "#fffdf7"),
    "y": Glaze("#a65700", "#f0a92b", "#b87608", "#3d2200"),
    "j": Glaze("#6d2e66", "#7c3a75", "#4c1d47", "#fffdf7"),
}
_DARK_NUMBERS = {"r": "#a32c37", "y": "#924d00"}
_OTHER_GLAZES: dict[PicturePalette, dict[str, Glaze]] = {
    "standard": {},
    "colour-blind": {
        "k": Glaze("#111", "#1c1c1c", "#000", "#fffdf7"),
        "r": Glaze("#b0004f", "#d6246e", "#86003c", "#fffdf7"),
        "b": Glaze("#00539f", "#0f77c6", "#003c75", "#fffdf7"),
        "y": Glaze("#6e5200", "#f5d338", "#b09000", "#2b2000"),
    },
    "high-contrast": {
        "k": Glaze("#000", "#000", "#000", "#fff"),
        "r": Glaze("#981137", "#a10016", "#6a000e", "#fff"),
        "b": Glaze("#003d99", "#003d99", "#00265f", "#fff"),
        "y": Glaze("#784100", "#ffc22e", "#754300", "#000"),
    },
}


def inks(theme: PictureTheme, palette: PicturePalette) -> Inks:
    """The colours of a theme and a palette.

    >>> inks("light", "standard").glazes["r"].number, inks("dark", "standard").glazes["r"].number
    ('#b32838', '#a32c37')
    """
    if theme not in PICTURE_THEMES:
        raise TileryError("picture", f"there is no theme {theme!r}; there are {', '.join(PICTURE_THEMES)}")
    if palette not in PICTURE_PALETTES:
        raise TileryError("picture", f"there is no palette {palette!r}; there are {', '.join(PICTURE_PALETTES)}")
    dark = theme == "dark"
    own = {
        letter: glaze._replace(number=_DARK_NUMBERS.get(letter, glaze.number)) if dark else glaze
        for letter, glaze in _GLAZES.items()
    }
    face = ("#f1e9d9", "#e4d9c3") if dark else ("#fffdf7", "#f7f0e1")
    return Inks(
        glazes=own | _OTHER_GLAZES[palette],
        face=("#fff", "#fff") if palette == "high-contrast" else face,
        shine=0.4 if dark else 0.9,
        rim=0 if dark else 0.16,
        shadow=("#000", 0.26, 0.16) if dark else ("#1e2218", 0.14, 0.07),
        cloth="#343b38" if dark else "#b4bfae",
        weave=("#fff", 0.014) if dark else ("#26342c", 0.022),
        lamp=0.05 if dark else 0.16,
        on_cloth="#e3ebe3" if dark else "#1f2d26",
        chalk="#f7f3e8" if dark else "#fff",
        pine="#a5d6c1" if dark else "#1d4d42",
        on_pine="#0f2a23" if dark else "#f6f3e9",
        pine_dot="#1d6b58" if dark else "#1d4d42",
        oak=("#6e503a", "#5c412e", "#3f2b1e") if dark else ("#d8b587", "#c79f6d", "#a97f4f"),
        ledge=(("#000", 0.34), ("#000", 0.2), ("#fff0d7", 0.06))
        if dark
        else (("#462a0e", 0.3), ("#462a0e", 0.14), ("#fff0d7", 0.22)),
        strong=palette != "standard",
        outlined=palette == "high-contrast",
    )


def mixed(colour: str, share: float) -> str:
    """A colour mixed with white; ``share`` is its part of the whole.

    >>> mixed("#000", 0.8), mixed("#d23844", 1)
    ('#333333', '#d23844')
    """
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) for at in (0, 2, 4)]
    return "#" + "".join(f"{round(part * share + 255 * (1 - share)):02x}" for part in parts)
