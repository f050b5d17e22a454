# The plain search itself: prices of jokers, ways of going on, and the two passes. See _kernel_shapes.pxi.

cdef enum:
    UNPRICED = 255
    NEVER_PAID = 100
    FEW_STATES = 14                 # so few are gone through without pricing the jokers above
    MANY_STATES = 32                # a layer of more is made narrow in the first pass:
    NARROW = 6                      # so many states are kept with up to
    FEW_JOKERS = 2                  # so many jokers,
    LESS_NARROW = 20                # so many with more
    ROWS_ABOVE = (MOST_RUNS + 1) * (MOST_RUNS + 1)      # by Plain.above
    WAYS_ROWS = (PLAIN_JOKERS + 1) * 3 * 2 * ROWS_ABOVE

cdef struct Plain:
    PlainOptions options
    PlainStates states
    WaysRow rows[WAYS_ROWS]
    uint8_t most[NUMBERS + 4][COLOURS]              # less the optional tiles that fit nowhere
    uint8_t above[NUMBERS + 1][COLOURS]             # at the next two numbers, see look_above
    int present[COLOURS]            # numbers of which there are tiles, as bits
    int optional[COLOURS]           # and of which some need not be laid
    uint8_t colour[NUMBERS + 1][COLOURS]            # the colours in the order of a number's options, see order_colours
    uint8_t place[NUMBERS + 1][COLOURS]             # and the place of each in it
    uint16_t pattern[NUMBERS + 1]   # their counts in this order
    int64_t hope[NUMBERS + 1]       # what the optional tiles above a number weigh
    int64_t floor                   # only answers that gain more are of interest
    int64_t credit                  # rough worth of a quarter of a joker
    int64_t gains[OPTIONS_AT_ONCE]  # of the number's options
    uint64_t live[BLOCKS_AT_ONCE]   # those that no rival outweighs
    PlainWays ways[COLOURS][PLAIN_JOKERS + 1][SHAPES]       # those of the number in hand that are not in the rows
    int64_t ways_stamp[COLOURS][PLAIN_JOKERS + 1][SHAPES]
    uint8_t price[NUMBERS + 1][COLOURS][SHAPES]     # see price_above
    uint8_t charge[NUMBERS + 1]     # half jokers that a tile in a group answers for
    bint charged
    bint cut                        # the narrow pass has left out states
    bint failed
    bint patterns_listed            # those of the full search, see need_patterns

cdef struct PlainNumber:            # what stays the same while the states of a number are gone through
    Position* position
    const uint8_t* colour           # the colour at each place in the lists below and in the options
    int before[COLOURS]             # its place at the number before
    PlainList* list
    PlainOption* options
    const OptionBlock* blocks
    const PlainWays* ways[COLOURS]  # of every shape
    int spare[COLOURS]              # jokers that may prolong a long run towards a tile further up
    int leads[COLOURS]              # runs that may start with a joker
    bint may_spend                  # some joker may do either
    int number
    int jokers                      # of the position
    int most[COLOURS]
    uint64_t listed[COLOURS]        # the numbers of naturals there may be, as bits in every byte
    int64_t least                   # no state that gains no more can lead to more than the floor
    bint may_crowd                  # some shapes would need more open runs than a shape holds
    bint priced                     # the jokers needed above are worked out, not only for the next two numbers
    int parent                      # the state in hand,
    int left                        # its jokers
    int64_t gain                    # and what it has gained

cdef inline int price_above(Plain* q, Position* p, int number, int colour, int shape) noexcept nogil:
    """The least number of half jokers that a colour takes above a number, looked at alone."""
    cdef int price = q.price[number][colour][shape]
    return work_out_price(q, p, number, colour, shape) if price == UNPRICED else price


cdef int work_out_price(Plain* q, Position* p, int number, int colour, int shape) noexcept nogil:
    """A price for the first time, from those above the next number.

    A tile that must be laid goes on in a run or is in a group; where only two colours have tiles of its number each tile
    of a group answers for half a joker, where it is alone for two. So the sum over the colours is never too high.
    """
    cdef int u, more, most, lanes, price, here, best = NEVER_PAID, need = shape_need[shape], longs = shape_runs[shape][2]
    for u in range(q.most[number + 1][colour] + 1):
        here = max(0, p.must[number + 1][colour] - u) * q.charge[number + 1]
        most = max(0, min(longs, longs + need - u))
        if number == 10:
            most += led_runs(q, colour)
        for more in range(most + 1):
            lanes = max(u, need) + more
            price = here + 2 * (lanes - u)
            if price >= best:
                break
            if lanes <= MOST_RUNS:
                price += price_above(q, p, number + 1, colour, shape_after[shape][lanes])
            best = min(best, price)
        if best == 0:                   # nothing is cheaper
            break
    q.price[number][colour][shape] = best
    return best


