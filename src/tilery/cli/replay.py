"""``tilery replay``: a recorded game, drawn move by move."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Annotated, Any

from click.exceptions import Exit
from rich.console import Console
from rich.text import Text

from tilery.cli.command import argument, option
from tilery.cli.drawing import draw_table, draw_tiles, tell
from tilery.cli.options import EditionOption, HouseRulesOption, JsonOption, TileSetOption
from tilery.cli.output import console, error_data, print_error, print_json, printable
from tilery.cli.records import check_rules_named, games_of, open_record
from tilery.cli.rulebook import Rulebook
from tilery.errors import TileryError
from tilery.game import Game, Phase, Played, Settled, TimeOut, new_game
from tilery.notation import Tiles
from tilery.record import GameRecord, MatchRecord, RecordError, Replayed
from tilery.wire import to_plain

__all__ = ["replay"]


def replay(
    file: Annotated[str, argument(metavar="FILE", help="The record of a game or a match, - for stdin.")],
    to: Annotated[
        int | None, option(metavar="N", help="Only the position after move N; 0 is before the first.")
    ] = None,
    game: Annotated[int | None, option(metavar="N", help="Only game N of a match, from 1.")] = None,
    edition_name: EditionOption = None,
    tile_set_name: TileSetOption = None,
    rules_file: HouseRulesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Draw a recorded game move by move.

    Of a damaged file all that stands before the damage is drawn. A record carries its rules; with
    --edition or --rules they must be exactly those. Nothing is proven here: see tilery verify.
    """
    book = Rulebook(edition_name, tile_set_name, rules_file)
    record, damage = open_record(file)
    if book.given:
        check_rules_named(record, book)
    shown = _chosen(record, game, to)
    show = _print_data if as_json else _draw
    damage = show(record, shown, to, damage)
    if damage is not None:
        raise Exit(print_error(damage, as_json=False))


def _chosen(record: GameRecord | MatchRecord, number: int | None, to: int | None) -> list[tuple[int, GameRecord]]:
    """The games to show, numbered from 1."""
    games = list(enumerate(games_of(record), 1))
    if number is not None:
        if not 1 <= number <= len(games):
            raise TileryError("game", f"there is no game {number}; the record has {len(games)}")
        return games[number - 1 : number]
    if to is not None and len(games) > 1:
        raise TileryError("game", f"the record has {len(games)} games: say which one with --game N")
    return games


def _position(record: GameRecord, to: int) -> tuple[int, Game, Replayed | None]:
    """The game after move ``to`` (negative: from the end), and the move itself."""
    number = to if to >= 0 else len(record.moves) + 1 + to
    if not 0 <= number <= len(record.moves):
        raise TileryError("move", f"there is no move {to}; the record has {len(record.moves)}")
    if number == 0:
        return 0, new_game(record.rules, len(record.names), None, record.commitment), None
    step = next(itertools.islice(record.replayed(), number - 1, None))
    return number, step.after, step


def _draw(
    record: GameRecord | MatchRecord, shown: list[tuple[int, GameRecord]], to: int | None, damage: RecordError | None
) -> RecordError | None:
    """Draw the games; the first move that cannot be ends it. What is wrong with the record, if anything."""
    out = console()
    for number, game in shown:
        if isinstance(record, MatchRecord):
            out.print(Text(f"game {number}", "bold underline"))
        try:
            if to is not None:
                at, state, step = _position(game, to)
                _draw_move(out, game, step) if step else out.print(Text(f"move {at}: nothing has happened yet", "bold"))
                _draw_position(out, game, state, step)
                continue
            for step in game.replayed():
                _draw_move(out, game, step)
                _draw_position(out, game, step.after, step)
        except RecordError as error:
            return error
        if game.result is None and damage is None:
            out.print("the record ends here, but the game doesn't")
    return damage


def _draw_move(out: Console, record: GameRecord, step: Replayed) -> None:
    text = Text().append(f"move {step.number}: ", "bold")
    if isinstance(step.action, TimeOut) and not any(isinstance(event, Settled) for event in step.events):
        text.append("time is up; ")
    text.append_text(Text("; ").join(tell(event, record.names) for event in step.events))
    out.print(text, soft_wrap=not out.is_terminal)


def _draw_position(out: Console, record: GameRecord, game: Game, step: Replayed | None) -> None:
    if game.phase is Phase.MIXING:
        return
    if game.table:
        played, before = _laid(step)
        width = out.width - 9 if out.is_terminal else None
        text = draw_table(game.table, played, before, width)
        text = Text("  table: ").append_text(Text("\n         ").join(text.split("\n")))
        out.print(text, soft_wrap=True)
    for seat, (name, rack) in enumerate(zip(record.names, game.racks, strict=True)):
        mark = ">" if seat == game.turn and game.phase is Phase.PLAYING else " "
        text = Text(f"{mark} {printable(name)} ({len(rack)}): ").append_text(draw_tiles(rack.sorted()))
        out.print(text, soft_wrap=not out.is_terminal)
    out.print(f"  pool: {len(game.pool)}")


def _laid(step: Replayed | None) -> tuple[Tiles, Any]:
    """The tiles that a move laid, and the table before it."""
    if step is None:
        return Tiles(), None
    laid = [
        event.tiles if isinstance(event, Played) else event.laid
        for event in step.events
        if isinstance(event, Played | Settled)
    ]
    return Tiles(itertools.chain.from_iterable(laid)), step.before.table


def _print_data(
    record: GameRecord | MatchRecord, shown: list[tuple[int, GameRecord]], to: int | None, damage: RecordError | None
) -> RecordError | None:
    games: list[dict[str, Any]] = []
    for number, game in shown:
        moves: list[dict[str, Any]] = []
        games.append({"game": number, "moves": moves})
        try:
            moves.extend(_moves_data(game, to))
        except RecordError as error:
            damage = error
            break
    rules = record.rules
    data = {"edition": rules.name, "tile_set": rules.tile_set.name, "names": list(record.names), "games": games}
    print_json(data if damage is None else data | {"error": error_data(damage)})
    return damage


def _moves_data(record: GameRecord, to: int | None) -> Iterator[dict[str, Any]]:
    if to is not None:
        number, state, step = _position(record, to)
        yield _move_data(number, state, step)
        return
    for step in record.replayed():
        yield _move_data(step.number, step.after, step)


def _move_data(number: int, game: Game, step: Replayed | None) -> dict[str, Any]:
    """A move and the position after it; the order of the pool stays hidden."""
    return {
        "move": number,
        "action": None if step is None else to_plain(step.action),
        "events": [] if step is None else [_event_data(event) for event in step.events],
        "phase": game.phase.value,
        "turn": game.turn if game.phase is Phase.PLAYING else None,
        "table": str(game.table),
        "racks": [str(rack.sorted()) for rack in game.racks],
        "pool": len(game.pool),
        "opened": list(game.opened),
        "resigned": sorted(game.resigned),
    }


def _event_data(event: Any) -> dict[str, Any]:
    plain: dict[str, Any] = to_plain(event)
    return {key: value for key, value in plain.items() if key != "pool"}
