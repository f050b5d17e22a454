"""Answering "may I …?" by the rules of an edition.

>>> from tilery.rules import edition
>>> found = answer(edition("classic-2015"), find("take a joker before I've opened")[0])
>>> found.answer, found.lead, found.source
('no', 'No.', '“The Joker”')
"""

from __future__ import annotations

import functools
import re
from typing import Literal

import msgspec

from tilery.guide.entries import GuideEntry, GuidePicture, entries, guide_words, holds
from tilery.guide.search import SearchIndex
from tilery.rules.booklet import places_text
from tilery.rules.edition import Edition

__all__ = ["GuideAnswer", "answer", "fill", "find", "source_of"]

_PLACE = re.compile(r"\{(\w+)\}")


class GuideAnswer(msgspec.Struct, frozen=True):
    """What an edition answers: yes, no or yes if, in words, with the rule and its place in the booklet."""

    id: str
    asks: str
    answer: Literal["yes", "no", "if"]
    lead: str
    text: str
    rule: str
    source: str
    picture: GuidePicture | None


@functools.cache
def _index() -> SearchIndex:
    words = guide_words()
    said = [words.questions[entry.id] for entry in entries()]
    return SearchIndex(words.search, [(one.asks, one.also) for one in said])


def find(words: str) -> list[GuideEntry]:
    """The questions these words are about, best first.

    >>> [entry.id for entry in find("1 after 13")][0]
    'one-after-thirteen'
    >>> find("weather")
    []
    """
    return [entries()[place] for place in _index().find(words)]


def answer(edition: Edition, entry: GuideEntry) -> GuideAnswer:
    """What an edition answers to a question."""
    case = next(case for case in entry.cases if holds(case.when, edition))
    words = guide_words()
    said, say = words.questions[entry.id], case.say or case.answer
    lead, text = said.answers.get(say) or words.common[say]
    return GuideAnswer(
        id=entry.id,
        asks=fill(said.asks, edition),
        answer=case.answer,
        lead=fill(lead, edition),
        text=fill(text, edition),
        rule=case.rule,
        source="the booklet is silent" if case.silent else source_of(case.rule, edition),
        picture=case.picture,
    )


def fill(text: str, edition: Edition) -> str:
    """A text with the numbers of an edition.

    >>> from tilery.rules import edition
    >>> fill("it counts {joker_penalty}", edition("sabra"))
    'it counts 25'
    """
    return _PLACE.sub(lambda found: str(edition.rows[found[1]].value), text)


def source_of(rule: str, edition: Edition) -> str:
    """Where the booklet has a rule, also one that is no row."""
    return places_text(edition.parts[rule]) if rule in edition.parts else edition.source(rule)
