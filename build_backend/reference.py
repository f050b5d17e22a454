"""The pages of the documentation that the code writes: a Sphinx extension with a directive for each.

``answers`` is what commands answer in JSON, from the types of ``tilery.cli.answers``; ``commands`` is the command
line, from its own description of itself; ``operations`` is the HTTP part, from its OpenAPI schema. All are Markdown,
read as if it stood in the page that asks for it. ``picture`` draws the table it is given.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import click
from docutils import nodes
from docutils.parsers.rst import directives
from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from tilery import svg

__all__ = ["Picture", "answers", "commands", "operations", "setup"]


def commands() -> str:
    """Every command with its options, as Markdown."""
    from tilery.cli.app import COMMANDS, load_command

    pages = []
    for name in COMMANDS:
        command = load_command(name)
        context = click.Context(command, info_name=f"tilery {name}")
        usage = " ".join([f"tilery {name}", *command.collect_usage_pieces(context)])
        records = [(each, each.get_help_record(context)) for each in command.get_params(context)]
        told = {kind: [_told(*found) for each, found in records if found and isinstance(each, kind)] for kind in _KINDS}
        lists = [f"**{title}:**\n\n" + "\n".join(told[kind]) + "\n" for kind, title in _KINDS.items() if told[kind]]
        pages.append("\n".join([f"## `tilery {name}`\n", f"{command.help}\n", f"```console\n$ {usage}\n```\n", *lists]))
    return "\n".join(pages)


_KINDS: dict[type[click.Parameter], str] = {click.Argument: "Arguments", click.Option: "Options"}


def _told(names: str, meaning: str) -> str:
    return f"- `{names}`: {meaning}" if meaning else f"- `{names}`"


def answers() -> str:
    """What every command answers with ``--json``, then every shape in these answers, as Markdown."""
    from tilery.cli.answers import ANSWERS, answer_schema

    shapes: dict[str, Any] = {}
    rows = []
    for name in ANSWERS:
        schema = answer_schema(name)
        shapes |= schema["$defs"]
        rows.append((f"`tilery {name}`", " or ".join(_type(each) for each in schema["anyOf"]), ""))
    listed = [f"| {command} | {kinds} |" for command, kinds, _ in rows]
    head = ["| command | answers |", "| --- | --- |", *listed, ""]
    return "\n".join([*head, *(_shape(name, shapes[name]) for name in sorted(shapes) if _told_of(shapes[name]))])


def _told_of(shape: dict[str, Any]) -> bool:
    return bool(shape.get("properties") or shape.get("enum"))


def operations() -> str:
    """Every operation of the HTTP part, then every shape it takes or gives, as Markdown."""
    from tilery.server.app import openapi

    schema = openapi()
    found = [
        _operation(method, path, operation)
        for path, methods in sorted(schema["paths"].items())
        for method, operation in methods.items()
        if isinstance(operation, dict)
    ]
    shapes = [_shape(name, shape) for name, shape in sorted(schema["components"]["schemas"].items()) if _told_of(shape)]
    return "\n".join(["## Operations\n", *found, "## Shapes\n", *shapes])


def _operation(method: str, path: str, operation: dict[str, Any]) -> str:
    given = [
        (f"`{each['name']}`", _type(each.get("schema", {})), _where(each)) for each in operation.get("parameters", [])
    ]
    body = operation.get("requestBody", {}).get("content", {})
    given += [("the body", _type(content["schema"]), kind) for kind, content in body.items()]
    answers = [
        f"Answers `{status}` with {_type(content['schema'])}, {kind}.\n"
        if content.get("schema", {}).get("type") != "null"
        else f"Answers `{status}`.\n"
        for status, response in operation["responses"].items()
        if status != "default"
        for kind, content in (response.get("content") or {"": {"schema": {"type": "null"}}}).items()
    ]
    title = f"### `{method.upper()} {path}`\n"
    return "\n".join([title, f"{operation['description']}\n", *_table(("given", "type", "where"), given), *answers])


def _where(parameter: dict[str, Any]) -> str:
    return f"{parameter['in']}{'' if parameter.get('required') else ', optional'}"


def _shape(name: str, shape: dict[str, Any]) -> str:
    meaning = [f"{shape['description']}\n"] if "description" in shape else []
    if "enum" in shape:
        return "\n".join([f"### {name}\n", *meaning, f"One of {', '.join(f'`{each}`' for each in shape['enum'])}.\n"])
    required = shape.get("required", ())
    rows = [
        (f"`{field}`", _type(kind), "yes" if field in required else "no") for field, kind in shape["properties"].items()
    ]
    return "\n".join([f"### {name}\n", *meaning, *_table(("field", "type", "always there"), rows)])


def _table(head: tuple[str, str, str], rows: list[tuple[str, str, str]]) -> Iterator[str]:
    if rows:
        yield f"| {' | '.join(head)} |"
        yield "| --- | --- | --- |"
        for row in rows:
            yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"
        yield ""


def _type(schema: dict[str, Any]) -> str:
    """A type in words; those that have a name lead to it.

    >>> _type({"type": "array", "items": {"$ref": "#/components/schemas/Bot"}}), _type({"type": ["string", "null"]})
    ('list of [Bot](#bot)', 'string or null')
    """
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    for either in ("oneOf", "anyOf"):
        if either in schema:
            return " or ".join(dict.fromkeys(_type(each) for each in schema[either]))
    if "const" in schema:
        return f"`{schema['const']}`"
    kinds = schema.get("type", "anything")
    if kinds == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return " or ".join(kinds) if isinstance(kinds, list) else str(kinds)


def _directive(write: Callable[[], str]) -> type[SphinxDirective]:
    class Written(SphinxDirective):  # type: ignore[misc]
        def run(self) -> list[nodes.Node]:
            self.env.note_reread()
            return list(self.parse_text_to_nodes(write(), allow_section_headings=True))

    return Written


class Picture(SphinxDirective):  # type: ignore[misc]
    """A table drawn for both themes; what a checkout shows in its place is its notation."""

    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {"rack": str, "before": str, "steps": directives.flag}

    def run(self) -> list[nodes.Node]:
        """Both pictures, of which the page's theme shows one."""
        table = " ".join(self.content)
        number = self.env.new_serialno("picture")
        shown = [self._drawn(table, theme, f"picture-{number}-{theme}") for theme in svg.PICTURE_THEMES]
        return [nodes.raw("", "".join(shown), format="html")]

    def _drawn(self, table: str, theme: svg.PictureTheme, ids: str) -> str:
        rack, before = self.options.get("rack"), self.options.get("before")
        if before is None:
            drawn = svg.table(table, rack, theme=theme, ids=ids)
        else:
            drawn = svg.move(before, table, rack, steps="steps" in self.options, theme=theme, ids=ids)
        return f'<div class="picture only-{theme}">{drawn}</div>\n'


def _trim(app: Sphinx, page: nodes.document) -> None:
    """Drop the empty line that ends an example: doctests need it, readers do not."""
    for block in page.findall(nodes.literal_block):
        if block.rawsource == block.astext():  # else it is coloured already
            block.rawsource = block.astext().rstrip("\n")
            block.children = [nodes.Text(block.rawsource)]


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx about them, and that a ``session`` of the protocol is plain text."""
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it introduces itself, and Sphinx would repeat it
    app.add_directive("answers", _directive(answers))
    app.add_directive("commands", _directive(commands))
    app.add_directive("operations", _directive(operations))
    app.add_directive("picture", Picture)
    app.connect("doctree-read", _trim)
    app.add_lexer("session", TextLexer)
    return {"parallel_read_safe": True}
