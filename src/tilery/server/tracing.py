"""Traces for OpenTelemetry, where somebody asks for them; otherwise a span is next to nothing.

A span has the names of things and never what is in them: no names of people, no tiles, no chat.

>>> with span("decide", table="kitchen") as deciding:
...     deciding.set(revision=7)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.metadata import version
from importlib.util import find_spec
from types import TracebackType
from typing import Any, Protocol
from urllib.parse import urlsplit

from tilery.errors import TileryError

__all__ = ["Span", "nothing", "span", "trace_to", "traced"]

_PATIENCE = 2.0


class Span(Protocol):
    """Something that takes time, from when it is entered until it is left."""

    def __enter__(self) -> Span: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None: ...

    def set(self, **attributes: str | int | float | bool) -> None:
        """Note something about it."""

    def rename(self, name: str) -> None:
        """Call it otherwise."""


class _Nothing:
    """A span that nobody looks at."""

    def __enter__(self) -> _Nothing:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        pass

    def set(self, **attributes: str | int | float | bool) -> None:
        pass

    def rename(self, name: str) -> None:
        pass


class _Traced:
    """A span of OpenTelemetry."""

    def __init__(self, manager: Any) -> None:
        self._manager = manager
        self._span: Any = None

    def __enter__(self) -> _Traced:
        self._span = self._manager.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if kind is not None:  # its text may quote what somebody has sent
            self.set(error=kind.__name__)
        self._manager.__exit__(kind, error, where)

    def set(self, **attributes: str | int | float | bool) -> None:
        self._span.set_attributes(attributes)

    def rename(self, name: str) -> None:
        self._span.update_name(name)


_NOTHING = _Nothing()
_tracer: Any = None


def traced() -> bool:
    """Whether anybody looks at spans."""
    return _tracer is not None


def nothing() -> Span:
    """A span that nobody looks at."""
    return _NOTHING


def span(name: str, /, parent: Mapping[str, str] | None = None, **attributes: str | int | float | bool) -> Span:
    """A span for a ``with`` block, inside of the one around it, or of one that a proxy names in its headers."""
    if _tracer is None:
        return _NOTHING
    context = None
    if parent is not None:
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        context = TraceContextTextMapPropagator().extract(dict(parent))
    quiet = {"record_exception": False, "set_status_on_exception": False}
    return _Traced(_tracer.start_as_current_span(name, context=context, attributes=attributes, **quiet))


def trace_to(address: str, share: float, process: str, exporter: Any = None) -> Callable[[], None]:
    """Send spans to a collector from now on, of so many requests and commands; what is returned ends it."""
    global _tracer
    if find_spec("opentelemetry") is None or find_spec("opentelemetry.sdk") is None:
        raise TileryError("extra", "traces need an extra: pip install 'tilery[tracing]'")
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor
    from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased

    named = {"service.name": "tilery", "service.version": version("tilery"), "service.instance.id": process}
    provider = TracerProvider(resource=Resource.create(named), sampler=ParentBased(TraceIdRatioBased(share)))
    where = address.rstrip("/") + "/v1/traces" if urlsplit(address).path in ("", "/") else address
    provider.add_span_processor(BatchSpanProcessor(exporter or OTLPSpanExporter(where, timeout=_PATIENCE)))
    _tracer = provider.get_tracer("tilery")

    def end() -> None:
        global _tracer
        _tracer = None
        provider.shutdown()

    return end
