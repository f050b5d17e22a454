"""A table: its terms, who sits where, how far its match is. Immutable values; ``decide`` makes the next one.

``Terms`` never change. ``Live`` changes with every revision. Both are stored as they are; the game that is
being played is rebuilt from the changes stored since it began.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from tilery.game import Action, Ended, Event, Game, commitment, evolve, new_game
from tilery.match import Length, ScoreSheet
from tilery.match.sheet import Entry
from tilery.rules.edition import Rules
from tilery.server.store.rows import TableRow
from tilery.server.table.setup import Clock, Setup, Spectators
from tilery.wire import from_plain, to_plain

__all__ = [
    "Live",
    "Move",
    "Pause",
    "Phase",
    "PublicSeat",
    "PublicTable",
    "PublicTerms",
    "Seat",
    "State",
    "Terms",
    "decode_moves",
    "encode_moves",
    "encode_terms",
    "from_row",
    "game_id",
    "public",
    "public_terms",
    "rebuild",
    "seat_of",
    "sheet",
    "to_row",
]

Phase = Literal["gathering", "playing", "between", "over"]


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat: who holds it, and what they have said about going on.

    ``level`` is a bot's; ``stand_in`` is the level of the bot that plays for a person who is away, and ``left``
    says that they went by themselves. ``bank`` is what is left of the time bank, in seconds.
    """

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    guest: str | None = None
    level: str | None = None
    ready: bool = False
    words: str = ""
    stand_in: str | None = None
    left: bool = False
    bank: float = 0.0
    turns: int = 0

    @property
    def bot(self) -> str | None:
        """The level of the bot that plays here now, ``None`` for a person."""
        return self.level if self.kind == "bot" else self.stand_in

    @property
    def present(self) -> bool:
        """Whether a person plays here now."""
        return self.kind == "person" and self.stand_in is None


class Pause(msgspec.Struct, frozen=True):
    """Who wants a pause; once all do the clock stands still, ``used`` seconds into the turn."""

    agreed: tuple[int, ...]
    since: float | None = None
    used: float = 0


class Terms(msgspec.Struct, frozen=True):
    """What was settled when the table was made."""

    id: str
    code: str
    created: float
    setup: Setup
    rules: Rules


class Live(msgspec.Struct, frozen=True, omit_defaults=True):
    """What changes: every change makes the revision one more.

    ``moved`` is the revision of the last change to the game: a move made at an older one is stale. ``secret``
    belongs to the game being played, or between games to the next; ``game`` is the id of the game being played or
    played last. ``turn`` is whose turn it is, ``turn_at`` is when the turn began,
    ``deadline`` when the server must look at this table again.
    """

    host: str
    seats: tuple[Seat, ...]
    secret: str
    phase: Phase = "gathering"
    revision: int = 0
    moved: int = 0
    match: int = 1
    number: int = 0
    game: str = ""
    entries: tuple[Entry, ...] = ()
    began: float = 0
    turn: int | None = None
    turn_at: float = 0
    deadline: float | None = None
    pause: Pause | None = None
    kicked: tuple[str, ...] = ()
    active: float = 0
    abandoned: bool = False


class State(msgspec.Struct, frozen=True):
    """A table at one revision; ``game`` is the game being played or just ended, ``None`` before the first."""

    terms: Terms
    live: Live
    game: Game | None = None

    @property
    def paused(self) -> bool:
        """Whether the clock stands still by agreement."""
        return self.live.pause is not None and self.live.pause.since is not None


class Move(msgspec.Struct, frozen=True):
    """A move of a game as stored: what was done and what happened."""

    action: Action
    events: tuple[Event, ...]


class PublicSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as everybody at the table sees it."""

    kind: Literal["open", "person", "bot"]
    name: str = ""
    level: str | None = None
    ready: bool = False
    words: bool = False
    stand_in: str | None = None
    left: bool = False
    bank: float | None = None


class PublicTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table as everybody there sees it. ``commitment`` is to the secret of the running or the next game.

    ``turn`` is whose turn it is, ``turn_at`` when it began by the server's clock, ``due`` when it ends, time bank
    included.
    """

    phase: Phase
    host: int | None
    seats: tuple[PublicSeat, ...]
    match: int
    number: int
    games: int
    entries: tuple[Entry, ...]
    winners: tuple[int, ...]
    commitment: str
    game: str
    turn: int | None = None
    turn_at: float | None = None
    due: float | None = None
    pause: Pause | None = None
    abandoned: bool = False


class PublicTerms(msgspec.Struct, frozen=True):
    """The terms of a table as everybody there sees them; ``rules`` is plain data."""

    id: str
    code: str
    created: float
    rules: dict[str, object]
    length: Length
    clock: Clock
    listed: bool
    shared: bool
    spectators: Spectators
    delay: int
    hints: bool


