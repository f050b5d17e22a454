# cython: cdivision=True
# An option: one thing that can be done at a number without looking at the runs that are open.
#
# It says how many tiles of each colour go on in runs ("lanes": naturals and regular jokers alike) and which groups the
# other tiles form.

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from tilery.solver.kernel.full.prices cimport purse, regular_price
from tilery.solver.kernel.full.state cimport DOUBLE_SHIFT, MIRROR_SHIFT, REGULAR_SHIFT
from tilery.solver.kernel.position cimport MOST_ALIKE, MOST_REGULAR
from tilery.solver.kernel.tiles cimport COLOURS, DOUBLE, JOKERS, MIRROR, REGULAR

cdef enum:
    PLACES = (MOST_REGULAR + 1) << 4
    MOST_USED = (MOST_REGULAR + 1) * (MOST_ALIKE + 1)   # places of a colour that the options of a number have

cdef struct Option:
    uint64_t price                      # of its jokers, in every account
    uint64_t low                        # jokers used, as subtracted from the packed state
    uint64_t high
    uint8_t place[COLOURS]              # lanes and jokers among them in one index, see lane_place
    uint8_t played[COLOURS]             # optional naturals used
    int32_t value
    int32_t next                        # in the same bucket
    int64_t gain                        # while they are listed; then it follows from what is played
    uint8_t lanes[COLOURS]
    uint8_t naturals[COLOURS]           # how many of the lanes are naturals
    uint8_t grouped[COLOURS]            # naturals in ordinary groups
    uint8_t jokers[JOKERS]
    uint8_t groups                      # ordinary groups, and the regular jokers in them
    uint8_t group_jokers
    uint8_t pattern_count
    uint16_t patterns[4]

# The options of one number, and where to find them by their places. Of every place that an option has in a colour
# there is an entry: a word with the place, then words with a bit for each option that has it there.
cdef struct Listing:
    bint kept                           # among those kept for other numbers and positions
    int first
    int count
    int words                           # of bits in an entry
    int first_word                      # of the entries, colour by colour
    int used[COLOURS]                   # how many entries

# The options of one pattern of counts, kept for other numbers and positions.
cdef struct Block:
    uint32_t key
    Listing listing


cdef inline int lane_place(int lanes, int jokers) noexcept nogil:
    return lanes | jokers << 4


cdef inline void pack_jokers(Option* option, int doubles) noexcept nogil:
    """Note what the jokers are, of a position with so many double ones."""
    cdef int c
    for c in range(COLOURS):
        option.place[c] = lane_place(option.lanes[c], option.lanes[c] - option.naturals[c])
    option.price = purse(
        regular_price(doubles), option.jokers[REGULAR], option.jokers[DOUBLE], 0, option.jokers[MIRROR]
    )
    option.low = <uint64_t>option.jokers[REGULAR] << REGULAR_SHIFT
    option.high = <uint64_t>option.jokers[DOUBLE] << DOUBLE_SHIFT | <uint64_t>option.jokers[MIRROR] << MIRROR_SHIFT
