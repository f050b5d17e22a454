# States: what the numbers done so far leave open.
#
# Per colour how many runs of 1, 2 and 3 or more tiles may go on, runs whose next number a double joker already covers, twin
# runs waiting for their mirror joker, and the jokers left.

cdef enum:
    FIELD = 5               # bits of a ranked field: four for the count, one guard
    COLOUR_FIELDS = 25
    REGULAR_SHIFT = 50
    DOUBLE_SHIFT = 50
    CHANGE_SHIFT = 53
    MIRROR_SHIFT = 56
    OWED_LOW = 55           # jokers that still must be laid: the regular, double and colour-change ones
    OWED_HIGH = 59          # the mirror jokers
    EXTRA_EQUAL = 36        # where the fields of State.extra that must be equal begin
    STATE_BUCKET_BITS = 8
    TABLE_BITS = 6
    STAMP_BITS = 21
    MOST_OPEN = 128
    DROPPED = -2
    CHAINS = 27
    FRESH = 0               # a run that does not exist yet, where a length is asked for

# `low` holds the ranked fields of the first two colours and the regular jokers left, `high` those of the other two and the
# special jokers left. A field ranks: more is never worse. So one subtraction compares two states in all fields at once.
# `extra` counts runs whose next number is covered by a double joker, and twin runs. Those that may end when that number has
# passed are ranked too, the others must be equal.
cdef struct State:
    uint64_t low
    uint64_t high
    uint64_t extra
    int64_t gain
    int32_t parent
    int32_t option
    int32_t move
    int32_t value
    int32_t next                # in its bucket, or DROPPED

# The states of a bucket are chained by the jokers they have left, capped at two of a kind: a state can only be beaten by
# one from a chain with no fewer.
cdef struct Bucket:
    int64_t sweep               # the pass and number it was last used for
    int number
    uint32_t used                   # the chains with a state
    int32_t last_better             # the state that beat the latest newcomer: neighbours tend to be beaten by the same
    int32_t chain[CHAINS]

cdef uint32_t chains_above[CHAINS]      # by chain: those with no fewer jokers of any kind, itself among them
cdef uint32_t chains_below[CHAINS]


cdef inline uint64_t rank_runs(int ones, int twos, int threes) noexcept nogil:
    """The ranked fields of one colour.

    An open run is better the longer it is, and a run of three is better than none: it may end. Hence a state is at least
    as good as another when it has at least as many runs of 3, of 2 and more, and of any length, and at most as many of
    length 1, and of length 1 and 2.
    """
    return (
        <uint64_t>threes
        | <uint64_t>(twos + threes) << FIELD
        | <uint64_t>(ones + twos + threes) << 2 * FIELD
        | <uint64_t>(15 - ones) << 3 * FIELD
        | <uint64_t>(15 - ones - twos) << 4 * FIELD
    )


cdef inline int ahead_shift(int colour, int length) noexcept nogil:
    return 3 * colour if length == 3 else 36 + 2 * (2 * colour + length - 1)


cdef inline int twin_shift(int colour, int ahead) noexcept nogil:
    return 52 + 2 * colour if ahead == 1 else 12 + 3 * (colour + (COLOURS if ahead == 2 else 0))


cdef inline uint64_t one_ahead(int colour, int length) noexcept nogil:
    return <uint64_t>1 << ahead_shift(colour, length)


cdef inline uint64_t one_twin(int colour, int ahead) noexcept nogil:
    return <uint64_t>1 << twin_shift(colour, ahead)


cdef inline void note_owed(Search* s, State* state) noexcept nogil:
    """Note how many jokers of the kinds that must be laid within the search are still to be laid."""
    cdef uint64_t low = state.low, high = state.high
    cdef int left
    if s.exact[REGULAR]:
        left = <int>(low >> REGULAR_SHIFT & 15) - s.position.most_joker[REGULAR] + s.position.must_joker[REGULAR]
        if left > 0:
            state.low |= <uint64_t>left << OWED_LOW
    if s.exact[DOUBLE]:
        left = <int>(high >> DOUBLE_SHIFT & 3) - s.position.most_joker[DOUBLE] + s.position.must_joker[DOUBLE]
        if left > 0:
            state.low |= <uint64_t>left << (OWED_LOW + 4)
    if s.exact[CHANGE]:
        left = <int>(high >> CHANGE_SHIFT & 3) - s.position.most_joker[CHANGE] + s.position.must_joker[CHANGE]
        if left > 0:
            state.low |= <uint64_t>left << (OWED_LOW + 6)
    if s.exact[MIRROR]:
        left = <int>(high >> MIRROR_SHIFT & 3) - s.position.most_joker[MIRROR] + s.position.must_joker[MIRROR]
        if left > 0:
            state.high |= <uint64_t>left << OWED_HIGH


