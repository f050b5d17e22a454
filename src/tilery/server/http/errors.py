"""What is answered when something is not possible: one shape, problem details, for every error there is."""

from __future__ import annotations

import http
import logging
from collections.abc import Mapping
from typing import Any, cast

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, InternalServerException, ValidationException

from tilery.errors import TileryError
from tilery.rules.misfit import Misfit, RulesError
from tilery.rules.position import PositionDefect, PositionError
from tilery.server.codes import PROBLEMS, ProblemCode
from tilery.server.identity import new_id
from tilery.server.store.rows import CannotSaveError, ConflictError, UnavailableError

__all__ = ["CANNOT_SAVE", "PROBLEM_JSON", "InputDefect", "Problem", "ProblemError", "answer", "problem_of"]

CANNOT_SAVE = "the server cannot save anything at the moment: its operator has to help"
PROBLEM_JSON = "application/problem+json"

_HUNG_UP = "client disconnected prematurely"
"""What the framework calls an error of the server's when a request ends in its middle."""
_CODES: dict[int, ProblemCode] = {
    400: "malformed",
    401: "no-key",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    413: "too-large",
    415: "media-type",
}

_TEXTS = {
    404: "there is nothing here",
    405: "this method is not allowed here",
    413: "this request is too large",
}

log = logging.getLogger("tilery.server.http")


class InputDefect(msgspec.Struct, frozen=True):
    """One thing wrong with what was sent, and where."""

    where: str
    text: str


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Problem details (RFC 9457): ``code`` is stable and for programs, ``detail`` is for people.

    ``misfits`` is all that is wrong with house rules, ``position`` all that is wrong with a position.
    """

    title: str
    status: int
    detail: str
    code: ProblemCode
    type: str = ""
    defects: tuple[InputDefect, ...] = ()
    misfits: tuple[Misfit, ...] = ()
    position: tuple[PositionDefect, ...] = ()
    id: str | None = None


class ProblemError(Exception):
    """An answer other than the wanted one."""

    def __init__(self, status: int, code: ProblemCode, text: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(text)
        self.status = status
        self.code = code
        self.text = text
        self.headers = dict(headers or {})


def problem_of(error: Exception) -> tuple[Problem, dict[str, str]]:
    """An error as problem details, and the headers that go with them; one of ours is logged with its id."""
    match error:
        case ProblemError():
            return _problem(error.status, error.code, error.text), error.headers
        case RulesError():
            return msgspec.structs.replace(_problem(422, "rules", error.text), misfits=error.misfits), {}
        case PositionError():
            return msgspec.structs.replace(_problem(422, "position", error.text), position=error.defects), {}
        case TileryError():
            return _problem(422, _known(error.code), error.text), {}
        case CannotSaveError():
            return _problem(503, "cannot-save", CANNOT_SAVE), {"retry-after": "10"}
        case UnavailableError():
            text = "the database cannot be reached at the moment"
            return _problem(503, "unavailable", text), {"retry-after": "2"}
        case ConflictError():
            return _problem(409, "conflict", "someone else was first"), {}
        case RecursionError() | UnicodeDecodeError():  # the framework lets these two through from its JSON reader
            return _problem(400, "malformed", "what was sent is nested too deeply or is no UTF-8 text"), {}
        case ValidationException():
            return _problem(422, "invalid", "what was sent is not valid", _defects(error.extra)), {}
        case InternalServerException(detail=detail) if detail == _HUNG_UP:  # nobody hears this, and nothing is wrong
            return _problem(400, "malformed", "the connection ended before all was sent"), {}
        case HTTPException() if error.status_code < 500:
            status = error.status_code
            text = _TEXTS.get(status, error.detail)
            return _problem(status, _CODES.get(status, "refused"), text), dict(error.headers or {})
    name = new_id()
    log.error("internal error", exc_info=error, extra={"values": {"id": name}})
    text = f"this is an error in the server; its log has more under {name}"
    return msgspec.structs.replace(_problem(500, "internal", text), id=name), {}


def answer(_request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """The answer to an error."""
    problem, headers = problem_of(error)
    return Response(problem, status_code=problem.status, media_type=PROBLEM_JSON, headers=headers)


def _known(code: str) -> ProblemCode:
    """The code of an error from below the server, if it is one that is ever told."""
    return cast(ProblemCode, code) if code in PROBLEMS else "refused"


def _problem(status: int, code: ProblemCode, text: str, defects: tuple[InputDefect, ...] = ()) -> Problem:
    return Problem(http.HTTPStatus(status).phrase, status, text, code, "about:blank", defects)


def _defects(extra: Any) -> tuple[InputDefect, ...]:
    found = extra if isinstance(extra, list) else []
    return tuple(
        InputDefect(str(each.get("key") or each.get("source") or ""), str(each.get("message", "")))
        for each in found
        if isinstance(each, dict)
    )
