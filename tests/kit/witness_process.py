"""The solver's question as an integer program, answered in a process of its own.

Reads one JSON object a line and writes one a line. It imports nothing of tilery, so that a mistake there
cannot hide here. Tiles are numbers: 13 × colour + number − 1, then 52 to 55 for ``j d c m``.

Runs are a flow over the numbers 1 … 13. A node is an open run after a number: its colour, its length up to
three tiles, and whether a double joker covers the next number already; an arc is a tile laid on it, or its
end. Mirrored runs are a second flow whose nodes know how many of their two sides are covered. Groups are
counted by their pattern of tiles. What is laid is the sum over all of them, and has to be all of the table
and some of the rack.
"""

from __future__ import annotations

import importlib
import itertools
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

COLOURS, NUMBERS = range(4), range(1, 14)
J, D, C, M = 52, 53, 54, 55
KINDS = range(56)
MOST_SETS = 60
"""No variable is larger: it counts sets, or tiles of one kind."""


def natural(colour: int, number: int) -> int:
    return 13 * colour + number - 1


class Row(NamedTuple):
    """A linear constraint: the sum of the terms lies between two bounds."""

    terms: dict[int, int]
    low: int
    high: int


class Program:
    """An integer program under construction: variables from 0 up to a bound, and rows over them."""

    def __init__(self) -> None:
        self.highest: list[int] = []
        self.names: list[str] = []
        self.rows: list[Row] = []

    def variable(self, name: str, highest: int = MOST_SETS) -> int:
        self.names.append(name)
        self.highest.append(highest)
        return len(self.highest) - 1

    def row(self, terms: dict[int, int], low: int, high: int) -> None:
        self.rows.append(Row(dict(terms), low, high))


Node = tuple[object, ...]
"""An open run: what it is, the number it has come to, its colour, and what else its future depends on."""


class Arc(NamedTuple):
    """Tiles laid on an open run, or its beginning or end."""

    source: Node | None
    target: Node | None
    tiles: Counter[int]
    worth: int
    stands: tuple[int, ...]

    @property
    def jokers(self) -> int:
        return sum(number for kind, number in self.tiles.items() if kind >= J)


def _least_jokers(ways: list[tuple[Node | None, Node | None, int]]) -> dict[Node | None, int]:
    """The fewest jokers on a way to each node from outside; nodes without a way are not there."""
    least: dict[Node | None, int] = {None: 0}
    changed = True
    while changed:
        changed = False
        for here, there, jokers in ways:
            if here in least and least[here] + jokers < least.get(there, 1 << 20):
                least[there] = least[here] + jokers
                changed = True
    return least


