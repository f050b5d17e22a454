"""The web app in two languages that nobody speaks: one with longer words, one written from right to left."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from build_backend.webapp import build_pseudo
from tilery.server.http.pages import load_web

LONG, SIDES = "en-XA", "ar-XB"


@contextmanager
def pseudo_app() -> Iterator[None]:
    """Servers that start meanwhile have a web app that speaks English and the two, built where that's needed."""
    folder = build_pseudo()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tilery.server.app.load_web", lambda: load_web(folder))
        yield
