"""Boxes and arrows as SVG: what is imported lies below what imports it; arrows that follow from others are left out."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

__all__ = ["Box", "picture"]

_WIDTH, _HEIGHT, _LANE = 150, 44, 16
_ACROSS, _DOWN, _EDGE, _HEAD = 20, 46, 24, 44
_STYLE = """
svg { font: 13px system-ui, sans-serif; background: #fff; }
rect { fill: #f4efe6; stroke: #8a7f70; rx: 7px; }
text { text-anchor: middle; fill: #2b2620; }
.small { font-size: 11px; fill: #6b6358; }
.head { font-weight: 600; font-size: 15px; }
path { fill: none; stroke: #9a8f80; stroke-width: 1.3; marker-end: url(#tip); }
.up { stroke: #c0392b; }
"""


@dataclasses.dataclass
class Box:
    """A room of the code, and the rooms it imports from."""

    name: str
    modules: int = 0
    lines: int = 0
    imports: set[str] = dataclasses.field(default_factory=set)


class _Slot(NamedTuple):
    """A place in a row: a box, or a lane between boxes for an arrow that passes through."""

    name: str
    arrow: tuple[str, str] | None = None

    @property
    def width(self) -> int:
        return _LANE if self.arrow else _WIDTH


_Points = dict[_Slot, tuple[float, float]]


def picture(sides: dict[str, Sequence[Box]]) -> str:
    """Every side beside the other, each under its heading."""
    drawn, left, height = [], float(_EDGE), 0.0
    for heading, boxes in sides.items():
        arrows = _arrows(boxes)
        rows = _rows(boxes, arrows)
        width = max(map(_length, rows))
        points = _points(rows, left, width)
        drawn.append(f'<text class="head" x="{left + width / 2:.0f}" y="26">{escape(heading)}</text>')
        drawn += [_path(arrow, rows, points) for arrow in arrows]
        for box in boxes:
            drawn += _drawn(box, *points[_Slot(box.name)])
        left += width + 4 * _ACROSS
        height = max(height, _HEAD + len(rows) * (_HEIGHT + _DOWN) - _DOWN)
    size = f"{left - 4 * _ACROSS + _EDGE:.0f} {height + _EDGE:.0f}"
    tip = '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    tip += '<path d="M0 0L8 4L0 8z" style="fill:#9a8f80;stroke:none"/></marker>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}">\n<style>{_STYLE}</style>\n<defs>{tip}</defs>'
    return "\n".join([head, *drawn, "</svg>\n"])


def _drawn(box: Box, x: float, y: float) -> list[str]:
    size = f"{box.modules} {'module' if box.modules == 1 else 'modules'}, {box.lines:,} lines"
    return [
        f'<rect x="{x - _WIDTH / 2:.0f}" y="{y:.0f}" width="{_WIDTH}" height="{_HEIGHT}"/>',
        f'<text x="{x:.0f}" y="{y + 19:.0f}">{escape(box.name)}</text>',
        f'<text class="small" x="{x:.0f}" y="{y + 35:.0f}">{size}</text>',
    ]


def _arrows(boxes: Sequence[Box]) -> list[tuple[str, str]]:
    """Who imports from whom, without what follows from other arrows; all of it where imports go in a circle."""
    below = {box.name: box.imports for box in boxes}
    found = []
    for box in boxes:
        for name in sorted(box.imports):
            others = box.imports - {name}
            if _leads(below, name, box.name) or not any(_leads(below, other, name) for other in others):
                found.append((box.name, name))
    return found


def _leads(below: dict[str, set[str]], start: str, end: str) -> bool:
    """Whether imports lead from one room to another."""
    seen, new = {start}, [start]
    while new:
        for other in below[new.pop()] - seen:
            seen.add(other)
            new.append(other)
    return end in seen and start != end


def _rows(boxes: Sequence[Box], arrows: Sequence[tuple[str, str]]) -> list[list[_Slot]]:
    """Boxes by depth, the top row first, with lanes for arrows that pass; each near those it hangs on."""
    depth = _depths(boxes)
    rows = [[_Slot(box.name) for box in boxes if depth[box.name] == down] for down in range(max(depth.values()) + 1)]
    for arrow in arrows:
        for down in range(depth[arrow[0]] + 1, depth[arrow[1]]):
            rows[down].append(_Slot(f"{down}", arrow))
    near: dict[_Slot, set[_Slot]] = {}
    for arrow in arrows:
        for one, other in pairwise(_way(arrow, rows)):
            near.setdefault(one, set()).add(other)
            near.setdefault(other, set()).add(one)
    for sweep in range(12):
        for row in rows if sweep % 2 == 0 else reversed(rows):
            points = _points(rows, 0, 0)
            row.sort(key=lambda slot: _mean([points[other][0] for other in near.get(slot, ())], points[slot][0]))
    return rows


def _depths(boxes: Sequence[Box]) -> dict[str, int]:
    """The row of each: one below the lowest that imports it; a way back up, in a circle, does not count."""
    below = {box.name: box.imports for box in boxes}
    depth = dict.fromkeys(below, 0)
    for _ in below:
        for one, others in below.items():
            for other in others:
                if not _leads(below, other, one):
                    depth[other] = max(depth[other], depth[one] + 1)
    return depth


def _mean(numbers: list[float], otherwise: float) -> float:
    return sum(numbers) / len(numbers) if numbers else otherwise


def _length(row: Sequence[_Slot]) -> int:
    return sum(slot.width + _ACROSS for slot in row) - _ACROSS


def _points(rows: Sequence[Sequence[_Slot]], left: float, width: float) -> _Points:
    """The middle of every slot's upper edge, with each row in the middle of a width."""
    found: _Points = {}
    for number, row in enumerate(rows):
        x = left + (width - _length(row)) / 2
        for slot in row:
            found[slot] = (x + slot.width / 2, _HEAD + number * (_HEIGHT + _DOWN))
            x += slot.width + _ACROSS
    return found


def _way(arrow: tuple[str, str], rows: Sequence[Sequence[_Slot]]) -> list[_Slot]:
    lanes = [slot for row in rows for slot in row if slot.arrow == arrow]
    return [_Slot(arrow[0]), *lanes, _Slot(arrow[1])]


def _path(arrow: tuple[str, str], rows: Sequence[Sequence[_Slot]], points: _Points) -> str:
    way = [points[slot] for slot in _way(arrow, rows)]
    x, y = way[0][0], way[0][1] + _HEIGHT
    drawn = f"M{x:.0f} {y:.0f}"
    for place, (next_x, next_y) in enumerate(way[1:], 1):
        middle = (y + next_y) / 2
        drawn += f"C{x:.0f} {middle:.0f} {next_x:.0f} {middle:.0f} {next_x:.0f} {next_y:.0f}"
        x, y = next_x, next_y
        if place < len(way) - 1:
            y += _HEIGHT
            drawn += f"V{y:.0f}"
    kind = ' class="up"' if way[-1][1] <= way[0][1] else ""
    return f'<path{kind} d="{drawn}"/>'
