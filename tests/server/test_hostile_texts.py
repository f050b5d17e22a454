"""Hostile text in every field that takes text: what others see of it is clean, whichever way it came in."""

from __future__ import annotations

import asyncio
import itertools
import json
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import httpx
import msgspec
import pytest
from msgspec.inspect import StrType, UnionType, type_info

from tests.kit.online import Player, RefusedError, arrive
from tests.kit.online_hostile import close, sit_down
from tests.kit.served import PLENTY, RELAXED, serving, settings_in
from tilery.server.table import commands

TEXTS = ("Ann\u202egnp", "Bo\u200b", "a\x1b[31mb", "Z" + "\u0336\u0489\u0301" * 9, "c\u2066d", "\u3164\u3164", "x\0y")

BODIES: dict[str, dict[str, Any]] = {
    "POST /api/guests": {"name": "Ann"},
    "POST /api/devices": {"code": "ABCD2345"},
    "PATCH /api/me": {"name": "Ann", "settings": {"theme": "dark"}},
    "POST /api/me/tokens": {"label": "bot"},
    "POST /api/me/passkeys": {"label": "phone", "answer": {"id": "x"}},
    "POST /api/me/push": {"endpoint": "https://push.example/x", "keys": {"p256dh": "x", "auth": "x"}},
    "POST /api/me/push/end": {"endpoint": "https://push.example/x"},
    "POST /api/passkeys": {"answer": {"id": "x"}},
    "POST /api/recovery-words": {"words": "lusab babad gutih tugad mizav kubor"},
    "POST /api/analysis": {"game": "a1b2c3", "record": "{}"},
    "POST /api/puzzles/storm": {"answers": [{"puzzle": "a1b2c3", "table": "r4 r5 r6"}]},
    "POST /api/puzzles/{puzzle}/attempt": {"table": "r4 r5 r6", "day": "2026-11-17"},
    "POST /api/solve": {
        "table": "r4 r5 r6",
        "rack": "r7",
        "edition": "sabra",
        "tile_set": "106",
        "house": {"freeing": "free"},
        "house_name": "Club",
        "drawn": "r7",
    },
    "POST /api/tables": {
        "edition": "sabra",
        "tile_set": "106",
        "stand_in": "regular",
        "listed": True,
        "seats": ["me", "me"],
        "shared": True,
        "names": ["Ann", "Bo"],
        "house": {"opening": 25},
        "house_name": "club",
    },
    "POST /api/tables/{table}/reports": {"seat": 1, "note": "rude"},
}
"""A body for every operation that takes one, so that a new operation is not forgotten here."""

COMMANDS: dict[str, Any] = {"seat": 1, "revision": 0, "step": 1, "name": "wave", "level": "casual", "table": "r1 r2 r3"}


def strings(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Every text in some JSON, keys too, with the way to it."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield (*path, key), key
            yield from strings(inner, (*path, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from strings(inner, (*path, place))


def is_clean(text: str) -> bool:
    kinds = [unicodedata.category(char)[0] for char in text]
    return "C" not in kinds and "MMMM" not in "".join(kinds) and "\u3164" not in text


def with_text(body: dict[str, Any], path: tuple[Any, ...], text: str) -> dict[str, Any]:
    changed: Any = json.loads(json.dumps(body))
    place = changed
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = text
    return changed  # type: ignore[no-any-return]


def fields_of(schema: Any, operation: Any) -> dict[str, Any]:
    name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    return schema["components"]["schemas"][name]["properties"]  # type: ignore[no-any-return]


def takes_text(field: Any) -> bool:
    """Whether text can be in a field, or in what it holds; one of some given words is no text."""
    if "enum" in field:
        return False
    inner = [*field.get("oneOf", ()), *field.get("anyOf", ()), *([field["items"]] if "items" in field else ())]
    return field.get("type") in ("string", "object") or any(takes_text(each) for each in inner)


async def send_bodies(http: httpx.AsyncClient, headers: dict[str, str], table: str) -> int:
    """Every text of every body, made hostile; how many were sent."""
    schema = (await http.get("/api/schema")).json()
    sent = 0
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            if "requestBody" not in operation or path.startswith("/api/operator"):
                continue
            body = BODIES[f"{method.upper()} {path}"]
            texts = {name for name, field in fields_of(schema, operation).items() if takes_text(field)}
            assert texts <= body.keys(), f"say what {texts - body.keys()} of {path} can be"
            fields = [way for way, text in strings(body) if way[-1] != text]
            for way, text in itertools.product(fields, TEXTS):
                asking = {} if path == "/api/guests" else headers
                address = path.replace("{table}", table).replace("{puzzle}", "a1b2c3")
                answer = await http.request(method, address, json=with_text(body, way, text), headers=asking)
                assert answer.status_code < 500, (path, way, answer.text)
                sent += 1
    return sent


async def send_commands(player: Player) -> int:
    """Every text of every command, made hostile."""
    sent = 0
    for command in get_args(commands.Command):
        info = type_info(command)
        assert isinstance(info, msgspec.inspect.StructType)
        given = {field.name: COMMANDS[field.name] for field in info.fields if field.required and field.name in COMMANDS}
        for field in info.fields:
            kinds = field.type.types if isinstance(field.type, UnionType) else (field.type,)
            if field.name == "id" or not any(isinstance(kind, StrType) for kind in kinds):
                continue
            for text in TEXTS:
                sent += 1
                try:
                    await player.ask(str(info.tag), **{**given, field.name: text})
                except RefusedError as error:
                    assert error.code not in ("internal", "unavailable")
    return sent


def test_nothing_hostile_is_shown_to_others_whatever_field_it_came_in_by(tmp_path: Path) -> None:
    async def scene(url: str) -> None:
        async with httpx.AsyncClient(base_url=url, timeout=60) as http:
            mal, ann = await sit_down(http, "Mal", "Ann", listed=True)
            eve = await Player(await arrive(http, "Eve"), mal.table_id, keep=True).open()
            assert await send_bodies(http, mal.host.headers(), mal.table_id) > 50
            assert await send_commands(mal) > 20
            await mal.ask("ready", words="dice 3 5")
            await ann.ask("ready")
            await eve.until(lambda p: p.phase == "playing")
            assert await send_commands(mal) > 20
            late = await Player(ann.host, mal.table_id, keep=True).open()
            frames = [json.loads(frame) for player in (eve, late) for frame in player.heard or ()]
            seen = [text for frame in frames for _, text in strings(frame)]
            for path in ("/api/tables", f"/api/tables/{mal.table_id}", "/api/me/tables"):
                seen += [text for _, text in strings((await http.get(path, headers=ann.host.headers())).json())]
            assert any(text.startswith("Ann") for text in seen)  # of some lines of chat something is left
            assert [text for text in seen if not is_clean(text)] == []
            await close(mal, ann, eve, late)

    limits = msgspec.structs.replace(RELAXED, commands=PLENTY)
    with serving(settings_in(tmp_path, limits=limits)) as running:
        asyncio.run(scene(running.url))


@pytest.mark.parametrize("text", TEXTS)
def test_the_texts_are_hostile(text: str) -> None:
    assert not is_clean(text)
