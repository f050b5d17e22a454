"""What a host chooses when a table is set up: rules, seats, length, clock, and who may look on.

>>> rules_of(Setup(edition="sabra", house={"opening": 25})).opening
25
>>> check(Setup(edition="sabra", seats=("me", "open", "grandmaster")))
Traceback (most recent call last):
    ...
tilery.errors.TileryError: there is no bot 'grandmaster'; there are newcomer, ...
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from tilery.bots.fair import is_fair
from tilery.bots.ladder import level
from tilery.errors import TileryError
from tilery.game import TakenUp, check_taken_up
from tilery.match import Length
from tilery.notation import Table, Tiles
from tilery.rules.edition import Rules, edition, house_rules
from tilery.rules.misfit import RulesError, misfit
from tilery.rules.position import LONGEST_TEXT
from tilery.server.text import LONGEST_HOUSE_NAME, LONGEST_NAME, clean
from tilery.tiles import DOUBLE

__all__ = [
    "HIGHEST_OPENING",
    "LONGEST_TURN",
    "ME",
    "OPEN",
    "BotPace",
    "PlayOn",
    "Setup",
    "Spectators",
    "TurnClock",
    "check",
    "clock_of",
    "rules_of",
    "taken_up",
    "tidied",
]

ME, OPEN = "me", "open"

SHORTEST_TURN = 5
LONGEST_TURN = 14 * 86_400
"""The quickest and the slowest clock, in seconds: two weeks a turn."""

HIGHEST_OPENING = 200
"""The highest opening with special jokers, more than the 14 highest tiles are worth. What an opening comes to is
searched for, and with these jokers the search for still more takes long enough for other tables to notice."""

WrittenTiles = Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)]

Spectators = Literal["none", "table", "racks"]
"""Who is not seated sees nothing, the table, or after a delay also the racks."""


BotPace = Literal["calm", "normal", "quick"]
"""How much time bots take for their moves."""


class TurnClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a turn may take, in seconds, ``None`` for as long as one likes; then ``bank`` seconds for a whole game.

    Days a turn are just many seconds: ``TurnClock(turn=2 * 86_400)``.
    """

    turn: Annotated[int, msgspec.Meta(ge=SHORTEST_TURN, le=LONGEST_TURN)] | None = None
    bank: Annotated[int, msgspec.Meta(ge=0, le=86_400)] = 0


class PlayOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where every game of a table is taken up, tiles in notation: see :class:`tilery.game.TakenUp`."""

    racks: Annotated[tuple[WrittenTiles, ...], msgspec.Meta(max_length=6)]
    table: WrittenTiles
    opened: Annotated[tuple[bool, ...], msgspec.Meta(max_length=6)]
    turn: int
    starter: int = 0
    last: int | None = None
    passes: int = 0
    resigned: Annotated[tuple[int, ...], msgspec.Meta(max_length=6)] = ()


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table as its host wants it.

    ``seats`` in clockwise order are ``"me"`` for the host, ``"open"``, or a bot's level: of the ladder, of a character
    such as ``"hoarder:skilled"``, or ``"fair"`` and ``"hoarder:fair"``, chosen before every game by the host's results.
    ``house`` are rows of the edition changed by the house. ``shared`` is for people around one screen: every seat that
    is not a bot's is the host's, with one of ``names`` each. Without a ``clock`` a turn has the rules' own time.
    ``stand_in`` is the level of the bot that plays for somebody who has left, ``pace`` how much time bots take.
    ``talk`` has bots say why they did something. ``play_on`` is the position of another game to play on from, alone
    with bots.
    """

    edition: Annotated[str, msgspec.Meta(max_length=40)] = "sabra"
    tile_set: Annotated[str, msgspec.Meta(max_length=20)] | None = None
    house: dict[str, Any] = {}
    house_name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)] = "house"
    seats: Annotated[tuple[str, ...], msgspec.Meta(min_length=2, max_length=6)] = (ME, OPEN)
    names: Annotated[tuple[str, ...], msgspec.Meta(max_length=6)] = ()
    shared: bool = False
    length: Length = Length(games=1)
    clock: TurnClock | None = None
    listed: bool = False
    spectators: Spectators = "table"
    delay: Annotated[int, msgspec.Meta(ge=30, le=3600)] = 120
    hints: bool = False
    stand_in: Annotated[str, msgspec.Meta(max_length=40)] = "regular"
    pace: BotPace = "normal"
    talk: bool = False
    play_on: PlayOn | None = None


