# The plain search: the same dynamic programming for positions without special jokers, thresholds and negative weights,
# small enough to stay in the processor's cache. Whatever does not fit its narrow states is left to the full search.
#
# The open runs of one colour are at most three, so they have one of twenty shapes (how many of length 1, 2 and 3 or more).
# How a shape goes on follows from the number of tiles of its colour that go on in runs, its lanes: a table. What can be
# done with the tiles of one number follows from how many there are: a list made once for each pattern of counts and kept.

cdef enum:
    SHAPES = 20
    MOST_RUNS = 3                   # open at a time in one colour
    MOST_COPIES = 3                 # of a kind that must, and that may be laid
    PLAIN_JOKERS = 4
    DEAD = 255                      # lanes that leave a short run behind
    LANES_LISTED = 8
    PATTERN_KEYS = 1 << 16
    MOST_PLAIN_OPTIONS = 1 << 16
    MOST_PLAIN_STATES = 1 << 15
    OPTIONS_AT_ONCE = 4096
    HOPELESS = 64
    UNPRICED = 255
    NEVER_PAID = 100
    FEW_STATES = 10                 # so few are gone through without pricing the jokers above
    BEATEN_BITS = 9
    MANY_STATES = 32                # a layer of more is made narrow in the first pass,
    NARROW = 12                     # so narrow

# A state's rank has five fields of two bits for each colour (see rank_runs) and the jokers left above them, each field
# followed by a guard bit.
cdef extern from *:
    """
    #define PLAIN_GUARDS 0x8924924924924924ULL
    """
    const uint64_t PLAIN_GUARDS

cdef struct PlainOption:
    uint8_t lanes[COLOURS]          # naturals that go on in runs
    uint8_t extra[COLOURS]          # optional tiles laid
    uint8_t grouped[COLOURS]
    uint8_t jokers                  # in groups
    uint8_t groups

cdef struct PlainList:              # options by rising number of jokers
    int32_t first
    int32_t count[PLAIN_JOKERS + 1] # with at most so many jokers

cdef struct PlainState:
    uint64_t rank
    int64_t gain
    uint8_t shape[COLOURS]
    uint8_t lanes[COLOURS]          # that led here, jokers included
    int32_t parent
    int32_t option
    uint8_t left                    # jokers

# What one colour of a state becomes, by the naturals that go on.
cdef struct PlainWays:
    uint64_t rank[LANES_LISTED]
    uint32_t cost[LANES_LISTED]     # half jokers spent now, and those it will still take << 8
    uint8_t shape[LANES_LISTED]
    uint8_t lanes[LANES_LISTED]

cdef struct Beaten:                 # a newcomer met before
    uint64_t rank
    int64_t gain
    int64_t stamp

cdef struct Plain:
    int32_t* lists                  # where the list of a pattern is, by its key; 0: not made yet
    PlainList* known
    int known_count
    int known_room
    PlainOption* options
    int option_count
    int option_room
    PlainState* states
    int state_count
    int state_room
    int layer[NUMBERS + 2]
    int64_t gains[OPTIONS_AT_ONCE]
    Beaten beaten[1 << BEATEN_BITS]
    int last_better                 # the state that beat the latest newcomer
    PlainWays ways[COLOURS][SHAPES] # of the number in hand, without jokers to spare
    int64_t ways_stamp[COLOURS][SHAPES]
    int64_t stamp
    int64_t hope[NUMBERS + 1]       # what the optional tiles above a number weigh
    int64_t floor                   # only answers that gain more are of interest
    int64_t credit                  # rough worth of a quarter of a joker
    uint8_t price[NUMBERS + 1][COLOURS][SHAPES]     # see price_above
    uint8_t charge[NUMBERS + 1]     # half jokers that a tile in a group answers for
    bint charged
    bint cut                        # the narrow pass has left out states
    int most[NUMBERS + 4][COLOURS]  # less the optional tiles that fit nowhere
    bint failed

cdef uint8_t shape_runs[SHAPES][3]
cdef uint8_t shape_of[MOST_RUNS + 1][MOST_RUNS + 1][MOST_RUNS + 1]
cdef uint8_t shape_after[SHAPES][LANES_LISTED]
cdef uint8_t shape_need[SHAPES]                         # lanes its short runs take
cdef uint64_t shape_rank[SHAPES]
cdef int shape_bonus[SHAPES]
cdef uint8_t shape_useful[PLAIN_JOKERS + 1][MOST_RUNS + 1][SHAPES]      # without long runs that cannot go on
cdef uint8_t shape_missing[3][MOST_RUNS + 1][MOST_RUNS + 1][SHAPES]     # jokers needed at the next two numbers


