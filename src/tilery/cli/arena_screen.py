"""What ``tilery arena`` shows: the standings as they come, and the tables at the end."""

from __future__ import annotations

import contextlib
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from rich import box
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

from tilery.arena.columns import COLUMNS, by_rating, cells, cross_table
from tilery.arena.game import ArenaResult
from tilery.arena.standings import Standing, Standings
from tilery.arena.tournament import Tournament
from tilery.cli.output import console, printable

__all__ = ["draw_standings", "watching"]

_WIDE = 1000
"""Tables are not folded on a narrow terminal, nor for long names."""


@contextlib.contextmanager
def watching(of: Tournament) -> Iterator[Callable[[ArenaResult], None]]:
    """A progress bar with the time left and the standings so far, on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda result: None
        return
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeElapsedColumn(), TextColumn("left:"))
    bar = Progress(*columns, TimeRemainingColumn())
    task = bar.add_task("", total=of.total)
    rates = _WinRates(of)
    with Live(Group(bar, rates), console=Console(stderr=True), transient=True, redirect_stdout=False):

        def watch(result: ArenaResult) -> None:
            rates.add(result)
            bar.advance(task)

        yield watch


class _WinRates:
    """How often every bot has won so far, the most often first."""

    def __init__(self, of: Tournament) -> None:
        self._names = of.names
        self._wins: Counter[int] = Counter()
        self._seats: Counter[int] = Counter()

    def add(self, result: ArenaResult) -> None:
        self._wins[result.bots[result.winner]] += 1
        self._seats.update(result.bots)

    def __rich__(self) -> Text:
        rates = {bot: self._wins[bot] / seats for bot, seats in list(self._seats.items())}
        order = sorted(rates, key=lambda bot: -rates[bot])
        return Text(", ".join(f"{printable(self._names[bot])} {rates[bot]:.1%}" for bot in order))


def draw_standings(of: Tournament, found: Standings) -> None:
    """The standings as a table, and each table of a round robin after it."""
    out = console()
    out.width = max(out.width, _WIDE)
    out.print(_headline(of, found), soft_wrap=True)
    if not found.games:
        return
    out.print(_standings(by_rating(found), rated=True, matches=found.bots[0].matches > 0))
    if len(found.tables) > 1:
        if of.seats == 2:
            out.print(_grid(*cross_table(found)))
        else:
            out.print(*(_standings(table.bots) for table in found.tables), sep="")
    for row in found.bots:
        if row.cut:
            share = f"{row.cut} of {row.moves} moves of {row.name} were cut short by the clock"
            out.print(printable(f"{share}: on another machine it may play differently; --solves counts instead"))
        if row.first_fault:
            out.print(printable(f"{row.name} drew {row.faults} times for a fault, first: {row.first_fault}"))


def _headline(of: Tournament, found: Standings) -> str:
    endings = ", ".join(f"{count} {name}" for name, count in found.endings.items())
    rules = f"{printable(of.rules.name)} with tile set {of.rules.tile_set.name}"
    seats = f"{of.seats} seats: equal bots win {found.chance:.1%}"
    played = f"{found.games} games of {found.deals} deal{'' if found.deals == 1 else 's'}"
    return f"{rules}, {seats}. {played}, {found.length:.1f} moves long ({endings or 'none ended'})"


def _standings(found: Iterable[Standing], rated: bool = False, matches: bool = False) -> Grid:
    wanted = [column for column in COLUMNS if (rated or not column.rated) and (matches or column.title != "matches")]
    return _grid([column.title for column in wanted], *(cells(row, wanted) for row in found))


def _grid(head: Sequence[str], *body: Sequence[str]) -> Grid:
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    for place, title in enumerate(head):
        grid.add_column(printable(title), justify="right" if place else "left", no_wrap=True)
    for row in body:
        grid.add_row(*map(printable, row))
    return grid
