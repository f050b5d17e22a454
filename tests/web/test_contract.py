"""The web app's types are the server's: what they are made into, that they are fresh, and that they tell the truth."""

from __future__ import annotations

import enum
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest

from build_backend import contract
from build_backend.typescript import DEFINITION, Writer, comment, constant, imports, union
from tilery.game import Draw, Start, View, apply, new_game
from tilery.game.events import Settled
from tilery.notation import Table, Tiles
from tilery.rules.edition import edition, house_rules
from tilery.rules.overtime import Verdict
from tilery.server.room.sight import game_seen
from tilery.wire import to_plain


def test_the_files_in_the_web_app_are_what_the_types_make_of_them() -> None:
    for path, text in contract.contract().items():
        assert path.read_text("utf-8") == text, f"{path.name} is stale: make contract"


def test_stale_files_are_named_and_then_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "web/src"
    (root / "core").mkdir(parents=True)
    (root / "net").mkdir()
    monkeypatch.setattr(contract, "WEB", root)
    with pytest.raises(SystemExit, match=r"web/src/core/rules.ts, .*web/src/net/seen.ts, .* Run make contract"):
        contract.main("--check")
    contract.main()
    contract.main("--check")
    (root / "core/rules.ts").write_text("edited by hand")
    with pytest.raises(SystemExit, match=r"^web/src/core/rules.ts: not"):
        contract.main("--check")


# What types become


class Colour(enum.StrEnum):
    """A colour."""

    RED = "red"
    BLUE = "blue"


class Inner(msgspec.Struct, frozen=True):
    number: int = 1


class Told(msgspec.Struct, tag_field="tell", tag="told"):
    """What is told.

    ``note`` is ``None`` without one.

    >>> 1 + 1
    2
    """

    whole: int
    part: float
    yes: bool
    name: str
    note: str | None
    colour: Colour
    code: Literal["a", "b"]
    step: Literal[1, 2]
    pair: tuple[int, str]
    many: tuple[Inner, ...]
    choices: list[str | None]
    rows: list[list[int]]
    by_name: dict[str, Inner]
    anything: Any
    settings: dict[str, Any]
    carried: Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Inner"})]
    more: int = 0


class Omitting(msgspec.Struct, omit_defaults=True):
    must: int
    may: int = 0
    nothing: int | None = None
    null: int | None = 7


class Asked(msgspec.Struct):
    must: int
    nothing: int | None = None
    inner: Inner = Inner()


def declared(name: str) -> str:
    _, definitions = msgspec.json.schema_components((Told, Omitting, Asked), ref_template=DEFINITION)
    return Writer(definitions, {"Asked"}, {"Omitting"}, {"Code": ("a", "b")}).definition(name)


def test_what_is_told_is_whole() -> None:
    assert (
        declared("Told")
        == """\
/**
 * What is told.
 *
 * `note` is `null` without one.
 */
export interface Told {
  readonly tell: "told";
  readonly whole: number;
  readonly part: number;
  readonly yes: boolean;
  readonly name: string;
  readonly note: string | null;
  readonly colour: Colour;
  readonly code: Code;
  readonly step: 1 | 2;
  readonly pair: readonly [number, string];
  readonly many: readonly Inner[];
  readonly choices: readonly (string | null)[];
  readonly rows: readonly (readonly number[])[];
  readonly by_name: Readonly<Record<string, Inner>>;
  readonly anything: unknown;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly carried: Inner;
  readonly more: number;
}
"""
    )
    assert declared("Colour") == '/** A colour. */\nexport type Colour = "blue" | "red";\n'


def test_what_is_left_out_at_its_default_may_be_missing_but_is_never_that_default() -> None:
    assert declared("Omitting").splitlines()[1:-1] == [
        "  readonly must: number;",
        "  readonly may?: number;",
        "  readonly nothing?: number;",
        "  readonly null?: number | null;",
    ]


def test_what_is_asked_may_lack_what_has_a_default() -> None:
    assert declared("Asked").splitlines()[1:-1] == [
        "  readonly must: number;",
        "  readonly nothing?: number | null;",
        "  readonly inner?: Partial<Inner>;",
    ]


def test_what_is_told_and_asked_and_differs_is_refused() -> None:
    number = {"type": "integer"}
    definitions = {
        "Asking": {"properties": {"both": {"$ref": "#/$defs/Both"}}, "required": ["both"]},
        "Both": {"properties": {"must": number, "may": number}, "required": ["must"]},
    }
    with pytest.raises(ValueError, match="Both is told and asked"):
        Writer(definitions, {"Asking"}, (), {}).definition("Asking")


def test_long_lines_are_broken_as_oxfmt_breaks_them() -> None:
    words = [f'"{"x" * 20}{number}"' for number in range(6)]
    assert union("Few", words[:3]).count("\n") == 1
    assert len(union("Some", words[:4]).splitlines()) == 5
    assert union("Many", words) == "export type Many =\n" + "\n".join(f"  | {word}" for word in words) + ";\n"
    assert constant("MANY", "Many", words).splitlines()[1] == f"  {words[0]},"
    assert imports(["A", "B"], "./a") == 'import type { A, B } from "./a";\n'
    assert imports(["A" * 70, "B" * 70], "./a").splitlines()[1] == f"  {'A' * 70},"
    assert comment("x" * 114).count("\n") == 3


# What is said of the wire is so


def test_every_route_is_there_with_what_goes_and_comes() -> None:
    found = {route.name: route for route in contract.routes()}
    games = found["GET /api/me/games"]
    assert games.query is not None
    assert games.query.__struct_fields__ == ("before", "before_game", "edition", "limit")
    made = found["POST /api/tables"]
    assert (made.query, made.asked.__name__, made.told.__name__) == (None, "Setup", "ShownTable")  # type: ignore[union-attr]
    assert found["DELETE /api/me/tokens/{token}"].told is type(None)


def test_a_view_goes_out_with_the_fields_of_its_type() -> None:
    game, _ = apply(new_game(edition("sabra").rules(), 2, "00" * 32), Start())
    fields = set(View.__struct_fields__) - {"rules", "drawn"}
    for seat, racks, wanted in ((0, False, fields - {"racks"}), (None, True, fields)):
        seen = game_seen(game, seat, racks)
        assert seen is not None
        assert set(msgspec.json.decode(seen)) == wanted


def test_rules_go_out_without_rows_at_their_default() -> None:
    for rules in (edition("sabra").rules(), house_rules(edition("twist-2016"), {"opening": 25}).rules()):
        assert msgspec.json.decode(msgspec.json.encode(rules)) == to_plain(rules)
    assert {"mirror", "house", "drawn", "ending"}.isdisjoint(to_plain(edition("sabra").rules()))


def test_events_go_out_without_what_is_at_its_default() -> None:
    settled = Settled(0, Verdict.RESTORED, Table(), Tiles("r1"))
    assert set(to_plain(settled)) == {"event", "seat", "verdict", "table", "laid"}
    drawn = apply(apply(new_game(edition("sabra").rules(), 2, "00" * 32), Start())[0], Draw(1))[1]
    assert set(to_plain(drawn[0])) == {"event", "seat", "count", "tiles"}
