"""What the server counts and measures, for Prometheus."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import version
from typing import NamedTuple, Protocol

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.process_collector import ProcessCollector

from tilery.server.timings import Timings

__all__ = ["CONTENT_TYPE", "Described", "Metrics"]

CONTENT_TYPE = CONTENT_TYPE_LATEST

BUCKETS = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
MOST_VALUES = 64
"""Values a label may have; whatever comes after them is ``other``, so that no client can fill the memory."""


class StoreUse(Protocol):
    """How much of a database is in use."""

    @property
    def connections(self) -> int: ...

    @property
    def in_use(self) -> int: ...

    @property
    def writes_waiting(self) -> int: ...


class Described(NamedTuple):
    """A figure as its readers know it, beside the ``process`` that is on all of them."""

    name: str
    sort: str
    labels: tuple[str, ...]
    text: str


class Metrics:
    """The figures of one process, in a registry of its own; every one is labelled with the process.

    >>> metrics = Metrics("one")
    >>> metrics.command("play", "ok")
    >>> b'tilery_commands_total{code="ok",do="play",process="one"} 1.0' in metrics.render()
    True
    """

    def __init__(self, process: str) -> None:
        self._process = process
        self._registry = CollectorRegistry()
        self._seen: dict[str, set[str]] = {}
        self._counted: dict[tuple[str, str], Counter] = {}
        self._count_tables: Callable[[], Mapping[str, int]] = dict
        self._count_connections: Callable[[], Mapping[str, int]] = dict
        self.described: list[Described] = []
        ProcessCollector(registry=self._registry)

        info = self._gauge("build_info", "1, for what runs here", "version", "python")
        info.labels(version("tilery"), platform.python_version()).set(1)
        self.loop_lag_seconds = self._timings("loop_lag_seconds", "How late the event loop comes to what is due")
        self.clock_drift_seconds = self._gauge(
            "clock_drift_seconds", "By how much the machine's clock was set since the start of the process"
        )

        self._connections = self._gauge("connections", "Open sockets, by kind: seat or spectator", "kind")
        self._commands = self._counter("commands", "Commands answered, by what was asked and the answer", "do", "code")
        self.change_seconds = self._timings(
            "change_seconds",
            "From a command read off its socket until everybody here was sent what came of it",
        )
        self.follow_seconds = self._timings(
            "follow_seconds", "From a change in another process until everybody here was sent it"
        )
        self.room_wait_seconds = self._timings("room_wait_seconds", "What is asked of a table waiting for its turn")
        self.append_seconds = self._timings("append_seconds", "A change appended to the store")
        self.verdict_seconds = self._timings("verdict_seconds", "A draft judged by the referee")
        self.conflicts = self._counter("conflicts", "Races for a revision lost to another process")
        self.resyncs = self._counter("resyncs", "Clients sent everything anew because they had missed something")
        self._tables = self._gauge("tables", "Tables in memory, by phase", "phase")

        self._store_works = self._gauge("store_works", "1 while the database does what is asked of it, 0 in trouble")
        self._store_works.set(1)
        self._store_errors = self._counter("store_errors", "Uses of the database that failed, by kind", "kind")
        self._store_connections = self._gauge("store_connections", "Connections to the database, readers for SQLite")
        self._store_in_use = self._gauge("store_connections_in_use", "Those of them that are in use")
        self._store_waiting = self._gauge("store_writes_waiting", "Writes that wait for SQLite's one writer")

        self.work_queued = self._gauge("work_queued", "Bots' moves and hints being thought about or waiting for it")
        self.bot_seconds = self._timings("bot_seconds", "A bot thinking about its move")
        self.bot_faults = self._counter("bot_faults", "Bots' moves that were none, so that their seat drew", "code")

        self.deadlines_fired = self._counter("deadlines_fired", "Deadlines that were settled here")
        self.deadline_late_seconds = self._timings("deadline_late_seconds", "How late a deadline was settled")

        self.reports = self._counter("reports", "Lines and names that people reported")

        self.hub_alive = self._gauge("hub_alive", "1 while notices reach and come from other processes")
        self.hub_alive.set(1)
        self.notices_dropped = self._counter("notices_dropped", "Notices not sent: too many waiting, or too long")
        self.notices_malformed = self._counter("notices_malformed", "Payloads on our channels that are none of ours")

        self._requests = self._counter("requests", "Requests, by method, route and answer", "method", "route", "status")
        self._request_seconds = self._histogram("request_seconds", "How long requests took", "route")

    def command(self, do: str, code: str) -> None:
        """Count an answered command: what it asked for, and ``ok`` or the code of the error."""
        counted = self._counted.get((do, code))
        if counted is None:
            counted = self._commands.labels(self._bounded("do", do), self._bounded("code", code))
            if len(self._counted) < MOST_VALUES:
                self._counted[do, code] = counted
        counted.inc()

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count and time an HTTP request; ``route`` is the template, never the path itself."""
        route = self._bounded("route", route)
        self._requests.labels(self._bounded("method", method), route, self._bounded("status", str(status))).inc()
        self._request_seconds.labels(route).observe(seconds)

    def store_error(self, kind: str) -> None:
        """Count a use of the database that failed."""
        self._store_errors.labels(kind).inc()

    def watch_store(self, use: Callable[[], StoreUse], works: Callable[[], bool]) -> None:
        """Ask these how the database is doing whenever the figures are read."""
        self._store_works.set_function(works)
        self._store_connections.set_function(lambda: use().connections)
        self._store_in_use.set_function(lambda: use().in_use)
        self._store_waiting.set_function(lambda: use().writes_waiting)

    def count(self, tables: Callable[[], Mapping[str, int]], connections: Callable[[], Mapping[str, int]]) -> None:
        """Ask these for the tables in memory by phase, and sockets by kind, whenever the figures are read.

        Somebody who looks on may sit down: what a socket was when it came says nothing later.
        """
        self._count_tables, self._count_connections = tables, connections

    def render(self) -> bytes:
        """All figures in Prometheus's text format."""
        self._tables.clear()
        for phase, tables in self._count_tables().items():
            self._tables.labels(self._bounded("phase", phase)).set(tables)
        connections = self._count_connections()
        for kind in ("seat", "spectator"):
            self._connections.labels(kind).set(connections.get(kind, 0))
        return generate_latest(self)

    def collect(self) -> Iterator[Metric]:
        """The figures as a collector gives them, with the process on each."""
        for family in self._registry.collect():
            family.samples = [
                sample._replace(labels={**sample.labels, "process": self._process})
                for sample in family.samples
                if not sample.name.endswith("_created")  # when a counter began says nothing worth its bytes
            ]
            yield family

    def _bounded(self, label: str, value: str) -> str:
        seen = self._seen.setdefault(label, set())
        if len(seen) < MOST_VALUES:
            seen.add(value)
        return value if value in seen else "other"

    def _counter(self, name: str, text: str, *labels: str) -> Counter:
        self.described.append(Described(f"tilery_{name}_total", "counter", labels, text))
        return Counter(name, text, labels, namespace="tilery", registry=self._registry)

    def _gauge(self, name: str, text: str, *labels: str) -> Gauge:
        self.described.append(Described(f"tilery_{name}", "gauge", labels, text))
        return Gauge(name, text, labels, namespace="tilery", registry=self._registry)

    def _timings(self, name: str, text: str) -> Timings:
        self.described.append(Described(f"tilery_{name}", "histogram", (), text))
        timings = Timings(f"tilery_{name}", text, BUCKETS)
        self._registry.register(timings)
        return timings

    def _histogram(self, name: str, text: str, *labels: str) -> Histogram:
        self.described.append(Described(f"tilery_{name}", "histogram", labels, text))
        return Histogram(name, text, labels, namespace="tilery", registry=self._registry, buckets=BUCKETS)
