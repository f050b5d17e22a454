"""A monkey in the browser: whatever it does, every tile is where the server has it. The whole count is in the soak."""

from __future__ import annotations

from pathlib import Path

import msgspec
from playwright.sync_api import Browser

from tests.kit.monkey import Monkey
from tests.kit.served import PLENTY, RELAXED, serving, settings_in

ACTIONS = 40


def test_no_tile_is_ever_lost_doubled_or_misplaced_by_a_monkey(browser: Browser, tmp_path: Path) -> None:
    limits = msgspec.structs.replace(RELAXED, commands=PLENTY)
    with serving(settings_in(tmp_path, bot_pause=0.3, limits=limits)) as running:
        did = Monkey(browser, running, 1).live(ACTIONS, ACTIONS // 2)
    assert did["drag"] > ACTIONS / 10
    assert did["table with a mouse"] + did["table with a finger"] >= 2