cdef void list_shapes() noexcept nogil:
    """Fill the tables of shapes, once at import."""
    cdef int ones, twos, threes, i = 0, k, need, on, fresh, jokers, next_one, next_two, room
    memset(shape_of, DEAD, sizeof(shape_of))
    for ones in range(MOST_RUNS + 1):
        for twos in range(MOST_RUNS + 1 - ones):
            for threes in range(MOST_RUNS + 1 - ones - twos):
                shape_runs[i][0] = ones
                shape_runs[i][1] = twos
                shape_runs[i][2] = threes
                shape_of[ones][twos][threes] = i
                shape_need[i] = ones + twos
                shape_bonus[i] = threes - twos - 2 * ones
                shape_rank[i] = (
                    <uint64_t>threes
                    | <uint64_t>(twos + threes) << 3
                    | <uint64_t>(ones + twos + threes) << 6
                    | <uint64_t>(MOST_RUNS - ones) << 9
                    | <uint64_t>(MOST_RUNS - ones - twos) << 12
                )
                i += 1
    for i in range(SHAPES):
        ones = shape_runs[i][0]
        twos = shape_runs[i][1]
        threes = shape_runs[i][2]
        need = ones + twos
        for k in range(LANES_LISTED):
            shape_after[i][k] = DEAD
            if k >= need:
                on = min(threes, k - need)          # a lane to spare prolongs a long run before it starts a new one
                fresh = k - need - on
                if k <= MOST_RUNS:
                    shape_after[i][k] = shape_of[fresh][ones][twos + on]
        for next_one in range(MOST_RUNS + 1):
            for jokers in range(PLAIN_JOKERS + 1):
                room = max(0, next_one + jokers - need)
                shape_useful[jokers][next_one][i] = shape_of[ones][twos][min(threes, room)]
            for next_two in range(MOST_RUNS + 1):
                k = max(0, need - next_one) + max(0, ones - next_two)
                shape_missing[0][next_one][next_two][i] = k
                shape_missing[1][next_one][next_two][i] = HOPELESS if ones else k       # after the 12
                shape_missing[2][next_one][next_two][i] = HOPELESS if need else 0       # after the 13


cdef bint plain_fits(Position* p) noexcept nogil:
    """Whether the position is one for the plain search."""
    cdef int number, c
    if p.threshold or p.most_joker[DOUBLE] or p.most_joker[CHANGE] or p.most_joker[MIRROR]:
        return False
    if p.most_joker[REGULAR] > PLAIN_JOKERS or p.joker_weight[REGULAR] < 0:
        return False
    for number in range(1, NUMBERS + 1):
        for c in range(COLOURS):
            if p.must[number][c] > MOST_COPIES or p.most[number][c] - p.must[number][c] > MOST_COPIES:
                return False
            if p.most[number][c] > p.must[number][c] and p.weight[number][c] < 0:
                return False
    return True


cdef void drop_useless(Search* s, Plain* q) noexcept nogil:
    """Leave out optional tiles that no set can hold: nothing beside them, in their colour or at their number."""
    cdef Position* p = &s.position
    cdef int number, c, other, near, beside, jokers = p.most_joker[REGULAR]
    for number in range(1, NUMBERS + 1):
        for c in range(COLOURS):
            q.most[number][c] = p.most[number][c]
    if jokers >= 2:
        return
    for number in range(1, NUMBERS + 1):
        for c in range(COLOURS):
            if p.most[number][c] == p.must[number][c]:
                continue
            beside = jokers
            for other in range(COLOURS):
                beside += other != c and p.most[number][other] > 0
            if beside >= 2:
                continue
            near = jokers
            if number > 1 and p.most[number - 1][c]:
                near += 1 + (number > 2 and p.most[number - 2][c] > 0)
            elif jokers and number > 2 and p.most[number - 2][c]:
                near += 1
            if p.most[number + 1][c]:
                near += 1 + (p.most[number + 2][c] > 0)
            elif jokers and p.most[number + 2][c]:
                near += 1
            if near < 2:
                q.most[number][c] = p.must[number][c]


