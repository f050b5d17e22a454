"""The protocol's page says what the source does: every command, message and code, and a session played again."""

from __future__ import annotations

import asyncio
import json
import re
import types
from pathlib import Path
from typing import Any, get_args

import httpx
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.kit.online import PATIENCE, arrive, make_table
from tests.kit.served import served, settings_in
from tilery.rules.turn import DefectCode
from tilery.server import codes
from tilery.server.room import connection, room, rooms
from tilery.server.settings import Limits
from tilery.server.table import clock, commands, messages
from tilery.server.table.seen import PublicSeat, PublicTable, SeenEvent
from tilery.server.table.setup import Setup, check
from tilery.server.table.terms import PublicTerms

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")

SECRET = "e3c2c4fb7ec296493f1fd015108b486a6484566419e6dc4e0cbc5002a84fcf4f"
KINDS_OF_TELL = {kind.__struct_config__.tag: kind for kind in get_args(messages.Message)}
KINDS_OF_COMMAND = {kind.__struct_config__.tag: kind for kind in get_args(commands.Command)}


def part(heading: str) -> str:
    """What stands below a heading of the second level."""
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None, heading
    return found[1]


def sections(text: str) -> dict[str, str]:
    """The sections of the third level with what stands in them."""
    pieces = re.split(r"^### (.*)\n", text, flags=re.MULTILINE)
    return dict(zip(pieces[1::2], pieces[2::2], strict=True))


def frames(text: str) -> list[str]:
    return re.findall(r"```json\n(.*?)\n```", text, re.DOTALL)


def table_codes(text: str) -> set[str]:
    """The codes in the first column of the tables."""
    rows = re.findall(r"^\| (`[^|]*`) \|", text, re.MULTILINE)
    return {code for row in rows for code in re.findall(r"`([^`]*)`", row)}


def test_every_command_has_its_section_and_no_other() -> None:
    assert set(sections(part("Commands"))) == set(KINDS_OF_COMMAND)


def test_every_message_has_its_section_and_no_other() -> None:
    assert set(sections(part("Messages"))) == set(KINDS_OF_TELL)


@pytest.mark.parametrize("name", KINDS_OF_COMMAND)
def test_every_example_of_a_command_is_one_and_shows_its_fields(name: str) -> None:
    text = sections(part("Commands"))[name]
    kind = KINDS_OF_COMMAND[name]
    assert [type(commands.decode(frame)) for frame in frames(text)] == [kind]
    for field in kind.__struct_fields__:
        assert f'"{field}"' in text or f"`{field}`" in text, field


@pytest.mark.parametrize("name", KINDS_OF_TELL)
def test_every_example_of_a_message_has_exactly_its_fields(name: str) -> None:
    text = sections(part("Messages"))[name]
    (frame,) = frames(text)
    shown = json.loads(frame)
    assert set(shown) == {"tell", *KINDS_OF_TELL[name].__struct_fields__}
    if name == "state":  # the view is written as it is, and cannot be read as a message's part
        shown["game"] = None
    told = msgspec.json.decode(msgspec.json.encode(shown), type=messages.Message)
    assert type(told) is KINDS_OF_TELL[name]


def test_every_field_of_a_table_and_a_view_is_explained() -> None:
    text = sections(part("Messages"))["state"]
    (frame,) = frames(text)
    state = json.loads(frame)
    assert set(state["terms"]) == set(PublicTerms.__struct_fields__)
    for field in (*PublicTable.__struct_fields__, *PublicSeat.__struct_fields__, *state["game"]):
        assert f"`{field}`" in text, field
    assert set(state["table"]) <= set(PublicTable.__struct_fields__)


def test_the_example_of_a_setup_can_be_played_and_every_field_is_explained() -> None:
    text = part("A table")
    (frame,) = frames(text)
    check(msgspec.json.decode(frame, type=Setup))
    assert set(Setup.__struct_fields__) == table_codes(text)


def test_the_page_lists_every_code_of_a_refusal_and_no_other() -> None:
    assert table_codes(sections(part("Messages"))["refused"]) == set(get_args(codes.RefusalCode))


def test_every_code_named_with_a_command_is_in_the_list() -> None:
    listed = table_codes(sections(part("Messages"))["refused"])
    for name, text in sections(part("Commands")).items():
        for sentence in re.findall(r"Refused: (.*?)$", text, re.MULTILINE):
            named = set(re.findall(r"`([^`]*)`", sentence)) - {"not-your-turn"}
            assert named <= listed, name


