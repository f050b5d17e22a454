# cython: cdivision=True
# Turning the numbers round: 1 becomes 13. Sets stay sets, but the search may have far less to do from the other end.

from libc.stdint cimport uint8_t
from libc.string cimport memcpy

from tilery.solver.kernel.full.goals cimport hope_by_number
from tilery.solver.kernel.full.memory cimport Search
from tilery.solver.kernel.laid cimport LONGEST, RUN, Laid
from tilery.solver.kernel.position cimport Position
from tilery.solver.kernel.tiles cimport CHANGE, COLOURS, DOUBLE, NATURALS, NUMBERS


cdef inline void turn_position(Search* s) noexcept nogil:
    cdef Position* p = &s.job.position
    cdef int low, high, c
    for low in range(1, NUMBERS // 2 + 1):
        high = NUMBERS + 1 - low
        for c in range(COLOURS):
            p.must[low][c], p.must[high][c] = p.must[high][c], p.must[low][c]
            p.most[low][c], p.most[high][c] = p.most[high][c], p.most[low][c]
            p.weight[low][c], p.weight[high][c] = p.weight[high][c], p.weight[low][c]
    s.turned = not s.turned
    hope_by_number(s)


cdef inline bint stands_alone(Position* p, int number, int colour) noexcept nogil:
    """No run of three or group around this tile of the table does without jokers."""
    cdef int c, colours = 0
    cdef bint below = p.must[number - 1][colour] > 0, above = p.must[number + 1][colour] > 0
    if below and above or below and p.must[number - 2][colour] or above and p.must[number + 2][colour]:
        return False
    for c in range(COLOURS):
        colours += p.must[number][c] > 0
    return colours < 3


cdef inline bint better_turned(Search* s) noexcept nogil:
    """Most of the tiles that need jokers are high.

    The search is quicker from the end where the jokers are needed: it can then waste fewer of them before they are.
    """
    cdef Position* p = &s.job.position
    cdef int number, c, lean = 0
    for number in range(1, NUMBERS + 1):
        for c in range(COLOURS):
            if p.must[number][c] and stands_alone(p, number, c):
                lean += (2 * number - NUMBERS - 1) * p.must[number][c]
    return lean > 0


cdef inline int turned_kind(int kind) noexcept nogil:
    """Jokers stay what they are, and so does NOTHING."""
    return kind if kind >= NATURALS else kind // NUMBERS * NUMBERS + NUMBERS - 1 - kind % NUMBERS


cdef inline void turn_run(Laid* laid, int half) noexcept nogil:
    """Turn the numbers, then the order."""
    cdef int count = laid.count[half], i, k, tile, colour
    cdef uint8_t tiles[LONGEST]
    cdef uint8_t covers[LONGEST]
    cdef uint8_t seconds[LONGEST]
    memcpy(tiles, laid.tile[half], LONGEST)
    memcpy(covers, laid.cover[half], LONGEST)
    memcpy(seconds, laid.second[half], LONGEST)
    for i in range(count):
        k = count - 1 - i
        tile = tiles[i]
        laid.tile[half][k] = turned_kind(tile)
        laid.cover[half][k] = turned_kind(covers[i])
        laid.second[half][k] = turned_kind(seconds[i])
        if tile == NATURALS + DOUBLE:
            laid.cover[half][k], laid.second[half][k] = laid.second[half][k], laid.cover[half][k]
        elif tile == NATURALS + CHANGE:
            # It has the colour of what comes after it: turned round, that of the tile it followed.
            colour = covers[i - 1] // NUMBERS if i else (covers[i] // NUMBERS + 1) % COLOURS
            laid.cover[half][k] = colour * NUMBERS + laid.cover[half][k] % NUMBERS


cdef inline void turn_group(Laid* laid, int half) noexcept nogil:
    cdef int i
    for i in range(laid.count[half]):
        laid.tile[half][i] = turned_kind(laid.tile[half][i])
        laid.cover[half][i] = turned_kind(laid.cover[half][i])
        laid.second[half][i] = turned_kind(laid.second[half][i])


cdef inline void turn_laid(Search* s) noexcept nogil:
    """Give the sets found in a turned position their true numbers."""
    cdef int i, half
    cdef Laid* laid
    for i in range(s.job.laid_count):
        laid = &s.job.laid[i]
        laid.first, laid.last = NUMBERS + 1 - laid.last, NUMBERS + 1 - laid.first
        for half in range(1 + laid.mirrored):
            if laid.kind == RUN:
                turn_run(laid, half)
            else:
                turn_group(laid, half)
        if laid.kind == RUN:
            laid.colour = laid.cover[0][laid.count[0] - 1] // NUMBERS
