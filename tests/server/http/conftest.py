"""One server for the tests of a file."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.kit.served import Serving, guest, serving, settings_in


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(settings_in(tmp_path_factory.mktemp("server"))) as running:
        yield running


@pytest.fixture
def nobody(server: Serving) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url) as client:
        yield client


@pytest.fixture
def ann(server: Serving) -> Iterator[httpx.Client]:
    with guest(server.url, "Ann") as client:
        yield client
