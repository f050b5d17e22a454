"""One thing that can be set: its name in every place, its type, its default, what it means, and how it is read.

>>> class Lamp(msgspec.Struct):
...     watts: Annotated[int, msgspec.Meta(ge=1, le=60, description="how bright")] = 40
>>> watts = settings_of(Lamp)["watts"]
>>> watts.read("60", watts.variable)
60
>>> watts.read("100", watts.flag)
Traceback (most recent call last):
    ...
tilery.errors.TileryError: --watts must be a whole number from 1 to 60, not '100'
"""

from __future__ import annotations

import ipaddress
import math
import re
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints
from urllib.parse import urlsplit

import msgspec

from tilery.errors import TileryError

__all__ = ["LIMIT", "Rate", "Setting", "settings_of"]

LIMIT = "limits."
"""What the full name of a limit begins with."""

_SECRET = {"channels", "database", "metrics_token", "operators"}
"""What is never shown as it was given: it may hold a password."""


_TOKEN = 20
"""Characters that an operator's token has at least."""


class Rate(msgspec.Struct, frozen=True):
    """So many at once, and then so many a minute.

    >>> Rate.parse("300/600")
    Rate(burst=300, per_minute=600.0)
    >>> str(Rate(5, 0.5))
    '5/0.5'
    """

    burst: int
    per_minute: float

    @classmethod
    def parse(cls, text: str) -> Rate:
        """The rate written so; ``ValueError`` where it is none."""
        burst, _, per_minute = text.partition("/")
        rate = cls(int(burst), float(per_minute))
        if rate.burst < 1 or not 0 <= rate.per_minute < math.inf:
            raise ValueError(text)
        return rate

    def __str__(self) -> str:
        return f"{self.burst}/{self.per_minute:.12g}"


