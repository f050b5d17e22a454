# cython: cdivision=True
# Ways: what the shape of one colour becomes at a number, and how many jokers that takes.
#
# It depends on the naturals that go on and on the tiles of the next two numbers: a table, each entry of which is made
# when first needed and kept.

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from tilery.solver.kernel.plain.shapes cimport DEAD, LANES_LISTED, MOST_RUNS, SHAPES, Shapes

cdef enum:
    PLAIN_JOKERS = 4                # what positions may have
    MOST_HALVES = 2 * PLAIN_JOKERS  # half jokers: what costs are counted in
    HOPELESS = 64                   # jokers that nobody has

# What one colour of a state becomes, by the naturals that go on: the new shape's rank in the lower half of a word, and
# in the upper half the shape, the lanes that led there, jokers included, and the jokers among these. Each half takes no
# more bits than a colour has in a state, so the words of four colours can be shifted and added up.
cdef enum:
    COLOUR_BITS = 15
    SHAPE_BITS = 5
    SHAPE = (1 << SHAPE_BITS) - 1
    SPENT_SHIFT = 8
    HALF = 16

cdef extern from *:
    """
    #define EVERY_BYTE 0x0101010101010101ULL
    """
    const uint64_t EVERY_BYTE

cdef struct Ways:                   # 64 bytes, which is what a processor fetches at once
    uint32_t way[LANES_LISTED]      # by the naturals that go on
    uint8_t made
    uint8_t crowded                 # the numbers of naturals, as bits, that need more open runs than a shape holds
    uint8_t least[LANES_LISTED]     # half jokers that the cheapest with up to so many naturals takes
    uint8_t within[MOST_HALVES + 1] # the numbers of naturals, as bits, that so many half jokers pay for
    uint8_t unused[13]

cdef struct Ahead:                  # what one colour finds above the number in hand
    const Shapes* shapes
    int jokers                      # of the position
    bint further                    # they may lead a long run over the next number to a tile further up
    int end                         # 1 at the 12, 2 at the 13
    int next_one                    # tiles of the next number, up to MOST_RUNS
    int next_two
    int leads                       # runs that may start with a joker


cdef inline int jokers_missing(const Ahead* a, int shape) noexcept nogil:
    """Jokers that the short runs need at the next two numbers."""
    cdef int ones = a.shapes.runs[shape][0], need = a.shapes.need[shape]
    if (a.end == 1 and ones) or (a.end == 2 and need):
        return HOPELESS
    return max(0, need - a.next_one) + max(0, ones - a.next_two)


cdef inline int without_idle(const Ahead* a, int shape, int spent) noexcept nogil:
    """The shape without the long runs that nothing is left for."""
    cdef const uint8_t* runs = a.shapes.runs[shape]
    cdef int room = max(0, a.next_one + (a.jokers - spent if a.further else 0) - a.shapes.need[shape])
    return a.shapes.of_runs[runs[0]][runs[1]][min(<int>runs[2], room)]


cdef inline int after_crowd(const Ahead* a, int shape, int u, int lanes) noexcept nogil:
    """What a shape becomes with more lanes than a shape holds, if some long runs end: DEAD, SHAPES if too many go
    on."""
    cdef const uint8_t* runs = a.shapes.runs[shape]
    cdef int need = a.shapes.need[shape], fresh = max(0, lanes - need - runs[2])
    cdef int short_runs = fresh + runs[0], spent = lanes - u, going_on
    if spent + max(0, short_runs - a.next_one) + max(0, fresh - a.next_two) > a.jokers:
        return DEAD
    going_on = max(0, a.next_one + a.jokers - spent - short_runs)
    going_on = min(going_on, runs[1] + min(<int>runs[2], lanes - need))
    if short_runs + going_on > MOST_RUNS or lanes >= LANES_LISTED:
        return SHAPES
    return a.shapes.of_runs[fresh][runs[0]][going_on]


cdef inline void list_ways(const Ahead* a, int shape, int more, Ways* ways) noexcept nogil:
    """What a colour becomes with each number of naturals, and `more` jokers than its short runs need.

    Those prolong long runs that no natural does, or start a run where that may be: others would be of no use. All runs
    that start beside such a one have a 12 and a 13 of their own; where tiles run short, two jokers make a group with
    the 13.
    """
    cdef int u, lanes, after, cost, halves, need = a.shapes.need[shape], longs = a.shapes.runs[shape][2]
    memset(ways, 0, sizeof(Ways))
    ways.made = True
    for u in range(LANES_LISTED):
        ways.least[u] = ways.least[u - 1] if u else MOST_HALVES + 1
        lanes = max(u, need) + more
        if more > max(0, longs - max(0, u - need)) and lanes - need - longs > a.leads:
            continue
        if lanes > MOST_RUNS:
            after = after_crowd(a, shape, u, lanes)
            if after == SHAPES:
                ways.crowded |= 1 << u
        else:
            after = a.shapes.after[shape][lanes]
            if after != DEAD:
                after = without_idle(a, after, lanes - u)
        if after < SHAPES:
            ways.way[u] = a.shapes.rank[after]
            ways.way[u] |= <uint32_t>(after | lanes << SHAPE_BITS | lanes - u << SPENT_SHIFT) << HALF
            cost = 2 * (lanes - u + jokers_missing(a, after))
            ways.least[u] = min(<int>ways.least[u], cost)
            for halves in range(cost, MOST_HALVES + 1):
                ways.within[halves] |= 1 << u
