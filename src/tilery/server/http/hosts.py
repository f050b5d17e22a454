"""The hosts a server answers to.

A page of another site can have its own name point to this machine, and then ask as if it came from here. So a request
must name the server as people reach it: by its public address or, where there is none, by this machine's own names and
addresses.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from urllib.parse import urlsplit

from tilery.server.http.addresses import lan_address
from tilery.server.settings import Settings

__all__ = ["Hosts", "host_name"]

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([\w.-]+))(?::\d{1,5})?", re.ASCII | re.IGNORECASE)


class Hosts:
    """The hosts that one server answers to."""

    def __init__(self, settings: Settings) -> None:
        self._public = None if settings.public_url is None else bare(urlsplit(settings.public_url).netloc)
        self._named = frozenset(host_name(each) for each in settings.hosts)
        self._listening = _address(settings.host)

    def answers(self, host: str, local: str) -> bool:
        """Whether a request for this host, which came in at a ``local`` address, is for this server."""
        name = host_name(host)
        if self._public is not None:
            return bare(host) == self._public or name in self._named
        return name in self._named or self._is_here(name, local)

    def answers_machines(self, host: str, local: str) -> bool:
        """The same for what machines ask for, who may know this one by an address or by a name without a dot: no
        page from elsewhere can have such a name."""
        name = host_name(host)
        return self.answers(host, local) or _address(name) is not None or "." not in (name or ".")

    def listed(self) -> list[str]:
        """The names and addresses that people in the local network can use."""
        return [lan_address(), *sorted(_own_names() | self._named)]

    def _is_here(self, name: str, local: str) -> bool:
        address = _address(name)
        if address is None:
            return name == "localhost" or name.endswith(".localhost") or name in _own_names()
        return address.is_loopback or (address in (self._listening, _address(local)) and not address.is_unspecified)


def host_name(host: str) -> str:
    """The name or the address in a Host header, without its port; nothing where that makes no sense.

    >>> host_name("Kitchen.local:8420"), host_name("[::1]:8420"), host_name("192.168.1.5"), host_name("me@home")
    ('kitchen.local', '::1', '192.168.1.5', '')
    """
    found = _HOST.fullmatch(host)
    return "" if found is None else (found[1] or found[2]).lower().removesuffix(".")


def bare(host: str) -> str:
    """A host without a port that goes without saying."""
    return host.lower().removesuffix(":80").removesuffix(":443")


def _own_names() -> frozenset[str]:
    """What this machine calls itself, also as the devices of a local network find each other."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return frozenset({name, short, f"{short}.local"}) if short else frozenset()


def _address(name: str) -> _Address | None:
    try:
        address = ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
