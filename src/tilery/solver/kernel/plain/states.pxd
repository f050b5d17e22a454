# cython: cdivision=True
# States: what is open after a number.

from libc.stdint cimport int32_t, int64_t, uint16_t, uint64_t
from libc.stdlib cimport free, realloc

from tilery.solver.kernel.plain.shapes cimport LANES_LISTED
from tilery.solver.kernel.plain.ways cimport COLOUR_BITS, SHAPE, SHAPE_BITS
from tilery.solver.kernel.tuning cimport FIRST_PLAIN_STATES, MOST_PLAIN_STATES

cdef extern from *:
    """
    typedef struct { uint64_t ways; int32_t parent; uint16_t option, left; } PlainState;

    typedef struct {
        uint64_t *ranks;
        int64_t *gains;
        PlainState *states;
        int count, room, start;
        int64_t stamp;
        int last_better, four_at_once;
    } States;
    """
    ctypedef struct PlainState:
        uint64_t ways               # of each colour its shape, and the lanes that led here: see ways.pxd
        int32_t parent
        uint16_t option
        uint16_t left               # jokers

    ctypedef struct States:
        uint64_t* ranks             # all that dominance looks at: see dominance.pxd,
        int64_t* gains              # and what a state has gained
        PlainState* states
        int count
        int room
        int start                   # of the layer being made
        int64_t stamp               # of the layer
        int last_better             # the state that beat the latest newcomer
        bint four_at_once           # the processor can compare so many

cdef enum:
    ROOM_AHEAD = 66                 # for what a block of options may add


cdef inline int shape_in(const PlainState* state, int colour) noexcept nogil:
    return state.ways >> COLOUR_BITS * colour & SHAPE


cdef inline int lanes_to(const PlainState* state, int colour) noexcept nogil:
    return state.ways >> COLOUR_BITS * colour + SHAPE_BITS & (LANES_LISTED - 1)


cdef inline bint grow_plain(States* t) noexcept nogil:
    cdef int room = max(<int>FIRST_PLAIN_STATES, 2 * t.room)
    cdef void* moved
    if room > MOST_PLAIN_STATES:
        return False
    moved = realloc(t.ranks, room * sizeof(uint64_t))
    if moved == NULL:
        return False
    t.ranks = <uint64_t*>moved
    moved = realloc(t.gains, room * sizeof(int64_t))
    if moved == NULL:
        return False
    t.gains = <int64_t*>moved
    moved = realloc(t.states, room * sizeof(PlainState))
    if moved == NULL:
        return False
    t.states = <PlainState*>moved
    t.room = room
    return True


cdef inline void free_plain_states(States* t) noexcept nogil:
    free(t.ranks)
    free(t.gains)
    free(t.states)
