# The plain search: the same dynamic programming for positions without special jokers, thresholds and negative weights,
# small enough to stay in the processor's cache. Whatever does not fit its narrow states is left to the full search.
#
# The open runs of one colour are at most three, so they have one of twenty shapes (how many of length 1, 2 and 3 or more).
# How a shape goes on follows from the number of tiles of its colour that go on in runs, its lanes, and from the tiles of
# the next two numbers: a table, made row by row when first needed and kept.

cdef enum:
    SHAPES = 20
    MOST_RUNS = 3                   # open at a time in one colour
    MOST_COPIES = 3                 # of a kind that must, and that may be laid
    PLAIN_JOKERS = 4
    MOST_HALVES = 2 * PLAIN_JOKERS  # half jokers: what costs are counted in
    DEAD = 255                      # lanes that leave a short run behind
    LANES_LISTED = 8
    HOPELESS = 128                  # half jokers that nobody has
    NOW_BITS = 6
    NOW = (1 << NOW_BITS) - 1

# A state's rank has five fields of two bits for each colour (see list_shapes) and the jokers left above them, each field
# followed by a guard bit. The colours have the order of the number's options: only states of a number are compared.
cdef extern from *:
    """
    #define PLAIN_GUARDS 0x8924924924924924ULL
    #define EVERY_BYTE 0x0101010101010101ULL
    #define WITHOUT_COST 0xFFFFFFFFULL
    #define HOPELESS_WAY (128ULL << 46)         /* see COST_SHIFT */
    """
    const uint64_t PLAIN_GUARDS
    const uint64_t EVERY_BYTE
    const uint64_t WITHOUT_COST
    const uint64_t HOPELESS_WAY

# What one colour of a state becomes, by the naturals that go on: a word with the rank of the new shape, the shape, the
# lanes, jokers included, and the cost. The costs of four words can be added up as they are.
cdef enum:
    RANK_BITS = 15
    RANK = (1 << RANK_BITS) - 1
    SHAPE_SHIFT = 16
    LANES_SHIFT = 24
    COST_SHIFT = 40                 # half jokers spent now, and above them those it will still take

cdef struct PlainWays:
    uint64_t within                 # the numbers of naturals, as bits, that so many half jokers pay for: a byte for 0 to 7
    uint8_t within_most             # and for 8
    uint8_t crowded                 # those that would need more open runs than a shape holds
    uint64_t way[LANES_LISTED]

cdef struct WaysRow:                # for each shape, by what the colour has at the next two numbers
    bint made
    int crowded                     # the numbers of naturals, as bits, that are too many for some shape
    PlainWays ways[SHAPES]

cdef uint8_t shape_runs[SHAPES][3]
cdef uint8_t shape_of[MOST_RUNS + 1][MOST_RUNS + 1][MOST_RUNS + 1]
cdef uint8_t shape_after[SHAPES][LANES_LISTED]
cdef uint8_t shape_need[SHAPES]                         # lanes its short runs take
cdef uint16_t shape_rank[SHAPES]
cdef int shape_bonus[SHAPES]


cdef void list_shapes() noexcept nogil:
    """Fill the tables of shapes, once at import."""
    cdef int ones, twos, threes, i = 0, k, need, on, fresh
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
                    threes
                    | (twos + threes) << 3
                    | (ones + twos + threes) << 6
                    | (MOST_RUNS - ones) << 9
                    | (MOST_RUNS - ones - twos) << 12
                )
                i += 1
    for i in range(SHAPES):
        ones = shape_runs[i][0]
        twos = shape_runs[i][1]
        threes = shape_runs[i][2]
        need = ones + twos
        for k in range(LANES_LISTED):
            shape_after[i][k] = DEAD
            if need <= k <= MOST_RUNS:
                on = min(threes, k - need)          # a lane to spare prolongs a long run before it starts a new one
                fresh = k - need - on
                shape_after[i][k] = shape_of[fresh][ones][twos + on]


cdef struct Ahead:                  # what one colour finds above the number in hand
    int jokers                      # of the position
    bint further                    # they may lead a long run over the next number to a tile further up
    int end                         # 1 at the 12, 2 at the 13
    int next_one                    # tiles of the next number, up to MOST_RUNS
    int next_two
    int leads                       # runs that may start with a joker


