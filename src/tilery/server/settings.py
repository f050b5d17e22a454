"""How a server is set up: where it listens, where it keeps things, and every number that limits something.

Each field says its type, its bounds, its default and what it means; flags, environment, files and the page about
running a server are all read off from here.

>>> Settings.from_options(workers=2)
Traceback (most recent call last):
    ...
tilery.errors.TileryError: SQLite is for one process: for 2 workers give a PostgreSQL --database
>>> Settings.from_options(database="games.db", thinkers="many")
Traceback (most recent call last):
    ...
tilery.errors.TileryError: thinkers must be a whole number from 1 to 256, not 'many'
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from platformdirs import user_data_dir

from tilery.errors import TileryError
from tilery.server.setting import LIMIT, Rate, settings_of

__all__ = ["DEFAULT_PORT", "SETTINGS", "Limits", "Rate", "Settings", "default_database"]

DEFAULT_PORT = 8420
_LOOPBACK = ("127.0.0.0/8", "::1/128")

Whole = Annotated[int, Meta(ge=1, le=1_000_000_000)]
Seconds = Annotated[float, Meta(gt=0, le=86_400)]
Days = Annotated[float, Meta(ge=0, le=36_500)]


class Limits(msgspec.Struct, frozen=True):
    """Every number that limits what somebody may ask for. Each process counts rates for itself; of work and bytes
    processes tell each other."""

    body: Annotated[Whole, Meta(description="bytes of a request")] = 65_536
    settings: Annotated[Whole, Meta(description="bytes of a guest's own settings")] = 16_384
    request_seconds: Annotated[Seconds, Meta(description="seconds a request may take to arrive whole")] = 15.0
    unread_seconds: Annotated[
        Seconds, Meta(description="seconds that a message may go unread before the connection is cut")
    ] = 30.0
    requests: Annotated[Rate, Meta(description="requests from one address; an IPv6 network of 64 bits is one")] = Rate(
        300, 600
    )
    guests: Annotated[
        Rate, Meta(description="new guests from one address: enough for a school class to start together")
    ] = Rate(50, 10)
    tables: Annotated[Rate, Meta(description="new tables by one guest")] = Rate(10, 6)
    hosted: Annotated[Whole, Meta(description="tables of one host that are not over")] = 20
    codes: Annotated[Rate, Meta(description="short codes looked up from one address")] = Rate(20, 20)
    device_codes: Annotated[Rate, Meta(description="device codes made by one guest")] = Rate(5, 2)
    devices: Annotated[Rate, Meta(description="device codes tried from one address")] = Rate(10, 10)
    device_seconds: Annotated[Whole, Meta(description="seconds a device code can be used")] = 600
    keys: Annotated[Whole, Meta(description="browsers of one guest; a new one signs out the oldest")] = 20
    tokens: Annotated[Whole, Meta(description="tokens of one guest")] = 20
    passkeys: Annotated[Whole, Meta(description="passkeys of one guest")] = 20
    page: Annotated[Whole, Meta(description="lines on a page of a list")] = 100
    reports: Annotated[Rate, Meta(description="reports by one guest")] = Rate(10, 1)
    records: Annotated[Rate, Meta(description="records, score sheets and exports downloaded from one address")] = Rate(
        30, 30
    )
    exports: Annotated[Rate, Meta(description="exports of their own data by one guest")] = Rate(3, 1)
    connections_per_address: Annotated[
        Whole, Meta(description="connections from one address to one process, sockets among them")
    ] = 400
    connections_per_table: Annotated[
        Whole, Meta(description="sockets at one table; players' own are let in on top")
    ] = 60
    connections_per_guest: Annotated[Whole, Meta(description="sockets of one guest at one process")] = 40
    commands: Annotated[Rate, Meta(description="messages from one guest, over all their sockets")] = Rate(120, 2400)
    work_per_guest: Annotated[
        Rate, Meta(description="milliseconds of work that one guest causes over sockets; more has to wait")
    ] = Rate(500, 6_000)
    work_per_address: Annotated[
        Rate, Meta(description="milliseconds of work that one address causes, by sockets and requests")
    ] = Rate(2_000, 18_000)
    bytes_per_guest: Annotated[Rate, Meta(description="bytes sent to one guest over sockets")] = Rate(
        2_000_000, 20_000_000
    )
    bytes_per_address: Annotated[
        Rate, Meta(description="bytes sent to one address, over sockets and for requests; pages are not counted")
    ] = Rate(20_000_000, 200_000_000)
    hints: Annotated[Rate, Meta(description="hints for one guest")] = Rate(10, 30)
    hints_per_address: Annotated[Rate, Meta(description="hints for one address")] = Rate(60, 180)
    solving_per_guest: Annotated[
        Rate, Meta(description="milliseconds of a processor for the positions that one guest has solved")
    ] = Rate(3_000, 6_000)
    solving_per_address: Annotated[Rate, Meta(description="the same for one address")] = Rate(10_000, 20_000)
    attempts_per_guest: Annotated[
        Rate, Meta(description="attempts at puzzles by one guest, answers of storms among them")
    ] = Rate(60, 60)
    attempts_per_address: Annotated[Rate, Meta(description="attempts at puzzles from one address")] = Rate(300, 300)
    questions: Annotated[Whole, Meta(description="positions waiting to be solved; no more are taken then")] = 10
    analysis_per_guest: Annotated[
        Rate, Meta(description="milliseconds of a processor for the games that one guest has analysed")
    ] = Rate(120_000, 60_000)
    analysis_per_address: Annotated[Rate, Meta(description="the same for one address")] = Rate(360_000, 120_000)
    analyses: Annotated[Whole, Meta(description="games being analysed or waiting for it; no more are taken then")] = 100
    analyses_per_address: Annotated[Whole, Meta(description="the same begun from one address")] = 25
    record: Annotated[Whole, Meta(description="bytes of a record brought along to be analysed")] = 500_000
    statistics: Annotated[Rate, Meta(description="times that one guest has their games added up")] = Rate(60, 60)
    pictures: Annotated[Rate, Meta(description="pictures of games drawn for one address")] = Rate(30, 30)
    chores: Annotated[
        Whole, Meta(description="pictures and figures of finished games waiting to be made; no more are taken then")
    ] = 20
    lines_per_guest: Annotated[
        Whole,
        Meta(description="lines and emoji of one guest in a minute: at one table, and by all tables of one process"),
    ] = 30
    lines_per_table: Annotated[Whole, Meta(description="lines and emoji at one table in a minute")] = 90
    frame: Annotated[Whole, Meta(description="bytes of a message on a socket")] = 16_384
    thoughts: Annotated[Whole, Meta(description="hints waiting for a process; bots always wait")] = 200
    buckets: Annotated[
        Whole, Meta(description="addresses and guests whose rates are remembered; the longest unseen go first")
    ] = 50_000
    drain: Annotated[Seconds, Meta(description="seconds that tables have to tell their players before a stop")] = 3.0
    closing: Annotated[Whole, Meta(description="seconds that open connections have to finish in a stop")] = 2


class Settings(msgspec.Struct, frozen=True):
    """How one server is set up. Worker processes get the same settings."""

    database: Annotated[
        str, Meta(description="a SQLite file, or `postgresql://…`; a file in your data directory if not given")
    ]
    host: Annotated[str, Meta(description="listen here; all interfaces with `lan`")] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535, description="listen on this port; 0 is any free one")] = DEFAULT_PORT
    lan: Annotated[bool, Meta(description="let phones on the local network join, and use its address in links")] = False
    public_url: Annotated[
        str | None, Meta(description="the address people type, behind a proxy; no other host is answered then")
    ] = None
    hosts: Annotated[
        tuple[str, ...],
        Meta(
            description="other names or addresses people reach it by; without `public_url` this machine's own are "
            "answered, and no others"
        ),
    ] = ()
    trusted_proxy: Annotated[
        tuple[str, ...],
        Meta(
            description="proxies or networks whose `X-Forwarded-…` and `X-Request-Id` are believed; with `public_url` "
            "and without this: the machine itself"
        ),
    ] = ()
    channels: Annotated[
        str | None,
        Meta(
            description="where several processes notify each other: `redis://…`, or the PostgreSQL database itself "
            "if not given"
        ),
    ] = None
    workers: Annotated[
        int, Meta(ge=1, le=64, description="how many processes share one port; more than one needs PostgreSQL")
    ] = 1
    log: Annotated[
        Literal["json", "text"] | None,
        Meta(description="the format of the log; if not given, text on a terminal and JSON elsewhere"),
    ] = None
    metrics_token: Annotated[
        str | None,
        Meta(description="anyone with this token may read `/metrics` from anywhere, and nobody else"),
    ] = None
    operators: Annotated[
        tuple[str, ...],
        Meta(description="`NAME:TOKEN` of each operator who uses `tilery admin`; a token has at least 20 characters"),
    ] = ()
    words: Annotated[
        str | None,
        Meta(description="a file of words not allowed in names and chat, or a folder of such files"),
    ] = None
    thinkers: Annotated[int, Meta(ge=1, le=256, description="processes in which bots and hints think")] = 2
    analysts: Annotated[
        int, Meta(ge=1, le=256, description="processes in which games are analysed, after everything else")
    ] = 2
    bot_pause: Annotated[
        float,
        Meta(
            ge=0,
            le=86_400,
            description="seconds a bot takes to lay; more for more tiles, less to draw, by the table's pace",
        ),
    ] = 0.8
    deadline_scan: Annotated[Seconds, Meta(description="seconds between checks for deadlines that have passed")] = 0.25
    compare: Annotated[
        Seconds,
        Meta(description="seconds between comparisons of revisions with the store, where there are several processes"),
    ] = 5.0
    recheck: Annotated[
        Seconds, Meta(description="seconds after which a key revoked in another process has lost its sockets here")
    ] = 15.0
    cut_off: Annotated[
        Seconds,
        Meta(description="seconds without PostgreSQL after which a process sends its players to other processes"),
    ] = 10.0
    idle_days: Annotated[
        float, Meta(gt=0, le=36_500, description="days without activity after which a table is cleared")
    ] = 30.0
    guest_days: Annotated[
        Days,
        Meta(description="days away after which a guest with nothing at stake is forgotten; 0 never"),
    ] = 400.0
    table_days: Annotated[
        Days, Meta(description="days after which a table that is over and has no finished game is removed; 0 never")
    ] = 30.0
    chat_days: Annotated[Days, Meta(description="days after which a line of chat is removed; 0 never")] = 365.0
    game_days: Annotated[
        Days,
        Meta(description="days after which the games of a match that is over are removed; 0 never"),
    ] = 0.0
    traces: Annotated[
        str | None,
        Meta(description="where OpenTelemetry traces go, like `http://localhost:4318`; needs the extra `tracing`"),
    ] = None
    traces_share: Annotated[
        float, Meta(ge=0, le=1, description="the share of requests and commands that are traced, from 0 to 1")
    ] = 1.0
    database_connections: Annotated[
        int, Meta(ge=1, le=1_000, description="connections of one process to PostgreSQL, plus one for notices")
    ] = 10
    database_patience: Annotated[
        Seconds, Meta(description="seconds for a connection to PostgreSQL; an answer may take twice as long")
    ] = 5.0
    database_lock: Annotated[
        Seconds, Meta(description="seconds that PostgreSQL waits for what another connection has locked")
    ] = 3.0
    database_idle: Annotated[
        Seconds, Meta(description="seconds after which PostgreSQL ends a transaction that does nothing")
    ] = 10.0
    limits: Annotated[Limits, Meta(description="the limits")] = Limits()

    @property
    def embedded(self) -> bool:
        """Whether the store is SQLite, which is for one process."""
        return not self.database.startswith("postgresql")

    @classmethod
    def from_options(cls, **given: Any) -> Settings:
        """Settings from values by their names, which may be text; what cannot be is refused in a sentence."""
        if unknown := given.keys() - SETTINGS.keys() - {"limits"}:
            raise TileryError("usage", f"there is no setting {min(unknown)!r}")
        limits = given.pop("limits", None) or Limits()
        return cls.settled({name: SETTINGS[name].read(value, name) for name, value in given.items()}, limits)

    @classmethod
    def settled(cls, given: dict[str, Any], limits: Limits) -> Settings:
        """Settings from values that are right each for itself; the rest follows from them or is the default."""
        given = {name: value for name, value in given.items() if value not in (None, "", ())}
        usual: dict[str, Any] = {
            "database": default_database(),
            "host": "0.0.0.0" if given.get("lan") else "127.0.0.1",
            "trusted_proxy": _LOOPBACK if "public_url" in given else (),
        }
        settings = cls(**{**usual, **given, "limits": limits})
        if settings.embedded and settings.workers > 1:
            text = f"SQLite is for one process: for {settings.workers} workers give a PostgreSQL --database"
            raise TileryError("usage", text)
        if settings.channels is None and not settings.embedded:
            return msgspec.structs.replace(settings, channels=settings.database)
        return settings


SETTINGS = {
    **{name: each for name, each in settings_of(Settings).items() if name != "limits"},
    **settings_of(Limits, LIMIT),
}
"""Everything that can be set, by its full name."""


def default_database() -> str:
    """The SQLite file in the user's data directory."""
    return str(Path(user_data_dir("tilery", appauthor=False)) / "tilery.db")
