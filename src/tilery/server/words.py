"""Recovery words: six made-up words that bring a guest back from a lost browser, in nobody's language.

Each word is consonant, vowel, consonant, vowel, consonant: sixteen bits that can be said, heard and typed by anyone.
(The idea is D. S. Wilkerson's proquints.) Six of them are 96 random bits, too many to guess.
"""

from __future__ import annotations

import secrets

__all__ = ["COUNT", "new_words", "read_words"]

COUNT = 6

_CONSONANTS = "bdfghjklmnprstvz"
_VOWELS = "aiou"
_LETTERS = (_CONSONANTS, _VOWELS, _CONSONANTS, _VOWELS, _CONSONANTS)


def new_words() -> str:
    """Words nobody had before.

    >>> len(new_words().split())
    6
    """
    return " ".join("".join(map(secrets.choice, _LETTERS)) for _ in range(COUNT))


def read_words(typed: str) -> str | None:
    """Words as somebody typed them, tidied; ``None`` when they can't be ours.

    >>> read_words(" Lusab-babad GUTIH tugad, mizav kubor ")
    'lusab babad gutih tugad mizav kubor'
    >>> read_words("correct horse battery staple")
    """
    words = "".join(letter if letter.isalpha() else " " for letter in typed.casefold()).split()
    ours = len(words) == COUNT and all(
        len(word) == len(_LETTERS) and all(c in letters for c, letters in zip(word, _LETTERS, strict=True))
        for word in words
    )
    return " ".join(words) if ours else None
