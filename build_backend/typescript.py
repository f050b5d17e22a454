"""JSON Schema as TypeScript: the part of it that msgspec makes of structs, in the shape Prettier gives it."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

__all__ = ["DEFINITION", "Writer", "comment", "constant", "imports", "mapping", "union"]

Schema = Mapping[str, Any]

DEFINITION = "#/$defs/{name}"
"""How a schema names a definition."""

_WIDTH = 120
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


class Writer:
    """Writes definitions as interfaces and types.

    What goes to the browser is whole, or (``omitting``) lacks the fields at their default. What comes from it
    (``asked``) may always lack them. ``named`` are choices and unions that have a name of their own.
    """

    def __init__(
        self,
        definitions: Mapping[str, Schema],
        asked: Collection[str],
        omitting: Collection[str],
        named: Mapping[str, Sequence[Any]],
    ) -> None:
        self._definitions = definitions
        self._asked = asked
        self._omitting = omitting
        self._named = {frozenset(values): name for name, values in named.items()}

    def definition(self, name: str) -> str:
        """A definition as TypeScript."""
        schema = self._definitions[name]
        about = comment(schema.get("description", ""))
        if "properties" not in schema:
            return about + union(name, [self._type(schema, False)] if "enum" not in schema else _choices(schema))
        fields = "".join(f"  readonly {field};\n" for field in self._fields(name, schema))
        return f"{about}export interface {name} {{\n{fields}}}\n"

    def type(self, schema: Schema) -> str:
        """What a schema allows, as a type."""
        return self._type(schema, False)

    def _fields(self, name: str, schema: Schema) -> Iterator[str]:
        asked, omitting = name in self._asked, name in self._omitting
        for field, of in schema["properties"].items():
            optional = field not in schema.get("required", ()) and (asked or omitting)
            kind = self._type(of, asked)
            if optional and not asked and of.get("default", ...) is None:
                kind = kind.removesuffix(" | null")  # a null that is left out is never there
            yield f"{field}{'?' * optional}: {kind}"

    def _type(self, schema: Schema, asked: bool) -> str:
        match schema:
            case {"$ref": str(reference)}:
                return self._reference(reference.rpartition("/")[2], asked)
            case {"enum": [*values]}:
                return self._named.get(frozenset(values)) or " | ".join(_choices(schema))
            case {"anyOf": [*options]}:
                kinds = dict.fromkeys(self._type(option, asked) for option in options)
                return self._named.get(frozenset(kinds)) or " | ".join(kinds)
            case {"prefixItems": [*items]}:
                return f"readonly [{', '.join(self._type(item, asked) for item in items)}]"
            case {"type": "array", "items": item}:
                kind = self._type(item, asked)
                return f"readonly ({kind})[]" if re.search(r" \| |^readonly ", kind) else f"readonly {kind}[]"
            case {"type": "object"}:
                values = schema.get("additionalProperties", {})
                return f"Readonly<Record<string, {self._type(values, asked)}>>"
            case {"type": str(plain)}:
                return _PLAIN[plain]
            case _ if not set(schema) - {"default"}:
                return "unknown"
        raise ValueError(f"no TypeScript for {schema}")

    def _reference(self, name: str, asked: bool) -> str:
        """A definition by name; one that is also told may be given in part where every field has a default."""
        fields = self._definitions.get(name, {}).get("properties", {})
        given = set(fields) - set(self._definitions.get(name, {}).get("required", ()))
        if not asked or name in self._asked or not given:
            return name
        if len(given) < len(fields):
            raise ValueError(f"{name} is told and asked, and only some fields have a default: make two of it")
        return f"Partial<{name}>"


def union(name: str, options: Sequence[str]) -> str:
    """A type that is one of several, on one line where they fit."""
    lines = "".join(f"\n  | {option}" for option in options)
    return _fitting(f"export type {name} = {' | '.join(options)};", f"export type {name} ={lines};")


def imports(names: Sequence[str], source: str) -> str:
    """An import of types."""
    lines = "".join(f"\n  {name}," for name in names)
    return _fitting(*(f'import type {{{part}}} from "{source}";' for part in (f" {', '.join(names)} ", f"{lines}\n")))


def constant(name: str, kind: str, values: Sequence[str]) -> str:
    """A list of values that are known while the app runs."""
    start = f"export const {name}: readonly {kind}[] = ["
    return _fitting(f"{start}{', '.join(values)}];", start + "".join(f"\n  {value}," for value in values) + "\n];")


def mapping(name: str, about: str, kind: str, values: Mapping[str, str]) -> str:
    """What belongs to what, known while the app runs."""
    lines = "".join(f"  {json.dumps(key)}: {json.dumps(value)},\n" for key, value in values.items())
    return f"{comment(about)}export const {name}: Readonly<Record<string, {kind}>> = {{\n{lines}}};\n"


def comment(text: str) -> str:
    """A docstring as a comment, its words those of TypeScript."""
    text = inspect.cleandoc(text).partition("\n\n>>>")[0]
    text = re.sub(r":\w+:`(\w+)`", r"``\1``", text).replace("``None``", "``null``").replace("``", "`")
    lines = text.splitlines()
    if not lines:
        return ""
    if len(lines) == 1 and len(lines[0]) <= _WIDTH - 7:
        return f"/** {lines[0]} */\n"
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"


def _choices(schema: Schema) -> list[str]:
    return [json.dumps(value) for value in schema["enum"]]


def _fitting(*shapes: str) -> str:
    """The first shape of which no line is too long, or the last."""
    fits = (shape for shape in shapes if all(len(line) <= _WIDTH for line in shape.splitlines()))
    return next(fits, shapes[-1]) + "\n"