cdef void set_charges(Plain* q) noexcept nogil:
    cdef int number, c, shape, present
    q.charged = True
    memset(q.price, UNPRICED, sizeof(q.price))
    for c in range(COLOURS):
        for shape in range(SHAPES):
            q.price[NUMBERS][c][shape] = NEVER_PAID if shape_need[shape] else 0
    for number in range(1, NUMBERS + 1):
        present = 0
        for c in range(COLOURS):
            present += q.most[number][c] > 0
        q.charge[number] = 0 if present >= 3 else 1 if present == 2 else 4


cdef void price_ways(Plain* q, PlainNumber* n, int place, PlainWays* ways) noexcept nogil:
    """Charge ways not only for the next two numbers but for all above."""
    cdef int u, now, shape
    ways.within = 0
    ways.within_most = 0
    for u in range(n.most[place] + 1):
        if ways.way[u] < HOPELESS_WAY:
            now = ways.way[u] >> COST_SHIFT & NOW
            shape = ways.way[u] >> SHAPE_SHIFT & 255
            set_cost(ways, u, now, price_above(q, n.position, n.number, n.colour[place], shape))


cdef inline int led_runs(Plain* q, int colour) noexcept nogil:
    """How many runs may start with a joker at the 11: below a 12 and a 13. Elsewhere it might as well stand last."""
    return min(q.most[12][colour], q.most[13][colour])


cdef void look_ahead(Plain* q, PlainNumber* n, int place, Ahead* ahead) noexcept nogil:
    cdef int c = n.colour[place]
    ahead.jokers = n.jokers
    ahead.further = reaches(q, n, c, n.number + 2)
    ahead.end = max(0, n.number - 11)
    ahead.next_one = q.above[n.number][c] // (MOST_RUNS + 1)
    ahead.next_two = q.above[n.number][c] % (MOST_RUNS + 1)
    ahead.leads = n.leads[place] if n.jokers else 0


cdef inline bint reaches(Plain* q, PlainNumber* n, int colour, int number) noexcept nogil:
    """Whether the position's jokers could lead from below a number to a tile of the colour."""
    return (q.present[colour] >> number & ((1 << n.jokers) - 1)) != 0


cdef inline const PlainWays* ways_of(Plain* q, PlainNumber* n, int shape, int place, int more) noexcept nogil:
    """The ways of a shape, with so many more jokers than its short runs need."""
    if not more and not n.priced:
        return &n.ways[place][shape]
    if q.ways_stamp[place][more][shape] != q.states.stamp:
        work_out_ways(q, n, shape, place, more)
    return &q.ways[place][more][shape]


cdef void work_out_ways(Plain* q, PlainNumber* n, int shape, int place, int more) noexcept nogil:
    cdef PlainWays* ways = &q.ways[place][more][shape]
    cdef Ahead ahead
    q.ways_stamp[place][more][shape] = q.states.stamp
    if more:
        look_ahead(q, n, place, &ahead)
        list_ways(&ahead, shape, more, n.most[place], ways)
    else:
        ways[0] = n.ways[place][shape]
    if n.priced:
        price_ways(q, n, place, ways)


cdef void plain_step(Plain* q, PlainNumber* n, const PlainWays** ways) noexcept nogil:
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


cdef inline void take_option(Plain* q, PlainNumber* n, const PlainWays** ways, int i) noexcept nogil:
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


cdef inline int shape_in(const PlainState* state, int place) noexcept nogil:
    return state.way[place] & 255


cdef void go_on(Plain* q, PlainNumber* n, int parent) noexcept nogil:
    """Make all states that follow from one."""
    cdef const PlainState* state = &q.states.states[parent]
    cdef const PlainWays* ways[COLOURS]
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
            useful |= spare_jokers(n, place, shape_in(state, n.before[place]))
    plain_step(q, n, ways)
    if useful:
        spend_jokers(q, n, ways, 0, n.left)


cdef inline bint is_crowded(PlainNumber* n, int place, const PlainWays* ways) noexcept nogil:
    """Whether some number of naturals would need more open runs than a shape holds."""
    return (ways.crowded & n.listed[place]) != 0


