"""Places in the booklets: a part by its code, and the heading or words printed there.

>>> str(BookletPlace(printed={"en": "Playing the Game"})), str(BookletPlace("rule", number=3))
('“Playing the Game”', 'rule 3')
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

__all__ = ["LANGUAGES", "BookletPlace", "PlacePart", "places_text"]

PlacePart = Literal["heading", "cover", "introduction", "rule", "example"]
"""A part of a booklet: what is under a heading, on the cover, before the rules, in a numbered rule, in an example."""

LANGUAGES = {"de": "German", "en": "English", "es": "Spanish", "fr": "French", "nl": "Dutch", "pt": "Portuguese"}
"""The languages booklets are printed in."""

_TEXTS: dict[PlacePart, str] = {
    "heading": "“{printed}”",
    "cover": "cover, “{printed}”",
    "introduction": "introduction",
    "rule": "rule {number}",
    "example": "example under “{printed}”",
}


class BookletPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A place in a booklet: which part of it, and what is printed there, by language.

    ``printed`` is a heading, or the words themselves on a cover; ``number`` is that of a rule.
    """

    part: PlacePart = "heading"
    printed: dict[str, str] = {}
    number: int = 0

    def __str__(self) -> str:
        return _TEXTS[self.part].format(printed=next(iter(self.printed.values()), ""), number=self.number)


def places_text(places: Sequence[BookletPlace]) -> str:
    """Several places in one line.

    >>> places_text([BookletPlace("introduction"), BookletPlace(printed={"nl": "Inhoud"})])
    'introduction; “Inhoud”'
    """
    return "; ".join(map(str, places))
