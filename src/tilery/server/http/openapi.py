"""What can be asked for by HTTP, described for programs at ``/api/schema`` and for people at ``/api/docs``.

The description takes a tenth of a second to make. It's made once, when it's first asked for, and beside the event loop.
"""

from __future__ import annotations

import asyncio
import html
from importlib.metadata import version
from typing import Any, NamedTuple, get_args

import msgspec
from litestar import Litestar, MediaType, Response, Router, get
from litestar.exceptions import NotFoundException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, Reference, SecurityScheme

from tilery.server.codes import ProblemCode
from tilery.server.http.errors import PROBLEM_JSON
from tilery.server.http.guests import AnyRequest
from tilery.server.http.pages import HEAD, HTML

__all__ = ["ApiText", "api_docs", "describe", "openapi_config"]

_PROBLEM = {
    "type": "object",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "What is wrong, for people."},
        "code": {
            "type": "string",
            "enum": list(get_args(ProblemCode)),
            "description": "What is wrong, for programs; it does not change.",
        },
        "id": {"type": "string", "description": "Under which the server's log knows more."},
        "defects": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["where", "text"],
                "properties": {"where": {"type": "string"}, "text": {"type": "string"}},
            },
        },
    },
}


class ApiText(NamedTuple):
    """The description as JSON and as a page."""

    text: bytes
    page: str


def describe(app: Litestar) -> ApiText:
    """What can be asked of this application."""
    schema = _with_problems(app.openapi_schema.to_schema())
    return ApiText(msgspec.json.encode(schema), _page(schema))


async def _described(app: Litestar) -> ApiText:
    making: asyncio.Future[ApiText] | None = app.state.get("described")
    if making is None:
        making = app.state["described"] = asyncio.ensure_future(asyncio.to_thread(describe, app))
    return await asyncio.shield(making)


async def _schema(request: AnyRequest) -> Response[bytes]:
    """The schema as JSON, in place of whatever the framework would answer below its path."""
    if request.url.path.rstrip("/") not in ("/api/schema", "/api/schema/openapi.json"):
        raise NotFoundException
    return Response((await _described(request.app)).text, media_type=MediaType.JSON)


@get("/api/docs", include_in_schema=False, media_type=HTML)
async def api_docs(request: AnyRequest) -> str:
    """Every operation of the schema on one page."""
    return (await _described(request.app)).page


def openapi_config() -> OpenAPIConfig:
    """How an application describes itself."""
    schemes: dict[str, SecurityScheme | Reference] = {
        "key": SecurityScheme(type="apiKey", name="tilery_key", security_scheme_in="cookie"),
        "token": SecurityScheme(type="http", scheme="bearer"),
    }
    return OpenAPIConfig(
        title="Tilery",
        version=version("tilery"),
        description="Tables for tile games. Playing itself goes over a WebSocket.",
        components=Components(security_schemes=schemes),
        use_handler_docstrings=True,
        path="/api/schema",
        render_plugins=[JsonRenderPlugin()],
        openapi_router=Router("/api/schema", route_handlers=[], include_in_schema=False, before_request=_schema),
    )


def _with_problems(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with the one shape that every error has."""
    content = {PROBLEM_JSON: {"schema": _PROBLEM}}
    problem = {"description": "It was refused, or it failed: see the code.", "content": content}
    for methods in schema["paths"].values():
        for operation in methods.values():
            if isinstance(operation, dict):
                responses = operation["responses"]
                operation["responses"] = {s: r for s, r in responses.items() if s < "400"} | {"default": problem}
    return schema


def _page(schema: dict[str, Any]) -> str:
    rows = [
        _operation(path, method, operation)
        for path, methods in sorted(schema["paths"].items())
        for method, operation in methods.items()
        if isinstance(operation, dict)
    ]
    intro = '<p>The same for programs: <a href="/api/schema">OpenAPI</a>. Errors are problem details with a code.</p>'
    return f"{HEAD}<h1>Tilery: what can be asked for</h1>{intro}<dl>{''.join(rows)}</dl>"


def _operation(path: str, method: str, operation: dict[str, Any]) -> str:
    given = [
        f"{each['name']} ({each['in']}{', required' if each.get('required') else ''})"
        for each in operation.get("parameters", [])
    ]
    if body := operation.get("requestBody"):
        given += [f"body: {_type(content)}" for content in body["content"].values()]
    answers = [
        f"{status}: {_type(content)}"
        for status, response in operation.get("responses", {}).items()
        for content in response.get("content", {}).values()
    ]
    lines = [operation.get("description", ""), *given, *answers]
    text = "".join(f"<dd>{html.escape(line)}</dd>" for line in lines if line)
    return f"<dt><strong>{method.upper()}</strong> <code>{html.escape(path)}</code></dt>{text}"


def _type(content: dict[str, Any]) -> str:
    schema = content.get("schema", {})
    return str(schema.get("$ref", schema.get("type", "any"))).rpartition("/")[2]
