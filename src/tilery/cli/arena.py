"""``tilery arena``: bots against each other, and who is how strong."""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import msgspec
from click.exceptions import Exit

from tilery import __version__
from tilery.arena.cluster import play_on_cluster
from tilery.arena.export import export, writer_for
from tilery.arena.files import check_file, check_folder
from tilery.arena.game import ArenaResult
from tilery.arena.journal import Journal
from tilery.arena.local import play_here, play_on_cores
from tilery.arena.plots import check_plots, save_plots
from tilery.arena.report import write_report
from tilery.arena.run import Runner, run
from tilery.arena.standings import Standings, standings
from tilery.arena.tournament import MOST_SOLVES, Tournament, introduced, tournament
from tilery.bots import ThinkingTime
from tilery.bots.seating import split_names
from tilery.cli.arena_screen import draw_standings, watching
from tilery.cli.command import option
from tilery.cli.options import (
    EditionOption,
    HouseRulesOption,
    JobsOption,
    JsonOption,
    SeedOption,
    TileSetOption,
    count_jobs,
)
from tilery.cli.output import STOPPED, print_json
from tilery.cli.rulebook import Rulebook
from tilery.errors import TileryError

__all__ = ["arena"]

_MOST_ROUNDS = 1000


def arena(
    bots: Annotated[str, option(metavar="A,B,…", help="Levels of the ladder, module:Class, or engine:COMMAND.")],
    pairs: Annotated[int, option(metavar="N", help="How many deals, each played with every bot in every seat.")] = 100,
    seats: Annotated[int, option(metavar="N", help="Seats at a table.")] = 2,
    seed: SeedOption = "0",
    clock: Annotated[
        float | None, option(metavar="SECONDS", help="How long a bot may think about a move; 0.1 if not given.")
    ] = None,
    solves: Annotated[
        int | None,
        option(
            metavar="N",
            bounds=(1, MOST_SOLVES),
            help="In place of a clock: questions to the solver for a move. The same games on every machine.",
        ),
    ] = None,
    rounds: Annotated[
        int,
        option(metavar="N", help="Also count matches of this many rounds; a pair is a round.", show_default=False),
    ] = 0,
    jobs: JobsOption = None,
    cluster: Annotated[str | None, option(metavar="ADDRESS", help="Play on the Ray cluster at this address.")] = None,
    resume: Annotated[
        Path | None,
        option(
            "--resume",
            "--journal",
            metavar="FILE",
            help="Keep finished games in this file, and carry on from those already in it.",
        ),
    ] = None,
    records: Annotated[Path | None, option(metavar="DIR", help="Keep the record of every game.")] = None,
    out: Annotated[
        Path | None,
        option(metavar="FILE", help="Every game's results, as .json, .csv or .parquet."),
    ] = None,
    plots: Annotated[Path | None, option(metavar="DIR", help="Plots, as PNG and SVG.")] = None,
    report: Annotated[Path | None, option(metavar="FILE", help="A report, as one HTML file.")] = None,
    edition_name: EditionOption = None,
    tile_set_name: TileSetOption = None,
    rules_file: HouseRulesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let bots play each other and measure them, with error bars.

    A pair is one deal played as often as there are seats, with the bots moving on by a seat each time. More
    bots than seats play a round robin; with fewer, the first plays against a field of the others.
    """
    book = Rulebook(edition_name, tile_set_name, rules_file)
    if clock is not None and solves is not None:
        raise TileryError("usage", "give --clock or --solves, not both")
    time = ThinkingTime() if solves is None else ThinkingTime.of_solves(solves)
    seconds = time.seconds if clock is None else clock
    names = split_names(bots)
    of = introduced(tournament(book.rules(), names, pairs, seed, seats, seconds, __version__, time.solves))
    if not 0 <= rounds <= _MOST_ROUNDS:
        raise TileryError("usage", f"--rounds must be from 1 to {_MOST_ROUNDS}")
    runner = _runner(of, jobs, cluster, records is not None)
    _check_files(out, report, plots, records)
    results, whole = _play(of, runner, None if resume is None else Journal(resume, of), records)
    found = standings(of, results, rounds)
    if results:
        command = _command(of, bots, edition_name, tile_set_name, rules_file)
        _write_files(of, results, found, command, out, report, plots)
    if as_json:
        print_json(_data(of, found, whole))
    else:
        draw_standings(of, found)
    if not whole:
        raise Exit(STOPPED)


def _runner(of: Tournament, jobs: int | None, cluster: str | None, with_records: bool) -> Runner:
    """Where the games are played: on a cluster, on cores of this machine, or in this process."""
    workers = min(of.total, count_jobs(jobs))
    if cluster is not None:
        if jobs is not None:
            raise TileryError("usage", "give --jobs or --cluster, not both")
        return partial(play_on_cluster, of, address=cluster, with_records=with_records)
    if workers == 1:
        return partial(play_here, of, with_records=with_records)
    return partial(play_on_cores, of, jobs=workers, with_records=with_records)


def _play(
    of: Tournament, runner: Runner, journal: Journal | None, records: Path | None
) -> tuple[list[ArenaResult], bool]:
    """All results, or those until Ctrl-C, and whether these are all."""
    results: list[ArenaResult] = []
    with watching(of) as watch, contextlib.closing(run(of, runner, journal, records)) as playing:
        try:
            for result in playing:
                results.append(result)
                watch(result)
        except KeyboardInterrupt:
            return results, False
        finally:
            if journal is not None:
                journal.close()
    return results, True


def _check_files(out: Path | None, report: Path | None, plots: Path | None, records: Path | None) -> None:
    """Refuse what could not be written, before an hour is spent on it."""
    if out is not None:
        writer_for(out)
    if plots is not None or report is not None:
        check_plots()
    for file in filter(None, (out, report)):
        check_file(file)
    for folder in filter(None, (plots, records)):
        check_folder(folder)


def _write_files(
    of: Tournament,
    results: Sequence[ArenaResult],
    found: Standings,
    command: str,
    out: Path | None,
    report: Path | None,
    plots: Path | None,
) -> None:
    if out is not None:
        export(out, of, results)
    if plots is not None:
        save_plots(plots, of, results, found)
    if report is not None:
        write_report(report, of, results, found, command)


def _command(of: Tournament, bots: str, edition: str | None, tiles: str | None, house: str | None) -> str:
    """The command that plays this tournament again."""
    options = {
        "--edition": edition,
        "--rules": house,
        "--tile-set": tiles,
        "--bots": bots,
        "--seats": of.seats,
        "--pairs": of.deals,
        "--seed": of.seed,
        "--clock": None if of.solves else of.clock,
        "--solves": of.solves or None,
    }
    words = [str(word) for name, value in options.items() if value is not None for word in (name, value)]
    return shlex.join(["tilery", "arena", *words])


def _data(of: Tournament, found: Standings, whole: bool) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(found)
    return {
        "bots": data.pop("bots"),
        "rules": of.rules.name,
        "tile_set": of.rules.tile_set.name,
        "house": list(of.rules.house),
        "seats": of.seats,
        "pairs": of.deals,
        "seed": of.seed,
        "clock": of.clock,
        "solves": of.solves,
        "version": __version__,
        "finished": whole,
        **data,
    }
