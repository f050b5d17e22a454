# The plain search itself: states, ways of going on, and the two passes. See _kernel_shapes.pxi.

cdef inline bint beats(const PlainState* a, const PlainState* b) noexcept nogil:
    return a.gain >= b.gain and ((a.rank | PLAIN_GUARDS) - b.rank) & PLAIN_GUARDS == PLAIN_GUARDS


cdef inline void add_plain_state(Plain* q, int start, const PlainState* new) noexcept nogil:
    """Keep a state unless another is at least as good; drop those it beats."""
    cdef PlainState* states
    cdef Beaten* known = &q.beaten[(new.rank * SPREAD) >> (64 - BEATEN_BITS)]
    cdef int i = start
    # Most newcomers are beaten, and again and again by the same or as the same: look there first.
    if known.stamp == q.stamp and known.rank == new.rank and known.gain >= new.gain:
        return
    known.stamp = q.stamp
    known.rank = new.rank
    known.gain = new.gain
    if q.state_count == q.state_room and not grow_plain(q):
        return
    states = q.states
    if q.last_better >= start and q.last_better < q.state_count and beats(&states[q.last_better], new):
        return
    while i < q.state_count:
        if beats(&states[i], new):
            q.last_better = i
            return
        i += 1
    i = start
    while i < q.state_count:
        if beats(new, &states[i]):
            q.state_count -= 1
            states[i] = states[q.state_count]
        else:
            i += 1
    states[q.state_count] = new[0]
    q.state_count += 1


cdef bint grow_plain(Plain* q) noexcept nogil:
    cdef PlainState* moved
    if 2 * q.state_room > MOST_PLAIN_STATES:
        q.failed = True
        return False
    moved = <PlainState*>realloc(q.states, 2 * q.state_room * sizeof(PlainState))
    if moved == NULL:
        q.failed = True
        return False
    q.states = moved
    q.state_room *= 2
    return True


cdef struct PlainNumber:            # what stays the same while the states of a number are gone through
    PlainOption* options
    PlainList* list
    int start                       # of the layer being made
    int end
    int number
    int jokers                      # of the position
    bint priced                     # the jokers needed above are worked out, not only for the next two numbers
    Position* position
    int64_t least                   # no state that gains no more can lead to more than the floor
    int most[COLOURS]
    int next_one[COLOURS]
    int next_two[COLOURS]
    int spare[COLOURS]              # jokers that may prolong a long run towards a tile further up
    int leads[COLOURS]              # runs that may start with a joker
    bint crowded                    # some way would need more open runs than a shape holds


cdef int price_above(Plain* q, Position* p, int number, int colour, int shape) noexcept nogil:
    """The least number of half jokers that a colour takes above a number, looked at alone.

    A tile that must be laid goes on in a run or is in a group; where only two colours have tiles of its number each tile
    of a group answers for half a joker, where it is alone for two. So the sum over the colours is never too high.
    """
    cdef int u, more, most, lanes, price, here, best = NEVER_PAID, need = shape_need[shape], longs = shape_runs[shape][2]
    if number == NUMBERS:
        return NEVER_PAID if need else 0
    if q.price[number][colour][shape] != UNPRICED:
        return q.price[number][colour][shape]
    for u in range(q.most[number + 1][colour] + 1):
        here = max(0, p.must[number + 1][colour] - u) * q.charge[number + 1]
        most = max(0, min(longs, longs + need - u))
        if number == 10:
            most += min(q.most[12][colour], q.most[13][colour])     # runs that start with a joker
        for more in range(most + 1):
            lanes = max(u, need) + more
            price = here + 2 * (lanes - u)
            if price >= best:
                break
            if lanes <= MOST_RUNS:
                price += price_above(q, p, number + 1, colour, shape_after[shape][lanes])
            best = min(best, price)
    q.price[number][colour][shape] = best
    return best


cdef void set_charges(Search* s, Plain* q) noexcept nogil:
    cdef int number, c, present
    memset(q.price, UNPRICED, sizeof(q.price))
    for number in range(1, NUMBERS + 1):
        present = 0
        for c in range(COLOURS):
            present += q.most[number][c] > 0
        q.charge[number] = 0 if present >= 3 else 1 if present == 2 else 4


