# The book: one edition's rules as numbers.

from libc.stdint cimport int64_t, uint8_t

from tilery.solver.kernel.tiles cimport KINDS

cdef enum:
    SEATS = 6
    TILES = 192         # the largest tile set, with room

cdef struct Book:
    int seats
    int rack_size
    int opening
    int table_in_opening
    int mirror
    int stops           # the game stops when the pool is empty
    int spares          # with the pool empty the winner's own rack is taken off the others'
    int tiles
    uint8_t order[TILES]            # the kinds of the tile set, before mixing
    int64_t penalty[KINDS]
    int64_t weight[KINDS]           # most tiles, then most value
    int64_t nothing[KINDS]
