"""The figures of a process."""

from __future__ import annotations

import platform
from importlib.metadata import version

from prometheus_client import CollectorRegistry, Histogram
from prometheus_client.parser import text_string_to_metric_families

from tilery.server.metrics import BUCKETS, MOST_VALUES, Metrics
from tilery.server.timings import Timings


def samples(metrics: Metrics) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    """Every sample by its name and labels, the process left out."""
    found = {}
    for family in text_string_to_metric_families(metrics.render().decode()):
        for sample in family.samples:
            labels = dict(sample.labels)
            assert labels.pop("process") == "one"
            found[sample.name, tuple(sorted(labels.items()))] = sample.value
    return found


def test_every_figure_is_there_before_anything_has_happened() -> None:
    names = {name for name, _ in samples(Metrics("one"))}
    assert {
        "tilery_change_seconds_bucket",
        "tilery_append_seconds_sum",
        "tilery_verdict_seconds_count",
        "tilery_work_queued",
        "tilery_bot_seconds_count",
        "tilery_hub_alive",
        "tilery_conflicts_total",
        "tilery_resyncs_total",
        "tilery_notices_dropped_total",
        "tilery_notices_malformed_total",
        "tilery_deadlines_fired_total",
        "tilery_deadline_late_seconds_count",
        "process_resident_memory_bytes",
    } <= names
    assert not any(name.endswith("_created") for name in names)


def test_every_figure_is_described_and_says_what_runs() -> None:
    metrics = Metrics("one")
    found = samples(metrics)
    names = {name.removesuffix("_bucket").removesuffix("_sum").removesuffix("_count") for name, _ in found}
    shown = {figure.name for figure in metrics.described if not figure.labels}
    assert shown <= names
    ours = {family.name for family in text_string_to_metric_families(metrics.render().decode())}
    described = {figure.name.removesuffix("_total") for figure in metrics.described}
    assert {name for name in ours if name.startswith("tilery_")} == described
    assert found["tilery_build_info", (("python", platform.python_version()), ("version", version("tilery")))] == 1


def test_two_apps_of_one_process_count_apart() -> None:
    one, two = Metrics("one"), Metrics("two")
    one.conflicts.inc()
    assert samples(one)["tilery_conflicts_total", ()] == 1
    assert b'tilery_conflicts_total{process="two"} 0.0' in two.render()


def test_what_happens_is_counted() -> None:
    metrics = Metrics("one")
    metrics.count(dict, lambda: {"seat": 1})
    metrics.command("play", "ok")
    metrics.command("play", "stale")
    metrics.change_seconds.observe(0.003)
    metrics.request("GET", "/tables/{code}", 404, 0.2)
    found = samples(metrics)
    assert found["tilery_connections", (("kind", "seat"),)] == 1
    assert found["tilery_connections", (("kind", "spectator"),)] == 0
    assert found["tilery_commands_total", (("code", "stale"), ("do", "play"))] == 1
    assert found["tilery_change_seconds_bucket", (("le", "0.005"),)] == 1
    assert found["tilery_change_seconds_bucket", (("le", "0.0025"),)] == 0
    request = (("method", "GET"), ("route", "/tables/{code}"), ("status", "404"))
    assert found["tilery_requests_total", request] == 1
    assert found["tilery_request_seconds_count", (("route", "/tables/{code}"),)] == 1


def test_timings_are_what_the_librarys_own_histogram_makes_of_them() -> None:
    registry = CollectorRegistry()
    library, ours = (
        Histogram("wait", "How long", registry=registry, buckets=BUCKETS),
        Timings("wait", "How long", BUCKETS),
    )
    for seconds in (0.0, 0.0001, 0.00011, 0.02, 0.025, 9.9, 10.0, 10.1, -0.5):
        library.observe(seconds)
        ours.observe(seconds)
    told = [sample for family in registry.collect() for sample in family.samples if sample.name != "wait_created"]
    assert [sample for family in ours.collect() for sample in family.samples] == told


def test_tables_are_counted_when_asked_for() -> None:
    metrics = Metrics("one")
    tables = {"playing": 3, "over": 1}
    metrics.count(lambda: tables, dict)
    assert samples(metrics)["tilery_tables", (("phase", "over"),)] == 1
    del tables["over"]
    found = samples(metrics)
    assert found["tilery_tables", (("phase", "playing"),)] == 3
    assert ("tilery_tables", (("phase", "over"),)) not in found


def test_no_client_can_fill_the_memory_with_labels() -> None:
    metrics = Metrics("one")
    for i in range(10_000):
        metrics.command(f"do{i}", f"code{i}")
        metrics.request(f"M{i}", f"/{i}", i, 0)
    found = samples(metrics)
    assert found["tilery_commands_total", (("code", "other"), ("do", "other"))] == 10_000 - MOST_VALUES
    assert len(found) < (MOST_VALUES + 1) * (len(BUCKETS) + 10) + 500


def test_a_label_cannot_break_the_format() -> None:
    metrics = Metrics("one")
    metrics.command('play"} 1\n# HELP x', "ok")
    assert samples(metrics)["tilery_commands_total", (("code", "ok"), ("do", 'play"} 1\n# HELP x'))] == 1
