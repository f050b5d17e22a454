"""What a tournament leaves behind: rows for other programs, plots, a report."""

from __future__ import annotations

import csv
import json
import re
import sys
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import msgspec
import pytest

from tests.kit.arena import simulated, small
from tilery.arena import ArenaResult, Standings, Tournament, standings
from tilery.arena.export import export, rows
from tilery.arena.plots import PLOTS, save_plots
from tilery.arena.report import report, write_report
from tilery.errors import TileryError

NASTY = "<script>alert('$x$')</script> & co"


@pytest.fixture
def of() -> Tournament:
    return small([NASTY, "b", "c"], deals=3)


@pytest.fixture
def results(of: Tournament) -> list[ArenaResult]:
    found = simulated(of, [1, 2, 3], Random(4))
    found[0] = msgspec.structs.replace(found[0], faults=(("late: 0.3 s",), ()))
    return found


@pytest.fixture
def found(of: Tournament, results: list[ArenaResult]) -> Standings:
    return standings(of, results)


def test_there_is_a_row_for_every_seat_of_every_game_in_order(of: Tournament, results: list[ArenaResult]) -> None:
    found = rows(of, results[::-1])
    assert len(found) == 2 * of.total
    assert found == rows(of, results)
    assert {key: found[0][key] for key in ("table", "deal", "game", "seat", "bot", "faults", "first_fault")} == {
        "table": 1,
        "deal": 1,
        "game": 1,
        "seat": 1,
        "bot": NASTY,
        "faults": 1,
        "first_fault": "late: 0.3 s",
    }
    assert sum(row["won"] for row in found) == of.total
    assert sum(row["score"] for row in found) == 0


def test_json_is_read_back(tmp_path: Path, of: Tournament, results: list[ArenaResult]) -> None:
    export(tmp_path / "games.json", of, results)
    assert json.loads((tmp_path / "games.json").read_text(encoding="utf-8")) == rows(of, results)


def test_csv_is_read_back(tmp_path: Path, of: Tournament, results: list[ArenaResult]) -> None:
    export(tmp_path / "games.csv", of, results)
    with (tmp_path / "games.csv").open(encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file))
    assert found == [{key: str(value) for key, value in row.items()} for row in rows(of, results)]


def test_parquet_is_read_back(tmp_path: Path, of: Tournament, results: list[ArenaResult]) -> None:
    polars = pytest.importorskip("polars", reason="needs the extra parquet")
    export(tmp_path / "games.parquet", of, results)
    assert polars.read_parquet(tmp_path / "games.parquet").to_dicts() == rows(of, results)


def test_other_files_are_refused(tmp_path: Path, of: Tournament, results: list[ArenaResult]) -> None:
    with pytest.raises(TileryError, match=r"not 'games\.xlsx'"):
        export(tmp_path / "games.xlsx", of, results)
    with pytest.raises(TileryError, match="cannot write"):
        export(tmp_path / "no" / "games.csv", of, results)


@pytest.mark.parametrize(("module", "extra"), [("polars", "parquet"), ("matplotlib", "plots")])
def test_a_missing_extra_is_named_with_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    of: Tournament,
    results: list[ArenaResult],
    found: Standings,
    module: str,
    extra: str,
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(TileryError, match=rf'pip install "tilery\[{extra}\]"'):
        if extra == "parquet":
            export(tmp_path / "games.parquet", of, results)
        else:
            save_plots(tmp_path, of, results, found)


def test_every_plot_is_a_png_and_an_svg(
    tmp_path: Path, of: Tournament, results: list[ArenaResult], found: Standings
) -> None:
    pytest.importorskip("matplotlib", reason="needs the extra plots")
    saved = save_plots(tmp_path / "plots", of, results, found)
    assert {path.name for path in saved} == {f"{name}.{suffix}" for name in PLOTS for suffix in ("png", "svg")}
    for path in saved:
        data = path.read_bytes()
        if path.suffix == ".png":
            assert data.startswith(b"\x89PNG") and data.endswith(b"IEND\xaeB`\x82")
        else:
            assert ET.fromstring(data).tag == "{http://www.w3.org/2000/svg}svg"
    names = "".join(ET.fromstring((tmp_path / "plots" / "ratings.svg").read_bytes()).itertext())
    assert NASTY in names


def test_the_same_results_are_the_same_plots(
    tmp_path: Path, of: Tournament, results: list[ArenaResult], found: Standings
) -> None:
    pytest.importorskip("matplotlib", reason="needs the extra plots")
    for first, second in zip(
        save_plots(tmp_path / "1", of, results, found), save_plots(tmp_path / "2", of, results, found), strict=True
    ):
        assert first.read_bytes() == second.read_bytes()


class Page(HTMLParser):
    """What a page consists of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        values = dict(attrs)
        self.ids += [value for name, value in attrs if name == "id" and value]
        self.links += [values[name] or "" for name in ("src", "href", "xlink:href", "data") if name in values]

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_report_is_one_file_that_loads_nothing(
    tmp_path: Path, of: Tournament, results: list[ArenaResult], found: Standings
) -> None:
    pytest.importorskip("matplotlib", reason="needs the extra plots")
    write_report(tmp_path / "report.html", of, results, found, "tilery arena --bots '<b>'")
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    page = Page(text)
    assert page.tags.count("svg") == len(PLOTS)
    assert not {"script", "link", "img", "iframe", "object", "image"} & set(page.tags)
    assert all(link.startswith("#") and link[1:] in page.ids for link in page.links)
    assert len(page.ids) == len(set(page.ids))
    assert not re.findall(r"@import|url\((?!#)", text)
    assert all(target in page.ids for target in re.findall(r"url\(#([^)]*)\)", text))
    assert NASTY in page.text and "tilery arena --bots '<b>'" in page.text
    assert "Each against each" in page.text and of.seed in page.text
    assert "color-scheme: light dark" in text


def test_a_larger_round_robin_is_reported_table_by_table(found: Standings) -> None:
    pytest.importorskip("matplotlib", reason="needs the extra plots")
    of = small("abcd", deals=2, seats=3)
    results = simulated(of, [1, 1, 1, 1], Random(1))
    assert "Table by table" in report(of, results, standings(of, results), "")
