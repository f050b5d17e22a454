# cython: cdivision=True
# What the plain search remembers: from position to position, of the position, and of the number in hand.
#
# It is the same dynamic programming as the full search, for positions without special jokers, thresholds and negative
# weights, and small enough to stay in the processor's cache. What does not fit its narrow states is left to the full
# search.

from libc.stdint cimport int64_t, uint8_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from tilery.solver.kernel.plain.follow cimport Step
from tilery.solver.kernel.plain.options cimport (
    BLOCK, OptionBlock, OptionList, Options, PlainOption, forget_plain_options, free_plain_options
)
from tilery.solver.kernel.plain.prices cimport NEVER_PAID, Prices, list_charges
from tilery.solver.kernel.plain.shapes cimport MOST_RUNS, PRICED_SHAPES, SHAPES, Shapes, list_shapes
from tilery.solver.kernel.plain.states cimport States, free_plain_states, grow_plain
from tilery.solver.kernel.plain.ways cimport PLAIN_JOKERS, Ways
from tilery.solver.kernel.tiles cimport COLOURS, KINDS, NATURALS, NUMBERS
from tilery.solver.kernel.tuning cimport MOST_PLAIN_OPTIONS, OPTIONS_AT_ONCE

cdef enum:
    BLOCKS_AT_ONCE = OPTIONS_AT_ONCE // BLOCK
    ROWS_ABOVE = 2 * (MOST_RUNS + 1) * (MOST_RUNS + 1)  # by Plain.above
    ENDS = 4                        # numbers up to 10, the 11, the 12 and the 13: runs go on in another way
    WAYS_ROWS = (PLAIN_JOKERS + 1) * ENDS * ROWS_ABOVE
    WAYS_OF_ROW = (PLAIN_JOKERS + 1) * SHAPES           # by the jokers to spare and the shape
    ROW = 16                        # a byte for each number, and zeros around them

cdef struct Plain:
    Shapes shapes
    Prices prices
    Options options
    States states
    void* rows_memory
    Ways* rows                      # in it, see load_number; most are never needed, so they take no memory
    int64_t values[KINDS]           # of the tiles, as weights; a joker has none of its own
    # of the position
    int jokers
    int must_jokers
    const int64_t* weight           # by kind
    uint8_t must[COLOURS][ROW]
    uint8_t may[COLOURS][ROW]       # less the tiles that fit nowhere
    uint8_t most[COLOURS][ROW]      # both together
    uint8_t above[COLOURS][ROW]     # what is there at the next numbers, see look_above
    uint8_t spare[COLOURS][ROW]     # 1 where jokers may prolong a long run towards a tile further up
    uint8_t order[COLOURS][ROW]     # the colours in the order of each number's options, see order_colours
    int present[COLOURS]            # numbers of which there are tiles, as bits
    bint many_alike                 # so many of a kind that runs may need more room than a shape has
    int optional[COLOURS]           # and of which some need not be laid
    int64_t hope[NUMBERS + 1]       # what the optional tiles above a number weigh
    int64_t floor                   # only answers that gain more are of interest
    int64_t credit                  # see tuning.pxd
    uint8_t price[NUMBERS + 1][COLOURS][PRICED_SHAPES]      # half jokers a shape takes above a number, see prices.pxd
    bint cut                        # the narrow pass has left out states
    bint failed
    # of the number in hand
    int64_t gains[OPTIONS_AT_ONCE]  # of its options
    uint64_t live[BLOCKS_AT_ONCE]   # those that no rival outweighs
    # of numbers whose tiles gain nothing
    int64_t no_gains[OPTIONS_AT_ONCE]
    uint64_t all_live[BLOCKS_AT_ONCE]

cdef struct Number:                 # what stays the same while the states of a number are gone through
    int colour[COLOURS]             # the colour at each place in the lists below and in the options
    OptionList* list
    const PlainOption* options
    const OptionBlock* blocks
    const int64_t* gains
    const uint64_t* live
    Ways* ways[COLOURS]             # of every shape, those with more jokers than it needs behind the others
    int leads[COLOURS]              # runs that may start with a joker
    uint64_t may_prolong            # the long runs in a rank that jokers may prolong towards a tile further up
    bint may_lead                   # some run may start with a joker
    int number
    int jokers                      # of the position
    int most[COLOURS]
    Step step                       # and what a state makes of it


cdef inline void begin_plain(Plain* q) noexcept nogil:
    """Once, with everything else zero."""
    cdef int c, shape
    list_shapes(&q.shapes)
    memset(q.all_live, 255, sizeof(q.all_live))
    for c in range(NATURALS):
        q.values[c] = c % NUMBERS + 1
    list_charges(&q.prices)
    memset(q.price[NUMBERS], NEVER_PAID, sizeof(q.price[NUMBERS]))
    for c in range(COLOURS):
        for shape in range(SHAPES):
            if not q.shapes.need[shape]:
                q.price[NUMBERS][c][shape] = 0


cdef inline bint prepare_plain(Plain* q) noexcept nogil:
    """Memory for the states, and room for more option lists."""
    if q.options.lists == NULL or q.options.count > MOST_PLAIN_OPTIONS // 2:
        if not forget_plain_options(&q.options):
            return False
    if q.rows == NULL:
        q.rows_memory = calloc(WAYS_ROWS * WAYS_OF_ROW + 1, sizeof(Ways))
        if q.rows_memory != NULL:
            q.rows = <Ways*>((<uintptr_t>q.rows_memory // sizeof(Ways) + 1) * sizeof(Ways))
    return q.rows != NULL and (q.states.room > 0 or grow_plain(&q.states))


cdef inline void free_plain(Plain* q) noexcept nogil:
    free(q.rows_memory)
    free_plain_options(&q.options)
    free_plain_states(&q.states)
