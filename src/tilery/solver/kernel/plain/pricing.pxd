# cython: cdivision=True
# The prices of a position, from the highest number down.

from libc.stdint cimport uint8_t

from tilery.solver.kernel.plain.memory cimport ROW, Plain
from tilery.solver.kernel.plain.prices cimport Charge, price_numbers, price_numbers_at_once
from tilery.solver.kernel.tiles cimport COLOURS, NUMBERS


cdef inline int led_runs(const Plain* q, int colour) noexcept nogil:
    """How many runs may start with a joker at the 11: below a 12 and a 13. Elsewhere it might as well stand last."""
    return min(q.most[colour][12], q.most[colour][13])


cdef inline void set_prices(Plain* q) noexcept nogil:
    """Work out every price, from the highest number down."""
    cdef const Charge* charges[NUMBERS + 1][COLOURS]
    cdef uint8_t charge[ROW]            # what a tile of a group answers for: see charged
    cdef uint8_t led[COLOURS]
    cdef int number, c, i
    for i in range(ROW):
        charge[i] = (q.most[0][i] != 0) + (q.most[1][i] != 0) + (q.most[2][i] != 0) + (q.most[3][i] != 0)
        charge[i] = 3 - min(max(charge[i], <uint8_t>1), <uint8_t>3)
    for c in range(COLOURS):
        led[c] = led_runs(q, c) != 0
        for number in range(2, NUMBERS + 1):
            charges[number][c] = &q.prices.charges[charge[number]][q.must[c][number]][q.most[c][number]]
    if q.prices.at_once:
        price_numbers_at_once(q.shapes.lanes_after[0], charges[0], led, q.price[0][0])
    else:
        price_numbers(q.shapes.lanes_after[0], charges[0], led, q.price[0][0])
