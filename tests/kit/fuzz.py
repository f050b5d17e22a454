"""Ways to damage text, JSON documents and records."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

__all__ = ["altered_document", "damaged_document", "damaged_lines", "damaged_text", "junk", "made_up_notation"]

_ODD = "\x00\t\n\r |j,;:#\"'{}[]\\é’٣①𝟕\u202e\ufeff\U0001f3b2krbyjdcmKRBYJDCM0123456789-+eE._"
_WORDS = ("r7", "k13", "y1", "j", "d", "c", "m", "|", "R7", "r0", "r14", "x3", "r", "7", "r07", "jj", "r7b8", "||", "")


def made_up_notation(rng: Random) -> str:
    """Text that looks like tiles, more or less."""
    words = rng.choices(_WORDS, weights=[6] * 7 + [3] + [1] * (len(_WORDS) - 8), k=rng.randint(0, 12))
    text = rng.choice((" ", " ", "  ", "\t", "")).join(words)
    return damaged_text(rng, text) if rng.random() < 0.7 else text


def damaged_text(rng: Random, text: str) -> str:
    """The text with one to three small or large accidents."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randint(0, len(text))
        to = min(len(text), at + rng.randint(1, 8))
        how = rng.randrange(9)
        if how == 0:
            text = text[:at]
        elif how == 1:
            text = text[:at] + text[to:]
        elif how == 2:
            text = text[:at] + rng.choice(_ODD) + text[at:]
        elif how == 3:
            text = text[:at] + rng.choice(_ODD) + text[at + 1 :]
        elif how == 4:
            text = text[:at] + text[at:to] * rng.randint(2, 30) + text[to:]
        elif how == 5:
            text = text[:at] + text[at:to][::-1] + text[to:]
        elif how == 6:
            text = text[:at] + str(10 ** rng.randint(1, 40)) + text[at:]
        elif how == 7:
            text = text[:at] + chr(rng.randrange(0x20, 0xD800)) + text[at:]
        else:
            text = text.swapcase()
    return text


def junk(rng: Random) -> Any:
    """Some JSON value or other."""
    deep: Any = []
    for _ in range(rng.randint(1, 40)):
        deep = [deep] if rng.random() < 0.5 else {"x": deep}
    return rng.choice(
        [
            None, True, False, 0, -1, 1, 2, 5, 14, 999, 2**31, 2**63, 2**64, -(2**70), 10**40, 0.5, 1e300, -0.0,
            "", "x", "r7", "r7 r8 r9", "j j j", "r4 r5 r6 | b8 k8 y8", "00" * 32, "zz" * 32, "é" * 300, "\u0000",
            [], [[]], {}, {"do": "draw", "seat": 0}, {"event": "passed", "seat": 9}, ["r7"], [1, 2, 3], deep,
        ]
    )  # fmt: skip


def damaged_document(rng: Random, data: Any) -> Any:
    """A JSON value with one part of it changed, taken away, added or repeated."""
    copy = json.loads(json.dumps(data))
    places: list[tuple[Any, Any, Any]] = [(None, None, copy)]
    for _, _, value in places:
        if isinstance(value, dict | list):
            keys: Any = value if isinstance(value, dict) else range(len(value))
            places += [(value, key, value[key]) for key in keys]
    parent, key, value = rng.choice(places)
    if parent is None:
        return junk(rng)
    how = rng.randrange(5)
    if how == 0:
        del parent[key]
    elif how == 1 and isinstance(parent, dict):
        parent[rng.choice(["x", "version", "seat", "event", "do", "tilery", "é"])] = junk(rng)
    elif how == 2 and isinstance(parent, list):
        parent.insert(rng.randint(0, len(parent)), value)
    elif how == 3 and isinstance(value, int):
        parent[key] = value + rng.choice((-1, 1, 2**64))
    elif how == 3 and isinstance(value, str):
        parent[key] = damaged_text(rng, value)
    else:
        parent[key] = junk(rng)
    return copy


def altered_document(rng: Random, data: Any) -> Any:
    """A JSON value that is wrong but well-formed: another number, another tile, a list in another order."""
    copy = json.loads(json.dumps(data))
    leaves: list[tuple[Any, Any]] = []
    places = [copy]
    for value in places:
        keys: Any = value if isinstance(value, dict) else range(len(value))
        for key in keys:
            leaves.append((value, key))
            if isinstance(value[key], dict | list):
                places.append(value[key])
    parent, key = rng.choice(leaves)
    value = parent[key]
    if isinstance(value, bool):
        parent[key] = not value
    elif isinstance(value, int):
        parent[key] = value + rng.choice((-1, 1, 7))
    elif isinstance(value, list):
        parent[key] = rng.sample(value, rng.randint(0, len(value)))
    elif isinstance(value, str):
        words = value.split()
        how = rng.randrange(3)
        if how == 0 and words:
            words[rng.randrange(len(words))] = rng.choice(_WORDS[:8])
        elif how == 1:
            words.insert(rng.randint(0, len(words)), rng.choice(_WORDS[:8]))
        else:
            words = words[1:]
        parent[key] = " ".join(words)
    return copy


def damaged_lines(rng: Random, lines: Sequence[str]) -> list[str]:
    """The lines of a record after an accident."""
    damaged = list(lines)
    at = rng.randrange(len(damaged))

    def flip() -> None:
        data = bytearray(damaged[at].encode())
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        damaged[at] = data.decode(errors="replace")

    def cut() -> None:
        del damaged[at + 1 :]
        damaged[at] = damaged[at][: rng.randrange(len(damaged[at]))]

    def shuffle() -> None:
        other = rng.randrange(len(damaged))
        damaged[at], damaged[other] = damaged[other], damaged[at]

    def delete() -> None:
        del damaged[at]

    def repeat() -> None:
        damaged.insert(at, damaged[at])

    def nest() -> None:
        damaged[at] = rng.choice("[{") * rng.choice((10, 1_000, 100_000))

    def change() -> None:
        damaged[at] = json.dumps(damaged_document(rng, json.loads(damaged[at]))) + "\n"

    def alter() -> None:
        damaged[at] = json.dumps(altered_document(rng, json.loads(damaged[at]))) + "\n"

    def version() -> None:
        data = json.loads(damaged[0])
        damaged[0] = json.dumps(data | {"version": junk(rng)}) + "\n"

    def text() -> None:
        damaged[at] = damaged_text(rng, damaged[at])

    accidents: list[Callable[[], None]] = [flip, cut, shuffle, delete, repeat, nest, change, alter, version, text]
    weights = [4, 2, 2, 2, 2, 1, 8, 20, 1, 3]
    rng.choices(accidents, weights)[0]()
    return damaged
