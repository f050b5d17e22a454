"""Bots at a table: asking one for its move, whatever it answers, and a whole game between bots.

>>> from tilery.bots.ladder import level
>>> from tilery.game import seeded_secret
>>> from tilery.rules.edition import edition
>>> rules = edition("sabra").rules()
>>> record = play_game(rules, [level("most-tiles").make(0), level("most-tiles").make(1)], seeded_secret(7)).record
>>> record.result.reason.value
'out'
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tilery.bots.protocol import Bot, ThinkingTime
from tilery.errors import TileryError
from tilery.game import (
    Action,
    Draw,
    Event,
    Game,
    IllegalActionError,
    Pass,
    Phase,
    Play,
    Start,
    View,
    apply,
    new_game,
    view,
    view_events,
)
from tilery.record import GameRecord
from tilery.rules.edition import Rules

__all__ = ["BotError", "BotMove", "Fault", "GamePlayed", "ask", "carry_out", "fallback", "move", "play_game"]

_MOVES = Play | Draw | Pass


class BotError(TileryError):
    """A bot that gives no usable answer: it crashed, was late, or said what cannot be understood."""


class Fault(NamedTuple):
    """What went wrong with a bot's move, so that its seat drew instead."""

    code: str
    text: str


class BotMove(NamedTuple):
    """A move made for a bot: the game after it, how long the bot thought, and what was wrong if it drew for that."""

    action: Action
    game: Game
    events: tuple[Event, ...]
    seconds: float
    fault: Fault | None


class GamePlayed(NamedTuple):
    """A game between bots: its last state, its record, and for each seat its moves, seconds and faults."""

    game: Game
    record: GameRecord
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    faults: tuple[tuple[Fault, ...], ...]


def fallback(view: View) -> Action:
    """What a seat does that does nothing else: draw, or pass once the pool is empty."""
    assert view.seat is not None
    return Draw(view.seat) if view.pool else Pass(view.seat)


def ask(bot: Bot, seen: View, clock: ThinkingTime) -> object:
    """What a bot answers, or the :class:`Fault` that kept it from answering."""
    try:
        return bot.choose(seen, clock)
    except IllegalActionError as error:
        return Fault("illegal", error.text)
    except BotError as error:
        return Fault(error.code, error.text)
    except Exception as error:
        return _crash(error)


def carry_out(game: Game, answer: object, seconds: float = 0.0) -> BotMove:
    """Do what the bot whose turn it is answered. Whatever it answers, the game goes on: else its seat draws."""
    fault = answer if isinstance(answer, Fault) else None
    if fault is None and not isinstance(answer, _MOVES):
        fault = Fault("answer", f"a bot plays, draws or passes: {type(answer).__name__} is none of these")
    if isinstance(answer, _MOVES):
        try:
            return BotMove(answer, *apply(game, answer), seconds, None)
        except IllegalActionError as error:
            fault = Fault("illegal", error.text)
        except Exception as error:
            fault = _crash(error)
    action = fallback(view(game, game.turn))
    return BotMove(action, *apply(game, action), seconds, fault)


def move(game: Game, bot: Bot, clock: ThinkingTime) -> BotMove:
    """Let the bot in the seat to move do so; a crash, a wrong or an illegal answer draws instead."""
    start = time.perf_counter()
    answer = ask(bot, view(game, game.turn), clock)
    return carry_out(game, answer, time.perf_counter() - start)


def play_game(
    rules: Rules,
    bots: Sequence[Bot],
    secret: str,
    clock: ThinkingTime = ThinkingTime(),  # noqa: B008 (immutable)
    names: Sequence[str] = (),
    on_move: Callable[[BotMove], None] = lambda _move: None,
) -> GamePlayed:
    """Play one game to its end, bots in seat order; every bot hears of every event what its seat may know."""
    seats = len(bots)
    game, events = apply(new_game(rules, seats, secret), Start())
    record = GameRecord(rules, tuple(names) or tuple(f"bot {seat + 1}" for seat in range(seats)), game.commitment)
    record = record.add(Start(), events)
    moves, seconds = [0] * seats, [0.0] * seats
    faults: list[list[Fault]] = [[] for _ in bots]
    _tell(bots, events, faults)
    while game.phase is Phase.PLAYING:
        seat = game.turn
        done = move(game, bots[seat], clock)
        on_move(done)
        game = done.game
        record = record.add(done.action, done.events)
        moves[seat] += 1
        seconds[seat] += done.seconds
        if done.fault is not None:
            faults[seat].append(done.fault)
        _tell(bots, done.events, faults)
    for bot, own in zip(bots, faults, strict=True):
        try:
            bot.close()
        except Exception as error:
            own.append(_crash(error))
    return GamePlayed(game, record, tuple(moves), tuple(seconds), tuple(map(tuple, faults)))


def _tell(bots: Sequence[Bot], events: Sequence[Event], faults: Sequence[list[Fault]]) -> None:
    for seat, bot in enumerate(bots):
        try:
            bot.watch(view_events(events, seat))
        except Exception as error:
            faults[seat].append(_crash(error))


def _crash(error: Exception) -> Fault:
    return Fault("crash", f"{type(error).__name__}: {error}")
