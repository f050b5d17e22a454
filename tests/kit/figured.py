"""Histories in figures that nobody played, for pages that show them: the same every time, for any number of games."""

from __future__ import annotations

import datetime
from random import Random

import msgspec

from tilery.server.http.statistics import Statistics, added_up
from tilery.server.store.rows import FiguredGame, FiguredOther, SeatFigures

__all__ = ["figured_games", "statistics_json"]

_ME = "somebody"
_BEGAN = datetime.datetime(2026, 6, 2, 19, tzinfo=datetime.UTC).timestamp()
_EVENINGS = 165 * 86_400.0
_PEOPLE = ("Maren", "Tomasz", "Aiko")
_LEVELS = ("casual", "regular", "skilled")
_EDITIONS = ("classic-2015", "classic-2015", "sabra", "twist-2016")


def figured_games(many: int, seed: int = 1) -> list[FiguredGame]:
    """So many games from June on, by somebody who gets better."""
    chance = Random(seed)
    return [_game(chance, at, many) for at in range(many)]


def _game(chance: Random, at: int, many: int) -> FiguredGame:
    late = at / max(1, many - 1)
    won = chance.random() < 0.25 + 0.25 * late
    people = [FiguredOther(f"guest-{name}", name, None, won or chance.random() < 0.5) for name in _PEOPLE]
    bots = [FiguredOther(None, level.title(), level, won) for level in _LEVELS]
    others = tuple(chance.sample(people if chance.random() < 0.7 else bots, chance.choice((1, 2, 3))))
    turns = chance.randint(8, 16)
    missed = round(turns * max(0.0, chance.gauss(1.4 - late, 0.35)))
    codes = chance.choices(("joker", "set", "add", "rearrange"), (1, 2, 4, 5), k=min(missed, turns) // 2)
    return FiguredGame(
        id=f"game{at:05}",
        ended=_BEGAN + late * _EVENINGS,
        edition=chance.choice(_EDITIONS),
        seat=0,
        score=chance.randint(30, 110) if won else -chance.randint(2, 48),
        won=won,
        tiles_left=0 if won else chance.randint(1, 9),
        turns=turns,
        place=1 if won else chance.randint(2, len(others) + 1),
        figures=SeatFigures(
            turns,
            chance.choices((1, 2, 3, 4, 5, 6), (13, 13, 20, 14, 2, 2))[0],
            turns,
            turns * chance.uniform(20, 48),
            turns,
            14,
            missed,
            {code: codes.count(code) for code in set(codes)},
        ),
        others=others,
    )


def statistics_json(many: int, edition: str | None = None, opponent: str | None = None) -> str:
    """What a server would answer."""
    found: Statistics = added_up(_ME, figured_games(many), edition or None, opponent or None, more=False)
    return msgspec.json.encode(found).decode()
