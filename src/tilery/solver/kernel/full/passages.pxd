# cython: cdivision=True
# Passages: what a number makes of the open runs of one colour, as the bounds look at them.
#
# They depend on nothing but how many naturals go on in runs, so they are tables, filled once for each workspace.

from libc.stdint cimport int16_t, uint8_t

from tilery.solver.kernel.full.prices cimport SHARE
from tilery.solver.kernel.position cimport MOST_ALIKE
from tilery.solver.kernel.tiles cimport COLOURS

cdef enum:
    ANY_NUMBER = 3                  # of long runs, or more
    OPEN_RUNS = 36                  # what may be open in a colour, see runs_index
    EXTRAS = 3                      # runs that jokers alone take further: none, one or two
    NEVER = 2000                    # far more than all jokers of a position pay
    BARRED = 4000                   # so much that a negative price beside it does not make it less than that
    ROW = 8                         # prices: of the colours without a twin run, then with one

# The prices of some open runs, by row_place: all colours pass a number in the same ways, so they're worked out at once.
ctypedef int16_t[ROW] Row

cdef struct Passages:
    uint8_t after[EXTRAS][MOST_ALIKE + 1][OPEN_RUNS]    # by runs taken further by jokers, and naturals that go on
    Row price[2][MOST_ALIKE + 1][OPEN_RUNS]             # by whether there are jokers: for those that the runs lack
    Row shares[EXTRAS + 1]                              # so many, for everybody


cdef inline int row_place(int colour, bint twin) noexcept nogil:
    return twin * COLOURS + colour


cdef inline void spread_row(int price, int16_t* row) noexcept nogil:
    """The same price for everybody."""
    cdef int i
    for i in range(ROW):
        row[i] = price


cdef inline int runs_index(int ones, int twos, int threes) noexcept nogil:
    """The index of a colour's open runs: of 1 and 2 tiles up to two each, of 3 up to two or any number.

    What it cannot hold is replaced by something better.
    """
    if ones > 2 or twos > 2:
        threes = ANY_NUMBER
        ones = min(ones, 2)
        twos = min(twos, 2)
    return (ones * 3 + twos) * 4 + min(threes, <int>ANY_NUMBER)


cdef inline void list_passages(Passages* p) noexcept nogil:
    """Fill the tables, with everything else zero."""
    cdef int ones, twos, threes, lanes, extra, need, spare, on, fresh, i
    for i in range(EXTRAS + 1):
        spread_row(SHARE * i, p.shares[i])
    for ones in range(3):
        for twos in range(3):
            for threes in range(ANY_NUMBER + 1):
                i = runs_index(ones, twos, threes)
                need = ones + twos
                for lanes in range(MOST_ALIKE + 1):
                    spare = max(0, lanes - need)
                    on = spare if threes == ANY_NUMBER else min(spare, threes)
                    fresh = spare - on
                    spread_row(SHARE * max(0, need - lanes), p.price[True][lanes][i])
                    spread_row(0 if need <= lanes else NEVER, p.price[False][lanes][i])
                    for extra in range(EXTRAS):
                        if threes == ANY_NUMBER or extra <= threes - on:
                            p.after[extra][lanes][i] = runs_index(fresh, ones, twos + on + extra)
                        else:       # no long run is left to go on: they start new ones
                            p.after[extra][lanes][i] = runs_index(fresh + extra - (threes - on), ones, twos + threes)
