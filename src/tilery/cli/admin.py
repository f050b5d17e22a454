"""``tilery admin``: keeping the peace on a server that runs, with an operator's token."""

from __future__ import annotations

import os
import time
import urllib.error
import urllib.request
from typing import Annotated, Any, Literal
from urllib.parse import quote, urlsplit

import msgspec

from tilery.cli.command import argument, option
from tilery.cli.options import JsonOption
from tilery.cli.output import console, print_json
from tilery.errors import TileryError

__all__ = ["admin"]

TOKEN = "TILERY_OPERATOR_TOKEN"
_PATIENCE = 15.0
_LOOKING = {"reports": "/reports", "acts": "/acts", "tables": "/tables"}
_LOOKING_AT = {"table": "/tables/{}", "guest": "/guests/{}"}
_ACTING = {
    "warn": "/guests/{}/warn",
    "silence": "/guests/{}/silence",
    "ban": "/guests/{}/ban",
    "lift": "/guests/{}/lift",
    "close": "/tables/{}/close",
    "settle": "/reports/{}/close",
}
_TIMED = {"silence", "ban"}

What = Literal["reports", "acts", "tables", "table", "guest", "warn", "silence", "ban", "lift", "close", "settle"]


def admin(
    what: Annotated[
        What,
        argument(
            help="What to see: reports, acts (the log of what operators did), tables, table ID, guest ID. What to do: "
            "warn, silence, ban or lift GUEST, close TABLE, settle REPORT.",
            metavar="WHAT",
        ),
    ],
    target: Annotated[str | None, argument(help="The guest, table or report, by its id.", metavar="ID")] = None,
    because: Annotated[
        str, option("--because", help="Why: it goes into the log; a warning is shown to the guest.")
    ] = "",
    minutes: Annotated[int | None, option(help="For how long to silence or ban.")] = None,
    everything: Annotated[bool, option("--all", help="Show settled reports too.")] = False,
    server: Annotated[
        str, option(envvar="TILERY_SERVER", metavar="URL", help="The server's address.")
    ] = "http://127.0.0.1:8420",
    as_json: JsonOption = False,
) -> None:
    """Keep the peace on a server: see what people report, warn, silence or ban a guest, close a table.

    The server knows its operators by --operators NAME:TOKEN; show yours in the environment, TILERY_OPERATOR_TOKEN.
    Every act is logged with your name.
    """
    path, body = _request(what, target, because, minutes, everything)
    found = _ask(server, path, body)
    if as_json:
        print_json(found if found is not None else {"done": True})
    elif found is None:
        print("Done.")
    else:
        _show(what, found)


def _request(
    what: What, target: str | None, because: str, minutes: int | None, everything: bool
) -> tuple[str, dict[str, Any] | None]:
    """The path to ask for and what to send there; whatever is missing is said before anything is asked."""
    if what in _LOOKING:
        return _LOOKING[what] + ("?closed=true" if everything and what == "reports" else ""), None
    if target is None:
        raise TileryError("usage", f"{what} needs an id: tilery admin {what} ID")
    place = (_LOOKING_AT | _ACTING)[what].format(quote(target, safe=""))
    if what in _LOOKING_AT:
        return place, None
    if not because.strip():
        raise TileryError("usage", f"{what} needs a reason: --because TEXT")
    if what in _TIMED and minutes is None:
        raise TileryError("usage", f"{what} needs a time: --minutes N")
    return place, {"text": because} | ({"minutes": minutes} if what in _TIMED else {})


def _ask(server: str, path: str, body: dict[str, Any] | None) -> Any:
    token = os.environ.get(TOKEN, "")
    if not token:
        raise TileryError("usage", f"set {TOKEN} to your operator's token")
    if urlsplit(server).scheme not in ("http", "https"):
        raise TileryError("usage", f"a server must be an address like https://tiles.example, not {server!r}")
    request = urllib.request.Request(
        f"{server.rstrip('/')}/api/operator{path}",
        data=None if body is None else msgspec.json.encode(body),
        headers={"authorization": f"Bearer {token}", "content-type": "application/json"},
        method="GET" if body is None else "POST",
    )
    try:
        with urllib.request.urlopen(request, timeout=_PATIENCE) as answer:
            text = answer.read()
    except urllib.error.HTTPError as error:
        raise _refused(error) from None
    except OSError as error:
        reason = getattr(error, "reason", error)
        raise TileryError("server", f"the server at {server} can't be reached: {reason}") from None
    return msgspec.json.decode(text) if text else None


def _refused(error: urllib.error.HTTPError) -> TileryError:
    try:
        problem = msgspec.json.decode(error.read())
        return TileryError(problem["code"], problem["detail"])
    except (msgspec.DecodeError, KeyError, TypeError):
        return TileryError("server", f"the server answered {error.code}")


def _show(what: str, found: dict[str, Any]) -> None:
    match what:
        case "reports":
            _list([_report(each) for each in found["reports"]], "No reports.")
        case "acts":
            _list([_act(each) for each in found["acts"]], "Nobody has done anything yet.")
        case "tables":
            _list([_table(each) for each in found["tables"]], "No tables.")
        case "table":
            _list(
                [_table(found["shown"])]
                + [f"  seat {n}: {guest or 'nobody with a key'}" for n, guest in enumerate(found["guests"])]
                + [f"  {_time(line['at'])} {line['guest']} {line['name']}: {line['text']}" for line in found["lines"]],
                "",
            )
        case "guest":
            _list(
                [
                    _guest(found["guest"]),
                    *(f"  reported: {_report(each)}" for each in found["reports"]),
                    *(f"  done: {_act(each)}" for each in found["acts"]),
                    *(f"  sits at: {table}" for table in found["tables"]),
                ],
                "",
            )
        case _:
            print(_guest(found))


def _list(lines: list[str], none: str) -> None:
    screen = console()
    for line in lines or [none]:
        screen.print(line, soft_wrap=True)


def _report(report: dict[str, Any]) -> str:
    closed = " (settled)" if report["closed"] else ""
    note = f" because {report['note']!r}" if report["note"] else ""
    said = f"{report['kind']} {report['text']!r}"
    where = f"at {report['table']}"
    return f"{report['id']} {_time(report['at'])} {said} of {report['about']} {where} by {report['by']}{note}{closed}"


def _act(act: dict[str, Any]) -> str:
    return f"{_time(act['at'])} {act['operator']}: {act['act']} {act['target'] or '(deleted)'} {act['text']}".rstrip()


def _table(shown: dict[str, Any]) -> str:
    table = shown["table"]
    names = ", ".join(seat.get("name") or "open" for seat in table["seats"])
    return f"{shown['terms']['id']} {table['phase']}: {names}"


def _guest(guest: dict[str, Any]) -> str:
    banned = f", banned until {_time(guest['banned'])}" if guest["banned"] else ""
    silenced = f", silenced until {_time(guest['silenced'])}" if guest["silenced"] else ""
    warning = f", warned: {guest['warning']}" if guest["warning"] else ""
    return f"{guest['id']} {guest['name']}{banned}{silenced}{warning}"


def _time(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))