class Setting(NamedTuple):
    """A field of the settings or of the limits. ``name`` is the full one, as ``port`` or ``limits.requests``."""

    name: str
    kind: Any
    default: Any
    meaning: str
    least: float | None
    above: float | None
    most: float | None

    @property
    def short(self) -> str:
        """The name without the word for limits: what is written in a file."""
        return self.name.removeprefix(LIMIT)

    @property
    def is_limit(self) -> bool:
        """Whether it is one of the limits."""
        return self.name.startswith(LIMIT)

    @property
    def flag(self) -> str:
        """How it is called on the command line."""
        return f"--limit {self.short}" if self.is_limit else "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        """How it is called in the environment."""
        return f"TILERY_{'LIMIT_' if self.is_limit else ''}{self.short.upper()}"

    @property
    def secret(self) -> bool:
        """Whether its value may hold a password."""
        return self.name in _SECRET

    def read(self, value: object, where: str) -> Any:
        """The value, also where it is written as text; what cannot be is refused, saying where it was found."""
        try:
            found = self._converted(value)
            check = _CHECKS.get(self.name)
            return found if check is None or found is None else check(found)
        except ValueError:  # also msgspec's
            wrong = "" if self.secret else f", not {_shown(value)}"
            raise TileryError("usage", f"{where} must be {self.expected}{wrong}") from None

    def _converted(self, value: object) -> Any:
        if isinstance(value, str):
            value = value.strip()
            if self.kind is Rate:
                return Rate.parse(value)
            if get_origin(self.kind) is tuple:
                return tuple(part.strip() for part in value.split(",") if part.strip())
            if value == "" and self.default is None:
                return None
        found = msgspec.convert(value, self.kind | None if self.default is None else self.kind, strict=False)
        if isinstance(found, Rate):
            return Rate.parse(str(found))
        if isinstance(found, float | int) and not self._is_within(found):
            raise ValueError
        return found

    def _is_within(self, number: float) -> bool:
        return (
            (self.least is None or number >= self.least)
            and (self.above is None or number > self.above)
            and (self.most is None or number <= self.most)
        )

    @property
    def expected(self) -> str:
        """What it has to be, in words."""
        if self.name in _LIKE:
            return _LIKE[self.name]
        if get_origin(self.kind) is Literal:
            return " or ".join(get_args(self.kind))
        if self.kind in (int, float):
            sort = "a whole number" if self.kind is int else "a number"
            least = f" above {self.above:g}" if self.above is not None else f" from {self.least:,.0f}"
            return f"{sort}{least} to {self.most:,.0f}"
        return {bool: "true or false", Rate: "a rate like 60/20: so many at once, then so many a minute"}.get(
            self.kind, "text"
        )

    def written(self, value: Any) -> str:
        """A value as it stands in a file."""
        match value:
            case bool():
                return str(value).lower()
            case Rate() | str():
                return _quoted(str(value))
            case tuple():
                return f"[{', '.join(map(_quoted, value))}]"
            case float():
                return f"{value:.12g}"
        return str(value)


def settings_of(struct: type[msgspec.Struct], prefix: str = "") -> dict[str, Setting]:
    """The settings that the fields of a class are, by their full names."""
    hints = get_type_hints(struct, include_extras=True)
    found = {}
    for field in msgspec.structs.fields(struct):
        hint = hints[field.name]
        metas = [meta for meta in getattr(hint, "__metadata__", ()) if isinstance(meta, msgspec.Meta)]
        named: dict[str, Any] = {}
        for meta in metas:
            named |= {
                key: getattr(meta, key) for key in ("description", "ge", "gt", "le") if getattr(meta, key) is not None
            }
        kind = get_args(hint)[0] if get_origin(hint) is Annotated else hint
        optional = [part for part in get_args(kind) if part is not type(None)]
        if type(None) in get_args(kind):
            (kind,) = optional
        default = "" if field.default is msgspec.NODEFAULT else field.default
        found[prefix + field.name] = Setting(
            prefix + field.name, kind, default, named["description"], named.get("ge"), named.get("gt"), named.get("le")
        )
    return found


def _checked_url(text: str) -> str:
    """A public address without its last slash."""
    url = urlsplit(text)
    usable = url.scheme in ("http", "https") and url.hostname and not url.username and url.port != 0
    if not usable or url.path not in ("", "/") or url.query or url.fragment:
        raise ValueError
    return f"{url.scheme}://{url.netloc.lower()}"


def _checked_collector(text: str) -> str:
    """Where traces are sent."""
    url = urlsplit(text)
    if url.scheme not in ("http", "https") or not url.hostname or url.port == 0:
        raise ValueError
    return text


def _checked_networks(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(str(ipaddress.ip_network(text, strict=False)) for text in texts)


def _checked_operators(texts: tuple[str, ...]) -> tuple[str, ...]:
    pairs = [text.partition(":") for text in texts]
    if any(not name or len(token) < _TOKEN for name, _, token in pairs) or len({name for name, *_ in pairs}) < len(
        pairs
    ):
        raise ValueError
    return texts


def _checked_hosts(texts: tuple[str, ...]) -> tuple[str, ...]:
    if not all(re.fullmatch(r"\[?[\w.:-]+\]?", text, re.ASCII) for text in texts):
        raise ValueError
    return tuple(map(str.lower, texts))


_CHECKS: dict[str, Any] = {
    "hosts": _checked_hosts,
    "operators": _checked_operators,
    "public_url": _checked_url,
    "trusted_proxy": _checked_networks,
    "traces": _checked_collector,
}
_LIKE = {
    "hosts": "a list of names or addresses like kitchen.lan",
    "operators": f"a list like ann:TOKEN,bo:TOKEN, each name once, each token {_TOKEN} characters at least",
    "public_url": "an address like https://tiles.example",
    "traces": "an address like http://localhost:4318",
    "trusted_proxy": "a list of addresses or networks",
}


def _shown(value: object) -> str:
    text = repr(list(value) if isinstance(value, tuple) else value)
    return text if len(text) <= 80 else f"{text[:80]}…"


def _quoted(text: str) -> str:
    return msgspec.json.encode(text).decode()  # JSON's strings are TOML's
