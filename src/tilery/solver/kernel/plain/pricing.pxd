# cython: cdivision=True
# The prices of a position, from the highest number down.

from libc.stdint cimport uint8_t

from tilery.solver.kernel.plain.memory cimport Plain
from tilery.solver.kernel.plain.prices cimport NEVER_PAID, price_shapes, price_shapes_at_once
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
    cdef const uint8_t* after = q.shapes.lanes_after[0]
    cdef const uint8_t* here
    cdef int number, c, most, charge, more, best
    for number in range(NUMBERS, 1, -1):
        charge = charge_at(q, number)
        for c in range(COLOURS):
            most = q.most[c][number]
            here = q.prices.here[charge][q.must[c][number]][most]
            best = 0 if most > MOST_RUNS else NEVER_PAID        # then all of them go on
            more = 0 if number == 11 and led_runs(q, c) else NEVER_PAID
            if q.prices.at_once:
                price_shapes_at_once(after, q.price[number][c], here, more, best, q.price[number - 1][c])
            else:
                price_shapes(after, q.price[number][c], here, more, best, q.price[number - 1][c])
