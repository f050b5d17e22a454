"""Every type has a name of its own: whoever meets a word in the code knows which of two things it is."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import tilery

SOURCE = Path(tilery.__file__).parent
OLD = SOURCE / "server/store/migrations"
"""A migration keeps the names that things had when it was written."""

APP = Path(__file__).parents[1] / "web/src"
MADE = "by `make contract`"
"""What stands in a file whose types are the server's own."""
SAME = {
    *("Colour", "Cover", "Covers", "Kind", "Reading", "Reason", "RefusedError", "LeftOver", "Scores"),
    *("Fill", "Settlement", "Stage", "Task", "Turn", "Worth"),
    *("GuideAnswer", "SearchIndex", "TriedPuzzle"),
}
"""What is written on both sides and is one thing: the browser reads sets and judges turns as the server does."""
OWN = {"Props"}
"""What every component has, and calls so: the properties it is given."""

_TYPE = re.compile(
    r"^ *(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class|enum) ([A-Z]\w*)[ <]", re.MULTILINE
)

Homes = dict[str, set[str]]


def types(path: Path) -> Iterator[str]:
    """The classes of a file, and the names it gives to types, such as ``Event = Played | Drew``."""
    tree = ast.parse(path.read_text("utf-8"))
    yield from (node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    for node in tree.body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        for target in targets:
            if isinstance(target, ast.Name) and target.id.strip("_")[:1].isupper() and not target.id.isupper():
                yield target.id


def homes_of(found: Iterable[tuple[str, str]]) -> Homes:
    homes: Homes = defaultdict(set)
    for name, home in found:
        homes[name].add(home)
    return homes


def in_package() -> Homes:
    files = [path for path in SOURCE.rglob("*.py") if not path.is_relative_to(OLD)]
    # `_Event`, which the events of a file share, and `Event`, which is any of them, are one thing.
    return homes_of((name.lstrip("_"), path.relative_to(SOURCE).as_posix()) for path in files for name in types(path))


def in_app(*, made: bool) -> Homes:
    """The types of the web app; those that are made from the server's only if asked for."""
    texts = {
        path.relative_to(APP).as_posix(): path.read_text("utf-8")
        for path in APP.rglob("*")
        if path.suffix in (".ts", ".svelte") and not path.is_relative_to(APP / "paraglide")
    }
    written = {home: text for home, text in texts.items() if made or MADE not in text}
    return homes_of((name, home) for home, text in written.items() for name in _TYPE.findall(text) if name not in OWN)


def ambiguous(homes: Homes) -> dict[str, list[str]]:
    return {name: sorted(files) for name, files in homes.items() if len(files) > 1}


def test_no_name_of_a_type_means_two_things() -> None:
    assert ambiguous(in_package()) == {}


def test_no_name_of_a_type_means_two_things_in_the_web_app() -> None:
    homes = in_app(made=True)
    assert len(homes) > 100
    assert ambiguous(homes) == {}


def test_the_web_app_calls_nothing_as_the_server_calls_another_thing() -> None:
    server, app = in_package(), in_app(made=False)
    assert {name: sorted(app[name] | server[name]) for name in app.keys() & server.keys() - SAME} == {}
    assert sorted(app.keys() & server.keys() & SAME) == sorted(SAME), "a name is no longer shared"


def test_types_are_found_however_they_are_written() -> None:
    lines = [
        "export interface One {}",
        "type Two = 2;",
        "  class Three<T> {}",
        "export type { Four };",
        "// type Five = 5",
    ]
    assert _TYPE.findall("\n".join(lines)) == ["One", "Two", "Three"]
