"""What each page of the web app loads, compressed, and whether the first load has grown."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from typing import NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Request

from benchmarks.phone import tell
from tests.kit.browser import Person
from tests.kit.hands import PHONE
from tests.kit.node import ROOT, node_program

BEFORE = {"script": 74_502, "style": 8_398}
"""What the home page loaded first at commit 7882011, before there were lessons, rules pages and solving."""
GROWTH = 5_000
"""By as many bytes it may have grown."""
PAGES = {
    "home": "/",
    "learn": "/learn",
    "a lesson": "/learn/splitting",
    "solve": "/solve",
    "rules": "/rules",
    "score": "/score",
    "new table": "/new",
    "table": "",
}
KINDS = {"script": "script", "stylesheet": "style", "font": "font", "fetch": "data"}


class Loaded(NamedTuple):
    """Something a page asked for: what it is, and how many bytes came."""

    kind: str
    size: int


def sizes(browser: Browser, url: str) -> None:
    """The home page's first load beside what it was; then each page by itself, without what the home page has."""
    first_load()
    home: dict[str, Loaded] = {}
    for name, path in PAGES.items():
        loaded = _loaded(browser, url, path)
        home = home or loaded
        sums: Counter[str] = Counter()
        for address in loaded if name == "home" else loaded.keys() - home.keys():
            sums[loaded[address].kind] += loaded[address].size
        told = ", ".join(f"{kind} {sums[kind]:,}" for kind in ("script", "style", "font", "data", "other"))
        tell(f"{name}, bytes{'' if name == 'home' else ' beyond the home page'}", f"{sum(sums.values()):,} ({told})")


def first_load() -> None:
    """As the app's build counts it."""
    script = ROOT / "web/scripts/size.js"
    printed = subprocess.run([node_program(), script], capture_output=True, text=True, check=True).stdout
    now = {kind: int(size) for kind, size in re.findall(r"first load, (\w+): .*?(\d+) gzip", printed)}
    for kind, size in now.items():
        tell(f"first load, {kind}, bytes of gzip", f"{size:,}, {size - BEFORE[kind]:+,} since 7882011")
    grown = sum(now.values()) - sum(BEFORE.values())
    tell(f"first load, grown since 7882011, aim {GROWTH:,}", f"{grown:,}")


def _loaded(browser: Browser, url: str, path: str) -> dict[str, Loaded]:
    """What comes by address when somebody goes there with nothing kept from before; the page itself is one for all."""
    ann = Person(browser, url, "Ann", **PHONE, service_workers="block")
    done: list[Request] = []
    ann.page.on("requestfinished", lambda request: done.append(request))
    ann.page.goto(path or f"/t/{ann.make_table(seats=['me', 'newcomer'])}", wait_until="networkidle")
    found = {
        urlsplit(each.url).path: Loaded(KINDS.get(each.resource_type, "other"), each.sizes()["responseBodySize"])
        for each in done
        if each.resource_type != "document"
    }
    ann.close()
    return found
