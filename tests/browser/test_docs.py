"""The documentation in a browser, as the server gives it: under its policy, with a search of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tilery
from tests.kit.browser import PATIENCE
from tests.kit.served import Serving

DESK, PHONE = {"width": 1280, "height": 860}, {"width": 390, "height": 844}


@pytest.fixture(params=[DESK, PHONE], ids=["desk", "phone"])
def page(request: pytest.FixtureRequest, browser: Any, server: Serving) -> Iterator[Any]:
    """A page on which nothing may go wrong, and which asks nobody but the server."""
    if not (Path(tilery.__file__).parent / "docs.zip").exists():
        pytest.fail("the documentation is not built: make docs")
    context = browser.new_context(base_url=server.url, viewport=request.param)
    shown = context.new_page()
    shown.set_default_timeout(PATIENCE)
    troubles: list[str] = []
    shown.on("console", lambda said: troubles.append(said.text) if said.type in ("error", "warning") else None)
    shown.on("pageerror", lambda error: troubles.append(str(error)))
    shown.on("request", lambda asked: None if asked.url.startswith(server.url) else troubles.append(asked.url))
    shown.on("response", lambda answer: troubles.append(answer.url) if answer.status >= 400 else None)
    yield shown
    context.close()
    assert troubles == []


def test_the_first_page_leads_to_a_tutorial(page: Any) -> None:
    page.goto("/docs")
    page.get_by_role("link", name="Your first bot in ten minutes").last.click()
    page.get_by_role("heading", name="A bot that draws").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    face = "getComputedStyle(document.querySelector('article h1')).fontFamily"
    assert page.evaluate(face).startswith('"Bricolage Grotesque Variable"')
    assert page.evaluate("document.fonts.check('16px \"Figtree Variable\"')")


def test_what_is_searched_for_is_found(page: Any) -> None:
    page.goto("/docs/search.html?q=fewest+changes")
    page.locator("#search-results a").first.wait_for()
    found = [link.get_attribute("href") for link in page.locator("#search-results a").all()]
    assert any(link.startswith("changes.html") for link in found)


def test_the_pages_are_light_and_dark(page: Any) -> None:
    colour = "getComputedStyle(document.querySelector('article')).color"
    page.emulate_media(color_scheme="light")
    page.goto("/docs/rules.html")
    light = page.evaluate(colour)
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(colour) != light
    page.evaluate("localStorage.setItem('theme', 'light')")
    page.reload()
    assert page.evaluate(colour) == light
