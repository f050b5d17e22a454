# cython: cdivision=True
# Prices: how many half jokers the tiles above a number will take at the least, colour by colour.

from libc.string cimport memset

from tilery.solver.kernel.plain.memory cimport Number, Plain
from tilery.solver.kernel.plain.shapes cimport MOST_RUNS, SHAPES
from tilery.solver.kernel.plain.ways cimport COST_SHIFT, HOPELESS_WAY, NOW, SHAPE_SHIFT, Ways, set_cost
from tilery.solver.kernel.position cimport Position
from tilery.solver.kernel.tiles cimport COLOURS, NUMBERS

cdef enum:
    UNPRICED = 255
    NEVER_PAID = 100


cdef inline int led_runs(Plain* q, int colour) noexcept nogil:
    """How many runs may start with a joker at the 11: below a 12 and a 13. Elsewhere it might as well stand last."""
    return min(q.most[12][colour], q.most[13][colour])


cdef inline int price_above(Plain* q, Position* p, int number, int colour, int shape) noexcept nogil:
    """The least number of half jokers that a colour takes above a number, looked at alone."""
    cdef int price = q.price[number][colour][shape]
    return work_out_price(q, p, number, colour, shape) if price == UNPRICED else price


cdef inline int work_out_price(Plain* q, Position* p, int number, int colour, int shape) noexcept nogil:
    """A price for the first time, from those above the next number.

    A tile that must be laid goes on in a run or is in a group; where only two colours have tiles of its number each
    tile of a group answers for half a joker, where it is alone for two. So the sum over the colours is never too high.
    """
    cdef int u, more, most, lanes, price, here, best = NEVER_PAID
    cdef int need = q.shapes.need[shape], longs = q.shapes.runs[shape][2]
    for u in range(q.most[number + 1][colour] + 1):
        here = max(0, p.must[number + 1][colour] - u) * q.charge[number + 1]
        most = max(0, min(longs, longs + need - u))
        if number == 10:
            most += led_runs(q, colour)
        for more in range(most + 1):
            lanes = max(u, need) + more
            price = here + 2 * (lanes - u)
            if price >= best:
                break
            if lanes <= MOST_RUNS:
                price += price_above(q, p, number + 1, colour, q.shapes.after[shape][lanes])
            best = min(best, price)
        if best == 0:                   # nothing is cheaper
            break
    q.price[number][colour][shape] = best
    return best


cdef inline void set_charges(Plain* q) noexcept nogil:
    cdef int number, c, shape, present
    q.charged = True
    memset(q.price, UNPRICED, sizeof(q.price))
    for c in range(COLOURS):
        for shape in range(SHAPES):
            q.price[NUMBERS][c][shape] = NEVER_PAID if q.shapes.need[shape] else 0
    for number in range(1, NUMBERS + 1):
        present = 0
        for c in range(COLOURS):
            present += q.most[number][c] > 0
        q.charge[number] = 0 if present >= 3 else 1 if present == 2 else 4


cdef inline void price_ways(Plain* q, Number* n, int place, Ways* ways) noexcept nogil:
    """Charge ways not only for the next two numbers but for all above."""
    cdef int u, now, shape
    ways.within = 0
    ways.within_most = 0
    for u in range(n.most[place] + 1):
        if ways.way[u] < HOPELESS_WAY:
            now = ways.way[u] >> COST_SHIFT & NOW
            shape = ways.way[u] >> SHAPE_SHIFT & 255
            set_cost(ways, u, now, price_above(q, n.position, n.number, n.colour[place], shape))