cdef inline int64_t joker_sum(int64_t[MOST_REGULAR + 1]* by_left, uint64_t low, uint64_t high) noexcept nogil:
    return (
        by_left[REGULAR][low >> REGULAR_SHIFT & 15]
        + by_left[DOUBLE][high >> DOUBLE_SHIFT & 3]
        + by_left[CHANGE][high >> CHANGE_SHIFT & 3]
        + by_left[MIRROR][high >> MIRROR_SHIFT & 3]
    )


cdef inline bint dominates(const State* a, const State* b) noexcept nogil:
    return (
        a.gain >= b.gain
        and (((a.low | LOW_GUARDS) - b.low) & LOW_CHECKED) == LOW_GUARDS
        and (((a.high | HIGH_GUARDS) - b.high) & HIGH_CHECKED) == HIGH_GUARDS
        and (((a.extra | EXTRA_GUARDS) - b.extra) & EXTRA_CHECKED) == EXTRA_GUARDS
        and a.value >= b.value
    )


cdef bint grow_states(Search* s) noexcept nogil:
    cdef int room = 2 * s.state_room if s.state_room else 4096
    cdef State* moved
    if room > MOST_STATES:
        s.status = TOO_LARGE
        return False
    moved = <State*>realloc(s.states, room * sizeof(State))
    if moved == NULL:
        s.status = TOO_LARGE
        return False
    s.states = moved
    s.state_room = room
    return True


cdef inline int bucket_of(const State* state) noexcept nogil:
    """States can only compare within a bucket: what must be equal is hashed."""
    cdef uint64_t equal = (state.extra >> EXTRA_EQUAL) ^ (state.low >> OWED_LOW) << 24 ^ (state.high >> OWED_HIGH) << 32
    return <int>((equal * SPREAD) >> (64 - STATE_BUCKET_BITS))


cdef void order_chains() noexcept nogil:
    """Note which chains have more jokers than which, once at import."""
    cdef int a, b
    for a in range(CHAINS):
        for b in range(CHAINS):
            if a // 9 >= b // 9 and a // 3 % 3 >= b // 3 % 3 and a % 3 >= b % 3:
                chains_above[b] |= <uint32_t>1 << a
                chains_below[a] |= <uint32_t>1 << b


cdef inline int chain_of(const State* state) noexcept nogil:
    return <int>(
        9 * min(state.low >> REGULAR_SHIFT & 15, <uint64_t>2)
        + 3 * (state.high >> DOUBLE_SHIFT & 3) + (state.high >> CHANGE_SHIFT & 3)
    )


cdef bint beaten(Search* s, Bucket* b, const State* new, int chain) noexcept nogil:
    """Some state of the bucket is at least as good."""
    cdef uint32_t chains = b.used & chains_above[chain]
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


cdef void drop_beaten(Search* s, Bucket* b, const State* new, int chain) noexcept nogil:
    """Take the states out of the bucket that the new one beats."""
    cdef uint32_t chains = b.used & chains_below[chain]
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


cdef void add_state(Search* s, const State* new) noexcept nogil:
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


cdef int64_t score(Search* s, const State* state) noexcept nogil:
    """How promising a state looks; only guides the narrow passes."""
    cdef uint64_t fields
    cdef int c, threes, twos, all_runs, bonus
    bonus = 4 * <int>(state.low >> REGULAR_SHIFT & 15)
    bonus += 4 * <int>((state.high >> DOUBLE_SHIFT & 3) + (state.high >> CHANGE_SHIFT & 3) + (state.high >> MIRROR_SHIFT & 3))
    for c in range(COLOURS):
        fields = (state.low if c < 2 else state.high) >> (COLOUR_FIELDS * (c & 1))
        threes = <int>(fields & 15)
        twos = <int>(fields >> FIELD & 15) - threes
        all_runs = <int>(fields >> 2 * FIELD & 15)
        bonus += threes - twos - 2 * (all_runs - threes - twos)
    return state.gain + bonus * s.credit


cdef int64_t nth_highest(int64_t* values, int count, int n) noexcept nogil:
    """Quickselect: the value with n others at least as high before it."""
    cdef int low = 0, high = count - 1, i, j
    cdef int64_t pivot
    while low < high:
        pivot = values[(low + high) // 2]
        i = low
        j = high
        while i <= j:
            while values[i] > pivot:
                i += 1
            while values[j] < pivot:
                j -= 1
            if i <= j:
                values[i], values[j] = values[j], values[i]
                i += 1
                j -= 1
        if n <= j:
            high = j
        elif n >= i:
            low = i
        else:
            break
    return values[n]


cdef void narrow(Search* s, int width) noexcept nogil:
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
            s.status = TOO_LARGE
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


cdef void squeeze(Search* s) noexcept nogil:
    """Narrow a layer that is still being filled, when it has grown far beyond what will be kept of it."""
    cdef int first = s.layer_start[s.number], end = s.state_count, i
    cdef State kept
    narrow(s, 4 * s.width)
    s.sweep += 1                        # empties the buckets
    s.state_count = first
    for i in range(first, end):
        if s.states[i].next != DROPPED:
            kept = s.states[i]
            add_state(s, &kept)
