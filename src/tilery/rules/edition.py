"""Editions: the rules of each booklet as data, and house rules made from them.

>>> edition("classic-2015").rules().freeing
'replace'
>>> edition("sabra").rules("160").players
(2, 6)
"""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Iterable, Mapping
from typing import Any, Literal, get_args, get_type_hints

import msgspec

from tilery.errors import TileryError, is_a
from tilery.rules.booklet import LANGUAGES, BookletPlace, places_text
from tilery.rules.misfit import Misfit, RulesError, misfit
from tilery.tiles import ALL_KINDS, MIRROR, Kind, TileSet, count_kinds, tile_set, tile_set_names

__all__ = [
    "REFEREE",
    "ROWS",
    "Drawn",
    "Edition",
    "Ending",
    "FreedJoker",
    "Freeing",
    "MatchRule",
    "Mirror",
    "OpeningSets",
    "Overtime",
    "PoolEmpty",
    "PoolScores",
    "Row",
    "Rules",
    "as_before",
    "booklet_name",
    "contradictions",
    "edition",
    "edition_names",
    "house_rules",
    "load_house_rules",
]

Freeing = Literal["free", "replace"]
Overtime = Literal["restore", "keep"]
PoolEmpty = Literal["play-on", "stop"]
PoolScores = Literal["difference", "full"]
MatchRule = Literal["games-won", "total"]
Mirror = Literal["none", "middle"]
Drawn = Literal["waits", "frees"]
OpeningSets = Literal["several", "one"]
FreedJoker = Literal["anywhere", "new-set"]
Ending = Literal["all-pass", "nobody-can-play"]


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The rules one game is played by: an edition's rows, settled on one tile set.

    ``mirror`` is ``None`` where no rule for a mirror joker is given; ``time_limit`` is in seconds, or
    ``None`` for none. ``referee`` says which of the referees there have been judges: games begun under an earlier one
    are played and proven by what held then.
    """

    name: str
    booklet: str
    tile_set: TileSet
    players: tuple[int, int]
    rack_size: int
    opening: int
    table_in_opening: bool
    freeing: Freeing
    time_limit: int | None
    overtime: Overtime
    overtime_draw: int
    idle_draw: int
    joker_penalty: int
    pool_empty: PoolEmpty
    pool_scores: PoolScores
    match: MatchRule
    mirror: Mirror | None = None
    drawn: Drawn = "waits"
    opening_sets: OpeningSets = "several"
    freed_joker: FreedJoker = "anywhere"
    ending: Ending = "all-pass"
    house: tuple[str, ...] = ()
    referee: int = 1

    def source(self, row: str) -> str:
        """Where a rule comes from: the booklet, or the house rules that changed it.

        >>> house_rules(edition("sabra"), {"opening": 50}, "club").rules().source("opening")
        'house rules club'
        """
        return f"house rules {self.name}" if row in self.house else self.booklet

    def penalty(self, kind: Kind) -> int:
        """What a tile left on a rack counts.

        >>> edition("sabra").rules().penalty(Kind("j")), edition("sabra").rules().penalty(Kind("r7"))
        (25, 7)
        """
        return self.joker_penalty if kind.is_joker else kind.number

    def check_copies(self, *places: Iterable[Kind]) -> None:
        """Refuse tiles that the tile set has not so many of.

        >>> edition("sabra").rules().check_copies([Kind("r7")] * 3)
        Traceback (most recent call last):
            ...
        tilery.errors.TileryError: 3 × red 7 (r7) where tile set 106 has 2
        """
        counts = count_kinds(itertools.chain.from_iterable(places))
        have = self.tile_set.counts
        if not any(map(operator.gt, counts, have)):
            return
        excess = [
            f"{count} × {kind.name} ({kind}) where tile set {self.tile_set.name} has {most}"
            for kind, count, most in zip(ALL_KINDS, counts, have, strict=True)
            if count > most
        ]
        raise TileryError("too-many-copies", "; ".join(excess))


def must_be_rules(given: object) -> None:
    """Refuse what is not the rules of a game, such as the name of an edition.

    >>> must_be_rules("sabra")
    Traceback (most recent call last):
        ...
    tilery.errors.TileryError: rules are needed, as edition("sabra").rules() gives them, not 'sabra'
    """
    if not isinstance(given, Rules):
        shown = given if isinstance(given, str) else type(given).__name__
        raise TileryError("rules", f'rules are needed, as edition("sabra").rules() gives them, not {shown!r}')


REFEREE = 2
"""The referee of games that begin now."""

_NOT_ROWS = {"name", "booklet", "tile_set", "house", "referee"}
ROWS = ("tile_sets", *(name for name in Rules.__struct_fields__ if name not in _NOT_ROWS))
"""The names of an edition's rows, in the order they are shown."""

