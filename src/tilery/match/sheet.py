"""A match: games one after the other, its score sheet, and who has won it.

>>> from tilery.rules.edition import edition
>>> sheet = ScoreSheet(("A", "B", "C", "D"), edition("classic-2015").rules().match)
>>> for scores in [(24, -5, -16, -3), (-6, -11, 22, -5), (-32, -13, -2, 47), (-10, -25, 41, -6)]:
...     sheet = sheet.add(scores, winner=max(range(4), key=scores.__getitem__))
>>> sheet.totals, sheet.wins, sheet.winners
((-24, -54, 45, 33), (1, 0, 2, 1), (2,))
"""

from __future__ import annotations

import csv
import html
from collections.abc import Sequence
from typing import get_args

import msgspec

from tilery.errors import TileryError, whole_number
from tilery.rules.edition import MatchRule

__all__ = ["Entry", "Length", "ScoreSheet"]


_LONGEST = 1000
"""Games or rounds of a match."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One game's line on the score sheet."""

    scores: tuple[int, ...]
    winner: int


class Length(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a match is: a number of rounds (as many games each as there are players), or of games.

    >>> Length(rounds=2).total(players=4), Length(games=3).total(players=4)
    (8, 3)
    """

    rounds: int | None = None
    games: int | None = None

    def __post_init__(self) -> None:
        if (self.rounds is None) == (self.games is None):
            raise TileryError("length", "a match is a number of rounds or a number of games, not both")
        given = self.games if self.rounds is None else self.rounds
        whole_number(given or 0, 1, _LONGEST, code="length", what="the number of rounds or games")

    def total(self, players: int) -> int:
        """How many games that is."""
        return self.games if self.games is not None else (self.rounds or 0) * players


class ScoreSheet(msgspec.Struct, frozen=True):
    """The scores of the games played so far, and what follows from them."""

    names: tuple[str, ...]
    rule: MatchRule
    entries: tuple[Entry, ...] = ()

    def __post_init__(self) -> None:
        if self.rule not in get_args(MatchRule):
            raise TileryError("rules", f"a match is won by {' or by '.join(get_args(MatchRule))}, not by {self.rule!r}")

    def add(self, scores: Sequence[int], winner: int) -> ScoreSheet:
        """The sheet with one more game; scores that do not add up to 0 are refused."""
        if len(scores) != len(self.names):
            raise TileryError("scores", f"{len(self.names)} players need as many scores, not {len(scores)}")
        if sum(scores) != 0:
            raise TileryError("scores", f"the scores of a game add up to 0, these to {sum(scores)}")
        if not 0 <= winner < len(self.names):
            raise TileryError("scores", f"there is no seat {winner} to have won")
        return msgspec.structs.replace(self, entries=(*self.entries, Entry(tuple(scores), winner)))

    @property
    def totals(self) -> tuple[int, ...]:
        """Every player's total score."""
        return tuple(sum(entry.scores[seat] for entry in self.entries) for seat in range(len(self.names)))

    @property
    def wins(self) -> tuple[int, ...]:
        """How many games every player has won."""
        return tuple(sum(entry.winner == seat for entry in self.entries) for seat in range(len(self.names)))

    @property
    def winners(self) -> tuple[int, ...]:
        """Who is ahead by the edition's rule; more than one when it is shared."""
        ranks = list(zip(self.wins, self.totals, strict=True))
        if self.rule == "total":
            ranks = [(total, wins) for wins, total in ranks]
        return tuple(seat for seat, rank in enumerate(ranks) if self.entries and rank == max(ranks))

    def rounds(self) -> tuple[tuple[Entry, ...], ...]:
        """The games by round; a round has as many games as there are players."""
        size = len(self.names)
        return tuple(self.entries[start : start + size] for start in range(0, len(self.entries), size))

    def to_csv(self) -> str:
        """The sheet as CSV: a line for each game, the totals, the games won.

        >>> print(ScoreSheet(("Ann", "Bo"), "total").add((5, -5), 0).to_csv(), end="")
        game,Ann,Bo,winner
        1,5,-5,Ann
        total,5,-5,Ann
        games won,1,0,
        """
        lines = _CsvLines()
        writer = csv.writer(lines, lineterminator="\n")
        writer.writerow(["game", *self.names, "winner"])
        for number, entry in enumerate(self.entries, 1):
            writer.writerow([number, *entry.scores, self.names[entry.winner]])
        winners = " and ".join(self.names[seat] for seat in self.winners)
        writer.writerow(["total", *self.totals, winners])
        writer.writerow(["games won", *self.wins, ""])
        return "".join(lines.parts)

    def _repr_html_(self) -> str:
        """The sheet as a notebook shows it."""
        rows = [[str(number), *map(str, entry.scores)] for number, entry in enumerate(self.entries, 1)]
        rows += [["total", *map(str, self.totals)], ["games won", *map(str, self.wins)]]
        head = "".join(f"<th>{html.escape(name)}</th>" for name in ("", *self.names))
        body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
        return f"<table><tr>{head}</tr>{body}</table>"


class _CsvLines:
    """Collects what a CSV writer writes."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def write(self, text: str) -> None:
        self.parts.append(text)