def test_the_page_lists_every_code_of_a_closing_and_no_other() -> None:
    assert table_codes(sections(part("Messages"))["closing"]) == set(get_args(codes.ClosingCode))


def test_the_page_lists_every_code_of_a_defect_and_no_other() -> None:
    (sentence,) = re.findall(r"^The codes of defects are (.*)$", sections(part("Messages"))["refused"], re.MULTILINE)
    assert set(re.findall(r"`([^`]*)`", sentence)) == set(get_args(DefectCode))


def test_the_page_lists_every_code_of_a_problem_by_http_and_no_other() -> None:
    assert table_codes(part("Problems")) == set(get_args(codes.ProblemCode))


def test_every_event_is_in_the_list_with_its_fields_and_no_other() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| (.*?) \|", sections(part("Messages"))["change"], re.MULTILINE)
    listed = {name: set(re.findall(r"`(\w+)`", fields)) for name, fields in rows}
    assert listed == {str(kind.__struct_config__.tag): set(kind.__struct_fields__) for kind in get_args(SeenEvent)}


def test_the_numbers_on_the_page_are_those_of_the_source() -> None:
    limits = Limits()
    rate = limits.commands
    for text in (
        f"| {limits.frame:,} bytes |",
        f"| {rate.burst} at once, then {rate.per_minute / 60:.0f} a second |",
        f"| {connection.MOST_UNREAD:,} bytes |",
        f"| {limits.hints.burst} at once, then {limits.hints.per_minute:.0f} a minute |",
        f"| {limits.lines_per_guest} of one guest, {limits.lines_per_table} at one table |",
        f"| {limits.connections_per_table}, those of players on top |",
        f"| {limits.connections_per_guest} |",
    ):
        assert text in part("Limits")
    assert f"waits {clock.GRACE} seconds longer" in PAGE
    assert f"begins {clock.BETWEEN_GAMES:.0f} seconds after" in PAGE
    assert f"is that of this page: {messages.VERSION}." in PAGE
    assert all(f"`{name}`" in PAGE for name in commands.EMOTES)


def test_the_session_is_played_again_frame_by_frame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    letters = iter("KTCHN7")
    fixed = types.SimpleNamespace(token_hex=lambda _: SECRET, choice=lambda _: next(letters))
    monkeypatch.setattr(rooms, "secrets", fixed)
    monkeypatch.setattr(room, "secrets", types.SimpleNamespace(token_hex=lambda _: f"{1:064}"))
    monkeypatch.setattr(rooms, "new_id", lambda: "KitchenTable2345")
    blocks = re.findall(r"```session\n(.*?)```", part("A session"), re.DOTALL)
    lines = "".join(blocks).splitlines()
    assert len(lines) > 30
    with served(settings_in(tmp_path)) as url:
        asyncio.run(play_again(url, lines))


async def play_again(url: str, lines: list[str]) -> None:
    sockets: dict[str, ClientConnection] = {}
    async with httpx.AsyncClient(base_url=url, timeout=120) as http:
        people = {name: await arrive(http, name.capitalize()) for name in ("ann", "bo")}
        wanted = re.search(r"made the table with `(.*?)`", PAGE)
        assert wanted is not None
        shown = await make_table(http, people["ann"], **json.loads(wanted[1]))
        address = f"{url.replace('http', 'ws', 1)}/api/tables/{shown['terms']['id']}/socket"
        for line in lines:
            who, what, frame = (*line.split(maxsplit=2), "")[:3]
            if what == "connects":
                headers = people[who].headers()
                sockets[who] = await connect(address, additional_headers=headers, compression=None, max_queue=None)
            elif what == ">":
                commands.decode(frame)
                await sockets[who].send(frame)
            else:
                heard = await asyncio.wait_for(sockets[who].recv(), PATIENCE)
                assert timeless(json.loads(heard)) == timeless(json.loads(frame)), heard
        for socket in sockets.values():
            await socket.close()


def timeless(data: Any) -> Any:
    """The same without the times, which differ from day to day."""
    match data:
        case dict():
            return {name: timeless(value) for name, value in data.items()}
        case list():
            return [timeless(value) for value in data]
        case float() if data > 1e9:
            return 0.0
    return data
