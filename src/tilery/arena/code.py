"""Which Tilery this is: machines that play one tournament together must agree on it to the letter."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path

__all__ = ["fingerprint"]

_PACKAGE = Path(__file__).parents[1]


@functools.cache
def fingerprint() -> str:
    """A digest of the package's code and editions; what is compiled from them may differ by machine."""
    digest = hashlib.sha256()
    for path in sorted([*_PACKAGE.rglob("*.py"), *_PACKAGE.rglob("*.toml")]):
        digest.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
