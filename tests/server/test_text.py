"""One check for every text that a person writes and others are to see."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilery.errors import TileryError
from tilery.server.text import clean, seen_length, tidy

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
HOSTILE = [
    *("a\0b", "a\x1b[2Jb", "a\x7fb", "a\x9bb"),
    *("a\u200bb", "a\u200db", "a\u200cb", "a\u2060b", "\ufeffa", "a\u202eb", "a\u2066b", "a\u061cb", "a\u00adb"),
    *("a\u115fb", "a\u3164b", "a\u2800b", "a\u034fb", "a\ufffcb", "\ue000a", "\ud800a", "\U000e0041a", "\u0378a"),
    *("a\ufe0fb", "a\ufe00b", "a\U000e0100b", f"{FAMILY}\u200d", "\U0001f468\u200d\u200d\U0001f469"),
    *("a" + "\u0336" * 4, "a\u0301\u0302\u200b\u0303\u0304", "b \u0301", "\u0301a", "\u20dda"),
]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Ann", "Ann"),
        ("  Ann \n", "Ann"),
        ("Ann  \u2028 van\tDam", "Ann van Dam"),
        ("Zoe\u0308", "Zoë"),
        ("日本語", "日本語"),
        ("שרה", "שרה"),
        ("می\u200cروم", "می\u200cروم"),
        ("क्\u200dष", "क्\u200dष"),
        ("Nguyễn", "Nguyễn"),
        ("🎲 Bo", "🎲 Bo"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("1\ufe0f\u20e3", "1\ufe0f\u20e3"),
        (FAMILY, FAMILY),
        ("<b>Bo</b>", "<b>Bo</b>"),
        ("x" * 24, "x" * 24),
        (FAMILY * 24, FAMILY * 24),
    ],
)
def test_a_name_is_composed_and_trimmed(typed: str, name: str) -> None:
    assert clean(typed, 24) == name
    assert clean(name, 24) == name
    assert tidy(typed) == name


@pytest.mark.parametrize(
    "typed", [*HOSTILE, "", "   ", "\n", "x" * 25, FAMILY * 25, "\u0301", "\ufe0f", "\u3164", "\u2800"]
)
def test_a_name_that_cannot_be_seen_or_trusted_is_refused(typed: str) -> None:
    with pytest.raises(TileryError) as refused:
        clean(typed, 24)
    assert refused.value.code == "name"


@pytest.mark.parametrize("typed", HOSTILE)
def test_of_a_line_what_cannot_be_seen_or_trusted_is_left_out(typed: str) -> None:
    line = tidy(f"Hi {typed} there")
    assert line != f"Hi {typed} there"
    assert line.startswith("Hi ") and line.endswith(" there")
    assert clean(line, 100) == line


@given(st.text(max_size=60))
def test_what_was_tidied_once_is_clean(text: str) -> None:
    line = tidy(text)
    assert line == "" or clean(line, 60) == line == tidy(line)
    assert unicodedata.is_normalized("NFC", line) and len(line.splitlines()) <= 1


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("", 0),
        ("Zoe\u0308", 3),
        (FAMILY, 1),
        ("\U0001f1e9\U0001f1ea\U0001f1eb\U0001f1f7", 2),
        ("\U0001f44d\U0001f3fd", 1),
    ],
)
def test_length_is_what_is_seen(text: str, seen: int) -> None:
    assert seen_length(text) == seen


def test_text_far_too_long_is_not_even_composed() -> None:
    with pytest.raises(TileryError, match="not 1000000"):
        clean("\u0301\u0316" * 500_000, 24)  # to order so many marks would take minutes
