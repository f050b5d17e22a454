"""``tilery editions``: the editions and their rows."""

from __future__ import annotations

from typing import Annotated, Any

from rich import box
from rich.table import Table as Grid

from tilery.cli.command import argument
from tilery.cli.files import read_text
from tilery.cli.options import HouseRulesOption, JsonOption, complete_edition
from tilery.cli.output import console, print_json, printable
from tilery.errors import TileryError
from tilery.rules.edition import ROWS, Edition, booklet_name, edition, edition_names, load_house_rules

__all__ = ["editions", "row_value"]


def editions(
    name: Annotated[
        str | None,
        argument(metavar="NAME", help="One edition, with its sources.", completer=complete_edition),
    ] = None,
    rules_file: HouseRulesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the editions and their rules, side by side.

    With a NAME, or with the house rules of --rules, every row of that one: its value, what it means,
    and where in which booklet it stands.
    """
    if name is not None and rules_file is not None:
        raise TileryError("usage", "give the name of an edition or --rules, not both")
    one = edition(name) if name is not None else load_house_rules(read_text(rules_file)) if rules_file else None
    shown = [one] if one else [edition(known) for known in edition_names()]
    if as_json:
        print_json({"editions": [_data(each) for each in shown]})
    elif one:
        console().print(_sources(one))
    else:
        console().print(_side_by_side(shown))


def _data(one: Edition) -> dict[str, Any]:
    rows = {
        key: {
            "value": one.rows[key].value,
            "note": one.rows[key].note,
            "source": one.source(key),
            "silent": one.rows[key].silent,
        }
        for key in ROWS
    }
    return {"name": one.name, "title": one.title, "booklet": one.booklet, "rows": rows}


def _side_by_side(shown: list[Edition]) -> Grid:
    grid = Grid(
        "", *(one.name for one in shown), box=box.SIMPLE_HEAD, caption="* the booklet is silent", caption_justify="left"
    )
    grid.add_row("booklet", *(booklet_name(one.booklet) for one in shown))
    for key in ROWS:
        cells = [
            row_value(one, key) + ("*" if one.rows[key].silent and one.rows[key].value is not None else "")
            for one in shown
        ]
        grid.add_row(key, *cells)
    return grid


def _sources(one: Edition) -> Grid:
    title = f"{printable(one.title)}, by the booklet {booklet_name(one.booklet)}"
    grid = Grid("", "value", "meaning", "in the booklet", box=box.SIMPLE_HEAD, title=title, title_justify="left")
    for key in ROWS:
        grid.add_row(key, row_value(one, key), one.rows[key].note, printable(one.source(key)))
    return grid


def row_value(one: Edition, key: str) -> str:
    """The value of a row as a person reads it."""
    value = one.rows[key].value
    if key == "tile_sets":
        return ", ".join(f"{tiles.name} ({tiles})" if tiles.name == "house" else tiles.name for tiles in one.tile_sets)
    if key == "players":
        usual, *others = ((name, f"{least}–{most}") for name, (least, most) in value.items())
        return "; ".join([usual[1], *(f"{name}: {span}" for name, span in others if span != usual[1])])
    if key == "time_limit":
        return "none" if value is None else f"{value} s"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "–" if value is None else str(value)
