# States of the plain search: what is open after a number, and which state beats which.

cdef enum:
    MOST_PLAIN_STATES = 1 << 15
    BEATEN_BITS = 9
    MANY_MARKS = 12                 # a layer of more is worth a look at newcomers met before

cdef struct PlainMark:              # all that dominance looks at
    uint64_t rank
    int64_t gain

cdef struct PlainState:
    uint16_t way[COLOURS]           # shape, and lanes that led here << 8, in the order of the number's colours
    int32_t parent
    int32_t option
    int32_t left                    # jokers

cdef struct PlainStates:
    PlainMark* marks
    PlainState* states
    int count
    int room
    int start                       # of the layer being made
    int last_better                 # the state that beat the latest newcomer
    int64_t stamp                   # of the layer
    PlainMark beaten[1 << BEATEN_BITS]          # newcomers met before
    int64_t beaten_stamp[1 << BEATEN_BITS]


cdef inline bint covers(uint64_t a, uint64_t b) noexcept nogil:
    """Rank a is no worse than b in any respect: no guard bit is borrowed from."""
    return ((a | PLAIN_GUARDS) - b) & PLAIN_GUARDS == PLAIN_GUARDS


cdef inline bint met_before(PlainStates* t, uint64_t rank, int64_t gain) noexcept nogil:
    """Whether a newcomer as good as this one has been here; most are beaten, and again and again as the same."""
    cdef int slot = (rank * SPREAD) >> (64 - BEATEN_BITS)
    if t.beaten_stamp[slot] == t.stamp and t.beaten[slot].rank == rank and t.beaten[slot].gain >= gain:
        return True
    t.beaten_stamp[slot] = t.stamp
    t.beaten[slot].rank = rank
    t.beaten[slot].gain = gain
    return False


cdef inline bint is_beaten(PlainStates* t, uint64_t rank, int64_t gain) noexcept nogil:
    """Whether a state of the layer is as good; those that the newcomer beats are dropped.

    Whoever beats one state of the layer is beaten by none: that one would have beaten the other already.
    """
    cdef PlainMark* marks = t.marks
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


cdef void drop_from(PlainStates* t, int i, uint64_t rank, int64_t gain) noexcept nogil:
    """Drop the states from `i` on that a newcomer beats."""
    while i < t.count:
        if gain >= t.marks[i].gain and covers(rank, t.marks[i].rank):
            t.count -= 1
            t.marks[i] = t.marks[t.count]
            t.states[i] = t.states[t.count]
        else:
            i += 1


cdef inline PlainState* new_plain_state(PlainStates* t, uint64_t rank, int64_t gain) noexcept nogil:
    """A state added to the layer, to be filled in; NULL when there is no room."""
    if t.count == t.room and not grow_plain(t):
        return NULL
    t.marks[t.count].rank = rank
    t.marks[t.count].gain = gain
    t.count += 1
    return &t.states[t.count - 1]


cdef bint grow_plain(PlainStates* t) noexcept nogil:
    cdef int room = max(1024, 2 * t.room)
    cdef void* moved
    if room > MOST_PLAIN_STATES:
        return False
    moved = realloc(t.marks, room * sizeof(PlainMark))
    if moved == NULL:
        return False
    t.marks = <PlainMark*>moved
    moved = realloc(t.states, room * sizeof(PlainState))
    if moved == NULL:
        return False
    t.states = <PlainState*>moved
    t.room = room
    return True


cdef void free_plain_states(PlainStates* t) noexcept nogil:
    free(t.marks)
    free(t.states)
