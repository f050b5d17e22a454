"""A bot for a Tilery server, written from docs/protocol.md: it finds a table, or makes one, and plays a match.

    python examples/online_bot.py http://127.0.0.1:8420
    python examples/online_bot.py https://tiles.example --table KTCHN7 --token tok_...

It needs Tilery, for the solver, and two packages: pip install httpx websockets.
"""

import argparse
import asyncio
import itertools
import json
import secrets

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tilery import Rules, Table, Tiles
from tilery.solver import best_play
from tilery.wire import from_plain

FROM_AND_TO_THE_RACK = {"played": ("tiles", ""), "settled": ("laid", "taken"), "drew": ("", "tiles")}


def become_somebody(http, name):
    """A new guest, and a token for this program; a key comes as a cookie, which the client keeps."""
    http.post("/api/guests", json={"name": name}).raise_for_status()
    return http.post("/api/me/tokens", json={"label": name}).raise_for_status().json()["token"]


def find_table(http, code):
    """The table with this code, else an open one that waits for players, else one of our own with a bot at it."""
    if code:
        return http.get(f"/api/codes/{code}").raise_for_status().json()["id"]
    for shown in http.get("/api/tables").raise_for_status().json()["tables"]:
        if any(seat["kind"] == "open" for seat in shown["table"]["seats"]):
            return shown["terms"]["id"]
    made = http.post("/api/tables", json={"seats": ["me", "casual"]}).raise_for_status()
    return made.json()["terms"]["id"]


def can_follow(change):
    """We follow the moves; for the little else that happens at a table we ask for the whole state."""
    return all(event["event"] in ("moved", "turn-began", "bank-spent") for event in change["events"])


class Bot:
    """One player at one table. It has at most one command on its way, and sends that again after a cut."""

    def __init__(self):
        self.ids = (f"{secrets.token_hex(4)}-{number}" for number in itertools.count(1))
        self.state, self.waiting, self.behind = None, None, False

    async def play(self, address, token):
        """Play until the match is over, over as many connections as it takes; the final state of the table."""
        while True:
            try:
                async with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
                    async for frame in socket:
                        await self.hear(socket, json.loads(frame))
                        if self.state and self.state["table"]["phase"] == "over":
                            return self.state["table"]
            except (OSError, ConnectionClosed, InvalidHandshake):
                pass
            await asyncio.sleep(1)

    async def hear(self, socket, message):
        """Follow the table, and answer when there is something to do."""
        match message["tell"]:
            case "state":
                self.state, self.behind = message, False
                if self.waiting:  # was it carried out before the cut? With the same id it is harmless to ask
                    await socket.send(json.dumps(self.waiting))
            case "change" if message["revision"] == self.state["revision"] + 1 and can_follow(message):
                self.follow(message)
            case "change" if message["revision"] > self.state["revision"]:
                self.behind = True
                return await socket.send(json.dumps({"do": "sync", "id": next(self.ids), "revision": 0}))
            case "done" | "refused" if self.waiting and message["id"] == self.waiting["id"]:
                refused, self.waiting = self.waiting["do"], None
                if message["tell"] == "refused" and message["code"] not in ("stale", "unavailable"):
                    raise SystemExit(f"{refused} was refused: {message['text']}")
            case "closing" if not message["again"]:
                raise SystemExit(message["text"])
            case _:
                return None
        if not self.waiting and not self.behind and (command := self.choose()):
            self.waiting = {**command, "id": next(self.ids)}
            await socket.send(json.dumps(self.waiting))
        return None

    def follow(self, change):
        """Bring our own view up to date by what happened in the game; whose turn it is stands in the position line."""
        self.state["revision"], you = change["revision"], self.state["you"]
        for event in (inner for each in change["events"] for inner in each.get("events", ())):  # the game's
            kind, seat, game = event["event"], event.get("seat"), self.state["game"]
            if kind in ("played", "settled"):
                game["table"] = event["table"]
                game["opened"][seat] |= event.get("opening", False)
            if kind in FROM_AND_TO_THE_RACK and seat == you:
                laid, taken = (Tiles(event.get(name) or "") for name in FROM_AND_TO_THE_RACK[kind])
                game["rack"] = str(Tiles([*Tiles(game["rack"]).without(laid), *taken]))
            if seat == you:
                game["drawn"] = event.get("frees")
        if change["position"]:
            *_, pool, turn = change["position"].split(" / ")
            self.state["game"] |= {"pool": int(pool), "turn": int(turn)}

    def choose(self):
        """The command to send now, ``None`` when others are to do something."""
        you, table, game = self.state["you"], self.state["table"], self.state["game"]
        if you is None:
            return {"do": "sit"}
        if table["seats"][you].get("stand_in"):
            return {"do": "back"}
        if table["phase"] in ("gathering", "between"):
            return None if table["seats"][you].get("ready") else {"do": "ready"}
        if table["phase"] != "playing" or game["turn"] != you or table.get("pause", {}).get("since"):
            return None
        if game.get("drawn"):  # it might free a joker; this bot keeps it
            return {"do": "keep", "revision": self.state["revision"]}
        rules = from_plain(self.state["terms"]["rules"], Rules)
        play = best_play(rules, Table(game["table"]), Tiles(game["rack"]), opened=game["opened"][you])
        made_at = {"revision": self.state["revision"]}
        if play is not None and play.played:
            return {"do": "play", "table": str(play.table), **made_at}
        return {"do": "draw" if game["pool"] else "pass", **made_at}


def main():
    """Read the command line, and play."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("url", help="where the server is")
    options.add_argument("--name", default="Robo")
    options.add_argument("--token", help="who you are; without one you become somebody new")
    options.add_argument("--table", metavar="CODE", help="the short code of a table")
    given = options.parse_args()
    with httpx.Client(base_url=given.url, timeout=30) as http:
        token = given.token or become_somebody(http, given.name)
        http.cookies.clear()
        http.headers["authorization"] = f"Bearer {token}"
        table = find_table(http, given.table)
    address = f"{given.url.rstrip('/').replace('http', 'ws', 1)}/api/tables/{table}/socket"
    print(f"at table {table}", flush=True)
    over = asyncio.run(Bot().play(address, token))
    names = [seat["name"] for seat in over["seats"]]
    for number, entry in enumerate(over["entries"], 1):
        print(
            f"game {number}:", ", ".join(f"{name} {score}" for name, score in zip(names, entry["scores"], strict=True))
        )


if __name__ == "__main__":
    main()
