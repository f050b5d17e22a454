"""``tilery play``: two to six players at one terminal. Asks what was not given, then the host leads them."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random, SystemRandom
from typing import Annotated, NamedTuple, TypeVar

from rich.console import Console

from tilery.bots import LADDER
from tilery.bots.characters import CHARACTERS
from tilery.cli.command import option
from tilery.cli.files import read_text
from tilery.cli.options import EditionOption, HouseRulesOption, TileSetOption
from tilery.cli.output import console
from tilery.cli.play_bots import BotSeats, read_bots
from tilery.cli.play_clock import TurnTimer, read_clock
from tilery.cli.play_host import Ask, Host, Left
from tilery.errors import TileryError
from tilery.game import seeded_secret
from tilery.match import Length
from tilery.rules.edition import Edition, Rules, edition, edition_names, load_house_rules

__all__ = ["play", "play_at"]

_T = TypeVar("_T")
_LONGEST_NAME = 20

NamesOption = Annotated[str | None, option("--players", metavar="NAMES", help='Who plays, as in "Ann,Bo".')]
BotsOption = Annotated[
    str | None,
    option(
        "--bots",
        metavar="BOTS",
        help='Bots at the table too, as in "most-tiles,engine:./mybot.pl": levels, or commands that start an engine.',
    ),
]
RoundsOption = Annotated[int | None, option("--rounds", help="How many rounds, each of as many games as players.")]
GamesOption = Annotated[int | None, option("--games", help="How many games; one if neither is given.")]
RecordOption = Annotated[
    Path | None, option("--record", metavar="FILE", help="Keep the record in this new file, move by move.")
]
ClockOption = Annotated[
    str | None,
    option(
        "--clock",
        metavar="SECONDS",
        help='Seconds per turn, or "edition" for the time its rules give; no clock if not given.',
    ),
]
DrawsOption = Annotated[str | None, option("--seed", help="Draws that can be repeated: for simulation, not for play.")]


def play(
    edition_name: EditionOption = None,
    tile_set: TileSetOption = None,
    house: HouseRulesOption = None,
    players: NamesOption = None,
    rounds: RoundsOption = None,
    games: GamesOption = None,
    record: RecordOption = None,
    seed: DrawsOption = None,
    bots: BotsOption = None,
    clock: ClockOption = None,
) -> None:
    """Play at this terminal, two to six people and bots: racks hidden between turns, every rule enforced.

    What is not given is asked for.
    """
    length = Length(rounds=rounds, games=1 if rounds is None and games is None else games)
    play_at(console(), input, edition_name, tile_set, house, players, length, record, seed, bots, clock)


def play_at(
    console: Console,
    ask: Ask,
    edition_name: str | None = None,
    tile_set: str | None = None,
    house: str | None = None,
    players: str | None = None,
    length: Length | None = None,
    record: Path | None = None,
    seed: str | None = None,
    bots: str | None = None,
    clock: str | None = None,
    now: Callable[[], float] = time.monotonic,
) -> None:
    """Settle who plays what, and play; ``ask`` puts a question and gives the line that was typed."""
    host = None
    try:
        chosen = _given_edition(edition_name, house)
        if chosen is None:
            for number, name in enumerate(edition_names(), 1):
                console.print(f"{number}  {name:12}  {_in_a_line(edition(name))}")
            chosen = _until_right(console, ask, "Which edition? ", _typed_edition)
        if players is not None:
            people = _people(players)
            seated = _seated(chosen, tile_set, people, read_bots(bots or "", people))
        else:
            chosen.rules(tile_set)
            seated = _asked(console, ask, chosen, tile_set, bots)
            if record is None and (path := ask("File to keep the record in (Enter for none): ").strip()):
                record = Path(path)
        if seed is not None:
            console.print("A simulation: the draws follow from the seed, so this isn't a fair game.")
        secret = _fresh if seed is None else lambda game: seeded_secret(seed, game)
        chance = SystemRandom() if seed is None else Random(seed)
        rules, names, kinds = seated
        seconds = read_clock(clock, rules)
        host = Host(
            console,
            ask,
            chosen,
            rules,
            names,
            length or Length(games=1),
            secret,
            record,
            BotSeats(kinds, chance),
            lambda: TurnTimer(seconds, now),
        )
        host.play_match()
    except (Left, EOFError, KeyboardInterrupt):
        console.print("\nGood-bye." if host is None else f"\nThe match stops here. {host.kept()}", soft_wrap=True)


def _fresh(_game: int) -> str:
    return secrets.token_hex(32)


def _until_right(console: Console, ask: Ask, question: str, parse: Callable[[str], _T]) -> _T:
    while True:
        try:
            return parse(ask(question))
        except TileryError as error:
            console.print(error.text)


def _given_edition(name: str | None, house: str | None) -> Edition | None:
    if name is not None and house is not None:
        raise TileryError("usage", "give --edition or --rules, not both")
    if house is not None:
        return load_house_rules(read_text(house))
    return None if name is None else edition(name)


def _typed_edition(text: str) -> Edition:
    word, names = text.strip().lower(), edition_names()
    return edition(names[int(word) - 1] if word in map(str, range(1, len(names) + 1)) else word)


def _in_a_line(chosen: Edition) -> str:
    """What is particular to an edition.

    >>> _in_a_line(edition("classic-2002"))
    'jokers move freely; a tile just drawn can free one; over when the pool is empty'
    """
    rules = chosen.rules()
    parts = ["jokers move freely" if rules.freeing == "free" else "only the tile a joker stands for can free it"]
    if rules.mirror is not None:
        parts = [f"four kinds of joker; the mirror joker counts {'0' if rules.mirror == 'none' else 'its number'}"]
    if rules.drawn == "frees":
        parts.append("a tile just drawn can free one")
    if rules.table_in_opening:
        parts.append("use the table as soon as you've opened")
    if rules.pool_empty == "stop":
        parts.append("over when the pool is empty")
    if any(chosen.rules(tiles.name).players[1] > 4 for tiles in chosen.tile_sets):
        parts.append("up to six players")
    return "; ".join(parts)


class _Seated(NamedTuple):
    """Who sits where: the rules for so many, the names of people and bots by seat, and which bot sits in a seat."""

    rules: Rules
    names: tuple[str, ...]
    kinds: dict[int, str]


def _asked(console: Console, ask: Ask, chosen: Edition, tile_set: str | None, bots: str | None) -> _Seated:
    """Ask for people and bots until they can play together."""
    while True:
        people = _until_right(console, ask, "Who's playing? Names, separated by commas: ", _people)
        try:
            invited = _asked_bots(console, ask, people) if bots is None else read_bots(bots, people)
            return _seated(chosen, tile_set, people, invited)
        except TileryError as error:
            console.print(error.text)


def _asked_bots(console: Console, ask: Ask, people: Sequence[str]) -> dict[str, str]:
    for number, rung in enumerate(LADDER, 1):
        console.print(f"{number}  {rung.name:12}  {rung.summary}", soft_wrap=True)
    for one in CHARACTERS:
        console.print(f"   {one.name:12}  {one.summary}", soft_wrap=True)
    question = "Any bots? Numbers or names, separated by commas (Enter for none): "
    return _until_right(console, ask, question, lambda text: read_bots(text, people))


def _people(text: str) -> tuple[str, ...]:
    """The people named, no two alike."""
    names = tuple(" ".join(name.split()) for name in text.split(","))
    if any(not 0 < len(name) <= _LONGEST_NAME or not name.isprintable() for name in names):
        raise TileryError("players", f"a name needs 1 to {_LONGEST_NAME} printable characters")
    if len({name.casefold() for name in names}) < len(names):
        raise TileryError("players", "two players have the same name")
    return names


def _seated(chosen: Edition, tile_set: str | None, people: Sequence[str], bots: Mapping[str, str]) -> _Seated:
    """People, then bots, and rules for so many: with the tile set asked for, or the first that will do."""
    count = len(people) + len(bots)
    options = [chosen.rules(tile_set)] if tile_set else [chosen.rules(tiles.name) for tiles in chosen.tile_sets]
    for rules in options:
        if rules.players[0] <= count <= rules.players[1]:
            return _Seated(rules, (*people, *bots), dict(enumerate(bots.values(), len(people))))
    least, most = options[0].players[0], max(rules.players[1] for rules in options)
    tiles = f" with tile set {tile_set}" if tile_set else ""
    raise TileryError("players", f"{chosen.title}{tiles} is for {least} to {most} players, not {count}")
