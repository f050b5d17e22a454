"""Plots of a tournament: the ladder of ratings, what was scored, how long games lasted."""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tilery.arena.files import check_folder, writing
from tilery.arena.game import ArenaResult
from tilery.arena.standings import Standings
from tilery.arena.tournament import Tournament
from tilery.errors import TileryError

__all__ = ["PLOTS", "check_plots", "save_plots", "svg"]

_STYLE = {
    "svg.hashsalt": "tilery",  # the same plot is the same file
    "svg.fonttype": "none",  # text stays text
    "text.parse_math": False,  # a bot may be called $x$
    "font.family": "sans-serif",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.25,
}
_LINES = ("-", "--", "-.", ":")
"""Bots differ in more than colour."""
_BINS = 30


def check_plots() -> None:
    """Refuse to plot where that cannot be done, before anything is played."""
    _matplotlib()


def save_plots(folder: Path, of: Tournament, results: Sequence[ArenaResult], found: Standings) -> list[Path]:
    """Every plot as PNG and SVG in a folder."""
    check_folder(folder)
    saved = []
    for name in PLOTS:
        for suffix in ("png", "svg"):
            path = folder / f"{name}.{suffix}"
            data = _drawn(name, suffix, of, results, found)
            with writing(path):
                path.write_bytes(data)
            saved.append(path)
    return saved


def svg(name: str, of: Tournament, results: Sequence[ArenaResult], found: Standings) -> str:
    """One plot as SVG text."""
    return _drawn(name, "svg", of, results, found).decode()


def _drawn(name: str, suffix: str, of: Tournament, results: Sequence[ArenaResult], found: Standings) -> bytes:
    matplotlib = _matplotlib()
    from matplotlib.figure import Figure

    with matplotlib.rc_context(_STYLE):
        figure = Figure(figsize=(7, max(2.5, 1.2 + 0.4 * len(found.bots)) if name == "ratings" else 4))
        figure.set_layout_engine("constrained")
        PLOTS[name](figure.subplots(), of, results, found)
        file = io.BytesIO()
        plain = dict.fromkeys(("Date", "Creator", "Format", "Type") if suffix == "svg" else ("Software",))
        figure.savefig(file, format=suffix, dpi=150, metadata=plain)
    return file.getvalue()


def _ratings(axes: Any, of: Tournament, results: Sequence[ArenaResult], found: Standings) -> None:
    ladder = sorted(found.bots, key=lambda row: row.rating)
    places = range(len(ladder))
    middle = [row.rating for row in ladder]
    arms = [[row.rating - row.rating_low for row in ladder], [row.rating_high - row.rating for row in ladder]]
    axes.errorbar(middle, places, xerr=arms, fmt="o", capsize=4)
    axes.set_yticks(places, [row.name for row in ladder])
    axes.set_ylim(-0.6, len(ladder) - 0.4)
    axes.set_xlabel("rating (Elo points, mean 0), with 95 % intervals")
    axes.set_title("Ratings")


def _scores(axes: Any, of: Tournament, results: Sequence[ArenaResult], found: Standings) -> None:
    scores: dict[str, list[int]] = defaultdict(list)
    for result in results:
        for bot, score in zip(result.bots, result.scores, strict=True):
            scores[of.names[bot]].append(score)
    for place, (name, values) in enumerate(sorted(scores.items())):
        shares = [rank / len(values) for rank in range(1, len(values) + 1)]
        axes.step(sorted(values), shares, where="post", label=name, linestyle=_LINES[place % len(_LINES)])
    axes.set_xlabel("score of a game")
    axes.set_ylabel("share of games that scored at most so much")
    axes.set_title("Scores")
    if scores:
        axes.legend()


def _lengths(axes: Any, of: Tournament, results: Sequence[ArenaResult], found: Standings) -> None:
    axes.hist([sum(result.moves) for result in results], bins=_BINS)
    axes.set_xlabel("moves in a game, all seats together")
    axes.set_ylabel("games")
    axes.set_title("Length of games")


PLOTS: dict[str, Callable[[Any, Tournament, Sequence[ArenaResult], Standings], None]] = {
    "ratings": _ratings,
    "scores": _scores,
    "lengths": _lengths,
}
"""Every plot by name."""


def _matplotlib() -> Any:
    try:
        import matplotlib
    except ImportError:
        raise TileryError(
            "extra", 'plots need Matplotlib, which is not installed: pip install "tilery[plots]"'
        ) from None
    return matplotlib
