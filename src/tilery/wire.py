"""Values as plain JSON data and back: tiles and tables are their text, structs are tagged objects.

>>> to_plain(Table("r4 r5 r6"))
'r4 r5 r6'
>>> from_plain("r4 r5 r6", Tiles)
Tiles('r4 r5 r6')
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from tilery.errors import TileryError
from tilery.notation import Table, Tiles

__all__ = ["from_plain", "table_text", "to_plain"]

_T = TypeVar("_T")
_PLAIN = {str, int, bool, float, type(None)}


@functools.lru_cache(maxsize=4_096)
def table_text(table: Table) -> str:
    """The text of a table: the same one is written down, told and compared, and by most moves stays as it was."""
    return str(table)


def to_plain(value: Any) -> Any:
    """A value as plain data that JSON knows; fields at their default are left out."""
    kind = type(value)
    return value if kind in _PLAIN else _WAYS[kind](value)


class _PlainForms(dict[type, Callable[[Any], Any]]):
    """How values of each type become plain: found out once, for a move is a dozen of them."""

    def __missing__(self, kind: type) -> Callable[[Any], Any]:
        self[kind] = way = _way(kind)
        return way


_WAYS = _PlainForms()


def _way(kind: type) -> Callable[[Any], Any]:
    if kind is Table:
        return table_text
    if kind is Tiles:
        return str
    if issubclass(kind, msgspec.Struct):
        return _struct_way(kind)
    if issubclass(kind, tuple | list):
        return lambda row: [to_plain(item) for item in row]
    if issubclass(kind, dict):
        return lambda items: {key: to_plain(item) for key, item in items.items()}
    return lambda value: value


def _struct_way(struct: type[msgspec.Struct]) -> Callable[[Any], dict[str, Any]]:
    config = struct.__struct_config__
    tag = {} if config.tag is None or config.tag_field is None else {config.tag_field: config.tag}
    fields = [(field.name, field.default) for field in msgspec.structs.fields(struct)]
    items_of = msgspec.structs.astuple

    def way(value: Any) -> dict[str, Any]:
        plain = {**tag}
        for (name, default), item in zip(fields, items_of(value), strict=True):
            if item != default:
                plain[name] = item if type(item) in _PLAIN else to_plain(item)
        return plain

    return way


def from_plain(data: Any, wanted: type[_T]) -> _T:
    """Plain data as a value of the wanted type; anything unexpected is refused with its place."""
    try:
        return msgspec.convert(data, wanted, dec_hook=_decode)
    except msgspec.ValidationError as error:
        raise TileryError("shape", str(error)) from None


def _decode(wanted: type, data: Any) -> Any:
    if wanted in (Tiles, Table) and isinstance(data, str):
        try:
            return wanted(data)
        except TileryError as error:
            raise ValueError(error.text) from None
    raise ValueError(f"expected tiles as a string, got {type(data).__name__}")
