# cython: cdivision=True
# A move: what the special jokers do in runs at one number, before the lanes are filled.

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from tilery.solver.kernel.position cimport MOST_SPECIAL
from tilery.solver.kernel.tiles cimport CHANGE, COLOURS, DOUBLE, JOKERS, REGULAR
from tilery.solver.kernel.tuning cimport FEW_HELPERS

# The steps of a move, see Step.
cdef enum:
    TWIN_ON = 0             # a twin run goes on
    TWIN_NEW = 1
    TWIN_END = 2
    CHANGE_RUN = 3          # a colour-change joker in a run
    DOUBLE_RUN = 4          # a double joker in a run

cdef enum:
    FRESH = 0               # a run that does not exist yet, where a length is asked for
    EVERY_FRESH = 0x1111    # bits of runs that do not exist yet, see Move.runs

# How the two sides of a twin run get their next number.
cdef enum:
    BOTH_LANES = 0
    LANE_AND_DOUBLE = 1
    BOTH_DOUBLES = 2
    BOTH_CHANGES = 3
    LANE_BESIDE_AHEAD = 4   # one side is covered ahead already
    DOUBLE_BESIDE_AHEAD = 5
    BOTH_AHEAD = 6

cdef enum:
    MANY_HELPERS = 31       # as many as a lane table's key holds, see helpers_left
    ABOVE = 1 << 8          # what is lacking at the next number, beside what is lacking here

cdef struct Step:
    uint8_t what
    uint8_t way
    uint8_t colour
    uint8_t length
    uint8_t target

cdef struct Move:
    int open[COLOURS][4]        # runs by length that only lanes can continue
    uint32_t runs               # those there were at first, as bits: 4 * colour + length
    int fixed[COLOURS][4]       # runs that have passed the number without a lane
    int demand[COLOURS]         # lanes that twin runs take
    int lacking[COLOURS]        # tiles that short runs lack: here, and times ABOVE at the next number
    int left[JOKERS]
    int price[COLOURS]          # what the runs of a colour will need at this number and above, see price_runs
    int spare                   # what the jokers left pay beyond that
    uint64_t extra
    int value
    int twin_count
    int twin_colour[MOST_SPECIAL]
    int twin_ahead[MOST_SPECIAL]
    int step_count
    Step steps[8]



cdef inline void note_step(Move* m, int what, int way, int colour, int length, int target) noexcept nogil:
    m.steps[m.step_count].what = what
    m.steps[m.step_count].way = way
    m.steps[m.step_count].colour = colour
    m.steps[m.step_count].length = length
    m.steps[m.step_count].target = target
    m.step_count += 1


cdef inline int helpers_left(Move* m) noexcept nogil:
    """The most numbers the jokers left can help out at: a colour change also spares a run its own colour's next
    tile. Where they are not few they count as many, so that more moves share a lane table."""
    cdef int helpers = m.left[REGULAR] + 2 * m.left[DOUBLE] + 2 * m.left[CHANGE]
    return helpers if helpers < FEW_HELPERS else <int>MANY_HELPERS


cdef inline bint out_of_reach(Move* m, int lacking) noexcept nogil:
    """The short runs of the move in hand lack more tiles, here and at the next number, than jokers can stand in for.

    At one number a joker helps only one run, whatever its kind.
    """
    cdef int regular = m.left[REGULAR], special = m.left[DOUBLE] + m.left[CHANGE]
    cdef int here = lacking % ABOVE, above = lacking // ABOVE
    return max(here, above) > regular + special or here + above > regular + 2 * special


cdef inline bint settled_in_reach(Move* m, int lacking) noexcept nogil:
    """Jokers can stand in for what the short runs lack when only regular ones can still be laid at this number."""
    cdef int regular = m.left[REGULAR], here = lacking % ABOVE, above = lacking // ABOVE
    return here <= regular and here + above <= regular + m.left[DOUBLE] + m.left[CHANGE]