cdef inline int spare_jokers(PlainNumber* n, int place, int shape) noexcept nogil:
    """How many jokers might go to runs of a colour that do not need one now."""
    return min(n.spare[place], <int>shape_runs[shape][2]) + n.leads[place]


cdef void spend_jokers(Plain* q, PlainNumber* n, const PlainWays** ways, int first, int spare) noexcept nogil:
    """All ways to spend jokers on runs that do not need one now, in the colours from the first on."""
    cdef const PlainWays* usual
    cdef int place, extra, most, shape
    for place in range(first, COLOURS):
        shape = shape_in(&q.states.states[n.parent], n.before[place])
        most = min(spare, spare_jokers(n, place, shape))
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


cdef int64_t plain_score(Plain* q, int i) noexcept nogil:
    """How promising a state looks; only guides the narrow pass."""
    cdef const PlainState* state = &q.states.states[i]
    cdef int c, bonus = 4 * state.left
    for c in range(COLOURS):
        bonus += shape_bonus[shape_in(state, c)]
    return q.states.marks[i].gain + bonus * q.credit


cdef void narrow_plain(Plain* q, int jokers) noexcept nogil:
    """Keep only the most promising states of the layer in hand."""
    cdef PlainStates* t = &q.states
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


cdef bint load_number(Plain* q, PlainNumber* n) noexcept nogil:
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


cdef void weigh_options(Plain* q, PlainNumber* n) noexcept nogil:
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


cdef void plain_start(Plain* q, int jokers) noexcept nogil:
    """The one state before the first number."""
    cdef PlainStates* t = &q.states
    t.start = 0
    t.count = 1
    memset(t.states, 0, sizeof(PlainState))     # no colour has an open run: the order of the places does not matter
    t.states[0].left = jokers
    t.states[0].parent = -1
    t.marks[0].gain = 0             # its rank is never looked at


cdef int plain_pass(Search* s, Plain* q, bint narrow) noexcept nogil:
    """Go through the numbers once; the best final state that gains more than the floor, or -1."""
    cdef PlainStates* t = &q.states
    cdef PlainNumber n
    cdef int i, first, best
    n.position = &s.position
    n.priced = q.charged
    n.jokers = s.position.most_joker[REGULAR]
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
            if q.failed or (i % STATES_BETWEEN_CHECKS == 0 and interrupted(s)):
                return -1
            go_on(q, &n, i)
        if narrow:
            narrow_plain(q, n.jokers)
        if q.failed or interrupted(s):
            return -1
    best = -1
    for i in range(t.start, t.count):
        if best < 0 or t.marks[i].gain > t.marks[best].gain:
            best = i
    return best


cdef bint solve_plain(Search* s, Plain* q) noexcept nogil:
    """Solve the position in hand; False when the full search has to.

    A narrow pass finds a good answer. If it had to leave out states, a second one goes through all that could lead to
    more: what is gained so far and every optional tile above together beat that answer.
    """
    cdef Position* p = &s.position
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
    best = plain_pass(s, q, True)
    if s.status != SOLVED:
        return True
    if q.failed or (best < 0 and not q.cut):
        return False                # nothing packs: the full search says so with its own checks
    if best >= 0:
        gain = q.states.marks[best].gain
        if not answer_plain(s, q, best):
            return False            # a joker that nobody needs has no place in this answer
        q.floor = gain
    if q.cut:
        best = plain_pass(s, q, False)
        if s.status == CUT_SHORT and q.floor >= 0:
            s.status = FOUND        # the first pass's answer stands, unproven
            best = -1
        elif s.status != SOLVED:
            return True
        if q.failed or (best < 0 and q.floor < 0):
            s.played_known = False  # the first pass may have noted its tiles
            return False
        if best >= 0:
            gain = q.states.marks[best].gain
            if not answer_plain(s, q, best):
                return False
    s.weight = gain + p.joker_weight[REGULAR] * (p.most_joker[REGULAR] - p.must_joker[REGULAR])
    return True


cdef bint prepare_plain(Plain* q) noexcept nogil:
    """Memory for the states, and room for more option lists."""
    if q.options.lists == NULL or q.options.count > MOST_PLAIN_OPTIONS // 2:
        if not forget_plain_options(&q.options):
            return False
    return q.states.room > 0 or grow_plain(&q.states)


cdef void free_plain(Plain* q) noexcept nogil:
    free_plain_options(&q.options)
    free_plain_states(&q.states)
