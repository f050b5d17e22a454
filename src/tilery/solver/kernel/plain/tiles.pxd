# cython: cdivision=True
# The tiles the plain search looks at: which may be of use, what they weigh, and their pattern at each number.
#
# A colour's counts are a row of bytes, one for each number, so that most of this is done for all numbers at once.

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from tilery.solver.kernel.machine cimport eight_bytes, filled, lowest_bit, sort_rows
from tilery.solver.kernel.plain.memory cimport ROW, Plain
from tilery.solver.kernel.plain.options cimport MOST_COPIES
from tilery.solver.kernel.plain.shapes cimport MOST_RUNS
from tilery.solver.kernel.plain.ways cimport EVERY_BYTE, PLAIN_JOKERS
from tilery.solver.kernel.position cimport MOST_WEIGHT
from tilery.solver.kernel.tiles cimport COLOURS, JOKERS, KINDS, NATURALS, NUMBERS, REGULAR, kind_of
from tilery.solver.kernel.tuning cimport PLAIN_CREDIT_SHARE


cdef inline bint has_plain_weights(const uint8_t* may, const int64_t* weight) noexcept nogil:
    """No weight is too heavy for a sum, and none that counts is negative."""
    cdef uint64_t heavy = 0, negative = 0
    cdef int kind
    for kind in range(KINDS):       # the topmost bit tells
        heavy |= (<uint64_t>MOST_WEIGHT + <uint64_t>weight[kind]) | (<uint64_t>MOST_WEIGHT - <uint64_t>weight[kind])
        negative |= <uint64_t>weight[kind]
    if <int64_t>heavy < 0:
        return False
    if <int64_t>negative < 0:
        for kind in range(NATURALS):
            if may[kind] and weight[kind] < 0:
                return False
    return weight[NATURALS + REGULAR] >= 0


cdef inline bint read_tiles(Plain* q, const uint8_t* must, const uint8_t* may, const int64_t* weight) noexcept nogil:
    """Take over the counts; False when the position is not one for the plain search."""
    cdef uint64_t copies = 0, alike = 0
    cdef int c, i, special = 0
    for i in range(REGULAR + 1, JOKERS):
        special |= must[NATURALS + i] | may[NATURALS + i]
    q.must_jokers = must[NATURALS + REGULAR]
    q.jokers = q.must_jokers + may[NATURALS + REGULAR]
    if special or q.jokers > PLAIN_JOKERS or not has_plain_weights(may, weight):
        return False
    q.weight = weight
    for c in range(COLOURS):
        memcpy(&q.must[c][1], &must[c * NUMBERS], NUMBERS)
        memcpy(&q.may[c][1], &may[c * NUMBERS], NUMBERS)
        copies |= eight_bytes(q.must[c]) | eight_bytes(&q.must[c][8])
        copies |= eight_bytes(q.may[c]) | eight_bytes(&q.may[c][8])
        for i in range(ROW):
            q.most[c][i] = q.must[c][i] + q.may[c][i]
        q.optional[c] = filled(q.may[c])
        q.present[c] = filled(q.most[c])
        alike |= eight_bytes(q.most[c]) | eight_bytes(&q.most[c][8])
    q.many_alike = alike & (MOST_RUNS + 1) * EVERY_BYTE != 0    # four to six
    return copies & ~(MOST_COPIES * EVERY_BYTE) == 0


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


cdef inline void drop_useless(Plain* q) noexcept nogil:
    """Leave out optional tiles that no set can hold, until none is left: without one another may become useless."""
    cdef int c, number, useless
    cdef bint again = q.jokers < 2              # two jokers go with any tile
    while again:
        again = False
        for c in range(COLOURS):
            useless = q.optional[c] & ~(in_runs(q.present[c], q.jokers) | in_groups(q.present, q.jokers))
            q.optional[c] ^= useless
            while useless:
                number = lowest_bit(useless)
                useless &= useless - 1
                q.may[c][number] = 0
                q.most[c][number] = q.must[c][number]
                if q.must[c][number] == 0:
                    q.present[c] ^= 1 << number
                    again = True


cdef inline void order_colours(Plain* q) noexcept nogil:
    """Sort the colours of each number by their counts.

    What can be done with so many tiles is the same whatever their colours, so far fewer patterns have to be listed, and
    the lists stay in the processor's cache.
    """
    cdef int c, i
    for c in range(COLOURS):
        for i in range(ROW):
            q.order[c][i] = q.must[c][i] << 4 | q.may[c][i] << 2 | c
    sort_rows(q.order[0], q.order[1])
    sort_rows(q.order[2], q.order[3])
    sort_rows(q.order[0], q.order[2])
    sort_rows(q.order[1], q.order[3])
    sort_rows(q.order[1], q.order[2])


cdef inline int pattern_at(const Plain* q, int number) noexcept nogil:
    """The counts of a number's colours in their order there: the key of its options."""
    return (
        q.order[0][number] >> 2 << 12 | q.order[1][number] >> 2 << 8
        | q.order[2][number] >> 2 << 4 | q.order[3][number] >> 2
    )


cdef inline int colour_at(const Plain* q, int number, int place) noexcept nogil:
    """The colour at a place in the options of a number."""
    return q.order[place][number] & 3


cdef inline void look_above(Plain* q) noexcept nogil:
    """Note all that most ways depend on: how many tiles a colour has at the next two numbers, each up to MOST_RUNS, and
    whether the position's jokers could lead over the next number to a tile further up, over one number each.

    And whether they could lead over the number itself.
    """
    cdef uint8_t capped[ROW + PLAIN_JOKERS + 2]
    cdef uint8_t near[ROW + 1]
    cdef int c, i
    memset(capped, 0, sizeof(capped))
    near[ROW] = 0
    for c in range(COLOURS):
        for i in range(ROW):
            capped[i] = min(q.most[c][i], <uint8_t>MOST_RUNS)
        for i in range(ROW):
            q.above[c][i] = capped[i + 1] << 2 | capped[i + 2]
        if q.jokers == 0:
            continue
        for i in range(ROW):
            near[i] = capped[i + 1]
        if q.jokers > 1:
            for i in range(ROW):
                near[i] |= capped[i + 2]
        if q.jokers > 2:
            for i in range(ROW):
                near[i] |= capped[i + 3]
        if q.jokers > 3:
            for i in range(ROW):
                near[i] |= capped[i + 4]
        for i in range(ROW):
            near[i] = (near[i] | near[i] >> 1) & 1
        for i in range(ROW):
            q.spare[c][i] = near[i]
        for i in range(ROW):
            q.above[c][i] |= near[i + 1] << 4


cdef inline void weigh_hopes(Plain* q) noexcept nogil:
    """What the optional tiles above each number weigh."""
    cdef int number, c, optional
    cdef int64_t weight
    q.credit = 1
    memset(q.hope, 0, sizeof(q.hope))
    for c in range(COLOURS):
        optional = q.optional[c]
        while optional:
            number = lowest_bit(optional)
            optional &= optional - 1
            weight = q.weight[kind_of(c, number)]
            q.hope[number - 1] += weight * q.may[c][number]
            q.credit = max(q.credit, weight // PLAIN_CREDIT_SHARE)
    for number in range(NUMBERS - 1, -1, -1):
        q.hope[number] += q.hope[number + 1]
