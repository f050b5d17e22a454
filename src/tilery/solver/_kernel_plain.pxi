# The plain search itself: prices of jokers, ways of going on, and the two passes. See _kernel_shapes.pxi.

cdef enum:
    UNPRICED = 255
    NEVER_PAID = 100
    FEW_STATES = 14                 # so few are gone through without pricing the jokers above
    MANY_STATES = 32                # a layer of more is made narrow in the first pass:
    NARROW = 6                      # so many states are kept with up to
    FEW_JOKERS = 2                  # so many jokers,
    LESS_NARROW = 20                # so many with more
    WAYS_ROWS = (PLAIN_JOKERS + 1) * 2 * 3 * (MOST_RUNS + 1) * (MOST_RUNS + 1)

cdef struct Plain:
    PlainOptions options
    PlainStates states
    WaysRow rows[WAYS_ROWS]
    int most[NUMBERS + 4][COLOURS]  # less the optional tiles that fit nowhere
    int present[COLOURS]            # numbers of which there are tiles, as bits
    int optional[COLOURS]           # and of which some need not be laid
    uint8_t colour[NUMBERS + 1][COLOURS]            # the colours in the order of a number's options, see order_colours
    uint16_t pattern[NUMBERS + 1]   # their counts in this order
    int64_t hope[NUMBERS + 1]       # what the optional tiles above a number weigh
    int64_t floor                   # only answers that gain more are of interest
    int64_t credit                  # rough worth of a quarter of a joker
    int64_t gains[OPTIONS_AT_ONCE]  # of the number's options
    uint64_t live[BLOCKS_AT_ONCE]   # those that no rival outweighs
    PlainWays priced[COLOURS][SHAPES]               # the ways of the number in hand
    int64_t priced_stamp[COLOURS][SHAPES]
    uint8_t price[NUMBERS + 1][COLOURS][SHAPES]     # see price_above
    uint8_t charge[NUMBERS + 1]     # half jokers that a tile in a group answers for
    bint charged
    bint cut                        # the narrow pass has left out states
    bint failed
    bint patterns_listed            # those of the full search, see need_patterns

cdef struct PlainNumber:            # what stays the same while the states of a number are gone through
    Position* position
    const uint8_t* colour           # the colour at each place in the lists below and in the options
    int shift[COLOURS]              # where its fields are in a rank
    PlainList* list
    PlainOption* options
    const OptionBlock* blocks
    const PlainWays* ways[COLOURS]  # of every shape
    Ahead ahead[COLOURS]
    int spare[COLOURS]              # jokers that may prolong a long run towards a tile further up
    int number
    int jokers                      # of the position
    int most[COLOURS]
    int listed[COLOURS]             # the numbers of naturals there may be, as bits
    int64_t least                   # no state that gains no more can lead to more than the floor
    bint priced                     # the jokers needed above are worked out, not only for the next two numbers

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
    cdef int u
    ways.within = 0
    ways.within_most = 0
    for u in range(n.most[place] + 1):
        if ways.cost[u] < HOPELESS << NOW_BITS:
            set_cost(ways, u, ways.cost[u] & NOW, price_above(q, n.position, n.number, n.colour[place], ways.shape[u]))


cdef inline const PlainWays* usual_ways(Plain* q, PlainNumber* n, int shape, int place) noexcept nogil:
    """The ways of a shape with no joker to spare."""
    cdef PlainWays* ways
    if not n.priced:
        return &n.ways[place][shape]
    ways = &q.priced[place][shape]
    if q.priced_stamp[place][shape] != q.states.stamp:
        q.priced_stamp[place][shape] = q.states.stamp
        ways[0] = n.ways[place][shape]
        price_ways(q, n, place, ways)
    return ways


