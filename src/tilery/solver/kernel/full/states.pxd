# cython: cdivision=True
# The states of a number: which are kept, which are beaten, and which look promising.

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc

from tilery.solver.kernel.full.memory cimport Search
from tilery.solver.kernel.full.prices cimport SHARE
from tilery.solver.kernel.full.state cimport (
    CHANGE_SHIFT, COLOUR_FIELDS, DOUBLE_SHIFT, DROPPED, FIELD, MIRROR_SHIFT, OWED_HIGH, OWED_LOW, REGULAR_SHIFT, Bucket,
    State, bucket_of, chain_of, dominates
)
from tilery.solver.kernel.machine cimport lowest_bit
from tilery.solver.kernel.position cimport MOST_REGULAR, Position
from tilery.solver.kernel.select cimport nth_highest
from tilery.solver.kernel.status cimport TOO_LARGE
from tilery.solver.kernel.tiles cimport CHANGE, COLOURS, DOUBLE, MIRROR, REGULAR
from tilery.solver.kernel.tuning cimport (
    CHANGE_CREDITS, CROWDED_WIDTH, DOUBLE_CREDITS, FIRST_STATES, FIRST_TILE_CREDITS, FIRST_WIDTH, LONG_RUN_CREDITS,
    MIRROR_CREDITS, MOST_STATES, NEED_CREDITS, REGULAR_CREDITS, SECOND_TILE_CREDITS, SQUEEZE_TO
)


cdef inline void note_owed(Search* s, State* state) noexcept nogil:
    """Note how many jokers of the kinds that must be laid within the search are still to be laid."""
    cdef Position* p = &s.job.position
    cdef uint64_t low = state.low, high = state.high
    cdef int left
    if s.exact[REGULAR]:
        left = <int>(low >> REGULAR_SHIFT & 15) - p.most_joker[REGULAR] + p.must_joker[REGULAR]
        if left > 0:
            state.low |= <uint64_t>left << OWED_LOW
    if s.exact[DOUBLE]:
        left = <int>(high >> DOUBLE_SHIFT & 3) - p.most_joker[DOUBLE] + p.must_joker[DOUBLE]
        if left > 0:
            state.low |= <uint64_t>left << (OWED_LOW + 4)
    if s.exact[CHANGE]:
        left = <int>(high >> CHANGE_SHIFT & 3) - p.most_joker[CHANGE] + p.must_joker[CHANGE]
        if left > 0:
            state.low |= <uint64_t>left << (OWED_LOW + 6)
    if s.exact[MIRROR]:
        left = <int>(high >> MIRROR_SHIFT & 3) - p.most_joker[MIRROR] + p.must_joker[MIRROR]
        if left > 0:
            state.high |= <uint64_t>left << OWED_HIGH


cdef inline int64_t joker_sum(int64_t[MOST_REGULAR + 1]* by_left, uint64_t low, uint64_t high) noexcept nogil:
    return (
        by_left[REGULAR][low >> REGULAR_SHIFT & 15]
        + by_left[DOUBLE][high >> DOUBLE_SHIFT & 3]
        + by_left[CHANGE][high >> CHANGE_SHIFT & 3]
        + by_left[MIRROR][high >> MIRROR_SHIFT & 3]
    )


cdef inline bint grow_states(Search* s) noexcept nogil:
    cdef int room = 2 * s.state_room if s.state_room else <int>FIRST_STATES
    cdef State* moved
    if room > MOST_STATES:
        s.job.status = TOO_LARGE
        return False
    moved = <State*>realloc(s.states, room * sizeof(State))
    if moved == NULL:
        s.job.status = TOO_LARGE
        return False
    s.states = moved
    s.state_room = room
    return True


cdef inline bint beaten(Search* s, Bucket* b, const State* new, int chain) noexcept nogil:
    """Some state of the bucket is at least as good."""
    cdef uint32_t chains = b.used & s.chains_above[chain]
    cdef int i
    if b.last_better >= 0 and dominates(&s.states[b.last_better], new):
        return True
    while chains:
        i = b.chain[lowest_bit(chains)]
        chains &= chains - 1
        while i >= 0 and s.states[i].gain >= new.gain:
            if dominates(&s.states[i], new):
                b.last_better = i
                return True
            i = s.states[i].next
    return False


