"""``python -m benchmarks.screens FOLDER``: a picture of every screen of the web app, and what is wrong with its words.

On a phone, a tablet and a desk, in light and dark, in English and in the language with the longest words; the table
also on a small phone, on one on its side, on a very large screen, left-handed, with big tiles and in the other
palettes. On the phone every screen is read in all languages. It fails where a page can be scrolled sideways and where
a text is cut off. With ``--screens``, ``--sizes`` and ``--languages`` only some are taken, as ``--screens home,end
--sizes phone --languages de,fr``; ``--languages en-XA,ar-XB`` takes the two that only the tests speak.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Error

from benchmarks import scenes
from tests.browser.test_access import OPENERS, SCREENS, SOLVING, new, settings
from tests.kit.browser import Person, chromium
from tests.kit.catalogues import CATALOGUES, LANGUAGES
from tests.kit.pseudo import LONG, pseudo_app
from tests.kit.served import served, settings_in

Scene = Callable[[Person], None]

PHONE = {"has_touch": True, "is_mobile": True}
SIZES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, **PHONE},
    "tablet": {"viewport": {"width": 768, "height": 1024}, **PHONE},
    "desk": {"viewport": {"width": 1440, "height": 900}},
    "wall": {"viewport": {"width": 2560, "height": 1440}},
    "side": {"viewport": {"width": 844, "height": 390}, **PHONE},
    "small": {"viewport": {"width": 360, "height": 640}, **PHONE},
}
EVERYWHERE = ("phone", "small", "tablet", "desk")
STUDIED = (scenes.analysis, scenes.analysing, scenes.statistics)
"""Screens that are laid out otherwise on a very large screen and on a phone on its side."""
LOOKS: dict[str, dict[str, Any]] = {
    "left": {"leftHanded": True},
    "big": {"bigTiles": True},
    "contrast": {"palette": "high-contrast"},
    "blind": {"palette": "colour-blind"},
}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
INSIDE = (
    "lesson",
    "verdict",
    "sheet",
    "playing",
    "hint",
    "menu",
    "full",
    "long",
    "idle",
    "talk",
    "shared",
    "match",
    "gathering",
    "puzzle",
    "solved",
    "storm",
    "chat",
    "end",
)
"""Screens as high as the window; what is higher is scrolled inside."""
_OWN = 'localStorage.setItem("tilery.settings-unsaved", "true");'
"""The settings of the browser count, not those it had at another picture of the same table."""
_LOOSE = "document.querySelectorAll('form > .go, .game > .acts').forEach((bar) => { bar.style.position = 'static'; })"
"""On a picture of a whole page nothing sticks to the window's edge and covers the middle."""
_CLIPPED = (Path(__file__).parent / "clipped.js").read_text("utf-8")


def longest_language(languages: list[str]) -> str:
    """The language whose messages take the most letters; one that's made for that is longer than any."""
    return LONG if LONG in languages else max(languages, key=lambda language: len(str(CATALOGUES.get(language, ""))))


