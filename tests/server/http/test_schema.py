"""The schema and the server agree: whatever the schema allows, or does not, nothing breaks."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
import schemathesis
import schemathesis.specs.openapi.schemas  # now: Python 3.11 can't compile it while the server's thread compiles, too
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.conftest import SOAK
from tests.kit.served import Serving, guest

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
ENDING = {("DELETE", "/api/me"), ("POST", "/api/me/sign-out")}
"""After these nobody is left to ask the rest; other tests have them."""


@pytest.fixture(scope="module")
def headers(server: Serving) -> list[dict[str, str]]:
    """Nobody, a browser and a program."""
    with guest(server.url) as ann:
        token = ann.post("/api/me/tokens", json={"label": "bot"}).json()["token"]
        return [{}, {"cookie": f"tilery_key={ann.cookies['tilery_key']}"}, {"authorization": f"Bearer {token}"}]


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_whatever_is_sent_the_answer_is_as_the_schema_says(
    server: Serving, headers: list[dict[str, str]], mode: GenerationMode
) -> None:
    schema = schemathesis.openapi.from_url(f"{server.url}/api/schema")
    asked = set()
    for result in schema.get_all_operations():
        operation = result.ok()  # type: ignore[union-attr] # one that is wrong ends the test
        if (operation.method.upper(), operation.path) in ENDING:
            continue
        asked.add((operation.method, operation.path))
        _try(operation, headers, mode)
    assert len(asked) > 20


def _try(operation: Any, headers: list[dict[str, str]], mode: GenerationMode) -> None:
    @settings(
        max_examples=500 if SOAK else 3,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
        database=None,
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        for each in headers:
            case.call_and_validate(checks=CHECKS, headers=each)

    try:
        ask()
    except BaseException as error:
        if type(error).__name__ != "Unsatisfiable":  # some operations take nothing that could be wrong
            raise


def test_the_schema_is_where_programs_look_for_it(server: Serving) -> None:
    schema = httpx.get(f"{server.url}/api/schema").json()
    assert schema == httpx.get(f"{server.url}/api/schema/openapi.json").json()
    assert schema["openapi"].startswith("3.1")
    assert schema["components"]["securitySchemes"].keys() == {"key", "token"}