cdef bint same_or_worse(const PlainOption* a, const PlainOption* b) noexcept nogil:
    """Option a has b's lanes, no fewer jokers, and no optional tile more: weights are never negative here."""
    cdef int c
    if memcmp(a.lanes, b.lanes, COLOURS) or a.jokers < b.jokers:
        return False
    for c in range(COLOURS):
        if a.extra[c] > b.extra[c]:
            return False
    return True


cdef void keep_plain_option(Plain* q, int first, const PlainOption* new) noexcept nogil:
    cdef int i = first
    cdef PlainOption* moved
    while i < q.option_count:
        if same_or_worse(new, &q.options[i]):
            return
        if same_or_worse(&q.options[i], new):
            q.option_count -= 1
            q.options[i] = q.options[q.option_count]
        else:
            i += 1
    if q.option_count == q.option_room:
        if 2 * q.option_room > MOST_PLAIN_OPTIONS:
            q.failed = True
            return
        q.option_room = 2 * q.option_room if q.option_room else 1024
        moved = <PlainOption*>realloc(q.options, q.option_room * sizeof(PlainOption))
        if moved == NULL:
            q.option_room //= 2
            q.failed = True
            return
        q.options = moved
    q.options[q.option_count] = new[0]
    q.option_count += 1


cdef int by_jokers(const void* a, const void* b) noexcept nogil:
    cdef const PlainOption* one = <const PlainOption*>a
    cdef const PlainOption* two = <const PlainOption*>b
    cdef int c, difference = <int>one.jokers - <int>two.jokers
    for c in range(COLOURS):
        if difference == 0:
            difference = <int>one.lanes[c] - <int>two.lanes[c]
        if difference == 0:
            difference = <int>two.extra[c] - <int>one.extra[c]
    return difference


