"""A fair match: how strong a bot has to be for a person to win as often as anybody at the table.

The strength is chosen before a game, from how the person's games against bots came out, and from nothing else: no tile
is looked at, and nothing changes while a game is played. The same results always give the same level.

>>> fair_level("fair", Form())
'casual'
>>> fair_level("hoarder:fair", form_of([PastGame(("casual",), won=True)] * 12))
'hoarder:skilled'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from tilery.bots.characters import character
from tilery.bots.dial import DIAL

__all__ = ["FAIR", "RATINGS", "Form", "PastGame", "fair_level", "form_of", "is_fair"]

FAIR = "fair"
"""The step of the dial that is chosen before each game; by itself it chooses a level of the ladder."""

# By the win rates of neighbours in ``docs/bots.md``, on Elo's scale; ``beginner`` is 0. The newcomer is further
# behind still, but nobody needs to win that often for the figure to matter.
RATINGS: dict[str, float] = {
    "newcomer": -600.0,
    "beginner": 0.0,
    "casual": 200.0,
    "regular": 380.0,
    "skilled": 525.0,
    "veteran": 635.0,
    "most-tiles": 785.0,
    "strategist": 1250.0,
}
_SHARP = "most-tiles"
"""What a character is as strong as that overlooks nothing."""
_SETTLED = 10
"""Games after which a strength moves by the smaller step."""
_MOVES = (160.0, 40.0)
"""By how much a game moves a strength, the first and the later ones."""


class PastGame(NamedTuple):
    """A game of one person: the levels of the bots at the table, and whether the person won."""

    bots: tuple[str, ...]
    won: bool


class Form(msgspec.Struct, frozen=True):
    """How strong a person seems to be, on the ladder's scale, after so many games against bots."""

    rating: float = RATINGS["casual"]
    games: int = 0

    def after(self, game: PastGame) -> Form:
        """The form after one game more: better by a win nobody expected, worse by a loss nobody did.

        A game without a bot whose strength is known says nothing.
        """
        rivals = [found for bot in game.bots if (found := _rating(bot)) is not None]
        if not rivals:
            return self
        early = max(0.0, 1 - self.games / _SETTLED)
        move = _MOVES[1] + early * (_MOVES[0] - _MOVES[1])
        return Form(self.rating + move * (game.won - _expected(self.rating, rivals)), self.games + 1)


def is_fair(name: str) -> bool:
    """Whether this bot's strength is chosen before each game.

    >>> is_fair("fair"), is_fair("hoarder:fair"), is_fair("hoarder:casual"), is_fair("mybot:fair")
    (True, True, False, False)
    """
    way, colon, step = name.partition(":")
    return name == FAIR or (bool(colon) and step == FAIR and character(way) is not None)


def form_of(games: Iterable[PastGame]) -> Form:
    """A person's form after these games, oldest first."""
    form = Form()
    for game in games:
        form = form.after(game)
    return form


def fair_level(wanted: str, form: Form) -> str:
    """The level nearest to a person's strength: of the ladder for ``fair``, of a character for ``hoarder:fair``."""
    if wanted == FAIR:
        return min(RATINGS, key=lambda name: abs(RATINGS[name] - form.rating))
    way = wanted.partition(":")[0]
    step = min((*DIAL, _SHARP), key=lambda name: abs(RATINGS[name] - form.rating))
    return way if step == _SHARP else f"{way}:{step}"


def _expected(rating: float, rivals: Sequence[float]) -> float:
    """How often somebody of this rating wins a table with these rivals, by Luce's model."""
    return 1 / (1 + sum(10 ** ((rival - rating) / 400) for rival in rivals))


def _rating(bot: str) -> float | None:
    """A bot's strength: a character is about as strong as the level of its step."""
    way, _, step = bot.partition(":")
    return RATINGS.get(bot) if character(way) is None else RATINGS.get(step or _SHARP)
