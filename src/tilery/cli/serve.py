"""``tilery serve``: tables for everybody who has the link."""

from __future__ import annotations

import asyncio
import inspect
import os
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Annotated, Any, get_origin

from tilery.cli.command import option
from tilery.errors import TileryError
from tilery.server.http.addresses import is_loopback, link_base, qr_text
from tilery.server.http.hosts import Hosts
from tilery.server.serve import serve as run
from tilery.server.setting import Setting
from tilery.server.settings import SETTINGS, Settings
from tilery.server.sources import CONFIG, gather, shown
from tilery.server.store.address import read_address
from tilery.server.store.rows import StoreError
from tilery.server.store.upkeep import backup as back_up
from tilery.server.store.upkeep import migrate as upgrade

__all__ = ["serve"]

_METAVARS = {
    "channels": "URL",
    "database": "URL",
    "host": "ADDRESS",
    "hosts": "NAME",
    "log": "json|text",
    "metrics_token": "TOKEN",
    "operators": "NAME:TOKEN",
    "port": "PORT",
    "public_url": "URL",
    "traces": "URL",
    "trusted_proxy": "ADDRESS",
}
_FIRST = {"host", "port", "lan", "public_url", "hosts", "trusted_proxy", "database", "channels", "workers", "log"}


def serve(
    config: Path | None = None,
    show_settings: bool = False,
    migrate: bool = False,
    backup: Path | None = None,
    open_browser: bool = False,
    limit: list[str] | None = None,
    **given: Any,
) -> None:
    """Serve tables: anyone with the link can play.

    One process with SQLite needs nothing else. For more, give a PostgreSQL --database and --workers. Every option
    can also be set in the environment, --public-url as TILERY_PUBLIC_URL, or in a file; options come first, then the
    environment, then the file. Secrets belong in the environment or the file, where other users of the machine
    do not see them.
    """
    found = gather({**given, "limit": limit}, os.environ, config)
    settings = found.settings
    for warning in found.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    if show_settings:
        print(shown(found), end="")
        return
    try:
        read_address(settings.database)
    except StoreError as error:
        raise TileryError("usage", f"{found.origins['database']}: {error}") from None
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


def _options() -> list[inspect.Parameter]:
    """The options of the command: one for every setting, one for all limits, and what there is to do instead."""
    first = [_option(setting) for setting in SETTINGS.values() if setting.name in _FIRST]
    finer = [_option(each) for each in SETTINGS.values() if each.name not in _FIRST and not each.is_limit]
    own: dict[str, Any] = {
        "config": Annotated[
            Path | None,
            option(metavar="FILE", help=f"Settings from a TOML file, {CONFIG} in the environment."),
        ],
        "show_settings": Annotated[
            bool, option("--show-settings", help="Show every setting and where it comes from, and exit.")
        ],
        "migrate": Annotated[bool, option("--migrate", help="Bring the database up to date, and exit.")],
        "backup": Annotated[
            Path | None,
            option(metavar="FILE", help="Copy the SQLite database while it is in use, and exit."),
        ],
        "open_browser": Annotated[bool, option("--open", help="Open the browser.")],
        "limit": Annotated[
            list[str] | None,
            option(
                metavar="NAME=VALUE",
                help="Change a limit, as in hosted=5 or requests=300/600; can be repeated.",
            ),
        ],
    }
    usual = {name: False if kind.__origin__ is bool else None for name, kind in own.items()}
    doing = [_parameter(name, kind, usual[name]) for name, kind in own.items()]
    return [*first, *doing, *finer]


def _option(setting: Setting) -> inspect.Parameter:
    """A setting as an option; its value is read by the setting itself, which can say where it was found."""
    text = setting.meaning.replace("`", "")
    usual = f" Default: {setting.default}." if setting.default not in (None, "", (), False) else ""
    shared: dict[str, Any] = {"help": f"{text[0].upper()}{text[1:]}.{usual}"}
    if setting.kind is bool:
        names = f"{setting.flag}/--no-{setting.flag.removeprefix('--')}"
        return _parameter(setting.name, Annotated[bool | None, option(names, **shared)])
    metavar = _METAVARS.get(setting.name, "N")
    kind: Any = list[str] | None if get_origin(setting.kind) is tuple else str | None
    return _parameter(setting.name, Annotated[kind, option(setting.flag, metavar=metavar, **shared)])


def _parameter(name: str, kind: Any, default: object = None) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind, default=default)


serve.__signature__ = inspect.Signature(_options())  # type: ignore[attr-defined]  # options are made of it


def _announce(settings: Settings, port: int, open_browser: bool) -> None:
    """Say where the server is, for a phone also as a QR code."""
    here = link_base(settings, port, host="" if settings.public_url else f"localhost:{port}" if settings.lan else "")
    link = link_base(settings, port)
    print(f"Tilery runs at {link}", flush=True)
    if settings.lan and settings.public_url is None and is_loopback(link.partition("//")[2]):
        print("No local network found: phones can't reach it.", flush=True)
    elif settings.lan or settings.public_url is not None:
        print(qr_text(link), flush=True)
    if settings.lan and settings.public_url is None:
        print(f"It answers to {', '.join(Hosts(settings).listed())}.", flush=True)
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()
