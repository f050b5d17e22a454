# The search: dynamic programming over the numbers 1 to 13.

cdef struct Search:
    Position position
    Position given              # as it was before the search raised or turned it
    int status
    int counting                # set values matter
    int exact[4]                # jokers of this kind must be laid within the search
    int64_t joker_gain[4][MOST_REGULAR + 1]     # by jokers left
    bint joker_gains
    int64_t joker_hope[4][MOST_REGULAR + 1]     # what the jokers left could still gain
    int64_t hope[NUMBERS + 1]                   # what the numbers above could still gain
    int64_t raised                              # what the tiles gain that must be laid to beat the floor
    int64_t floor                               # only answers that gain more are of interest
    int64_t credit                              # rough worth of a joker, to rank states
    bint bounded[2]                             # the bounds are computed, by turned
    uint16_t bound[2][NUMBERS + 1][COLOURS][BOUND_STATES]
    bint hasty                                  # this pass lays one special joker at a number, as a start
    int64_t work                                # states tried in this pass
    int width                                   # states kept at a number in this pass
    bint narrowed                               # this pass has left out states that nothing beats
    int64_t least_score                         # what a state of the number in hand must have once some are left out
    int64_t* scores
    int score_room
    int turned                                  # 13 has become 1
    bint plain                  # no special jokers
    bint sparing                # jokers may be left over, so none is laid that could be taken away again
    bint owing                  # jokers must be laid within the search
    # options
    Option* options
    int option_count
    int option_room
    int option_start[NUMBERS + 2]
    int option_words            # at the number in hand
    uint64_t placed[COLOURS][PLACES][MOST_WORDS]
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
    s.work = 0
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
        if s.state_count > STATES_BEFORE_BOUNDS and not s.bounded[s.turned]:
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
            s.work = s.work * NUMBERS // s.number       # as if it had gone on like that
            return -1
        narrow(s, s.width)
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
    cdef int joker, left
    cdef int64_t weight
    s.sparing = sparing
    s.joker_gains = False
    s.owing = False
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
    hope_by_number(s)


cdef void hope_by_number(Search* s) noexcept nogil:
    cdef Position* p = &s.position
    cdef int number, c
    cdef int64_t optional
    s.credit = 0
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


cdef void raise_must(Search* s) noexcept nogil:
    """Tiles without which the floor cannot be beaten must be laid: the bounds can then count on that."""
    cdef Position* p = &s.position
    cdef int64_t slack = most_to_hope(s) - s.floor - 1, weight, raised = 0
    cdef int number, c, more
    for number in range(1, NUMBERS + 1):
        for c in range(COLOURS):
            weight = p.weight[number][c]
            if weight > 0 and p.most[number][c] > p.must[number][c]:
                more = <int>(p.most[number][c] - p.must[number][c] - min(slack // weight, <int64_t>MOST_ALIKE))
                if more > 0:
                    p.must[number][c] += more
                    raised += weight * more
    if raised:
        s.raised += raised
        s.floor -= raised
        forget_bounds(s)
        hope_by_number(s)


cdef void search(Search* s) noexcept nogil:
    """Sweep with narrow layers from either end, with wider ones, then with all states, until a pass leaves nothing out.

    The answers of the passes before serve as the floor. The last ones start at the end where the first had less to do.
    """
    cdef Position* p = &s.position
    cdef int width = FIRST_WIDTH, final
    cdef int64_t work = -1                      # from the first end
    cdef bint crowded = p.most_joker[DOUBLE] + p.most_joker[CHANGE] + p.most_joker[MIRROR] >= MANY_SPECIAL
    while True:
        s.hasty = crowded and width < MOST_STATES
        final = sweep(s, width)
        if s.status != SOLVED:
            return
        if final >= 0:
            s.floor = s.states[final].gain
            s.weight = s.floor + s.raised
            rebuild(s, final)
            if s.turned:
                turn_laid(s)
            swap_best(s)
            s.found_any = True
        if not s.narrowed or (s.found_any and s.floor >= most_to_hope(s)):
            return
        if s.found_any:
            raise_must(s)
        if width == SECOND_WIDTH:
            width = MOST_STATES
        elif work < 0 and not s.counting:       # values do not stay the same from the other end
            work = s.work
            turn_position(s)
        elif width == MIDDLE_WIDTH:
            width = SECOND_WIDTH
        else:
            width = MIDDLE_WIDTH if s.work > MUCH_WORK else SECOND_WIDTH
            if 0 <= work < s.work:
                turn_position(s)


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
    forget_bounds(s)
    s.floor = NO_FLOOR
    s.turned = False
    s.raised = 0
    if not s.counting:
        s.given = p[0]
        set_goals(s, True)
        if better_turned(s):
            turn_position(s)
        search(s)
        if s.status != SOLVED:
            take_found(s)
            return
        if not s.found_any:
            s.status = INFEASIBLE
            return
        swap_best(s)
        if append_jokers(s):
            return
        s.found_any = False
        s.floor = NO_FLOOR
        s.raised = 0
        s.turned = False
        forget_bounds(s)
        p[0] = s.given
    set_goals(s, False)
    search(s)
    if s.status != SOLVED:
        take_found(s)
        return
    if not s.found_any:
        s.status = INFEASIBLE
        return
    swap_best(s)


cdef void take_found(Search* s) noexcept nogil:
    """After a search was cut short: take what its earlier passes found, if that is an answer."""
    if s.status == CUT_SHORT and s.found_any:
        swap_best(s)
        if not s.sparing or append_jokers(s):
            s.status = FOUND


cdef void swap_best(Search* s) noexcept nogil:
    """Put the sets in hand by as the best so far, or take those up again."""
    s.laid, s.best_laid = s.best_laid, s.laid
    s.laid_count, s.best_count = s.best_count, s.laid_count
