"""The tables of docs/server.md that say what the code says; ``python -m tests.kit.server_page`` writes them anew."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tilery.server.metrics import Metrics
from tilery.server.setting import Setting
from tilery.server.settings import SETTINGS

PAGE = Path(__file__).parents[2] / "docs" / "server.md"


def settings_table() -> str:
    """Every setting: its names, its default, what it means."""
    rows = [
        f"| `{each.name}` | `{each.flag}` | `{each.variable}` | {default_of(each)} | {each.meaning} |"
        for each in SETTINGS.values()
        if not each.is_limit
    ]
    return _table("in a file", "option", "environment", "default", "meaning", rows=rows)


def limits_table() -> str:
    """Every limit."""
    rows = [
        f"| `{each.short}` | `{each.variable}` | {default_of(each)} | {each.meaning} |"
        for each in SETTINGS.values()
        if each.is_limit
    ]
    return _table("limit", "environment", "default", "of what", rows=rows)


def figures_table() -> str:
    """Every figure: its name as Prometheus knows it, its labels, what it means."""
    rows = []
    for figure in Metrics("one").described:
        labels = ", ".join(f"`{label}`" for label in figure.labels)
        rows.append(f"| `{figure.name}` | {figure.sort} | {labels} | {figure.text[0].lower()}{figure.text[1:]} |")
    return _table("figure", "sort", "labels", "meaning", rows=rows)


def default_of(setting: Setting) -> str:
    """A default as people write it."""
    match setting.default:
        case None | "" | ():
            return ""
        case bool():
            return "yes" if setting.default else "no"
    return f"`{setting.default}`"


MADE: dict[str, Callable[[], str]] = {"settings": settings_table, "limits": limits_table, "figures": figures_table}


def block(page: str, name: str) -> re.Match[str]:
    """The part of the page between the marks of this name."""
    found = re.search(rf"(?<=<!-- made: {name} -->\n\n).*?(?=\n<!-- end -->)", page, re.DOTALL)
    assert found is not None, f"the page has no marks for {name}"
    return found


def made(page: str) -> str:
    """The page with its tables as the code has them."""
    for name, make in MADE.items():
        found = block(page, name)
        page = page[: found.start()] + make() + page[found.end() :]
    return page


def _table(*head: str, rows: list[str]) -> str:
    line: Any = f"| {' | '.join(head)} |"
    return "\n".join([line, "| --- " * len(head) + "|", *rows, ""])


if __name__ == "__main__":
    PAGE.write_text(made(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
