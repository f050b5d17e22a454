"""``tilery settle``: what happens to a turn whose time ran out."""

from __future__ import annotations

from typing import Annotated, Any

from rich.text import Text

from tilery.cli.batch import BatchLine, in_field, run_batch
from tilery.cli.command import option
from tilery.cli.drawing import draw_table, draw_tiles
from tilery.cli.drawn_tile import DrawnOption, drawn_tile
from tilery.cli.options import BatchOption, EditionOption, HouseRulesOption, JsonOption, OpeningOption, TileSetOption
from tilery.cli.output import console, print_json
from tilery.cli.rulebook import Rulebook
from tilery.errors import TileryError
from tilery.notation import Table, Tiles
from tilery.rules import Rules
from tilery.rules import settle as settle_turn
from tilery.rules.turn import check_position

__all__ = ["settle"]


class SettleLine(BatchLine, frozen=True, kw_only=True):
    """A line of ``tilery settle --batch``."""

    before: str
    rack: str
    draft: str
    pool: int
    opening: bool | None = None
    drawn: str | None = None


def settle(
    before: Annotated[str | None, option(metavar="TABLE", help="The table before the turn.")] = None,
    rack: Annotated[str | None, option(metavar="RACK", help="The player's rack before the turn.")] = None,
    draft: Annotated[
        str | None,
        option(metavar="TABLE", help="The table when time runs out; loose tiles are sets of one."),
    ] = None,
    pool: Annotated[int | None, option(metavar="N", help="How many tiles the pool has.")] = None,
    opening: OpeningOption = False,
    drawn: DrawnOption = None,
    edition_name: EditionOption = None,
    tile_set_name: TileSetOption = None,
    rules_file: HouseRulesOption = None,
    batch: BatchOption = None,
    as_json: JsonOption = False,
) -> None:
    """Settle a turn whose time ran out.

    A line of a batch: {"id", "edition", "tile_set", "opening", "before", "rack", "draft", "pool", "drawn"}.
    """
    book = Rulebook(edition_name, tile_set_name, rules_file)
    if batch is not None:
        if any(given is not None for given in (before, rack, draft, pool, drawn)):
            raise TileryError("usage", "give a turn, or --batch FILE")
        run_batch(batch, SettleLine, lambda line: answer(book.rules(line.edition, line.tile_set), line, opening))
        return
    if before is None or rack is None or draft is None or pool is None:
        wanted = '--before TABLE, --rack RACK, --draft TABLE ("" is empty) and --pool N'
        raise TileryError("usage", f"give {wanted}, or --batch FILE")
    line = SettleLine(before=before, rack=rack, draft=draft, pool=pool, drawn=drawn)
    result = answer(book.rules(), line, opening)
    if as_json:
        print_json({"id": None, **result})
    else:
        _draw(result)


def answer(rules: Rules, line: SettleLine, opening: bool) -> dict[str, Any]:
    """The settlement as JSON data; the rack is as it is before drawing."""
    before, draft = in_field("before", Table, line.before), in_field("draft", Table, line.draft)
    rack = in_field("rack", Tiles, line.rack)
    if line.pool < 0:
        raise TileryError("pool", f"a pool cannot have {line.pool} tiles")
    check_position(rules, before, rack)
    opened = not (opening if line.opening is None else line.opening)
    settled = settle_turn(rules, before, rack, draft, opened, line.pool, drawn_tile(rules, rack, opened, line.drawn))
    return {
        "verdict": settled.verdict.value,
        "table": str(settled.table),
        "rack": " ".join(sorted(map(str, settled.rack(rack)))),
        "draw": settled.draw,
    }


_WORDS = {
    "stands": "the play is complete and counts",
    "nothing-moved": "nothing was moved",
    "restored": "the table goes back to how it was",
    "kept": "the legal sets stay, all other tiles go to the rack",
}


def _draw(result: dict[str, Any]) -> None:
    out = console()
    out.print(Text(_WORDS[result["verdict"]], "bold"))
    width = out.width - 7 if out.is_terminal else None
    out.print(Text("table: ").append_text(draw_table(Table(result["table"]), width=width)), soft_wrap=True)
    out.print(Text("rack: ").append_text(draw_tiles(Tiles(result["rack"]).sorted())), soft_wrap=True)
    out.print(f"draw: {result['draw']}")
