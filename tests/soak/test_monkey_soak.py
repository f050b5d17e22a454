"""Ten thousand actions of monkeys in the browser: several editions and sizes of screen, mouse and finger."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from tests.kit.browser import chromium
from tests.kit.monkey import Monkey
from tests.kit.served import PLENTY, RELAXED, serving, settings_in

ACTIONS, PARTS = 10_000, 20


@pytest.mark.parametrize("part", range(PARTS))
def test_no_tile_is_ever_lost_doubled_or_misplaced_by_monkeys(
    part: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    limits = msgspec.structs.replace(RELAXED, commands=PLENTY)
    with serving(settings_in(tmp_path, bot_pause=0.3, limits=limits)) as running, chromium() as browser:
        began = time.monotonic()
        did: Counter[str] = Monkey(browser, running, 100 + part, part).live(ACTIONS // PARTS)
        pace = ACTIONS / PARTS / (time.monotonic() - began)
    counts = ", ".join(f"{what} {count:,}" for what, count in did.most_common())
    with capsys.disabled():
        print(f"\nmonkey {part + 1} of {PARTS}, {pace:.1f} actions a second: {counts}")
