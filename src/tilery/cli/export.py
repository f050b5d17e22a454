"""``tilery export``: the public games of a server as files, for those who study the game."""

from __future__ import annotations

import asyncio
import datetime
from pathlib import Path
from typing import Annotated

from tilery.cli.command import argument, option
from tilery.cli.options import JsonOption
from tilery.cli.output import print_json
from tilery.errors import TileryError
from tilery.rules.edition import edition
from tilery.server.published import LeftOut, published_games
from tilery.server.publishedfiles import writer_for
from tilery.server.store.publishing import PublicGames

__all__ = ["export"]


def export(
    source: Annotated[str, argument(metavar="FROM", help="The server's database: a file or postgresql://…")],
    target: Annotated[
        str, argument(metavar="TO", help="A folder for a record of each game, or a file: .jsonl or .parquet.")
    ],
    edition_name: Annotated[
        str | None, option("--edition", "-e", metavar="EDITION", help="Only games by this edition.")
    ] = None,
    since: Annotated[str | None, option(metavar="DAY", help="Only games that ended on this day or later.")] = None,
    until: Annotated[str | None, option(metavar="DAY", help="Only games that ended before this day.")] = None,
    names: Annotated[
        bool, option("--names", help="With players' names and words, and what they call their house rules.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Write the public games of a server to files: records or Parquet, with no names unless asked.

    Public are games that have ended at listed tables where anyone could look on; games at tables known by their link
    alone are never written. The server may go on meanwhile. A file is there whole or not at all; into a folder only
    games are written that aren't there yet. A day is written as 2026-11-17 and is a day in UTC.
    """
    wanted = PublicGames(
        None if edition_name is None else edition(edition_name).name,
        None if since is None else _day("--since", since),
        None if until is None else _day("--until", until),
    )
    path, left = Path(target), LeftOut()
    writer = writer_for(path)
    games = asyncio.run(writer(path, published_games(source, wanted, names, left)))
    if as_json:
        print_json({"games": games, "left": vars(left), "file": target})
        return
    print(f"{games:,} games are in {target}.")
    for count, why in (
        (left.unwatched, "nobody could look on"),
        (left.words, "a player's own words are in their mixing (--names takes them along)"),
        (left.damaged, "their records can't be read"),
    ):
        if count:
            print(f"{count:,} were left out: {why}.")


def _day(option: str, text: str) -> float:
    try:
        day = datetime.date.fromisoformat(text)
    except ValueError:
        raise TileryError("usage", f"{option} is a day like 2026-11-17, not {text!r}") from None
    return datetime.datetime.combine(day, datetime.time(), datetime.UTC).timestamp()