_NUMBERS = ("rack_size", "opening", "overtime_draw", "idle_draw", "joker_penalty")
_LIMITS = {"copies": (2, 3), "j": (0, 4), "d": (0, 2), "c": (0, 2), "m": (0, 2)}
_TYPES = get_type_hints(Rules)
_DEFAULTS = {field.name: field.default for field in msgspec.structs.fields(Rules)}


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of an edition: its value, where the booklet says so, and what it means in our words.

    The booklet is ``silent`` on some; on others it says something that the value is our ``reading`` of.
    """

    value: Any
    note: str = ""
    where: tuple[BookletPlace, ...] = ()
    silent: bool = False
    reading: bool = False
    house: bool = False


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A booklet's rules as rows of data; house rules are an edition with some rows changed.

    ``parts`` is where the booklet says what is no row, since no edition differs there: ``sets`` and ``turn``, and
    ``special``, ``double`` and ``change`` of the jokers that only some editions have.
    """

    name: str
    title: str
    booklet: str
    year: int
    languages: tuple[str, ...]
    parts: dict[str, tuple[BookletPlace, ...]]
    rows: dict[str, Row]

    def __hash__(self) -> int:
        return hash((self.name, self.booklet, self.year))

    @property
    def tile_sets(self) -> tuple[TileSet, ...]:
        """The tile sets that may be played with, the usual one first."""
        return tuple(_as_tile_set(value) for value in self.rows["tile_sets"].value)

    def rules(self, name: str | None = None) -> Rules:
        """The rules with the tile set of this name, or with the usual one.

        >>> edition("sabra").rules("twist")
        Traceback (most recent call last):
            ...
        tilery.errors.TileryError: sabra is played with tile set 106, 108 or 160, not with 'twist'
        """
        allowed = self.tile_sets
        chosen = allowed[0] if name is None else next((s for s in allowed if s.name == name), None)
        if chosen is None:
            *others, last = (s.name for s in allowed)
            names = f"{', '.join(others)} or {last}" if others else last
            raise TileryError("tile-set", f"{self.name} is played with tile set {names}, not with {name!r}")
        values = {key: row.value for key, row in self.rows.items() if key != "tile_sets"}
        # A row at its default is left out of JSON only where it is that very object.
        values |= {key: default for key, default in _DEFAULTS.items() if values.get(key) == default}
        values["players"] = tuple(self.rows["players"].value[chosen.name])
        house = tuple(key for key, row in self.rows.items() if row.house)
        return Rules(name=self.name, booklet=self.booklet, tile_set=chosen, house=house, referee=REFEREE, **values)

    def source(self, row: str) -> str:
        """Where a row comes from: its place in the booklet, or the house rules.

        >>> edition("sabra").source("joker_penalty")
        '“Punktewertung”'
        """
        entry = self.rows.get(row)
        if entry is None:
            raise TileryError("rules", f"there is no row {row!r}; there are {', '.join(ROWS)}")
        if entry.house:
            return f"house rules {self.name}"
        if entry.silent:
            return "the booklet is silent"
        return f"{places_text(entry.where)}{' (our reading)' if entry.reading else ''}"


@functools.cache
def edition_names() -> tuple[str, ...]:
    """The names of the five editions, in the order they are shown.

    >>> edition_names()
    ('classic-2015', 'classic-2002', 'sabra', 'twist-2015', 'twist-2016')
    """
    return ("classic-2015", "classic-2002", "sabra", "twist-2015", "twist-2016")


@functools.cache
def edition(name: str) -> Edition:
    """The edition of this name."""
    if name not in edition_names():
        known = ", ".join(edition_names())
        raise TileryError("edition", f"there is no edition {name!r}; there are {known}")
    import pkgutil  # importlib.resources takes a tenth of the time of a whole command to load

    text = pkgutil.get_data("tilery.rules", f"editions/{name}.toml")
    assert text is not None
    data = _parse_toml(text.decode())
    data["rows"].setdefault("mirror", {"value": None, "silent": True, "note": "no mirror joker"})
    return msgspec.convert(data, Edition)


@functools.cache
def booklet_name(booklet: str, short: bool = False) -> str:
    """What people call a booklet: its edition, year and languages, or in short its edition; house rules have theirs.

    >>> booklet_name("classic-2015-en")
    'Classic 2015 (English)'
    >>> booklet_name("sabra-2022-de-es-pt-fr-nl")
    'Sabra 2022 (German, Spanish, Portuguese, French, Dutch)'
    >>> booklet_name("sabra-2022-de-es-pt-fr-nl", short=True), booklet_name("house rules ours", short=True)
    ('Sabra 2022 booklet', 'house rules ours')
    """
    one = next((one for one in map(edition, edition_names()) if one.booklet == booklet), None)
    if one is None:
        return booklet
    title = one.title if str(one.year) in one.title else f"{one.title} {one.year}"
    return f"{title} booklet" if short else f"{title} ({', '.join(LANGUAGES[language] for language in one.languages)})"


