"""``tilery analyse``: what could have been done in every turn of a recorded game, and where the game turned."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Annotated, Any

import msgspec
from click.exceptions import Exit
from rich.text import Text

from tilery.cli.command import argument, option
from tilery.cli.options import JobsOption, JsonOption, count_jobs
from tilery.cli.output import NOT_LEGAL, console, print_error, print_json, printable
from tilery.cli.records import games_of, open_record
from tilery.errors import TileryError
from tilery.record import GameRecord, MatchRecord, RecordError
from tilery.record import verify as prove
from tilery.simulation import available
from tilery.solver import can_play
from tilery.study import Analyst, GameAnalysis, TurnAnalysis
from tilery.study.sentences import moment_words, player_words, turn_words

__all__ = ["analyse"]

_analyst: Analyst | None = None


def analyse(
    file: Annotated[str, argument(metavar="FILE", help="The record of a finished game or a match, - for stdin.")],
    game: Annotated[int | None, option(metavar="N", help="Which game of a match, from 1.")] = None,
    seat: Annotated[int | None, option(metavar="N", help="Only the turns of this player, from 1.")] = None,
    with_chances: Annotated[
        bool, option("--chances/--no-chances", help="Estimate winning chances, which takes seconds.")
    ] = True,
    jobs: JobsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Analyse a recorded game: best plays, winning chances, luck.

    Every turn is judged by winning chance, with the tiles that could have been laid beside it. Chances are estimates:
    the game is played on from each turn, 400 times, in worlds that fit what the player knew. The same game always gets
    the same figures. Exit code 1 means that the record isn't a game by the rules, 2 that it cannot be read.
    """
    record, damage = open_record(file)
    if damage is not None:
        raise Exit(print_error(damage, as_json))
    one = _chosen(record, game)
    if seat is not None and not 1 <= seat <= len(one.names):
        raise TileryError("seat", f"there is no player {seat}; there are {len(one.names)}")
    try:
        prove(one, can_play)
    except RecordError as error:
        print_error(error, as_json)
        raise Exit(NOT_LEGAL) from None
    chances = with_chances and available()
    analyst = Analyst(one, chances=chances)
    turns = []
    for turn in _turns(one, analyst, chances, count_jobs(jobs)):
        turns.append(turn)
        if not as_json and (seat is None or turn.seat == seat - 1):
            console().print(turn_words(turn, _names(one)), soft_wrap=True)
    whole = analyst.whole(turns)
    if as_json:
        print_json(_data(one, whole, seat))
    else:
        _draw(one, whole, seat, chances)


def _chosen(record: GameRecord | MatchRecord, number: int | None) -> GameRecord:
    games = games_of(record)
    if number is None and len(games) > 1:
        raise TileryError("game", f"the record has {len(games)} games: say which one with --game N")
    wanted = 1 if number is None else number
    if not 1 <= wanted <= len(games):
        raise TileryError("game", f"there is no game {wanted}; the record has {len(games)}")
    return games[wanted - 1]


def _turns(record: GameRecord, analyst: Analyst, chances: bool, jobs: int) -> Iterator[TurnAnalysis]:
    """Every turn in order; with chances several at a time, each in a process of its own."""
    if not chances or jobs == 1 or analyst.total < jobs:
        yield from analyst.turns()
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, initializer=_prepare, initargs=("".join(record.lines()),)) as pool:
        yield from pool.map(_turn, range(analyst.total))


def _prepare(text: str) -> None:
    from tilery.record import read_record

    global _analyst
    record, _ = read_record(text.splitlines())
    assert isinstance(record, GameRecord)
    _analyst = Analyst(record)


def _turn(place: int) -> TurnAnalysis:
    assert _analyst is not None
    return _analyst.turn(place)


def _names(record: GameRecord) -> tuple[str, ...]:
    return tuple(map(printable, record.names))


def _data(record: GameRecord, whole: GameAnalysis, seat: int | None) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(whole)
    if seat is not None:
        for name in ("turns", "players", "moments"):
            plain[name] = [each for each in plain[name] if each["seat"] == seat - 1]
    rules = record.rules
    return {"edition": rules.name, "tile_set": rules.tile_set.name, "names": list(record.names), **plain}


def _draw(record: GameRecord, whole: GameAnalysis, seat: int | None, chances: bool) -> None:
    out, names = console(), _names(record)
    out.print()
    for player in whole.players:
        if seat is None or player.seat == seat - 1:
            out.print(player_words(player, names), soft_wrap=True)
    shown = [point for point in whole.moments if seat is None or point.seat == seat - 1]
    if shown:
        out.print(Text("\nwhere it turned", "bold"))
        for point in shown:
            out.print(moment_words(point, names), soft_wrap=True)
    if chances and not whole.exact:
        out.print("\nThe playouts are near these rules, not exactly by them.")
