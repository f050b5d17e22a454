"""A turn judged by winning chance: what was done beside what else could have been, in the same worlds.

The best of several options looks better than it is. So a few worlds find the option that may be better than the one
taken, and only what those two come to in fresh worlds is told; what chance alone may do is no slip.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from tilery.bots.candidates import candidates
from tilery.game import view
from tilery.simulation import MOST_TILES, SeenPosition
from tilery.solver import Solution
from tilery.study.chances import WAITING, Estimate, Playouts, Worlds, end_of, known_position, laid_counts
from tilery.study.figures import TurnVerdict
from tilery.study.laying import PATIENCE, CouldLay
from tilery.study.styles import Style, waiting_policy
from tilery.study.turns import PlayedTurn

__all__ = ["Judged", "judge", "plain_verdict"]

NOISE = 0.05
"""What chance alone does to the difference of two options in 400 worlds; nothing smaller is a slip."""
_USUAL = 400
_ERRORS = 2.5
"""How many standard errors a slip has to be."""


class Judged(NamedTuple):
    """What came out: the chances of everybody before and after, the verdict, and the better option if there was one.

    ``better`` is the play, ``None`` for waiting; it counts where there is a ``cost``.
    """

    before: tuple[float, ...] | None
    chances: tuple[float, ...] | None
    worlds: int
    verdict: TurnVerdict | None
    taken: float | None
    cost: float | None = None
    better: Solution | None = None
    better_chance: float | None = None


class _Considered(NamedTuple):
    """A play, or ``None`` for waiting, as counts."""

    play: Solution | None
    laid: bytes


def plain_verdict(turn: PlayedTurn, could: CouldLay) -> TurnVerdict | None:
    """What can be said of a turn without playing anything out."""
    if turn.did in ("resign", "timeout") or not turn.is_own:
        return None
    if turn.played:
        if not turn.after.racks[turn.seat]:
            return "out"
        return None if turn.had_opened else "opened"
    return None if could.possible else "forced"


def judge(turn: PlayedTurn, could: CouldLay, style: Style, playouts: Playouts, worlds: Worlds) -> Judged:
    """Judge a turn by playing on from it."""
    verdict = plain_verdict(turn, could)
    position = known_position(turn.before, turn.seat, turn.knew, style)
    if position is None:
        return Judged(None, end_of(turn.after), 0, verdict, None)
    if verdict == "out":
        won = end_of(turn.after)
        return Judged(won, won, 0, verdict, 1.0)
    one = _JudgedTurn(turn, could, style, playouts, worlds, position)
    return one.compared(verdict) if one.is_comparable else one.followed(verdict)


class _JudgedTurn:
    """One turn and all that is needed to play on from it."""

    def __init__(
        self,
        turn: PlayedTurn,
        could: CouldLay,
        style: Style,
        playouts: Playouts,
        worlds: Worlds,
        position: SeenPosition,
    ) -> None:
        self.turn, self.could, self.style = turn, could, style
        self.playouts, self.worlds, self.position = playouts, worlds, position

    @property
    def is_comparable(self) -> bool:
        """Whether a playout can begin with what was done: not with a tile just drawn, or time that ran out."""
        return self.turn.is_own and not self.turn.before.drawn and self.turn.did in ("play", "draw", "pass")

    def followed(self, verdict: TurnVerdict | None) -> Judged:
        """The chances before and after a move that has nothing to be compared with."""
        before = self.playouts.from_here(self.position, self.style.policy, self.worlds.measures, self._name("before"))
        after = self._after()
        chances = before.chances if after is None else after
        return Judged(before.chances, chances, before.worlds, verdict, chances[self.turn.seat])

    def compared(self, verdict: TurnVerdict | None) -> Judged:
        """What was done beside the best of what else could have been."""
        taken = _Considered(None, laid_counts(self.turn.played) if self.turn.played else WAITING)
        others = [] if verdict == "forced" else self._others(taken)
        rival = self._rival(taken, others)
        best, better = self._measured(taken, rival)
        seat = self.turn.seat
        if better is None or rival is None:
            after = self._after()
            chances = best.chances if after is None else after
            said = verdict or self._said(rival)
            return Judged(best.chances, chances, best.worlds, said, best.chances[seat])
        cost, _ = better.ahead_of(best)
        after = self._after()
        return Judged(
            better.chances,
            best.chances if after is None else after,
            best.worlds,
            "cost",
            best.chances[seat],
            round(cost, 4),
            rival.play,
            better.chances[seat],
        )

    def _said(self, rival: _Considered | None) -> TurnVerdict:
        """The verdict on a turn that cost nothing."""
        if not self.turn.played:
            return "held-back"
        return "best" if rival is None else "good"

    def _others(self, taken: _Considered) -> list[_Considered]:
        """What else could have been done: the plays worth thinking about, and waiting where that is allowed."""
        plays = [self.could.most] if self.could.most is not None and self.could.most.goes_out else []
        plays = plays or candidates(view(self.turn.before, self.turn.seat), PATIENCE)
        found = [_Considered(play, laid_counts(play.played)) for play in plays]
        if not self.turn.before.asks_who_can_play:
            found.append(_Considered(None, WAITING))
        return [option for option in found if option.laid != taken.laid]

    def _rival(self, taken: _Considered, others: list[_Considered]) -> _Considered | None:
        """The option that looks best in a few worlds, if it looks better than what was done."""
        if not others:
            return None
        out = next((option for option in others if option.play is not None and option.play.goes_out), None)
        if out is not None:
            return out
        laid = [taken.laid, *(option.laid for option in others)]
        looks = self._options(laid, self.worlds.looks, self.style.policy, "look")
        chances = [estimate.chances[self.turn.seat] for estimate in looks]
        best = max(range(1, len(laid)), key=lambda place: chances[place])
        return others[best - 1] if chances[best] > chances[0] else None

    def _measured(self, taken: _Considered, rival: _Considered | None) -> tuple[Estimate, Estimate | None]:
        """What was done in fresh worlds; and the rival where it is better by more than chance alone does."""
        if rival is None:
            [alone] = self._options([taken.laid], self.worlds.measures, self.style.policy, "measure")
            return alone, None
        laid = [taken.laid, rival.laid]
        own, other = self._options(laid, self.worlds.measures, self.style.policy, "measure")
        if not _is_slip(own, other):
            return own, None
        if not self.turn.played and self.style.policy == MOST_TILES and self._may_wait(rival):
            # Who begins to wait may go on waiting: where that costs nothing, waiting is no slip.
            policy = waiting_policy(self.playouts.seats)
            patient, hasty = self._options(laid, self.worlds.measures, policy, "measure")
            if not _is_slip(patient, hasty):
                return own, None
        return own, other

    def _may_wait(self, rival: _Considered) -> bool:
        """Whether there is something to wait for: not where the game could have been won."""
        return bool(self.turn.before.pool) and not (rival.play is not None and rival.play.goes_out)

    def _options(self, laid: list[bytes], worlds: int, policy: int, name: str) -> list[Estimate]:
        return self.playouts.options(self.position, laid, policy, worlds, self._name(name))

    def _after(self) -> tuple[float, ...] | None:
        """Everybody's chances after the move where it showed the player something, a tile drawn or the end."""
        turn = self.turn
        if (end := end_of(turn.after)) is not None:
            return end
        if self.is_comparable and not turn.drawn:
            return None
        position = known_position(turn.after, turn.seat, turn.knows, self.style)
        if position is None:
            return None
        return self.playouts.from_here(position, self.style.policy, self.worlds.measures, self._name("after")).chances

    def _name(self, of: str) -> str:
        return f"{self.turn.move} {of}"


def _is_slip(own: Estimate, other: Estimate) -> bool:
    ahead, error = other.ahead_of(own)
    noise = NOISE * math.sqrt(max(1.0, _USUAL / own.worlds))
    return ahead >= max(noise, _ERRORS * error)