def _parse_toml(text: str) -> dict[str, Any]:
    import tomllib  # slow to load, and only needed when rules are read

    return tomllib.loads(text)


def house_rules(base: Edition, changes: Mapping[str, Any], name: str = "house") -> Edition:
    """An edition with some rows changed; impossible or contradictory rules are refused with all reasons.

    A ``tile_set`` given by its ``copies`` and its number of each joker replaces ``tile_sets``;
    ``players`` is then the least and the most; ``time_limit`` may be ``"none"``.

    >>> house_rules(edition("sabra"), {"opening": 50}).rules().opening
    50
    >>> house_rules(edition("sabra"), {"opening": 0})
    Traceback (most recent call last):
        ...
    tilery.rules.misfit.RulesError: opening must be 1 or more, not 0
    """
    if not isinstance(base, Edition):
        raise TileryError("rules", f'house rules change an edition, such as edition("sabra"), not {base!r}')
    if not isinstance(changes, Mapping):
        raise TileryError("rules", f'house rules are the rows that differ, such as {{"opening": 50}}, not {changes!r}')
    if not is_a(name, str) or not name.strip() or len(name) > 60:
        raise TileryError("rules", "the name of the house rules must be 1 to 60 characters of text")
    changes = dict(changes)
    reasons: list[Misfit] = []
    known = {*ROWS, "tile_set"}
    if unknown := [str(key) for key in changes if key not in known]:
        names, rows_known = ", ".join(unknown), ", ".join((*ROWS, "tile_set"))
        reasons.append(misfit("unknown-rows", names=names, known=rows_known))
    if "tile_set" in changes:
        if "tile_sets" in changes:
            reasons.append(misfit("tile-set-twice", "tile_sets"))
        changes["tile_sets"] = [changes.pop("tile_set")]
    rows = dict(base.rows)
    for key, value in changes.items():
        if key not in ROWS:
            continue
        try:
            rows[key] = Row(_checked(key, value), "changed by the house", house=True)
        except RulesError as error:
            reasons += error.misfits
    if not reasons:
        rows["players"] = _players_by_tile_set(rows, base)
        made = msgspec.structs.replace(base, name=name, title=name, rows=rows)
        found = (contradictions(made.rules(tiles.name)) for tiles in made.tile_sets)
        reasons = list({one.text: one for one in itertools.chain.from_iterable(found)}.values())
    if reasons:
        raise RulesError(reasons)
    return made


def load_house_rules(text: str) -> Edition:
    """House rules from the text of a TOML file: ``name``, ``base`` and the rows that differ.

    >>> load_house_rules('base = "sabra"\\nname = "grandma"\\nopening = 25').rules().opening
    25
    """
    if not isinstance(text, str):
        raise TileryError("rules", f"house rules are the text of a TOML file, not {text!r}")
    try:
        data = _parse_toml(text)
    except RecursionError:
        raise TileryError("rules", "the house rules are nested too deeply") from None
    except ValueError as error:  # also a number of more digits than Python reads
        raise TileryError("rules", f"the house rules are not TOML: {error}") from None
    base, name = data.pop("base", None), data.pop("name", "house")
    if not isinstance(base, str):
        raise TileryError("rules", 'the house rules need a base, such as base = "sabra"')
    return house_rules(edition(base), data, name)


def _checked(key: str, value: Any) -> Any:
    if key in _NUMBERS or (key == "time_limit" and value not in (None, "none")):
        if not isinstance(value, int) or isinstance(value, bool):
            raise RulesError([misfit("not-a-number", key, given=repr(value))])
        if value < 1:
            raise RulesError([misfit("too-small", key, least=1, given=value)])
        if value > 100_000_000:
            raise RulesError([misfit("too-large", key)])
        return value
    if key == "time_limit":
        return None
    if key == "tile_sets":
        if not isinstance(value, list | tuple) or not value:
            raise RulesError([misfit("no-tile-sets", key)])
        names = [_as_tile_set(item).name for item in value]
        if len(set(names)) < len(names):
            raise RulesError([misfit("tile-sets-alike", key)])
        return value
    if key == "players":
        return _checked_players(value)
    try:
        return msgspec.convert(value, _TYPES[key])
    except msgspec.ValidationError:
        choices = [str(c) for arg in (_TYPES[key], *get_args(_TYPES[key])) for c in get_args(arg) if isinstance(c, str)]
        wanted = " or ".join(dict.fromkeys(choices)) or "true or false"
        raise RulesError([misfit("not-a-choice", key, choices=wanted, given=repr(value))]) from None