class Packing:
    """Sets made of tiles: how many of each kind they take, what they are worth, what jokers stand for."""

    def __init__(self, program: Program, most: list[int], middle: bool, meanings: bool) -> None:
        self.program = program
        self.most = most
        self.middle = middle
        self.meanings = meanings
        self.use: list[dict[int, int]] = [defaultdict(int) for _ in KINDS]
        self.worth: dict[int, int] = {}
        self.stands: list[dict[int, int]] = [defaultdict(int) for _ in KINDS]
        self._arcs: list[Arc] = []
        for number, colour in itertools.product(NUMBERS, COLOURS):
            self._run_steps(colour, number)
            self._mirrored_steps(colour, number)
        self._flow()
        for number in NUMBERS:
            self._groups(number)
            self._mirrored_groups(number)

    def _add(self, name: str, tiles: Iterable[int], worth: int, stands: Iterable[int] = ()) -> int | None:
        """A variable that counts how often these tiles are laid so; ``None`` when there are not enough."""
        count = Counter(tiles)
        if any(number > self.most[kind] for kind, number in count.items()):
            return None
        variable = self.program.variable(name)
        for kind, number in count.items():
            self.use[kind][variable] += number
        self.worth[variable] = worth
        for kind in stands:
            self.stands[kind][variable] += 1
        return variable

    def _arc(
        self, source: Node | None, target: Node | None, tiles: Iterable[int], worth: int, stands: Iterable[int] = ()
    ) -> None:
        arc = Arc(source, target, Counter(tiles), worth, tuple(stands))
        if all(number <= self.most[kind] for kind, number in arc.tiles.items()):
            self._arcs.append(arc)

    def _flow(self) -> None:
        """The arcs as variables: what comes to a node leaves it. Arcs that take too many jokers are left out."""
        jokers = sum(self.most[J:])
        reached = _least_jokers([(arc.source, arc.target, arc.jokers) for arc in self._arcs])
        ended = _least_jokers([(arc.target, arc.source, arc.jokers) for arc in reversed(self._arcs)])
        flow: dict[Node, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        for arc in self._arcs:
            if arc.source not in reached or arc.target not in ended:
                continue
            if reached[arc.source] + arc.jokers + ended[arc.target] > jokers:
                continue
            name = f"{arc.source} {sorted(arc.tiles.elements())} {arc.target}"
            variable = self._add(name, arc.tiles.elements(), arc.worth, arc.stands)
            assert variable is not None
            if arc.source is not None:
                flow[arc.source][variable] -= 1
            if arc.target is not None:
                flow[arc.target][variable] += 1
        for terms in flow.values():
            self.program.row(terms, 0, 0)

    def _run_steps(self, colour: int, number: int) -> None:
        own = natural(colour, number)
        for length in range(4):
            source = ("run", number - 1, colour, length, False) if length else None
            longer = min(3, length + 1)
            self._arc(source, ("run", number, colour, longer, False), [own], number)
            self._arc(source, ("run", number, colour, longer, False), [J], number, [own])
            if number < 13:
                self._arc(source, ("run", number, colour, longer, True), [D], 2 * number + 1)
            if length:
                for other in COLOURS:
                    if other != colour:
                        self._arc(source, ("run", number, other, longer, False), [C], number)
                covered = ("run", number - 1, colour, length, True)
                self._arc(covered, ("run", number, colour, length, False), [], 0)
            else:
                self._arc(None, ("run", number, colour, longer, False), [C], number)
        self._arc(("run", number, colour, 3, False), None, [], 0)

    def _mirrored_steps(self, colour: int, number: int) -> None:
        highest = 12 if self.middle else 13
        if number > highest or not self.most[M]:
            return
        own = natural(colour, number)
        one_side = [own, J, *([D] if number < highest else [])]
        for begun, covered in ((False, 0), (True, 0), (True, 1), (True, 2)):
            source = ("mirrored", number - 1, colour, covered) if begun else None
            mirror = [] if begun else [M]
            for sides in itertools.combinations_with_replacement(one_side, 2 - covered):
                target = ("mirrored", number, colour, sides.count(D))
                self._arc(source, target, [*sides, *mirror], 2 * number)
            if not covered:
                for other in COLOURS:
                    if other != colour or not begun:
                        self._arc(source, ("mirrored", number, other, 0), [C, C, *mirror], 2 * number)
        self._arc(("mirrored", number, colour, 0), None, [], number + 1 if self.middle else 0)

    def _groups(self, number: int) -> None:
        for size in (3, 4):
            for colours in itertools.combinations(COLOURS, size):
                for roles in itertools.product("njd", repeat=size):
                    doubled = [colour for colour, role in zip(colours, roles, strict=True) if role == "d"]
                    if len(doubled) % 2 or size - len(doubled) // 2 < 3:
                        continue
                    tiles = [natural(c, number) for c, role in zip(colours, roles, strict=True) if role == "n"]
                    stands = [natural(c, number) for c, role in zip(colours, roles, strict=True) if role == "j"]
                    if not self.meanings and (*colours, *roles) != self._first_alike(colours, roles):
                        continue
                    tiles += [J] * len(stands) + [D] * (len(doubled) // 2)
                    self._add(f"group {number} {colours} {roles}", tiles, size * number, stands)

    @staticmethod
    def _first_alike(colours: tuple[int, ...], roles: tuple[str, ...]) -> tuple[object, ...]:
        """Of all patterns with the same tiles the first: which colours the jokers have does not matter."""
        shown = [c for c, role in zip(colours, roles, strict=True) if role == "n"]
        jokers = sorted((role for role in roles if role != "n"), reverse=True)
        hidden = [c for c in COLOURS if c not in shown][: len(jokers)]
        by_colour = sorted([*((c, "n") for c in shown), *zip(hidden, jokers, strict=True)])
        return (*(c for c, _ in by_colour), *(role for _, role in by_colour))

    def _mirrored_groups(self, number: int) -> None:
        if not self.most[M]:
            return
        for size, copies, jokers, doubles in mirrored_patterns():
            tiles = [natural(c, number) for c in COLOURS for _ in range(copies[c])]
            tiles += [J] * jokers + [D] * doubles + [M]
            worth = number * (2 * size + self.middle)
            self._add(f"mirrored group {number} {copies} j{jokers} d{doubles}", tiles, worth)


def mirrored_patterns() -> set[tuple[int, tuple[int, ...], int, int]]:
    """Every mirrored group: colours in a half, naturals of each colour, regular and double jokers.

    Both halves are laid out slot by slot: a double joker fills two slots beside each other.
    """
    found = set()
    for size in range(1, 5):
        for left, right in itertools.product(list(_layouts(size)), repeat=2):
            shown = [slot for slot in range(size) if "n" in (left[slot], right[slot])]
            jokers = left.count("j") + right.count("j")
            doubles = (left.count("d") + right.count("d")) // 2
            for colours in itertools.permutations(COLOURS, len(shown)):
                copies = [0] * 4
                for colour, slot in zip(colours, shown, strict=True):
                    copies[colour] = (left[slot] == "n") + (right[slot] == "n")
                found.add((size, tuple(copies), jokers, doubles))
    return found


def _layouts(size: int) -> Iterator[str]:
    if size == 0:
        yield ""
    if size >= 1:
        yield from (role + rest for role in "nj" for rest in _layouts(size - 1))
    if size >= 2:
        yield from ("dd" + rest for rest in _layouts(size - 2))


def old_meanings(tiles: list[int]) -> set[tuple[int, ...]]:
    """All that the regular jokers of a set can stand for together, in the order it lies in."""
    places = [(place, kind) for place, kind in enumerate(tiles) if kind != J]
    found = set()
    for number in NUMBERS:
        for colours in itertools.permutations(COLOURS, len(tiles)) if len(tiles) <= 4 else ():
            if all(kind == natural(colours[place], number) for place, kind in places):
                found.add(
                    tuple(sorted(natural(c, number) for c, kind in zip(colours, tiles, strict=True) if kind == J))
                )
    for colour, start in itertools.product(COLOURS, NUMBERS):
        if start + len(tiles) <= 14 and all(kind == natural(colour, start + place) for place, kind in places):
            found.add(tuple(natural(colour, start + place) for place, kind in enumerate(tiles) if kind == J))
    return found


class Question(NamedTuple):
    """One question, as it comes in."""

    table: list[list[int]]
    rack: list[int]
    weights: list[int]
    least: list[int]
    most: list[int]
    middle: bool = False
    opened: bool = True
    opening: int = 30
    table_in_opening: bool = False
    replace: bool = False
    some: bool = True


def build(question: Question) -> tuple[Program, list[int]]:
    """The program, and the variables that count the rack tiles played of each kind."""
    q = question
    program = Program()
    lying = Counter(kind for tiles in q.table for kind in tiles)
    if not q.opened and not q.table_in_opening:
        lying.clear()
    played = [program.variable(f"played {kind}", q.most[kind]) for kind in KINDS]
    for kind in KINDS:
        program.row({played[kind]: 1}, q.least[kind], q.most[kind])
    if q.some:
        program.row(dict.fromkeys(played, 1), 1, sum(q.most) + 1)
    packing = Packing(program, [lying[kind] + q.most[kind] for kind in KINDS], q.middle, q.replace)
    for kind in KINDS:
        program.row({**packing.use[kind], played[kind]: -1}, lying[kind], lying[kind])
    if not q.opened:
        own = packing
        if q.table_in_opening:
            own = Packing(program, q.most, q.middle, meanings=False)
            for kind in KINDS:
                program.row({**own.use[kind], played[kind]: -1}, -q.most[kind], 0)
        program.row(own.worth, q.opening, 1 << 20)
    if q.replace and lying[J]:
        _keep_meanings(program, packing, q.table)
    return program, played


def _keep_meanings(program: Program, packing: Packing, table: list[list[int]]) -> None:
    """Each old joker goes on standing for its tile, or that tile lies on the table."""
    rows = [defaultdict(int, {**packing.use[kind], **packing.stands[kind]}) for kind in KINDS]
    meant = set()
    for place, tiles in enumerate(table):
        if J not in tiles:
            continue
        choices = {}
        for meanings in sorted(old_meanings(tiles)):
            choice = program.variable(f"old set {place} means {meanings}", 1)
            choices[choice] = 1
            for kind in meanings:
                rows[kind][choice] -= 1
                meant.add(kind)
        program.row(choices, 1, 1)
    for kind in meant:
        program.row(rows[kind], 0, 1 << 20)


Solution = list[int] | None


def solve_with_cp_sat(program: Program, objective: dict[int, int]) -> Solution:
    """Google's CP-SAT: integers throughout."""
    cp_model: Any = importlib.import_module("ortools.sat.python.cp_model")
    model = cp_model.CpModel()
    variables = [model.new_int_var(0, high, "") for high in program.highest]
    for terms, low, high in program.rows:
        total = cp_model.LinearExpr.weighted_sum([variables[v] for v in terms], list(terms.values()))
        model.add_linear_constraint(total, low, high)
    model.maximize(cp_model.LinearExpr.weighted_sum([variables[v] for v in objective], list(objective.values())))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = 2
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    if status != cp_model.OPTIMAL:
        raise RuntimeError(f"CP-SAT ended with {solver.status_name(status)}")
    return [solver.value(variable) for variable in variables]


def solve_with_highs(program: Program, objective: dict[int, int]) -> Solution:
    """HiGHS without its presolve, which has called worse answers best on this very problem."""
    highspy: Any = importlib.import_module("highspy")
    highs = highspy.Highs()
    for option, value in {
        "output_flag": False,
        "presolve": "off",
        "threads": 1,
        "mip_rel_gap": 0.0,
        "mip_abs_gap": 0.4,
        "mip_feasibility_tolerance": 1e-9,
    }.items():
        highs.setOptionValue(option, value)
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = len(program.highest), len(program.rows)
    lp.col_cost_ = [float(objective.get(v, 0)) for v in range(lp.num_col_)]
    lp.col_lower_, lp.col_upper_ = [0.0] * lp.num_col_, [float(high) for high in program.highest]
    lp.row_lower_ = [float(row.low) for row in program.rows]
    lp.row_upper_ = [float(row.high) for row in program.rows]
    lp.integrality_ = [highspy.HighsVarType.kInteger] * lp.num_col_
    lp.sense_ = highspy.ObjSense.kMaximize
    starts = [0, *itertools.accumulate(len(row.terms) for row in program.rows)]
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = starts
    lp.a_matrix_.index_ = [v for row in program.rows for v in row.terms]
    lp.a_matrix_.value_ = [float(factor) for row in program.rows for factor in row.terms.values()]
    highs.passModel(lp)
    highs.run()
    status = highs.getModelStatus()
    if status in (highspy.HighsModelStatus.kInfeasible, highspy.HighsModelStatus.kUnboundedOrInfeasible):
        return None
    if status != highspy.HighsModelStatus.kOptimal:
        raise RuntimeError(f"HiGHS ended with {status}")
    return [round(value) for value in highs.getSolution().col_value]


BACKENDS: dict[str, Callable[[Program, dict[int, int]], Solution]] = {
    "cp-sat": solve_with_cp_sat,
    "highs": solve_with_highs,
}


def answer(question: Question, solve: Callable[[Program, dict[int, int]], Solution]) -> dict[str, Any]:
    """The best tiles to play, or that there are none; the solution is checked row by row."""
    program, played = build(question)
    solution = solve(program, {played[kind]: question.weights[kind] for kind in KINDS})
    if solution is None:
        return {"playable": False}
    for terms, low, high in program.rows:
        if not low <= sum(factor * solution[v] for v, factor in terms.items()) <= high:
            raise RuntimeError("the answer breaks a row of the program")
    counts = [solution[variable] for variable in played]
    how = [f"{n} × {name}" for n, name in zip(solution, program.names, strict=True) if n and "played" not in name]
    weight = sum(map(int.__mul__, counts, question.weights))
    return {"playable": True, "weight": weight, "played": counts, "how": how}


def main() -> None:
    solve = BACKENDS[sys.argv[1]]
    for line in sys.stdin:
        try:
            reply = answer(Question(**json.loads(line)), solve)
        except Exception as error:  # the other process has to hear of it
            reply = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
