# cython: cdivision=True
# The deal: who starts, the racks, the pool.

from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset

from tilery.simulation.kernel.board cimport NOBODY, Board, give, next_tile
from tilery.simulation.kernel.book cimport SEATS, TILES, Book
from tilery.simulation.kernel.chance cimport Chance, shuffle
from tilery.solver.kernel.tiles cimport NATURALS, NUMBERS


cdef inline int draw_starter(Chance* chance, Book* book) noexcept nogil:
    """Each seat draws a tile and the highest number starts; the tied draw again from what remains."""
    cdef uint8_t order[TILES]
    cdef int tied[SEATS]
    cdef int rank[SEATS]
    cdef int seat, at = 0, left = book.seats, highest, still
    tied[0] = 0
    memcpy(order, book.order, book.tiles)
    shuffle(chance, order, book.tiles)
    for seat in range(book.seats):
        tied[seat] = seat
    while left > 1:
        highest = -1
        for seat in range(left):
            rank[seat] = 0 if order[at] >= NATURALS else order[at] % NUMBERS + 1
            highest = max(highest, rank[seat])
            at += 1
        still = 0
        for seat in range(left):
            if rank[seat] == highest:
                tied[still] = tied[seat]
                still += 1
        left = still
    return tied[0]


cdef inline void deal(Chance* chance, Book* book, Board* board) noexcept nogil:
    """A new game: who starts, the racks, the pool."""
    cdef int seat, i
    memset(board, 0, sizeof(Board))
    board.last = NOBODY
    board.active = book.seats
    board.starter = draw_starter(chance, book)
    board.turn = board.starter
    board.pool_size = book.tiles
    memcpy(board.pool, book.order, book.tiles)
    shuffle(chance, board.pool, book.tiles)
    for seat in range(book.seats):
        for i in range(book.rack_size):
            give(board, seat, next_tile(board))
