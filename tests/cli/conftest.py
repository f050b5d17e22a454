"""Running commands, and records to run them on."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

from tests.kit.answers import check_answers
from tilery.cli import app
from tilery.game import Action, Contribute, Draw, Play, Resign, Start, TimeOut, apply, new_game, seeded_secret
from tilery.match import Length
from tilery.notation import Table, Tiles
from tilery.record import GameRecord, MatchRecord
from tilery.rules import edition, house_rules

VECTORS = Path(__file__).parents[1] / "vectors"


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


Run = Callable[..., Ran]


@pytest.fixture
def run() -> Run:
    """Run a command in this process; a traceback fails the test."""

    def invoke(*args: str, stdin: str | bytes | None = None, **env: str) -> Ran:
        result = CliRunner(env={"NO_COLOR": None, "FORCE_COLOR": None, **env}).invoke(app, list(args), input=stdin)
        assert "Traceback" not in result.output
        check_answers(args, result.stdout)
        return Ran(result.exit_code, result.stdout, result.stderr)

    return invoke


def played_game(seed: int = 1, names: tuple[str, ...] = ("Ann", "Bo"), end: bool = True) -> GameRecord:
    """A short game with a contribution, an opening, a draw, two time-outs and, if it ends, a resignation."""
    rules = house_rules(edition("sabra"), {"opening": 1, "rack_size": 40, "players": [2, 2]}, "test rules").rules()
    game = new_game(rules, len(names), seeded_secret(seed))
    record = GameRecord(rules, names, game.commitment)
    first: list[Action] = [Contribute(0, "dice"), Start()]
    for action in first:
        game, events = apply(game, action)
        record = record.add(action, events)
    rack = game.racks[game.turn]
    groups = [
        Tiles([kind for kind in sorted(set(rack)) if not kind.is_joker and kind.number == n]) for n in range(1, 14)
    ]
    group = next(tiles for tiles in groups if len(tiles) >= 3)
    other = 1 - game.turn
    loose = Table([*Table([group]), Tiles(game.racks[other][:1])])
    moves: list[Action] = [Play(game.turn, Table([group])), Draw(other), TimeOut(game.turn), TimeOut(other, loose)]
    for move in [*moves, Resign(0)] if end else moves:
        game, events = apply(game, move)
        record = record.add(move, events)
    return record


def played_match(games: int = 2, length: int = 2) -> MatchRecord:
    first = played_game(1)
    every = tuple(played_game(seed) for seed in range(1, games + 1))
    return MatchRecord(first.rules, first.names, Length(games=length), every)


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    return write(tmp_path / "game.jsonl", played_game())


@pytest.fixture
def open_game_file(tmp_path: Path) -> Path:
    return write(tmp_path / "open.jsonl", played_game(end=False))


@pytest.fixture
def match_file(tmp_path: Path) -> Path:
    return write(tmp_path / "match.jsonl", played_match())


def write(path: Path, record: GameRecord | MatchRecord) -> Path:
    path.write_text("".join(record.lines()), encoding="utf-8")
    return path
