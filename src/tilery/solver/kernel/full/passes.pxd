# cython: cdivision=True
# The passes of the full search: dynamic programming over the numbers 1 to 13.

from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

from tilery.solver.kernel.full.bounds cimport compute_bounds, forget_bounds
from tilery.solver.kernel.full.goals cimport most_to_hope, raise_must, set_goals
from tilery.solver.kernel.full.kept_options cimport forget_kept, list_options
from tilery.solver.kernel.full.lanes cimport forget_tables
from tilery.solver.kernel.full.memory cimport NO_FLOOR, NO_LIMIT, Search
from tilery.solver.kernel.full.moves cimport expand
from tilery.solver.kernel.full.openings cimport span_weights, value_laid, weigh_values
from tilery.solver.kernel.full.sets cimport rebuild
from tilery.solver.kernel.full.spare_jokers cimport append_jokers
from tilery.solver.kernel.full.state cimport (
    CHANGE_SHIFT, COLOUR_FIELDS, DOUBLE_SHIFT, DROPPED, MIRROR_SHIFT, OWED_HIGH, OWED_LOW, REGULAR_SHIFT, State,
    rank_runs
)
from tilery.solver.kernel.full.states cimport add_state, narrow, note_owed
from tilery.solver.kernel.full.turned cimport better_turned, turn_laid, turn_position
from tilery.solver.kernel.job cimport answer_nothing, interrupted
from tilery.solver.kernel.position cimport Position
from tilery.solver.kernel.status cimport CUT_SHORT, FOUND, INFEASIBLE, SOLVED
from tilery.solver.kernel.tiles cimport CHANGE, DOUBLE, JOKERS, MIRROR, NUMBERS, REGULAR
from tilery.solver.kernel.tuning cimport (
    FIRST_WIDTH, MANY_SPECIAL, MIDDLE_WIDTH, MOST_PATIENCE, MOST_STATES, MUCH_WORK, PLAIN_BEFORE_BOUNDS, SECOND_WIDTH,
    STATES_BEFORE_BOUNDS, WIDENING, WORK_BETWEEN_CHECKS
)


cdef inline int sweep(Search* s, int width) noexcept nogil:
    """Run through all numbers; the index of the best final state, or -1 when none gains more than the floor."""
    cdef State first
    cdef int c, i, best = -1
    memset(&first, 0, sizeof(State))
    s.option_count = 0
    s.state_count = 0
    s.wanted_move = -1
    s.sweep += 1
    s.narrowed = s.hasty
    s.work = 0
    s.width = width
    first.low = rank_runs(0, 0, 0) | rank_runs(0, 0, 0) << COLOUR_FIELDS
    first.high = first.low
    first.low |= <uint64_t>s.job.position.most_joker[REGULAR] << REGULAR_SHIFT
    first.high |= (
        <uint64_t>s.job.position.most_joker[DOUBLE] << DOUBLE_SHIFT
        | <uint64_t>s.job.position.most_joker[CHANGE] << CHANGE_SHIFT
        | <uint64_t>s.job.position.most_joker[MIRROR] << MIRROR_SHIFT
    )
    note_owed(s, &first)
    first.parent = -1
    s.number = 0
    s.layer_start[0] = 0
    add_state(s, &first)
    for s.number in range(1, NUMBERS + 1):
        s.layer_start[s.number] = s.state_count
        if s.state_count > (PLAIN_BEFORE_BOUNDS if s.plain else STATES_BEFORE_BOUNDS) and not s.bounded[s.turned]:
            compute_bounds(s)
        s.weighed[s.number] = s.bounded[s.turned]
        list_options(s, s.number)
        if s.job.status != SOLVED:
            return -1
        forget_tables(s)
        s.least_score = NO_FLOOR
        for i in range(s.layer_start[s.number - 1], s.layer_start[s.number]):
            if s.states[i].next != DROPPED:
                expand(s, i)
            s.job.until_check -= 1
            if s.job.status != SOLVED or (s.job.until_check <= 0 and interrupted(&s.job)):
                return -1
            if s.work > s.most_work:
                s.narrowed = True
                return -1
        if s.state_count == s.layer_start[s.number]:
            s.work = s.work * NUMBERS // s.number       # as if it had gone on like that
            return -1
        narrow(s, s.width)
    for i in range(s.layer_start[NUMBERS], s.state_count):
        if s.states[i].next == DROPPED or s.states[i].value < s.job.position.threshold:
            continue
        if s.states[i].low >> OWED_LOW or s.states[i].high >> OWED_HIGH:
            continue
        if s.states[i].gain > (s.floor if best < 0 else s.states[best].gain):
            best = i
    return best


cdef inline void swap_best(Search* s) noexcept nogil:
    """Put the sets in hand by as the best so far, or take those up again."""
    s.job.laid, s.best_laid = s.best_laid, s.job.laid
    s.job.laid_count, s.best_count = s.best_count, s.job.laid_count


cdef inline void take_found(Search* s) noexcept nogil:
    """After a search was cut short: take what its earlier passes found, if that is an answer."""
    if s.job.status == CUT_SHORT and s.found_any:
        swap_best(s)
        if not s.sparing or append_jokers(s):
            s.job.status = FOUND


