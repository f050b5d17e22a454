"""Plots of what ``tilery simulate --json`` counted: ``python -m benchmarks.census_plots FOLDER CENSUS.json…``."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

JOKERS = {"j": "joker", "d": "double", "c": "colour change", "m": "mirror"}


def title(census: dict[str, Any]) -> str:
    return f"{census['edition']} {census['tile_set']}, {census['players']} players"


def lengths(axis: Any, censuses: list[dict[str, Any]]) -> None:
    """How long games last, as the share still going on."""
    for census, style in zip(censuses, ("-", "--", "-.", ":") * len(censuses), strict=False):
        going_on, points = census["games"], []
        for turns, games in sorted((int(turns), games) for turns, games in census["turns"].items()):
            points.append((turns, going_on / census["games"]))
            going_on -= games
        axis.plot(*zip(*points, strict=True), style, label=title(census))
    axis.set(xlabel="turns, all players together", ylabel="share of games still going on")
    axis.grid(alpha=0.3)
    axis.legend()


def jokers(axis: Any, censuses: list[dict[str, Any]]) -> None:
    """What being dealt jokers adds to the score."""
    rows = [
        (f"{title(census)}: {row['dealt']} × {JOKERS[row['joker']]}", row)
        for census in censuses
        for row in census["jokers"]
    ]
    places = range(len(rows))
    axis.errorbar([row["worth"] for _, row in rows], places, xerr=[row["error"] for _, row in rows], fmt="o", capsize=3)
    axis.set_yticks(places, [name for name, _ in rows])
    axis.invert_yaxis()
    axis.axvline(0, color="grey", linewidth=1)
    axis.set(xlabel="added to the score by being dealt it, with 95 % intervals")
    axis.grid(alpha=0.3)


def main(folder: Path, paths: list[Path]) -> None:
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "tilery"
    from matplotlib import pyplot

    censuses = [json.loads(path.read_text("utf-8")) for path in paths]
    for name, draw, size in (("lengths", lengths, (9, 5)), ("jokers", jokers, (9, 6))):
        figure, axis = pyplot.subplots(figsize=size)
        draw(axis, censuses)
        figure.tight_layout()
        figure.savefig(folder / f"census-{name}.svg", metadata={"Date": None, "Creator": None})


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(path) for path in sys.argv[2:]])
