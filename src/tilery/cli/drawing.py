"""Drawing tiles, tables, racks and score sheets.

What is drawn is always readable notation; a terminal adds the colours of the tiles, and the letter in
front of every number says the colour to those who cannot see it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rich import box
from rich.table import Table as Grid
from rich.text import Text

from tilery.cli.output import printable
from tilery.game import (
    Contributed,
    Drew,
    Ended,
    Event,
    KeptTile,
    Passed,
    Played,
    Resigned,
    Settled,
    Started,
    Termination,
)
from tilery.match import ScoreSheet
from tilery.notation import Table, Tiles
from tilery.rules.matching import matched_sets
from tilery.rules.overtime import Verdict
from tilery.tiles import Colour, Kind

__all__ = ["draw_sheet", "draw_table", "draw_tile", "draw_tiles", "tell"]

_IVORY = "on #f4ecd8"
_INK = {Colour.BLACK: "#101010", Colour.RED: "#c00000", Colour.BLUE: "#0038b8", Colour.YELLOW: "#b06000"}
_JOKER_INK = "#7a1fa2"


def draw_tile(kind: Kind, highlight: bool = False) -> Text:
    """One tile, its notation in its colour; a highlighted one is reversed.

    >>> draw_tile(Kind("r7")).plain
    'r7'
    """
    ink = _JOKER_INK if kind.is_joker else _INK[kind.colour]
    return Text(str(kind), f"bold {ink} {_IVORY}" + (" reverse" if highlight else ""))


def draw_tiles(tiles: Iterable[Kind], highlight: Iterable[Kind] = ()) -> Text:
    """Tiles in their order; each one of ``highlight`` marks one tile of its kind.

    >>> draw_tiles(Tiles("r4 r5 j")).plain
    'r4 r5 j'
    """
    return _row(tiles, Counter(highlight))


def draw_table(
    table: Table, played: Tiles | None = None, before: Table | None = None, width: int | None = None
) -> Text:
    """The sets on a table, the tiles ``played`` highlighted, lines no longer than ``width`` if possible.

    Copies look alike: tiles are highlighted where sets differ from ``before`` first.

    >>> draw_table(Table("r4 r5 r6 | b8 k8 y8")).plain
    'r4 r5 r6 | b8 k8 y8'
    """
    marks = Counter(played or ())
    new = matched_sets(before, table)[1] if before is not None else []
    drawn: dict[int, Text] = {place: _row(table[place], marks) for place in new}
    rows = [drawn[place] if place in drawn else _row(tiles, marks) for place, tiles in enumerate(table)]
    text, used = Text(), 0
    for place, row in enumerate(rows):
        if place:
            full = width is not None and used + len(row) + 5 > width
            text.append(" |\n" if full else " | ", "dim")
            used = 0 if full else used + 3
        text.append_text(row)
        used += len(row)
    return text


def _row(tiles: Iterable[Kind], marks: Counter[Kind]) -> Text:
    """Tiles side by side; every tile highlighted is taken off the marks."""
    drawn = []
    for kind in tiles:
        marked = marks[kind] > 0
        marks[kind] -= marked
        drawn.append(draw_tile(kind, marked))
    return Text(" ").join(drawn)


def draw_sheet(sheet: ScoreSheet) -> Grid:
    """A score sheet: a line for each game, the totals, the games won; who is ahead is marked ``*``."""
    grid = Grid(box=box.SIMPLE_HEAD)
    grid.add_column("game")
    for name in sheet.names:
        grid.add_column(printable(name), justify="right")
    grid.add_column("winner")
    for number, entry in enumerate(sheet.entries, 1):
        last = number == len(sheet.entries)
        scores = [f"{score:+d}" for score in entry.scores]
        grid.add_row(str(number), *scores, printable(sheet.names[entry.winner]), end_section=last)
    ahead = [f"{total:+d}{' *' if seat in sheet.winners else ''}" for seat, total in enumerate(sheet.totals)]
    winners = " and ".join(printable(sheet.names[seat]) for seat in sheet.winners)
    grid.add_row("total", *ahead, winners, style="bold")
    grid.add_row("games won", *map(str, sheet.wins), "")
    return grid


_ENDINGS = {
    Termination.OUT: "{} has gone out",
    Termination.POOL_EMPTY: "the pool is empty and {} has the fewest points left",
    Termination.LAST_LEFT: "{} is the last player left",
}


def tell(event: Event, names: Sequence[str]) -> Text:
    """What has happened, in a sentence; what a seat may not see is left out.

    >>> tell(Drew(1, 1, Tiles("r7")), ["Ann", "Bo"]).plain
    'Bo draws 1 tile: r7'
    """
    shown = [printable(name) for name in names]
    if isinstance(event, Started):
        return _tell_start(event, shown)
    if isinstance(event, Ended):
        scores = ", ".join(f"{name} {score:+d}" for name, score in zip(shown, event.scores, strict=False))
        return Text(f"the game is over: {_ENDINGS[event.reason].format(shown[event.winner])}; {scores}")
    who = shown[event.seat]
    match event:
        case Contributed():
            return Text(f"{who} adds to the shuffle: {printable(event.words)}")
        case Played():
            return Text(f"{who} {'opens with' if event.opening else 'plays'} ").append_text(draw_tiles(event.tiles))
        case Drew():
            text = Text(f"{who} draws {event.count} tile{'s' if event.count != 1 else ''}")
            return text.append(": ").append_text(draw_tiles(event.tiles)) if event.tiles else text
        case KeptTile():
            return Text(f"{who} keeps the tile just drawn")
        case Passed():
            return Text(f"{who} passes")
        case Settled():
            return _tell_settled(event, who)
        case Resigned():
            return Text(f"{who} resigns")


def _tell_start(event: Started, names: Sequence[str]) -> Text:
    text = Text("the starting draw: ")
    for number, draws in enumerate(event.draws):
        text.append(", then " if number else "")
        part = [
            Text(f"{name} ").append_text(draw_tiles(tiles)) for name, tiles in zip(names, draws, strict=False) if tiles
        ]
        text.append_text(Text(", ").join(part))
    return text.append(f"; {names[event.starter]} starts")


def _tell_settled(event: Settled, who: str) -> Text:
    if event.verdict is Verdict.RESTORED:
        return Text(f"{who} ran out of time: the table goes back to how it was")
    text = Text(f"{who} ran out of time: the legal sets stay")
    for words, tiles in ((", played ", event.laid), (", taken back ", event.taken)):
        if tiles:
            text.append(words).append_text(draw_tiles(tiles))
    return text
