"""The words of a page: only those of the language that is spoken, in time, another language when it's asked for."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import KEEPING
from tests.kit.browser import Person
from tests.kit.catalogues import CATALOGUES, LANGUAGES

Arrive = Callable[..., Person]

NAMELESS = """() => [...document.querySelectorAll("h1, h2, h3, a, button, label, option, p")]
  .filter((one) => one.checkVisibility() && !one.innerText.trim() && !one.ariaLabel && !one.children.length)
  .map((one) => one.outerHTML)"""
GERMAN: dict[str, Any] = {"locale": "de-AT", "settings": {"language": None}}


def asked_for(ann: Person) -> list[str]:
    """Which words the page asks for from now on: ``first-de``, ``rest-fr``."""
    found: list[str] = []

    def note(request: Any) -> None:
        if words := re.search(r"/assets/((first|rest)-[\w-]+?)-[\w-]{8}\.js$", request.url):
            found.append(words[1])

    ann.page.on("request", note)
    return found


def choose(ann: Person, language: str) -> None:
    ann.page.locator("footer select").select_option(language)


def play(ann: Person, language: str) -> Any:
    """The first button of the start, in a language."""
    return ann.page.locator(f"html[lang={language}]").get_by_role(
        "button", name=CATALOGUES[language]["home_play_now"], exact=True
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_start_brings_one_language_and_all_that_it_says(arrive: Arrive, language: str) -> None:
    ann = arrive(locale=language, settings={"language": None})
    words = asked_for(ann)
    ann.page.goto("/")
    play(ann, language).first.wait_for()
    ann.page.get_by_role("heading", name=CATALOGUES[language]["puzzle_of_the_day"]).first.wait_for()
    ann.page.wait_for_load_state("networkidle")
    assert words == [f"first-{language}"]
    assert ann.page.evaluate(NAMELESS) == []


def test_words_come_beside_the_app_and_not_after_it(arrive: Arrive) -> None:
    ann = arrive(**GERMAN)
    words = asked_for(ann)
    held: list[Any] = []
    ann.page.route("**/assets/app-*.js", lambda route: held.append(route))
    ann.page.goto("/learn", wait_until="commit")
    ann.eventually(lambda: bool(held) and sorted(words) == ["first-de", "rest-de"])
    held[0].continue_()
    ann.page.get_by_role("heading", name=CATALOGUES["de"]["learn_heading"]).first.wait_for()
    assert sorted(words) == ["first-de", "rest-de"]


def test_nothing_is_shown_before_its_words(arrive: Arrive) -> None:
    ann = arrive(**GERMAN)
    held: list[Any] = []
    ann.page.route("**/assets/first-*.js", lambda route: held.append(route))
    ann.page.goto("/", wait_until="commit")
    ann.eventually(lambda: bool(held))
    ann.page.wait_for_function("() => document.documentElement.lang === 'de'")
    assert ann.page.locator("#app").inner_text() == ""
    held[0].continue_()
    play(ann, "de").first.wait_for()
    # A screen waits for its own, too.
    ann.page.unroute("**/assets/first-*.js")
    held.clear()
    ann.page.route("**/assets/rest-*.js", lambda route: held.append(route))
    ann.page.get_by_role("link", name=CATALOGUES["de"]["learn_title"], exact=True).first.click()
    ann.page.get_by_text(CATALOGUES["de"]["common_loading"]).first.wait_for(state="attached")
    ann.eventually(lambda: bool(held))
    assert ann.page.evaluate(NAMELESS) == []
    held[0].continue_()
    ann.page.get_by_role("heading", name=CATALOGUES["de"]["learn_heading"]).first.wait_for()


def test_a_language_is_chosen_without_a_reload_and_comes_alone(arrive: Arrive) -> None:
    ann = arrive()
    ann.page.goto("/")
    play(ann, "en").first.wait_for()
    ann.page.evaluate("window.same = true")
    words = asked_for(ann)
    choose(ann, "fr")
    play(ann, "fr").first.wait_for()
    assert words == ["first-fr"]
    assert ann.page.evaluate("window.same") is True
    ann.page.get_by_role("link", name=CATALOGUES["fr"]["learn_title"], exact=True).first.click()
    ann.page.get_by_role("heading", name=CATALOGUES["fr"]["learn_heading"]).first.wait_for()
    assert words == ["first-fr", "rest-fr"]
    # From here on another language comes whole.
    ann.page.go_back()
    play(ann, "fr").first.wait_for()
    choose(ann, "nl")
    play(ann, "nl").first.wait_for()
    assert sorted(words[2:]) == ["first-nl", "rest-nl"]
    ann.page.reload()
    play(ann, "nl").first.wait_for()


def test_a_language_that_does_not_come_is_told_and_the_other_stays(arrive: Arrive) -> None:
    ann = arrive()
    ann.page.goto("/")
    play(ann, "en").first.wait_for()
    ann.page.evaluate("window.same = true")
    ann.page.route("**/assets/first-de-*.js", lambda route: route.abort())
    choose(ann, "de")
    alert = ann.page.get_by_role("alert").get_by_text(CATALOGUES["en"]["error_language"])
    alert.wait_for()
    assert ann.page.locator("footer select").input_value() == "en"
    play(ann, "en").first.wait_for()
    assert ann.page.evaluate("window.same") is True
    choose(ann, "fr")
    play(ann, "fr").first.wait_for()
    alert.wait_for(state="detached")
    # A browser asks for a script once: the next page does it anew.
    ann.page.unroute("**/assets/first-de-*.js")
    ann.page.reload()
    choose(ann, "de")
    play(ann, "de").first.wait_for()


@pytest.mark.parametrize("lost", ("first", "rest"))
def test_a_start_without_words_says_so(arrive: Arrive, lost: str) -> None:
    ann = arrive(**GERMAN)
    ann.page.route(f"**/assets/{lost}-*.js", lambda route: route.abort())
    ann.page.goto("/learn")
    ann.page.get_by_text(CATALOGUES["de"]["error_screen"]).wait_for()


def test_every_language_is_there_without_a_network(arrive: Arrive) -> None:
    ann = arrive(**KEEPING)
    ann.page.goto("/")
    play(ann, "en").first.wait_for()
    ann.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    ann.context.set_offline(True)
    for language in reversed(LANGUAGES):
        choose(ann, language)
        play(ann, language).first.wait_for()
    choose(ann, "de")
    play(ann, "de").first.wait_for()
    ann.page.goto("/learn")
    ann.page.locator("html[lang=de]").get_by_role("heading", name=CATALOGUES["de"]["learn_heading"]).first.wait_for()
