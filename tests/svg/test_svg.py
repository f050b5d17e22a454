"""Pictures: every tile is drawn once, where it belongs, the same way every time, and said in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit.midgame import playing
from tilery import ScoreSheet, Table, TileryError, Tiles, apply, edition, read, svg, view
from tilery.game import Play
from tilery.record.record import Replayed
from tilery.solver import best_play
from tilery.svg.drawn_tile import TILE_HEIGHT, TILE_WIDTH
from tilery.svg.inks import inks
from tilery.svg.layout import row_width
from tilery.tiles import ALL_KINDS, KINDS_BY_TEXT

GOLDEN = Path(__file__).parent / "golden"
APP = Path(__file__).parents[2] / "web/src"
PICTURES = {
    "table": lambda: svg.table("r4 j r6 | k7 b7 y7", "r7 d c m"),
    "move-dark": lambda: svg.move("r4 b4 k4 y4", "r4 k4 y4 | b3 b4 b5 b6", steps=True, theme="dark"),
    "tiles-colour-blind": lambda: svg.tiles("k1 r2 b3 y13 j", palette="colour-blind"),
}
NAMESPACE = "{http://www.w3.org/2000/svg}"

racks = st.lists(st.sampled_from(ALL_KINDS), max_size=40).map(Tiles)
tables = st.lists(st.lists(st.sampled_from(ALL_KINDS), min_size=1, max_size=13).map(Tiles), max_size=14).map(Table)


class DrawnTile(NamedTuple):
    kind: str
    x: float
    y: float


class Drawing:
    """A picture as a parser reads it."""

    def __init__(self, text: str) -> None:
        self.root = ElementTree.fromstring(text)
        self.ids = [each.attrib["id"] for each in self.root.iter() if "id" in each.attrib]
        self.width, self.height = map(float, self.root.attrib["viewBox"].split()[2:])

    def said(self, what: str) -> str:
        found = self.root.find(NAMESPACE + what)
        assert found is not None and found.attrib["id"] in self.root.attrib.values()
        return found.text or ""

    def uses(self, name: str) -> list[Any]:
        found = [each for each in self.root if each.tag == NAMESPACE + "use"]
        return [each for each in found if each.attrib["href"].partition("-")[2] == name]

    @property
    def tiles(self) -> list[DrawnTile]:
        symbols = {each.attrib["id"] for each in self.root.iter(NAMESPACE + "symbol")}
        return [
            DrawnTile(each.attrib["href"].split("-")[1], float(each.attrib["x"]), float(each.attrib["y"]))
            for each in self.root
            if each.tag == NAMESPACE + "use" and each.attrib["href"][1:] in symbols
        ]


def checked(text: str, kinds: Sequence[Any]) -> Drawing:
    """A picture in which these tiles are drawn, none twice, none on another, none beyond the edge."""
    drawing = Drawing(text)
    assert Counter(tile.kind for tile in drawing.tiles) == Counter(map(str, kinds))
    corners = sorted((tile.y, tile.x) for tile in drawing.tiles)
    for y, x in corners:
        assert x >= 0 and x + TILE_WIDTH <= drawing.width
        assert y >= 0 and y + TILE_HEIGHT <= drawing.height
    for (y, x), (next_y, next_x) in pairwise(corners):
        assert next_x >= x + TILE_WIDTH if next_y == y else next_y >= y + TILE_HEIGHT
    assert len(drawing.ids) == len(set(drawing.ids))
    assert set(re.findall(r'(?:href="|url\()#([^")]+)', text)) <= set(drawing.ids)
    return drawing


@given(tables, st.none() | racks, st.integers(40, 1500), st.sampled_from(svg.PICTURE_PALETTES))
def test_every_tile_is_drawn_once_and_has_room(
    table: Table, rack: Tiles | None, width: int, palette: svg.PicturePalette
) -> None:
    drawing = checked(svg.table(table, rack, width=width, palette=palette), [*table.tiles(), *(rack or ())])
    assert float(drawing.root.attrib["width"]) <= width + 0.01


@given(racks, st.integers(90, 1500))
def test_every_tile_of_a_rack_is_drawn_once_and_has_room(rack: Tiles, width: int) -> None:
    for picture in (svg.rack(rack, width=width), svg.tiles(rack, width=width)):
        drawing = checked(picture, rack)
        assert float(drawing.root.attrib["width"]) <= width + 0.01 or not rack


@given(st.text())
def test_any_title_is_said_and_nothing_else_comes_of_it(title: str) -> None:
    drawing = Drawing(svg.table("r4 r5 r6", title=title))
    harmless = re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", title)
    assert drawing.said("title") == re.sub("\r\n?", "\n", harmless)
    assert len(drawing.root) == len(Drawing(svg.table("r4 r5 r6")).root)


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_the_same_text_every_time(name: str) -> None:
    assert PICTURES[name]() == (GOLDEN / f"{name}.svg").read_text("utf-8")


def test_a_kind_is_drawn_once_however_often_it_is_there() -> None:
    text = svg.tiles("r7 r7 r7 r7 b7")
    assert text.count("<symbol") == 2
    assert len(svg.table(Table([Tiles(ALL_KINDS[:13])] * 8), Tiles(ALL_KINDS[:30]))) < 25_000


def test_pictures_on_one_page_do_not_share_ids() -> None:
    one, other = Drawing(svg.tiles("r7")), Drawing(svg.tiles("r7", theme="dark"))
    assert not set(one.ids) & set(other.ids)
    assert all(name.startswith("mine-") for name in Drawing(svg.tiles("r7", ids="mine")).ids)


def test_a_picture_says_what_is_on_it() -> None:
    drawing = Drawing(svg.table("r4 j r6", "d", fresh=[(0, 0)], moved=[(0, 2)], steps={(0, 0): 1}))
    assert drawing.root.attrib["role"] == "img"
    assert drawing.said("title") == "A table: 1 set, and a rack of 1 tile"
    words = "Red 4, joker for 5, red 6. New: red 4. Moved: red 6. Step 1: red 4. Rack: double joker."
    assert drawing.said("desc") == words


def test_nothing_is_a_picture_too() -> None:
    assert Drawing(svg.table("", "")).said("desc") == "Rack: empty."
    assert Drawing(svg.tiles("")).said("title") == "No tiles"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("r4 j r6", "j-r5"),
        ("r2 d r5", "d-r3.4"),
        ("r5 c b7", "c-rb6"),
        ("r6 j b2", "j"),
    ],
)
def test_a_joker_shows_what_it_stands_for_where_the_set_is_legal_as_it_lies(text: str, name: str) -> None:
    assert len(Drawing(svg.table(text)).uses(name)) == 1
    assert len(Drawing(svg.tiles(text)).uses(name.partition("-")[0])) == 1


def test_a_mirror_joker_stands_for_what_the_rules_say() -> None:
    twist = edition("twist-2016").rules()
    mirrored = "b3 b4 m b4 b3"
    for mirror, name in (("none", "m"), ("middle", "m-5")):
        rules = msgspec.structs.replace(twist, mirror=mirror)
        assert len(Drawing(svg.table(mirrored, rules=rules)).uses(name)) == 1


def test_sets_lie_in_rows_and_a_long_one_makes_tiles_smaller() -> None:
    wide = Drawing(svg.table("r1 r2 r3 | b1 b2 b3"))
    narrow = Drawing(svg.table("r1 r2 r3 | b1 b2 b3", width=200))
    assert len({tile.y for tile in wide.tiles}) == 1
    assert len({tile.y for tile in narrow.tiles}) == 2
    long = Drawing(svg.table(Table([Tiles(ALL_KINDS[:13])]), width=300))
    assert len({tile.y for tile in long.tiles}) == 1
    assert long.width > row_width(13)


def test_a_move_marks_what_is_new_and_what_has_moved() -> None:
    before, after = "r4 b4 k4 y4 | k1 k2 k3", "k1 k2 k3 | r4 k4 y4 | b3 b4 b5 b6"
    plain, numbered = Drawing(svg.move(before, after)), Drawing(svg.move(before, after, steps=True))
    assert (len(plain.uses("new")), len(plain.uses("moved"))) == (3, 1)
    circles = [each for each in plain.root if each.tag == NAMESPACE + "circle"]
    assert len(circles) == 3, "a dot on each new tile"
    assert not [each for each in numbered.root if each.tag == NAMESPACE + "circle"], "the number is enough"
    assert "Step 2: blue 3, blue 4, blue 5, blue 6." in numbered.said("desc")


@given(st.permutations(["r4 b4 k4 y4", "b7 b8 b9", "r1 r2 r3 r4"]))
def test_a_move_is_marked_whatever_the_order_of_the_sets(sets: list[str]) -> None:
    after = Table("r1 r2 r3 | r4 k4 y4 | b7 b8 b9 b10 | b4 b5 b6 | r4 r5 r6")
    drawing = Drawing(svg.move(Table(" | ".join(sets)), after, steps=True))
    assert (len(drawing.uses("new")), len(drawing.uses("moved"))) == (5, 2)


@pytest.mark.parametrize("theme", svg.PICTURE_THEMES)
@pytest.mark.parametrize("palette", svg.PICTURE_PALETTES)
def test_every_kind_is_drawn_in_every_theme_and_palette(theme: svg.PictureTheme, palette: svg.PicturePalette) -> None:
    checked(svg.tiles(Tiles(ALL_KINDS), theme=theme, palette=palette), list(KINDS_BY_TEXT))


@pytest.mark.parametrize(
    ("asked", "refused"),
    [
        ({"theme": "blue"}, "there is no theme 'blue'; there are light, dark"),
        ({"palette": "pink"}, "there is no palette 'pink'"),
        ({"width": 3}, "a picture is 40 to 10000 pixels wide, not 3"),
        ({"ids": '"><script>'}, "ids cannot begin with"),
        ({"fresh": [(0, 3)]}, r"there is no tile at \(0, 3\)"),
        ({"fresh": [(0, 0)], "moved": [(0, 0)]}, "either new or moved"),
        ({"steps": {(0, 0): 0}}, "steps are numbered from 1"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_a_reason(asked: dict[str, Any], refused: str) -> None:
    with pytest.raises(TileryError, match=refused):
        svg.table("r4 r5 r6", **asked)


def test_a_move_that_loses_a_tile_is_refused() -> None:
    with pytest.raises(TileryError, match="blue 5 was on the table before the move"):
        svg.move("b3 b4 b5", "b3 b4 b6")


def test_notebooks_show_pictures() -> None:
    rules = edition("sabra").rules()
    table, rack = Table("b4 b5 b6 | r8 k8 y8"), Tiles("b3 b8 k1")
    play = best_play(rules, table, rack)
    assert play is not None
    assert rack._repr_svg_() == svg.tiles(rack)
    assert table._repr_svg_() == svg.table(table)
    assert play._repr_svg_() == svg.table(play.table)
    seen = view(playing("sabra", "r7 b1", "y12", table="r4 r5 r6"), 0)
    assert seen._repr_svg_() == svg.table("r4 r5 r6", "r7 b1")
    reading = read(Tiles("r4 j r6"))
    assert reading is not None
    assert reading._repr_svg_() == svg.table("r4 j r6")


def test_notebooks_show_the_moves_of_a_record_and_score_sheets() -> None:
    game = playing("sabra", "b3 k1", "y12", table="b4 b5 b6")
    after, events = apply(game, Play(0, Table("b3 b4 b5 b6")))
    replayed = Replayed(1, 2, Play(0, Table("b3 b4 b5 b6")), events, game, after)
    assert replayed._repr_svg_() == svg.move("b4 b5 b6", "b3 b4 b5 b6")
    sheet = ScoreSheet(("Ann", "<b>"), "total").add((5, -5), 0)._repr_html_()
    assert "<th>Ann</th><th>&lt;b&gt;</th>" in sheet
    assert "<tr><td>1</td><td>5</td><td>-5</td></tr>" in sheet


@pytest.mark.parametrize("theme", svg.PICTURE_THEMES)
@pytest.mark.parametrize("palette", svg.PICTURE_PALETTES)
def test_the_colours_are_the_apps(theme: svg.PictureTheme, palette: svg.PicturePalette) -> None:
    css = "".join((APP / name).read_text("utf-8") for name in ("board/style/tokens.css", "styles/tokens.css"))
    found = inks(theme, palette)
    own = [colour for glaze in found.glazes.values() for colour in glaze]
    own += [*found.face, found.cloth, found.on_cloth, found.chalk, found.pine, found.on_pine, found.pine_dot]
    assert [colour for colour in (*own, *found.oak) if not re.search(rf"{colour}\b", css)] == []
