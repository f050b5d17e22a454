"""``tilery verify``: what a record proves."""

from __future__ import annotations

from typing import Annotated, Any, NoReturn

from click.exceptions import Exit
from rich.text import Text

from tilery.cli.command import argument
from tilery.cli.options import EditionOption, HouseRulesOption, JsonOption, TileSetOption
from tilery.cli.output import NOT_LEGAL, console, error_data, finish, print_error, print_json, printable
from tilery.cli.records import check_rules_named, games_of, open_record
from tilery.cli.rulebook import Rulebook
from tilery.record import GameRecord, MatchRecord, Proof, RecordError
from tilery.record import verify as prove
from tilery.rules import Rules
from tilery.solver import can_play

__all__ = ["verify"]


def verify(
    file: Annotated[str, argument(metavar="FILE", help="The record of a game or a match, - for stdin.")],
    edition_name: EditionOption = None,
    tile_set_name: TileSetOption = None,
    rules_file: HouseRulesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Prove a record: rules, draws and scores.

    A record carries its rules. With --edition or --rules they must also be exactly those. Exit code 0
    means that everything is proven; 1 that something does not hold or cannot be proven yet, because a
    game has no end and its secret is not revealed; 2 that the file cannot be read.
    """
    book = Rulebook(edition_name, tile_set_name, rules_file)
    record, damage = open_record(file)
    if damage is not None:
        moves = sum(len(game.moves) for game in games_of(record))
        if not as_json:
            console().print(f"readable before the damage: {_many(moves, 'move')}, not proven")
        raise Exit(print_error(damage, as_json))
    try:
        check_rules_named(record, book)
        proof = prove(record, can_play)
    except RecordError as error:
        _refuse(error, as_json)
    if as_json:
        print_json(_data(record, proof))
    else:
        _draw(record, proof)
    finish(proof.draws_proven == proof.games > 0)


def _refuse(error: RecordError, as_json: bool) -> NoReturn:
    if as_json:
        print_json({"proven": False, "error": error_data(error)})
    else:
        out = console()
        out.print(Text("not proven", "bold red"))
        out.print(printable(error.text), soft_wrap=True)
    raise Exit(NOT_LEGAL)


def _data(record: GameRecord | MatchRecord, proof: Proof) -> dict[str, Any]:
    return {
        "proven": proof.draws_proven == proof.games > 0,
        "rules": record.rules.name,
        "tile_set": record.rules.tile_set.name,
        "house": list(record.rules.house),
        "names": list(record.names),
        **proof._asdict(),
    }


def _draw(record: GameRecord | MatchRecord, proof: Proof) -> None:
    out = console()
    names = ", ".join(printable(name) for name in record.names)
    out.print(f"{_many(proof.games, 'game')} of {names}, {_rules_in_words(record.rules)}", soft_wrap=True)
    out.print(f"rules: proven, {_many(proof.moves, 'move')} by the rules and every event follows from them")
    _draw_draws(proof)
    _draw_scores(record, proof)


def _draw_draws(proof: Proof) -> None:
    out = console()
    open_games = proof.games - proof.draws_proven
    if proof.draws_proven:
        words = "the secret revealed is the one committed to, and every tile follows from it and the players' words"
        games = "" if not open_games else f" in {_many(proof.draws_proven, 'game')}"
        out.print(f"draws: proven{games}, {words}", soft_wrap=True)
    if open_games or not proof.games:
        games = (
            "the game has no end" if proof.games == 1 else "a game has no end" if proof.games else "there is no game"
        )
        out.print(f"draws: not proven yet: {games}, so the secret is not revealed", soft_wrap=True)


def _draw_scores(record: GameRecord | MatchRecord, proof: Proof) -> None:
    out = console()
    if not proof.draws_proven:
        out.print("scores: none yet")
    elif isinstance(record, MatchRecord) and not proof.finished:
        planned = record.length.total(len(record.names))
        out.print(f"scores: proven so far, the match has {proof.draws_proven} of {_many(planned, 'game')}")
    else:
        out.print("scores: proven")


def _rules_in_words(rules: Rules) -> str:
    tiles = f"with tile set {rules.tile_set.name}"
    if rules.house:
        return f"house rules {printable(rules.name)} {tiles}, changed: {', '.join(map(printable, rules.house))}"
    return f"{printable(rules.name)} {tiles}"


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
