# cython: cdivision=True
# The answer of the plain search: the tiles played, and the sets rebuilt from the chain of states.

from libc.stdint cimport uint8_t
from libc.string cimport memset

from tilery.solver.kernel.job cimport Job, new_laid
from tilery.solver.kernel.laid cimport GROUP, MOST_LAID, RUN, Laid, missing_colour, put, put_first
from tilery.solver.kernel.plain.memory cimport Plain
from tilery.solver.kernel.plain.options cimport MOST_COPIES, PlainOption
from tilery.solver.kernel.plain.shapes cimport LANES_LISTED
from tilery.solver.kernel.plain.states cimport PlainState, lanes_to, shape_in
from tilery.solver.kernel.plain.tiles cimport colour_at
from tilery.solver.kernel.tiles cimport COLOURS, KINDS, NATURALS, NOTHING, NUMBERS, REGULAR, kind_of


cdef inline void lay_group_joker(Laid* laid, int number) noexcept nogil:
    """A joker for the first colour that a group lacks."""
    put(laid, 0, NATURALS + REGULAR, kind_of(missing_colour(laid, number), number), NOTHING)


cdef inline void lay_plain_number(
    Job* job, Plain* q, int number, const PlainState* state, int[3][LANES_LISTED]* open_runs
) noexcept nogil:
    cdef const PlainOption* option = &q.options.options[state.option]
    cdef const PlainState* before = &q.states.states[state.parent]
    cdef int c, k, length, length_after, run, naturals, on, fresh, slot, dealt = 0, group
    cdef int place[COLOURS]                             # of each colour in the option's lists
    cdef const uint8_t* runs                            # open before
    cdef int later[3][LANES_LISTED]
    cdef int later_count[3]
    cdef Laid* laid
    for k in range(COLOURS):
        place[colour_at(q, number, k)] = k
    for c in range(COLOURS):
        naturals = option.lanes[place[c]]
        runs = q.shapes.runs[shape_in(before, c)]
        fresh = lanes_to(state, c) - runs[0] - runs[1]
        on = min(<int>runs[2], fresh)
        fresh -= on
        later_count[0] = later_count[1] = later_count[2] = 0
        for length in range(4):                     # runs of one tile, of two, long ones, and those that start here
            if length < 2:
                k = runs[length]
            else:
                k = on if length == 2 else fresh
            for slot in range(k):
                if length < 3:
                    run = open_runs[c][length][slot]
                    laid = &job.laid[run]
                else:
                    run = job.laid_count
                    laid = new_laid(job, RUN, c, number)
                laid.last = number
                if naturals:
                    naturals -= 1
                    put(laid, 0, kind_of(c, number), kind_of(c, number), NOTHING)
                else:
                    put(laid, 0, NATURALS + REGULAR, kind_of(c, number), NOTHING)
                length_after = 0 if length == 3 else min(length + 1, 2)
                later[length_after][later_count[length_after]] = run
                later_count[length_after] += 1
        for length in range(3):
            for slot in range(later_count[length]):
                open_runs[c][length][slot] = later[length][slot]
    group = job.laid_count
    for k in range(option.groups):
        new_laid(job, GROUP, 0, number)
    for c in range(COLOURS):
        for k in range(option.grouped[place[c]]):
            put(&job.laid[group + dealt % option.groups], 0, kind_of(c, number), kind_of(c, number), NOTHING)
            dealt += 1
    for k in range(option.jokers):
        lay_group_joker(&job.laid[group + dealt % option.groups], number)
        dealt += 1


cdef inline bint add_joker(Laid* laid) noexcept nogil:
    """One more joker at the end of a set, if there is room."""
    if laid.kind == GROUP:
        if laid.count[0] >= COLOURS:
            return False
        lay_group_joker(laid, laid.first)
        return True
    if laid.last < NUMBERS:
        laid.last += 1
        put(laid, 0, NATURALS + REGULAR, kind_of(laid.colour, laid.last), NOTHING)
        return True
    if laid.first == 1:
        return False
    laid.first -= 1
    put_first(laid, 0, NATURALS + REGULAR, kind_of(laid.colour, laid.first), NOTHING)
    return True


cdef inline bint lay_plain(Job* job, Plain* q, int best) noexcept nogil:
    """Rebuild the sets from the chain of states; False when a joker is left over that no set has room for."""
    cdef int chain[NUMBERS + 1]
    cdef int open_runs[COLOURS][3][LANES_LISTED]    # by length 1, 2, 3 or more: their sets
    cdef int number, i, left
    job.laid_count = 0
    job.played_known = False
    i = best
    for number in range(NUMBERS, 0, -1):
        chain[number] = i
        i = q.states.states[i].parent
    for number in range(1, NUMBERS + 1):
        if job.laid_count + 3 * MOST_COPIES * COLOURS > MOST_LAID:
            return False
        lay_plain_number(job, q, number, &q.states.states[chain[number]], open_runs)
    left = q.states.states[best].left
    for i in range(job.laid_count):
        while left and add_joker(&job.laid[i]):
            left -= 1
    return left == 0


cdef inline bint has_room(const Plain* q, int best) noexcept nogil:
    """Some run starts so high that the jokers left over fit in below its start, if not above its end."""
    cdef const PlainState* state = &q.states.states[best]
    cdef int number, left = state.left
    for number in range(NUMBERS, left, -1):
        if (
            q.shapes.runs[shape_in(state, 0)][0] | q.shapes.runs[shape_in(state, 1)][0]
            | q.shapes.runs[shape_in(state, 2)][0] | q.shapes.runs[shape_in(state, 3)][0]
        ):
            return True
        state = &q.states.states[state.parent]
    return False


cdef inline bint answer_plain(Job* job, Plain* q, int best) noexcept nogil:
    """Note the tiles played and, where they are wanted, the sets; False when there is no place for all jokers."""
    cdef const PlainOption* option
    cdef int number, place, i = best
    if job.sets_wanted or (q.states.states[best].left and not has_room(q, best)):
        return lay_plain(job, q, best)
    memset(job.played, 0, KINDS)
    job.played[NATURALS + REGULAR] = q.jokers - q.must_jokers
    for number in range(NUMBERS, 0, -1):
        option = &q.options.options[q.states.states[i].option]
        if option.extra[0] | option.extra[1] | option.extra[2] | option.extra[3]:
            for place in range(COLOURS):
                job.played[kind_of(colour_at(q, number, place), number)] = option.extra[place]
        i = q.states.states[i].parent
    job.played_known = True
    return True
