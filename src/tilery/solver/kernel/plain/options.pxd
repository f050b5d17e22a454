# cython: cdivision=True
# Options: what can be done with the tiles of one number follows from how many of each colour must and may be laid: a
# list made once for each pattern of counts and kept.

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport free, malloc, qsort, realloc
from libc.string cimport memcmp, memset

from tilery.solver.kernel.plain.ways cimport PLAIN_JOKERS
from tilery.solver.kernel.tiles cimport COLOURS
from tilery.solver.kernel.tuning cimport FIRST_THINGS, MOST_PLAIN_OPTIONS

cdef enum:
    MOST_COPIES = 3                 # of a kind that must, and that may be laid: two bits each in a key
    PATTERN_KEYS = 1 << 16
    BLOCK = 64                      # options, one for each bit of a word

cdef extern from *:
    """
    typedef struct { uint8_t lanes[4], extra[4], grouped[4]; uint16_t jokers, groups; } PlainOption;
    """
    ctypedef struct PlainOption:
        uint8_t lanes[COLOURS]      # naturals that go on in runs
        uint8_t extra[COLOURS]      # optional tiles laid
        uint8_t grouped[COLOURS]
        uint16_t jokers             # in groups
        uint16_t groups

cdef struct OptionBlock:            # which options of a block have some property, one bit each
    uint64_t within[PLAIN_JOKERS + 1]           # at most so many jokers
    uint64_t low_lanes[COLOURS][16]             # the lanes of a colour are among these of 0 to 3, as bits
    uint64_t high_lanes[COLOURS][8]             # or these of 4 to 6

cdef struct OptionList:             # options by rising number of jokers
    int32_t first
    int32_t count[PLAIN_JOKERS + 1] # with at most so many jokers
    int32_t blocks[PLAIN_JOKERS + 1]            # that hold these
    int32_t first_block
    bint many_lanes                 # some have more than three in a colour
    bint rivals                     # some have the same lanes and jokers: the weights say which is better

cdef struct Options:                # the lists made so far
    int32_t* lists                  # where the list of a pattern is, by its key; 0: not made yet
    OptionList* known
    int known_count
    int known_room
    PlainOption* options
    int count
    int room
    OptionBlock* blocks
    int block_count
    int block_room


cdef inline bint same_or_worse(const PlainOption* a, const PlainOption* b) noexcept nogil:
    """Option a has b's lanes, no fewer jokers, and no optional tile more: weights are never negative here."""
    cdef int c
    if memcmp(a.lanes, b.lanes, COLOURS) or a.jokers < b.jokers:
        return False
    for c in range(COLOURS):
        if a.extra[c] > b.extra[c]:
            return False
    return True


cdef inline bint is_rival(const PlainOption* a, const PlainOption* b) noexcept nogil:
    return a.jokers == b.jokers and memcmp(a.lanes, b.lanes, COLOURS) == 0


cdef inline void* with_room(void* things, int count, int* room, size_t size) noexcept nogil:
    """The things, moved if need be, with room for one more; NULL when there is no memory for it."""
    cdef void* moved = things
    if count == room[0]:
        moved = realloc(things, max(<int>FIRST_THINGS, 2 * room[0]) * size)
        if moved != NULL:
            room[0] = max(<int>FIRST_THINGS, 2 * room[0])
    return moved


cdef inline bint keep_plain_option(Options* o, int first, const PlainOption* new) noexcept nogil:
    """Add an option to the list that starts at `first` unless another is as good; False when there is no room."""
    cdef int i = first
    cdef void* moved
    while i < o.count:
        if same_or_worse(new, &o.options[i]):
            return True
        if same_or_worse(&o.options[i], new):
            o.count -= 1
            o.options[i] = o.options[o.count]
        else:
            i += 1
    moved = with_room(o.options, o.count, &o.room, sizeof(PlainOption)) if o.count < MOST_PLAIN_OPTIONS else NULL
    if moved == NULL:
        return False
    o.options = <PlainOption*>moved
    o.options[o.count] = new[0]
    o.count += 1
    return True


cdef inline int by_jokers(const void* a, const void* b) noexcept nogil:
    cdef const PlainOption* one = <const PlainOption*>a
    cdef const PlainOption* two = <const PlainOption*>b
    cdef int c, difference = <int>one.jokers - <int>two.jokers
    for c in range(COLOURS):
        if difference == 0:
            difference = <int>one.lanes[c] - <int>two.lanes[c]
    for c in range(COLOURS):
        if difference == 0:
            difference = <int>two.extra[c] - <int>one.extra[c]
    return difference


