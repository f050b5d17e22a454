"""How many connections there are from each address, whose turn it is, and which addresses are those of proxies."""

from __future__ import annotations

import ipaddress
from collections import Counter

from tilery.server.http.limits import address_key
from tilery.server.http.turns import Turns
from tilery.server.settings import Settings

__all__ = ["Doors"]


class Doors:
    """Lets so many in from each address. A trusted proxy's own connections are not counted, but what comes by them is,
    for who is behind it."""

    def __init__(self, settings: Settings) -> None:
        self._most = settings.limits.connections_per_address
        self._trusted = [ipaddress.ip_network(text) for text in settings.trusted_proxy]
        self._open: Counter[str] = Counter()
        self._turns: dict[str, Turns] = {}

    def trusts(self, host: str) -> bool:
        """Whether this is a proxy that is believed."""
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._trusted)

    def enter(self, host: str) -> str | None:
        """Let one in from this address, if there is room; what to give back to ``leave``, ``None`` if there is none."""
        address = "" if self.trusts(host) else address_key(host)
        if address and self._open[address] >= self._most:
            return None
        self._open[address] += 1
        return address

    def turns(self, address: str) -> Turns | None:
        """The turns that connections from this address take, as long as there are any; a proxy's don't."""
        return self._turns.setdefault(address, Turns()) if address else None

    def leave(self, address: str) -> None:
        """One that entered is gone."""
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]
            self._turns.pop(address, None)
