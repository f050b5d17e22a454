"""Tilery: play, referee, solve and study Rummikub®-rules tile games.

>>> import tilery
>>> rules = tilery.edition("sabra").rules()
>>> tilery.read(tilery.Tiles("r4 j r6")).text
'r4 r5 r6'
>>> table, rack = tilery.Table("b4 b5 b6 | r8 k8 y8"), tilery.Tiles("b3 b8")
>>> tilery.judge(rules, table, rack, tilery.Table("b3 b4 b5 b6 | r8 k8 y8 b8"), opened=True).legal
True
"""

from tilery.errors import TileryError
from tilery.game import Game, IllegalActionError, View, apply, new_game, view
from tilery.match import Length, ScoreSheet
from tilery.notation import Table, Tiles
from tilery.record import GameRecord, MatchRecord, read_record, verify
from tilery.rules import (
    Edition,
    Reading,
    Rules,
    edition,
    edition_names,
    explain,
    house_rules,
    judge,
    read,
    score,
    settle,
)
from tilery.tiles import Colour, Kind, Tile, TileSet, tile_set

__version__ = "0.1.0"

__all__ = [
    "Colour",
    "Edition",
    "Game",
    "GameRecord",
    "IllegalActionError",
    "Kind",
    "Length",
    "MatchRecord",
    "Reading",
    "Rules",
    "ScoreSheet",
    "Table",
    "Tile",
    "TileSet",
    "TileryError",
    "Tiles",
    "View",
    "apply",
    "edition",
    "edition_names",
    "explain",
    "house_rules",
    "judge",
    "new_game",
    "read",
    "read_record",
    "score",
    "settle",
    "tile_set",
    "verify",
    "view",
]
