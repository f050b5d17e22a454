# cython: cdivision=True
# The sets of an answer, as they are built up.

from libc.stdint cimport uint8_t

from tilery.solver.kernel.tiles cimport COLOURS, kind_of

cdef enum:
    GROUP = 0
    RUN = 1
    MOST_LAID = 160         # sets: a position has at most 378 tiles, so at most 126
    LONGEST = 16            # tiles in a set, or in half of a mirrored one: at most 13

cdef struct Laid:
    int kind
    int colour                          # of a run's next tile
    int open                            # a run that may go on
    int length                          # as the state counts it: 1, 2, 3 or more
    int passed                          # the last number it has dealt with
    int first
    int last                            # the highest number covered
    int mirrored
    int ahead[2]                        # per half: the next number is covered by a double joker
    int count[2]
    uint8_t tile[2][LONGEST]
    uint8_t cover[2][LONGEST]
    uint8_t second[2][LONGEST]          # the other tile a double joker covers


cdef inline void put(Laid* laid, int half, int tile, int cover, int second) noexcept nogil:
    cdef int i = laid.count[half]
    if i == LONGEST:
        return
    laid.tile[half][i] = tile
    laid.cover[half][i] = cover
    laid.second[half][i] = second
    laid.count[half] = i + 1


cdef inline void put_first(Laid* laid, int half, int tile, int cover, int second) noexcept nogil:
    cdef int i
    put(laid, half, tile, cover, second)
    for i in range(laid.count[half] - 1, 0, -1):
        laid.tile[half][i] = laid.tile[half][i - 1]
        laid.cover[half][i] = laid.cover[half][i - 1]
        laid.second[half][i] = laid.second[half][i - 1]
    laid.tile[half][0] = tile
    laid.cover[half][0] = cover
    laid.second[half][0] = second


cdef inline int missing_colour(Laid* laid, int number) noexcept nogil:
    """The first colour a group does not cover yet, or -1."""
    cdef int c, i
    cdef bint there
    for c in range(COLOURS):
        there = False
        for i in range(laid.count[0]):
            if laid.cover[0][i] == kind_of(c, number) or laid.second[0][i] == kind_of(c, number):
                there = True
        if not there:
            return c
    return -1
