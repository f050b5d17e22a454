# cython: cdivision=True
# The position to solve: how many tiles of each kind must and may be in the sets.

from libc.stdint cimport int64_t, uint8_t
from libc.string cimport memset

from tilery.solver.kernel.status cimport REFUSED, SOLVED
from tilery.solver.kernel.tiles cimport CHANGE, COLOURS, DOUBLE, JOKERS, KINDS, NATURALS, NUMBERS, REGULAR, kind_of

# Limits of the packed states. A lane is one tile of one colour at one number that goes on in a run; four bits count
# them, so a kind's tiles plus every joker that can stand beside them stay below 16.
cdef enum:
    MOST_LANES = 15
    MOST_ALIKE = 7          # naturals of a kind: three copies and four kept jokers
    MOST_REGULAR = 8
    MOST_SPECIAL = 2
    MOST_THRESHOLD = 1000

cdef extern from *:
    """
    #define MOST_WEIGHT (1LL << 40)     /* so that no sum of weights overflows */
    """
    const int64_t MOST_WEIGHT

cdef struct Position:                       # two rows of zeros above the 13 spare the search its bounds checks
    int must[NUMBERS + 3][COLOURS]
    int most[NUMBERS + 3][COLOURS]          # must and may together
    int64_t weight[NUMBERS + 3][COLOURS]
    int must_joker[JOKERS]
    int most_joker[JOKERS]
    int64_t joker_weight[JOKERS]
    int mirror                              # 1: the mirror joker has the middle number
    int threshold


cdef inline int load_position(
    Position* p, const uint8_t* must, const uint8_t* may, const int64_t* weight, int mirror, int threshold
) noexcept nogil:
    """Unpack the counts; anything the packed state cannot hold is refused here and nowhere else."""
    cdef int kind, colour, number, joker, most, highest = 0
    if threshold < 0 or threshold > MOST_THRESHOLD or mirror < 0 or mirror > 1:
        return REFUSED
    memset(p, 0, sizeof(Position))
    p.mirror = mirror
    p.threshold = threshold
    for kind in range(KINDS):
        if weight[kind] > MOST_WEIGHT or weight[kind] < -MOST_WEIGHT:
            return REFUSED
    for colour in range(COLOURS):
        for number in range(1, NUMBERS + 1):
            kind = kind_of(colour, number)
            most = must[kind] + may[kind]
            p.must[number][colour] = must[kind]
            p.most[number][colour] = most
            p.weight[number][colour] = weight[kind]
            highest = max(highest, most)
    for joker in range(JOKERS):
        kind = NATURALS + joker
        p.must_joker[joker] = must[kind]
        p.most_joker[joker] = must[kind] + may[kind]
        p.joker_weight[joker] = weight[kind]
        if p.most_joker[joker] > (MOST_REGULAR if joker == REGULAR else MOST_SPECIAL):
            return REFUSED
    if highest > MOST_ALIKE:
        return REFUSED
    if highest + p.most_joker[REGULAR] + p.most_joker[DOUBLE] + p.most_joker[CHANGE] > MOST_LANES:
        return REFUSED
    return SOLVED
