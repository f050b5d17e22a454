"""Every type has a name of its own: whoever meets a word in the code knows which of two things it is."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import tilery

SOURCE = Path(tilery.__file__).parent
OLD = SOURCE / "server/store/migrations"
"""A migration keeps the names that things had when it was written."""


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


def test_no_name_of_a_type_means_two_things() -> None:
    homes: dict[str, set[str]] = defaultdict(set)
    for path in SOURCE.rglob("*.py"):
        if not path.is_relative_to(OLD):
            for name in types(path):
                # `_Event`, which the events of a file share, and `Event`, which is any of them, are one thing.
                homes[name.lstrip("_")].add(path.relative_to(SOURCE).as_posix())
    assert {name: sorted(files) for name, files in homes.items() if len(files) > 1} == {}
