"""The web app's types of the protocol are the server's: every message, every field, what may be missing or null."""

from __future__ import annotations

import re
import types
import typing
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from tilery.game import events
from tilery.game.view import View
from tilery.match.sheet import Entry, Length
from tilery.rules.edition import Rules
from tilery.rules.turn import Defect
from tilery.server.http import history, identity, tables
from tilery.server.room.rooms import Shown
from tilery.server.store.rows import Statistics, Tally
from tilery.server.table import messages
from tilery.server.table.seen import PublicSeat, PublicTable
from tilery.server.table.setup import Setup, TurnClock
from tilery.server.table.standing import Pause
from tilery.server.table.terms import PublicTerms

WEB = Path(__file__).resolve().parents[2] / "web/src"


class Field(NamedTuple):
    """A field of an interface: whether it may be left out, and whether it may be null."""

    optional: bool
    nullable: bool


def interfaces(file: str) -> dict[str, dict[str, str]]:
    """The interfaces of a file: each field as it is written, by its name with its question mark."""
    found: dict[str, dict[str, str]] = {}
    text = (WEB / file).read_text()
    for name, parent, body in re.findall(r"^export interface (\w+)(?: extends (\w+))? \{\n(.*?)^\}", text, re.M | re.S):
        fields = dict(re.findall(r"^  readonly (\w+\??): (.+);$", body, re.M))
        assert len(fields) == len(re.findall(r"^  readonly ", body, re.M)), f"{name} has a field over several lines"
        found[name] = {**found.get(parent, {}), **fields}
    return found


PROTOCOL = interfaces("net/protocol.ts")
API = interfaces("net/api.ts")
RULES = interfaces("core/rules.ts")


def written(interface: dict[str, str]) -> dict[str, Field]:
    return {name.rstrip("?"): Field(name.endswith("?"), "null" in kind) for name, kind in interface.items()}


def by_tag(tag_field: str) -> dict[str, dict[str, str]]:
    """The interfaces of one sort of message, by what names it."""
    tagged = [fields for fields in PROTOCOL.values() if re.fullmatch(r'"[\w-]+"', fields.get(tag_field, ""))]
    return {fields[tag_field].strip('"'): fields for fields in tagged}


def expected(struct: type[msgspec.Struct], omits: bool) -> dict[str, Field]:
    """What an interface of this struct must say; with ``omits`` fields at their default are left out."""
    config = struct.__struct_config__
    told = {} if config.tag is None else {str(config.tag_field): Field(False, False)}
    hints = typing.get_type_hints(struct)
    for field in msgspec.structs.fields(struct):
        optional = omits and not field.required
        nullable = _allows_none(hints[field.name]) and not (optional and field.default is None)
        told[field.name] = Field(optional, nullable)
    return told


def _allows_none(hint: Any) -> bool:
    is_union = typing.get_origin(hint) in (types.UnionType, typing.Union)
    return is_union and type(None) in typing.get_args(hint)


COMMANDS = typing.get_args(messages.Command)
TELLS = typing.get_args(messages.Message)
EVENTS = typing.get_args(events.Event)


def test_the_app_knows_every_message_and_no_other() -> None:
    for tag_field, structs in (("do", COMMANDS), ("tell", TELLS), ("event", EVENTS)):
        assert set(by_tag(tag_field)) == {str(struct.__struct_config__.tag) for struct in structs}


@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: each.__name__)
def test_a_command_has_the_servers_fields(command: type[msgspec.Struct]) -> None:
    told = written(by_tag("do")[str(command.__struct_config__.tag)])
    wanted = expected(command, omits=True)
    assert {name: field.optional for name, field in told.items()} == {
        name: field.optional for name, field in wanted.items()
    }


@pytest.mark.parametrize("tell", TELLS, ids=lambda each: each.__name__)
def test_a_message_has_the_servers_fields(tell: type[msgspec.Struct]) -> None:
    assert written(by_tag("tell")[str(tell.__struct_config__.tag)]) == expected(tell, omits=False)


@pytest.mark.parametrize("event", EVENTS, ids=lambda each: each.__name__)
def test_an_event_has_the_servers_fields(event: type[msgspec.Struct]) -> None:
    told = written(by_tag("event")[str(event.__struct_config__.tag)])
    wanted = expected(event, omits=True)
    if event is events.Started:  # a rack that is hidden is null, the list of them is not
        told["racks"] = told["racks"]._replace(nullable=False)
    assert told == wanted


@pytest.mark.parametrize(
    ("struct", "omits"),
    [
        (PublicSeat, True),
        (PublicTable, True),
        (PublicTerms, False),
        (Pause, False),
        (Entry, False),
        (Length, False),
        (TurnClock, False),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_the_table_has_the_servers_fields(struct: type[msgspec.Struct], omits: bool) -> None:
    assert written(PROTOCOL[struct.__name__.removeprefix("Turn")]) == expected(struct, omits)


def test_the_view_of_a_game_has_the_servers_fields() -> None:
    wanted = expected(View, omits=True)
    del wanted["rules"]  # they are the table's
    assert written(PROTOCOL["View"]) == wanted


def test_the_rules_and_defects_have_the_servers_fields() -> None:
    assert written(PROTOCOL["Defect"]).keys() == set(Defect.__struct_fields__)
    assert written(RULES["Rules"]).keys() == set(Rules.__struct_fields__)


def test_the_quick_emoji_and_the_version_are_the_servers() -> None:
    text = (WEB / "net/protocol.ts").read_text()
    names = re.search(r"EMOTES = \[(.*?)\]", text, re.S)
    assert names is not None
    assert tuple(re.findall(r'"([\w-]+)"', names[1])) == messages.EMOTES
    assert f"export const VERSION = {messages.VERSION};" in text


@pytest.mark.parametrize(
    ("name", "struct"),
    [
        ("Me", identity.Me),
        ("DeviceCode", identity.Code),
        ("Token", identity.Token),
        ("MadeToken", identity.MadeToken),
        ("ShownTable", Shown),
        ("EditionRow", tables.ShownRow),
        ("EditionTileSet", tables.ShownTileSet),
        ("Edition", tables.ShownEdition),
        ("Bot", tables.ShownBot),
        ("SeatResult", history.SeatResult),
        ("GameResult", history.GameResult),
        ("GamesPage", history.GamesPage),
        ("Tally", Tally),
        ("Statistics", Statistics),
    ],
)
def test_an_answer_by_http_has_the_servers_fields(name: str, struct: type[msgspec.Struct]) -> None:
    assert written(API[name]) == expected(struct, omits=False)


def test_a_table_can_be_set_up_with_everything_the_server_takes() -> None:
    assert written(API["Setup"]).keys() == set(Setup.__struct_fields__)
