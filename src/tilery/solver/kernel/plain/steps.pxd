# cython: cdivision=True
# Steps from the states of one number to those of the next.

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

from tilery.solver.kernel.machine cimport lowest_bit
from tilery.solver.kernel.plain.memory cimport Number, Plain
from tilery.solver.kernel.plain.options cimport BLOCK, PlainOption, with_lanes
from tilery.solver.kernel.plain.shapes cimport MOST_RUNS, PRICED_SHAPES
from tilery.solver.kernel.plain.states cimport PlainState, is_beaten, new_plain_state, shape_in
from tilery.solver.kernel.plain.ways cimport RANK_BITS, SHAPE, SPENT_SHIFT, WAY_BITS, Ahead, Way, Ways, list_ways
from tilery.solver.kernel.tiles cimport COLOURS

cdef struct Draft:                  # a state that is not kept yet
    uint64_t rank
    int64_t gain
    uint32_t ways
    int option


cdef inline void look_ahead(Plain* q, Number* n, int place, Ahead* ahead) noexcept nogil:
    cdef int c = n.colour[place]
    ahead.shapes = &q.shapes
    ahead.colour = c
    ahead.jokers = n.jokers
    ahead.further = q.reach[c] >> n.number + 1 & 1
    ahead.end = max(0, n.number - 11)
    ahead.next_one = q.above[c][n.number] // (MOST_RUNS + 1)
    ahead.next_two = q.above[c][n.number] % (MOST_RUNS + 1)
    ahead.leads = n.leads[place]


cdef inline const Ways* ways_of(Plain* q, Number* n, int shape, int place, int more) noexcept nogil:
    """The ways of a shape, with so many more jokers than its short runs need."""
    cdef Ahead ahead
    if not more:
        return &n.ways[place][shape]
    if q.ways_stamp[place][more][shape] != q.states.stamp:
        q.ways_stamp[place][more][shape] = q.states.stamp
        look_ahead(q, n, place, &ahead)
        list_ways(&ahead, shape, more, n.most[place], &q.ways[place][more][shape])
    return &q.ways[place][more][shape]


cdef inline void keep_state(Plain* q, Number* n, const Draft* draft) noexcept nogil:
    """Add a state to the layer unless it is beaten."""
    cdef PlainState* new
    if is_beaten(&q.states, draft.rank, draft.gain):
        return
    new = new_plain_state(&q.states, draft.rank, draft.gain)
    if new == NULL:
        q.failed = True
        return
    new.ways = draft.ways
    new.parent = n.parent
    new.option = n.list.first + draft.option
    new.left = draft.rank >> COLOURS * RANK_BITS


cdef inline int price_of(const uint8_t* price, uint32_t ways) noexcept nogil:
    """The half jokers that the shapes of a state will take further up."""
    return (
        price[ways & SHAPE]
        + price[PRICED_SHAPES + (ways >> WAY_BITS & SHAPE)]
        + price[2 * PRICED_SHAPES + (ways >> 2 * WAY_BITS & SHAPE)]
        + price[3 * PRICED_SHAPES + (ways >> 3 * WAY_BITS & SHAPE)]
    )


cdef inline int draft_states(Number* n, const Ways** ways, int first, uint64_t fit, Draft* drafts) noexcept nogil:
    """What the options of a block lead to that are not too dear and gain enough; how many."""
    # All that is looked at stands in variables of its own: a compiler cannot know that no draft changes it.
    cdef const PlainOption* options = &n.options[first]
    cdef const int64_t* gains = &n.gains[first]
    cdef const PlainOption* option
    cdef const Way* one
    cdef const Way* two
    cdef const Way* three
    cdef const Way* four
    cdef const uint8_t* price = n.price
    cdef Draft* draft = drafts
    cdef uint64_t rest
    cdef int64_t base = n.gain, least = n.least, gain
    cdef int i, left, halves = 2 * n.left
    while fit:
        i = lowest_bit(fit)
        fit &= fit - 1
        option = &options[i]
        one = &ways[0].way[option.lanes[0]]
        two = &ways[1].way[option.lanes[1]]
        three = &ways[2].way[option.lanes[2]]
        four = &ways[3].way[option.lanes[3]]
        rest = one.rest + two.rest + three.rest + four.rest
        left = halves - <uint8_t>(rest >> SPENT_SHIFT) - 2 * option.jokers
        gain = base + gains[i]
        draft.rank = one.rank + two.rank + three.rank + four.rank + (<uint64_t>(left >> 1) << COLOURS * RANK_BITS)
        draft.gain = gain
        draft.ways = <uint32_t>rest
        draft.option = first + i
        if halves:
            left -= price_of(price, <uint32_t>rest)
        draft += (left >= 0) & (gain > least)           # no branch: it would often be guessed wrong
    return <int>(draft - drafts)


