# cython: cdivision=True
# The passes of the plain search through the numbers.

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memset

from tilery.solver.kernel.job cimport Job, interrupted
from tilery.solver.kernel.plain.memory cimport ROWS_ABOVE, Number, Plain, prepare_plain
from tilery.solver.kernel.plain.options cimport BLOCK, is_rival, plain_options
from tilery.solver.kernel.plain.prices cimport led_runs, set_charges
from tilery.solver.kernel.plain.sets cimport answer_plain
from tilery.solver.kernel.plain.shapes cimport MOST_RUNS
from tilery.solver.kernel.plain.states cimport PlainState, States, shape_in
from tilery.solver.kernel.plain.steps cimport go_on, look_ahead, reaches
from tilery.solver.kernel.plain.tiles cimport drop_useless, look_above, order_colours, read_tiles, weigh_hopes
from tilery.solver.kernel.plain.ways cimport EVERY_BYTE, Ahead, WaysRow, make_row
from tilery.solver.kernel.position cimport Position
from tilery.solver.kernel.select cimport nth_highest
from tilery.solver.kernel.status cimport CUT_SHORT, FOUND, SOLVED
from tilery.solver.kernel.tiles cimport COLOURS, NUMBERS, REGULAR
from tilery.solver.kernel.tuning cimport (
    FEW_JOKERS, FEW_STATES, JOKER_CREDITS, LESS_NARROW, MANY_STATES, NARROW, OPTIONS_AT_ONCE, STATES_BETWEEN_CHECKS
)


cdef inline int64_t plain_score(Plain* q, int i) noexcept nogil:
    """How promising a state looks; only guides the narrow pass."""
    cdef const PlainState* state = &q.states.states[i]
    cdef int c, bonus = JOKER_CREDITS * state.left
    for c in range(COLOURS):
        bonus += q.shapes.bonus[shape_in(state, c)]
    return q.states.marks[i].gain + bonus * q.credit


cdef inline void narrow_plain(Plain* q, int jokers) noexcept nogil:
    """Keep only the most promising states of the layer in hand."""
    cdef States* t = &q.states
    cdef int i, kept = t.start, count = t.count - t.start, width = NARROW if jokers <= FEW_JOKERS else LESS_NARROW
    cdef int64_t least
    if count <= (2 * width if q.cut else MANY_STATES):
        return                              # after a first cut, what is left out does not matter any more
    q.cut = True
    if count > OPTIONS_AT_ONCE:
        count = OPTIONS_AT_ONCE             # the others are as good as lost in this pass
    for i in range(count):
        q.gains[i] = plain_score(q, t.start + i)
    least = nth_highest(q.gains, count, width - 1)
    for i in range(t.start, t.start + count):
        if kept - t.start < width and plain_score(q, i) >= least:
            t.marks[kept] = t.marks[i]
            t.states[kept] = t.states[i]
            kept += 1
    t.count = kept


