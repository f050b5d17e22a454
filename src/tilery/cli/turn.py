"""``tilery turn``: the referee of a turn."""

from __future__ import annotations

from typing import Annotated, Any

from rich.text import Text

from tilery.cli.batch import BatchLine, in_field, run_batch
from tilery.cli.command import option
from tilery.cli.drawing import draw_table, draw_tiles
from tilery.cli.drawn_tile import DrawnOption, drawn_tile
from tilery.cli.options import BatchOption, EditionOption, HouseRulesOption, JsonOption, OpeningOption, TileSetOption
from tilery.cli.output import console, finish, print_json
from tilery.cli.rulebook import Rulebook
from tilery.errors import TileryError
from tilery.notation import Table, Tiles
from tilery.rules import Rules, Turn, judge
from tilery.rules.edition import booklet_name
from tilery.rules.turn import check_position
from tilery.wire import to_plain

__all__ = ["turn"]


class TurnLine(BatchLine, frozen=True, kw_only=True):
    """A line of ``tilery turn --batch``."""

    before: str
    rack: str
    after: str
    opening: bool | None = None
    drawn: str | None = None


def turn(
    before: Annotated[str | None, option(metavar="TABLE", help="The table before the turn.")] = None,
    rack: Annotated[str | None, option(metavar="RACK", help="The player's rack before the turn.")] = None,
    after: Annotated[str | None, option(metavar="TABLE", help="The whole table after the turn.")] = None,
    opening: OpeningOption = False,
    drawn: DrawnOption = None,
    edition_name: EditionOption = None,
    tile_set_name: TileSetOption = None,
    rules_file: HouseRulesOption = None,
    batch: BatchOption = None,
    as_json: JsonOption = False,
) -> None:
    """Referee a turn: whether it's legal, what was played, or everything that's wrong.

    A line of a batch: {"id", "edition", "tile_set", "opening", "before", "rack", "after", "drawn"}.
    """
    book = Rulebook(edition_name, tile_set_name, rules_file)
    if batch is not None:
        if any(given is not None for given in (before, rack, after, drawn)):
            raise TileryError("usage", "give a turn, or --batch FILE")
        run_batch(
            batch,
            TurnLine,
            lambda line: answer(_judge(book.rules(line.edition, line.tile_set), line, opening)),
        )
        return
    if before is None or rack is None or after is None:
        raise TileryError("usage", 'give --before TABLE, --rack RACK and --after TABLE ("" is empty), or --batch FILE')
    line = TurnLine(before=before, rack=rack, after=after, drawn=drawn)
    verdict = _judge(book.rules(), line, opening)
    if as_json:
        print_json({"id": None, **answer(verdict)})
    else:
        _draw(verdict, Table(before))
    finish(verdict.legal)


def _judge(rules: Rules, line: TurnLine, opening: bool) -> Turn:
    before, after = in_field("before", Table, line.before), in_field("after", Table, line.after)
    rack = in_field("rack", Tiles, line.rack)
    check_position(rules, before, rack)
    opened = not (opening if line.opening is None else line.opening)
    return judge(rules, before, rack, after, opened, drawn_tile(rules, rack, opened, line.drawn))


def answer(verdict: Turn) -> dict[str, Any]:
    """The referee's verdict as JSON data."""
    data: dict[str, Any] = {
        "legal": verdict.legal,
        "played": str(verdict.played),
        "tiles": len(verdict.played),
        "value": verdict.value,
        "opening_value": verdict.opening_value,
        "defects": to_plain(verdict.defects),
        "more": verdict.more,
    }
    return data | {"table": str(verdict.table)} if verdict.legal else data


def _draw(verdict: Turn, before: Table) -> None:
    out = console()
    out.print(Text("legal", "bold green") if verdict.legal else Text("not legal", "bold red"))
    for defect in verdict.defects:
        source = f" [{defect.rule}, {booklet_name(defect.booklet, short=True)}]"
        out.print(Text(f"- {defect.text}").append(source, "dim"), soft_wrap=True)
    if verdict.more:
        out.print(f"- and {verdict.more} more sets are not legal")
    count = len(verdict.played)
    played = Text(f"played: {count} tile{'s' if count != 1 else ''} worth {verdict.value}")
    if verdict.played:
        played.append(": ").append_text(draw_tiles(verdict.played))
    out.print(played, soft_wrap=True)
    if verdict.opening_value is not None:
        out.print(f"opening value: {verdict.opening_value}")
    if verdict.legal:
        width = out.width - 7 if out.is_terminal else None
        out.print(Text("table: ").append_text(draw_table(verdict.table, verdict.played, before, width)), soft_wrap=True)
