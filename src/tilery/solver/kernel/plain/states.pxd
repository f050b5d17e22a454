# cython: cdivision=True
# States: what is open after a number, and which state beats which.

from libc.stdint cimport int32_t, int64_t, uint16_t, uint64_t
from libc.stdlib cimport free, realloc

from tilery.solver.kernel.machine cimport SPREAD
from tilery.solver.kernel.tiles cimport COLOURS
from tilery.solver.kernel.tuning cimport BEATEN_BITS, FIRST_PLAIN_STATES, MANY_MARKS, MOST_PLAIN_STATES

# A state's rank has five fields of two bits for each colour (see list_shapes) and the jokers left above them, each
# field followed by a guard bit. The colours have the order of the number's options: only states of a number are
# compared.
cdef extern from *:
    """
    #define PLAIN_GUARDS 0x8924924924924924ULL
    """
    const uint64_t PLAIN_GUARDS

cdef struct Mark:                   # all that dominance looks at
    uint64_t rank
    int64_t gain

cdef struct PlainState:
    uint16_t way[COLOURS]           # shape, and lanes that led here << 8, in the order of the number's colours
    int32_t parent
    int32_t option
    int32_t left                    # jokers

cdef struct States:
    Mark* marks
    PlainState* states
    int count
    int room
    int start                       # of the layer being made
    int last_better                 # the state that beat the latest newcomer
    int64_t stamp                   # of the layer
    Mark beaten[1 << BEATEN_BITS]               # newcomers met before
    int64_t beaten_stamp[1 << BEATEN_BITS]


cdef inline int shape_in(const PlainState* state, int place) noexcept nogil:
    return state.way[place] & 255


cdef inline bint covers(uint64_t a, uint64_t b) noexcept nogil:
    """Rank a is no worse than b in any respect: no guard bit is borrowed from."""
    return ((a | PLAIN_GUARDS) - b) & PLAIN_GUARDS == PLAIN_GUARDS


cdef inline bint met_before(States* t, uint64_t rank, int64_t gain) noexcept nogil:
    """Whether a newcomer as good as this one has been here; most are beaten, and again and again as the same."""
    cdef int slot = (rank * SPREAD) >> (64 - BEATEN_BITS)
    if t.beaten_stamp[slot] == t.stamp and t.beaten[slot].rank == rank and t.beaten[slot].gain >= gain:
        return True
    t.beaten_stamp[slot] = t.stamp
    t.beaten[slot].rank = rank
    t.beaten[slot].gain = gain
    return False


cdef inline void drop_from(States* t, int i, uint64_t rank, int64_t gain) noexcept nogil:
    """Drop the states from `i` on that a newcomer beats."""
    while i < t.count:
        if gain >= t.marks[i].gain and covers(rank, t.marks[i].rank):
            t.count -= 1
            t.marks[i] = t.marks[t.count]
            t.states[i] = t.states[t.count]
        else:
            i += 1


cdef inline bint is_beaten(States* t, uint64_t rank, int64_t gain) noexcept nogil:
    """Whether a state of the layer is as good; those that the newcomer beats are dropped.

    Whoever beats one state of the layer is beaten by none: that one would have beaten the other already.
    """
    cdef Mark* marks = t.marks
    cdef int i
    if t.count - t.start > MANY_MARKS and met_before(t, rank, gain):
        return True
    i = t.last_better
    if i >= t.start and i < t.count and marks[i].gain >= gain and covers(marks[i].rank, rank):
        return True
    for i in range(t.start, t.count):
        # Ranks compare field by field only in the direction in which they compare as numbers.
        if covers(max(marks[i].rank, rank), min(marks[i].rank, rank)):
            if marks[i].gain >= gain and marks[i].rank >= rank:
                t.last_better = i
                return True
            if gain >= marks[i].gain and rank >= marks[i].rank:
                drop_from(t, i, rank, gain)
                return False
    return False


cdef inline bint grow_plain(States* t) noexcept nogil:
    cdef int room = max(<int>FIRST_PLAIN_STATES, 2 * t.room)
    cdef void* moved
    if room > MOST_PLAIN_STATES:
        return False
    moved = realloc(t.marks, room * sizeof(Mark))
    if moved == NULL:
        return False
    t.marks = <Mark*>moved
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
    t.marks[t.count].rank = rank
    t.marks[t.count].gain = gain
    t.count += 1
    return &t.states[t.count - 1]


cdef inline void free_plain_states(States* t) noexcept nogil:
    free(t.marks)
    free(t.states)