cdef inline void plain_ways(
    Plain* q, PlainNumber* n, int shape, int colour, int jokers, int more, PlainWays* ways
) noexcept nogil:
    """What a colour becomes with each number of naturals, and `more` jokers than its short runs need.

    Those prolong long runs that no natural does, or start a run where that may be: others would be of no use. All runs
    that start beside such a one have a 12 and a 13 of their own; where tiles run short, two jokers make a group with the 13.
    """
    cdef const uint8_t* useful = shape_useful[jokers][n.next_one[colour]]
    cdef const uint8_t* missing = shape_missing[n.end][n.next_one[colour]][n.next_two[colour]]
    cdef int u, lanes, after, fresh, short_runs, spent, going_on, need = shape_need[shape], longs = shape_runs[shape][2]
    for u in range(n.most[colour] + 1):
        ways.cost[u] = HOPELESS << 8
        lanes = max(u, need) + more
        if more > max(0, longs - max(0, u - need)) and lanes - need - longs > n.leads[colour]:
            continue
        if lanes > MOST_RUNS:
            # Too many for a shape, unless some end here: those that are long and for which nothing is left.
            fresh = max(0, lanes - need - longs)
            short_runs = fresh + shape_runs[shape][0]
            spent = lanes - u
            if spent + max(0, short_runs - n.next_one[colour]) + max(0, fresh - n.next_two[colour]) > jokers:
                continue
            going_on = max(0, n.next_one[colour] + jokers - spent - short_runs)
            going_on = min(going_on, shape_runs[shape][1] + min(longs, lanes - need))
            if short_runs + going_on > MOST_RUNS or lanes >= LANES_LISTED:
                n.crowded = True
                continue
            after = shape_of[fresh][shape_runs[shape][0]][going_on]
        else:
            after = shape_after[shape][lanes]
            if after == DEAD:
                continue
            after = useful[after]
        ways.shape[u] = after
        ways.lanes[u] = lanes
        ways.rank[u] = shape_rank[after] << (15 * colour)
        ways.cost[u] = 2 * (lanes - u) | <uint32_t>(2 * missing[after]) << 8
        if n.priced and missing[after] < HOPELESS:
            ways.cost[u] = 2 * (lanes - u) | <uint32_t>price_above(q, n.position, n.number, colour, after) << 8


cdef inline PlainWays* usual_ways(Plain* q, PlainNumber* n, int shape, int colour) noexcept nogil:
    """The ways of a shape with no joker to spare, worked out once for each number."""
    if q.ways_stamp[colour][shape] != q.stamp:
        q.ways_stamp[colour][shape] = q.stamp
        plain_ways(q, n, shape, colour, n.jokers, 0, &q.ways[colour][shape])
    return &q.ways[colour][shape]


cdef void plain_step(Plain* q, PlainNumber* n, int parent, PlainWays** ways, int left) noexcept nogil:
    """Combine one state's ways with every option of the number."""
    cdef PlainState new
    cdef PlainOption* option
    cdef uint32_t cost
    cdef int i, spent
    cdef int64_t gain = q.states[parent].gain
    new.parent = parent
    for i in range(n.list.count[left]):
        option = &n.options[i]
        cost = (
            ways[0][0].cost[option.lanes[0]] + ways[1][0].cost[option.lanes[1]]
            + ways[2][0].cost[option.lanes[2]] + ways[3][0].cost[option.lanes[3]]
        )
        spent = <int>(cost & 255) + 2 * option.jokers
        if spent + <int>(cost >> 8) > 2 * left:
            continue
        new.left = left - spent // 2
        new.rank = (
            ways[0][0].rank[option.lanes[0]] | ways[1][0].rank[option.lanes[1]]
            | ways[2][0].rank[option.lanes[2]] | ways[3][0].rank[option.lanes[3]] | <uint64_t>new.left << 60
        )
        new.gain = gain + q.gains[i]
        if new.gain <= n.least:
            continue
        new.option = n.list.first + i
        new.shape[0] = ways[0][0].shape[option.lanes[0]]
        new.shape[1] = ways[1][0].shape[option.lanes[1]]
        new.shape[2] = ways[2][0].shape[option.lanes[2]]
        new.shape[3] = ways[3][0].shape[option.lanes[3]]
        new.lanes[0] = ways[0][0].lanes[option.lanes[0]]
        new.lanes[1] = ways[1][0].lanes[option.lanes[1]]
        new.lanes[2] = ways[2][0].lanes[option.lanes[2]]
        new.lanes[3] = ways[3][0].lanes[option.lanes[3]]
        add_plain_state(q, n.start, &new)


