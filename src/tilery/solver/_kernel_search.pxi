# The search: dynamic programming over the numbers 1 to 13.

cdef struct Search:
    Position position
    int status
    int counting                # set values matter
    int exact[4]                # jokers of this kind must be laid within the search
    int64_t joker_gain[4][MOST_REGULAR + 1]     # by jokers left
    bint joker_gains
    int64_t joker_hope[4][MOST_REGULAR + 1]     # what the jokers left could still gain
    int64_t hope[NUMBERS + 1]                   # what the numbers above could still gain
    int64_t floor                               # only answers that gain more are of interest
    int64_t credit                              # rough worth of a joker, to rank states
    bint bounded                                # the bounds are computed
    uint16_t bound[NUMBERS + 1][COLOURS][BOUND_STATES]
    bint hasty                                  # this pass lays one special joker at a number, as a start
    int width                                   # states kept at a number in this pass
    bint narrowed                               # this pass has left out states that nothing beats
    int64_t least_score                         # what a state of the number in hand must have once some are left out
    int64_t* scores
    int score_room
    bint plain                  # no special jokers
    bint sparing                # jokers may be left over, so none is laid that could be taken away again
    bint owing                  # jokers must be laid within the search
    # options
    Option* options
    int option_count
    int option_room
    int option_start[NUMBERS + 2]
    bint options_sorted         # at the number in hand
    bint reusable               # they are made for any weights
    Block blocks[1 << BLOCK_BITS]
    Option* kept_options
    int kept_count
    int most_lanes[COLOURS]
    int most_lane_jokers[COLOURS]
    int bucket[OPTION_BUCKETS]
    int64_t bucket_stamp[OPTION_BUCKETS]
    int64_t stamp
    Option draft
    int draft_used[COLOURS]
    int draft_left[4]
    uint32_t table_stamp
    uint64_t table_key[COLOURS][1 << TABLE_BITS]      # the runs a table was made for
    LaneTable tables[COLOURS][1 << TABLE_BITS]
    # states
    State* states
    int state_count
    int state_room
    int layer_start[NUMBERS + 2]
    Bucket state_bucket[1 << STATE_BUCKET_BITS]
    int64_t sweep
    # the state and move in hand
    int number
    int parent
    int move_number
    int wanted_move             # -1, or the move to stop at when rebuilding
    Move move
    Move found
    int64_t base_gain
    # when to stop
    int64_t deadline
    volatile uint8_t* cancel
    int until_check
    Plain* plain_search         # the memory of the plain search
    # the answer
    bint sets_wanted            # else the tiles played are enough
    bint played_known           # without sets
    uint8_t played[KINDS]
    Laid* laid
    int laid_count
    Laid* best_laid             # of the best answer so far
    int best_count
    int open_laid[MOST_OPEN]    # the runs that may go on
    int open_count
    bint found_any
    int64_t weight


cdef bint interrupted(Search* s) noexcept nogil:
    s.until_check = WORK_BETWEEN_CHECKS
    if s.cancel != NULL and s.cancel[0]:
        s.status = CUT_SHORT
    elif s.deadline and now_ns() > s.deadline:
        s.status = CUT_SHORT
    return s.status != SOLVED


cdef int sweep(Search* s, int width) noexcept nogil:
    """Run through all numbers; the index of the best final state, or -1 when none gains more than the floor."""
    cdef State first
    cdef int c, i, best = -1
    memset(&first, 0, sizeof(State))
    s.option_count = 0
    s.state_count = 0
    s.wanted_move = -1
    s.sweep += 1
    s.narrowed = s.hasty
    s.width = width
    first.low = rank_runs(0, 0, 0) | rank_runs(0, 0, 0) << COLOUR_FIELDS
    first.high = first.low
    first.low |= <uint64_t>s.position.most_joker[REGULAR] << REGULAR_SHIFT
    first.high |= (
        <uint64_t>s.position.most_joker[DOUBLE] << DOUBLE_SHIFT
        | <uint64_t>s.position.most_joker[CHANGE] << CHANGE_SHIFT
        | <uint64_t>s.position.most_joker[MIRROR] << MIRROR_SHIFT
    )
    note_owed(s, &first)
    first.parent = -1
    s.number = 0
    s.layer_start[0] = 0
    add_state(s, &first)
    for s.number in range(1, NUMBERS + 1):
        s.layer_start[s.number] = s.state_count
        if s.state_count > STATES_BEFORE_BOUNDS and not s.bounded:
            compute_bounds(s)
        list_options(s, s.number)
        if s.status != SOLVED:
            return -1
        forget_tables(s)
        s.least_score = NO_FLOOR
        for i in range(s.layer_start[s.number - 1], s.layer_start[s.number]):
            if s.states[i].next != DROPPED:
                expand(s, i)
            s.until_check -= 1
            if s.status != SOLVED or (s.until_check <= 0 and interrupted(s)):
                return -1
        if s.state_count == s.layer_start[s.number]:
            return -1
        narrow(s, width)
    for i in range(s.layer_start[NUMBERS], s.state_count):
        if s.states[i].next == DROPPED or s.states[i].value < s.position.threshold:
            continue
        if s.states[i].low >> OWED_LOW or s.states[i].high >> OWED_HIGH:
            continue
        if s.states[i].gain > (s.floor if best < 0 else s.states[best].gain):
            best = i
    return best


