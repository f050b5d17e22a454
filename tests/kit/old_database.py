"""Small databases as the program of today leaves them, kept for the migrations of tomorrow.

``python -m tests.kit.old_database`` writes one for the schema's newest version into ``tests/server/store/versions``:
``VERSION.sqlite.sql`` and ``VERSION.postgresql.sql`` with the same content, and ``VERSION.json``, which says what is in
it. Do it once, before the next migration is written, and never again.
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import msgspec

from tests.kit.authenticator import Authenticator
from tests.kit.online import Host, Player, arrive, make_table, visiting
from tests.kit.served import served, settings_in
from tests.kit.services import postgres
from tilery.server.store import migration
from tilery.server.store.transfer import transfer

__all__ = ["VERSIONS", "Content", "versions"]

VERSIONS = Path(__file__).parents[1] / "server" / "store" / "versions"

_HERE: dict[str, Any] = {"racks": ["r7", "b12 k1"], "table": "r4 r5 r6", "opened": [True, True], "turn": 0}
"""A position in which the first seat goes out."""


class Content(msgspec.Struct, frozen=True):
    """What an old database holds: the cookies of its guests, its tables by what they are, games that are over."""

    cookies: dict[str, str]
    tables: dict[str, str]
    games: tuple[str, ...]


def versions() -> list[str]:
    """The versions of the schema of which there is a database."""
    return sorted(path.name.removesuffix(".json") for path in VERSIONS.glob("*.json"))


async def evening(url: str) -> Content:
    """Something of everything: games over, one in the middle, one against a bot, a table that gathers, a deletion."""
    async with visiting(url) as http:
        ann, bo, cy = [await arrive(http, name) for name in ("Ann", "Bo", "Cy")]
        await http.post("/api/me/tokens", json={"label": "my bot"}, headers=ann.headers())
        await http.post("/api/me/devices", headers=bo.headers())
        await _ways_back(http, bo)
        await _puzzle(http, ann)
        tables = {}
        setups: dict[str, dict[str, Any]] = {
            "match": {"seats": ["me", "open"], "length": {"games": 2}, "clock": {"turn": 86_400, "bank": 60}},
            "bot": {"seats": ["me", "newcomer"]},
            "gathering": {"seats": ["me", "open", "open"], "listed": True, "edition": "classic-2015"},
            "over": {"seats": ["me", "open"]},
            "practice": {"seats": ["me", "newcomer"], "play_on": _HERE},
        }
        for name, setup in setups.items():
            tables[name] = (await make_table(http, ann, **setup))["terms"]["id"]
        await _match([await Player(ann, tables["match"]).open(), await Player(bo, tables["match"]).open()])
        await _against_a_bot(await Player(ann, tables["bot"]).open())
        await _resigned([await Player(ann, tables["over"]).open(), await Player(cy, tables["over"]).open()])
        await _went_out(await Player(ann, tables["practice"]).open())
        await _figures(http, ann)
        await http.delete("/api/me", headers=cy.headers())
        history = (await http.get("/api/me/games", headers=ann.headers())).json()
        games = tuple(game["id"] for game in history["games"])
    return Content({"ann": ann.cookie, "bo": bo.cookie}, tables, games)


async def _ways_back(http: httpx.AsyncClient, guest: Host) -> None:
    await http.post("/api/me/recovery-words", headers=guest.headers())
    device = Authenticator(str(http.base_url).rstrip("/"))
    options = [(await http.post("/api/me/passkeys/options", headers=guest.headers())).json() for _ in range(2)]
    made = {"label": "Phone", "answer": device.create(options[0]["options"])}
    answer = await http.post("/api/me/passkeys", json=made, headers=guest.headers())
    assert answer.status_code == 201, answer.text


async def _puzzle(http: httpx.AsyncClient, host: Host) -> None:
    """The puzzle of the day is solved."""
    of_day = (await http.get("/api/puzzles/today")).json()
    tried = {"table": of_day["puzzle"]["answers"][0], "day": of_day["date"]}
    await http.post(f"/api/puzzles/{of_day['puzzle']['id']}/attempt", json=tried, headers=host.headers())


async def _begin(players: list[Player]) -> None:
    await players[1].ask("sit")
    for player in players:
        await player.ask("ready", words="luck")
    for player in players:
        await player.until(lambda known: known.phase == "playing" and known.game)


async def _draw(players: list[Player], turns: int) -> None:
    for _ in range(turns):
        mover = next(player for player in players if player.to_move)
        done = await mover.ask("draw", revision=mover.revision)
        for player in players:
            await player.until(lambda known, reached=done["revision"]: known.revision >= reached)


async def _match(players: list[Player]) -> None:
    """One game is over, the second is in the middle, with a draft on the table."""
    ann, bo = players
    await _begin(players)
    await ann.ask("say", text="Good luck ✓")
    await bo.ask("emote", name="wave")
    await ann.ask("mute", seat=1)
    await _draw(players, 5)
    await bo.ask("resign")
    for player in players:
        await player.ask("ready")
    for player in players:
        await player.until(lambda known: known.phase == "playing" and known.game["result"] is None)
    await _draw(players, 3)
    mover = next(player for player in players if player.to_move)
    await mover.ask("draft", revision=mover.revision, table=mover.game["rack"].partition(" ")[0])
    await asyncio.sleep(2)  # drafts are written down every second
    for player in players:
        await player.close()


async def _against_a_bot(ann: Player) -> None:
    await ann.ask("ready")
    for _ in range(4):
        await ann.until(lambda known: known.to_move)
        await ann.ask("draw", revision=ann.revision)
    await ann.until(lambda known: known.to_move)
    await ann.close()


async def _resigned(players: list[Player]) -> None:
    await _begin(players)
    await _draw(players, 2)
    await players[1].ask("resign")
    for player in players:
        await player.close()


async def _went_out(ann: Player) -> None:
    await ann.ask("ready")
    await ann.until(lambda known: known.to_move)
    await ann.ask("play", revision=ann.revision, table="r4 r5 r6 r7")
    await ann.until(lambda known: known.phase == "over")
    await ann.close()


async def _figures(http: httpx.AsyncClient, host: Host) -> None:
    """Games that have ended are counted."""
    async with asyncio.timeout(60):
        while (await http.get("/api/me/statistics", headers=host.headers())).json()["pending"]:
            await asyncio.sleep(0.5)


def main() -> None:
    """Write the database of today's version."""
    version = migration.newest()
    VERSIONS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, postgres() as server:
        settings = settings_in(Path(folder), bot_pause=0.0)
        with served(settings) as url:
            content = asyncio.run(evening(url.replace("127.0.0.1", "localhost")))
        with closing(sqlite3.connect(settings.database)) as database:
            dumped = "\n".join(database.iterdump()) + "\n"
        target = server.create()
        asyncio.run(transfer(settings.database, target))
        (VERSIONS / f"{version}.sqlite.sql").write_text(dumped, encoding="utf-8")
        (VERSIONS / f"{version}.postgresql.sql").write_text(server.dump(target), encoding="utf-8")
    text: Any = msgspec.json.format(msgspec.json.encode(content), indent=2)
    (VERSIONS / f"{version}.json").write_bytes(text + b"\n")


if __name__ == "__main__":
    main()
