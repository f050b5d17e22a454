"""A match at a real table, kept in a file: its rules, its players, and the racks of every game."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Self

import msgspec

from tilery.cli.batch import in_field
from tilery.cli.files import read_text
from tilery.errors import TileryError
from tilery.match import ScoreSheet
from tilery.notation import Tiles
from tilery.rules import Rules, Scores
from tilery.rules.scoring import LeftOver, rack_total, score_left
from tilery.wire import from_plain, to_plain

__all__ = ["KeptScores", "ScoredGame", "read_scores", "write_scores"]

_KIND = "scores"
_MOST_POINTS = 9999


class ScoredGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A game as it was given: racks in notation or as their points; without a starter the players take turns."""

    racks: tuple[str, ...]
    out: int | None = None
    last: int | None = None
    starter: int | None = None


class KeptScores(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match.

    >>> from tilery.rules import edition
    >>> kept = KeptScores.begin(edition("sabra").rules(), ("Ann", "Bo"))
    >>> kept.with_game(0, ScoredGame(("", "r7 j"), out=0)).with_game(1, ScoredGame(("16", ""), out=1)).sheet().totals
    (16, -16)
    """

    rules: Rules
    names: tuple[str, ...]
    games: tuple[ScoredGame, ...] = ()

    @classmethod
    def begin(cls, rules: Rules, names: tuple[str, ...]) -> Self:
        """A match without a game."""
        least, most = rules.players
        if not least <= len(names) <= most:
            raise TileryError(
                "players", f"who plays? give --name NAME for each of {least} to {most} players, not {len(names)}"
            )
        if any(not name.strip() for name in names) or len(set(names)) < len(names):
            raise TileryError("players", "every player needs a name of their own")
        return cls(rules, names)

    def with_game(self, at: int, game: ScoredGame) -> KeptScores:
        """The match with this game, by its number from 0: one more, or in the place of another."""
        if not 0 <= at <= len(self.games):
            raise TileryError("game", f"there is no game {at + 1}, the next one is {len(self.games) + 1}")
        self._scores(at, game)
        return msgspec.structs.replace(self, games=(*self.games[:at], game, *self.games[at + 1 :]))

    def without_last(self) -> KeptScores:
        """The match without its last game."""
        if not self.games:
            raise TileryError("game", "there is no game to take back")
        return msgspec.structs.replace(self, games=self.games[:-1])

    def sheet(self) -> ScoreSheet:
        """The score sheet."""
        sheet = ScoreSheet(self.names, self.rules.match)
        for at, game in enumerate(self.games):
            sheet = sheet.add(*self._scores(at, game))
        return sheet

    def _scores(self, at: int, game: ScoredGame) -> Scores:
        if len(game.racks) != len(self.names):
            raise TileryError("players", f"give all {len(self.names)} players a rack, not {len(game.racks)}")
        known = [in_field(f"rack {seat}", Tiles, text) for seat, text in enumerate(game.racks) if not _is_points(text)]
        self.rules.check_copies(*known)
        left = [self._left(text) for text in game.racks]
        for seat, rack in enumerate(left):
            if seat == game.out and rack.total:
                raise TileryError("out", f"{self.names[seat]} went out: their rack is empty")
            if seat != game.out and not rack.total:
                raise TileryError("out", f"{self.names[seat]} has nothing left: say who went out with --out SEAT")
        starter = at % len(self.names) if game.starter is None else game.starter
        return score_left(self.rules, left, game.out, game.last, starter)

    def _left(self, text: str) -> LeftOver:
        if not _is_points(text):
            tiles = Tiles(text)
            return LeftOver(rack_total(self.rules, tiles), len(tiles))
        if int(text) > _MOST_POINTS:
            raise TileryError("points", f"no rack is worth more than {_MOST_POINTS}")
        return LeftOver(int(text), None)


def _is_points(text: str) -> bool:
    """Whether a rack is given by its points; no tile is only a number."""
    return text.strip().isdecimal()


def read_scores(path: Path) -> KeptScores:
    """The match in a file."""
    text = read_text(str(path))
    try:
        data = msgspec.json.decode(text)
        if not isinstance(data, dict) or data.pop("tilery", None) != _KIND or data.pop("version", None) != 1:
            raise TileryError("file", f"{str(path)!r} isn't a match kept by tilery score")
        kept = from_plain(data, KeptScores)
        kept.sheet()
    except msgspec.DecodeError as error:
        raise TileryError("file", f"cannot read {str(path)!r}: {error}") from None
    return kept


def write_scores(path: Path, kept: KeptScores) -> None:
    """Keep a match in a file, which is never half written."""
    data = {"tilery": _KIND, "version": 1, **to_plain(kept)}
    try:
        with tempfile.NamedTemporaryFile("wb", dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            file.write(msgspec.json.format(msgspec.json.encode(data), indent=2) + b"\n")
        Path(file.name).replace(path)
    except OSError as error:
        raise TileryError("file", f"cannot write {str(path)!r}: {(error.strerror or str(error)).lower()}") from None
