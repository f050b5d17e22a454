"""The application: every route behind the gate."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any, get_args

import msgspec
from litestar import Litestar, MediaType, Response, Router
from litestar.di import Provide
from litestar.exceptions import NotFoundException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.openapi.spec import Components, Reference, SecurityScheme

from tilery.server.codes import ProblemCode
from tilery.server.http.access import Access
from tilery.server.http.errors import PROBLEM_JSON, answer
from tilery.server.http.export import ExportController
from tilery.server.http.guests import AnyRequest
from tilery.server.http.history import HistoryController, RecordsController
from tilery.server.http.identity import IdentityController, MeController, TokensController
from tilery.server.http.moderation import OperatorController, ReportsController
from tilery.server.http.operations import OperationsController
from tilery.server.http.pages import api_docs, docs_route, load_docs, load_web, web_routes
from tilery.server.http.push import PushController
from tilery.server.http.returning import ComingBackController, WaysBackController
from tilery.server.http.security import Gate
from tilery.server.http.services import Services
from tilery.server.http.socket import table_socket
from tilery.server.http.tables import ChoicesController, MyTablesController, TablesController

__all__ = ["CONTROLLERS", "build_app", "openapi"]

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

CONTROLLERS = [
    IdentityController,
    MeController,
    ExportController,
    TokensController,
    WaysBackController,
    ComingBackController,
    TablesController,
    ReportsController,
    OperatorController,
    MyTablesController,
    PushController,
    ChoicesController,
    HistoryController,
    RecordsController,
    OperationsController,
]
"""Everything that can be asked for by HTTP, the app's own files apart."""


def build_app(services: Services) -> Access:
    """The application on these services."""

    def provide_services() -> Services:
        return services

    app = Litestar(
        [*CONTROLLERS, api_docs, docs_route(load_docs()), *web_routes(load_web()), table_socket],
        dependencies={"services": Provide(provide_services, sync_to_thread=False)},
        exception_handlers={Exception: answer},
        request_max_body_size=services.settings.limits.body,
        openapi_config=_openapi(),
        logging_config=None,
    )
    return Access(Gate(app, services), services)


def openapi() -> dict[str, Any]:
    """The schema that a server gives at ``/api/schema``, without a server."""

    def provide_services() -> Services:
        raise NotImplementedError("nothing can be asked for here")

    services = {"services": Provide(provide_services, sync_to_thread=False)}
    app = Litestar(CONTROLLERS, dependencies=services, openapi_config=_openapi(), logging_config=None)
    schema: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(_with_problems(app.openapi_schema.to_schema())))
    return schema


def _openapi() -> OpenAPIConfig:
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
        render_plugins=[_SchemaPlugin(path=["/", "/openapi.json"], media_type=MediaType.JSON)],
        openapi_router=Router("/api/schema", route_handlers=[], include_in_schema=False, after_request=_one_shape),
    )


def _one_shape(response: Response[Any]) -> Response[Any]:
    """The framework's own page for what is not there beside the schema gives way to problem details."""
    if response.status_code == 404:
        raise NotFoundException
    return response


class _SchemaPlugin(OpenAPIRenderPlugin):
    """The schema as JSON, with the one shape that every error has."""

    def render(self, request: AnyRequest, openapi_schema: dict[str, Any]) -> bytes:
        return msgspec.json.encode(_with_problems(openapi_schema))


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
