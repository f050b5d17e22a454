# cython: cdivision=True
# The prices of a position, from the highest number down.

from libc.stdint cimport uint8_t

from tilery.solver.kernel.plain.memory cimport ROW, Plain
from tilery.solver.kernel.plain.prices cimport NEVER_PAID, Charge, price_colours, price_colours_at_once
from tilery.solver.kernel.tiles cimport COLOURS, NUMBERS


cdef inline int led_runs(const Plain* q, int colour) noexcept nogil:
    """How many runs may start with a joker at the 11: below a 12 and a 13. Elsewhere it might as well stand last."""
    return min(q.most[colour][12], q.most[colour][13])


cdef inline void set_prices(Plain* q) noexcept nogil:
    """Work out every price, from the highest number down."""
    cdef uint8_t charge[ROW]            # what a tile of a group answers for: see charged
    cdef uint8_t more[COLOURS]
    cdef const Charge* charges[COLOURS]
    cdef int number, c, i
    for i in range(ROW):
        charge[i] = (q.most[0][i] != 0) + (q.most[1][i] != 0) + (q.most[2][i] != 0) + (q.most[3][i] != 0)
        charge[i] = 3 - min(max(charge[i], <uint8_t>1), <uint8_t>3)
    for number in range(NUMBERS, 1, -1):
        for c in range(COLOURS):
            charges[c] = &q.prices.charges[charge[number]][q.must[c][number]][q.most[c][number]]
            more[c] = NEVER_PAID
            if number == 11 and led_runs(q, c):
                more[c] = 0
        if q.prices.at_once:
            price_colours_at_once(
                q.shapes.lanes_after[0], q.price[number][0], charges, more, q.price[number - 1][0]
            )
        else:
            price_colours(q.shapes.lanes_after[0], q.price[number][0], charges, more, q.price[number - 1][0])
