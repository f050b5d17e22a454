"""What stored changes did to a table, one after the other: for a process that follows, and for those kept behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from tilery.game import Game, evolve, new_game
from tilery.server.store.rows import Change
from tilery.server.table.decide import Outcome
from tilery.server.table.table import Move, State, decode_moves, secret_of

__all__ = ["outcomes"]


def outcomes(state: State, changes: Sequence[Change], commitment: str | None = None) -> Iterator[tuple[Outcome, float]]:
    """Each change as an outcome, and when it was made.

    ``state`` has the game as it was before them and the rest of the table as it is after the last. With a commitment
    the game begins without its secret: it is then seen as it was seen at the time.
    """
    terms, live, game = state.terms, state.live, state.game
    stored = [(change, decode_moves(change.moves)) for change in changes]
    for change, moves in stored:
        if change.kind == "began":
            game = _begun(state, [move for c, found in stored if c.game == live.game for move in found], commitment)
        for move in moves:
            for event in move.events:
                assert game is not None, "only a game that has begun has events"
                game = evolve(game, event)
        told = tuple((move.action, move.events) for move in moves)
        now = State(terms, msgspec.structs.replace(live, revision=change.revision), game)
        yield Outcome(now, change.kind, change.seat, told), change.at


def _begun(state: State, moves: Sequence[Move], commitment: str | None) -> Game:
    secret = secret_of(state.live, moves) if commitment is None else None
    return new_game(state.terms.rules, len(state.live.seats), secret, commitment)
