"""What can be changed in a module, one place at a time: a boundary, an operator, a number, a word, a whole statement.

>>> tree = ast.parse("def f(x):\\n    return x < 3")
>>> for change in changes(tree):
...     print(change.function, change)
f return x < 3 → return None
f x < 3 → x <= 3
f x < 3 → x >= 3
f 3 → 4
"""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["Change", "changes"]

_COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_CALLED = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}
_UNTOUCHED = {"TypeVar", "ParamSpec", "cast", "NewType", "getLogger"}
"""Calls whose words only a type checker or a log reads."""

_Functions = ast.FunctionDef | ast.AsyncFunctionDef


class Place(NamedTuple):
    """Where a node hangs in the tree, so that another can be put there."""

    parent: ast.AST
    field: str
    slot: int | None

    def put(self, node: ast.AST) -> None:
        if self.slot is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.slot] = node


class Change(NamedTuple):
    """One node put in the place of another.

    ``function`` is the function or class around it, "" for the module; ``live`` says that it lies in a function's
    body, so that a running program can be changed; ``lines`` are those of the statement it belongs to.
    """

    place: Place
    old: ast.AST
    new: ast.AST
    function: str
    live: bool
    lines: range

    def __str__(self) -> str:
        return f"{_shown(self.old)} → {_shown(self.new)}"

    @contextlib.contextmanager
    def made(self) -> Iterator[None]:
        """The tree is changed as long as this lasts."""
        self.place.put(self.new)
        try:
            yield
        finally:
            self.place.put(self.old)


def changes(tree: ast.Module) -> Iterator[Change]:
    """Everything that is changed in a module, in the order of its lines."""
    for place, node, function, live, lines in _walk(tree, "", False, range(0)):
        for new in _instead(node):
            ast.fix_missing_locations(ast.copy_location(new, node))
            yield Change(place, node, new, function, live, lines)


def _walk(
    parent: ast.AST, function: str, live: bool, lines: range
) -> Iterator[tuple[Place, ast.AST, str, bool, range]]:
    """Every node that may be changed, from the top down, with what surrounds it.

    Of a sentence these are the figures in it, not its words: they are for people.
    """
    for field, value in ast.iter_fields(parent):
        for index, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(node, ast.AST) or _left_alone(parent, field, node):
                continue
            inside, alive = function, live
            if isinstance(parent, _Functions | ast.ClassDef) and field == "body":
                inside = f"{function}.{parent.name}" if function else parent.name
            if isinstance(parent, _Functions):
                alive = live or field == "body"
            span = _lines(node) if isinstance(node, ast.stmt) else lines
            if not _is_prose(node):
                yield Place(parent, field, index), node, inside, alive, span
            yield from _walk(node, inside, alive, span)


def _left_alone(parent: ast.AST, field: str, node: ast.AST) -> bool:
    """Types, what is asserted for their sake, docstrings, decorators, names for other modules: no behaviour."""
    if field in ("annotation", "returns", "decorator_list", "type_params", "bases", "keywords") and not isinstance(
        parent, ast.Call
    ):
        return True
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) and parent.func.id in _UNTOUCHED:
        return True
    if isinstance(parent, ast.Call) and _is_strict(parent, node):
        return True
    match node:
        case ast.Import() | ast.ImportFrom() | ast.expr_context() | ast.Assert():
            return True
        case ast.Expr(ast.Constant(str())):
            return True
        case ast.Assign([ast.Name("__all__" | "__slots__")]):
            return True
        case ast.Assign([ast.Name(name)]) if _names_a_type(name):
            return True
        case ast.If(ast.Name("TYPE_CHECKING")):
            return True
    return isinstance(parent, ast.JoinedStr) and isinstance(node, ast.Constant)


def _lines(statement: ast.stmt) -> range:
    """The lines of a statement; of one with a body, those of its head."""
    body = getattr(statement, "body", None)
    last = body[0].lineno - 1 if body else statement.end_lineno or statement.lineno
    return range(statement.lineno, max(last, statement.lineno) + 1)


