"""What the commands that measure answer with ``--json``, as types."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from tilery.cli.answering import CommandAnswer, LineId

__all__ = [
    "ArenaAnswer",
    "BenchAnswer",
    "BotsAnswer",
    "ExportAnswer",
    "MissesAnswer",
    "PerftAnswer",
    "SimulateAnswer",
    "TurnsWritten",
]


class ShownLevel(CommandAnswer, frozen=True):
    """A level of the ladder, or a character."""

    name: str
    summary: str


class BotsAnswer(CommandAnswer, frozen=True):
    """The ladder, weakest first; the characters, and the steps of their dial, weakest first."""

    bots: list[ShownLevel]
    characters: list[ShownLevel]
    steps: list[str]


class LevelMisses(CommandAnswer, frozen=True):
    """The share of those positions in which a level played nothing; null where there was none."""

    name: str
    missed: list[float | None]


class MissesAnswer(CommandAnswer, frozen=True):
    """What each level overlooks, by how many sets must be touched: ``sets`` are their names, ``positions`` how many."""

    rules: str
    tile_set: str
    seed: str
    sets: list[str]
    positions: list[int]
    bots: list[LevelMisses]


class RankedBot(CommandAnswer, frozen=True):
    """A bot's results; see [the arena](../arena.md#json) for what they mean. An end that isn't known is null."""

    name: str
    games: int
    wins: int
    win_rate: float
    low: float
    high: float
    mean_score: float
    score_low: float | None
    score_high: float | None
    tiles_left: float
    moves: int
    seconds_per_move: float
    slowest_move: float
    faults: int
    matches: int
    matches_won: float
    rating: float
    rating_low: float
    rating_high: float
    first_fault: str
    cut: int


class ArenaTable(CommandAnswer, frozen=True):
    """The results of one table alone, names in the order of its seats."""

    seats: list[str]
    games: int
    bots: list[RankedBot]


class ArenaAnswer(CommandAnswer, frozen=True):
    """The standings of a tournament, and what was asked for; see [the arena](../arena.md#json)."""

    bots: list[RankedBot]
    rules: str
    tile_set: str
    house: list[str]
    seats: int
    pairs: int
    seed: str
    clock: float
    solves: int
    version: str
    finished: bool
    games: int
    deals: int
    chance: float
    length: float
    length_low: float | None
    length_high: float | None
    endings: dict[str, int]
    tables: list[ArenaTable]


class MeanAnswer(CommandAnswer, frozen=True):
    """A mean, and half of its 95 % interval."""

    mean: float | None
    error: float | None


class JokerWorth(CommandAnswer, frozen=True):
    """What so many jokers of a kind in the first rack add to the score, and half of the 95 % interval."""

    joker: str
    dealt: int
    worth: float
    error: float | None


class SimulateAnswer(CommandAnswer, frozen=True):
    """What happened in many games: how they ended, in how many the pool ran dry, who won by the order of turns, how
    many turns they took, and how many turns of their own players took to open (-1 for never).
    """

    edition: str
    tile_set: str
    players: int
    seed: str
    games: int
    endings: dict[str, int]
    pool_dry: int
    wins_by_place: list[int]
    turns: dict[str, int]
    openings: dict[str, int]
    winner_score: MeanAnswer
    tiles_left: MeanAnswer
    jokers: list[JokerWorth]


class TurnsWritten(CommandAnswer, frozen=True):
    """How many turns of how many games were written, and where: ``--turns``."""

    games: int
    turns: int
    file: str


class PerftTurn(CommandAnswer, frozen=True):
    """A turn: the tiles played, and the table after it."""

    played: str
    table: str


class PerftAnswer(CommandAnswer, frozen=True):
    """How many turns a position has, by tiles and by arrangements if both are asked for; with ``--list`` the first."""

    id: LineId
    tiles: int | UnsetType = UNSET
    arrangements: int | UnsetType = UNSET
    turns: list[PerftTurn] | UnsetType = UNSET


class LeftGames(CommandAnswer, frozen=True):
    """Games left out: nobody could look on, somebody's own words are in the mixing, the record is damaged."""

    unwatched: int
    words: int
    damaged: int


class ExportAnswer(CommandAnswer, frozen=True):
    """How many games were written, and how many were left out."""

    games: int
    left: LeftGames
    file: str


class BenchSpread(CommandAnswer, frozen=True):
    """Microseconds."""

    median: float
    p99: float
    max: float


class BenchFigures(CommandAnswer, frozen=True):
    """What was measured on a list of positions: all in one call, one by one, other solvers' medians, instructions."""

    name: str
    positions: int
    bulk: BenchSpread
    single: BenchSpread
    instructions: int | None
    rivals: dict[str, float] | UnsetType = UNSET
    disagreements: dict[str, int] | UnsetType = UNSET


class BenchAnswer(CommandAnswer, frozen=True):
    """The solver's figures, with its import and first solve in milliseconds and its memory in megabytes."""

    solver: list[BenchFigures]
    import_ms: float
    first_ms: float
    kernel_mb: float
