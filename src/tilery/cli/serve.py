"""``tilery serve``: tables for everybody who has the link."""

from __future__ import annotations

import asyncio
import threading
import webbrowser
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from tilery.errors import TileryError
from tilery.server.addresses import is_loopback, link_base, qr_text
from tilery.server.serve import serve as run
from tilery.server.settings import DEFAULT_PORT, Settings
from tilery.server.store.rows import StoreError
from tilery.server.store.upkeep import backup as back_up
from tilery.server.store.upkeep import migrate as upgrade

__all__ = ["serve"]


class LogForm(StrEnum):
    """How the log is written."""

    JSON = "json"
    TEXT = "text"


def serve(
    host: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Listen here; on this machine only if not given.")
    ] = None,
    port: Annotated[int, typer.Option(metavar="PORT", help="Listen on this port; 0 is any free one.")] = DEFAULT_PORT,
    lan: Annotated[bool, typer.Option("--lan", help="Let phones in the local network join.")] = False,
    public_url: Annotated[
        str | None, typer.Option(metavar="URL", help="What people type, behind a proxy.", show_default=False)
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            envvar="TILERY_DATABASE",
            help="A SQLite file or postgresql://…; a file in your data directory if not given.",
            show_default=False,
        ),
    ] = None,
    channels: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            envvar="TILERY_CHANNELS",
            help="Where several processes notify each other: redis://…, or the PostgreSQL database itself.",
            show_default=False,
        ),
    ] = None,
    workers: Annotated[int, typer.Option(metavar="N", help="So many processes; needs PostgreSQL.")] = 1,
    migrate: Annotated[bool, typer.Option("--migrate", help="Bring the database up to date, and exit.")] = False,
    backup: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Copy the SQLite database while it is in use, and exit.", show_default=False),
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
    log: Annotated[
        LogForm | None, typer.Option(help="The log: text for a terminal and else JSON.", show_default=False)
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="Believe the X-Forwarded headers of this proxy or network; may be given more than once.",
            show_default=False,
        ),
    ] = None,
    metrics_token: Annotated[
        str | None, typer.Option(metavar="TOKEN", envvar="TILERY_METRICS_TOKEN", hidden=True, show_default=False)
    ] = None,
) -> None:
    """Serve tables: everybody who has the link can play.

    One process with SQLite needs nothing else. For more, give a PostgreSQL --database and --workers. The token
    that opens /metrics to other than private networks is TILERY_METRICS_TOKEN in the environment.
    """
    settings = Settings.from_options(
        host=host,
        port=port,
        lan=lan,
        public_url=public_url,
        database=database,
        channels=channels,
        workers=workers,
        log=None if log is None else log.value,
        trusted=tuple(trusted_proxy or ()),
        metrics_token=metrics_token,
    )
    try:
        if migrate:
            asyncio.run(upgrade(settings.database))
            print("The database is up to date.")
        elif backup is not None:
            back_up(settings.database, backup)
            print(f"The database was copied to {backup}.")
        else:
            run(settings, lambda real: _announce(settings, real, open_browser))
    except StoreError as error:
        raise TileryError("database", str(error)) from None


def _announce(settings: Settings, port: int, open_browser: bool) -> None:
    """Say where the server is, for a phone also as a QR code."""
    here = link_base(settings, port, host="" if settings.public_url else f"localhost:{port}" if settings.lan else "")
    link = link_base(settings, port)
    print(f"Tilery runs at {link}", flush=True)
    if settings.lan and settings.public_url is None and is_loopback(link.partition("//")[2]):
        print("No local network was found: phones cannot reach it.", flush=True)
    elif settings.lan or settings.public_url is not None:
        print(qr_text(link), flush=True)
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()
