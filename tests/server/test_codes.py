"""The lists of codes are whole: what is in them is used, and what comes from below the server is in them.

That the server itself sends none outside of the lists is for the type checker to see.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import tilery
from tilery.errors import TileryError
from tilery.rules.reasons import ReasonCode
from tilery.rules.turn import DefectCode
from tilery.server.codes import PROBLEMS, ClosingCode, ProblemCode, RefusalCode
from tilery.server.http.errors import problem_of
from tilery.server.table.messages import RefusedMessage, refused
from tilery.server.table.refusal import RefusedError, TurnedAwayError

PACKAGE = Path(tilery.__file__).parent
NEVER_BY_HTTP = {"too-many-copies"}  # no request has tiles in it


def texts(node: ast.AST) -> Iterator[str]:
    """Every text in the code, those in a list of codes apart."""
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "Literal":
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    for child in ast.iter_child_nodes(node):
        yield from texts(child)


def parsed(path: Path) -> ast.AST:
    return ast.parse(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def written() -> set[str]:
    return {text for path in PACKAGE.rglob("*.py") for text in texts(parsed(path))}


@pytest.mark.parametrize("codes", [RefusalCode, ClosingCode, ProblemCode, DefectCode, ReasonCode])
def test_every_code_in_a_list_is_used_somewhere(codes: object, written: set[str]) -> None:
    assert set(get_args(codes)) - written == set()


@pytest.mark.parametrize(
    "name", ["rules/edition.py", "bots/ladder.py", "server/table/setup.py", "server/identity.py", "server/passkeys.py"]
)
def test_what_is_wrong_with_a_request_is_told_by_its_own_code(name: str) -> None:
    raised = {
        str(node.args[0].value)
        for node in ast.walk(parsed(PACKAGE / name))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "TileryError"
        if isinstance(node.args[0], ast.Constant)
    }
    assert raised
    assert raised - NEVER_BY_HTTP <= PROBLEMS


def test_an_error_that_no_request_should_come_to_is_told_as_a_refusal() -> None:
    assert problem_of(TileryError("journal", "the journal is of another tournament"))[0].code == "refused"
    assert problem_of(TileryError("name", "a name has 1 to 24 characters, not 0"))[0].code == "name"


def test_who_is_refused_or_turned_away_is_told_why() -> None:
    told = refused("7", 3, RefusedError("full", "every seat is taken"))
    assert told == RefusedMessage("7", 3, "full", "every seat is taken", (), 0)
    away = TurnedAwayError("crowded", "no room")
    assert (away.code, away.text) == ("crowded", "no room")