cdef inline void search(Search* s) noexcept nogil:
    """Sweep with narrow layers from either end, with wider ones, then with all states, until a pass leaves nothing out.

    The answers of the passes before serve as the floor. The last ones start at the end where the first had less to do.
    """
    cdef Position* p = &s.job.position
    cdef int width = FIRST_WIDTH, final
    cdef int64_t work = -1                      # from the first end
    cdef bint patient = False                   # a pass that leaves nothing out may take as long as it does
    cdef bint crowded = p.most_joker[DOUBLE] + p.most_joker[CHANGE] + p.most_joker[MIRROR] >= MANY_SPECIAL
    while True:
        s.hasty = crowded and width < MOST_STATES
        s.most_work = MOST_PATIENCE if width == MOST_STATES and not patient else NO_LIMIT
        final = sweep(s, width)
        if s.job.status != SOLVED:
            return
        if final >= 0:
            s.floor = s.states[final].gain
            s.job.weight = s.floor + s.raised
            rebuild(s, final)
            if s.turned:
                turn_laid(s)
            swap_best(s)
            s.found_any = True
        if not s.narrowed or (s.found_any and s.floor >= most_to_hope(s)):
            return
        if s.found_any:
            raise_must(s)
        if width == MOST_STATES:                # it took too long: a better answer first would make it shorter
            patient = True
            width = WIDENING * SECOND_WIDTH
        elif width == SECOND_WIDTH:
            width = MOST_STATES
        elif width > SECOND_WIDTH:
            width = min(<int>MOST_STATES, WIDENING * width)
        elif work < 0 and not s.counting:       # values do not stay the same from the other end
            work = s.work
            turn_position(s)
        elif width == MIDDLE_WIDTH:
            width = SECOND_WIDTH
        else:
            width = MIDDLE_WIDTH if s.work > MUCH_WORK else SECOND_WIDTH
            if 0 <= work < s.work:
                turn_position(s)


cdef inline bint stays_at_worst(Search* s) noexcept nogil:
    """To play nothing is an answer, with nothing gained: no joker is on the rack."""
    cdef int joker
    for joker in range(JOKERS):
        if s.job.position.most_joker[joker] > s.job.position.must_joker[joker]:
            return False
    return s.job.lies and not s.counting


cdef inline void set_floor(Search* s) noexcept nogil:
    """What any answer has to beat."""
    s.raised = 0
    s.floor = NO_FLOOR
    if stays_at_worst(s):
        s.floor = 0
        raise_must(s)


cdef inline void answer_none(Search* s) noexcept nogil:
    """Nothing beats the floor."""
    if stays_at_worst(s):
        answer_nothing(&s.job)
    else:
        s.job.status = INFEASIBLE


cdef inline void begin_anew(Search* s) noexcept nogil:
    s.job.status = SOLVED
    s.found_any = False
    s.turned = False
    forget_bounds(s)


cdef inline bint searched(Search* s) noexcept nogil:
    """Search, and answer with the best there is; False where that's nothing, or where the search was cut short."""
    search(s)
    if s.job.status != SOLVED:
        take_found(s)
    elif not s.found_any:
        answer_none(s)
    else:
        swap_best(s)
        return True
    return False


cdef inline bint solve_sparing(Search* s) noexcept nogil:
    """Leave jokers out that nobody needs, and append them to the sets found.

    What is found then is at least as good as any true answer; when the appending succeeds it is one. If it does not,
    the position is as it was given, and the answer False.
    """
    s.given = s.job.position
    begin_anew(s)
    set_goals(s, True)
    set_floor(s)
    if better_turned(s):
        turn_position(s)
    if searched(s) and not append_jokers(s):
        s.job.position = s.given
        return False
    return True


cdef inline void solve_exactly(Search* s) noexcept nogil:
    """With all jokers a part of the search, and the value of the sets where it matters."""
    begin_anew(s)
    set_goals(s, False)
    set_floor(s)
    searched(s)


cdef inline bint opens_anyway(Search* s) noexcept nogil:
    """Look for the best play without regard to its value: it may be worth enough, and where there is none, nothing is.

    Where all plays weigh the same, the one of the most value is asked for. False when the question is still open.
    """
    cdef Position* p = &s.job.position
    cdef Position asked = p[0]
    cdef int64_t lightest, heaviest
    cdef bint idle, answered
    span_weights(p, &lightest, &heaviest)
    idle = lightest == 0 and heaviest == 0
    if idle:
        weigh_values(p)
    p.threshold = 0
    answered = solve_sparing(s)
    p[0] = asked
    if not answered:
        return False
    if idle:
        s.job.weight = 0
    if s.job.status == SOLVED and s.job.laid_count == 0 and (idle or lightest > 0):
        s.job.status = INFEASIBLE
    elif s.job.status == SOLVED:
        return value_laid(&s.job) >= p.threshold
    elif s.job.status == FOUND and value_laid(&s.job) < p.threshold:
        s.job.status = CUT_SHORT
    return True


cdef inline void solve_position(Search* s) noexcept nogil:
    """Solve the loaded position."""
    cdef Position* p = &s.job.position
    s.job.until_check = WORK_BETWEEN_CHECKS
    s.plain = not (p.most_joker[DOUBLE] or p.most_joker[CHANGE] or p.most_joker[MIRROR])
    s.counting = False
    forget_kept(s)
    if p.threshold == 0:
        if solve_sparing(s):
            return
    elif not s.plain and opens_anyway(s):       # of a plain one the plain search has seen that it does not
        return
    s.counting = p.threshold > 0
    solve_exactly(s)