cdef inline void drop_beaten(Search* s, Bucket* b, const State* new, int chain) noexcept nogil:
    """Take the states out of the bucket that the new one beats."""
    cdef uint32_t chains = b.used & s.chains_below[chain]
    cdef int32_t* link
    cdef int i
    while chains:
        link = &b.chain[lowest_bit(chains)]
        chains &= chains - 1
        while link[0] >= 0:
            i = link[0]
            if dominates(new, &s.states[i]):
                link[0] = s.states[i].next
                s.states[i].next = DROPPED
            else:
                link = &s.states[i].next


cdef inline void add_state(Search* s, const State* new) noexcept nogil:
    """Keep a state of the next number unless another one is at least as good; drop those it beats."""
    cdef Bucket* b = &s.state_bucket[0 if s.plain and not s.owing else bucket_of(new)]
    cdef int chain = chain_of(new)
    cdef int32_t* link
    cdef int i
    if b.number != s.number or b.sweep != s.sweep:
        b.number = s.number
        b.sweep = s.sweep
        b.used = 0
        b.last_better = -1
    elif beaten(s, b, new, chain):
        return
    if s.state_count == s.state_room and not grow_states(s):
        return
    drop_beaten(s, b, new, chain)
    b.last_better = -1
    if not b.used >> chain & 1:
        b.used |= <uint32_t>1 << chain
        b.chain[chain] = -1
    link = &b.chain[chain]              # sorted by gain: only the states before the new one's place could beat it
    while link[0] >= 0 and s.states[link[0]].gain > new.gain:
        link = &s.states[link[0]].next
    i = s.state_count
    s.states[i] = new[0]
    s.states[i].next = link[0]
    link[0] = i
    s.state_count += 1


cdef inline int64_t score(Search* s, const State* state) noexcept nogil:
    """How promising a state looks; only guides the narrow passes."""
    cdef uint64_t fields
    cdef int c, threes, twos, ones, bonus
    bonus = REGULAR_CREDITS * <int>(state.low >> REGULAR_SHIFT & 15)
    bonus += DOUBLE_CREDITS * <int>(state.high >> DOUBLE_SHIFT & 3)
    bonus += CHANGE_CREDITS * <int>(state.high >> CHANGE_SHIFT & 3)
    bonus += MIRROR_CREDITS * <int>(state.high >> MIRROR_SHIFT & 3)
    bonus += NEED_CREDITS * state.need // SHARE
    for c in range(COLOURS):
        fields = (state.low if c < 2 else state.high) >> (COLOUR_FIELDS * (c & 1))
        threes = <int>(fields & 15)
        twos = <int>(fields >> FIELD & 15) - threes
        ones = <int>(fields >> 2 * FIELD & 15) - threes - twos
        bonus += LONG_RUN_CREDITS * threes + SECOND_TILE_CREDITS * twos + FIRST_TILE_CREDITS * ones
    return state.gain + bonus * s.credit


cdef inline void narrow(Search* s, int width) noexcept nogil:
    """Keep only the most promising states of the number in hand."""
    cdef int first = s.layer_start[s.number]
    cdef int i, live = 0, kept = 0
    cdef int64_t least
    if s.state_count - first <= width:
        return
    if s.score_room < s.state_count - first:
        free(s.scores)
        s.score_room = 2 * (s.state_count - first)
        s.scores = <int64_t*>malloc(s.score_room * sizeof(int64_t))
        if s.scores == NULL:
            s.score_room = 0
            s.job.status = TOO_LARGE
            return
    for i in range(first, s.state_count):
        if s.states[i].next != DROPPED:
            s.scores[live] = score(s, &s.states[i])
            live += 1
    if live <= width:
        return
    s.narrowed = True
    if s.width == FIRST_WIDTH:          # only a hint can be hoped for, so few states will do
        width = width // FIRST_WIDTH * CROWDED_WIDTH
        s.width = CROWDED_WIDTH
    least = nth_highest(s.scores, live, width)
    s.least_score = least
    for i in range(first, s.state_count):
        if s.states[i].next != DROPPED:
            if kept < width and score(s, &s.states[i]) >= least:
                kept += 1
            else:
                s.states[i].next = DROPPED


cdef inline void squeeze(Search* s) noexcept nogil:
    """Narrow a layer that is still being filled, when it has grown far beyond what will be kept of it."""
    cdef int first = s.layer_start[s.number], end = s.state_count, i
    cdef State kept
    narrow(s, SQUEEZE_TO * s.width)
    s.sweep += 1                        # empties the buckets
    s.state_count = first
    for i in range(first, end):
        if s.states[i].next != DROPPED:
            kept = s.states[i]
            add_state(s, &kept)