def rules_of(setup: Setup) -> Rules:
    """The rules these choices come to; whatever is wrong with them is a :class:`TileryError`."""
    base = edition(setup.edition)
    if setup.house:
        if len(msgspec.json.encode(setup.house)) > 4_000:
            raise TileryError("rules", "house rules have at most 4000 characters")
        base = house_rules(base, setup.house, setup.house_name)
    rules = base.rules(setup.tile_set)
    if rules.opening > HIGHEST_OPENING and any(rules.tile_set.counts[DOUBLE:]):
        raise RulesError([misfit("too-large", "opening")])
    return rules


def clock_of(setup: Setup, rules: Rules) -> TurnClock:
    """The clock of a table: the host's own, else the time its rules give a turn.

    >>> clock_of(Setup(), rules_of(Setup(edition="sabra"))).turn
    120
    >>> clock_of(Setup(clock=TurnClock()), rules_of(Setup(edition="sabra"))).turn is None
    True
    """
    if setup.clock is not None:
        return setup.clock
    limit = rules.time_limit
    return TurnClock(None if limit is None else min(max(limit, SHORTEST_TURN), LONGEST_TURN))


def tidied(setup: Setup) -> Setup:
    """The same with every name as it is shown; one that is not fit to be is refused.

    >>> tidied(Setup(names=("Ann ", ""), house_name="Grandma's\u00a0 rules")).house_name
    "Grandma's rules"
    """
    names = tuple([name and clean(name, LONGEST_NAME) for name in setup.names])
    house_name = clean(setup.house_name, LONGEST_HOUSE_NAME, "the name of house rules", "rules")
    return msgspec.structs.replace(setup, names=names, house_name=house_name)


def check(setup: Setup) -> Rules:
    """Refuse what cannot be played, and give the rules."""
    rules = rules_of(setup)
    least, most = rules.players
    if not least <= len(setup.seats) <= most:
        raise TileryError(
            "players",
            f"{rules.name} with tile set {rules.tile_set.name} is for {least} to {most} players, "
            f"not {len(setup.seats)}",
        )
    for wanted in {*setup.seats, setup.stand_in} - {ME, OPEN}:
        if wanted == setup.stand_in or not is_fair(wanted):
            level(wanted)
    if setup.shared and OPEN in setup.seats:
        raise TileryError("seats", "around one screen no seat is open: the host fills them all")
    if not setup.shared and setup.seats.count(ME) > 1:
        raise TileryError("seats", "a host sits in one seat only, unless the screen is shared")
    if ME not in setup.seats and OPEN not in setup.seats:
        raise TileryError("seats", "at least one seat is for a person")
    _check_play_on(setup, rules)
    clock = clock_of(setup, rules)
    if clock.bank and clock.turn is None:
        raise TileryError("clock", "a time bank needs a time for each turn")
    if setup.spectators == "racks" and (clock.turn is None or clock.turn + clock.bank > setup.delay):
        # Whoever thinks for longer than spectators are kept behind could look at the others' racks meanwhile.
        raise TileryError(
            "spectators", "racks are shown only where a turn, time bank included, is over before the delay"
        )
    return rules


def taken_up(setup: Setup) -> TakenUp | None:
    """Where the games of a table begin, ``None`` where the tiles are dealt."""
    if setup.play_on is None:
        return None
    written = msgspec.structs.asdict(setup.play_on)
    racks = tuple(map(Tiles, setup.play_on.racks))
    return TakenUp(**{**written, "racks": racks, "table": Table(setup.play_on.table)})


def _check_play_on(setup: Setup, rules: Rules) -> None:
    """Whoever brings a position knows every rack: so nobody else sits there, and no match hangs on it."""
    try:
        taken = taken_up(setup)
        if taken is not None:
            check_taken_up(rules, len(setup.seats), taken)
    except TileryError as error:
        raise TileryError("position", error.text) from None
    if taken is None:
        return
    if setup.seats.count(ME) != 1 or OPEN in setup.seats or setup.shared:
        raise TileryError("seats", "a position is played on by one person, with bots in all other seats")
    if setup.length != Length(games=1) or setup.listed:
        raise TileryError("position", "a position is played on in a single game that isn't listed")
    if setup.seats.index(ME) in taken.resigned:
        raise TileryError("seats", "whoever plays on hasn't resigned")
