"""Pages for people: the web app and the documentation where they were built in, plain pages for the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Redirect

from tilery.server.http.compressing import Page, page_answer, page_of
from tilery.server.http.errors import ProblemError
from tilery.server.http.guests import AnyRequest, Here
from tilery.server.http.previews import with_preview

__all__ = ["HEAD", "HTML", "docs_route", "home", "load_docs", "load_web", "web_routes"]

HTML = "text/html"
HEAD = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    '<meta name="color-scheme" content="light dark"><title>Tilery</title>'
)
_NO_DOCS = (
    f"{HEAD}<h1>Tilery</h1><p>The documentation is not built into this server.</p>"
    "<p>In a checkout <code>make docs</code> builds it; then start the server again. "
    "The same pages are in the folder <code>docs</code>.</p>"
    '<p><a href="/api/docs">What programs can ask for</a></p>'
)
_FOREVER = "public, max-age=31536000, immutable"


@get("/", include_in_schema=False, media_type=HTML)
async def home() -> str:
    """What is shown while the web app is not built in."""
    return (
        f"{HEAD}<h1>Tilery</h1><p>The server runs. This build has no web app in it.</p>"
        '<p><a href="/api/docs">What can be asked for</a></p>'
    )


@cache
def load_web(folder: Traversable | None = None) -> Mapping[str, Page]:
    """The files of the web app by their path, from another folder if one is given; nothing else can be asked for."""
    root = folder or resources.files("tilery") / "web"
    return dict(_load(root, "")) if root.is_dir() else {}


def _load(folder: Traversable, prefix: str) -> Iterator[tuple[str, Page]]:
    for file in folder.iterdir():
        path = prefix + file.name
        if file.is_dir():
            yield from _load(file, f"{path}/")
        else:
            yield path, page_of(path, file.read_bytes(), _FOREVER if path.startswith("assets/") else "no-cache")


def load_docs() -> ZipFile | None:
    """The documentation, if it is built in: one archive, so that no tool takes the programs in it for ours."""
    archive = resources.files("tilery") / "docs.zip"
    return ZipFile(BytesIO(archive.read_bytes())) if archive.is_file() else None


def web_routes(pages: Mapping[str, Page]) -> list[HTTPRouteHandler]:
    """The routes of the web app; addresses inside it (``/t/…``) are answered with its first page."""
    if "index.html" not in pages:
        return [home]

    @get(["/", "/{path:path}"], include_in_schema=False)
    async def web(request: AnyRequest, services: Here, path: FromPath[str] = "/") -> Response[bytes]:
        name = path.strip("/") or "index.html"
        page = pages.get(name)
        if page is None and "." not in name and name.partition("/")[0] != "api":
            page = pages["index.html"]
            data = await with_preview(page.data, request, services, name)
            page = page if data is page.data else page_of("index.html", data)
        return _answer(request, page)

    return [web]


def docs_route(archive: ZipFile | None) -> HTTPRouteHandler:
    """The route of the documentation, or of a page that says how to build it; a file is unpacked when asked for."""
    names = frozenset(archive.namelist() if archive else ())
    page = cache(lambda name: page_of(name, archive.read(name)) if archive and name in names else None)

    @get(["/docs", "/docs/{path:path}"], include_in_schema=False)
    async def docs(request: AnyRequest, path: FromPath[str] = "/") -> Response[Any]:
        if not names:
            return Response(_NO_DOCS, status_code=404, media_type=HTML)
        if path == "/":  # without the name of a page its links would lead one folder too high
            return Redirect("/docs/index.html")
        return _answer(request, page(path.strip("/")))

    return docs


def _answer(request: AnyRequest, page: Page | None) -> Response[bytes]:
    if page is None:
        raise ProblemError(404, "not-found", "there is nothing here")
    return page_answer(request, page)
