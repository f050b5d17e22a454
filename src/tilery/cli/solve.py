"""``tilery solve``: the best play of a turn."""

from __future__ import annotations

import sys
from typing import Annotated, Any, Literal

from rich.text import Text

from tilery.cli.batch import BatchLine, in_field, run_batch
from tilery.cli.command import option
from tilery.cli.drawing import draw_table, draw_tiles
from tilery.cli.drawn_tile import DrawnOption, drawn_tile
from tilery.cli.options import BatchOption, EditionOption, HouseRulesOption, JsonOption, OpeningOption, TileSetOption
from tilery.cli.output import console, print_json
from tilery.cli.rulebook import Rulebook
from tilery.errors import TileryError
from tilery.notation import Table, Tiles
from tilery.rules import Rules
from tilery.solver import FewestChanges, Question, Solution, Step, compiled, fewest_changes, steps
from tilery.wire import to_plain

__all__ = ["solve"]

_SLOW = "the compiled solver is not installed: the answers are the same, only slower"


class SolveLine(BatchLine, frozen=True, kw_only=True):
    """A line of ``tilery solve --batch``."""

    table: str
    rack: str
    opening: bool | None = None
    objective: Literal["tiles", "value"] | None = None
    drawn: str | None = None


class Extras:
    """What is wanted besides the best play, the same for every position."""

    def __init__(self, alternatives: int, fewest: bool, with_steps: bool) -> None:
        if not 0 <= alternatives <= 1000:
            raise TileryError("usage", "--alternatives must be from 0 to 1000")
        self.alternatives = alternatives
        self.fewest = fewest
        self.with_steps = with_steps

    def answer(self, question: Question) -> tuple[list[Solution], FewestChanges | None]:
        """The best play and the alternatives asked for; with the fewest changes if that is wished."""
        plays = list(question.plays(1 + self.alternatives))
        changed = fewest_changes(question, plays[0]) if self.fewest and plays else None
        if changed is not None:
            plays[0] = changed.play
        return plays, changed


def solve(
    table: Annotated[str | None, option(metavar="TABLE", help="The table before the turn.")] = None,
    rack: Annotated[str | None, option(metavar="RACK", help="The player's rack.")] = None,
    opening: OpeningOption = False,
    drawn: DrawnOption = None,
    objective: Annotated[
        str, option(metavar="tiles|value", help="Most tiles (then value), or most value (then tiles).")
    ] = "tiles",
    keep: Annotated[str, option(metavar="TILES", help="Rack tiles that have to stay.")] = "",
    must: Annotated[str, option(metavar="TILES", help="Rack tiles that have to be played.")] = "",
    alternatives: Annotated[int, option(metavar="N", help="How many other plays to show too, best first.")] = 0,
    fewest: Annotated[
        bool,
        option("--fewest-changes", help="The best play that breaks the fewest sets and moves the fewest tiles."),
    ] = False,
    with_steps: Annotated[bool, option("--steps", help="The play step by step, as your hands would do it.")] = False,
    edition_name: EditionOption = None,
    tile_set_name: TileSetOption = None,
    rules_file: HouseRulesOption = None,
    batch: BatchOption = None,
    as_json: JsonOption = False,
) -> None:
    """Find the best play: the most tiles or the most value, exactly.

    A line of a batch: {"id", "edition", "tile_set", "table", "rack", "opening", "objective", "drawn"}.
    """
    book = Rulebook(edition_name, tile_set_name, rules_file)
    extras = Extras(alternatives, fewest, with_steps)
    if objective not in ("tiles", "value"):
        raise TileryError("usage", f"--objective must be tiles or value, not {objective!r}")
    goal: Literal["tiles", "value"] = "tiles" if objective == "tiles" else "value"
    held, forced = in_field("keep", Tiles, keep), in_field("must", Tiles, must)
    if not compiled():
        print(f"note: {_SLOW}", file=sys.stderr)

    def ask(rules: Rules, line: SolveLine) -> Question:
        on_rack = in_field("rack", Tiles, line.rack)
        opened = not (opening if line.opening is None else line.opening)
        return Question(
            rules,
            in_field("table", Table, line.table),
            on_rack,
            opened=opened,
            objective=line.objective or goal,
            must=forced,
            keep=held,
            drawn=drawn_tile(rules, on_rack, opened, line.drawn),
        )

    if batch is not None:
        if any(given is not None for given in (table, rack, drawn)):
            raise TileryError("usage", "give a position, or --batch FILE")
        run_batch(
            batch,
            SolveLine,
            lambda line: _data(extras, ask(book.rules(line.edition, line.tile_set), line)),
            progress=True,
        )
        return
    if table is None or rack is None:
        raise TileryError("usage", 'give --table TABLE and --rack RACK ("" is empty), or --batch FILE')
    question = ask(book.rules(), SolveLine(table=table, rack=rack, drawn=drawn))
    if as_json:
        print_json({"id": None, **_data(extras, question)})
    else:
        _draw(extras, question)


