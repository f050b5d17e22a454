"""``tilery puzzle``: one clever turn at a time; and making, proving and counting puzzles."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from typing import Annotated, Any

from rich.text import Text

from tilery.cli.command import argument, option
from tilery.cli.drawing import draw_table, draw_tiles
from tilery.cli.options import EditionOption, JobsOption, JsonOption
from tilery.cli.output import console, finish, print_json
from tilery.cli.puzzle_shelf import count_puzzles, make_puzzles, prove_puzzles
from tilery.errors import TileryError
from tilery.notation import Table, Tiles
from tilery.puzzles.days import date_of, day_of
from tilery.puzzles.glicko import NEWCOMER
from tilery.puzzles.proof import LEVELS
from tilery.puzzles.puzzle import THEMES, Puzzle, PuzzleTheme, TriedPuzzle, attempt
from tilery.puzzles.shelf import shipped
from tilery.rules.edition import edition
from tilery.rules.matching import matched_sets
from tilery.wire import to_plain

__all__ = ["puzzle"]

_TASKS: dict[PuzzleTheme, str] = {
    "everything": "Lay your whole rack.",
    "free-joker": "Free the joker, and lay your whole rack.",
    "only-play": "There's only one play. Find it.",
    "open": "Open with exactly these tiles.",
    "fewest": "Lay your whole rack, and move no more than {moved} of the table.",
    "special": "Lay your whole rack.",
}


def puzzle(
    which: Annotated[
        str,
        argument(
            metavar="WHICH",
            help="today if not given, next, the id of a puzzle; or make, prove, list.",
        ),
    ] = "today",
    theme: Annotated[str | None, option(metavar="NAME", help=f"With next: {', '.join(THEMES)}.")] = None,
    edition_name: EditionOption = None,
    rating: Annotated[int, option(metavar="N", bounds=(100, 3500), help="With next: how strong you are.")] = round(
        NEWCOMER.rating
    ),
    solve: Annotated[str | None, option(metavar="TABLE", help="Your answer: the whole table after the turn.")] = None,
    hint: Annotated[bool, option("--hint", help="What has to be touched.")] = False,
    show: Annotated[bool, option("--show", help="Show an answer, and another one if there is.")] = False,
    file: Annotated[
        str | None,
        option(metavar="FILE", help="With make, prove or list: another file of puzzles."),
    ] = None,
    games: Annotated[
        int, option(metavar="N", bounds=(0, None), help="With make: simulated games of each edition.")
    ] = 2000,
    records: Annotated[
        list[str] | None,
        option(metavar="FILE", help="With make: games that were played, looked through first; may be repeated."),
    ] = None,
    jobs: JobsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Solve puzzles: one clever turn, proven to be there.

    On a terminal you're asked for the table after your turn; hint, show and quit are answers too. With --solve it's
    judged at once: exit code 0 means solved.

    tilery puzzle make --file FILE makes puzzles from played games (--records) and simulated ones, and goes on where it
    stopped. prove proves every puzzle again. list counts them by theme, edition and difficulty.
    """
    match which:
        case "make":
            make_puzzles(file, games, records or ())
        case "prove":
            finish(prove_puzzles(file, jobs, as_json))
        case "list":
            count_puzzles(file, as_json)
        case _:
            if file is not None:
                raise TileryError("usage", "--file goes with make, prove or list")
            found = _find(which, _theme(theme), edition_name, rating)
            _play(found, solve, hint, show, as_json)


def _theme(name: str | None) -> PuzzleTheme | None:
    if name is not None and name not in THEMES:
        raise TileryError("theme", f"there is no theme {name!r}; there are {', '.join(THEMES)}")
    return name


def _find(which: str, theme: PuzzleTheme | None, edition_name: str | None, rating: int) -> Puzzle:
    shelf = shipped()
    if edition_name is not None:
        edition(edition_name)
    if which == "next":
        near = shelf.near(rating, random.Random(), theme, edition_name)
        if not near:
            raise TileryError("no-puzzle", "there is no such puzzle")
        return near[0]
    if theme is not None or edition_name is not None:
        raise TileryError("usage", "--theme and --edition go with next")
    if which == "today":
        return shelf.of_day(day_of(time.time()))
    found = shelf.find(which.lower())
    if found is None:
        raise TileryError("no-puzzle", f"there is no puzzle {which!r}: give today, next or the id of one")
    return found


