"""The dashboard and the alert rules ask for figures that exist, and the rules fire when they should."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tilery.server.metrics import Metrics
from tilery.server.store.watch import ADVICE

ROOT = Path(__file__).parents[2]
DASHBOARD = json.loads((ROOT / "deploy" / "grafana-dashboard.json").read_text(encoding="utf-8"))
RULES = ROOT / "deploy" / "prometheus-alerts.yml"
PAGE = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")

AROUND = {"job", "instance", "process", "le"}
"""Labels that Prometheus and every process put on, and that of a histogram's bars."""
OF_PYTHON = {  # what the client library tells of a process, on Linux
    "process_cpu_seconds_total",
    "process_resident_memory_bytes",
    "process_open_fds",
    "process_max_fds",
    "process_start_time_seconds",
}


def figures() -> dict[str, set[str]]:
    """Every name that can be asked for, with its labels."""
    found: dict[str, set[str]] = {name: set() for name in OF_PYTHON}
    for figure in Metrics("one").described:
        ends = ("_bucket", "_sum", "_count") if figure.sort == "histogram" else ("",)
        found |= {figure.name + end: set(figure.labels) for end in ends}
    return found


def panels() -> list[dict[str, Any]]:
    return [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]


def rules() -> list[dict[str, Any]]:
    yaml = pytest.importorskip("yaml", reason="needs PyYAML")
    (group,) = yaml.safe_load(RULES.read_text(encoding="utf-8"))["groups"]
    found: list[dict[str, Any]] = group["rules"]
    return found


def expressions() -> Iterator[str]:
    for panel in panels():
        yield from (target["expr"] for target in panel["targets"])
    yield from (rule["expr"] for rule in rules())


def check(expression: str) -> None:
    """The figures of an expression exist, and so do the labels it asks of each."""
    known = figures()
    names = set(re.findall(r"\b((?:tilery|process)_\w+)", expression))
    assert names or re.fullmatch(r'up\{job="tilery"\} == 0', expression), expression
    assert names <= known.keys(), names - known.keys()
    labels = {label for name in names for label in known[name]} | AROUND
    for selected in re.findall(r"\w+\{([^}]*)\}", expression):
        assert set(re.findall(r"(\w+)(?:=~|!=|=)", selected)) <= labels, expression
    for grouped in re.findall(r"by \(([^)]*)\)", expression):
        assert set(re.findall(r"\w+", grouped)) <= labels, expression


def test_everything_that_is_asked_for_exists() -> None:
    asked = list(expressions())
    assert len(asked) > 50
    for expression in asked:
        check(expression)


@pytest.mark.parametrize(
    "wrong",
    [
        "tilery_nothing",
        "rate(tilery_change_seconds[5m])",
        'tilery_connections{phase="playing"}',
        "sum by (code) (tilery_connections)",
        "1 + 1",
    ],
)
def test_what_does_not_exist_is_noticed(wrong: str) -> None:
    with pytest.raises(AssertionError):
        check(wrong)


def test_every_figure_is_on_the_dashboard() -> None:
    asked = " ".join(target["expr"] for panel in panels() for target in panel["targets"])
    missing = [figure.name for figure in Metrics("one").described if figure.name not in asked]
    assert not missing


def test_the_panels_lie_side_by_side_under_their_own_numbers() -> None:
    every = DASHBOARD["panels"]
    assert len({panel["id"] for panel in every}) == len(every)
    taken: set[tuple[int, int]] = set()
    for panel in every:
        at = panel["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert at["x"] + at["w"] <= 24
        assert not cells & taken, panel["title"]
        taken |= cells


def test_every_alert_says_what_it_is_and_what_to_do() -> None:
    for rule in rules():
        assert rule["labels"]["severity"] in ("page", "ticket"), rule["alert"]
        assert rule["annotations"].keys() == {"summary", "action"}, rule["alert"]


def test_every_kind_of_trouble_is_on_the_page() -> None:
    shown = PAGE.partition("### Trouble")[2].partition("\n## ")[0]
    for kind in {*ADVICE, "lock", "slow"}:
        assert f"`{kind}`" in shown


needs_promtool = pytest.mark.skipif(shutil.which("promtool") is None, reason="needs promtool")


@needs_promtool
def test_prometheus_understands_the_rules() -> None:
    ran = subprocess.run(["promtool", "check", "rules", str(RULES)], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr + ran.stdout


SCENES: list[dict[str, Any]] = [
    {
        "series": {'tilery_store_works{job="tilery",instance="a"}': "1 1 0 0 0 0"},
        "at": "4m",
        "fires": {"TileryCannotSave"},
    },
    {"series": {'tilery_store_works{job="tilery",instance="a"}': "1 1 1 1 1 1"}, "at": "4m", "fires": set()},
    {"series": {'up{job="tilery",instance="a"}': "1 0 0 0"}, "at": "3m", "fires": {"TileryProcessDown"}},
    {
        "series": {
            'tilery_change_seconds_bucket{le="0.25"}': "0+5x40",
            'tilery_change_seconds_bucket{le="1"}': "0+10x40",
            'tilery_change_seconds_bucket{le="+Inf"}': "0+10x40",
        },
        "at": "30m",
        "fires": {"TilerySlowMoves"},
    },
    {
        "series": {'tilery_store_errors_total{instance="a",kind="full"}': "0+60x20"},
        "at": "15m",
        "fires": {"TileryStoreErrors"},
    },
    {"series": {'tilery_store_errors_total{instance="a",kind="conflict"}': "0+60x20"}, "at": "15m", "fires": set()},
    {
        "series": {
            'tilery_store_connections_in_use{instance="a"}': "10x20",
            'tilery_store_connections{instance="a"}': "10x20",
        },
        "at": "15m",
        "fires": {"TileryDatabaseConnections"},
    },
    {"series": {'tilery_clock_drift_seconds{instance="a"}': "-3600x20"}, "at": "15m", "fires": {"TileryClockSet"}},
]


@needs_promtool
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: "-".join(sorted(scene["fires"])) or "quiet")
def test_the_right_alarm_goes_off_and_no_other(scene: dict[str, Any], tmp_path: Path) -> None:
    yaml = pytest.importorskip("yaml", reason="needs PyYAML")
    counted = "count by (alertname) (ALERTS{alertstate='firing'})"
    expected = [{"labels": f'{{alertname="{name}"}}', "value": 1} for name in sorted(scene["fires"])]
    tests = {
        "rule_files": [str(RULES)],
        "evaluation_interval": "15s",
        "tests": [
            {
                "interval": "1m",
                "input_series": [{"series": name, "values": values} for name, values in scene["series"].items()],
                "promql_expr_test": [{"expr": counted, "eval_time": scene["at"], "exp_samples": expected}],
            }
        ],
    }
    file = tmp_path / "tests.yml"
    file.write_text(yaml.safe_dump(tests), encoding="utf-8")
    ran = subprocess.run(["promtool", "test", "rules", str(file)], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
