"""``python -m benchmarks.screens FOLDER``: a picture of every screen of the web app.

On a phone, a tablet and a desk, in light and dark, in English and in the language with the longest words. With
``--screens`` and ``--sizes`` only some of them are taken, as ``--screens home,end --sizes phone``.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from tests.browser.test_access import OPENERS, SCREENS
from tests.kit.browser import Person, chromium
from tests.kit.served import served, settings_in

SIZES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "tablet": {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True},
    "desk": {"viewport": {"width": 1440, "height": 900}},
}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
MESSAGES = Path(__file__).resolve().parents[1] / "web/messages"


def longest_language() -> str:
    """The language whose messages take the most letters."""
    lengths = {path.stem: len(path.read_text("utf-8")) for path in MESSAGES.glob("*.json")}
    return max(lengths, key=lambda language: lengths[language])


def take(person: Person, screen: Callable[[Person], None], folder: Path, size: str, language: str) -> None:
    """Pictures of one screen in English and another language, each in both themes; the way there is in English."""
    screen(person)
    for spoken in ("en", language):
        if spoken != "en":
            person.context.add_init_script(_speak(spoken))
            person.page.reload()
            person.page.get_by_role("heading", level=1).first.wait_for(state="attached")
            if screen in OPENERS:
                OPENERS[screen](person)
        for theme in THEMES:
            person.page.emulate_media(color_scheme=theme)
            person.page.wait_for_timeout(600)
            name = f"{screen.__name__}-{size}-{theme}-{spoken}.png"
            person.page.screenshot(path=folder / name, full_page=screen.__name__ not in ("playing", "hint", "menu"))


def _speak(language: str) -> str:
    """What makes the app speak a language from the next load on."""
    return f"""{{
      const settings = JSON.parse(localStorage.getItem("tilery.settings") ?? "{{}}");
      localStorage.setItem("tilery.settings", JSON.stringify({{ ...settings, language: "{language}" }}));
      localStorage.setItem("tilery.settings-unsaved", "true");
    }}"""


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.screens", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--screens", default=",".join(screen.__name__ for screen in SCREENS))
    parser.add_argument("--sizes", default=",".join(SIZES))
    wanted = parser.parse_args(words)
    screens = [screen for screen in SCREENS if screen.__name__ in wanted.screens.split(",")]
    sizes = [size for size in SIZES if size in wanted.sizes.split(",")]
    wanted.folder.mkdir(parents=True, exist_ok=True)
    language = longest_language()
    with (
        tempfile.TemporaryDirectory() as home,
        served(settings_in(Path(home), bot_pause=0.0)) as url,
        chromium() as browser,
    ):
        for size in sizes:
            for screen in screens:
                person = Person(browser, url, "Ann", **SIZES[size])
                take(person, screen, wanted.folder, size, language)
                person.close()
                print(f"{screen.__name__}, {size}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