def _play(found: Puzzle, solve: str | None, hint: bool, show: bool, as_json: bool) -> None:
    tried = None if solve is None else attempt(found, Table(solve))
    if as_json:
        data: dict[str, Any] = to_plain(found)
        if not show:
            del data["answers"]
        told = {"hints": list(_hints(found))} if hint else {}
        print_json({"puzzle": data, **told, **({} if tried is None else {"attempt": _data(tried)})})
    else:
        if tried is None or hint or show:
            _draw(found)
        for line in _hints(found) if hint else ():
            console().print(line)
        if show:
            _show(found)
        if tried is not None:
            _tell(found, tried)
        elif not hint and not show and sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
            tried = _ask(found)
    finish(tried is None or tried.solved)


def _data(tried: TriedPuzzle) -> dict[str, Any]:
    turn = tried.turn
    defects = to_plain(turn.defects)
    return {
        "solved": tried.solved,
        "legal": turn.legal,
        "played": str(turn.played),
        "moved": tried.moved,
        "defects": defects,
    }


def _draw(found: Puzzle) -> None:
    out = console()
    today = f"{date_of(day_of(time.time()))}, " if found is shipped().of_day(day_of(time.time())) else ""
    title = edition(found.edition).title
    out.print(Text(f"{today}puzzle {found.id}, {title}, rated {found.rating}", "dim"))
    moved = found.goal.moved or 0
    out.print(Text(_TASKS[found.theme].format(moved=f"{moved} tile{'' if moved == 1 else 's'}"), "bold"))
    width = out.width - 7 if out.is_terminal else None
    table = draw_table(Table(found.table), width=width) if found.table else Text("empty")
    out.print(Text("table: ").append_text(table), soft_wrap=True)
    out.print(Text("rack:  ").append_text(draw_tiles(Tiles(found.rack))), soft_wrap=True)


def _hints(found: Puzzle) -> Iterator[str]:
    """What has to be touched, then which sets that are."""
    proof = found.proof
    if found.opened or proof.touched:
        touched, moved = _count(proof.touched, "set"), _count(proof.moved, "tile")
        yield f"It takes {touched} of the table at least, and {moved} of it to be moved."
    after = Table(found.answers[0])
    gone, new = matched_sets(Table(found.table), after)
    yield f"You could take {' and '.join(map(str, gone))}." if gone else f"One of the sets is {after[new[0]]}."


def _show(found: Puzzle) -> None:
    out = console()
    for number, text in enumerate(found.answers):
        after = Table(text)
        played = attempt(found, after).turn.played
        drawn = draw_table(after, played, Table(found.table), out.width - 8 if out.is_terminal else None)
        out.print(Text("other:  " if number else "answer: ").append_text(drawn), soft_wrap=True)
    out.print(_solutions(found))


def _solutions(found: Puzzle) -> str:
    count = f"more than {found.solutions}" if found.more else str(found.solutions)
    overlooked = f"{found.proof.overlooked} of {len(LEVELS)} levels of bots overlook it"
    return f"There {'is' if count == '1' else 'are'} {count} solution{'' if count == '1' else 's'}; {overlooked}."


def _tell(found: Puzzle, tried: TriedPuzzle) -> None:
    out = console()
    if tried.solved:
        out.print(Text("solved", "bold green"))
        out.print(_solutions(found))
        return
    out.print(Text("not yet", "bold"))
    for defect in tried.turn.defects:
        out.print(f"- {defect.text}", soft_wrap=True)
    if tried.turn.legal:
        most = found.goal.moved
        left = Tiles(found.rack).without(tried.turn.played)
        if found.goal.lay == "all" and left:
            out.print(f"- still on the rack: {left}")
        elif most is not None:
            out.print(f"- this moves {_count(tried.moved, 'tile')} of the table, and {most} will do")


def _ask(found: Puzzle) -> TriedPuzzle | None:
    """Ask for tables until one solves it."""
    out = console()
    hints = _hints(found)
    while True:
        try:
            text = input("your table, hint, show or quit: ").strip()
        except EOFError:
            return None
        match text.lower():
            case "":
                continue
            case "quit" | "q":
                return None
            case "hint" | "h":
                out.print(next(hints, "That's all there is to say: show has the answer."))
            case "show":
                _show(found)
                return None
            case _:
                try:
                    tried = attempt(found, Table(text))
                except TileryError as error:
                    out.print(error.text, soft_wrap=True)
                    continue
                _tell(found, tried)
                if tried.solved:
                    return tried


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
