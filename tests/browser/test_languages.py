"""The next language: every screen in two that nobody speaks, one longer than any, one from right to left."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from build_backend.webapp import ROOT
from tests.browser.conftest import alone
from tests.browser.test_access import OPENERS, SCREENS, Screen, new, settings
from tests.kit.browser import Person, middle
from tests.kit.pseudo import LONG, SIDES, pseudo_app
from tests.kit.served import Serving, serving, settings_in
from tilery.bots.ladder import LADDER

CLIPPED = (ROOT / "benchmarks/clipped.js").read_text("utf-8")
ENGLISH = (Path(__file__).parent / "english.js").read_text("utf-8")
SIZES = {LONG: ((360, 640), (1440, 900)), SIDES: ((360, 640), (1440, 900))}
CHOSEN = """{
  const language = sessionStorage.getItem("language");
  const settings = JSON.parse(localStorage.getItem("tilery.settings"));
  if (language && settings) {
    localStorage.setItem("tilery.settings", JSON.stringify({ ...settings, language }));
    localStorage.setItem("tilery.settings-unsaved", "true");
  }
}"""
"""Has the language ready before the app starts: while it runs it may be about to keep settings of its own."""
NAMES = ["Ann", "Tilery", *(name for level in LADDER for name in level.called)]

Arrive = Callable[..., Person]


@pytest.fixture(scope="module")
def pseudo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server whose web app speaks English and the two."""
    options = settings_in(tmp_path_factory.mktemp("pseudo"), bot_pause=0.0)
    with pseudo_app(), serving(options) as running:
        yield running


@pytest.fixture(scope="module")
def spoken(pseudo: Serving) -> dict[str, Any]:
    """What the app says from right to left."""
    catalogue: dict[str, Any] = json.loads((ROOT / f"web/.pseudo/messages/{SIDES}.json").read_text("utf-8"))
    return catalogue


def unfold(ann: Person) -> None:
    for fold in ann.page.locator("summary").all():
        fold.click()


def choose(ann: Person, language: str) -> None:
    """Speak another language from the next load on."""
    ann.page.evaluate("(language) => sessionStorage.setItem('language', language)", language)


def speak(ann: Person, language: str, opener: Screen | None = None) -> None:
    """Load in another language; what the load closes is opened again."""
    choose(ann, language)
    ann.page.reload()
    ann.page.locator(f"html[lang={language}] h1").first.wait_for(state="attached")
    if opener:
        opener(ann)


def faults_seen(ann: Person) -> list[str]:
    """What is cut off once the page has come to rest in its new size, which takes it a few frames."""
    for _ in range(40):
        ann.await_rest()
        found: list[str] = ann.page.evaluate(CLIPPED)
        if not found:
            break
        ann.page.wait_for_timeout(50)
    return found


REOPEN: dict[Screen, Screen] = {**OPENERS, new: unfold, settings: unfold}


@pytest.mark.parametrize("screens", (SCREENS[:10], SCREENS[10:]), ids=("before a game", "in a game and after"))
def test_every_screen_holds_longer_words_and_the_other_way_to_write(
    screens: tuple[Screen, ...], pseudo: Serving, arrive: Arrive
) -> None:
    faults: list[str] = []
    ann = arrive(url=pseudo.url)
    ann.page.add_init_script(CHOSEN)
    for screen in screens:
        screen(ann)
        for language, sizes in SIZES.items():
            speak(ann, language, REOPEN.get(screen))
            assert ann.page.evaluate("document.documentElement.dir") == ("rtl" if language == SIDES else "ltr")
            for width, height in sizes:
                ann.page.set_viewport_size({"width": width, "height": height})
                found = faults_seen(ann) + (ann.page.evaluate(ENGLISH, NAMES) if language == LONG else [])
                faults += [f"{screen.__name__}, {language}, {width}: {fault}" for fault in found]
        choose(ann, "en")
    assert not faults, "\n".join(faults)


def test_a_table_is_played_from_right_to_left(
    pseudo: Serving, spoken: dict[str, Any], arrive: Arrive, stack: Callable[..., None]
) -> None:
    ann = arrive(url=pseudo.url)
    ann.page.add_init_script(CHOSEN)
    alone(ann, stack)
    speak(ann, SIDES)
    ann.await_turn()

    def tile(number: int, where: str) -> Any:
        name = spoken["tile_red"][0]["match"]["form=*"].replace("{number}", str(number))
        return ann.page.locator(f'{where} [data-tile][aria-label="{name}"]').first

    for number in (10, 11, 12):
        tile(number, ".rack").click()
    ann.drag(tile(11, ".rack"), middle(ann.page.locator(".strip")))
    tile(12, ".board").wait_for()
    x, y = middle(tile(12, ".board"))
    ann.drag(tile(13, ".rack"), (x + 50, y))
    tile(13, ".board").wait_for()
    assert sorted(range(10, 14), key=lambda number: middle(tile(number, ".board"))[0]) == [10, 11, 12, 13]
    ann.end_turn()
    room = pseudo.run(pseudo.services.tables.room(ann.table))
    ann.eventually(lambda: "r10 r11 r12 r13" in {str(each) for each in room.table.game.table})
    # The actions are under the same hand in every language.
    assert middle(ann.done)[0] > middle(ann.page.locator(".rack"))[0]


def test_the_menu_has_neither_of_the_two(arrive: Arrive) -> None:
    ann = arrive()
    ann.page.goto("/")
    offered = ann.page.locator("select option").evaluate_all("all => all.map((one) => one.value)")
    assert "en" in offered
    assert not {LONG, SIDES} & set(offered)
