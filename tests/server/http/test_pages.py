"""Pages: the plain ones, and the web app where it is built in."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import current_thread
from zipfile import ZipFile

import httpx
import pytest
from litestar import Litestar

from tests.kit.served import code_of, served, settings_in
from tilery.server.app import openapi
from tilery.server.http.openapi import ApiText, describe
from tilery.server.http.pages import load_web


def test_without_a_web_app_the_server_says_that_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilery.server.app.load_web", dict)
    with served(settings_in(tmp_path)) as url:
        answer = httpx.get(url)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "The server runs" in answer.text and "/api/docs" in answer.text


def test_the_docs_name_every_operation_and_load_nothing(nobody: httpx.Client) -> None:
    text = nobody.get("/api/docs").text
    schema = nobody.get("/api/schema").json()
    operations = [(method, path) for path, methods in schema["paths"].items() for method in methods]
    assert len(operations) > 25
    for method, path in operations:
        assert f"<strong>{method.upper()}</strong> <code>{path}</code>" in text
    assert not re.search(r"<(script|link|style|img|iframe)|https?://|style=|onclick", text)


def test_every_operation_is_described(nobody: httpx.Client) -> None:
    for methods in nobody.get("/api/schema").json()["paths"].values():
        for operation in methods.values():
            assert operation["description"]
            assert "application/problem+json" in operation["responses"]["default"]["content"]


def test_the_web_app_is_served_with_its_own_addresses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    web = tmp_path / "tilery" / "web"
    (web / "assets").mkdir(parents=True)
    (web / "index.html").write_text("<!doctype html><title>Tilery</title>", encoding="utf-8")
    (web / "assets" / "app-1a2b.js").write_text("console.log(1);" * 200, encoding="utf-8")
    (tmp_path / "tilery" / "secret.txt").write_text("sesame", encoding="utf-8")
    monkeypatch.setattr("tilery.server.app.load_web", lambda: load_web(web))
    with served(settings_in(tmp_path)) as url, httpx.Client(base_url=url) as browser:
        for path in ("/", "/index.html", "/t/abc", "/g/abc/12", "/anything"):
            assert "<title>Tilery</title>" in browser.get(path).text
        script = browser.get("/assets/app-1a2b.js")
        assert script.headers["content-type"].startswith("text/javascript")
        assert "immutable" in script.headers["cache-control"]
        assert script.headers["content-encoding"] == "gzip"
        assert script.text == "console.log(1);" * 200
        plain = browser.get("/assets/app-1a2b.js", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers and plain.text == script.text
        known = browser.get("/", headers={"if-none-match": browser.get("/").headers["etag"]})
        assert (known.status_code, known.content) == (304, b"")
        for path in (
            "/assets/none.js",
            "/api/nothing",
            "/../secret.txt",
            "/%2e%2e/secret.txt",
            "/assets/..%2f..%2fsecret.txt",
        ):
            assert code_of(browser.get(path), 404) == "not-found"
        assert browser.get("/health").json() == {"status": "alive"}
        assert browser.get("/api/bots").status_code == 200


def test_the_documentation_is_served_where_it_is_built_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tilery").mkdir()
    with ZipFile(tmp_path / "tilery" / "docs.zip", "w") as archive:
        archive.writestr("index.html", "<title>Tilery</title>")
        archive.writestr("tutorials/first-bot.html", "<p>a bot</p>" * 200)
    (tmp_path / "tilery" / "secret.txt").write_text("sesame", encoding="utf-8")
    monkeypatch.setattr("importlib.resources.files", lambda _package: tmp_path / "tilery")
    with served(settings_in(tmp_path)) as url, httpx.Client(base_url=url) as browser:
        for path in ("/docs", "/docs/"):
            assert browser.get(path).headers["location"] == "/docs/index.html"
        assert browser.get("/docs/index.html").text == "<title>Tilery</title>"
        page = browser.get("/docs/tutorials/first-bot.html")
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert page.headers["content-encoding"] == "gzip" and page.headers["cache-control"] == "no-cache"
        assert browser.get(page.url, headers={"if-none-match": page.headers["etag"]}).status_code == 304
        for path in ("none.html", "tutorials", "..%2fsecret.txt", "tutorials/..%2f..%2fsecret.txt"):
            assert code_of(browser.get(f"/docs/{path}"), 404) == "not-found"


def test_without_the_documentation_the_server_says_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilery.server.app.load_docs", lambda: None)
    with served(settings_in(tmp_path)) as url, httpx.Client(base_url=url) as browser:
        for path in ("/docs", "/docs/rules.html"):
            answer = browser.get(path)
            assert (answer.status_code, "make docs" in answer.text) == (404, True)


def test_the_schema_can_be_had_without_a_server(nobody: httpx.Client) -> None:
    alone, served_one = openapi(), nobody.get("/api/schema").json()
    assert alone["paths"] == served_one["paths"]
    assert alone["components"]["schemas"].keys() == served_one["components"]["schemas"].keys()


def test_many_who_ask_for_the_schema_at_once_wait_for_one_that_is_made_beside_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def slow(app: Litestar) -> ApiText:
        made.append(current_thread().name)
        return describe(app)

    monkeypatch.setattr("tilery.server.http.openapi.describe", slow)
    with served(settings_in(tmp_path)) as url, ThreadPoolExecutor(8) as pool:
        paths = ("/api/schema", "/api/schema/openapi.json", "/api/docs") * 4
        answers = list(pool.map(lambda path: httpx.get(url + path), paths))
    assert {answer.status_code for answer in answers} == {200}
    assert len(made) == 1
    assert made[0].startswith("asyncio")