cdef inline void weigh_options(Plain* q, Number* n) noexcept nogil:
    """What each option gains, and which are worth a look: of rivals only the heaviest."""
    cdef const int64_t* weight = n.position.weight[n.number]
    cdef const uint8_t* extra
    cdef int i, best = 0
    for i in range((n.list.count[n.jokers] + BLOCK - 1) // BLOCK):
        q.live[i] = ~<uint64_t>0
    if q.hope[n.number - 1] == q.hope[n.number]:        # no tile of the number gains anything
        memset(q.gains, 0, n.list.count[n.jokers] * sizeof(int64_t))
        return
    for i in range(n.list.count[n.jokers]):
        extra = n.options[i].extra
        q.gains[i] = (
            extra[0] * weight[n.colour[0]]
            + extra[1] * weight[n.colour[1]]
            + extra[2] * weight[n.colour[2]]
            + extra[3] * weight[n.colour[3]]
        )
        if n.list.rivals and i and is_rival(&n.options[i], &n.options[best]):
            if q.gains[i] > q.gains[best]:
                q.live[best // BLOCK] ^= <uint64_t>1 << best % BLOCK
                best = i
            else:
                q.live[i // BLOCK] ^= <uint64_t>1 << i % BLOCK
        else:
            best = i


cdef inline bint load_number(Plain* q, Number* n) noexcept nogil:
    """What stays the same while the states of a number are gone through."""
    cdef Ahead ahead
    cdef WaysRow* rows = &q.rows[(n.jokers * 3 + max(0, n.number - 11)) * 2 * ROWS_ABOVE]
    cdef WaysRow* row
    cdef int place, c, number = n.number
    n.colour = q.colour[number]
    n.list = plain_options(&q.options, q.pattern[number])
    if n.list == NULL or n.list.count[n.jokers] > OPTIONS_AT_ONCE:
        return False
    n.options = &q.options.options[n.list.first]
    n.blocks = &q.options.blocks[n.list.first_block]
    n.least = q.floor - q.hope[n.number]
    weigh_options(q, n)
    n.may_crowd = False
    n.may_spend = False
    for place in range(COLOURS):
        c = n.colour[place]
        n.before[place] = q.place[number - 1][c]
        n.most[place] = q.most[number][c]
        n.listed[place] = ((2 << n.most[place]) - 1) * EVERY_BYTE
        row = &rows[q.above[number][c]]
        if n.jokers:
            # A joker prolongs a long run only towards a natural tile in reach: one at the end is laid afterwards.
            n.spare[place] = MOST_RUNS if reaches(q, n, c, number + 1) else 0
            n.leads[place] = led_runs(q, c) if number == 11 else 0
            n.may_spend |= n.spare[place] + n.leads[place] > 0
            if reaches(q, n, c, number + 2):
                row += ROWS_ABOVE
        if not row.made:
            look_ahead(q, n, place, &ahead)
            make_row(row, &ahead)
        n.ways[place] = row.ways
        n.may_crowd |= (row.crowded & n.listed[place]) != 0
    return True


cdef inline void plain_start(Plain* q, int jokers) noexcept nogil:
    """The one state before the first number."""
    cdef States* t = &q.states
    t.start = 0
    t.count = 1
    memset(t.states, 0, sizeof(PlainState))     # no colour has an open run: the order of the places does not matter
    t.states[0].left = jokers
    t.states[0].parent = -1
    t.marks[0].gain = 0             # its rank is never looked at


cdef inline int plain_pass(Job* job, Plain* q, bint narrow) noexcept nogil:
    """Go through the numbers once; the best final state that gains more than the floor, or -1."""
    cdef States* t = &q.states
    cdef Number n
    cdef int i, first, best
    n.position = &job.position
    n.priced = q.charged
    n.jokers = job.position.most_joker[REGULAR]
    plain_start(q, n.jokers)
    for n.number in range(1, NUMBERS + 1):
        first = t.start
        t.start = t.count
        t.stamp += 1
        if not n.priced and n.jokers and t.start - first > FEW_STATES:
            n.priced = True
            if not q.charged:
                set_charges(q)
        if not load_number(q, &n):
            q.failed = True
        for i in range(first, t.start):
            if q.failed or (i % STATES_BETWEEN_CHECKS == 0 and interrupted(job)):
                return -1
            go_on(q, &n, i)
        if narrow:
            narrow_plain(q, n.jokers)
        if q.failed or interrupted(job):
            return -1
    best = -1
    for i in range(t.start, t.count):
        if best < 0 or t.marks[i].gain > t.marks[best].gain:
            best = i
    return best


cdef inline bint solve_plain(Job* job, Plain* q) noexcept nogil:
    """Solve the position in hand; False when the full search has to.

    A narrow pass finds a good answer. If it had to leave out states, a second one goes through all that could lead to
    more: what is gained so far and every optional tile above together beat that answer.
    """
    cdef Position* p = &job.position
    cdef int best
    cdef int64_t gain = 0
    if not read_tiles(p, q) or not prepare_plain(q):
        return False
    q.failed = False
    q.cut = False
    q.charged = False
    q.floor = -1
    drop_useless(p, q)
    order_colours(p, q)
    look_above(q)
    weigh_hopes(p, q)
    best = plain_pass(job, q, True)
    if job.status != SOLVED:
        return True
    if q.failed or (best < 0 and not q.cut):
        return False                # nothing packs: the full search says so with its own checks
    if best >= 0:
        gain = q.states.marks[best].gain
        if not answer_plain(job, q, best):
            return False            # a joker that nobody needs has no place in this answer
        q.floor = gain
    if q.cut:
        best = plain_pass(job, q, False)
        if job.status == CUT_SHORT and q.floor >= 0:
            job.status = FOUND        # the first pass's answer stands, unproven
            best = -1
        elif job.status != SOLVED:
            return True
        if q.failed or (best < 0 and q.floor < 0):
            job.played_known = False  # the first pass may have noted its tiles
            return False
        if best >= 0:
            gain = q.states.marks[best].gain
            if not answer_plain(job, q, best):
                return False
    job.weight = gain + p.joker_weight[REGULAR] * (p.most_joker[REGULAR] - p.must_joker[REGULAR])
    return True
