"""The colours of the tiles stay apart for every eye, and stand out from the bone they are on."""

from __future__ import annotations

from itertools import product

import pytest

from benchmarks.palettes import PALETTES, SIGHTS, THEMES, contrast, difference, differences, tokens

APART = 20.0
"""The least difference between two colours, as CIE 1976 measures it; 2 can just be seen side by side."""

CONTRAST = {
    ("default", "light"): {"k": 14.11, "r": 5.63, "b": 6.13, "y": 4.62, "j": 8.29},
    ("default", "dark"): {"k": 11.45, "r": 5.02, "b": 4.97, "y": 4.54, "j": 6.72},
    ("colour-blind", "light"): {"k": 16.64, "r": 6.25, "b": 6.76, "y": 6.45, "j": 8.29},
    ("colour-blind", "dark"): {"k": 13.4, "r": 5.0, "b": 5.4, "y": 5.1, "j": 6.7},
    ("high-contrast", "light"): {"k": 21.0, "r": 8.31, "b": 9.87, "y": 8.21, "j": 9.40},
    ("high-contrast", "dark"): {"k": 21.0, "r": 8.31, "b": 9.87, "y": 8.21, "j": 9.40},
}
"""What a number on the darker end of the bone has at least."""


def test_every_palette_is_looked_at() -> None:
    assert set(CONTRAST) == set(product(PALETTES, THEMES))


@pytest.mark.parametrize(("palette", "theme"), CONTRAST)
@pytest.mark.parametrize("part", ["", "-glaze"], ids=["numbers", "glazes"])
def test_every_two_colours_of_tiles_are_apart_for_every_eye(part: str, palette: str, theme: str) -> None:
    near = {
        f"{pair} {sight}": round(apart, 1)
        for sight in SIGHTS
        for pair, apart in differences(palette, theme, sight, part).items()
        if apart < APART
    }
    assert near == {}


@pytest.mark.parametrize(("palette", "theme"), CONTRAST)
def test_every_number_stands_out_from_its_tile(palette: str, theme: str) -> None:
    found = tokens(palette, theme)
    low = {
        name: round(ratio, 2)
        for name, least in CONTRAST[palette, theme].items()
        if (ratio := contrast(found[name], found["face-2"])) < least - 0.005
    }
    assert low == {}


def test_the_differences_are_those_that_others_measure() -> None:
    assert contrast("#fff", "#000") == pytest.approx(21)
    assert difference("#000", "#fff", "usual") == pytest.approx(100, abs=0.1)
    assert difference("#aa5500", "#b8202f", "deutan") == pytest.approx(18, abs=0.5)