cdef void plain_jokers(
    Plain* q, PlainNumber* n, int parent, PlainWays** ways, int colour, int left, int more
) noexcept nogil:
    """All ways to spend jokers on runs that do not need one now, colour by colour."""
    cdef PlainWays special
    cdef int extra, most, shape
    if colour == COLOURS:
        plain_step(q, n, parent, ways, left)
        return
    shape = q.states[parent].shape[colour]
    most = min(left - more, min(n.spare[colour], <int>shape_runs[shape][2]) + n.leads[colour])
    ways[colour] = usual_ways(q, n, shape, colour)
    plain_jokers(q, n, parent, ways, colour + 1, left, more)
    for extra in range(1, most + 1):
        plain_ways(q, n, shape, colour, n.jokers, extra, &special)
        ways[colour] = &special
        plain_jokers(q, n, parent, ways, colour + 1, left, more + extra)


cdef int64_t plain_score(Plain* q, const PlainState* state) noexcept nogil:
    """How promising a state looks; only guides the narrow pass."""
    cdef int c, bonus = 4 * state.left
    for c in range(COLOURS):
        bonus += shape_bonus[state.shape[c]]
    return state.gain + bonus * q.credit


cdef void narrow_plain(Plain* q, int start) noexcept nogil:
    """Keep only the most promising states of the layer in hand."""
    cdef int i, kept = start, count = q.state_count - start
    cdef int64_t least
    if count <= MANY_STATES:
        return
    q.cut = True
    if count > OPTIONS_AT_ONCE:
        count = OPTIONS_AT_ONCE             # the others are as good as lost in this pass
    for i in range(count):
        q.gains[i] = plain_score(q, &q.states[start + i])
    least = nth_highest(q.gains, count, NARROW - 1)
    for i in range(start, start + count):
        if kept - start < NARROW and plain_score(q, &q.states[i]) >= least:
            q.states[kept] = q.states[i]
            kept += 1
    q.state_count = kept


cdef int plain_pass(Search* s, Plain* q, bint narrow) noexcept nogil:
    """Go through the numbers once; the best final state that gains more than the floor, or -1."""
    cdef Position* p = &s.position
    cdef PlainNumber n
    cdef PlainWays* ways[COLOURS]
    cdef int i, c, k, best
    n.crowded = False
    n.position = p
    n.priced = q.charged
    n.jokers = p.most_joker[REGULAR]
    memset(&q.states[0], 0, sizeof(PlainState))
    for c in range(COLOURS):
        q.states[0].rank |= shape_rank[0] << (15 * c)
    q.states[0].rank |= <uint64_t>n.jokers << 60
    q.states[0].left = n.jokers
    q.states[0].parent = -1
    q.state_count = 1
    q.layer[0] = 0
    for n.number in range(1, NUMBERS + 1):
        q.layer[n.number] = q.state_count
        if not n.priced and n.jokers and q.state_count - q.layer[n.number - 1] > FEW_STATES:
            n.priced = True
            if not q.charged:
                q.charged = True
                set_charges(s, q)
        if not load_number(s, q, &n):
            return -1
        for i in range(q.layer[n.number - 1], n.start):
            k = q.states[i].left
            if k:
                plain_jokers(q, &n, i, ways, 0, k, 0)
            else:
                for c in range(COLOURS):
                    ways[c] = usual_ways(q, &n, q.states[i].shape[c], c)
                plain_step(q, &n, i, ways, 0)
            if q.failed or n.crowded:
                q.failed = True
                return -1
        if narrow:
            narrow_plain(q, n.start)
        if interrupted(s):
            return -1
    best = -1
    for i in range(n.start, q.state_count):
        if best < 0 or q.states[i].gain > q.states[best].gain:
            best = i
    return best


