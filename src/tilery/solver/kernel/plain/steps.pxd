# cython: cdivision=True
# Steps from the states of one number to those of the next.

from libc.stdint cimport uint64_t

from tilery.solver.kernel.plain.follow cimport Step, follow
from tilery.solver.kernel.plain.memory cimport Number, Plain
from tilery.solver.kernel.plain.options cimport BLOCK, with_lanes
from tilery.solver.kernel.plain.shapes cimport MOST_RUNS, SHAPES
from tilery.solver.kernel.plain.states cimport ROOM_AHEAD, PlainState, States, grow_plain, shape_in
from tilery.solver.kernel.plain.ways cimport Ahead, Ways, list_ways
from tilery.solver.kernel.tiles cimport COLOURS
from tilery.solver.kernel.tuning cimport SHORT_LAYER


cdef inline void make_ways(Plain* q, Number* n, int place, int shape, int more, Ways* ways) noexcept nogil:
    cdef int c = n.colour[place]
    cdef Ahead ahead
    ahead.shapes = &q.shapes
    ahead.jokers = n.jokers
    ahead.further = q.above[c][n.number] >> 4
    ahead.end = max(0, n.number - 11)
    ahead.next_one = q.above[c][n.number] >> 2 & MOST_RUNS
    ahead.next_two = q.above[c][n.number] & MOST_RUNS
    ahead.leads = n.leads[place] if n.jokers else 0
    list_ways(&ahead, shape, more, ways)


cdef inline const Ways* ways_of(Plain* q, Number* n, int shape, int place, int more) noexcept nogil:
    """The ways of a shape, with so many more jokers than its short runs need."""
    cdef Ways* ways = &n.ways[place][more * SHAPES + shape]
    if not ways.made:
        make_ways(q, n, place, shape, more, ways)
    return ways


cdef inline void plain_step(Plain* q, Number* n, const Ways** ways) noexcept nogil:
    """Combine the ways of the state in hand with every option of the number that might be paid for.

    What the cheapest ways of all colours leave of the jokers is what one of them, or a group, may take beyond that.
    """
    cdef States* t = &q.states
    cdef Step* step = &n.step
    cdef int block, i, budget = 2 * step.left
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
    for i in range(COLOURS):
        step.ways[i] = &ways[i].way[0]
    for block in range(n.list.blocks[budget // 2]):
        fit = n.live[block] & n.blocks[block].within[budget // 2]
        fit &= with_lanes(&n.blocks[block], wanted, n.list.many_lanes)
        if fit == 0:
            continue
        if t.count + ROOM_AHEAD > t.room and not grow_plain(t):
            q.failed = True
            return
        step.options = &n.options[block * BLOCK]
        step.gains = &n.gains[block * BLOCK]
        step.first = n.list.first + block * BLOCK
        follow(step, t, fit, SHORT_LAYER)


cdef inline bint is_crowded(Number* n, int place, const Ways* ways) noexcept nogil:
    """Whether some number of naturals would need more open runs than a shape holds."""
    return ways.crowded & ((2 << n.most[place]) - 1) != 0


cdef inline int spare_jokers(const Plain* q, Number* n, int place, int shape) noexcept nogil:
    """How many jokers might go to runs of a colour that do not need one now."""
    return q.shapes.runs[shape][2] * q.spare[n.colour[place]][n.number] + n.leads[place]


cdef inline void spend_jokers(Plain* q, Number* n, const Ways** ways, int first, int spare) noexcept nogil:
    """All ways to spend jokers on runs that do not need one now, in the colours from the first on."""
    cdef const Ways* usual
    cdef int place, extra, most, shape
    for place in range(first, COLOURS):
        shape = shape_in(&q.states.states[n.step.parent], n.colour[place])
        most = min(spare, spare_jokers(q, n, place, shape))
        usual = ways[place]
        for extra in range(1, most + 1):
            ways[place] = ways_of(q, n, shape, place, extra)
            if is_crowded(n, place, ways[place]):
                q.failed = True
            if ways[place].within[2 * n.step.left] & (2 << n.most[place]) - 1:
                plain_step(q, n, ways)
                if extra < spare:
                    spend_jokers(q, n, ways, place + 1, spare - extra)
        ways[place] = usual


cdef inline void go_on(Plain* q, Number* n, int parent) noexcept nogil:
    """Make all states that follow from one."""
    cdef const PlainState* state = &q.states.states[parent]
    cdef const Ways* ways[COLOURS]
    cdef int place
    cdef bint spends = state.left and (n.may_lead or q.states.ranks[parent] & n.may_prolong)
    n.step.parent = parent
    n.step.left = state.left
    n.step.gain = q.states.gains[parent]
    for place in range(COLOURS):
        ways[place] = ways_of(q, n, shape_in(state, n.colour[place]), place, 0)
    if q.many_alike:
        for place in range(COLOURS):
            if is_crowded(n, place, ways[place]):
                q.failed = True
    plain_step(q, n, ways)
    if spends:
        spend_jokers(q, n, ways, 0, n.step.left)
