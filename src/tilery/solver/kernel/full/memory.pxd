# cython: cdivision=True
# What the full search remembers, from position to position and while it goes on.

from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free

from tilery.solver.kernel.full.charges cimport Charges, Needs
from tilery.solver.kernel.full.move cimport Move
from tilery.solver.kernel.full.option cimport MOST_USED, PLACES, Block, Listing, Option
from tilery.solver.kernel.full.passages cimport OPEN_RUNS, Passages, Row, list_passages
from tilery.solver.kernel.full.patterns cimport MOST_PATTERNS, Patterns
from tilery.solver.kernel.full.state cimport CHAINS, Bucket, State
from tilery.solver.kernel.job cimport Job
from tilery.solver.kernel.laid cimport Laid
from tilery.solver.kernel.position cimport MOST_REGULAR, Position
from tilery.solver.kernel.tiles cimport COLOURS, JOKERS, NUMBERS
from tilery.solver.kernel.tuning cimport (
    BLOCK_BITS, KEPT_STATES, MOST_WORDS, OPTION_BUCKETS, STATE_BUCKET_BITS, TABLE_BITS
)

cdef enum:
    MOST_OPEN = 128             # runs open at a time: at most 15 lanes in each colour, and the twin runs

cdef extern from *:
    """
    #define NO_FLOOR (-(1LL << 62))
    #define NO_LIMIT (1LL << 62)
    """
    const int64_t NO_FLOOR
    const int64_t NO_LIMIT

# What some lanes make of a colour's open runs.
cdef struct Way:
    uint64_t after                      # the ranked fields the colour gets
    uint64_t missing                    # what it will need, in every account

# The same for all lanes, see tabulate_lanes.
cdef struct LaneTable:
    uint64_t least                      # of what is missing, in each account; INVALID when nothing is possible
    uint64_t fits[MOST_WORDS]           # the options with a place that is possible
    Way way[PLACES]                     # by lane_place

cdef struct Search:
    Job job
    Position given              # as it was before the search raised or turned it
    int counting                # set values matter
    int exact[JOKERS]           # jokers of this kind must be laid within the search
    int64_t joker_gain[JOKERS][MOST_REGULAR + 1]    # by jokers left
    bint joker_gains
    int64_t joker_hope[JOKERS][MOST_REGULAR + 1]    # what the jokers left could still gain
    int64_t hope[NUMBERS + 1]                   # what the numbers above could still gain
    int64_t raised                              # what the tiles gain that must be laid to beat the floor
    int64_t floor                               # only answers that gain more are of interest
    int64_t credit                              # to rank states, see tuning.pxd
    bint bounded[2]                             # the bounds are computed, by turned
    bint weighed[NUMBERS + 1]                   # they were before the moves of a number were made
    Row bound[2][NUMBERS + 1][OPEN_RUNS]        # by turned and number
    Row reached[NUMBERS + 1][OPEN_RUNS]         # the prices from below, while the bounds are computed
    Charges charges[2][NUMBERS + 1]             # by turned
    Needs needs
    Passages passages
    bint hasty                                  # this pass lays one special joker at a number, as a start
    int64_t work                                # states tried in this pass
    int64_t most_work                           # more than that and the pass is given up
    int width                                   # states kept at a number in this pass
    bint narrowed                               # this pass has left out states that nothing beats
    int64_t least_score                         # what a state of the number in hand must have once some are left out
    int64_t* scores
    int score_room
    int turned                                  # 13 has become 1
    bint plain                  # no special jokers
    bint sparing                # jokers may be left over, so none is laid that could be taken away again
    bint owing                  # jokers must be laid within the search
    # options
    const Patterns* patterns    # shared by all searches; NULL until one is needed
    Option* options
    int option_count
    int option_room
    Listing listing[NUMBERS + 1]
    Option* here                # at the number in hand
    uint64_t* entries[COLOURS]  # at the number in hand, see Listing
    int lane_limit[COLOURS]     # more lanes than that lead nowhere
    uint64_t entry_words[COLOURS * MOST_USED * (1 + MOST_WORDS)]    # of a listing that is not kept
    bint reusable               # they are made for any weights
    Block blocks[1 << BLOCK_BITS]
    Option* kept_options
    uint64_t* kept_words
    int kept_count
    int kept_word_count
    bint kept_full              # all are forgotten before the next position
    uint16_t payable[MOST_PATTERNS]     # the patterns that the position has jokers for
    int payable_count
    uint16_t fitting[MOST_PATTERNS]     # of these, the ones that the number in hand has tiles for
    int fitting_count
    int bucket[OPTION_BUCKETS]
    int64_t bucket_stamp[OPTION_BUCKETS]
    int64_t stamp
    Option draft
    int draft_used[COLOURS]
    int draft_left[JOKERS]
    uint32_t table_stamp
    uint64_t table_key[COLOURS][1 << TABLE_BITS]      # the runs a table was made for
    LaneTable tables[COLOURS][1 << TABLE_BITS]
    # states
    State* states
    int state_count
    int state_room
    int layer_start[NUMBERS + 2]
    Bucket state_bucket[1 << STATE_BUCKET_BITS]
    uint32_t chains_above[CHAINS]       # by chain: those with no fewer jokers of any kind, itself among them
    uint32_t chains_below[CHAINS]
    int64_t sweep
    # the state and move in hand
    int number
    int parent
    int move_number
    int wanted_move             # -1, or the move to stop at when rebuilding
    Move move
    Move found
    int64_t base_gain
    # the answer
    Laid* best_laid             # of the best answer so far
    int best_count
    int open_laid[MOST_OPEN]    # the runs that may go on
    int open_count
    bint found_any


cdef inline void order_chains(Search* s) noexcept nogil:
    """Note which chains have more jokers than which."""
    cdef int a, b
    for a in range(CHAINS):
        for b in range(CHAINS):
            if a // 9 >= b // 9 and a // 3 % 3 >= b // 3 % 3 and a % 3 >= b % 3:
                s.chains_above[b] |= <uint32_t>1 << a
                s.chains_below[a] |= <uint32_t>1 << b


cdef inline void begin_search(Search* s) noexcept nogil:
    """Once, with everything else zero."""
    order_chains(s)
    list_passages(&s.passages)


cdef inline void trim_search(Search* s) noexcept nogil:
    """Give back what a hard position took."""
    if s.state_room > KEPT_STATES:
        free(s.states)
        s.states = NULL
        s.state_room = 0


cdef inline void free_search(Search* s) noexcept nogil:
    free(s.options)
    free(s.states)
    free(s.scores)
    free(s.kept_options)
    free(s.kept_words)
