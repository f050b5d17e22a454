# cython: cdivision=True
# The passes of the plain search through the numbers.

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memset

from tilery.solver.kernel.job cimport Job, answer_nothing, interrupted
from tilery.solver.kernel.plain.memory cimport ENDS, ROWS_ABOVE, WAYS_OF_ROW, Number, Plain, prepare_plain
from tilery.solver.kernel.plain.options cimport BLOCK, is_rival, plain_options
from tilery.solver.kernel.plain.pricing cimport led_runs, set_prices
from tilery.solver.kernel.plain.sets cimport answer_plain
from tilery.solver.kernel.plain.shapes cimport LONG_RUNS, MOST_RUNS
from tilery.solver.kernel.plain.states cimport PlainState, States, shape_in
from tilery.solver.kernel.plain.steps cimport go_on
from tilery.solver.kernel.plain.tiles cimport (
    colour_at, drop_useless, look_above, order_colours, pattern_at, weigh_hopes
)
from tilery.solver.kernel.plain.ways cimport COLOUR_BITS, Ways
from tilery.solver.kernel.select cimport nth_highest
from tilery.solver.kernel.status cimport CUT_SHORT, FOUND, SOLVED
from tilery.solver.kernel.tiles cimport COLOURS, NATURALS, NUMBERS, REGULAR, kind_of
from tilery.solver.kernel.tuning cimport (
    CROWDED, FEW_JOKERS, LESS_NARROW, NARROW, OPTIONS_AT_ONCE, PLAIN_JOKER_CREDITS, PLAIN_WIDENING,
    STATES_BETWEEN_CHECKS
)


cdef inline int64_t plain_score(Plain* q, int i) noexcept nogil:
    """How promising a state looks; only guides the narrow pass."""
    cdef const PlainState* state = &q.states.states[i]
    cdef int c, bonus = PLAIN_JOKER_CREDITS * state.left
    for c in range(COLOURS):
        bonus += q.shapes.bonus[shape_in(state, c)]
    return q.states.gains[i] + bonus * q.credit


cdef inline void narrow_plain(Plain* q, int width) noexcept nogil:
    """Keep only the most promising states of the layer in hand."""
    cdef States* t = &q.states
    cdef int i, kept = t.start, count = t.count - t.start
    cdef int64_t least
    if count <= (2 if q.cut else CROWDED) * width:
        return                              # after a first cut, what is left out does not matter any more
    q.cut = True
    if count > OPTIONS_AT_ONCE:
        count = OPTIONS_AT_ONCE             # the others are as good as lost in this pass
    for i in range(count):
        q.gains[i] = plain_score(q, t.start + i)
    least = nth_highest(q.gains, count, width - 1)
    for i in range(t.start, t.start + count):
        if kept - t.start < width and plain_score(q, i) >= least:
            t.ranks[kept] = t.ranks[i]
            t.gains[kept] = t.gains[i]
            t.states[kept] = t.states[i]
            kept += 1
    t.count = kept