cdef PlainList* plain_options(Plain* q, const int* must, const int* most) noexcept nogil:
    """The options of a pattern of counts, made when it is first met."""
    cdef PlainOption new
    cdef PlainList* made
    cdef int key = 0, c, first, total, highest, groups, jokers, i
    cdef int g[COLOURS]
    cdef int u[COLOURS]
    for c in range(COLOURS):
        key = key << 4 | must[c] << 2 | most[c] - must[c]
    if q.lists[key]:
        return &q.known[q.lists[key] - 1]
    if q.known_count == q.known_room:
        q.known_room = 2 * q.known_room if q.known_room else 256
        made = <PlainList*>realloc(q.known, q.known_room * sizeof(PlainList))
        if made == NULL:
            q.known_room //= 2
            q.failed = True
            return NULL
        q.known = made
    first = q.option_count
    memset(&new, 0, sizeof(PlainOption))
    for g[0] in range(most[0] + 1):
        for g[1] in range(most[1] + 1):
            for g[2] in range(most[2] + 1):
                for g[3] in range(most[3] + 1):
                    total = g[0] + g[1] + g[2] + g[3]
                    highest = max(max(g[0], g[1]), max(g[2], g[3]))
                    groups = max(highest, (total + 3) // 4)
                    jokers = max(0, 3 * groups - total)
                    if jokers > PLAIN_JOKERS:
                        continue
                    new.jokers = jokers
                    new.groups = groups
                    for c in range(COLOURS):
                        new.grouped[c] = g[c]
                    for u[0] in range(max(0, must[0] - g[0]), most[0] - g[0] + 1):
                        for u[1] in range(max(0, must[1] - g[1]), most[1] - g[1] + 1):
                            for u[2] in range(max(0, must[2] - g[2]), most[2] - g[2] + 1):
                                for u[3] in range(max(0, must[3] - g[3]), most[3] - g[3] + 1):
                                    for c in range(COLOURS):
                                        new.lanes[c] = u[c]
                                        new.extra[c] = g[c] + u[c] - must[c]
                                    keep_plain_option(q, first, &new)
    if q.failed:
        return NULL
    qsort(&q.options[first], q.option_count - first, sizeof(PlainOption), by_jokers)
    made = &q.known[q.known_count]
    made.first = first
    for jokers in range(PLAIN_JOKERS + 1):
        made.count[jokers] = 0
        for i in range(first, q.option_count):
            made.count[jokers] += q.options[i].jokers <= jokers
    q.known_count += 1
    q.lists[key] = q.known_count
    return made


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


cdef bint answer_plain(Search* s, Plain* q, int best) noexcept nogil:
    """Note the tiles played and, where they are wanted, the sets; False when there is no place for all jokers."""
    cdef const PlainOption* option
    cdef int number, c, i = best
    if s.sets_wanted or q.states[best].left:
        return lay_plain(s, q, best)
    memset(s.played, 0, KINDS)
    s.played[NATURALS + REGULAR] = s.position.most_joker[REGULAR] - s.position.must_joker[REGULAR]
    for number in range(NUMBERS, 0, -1):
        option = &q.options[q.states[i].option]
        if option.extra[0] | option.extra[1] | option.extra[2] | option.extra[3]:
            for c in range(COLOURS):
                s.played[kind_of(c, number)] = option.extra[c]
        i = q.states[i].parent
    s.played_known = True
    return True


cdef bint lay_plain(Search* s, Plain* q, int best) noexcept nogil:
    """Rebuild the sets from the chain of states; False when a joker is left over that no set has room for."""
    cdef int chain[NUMBERS + 1]
    cdef int open_runs[COLOURS][3][LANES_LISTED]    # by length 1, 2, 3 or more: their sets
    cdef int count[COLOURS][3]
    cdef int number, i, c, k, left
    memset(count, 0, sizeof(count))
    s.laid_count = 0
    s.played_known = False
    i = best
    for number in range(NUMBERS, 0, -1):
        chain[number] = i
        i = q.states[i].parent
    for number in range(1, NUMBERS + 1):
        if s.laid_count + 3 * MOST_COPIES * COLOURS > MOST_LAID:
            return False
        lay_plain_number(s, q, number, &q.states[chain[number]], open_runs, count)
    left = q.states[best].left
    for i in range(s.laid_count):
        while left and add_joker(&s.laid[i]):
            left -= 1
    return left == 0


cdef void lay_plain_number(
    Search* s, Plain* q, int number, const PlainState* state, int[3][LANES_LISTED]* open_runs, int[3]* count
) noexcept nogil:
    cdef const PlainOption* option = &q.options[state.option]
    cdef const PlainState* before = &q.states[state.parent]
    cdef int c, k, length, length_after, run, naturals, on, fresh, slot, dealt = 0, group
    cdef int later[3][LANES_LISTED]
    cdef int later_count[3]
    cdef Laid* laid
    for c in range(COLOURS):
        naturals = option.lanes[c]
        on = min(<int>shape_runs[before.shape[c]][2], state.lanes[c] - <int>shape_need[before.shape[c]])
        fresh = state.lanes[c] - shape_need[before.shape[c]] - on
        later_count[0] = later_count[1] = later_count[2] = 0
        for length in range(4):                     # runs of one tile, of two, long ones, and those that start here
            if length < 2:
                k = shape_runs[before.shape[c]][length]
            else:
                k = on if length == 2 else fresh
            for slot in range(k):
                if length < 3:
                    run = open_runs[c][length][slot]
                    laid = &s.laid[run]
                else:
                    run = s.laid_count
                    laid = new_laid(s, RUN, c, number)
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
            count[c][length] = later_count[length]
            for slot in range(later_count[length]):
                open_runs[c][length][slot] = later[length][slot]
    group = s.laid_count
    for k in range(option.groups):
        new_laid(s, GROUP, 0, number)
    for c in range(COLOURS):
        for k in range(option.grouped[c]):
            put(&s.laid[group + dealt % option.groups], 0, kind_of(c, number), kind_of(c, number), NOTHING)
            dealt += 1
    for k in range(option.jokers):
        lay_group_joker(&s.laid[group + dealt % option.groups], number)
        dealt += 1


cdef void lay_group_joker(Laid* laid, int number) noexcept nogil:
    """A joker for the first colour that a group lacks."""
    cdef int c, k
    for c in range(COLOURS):
        for k in range(laid.count[0]):
            if laid.cover[0][k] == kind_of(c, number):
                break
        else:
            put(laid, 0, NATURALS + REGULAR, kind_of(c, number), NOTHING)
            return


cdef bint add_joker(Laid* laid) noexcept nogil:
    """One more joker at the end of a set, if there is room."""
    cdef int k
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
    for k in range(laid.count[0], 0, -1):
        laid.tile[0][k] = laid.tile[0][k - 1]
        laid.cover[0][k] = laid.cover[0][k - 1]
        laid.second[0][k] = NOTHING
    laid.tile[0][0] = NATURALS + REGULAR
    laid.cover[0][0] = kind_of(laid.colour, laid.first)
    laid.second[0][0] = NOTHING
    laid.count[0] += 1
    return True
