"""What one guest, one address and one table may use of a server, by however many sockets."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import httpx
import msgspec
import pytest

from tests.kit.online import Player, RefusedError
from tests.kit.online_hostile import act, close, sit_down
from tests.kit.served import RELAXED, serving, settings_in

pytestmark = pytest.mark.usefixtures("nothing_failed")


async def talk(player: Player, times: int) -> Counter[str]:
    """Say something so many times, each by a new connection; what came of it."""
    found: Counter[str] = Counter()
    for number in range(times):
        await player.reconnect()
        try:
            await (player.ask("emote", name="wave") if number % 3 else player.ask("say", text="hi"))
        except RefusedError as error:
            found[error.code] += 1
        else:
            found["said"] += 1
    return found


def test_one_guest_says_so_much_a_minute_whatever_reconnects(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(RELAXED, lines_per_guest=4)
    with serving(settings_in(tmp_path, limits=limits)) as running:

        async def scene(http: httpx.AsyncClient) -> None:
            ann, bo = await sit_down(http, "Ann", "Bo")
            assert await talk(ann, 8) == {"said": 4, "too-often": 4}
            assert await talk(bo, 2) == {"said": 2}
            await close(ann, bo)

        act(running, scene)


def test_one_guest_says_so_much_at_all_tables_together(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(RELAXED, lines_per_guest=4)
    with serving(settings_in(tmp_path, limits=limits)) as running:

        async def scene(http: httpx.AsyncClient) -> None:
            ann, bo = await sit_down(http, "Ann", "Bo")
            cy, dee = await sit_down(http, "Cy", "Dee", seats=["me", "open", "open"])
            also = await Player(ann.host, cy.table_id).open()
            await also.ask("sit")
            assert await talk(ann, 3) == {"said": 3}
            assert await talk(also, 3) == {"said": 1, "too-often": 2}
            assert await talk(dee, 1) == {"said": 1}
            await close(ann, bo, cy, dee, also)

        act(running, scene)


def test_one_table_hears_so_much_a_minute_whoever_speaks(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(RELAXED, lines_per_guest=3, lines_per_table=5)
    with serving(settings_in(tmp_path, limits=limits)) as running:

        async def scene(http: httpx.AsyncClient) -> None:
            ann, bo = await sit_down(http, "Ann", "Bo")
            cy, dee = await sit_down(http, "Cy", "Dee")
            assert await talk(ann, 3) == {"said": 3}
            assert await talk(bo, 3) == {"said": 2, "too-often": 1}
            assert await talk(cy, 1) == {"said": 1}
            await close(ann, bo, cy, dee)

        act(running, scene)
