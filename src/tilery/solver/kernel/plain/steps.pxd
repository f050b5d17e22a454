# cython: cdivision=True
# Steps from the states of one number to those of the next.

from libc.stdint cimport int64_t, uint16_t, uint64_t

from tilery.solver.kernel.machine cimport lowest_bit
from tilery.solver.kernel.plain.memory cimport Number, Plain
from tilery.solver.kernel.plain.options cimport BLOCK, PlainOption, with_lanes
from tilery.solver.kernel.plain.prices cimport price_ways
from tilery.solver.kernel.plain.shapes cimport MOST_RUNS
from tilery.solver.kernel.plain.states cimport PlainState, is_beaten, new_plain_state, shape_in
from tilery.solver.kernel.plain.ways cimport (
    COST_SHIFT, NOW, NOW_BITS, RANK, RANK_BITS, SHAPE_SHIFT, Ahead, Ways, least_cost, list_ways, ways_within
)
from tilery.solver.kernel.tiles cimport COLOURS


cdef inline bint reaches(Plain* q, Number* n, int colour, int number) noexcept nogil:
    """Whether the position's jokers could lead from below a number to a tile of the colour."""
    return (q.present[colour] >> number & ((1 << n.jokers) - 1)) != 0


cdef inline void look_ahead(Plain* q, Number* n, int place, Ahead* ahead) noexcept nogil:
    cdef int c = n.colour[place]
    ahead.shapes = &q.shapes
    ahead.jokers = n.jokers
    ahead.further = reaches(q, n, c, n.number + 2)
    ahead.end = max(0, n.number - 11)
    ahead.next_one = q.above[n.number][c] // (MOST_RUNS + 1)
    ahead.next_two = q.above[n.number][c] % (MOST_RUNS + 1)
    ahead.leads = n.leads[place] if n.jokers else 0


cdef inline const Ways* ways_of(Plain* q, Number* n, int shape, int place, int more) noexcept nogil:
    """The ways of a shape, with so many more jokers than its short runs need."""
    if not more and not n.priced:
        return &n.ways[place][shape]
    if q.ways_stamp[place][more][shape] != q.states.stamp:
        work_out_ways(q, n, shape, place, more)
    return &q.ways[place][more][shape]


cdef inline void work_out_ways(Plain* q, Number* n, int shape, int place, int more) noexcept nogil:
    cdef Ways* ways = &q.ways[place][more][shape]
    cdef Ahead ahead
    q.ways_stamp[place][more][shape] = q.states.stamp
    if more:
        look_ahead(q, n, place, &ahead)
        list_ways(&ahead, shape, more, n.most[place], ways)
    else:
        ways[0] = n.ways[place][shape]
    if n.priced:
        price_ways(q, n, place, ways)


cdef inline void take_option(Plain* q, Number* n, const Ways** ways, int i) noexcept nogil:
    """Add the state that an option leads to, unless it is too dear, gains too little or is beaten."""
    cdef const PlainOption* option = &n.options[i]
    cdef uint64_t one = ways[0].way[option.lanes[0]], two = ways[1].way[option.lanes[1]]
    cdef uint64_t three = ways[2].way[option.lanes[2]], four = ways[3].way[option.lanes[3]]
    cdef int cost = (one + two + three + four) >> COST_SHIFT, spent = (cost & NOW) + 2 * option.jokers, left
    cdef int64_t gain = n.gain + q.gains[i]
    cdef PlainState* new
    cdef uint64_t rank
    if (spent + (cost >> NOW_BITS) > 2 * n.left) | (gain <= n.least):
        return
    left = n.left - spent // 2
    rank = (
        one & RANK
        | (two & RANK) << RANK_BITS
        | (three & RANK) << 2 * RANK_BITS
        | (four & RANK) << 3 * RANK_BITS
        | <uint64_t>left << 4 * RANK_BITS
    )
    if is_beaten(&q.states, rank, gain):
        return
    new = new_plain_state(&q.states, rank, gain)
    if new == NULL:
        q.failed = True
        return
    new.way[0] = <uint16_t>(one >> SHAPE_SHIFT)
    new.way[1] = <uint16_t>(two >> SHAPE_SHIFT)
    new.way[2] = <uint16_t>(three >> SHAPE_SHIFT)
    new.way[3] = <uint16_t>(four >> SHAPE_SHIFT)
    new.parent = n.parent
    new.option = n.list.first + i
    new.left = left


cdef inline void plain_step(Plain* q, Number* n, const Ways** ways) noexcept nogil:
    """Combine the ways of the state in hand with every option of the number that might be paid for.

    What the cheapest ways of all colours leave of the jokers is what one of them, or a group, may take beyond that.
    """
    cdef int block, place, budget = 2 * n.left
    cdef int wanted[COLOURS]        # numbers of naturals, as bits
    cdef int least[COLOURS]
    cdef uint64_t fit
    if budget == 0:
        for place in range(COLOURS):
            wanted[place] = ways[place].within & 255
    else:
        for place in range(COLOURS):
            least[place] = least_cost(ways[place], n.listed[place])
            budget -= least[place]
        if budget < 0:
            return
        for place in range(COLOURS):
            wanted[place] = ways_within(ways[place], budget + least[place])
    for block in range(n.list.blocks[budget // 2]):
        fit = q.live[block] & n.blocks[block].within[budget // 2]
        fit &= with_lanes(&n.blocks[block], wanted, n.list.many_lanes)
        while fit:
            take_option(q, n, ways, block * BLOCK + lowest_bit(fit))
            fit &= fit - 1


cdef inline bint is_crowded(Number* n, int place, const Ways* ways) noexcept nogil:
    """Whether some number of naturals would need more open runs than a shape holds."""
    return (ways.crowded & n.listed[place]) != 0


cdef inline int spare_jokers(const Plain* q, Number* n, int place, int shape) noexcept nogil:
    """How many jokers might go to runs of a colour that do not need one now."""
    return min(n.spare[place], <int>q.shapes.runs[shape][2]) + n.leads[place]


cdef inline void spend_jokers(Plain* q, Number* n, const Ways** ways, int first, int spare) noexcept nogil:
    """All ways to spend jokers on runs that do not need one now, in the colours from the first on."""
    cdef const Ways* usual
    cdef int place, extra, most, shape
    for place in range(first, COLOURS):
        shape = shape_in(&q.states.states[n.parent], n.before[place])
        most = min(spare, spare_jokers(q, n, place, shape))
        usual = ways[place]
        for extra in range(1, most + 1):
            ways[place] = ways_of(q, n, shape, place, extra)
            if is_crowded(n, place, ways[place]):
                q.failed = True
            if ways_within(ways[place], 2 * n.left):
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
    n.gain = q.states.marks[parent].gain
    for place in range(COLOURS):
        ways[place] = ways_of(q, n, shape_in(state, n.before[place]), place, 0)
    if n.may_crowd:
        for place in range(COLOURS):
            if is_crowded(n, place, ways[place]):
                q.failed = True
    if n.left and n.may_spend:
        for place in range(COLOURS):
            useful |= spare_jokers(q, n, place, shape_in(state, n.before[place]))
    plain_step(q, n, ways)
    if useful:
        spend_jokers(q, n, ways, 0, n.left)