def _checked_players(value: Any) -> Any:
    pairs = list(value.values()) if isinstance(value, dict) else [value]
    for pair in pairs:
        whole = isinstance(pair, list | tuple) and len(pair) == 2 and all(type(n) is int for n in pair)
        if not whole or not 2 <= pair[0] <= pair[1] <= 6:
            raise RulesError([misfit("players", "players", given=repr(pair))])
    return value


def _as_tile_set(value: Any) -> TileSet:
    if isinstance(value, str):
        if value not in tile_set_names():
            known = ", ".join(tile_set_names())
            raise RulesError([misfit("unknown-tile-set", "tile_sets", given=repr(value), known=known)])
        return tile_set(value)
    if not isinstance(value, dict):
        raise RulesError([misfit("not-a-tile-set", "tile_sets", given=repr(value))])
    if unknown := [str(key) for key in value if key not in _LIMITS]:
        raise RulesError([misfit("unknown-tiles", "tile_sets", names=", ".join(unknown))])
    numbers = {}
    for key, (low, high) in _LIMITS.items():
        number = value.get(key, low)
        if type(number) is not int or not low <= number <= high:
            raise RulesError([misfit("tile-count", "tile_sets", part=key, least=low, most=high, given=repr(number))])
        numbers[key] = number
    return TileSet("house", numbers["copies"], (numbers["j"], numbers["d"], numbers["c"], numbers["m"]))


def _players_by_tile_set(rows: dict[str, Row], base: Edition) -> Row:
    row, given = rows["players"], rows["players"].value
    sets = [_as_tile_set(value) for value in rows["tile_sets"].value]
    if not isinstance(given, dict):
        by_set = {s.name: given for s in sets}
    elif row.house and (unknown := given.keys() - {s.name for s in sets}):
        raise RulesError([misfit("players-of-no-set", "players", names=", ".join(sorted(map(str, unknown))))])
    else:
        by_set = {s.name: given.get(s.name, (2, 6 if s.copies == 3 else 4)) for s in sets}
    return Row(by_set, row.note, row.where, row.silent, row.reading, row.house)


def as_before(rules: Rules) -> Rules:
    """The same rules as the first referee knew them, without the rows that have come since.

    >>> as_before(edition("classic-2002").rules()).drawn
    'waits'
    """
    return msgspec.structs.replace(
        rules, drawn="waits", opening_sets="several", freed_joker="anywhere", ending="all-pass", referee=1
    )


def contradictions(rules: Rules) -> list[Misfit]:
    """Why no game can be played by these rules; empty when one can."""
    limited = (*_NUMBERS, *(["time_limit"] if rules.time_limit is not None else []))
    reasons = [
        misfit("too-small", key, least=1, given=getattr(rules, key)) for key in limited if getattr(rules, key) < 1
    ]
    if not 1 <= rules.referee <= REFEREE:
        reasons.append(misfit("referee", given=rules.referee, most=REFEREE))
    tiles, (least, most) = rules.tile_set, rules.players
    for name, number, (low, high) in zip(_LIMITS, (tiles.copies, *tiles.jokers), _LIMITS.values(), strict=True):
        if not low <= number <= high:
            reasons.append(misfit("tile-count", "tile_sets", part=name, least=low, most=high, given=number))
    if not 2 <= least <= most <= 6:
        reasons.append(misfit("player-range", "players", least=least, most=most))
    needed = rules.rack_size * most
    if needed > tiles.total:
        values = {"rack": rules.rack_size, "needed": needed, "tiles": tiles.name, "total": tiles.total}
        reasons.append(misfit("too-few-tiles", "rack_size", most=most, **values))
    elif needed == tiles.total and rules.pool_empty == "stop":
        reasons.append(misfit("no-pool", "pool_empty", most=most, rack=rules.rack_size))
    if tiles.counts[MIRROR] and rules.mirror is None:
        reasons.append(misfit("no-mirror-rule", "mirror", tiles=tiles.name))
    return [*reasons, *_at_odds(rules)]


def _at_odds(rules: Rules) -> list[Misfit]:
    """Rows that are at odds with others in what they say of jokers, the opening and the end."""
    reasons = []
    if any(rules.tile_set.jokers[1:]):
        if rules.freeing == "replace":
            reasons.append(misfit("special-freeing", "freeing", tiles=rules.tile_set.name))
        if rules.opening_sets == "one":
            reasons.append(misfit("special-opening", "opening_sets", tiles=rules.tile_set.name))
    if rules.freed_joker == "new-set" and rules.freeing != "replace":
        reasons.append(misfit("never-freed", "freed_joker"))
    if rules.ending == "nobody-can-play" and rules.pool_empty == "stop":
        reasons.append(misfit("never-played-on", "ending"))
    return reasons
