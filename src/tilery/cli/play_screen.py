"""What the players at a terminal see: the screen of a turn, the referee's word, help, the end of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from tilery.bots import Fault, Why
from tilery.cli.draft import EDITS, DraftedTurn
from tilery.cli.drawing import draw_sheet, draw_table, draw_tiles, tell
from tilery.cli.output import printable
from tilery.errors import TileryError
from tilery.game import Ended, Event, IllegalActionError, Played, View
from tilery.match import ScoreSheet
from tilery.notation import Table
from tilery.rules.edition import ROWS, Edition, Rules, booklet_name
from tilery.rules.matching import matched_sets
from tilery.rules.reading import read
from tilery.rules.turn import Defect
from tilery.tiles import HIGHEST, Kind

__all__ = ["draw_bot_move", "draw_ending", "draw_help", "draw_refusal", "draw_rules", "draw_turn", "draw_verdict"]

_LONGEST_WORDS = 200


def draw_turn(
    seen: View, names: Sequence[str], draft: DraftedTurn, news: Sequence[Text], by_number: bool, width: int
) -> Group:
    """The screen of the player to move: the others, the table as the draft has it, the own rack."""
    me = seen.seat or 0
    others = ", ".join(_player(seen, seat, name) for seat, name in enumerate(names) if seat != me)
    rack = sorted(draft.rack, key=_by_number) if by_number else draft.rack.sorted()
    opening = "" if draft.opened else f", opening needs {draft.rules.opening}"
    return Group(
        Text(f"{others}; {seen.pool} in the pool\n"),
        *news,
        Text("Table", "bold"),
        _draw_sets(draft, width),
        Text(f"\n{names[me]}, {len(rack)} on the rack{opening}", "bold"),
        Text("  ") + draw_tiles(rack),
        *([Text("  played: ") + draw_tiles(sorted(draft.laid.elements()))] if draft.laid else []),
        Text("\ncheck, undo or done?" if draft.moved else "\nhelp shows what you can type", "dim"),
    )


def _draw_sets(draft: DraftedTurn, width: int) -> Text:
    """The sets with their numbers: those not legal yet marked !, the tiles laid now highlighted."""
    laid, drawn = draft.laid, dict[int, Text]()
    new = matched_sets(draft.before, draft.sets)[1]
    for place in [*new, *range(len(draft.sets))]:
        if place not in drawn:
            tiles = draft.sets[place]
            mark = " " if read(tiles, draft.rules.mirror) else "!"
            drawn[place] = Text(f"{place + 1:>4}{mark} ") + draw_tiles(tiles, laid.elements())
            laid = laid - Counter(tiles)
    text, used = Text(), 0
    for _, part in sorted(drawn.items()):
        full = used > 0 and used + len(part) > width
        text.append("\n" if full else "").append_text(part)
        used = len(part) if full else used + len(part)
    return text if drawn else Text("  no sets yet")


def _player(seen: View, seat: int, name: str) -> str:
    state = "resigned" if seat in seen.resigned else "opened" if seen.opened[seat] else "not opened"
    return f"{name} has {seen.counts[seat]} ({state})"


def _by_number(kind: Kind) -> tuple[int, int]:
    return (HIGHEST + 1, kind) if kind.is_joker else (kind.number, kind)


def draw_verdict(draft: DraftedTurn) -> Text:
    """The referee's word on a draft: how its jokers read, all that is still wrong, what it is worth."""
    found = draft.verdict()
    readings = [(tiles, read(tiles, draft.rules.mirror)) for tiles in draft.sets if max(tiles).is_joker]
    lines = [f"- {tiles} reads {reading.text}" for tiles, reading in readings if reading]
    lines += map(_defect, found.defects)
    if found.opening_value is not None and found.opening_value >= draft.rules.opening:
        lines.append(f"- worth {found.opening_value}, enough for the opening")
    if found.legal:
        lines.append(f"- a legal turn that plays {found.played}: type done to end it")
    return Text("\n".join(lines))


def draw_refusal(error: TileryError) -> Text:
    """Why something is refused: every defect, with its rule and where that stands."""
    defects = error.defects if isinstance(error, IllegalActionError) else ()
    return Text("\n".join(map(_defect, defects)) or f"- {error.text}", "red")


def _defect(defect: Defect) -> str:
    return f"- {defect.text} [{defect.rule}, {booklet_name(defect.booklet, short=True)}]"


def draw_bot_move(event: Event, names: Sequence[str], before: Table, fault: Fault | None, why: Why | None) -> Text:
    """What a bot did: the tiles it laid and why, the sets that are gone and the new ones, or why it had to draw.

    Why it drew of its own will is not told: that would be about its rack.
    """
    text = tell(event, names)
    if fault is not None:
        return text.append(f", because it made no move of its own: {printable(fault.text)[:_LONGEST_WORDS]}")
    if not isinstance(event, Played):
        return text
    if why is not None:
        text.append(f": {printable(why.text)[:_LONGEST_WORDS]}")
    gone, new = matched_sets(before, event.table)
    if gone:
        text.append("\n  gone: ").append_text(draw_table(Table(gone)))
    return text.append("\n  new:  ").append_text(draw_table(Table([event.table[place] for place in new]), event.tiles))


def draw_ending(result: Ended, names: Sequence[str], sheet: ScoreSheet) -> Group:
    """The end of a game: every rack, the score sheet, and the secret."""
    racks = [
        Text(f"  {name}: ") + (draw_tiles(rack.sorted()) if rack else Text("no tiles left"))
        for name, rack in zip(names, result.racks, strict=True)
    ]
    proof = "Its SHA-256 is the one shown at the start; with your words it gives every draw of this game."
    return Group(*racks, draw_sheet(sheet), Text(f"The secret was {result.secret}\n{proof}"))


_HELP = {
    **{command.usage: command.help for command in EDITS.values()},
    "sort colour, sort number": "sort your rack",
    "check": "what the referee would say, and what it's worth",
    "done": "end your turn with the table as it is",
    "draw": "take a tile instead; with the pool empty: pass",
    "keep": "keep the tile just drawn, where it might free a joker",
    "resign, quit": "give up this game; stop the match for all",
    "rules, help": "the edition's rules; this page",
}


def draw_help(rules: Rules) -> Group:
    """Every command, and what the terminal does not do."""
    limit = f" the {rules.time_limit} seconds of a turn" if rules.time_limit else " time"
    return Group(
        _pairs(_HELP.items()),
        Text("You can shorten commands: a r7 3. Tiles: k r b y and 1 to 13; jokers j d c m."),
        Text(f"A set marked ! is not legal yet. tilery play --clock keeps{limit}."),
    )


def draw_rules(edition: Edition, rules: Rules) -> Group:
    """The edition's rows, with our words on each."""
    words = {True: "yes", False: "no", None: "none"}
    rows = [(name, edition.rows[name]) for name in ROWS if name not in ("tile_sets", "players")]
    shown = [(name.replace("_", " "), f"{words.get(row.value, row.value)}: {row.note}") for name, row in rows]
    return Group(Text(f"{edition.title}, tile set {rules.tile_set.name}: {rules.tile_set}"), _pairs(shown))


def _pairs(pairs: Iterable[tuple[str, str]]) -> Grid:
    grid = Grid.grid(padding=(0, 2))
    for left, right in pairs:
        grid.add_row(Text(f"  {left}"), Text(right))
    return grid
