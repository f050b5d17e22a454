# cython: cdivision=True
# Openings: plays that must be worth something. The best play is often worth enough anyway.

from libc.stdint cimport int64_t

from tilery.solver.kernel.job cimport Job
from tilery.solver.kernel.laid cimport GROUP, Laid
from tilery.solver.kernel.position cimport MOST_WEIGHT, Position
from tilery.solver.kernel.tiles cimport COLOURS, JOKERS, NOTHING, NUMBERS


cdef inline int value_laid(const Job* job) noexcept nogil:
    """What the sets of an answer are worth, as they lie."""
    cdef int i, half, k, value = 0
    cdef const Laid* laid
    for i in range(job.laid_count):
        laid = &job.laid[i]
        for half in range(2):
            for k in range(laid.count[half]):
                value += laid.cover[half][k] % NUMBERS + 1
                if laid.second[half][k] != NOTHING:
                    value += laid.second[half][k] % NUMBERS + 1
        if laid.mirrored and job.position.mirror:
            value += laid.first if laid.kind == GROUP else min(laid.last + 1, <int>NUMBERS)
    return value


cdef inline void span_weights(const Position* p, int64_t* lightest, int64_t* heaviest) noexcept nogil:
    """The least and the greatest weight of the tiles that may be laid."""
    cdef int number, c
    lightest[0] = MOST_WEIGHT
    heaviest[0] = -MOST_WEIGHT
    for number in range(1, NUMBERS + 1):
        for c in range(COLOURS):
            if p.most[number][c] > p.must[number][c]:
                lightest[0] = min(lightest[0], p.weight[number][c])
                heaviest[0] = max(heaviest[0], p.weight[number][c])
    for c in range(JOKERS):
        if p.most_joker[c] > p.must_joker[c]:
            lightest[0] = min(lightest[0], p.joker_weight[c])
            heaviest[0] = max(heaviest[0], p.joker_weight[c])


cdef inline void weigh_values(Position* p) noexcept nogil:
    """Let the most valuable play be the best."""
    cdef int number, c
    for number in range(1, NUMBERS + 1):
        for c in range(COLOURS):
            p.weight[number][c] = number
    for c in range(JOKERS):
        p.joker_weight[c] = NUMBERS
