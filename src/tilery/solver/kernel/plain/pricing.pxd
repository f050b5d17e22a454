# cython: cdivision=True
# The prices of a position, from the highest number down.

from libc.stdint cimport uint8_t

from tilery.solver.kernel.plain.memory cimport Plain
from tilery.solver.kernel.plain.prices cimport NEVER_PAID, price_colours
from tilery.solver.kernel.plain.shapes cimport MOST_RUNS
from tilery.solver.kernel.tiles cimport COLOURS, NUMBERS


cdef inline int charge_at(const Plain* q, int number) noexcept nogil:
    cdef int c, colours = 0
    for c in range(COLOURS):
        colours += q.present[c] >> number & 1
    return 0 if colours >= 3 else 1 if colours == 2 else 2


cdef inline int led_runs(const Plain* q, int colour) noexcept nogil:
    """How many runs may start with a joker at the 11: below a 12 and a 13. Elsewhere it might as well stand last."""
    return min(q.most[colour][12], q.most[colour][13])


cdef inline void set_prices(Plain* q) noexcept nogil:
    """Work out every price, from the highest number down."""
    cdef const uint8_t* here[COLOURS]
    cdef int more[COLOURS]
    cdef int best[COLOURS]
    cdef int number, c, most, charge
    for number in range(NUMBERS, 1, -1):
        charge = charge_at(q, number)
        for c in range(COLOURS):
            most = q.most[c][number]
            here[c] = q.prices.here[charge][q.must[c][number]][most]
            best[c] = 0 if most > MOST_RUNS else NEVER_PAID     # then all of them go on
            more[c] = 0 if number == 11 and led_runs(q, c) else NEVER_PAID
        price_colours(
            q.shapes.lanes_after[0], q.price[number][0], here, more, best, q.price[number - 1][0], q.prices.at_once
        )
