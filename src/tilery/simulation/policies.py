"""How a seat plays by itself in a simulation: a policy, which is a number so that a playout can carry it.

>>> Policy().number, Policy(others=2).number, Policy(hoards=1, ending="calm").number
(0, 2, 16842752)
>>> Policy.of(16842752)
Policy(others=0, pool=0, hoards=1, ending='calm')
"""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

__all__ = ["MOST_TILES", "Policy", "WhenDry"]

MOST_TILES = -1
"""The policy of a seat that plays the most tiles every turn. Any other is a :class:`Policy`."""

WhenDry = Literal["lays", "calm", "stubborn"]
"""What somebody who waits does with the pool empty, short of going out: lays the most tiles; passes while ahead, that
is, while nobody's rack counts less; or passes whatever comes."""

_ENDINGS = get_args(WhenDry)
_POOL_AT, _HOARDS_AT, _ENDING_AT = 8, 16, 24
_BYTE = 0xFF


class Policy(NamedTuple):
    """A seat that waits: once it has opened it draws until it can go out in one turn.

    It stops waiting, and lays the most tiles, when somebody else holds no more than ``others`` or no more than ``pool``
    are left to draw. While at least ``hoards`` are left (0: never) it doesn't open either, unless it goes out by that.
    """

    others: int = 0
    pool: int = 0
    hoards: int = 0
    ending: WhenDry = "lays"

    @property
    def number(self) -> int:
        """The policy as a number; those below 256 say when somebody else holds too few tiles, and nothing more."""
        ending = _ENDINGS.index(self.ending)
        return self.others | self.pool << _POOL_AT | self.hoards << _HOARDS_AT | ending << _ENDING_AT

    @classmethod
    def of(cls, number: int) -> Policy:
        """The policy of a number other than :data:`MOST_TILES`."""
        ending = _ENDINGS[number >> _ENDING_AT]
        return cls(number & _BYTE, number >> _POOL_AT & _BYTE, number >> _HOARDS_AT & _BYTE, ending)
