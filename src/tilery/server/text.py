"""One check for every text that a person writes and others are to see: names, labels, chat, words for the mixing.

What cannot be seen, turns the writing round or piles marks up is no text. Names are refused for it, so that nobody is
called otherwise than they wrote; of a line of chat it is left out. Length is counted in what is seen.
"""

from __future__ import annotations

import itertools
import unicodedata

from tilery.errors import TileryError

__all__ = ["LONGEST_HOUSE_NAME", "LONGEST_NAME", "clean", "seen_length", "tidy"]

LONGEST_NAME = 24
"""Characters of a name: of a guest, at a shared screen, of a token."""

LONGEST_HOUSE_NAME = 60
"""Characters of the name of house rules."""

_MOST_MARKS = 3
_LONGEST = 10
"""Characters for each one to be seen, at most: a family of four in one emoji has seven."""

_NON_JOINER, _JOINER = "\u200c", "\u200d"
_STYLES = frozenset("\ufe0e\ufe0f")  # text or emoji
_VIRAMA = 9
# Letters, marks and symbols by their category, though nothing is to be seen of them.
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\ufffc\U0001d159") | {
    chr(code) for selectors in (range(0xFE00, 0xFE0E), range(0xE0100, 0xE01F0)) for code in selectors
}


def clean(text: str, most: int, what: str = "a name", code: str = "name") -> str:
    r"""A text as it is shown, composed, trimmed and on one line; one that is not fit to be shown is refused.

    >>> clean("  Zoe\u0308  van Dam ", 24)
    'Zoë van Dam'
    >>> clean("Ann\u202egnp", 24)
    Traceback (most recent call last):
        ...
    tilery.errors.TileryError: a name has no invisible characters or ones that change the direction of writing
    """
    if len(text) > most * _LONGEST:
        raise TileryError(code, f"{what} has 1 to {most} characters, not {len(text)}")
    line = _one_line(text)
    kept, why = _readable(line)
    if kept != line:
        raise TileryError(code, f"{what} has {why}")
    if not 1 <= seen_length(line) <= most:
        raise TileryError(code, f"{what} has 1 to {most} characters, not {seen_length(line)}")
    if not _is_seen(line):
        raise TileryError(code, f"{what} has at least one character to be seen")
    return line


def tidy(text: str) -> str:
    r"""A text as it is shown, without what is not fit to be; nothing is left of one in which nothing is to be seen.

    >>> tidy("well\u202e\nplayed\u0301\u0301\u0301\u0301\u0301"), tidy("\u200b \u2060")
    ('well played́́́', '')
    """
    kept, _ = _readable(_one_line(text))
    line = _one_line(kept)
    return line if _is_seen(line) else ""


def seen_length(text: str) -> int:
    r"""How many characters are seen: marks and joined emoji are part of one, two letters of a flag are one.

    >>> seen_length("Zoe\u0308"), seen_length("\U0001f469\u200d\U0001f467"), seen_length("\U0001f1e9\U0001f1ea")
    (3, 1, 1)
    """
    count, flag, before = 0, False, ""
    for char in text:
        if "\U0001f1e6" <= char <= "\U0001f1ff":
            flag = not flag
            count += flag
        else:
            flag = False
            part = unicodedata.category(char)[0] == "M" or char in (_JOINER, _NON_JOINER) or before == _JOINER
            count += not part and not "\U0001f3fb" <= char <= "\U0001f3ff"  # a tone of skin
        before = char
    return count


def _one_line(text: str) -> str:
    """The text composed, every stretch of space and line ends one blank, none at the ends."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def _is_seen(line: str) -> bool:
    return any(unicodedata.category(char)[0] in "LNPS" for char in line)


def _readable(line: str) -> tuple[str, str]:
    """The characters that are fit to be shown, and what is wrong where that is not all of them."""
    kept: list[str] = []
    marks, why = 0, ""
    for char, after in itertools.pairwise([*line, ""]):
        before = kept[-1] if kept else ""
        is_mark = unicodedata.category(char)[0] == "M"
        if not _is_visible(char, before, after):
            why = "no invisible characters or ones that change the direction of writing"
        elif is_mark and (marks == _MOST_MARKS or before in ("", " ")):
            why = f"at most {_MOST_MARKS} marks on one letter, and none without a letter"
        else:
            kept.append(char)
            marks = marks + 1 if is_mark else 0
    return "".join(kept), why


def _is_visible(char: str, before: str, after: str) -> bool:
    """Whether a character is seen, or is what makes those around it look as they should."""
    if char in _STYLES:
        return before != "" and (unicodedata.category(before)[0] == "S" or before in "#*0123456789")
    if char in (_JOINER, _NON_JOINER):
        return _joins(char, before, after)
    return unicodedata.category(char)[0] != "C" and char not in _INVISIBLE


def _joins(char: str, before: str, after: str) -> bool:
    """Whether a joiner has something to do here: between two emoji, or where a script is written with it."""
    if not before or not after:
        return False
    if unicodedata.combining(before) == _VIRAMA:
        return unicodedata.category(after)[0] == "L"
    if char == _JOINER:
        symbol = unicodedata.category(before)[0] == "S" or before in _STYLES
        return symbol and unicodedata.category(after) == "So"
    return unicodedata.bidirectional(before) == "AL" == unicodedata.bidirectional(after)
