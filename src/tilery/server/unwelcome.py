"""Words that those who run a server don't want in names and chat: lists of their own, none comes with Tilery.

Words are compared whole and folded: without case and accents, with digits and signs read as the letters they are often
put for, with nothing invisible in between, and letter by letter where somebody spells them out.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from tilery.errors import TileryError
from tilery.server.text import tidy

__all__ = ["UNWELCOME", "UnwelcomeWords"]

UNWELCOME = "there is a word in it that isn't welcome here"

_WORD = re.compile(r"(?:[^\W_]|[@$!|])+")
_SIGNS = "@$!|"
_LETTERS = [str.maketrans("01345789@$!|", f"o{one}eastbgasi{one}") for one in "il"]  # 1 is put for both
_SPELT_OUT = 3
_MOST_BYTES = 4_000_000


class UnwelcomeWords:
    r"""Lists of words, and whether a text has one of them.

    >>> words = UnwelcomeWords(["Würstchen", "heck"])
    >>> [text for text in ("What the H3CK!", "w\u00fcrst\u200bchen", "WURSTCHEN", "h.e.c.k", "h e c k no", "check!")
    ...     if words.has(text)]
    ['What the H3CK!', 'würst\u200bchen', 'WURSTCHEN', 'h.e.c.k', 'h e c k no']
    """

    def __init__(self, words: Iterable[str] = ()) -> None:
        self._words = frozenset(folded for word in words if (folded := _fold(word)))

    @classmethod
    def read(cls, place: str | None) -> UnwelcomeWords:
        """The words of a file, or of all ``.txt`` files of a folder; none where there is no place."""
        if place is None:
            return cls()
        path = Path(place)
        files = sorted(path.glob("*.txt")) if path.is_dir() else [path]
        if not files:
            raise TileryError("usage", f"words: there is no .txt file in {place}")
        return cls(word for file in files for word in _listed(file))

    def has(self, text: str) -> bool:
        """Whether one of the words is in a text."""
        return bool(self._words) and not self._words.isdisjoint(_words_in(text))

    def refuse(self, *texts: str) -> None:
        """Refuse texts of which one has one of the words."""
        if any(map(self.has, texts)):
            raise TileryError("unwelcome", UNWELCOME)


def _listed(file: Path) -> Iterator[str]:
    """The words of a file, one on each line, without what is behind a ``#``."""
    try:
        if file.stat().st_size > _MOST_BYTES:
            raise TileryError("usage", f"words: {file} is no list of words: it has more than {_MOST_BYTES} bytes")
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no UTF-8 text"
        raise TileryError("usage", f"words: {file} cannot be read: {why}") from None
    for number, line in enumerate(text.splitlines(), 1):
        word = line.partition("#")[0].strip()
        if word and _WORD.fullmatch(_fold(word)) is None:
            raise TileryError("usage", f"words: line {number} of {file} is not one word: {word[:40]!r}")
        if word:
            yield word


def _fold(text: str) -> str:
    """A text without case, accents, and what can't be seen."""
    plain = unicodedata.normalize("NFKD", tidy(text)).casefold()
    return "".join(char for char in plain if unicodedata.category(char)[0] not in "MC")


def _words_in(text: str) -> Iterator[str]:
    """Every word of a text, in every way it may be meant."""
    found = _WORD.findall(_fold(text))
    for word in found:
        yield from _readings(word)
    for is_letter, letters in groupby(found, lambda word: len(word) == 1):
        spelt = "".join(letters) if is_letter else ""
        if len(spelt) >= _SPELT_OUT:
            yield from _readings(spelt)


def _readings(word: str) -> Iterator[str]:
    bare = word.strip(_SIGNS)
    yield bare
    if any(char.isalpha() for char in word):  # a number is a number
        for letters in _LETTERS:
            yield word.translate(letters)
            yield bare.translate(letters)
