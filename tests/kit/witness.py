"""An independent witness of the solver: the same question to an integer program in another process."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from tilery import Rules, Table, Tiles
from tilery.tiles import ALL_KINDS, Kind, count_kinds

__all__ = ["Testimony", "Witness", "backends", "lexical_weights"]

_ROOT = Path(__file__).parents[2]
_MODULES = {"highs": "highspy", "cp-sat": "ortools"}
_STEP = 10_000


class Testimony(NamedTuple):
    """What the witness says is best; ``how`` names the parts of its sets."""

    weight: int
    played: Tiles
    how: tuple[str, ...]


def backends() -> list[str]:
    """The programs installed here that can be asked, the preferred one first."""
    return [name for name, module in _MODULES.items() if importlib.util.find_spec(module)]


def lexical_weights(rules: Rules, objective: str) -> dict[Kind, int]:
    """Most tiles then penalty value, or the other way round, as one weight; small, for floating point's sake."""
    step = {kind: (1, rules.penalty(kind)) for kind in ALL_KINDS}
    return {kind: _STEP * v + t if objective == "value" else _STEP * t + v for kind, (t, v) in step.items()}


class Witness:
    """A process that answers one question after another. The two programs never share one."""

    def __init__(self, backend: str = "highs") -> None:
        if backend not in backends():
            raise RuntimeError(f"the witness needs {_MODULES[backend]}, which is not installed")
        self.backend = backend
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.kit.witness_process", backend],
            cwd=_ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def best(
        self,
        rules: Rules,
        table: Table,
        rack: Tiles,
        weights: Mapping[Kind, int],
        *,
        opened: bool = True,
        must: Tiles = Tiles(),  # noqa: B008 (immutable)
        keep: Tiles = Tiles(),  # noqa: B008
    ) -> Testimony | None:
        """The best play of at least one tile, ``None`` when there is none."""
        question = {
            "table": table,
            "rack": rack,
            "weights": [weights[kind] for kind in ALL_KINDS],
            "least": count_kinds(must),
            "most": list(map(int.__sub__, count_kinds(rack), count_kinds(keep))),
            "middle": rules.mirror == "middle",
            "opened": opened,
            "opening": rules.opening,
            "table_in_opening": rules.table_in_opening,
            "replace": rules.freeing == "replace",
        }
        reply = self._ask(question)
        if not reply["playable"]:
            return None
        counts: Sequence[int] = reply["played"]
        played = Tiles([kind for kind in ALL_KINDS for _ in range(counts[kind])])
        return Testimony(reply["weight"], played, tuple(reply["how"]))

    def _ask(self, question: Mapping[str, object]) -> dict[str, Any]:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        reply: dict[str, Any] = json.loads(line or '{"error": "the process ended"}')
        if "error" in reply:
            raise RuntimeError(f"the witness ({self.backend}) failed: {reply['error']}")
        return reply
