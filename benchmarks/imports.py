"""``python -m benchmarks.imports``: who imports whom, as figures and as a picture.

Counted are all imports, wherever they stand and for whatever: those for types alone and those inside functions too.
With a folder, another checkout is read: ``python -m benchmarks.imports ../older``; then nothing is drawn.
"""

from __future__ import annotations

import ast
import re
import statistics
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.imports_picture import Box, picture

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "images" / "imports.svg"

Graph = dict[str, set[str]]

_MADE = "Made from the server's types by `make contract`"
"""What files of the web app say that a program writes."""
_BASE = {"tiles", "notation", "errors", "wire"}
_FROM = re.compile(
    r"""(?:^|[;\s])(?:import|export)\s[^;'"]*?from\s*["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)"""
)
_INTERFACE = re.compile(r"^(?:export )?interface (\w+)(?: extends ([\w, ]+))? \{\n(.*?)^\}", re.M | re.S)
_FIELD = re.compile(r"^  (?:readonly )?(\w+)\??:", re.M)


class Code(NamedTuple):
    """The hand-written modules of one language: the lines of each, and what each imports."""

    lines: dict[str, int]
    imports: Graph

    def figures(self) -> str:
        name = max(self.lines, key=self.lines.__getitem__)
        median = statistics.median(self.lines.values())
        circles = cycles(self.imports)
        return (
            f"{len(self.lines)} modules, median {median:.0f} lines, longest {self.lines[name]} ({name}), "
            f"{len(circles)} cycles" + "".join(f"\n    cycle of {len(each)}: {', '.join(each)}" for each in circles)
        )


def python_code(root: Path) -> Code:
    """The modules of the package by their dotted name below ``tilery``; the package itself is "tilery"."""
    source = root / "src" / "tilery"
    lines: dict[str, int] = {}
    trees: dict[str, ast.Module] = {}
    packages = set()
    for path in sorted(source.rglob("*.py")):
        parts = path.relative_to(source).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts) or "tilery"
        if parts[-1] == "__init__":
            packages.add(name)
        text = path.read_text("utf-8")
        lines[name], trees[name] = text.count("\n"), ast.parse(text)
    imports = {name: set(_imported(name, tree, set(trees), name in packages)) - {name} for name, tree in trees.items()}
    return Code(lines, imports)