cdef void plain_step(Plain* q, PlainNumber* n, int parent, const PlainWays** ways, int left) noexcept nogil:
    """Combine one state's ways with every option of the number that might be paid for.

    What the cheapest ways of all colours leave of the jokers is what one of them, or a group, may take beyond that.
    """
    cdef const OptionBlock* fitting
    cdef int block, place, budget = 2 * left
    cdef int least[COLOURS]
    cdef uint64_t fit
    for place in range(COLOURS):
        least[place] = least_cost(ways[place], n.listed[place])
        budget -= least[place]
    if budget < 0:
        return
    for block in range((n.list.count[budget // 2] + BLOCK - 1) // BLOCK):
        fitting = &n.blocks[block]
        fit = q.live[block] & fitting.within[budget // 2]
        for place in range(COLOURS):
            fit &= lanes_among(fitting, place, ways_within(ways[place], budget + least[place]))
        while fit:
            take_option(q, n, parent, ways, left, block * BLOCK + lowest_bit(fit))
            fit &= fit - 1


cdef inline void take_option(
    Plain* q, PlainNumber* n, int parent, const PlainWays** ways, int left, int i
) noexcept nogil:
    """Add the state that an option leads to, unless it is too dear, gains too little or is beaten."""
    cdef const uint8_t* lanes = n.options[i].lanes
    cdef PlainState* new
    cdef int place, spent, cost = (
        ways[0].cost[lanes[0]] + ways[1].cost[lanes[1]] + ways[2].cost[lanes[2]] + ways[3].cost[lanes[3]]
    )
    cdef int64_t gain = q.states.marks[parent].gain + q.gains[i]
    cdef uint64_t rank
    spent = (cost & NOW) + 2 * n.options[i].jokers
    if (spent + (cost >> NOW_BITS) > 2 * left) | (gain <= n.least):
        return
    left -= spent // 2
    rank = (
        <uint64_t>ways[0].rank[lanes[0]] << n.shift[0]
        | <uint64_t>ways[1].rank[lanes[1]] << n.shift[1]
        | <uint64_t>ways[2].rank[lanes[2]] << n.shift[2]
        | <uint64_t>ways[3].rank[lanes[3]] << n.shift[3]
        | <uint64_t>left << 60
    )
    if is_beaten(&q.states, rank, gain):
        return
    new = new_plain_state(&q.states, rank, gain)
    if new == NULL:
        q.failed = True
        return
    new.parent = parent
    new.option = n.list.first + i
    new.left = left
    for place in range(COLOURS):
        new.shape[n.colour[place]] = ways[place].shape[lanes[place]]
        new.lanes[n.colour[place]] = ways[place].lanes[lanes[place]]


cdef void go_on(Plain* q, PlainNumber* n, int parent) noexcept nogil:
    """Make all states that follow from one."""
    cdef const PlainState* state = &q.states.states[parent]
    cdef const PlainWays* ways[COLOURS]
    cdef int place, shape, left = state.left, crowded = 0, useful = 0
    for place in range(COLOURS):
        shape = state.shape[n.colour[place]]
        ways[place] = usual_ways(q, n, shape, place)
        crowded |= is_crowded(n, place, ways[place])
        useful |= spare_jokers(n, place, shape)
    if crowded:
        q.failed = True
    plain_step(q, n, parent, ways, left)
    if left and useful:
        spend_jokers(q, n, parent, ways, 0, left, left)


cdef inline bint is_crowded(PlainNumber* n, int place, const PlainWays* ways) noexcept nogil:
    """Whether some number of naturals would need more open runs than a shape holds."""
    return (ways.crowded & n.listed[place]) != 0


cdef inline int spare_jokers(PlainNumber* n, int place, int shape) noexcept nogil:
    """How many jokers might go to runs of a colour that do not need one now."""
    return min(n.spare[place], <int>shape_runs[shape][2]) + n.ahead[place].leads


cdef void spend_jokers(
    Plain* q, PlainNumber* n, int parent, const PlainWays** ways, int first, int left, int spare
) noexcept nogil:
    """All ways to spend jokers on runs that do not need one now, in the colours from the first on."""
    cdef const PlainWays* usual
    cdef PlainWays special
    cdef int place, extra, most, shape
    for place in range(first, COLOURS):
        shape = q.states.states[parent].shape[n.colour[place]]
        most = min(spare, spare_jokers(n, place, shape))
        usual = ways[place]
        for extra in range(1, most + 1):
            list_ways(&n.ahead[place], shape, extra, n.most[place], &special)
            if n.priced:
                price_ways(q, n, place, &special)
            if is_crowded(n, place, &special):
                q.failed = True
            if ways_within(&special, 2 * left):
                ways[place] = &special
                plain_step(q, n, parent, ways, left)
                if extra < spare:
                    spend_jokers(q, n, parent, ways, place + 1, left, spare - extra)
        ways[place] = usual


cdef int64_t plain_score(Plain* q, int i) noexcept nogil:
    """How promising a state looks; only guides the narrow pass."""
    cdef const PlainState* state = &q.states.states[i]
    cdef int c, bonus = 4 * state.left
    for c in range(COLOURS):
        bonus += shape_bonus[state.shape[c]]
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
    cdef Ahead* ahead
    cdef int place, c, number = n.number, reached = (1 << n.jokers) - 1
    n.colour = q.colour[number]
    n.list = plain_options(&q.options, q.pattern[number])
    if n.list == NULL or n.list.count[n.jokers] > OPTIONS_AT_ONCE:
        return False
    n.options = &q.options.options[n.list.first]
    n.blocks = &q.options.blocks[n.list.first_block]
    n.least = q.floor - q.hope[n.number]
    weigh_options(q, n)
    for place in range(COLOURS):
        c = n.colour[place]
        n.shift[place] = 15 * c
        n.most[place] = q.most[number][c]
        n.listed[place] = (2 << n.most[place]) - 1
        ahead = &n.ahead[place]
        ahead.jokers = n.jokers
        ahead.end = max(0, number - 11)
        ahead.next_one = min(q.most[number + 1][c], <int>MOST_RUNS)
        ahead.next_two = min(q.most[number + 2][c], <int>MOST_RUNS)
        # A joker starts a run only below a 12 and a 13: elsewhere it might as well stand last.
        ahead.leads = min(q.most[12][c], q.most[13][c]) if number == 11 and n.jokers else 0
        # It prolongs a long run only towards a natural tile in reach: one at the end is laid afterwards.
        n.spare[place] = MOST_RUNS if q.present[c] >> (number + 1) & reached else 0
        ahead.further = (q.present[c] >> (number + 2) & reached) != 0
        n.ways[place] = ways_row(q.rows, ahead)
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
    cdef int c
    t.start = 0
    t.count = 1
    memset(t.states, 0, sizeof(PlainState))
    t.states[0].left = jokers
    t.states[0].parent = -1
    t.marks[0].gain = 0
    t.marks[0].rank = <uint64_t>jokers << 60
    for c in range(COLOURS):
        t.marks[0].rank |= <uint64_t>shape_rank[0] << (15 * c)


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
