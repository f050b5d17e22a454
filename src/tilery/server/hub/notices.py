"""What processes tell each other, and how it is written on a channel."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias
from zlib import crc32

import msgspec

from tilery.server.store.rows import ChangeRow

__all__ = [
    "EVERYWHERE",
    "LIMIT",
    "ChangeNotice",
    "Notice",
    "Parcel",
    "Present",
    "SaidNotice",
    "SpentNotice",
    "channel",
    "pack",
    "unpack",
]

SHARDS = 64
"""Tables share this many channels, so that a process with many tables still listens to few."""

LIMIT = 7_500
"""The bytes of a parcel; PostgreSQL takes fewer than 8,000."""

EVERYWHERE = "everywhere"
"""What stands in the place of a table in notices that are about none; no table's id is as short."""


class ChangeNotice(msgspec.Struct, frozen=True, tag="changed", omit_defaults=True, forbid_unknown_fields=True):
    """A change of a table was committed; a small one comes along, so that nobody has to read it."""

    table: str
    revision: int
    row: ChangeRow | None = None


class SaidNotice(msgspec.Struct, frozen=True, tag="said", forbid_unknown_fields=True):
    """A line of chat was added."""

    table: str
    number: int


class Present(msgspec.Struct, frozen=True, tag="present", forbid_unknown_fields=True):
    """Who is connected to a table at a process: guests with their seat (-1 for none), and how many look on."""

    table: str
    process: str
    guests: tuple[tuple[str, int], ...]
    spectators: int


class SpentNotice(msgspec.Struct, frozen=True, tag="spent", forbid_unknown_fields=True):
    """Who has caused much work lately: the mark of a guest or an address, milliseconds, bytes."""

    table: str
    spent: tuple[tuple[str, int, int], ...]


Notice: TypeAlias = ChangeNotice | SaidNotice | Present | SpentNotice


class Parcel(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Notices that travel together, and the process they come from."""

    process: str
    notices: tuple[Notice, ...]


_decoder = msgspec.json.Decoder(Parcel)


def channel(table: str) -> str:
    """The channel that a table shares with others.

    >>> channel("kitchen")
    'tilery_52'
    """
    return f"tilery_{crc32(table.encode()) % SHARDS:02}"


def unpack(payload: str | bytes) -> Parcel | None:
    """The parcel written there, or ``None`` where it is none of ours.

    >>> unpack('["one",[{"type":"changed","table":"kitchen","revision":7}]]')
    Parcel(process='one', notices=(ChangeNotice(table='kitchen', revision=7, row=None),))
    >>> unpack("hello")
    """
    try:
        return _decoder.decode(payload)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def pack(process: str, notices: Iterable[tuple[str, bytes]]) -> list[tuple[str, str]]:
    """The parcels, with their channels, for these encoded notices and their tables, in order on every channel.

    >>> pack("one", [("kitchen", b'{"type":"changed","table":"kitchen","revision":7}')])
    [('tilery_52', '["one",[{"type":"changed","table":"kitchen","revision":7}]]')]
    """
    head = b"[" + msgspec.json.encode(process) + b",["
    full: list[tuple[str, bytes]] = []
    filling: dict[str, bytes] = {}
    for table, notice in notices:
        name = channel(table)
        parcel = filling.get(name)
        if parcel is not None and len(parcel) + len(notice) + len(b",]]") > LIMIT:
            full.append((name, parcel))
            parcel = None
        filling[name] = head + notice if parcel is None else parcel + b"," + notice
    return [(name, (parcel + b"]]").decode()) for name, parcel in [*full, *filling.items()]]
