# cython: cdivision=True
# Groups with a double or mirror joker. Such a group is described tile by tile, because a double joker takes two colours
# at once; ordinary groups need only be counted (see lay_groups).

from libc.stdint cimport uint8_t
from libc.string cimport memset

from tilery.solver.kernel.position cimport MOST_SPECIAL
from tilery.solver.kernel.tiles cimport COLOURS, DOUBLE, JOKERS, MIRROR, REGULAR

cdef enum:
    MOST_PATTERNS = 1024
    IN_PLACE = 0            # what covers a colour of a mirrored group's half: its natural tile,
    BY_REGULAR = 1          # a regular joker,
    BY_DOUBLE = 2           # half of a double joker,
    ABSENT = 3              # or the colour is not in the group

cdef struct Pattern:
    uint8_t naturals[COLOURS]
    uint8_t jokers[JOKERS]
    uint8_t idle                        # could do with fewer jokers
    uint8_t cells                       # how often the number counts, the mirror joker left out
    uint8_t side[2][COLOURS]            # of a mirrored group

cdef struct Patterns:
    Pattern pattern[MOST_PATTERNS]
    int total
    int useful                          # those without idle jokers come first


cdef inline void keep_pattern(Patterns* all, const Pattern* new) noexcept nogil:
    cdef const Pattern* old
    cdef int i, c
    cdef bint same
    for i in range(all.total):
        old = &all.pattern[i]
        same = old.cells == new.cells
        for c in range(COLOURS):
            same = same and old.naturals[c] == new.naturals[c] and old.jokers[c] == new.jokers[c]
        if same:
            return
    all.pattern[all.total] = new[0]
    all.total += 1


cdef inline int half_codes(int colours, int code, uint8_t* side) noexcept nogil:
    """Decode one way to cover a half; 0 when a double joker would cover only one colour."""
    cdef int c, doubled = 0
    for c in range(COLOURS):
        side[c] = ABSENT
        if colours >> c & 1:
            side[c] = code % 3
            code //= 3
            doubled += side[c] == BY_DOUBLE
    return code == 0 and doubled % 2 == 0


cdef inline bint has_idle_jokers(Pattern* p) noexcept nogil:
    """A mirrored group could leave out a colour, or two, that jokers cover on both sides."""
    cdef int c, doubled = 0
    for c in range(COLOURS):
        if p.side[0][c] == BY_REGULAR and p.side[1][c] == BY_REGULAR:
            return True
        doubled += p.side[0][c] == BY_DOUBLE and p.side[1][c] == BY_DOUBLE
    return doubled >= 2


cdef inline void add_patterns(Patterns* all, bint idle) noexcept nogil:
    cdef Pattern new
    cdef int colours, size, one, other, c, half, a, b
    for a in range(COLOURS + 1):            # a double joker beside two tiles; COLOURS stands for a regular joker
        for b in range(a, COLOURS + 1):
            if a == b < COLOURS:
                continue
            memset(&new, 0, sizeof(Pattern))
            new.cells = 4
            new.idle = a == COLOURS         # jokers only
            new.jokers[DOUBLE] = 1
            new.jokers[REGULAR] = (a == COLOURS) + (b == COLOURS)
            if a < COLOURS:
                new.naturals[a] = 1
            if b < COLOURS:
                new.naturals[b] = 1
            if new.idle == idle:
                keep_pattern(all, &new)
    for colours in range(1, 16):
        size = (colours & 1) + (colours >> 1 & 1) + (colours >> 2 & 1) + (colours >> 3)
        if size < 2:                        # a half of one colour is a twin run of one number
            continue
        for one in range(81):
            for other in range(one + 1):
                memset(&new, 0, sizeof(Pattern))
                if not half_codes(colours, one, new.side[0]) or not half_codes(colours, other, new.side[1]):
                    continue
                new.cells = 2 * size
                new.jokers[MIRROR] = 1
                for half in range(2):
                    for c in range(COLOURS):
                        if new.side[half][c] == IN_PLACE:
                            new.naturals[c] += 1
                        elif new.side[half][c] == BY_REGULAR:
                            new.jokers[REGULAR] += 1
                        elif new.side[half][c] == BY_DOUBLE:
                            new.jokers[DOUBLE] += 1
                new.jokers[DOUBLE] //= 2
                new.idle = has_idle_jokers(&new)
                if new.idle == idle and new.jokers[DOUBLE] <= MOST_SPECIAL:
                    keep_pattern(all, &new)


cdef inline void list_patterns(Patterns* all) noexcept nogil:
    """Fill the table."""
    all.total = 0
    add_patterns(all, False)
    all.useful = all.total
    add_patterns(all, True)
