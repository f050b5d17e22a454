"""What a seat believes about how another one plays, learned from what it did, by Bayes' rule.

Everybody lays, waits or hoards. Who lays opens as soon as it can and then lays all it can; who waits opens and then
draws until the whole rack goes at once; who hoards doesn't even open before that.

>>> belief = Belief()
>>> for _ in range(12):
...     belief = belief.drew(opened=False, table=0)
>>> max(belief.styles, key=belief.styles.get)
'hoards'
>>> belief = belief.played(opening=True, table=6).drew(opened=True, table=6).played(opening=False, table=8)
>>> max(belief.styles, key=belief.styles.get)
'lays'
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from tilery.simulation import MOST_TILES, Policy, WhenDry

__all__ = ["Belief", "Manner"]

Manner = Literal["lays", "waits", "hoards"]

_PRIOR: dict[Manner, float] = {"lays": 0.5, "waits": 0.25, "hoards": 0.25}
_ENDINGS: dict[WhenDry, float] = {"lays": 0.4, "calm": 0.35, "stubborn": 0.25}
_OPENS = (0.5, 0.15, 0.15, 0.15, 0.15)
"""How often somebody who wants to open can do so, by the number of turns it couldn't before; later it is _OPENS_LATE.
These figures and the next are from simulated games, with two players and with four."""
_OPENS_LATE = 0.25
_LAYS = (0.18, 0.33, 0.4, 0.4, 0.45)
"""How often somebody who has opened can lay a tile, by the tens of tiles on the table."""
_SLIP = 0.06
"""How often somebody does what their style doesn't: nobody plays by one all the time."""


class Belief(NamedTuple):
    """How likely each style is, and what somebody who waits would do once the pool is empty."""

    lays: float = _PRIOR["lays"]
    waits: float = _PRIOR["waits"]
    hoards: float = _PRIOR["hoards"]
    endings: tuple[float, ...] = tuple(_ENDINGS.values())
    tried: int = 0

    @property
    def styles(self) -> dict[Manner, float]:
        """The chance of each style."""
        return {"lays": self.lays, "waits": self.waits, "hoards": self.hoards}

    def drew(self, opened: bool, table: int) -> Belief:
        """It drew, with so many tiles on the table."""
        if opened:
            return self._learn(1 - _lays(table), 1 - _SLIP, 1 - _SLIP)
        nothing = 1 - _opens(self.tried)
        return self._learn(nothing, nothing, 1 - _SLIP)._replace(tried=self.tried + 1)

    def played(self, opening: bool, table: int) -> Belief:
        """It laid tiles, with so many on the table before, and still holds some."""
        if opening:
            could = _opens(self.tried)
            return self._learn(could, could, _SLIP)
        return self._learn(_lays(table), _SLIP, _SLIP)

    def passed(self) -> Belief:
        """It passed with the pool empty."""
        return self._replace(endings=_scaled(self.endings, (0.3, 0.7, 1.0)))

    def laid_at_the_end(self) -> Belief:
        """It laid tiles with the pool empty, and still holds some."""
        return self._replace(endings=_scaled(self.endings, (1.0, 0.6, _SLIP)))

    def guesses(self, others: int) -> tuple[tuple[int, float], ...]:
        """The policies it may play by, each with its chance; whoever waits stops when somebody holds so few tiles."""
        lays, calm, stubborn = self.endings
        return (
            (MOST_TILES, self.lays),
            (Policy(others).number, self.waits * lays),
            (Policy(others, ending="calm").number, self.waits * calm),
            (Policy(others, ending="stubborn").number, self.waits * stubborn),
            (Policy(others, hoards=1).number, self.hoards * lays),
            (Policy(others, hoards=1, ending="calm").number, self.hoards * (calm + stubborn)),
        )

    def _learn(self, *likelihoods: float) -> Belief:
        lays, waits, hoards = _scaled((self.lays, self.waits, self.hoards), likelihoods)
        return self._replace(lays=lays, waits=waits, hoards=hoards)


def _scaled(chances: tuple[float, ...], likelihoods: tuple[float, ...]) -> tuple[float, ...]:
    products = [chance * likelihood for chance, likelihood in zip(chances, likelihoods, strict=True)]
    return tuple(product / sum(products) for product in products)


def _opens(tried: int) -> float:
    return _OPENS[tried] if tried < len(_OPENS) else _OPENS_LATE


def _lays(table: int) -> float:
    return _LAYS[min(table // 10, len(_LAYS) - 1)]
