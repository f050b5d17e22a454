"""What is left out of a message or a stored row is read as it always was."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

import msgspec

from tilery.server.table import change, commands, events, messages, seen, setup, standing

LEFT_OUT = Path(__file__).parents[1] / "vectors/left-out.json"
MODULES = (setup, standing, events, change, seen, commands, messages)


def defaults() -> dict[str, dict[str, Any]]:
    """What every field that need not be there is without it, by the name of its struct."""
    structs = [
        each
        for module in MODULES
        for _, each in inspect.getmembers(module, inspect.isclass)
        if issubclass(each, msgspec.Struct) and each.__module__ == module.__name__
    ]
    return {
        f"{each.__module__.rpartition('.')[2]}.{each.__name__}": {
            field.name: msgspec.to_builtins(
                field.default_factory() if field.default is msgspec.NODEFAULT else field.default
            )
            for field in msgspec.structs.fields(each)
            if not field.required
        }
        for each in structs
    }


def test_what_is_left_out_means_the_same_to_clients_and_old_rows_as_ever() -> None:
    """Rows are written without what is as usual: with another default, every row of before would be another."""
    found = {name: fields for name, fields in defaults().items() if fields}
    assert json.loads(json.dumps(found)) == json.loads(LEFT_OUT.read_text("utf-8"))
    assert messages.VERSION == 2
