"""Another solver, timed in a process of its own: ``python -m tilery.bench.rival NAME < positions``.

Reads one JSON object a line (``table`` and ``rack`` as kinds, the copies and jokers of the tile set) and
answers the tiles played and the seconds it took. Nothing of Tilery's solver is used here.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

__all__ = ["RIVALS", "main"]

_Solver = Callable[[list[int], list[int]], int]


def _rummikub_solver(copies: int, jokers: int) -> _Solver:
    """The public package ``rummikub-solver`` with its GLPK backend."""
    import rummikub_solver as rival

    rules = rival.RuleSet(repeats=copies, jokers=jokers, solver_backend=rival.MILPSolver.GLPK_MI)

    def solve(table: list[int], rack: list[int]) -> int:
        state = rules.new_game()
        state.initial = False
        state.add_table(*(rules.tiles[kind] for kind in table))
        state.add_rack(*(rules.tiles[kind] for kind in rack))
        found = rules.solve(state, rival.SolverMode.TILE_COUNT)
        return 0 if found is None else len(found.tiles)

    return solve


def _or_tools(copies: int, jokers: int) -> _Solver:
    """A model of our own for OR-Tools: how often each possible set is laid, and which rack tiles."""
    from ortools.sat.python import cp_model

    sets = _possible_sets(jokers)

    def solve(table: list[int], rack: list[int]) -> int:
        model = cp_model.CpModel()
        have = [table.count(kind) + rack.count(kind) for kind in range(53)]
        uses: list[list[Any]] = [[] for _ in range(53)]
        for tiles in sets:
            if all(have[kind] >= tiles.count(kind) for kind in tiles):
                times = model.new_int_var(0, copies + 1, "")
                for kind in tiles:
                    uses[kind].append(times)
        played = [model.new_int_var(0, rack.count(kind), "") for kind in range(53)]
        for kind in range(53):
            model.add(sum(uses[kind]) == table.count(kind) + played[kind])
        model.maximize(sum(played))
        search = cp_model.CpSolver()
        search.parameters.num_workers = 1
        search.solve(model)
        return int(search.objective_value + 0.5)

    return solve


def _possible_sets(jokers: int) -> list[tuple[int, ...]]:
    """Every set that matters: groups, and runs of three to five (longer ones are made of those); with
    jokers in any of their places, and one longer where a joker nobody needs is laid."""
    plain = [tuple(range(first, first + size)) for size in (3, 4, 5) for first in range(52) if first % 13 + size <= 13]
    for number in range(13):
        colours = [colour * 13 + number for colour in range(4)]
        plain += [tuple(colours), *(tuple(kind for kind in colours if kind != left) for left in colours)]
    found = set(plain)
    for _ in range(jokers):
        found |= {
            tuple(sorted((*tiles[:place], *tiles[place + 1 :], 52))) for tiles in found for place in range(len(tiles))
        }
    return sorted(tiles for tiles in found if tiles.count(52) <= jokers)


RIVALS: dict[str, Callable[[int, int], _Solver]] = {"rummikub-solver": _rummikub_solver, "or-tools": _or_tools}


def main() -> None:
    """Answer every line of stdin."""
    solvers: dict[tuple[int, int], _Solver] = {}
    for line in sys.stdin:
        data = json.loads(line)
        key = data["copies"], data["jokers"]
        if key not in solvers:
            solvers[key] = RIVALS[sys.argv[1]](*key)
            solvers[key](data["table"], data["rack"])  # the first call builds its model
        start = time.perf_counter()
        tiles = solvers[key](data["table"], data["rack"])
        print(json.dumps({"tiles": tiles, "seconds": time.perf_counter() - start}), flush=True)


if __name__ == "__main__":
    main()
