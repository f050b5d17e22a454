"""The rooms of the compiled parts: each names what it takes from others, and there are no circles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import tilery

ROOT = Path(tilery.__file__).parents[1]
TAKEN = re.compile(r"^from (tilery[\w.]*|libc\.\w+|cpython\.\w+) c?import (\([^)]*\)|.*)$", re.MULTILINE)


@cache
def rooms() -> dict[str, str]:
    """The text of every compiled module by its name; a ``.pyx`` and its ``.pxd`` are one."""
    found: dict[str, str] = {}
    for path in sorted([*ROOT.glob("tilery/*/kernel/**/*.pxd"), *ROOT.glob("tilery/*/kernel/**/*.pyx")]):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        found[name] = found.get(name, "") + path.read_text("utf-8")
    return found


def taken(text: str) -> Iterator[tuple[str, str]]:
    """What is taken from other modules: module and name."""
    for module, names in TAKEN.findall(text):
        for name in names.strip("()").split(","):
            if name.strip():
                yield module, name.strip()


def test_the_compiled_parts_are_found() -> None:
    assert {"tilery.solver.kernel.calls", "tilery.simulation.kernel.games"} <= set(rooms())
    assert len(rooms()) > 40


def test_rooms_stand_on_each_other_without_circles() -> None:
    below = {name: {module for module, _ in taken(text) if module in rooms()} for name, text in rooms().items()}
    assert len(list(TopologicalSorter(below).static_order())) == len(rooms())


@pytest.mark.parametrize(("one", "other"), [("plain", "full"), ("full", "plain")])
def test_the_two_searches_do_not_know_each_other(one: str, other: str) -> None:
    searching = {name: text for name, text in rooms().items() if f".kernel.{one}." in name}
    assert searching
    for name, text in searching.items():
        assert not [module for module, _ in taken(text) if f".kernel.{other}" in module], name


@pytest.mark.parametrize("name", sorted(rooms()))
def test_nothing_is_taken_in_vain(name: str) -> None:
    body = re.sub(r"#.*", "", TAKEN.sub("", rooms()[name]))
    assert not [word for _, word in taken(rooms()[name]) if not re.search(rf"\b{word}\b", body)]


@pytest.mark.parametrize("name", sorted(rooms()))
def test_a_room_fits_in_a_head(name: str) -> None:
    lines = rooms()[name].splitlines()
    assert len(lines) <= 400
    assert max(map(len, lines), default=0) <= 120


def test_every_number_of_tuning_has_its_reason_and_is_used() -> None:
    numbers = re.findall(r"^    (\w+) = [^#\n]*(# \S.*)?$", rooms()["tilery.solver.kernel.tuning"], re.MULTILINE)
    used = {word for text in rooms().values() for module, word in taken(text) if module.endswith(".kernel.tuning")}
    assert len(numbers) > 30
    assert {name for name, _ in numbers} == used
    assert not [name for name, reason in numbers if not reason]