def _imported(name: str, tree: ast.Module, known: set[str], package: bool) -> Iterator[str]:
    here = [] if name == "tilery" else name.split(".")
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (_own(alias.name) for alias in node.names if _own(alias.name) in known)
        elif isinstance(node, ast.ImportFrom):
            above = node.level - 1 if package else node.level
            start = ["tilery", *(here[: len(here) - above] if above else here)] if node.level else []
            module = ".".join([*start, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = _own(f"{module}.{alias.name}")
                if module.split(".")[0] == "tilery":
                    yield inner if inner in known else _own(module)


def _own(dotted: str) -> str:
    return dotted.removeprefix("tilery.")


def web_code(root: Path) -> Code:
    """The modules of the web app by their path below ``web/src``."""
    source = root / "web" / "src"
    texts = {
        path.relative_to(source).as_posix(): path.read_text("utf-8")
        for path in sorted([*source.rglob("*.ts"), *source.rglob("*.svelte")])
        if _MADE not in path.read_text("utf-8")
    }
    imports: Graph = {name: set() for name in texts}
    for name, text in texts.items():
        for one, other in _FROM.findall(text):
            target = _resolved(source, source / name, one or other, texts.keys())
            if target and target != name:
                imports[name].add(target)
    return Code({name: text.count("\n") for name, text in texts.items()}, imports)


def _resolved(source: Path, file: Path, written: str, known: Iterable[str]) -> str | None:
    if not written.startswith("."):
        return None
    path = (file.parent / written).resolve()
    if not path.is_relative_to(source.resolve()):
        return None
    stem = path.relative_to(source.resolve()).as_posix()
    ends = ("", ".ts", ".svelte.ts", ".svelte", "/index.ts")
    return next((found for end in ends if (found := re.sub(r"\.js$", "", stem) + end) in set(known)), None)


def cycles(graph: Graph) -> list[list[str]]:
    """The groups of modules each of which reaches all the others of its group."""
    reached: Graph = {name: _reach(graph, name) for name in graph}
    groups = {tuple(sorted(m for m in reached[name] if name in reached[m])) for name in graph if name in reached[name]}
    return [list(group) for group in sorted(groups)]


def _reach(graph: Graph, start: str) -> set[str]:
    found: set[str] = set()
    new = [start]
    while new:
        for target in graph.get(new.pop(), ()):
            if target not in found:
                found.add(target)
                new.append(target)
    return found


class _Struct(NamedTuple):
    node: ast.ClassDef
    file: Path


def structs(root: Path) -> list[frozenset[str]]:
    """The fields of every struct, with those it inherits and the one that names it among others."""
    classes: dict[str, list[_Struct]] = {}
    for path in sorted((root / "src" / "tilery").rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                classes.setdefault(node.name, []).append(_Struct(node, path))
    every = (each for same in classes.values() for each in same)
    found = [frozenset(_fields(each, classes)) for each in every if _is_struct(each, classes)]
    return [fields for fields in found if len(fields) > 1]


def _is_struct(of: _Struct, classes: dict[str, list[_Struct]]) -> bool:
    if any(ast.unparse(base).split(".")[-1] == "Struct" for base in of.node.bases):
        return True
    return any(_is_struct(parent, classes) for parent in _parents(of, classes))


def _parents(of: _Struct, classes: dict[str, list[_Struct]]) -> Iterator[_Struct]:
    """What it inherits from; of several that are named so, the one in its own file."""
    for base in of.node.bases:
        same = classes.get(base.id, []) if isinstance(base, ast.Name) else []
        yield from sorted((each for each in same if each != of), key=lambda each: each.file != of.file)[:1]


def _fields(of: _Struct, classes: dict[str, list[_Struct]]) -> Iterator[str]:
    for parent in _parents(of, classes):
        yield from _fields(parent, classes)
    for keyword in of.node.keywords:
        if keyword.arg == "tag_field" and isinstance(keyword.value, ast.Constant):
            yield str(keyword.value.value)
    for statement in of.node.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            yield statement.target.id


def wire_types(root: Path) -> list[str]:
    """The interfaces of the web app, written by hand, that have exactly the fields of a struct of the server."""
    known = set(structs(root))
    fields: dict[str, frozenset[str]] = {}
    for name in web_code(root).lines:
        for interface, parents, body in _INTERFACE.findall((root / "web" / "src" / name).read_text("utf-8")):
            inherited = [fields.get(parent.strip(), frozenset()) for parent in parents.split(",")]
            fields[interface] = frozenset(_FIELD.findall(body)).union(*inherited)
    return sorted(name for name, own in fields.items() if own in known)


def _room(name: str, packages: set[str]) -> str:
    """The box of the picture that a module of the package belongs to; ``packages`` are the server's."""
    first, *rest = name.split(".")
    if first in _BASE:
        return "tiles, notation, wire"
    if first in ("__main__", "tilery"):
        return "cli"
    if first != "server" or not rest or rest[0] in ("serve", "app"):
        return first
    if rest[0] in packages:
        return f"server/{rest[0]}"
    return "server/identity" if rest[0] in ("identity", "passkeys") else "server/settings, logs"


def _web_room(name: str) -> str:
    folder, _, rest = name.partition("/")
    if not rest:
        return "screens"
    return f"board/{rest.partition('/')[0]}" if folder == "board" and "/" in rest else folder


def boxes(code: Code, room: dict[str, str]) -> list[Box]:
    """The modules put together by rooms."""
    found: dict[str, Box] = {}
    for name, lines in code.lines.items():
        box = found.setdefault(room[name], Box(room[name]))
        box.modules += 1
        box.lines += lines
        box.imports |= {room[target] for target in code.imports[name]} - {room[name]}
    return list(found.values())


def main(arguments: list[str]) -> int:
    root = Path(arguments[0]) if arguments else ROOT
    package, app = python_code(root), web_code(root)
    wire = wire_types(root)
    print(f"package: {package.figures()}\nweb app: {app.figures()}")
    print(f"hand-written wire types: {len(wire)}" + (f" ({', '.join(wire)})" if wire else ""))
    if root == ROOT:
        # The package itself shows what the others hold; drawn, it would point at everything.
        drawn = Code(package.lines, package.imports | {"tilery": set()})
        packages = {name.split(".")[1] for name in package.lines if name.startswith("server.") and name.count(".") > 1}
        left = boxes(drawn, {name: _room(name, packages) for name in package.lines})
        right = boxes(app, {name: _web_room(name) for name in app.lines})
        PICTURE.write_text(picture({"src/tilery": left, "web/src": right}), "utf-8")
        print(f"drawn: {PICTURE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
