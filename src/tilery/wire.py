"""Values as plain JSON data and back: tiles and tables are their text, structs are tagged objects.

>>> to_plain(Table("r4 r5 r6"))
'r4 r5 r6'
>>> from_plain("r4 r5 r6", Tiles)
Tiles('r4 r5 r6')
"""

from __future__ import annotations

import functools
from typing import Any, TypeVar

import msgspec

from tilery.errors import TileryError
from tilery.notation import Table, Tiles

__all__ = ["from_plain", "to_plain"]

_T = TypeVar("_T")
_PLAIN = {str, int, bool, float, type(None)}
_TEXT = {Tiles, Table}
_ROW = (tuple, list)  # made once: a union is made anew wherever it stands


def to_plain(value: Any) -> Any:
    """A value as plain data that JSON knows; fields at their default are left out."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind in _TEXT:
        return str(value)
    if isinstance(value, msgspec.Struct):
        tag, fields = _form(type(value))
        plain = {**tag}
        for name, default in fields:
            item = getattr(value, name)
            if item != default:
                plain[name] = item if type(item) in _PLAIN else to_plain(item)
        return plain
    if isinstance(value, _ROW):
        return [to_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: to_plain(item) for key, item in value.items()}
    return value


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


@functools.cache
def _form(struct: type[msgspec.Struct]) -> tuple[dict[str, Any], list[tuple[str, Any]]]:
    """The tag of a struct, and the names and defaults of its fields."""
    config = struct.__struct_config__
    tag = {} if config.tag is None or config.tag_field is None else {config.tag_field: config.tag}
    return tag, [(field.name, field.default) for field in msgspec.structs.fields(struct)]
