"""The faces people may have beside their names: little things drawn by the app, or none, which shows a letter."""

from __future__ import annotations

from typing import Literal

__all__ = ["FaceName"]

FaceName = Literal[
    "",
    "leaf",
    "fish",
    "bird",
    "cat",
    "cup",
    "moon",
    "boat",
    "mushroom",
    "acorn",
    "kite",
    "pear",
    "snail",
]
