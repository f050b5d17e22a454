"""Addresses that people and phones can reach: links, and links as QR codes."""

from __future__ import annotations

import io
import ipaddress
import socket
from functools import lru_cache
from typing import Final

import segno

from tilery.server.settings import Settings

__all__ = ["is_loopback", "lan_address", "link_base", "qr_svg", "qr_text", "table_link"]

_ELSEWHERE: Final = "192.0.2.1"  # reserved for documentation; nothing is sent there


def lan_address() -> str:
    """The address of this machine in its local network, or the loopback address when it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_ELSEWHERE, 9))  # for UDP this only asks the system which way it would send
            address: str = probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"
        return address


def is_loopback(host: str) -> bool:
    """Whether a host, as it stands in an address, means this machine alone.

    >>> is_loopback("localhost:8420"), is_loopback("[::1]:8420"), is_loopback("192.168.1.5")
    (True, True, False)
    """
    name = host.rpartition("]")[0].removeprefix("[") or host.partition(":")[0]
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def link_base(settings: Settings, port: int, scheme: str = "http", host: str = "") -> str:
    """What links begin with: the public address, else the host somebody used, else the local network's.

    >>> link_base(Settings(database="", public_url="https://tiles.example"), 8420)
    'https://tiles.example'
    >>> link_base(Settings(database=""), 8420, host="kitchen.local:8420")
    'http://kitchen.local:8420'
    """
    if settings.public_url is not None:
        return settings.public_url
    if host and not is_loopback(host):
        return f"{scheme}://{host}"
    if settings.lan:
        return f"http://{lan_address()}:{port}"
    wide = settings.host in ("0.0.0.0", "::")
    own = "127.0.0.1" if wide else f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"{scheme}://{host or f'{own}:{port}'}"


def table_link(base: str, table: str) -> str:
    """The link that invites to a table."""
    return f"{base}/t/{table}"


@lru_cache(maxsize=1_000)  # milliseconds each, and asked for whenever somebody looks at the table
def qr_svg(link: str) -> bytes:
    """A link as a QR code, dark on light whatever is around it."""
    out = io.BytesIO()
    segno.make(link, error="m", micro=False).save(out, kind="svg", scale=8, border=4, dark="#000", light="#fff")
    return out.getvalue()


def qr_text(link: str) -> str:
    """A link as a QR code for a terminal."""
    out = io.StringIO()
    segno.make(link, error="l", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()
