# cython: cdivision=True
# The board: a game on counts.

from libc.stdint cimport int64_t, uint8_t

from tilery.simulation.kernel.book cimport SEATS, TILES, Book
from tilery.solver.kernel.tiles cimport KINDS

cdef enum:
    NOBODY = -1

cdef enum:              # how a game ended
    GOING_ON = 0
    OUT = 1
    POOL_EMPTY = 2

cdef struct Board:
    uint8_t table[KINDS]
    uint8_t racks[SEATS][KINDS]
    uint8_t pool[TILES]
    int held[SEATS]                 # how many tiles each rack has
    int opened[SEATS]
    int resigned[SEATS]             # skipped, and cannot win
    int active                      # how many seats have not resigned
    int drawn                       # how many of the pool are gone
    int pool_size
    int turn
    int starter
    int passes
    int last                        # who last laid a tile
    int turns
    int ended


cdef inline void give(Board* board, int seat, int kind) noexcept nogil:
    board.racks[seat][kind] += 1
    board.held[seat] += 1


cdef inline int next_tile(Board* board) noexcept nogil:
    cdef int kind = board.pool[board.drawn]
    board.drawn += 1
    return kind


cdef inline int left_in_pool(const Board* board) noexcept nogil:
    return board.pool_size - board.drawn


cdef inline int next_seat(Book* book, Board* board) noexcept nogil:
    """Whose turn comes next: clockwise, without those who resigned."""
    cdef int seat = board.turn
    while True:
        seat = seat + 1 if seat + 1 < book.seats else 0
        if not board.resigned[seat]:
            return seat


cdef inline void lay(Book* book, Board* board, const uint8_t* played) noexcept nogil:
    """The seat to move lays these tiles; none means that it draws, or passes with the pool empty."""
    cdef int kind, count = 0, seat = board.turn
    for kind in range(KINDS):
        count += played[kind]
        board.table[kind] += played[kind]
        board.racks[seat][kind] -= played[kind]
    if count:
        board.held[seat] -= count
        board.opened[seat] = True
        board.last = seat
        board.passes = 0
    elif left_in_pool(board):
        give(board, seat, next_tile(board))
        board.passes = 0
    else:
        board.passes += 1
    board.turns += 1
    board.turn = next_seat(book, board)
    if count and not board.held[seat]:
        board.ended = OUT
    elif board.passes >= board.active or (book.stops and not left_in_pool(board)):
        board.ended = POOL_EMPTY


cdef inline int total(const uint8_t* counts) noexcept nogil:
    cdef int kind, count = 0
    for kind in range(KINDS):
        count += counts[kind]
    return count


cdef inline int64_t rack_total(Book* book, Board* board, int seat) noexcept nogil:
    cdef int kind
    cdef int64_t total = 0
    for kind in range(KINDS):
        total += board.racks[seat][kind] * book.penalty[kind]
    return total


cdef inline int settle_scores(Book* book, Board* board, int64_t* scores) noexcept nogil:
    """The scores of a game that has ended, and its winner."""
    cdef int seat, step, first, winner = NOBODY
    cdef int64_t totals[SEATS]
    cdef int64_t spared = 0, sum_of_losses = 0
    for seat in range(book.seats):
        totals[seat] = rack_total(book, board, seat)
    if board.ended == OUT:
        winner = board.last
    else:
        first = board.starter if board.last == NOBODY else board.last + 1
        for step in range(book.seats):      # among equal racks the first in turn after the last to lay a tile
            seat = (first + step) % book.seats
            if board.resigned[seat]:
                continue
            if winner == NOBODY or totals[seat] < totals[winner] or (
                totals[seat] == totals[winner] and board.held[seat] < board.held[winner]
            ):
                winner = seat
        spared = totals[winner] if book.spares else 0
    for seat in range(book.seats):
        scores[seat] = -max(0, totals[seat] - spared) if seat != winner else 0
        sum_of_losses -= scores[seat]
    scores[winner] = sum_of_losses
    return winner
