"""Calling out: the one place where this server connects to an address that a guest has named.

Only to public ones, so that nobody has the server call inside its own network: https, the usual port, a host of which
every address is public, looked up anew each time, and the connection goes to the very address that was looked at.
Nothing is followed: what the other end says beyond its status is not read.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import ssl
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple
from urllib.parse import urlsplit

from tilery.errors import TileryError

__all__ = ["Caller", "Outside", "is_public", "read_place"]

_LONGEST = 1_000
_PLAIN = re.compile(r"[!-~]+")
_STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})[ \r\n]")
_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")  # an IPv4 address, perhaps an inner one, behind a translator

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address


class Outside(NamedTuple):
    """Where to call."""

    origin: str
    host: str
    port: int
    path: str
    secure: bool = True


class Caller:
    """Sends what is to be sent; ``loopback`` lets tests have a stand-in on this machine, and no setting does."""

    def __init__(self, loopback: bool = False, patience: float = 10.0) -> None:
        self.loopback, self._patience = loopback, patience

    @cached_property
    def _trust(self) -> ssl.SSLContext:
        """Whom to trust: reading all the certificates takes longer than most of a start, and few servers ever call."""
        return ssl.create_default_context()

    async def check(self, url: str) -> None:
        """:class:`TileryError` for an address that isn't called."""
        await self._address(read_place(url, self.loopback))

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> int:
        """Send something; the status of the answer. What goes wrong is an :class:`OSError` or a refusal."""
        place = read_place(url, self.loopback)
        async with asyncio.timeout(self._patience):
            address = await self._address(place)
            trust = self._trust if place.secure else None
            reader, writer = await asyncio.open_connection(
                address, place.port, ssl=trust, server_hostname=place.host if trust else None
            )
            try:
                lines = {"Host": place.origin.split("//")[1], "Content-Length": str(len(body)), "Connection": "close"}
                head = "".join(f"{name}: {value}\r\n" for name, value in {**lines, **headers}.items())
                writer.write(f"POST {place.path} HTTP/1.1\r\n{head}\r\n".encode("ascii") + body)
                await writer.drain()
                found = _STATUS.match(await reader.readline())
            finally:
                writer.transport.abort()
        if found is None:
            raise ConnectionError("this is no answer")
        return int(found[1])

    async def _address(self, place: Outside) -> str:
        """An address of a place, if all it has are public."""
        loop = asyncio.get_running_loop()
        try:
            found = await loop.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError):
            raise TileryError("push", "this host cannot be found") from None
        addresses = [ipaddress.ip_address(str(entry[4][0]).partition("%")[0]) for entry in found]
        if not addresses or not all(is_public(each) or (self.loopback and each.is_loopback) for each in addresses):
            raise TileryError("push", "this host isn't a public one")
        return str(addresses[0])


def read_place(url: str, loopback: bool = False) -> Outside:
    """The place an address leads to; :class:`TileryError` for one that isn't called.

    >>> read_place("https://push.example/send/4f")
    Outside(origin='https://push.example', host='push.example', port=443, path='/send/4f', secure=True)
    >>> read_place("https://push.example:8443/send")
    Traceback (most recent call last):
    tilery.errors.TileryError: only https addresses with the usual port are called
    """
    refused = TileryError("push", "only https addresses with the usual port are called")
    if len(url) > _LONGEST or not _PLAIN.fullmatch(url):
        raise refused
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise refused from None
    inner = loopback and parts.scheme == "http"
    if host is None or parts.username is not None or parts.password is not None:
        raise refused
    if not inner and (parts.scheme != "https" or port not in (None, 443)):
        raise refused
    origin = f"{parts.scheme}://{parts.netloc}"
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Outside(origin, host, port or 443, path, not inner)


def is_public(address: IpAddress) -> bool:
    """Whether an address is of the public network, also by what is wrapped in it.

    >>> [is_public(ipaddress.ip_address(each)) for each in ("9.9.9.9", "10.0.0.1", "::ffff:10.0.0.1", "64:ff9b::a00:1")]
    [True, False, False, False]
    """
    if isinstance(address, ipaddress.IPv6Address):
        wrapped = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if wrapped is not None or address in _TRANSLATED or address.is_site_local:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved and not address.is_unspecified
