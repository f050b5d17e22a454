"""The page of the booklets' examples: what it names exists, and nothing that an exercise cites is missing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tests.kit.catalogues import WEB
from tests.kit.lessons import At, SheetExercise, TurnExercise, exercises, headings
from tests.rules.test_worked_examples import EXAMPLES as WORKED_EXAMPLES
from tests.rules.test_worked_examples import Example
from tilery import Table, Tiles, edition_names
from tilery.tiles import Kind

PAGE = (WEB.parent / "docs/examples.md").read_text("utf-8")
BY_NAME = {f"{at.lesson.id}/{at.exercise.id}": at for at in exercises()}


class ExampleRow(NamedTuple):
    """A row of the page: an example and the exercise that has it."""

    booklet: str
    heading: str
    example: str
    exercise: str


def rows(heading: str) -> Iterator[tuple[str, list[str]]]:
    """The rows of the tables under these headings, with the edition each is of."""
    for name, text in re.findall(rf"(?ms)^### {heading}`([\w-]+)`\n(.*?)(?=^##|\Z)", PAGE):
        table = [line for line in text.splitlines() if line.startswith("| ")][2:]
        yield from ((name, [cell.strip() for cell in line.strip("|").split(" | ")]) for line in table)


EXAMPLES = [ExampleRow(name, cells[0], cells[-2], cells[-1].strip("`")) for name, cells in rows("")]


def tiles_of(at: At) -> Counter[Kind]:
    """All tiles that an exercise has."""
    exercise = at.exercise
    if isinstance(exercise, SheetExercise):
        return Counter()
    return Counter([*Table(exercise.table or "").tiles(), *Tiles(exercise.rack or "")])


@pytest.mark.parametrize("row", EXAMPLES, ids=lambda row: f"{row.booklet} {row.exercise}")
def test_an_example_has_an_exercise_that_cites_it_and_has_its_tiles(row: ExampleRow) -> None:
    at = BY_NAME[row.exercise]
    assert (row.booklet, row.heading) in {(source.booklet, source.heading) for source in at.exercise.sources}
    for notation in re.findall(r"`([^`]+)`", row.example):
        assert not Counter(Tiles(notation)) - tiles_of(at), f"{at} doesn't have {notation}"


def sets_of(table: str) -> Counter[str]:
    return Counter(str(tiles.sorted()) for tiles in Table(table))


def shows(at: At, example: Example) -> bool:
    """Whether an exercise has an example: its sets among those on the table, before and after."""
    exercise = at.exercise
    return (
        isinstance(exercise, TurnExercise)
        and exercise.solution is not None
        and not sets_of(example.before) - sets_of(exercise.table)
        and not Counter(Tiles(example.rack)) - Counter(Tiles(exercise.rack))
        and not sets_of(example.after) - sets_of(exercise.solution)
    )


@pytest.mark.parametrize("name", WORKED_EXAMPLES)
def test_every_worked_example_is_an_exercise_in_its_editions(name: str) -> None:
    example = WORKED_EXAMPLES[name]
    found = [at for at in BY_NAME.values() if shows(at, example)]
    assert any(set(at.editions) == set(example.editions) for at in found), found


def test_every_booklet_has_its_examples() -> None:
    assert dict.fromkeys(row.booklet for row in EXAMPLES) == dict.fromkeys(edition_names())


def test_every_place_that_an_exercise_cites_is_on_the_page() -> None:
    wanted = [
        (booklet, heading, cited)
        for booklet, printed in headings().items()
        for heading in printed
        if (cited := ", ".join(f"`{name}`" for name, at in BY_NAME.items() if cites(at, booklet, heading)))
    ]
    shown = [(name, cells[0], cells[1]) for name, cells in rows("Cited of ")]
    missing = [f"{booklet}: | {heading} | {cited} |" for booklet, heading, cited in wanted]
    assert shown == wanted, "\n".join(["docs/examples.md, section 2, should be:", *missing])


def cites(at: At, booklet: str, heading: str) -> bool:
    return any((source.booklet, source.heading) == (booklet, heading) for source in at.exercise.sources)
