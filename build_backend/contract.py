"""The browser's types of all that goes over the wire, made from the server's own.

``python -m build_backend.contract`` writes them into the web app, where they are committed; with ``--check`` it only
says which are stale. msgspec makes JSON Schema of the structs, and that becomes TypeScript here.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from litestar import Response
from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter

from build_backend.typescript import DEFINITION, Writer, comment, constant, imports, mapping, union
from tilery.bots.characters import CHARACTERS
from tilery.bots.dial import DIAL
from tilery.bots.ladder import LADDER
from tilery.game import Action, View
from tilery.game.events import Event
from tilery.guide.entries import GuideChapter, GuideEntry, GuideWords
from tilery.notation import Table, Tiles
from tilery.puzzles.puzzle import PuzzleTheme
from tilery.record.lines import VERSION as RECORD_VERSION
from tilery.record.lines import Line
from tilery.rules.booklet import PlacePart
from tilery.rules.covers import SetKind
from tilery.rules.edition import (
    ROWS,
    Freeing,
    MatchRule,
    Mirror,
    Overtime,
    PoolEmpty,
    PoolScores,
    Rules,
    edition,
    edition_names,
)
from tilery.rules.misfit import MisfitCode
from tilery.rules.position import PositionCode, PositionPart
from tilery.rules.reasons import ReasonCode
from tilery.rules.turn import Defect, DefectCode
from tilery.server import codes
from tilery.server.app import CONTROLLERS
from tilery.server.faces import FaceName
from tilery.server.http.analysisjob import AnalysisPhase
from tilery.server.http.errors import Problem
from tilery.server.table import commands, messages, setup, spoken, standing
from tilery.server.table.seen import PublicTable, SeenEvent
from tilery.solver.advice import ObstacleCode
from tilery.study.figures import BotReason, OverlookedCode, TurnDid, TurningCause, TurnVerdict

__all__ = ["contract", "main", "routes"]

WEB = Path(__file__).resolve().parents[1] / "web/src"


class Page(NamedTuple):
    """A file of types: what it is about, and the names it has; all that they need and no file before has comes too."""

    path: str
    about: str
    names: Sequence[str]


PAGES = (
    Page(
        "core/rules.ts",
        "The rules of a game and what can be wrong with a turn; docs/rules.md says what each row means.",
        ("Rules", "RowName", "EditionName", "BOOKLETS", "Defect", "SetKind", "ReasonCode", "Verdict"),
    ),
    Page(
        "core/editions.ts", "What keeping score and time by an edition needs, without asking the server.", ("KEEPING",)
    ),
    Page("core/editionrules.ts", "Every edition's own rules, for a referee without a server.", ("EDITION_RULES",)),
    Page("core/puzzles.ts", "A puzzle; docs/puzzles.md says what is proven about it.", ("Puzzle",)),
    Page(
        "core/guidedata.ts",
        "What the files of the guide hold, which the package and the app both read.",
        ("GuideEntry", "GuideChapter", "GuideWords"),
    ),
    Page(
        "net/seen.ts",
        "What a seat sees of a table and its game, and of what happens there.\n\n"
        "Tiles, racks and tables of a game are texts in notation.",
        ("PublicTerms", "PublicTable", "View", "SeenEvent", "GameEvent"),
    ),
    Page(
        "net/protocol.ts",
        "The messages of a table's socket; docs/protocol.md is their manual.",
        ("VERSION", "EMOTES", "Command", "Message"),
    ),
    Page("net/lines.ts", "The lines of a record; docs/records.md describes them.", ("RECORD_VERSION", "RecordLine")),
    Page(
        "net/routes.ts",
        "What can be asked for by HTTP, and what comes back.",
        ("Routes", "Problem", "BotLevel", "CharacterName", "DialStep"),
    ),
)

CHOICES: Mapping[str, Sequence[Any]] = {
    "AnalysisPhase": get_args(AnalysisPhase),
    "BotReason": get_args(BotReason),
    "OverlookedCode": get_args(OverlookedCode),
    "TurnDid": get_args(TurnDid),
    "TurnVerdict": get_args(TurnVerdict),
    "TurningCause": get_args(TurningCause),
    "Freeing": get_args(Freeing),
    "Overtime": get_args(Overtime),
    "PoolEmpty": get_args(PoolEmpty),
    "PoolScores": get_args(PoolScores),
    "MatchRule": get_args(MatchRule),
    "Mirror": get_args(Mirror),
    "RowName": ROWS,
    "EditionName": edition_names(),
    "BotLevel": [level.name for level in LADDER],
    "CharacterName": [one.name for one in CHARACTERS],
    "DialStep": [*DIAL],
    "DefectCode": get_args(DefectCode),
    "MisfitCode": get_args(MisfitCode),
    "ObstacleCode": get_args(ObstacleCode),
    "PlacePart": get_args(PlacePart),
    "PositionCode": get_args(PositionCode),
    "PositionPart": get_args(PositionPart),
    "PuzzleTheme": get_args(PuzzleTheme),
    "ReasonCode": get_args(ReasonCode),
    "RefusalCode": get_args(codes.RefusalCode),
    "ClosingCode": get_args(codes.ClosingCode),
    "ProblemCode": get_args(codes.ProblemCode),
    "TablePhase": get_args(standing.TablePhase),
    "SeatKind": get_args(standing.SeatKind),
    "Spectators": get_args(setup.Spectators),
    "BotPace": get_args(setup.BotPace),
    "SpokenWhy": get_args(spoken.SpokenWhy),
    "EmoteName": commands.EMOTES,
    "FaceName": get_args(FaceName),
    "HintStep": get_args(commands.HintStep),
}
"""What is one of a few words, by a name of its own."""

UNIONS: Mapping[str, Any] = {
    "Command": commands.Command,
    "Message": messages.Message,
    "SeenEvent": SeenEvent,
    "GameEvent": Event,
    "RecordLine": Line,
    "GameAction": Action,
}

WITHOUT = {"View": "rules"}  # these are the table's, and told with its terms


class Route(NamedTuple):
    """What can be asked for by HTTP: how and where, with what, and what comes back."""

    name: str
    query: type[msgspec.Struct] | None
    asked: type[msgspec.Struct] | None
    told: Any


def contract() -> dict[Path, str]:
    """Every file of types as it is to be."""
    declared = _declarations()
    made: dict[Path, str] = {}
    places: dict[str, str] = {}
    for page in PAGES:
        names = list(_needed(page.names, declared, places))
        places |= dict.fromkeys(names, page.path)
        text = "\n".join(declared[name] for name in names)
        made[WEB / page.path] = "\n".join(filter(None, (_heading(page), _imports(page, text, places), text)))
    if forgotten := declared.keys() - places.keys():
        raise ValueError(f"nothing needs {', '.join(sorted(forgotten))}")
    return made


def routes() -> Iterator[Route]:
    """Everything under ``/api``."""
    for controller in CONTROLLERS:
        base = vars(controller).get("path", "")
        for handler in vars(controller).values():
            if isinstance(handler, HTTPRouteHandler) and base.startswith("/api"):
                hints = get_type_hints(handler.fn, include_extras=True)
                told = hints.pop("return")
                told = get_args(told)[0] if get_origin(told) is Response else told
                asked = get_args(hints["data"])[0] if "data" in hints else None
                (method,), (path,) = handler.http_methods, handler.paths
                where = re.sub(r"{(\w+):\w+}", r"{\1}", f"{base}{path}").rstrip("/")
                yield Route(f"{method} {where}", _query(handler, hints), asked, told)


def _query(handler: HTTPRouteHandler, hints: Mapping[str, Any]) -> type[msgspec.Struct] | None:
    """What may be asked for in the address, as a struct."""
    defaults = dict(zip(reversed(list(hints)), reversed(handler.fn.__defaults__ or ()), strict=False))
    fields = [
        (name, get_args(hint)[0], defaults[name])
        for name, hint in hints.items()
        if any(isinstance(each, QueryParameter) for each in getattr(hint, "__metadata__", ()))
    ]
    return msgspec.defstruct(f"{handler.fn.__name__.capitalize()}Query", fields) if fields else None


def _declarations() -> dict[str, str]:
    """Every type by its name, as TypeScript."""
    by_http = list(routes())
    asked = [commands.Command, *(kind for route in by_http for kind in (route.query, route.asked) if kind)]
    told = [messages.Message, SeenEvent, Event, View, PublicTable, Line, Rules, Defect, SetKind, Problem]
    told += [GuideEntry, GuideChapter, GuideWords]
    told += [route.told for route in by_http if route.told not in (None, bytes, type(None))]
    _, definitions = msgspec.json.schema_components([*asked, *told], schema_hook=_as_text, ref_template=DEFINITION)
    if double := [name for name in definitions if "_" in name]:
        raise ValueError(f"two types share a name: {', '.join(double)}")
    for name, field in WITHOUT.items():
        del definitions[name]["properties"][field]
    omitting = [kind.__name__ for kind in _structs([*asked, *told]) if kind.__struct_config__.omit_defaults]
    only_asked = {kind.__name__ for kind in _structs(asked)} - {kind.__name__ for kind in _structs(told)}
    unions = {name: [kind.__name__ for kind in get_args(of)] for name, of in UNIONS.items()}
    writer = Writer(definitions, only_asked, omitting, {**CHOICES, **unions})
    declared = {name: writer.definition(name) for name in definitions}
    declared |= {name: union(name, [json.dumps(value) for value in values]) for name, values in CHOICES.items()}
    declared |= {name: union(name, kinds) for name, kinds in unions.items()}
    declared["VERSION"] = f"export const VERSION = {messages.VERSION};\n"
    declared["RECORD_VERSION"] = f"export const RECORD_VERSION = {RECORD_VERSION};\n"
    declared["EMOTES"] = constant("EMOTES", "EmoteName", [json.dumps(name) for name in commands.EMOTES])
    booklets = {edition(name).booklet: name for name in edition_names()}
    declared["BOOKLETS"] = mapping("BOOKLETS", "Which edition a booklet is of.", "EditionName", booklets)
    declared["KEEPING"] = _keeping()
    declared["EDITION_RULES"] = _edition_rules()
    declared["Routes"] = _routes(by_http)
    return declared


def _keeping() -> str:
    """The rows that scores and clocks at a real table go by, for every edition."""
    rows = ("joker_penalty", "pool_scores", "match", "time_limit")
    kind = f"Pick<Rules, {' | '.join(map(json.dumps, rows))}>"
    start = f"export const KEEPING: Readonly<\n  Record<EditionName, {kind}>\n> = {{\n"
    lines = []
    for name in edition_names():
        rules = edition(name).rules()
        values = ", ".join(f"{row}: {json.dumps(getattr(rules, row))}" for row in rows)
        lines.append(f"  {json.dumps(name) if '-' in name else name}: {{ {values} }},\n")
    return f"{comment('By edition, the first is the usual one.')}{start}{''.join(lines)}}};\n"


def _edition_rules() -> str:
    """All the rows of every edition, on its usual tile set."""
    lines = []
    for name in edition_names():
        lines.append(f"  {json.dumps(name) if '-' in name else name}: {{\n")
        for row, value in msgspec.to_builtins(edition(name).rules()).items():
            text = json.dumps(value)
            if isinstance(value, dict):
                text = f"{{ {', '.join(f'{key}: {json.dumps(of)}' for key, of in value.items())} }}"
            lines.append(f"    {row}: {text},\n")
        lines.append("  },\n")
    start = "export const EDITION_RULES: Readonly<Record<EditionName, Rules>> = {\n"
    return f"{comment('By edition, as it is played with its own tiles.')}{start}{''.join(lines)}}};\n"


def _routes(by_http: Iterable[Route]) -> str:
    lines = []
    for route in by_http:
        given = {"query": route.query, "asked": route.asked}
        parts = [f"{name}: {_name(kind)}" for name, kind in given.items() if kind] + [f"told: {_name(route.told)}"]
        lines.append(f'  "{route.name}": {{ {"; ".join(parts)} }};\n')
    about = comment("By method and path: what goes into the address, what is sent along, and what comes back.")
    return f"{about}export interface Routes {{\n{''.join(lines)}}}\n"


def _name(kind: Any) -> str:
    return "undefined" if kind in (None, type(None)) else "string" if kind is bytes else kind.__name__


def _structs(types: Iterable[Any]) -> Iterator[type[msgspec.Struct]]:
    """Every struct in these types, however deep."""
    waiting: list[Any] = list(msgspec.inspect.multi_type_info(types))
    seen = set()
    while waiting:
        found = waiting.pop()
        if isinstance(found, msgspec.inspect.StructType):
            if found.cls in seen:
                continue
            seen.add(found.cls)
            yield found.cls
        if isinstance(found, tuple):
            waiting += found
        elif isinstance(found, msgspec.inspect.Type | msgspec.inspect.Field):
            waiting += [getattr(found, name) for name in found.__struct_fields__]


def _as_text(kind: type) -> dict[str, Any]:
    if kind in (Tiles, Table):
        return {"type": "string"}
    raise NotImplementedError


def _needed(names: Iterable[str], declared: Mapping[str, str], places: Mapping[str, str]) -> Iterator[str]:
    """These names and all that they need, without those that have a place."""
    waiting, seen = list(reversed(list(names))), set(places)
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            yield name
            waiting += [each for each in reversed(_used(declared[name])) if each in declared]


def _used(text: str) -> list[str]:
    return list(dict.fromkeys(re.findall(r"[A-Z]\w+", re.sub(r'/\*\*.*?\*/|"[^"]*"', "", text, flags=re.DOTALL))))


def _heading(page: Page) -> str:
    return comment(f"{page.about}\n\nMade from the server's types by `make contract`: not to be edited by hand.")


def _imports(page: Page, text: str, places: Mapping[str, str]) -> str:
    lines = []
    for path in dict.fromkeys(places.values()):
        names = sorted(name for name in _used(text) if places.get(name) == path)
        if path != page.path and names:
            folder, _, file = path.rpartition("/")
            near = "." if page.path.startswith(f"{folder}/") else f"../{folder}"
            lines.append(imports(names, f"{near}/{file.removesuffix('.ts')}"))
    return "".join(lines)


def main(*options: str) -> None:
    """Write the types, or only look whether they are as they would be written."""
    made = contract()
    stale = [path for path, text in made.items() if not path.exists() or path.read_text("utf-8") != text]
    if "--check" in options:
        if stale:
            names = ", ".join(path.relative_to(WEB.parents[1]).as_posix() for path in stale)
            sys.exit(f"{names}: not what the server's types make of it. Run make contract.")
        return
    for path in stale:
        path.write_text(made[path], "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
