"""One way to write each path, so that no other one leads round a guard: neither ours nor a proxy's."""

from __future__ import annotations

import re

__all__ = ["canonical"]

_DECODED = re.compile(rb"%(?:2[dDeEfF]|3[0-9]|4[1-9a-fA-F]|5[0-9aAcCfF]|6[1-9a-fA-F]|7[0-9aAeE])")
"""Letters, digits, ``-._~``, slashes written as codes: nobody writes them so who means no harm."""

_ODD = re.compile(r"//|\\|/\.|[\x00-\x1f\x7f]")
"""Empty parts, back slashes, and parts that begin with a dot: hidden files, or a way up."""


def canonical(path: str, raw: bytes) -> str | None:
    """The path without a slash at its end; ``None`` for one that is written in an odd way.

    >>> canonical("/metrics/", b"/metrics/"), canonical("/", b"/")
    ('/metrics', '/')
    >>> canonical("//metrics", b"//metrics"), canonical("/metrics", b"/%6detrics"), canonical("/.env", b"/.env")
    (None, None, None)
    """
    if not path.startswith("/") or _ODD.search(path) or _DECODED.search(raw):
        return None
    return path.rstrip("/") or "/"
