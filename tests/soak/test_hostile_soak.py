"""A hundred thousand fuzzed messages, sent by players in the middle of their games, while others play on."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from pathlib import Path
from random import Random
from statistics import median

import httpx
import msgspec
import pytest

from tests.kit.online_hostile import beginning, fuzz_socket, play_on
from tests.kit.served import PLENTY, RELAXED, serving, settings_in

MESSAGES, PART = 100_000, 20_000
SLOWEST = 2.0


@pytest.mark.parametrize("part", range(MESSAGES // PART))
def test_fuzzed_messages_break_nothing_and_others_play_on(
    part: int, tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    limits = msgspec.structs.replace(RELAXED, commands=PLENTY)
    with serving(settings_in(tmp_path, bot_pause=0.0, limits=limits)) as running:
        found, took = asyncio.run(attack(running.url, part))
    figures = ", ".join(f"{what} {count:,}" for what, count in found.most_common() if count)
    with capsys.disabled():
        print(f"\n{PART:,} messages: {figures}")
        print(f"{len(took)} moves beside them: median {median(took) * 1000:.0f} ms, worst {max(took) * 1000:.0f} ms")
    assert found["sent"] == PART
    assert max(took) < SLOWEST
    assert not [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


async def attack(url: str, part: int) -> tuple[Counter[str], list[float]]:
    """Three tables: one of two who send anything, one with bots and a spectator who does, one that plays on."""
    async with httpx.AsyncClient(base_url=url, timeout=30) as http:
        pair = await beginning(http, "Eve", "Mal", hints=True, length={"games": 9}, clock={"turn": 5})
        lone = await beginning(http, "Ivy", seats=["me", "casual", "newcomer"], hints=True, length={"games": 9})
        attackers = [(player.host, player.table_id) for player in (*pair, *lone)] + [(pair[0].host, lone[0].table_id)]
        attacks = asyncio.gather(
            *(fuzz_socket(*each, Random(f"soak {part} {n}"), PART // 4) for n, each in enumerate(attackers))
        )
        took: list[float] = []
        while not attacks.done():
            players = await beginning(http, "Vic", "Val")
            took += await play_on(players)
            for player in players:
                await player.close()
        for player in (*pair, *lone):
            await player.close()
        return sum(await attacks, Counter()), took
