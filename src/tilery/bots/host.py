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

from tilery.bots.factory import check_bot
from tilery.bots.protocol import Bot, ThinkingTime
from tilery.errors import TileryError
from tilery.game import (
    Action,
    Draw,
    Ended,
    Event,
    Game,
    IllegalActionError,
    Keep,
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
from tilery.solver import Able, Question, instead_of_passing

__all__ = ["BotError", "BotMove", "Fault", "GamePlayed", "ask", "carry_out", "fallback", "move", "play_game"]

_MOVES = Play | Draw | Keep | Pass


class BotError(TileryError):
    """A bot that gives no usable answer: it crashed, was late, or said what cannot be understood."""


class Fault(NamedTuple):
    """What went wrong with a bot's move, so that its seat drew instead."""

    code: str
    text: str


class BotMove(NamedTuple):
    """A move made for a bot: the game after it, how long the bot thought, and what was wrong if it drew for that.

    ``cut`` is whether its clock ran out before it was done.
    """

    action: Action
    game: Game
    events: tuple[Event, ...]
    seconds: float
    fault: Fault | None
    cut: bool = False


class GamePlayed(NamedTuple):
    """A game between bots: its last state, its record, and for each seat its moves, seconds, faults and cut moves."""

    game: Game
    record: GameRecord
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    faults: tuple[tuple[Fault, ...], ...]
    cut: tuple[int, ...] = ()

    @property
    def result(self) -> Ended:
        """How it ended: who won, why, and the scores."""
        assert self.game.result is not None, "a game between bots is played to its end"
        return self.game.result


def fallback(view: View) -> Action:
    """What a seat does that does nothing else: draw, or pass once the pool is empty; a tile just drawn is kept."""
    assert view.seat is not None
    if view.drawn:
        return Keep(view.seat)
    return Draw(view.seat) if view.pool else Pass(view.seat)


def ask(bot: Bot, seen: View, clock: ThinkingTime) -> object:
    """What a bot answers, or the :class:`Fault` that kept it from answering.

    A tile just drawn that frees a joker is not for the bot to think about: it is played if it can be.
    """
    if seen.drawn:
        return _free_joker(seen, clock)
    try:
        return bot.choose(seen, clock)
    except IllegalActionError as error:
        return Fault("illegal", error.text)
    except BotError as error:
        return Fault(error.code, error.text)
    except Exception as error:
        return _crash(error)


def _free_joker(seen: View, clock: ThinkingTime) -> Action:
    assert seen.seat is not None and seen.rack is not None and seen.drawn
    play = Question(seen.rules, seen.table, seen.rack, seconds=clock.seconds, drawn=seen.drawn).best()
    return Keep(seen.seat) if play is None else Play(seen.seat, play.table)


def carry_out(game: Game, answer: object, seconds: float = 0.0, able: Able | None = None) -> BotMove:
    """Do what the bot whose turn it is answered. Whatever it answers, the game goes on: else its seat draws.

    Where who can play must, a bot that would pass plays what it overlooked; ``able`` says who can, if that is known.
    """
    fault = answer if isinstance(answer, Fault) else None
    if fault is None and not isinstance(answer, _MOVES):
        fault = Fault("answer", f"a bot plays, draws or passes: {type(answer).__name__} is none of these")
    if isinstance(answer, _MOVES):
        try:
            done = instead_of_passing(game, answer, able)
            return BotMove(done, *apply(game, done), seconds, None)
        except IllegalActionError as error:
            fault = Fault("illegal", error.text)
        except Exception as error:
            fault = _crash(error)
    action = instead_of_passing(game, fallback(view(game, game.turn)), able)
    return BotMove(action, *apply(game, action), seconds, fault)


def move(game: Game, bot: Bot, clock: ThinkingTime) -> BotMove:
    """Let the bot in the seat to move do so; a crash, a wrong or an illegal answer draws instead.

    A move is cut short if the bot says so, or if it took longer than its clock.
    """
    seen = view(game, game.turn)
    start = time.perf_counter()
    answer = ask(bot, seen, clock)
    seconds = time.perf_counter() - start
    # A tile just drawn is not for the bot to think about: what it says of itself is then of an earlier move.
    cut = seconds > clock.seconds or (not seen.drawn and getattr(bot, "cut", False) is True)
    return carry_out(game, answer, seconds)._replace(cut=cut)


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
    for number, bot in enumerate(bots):
        if isinstance(bot, type):
            raise TileryError("bot", f"bot {number + 1} is the class {bot.__name__}: make a bot of it for this game")
        check_bot(bot, f"bot {number + 1}, {bot!r},")
    if names and (isinstance(names, str) or len(names) != seats):
        raise TileryError("players", f"{seats} bots need as many names, not {names!r}")
    if not isinstance(clock, ThinkingTime):
        raise TileryError("clock", f"a clock is ThinkingTime(seconds), not {clock!r}")
    game, events = apply(new_game(rules, seats, secret), Start())
    record = GameRecord(rules, tuple(names) or tuple(f"bot {seat + 1}" for seat in range(seats)), game.commitment)
    record = record.add(Start(), events)
    moves, seconds, cut = [0] * seats, [0.0] * seats, [0] * seats
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
        cut[seat] += done.cut
        if done.fault is not None:
            faults[seat].append(done.fault)
        _tell(bots, done.events, faults)
    for bot, own in zip(bots, faults, strict=True):
        try:
            bot.close()
        except Exception as error:
            own.append(_crash(error))
    return GamePlayed(game, record, tuple(moves), tuple(seconds), tuple(map(tuple, faults)), tuple(cut))


def _tell(bots: Sequence[Bot], events: Sequence[Event], faults: Sequence[list[Fault]]) -> None:
    for seat, bot in enumerate(bots):
        try:
            bot.watch(view_events(events, seat))
        except Exception as error:
            faults[seat].append(_crash(error))


def _crash(error: Exception) -> Fault:
    return Fault("crash", f"{type(error).__name__}: {error}")