cdef bint load_number(Search* s, Plain* q, PlainNumber* n) noexcept nogil:
    """What stays the same while the states of a number are gone through."""
    cdef Position* p = &s.position
    cdef const int* most = q.most[n.number]
    cdef PlainOption* option
    cdef int i, c, k
    n.start = q.state_count
    n.end = max(0, n.number - 11)
    q.stamp += 1
    n.list = plain_options(q, p.must[n.number], most)
    if n.list == NULL or n.list.count[n.jokers] > OPTIONS_AT_ONCE:
        q.failed = True
        return False
    n.options = &q.options[n.list.first]
    for i in range(n.list.count[n.jokers]):
        option = &n.options[i]
        q.gains[i] = 0
        for c in range(COLOURS):
            if option.extra[c]:
                q.gains[i] += option.extra[c] * p.weight[n.number][c]
    n.least = q.floor - q.hope[n.number]
    for c in range(COLOURS):
        n.most[c] = most[c]
        n.next_one[c] = min(q.most[n.number + 1][c], <int>MOST_RUNS)
        n.next_two[c] = min(q.most[n.number + 2][c], <int>MOST_RUNS)
        n.spare[c] = 0
        n.leads[c] = 0
        if n.jokers:
            # A joker prolongs a long run only towards a natural tile: one at the end is laid afterwards.
            for k in range(1, n.jokers + 1):
                if n.number + k <= NUMBERS and q.most[n.number + k][c]:
                    n.spare[c] = MOST_RUNS
                    break
            # It starts a run only below a 12 and a 13: elsewhere it might as well stand last.
            if n.number == 11:
                n.leads[c] = min(q.most[12][c], q.most[13][c])
    return True


cdef bint solve_plain(Search* s, Plain* q) noexcept nogil:
    """Solve the position in hand; False when the full search has to.

    A narrow pass finds a good answer. If it had to leave out states, a second one goes through all that could lead to
    more: what is gained so far and every optional tile above together beat that answer.
    """
    cdef Position* p = &s.position
    cdef int number, c, best
    cdef int64_t gain = 0
    if not plain_fits(p):
        return False
    if q.lists == NULL or q.option_count > MOST_PLAIN_OPTIONS // 2:
        if not reset_plain(q):
            return False
    q.failed = False
    q.cut = False
    q.charged = False
    q.floor = -1
    q.credit = 1
    drop_useless(s, q)
    q.hope[NUMBERS] = 0
    for number in range(NUMBERS, 0, -1):
        q.hope[number - 1] = q.hope[number]
        for c in range(COLOURS):
            if q.most[number][c] > p.must[number][c]:
                q.hope[number - 1] += p.weight[number][c] * (q.most[number][c] - p.must[number][c])
                q.credit = max(q.credit, p.weight[number][c] // 4)
    best = plain_pass(s, q, True)
    if s.status != SOLVED:
        return True
    if q.failed or (best < 0 and not q.cut):
        return False                # nothing packs: the full search says so with its own checks
    if best >= 0:
        gain = q.states[best].gain
        if not answer_plain(s, q, best):
            return False            # a joker that nobody needs has no place in this answer
        q.floor = gain
    if q.cut:
        best = plain_pass(s, q, False)
        if s.status != SOLVED:
            return True
        if q.failed or (best < 0 and q.floor < 0):
            return False
        if best >= 0:
            gain = q.states[best].gain
            if not answer_plain(s, q, best):
                return False
    s.weight = gain + p.joker_weight[REGULAR] * (p.most_joker[REGULAR] - p.must_joker[REGULAR])
    return True


cdef bint reset_plain(Plain* q) noexcept nogil:
    """Fresh memory, with no option list known."""
    if q.lists == NULL:
        q.lists = <int32_t*>malloc(PATTERN_KEYS * sizeof(int32_t))
    if q.states == NULL:
        q.state_room = 1024
        q.states = <PlainState*>malloc(q.state_room * sizeof(PlainState))
    if q.lists == NULL or q.states == NULL:
        return False
    memset(q.lists, 0, PATTERN_KEYS * sizeof(int32_t))
    q.known_count = 0
    q.option_count = 0
    return True


cdef void free_plain(Plain* q) noexcept nogil:
    free(q.lists)
    free(q.known)
    free(q.options)
    free(q.states)
