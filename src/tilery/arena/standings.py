"""Standings: what a tournament's results say about each bot. A pure function of the results."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import fmean

import msgspec

from tilery.arena.game import ArenaResult
from tilery.arena.interval import Interval, of_mean, of_rate
from tilery.arena.rating import ratings
from tilery.arena.tournament import Tournament
from tilery.match import ScoreSheet
from tilery.rules.edition import MatchRule

__all__ = ["Standing", "Standings", "TableStandings", "standings"]


class Standing(msgspec.Struct, frozen=True):
    """One bot's results. ``low`` and ``high`` are the ends of 95 % intervals, taken over deals.

    A bot with more than one seat at a table counts with each: then ``win_rate`` is that of one seat.
    """

    name: str
    games: int
    wins: int
    win_rate: float
    low: float
    high: float
    mean_score: float
    score_low: float
    score_high: float
    tiles_left: float
    moves: int
    seconds_per_move: float
    slowest_move: float
    faults: int
    matches: int = 0
    matches_won: float = 0.0
    rating: float = 0.0
    rating_low: float = 0.0
    rating_high: float = 0.0
    first_fault: str = ""
    cut: int = 0


class TableStandings(msgspec.Struct, frozen=True):
    """The results of one table alone; the names are in the order of its seats."""

    seats: tuple[str, ...]
    games: int
    bots: tuple[Standing, ...]


class Standings(msgspec.Struct, frozen=True):
    """A tournament's results: every bot in the order they were named, and each table for itself.

    ``chance`` is the rate of winning if all were equally strong, ``length`` the mean number of moves.
    """

    games: int
    deals: int
    chance: float
    length: float
    length_low: float
    length_high: float
    endings: dict[str, int]
    bots: tuple[Standing, ...]
    tables: tuple[TableStandings, ...]


class _Appearance(msgspec.Struct, frozen=True):
    """One seat of one game."""

    deal: int
    won: bool
    score: int
    tiles: int
    moves: int
    seconds: float
    slowest: float
    faults: tuple[str, ...]
    cut: int


def standings(of: Tournament, results: Sequence[ArenaResult], rounds: int = 0) -> Standings:
    """The standings after these results, in any order they come.

    With ``rounds`` the pairs of each table are also counted as matches of so many rounds each.
    """
    results = sorted(results, key=lambda result: result.spec)
    lengths = [fmean(sum(r.moves) for r in games) for games in _by_deal(results).values()]
    length = of_mean(lengths) if lengths else Interval(0.0, 0.0, 0.0)
    matches = _matches(of, results, rounds) if rounds else {}
    rated = ratings(results, len(of.bots))
    everyone = [
        msgspec.structs.replace(
            row,
            matches=len(matches.get(bot, ())),
            matches_won=sum(matches.get(bot, ())),
            rating=rated[bot].value,
            rating_low=rated[bot].low,
            rating_high=rated[bot].high,
        )
        for bot, row in _rows(of, results)
    ]
    return Standings(
        games=len(results),
        deals=len(lengths),
        chance=1 / of.seats,
        length=length.value,
        length_low=length.low,
        length_high=length.high,
        endings=dict(sorted(Counter(result.ending for result in results).items())),
        bots=tuple(everyone),
        tables=tuple(_table(of, results, number) for number in range(len(of.tables))),
    )


def _table(of: Tournament, results: Sequence[ArenaResult], number: int) -> TableStandings:
    own = [result for result in results if result.table == number]
    seats = tuple(of.names[bot] for bot in of.tables[number])
    return TableStandings(seats, len(own), tuple(row for _, row in _rows(of, own)))


def _rows(of: Tournament, results: Sequence[ArenaResult]) -> Iterator[tuple[int, Standing]]:
    """Every bot that has played, with its standing but for the rating."""
    seats: dict[int, list[_Appearance]] = defaultdict(list)
    games: Counter[int] = Counter()
    for result in results:
        games.update(set(result.bots))
        for seat, bot in enumerate(result.bots):
            seats[bot].append(_appearance(result, seat))
    for bot in sorted(seats):
        yield bot, _standing(of.names[bot], games[bot], seats[bot])


def _appearance(result: ArenaResult, seat: int) -> _Appearance:
    return _Appearance(
        result.deal,
        result.winner == seat,
        result.scores[seat],
        result.tiles[seat],
        result.moves[seat],
        result.seconds[seat],
        result.slowest[seat],
        result.faults[seat],
        result.cut[seat] if result.cut else 0,
    )


def _standing(name: str, games: int, seats: Sequence[_Appearance]) -> Standing:
    rate = of_rate(_means(seats, lambda seat: seat.won))
    score = of_mean(_means(seats, lambda seat: seat.score))
    moves = sum(seat.moves for seat in seats)
    faults = [fault for seat in seats for fault in seat.faults]
    return Standing(
        name=name,
        games=games,
        wins=sum(seat.won for seat in seats),
        win_rate=rate.value,
        low=rate.low,
        high=rate.high,
        mean_score=score.value,
        score_low=score.low,
        score_high=score.high,
        tiles_left=fmean(seat.tiles for seat in seats),
        moves=moves,
        seconds_per_move=sum(seat.seconds for seat in seats) / max(1, moves),
        slowest_move=max(seat.slowest for seat in seats),
        faults=len(faults),
        first_fault=faults[0] if faults else "",
        cut=sum(seat.cut for seat in seats),
    )


def _means(seats: Iterable[_Appearance], value: Callable[[_Appearance], float]) -> list[float]:
    """The mean of a value in every deal: games of one deal are not independent, deals are."""
    deals: dict[int, list[float]] = defaultdict(list)
    for seat in seats:
        deals[seat.deal].append(value(seat))
    return [fmean(values) for values in deals.values()]


def _by_deal(results: Iterable[ArenaResult]) -> dict[int, list[ArenaResult]]:
    deals: dict[int, list[ArenaResult]] = defaultdict(list)
    for result in results:
        deals[result.deal].append(result)
    return deals


def _matches(of: Tournament, results: Sequence[ArenaResult], rounds: int) -> dict[int, list[float]]:
    """What every bot made of each whole match: 1 for winning it, a share where it is shared, or 0."""
    grouped: dict[tuple[int, int], list[ArenaResult]] = defaultdict(list)
    for result in results:
        grouped[result.table, result.deal // rounds].append(result)
    won: dict[int, list[float]] = defaultdict(list)
    for (table, _), games in grouped.items():
        if len(games) == rounds * of.seats:
            players = sorted(set(of.tables[table]))
            winners = _match_winners(of.rules.match, players, games)
            for bot in players:
                won[bot].append((bot in winners) / len(winners))
    return won


def _match_winners(rule: MatchRule, players: Sequence[int], games: Iterable[ArenaResult]) -> set[int]:
    sheet = ScoreSheet(tuple(map(str, players)), rule)
    for game in games:
        scores: Counter[int] = Counter()
        for bot, score in zip(game.bots, game.scores, strict=True):
            scores[bot] += score
        sheet = sheet.add([scores[bot] for bot in players], players.index(game.bots[game.winner]))
    return {players[place] for place in sheet.winners}
