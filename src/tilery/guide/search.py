"""Finding a question by the words somebody uses for it.

The web app has the same search in ``web/src/core/search.ts``; a test compares the two. All sums are whole numbers, so
that both sides get the same ones.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

__all__ = ["SearchIndex", "one_off"]

_WORD = re.compile(r"[^\W_]+")
_PLACE = re.compile(r"\{\w+\}")
_SPELT = {"ß": "ss", "œ": "oe", "æ": "ae"}
_MARKS = re.compile("[\u0300-\u036f]")

_MOST_WORDS = 24
_EXACT, _BEGINS, _MISTYPED = 4, 3, 2
_ASKED, _ALSO = 3, 2
_UNKNOWN = 3
"""What a word weighs that is in no question."""


class _Habits(Protocol):
    @property
    def stop(self) -> str: ...
    @property
    def ends(self) -> str: ...
    @property
    def same(self) -> Sequence[str]: ...


class SearchIndex:
    """What there is to find: texts by how they're asked and by other words for the same.

    A word is what's left without its ending; words that mean the same are one. The rarer a word, the more it weighs.
    """

    def __init__(self, habits: _Habits, texts: Iterable[tuple[str, str]]) -> None:
        self._stop = set(_fold(habits.stop))
        self._ends = sorted(_fold(habits.ends), key=lambda end: -len(end))
        self._same: dict[str, str] = {}
        self._forms: dict[str, str] = {}
        for line in habits.same:
            first, *others = _fold(line)
            for word in (first, *others):
                self._same.setdefault(self._stem(word), self._stem(first))
        self._texts = [self._text(asks, also) for asks, also in texts]
        counts = Counter(word for asked, others in self._texts for word in {*asked, *others})
        self._weights = {word: _weight(len(self._texts), count) for word, count in counts.items()}
        for line in habits.same:
            for word in _fold(line):
                self._forms.setdefault(word, self._meaning(word))
        self._forms = {form: word for form, word in self._forms.items() if word in self._weights}

    def find(self, query: str) -> list[int]:
        """The texts these words are about, by number, best first."""
        words = [word for word in _fold(query)[:_MOST_WORDS] if word not in self._stop]
        candidates = [self._candidates(word, last=place == len(words) - 1) for place, word in enumerate(words)]
        possible = sum(
            _EXACT * _ASKED * max((self._weights[word] for word in one), default=_UNKNOWN) for one in candidates
        )
        found = []
        for place, (asked, others) in enumerate(self._texts):
            gained, met = 0, set()
            for one in candidates:
                best = 0
                for word, quality in one.items():
                    part = _ASKED if word in asked else _ALSO if word in others else 0
                    if part:
                        met.add(word)
                        best = max(best, self._weights[word] * quality * part)
                gained += best
            if gained and gained * 5 >= possible * 2:
                left = sum(self._weights[word] for word in asked if word not in met)
                found.append((left * 3 - gained * 2, place))
        return [place for _, place in sorted(found)]

    def _text(self, asks: str, also: str) -> tuple[set[str], set[str]]:
        asked, others = ({*self._meanings(_PLACE.sub(" ", text))} for text in (asks, also))
        return asked, others - asked

    def _meanings(self, text: str) -> Iterator[str]:
        for word in _fold(text):
            if word not in self._stop:
                self._forms.setdefault(word, self._meaning(word))
                yield self._meaning(word)

    def _meaning(self, word: str) -> str:
        stem = self._stem(word)
        return self._same.get(stem, stem)

    def _stem(self, word: str) -> str:
        for end in self._ends:
            if word.endswith(end) and len(word) - len(end) >= 3:
                return word[: -len(end)]
        return word

    def _candidates(self, word: str, last: bool) -> dict[str, int]:
        """The known words that somebody may mean with this one, and how sure that is."""
        meaning = self._meaning(word)
        if meaning in self._weights:
            return {meaning: _EXACT}
        found: dict[str, int] = {}
        for form, meant in self._forms.items():
            if last and len(word) > 1 and form.startswith(word):
                quality = _BEGINS
            elif len(word) > 3 and len(form) > 3 and one_off(word, form):
                quality = _MISTYPED
            else:
                continue
            found[meant] = max(found.get(meant, 0), quality)
        return found


def _fold(text: str) -> list[str]:
    """The words of a text in plain small letters."""
    text = "".join(_SPELT.get(letter, letter) for letter in text.lower())
    return _WORD.findall(_MARKS.sub("", unicodedata.normalize("NFKD", text)))


def _weight(texts: int, count: int) -> int:
    weight = 1
    while count * 2 <= texts:
        count *= 2
        weight += 1
    return weight


def one_off(one: str, other: str) -> bool:
    """Whether two words differ in one letter: another one, one more, one less, or two that changed places.

    >>> one_off("joker", "jokre"), one_off("joker", "jocer"), one_off("joker", "poked")
    (True, True, False)
    """
    short, long = sorted((one, other), key=len)
    if len(long) - len(short) > 1 or one == other:
        return one == other
    start = 0
    while start < len(short) and short[start] == long[start]:
        start += 1
    if len(short) < len(long):
        return short[start:] == long[start + 1 :]
    if short[start + 1 :] == long[start + 1 :]:
        return True
    return short[start + 2 :] == long[start + 2 :] and short[start : start + 2] == long[start : start + 2][::-1]
