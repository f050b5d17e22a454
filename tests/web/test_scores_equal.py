"""The web app's score pad counts games and matches as the server does, in every edition."""

from __future__ import annotations

import json
import random
from typing import Any

from tests.conftest import SOAK
from tests.kit.node import ROOT, answers
from tilery.match import ScoreSheet
from tilery.notation import Tiles
from tilery.rules import Rules, edition, edition_names, score
from tilery.tiles import ALL_KINDS

VECTORS = ROOT / "tests/vectors/scores.jsonl"
RULES = [edition(name).rules(tiles.name) for name in edition_names() for tiles in edition(name).tile_sets]
MATCHES = 20_000 if SOAK else 1_500

Game = dict[str, Any]


def played(rules: Rules, players: int, chance: random.Random) -> Game:
    """A game with racks of one tile set: somebody is out, or the pool is empty and racks are often alike."""
    tiles = [kind for kind in ALL_KINDS for _ in range(rules.tile_set.counts[kind])]
    chance.shuffle(tiles)
    longest = chance.choice((1, 2, 2, 14))
    racks = [[tiles.pop() for _ in range(chance.randint(1, longest))] for _ in range(players)]
    out = chance.choice((None, chance.randrange(players)))
    if out is not None:
        racks[out] = []
    last = chance.choice((None, *range(players))) if out is None else out
    texts = [str(Tiles(rack)) for rack in racks]
    return {"edition": rules.name, "racks": texts, "out": out, "last": last, "starter": chance.randrange(players)}


def expected(rules: Rules, games: list[Game]) -> dict[str, Any]:
    sheet = ScoreSheet(tuple("ABCDEF"[: len(games[0]["racks"])]), rules.match)
    for game in games:
        racks = [Tiles(text) for text in game["racks"]]
        sheet = sheet.add(*score(rules, racks, game["out"], game["last"], game["starter"]))
    return {
        "games": [{"scores": list(entry.scores), "winner": entry.winner} for entry in sheet.entries],
        "totals": list(sheet.totals),
        "wins": list(sheet.wins),
        "ahead": list(sheet.winners),
    }


def test_the_app_keeps_generated_matches_as_the_server_does() -> None:
    chance = random.Random(2_027)
    asked, wanted = [], []
    for _ in range(MATCHES):
        rules = chance.choice(RULES)
        players = chance.randint(*rules.players)
        games = [played(rules, players, chance) for _ in range(chance.randint(1, 8))]
        asked.append(games)
        wanted.append(expected(rules, games))
    for games, answer, own in zip(asked, answers(asked, "scores.js"), wanted, strict=True):
        assert answer == own, games
    assert any(len(each["ahead"]) > 1 for each in wanted), "no match is shared"
    assert any(0 in game["scores"] for each in wanted for game in each["games"]), "no two racks are alike"


def test_the_app_scores_the_vectors_as_expected() -> None:
    vectors = [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]
    for vector, answer in zip(vectors, answers(([vector] for vector in vectors), "scores.js"), strict=True):
        assert answer["games"] == [{"scores": vector["scores"], "winner": vector["winner"]}], vector["id"]
