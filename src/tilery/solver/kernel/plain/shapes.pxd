# cython: cdivision=True
# Shapes: the open runs of one colour.
#
# They are at most three, so they have one of twenty shapes (how many of length 1, 2 and 3 or more). How a shape goes on
# follows from the number of tiles of its colour that go on in runs, its lanes.

from libc.stdint cimport uint8_t, uint16_t
from libc.string cimport memset

from tilery.solver.kernel.tuning cimport (
    PLAIN_FIRST_TILE_CREDITS, PLAIN_LONG_RUN_CREDITS, PLAIN_SECOND_TILE_CREDITS
)

cdef enum:
    SHAPES = 20
    MOST_RUNS = 3                   # open at a time in one colour
    LONG_RUNS = 3                   # the bits of a rank that count long runs
    DEAD = 255                      # lanes that leave a short run behind
    LANES_LISTED = 8
    PRICED_SHAPES = 32              # and room to fill a register, see prices.pxd

cdef struct Shapes:
    uint8_t runs[SHAPES][3]
    uint8_t of_runs[MOST_RUNS + 1][MOST_RUNS + 1][MOST_RUNS + 1]
    uint8_t after[SHAPES][LANES_LISTED]
    uint8_t lanes_after[MOST_RUNS + 1][PRICED_SHAPES]       # the same by lanes; what is DEAD is the last one there
    uint8_t need[SHAPES]            # lanes its short runs take
    uint16_t rank[SHAPES]
    int bonus[SHAPES]               # how promising it looks, in credits


cdef inline void list_shapes(Shapes* shapes) noexcept nogil:
    cdef int ones, twos, threes, i = 0, k, need, on, fresh
    memset(shapes.of_runs, DEAD, sizeof(shapes.of_runs))
    for ones in range(MOST_RUNS + 1):
        for twos in range(MOST_RUNS + 1 - ones):
            for threes in range(MOST_RUNS + 1 - ones - twos):
                shapes.runs[i][0] = ones
                shapes.runs[i][1] = twos
                shapes.runs[i][2] = threes
                shapes.of_runs[ones][twos][threes] = i
                shapes.need[i] = ones + twos
                shapes.bonus[i] = (
                    PLAIN_LONG_RUN_CREDITS * threes + PLAIN_SECOND_TILE_CREDITS * twos
                    + PLAIN_FIRST_TILE_CREDITS * ones
                )
                shapes.rank[i] = (
                    threes
                    | (twos + threes) << 3
                    | (ones + twos + threes) << 6
                    | (MOST_RUNS - ones) << 9
                    | (MOST_RUNS - ones - twos) << 12
                )
                i += 1
    memset(shapes.lanes_after, PRICED_SHAPES - 1, sizeof(shapes.lanes_after))
    for i in range(SHAPES):
        ones = shapes.runs[i][0]
        twos = shapes.runs[i][1]
        threes = shapes.runs[i][2]
        need = ones + twos
        for k in range(LANES_LISTED):
            shapes.after[i][k] = DEAD
            if need <= k <= MOST_RUNS:
                on = min(threes, k - need)          # a lane to spare prolongs a long run before it starts a new one
                fresh = k - need - on
                shapes.after[i][k] = shapes.of_runs[fresh][ones][twos + on]
                shapes.lanes_after[k][i] = shapes.after[i][k]
