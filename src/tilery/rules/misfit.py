"""What can be wrong with house rules: stable codes, with what a sentence in any language needs.

>>> misfit("too-small", "opening", least=1, given=0).text
'opening must be 1 or more, not 0'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from tilery.errors import TileryError

__all__ = ["Misfit", "MisfitCode", "RulesError", "misfit"]

MisfitCode = Literal[
    "unknown-rows",
    "tile-set-twice",
    "not-a-number",
    "too-small",
    "too-large",
    "not-a-choice",
    "no-tile-sets",
    "tile-sets-alike",
    "not-a-tile-set",
    "unknown-tile-set",
    "unknown-tiles",
    "tile-count",
    "players",
    "player-range",
    "players-of-no-set",
    "referee",
    "too-few-tiles",
    "no-pool",
    "no-mirror-rule",
    "special-freeing",
    "special-opening",
    "never-freed",
    "never-played-on",
]
"""What can be wrong with rules: a row by itself, or rows that are at odds."""

_TEXTS: dict[MisfitCode, str] = {
    "unknown-rows": "unknown fields: {names} (known: {known})",
    "tile-set-twice": "give either tile_set or tile_sets, not both",
    "not-a-number": "{row} must be a whole number, not {given}",
    "too-small": "{row} must be {least} or more, not {given}",
    "too-large": "{row} is too large",
    "not-a-choice": "{row} must be {choices}, not {given}",
    "no-tile-sets": "tile_sets must be a list of at least one tile set",
    "tile-sets-alike": "tile_sets must differ, and only one may be given by its copies and jokers",
    "not-a-tile-set": "a tile set is a name or copies and jokers, not {given}",
    "unknown-tile-set": "there is no tile set {given}; known are {known}",
    "unknown-tiles": "tile_set: unknown fields: {names}",
    "tile-count": "tile_set: {part} must be from {least} to {most}, not {given}",
    "players": "players must be the least and the most, from 2 to 6, as in [2, 4], not {given}",
    "player-range": "players must be from 2 to 6, not {least} to {most}",
    "players-of-no-set": "players: there is no tile set {names} to play with",
    "referee": "referee {given} is not known here, only 1 to {most}",
    "too-few-tiles": "{most} racks of {rack} tiles need {needed} tiles; tile set {tiles} has {total}",
    "no-pool": "{most} racks of {rack} tiles leave no pool, and pool_empty = stop ends the game then",
    "no-mirror-rule": "tile set {tiles} has a mirror joker and no mirror rule says what its number is",
    "special-freeing": "freeing = replace is a rule for regular jokers: no tile stands for a double, colour-change or "
    "mirror joker of tile set {tiles}",
    "special-opening": "opening_sets = one is a rule for regular jokers, not for a double, colour-change or mirror "
    "joker of tile set {tiles}",
    "never-freed": "freed_joker = new-set needs freeing = replace: under free a joker is moved, never freed",
    "never-played-on": "ending = nobody-can-play needs pool_empty = play-on: under stop nobody plays on",
}


class Misfit(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing wrong with house rules: a stable code, a sentence, the row it is about, and the values in it."""

    code: MisfitCode
    text: str
    row: str = ""
    values: dict[str, int | str] = {}


def misfit(code: MisfitCode, row: str = "", **values: Any) -> Misfit:
    """What is wrong, with its sentence; a value that is no number is told as text."""
    told = {name: value if type(value) is int else str(value) for name, value in values.items()}
    return Misfit(code, _TEXTS[code].format(row=row, **told), row, told)


class RulesError(TileryError):
    """Rules that no game can be played by, with all that is wrong with them."""

    def __init__(self, misfits: Sequence[Misfit]) -> None:
        super().__init__("rules", "; ".join(one.text for one in misfits))
        self.misfits = tuple(misfits)

    def __reduce__(self) -> tuple[type[RulesError], tuple[Any, ...]]:
        return type(self), (self.misfits,)