cdef void set_goals(Search* s, bint sparing) noexcept nogil:
    """Prepare what jokers gain and what is still to be hoped for, with or without jokers left over."""
    cdef Position* p = &s.position
    cdef int joker, left, number, c
    cdef int64_t weight, optional
    s.sparing = sparing
    s.joker_gains = False
    s.owing = False
    s.credit = 0
    for joker in range(4):
        s.exact[joker] = p.most_joker[joker] > 0 and (joker == MIRROR or not sparing)
        s.owing = s.owing or s.exact[joker]
        weight = p.joker_weight[joker]
        if not s.exact[joker]:
            weight = min(weight, 0)
        for left in range(p.most_joker[joker] + 1):
            s.joker_gain[joker][left] = weight * max(0, p.most_joker[joker] - left - p.must_joker[joker])
            s.joker_hope[joker][left] = max(weight, 0) * min(left, p.most_joker[joker] - p.must_joker[joker])
            if s.joker_gain[joker][left]:
                s.joker_gains = True
    s.hope[NUMBERS] = 0
    for number in range(NUMBERS, 0, -1):
        optional = 0
        for c in range(COLOURS):
            optional += max(<int64_t>0, p.weight[number][c]) * (p.most[number][c] - p.must[number][c])
            s.credit = max(s.credit, p.weight[number][c] // 8 if p.most[number][c] > p.must[number][c] else 0)
        s.hope[number - 1] = s.hope[number] + optional
    s.credit = max(s.credit, <int64_t>1)


cdef int64_t most_to_hope(Search* s) noexcept nogil:
    cdef int joker
    cdef int64_t most = s.hope[0]
    for joker in range(4):
        most += s.joker_hope[joker][s.position.most_joker[joker]]
    return most


cdef void search(Search* s) noexcept nogil:
    """Sweep twice with narrow layers, then with all states, unless a pass before has left nothing out.

    The answers of the narrow passes serve as the floor.
    """
    cdef Position* p = &s.position
    cdef int width = FIRST_WIDTH, final
    cdef bint crowded = p.most_joker[DOUBLE] + p.most_joker[CHANGE] + p.most_joker[MIRROR] >= MANY_SPECIAL
    while True:
        s.hasty = crowded and width < MOST_STATES
        final = sweep(s, width)
        if s.status != SOLVED:
            return
        if final >= 0:
            s.floor = s.states[final].gain
            s.weight = s.floor
            rebuild(s, final)
            swap_best(s)
            s.found_any = True
        if not s.narrowed or (s.found_any and s.floor >= most_to_hope(s)):
            return
        width = SECOND_WIDTH if width == FIRST_WIDTH else MOST_STATES


cdef void solve_position(Search* s) noexcept nogil:
    """Solve the loaded position.

    At first the search is sparing: jokers that nobody needs are left out and appended to the sets it finds. What it finds
    then is at least as good as any true answer; when the appending succeeds it is one. Otherwise the jokers are made part of
    the search.
    """
    cdef Position* p = &s.position
    s.status = SOLVED
    s.counting = p.threshold > 0
    s.until_check = WORK_BETWEEN_CHECKS
    s.plain = not (p.most_joker[DOUBLE] or p.most_joker[CHANGE] or p.most_joker[MIRROR])
    s.found_any = False
    s.bounded = False
    s.floor = NO_FLOOR
    if not s.counting:
        set_goals(s, True)
        search(s)
        if s.status != SOLVED:
            return
        if not s.found_any:
            s.status = INFEASIBLE
            return
        swap_best(s)
        if append_jokers(s):
            return
        s.found_any = False
        s.floor = NO_FLOOR
    set_goals(s, False)
    search(s)
    if s.status != SOLVED:
        return
    if not s.found_any:
        s.status = INFEASIBLE
        return
    swap_best(s)


cdef void swap_best(Search* s) noexcept nogil:
    """Put the sets in hand by as the best so far, or take those up again."""
    s.laid, s.best_laid = s.best_laid, s.laid
    s.laid_count, s.best_count = s.best_count, s.laid_count