class Takes:
    """Pictures of screens in a folder, and the faults seen on the way."""

    def __init__(self, browser: Browser, url: str, folder: Path, languages: list[str]) -> None:
        self.browser, self.url, self.folder = browser, url, folder
        self.languages = sorted(languages, key=lambda language: language != "en")  # the way to a screen is in English
        self.shown = tuple(dict.fromkeys((self.languages[0], longest_language(self.languages))))
        self.pictures: set[str] = set()
        self.faults: list[str] = []

    def take(self, scene: Scene, size: str, look: str = "") -> None:
        """One screen in the languages that are asked for; on a busy machine it may take a second try."""
        name = "-".join(filter(None, (scene.__name__, size, look)))
        for last in (False, True):
            try:
                self._take(scene, size, look, name)
                break
            except (Error, TimeoutError, AssertionError) as error:
                if last:
                    self.faults.append(f"{name}: not shown: {str(error).splitlines()[:1]}")

    def _take(self, scene: Scene, size: str, look: str, name: str) -> None:
        """The way to the screen is in English."""
        shown = self.shown[:1] if look or size not in EVERYWHERE else self.shown
        person = Person(self.browser, self.url, "Ann", LOOKS.get(look), **SIZES[size])
        person.context.add_init_script(_OWN)
        try:
            scene(person)
            for language in self.languages if size in ("phone", "small") and not look else shown:
                self._speak(person, scene, language)
                if language in shown:
                    self._shoot(person, scene, f"{name}-{language}", THEMES if not look else THEMES[:1])
                self._read(person, f"{name}-{language}")
        finally:
            person.close()

    def _speak(self, person: Person, scene: Scene, language: str) -> None:
        """From the next load on the app speaks a language; what the load closes is opened again."""
        if language == "en":
            return
        person.context.add_init_script(_chosen(language))
        person.page.reload()
        person.page.get_by_role("heading", level=1).first.wait_for(state="attached")
        if scene in _OPENERS:
            _OPENERS[scene](person)

    def _shoot(self, person: Person, scene: Scene, name: str, themes: tuple[Literal["light", "dark"], ...]) -> None:
        for theme in themes:
            person.page.emulate_media(color_scheme=theme)
            person.page.wait_for_timeout(500)
            whole = scene.__name__ not in INSIDE
            if whole:
                person.page.evaluate(_LOOSE)
            person.page.screenshot(path=self.folder / f"{name}-{theme}.png", full_page=whole)
            self.pictures.add(f"{name}-{theme}")

    def _read(self, person: Person, name: str) -> None:
        found: list[str] = person.page.evaluate(_CLIPPED)
        self.faults += [f"{name}: {fault}" for fault in found]


def _chosen(language: str) -> str:
    return f"""{{
      const settings = JSON.parse(localStorage.getItem("tilery.settings") ?? "{{}}");
      localStorage.setItem("tilery.settings", JSON.stringify({{ ...settings, language: "{language}" }}));
    }}"""


_OPENERS: dict[Scene, Scene] = {**OPENERS, **scenes.OPENERS, new: scenes.unfold, settings: scenes.unfold}


def wanted(screens: list[str], sizes: list[str]) -> Iterator[tuple[Scene, str, str]]:
    """Which screens are taken, at which size, in which look."""
    for size in SIZES:
        for scene in (*SCREENS, *scenes.SCENES):
            if size not in sizes or scene.__name__ not in screens:
                continue
            if size in EVERYWHERE or scene.__name__ in INSIDE or scene in (*SOLVING, *STUDIED):
                yield scene, size, ""
            if scene is scenes.full:
                yield from ((scene, size, look) for look in LOOKS)


def main(words: list[str]) -> int:
    names = [scene.__name__ for scene in (*SCREENS, *scenes.SCENES)]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.screens", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--screens", default=",".join(names))
    parser.add_argument("--sizes", default=",".join(SIZES))
    parser.add_argument("--languages", default=",".join(LANGUAGES))
    asked = parser.parse_args(words)
    start = time.monotonic()
    asked.folder.mkdir(parents=True, exist_ok=True)
    languages = asked.languages.split(",")
    with (
        nullcontext() if set(languages) <= set(LANGUAGES) else pseudo_app(),
        tempfile.TemporaryDirectory() as home,
        served(settings_in(Path(home), bot_pause=0.0)) as url,
        chromium(whole=True) as browser,
    ):
        takes = Takes(browser, url, asked.folder, languages)
        for scene, size, look in wanted(asked.screens.split(","), asked.sizes.split(",")):
            began = time.monotonic()
            takes.take(scene, size, look)
            name = ", ".join(filter(None, (scene.__name__, size, look)))
            print(f"{name}: {time.monotonic() - began:.0f} s", flush=True)
    faults = list(dict.fromkeys(takes.faults))
    print(f"{len(takes.pictures)} pictures in {asked.folder} in {time.monotonic() - start:.0f} s, {len(faults)} faults")
    print("\n".join(faults))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
