"""How a server is set up: where it listens, where it keeps things, and every number that limits something.

>>> Settings.from_options(workers=2)
Traceback (most recent call last):
    ...
tilery.errors.TileryError: SQLite is for one process: for 2 workers give a PostgreSQL --database
"""

from __future__ import annotations

import ipaddress
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import msgspec
from platformdirs import user_data_dir

from tilery.errors import TileryError

__all__ = ["DEFAULT_PORT", "Limits", "Rate", "Settings", "default_database"]

DEFAULT_PORT = 8420
_MOST_WORKERS = 64
_LOOPBACK = ("127.0.0.0/8", "::1/128")


class Rate(msgspec.Struct, frozen=True):
    """So many at once, and then so many a minute."""

    burst: int
    per_minute: float


class Limits(msgspec.Struct, frozen=True):
    """Every number that limits what somebody may ask for by HTTP."""

    body: int = 65_536
    """Bytes of a request's body."""
    settings: int = 16_384
    """Bytes of a guest's own settings as JSON."""
    requests: Rate = Rate(300, 600)
    """Requests from one address (an IPv6 network of 64 bits counts as one)."""
    guests: Rate = Rate(50, 10)
    """New guests from one address: a class of children may begin at once."""
    tables: Rate = Rate(10, 6)
    """New tables by one guest."""
    hosted: int = 20
    """Tables of one host that are not over."""
    codes: Rate = Rate(20, 20)
    """Looking up short codes of tables from one address."""
    device_codes: Rate = Rate(5, 2)
    """New device codes by one guest."""
    devices: Rate = Rate(10, 10)
    """Device codes tried from one address."""
    devices_anywhere: Rate = Rate(100, 100)
    """Device codes tried at one process by everybody together."""
    device_seconds: int = 600
    """How long a device code can be used."""
    keys: int = 20
    """Browsers of one guest; a new one signs out the oldest."""
    tokens: int = 20
    """Tokens of one guest."""
    page: int = 100
    """Lines on one page of a list."""
    records: Rate = Rate(30, 30)
    """Records and score sheets downloaded from one address."""
    connections_per_table: int = 60
    """Sockets at one table; who has a seat is let in all the same."""
    connections_per_guest: int = 40
    """Sockets of one guest at one process."""
    commands: Rate = Rate(60, 1200)
    """Messages on one socket."""
    frame: int = 16_384
    """Bytes of one message on a socket."""
    thoughts: int = 200
    """Hints waiting for a process of their own; then they are refused. Bots always wait."""
    buckets: int = 50_000
    """Addresses and guests whose rates are remembered; the longest unseen are forgotten first."""
    drain: float = 3.0
    """Seconds that tables have to tell their players before a stop."""
    closing: int = 2
    """Seconds that open connections have to finish in a stop."""


class Settings(msgspec.Struct, frozen=True):
    """How one server is set up. Worker processes get the same settings."""

    database: str
    """Address of the store: a file for SQLite, or ``postgresql://…``."""
    host: str = "127.0.0.1"
    """Where to listen; all interfaces with ``lan``."""
    port: int = DEFAULT_PORT
    """The port; 0 is any free one."""
    lan: bool = False
    """Whether phones in the room are to reach it: links name this machine's address."""
    public_url: str | None = None
    """What people type, where a proxy stands in front; no other host is answered then."""
    channels: str | None = None
    """Where processes notify each other; ``None`` for one process."""
    workers: int = 1
    """Worker processes."""
    log: Literal["json", "text"] | None = None
    """The form of the log; ``None`` is text for a terminal and else JSON."""
    trusted: tuple[str, ...] = ()
    """Networks of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed."""
    metrics_token: str | None = None
    """Who shows it may read the metrics from anywhere; without one only private networks may."""
    thinkers: int = 2
    """Processes in which bots and hints think."""
    bot_pause: float = 1.0
    """Seconds a bot's move takes at least, so that people see what happens."""
    deadline_scan: float = 0.25
    """Seconds between two looks for deadlines that have come."""
    compare: float = 5.0
    """Seconds between two comparisons of revisions with the store, where there are several processes."""
    recheck: float = 15.0
    """Seconds after which a key revoked in another process has lost its sockets here."""
    idle_days: float = 30.0
    """Days without anybody's doing after which a table is cleared."""
    limits: Limits = Limits()
    """The limits."""

    @property
    def embedded(self) -> bool:
        """Whether the store is SQLite, which is for one process."""
        return not self.database.startswith("postgresql")

    @classmethod
    def from_options(
        cls,
        *,
        host: str | None = None,
        port: int = DEFAULT_PORT,
        lan: bool = False,
        public_url: str | None = None,
        database: str | None = None,
        channels: str | None = None,
        workers: int = 1,
        log: Literal["json", "text"] | None = None,
        trusted: tuple[str, ...] = (),
        metrics_token: str | None = None,
        limits: Limits | None = None,
    ) -> Settings:
        """Settings from what was typed; what cannot be is refused in a sentence."""
        if not 0 <= port <= 65_535:
            raise TileryError("usage", f"there is no port {port}")
        if not 1 <= workers <= _MOST_WORKERS:
            raise TileryError("usage", f"--workers is from 1 to {_MOST_WORKERS}")
        public_url = None if public_url is None else _checked_url(public_url)
        usual = _LOOPBACK if public_url else ()
        settings = cls(
            database=database or default_database(),
            host=host or ("0.0.0.0" if lan else "127.0.0.1"),
            port=port,
            lan=lan,
            public_url=public_url,
            channels=channels,
            workers=workers,
            log=log,
            trusted=tuple(_checked_network(text) for text in trusted or usual),
            metrics_token=metrics_token or None,
            limits=limits or Limits(),
        )
        if settings.embedded and workers > 1:
            raise TileryError("usage", f"SQLite is for one process: for {workers} workers give a PostgreSQL --database")
        if channels is None and not settings.embedded:
            return msgspec.structs.replace(settings, channels=settings.database)
        return settings


def default_database() -> str:
    """The SQLite file in the user's data directory."""
    return str(Path(user_data_dir("tilery", appauthor=False)) / "tilery.db")


def _checked_url(text: str) -> str:
    """A public address without its last slash."""
    try:
        url = urlsplit(text)
        usable = url.scheme in ("http", "https") and url.hostname and not url.username and url.port != 0
    except ValueError:
        usable = False
    if not usable or url.path not in ("", "/") or url.query or url.fragment:
        raise TileryError("usage", f"--public-url is like https://tiles.example, not {text!r}")
    return f"{url.scheme}://{url.netloc.lower()}"


def _checked_network(text: str) -> str:
    try:
        return str(ipaddress.ip_network(text, strict=False))
    except ValueError:
        raise TileryError("usage", f"--trusted-proxy is an address or a network, not {text!r}") from None