cdef inline bint list_plain_options(Options* o, const int* must, const int* most) noexcept nogil:
    """Add every option of a pattern that no other makes needless; False when there is no room."""
    cdef PlainOption new
    cdef int c, total, highest, groups, jokers, first = o.count
    cdef int g[COLOURS]
    cdef int u[COLOURS]
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
                                    if not keep_plain_option(o, first, &new):
                                        return False
    qsort(&o.options[first], o.count - first, sizeof(PlainOption), by_jokers)
    return True


cdef inline bint list_blocks(Options* o, int first) noexcept nogil:
    """Note the properties of the options from `first` on, block by block; False when there is no room."""
    cdef const PlainOption* option
    cdef OptionBlock* block = NULL
    cdef void* moved
    cdef int i, c, jokers, among
    cdef uint64_t bit
    for i in range(first, o.count):
        if (i - first) % BLOCK == 0:
            moved = with_room(o.blocks, o.block_count, &o.block_room, sizeof(OptionBlock))
            if moved == NULL:
                return False
            o.blocks = <OptionBlock*>moved
            block = &o.blocks[o.block_count]
            memset(block, 0, sizeof(OptionBlock))
            o.block_count += 1
        option = &o.options[i]
        bit = <uint64_t>1 << ((i - first) % BLOCK)
        for jokers in range(option.jokers, PLAIN_JOKERS + 1):
            block.within[jokers] |= bit
        for c in range(COLOURS):
            for among in range(16):
                if (among | among << 4) >> option.lanes[c] & 1:
                    if option.lanes[c] < 4:
                        block.low_lanes[c][among] |= bit
                    elif among < 8:
                        block.high_lanes[c][among] |= bit
    return True


cdef inline uint64_t with_lanes(const OptionBlock* block, const int* wanted, bint many_lanes) noexcept nogil:
    """The options of a block whose lanes are wanted in every colour."""
    cdef uint64_t fit
    cdef int c
    if not many_lanes:
        return (
            block.low_lanes[0][wanted[0] & 15]
            & block.low_lanes[1][wanted[1] & 15]
            & block.low_lanes[2][wanted[2] & 15]
            & block.low_lanes[3][wanted[3] & 15]
        )
    fit = ~<uint64_t>0
    for c in range(COLOURS):
        fit &= block.low_lanes[c][wanted[c] & 15] | block.high_lanes[c][wanted[c] >> 4 & 7]
    return fit


cdef inline OptionList* make_list(Options* o, int key) noexcept nogil:
    """The options of a pattern met for the first time; NULL when there is no room."""
    cdef int must[COLOURS]
    cdef int most[COLOURS]
    cdef OptionList* made
    cdef PlainOption* option
    cdef int i, jokers, first = o.count, first_block = o.block_count
    cdef void* moved = with_room(o.known, o.known_count, &o.known_room, sizeof(OptionList))
    if moved == NULL:
        return NULL
    o.known = <OptionList*>moved
    for i in range(COLOURS):
        must[i] = key >> (4 * (COLOURS - 1 - i) + 2) & MOST_COPIES
        most[i] = must[i] + (key >> 4 * (COLOURS - 1 - i) & MOST_COPIES)
    if not list_plain_options(o, must, most) or not list_blocks(o, first):
        o.count = first
        o.block_count = first_block
        return NULL
    made = &o.known[o.known_count]
    memset(made, 0, sizeof(OptionList))
    made.first = first
    made.first_block = first_block
    for i in range(first, o.count):
        option = &o.options[i]
        for jokers in range(option.jokers, PLAIN_JOKERS + 1):
            made.count[jokers] += 1
        if i > first and is_rival(option, option - 1):
            made.rivals = True
        if max(max(option.lanes[0], option.lanes[1]), max(option.lanes[2], option.lanes[3])) > 3:
            made.many_lanes = True
    for jokers in range(PLAIN_JOKERS + 1):
        made.blocks[jokers] = (made.count[jokers] + BLOCK - 1) // BLOCK
    o.known_count += 1
    o.lists[key] = o.known_count
    return made


cdef inline OptionList* plain_options(Options* o, int key) noexcept nogil:
    """The options of a pattern of counts, made when it is first met."""
    if o.lists[key]:
        return &o.known[o.lists[key] - 1]
    return make_list(o, key)


cdef inline bint forget_plain_options(Options* o) noexcept nogil:
    """Start with no list made; False when there is no memory."""
    if o.lists == NULL:
        o.lists = <int32_t*>malloc(PATTERN_KEYS * sizeof(int32_t))
        if o.lists == NULL:
            return False
    memset(o.lists, 0, PATTERN_KEYS * sizeof(int32_t))
    o.known_count = 0
    o.count = 0
    o.block_count = 0
    return True


cdef inline void free_plain_options(Options* o) noexcept nogil:
    free(o.lists)
    free(o.known)
    free(o.options)
    free(o.blocks)