cdef int jokers_missing(const Ahead* a, int shape) noexcept nogil:
    """Jokers that the short runs need at the next two numbers."""
    cdef int ones = shape_runs[shape][0], need = shape_need[shape]
    if (a.end == 1 and ones) or (a.end == 2 and need):
        return HOPELESS // 2
    return max(0, need - a.next_one) + max(0, ones - a.next_two)


cdef int without_idle(const Ahead* a, int shape, int spent) noexcept nogil:
    """The shape without the long runs that nothing is left for."""
    cdef const uint8_t* runs = shape_runs[shape]
    cdef int room = max(0, a.next_one + (a.jokers - spent if a.further else 0) - shape_need[shape])
    return shape_of[runs[0]][runs[1]][min(<int>runs[2], room)]


cdef int after_crowd(const Ahead* a, int shape, int u, int lanes) noexcept nogil:
    """What a shape becomes with more lanes than a shape holds, if some long runs end: DEAD, SHAPES if too many go on."""
    cdef const uint8_t* runs = shape_runs[shape]
    cdef int need = shape_need[shape], fresh = max(0, lanes - need - runs[2])
    cdef int short_runs = fresh + runs[0], spent = lanes - u, going_on
    if spent + max(0, short_runs - a.next_one) + max(0, fresh - a.next_two) > a.jokers:
        return DEAD
    going_on = max(0, a.next_one + a.jokers - spent - short_runs)
    going_on = min(going_on, runs[1] + min(<int>runs[2], lanes - need))
    if short_runs + going_on > MOST_RUNS or lanes >= LANES_LISTED:
        return SHAPES
    return shape_of[fresh][runs[0]][going_on]


cdef void list_ways(const Ahead* a, int shape, int more, int most, PlainWays* ways) noexcept nogil:
    """What a colour becomes with each number of naturals up to `most`, and `more` jokers than its short runs need.

    Those prolong long runs that no natural does, or start a run where that may be: others would be of no use. All runs
    that start beside such a one have a 12 and a 13 of their own; where tiles run short, two jokers make a group with the 13.
    """
    cdef int u, lanes, after, need = shape_need[shape], longs = shape_runs[shape][2]
    ways.within = 0
    ways.within_most = 0
    ways.crowded = 0
    for u in range(most + 1):
        ways.way[u] = HOPELESS_WAY
        lanes = max(u, need) + more
        if more > max(0, longs - max(0, u - need)) and lanes - need - longs > a.leads:
            continue
        if lanes > MOST_RUNS:
            after = after_crowd(a, shape, u, lanes)
            if after == SHAPES:
                ways.crowded |= 1 << u
        else:
            after = shape_after[shape][lanes]
            if after != DEAD:
                after = without_idle(a, after, lanes - u)
        if after < SHAPES:
            ways.way[u] = shape_rank[after] | <uint64_t>after << SHAPE_SHIFT | <uint64_t>lanes << LANES_SHIFT
            set_cost(ways, u, 2 * (lanes - u), 2 * jokers_missing(a, after))


cdef inline void set_cost(PlainWays* ways, int u, int now, int later) noexcept nogil:
    """Note a cost, and which budgets meet it."""
    ways.way[u] = ways.way[u] & WITHOUT_COST | <uint64_t>(now | later << NOW_BITS) << COST_SHIFT
    if now + later < MOST_HALVES:
        ways.within |= EVERY_BYTE << (8 * (now + later) + u)
    if now + later <= MOST_HALVES:
        ways.within_most |= 1 << u


cdef inline int ways_within(const PlainWays* ways, int halves) noexcept nogil:
    """The numbers of naturals, as bits, that so many half jokers pay for."""
    return ways.within_most if halves >= MOST_HALVES else ways.within >> 8 * halves & 255


cdef inline int least_cost(const PlainWays* ways, uint64_t listed) noexcept nogil:
    """The half jokers that the cheapest of the listed ways takes; more than anyone has if there is none."""
    cdef uint64_t payable = ways.within & listed
    if payable:
        return lowest_bit(payable) // 8     # the first of the bytes with a bit
    return MOST_HALVES if ways.within_most & listed else MOST_HALVES + 1


cdef void make_row(WaysRow* row, const Ahead* a) noexcept nogil:
    """The ways of every shape with no joker to spare."""
    cdef int shape
    row.made = True
    row.crowded = 0
    for shape in range(SHAPES):
        list_ways(a, shape, 0, LANES_LISTED - 1, &row.ways[shape])
        row.crowded |= row.ways[shape].crowded