class _Stored(msgspec.Struct, frozen=True):
    terms: msgspec.Raw
    live: Live


def public_terms(terms: Terms) -> PublicTerms:
    """The terms as everybody at the table sees them."""
    setup = terms.setup
    return PublicTerms(
        terms.id,
        terms.code,
        terms.created,
        to_plain(terms.rules),
        setup.length,
        setup.clock,
        setup.listed,
        setup.shared,
        setup.spectators,
        setup.delay,
        setup.hints,
    )


def public(state: State, grace: float) -> PublicTable:
    """The table as everybody there sees it: no guest, no secret, no word that goes into the mixing."""
    live, game = state.live, state.game
    seats = tuple(
        PublicSeat(s.kind, s.name, s.level, s.ready, bool(s.words), s.stand_in, s.left, round(s.bank, 1) or None)
        for s in live.seats
    )
    running = live.phase == "playing" and live.deadline is not None and not state.paused
    person = running and game is not None and live.seats[game.turn].present
    return PublicTable(
        phase=live.phase,
        host=next((number for number, seat in enumerate(live.seats) if seat.guest == live.host), None),
        seats=seats,
        match=live.match,
        number=live.number,
        games=state.terms.setup.length.total(len(seats)),
        entries=live.entries,
        winners=sheet(state).winners if live.phase == "over" else (),
        commitment=game.commitment if game is not None and live.phase == "playing" else commitment(live.secret),
        game=live.game,
        turn=live.turn,
        turn_at=live.turn_at if live.phase == "playing" else None,
        due=live.deadline - grace if person and live.deadline is not None else None,
        pause=live.pause,
        abandoned=live.abandoned,
    )


def sheet(state: State) -> ScoreSheet:
    """The score sheet of the match."""
    names = tuple(seat.name for seat in state.live.seats)
    return ScoreSheet(names, state.terms.rules.match, state.live.entries)


def game_id(secret: str) -> str:
    """The id of the game with this secret: the beginning of its published commitment."""
    return commitment(secret)[:20]


def rebuild(terms: Terms, live: Live, moves: Sequence[Move]) -> Game | None:
    """The game that these moves make, ``None`` without any; its secret is the table's, or was shown at its end."""
    if not moves:
        return None
    game = new_game(terms.rules, len(live.seats), secret_of(live, moves))
    for move in moves:
        for event in move.events:
            game = evolve(game, event)
    return game


def secret_of(live: Live, moves: Sequence[Move]) -> str:
    """The secret of the game with these moves: shown at its end, until then the table's."""
    last = moves[-1].events[-1] if moves and moves[-1].events else None
    return last.secret if isinstance(last, Ended) else live.secret


def encode_moves(moves: Iterable[tuple[Action, tuple[Event, ...]]]) -> bytes:
    """Moves as the store keeps them with a change."""
    return msgspec.json.encode([{"action": to_plain(a), "events": to_plain(events)} for a, events in moves])


def decode_moves(data: bytes) -> tuple[Move, ...]:
    """Moves as :func:`encode_moves` wrote them."""
    return from_plain(msgspec.json.decode(data), tuple[Move, ...])


def seat_of(live: Live, guest: str | None, wanted: int | None = None) -> int | None:
    """Which seat is this guest's: the wanted one if it is theirs, else the first, ``None`` when they have none."""
    own = [number for number, seat in enumerate(live.seats) if guest is not None and seat.guest == guest]
    if wanted in own:
        return wanted
    return own[0] if own else None


def encode_terms(terms: Terms) -> msgspec.Raw:
    """The terms as stored; they never change, so this is worth keeping."""
    plain = {**msgspec.to_builtins(terms.setup, str_keys=True)}
    fixed = {"id": terms.id, "code": terms.code, "created": terms.created, "setup": plain}
    return msgspec.Raw(msgspec.json.encode({**fixed, "rules": to_plain(terms.rules)}))


def to_row(state: State, terms: msgspec.Raw) -> TableRow:
    """The table as the store keeps it; ``terms`` is what :func:`encode_terms` made of them."""
    live = state.live
    return TableRow(
        id=state.terms.id,
        code=state.terms.code,
        revision=live.revision,
        phase=live.phase,
        listed=state.terms.setup.listed,
        host=live.host,
        deadline=live.deadline,
        created=state.terms.created,
        active=live.active,
        guests=tuple(sorted({seat.guest for seat in live.seats if seat.guest is not None and not seat.left})),
        state=msgspec.json.encode(_Stored(terms, live)),
    )


def from_row(row: TableRow) -> tuple[Terms, Live, msgspec.Raw]:
    """Terms and present state of a stored table; the game is rebuilt from its changes by the caller."""
    stored = _DECODER.decode(row.state)
    return from_plain(msgspec.json.decode(stored.terms), Terms), stored.live, stored.terms


_DECODER = msgspec.json.Decoder(_Stored)
