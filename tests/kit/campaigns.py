"""Fuzzing campaigns: a sample of each runs with every test, all of it in tests/soak.

Each returns how often what came out. Whatever goes in, out comes an answer or a ``TileryError``; any other
exception ends the campaign.
"""

from __future__ import annotations

import functools
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from tests.kit.fuzz import altered_document, damaged_document, damaged_lines, damaged_text, junk, made_up_notation
from tests.kit.games import TABLES, game_states
from tilery import (
    GameRecord,
    Kind,
    Length,
    MatchRecord,
    Table,
    TileryError,
    Tiles,
    edition,
    edition_names,
    explain,
    read,
    read_record,
    verify,
)
from tilery.game import Action, Resign, Start, apply, seeded_secret
from tilery.record import record_game
from tilery.rules import house_rules, load_house_rules
from tilery.rules.edition import Mirror
from tilery.wire import from_plain, to_plain

__all__ = ["BATCHES", "CAMPAIGNS", "fuzz_batch"]

MIRRORS: tuple[Mirror | None, ...] = (None, "none", "middle")
VECTORS = Path(__file__).parents[1] / "vectors"


def fuzz_notation(rng: Random, count: int) -> Counter[str]:
    """Texts as kind, set and table; what can be read is written back the same, and as a set read or explained."""
    found: Counter[str] = Counter()
    for _ in range(count):
        text = made_up_notation(rng)
        wanted: type[Kind | Tiles | Table] = rng.choice((Kind, Tiles, Table, Table))
        try:
            value = wanted(text)
        except TileryError as error:
            found[error.code] += 1
            continue
        found["read"] += 1
        assert wanted(str(value)) == value
        for tiles in value if isinstance(value, Table) else [value] if isinstance(value, Tiles) else []:
            for mirror in MIRRORS:
                if read(tiles, mirror) is None:
                    assert explain(tiles, mirror)
    return found


def fuzz_records(rng: Random, count: int) -> Counter[str]:
    """Records of games and matches after an accident: read, replayed, verified, written again."""
    found: Counter[str] = Counter()
    sources = [list(record.lines()) for record in _short_records()]
    for _ in range(count):
        lines = damaged_lines(rng, rng.choice(sources))
        record, damage = read_record(lines)
        found["damaged" if damage is not None else "readable"] += 1
        if damage is not None:
            assert 1 <= damage.line <= max(1, len(lines))
        if record is None:
            continue
        for use in _uses(record):
            try:
                use()
            except TileryError as error:
                found[error.code] += 1
    return found


def _uses(record: GameRecord | MatchRecord) -> Iterator[Callable[[], object]]:
    """What a program may do with a record that nobody has proven."""
    yield functools.partial(verify, record)
    yield lambda: list(record.lines())
    if isinstance(record, GameRecord):
        yield record.replay
    else:
        yield from (game.replay for game in record.games)
        yield lambda: record.sheet.to_csv()


def fuzz_house_rules(rng: Random, count: int) -> Counter[str]:
    """House rules as damaged TOML and as rows of the wrong kind; what is accepted can be played."""
    found: Counter[str] = Counter()
    texts = [
        'base = "sabra"\nname = "grandma"\nopening = 25\ntime_limit = "none"\n',
        'base = "twist-2016"\nplayers = [2, 3]\nmirror = "middle"\n[tile_set]\ncopies = 3\nj = 4\nd = 1\n',
        'base = "classic-2015"\nfreeing = "free"\ntable_in_opening = true\ntile_sets = ["106", "160"]\n',
    ]
    rows = list(to_plain(edition("sabra").rules()))
    for _ in range(count):
        how = rng.random()
        try:
            if how < 0.5:
                made = load_house_rules(damaged_text(rng, rng.choice(texts)))
            elif how < 0.52:
                made = load_house_rules("base = 'sabra'\nopening = " + rng.choice(("[", "{a=", "0x" + "f" * 9)) * 900)
            else:
                changes = {rng.choice([*rows, "tile_set", "tile_sets", "x"]): junk(rng) for _ in range(2)}
                made = house_rules(edition(rng.choice(edition_names())), changes)
        except TileryError as error:
            found[error.code] += 1
            continue
        found["accepted"] += 1
        for tiles in made.tile_sets:
            made.rules(tiles.name)
    return found


def fuzz_actions(rng: Random, count: int) -> Counter[str]:
    """Actions as damaged JSON, done in games at every stage if they can be read."""
    found: Counter[str] = Counter()
    games = [game for seating in TABLES[::3] for game, _ in list(game_states(seating, seed=0))[::10]]
    last = list(game_states(TABLES[-1], seed=0))[-1][1]
    sources = [to_plain(action) for action, _ in last.moves]
    for _ in range(count):
        damage = rng.choice((damaged_document, altered_document))
        data = damage(rng, rng.choice(sources))
        try:
            action: Any = from_plain(data, Action)  # type: ignore[arg-type]
            apply(rng.choice(games), action)
            found["done"] += 1
        except TileryError as error:
            found[error.code] += 1
    return found


CAMPAIGNS: dict[str, Callable[[Random, int], Counter[str]]] = {
    "notation": fuzz_notation,
    "records": fuzz_records,
    "house rules": fuzz_house_rules,
    "actions": fuzz_actions,
}

BATCHES = {"check": "sets", "turn": "turns", "settle": "overtime", "score": "scores"}
"""The batch commands, and the vectors whose damaged lines they are given."""


def fuzz_batch(command: str, rng: Random, count: int, folder: Path) -> Counter[str]:
    """Damaged lines through a batch command: every line has its answer, and nothing stands on stderr."""
    sources = (VECTORS / f"{BATCHES[command]}.jsonl").read_text("utf-8").splitlines()
    file = folder / f"{command}.jsonl"
    lines: list[bytes] = []
    while len(lines) < count:
        line = _damaged_line(rng, rng.choice(sources))
        if line and not line.isspace():
            lines.append(line)
    file.write_bytes(b"\n".join(lines) + b"\n")
    run = subprocess.run(
        [sys.executable, "-m", "tilery", command, "--batch", str(file)], capture_output=True, check=False, timeout=170
    )
    assert run.stderr == b""
    assert run.returncode in (0, 2)
    answers = [json.loads(line) for line in run.stdout.decode().splitlines()]
    assert len(answers) == len(lines)
    assert all("id" in answer for answer in answers)
    return Counter(answer["error"]["code"] if "error" in answer else "answered" for answer in answers)


def _damaged_line(rng: Random, line: str) -> bytes:
    how = rng.random()
    if how < 0.6:
        damaged = json.dumps(damaged_document(rng, json.loads(line)), ensure_ascii=rng.random() < 0.5)
    else:
        damaged = damaged_text(rng, line)
    data = bytearray(damaged.replace("\n", " ").encode(errors="surrogatepass"))
    if how > 0.9 and data:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(data).replace(b"\n", b" ")


def _short_records() -> list[GameRecord | MatchRecord]:
    """A finished game, one that stops in its middle, and a match: short, so that many can be damaged."""
    states = list(game_states(TABLES[2], seed=4))
    game, unfinished = states[14]
    finished = unfinished
    while game.result is None:
        game, events = apply(game, action := Resign(game.turn))
        finished = finished.add(action, events)
    rules = edition("sabra").rules()
    games = tuple(record_game(rules, ["Ann", "Bo"], seeded_secret(seed), [Start(), Resign(seed)]) for seed in range(2))
    return [finished, unfinished, MatchRecord(rules, games[0].names, Length(rounds=1), games)]
