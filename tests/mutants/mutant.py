"""A module with one change in it."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import NamedTuple

from tests.mutants.changes import Change, changes

__all__ = ["Mutant", "mutants"]


class Mutant(NamedTuple):
    """A module with one change in it."""

    path: Path
    module: str
    tree: ast.Module
    change: Change

    @property
    def where(self) -> str:
        """The function it is in, by its name below ``tilery``."""
        return f"{self.module}.{self.change.function}".removesuffix(".").removeprefix("tilery.")

    @property
    def name(self) -> str:
        """Where it is and what it changes."""
        return f"{self.where}: {self.change}"

    @property
    def line(self) -> str:
        """The first line of the statement it is in."""
        return linecache.getline(str(self.path), self.change.lines.start).strip()

    def code(self) -> CodeType:
        """The changed module, compiled."""
        with self.change.made():
            return compile(self.tree, str(self.path.resolve()), "exec", dont_inherit=True)


def mutants(source: Path, package: str) -> Iterator[Mutant]:
    """Every change to the modules of a package, or to one module."""
    folder = source / package
    for path in sorted(folder.rglob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]:
        if "migrations" in path.parts:
            continue  # history: what they do is compared with databases of their time
        name = ".".join(path.relative_to(source.parent).with_suffix("").parts).removesuffix(".__init__")
        tree = ast.parse(path.read_text("utf-8"))
        yield from (Mutant(path, name, tree, change) for change in changes(tree))
