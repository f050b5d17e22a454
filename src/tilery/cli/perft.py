"""``tilery perft``: how many turns a position has."""

from __future__ import annotations

import itertools
import sys
from typing import Annotated, Any

from tilery.cli.batch import BatchLine, in_field, run_batch
from tilery.cli.command import option
from tilery.cli.drawn_tile import DrawnOption, drawn_tile
from tilery.cli.options import BatchOption, EditionOption, HouseRulesOption, JsonOption, OpeningOption, TileSetOption
from tilery.cli.output import print_json
from tilery.cli.rulebook import Rulebook
from tilery.errors import TileryError
from tilery.notation import Table, Tiles
from tilery.rules import Rules
from tilery.solver import ToldApart, count_turns, turns
from tilery.solver.perft import perft_lines

__all__ = ["perft"]

_MOST_LISTED = 1_000_000
_APART: dict[str, ToldApart] = {"tiles": "tiles", "arrangements": "arrangements"}


class PerftLine(BatchLine, frozen=True, kw_only=True):
    """A line of ``tilery perft --batch``."""

    table: str
    rack: str
    opening: bool | None = None
    drawn: str | None = None


def perft(
    table: Annotated[str | None, option(metavar="TABLE", help="The table before the turn.")] = None,
    rack: Annotated[str | None, option(metavar="RACK", help="The player's rack.")] = None,
    opening: OpeningOption = False,
    drawn: DrawnOption = None,
    by: Annotated[str, option(metavar="tiles|arrangements|both", help="What makes two turns different.")] = "both",
    limit: Annotated[int | None, option(metavar="N", help="Stop counting there.")] = None,
    listed: Annotated[int, option("--list", metavar="N", help="List the first N turns, too.")] = 0,
    suite: Annotated[
        bool, option("--suite", help="Print fifty positions with their counts, to test a program with.")
    ] = False,
    edition_name: EditionOption = None,
    tile_set_name: TileSetOption = None,
    rules_file: HouseRulesOption = None,
    batch: BatchOption = None,
    as_json: JsonOption = False,
) -> None:
    """Count the turns of a position: by the tiles played, and by the arrangements after them.

    Drawing and passing aren't counted. An arrangement is which tiles lie together, whatever their order.

    A line of a batch: {"id", "edition", "tile_set", "table", "rack", "opening", "drawn"}.
    """
    if suite:
        sys.stdout.write(perft_lines())
        return
    if by not in (*_APART, "both"):
        raise TileryError("usage", f"--by must be tiles, arrangements or both, not {by!r}")
    if limit is not None and limit < 1:
        raise TileryError("usage", "--limit must be 1 or more")
    if not 0 <= listed <= _MOST_LISTED:
        raise TileryError("usage", f"--list must be from 0 to {_MOST_LISTED}")
    book = Rulebook(edition_name, tile_set_name, rules_file)
    wanted = [apart for name, apart in _APART.items() if by in (name, "both")]

    def answer(rules: Rules, line: PerftLine) -> dict[str, Any]:
        on_table, on_rack = in_field("table", Table, line.table), in_field("rack", Tiles, line.rack)
        opened = not (opening if line.opening is None else line.opening)
        just_drawn = drawn_tile(rules, on_rack, opened, line.drawn)
        data: dict[str, Any] = {
            apart: count_turns(rules, on_table, on_rack, opened=opened, by=apart, drawn=just_drawn, limit=limit)
            for apart in wanted
        }
        if listed:
            found = turns(rules, on_table, on_rack, opened=opened, by=wanted[-1], drawn=just_drawn)
            some = itertools.islice(found, listed)
            data["turns"] = [{"played": str(play.played), "table": str(play.table)} for play in some]
        return data

    if batch is not None:
        if any(given is not None for given in (table, rack, drawn)):
            raise TileryError("usage", "give a position, or --batch FILE")
        run_batch(batch, PerftLine, lambda line: answer(book.rules(line.edition, line.tile_set), line), progress=True)
        return
    if table is None or rack is None:
        raise TileryError("usage", 'give --table TABLE and --rack RACK ("" is empty), --batch FILE, or --suite')
    data = answer(book.rules(), PerftLine(table=table, rack=rack, drawn=drawn))
    if as_json:
        print_json({"id": None, **data})
        return
    for apart in wanted:
        more = " or more" if data[apart] == limit else ""
        print(f"{apart}: {data[apart]:,}{more}")
    for play in data.get("turns", ()):
        print(f"{play['played']}: {play['table']}")
