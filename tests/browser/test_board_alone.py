"""The web app's board by itself: the lines of its README put a table on an empty page, with nothing but Svelte."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from build_backend.webapp import run
from tests.kit.browser import middle

WEB = Path(__file__).resolve().parents[2] / "web"
BOARD = WEB / "src/board"
_PAGE = (
    '<!doctype html><style>#table { height: 600px }</style><div id="table"></div><script type="module" src="main.js">'
)

_GROUP = re.compile(r'^  - group "(.*?)":\n((?: {4}.*\n?)*)', re.MULTILINE)
"""A set as a screen reader is told of it, and what is in it."""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing: what a page asks for is no news."""


@pytest.fixture(scope="module")
def page_of_the_readme(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the lines of the README are served, built with a copy of the board in which there is no app around it."""
    site = tmp_path_factory.mktemp("alone")
    shutil.copytree(BOARD, site / "node_modules/@tilery/board")
    for name in ("svelte", "vite", "@sveltejs"):
        (site / "node_modules" / name).symlink_to(WEB / "node_modules" / name)
    code = re.search(r"```js\n(.*?)```", (BOARD / "README.md").read_text("utf-8"), re.DOTALL)
    assert code is not None
    (site / "main.js").write_text(code[1], "utf-8")
    (site / "index.html").write_text(_PAGE, "utf-8")
    run("exec", "--", "node", "scripts/alone.js", str(site))
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site / "dist")))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def test_the_lines_of_the_readme_put_a_table_on_an_empty_page(page_of_the_readme: str, browser: Any) -> None:
    with browser.new_context(viewport={"width": 1100, "height": 700}) as around:
        page = around.new_page()
        troubles: list[str] = []
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto(page_of_the_readme)
        page.locator(".rack [data-tile]").nth(4).wait_for()
        assert page.locator(".view .set").get_attribute("aria-label") == "black 7, red 7, blue 7"

        # A tile dragged to the set where it fits lies there.
        x, y = middle(page.locator('.view [aria-label="blue 7"]'))
        page.mouse.move(*middle(page.locator('.rack [aria-label="yellow 7"]')))
        page.mouse.down()
        page.mouse.move(x + 70, y, steps=8)
        page.wait_for_timeout(200)
        page.mouse.up()
        page.locator('.view [aria-label="yellow 7"]').wait_for()
        assert json.loads(page.title()) == [[6, 19, 32, 45]]

        # Three tiles by keyboard: selected one after the other, laid as a new set.
        page.locator('.rack [aria-label="black 9"]').focus()
        for key in ("x", "ArrowRight", "x", "ArrowRight", "x", "n"):
            page.keyboard.press(key)
        page.locator(".view .set").nth(1).wait_for()
        assert json.loads(page.title()) == [[6, 19, 32, 45], [8, 21, 34]]

        # A tile that goes to another set and back is the same element everywhere, and told in its place there.
        seven = page.locator('.view [data-tile][aria-label="yellow 7"]')
        seven.evaluate("(tile) => { tile.same = tile.parentElement; tile.focus(); }")
        for key, sets in (("x", 2), ("n", 3), ("z", 2)):
            page.keyboard.press(key)
            page.locator(".view .set").nth(sets).wait_for(state="detached")
            page.locator(".view .set").nth(sets - 1).wait_for()
            assert seven.evaluate("(tile) => tile.same === tile.parentElement")
            told = page.get_by_role("group", name="Table").aria_snapshot()
            groups = [(name, re.findall(r'button "(.*?)"', tiles)) for name, tiles in _GROUP.findall(told)]
            assert [name for name, _ in groups] == [", ".join(tiles) for _, tiles in groups], told
            assert len(groups) == sets, told
        assert json.loads(page.title()) == [[6, 19, 32, 45], [8, 21, 34]]
        seven.focus()
        page.keyboard.press("z")
        page.locator(".view .set").nth(1).wait_for(state="detached")
        assert troubles == []
