"""A player who errs as people do: it overlooks jokers, sets of the table, and rearrangements of many sets."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from tilery.bots.finder import Find, Finder, Places
from tilery.bots.host import fallback
from tilery.bots.protocol import Bot, ThinkingTime, Why
from tilery.game import Action, Play, View
from tilery.notation import Table, Tiles
from tilery.rules.freeing import settle_jokers

__all__ = ["Attention", "Attentive", "LookedTurn"]


class Attention(NamedTuple):
    """What a player notices in a turn, as chances from 0 to 1.

    ``joker`` is the chance that a joker on the rack is thought of. ``sets[0]`` is the chance that the
    player looks for sets on the rack, ``sets[1]`` that a set of the table is looked at, ``sets[2]`` that two
    sets looked at are thought of together, and so on; what is not there is never thought of.
    """

    joker: float
    sets: tuple[float, ...]

    @property
    def depth(self) -> int:
        """The most sets of the table that are ever thought of together."""
        return len(self.sets) - 1


class Attentive(Bot):
    """Plays what it notices, the smallest rearrangement first, and looks on until it finds no more."""

    def __init__(self, attention: Attention, seed: int) -> None:
        self.attention = attention
        self.seed = seed

    def choose(self, view: View, clock: ThinkingTime) -> Action:
        assert view.seat is not None
        turn = LookedTurn(view, self.attention, self.seed, time.monotonic_ns() + int(clock.seconds * 1e9))
        turn.look()
        self.cut = time.monotonic_ns() > turn.deadline_ns
        self.why = turn.why()
        return Play(view.seat, turn.table) if turn.finds else fallback(view)


class LookedTurn:
    """One turn: what is noticed of the position, and the table as far as the player has come.

    Who thinks of only some tiles of the rack gives them as ``only``; jokers among them may be overlooked all the same.
    """

    def __init__(
        self, view: View, attention: Attention, seed: int, deadline_ns: int, only: Tiles | None = None
    ) -> None:
        assert view.seat is not None and view.rack is not None
        self.before = view.table
        self.rules = view.rules
        self.opened = view.opened[view.seat]
        self.attention = attention
        self.deadline_ns = deadline_ns
        # A chance is the same whenever the same seed meets the same turn.
        self.chance = Random(f"{seed} {view.revision} {view.table} {view.rack}")
        noticed = [kind for kind in view.rack if not kind.is_joker or self._by_chance(attention.joker)]
        self.rack = Tiles(noticed if only is None else (Counter(noticed) & Counter(only)).elements())
        looked_at = [attention.depth > 0 and self._by_chance(attention.sets[1]) for _ in view.table]
        self.overlooked = [tiles for tiles, seen in zip(view.table, looked_at, strict=True) if not seen]
        self.sets = Table([tiles for tiles, seen in zip(view.table, looked_at, strict=True) if seen])
        self.sees_rack = self._by_chance(attention.sets[0])
        self.finds: list[Find] = []

    @property
    def table(self) -> Table:
        """The whole table as it lies now."""
        return Table([*self.overlooked, *self.sets])

    @property
    def played(self) -> Tiles:
        """The tiles laid so far."""
        return Tiles([kind for find in self.finds for kind in find.played])

    def look(self) -> None:
        """Play what is noticed, one find after the other."""
        if not self.opened:
            found = self._finder().opening() if self.sees_rack else None
            if found is None:
                return
            self._lay(found)
            if not self.rules.table_in_opening:
                return
        while self.rack and (found := self._find()) is not None and self._lay(found):
            pass

    def why(self) -> Why:
        """What was found, in a sentence."""
        tiles = sum(len(find.played) for find in self.finds)
        touched = max((len(find.places) for find in self.finds), default=0)
        if not self.finds:
            return Why("nothing", "it saw nothing to play")
        if not self.opened:
            return Why("opening", f"it saw an opening and played {_count(tiles, 'tile')}")
        if not touched:
            return Why("rack", f"it saw {_count(tiles, 'tile')} to play from its rack")
        return Why("table", f"it saw {_count(tiles, 'tile')} to play with at most {_count(touched, 'set')} at a time")

    def _find(self) -> Find | None:
        """The best of the smallest rearrangements that are noticed."""
        finder = self._finder()
        for size, chance in enumerate(self.attention.sets):
            found = finder.best(self._noticed(finder, size, chance))
            if found is not None:
                return found
        return None

    def _finder(self) -> Finder:
        return Finder(self.rules, self.sets, self.rack, self.deadline_ns)

    def _noticed(self, finder: Finder, size: int, chance: float) -> Sequence[Places]:
        if size == 0:
            return [()] if self.sees_rack else []
        if size == 1:
            return list(finder.combinations(1))
        return [places for places in finder.combinations(size) if self._by_chance(chance)]

    def _lay(self, found: Find) -> bool:
        """Do what was found, unless together with the finds before it a joker would be freed against the rules."""
        left = [tiles for place, tiles in enumerate(self.sets) if place not in found.places]
        sets = Table([*left, *found.table])
        freeing = self.finds and self.rules.freeing == "replace"
        if freeing and settle_jokers(self.before, Table([*self.overlooked, *sets]), self.rules.freed_joker) is None:
            return False
        self.sets = sets
        self.rack = self.rack.without(found.played)
        self.finds.append(found)
        return True

    def _by_chance(self, chance: float) -> bool:
        return self.chance.random() < chance


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
