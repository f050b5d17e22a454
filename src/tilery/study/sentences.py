"""An analysis in English sentences, for the command line; the web app makes its own in every language.

>>> from tilery.study.figures import TurnOption
>>> taken = TurnOption("r7", "r4 r5 r6 r7", 1, 7, 0, 0, goes_out=False, waits=False, chance=0.46)
>>> best = TurnOption("", "r4 r5 r6", 0, 0, 0, 0, goes_out=False, waits=True, chance=0.64)
>>> turn = TurnAnalysis(9, 0, 3, "play", "r7", "", True, taken, best, 1, 0, 0, (), "cost", 0.18)
>>> print(turn_words(turn, ("Ann", "Bo")))
move 9, Ann's turn 3: laid r7. Cost 18 %: 46 % to win, waiting had 64 %.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilery.study.figures import Overlooked, PlayerAnalysis, TurnAnalysis, TurningPoint, TurnVerdict

__all__ = ["moment_words", "player_words", "turn_words"]

_DID = {
    "draw": "drew {drawn}",
    "keep": "kept the tile just drawn",
    "pass": "passed",
    "timeout": "ran out of time",
    "resign": "gave up",
}
_VERDICTS: dict[TurnVerdict, str] = {
    "best": "Best",
    "good": "Good",
    "forced": "Forced",
    "held-back": "Held back",
    "opened": "Opened",
    "out": "Out",
}


def turn_words(turn: TurnAnalysis, names: Sequence[str]) -> str:
    """A turn in a line."""
    did = f"laid {turn.played}" if turn.played else _DID[turn.did].format(drawn=turn.drawn)
    words = [f"move {turn.move}, {names[turn.seat]}'s turn {turn.turn}: {did}."]
    if turn.cost is not None and turn.best is not None:
        instead = "waiting" if turn.best.waits else turn.best.played
        words.append(
            f"Cost {_percent(turn.cost)}: {_percent(turn.taken.chance)} to win, {instead} had "
            f"{_percent(turn.best.chance)}."
        )
    else:
        said = [] if turn.verdict is None else [_VERDICTS[turn.verdict]]
        if turn.chances is not None:
            said.append(f"{_percent(turn.chances[turn.seat])} to win")
        words += [", ".join(said) + "."] if said else []
    if turn.missed_tiles:
        seen = "".join(f"; {_overlooked(one)}" for one in turn.overlooked)
        words.append(f"{_many(turn.missed_tiles, 'tile')} more would have fitted{seen}.")
    return " ".join(words)


def player_words(player: PlayerAnalysis, names: Sequence[str]) -> str:
    """A player in a line."""
    words = [f"{names[player.seat]} laid {player.laid} of {_many(player.possible, 'tile')} that could be laid"]
    if player.accuracy is not None:
        words.append(f"accuracy {_percent(player.accuracy)}")
    words.append(f"luck of the draws {player.luck:+.1f} tiles")
    if player.cost is not None:
        words.append(f"chance given away {_percent(player.cost)} in {_many(player.slips, 'turn')}")
    like = "" if player.level is None else f" Played like a {player.level} bot."
    return f"{', '.join(words)}.{like}"


def moment_words(point: TurningPoint, names: Sequence[str]) -> str:
    """A moment that decided, in a line."""
    change = f"{names[point.seat]} went from {_percent(point.before)} to {_percent(point.after)}"
    if point.cause == "luck":
        return f"move {point.move}: {change} by drawing {point.tiles}"
    whose = "their own" if point.cause == "yours" else f"{names[point.by]}'s"
    return f"move {point.move}: {change} by {whose} move" + (f" ({point.tiles})" if point.tiles else "")


def _overlooked(one: Overlooked) -> str:
    match one.code:
        case "out":
            return "that was all of them"
        case "opening":
            return "enough to open with"
        case "joker":
            return "it takes the joker"
        case "set":
            return "a whole set from the rack"
        case "add":
            return "on one set of the table"
        case "rearrange":
            return f"with {one.sets}{' or more' if one.sets > 3 else ''} sets rearranged"


def _percent(share: float | None) -> str:
    return "?" if share is None else f"{share:.0%}".replace("%", " %")


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
