"""The web app's reader of single sets says what the server's says, of every edition's sets."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from tests.conftest import SOAK
from tests.kit.node import ROOT, answers
from tilery.notation import Tiles
from tilery.rules.edition import Mirror, Rules, edition, edition_names
from tilery.rules.reading import read
from tilery.rules.reasons import CODES, explain
from tilery.tiles import ALL_KINDS, COLOURS, HIGHEST, JOKER, Kind

READ_BY_HAND = ROOT / "tests/vectors/readings.jsonl"
RULES = [edition(name).rules(tiles.name) for name in edition_names() for tiles in edition(name).tile_sets]
SETS = 100_000 if SOAK else 5_000


Asked = tuple[str, Mirror | None]


def read_by_app(asked: list[Asked]) -> list[dict[str, Any]]:
    """What the web app's reader says of these sets."""
    return answers(({"tiles": tiles, "mirror": mirror} for tiles, mirror in asked), "answer.js", "core/answer")


def expected(tiles: str, mirror: Mirror | None) -> dict[str, Any]:
    """The server's answer, field by field."""
    reading = read(Tiles(tiles), mirror)
    return {
        "tiles": tiles,
        "mirror": mirror,
        "kind": reading and reading.kind.value,
        "shown": reading and str(reading.tiles),
        "text": reading and reading.text,
        "covers": reading and [[list(cover) for cover in covers] for covers in reading.covers],
        "value": reading and reading.value,
        "reasons": [list(reason) for reason in explain(Tiles(tiles), mirror)],
    }


def generated(rules: Rules, count: int, chance: random.Random) -> Iterator[list[Kind]]:
    """Sets of one edition: legal ones, nearly legal ones, and any tiles, each not oftener than the tile set has it."""
    makers = (legal_run, legal_group, long_run, mirrored, close_together, anything)
    while count:
        tiles = chance.choice(makers)(rules, chance)
        for _ in range(chance.choice((0, 0, 0, 1, 1, 2))):
            disturb(tiles, rules, chance)
        if chance.random() < 0.3:
            chance.shuffle(tiles)
        if all(tiles.count(kind) <= rules.tile_set.counts[kind] for kind in set(tiles)):
            count -= 1
            yield tiles


def kinds_of(rules: Rules) -> list[Kind]:
    return [kind for kind in ALL_KINDS if rules.tile_set.counts[kind]]


def jokers_of(rules: Rules) -> list[Kind]:
    return [kind for kind in kinds_of(rules) if kind >= JOKER]


def with_jokers(tiles: list[Kind], rules: Rules, chance: random.Random) -> list[Kind]:
    rate = chance.choice((0.0, 0.15, 0.15, 0.5))
    return [chance.choice(jokers_of(rules)) if chance.random() < rate else kind for kind in tiles]


def legal_run(rules: Rules, chance: random.Random) -> list[Kind]:
    first = chance.randint(1, HIGHEST - 1)
    colour = chance.choice(COLOURS)
    row = []
    for number in range(first, min(HIGHEST, first + chance.randint(1, 12)) + 1):
        if rules.tile_set.counts[-2] and chance.random() < 0.15:
            row.append(Kind("c"))
            colour = chance.choice(COLOURS)
        else:
            row.append(Kind.of(colour, number))
    return with_jokers(row, rules, chance)


def long_run(rules: Rules, chance: random.Random) -> list[Kind]:
    colour, first, last = chance.choice(COLOURS), chance.randint(1, 3), chance.randint(11, HIGHEST)
    row = [Kind.of(colour, number) for number in range(first, last + 1)]
    return row + chance.choices(jokers_of(rules), k=chance.randint(0, 2))


def legal_group(rules: Rules, chance: random.Random) -> list[Kind]:
    number = chance.randint(1, HIGHEST)
    colours = chance.sample(COLOURS, chance.randint(2, 4))
    return with_jokers([Kind.of(colour, number) for colour in colours], rules, chance)


def mirrored(rules: Rules, chance: random.Random) -> list[Kind]:
    half = chance.choice((legal_run, legal_group))(rules, chance)[: chance.randint(1, 6)]
    if not rules.tile_set.counts[-1]:
        return half + half
    return [*half, Kind("m"), *with_jokers(half, rules, chance)[::-1]]


def close_together(rules: Rules, chance: random.Random) -> list[Kind]:
    low, colours = chance.randint(1, HIGHEST), chance.sample(COLOURS, chance.randint(1, 2))
    near = [
        kind
        for kind in kinds_of(rules)
        if kind >= JOKER or (kind.colour in colours and low <= kind.number <= low + chance.randint(0, 4))
    ]
    return chance.choices(near, k=chance.randint(1, 9))


def anything(rules: Rules, chance: random.Random) -> list[Kind]:
    return chance.choices(chance.choice((kinds_of(rules), jokers_of(rules))), k=chance.randint(1, HIGHEST))


def disturb(tiles: list[Kind], rules: Rules, chance: random.Random) -> None:
    """Take a tile away, or put one in, or change one."""
    place = chance.randrange(len(tiles) + 1)
    what = chance.choice(("take", "put", "change"))
    if what != "put" and len(tiles) > 1:
        tiles.pop(min(place, len(tiles) - 1))
    if what != "take":
        tiles.insert(place, chance.choice(kinds_of(rules)))


def test_the_app_reads_generated_sets_as_the_server_does() -> None:
    chance = random.Random(20_260)
    asked: list[Asked] = [
        (str(Tiles(tiles)), rules.mirror) for rules in RULES for tiles in generated(rules, SETS // len(RULES), chance)
    ]
    wanted = [expected(*each) for each in asked]
    for answer, own in zip(read_by_app(asked), wanted, strict=True):
        assert answer == own
    legal = sum(each["kind"] is not None for each in wanted)
    assert len(asked) / 5 < legal < len(asked) * 4 / 5, "the sample is lopsided"
    assert {each["kind"] for each in wanted} == {None, "group", "run", "mirrored-group", "mirrored-run"}
    seen = {reason[0] for each in wanted for reason in each["reasons"]}
    assert seen >= set(CODES) - {"no-mirror-rule"}, "the sample misses reasons"


def test_the_app_knows_every_mirror_rule_on_every_tile() -> None:
    chance = random.Random(13)
    twist = edition("twist-2015").rules()
    mirrors: tuple[Mirror | None, ...] = (None, "none", "middle")
    asked: list[Asked] = [(str(Tiles(tiles)), mirror) for tiles in generated(twist, 500, chance) for mirror in mirrors]
    for answer, each in zip(read_by_app(asked), asked, strict=True):
        assert answer == expected(*each)


def test_the_app_reads_sets_as_by_hand() -> None:
    cases = [json.loads(line) for line in READ_BY_HAND.read_text(encoding="utf-8").splitlines()]
    found = read_by_app([(case["set"], case["mirror"]) for case in cases])
    for case, answer in zip(cases, found, strict=True):
        read_as = (answer["kind"], answer["shown"], answer["text"], answer["value"])
        assert read_as == (case["kind"], case["shown"], case["reads"], case["value"])
