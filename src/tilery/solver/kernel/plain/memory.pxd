# cython: cdivision=True
# What the plain search remembers: from position to position, of the position, and of the number in hand.
#
# It is the same dynamic programming as the full search, for positions without special jokers, thresholds and negative
# weights, and small enough to stay in the processor's cache. What does not fit its narrow states is left to the full
# search.

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint64_t

from tilery.solver.kernel.plain.options cimport (
    BLOCK, OptionBlock, OptionList, Options, PlainOption, forget_plain_options, free_plain_options
)
from tilery.solver.kernel.plain.shapes cimport MOST_RUNS, SHAPES, Shapes, list_shapes
from tilery.solver.kernel.plain.states cimport States, free_plain_states, grow_plain
from tilery.solver.kernel.plain.ways cimport PLAIN_JOKERS, Ways, WaysRow
from tilery.solver.kernel.position cimport Position
from tilery.solver.kernel.tiles cimport COLOURS, NUMBERS
from tilery.solver.kernel.tuning cimport MOST_PLAIN_OPTIONS, OPTIONS_AT_ONCE

cdef enum:
    BLOCKS_AT_ONCE = OPTIONS_AT_ONCE // BLOCK
    ROWS_ABOVE = (MOST_RUNS + 1) * (MOST_RUNS + 1)      # by Plain.above
    WAYS_ROWS = (PLAIN_JOKERS + 1) * 3 * 2 * ROWS_ABOVE

cdef struct Plain:
    Shapes shapes
    Options options
    States states
    WaysRow rows[WAYS_ROWS]
    uint8_t most[NUMBERS + 4][COLOURS]              # less the optional tiles that fit nowhere
    uint8_t above[NUMBERS + 1][COLOURS]             # at the next two numbers, see look_above
    int present[COLOURS]            # numbers of which there are tiles, as bits
    int optional[COLOURS]           # and of which some need not be laid
    uint8_t colour[NUMBERS + 1][COLOURS]            # the colours in the order of a number's options, see order_colours
    uint8_t place[NUMBERS + 1][COLOURS]             # and the place of each in it
    uint16_t pattern[NUMBERS + 1]   # their counts in this order
    int64_t hope[NUMBERS + 1]       # what the optional tiles above a number weigh
    int64_t floor                   # only answers that gain more are of interest
    int64_t credit                  # see tuning.pxd
    int64_t gains[OPTIONS_AT_ONCE]  # of the number's options
    uint64_t live[BLOCKS_AT_ONCE]   # those that no rival outweighs
    Ways ways[COLOURS][PLAIN_JOKERS + 1][SHAPES]    # those of the number in hand that are not in the rows
    int64_t ways_stamp[COLOURS][PLAIN_JOKERS + 1][SHAPES]
    uint8_t price[NUMBERS + 1][COLOURS][SHAPES]     # see price_above
    uint8_t charge[NUMBERS + 1]     # half jokers that a tile in a group answers for
    bint charged
    bint cut                        # the narrow pass has left out states
    bint failed

cdef struct Number:                 # what stays the same while the states of a number are gone through
    Position* position
    const uint8_t* colour           # the colour at each place in the lists below and in the options
    int before[COLOURS]             # its place at the number before
    OptionList* list
    PlainOption* options
    const OptionBlock* blocks
    const Ways* ways[COLOURS]       # of every shape
    int spare[COLOURS]              # jokers that may prolong a long run towards a tile further up
    int leads[COLOURS]              # runs that may start with a joker
    bint may_spend                  # some joker may do either
    int number
    int jokers                      # of the position
    int most[COLOURS]
    uint64_t listed[COLOURS]        # the numbers of naturals there may be, as bits in every byte
    int64_t least                   # no state that gains no more can lead to more than the floor
    bint may_crowd                  # some shapes would need more open runs than a shape holds
    bint priced                     # the jokers needed above are worked out, not only for the next two numbers
    int parent                      # the state in hand,
    int left                        # its jokers
    int64_t gain                    # and what it has gained


cdef inline void begin_plain(Plain* q) noexcept nogil:
    """Once, with everything else zero."""
    list_shapes(&q.shapes)


cdef inline bint prepare_plain(Plain* q) noexcept nogil:
    """Memory for the states, and room for more option lists."""
    if q.options.lists == NULL or q.options.count > MOST_PLAIN_OPTIONS // 2:
        if not forget_plain_options(&q.options):
            return False
    return q.states.room > 0 or grow_plain(&q.states)


cdef inline void free_plain(Plain* q) noexcept nogil:
    free_plain_options(&q.options)
    free_plain_states(&q.states)