def _instead(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand there instead."""
    match node:
        case ast.stmt():
            yield from _statement(node)
        case ast.Compare():
            yield from _compare(node)
        case ast.BinOp(left, op, right) if type(op) in _RECKONED and not _is_text(left):
            yield ast.BinOp(left, _RECKONED[type(op)](), right)
        case ast.BoolOp(op, values):
            for place in range(len(values)):
                rest = values[:place] + values[place + 1 :]
                yield rest[0] if len(rest) == 1 else ast.BoolOp(op, rest)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield operand
        case ast.IfExp(test, body, orelse) if _plain(test):
            yield ast.IfExp(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.comprehension(target, over, [*ifs], is_async) if ifs:
            for place in range(len(ifs)):
                yield ast.comprehension(target, over, ifs[:place] + ifs[place + 1 :], is_async)
        case ast.Slice(lower, upper, step):
            if lower is not None:
                yield ast.Slice(None, upper, step)
            if upper is not None:
                yield ast.Slice(lower, None, step)
        case ast.Call():
            yield from _call(node)
        case ast.Constant() | ast.JoinedStr():
            yield from _constant(node)


def _statement(node: ast.stmt) -> Iterator[ast.AST]:
    """What may stand there instead of a whole statement; ``None`` where a type is declared the type checker notices."""
    match node:
        case ast.Return(value) if value is not None and not _is_none(value):
            yield ast.Return(ast.Constant(None))
        case ast.Assign(targets, value) if not _is_none(value):
            yield ast.Assign(targets, ast.Constant(None))
        case ast.Expr() | ast.AugAssign() | ast.Raise() | ast.Delete():
            yield ast.Pass()
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
        case ast.If(test, body, orelse) if _plain(test):
            yield ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.While(test, body, orelse) if _plain(test):
            yield ast.While(ast.UnaryOp(ast.Not(), test), body, orelse)


def _compare(node: ast.Compare) -> Iterator[ast.AST]:
    for place, op in enumerate(node.ops):
        for other in _COMPARED[type(op)]:
            yield ast.Compare(node.left, [*node.ops[:place], other(), *node.ops[place + 1 :]], node.comparators)


def _call(node: ast.Call) -> Iterator[ast.AST]:
    if isinstance(node.func, ast.Name) and node.func.id in _CALLED:
        keywords = [] if node.func.id == "sorted" else node.keywords
        yield ast.Call(ast.Name(_CALLED[node.func.id], ast.Load()), node.args, keywords)
    for place, keyword in enumerate(node.keywords):
        if keyword.arg is not None and not _is_strict(node, keyword):
            yield ast.Call(node.func, node.args, node.keywords[:place] + node.keywords[place + 1 :])


def _is_strict(call: ast.Call, keyword: ast.AST) -> bool:
    """Whether it asks ``zip`` to see that all are as long: a promise about the code, like a type."""
    return isinstance(call.func, ast.Name) and call.func.id == "zip" and isinstance(keyword, ast.keyword)


def _constant(node: ast.Constant | ast.JoinedStr) -> Iterator[ast.AST]:
    match node:
        case ast.JoinedStr(values):
            for place, part in enumerate(values):
                if isinstance(part, ast.Constant):
                    yield ast.JoinedStr([*values[:place], ast.Constant("XX" + str(part.value)), *values[place + 1 :]])
                    return
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value) | float(value)):
            yield ast.Constant(value + 1)
        case ast.Constant(str(value)):
            yield ast.Constant(f"XX{value}")


def _plain(test: ast.expr) -> bool:
    """Whether a condition is not changed already by changing what it is made of."""
    return not isinstance(test, ast.Compare | ast.BoolOp) and not (
        isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
    )


def _is_prose(node: ast.AST) -> bool:
    """Whether it is a text of three words or more, and not the statement of a database."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    values = [part.value for part in parts if isinstance(part, ast.Constant)]
    words = " ".join(value for value in values if isinstance(value, str)).split()
    return len(words) > 2 and not words[0].isupper()


def _names_a_type(name: str) -> bool:
    """Whether a name is written as those of types are: ``Fields``, ``_Layer``."""
    return name.strip("_")[:1].isupper() and not name.isupper()


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _shown(node: ast.AST) -> str:
    """A node as source; of a statement with a body, its head."""
    if isinstance(node, ast.comprehension):
        tests = "".join(f" if {ast.unparse(test)}" for test in node.ifs)
        return f"for {ast.unparse(node.target)} in {ast.unparse(node.iter)}{tests}"
    if isinstance(node, ast.If | ast.While):
        return f"{type(node).__name__.lower()} {ast.unparse(node.test)}"
    return ast.unparse(node)