cdef inline void weigh_options(Plain* q, Number* n) noexcept nogil:
    """What each option gains, and which are worth a look: of rivals only the heaviest."""
    cdef int64_t weight[COLOURS]
    cdef const uint8_t* extra
    cdef int i, place, best = 0
    n.gains = q.no_gains
    n.live = q.all_live
    if q.hope[n.number - 1] == q.hope[n.number]:        # no tile of the number gains anything
        return
    n.gains = q.gains
    for place in range(COLOURS):
        weight[place] = q.weight[kind_of(n.colour[place], n.number)]
    for i in range(n.list.count[n.jokers]):
        extra = &n.options[i].extra[0]
        q.gains[i] = extra[0] * weight[0] + extra[1] * weight[1] + extra[2] * weight[2] + extra[3] * weight[3]
    if not n.list.rivals:
        return
    n.live = q.live
    for i in range(n.list.blocks[n.jokers]):
        q.live[i] = ~<uint64_t>0
    for i in range(1, n.list.count[n.jokers]):
        if not is_rival(&n.options[i], &n.options[best]):
            best = i
        elif q.gains[i] > q.gains[best]:
            q.live[best // BLOCK] ^= <uint64_t>1 << best % BLOCK
            best = i
        else:
            q.live[i // BLOCK] ^= <uint64_t>1 << i % BLOCK


cdef inline bint load_number(Plain* q, Number* n) noexcept nogil:
    """What stays the same while the states of a number are gone through."""
    cdef int place, c, number = n.number
    cdef Ways* rows = &q.rows[(n.jokers * ENDS + max(0, number - 10)) * ROWS_ABOVE * WAYS_OF_ROW]
    n.list = plain_options(&q.options, pattern_at(q, number))
    if n.list == NULL or n.list.count[n.jokers] > OPTIONS_AT_ONCE:
        return False
    n.options = &q.options.options[n.list.first]
    n.blocks = &q.options.blocks[n.list.first_block]
    n.step.least = q.floor - q.hope[number]
    n.step.price = q.price[number][0]
    n.may_prolong = 0
    n.may_lead = False
    for place in range(COLOURS):
        c = colour_at(q, number, place)
        n.colour[place] = c
        n.step.shift[place] = COLOUR_BITS * c
        n.most[place] = q.most[c][number]
        n.ways[place] = &rows[q.above[c][number] * WAYS_OF_ROW]
    if n.jokers:
        for c in range(COLOURS):
            # A joker prolongs a long run only towards a natural tile in reach: one at the end is laid afterwards.
            n.may_prolong |= <uint64_t>(LONG_RUNS * q.spare[c][number]) << COLOUR_BITS * c
        for place in range(COLOURS):
            n.leads[place] = led_runs(q, n.colour[place]) if number == 11 else 0
            n.may_lead |= n.leads[place] != 0
            if n.leads[place] > MOST_RUNS:
                return False
    weigh_options(q, n)
    return True


cdef inline void plain_start(Plain* q, int jokers) noexcept nogil:
    """The one state before the first number."""
    cdef States* t = &q.states
    t.start = 0
    t.count = 1
    memset(t.states, 0, sizeof(PlainState))     # no colour has an open run: the order of the places does not matter
    t.states[0].left = jokers
    t.states[0].parent = -1
    t.ranks[0] = 0                  # of which only long runs are looked at
    t.gains[0] = 0


cdef inline int plain_pass(Job* job, Plain* q, int width) noexcept nogil:
    """Go through the numbers once; the best final state that gains more than the floor, or -1."""
    cdef States* t = &q.states
    cdef Number n
    cdef int i, first, best
    n.jokers = q.jokers
    plain_start(q, n.jokers)
    for n.number in range(1, NUMBERS + 1):
        first = t.start
        t.start = t.count
        t.stamp += 1
        if not load_number(q, &n):
            q.failed = True
        for i in range(first, t.start):
            if q.failed or (i % STATES_BETWEEN_CHECKS == STATES_BETWEEN_CHECKS - 1 and interrupted(job)):
                return -1
            go_on(q, &n, i)
        if width:
            narrow_plain(q, width)
        if q.failed:
            return -1
    best = -1
    for i in range(t.start, t.count):
        if best < 0 or t.gains[i] > t.gains[best]:
            best = i
    return best


cdef inline bint solve_plain(Job* job, Plain* q) noexcept nogil:
    """Solve the position whose tiles were read; False when the full search has to.

    A narrow pass finds a good answer. If it had to leave out states, wider ones go through those that could lead to
    more: what is gained so far and every optional tile above together beat that answer.
    """
    cdef int best, width = NARROW if q.jokers <= FEW_JOKERS else LESS_NARROW
    cdef int64_t gain = 0
    cdef bint found = job.lies and q.jokers == q.must_jokers        # some answer is known
    if not prepare_plain(q):
        return False
    q.failed = False
    q.cut = True
    q.floor = 0 if found else -1
    drop_useless(q)
    if found:
        answer_nothing(job)
        if not (q.optional[0] | q.optional[1] | q.optional[2] | q.optional[3]):
            return True
    order_colours(q)
    look_above(q)
    weigh_hopes(q)
    if q.jokers:
        set_prices(q)
    while q.cut:
        q.cut = False
        best = plain_pass(job, q, width)
        if job.status == CUT_SHORT and q.floor > 0:
            job.status = FOUND          # the answer of an earlier pass stands, unproven
            break
        if job.status != SOLVED:
            return True
        if q.failed:
            return False
        if best >= 0:
            gain = q.states.gains[best]
            if not answer_plain(job, q, best):
                return False            # a joker that nobody needs has no place in this answer
            q.floor = gain
            found = True
        width = PLAIN_WIDENING * width if width <= LESS_NARROW else 0
    if not found:
        return False                    # nothing packs: the full search says so with its own checks
    job.weight = gain + q.weight[NATURALS + REGULAR] * (q.jokers - q.must_jokers)
    return True
