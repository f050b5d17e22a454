# The book: one edition's rules as numbers.

from libc.stdint cimport int64_t, uint8_t
from libc.string cimport memcpy, memset

from tilery.solver.kernel.tiles cimport KINDS, NATURALS, NUMBERS

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


cdef inline int load_book(
    Book* book, int seats, dict numbers, const uint8_t[::1] order, const int64_t[::1] weight
) except -1:
    """Write the rules of an edition into a book."""
    cdef int kind, joker_penalty = numbers["joker_penalty"]
    memset(book, 0, sizeof(Book))
    if not 1 < seats <= SEATS or order.shape[0] > TILES or weight.shape[0] != KINDS:
        raise ValueError("two to six seats, at most 192 tiles, 56 weights")
    book.seats = seats
    book.rack_size = numbers["rack_size"]
    book.opening = numbers["opening"]
    book.table_in_opening = numbers["table_in_opening"]
    book.mirror = numbers["mirror"]
    book.stops = numbers["stops"]
    book.spares = numbers["spares"]
    book.tiles = order.shape[0]
    memcpy(book.order, &order[0], book.tiles)
    for kind in range(KINDS):
        book.penalty[kind] = joker_penalty if kind >= NATURALS else kind % NUMBERS + 1
        book.weight[kind] = weight[kind]
    return 0
