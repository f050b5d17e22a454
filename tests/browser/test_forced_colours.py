"""Where the system forces its own few colours (high contrast on Windows) tiles say all they did."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.conftest import alone
from tests.kit.browser import Person

Arrive = Callable[..., Person]
Stack = Callable[..., None]

COLOURS = "krby"

_TILES = """() => Object.fromEntries([..."krby"].map((colour) => {
  const tile = document.querySelector(`.rack .tile.${colour}`);
  const mark = tile.querySelector("i");
  const drawn = getComputedStyle(mark, colour === "r" || colour === "y" ? "::before" : null);
  return [colour, {
    number: getComputedStyle(tile.querySelector("b")).color,
    glaze: getComputedStyle(tile).backgroundImage,
    mark: [getComputedStyle(mark).color, drawn.width, drawn.backgroundImage, drawn.backgroundColor].join(),
  }];
}))"""

_LINE = """(element, part) => {
  const style = getComputedStyle(element, part);
  return style.content === "none" ? "none" : `${style.outlineStyle} ${style.outlineColor} ${style.outlineWidth}`;
}"""


def test_forced_colours_keep_numbers_colours_and_marks(arrive: Arrive, stack: Stack) -> None:
    ann = arrive()
    alone(ann, stack, rack="r10 r11 r12 r13 b3 k5 y7 k9 b1 y1 k2 r6 y9 b13")
    for scheme in ("light", "dark"):
        ann.page.emulate_media(color_scheme=scheme, forced_colors="none")
        usual = ann.page.evaluate(_TILES)
        ann.page.emulate_media(color_scheme=scheme, forced_colors="active")
        assert ann.page.evaluate(_TILES) == usual
        for part in ("number", "glaze", "mark"):
            assert len({usual[colour][part] for colour in COLOURS}) == len(COLOURS), part


def test_forced_colours_keep_what_marks_tiles_sets_and_buttons(arrive: Arrive, stack: Stack) -> None:
    ann = arrive(forced_colors="active")
    alone(ann, stack)
    ann.lay("r10", "r11", "r12", "r13")
    ann.lay("b3", "k5")
    ann.page.locator(".board .set.bad").wait_for()
    ann.select("k9")
    usual = ann.held("b1").locator(".tile").evaluate(_LINE)
    selected = ann.held("k9").locator(".tile").evaluate(_LINE)
    new = ann.laid("r10").locator(".tile").evaluate(_LINE)
    assert len({usual, selected, new}) == 3
    assert ann.page.locator(".board .set.bad").evaluate(_LINE, "::before").startswith("dashed")
    lined = "each => parseFloat(getComputedStyle(each).borderTopWidth) > 0"
    for button in ann.page.locator(".acts .press >> visible=true").all():
        assert button.evaluate(lined), button.inner_text()
