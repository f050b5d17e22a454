"""The reference: every public name is on a page of it, and the page says how far one can rely on its module."""

from __future__ import annotations

import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tilery

PAGES = Path(__file__).parents[1] / "docs/reference/python"
NOT_PUBLIC = {"__main__", "bench", "cli", "notebook", "server", "web"}
MODULES = ["tilery", *(f"tilery.{each.name}" for each in pkgutil.iter_modules(tilery.__path__))]
PUBLIC = [name for name in MODULES if name.removeprefix("tilery.") not in NOT_PUBLIC]


BUILD = """
import io, sys
from importlib.util import find_spec
from sphinx.application import Sphinx

settings = {
    "extensions": ["myst_parser", "sphinx.ext.autodoc"],
    "autodoc_default_options": {"members": True, "imported-members": True},
    "autodoc_mock_imports": [name for name in ("gymnasium", "pettingzoo") if find_spec(name) is None],
}
pages, out, trees = sys.argv[1:]
# Links to other pages lead nowhere here; `make docs` looks at all of them.
app = Sphinx(pages, None, out, trees, "dummy", settings, status=None, warning=io.StringIO())
app.build()
print(*app.env.get_domain("py").objects)
"""


def test_every_public_name_is_on_a_page(tmp_path: Path) -> None:
    pytest.importorskip("sphinx", reason="Sphinx is not installed")
    folders = [str(PAGES), str(tmp_path / "out"), str(tmp_path / "trees")]
    ran = subprocess.run([sys.executable, "-c", BUILD, *folders], capture_output=True, text=True, check=True)
    shown = ran.stdout.split()
    missing = [
        f"{module}.{name}"
        for module in PUBLIC
        for name in importlib.import_module(module).__all__
        if f"{module}.{name}" not in PUBLIC  # a module has its page
        and not any(re.fullmatch(rf"{module}\.([\w.]+\.)?{name}", each) for each in shown)
    ]
    assert missing == []


def test_every_public_module_is_said_to_be_stable_or_provisional() -> None:
    text = (PAGES / "index.md").read_text("utf-8")
    rows = dict(re.findall(r"(?m)^\| (`tilery.*?) \| \*\*(stable|provisional)\*\*", text))
    listed = [name for row in rows for name in re.findall(r"`([\w.]+)`", row)]
    assert sorted(listed) == sorted(PUBLIC)


def test_the_names_at_the_top_are_listed_with_their_pages() -> None:
    text = (PAGES / "index.md").read_text("utf-8")
    assert {*re.findall(r"`(\w+)`", text)} >= {*tilery.__all__}
