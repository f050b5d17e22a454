"""A report of a tournament: one HTML file with everything in it, for light and dark screens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from tilery.arena.columns import COLUMNS, by_rating, cells, cross_table
from tilery.arena.files import writing
from tilery.arena.game import ArenaResult
from tilery.arena.plots import PLOTS, svg
from tilery.arena.standings import Standing, Standings
from tilery.arena.tournament import Tournament

__all__ = ["report", "write_report"]

_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; background: Canvas; color: CanvasText; }
table { border-collapse: collapse; margin: 1rem 0; }
.wide { overflow-x: auto; }
th, td { padding: .3rem .8rem; text-align: right; border-bottom: 1px solid GrayText; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
figure { margin: 1rem 0; padding: .5rem; background: white; border-radius: .5rem; max-width: 44rem; }
figure svg { width: 100%; height: auto; }
code { overflow-wrap: anywhere; }
"""


def write_report(path: Path, of: Tournament, results: Sequence[ArenaResult], found: Standings, command: str) -> None:
    """Write the report to a file."""
    with writing(path):
        path.write_text(report(of, results, found, command), encoding="utf-8")


def report(of: Tournament, results: Sequence[ArenaResult], found: Standings, command: str) -> str:
    """The report as HTML text."""
    title = f"Arena: {', '.join(of.names)}"
    figures = "\n".join(f"<figure>{_inline(name, svg(name, of, results, found))}</figure>" for name in PLOTS)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>{escape(title)}</h1>
{_facts(of, found, command)}
<h2>Standings</h2>
{_table(by_rating(found), rated=True)}
<p>Intervals are 95 % and taken over deals, since the games of one deal are not independent.
With {of.seats} seats, equal bots each win {found.chance:.1%}.</p>
{figures}
{_tables(found) if len(of.tables) > 1 else ""}
</body>
</html>
"""


def _facts(of: Tournament, found: Standings, command: str) -> str:
    endings = ", ".join(f"{count} × {name}" for name, count in found.endings.items())
    rules = f"{of.rules.name}, tile set {of.rules.tile_set.name}"
    facts = {
        "Rules": rules + (f", changed: {', '.join(of.rules.house)}" if of.rules.house else ""),
        "Games": f"{found.games} of {of.total}: {of.deals} deals, {of.seats} seats, {len(of.tables)} table(s)",
        "Length": f"{found.length:.1f} moves on average",
        "Endings": endings,
        "Clock": f"{of.solves} questions to the solver a move" if of.solves else f"{of.clock:g} s a move",
        "Seed": of.seed,
        "Command": f"<code>{escape(command)}</code>",
        "Tilery": of.version,
    }
    lines = (
        f"<tr><td>{name}</td><td>{text if name == 'Command' else escape(text)}</td></tr>"
        for name, text in facts.items()
    )
    return f'<div class="wide"><table>{"".join(lines)}</table></div>'


def _tables(found: Standings) -> str:
    """Each table of a round robin for itself; those of two as one table of each against each."""
    if len(found.tables[0].seats) == 2:
        return f"<h2>Each against each</h2>\n{_grid(*cross_table(found))}"
    tables = (f"<h3>{escape(', '.join(table.seats))}</h3>\n{_table(table.bots)}" for table in found.tables)
    return "\n".join(["<h2>Table by table</h2>", *tables])


def _table(found: Iterable[Standing], rated: bool = False) -> str:
    wanted = [column for column in COLUMNS if rated or not column.rated]
    return _grid([column.title for column in wanted], *(cells(row, wanted) for row in found))


def _grid(head: Sequence[str], *body: Sequence[str]) -> str:
    lines = [_line("th", head), *(_line("td", row) for row in body)]
    return '<div class="wide"><table>{}</table></div>'.format("\n".join(lines))


def _line(kind: str, texts: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<{kind}>{escape(text)}</{kind}>' for text in texts)}</tr>"


def _inline(name: str, drawn: str) -> str:
    """A plot inside the page: no file of its own, and names that no other plot has."""
    drawn = drawn[drawn.index("<svg") :]
    return re.sub(r'( id="|href="#|url\(#)', rf"\g<1>{name}-", drawn)
