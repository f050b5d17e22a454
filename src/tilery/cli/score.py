"""``tilery score``: a score sheet from racks, from a record, or of a match kept in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from click.exceptions import Exit

from tilery.cli.batch import BatchLine, in_field, run_batch
from tilery.cli.command import option
from tilery.cli.drawing import draw_sheet
from tilery.cli.options import BatchOption, EditionOption, HouseRulesOption, JsonOption, TileSetOption
from tilery.cli.output import console, error_data, print_error, print_json
from tilery.cli.records import check_rules_named, games_of, open_record
from tilery.cli.rulebook import Rulebook
from tilery.cli.score_file import KeptScores, ScoredGame, read_scores, write_scores
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
        list[str] | None, option(metavar="RACK", help='The racks in the order of the seats, "" for an empty one.')
    ] = None,
    out: Annotated[
        int | None,
        option(metavar="SEAT", help="Who went out, 0 for the first; leave it out if the pool ran out."),
    ] = None,
    last: Annotated[int | None, option(metavar="SEAT", help="Who last played a tile from their rack.")] = None,
    starter: Annotated[
        int | None,
        option(metavar="SEAT", help="Who started: 0 if not given, in a match the players take turns."),
    ] = None,
    resigned: Annotated[list[int] | None, option(metavar="SEAT", help="Who resigned.")] = None,
    record: Annotated[
        str | None, option(metavar="FILE", help="A record, - for stdin: the score sheet of its games.")
    ] = None,
    match: Annotated[
        Path | None,
        option(metavar="FILE", help="Keep a match in this file: the racks are its next game. Without racks, show it."),
    ] = None,
    name: Annotated[
        list[str] | None, option(metavar="NAME", help="With --match: a player, in the order of the seats.")
    ] = None,
    game: Annotated[
        int | None, option(metavar="NUMBER", help="With --match: correct this game, 1 for the first.")
    ] = None,
    undo: Annotated[bool, option("--undo", help="With --match: take the last game off the sheet.")] = False,
    edition_name: EditionOption = None,
    tile_set_name: TileSetOption = None,
    rules_file: HouseRulesOption = None,
    batch: BatchOption = None,
    as_csv: Annotated[bool, option("--csv", help="Answer in CSV.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Score a game from its racks, draw the score sheet of a record, or keep a match in a file.

    A new match needs --edition and a --name for each player. In a match a rack may also be its points: --rack 16.
    A line of a batch: {"id", "edition", "tile_set", "racks", "out", "last", "starter"}; seats count from 0.
    """
    given = (rack is not None) + (record is not None) + (batch is not None)
    if given != 1 and (match is None or given):
        raise TileryError("usage", "give the racks (--rack RACK for each), or --record FILE, or --batch FILE")
    if match is None and (name is not None or game is not None or undo):
        raise TileryError("usage", "--name, --game and --undo go with --match FILE")
    if match is not None and (record is not None or batch is not None or resigned):
        raise TileryError("usage", "--match goes with neither --record nor --batch nor --resigned")
    if as_csv and (as_json or batch is not None):
        raise TileryError("usage", "--csv goes with neither --json nor --batch")
    book = Rulebook(edition_name, tile_set_name, rules_file)
    if match is not None:
        scores_kept = _kept(match, book, tuple(name or ()))
        scores_kept = _changed(scores_kept, rack, out, last, starter, game, undo)
        if rack is not None or undo or not match.exists():
            write_scores(match, scores_kept)
        if as_json:
            print_json(_sheet_data(scores_kept.sheet(), None, None))
        else:
            _show(scores_kept.sheet(), as_csv)
    elif batch is not None:
        run_batch(batch, ScoreLine, lambda line: answer(_score(book.rules(line.edition, line.tile_set), line)))
    elif record is not None:
        _score_record(record, book, as_csv, as_json)
    else:
        line = ScoreLine(racks=rack or [], out=out, last=last, starter=starter or 0, resigned=tuple(resigned or ()))
        scores = _score(book.rules(), line)
        if as_json:
            print_json({"id": None, **answer(scores)})
        else:
            names = tuple(map(seat_name, range(len(scores.scores))))
            _show(ScoreSheet(names, book.rules().match).add(*scores), as_csv)


def _kept(path: Path, book: Rulebook, names: tuple[str, ...]) -> KeptScores:
    """The match in a file, or a new one."""
    if not path.exists():
        return KeptScores.begin(book.rules(), names)
    found = read_scores(path)
    if book.given and book.rules() != found.rules:
        raise TileryError("edition", f"{str(path)!r} is kept by the rules of {found.rules.name}")
    if names and names != found.names:
        raise TileryError("players", f"{str(path)!r} is a match of {', '.join(found.names)}")
    return found


def _changed(
    kept: KeptScores,
    racks: list[str] | None,
    out: int | None,
    last: int | None,
    starter: int | None,
    number: int | None,
    undo: bool,
) -> KeptScores:
    """The match with a game more, or one corrected, or one less."""
    if undo:
        if racks is not None or number is not None:
            raise TileryError("usage", "--undo only takes back the last game: give it without --rack and --game")
        return kept.without_last()
    if racks is None:
        if number is not None or out is not None:
            raise TileryError("usage", "give the racks of the game (--rack RACK for each player)")
        return kept
    at = len(kept.games) if number is None else number - 1
    return kept.with_game(at, ScoredGame(tuple(racks), out, last, starter))


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
        raise Exit(print_error(damage, as_json=False))


def _sheet_data(sheet: ScoreSheet, planned: int | None, damage: RecordError | None) -> dict[str, Any]:
    return {
        "names": list(sheet.names),
        "rule": sheet.rule,
        "games": [{"scores": list(entry.scores), "winner": entry.winner} for entry in sheet.entries],
        "totals": list(sheet.totals),
        "wins": list(sheet.wins),
        "winners": list(sheet.winners),
        **({} if planned is None else {"finished": len(sheet.entries) == planned}),
        **({} if damage is None else {"error": error_data(damage)}),
    }


def _show(sheet: ScoreSheet, as_csv: bool) -> None:
    if as_csv:
        print(sheet.to_csv(), end="")
    else:
        console().print(draw_sheet(sheet))