cdef inline void plain_step(Plain* q, Number* n, const Ways** ways) noexcept nogil:
    """Combine the ways of the state in hand with every option of the number that might be paid for.

    What the cheapest ways of all colours leave of the jokers is what one of them, or a group, may take beyond that.
    """
    cdef Draft drafts[BLOCK + 1]
    cdef int block, i, count, budget = 2 * n.left
    cdef int least[COLOURS]
    cdef int wanted[COLOURS]        # numbers of naturals, as bits
    cdef uint64_t fit
    if budget == 0:
        for i in range(COLOURS):
            wanted[i] = ways[i].within[0]
    else:
        for i in range(COLOURS):
            least[i] = ways[i].least[n.most[i]]
        budget -= least[0] + least[1] + least[2] + least[3]
        if budget < 0:
            return
        for i in range(COLOURS):
            wanted[i] = ways[i].within[budget + least[i]]
    for block in range(n.list.blocks[budget // 2]):
        fit = n.live[block] & n.blocks[block].within[budget // 2]
        fit &= with_lanes(&n.blocks[block], wanted, n.list.many_lanes)
        count = draft_states(n, ways, block * BLOCK, fit, drafts)
        for i in range(count):
            keep_state(q, n, &drafts[i])


cdef inline bint is_crowded(Number* n, int place, const Ways* ways) noexcept nogil:
    """Whether some number of naturals would need more open runs than a shape holds."""
    return ways.crowded & ((2 << n.most[place]) - 1) != 0


cdef inline int spare_jokers(const Plain* q, Number* n, int place, int shape) noexcept nogil:
    """How many jokers might go to runs of a colour that do not need one now."""
    return (q.shapes.runs[shape][2] if n.spare[place] else 0) + n.leads[place]


cdef inline void spend_jokers(Plain* q, Number* n, const Ways** ways, int first, int spare) noexcept nogil:
    """All ways to spend jokers on runs that do not need one now, in the colours from the first on."""
    cdef const Ways* usual
    cdef int place, extra, most, shape
    for place in range(first, COLOURS):
        shape = shape_in(&q.states.states[n.parent], n.colour[place])
        most = min(spare, spare_jokers(q, n, place, shape))
        usual = ways[place]
        for extra in range(1, most + 1):
            ways[place] = ways_of(q, n, shape, place, extra)
            if is_crowded(n, place, ways[place]):
                q.failed = True
            if ways[place].within[2 * n.left]:
                plain_step(q, n, ways)
                if extra < spare:
                    spend_jokers(q, n, ways, place + 1, spare - extra)
        ways[place] = usual


cdef inline void go_on(Plain* q, Number* n, int parent) noexcept nogil:
    """Make all states that follow from one."""
    cdef const PlainState* state = &q.states.states[parent]
    cdef const Ways* ways[COLOURS]
    cdef int place, useful = 0
    n.parent = parent
    n.left = state.left
    n.gain = q.states.gains[parent]
    for place in range(COLOURS):
        ways[place] = ways_of(q, n, shape_in(state, n.colour[place]), place, 0)
    if n.may_crowd:
        for place in range(COLOURS):
            if is_crowded(n, place, ways[place]):
                q.failed = True
    if n.left and n.may_spend:
        for place in range(COLOURS):
            useful |= spare_jokers(q, n, place, shape_in(state, n.colour[place]))
    plain_step(q, n, ways)
    if useful:
        spend_jokers(q, n, ways, 0, n.left)
