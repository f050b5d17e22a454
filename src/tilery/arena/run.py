"""Running a tournament: what is already in the journal is not played again, the rest goes to a runner."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from pathlib import Path

from tilery.arena.files import keep_whole
from tilery.arena.game import ArenaGame, ArenaResult
from tilery.arena.journal import Journal
from tilery.arena.tournament import GameSpec, Tournament, games

__all__ = ["Runner", "record_path", "run"]

Runner = Callable[[Iterable[GameSpec]], Iterator[ArenaGame]]
"""Plays games, in any order and wherever."""


def run(
    of: Tournament, runner: Runner, journal: Journal | None = None, records: Path | None = None
) -> Generator[ArenaResult]:
    """Every result of the tournament, each as soon as it is kept: first those of the journal, then new ones.

    A game of the journal whose record is wanted and missing is played again.
    """
    finished = {} if journal is None else journal.finished
    left = []
    for spec in games(of):
        if spec in finished and (records is None or record_path(records, spec).exists()):
            yield finished[spec]
        else:
            left.append(spec)
    for played in runner(left):
        if records is not None and played.record is not None:
            keep_whole(record_path(records, played.result.spec), played.record)
        if journal is not None:
            journal.add(played.result)
        yield played.result


def record_path(folder: Path, spec: GameSpec) -> Path:
    """Where the record of a game is kept.

    >>> record_path(Path("kept"), GameSpec(table=0, deal=4, rotation=1)).name
    'table1-deal5-game2.jsonl'
    """
    return folder / f"table{spec.table + 1}-deal{spec.deal + 1}-game{spec.rotation + 1}.jsonl"
