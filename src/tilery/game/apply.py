"""Doing something in a game: the new state and what happened, or everything that forbids it.

>>> from tilery.game.actions import Draw, Start
>>> from tilery.game.state import new_game
>>> from tilery.rules.edition import edition
>>> game, events = apply(new_game(edition("sabra").rules(), 2, "00" * 32), Start())
>>> game.turn, [len(rack) for rack in game.racks], len(game.pool)
(1, [14, 14], 78)
>>> apply(game, Draw(seat=0))
Traceback (most recent call last):
    ...
tilery.game.apply.IllegalActionError: it is seat 1's turn, not seat 0's
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tilery.errors import TileryError, is_a
from tilery.game.actions import Action, Contribute, Draw, Keep, Pass, Play, Resign, Start, TimeOut
from tilery.game.events import (
    Contributed,
    Drew,
    Ended,
    Event,
    KeptTile,
    Passed,
    Played,
    Resigned,
    Settled,
    Started,
    Termination,
)
from tilery.game.midway import check_taken_up, pool_left
from tilery.game.shuffle import LONGEST_CONTRIBUTION, mixed
from tilery.game.state import Game, Phase, evolve
from tilery.notation import Tiles
from tilery.rules.freeing import may_free
from tilery.rules.overtime import DraftError, Verdict, check_draft, settle
from tilery.rules.scoring import score
from tilery.rules.turn import Defect, DefectCode, judge

__all__ = ["IllegalActionError", "apply"]


class IllegalActionError(TileryError):
    """An action the rules forbid, with every defect it has (or the first, and how many ``more``); the game is as
    it was."""

    def __init__(self, defects: Sequence[Defect], more: int = 0) -> None:
        texts = [defect.text for defect in defects] + ([f"and {more} more"] if more else [])
        super().__init__("illegal", "; ".join(texts))
        self.defects = tuple(defects)
        self.more = more

    def __reduce__(self) -> tuple[type[IllegalActionError], tuple[Any, ...]]:
        return type(self), (self.defects, self.more)


def apply(game: Game, action: Action) -> tuple[Game, tuple[Event, ...]]:
    """The game after an action, and its events; raises :class:`IllegalActionError` and changes nothing."""
    decide = _DECISIONS.get(type(action))
    if decide is None or not isinstance(game, Game):
        given = f"{type(action).__name__} to {type(game).__name__}"
        raise TileryError("action", f"an action, such as Draw(seat), is applied to a game, not {given}")
    events: list[Event] = []
    for event in decide(game, action):
        game = evolve(game, event)
        events.append(event)
    end = _end(game)
    if end is not None:
        game = evolve(game, end)
        events.append(end)
    return game, tuple(events)


def _contribute(game: Game, action: Contribute) -> list[Event]:
    defects = _seat_defects(game, action.seat)
    if game.phase is not Phase.MIXING:
        defects.append(_defect(game, "already-mixed", "the tiles are already mixed", "fairness"))
    words = action.words
    if not is_a(words, str) or not 0 < len(words) <= LONGEST_CONTRIBUTION or not words.isprintable():
        text = f"a contribution has 1 to {LONGEST_CONTRIBUTION} printable characters"
        defects.append(_defect(game, "contribution", text, "fairness"))
    _refuse(defects)
    return [Contributed(action.seat, action.words)]


def _start(game: Game, action: Start) -> list[Event]:
    if game.phase is not Phase.MIXING:
        _refuse([_defect(game, "already-started", "the game has already started", "set-up")])
    if not game.secret:
        _refuse([_defect(game, "no-secret", "without its secret this game cannot be mixed", "fairness")])
    deal = _kinds(game, "deal")
    if (taken := action.taken_up) is not None:
        check_taken_up(game.rules, game.seats, taken)
        return [Started((), taken.starter, taken.racks, pool_left(deal, taken), taken.midway())]
    draws, starter = _starting_draw(game)
    size = game.rules.rack_size
    racks = tuple(Tiles(deal[seat * size : (seat + 1) * size]) for seat in range(game.seats))
    return [Started(draws, starter, racks, Tiles(deal[game.seats * size :]))]


def _starting_draw(game: Game) -> tuple[tuple[tuple[Tiles, ...], ...], int]:
    """Each player draws a tile, the highest number starts; the tied draw again from what remains."""
    order = iter(_kinds(game, "starting draw"))
    rounds: list[tuple[Tiles, ...]] = []
    tied = list(range(game.seats))
    while len(tied) > 1:
        drawn = {seat: next(order) for seat in tied}
        rounds.append(tuple(Tiles([drawn[seat]]) if seat in drawn else Tiles() for seat in range(game.seats)))
        rank = {seat: 0 if kind.is_joker else kind.number for seat, kind in drawn.items()}
        tied = [seat for seat in tied if rank[seat] == max(rank.values())]
    return tuple(rounds), tied[0]


def _kinds(game: Game, purpose: str) -> Tiles:
    order = mixed(game.rules.tile_set, game.secret, game.contributions, purpose)
    return Tiles([tile.kind for tile in order])


def _play(game: Game, action: Play) -> list[Event]:
    seat = action.seat
    defects = _turn_defects(game, seat)
    if _seat_defects(game, seat) or game.phase is not Phase.PLAYING:
        _refuse(defects)
    turn = judge(game.rules, game.table, game.racks[seat], action.table, game.opened[seat], game.drawn)
    _refuse([*defects, *turn.defects], turn.more)
    return [Played(seat, turn.played, turn.table, opening=not game.opened[seat])]


def _draw(game: Game, action: Draw) -> list[Event]:
    defects = [*_turn_defects(game, action.seat), *_drawn_defects(game)]
    if game.phase is Phase.PLAYING and not game.pool and not game.drawn:
        defects.append(_defect(game, "pool-empty", "the pool is empty: play or pass", "turn"))
    _refuse(defects)
    frees = game.opened[action.seat] and may_free(game.rules, game.table, game.pool[0])
    return [_drew(game, action.seat, 1, frees)]


def _keep(game: Game, action: Keep) -> list[Event]:
    defects = _turn_defects(game, action.seat)
    if not game.drawn:
        defects.append(
            _defect(game, "nothing-drawn", "there is no tile just drawn to keep: play, draw or pass", "drawn")
        )
    _refuse(defects)
    return [KeptTile(action.seat)]


def _pass(game: Game, action: Pass) -> list[Event]:
    defects = [*_turn_defects(game, action.seat), *_drawn_defects(game)]
    if game.pool:
        defects.append(_defect(game, "pool-not-empty", "passing is for an empty pool: play or draw", "turn"))
    if not defects and game.asks_who_can_play:
        defects += _able_defects(game, action)
    _refuse(defects)
    able = action.able if game.asks_who_can_play else None
    return [Passed(action.seat, stuck=able is not None and not any(able))]


def _able_defects(game: Game, action: Pass) -> list[Defect]:
    """What is wrong with a pass where play goes on until nobody can play."""
    source = game.rules.source("ending")
    if action.able is None or len(action.able) != game.seats or any(action.able[seat] for seat in game.resigned):
        text = "where play ends when nobody can play, a pass says of every seat whether it can"
        return [Defect("who-can-play", text, "ending", source)]
    if action.able[action.seat]:
        return [Defect("can-play", "something can be played, so you can't pass", "ending", source)]
    return []


def _drawn_defects(game: Game) -> list[Defect]:
    if not game.drawn:
        return []
    text = "a tile was already drawn: free the joker that stands for it, or keep it"
    return [_defect(game, "drawn-already", text, "drawn")]


def _time_out(game: Game, action: TimeOut) -> list[Event]:
    seat = action.seat
    _refuse(_turn_defects(game, seat))
    rack, opened = game.racks[seat], game.opened[seat]
    draft = game.table if action.draft is None else action.draft
    try:
        check_draft(game.table, rack, draft)
    except DraftError as error:
        _refuse([_defect(game, error.code, error.text, "turn")])
    settled = settle(game.rules, game.table, rack, draft, opened, len(game.pool), game.drawn)
    if settled.verdict is Verdict.STANDS:
        return [Played(seat, settled.laid, settled.table, opening=not opened)]
    events: list[Event] = []
    laid = settled.laid
    if settled.verdict is not Verdict.NOTHING_MOVED:
        events.append(Settled(seat, settled.verdict, settled.table, laid, settled.taken, bool(laid) and not opened))
    if settled.draw:
        events.append(_drew(game, seat, settled.draw))
    elif not laid:
        events.append(KeptTile(seat) if game.drawn else Passed(seat))
    return events


def _resign(game: Game, action: Resign) -> list[Event]:
    defects = _seat_defects(game, action.seat)
    if game.phase is not Phase.PLAYING:
        defects.append(_not_playing(game))
    elif action.seat in game.resigned:
        defects.append(_defect(game, "resigned", f"seat {action.seat} has already resigned", "resigning"))
    _refuse(defects)
    return [Resigned(action.seat)]


_DECISIONS: dict[type, Callable[[Game, Any], list[Event]]] = {
    Contribute: _contribute,
    Start: _start,
    Play: _play,
    Draw: _draw,
    Keep: _keep,
    Pass: _pass,
    TimeOut: _time_out,
    Resign: _resign,
}


def _drew(game: Game, seat: int, count: int, frees: bool = False) -> Drew:
    return Drew(seat, count, game.pool[:count], frees)


def _end(game: Game) -> Ended | None:
    """How the game ends now, if it does."""
    if game.phase is not Phase.PLAYING:
        return None
    out: int | None = None
    if game.last is not None and not game.racks[game.last]:
        reason, out = Termination.OUT, game.last
    elif (active := game.active) == 1:
        reason, out = Termination.LAST_LEFT, next(s for s in range(game.seats) if s not in game.resigned)
    elif game.passes >= active or _stops(game):
        reason = Termination.POOL_EMPTY
    else:
        return None
    scores, winner = score(game.rules, game.racks, out, game.last, game.starter, game.resigned)
    return Ended(reason, scores, winner, game.racks, game.secret)


def _stops(game: Game) -> bool:
    """Whether the pool has run out and with it the game; a joker may still be freed with its last tile."""
    return game.rules.pool_empty == "stop" and not game.pool and not game.drawn


def _turn_defects(game: Game, seat: int) -> list[Defect]:
    defects = _seat_defects(game, seat)
    if game.phase is not Phase.PLAYING:
        defects.append(_not_playing(game))
    elif seat != game.turn:
        defects.append(_defect(game, "not-your-turn", f"it is seat {game.turn}'s turn, not seat {seat}'s", "turn"))
    return defects


def _seat_defects(game: Game, seat: int) -> list[Defect]:
    if is_a(seat, int) and 0 <= seat < game.seats:
        return []
    return [_defect(game, "seat", f"there is no seat {seat!r}, the seats are 0 to {game.seats - 1}", "set-up")]


def _not_playing(game: Game) -> Defect:
    if game.phase is Phase.OVER:
        return _defect(game, "game-over", "the game is over", "end")
    return _defect(game, "not-started", "the game has not started", "set-up")


def _defect(game: Game, code: DefectCode, text: str, rule: str) -> Defect:
    return Defect(code, text, rule, game.rules.booklet)


def _refuse(defects: Sequence[Defect], more: int = 0) -> None:
    if defects:
        raise IllegalActionError(defects, more)
