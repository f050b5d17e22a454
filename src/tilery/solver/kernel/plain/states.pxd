# cython: cdivision=True
# States: what is open after a number.

from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc

from tilery.solver.kernel.plain.dominance cimport covers, meet_four_at_once, meet_one_by_one
from tilery.solver.kernel.plain.shapes cimport LANES_LISTED
from tilery.solver.kernel.plain.ways cimport SHAPE, SHAPE_BITS, WAY_BITS
from tilery.solver.kernel.tuning cimport FIRST_PLAIN_STATES, FEW_MARKS, MOST_PLAIN_STATES

cdef struct PlainState:
    uint32_t ways                   # a byte for each colour: its shape, and the lanes that led here
    int32_t parent
    uint16_t option
    uint16_t left                   # jokers

cdef struct States:
    uint64_t* ranks                 # all that dominance looks at: see dominance.pxd,
    int64_t* gains                  # and what a state has gained
    PlainState* states
    int count
    int room
    int start                       # of the layer being made
    int64_t stamp                   # of the layer
    int last_better                 # the state that beat the latest newcomer
    bint four_at_once               # the processor can compare so many


cdef inline int shape_in(const PlainState* state, int colour) noexcept nogil:
    return state.ways >> WAY_BITS * colour & SHAPE


cdef inline int lanes_to(const PlainState* state, int colour) noexcept nogil:
    return state.ways >> WAY_BITS * colour + SHAPE_BITS & (LANES_LISTED - 1)


cdef inline void drop_from(States* t, int i, uint64_t rank, int64_t gain) noexcept nogil:
    """Drop the states from `i` on that a newcomer beats."""
    while i < t.count:
        if gain >= t.gains[i] and covers(rank, t.ranks[i]):
            t.count -= 1
            t.ranks[i] = t.ranks[t.count]
            t.gains[i] = t.gains[t.count]
            t.states[i] = t.states[t.count]
        else:
            i += 1


cdef inline bint is_beaten(States* t, uint64_t rank, int64_t gain) noexcept nogil:
    """Whether a state of the layer is as good; those that the newcomer beats are dropped.

    Whoever beats one state of the layer is beaten by none: that one would have beaten the other already.
    """
    cdef int i = t.last_better, count = t.count - t.start
    if i >= t.start and i < t.count and t.gains[i] >= gain and covers(t.ranks[i], rank):
        return True
    if count > FEW_MARKS and t.four_at_once:
        i = meet_four_at_once(&t.ranks[t.start], &t.gains[t.start], count, rank, gain)
    else:
        i = meet_one_by_one(&t.ranks[t.start], &t.gains[t.start], 0, count, rank, gain)
    if i == count:
        return False
    if i < 0:
        drop_from(t, t.start + ~i, rank, gain)
        return False
    t.last_better = t.start + i
    return True


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


cdef inline PlainState* new_plain_state(States* t, uint64_t rank, int64_t gain) noexcept nogil:
    """A state added to the layer, to be filled in; NULL when there is no room."""
    if t.count == t.room and not grow_plain(t):
        return NULL
    t.ranks[t.count] = rank
    t.gains[t.count] = gain
    t.count += 1
    return &t.states[t.count - 1]


cdef inline void free_plain_states(States* t) noexcept nogil:
    free(t.ranks)
    free(t.gains)
    free(t.states)