def _data(extras: Extras, question: Question) -> dict[str, Any]:
    """The answer as JSON data."""
    plays, changed = extras.answer(question)
    if not plays:
        return {"playable": False, "tiles": 0, "value": 0}
    data = {"playable": True, **_play_data(plays[0])}
    if changed is not None:
        data["changes"] = {"broken": changed.broken, "moved": changed.moved, "proven": changed.proven}
    if extras.with_steps:
        data["steps"] = [to_plain(step._asdict()) for step in steps(question.table, plays[0], question.rack)]
    if extras.alternatives:
        data["alternatives"] = [_play_data(play) for play in plays[1:]]
    return data


def _play_data(play: Solution) -> dict[str, Any]:
    return {
        "tiles": play.tiles,
        "value": play.value,
        "played": str(play.played),
        "table": str(play.table),
        "reads": " | ".join(reading.text for reading in play.readings),
        "goes_out": play.goes_out,
        "proven": play.proven,
    }


def _draw(extras: Extras, question: Question) -> None:
    out = console()
    plays, changed = extras.answer(question)
    if not plays:
        out.print("nothing can be played")
        return
    best = plays[0]
    out.print(_headline(best, "best"), soft_wrap=True)
    if changed is not None:
        certain = "" if changed.proven else " (the best found in the time, not proven)"
        out.print(f"breaks {_count(changed.broken, 'set')}, moves {_count(changed.moved, 'tile')}{certain}")
    width = out.width - 7 if out.is_terminal else None
    drawn = draw_table(best.table, best.played, question.table, width)
    out.print(Text("table: ").append_text(drawn), soft_wrap=True)
    for reading in best.readings:
        if any(kind.is_joker for kind in reading.tiles):
            out.print(Text("reads: ").append_text(draw_tiles(reading.tiles)).append(f" as {reading.text}"))
    if extras.with_steps:
        for number, step in enumerate(steps(question.table, best, question.rack), 1):
            out.print(f"{number:3}. {_say(step)}", soft_wrap=True)
    for play in plays[1:]:
        out.print(_headline(play, "also"), soft_wrap=True)


def _say(step: Step) -> str:
    """A move of the hand in words."""
    match step.kind:
        case "take":
            return f"take {step.tiles} from {step.set}"
        case "split":
            return f"split {step.set}: {step.tiles} on its own"
        case "join":
            return f"join {step.set} to {step.onto}"
        case "add":
            return f"add {step.tiles} to {step.set}"
        case "lay":
            return f"play {step.tiles}"


def _headline(play: Solution, word: str) -> Text:
    text = Text(f"{word}: {_count(play.tiles, 'tile')} worth {play.value}: ").append_text(draw_tiles(play.played))
    if play.goes_out:
        text.append(", going out", "bold green")
    if not play.proven:
        text.append(" (not proven: the search was cut short)", "dim")
    return text


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
