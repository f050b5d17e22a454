"""The smallest choices that are possible, where a possible choice with more added stays possible.

A choice is a number with a bit for each thing chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

__all__ = ["smallest"]


def smallest(
    possible: Callable[[int], bool], hit: list[int], most: Callable[[], int], learn: Callable[[int], int]
) -> Iterator[int]:
    """Every smallest choice (bits) that is possible, where a possible choice with more added stays possible.

    ``hit`` are bits of which every possible choice is known to have one. More are learned from a choice that
    is impossible: grown until nothing can be added to it, what it lacks must be hit.
    """
    size = 0
    found: list[int] = []
    while size <= most():
        # To find one it is enough to look at bits that no other can stand in for; to find all, at all.
        for choice in _hitting(sorted(hit if found else _without_stand_ins(hit), key=int.bit_count), size):
            if choice in found:
                continue
            if possible(choice):
                found.append(choice)
                yield choice
            else:
                hit.append(learn(choice))
            break
        else:
            if found:
                return
            size += 1


def _hitting(hit: Sequence[int], size: int) -> Iterator[int]:
    """Choices of at most this size with a bit of each of ``hit``."""
    if not hit:
        yield 0
        return
    apart, separate = 0, 0
    for one in hit:
        if not one & separate:
            apart += 1
            separate |= one
    if apart > size:
        return
    first, barred = min(hit, key=int.bit_count), 0
    while first:
        bit = first & -first
        for choice in _hitting([one & ~barred for one in hit if not one & bit], size - 1):
            yield choice | bit
        barred |= bit
        first &= ~bit


def _without_stand_ins(hit: Sequence[int]) -> list[int]:
    """The same without bits for which another could be chosen that is in all of ``hit`` they are in."""
    members: dict[int, int] = {}
    for place, one in enumerate(hit):
        while one:
            bit = one & -one
            members[bit] = members.get(bit, 0) | 1 << place
            one &= ~bit
    kept: dict[int, int] = {}
    for bit, places in sorted(members.items(), key=lambda item: (-item[1].bit_count(), item[0])):
        if all(places & ~others for others in kept.values()):
            kept[bit] = places
    these = sum(kept)
    return [one & these for one in hit]
