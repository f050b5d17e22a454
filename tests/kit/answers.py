"""Every answer in JSON that a test sees is what its schema says: ``run`` of the command line's tests looks at all."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tilery.cli.answering import ErrorAnswer
from tilery.cli.answers import ANSWERS

__all__ = ["check_answers"]


def check_answers(args: Sequence[str], out: str) -> None:
    """Read every line of a command's answer as one of its types; any other field or value fails the test."""
    command = args[0] if args else ""
    if command not in ANSWERS or not {"--json", "--batch", "-b"} & {*args} or {"--help", "--csv"} & {*args}:
        return
    for line in filter(None, out.splitlines()):
        troubles = []
        kinds: list[type[msgspec.Struct]] = [*ANSWERS[command], ErrorAnswer]
        for kind in kinds:
            try:
                msgspec.json.decode(line, type=kind)
                break
            except msgspec.ValidationError as error:
                troubles.append(f"{kind.__name__}: {error}")
        else:
            raise AssertionError(f"{line}\n" + "\n".join(troubles))
