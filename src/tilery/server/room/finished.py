"""A game that has just ended, as its players' histories keep it."""

from __future__ import annotations

import msgspec

from tilery.server.store.rows import FinishedGame, Result
from tilery.server.table.decide import Outcome
from tilery.wire import to_plain

__all__ = ["finished_game"]


def finished_game(outcome: Outcome, now: float) -> FinishedGame | None:
    """The game that ended with this, ``None`` if none did."""
    state, ended = outcome.state, outcome.ended
    if ended is None or state.game is None:
        return None
    live, rules, game = state.live, state.terms.rules, state.game
    results = tuple(
        Result(
            seat=number,
            guest=seat.guest if seat.kind == "person" else None,
            name=seat.name,
            bot=seat.bot,
            score=ended.scores[number],
            won=ended.winner == number,
            tiles_left=len(ended.racks[number]),
            turns=seat.turns,
        )
        for number, seat in enumerate(live.seats)
    )
    header = {"rules": to_plain(rules), "commitment": game.commitment}  # the names are the results'
    return FinishedGame(
        id=live.game,
        table=state.terms.id,
        match=live.match,
        number=live.number,
        edition=rules.name,
        tile_set=rules.tile_set.name,
        began=live.began,
        ended=now,
        reason=str(ended.reason),
        moves=sum(seat.turns for seat in live.seats),
        header=msgspec.json.encode(header),
        results=results,
    )
