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
