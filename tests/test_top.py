"""The names at the top of the package: there for completion and help before anything is loaded, and typed."""

from __future__ import annotations

import pydoc
import subprocess
import sys

import tilery


def fresh(program: str) -> list[str]:
    """What a program prints in a Python of its own."""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    return ran.stdout.split()


def test_every_name_is_listed_before_it_is_loaded() -> None:
    listed = fresh("import sys, tilery; print(*dir(tilery)); assert 'tilery.rules' not in sys.modules")
    assert {*tilery.__all__, "__version__"} <= {*listed}
    assert {"best_play", "Question", "load_house_rules", "Tiles", "judge"} <= {*listed}


def test_every_name_is_there_and_is_what_its_own_module_has() -> None:
    for name in tilery.__all__:
        value = getattr(tilery, name)
        home = getattr(value, "__module__", "tilery")  # a module is at home here
        assert getattr(sys.modules[home], name) is value
    assert tilery.__all__ == sorted(tilery.__all__)


def test_help_describes_the_names() -> None:
    text = pydoc.plain(pydoc.render_doc(tilery))
    for said in ("class Tiles", "class Question", "best_play(", "load_house_rules(", "The best play of a position"):
        assert said in text


def test_the_names_are_typed() -> None:
    rules: tilery.Rules = tilery.edition("sabra").rules()
    play: tilery.Solution | None = tilery.best_play(rules, tilery.Table("r4 r5 r6"), tilery.Tiles("r7"))
    assert play is not None
    told: str = play.played[0].name
    assert told == "red 7"
