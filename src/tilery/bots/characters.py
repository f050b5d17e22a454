"""Characters: ways to play beside strength. Each is one habit over what it sees, and a dial says how much that is.

>>> [character.name for character in CHARACTERS]
['spender', 'hoarder', 'gambler', 'blocker']

A character is written with a step of the dial, ``hoarder:skilled``; by its name alone it overlooks nothing. Like every
bot it decides by its view, its events and its seed, so a character knows no more of the tiles than a person there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from tilery.bots.attentive import Attention
from tilery.bots.eyes import Eyes, SeenPlay
from tilery.bots.host import fallback
from tilery.bots.protocol import Bot, ThinkingTime, Why
from tilery.game import Action, Play, View
from tilery.notation import Table, Tiles
from tilery.solver.engine import engine
from tilery.solver.question import tile_weights
from tilery.tiles import ALL_KINDS, DOUBLE, count_kinds

__all__ = ["CHARACTERS", "Blocker", "Character", "CharacterBot", "Gambler", "Hoarder", "Spender", "character"]

_SIZE = len(ALL_KINDS)


class CharacterBot(Bot):
    """A character in one seat: goes out when it sees how, and else follows its habit.

    What it says of its reasons never tells what is on its rack, nor that there is a joker on it.
    """

    def __init__(self, seed: int = 0, attention: Attention | None = None) -> None:
        self.seed, self.attention = seed, attention

    def choose(self, view: View, clock: ThinkingTime) -> Action:
        assert view.seat is not None and view.rack is not None
        deadline = time.monotonic_ns() + int(clock.seconds * 0.8e9)
        eyes = Eyes(view, self.attention, self.seed, deadline)
        most = eyes.most()
        if most is None:
            play, self.why = None, self.nothing
        elif most.tiles == len(view.rack):
            play, self.why = most, Why("out", "all its tiles could be played")
        else:
            play, self.why = self.habit(eyes, most)
        self.cut = time.monotonic_ns() > deadline
        return fallback(view) if play is None else Play(view.seat, play.table)

    nothing = Why("nothing", "it saw nothing to play")
    """The reason for drawing where nothing is seen."""

    def habit(self, eyes: Eyes, most: SeenPlay) -> tuple[SeenPlay | None, Why]:
        """What this character makes of a position in which it sees something to play but not its last tile."""
        raise NotImplementedError


def _fewest(view: View) -> int:
    """How many tiles the other player has who has the fewest."""
    others = {*range(len(view.counts))} - {view.seat} - view.resigned
    return min((view.counts[seat] for seat in others), default=0)


class Spender(CharacterBot):
    """Lays everything it can, every turn, jokers and all."""

    def habit(self, eyes: Eyes, most: SeenPlay) -> tuple[SeenPlay | None, Why]:
        if not eyes.opened:
            return most, Why("opening", "it opens as soon as it can")
        return most, Why("most-tiles", "it lays all it can")


class Hoarder(CharacterBot):
    """Collects until a good part of its rack can go at once, unless somebody is about to go out."""

    share = 0.5
    """Laying is worth it from this part of the rack on."""
    alarm = 3
    """With so few tiles somebody is about to go out."""

    def habit(self, eyes: Eyes, most: SeenPlay) -> tuple[SeenPlay | None, Why]:
        view = eyes.view
        if most.tiles >= self.share * len(eyes.rack):
            return most, Why("spill", "so much of its rack could go at once")
        if _fewest(view) <= self.alarm:
            return most, Why("alarm", "somebody is about to go out")
        if not view.pool:
            return most, Why("no-pool", "there is nothing left to collect")
        return None, Why("hoard", "it would rather collect more first")


class Gambler(CharacterBot):
    """Keeps its jokers for one big turn, whatever they cost it if the turn never comes."""

    nothing = Why("draw", "it tries its luck with a draw")

    coup = 4
    """Jokers are laid where they bring so many other tiles more onto the table."""

    def habit(self, eyes: Eyes, most: SeenPlay) -> tuple[SeenPlay | None, Why]:
        jokers = [kind for kind in most.played if kind.is_joker]
        if not jokers:
            return most, self._laid(eyes)
        without = eyes.most(Tiles([kind for kind in eyes.rack if not kind.is_joker]))
        if most.tiles - (without.tiles if without else 0) >= self.coup + len(jokers):
            return most, Why("joker", "its moment for a joker had come")
        return (None, self.nothing) if without is None else (without, self._laid(eyes))

    def _laid(self, eyes: Eyes) -> Why:
        return Why("lay", "it lays what it likes to") if eyes.opened else Why("opening", "it could open")


class Blocker(CharacterBot):
    """Lays what leaves the others the fewest tiles that fit, and rather draws than opens the table to them."""

    tile = 1.5
    """What a tile laid is worth, in tiles still unseen that fit the table then and did not before."""
    few, few_special = 5, 2
    """At most so many parts of a play of each sort are weighed; fewer with special jokers, whose sets take longer."""

    def habit(self, eyes: Eyes, most: SeenPlay) -> tuple[SeenPlay | None, Why]:
        if not eyes.opened:
            return most, Why("opening", "it could open")
        if not eyes.view.pool:
            return most, Why("no-pool", "drawing is over")
        special = any(eyes.view.rules.tile_set.counts[DOUBLE:])
        plays = [most, *_parts(eyes, most, self.few_special if special else self.few)]
        before, *after = _landings(eyes, [eyes.view.table, *(play.table for play in plays)])
        worth = [self.tile * play.tiles - (now - before) for play, now in zip(plays, after, strict=True)]
        best = max(range(len(plays)), key=lambda number: (worth[number], plays[number].tiles))
        if worth[best] < 0:
            return None, Why("block", "anything it laid would have helped the others")
        if plays[best].tiles < most.tiles:
            return plays[best], Why("narrow", "more would have helped the others")
        return most, Why("closed", "that gives the others little to build on")


def _parts(eyes: Eyes, most: SeenPlay, few: int) -> Iterator[SeenPlay]:
    """Smaller plays of the same tiles: all but one of them, and single ones, the dearest first."""
    kinds = sorted({*most.played}, key=lambda kind: (-eyes.view.rules.penalty(kind), kind))
    wanted = {Tiles([kind]) for kind in kinds[:few]} if most.tiles > 1 else set()
    if most.tiles > 2:
        wanted |= {most.played.without(Tiles([kind])) for kind in kinds[:few]}
    seen = {most.played}
    for only in sorted(wanted, key=str):
        play = eyes.most(only)
        if play is not None and play.played not in seen:
            seen.add(play.played)
            yield play


def _landings(eyes: Eyes, tables: Sequence[Table]) -> list[int]:
    """For each table how many of the tiles that are still unseen would fit a set as it lies there."""
    rules = eyes.view.rules
    lying, held = count_kinds(eyes.view.table.tiles()), count_kinds(eyes.rack)
    counts = zip(rules.tile_set.counts, lying, held, strict=True)
    unseen = [max(0, count - on_table - own) for count, on_table, own in counts]
    kinds = [kind for kind in range(_SIZE) if unseen[kind]]
    sets = list({Tiles(sorted(tiles)) for table in tables for tiles in table})
    must = b"".join(bytes(count_kinds(tiles)) * len(kinds) for tiles in sets)
    may = b"".join(bytes(kind) + b"\1" + bytes(_SIZE - kind - 1) for kind in kinds) * len(sets)
    deadline = time.monotonic_ns() + int(eyes.seconds * 1e9)
    many = engine.pack_many(must, may, tile_weights(rules, "tiles"), rules.mirror, 0, deadline)
    rows = iter(zip(many.status, many.weight, strict=True))
    fits = {
        tiles: {kind for kind, (status, weight) in zip(kinds, rows, strict=False) if not status and weight > 0}
        for tiles in sets
    }
    return [sum(unseen[kind] for kind in _union(fits[Tiles(sorted(tiles))] for tiles in table)) for table in tables]


def _union(sets: Iterable[set[int]]) -> set[int]:
    return set().union(*sets)


class Character(NamedTuple):
    """A way to play: its name, what it is like in a sentence, how to make such a bot, and what those are called."""

    name: str
    summary: str
    make: Callable[[int, Attention | None], CharacterBot]
    called: tuple[str, ...]


CHARACTERS: tuple[Character, ...] = (
    Character("spender", "Lays everything it can, every turn, jokers and all.", Spender, ("Flora", "Tim", "Zaza")),
    Character("hoarder", "Collects until half its rack can go at once.", Hoarder, ("Hamish", "Olga", "Bertil")),
    Character("gambler", "Keeps its jokers for one big turn.", Gambler, ("Roxy", "Jack", "Lou")),
    Character("blocker", "Lays what the others can build on least.", Blocker, ("Bruno", "Ute", "Nils")),
)


def character(name: str) -> Character | None:
    """The character of this name, if there is one."""
    return next((one for one in CHARACTERS if one.name == name), None)
