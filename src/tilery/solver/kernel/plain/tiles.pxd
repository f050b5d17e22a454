# cython: cdivision=True
# The tiles the plain search looks at: which may be of use, what they weigh, and their pattern at each number.

from libc.stdint cimport uint8_t
from libc.string cimport memset

from tilery.solver.kernel.machine cimport lowest_bit
from tilery.solver.kernel.plain.memory cimport Plain
from tilery.solver.kernel.plain.options cimport MOST_COPIES
from tilery.solver.kernel.plain.shapes cimport MOST_RUNS
from tilery.solver.kernel.plain.ways cimport PLAIN_JOKERS
from tilery.solver.kernel.position cimport Position
from tilery.solver.kernel.tiles cimport CHANGE, COLOURS, DOUBLE, MIRROR, NUMBERS, REGULAR
from tilery.solver.kernel.tuning cimport PLAIN_CREDIT_SHARE


cdef inline bint read_tiles(Position* p, Plain* q) noexcept nogil:
    """Take over the counts; False when the position is not one for the plain search."""
    cdef int number, c, must, most
    if p.threshold or p.most_joker[DOUBLE] or p.most_joker[CHANGE] or p.most_joker[MIRROR]:
        return False
    if p.most_joker[REGULAR] > PLAIN_JOKERS or p.joker_weight[REGULAR] < 0:
        return False
    memset(q.present, 0, sizeof(q.present))
    memset(q.optional, 0, sizeof(q.optional))
    for number in range(1, NUMBERS + 1):
        for c in range(COLOURS):
            must = p.must[number][c]
            most = p.most[number][c]
            q.most[number][c] = most
            q.present[c] |= (most > 0) << number
            if most > must:
                q.optional[c] |= 1 << number
                if most - must > MOST_COPIES or p.weight[number][c] < 0:
                    return False
            if must > MOST_COPIES:
                return False
    return True


cdef inline int in_runs(int present, int jokers) noexcept nogil:
    """The numbers, as bits, that could be in a run of the colour's tiles with up to one joker."""
    cdef int one = present, two = present >> 1, three = present >> 2
    cdef int first = (one & two) | (one & three) | (two & three) if jokers else one & two & three
    first &= (1 << (NUMBERS - 1)) - 2           # a run starts at 1 to 11
    return first | first << 1 | first << 2


cdef inline int in_groups(const int* present, int jokers) noexcept nogil:
    """The numbers, as bits, that could be in a group with up to one joker."""
    cdef int one = present[0] | present[1], both = present[0] & present[1]
    cdef int other = present[2] | present[3], others = present[2] & present[3]
    return both | others | (one & other) if jokers else (both & other) | (one & others)


cdef inline void drop_useless(Position* p, Plain* q) noexcept nogil:
    """Leave out optional tiles that no set can hold, until none is left: without one another may become useless."""
    cdef int c, number, useless, jokers = p.most_joker[REGULAR]
    cdef bint again = jokers < 2                # two jokers go with any tile
    while again:
        again = False
        for c in range(COLOURS):
            useless = q.optional[c] & ~(in_runs(q.present[c], jokers) | in_groups(q.present, jokers))
            while useless:
                number = lowest_bit(useless)
                useless &= useless - 1
                q.optional[c] ^= 1 << number
                q.most[number][c] = p.must[number][c]
                if p.must[number][c] == 0:
                    q.present[c] ^= 1 << number
                    again = True


cdef inline void put_in_order(int* a, int* b) noexcept nogil:
    cdef int low = min(a[0], b[0]), high = max(a[0], b[0])
    a[0] = low
    b[0] = high


cdef inline void order_colours(Position* p, Plain* q) noexcept nogil:
    """Sort the colours of each number by their counts.

    What can be done with so many tiles is the same whatever their colours, so far fewer patterns have to be listed, and
    the lists stay in the processor's cache.
    """
    cdef int number, c, key
    cdef int counts[COLOURS]
    for number in range(1, NUMBERS + 1):
        for c in range(COLOURS):
            counts[c] = p.must[number][c] << 4 | (q.most[number][c] - p.must[number][c]) << 2 | c
        put_in_order(&counts[0], &counts[1])
        put_in_order(&counts[2], &counts[3])
        put_in_order(&counts[0], &counts[2])
        put_in_order(&counts[1], &counts[3])
        put_in_order(&counts[1], &counts[2])
        key = 0
        for c in range(COLOURS):
            q.colour[number][c] = counts[c] & 3
            q.place[number][counts[c] & 3] = c
            key = key << 4 | counts[c] >> 2
        q.pattern[number] = key


cdef inline void look_above(Plain* q) noexcept nogil:
    """Note how many tiles a colour has at the next two numbers, each up to MOST_RUNS: all that most ways depend on."""
    cdef const uint8_t* most = &q.most[0][0]
    cdef uint8_t* above = &q.above[0][0]
    cdef int i, one, two
    for i in range((NUMBERS + 1) * COLOURS):
        one = min(<int>most[i + COLOURS], <int>MOST_RUNS)
        two = min(<int>most[i + 2 * COLOURS], <int>MOST_RUNS)
        above[i] = one * (MOST_RUNS + 1) + two


cdef inline void weigh_hopes(Position* p, Plain* q) noexcept nogil:
    cdef int number, c
    q.credit = 1
    q.hope[NUMBERS] = 0
    for number in range(NUMBERS, 0, -1):
        q.hope[number - 1] = q.hope[number]
        for c in range(COLOURS):
            if q.optional[c] >> number & 1:
                q.hope[number - 1] += p.weight[number][c] * (q.most[number][c] - p.must[number][c])
                q.credit = max(q.credit, p.weight[number][c] // PLAIN_CREDIT_SHARE)
