"""``tilery check``: are these sets legal, as what, and what are they worth."""

from __future__ import annotations

from typing import Annotated, Any

from tilery.cli.batch import BatchLine, in_field, run_batch
from tilery.cli.command import argument
from tilery.cli.options import BatchOption, EditionOption, HouseRulesOption, JsonOption, TileSetOption
from tilery.cli.output import console, draws_plainly, finish, print_json
from tilery.cli.rulebook import Rulebook
from tilery.errors import TileryError
from tilery.notation import Table, Tiles
from tilery.rules import Rules, explain, read
from tilery.rules.reading import read_at_best

__all__ = ["check"]


class CheckLine(BatchLine, frozen=True, kw_only=True):
    """A line of ``tilery check --batch``."""

    sets: str


def check(
    sets: Annotated[list[str] | None, argument(metavar="SETS", help='As in "r4 r5 r6 | b8 k8 y8".')] = None,
    edition_name: EditionOption = None,
    tile_set_name: TileSetOption = None,
    rules_file: HouseRulesOption = None,
    batch: BatchOption = None,
    as_json: JsonOption = False,
) -> None:
    """Check sets: whether they're legal, what jokers stand for, what they're worth.

    A line of a batch: {"id", "edition", "tile_set", "sets"}.
    """
    book = Rulebook(edition_name, tile_set_name, rules_file)
    if (batch is None) == (sets is None):
        raise TileryError("usage", "give sets to check, or --batch FILE")
    if batch is not None:
        run_batch(batch, CheckLine, lambda line: answer(book.rules(line.edition, line.tile_set), line.sets))
        return
    result = answer(book.rules(), " ".join(sets or ()))
    if as_json:
        print_json({"id": None, **result})
    else:
        _draw(result)
    finish(result["legal"])


def answer(rules: Rules, text: str) -> dict[str, Any]:
    """Read every set; more copies of a tile than there are is an error."""
    table = in_field("sets", Table, text)
    rules.check_copies(table.tiles())
    sets = [_read(rules, tiles) for tiles in table]
    legal = all(one["legal"] for one in sets)
    return {"legal": legal, "value": sum(one["value"] for one in sets) if legal else None, "sets": sets}


def _read(rules: Rules, tiles: Tiles) -> dict[str, Any]:
    reading = read(tiles, rules.mirror)
    best = read_at_best(tiles, rules.mirror)
    if reading is None or best is None:
        reasons = [reason.text for reason in explain(tiles, rules.mirror)]
        return {"tiles": str(tiles), "legal": False, "reasons": reasons}
    return {
        "tiles": str(reading.tiles),
        "legal": True,
        "kind": reading.kind.value,
        "value": reading.value,
        "reads": reading.text,
        "shown_value": reading.shown_value,
        "best": str(best.tiles),
    }


def _draw(result: dict[str, Any]) -> None:
    told = [(Tiles(one["tiles"]), _told(one)) for one in result["sets"]]
    verdict = _worth(result) if result["legal"] else "not legal"
    if draws_plainly():
        print(*(f"{tiles}{text}" for tiles, text in told), verdict, sep="\n")
        return
    from rich.text import Text

    from tilery.cli.drawing import draw_tiles

    out = console()
    for tiles, text in told:
        out.print(draw_tiles(tiles).append(text), soft_wrap=True)
    out.print(Text(verdict, "bold green" if result["legal"] else "bold red"))


def _told(one: dict[str, Any]) -> str:
    """What is said of a set, after its tiles."""
    if not one["legal"]:
        return ": not legal: " + "; ".join(one["reasons"])
    reads = "" if one["reads"] == one["tiles"] else f", read as {one['reads']}"
    more = "" if one["shown_value"] == one["value"] else f"; as {one['best']} worth {one['value']}"
    return f": {one['kind'].replace('-', ' ')}{reads}, worth {one['shown_value']}{more}"


def _worth(result: dict[str, Any]) -> str:
    """What all sets are worth, as shown and, if that is more, in their best orders."""
    shown = sum(one["shown_value"] for one in result["sets"])
    more = "" if shown == result["value"] else f", at best {result['value']}"
    return f"legal, worth {shown}{more}"
