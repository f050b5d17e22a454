"""The application: every route behind the gate."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Litestar
from litestar.di import Provide

from tilery.server.http.access import Access
from tilery.server.http.analysis import AnalysisController
from tilery.server.http.compressing import Compressing
from tilery.server.http.errors import answer
from tilery.server.http.export import ExportController
from tilery.server.http.history import HistoryController, RecordsController
from tilery.server.http.identity import IdentityController, MeController, TokensController
from tilery.server.http.moderation import OperatorController, ReportsController
from tilery.server.http.openapi import api_docs, describe, openapi_config
from tilery.server.http.operations import OperationsController
from tilery.server.http.pages import docs_route, load_docs, load_web, web_routes
from tilery.server.http.pictures import PicturesController
from tilery.server.http.push import PushController
from tilery.server.http.puzzles import PuzzlesController
from tilery.server.http.returning import ComingBackController, WaysBackController
from tilery.server.http.security import Gate
from tilery.server.http.services import Services
from tilery.server.http.socket import table_socket
from tilery.server.http.solve import SolveController
from tilery.server.http.statistics import StatisticsController
from tilery.server.http.tables import ChoicesController, MyTablesController, TablesController

__all__ = ["CONTROLLERS", "build_app", "openapi"]

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
    StatisticsController,
    RecordsController,
    PicturesController,
    SolveController,
    AnalysisController,
    PuzzlesController,
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
        openapi_config=openapi_config(),
        logging_config=None,
    )
    return Access(Gate(Compressing(app), services), services)


def openapi() -> dict[str, Any]:
    """The schema that a server gives at ``/api/schema``, without a server."""

    def provide_services() -> Services:
        raise NotImplementedError("nothing can be asked for here")

    services = {"services": Provide(provide_services, sync_to_thread=False)}
    app = Litestar(CONTROLLERS, dependencies=services, openapi_config=openapi_config(), logging_config=None)
    schema: dict[str, Any] = msgspec.json.decode(describe(app).text)
    return schema
