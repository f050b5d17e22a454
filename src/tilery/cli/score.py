"""``tilery score``: a score sheet from racks or from a record."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tilery.cli.batch import BatchLine, in_field, run_batch
from tilery.cli.draw import draw_sheet
from tilery.cli.options import BatchOption, EditionOption, HouseRulesOption, JsonOption, TileSetOption
from tilery.cli.output import console, error_data, print_error, print_json
from tilery.cli.records import check_rules_named, games_of, open_record
from tilery.cli.rulebook import Rulebook
from tilery.errors import TileryError
from tilery.match import ScoreSheet, seat_name
from tilery.notation import Tiles
from tilery.record import MatchRecord, RecordError
from tilery.rules import Rules, Scores
from tilery.rules import score as score_game

__all__ = ["score"]


class ScoreLine(BatchLine, frozen=True, kw_only=True):
    """A line of ``tilery score --batch``."""

    racks: list[str]
    out: int | None = None
    last: int | None = None
    starter: int = 0
    resigned: tuple[int, ...] = ()


def score(
    rack: Annotated[
        list[str] | None, typer.Option(metavar="RACK", help='The racks in the order of the seats, "" for an empty one.')
    ] = None,
    out: Annotated[
        int | None,
        typer.Option(metavar="SEAT", help="Who went out, 0 for the first; leave it out if the pool ran out."),
    ] = None,
    last: Annotated[int | None, typer.Option(metavar="SEAT", help="Who last played a tile from their rack.")] = None,
    starter: Annotated[int, typer.Option(metavar="SEAT", help="Who started.")] = 0,
    resigned: Annotated[list[int] | None, typer.Option(metavar="SEAT", help="Who resigned.")] = None,
    record: Annotated[
        str | None, typer.Option(metavar="FILE", help="A record, - for stdin: the score sheet of its games.")
    ] = None,
    edition_name: EditionOption = None,
    tile_set_name: TileSetOption = None,
    rules_file: HouseRulesOption = None,
    batch: BatchOption = None,
    as_csv: Annotated[bool, typer.Option("--csv", help="Answer in CSV.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Score a game from its racks, or draw the score sheet of a record.

    A line of a batch: {"id", "edition", "tile_set", "racks", "out", "last", "starter"}; seats count from 0.
    """
    if (rack is not None) + (record is not None) + (batch is not None) != 1:
        raise TileryError("usage", "give the racks (--rack RACK for each), or --record FILE, or --batch FILE")
    if as_csv and (as_json or batch is not None):
        raise TileryError("usage", "--csv goes with neither --json nor --batch")
    book = Rulebook(edition_name, tile_set_name, rules_file)
    if batch is not None:
        run_batch(batch, ScoreLine, lambda line: answer(_score(book.rules(line.edition, line.tile_set), line)))
    elif record is not None:
        _score_record(record, book, as_csv, as_json)
    else:
        line = ScoreLine(racks=rack or [], out=out, last=last, starter=starter, resigned=tuple(resigned or ()))
        scores = _score(book.rules(), line)
        if as_json:
            print_json({"id": None, **answer(scores)})
        else:
            names = tuple(map(seat_name, range(len(scores.scores))))
            _show(ScoreSheet(names, book.rules().match).add(*scores), as_csv)


def _score(rules: Rules, line: ScoreLine) -> Scores:
    racks = [in_field(f"rack {seat}", Tiles, text) for seat, text in enumerate(line.racks)]
    least, most = rules.players
    if not least <= len(racks) <= most:
        raise TileryError("players", f"there are {len(racks)} racks, but the rules are for {least} to {most} players")
    rules.check_copies(*racks)
    return score_game(rules, racks, line.out, line.last, line.starter, frozenset(line.resigned))


def answer(scores: Scores) -> dict[str, Any]:
    """The scores as JSON data."""
    return {"scores": list(scores.scores), "winner": scores.winner}


def _score_record(path: str, book: Rulebook, as_csv: bool, as_json: bool) -> None:
    record, damage = open_record(path)
    if book.given:
        check_rules_named(record, book)
    sheet = ScoreSheet(record.names, record.rules.match)
    for game in games_of(record):
        if game.result is not None:
            sheet = sheet.add(game.result.scores, game.result.winner)
    planned = record.length.total(len(record.names)) if isinstance(record, MatchRecord) else 1
    if as_json:
        print_json(_sheet_data(sheet, planned, damage))
    else:
        _show(sheet, as_csv)
        if not as_csv and damage is None and len(sheet.entries) < planned:
            games = "the game has" if planned == 1 else f"{len(sheet.entries)} of {planned} games have"
            console().print(f"not finished: {games} {'not ' if planned == 1 else ''}ended")
    if damage is not None:
        raise typer.Exit(print_error(damage, as_json=False))


def _sheet_data(sheet: ScoreSheet, planned: int, damage: RecordError | None) -> dict[str, Any]:
    return {
        "names": list(sheet.names),
        "rule": sheet.rule,
        "games": [{"scores": list(entry.scores), "winner": entry.winner} for entry in sheet.entries],
        "totals": list(sheet.totals),
        "wins": list(sheet.wins),
        "winners": list(sheet.winners),
        "finished": len(sheet.entries) == planned,
        **({} if damage is None else {"error": error_data(damage)}),
    }


def _show(sheet: ScoreSheet, as_csv: bool) -> None:
    if as_csv:
        print(sheet.to_csv(), end="")
    else:
        console().print(draw_sheet(sheet))
