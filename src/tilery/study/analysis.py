"""A whole game analysed, turn by turn: the same for the page, the command and whoever studies the game.

>>> from tilery.bots import level, play_game
>>> from tilery.game import seeded_secret
>>> from tilery.rules.edition import edition
>>> bots = [level("casual").make(1), level("most-tiles").make(2)]
>>> record = play_game(edition("sabra").rules(), bots, seeded_secret(3)).record
>>> analysis = analyse(record, chances=False)
>>> [player.accuracy for player in analysis.players][1], len(analysis.turns) == len(record.moves) - 1
(1.0, True)
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import cast

import msgspec

from tilery.bots import ThinkingTime
from tilery.bots.strategist import Strategist
from tilery.game import Event, Play, view, view_events
from tilery.notation import Tiles
from tilery.record import GameRecord
from tilery.simulation import available, is_exact
from tilery.study.chances import Playouts, Worlds
from tilery.study.figures import (
    ANALYSIS_VERSION,
    AnalysisBot,
    BotReason,
    GameAnalysis,
    TurnAnalysis,
    TurnOption,
)
from tilery.study.laying import CouldLay, as_option, could_have_laid, laid_option, turn_start, waiting_option
from tilery.study.luck import luck
from tilery.study.players import moments, players
from tilery.study.styles import styles_of
from tilery.study.turns import PlayedTurn, finished, played_turns
from tilery.study.verdicts import Judged, judge, plain_verdict

__all__ = ["Analyst", "analyse", "worlds_for"]

_AMPLE = ThinkingTime(60.0)
_PLAIN_WORLDS = Worlds(looks=60, measures=400)
_SPECIAL_WORLDS = Worlds(looks=12, measures=60)
"""Where there are special jokers a playout takes about thirty times as long."""


def worlds_for(record: GameRecord) -> Worlds:
    """In how many worlds the turns of a game are looked at."""
    return _PLAIN_WORLDS if record.rules.mirror is None else _SPECIAL_WORLDS


def analyse(record: GameRecord, *, chances: bool = True, worlds: Worlds | None = None) -> GameAnalysis:
    """A whole game that has ended; without ``chances`` only what the solver can say of it."""
    analyst = Analyst(record, chances=chances, worlds=worlds)
    return analyst.whole(list(analyst.turns()))


class Analyst:
    """Analyses a game that has ended, any turn at any time: a turn's figures depend on no other's."""

    def __init__(self, record: GameRecord, *, chances: bool = True, worlds: Worlds | None = None) -> None:
        self.record = finished(record)
        self._turns = list(played_turns(record))
        self._could = [could_have_laid(turn) for turn in self._turns]
        self._styles = styles_of(self._turns, self._could)
        self._events: list[Event] = [event for _, events in record.moves for event in events]
        self._worlds = worlds or worlds_for(record)
        self._playouts: Playouts | None = None
        if chances and available():
            self._playouts = Playouts(record.rules, len(record.names), record.commitment)

    @property
    def total(self) -> int:
        """How many turns there are."""
        return len(self._turns)

    @property
    def exact(self) -> bool:
        """Whether playouts are by exactly the rules of the game."""
        return is_exact(self.record.rules)

    def turns(self) -> Iterator[TurnAnalysis]:
        """Every turn, one after the other."""
        return map(self.turn, range(self.total))

    def turn(self, place: int) -> TurnAnalysis:
        """One turn, by its place in the game from 0."""
        turn, could = self._turns[place], self._could[place]
        judged = self._judged(place)
        taken = _taken(turn)
        return TurnAnalysis(
            move=turn.move,
            seat=turn.seat,
            turn=turn.turn,
            did=turn.did,
            played=str(turn.played.sorted()),
            drawn=str(turn.drawn),
            opened=turn.had_opened,
            taken=msgspec.structs.replace(taken, chance=judged.taken),
            best=_best(turn, could, judged, by_tiles=self._playouts is None),
            possible=could.possible,
            missed_tiles=could.missed_tiles,
            missed_points=could.missed_points,
            overlooked=could.overlooked,
            verdict=judged.verdict,
            cost=judged.cost,
            before=judged.before,
            chances=judged.chances,
            worlds=judged.worlds,
            bot=self._bot(turn, could),
            luck=luck(turn),
        )

    def whole(self, turns: Sequence[TurnAnalysis]) -> GameAnalysis:
        """What all the turns come to."""
        result, seats = self.record.result, len(self.record.names)
        assert result is not None
        turning = () if self._playouts is None else moments(seats, turns, result.winner)
        return GameAnalysis(ANALYSIS_VERSION, self.exact, tuple(turns), players(seats, turns), turning)

    def _judged(self, place: int) -> Judged:
        turn, could = self._turns[place], self._could[place]
        if self._playouts is None:
            return Judged(None, None, 0, plain_verdict(turn, could), None)
        return judge(turn, could, self._styles[place], self._playouts, self._worlds)

    def _bot(self, turn: PlayedTurn, could: CouldLay) -> AnalysisBot | None:
        """What the strongest bot would have done, where there was something to decide."""
        if self._playouts is None or could.most is None or turn.before.drawn:
            return None
        seed = hashlib.blake2b(f"{self.record.commitment} {turn.move} bot".encode(), digest_size=7).digest()
        bot = Strategist(int.from_bytes(seed))
        bot.watch(view_events(self._events[: turn.heard], turn.seat))
        action = bot.choose(view(turn.before, turn.seat), _AMPLE)
        assert bot.why is not None
        table = action.table if isinstance(action, Play) else turn.before.table
        laid = Tiles(table.tiles()).without(turn.before.table.tiles())
        why, held = cast(BotReason, bot.why.code), str(bot.why.held.sorted())
        return AnalysisBot(str(laid.sorted()), str(table), not laid, why, held)


def _taken(turn: PlayedTurn) -> TurnOption:
    start = turn_start(turn)
    return laid_option(start, turn.played, turn.after.table) if turn.played else waiting_option(start)


def _best(turn: PlayedTurn, could: CouldLay, judged: Judged, by_tiles: bool) -> TurnOption | None:
    """The better option: by chance where that cost something, else, where no chances are known, by tiles."""
    start = turn_start(turn)
    if judged.cost is not None:
        option = waiting_option(start) if judged.better is None else as_option(start, judged.better)
        return msgspec.structs.replace(option, chance=judged.better_chance)
    if by_tiles and could.missed_tiles and could.most is not None:
        return as_option(start, could.most)
    return None
