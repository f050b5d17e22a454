# cython: cdivision=True
# How a seat plays by itself, and games from where they stand to their end.

from libc.stdint cimport int64_t, uint8_t
from libc.string cimport memcpy, memset

from tilery.simulation.kernel.board cimport GOING_ON, Board, lay, left_in_pool, settle_scores
from tilery.simulation.kernel.book cimport SEATS, TILES, Book
from tilery.simulation.kernel.plays cimport Solver, ask, best_choice, contains_opening
from tilery.solver.kernel.tiles cimport KINDS

cdef enum:              # a policy is a number: MOST_TILES, or what a seat waits for, packed as policies.py says
    MOST_TILES = -1     # every turn the most tiles, then the most value
    BYTE = 0xFF         # the lowest: it stops waiting when somebody else holds no more tiles than that
    POOL_AT = 8         # … or when no more tiles than that are left in the pool
    HOARDS_AT = 16      # it does not open while at least so many are left there; 0: it opens as soon as it can
    CALM = 1 << 24      # with the pool empty it passes while it is ahead
    STUBBORN = 1 << 25  # with the pool empty it passes until it can go out


cdef inline int fewest_of_others(Book* book, Board* board) noexcept nogil:
    cdef int seat, fewest = TILES
    for seat in range(book.seats):
        if seat != board.turn and not board.resigned[seat]:
            fewest = min(fewest, board.held[seat])
    return fewest


cdef inline int is_ahead(Book* book, Board* board) noexcept nogil:
    """Whether the seat to move would win if nobody laid a tile any more."""
    cdef int64_t scores[SEATS]
    return settle_scores(book, board, scores) == board.turn


cdef inline int hoards(const Board* board, int policy) noexcept nogil:
    """Whether a seat of this policy that has not opened would rather not open yet."""
    cdef int until = policy >> HOARDS_AT & BYTE
    return policy != MOST_TILES and until and (left_in_pool(board) >= until or not left_in_pool(board))


cdef inline int can_wait(Book* book, Board* board, int policy) noexcept nogil:
    """Whether this policy would rather draw or pass than lay a part of its rack."""
    if policy == MOST_TILES or not (board.opened[board.turn] or hoards(board, policy)):
        return False
    if not left_in_pool(board):
        return policy & STUBBORN or (policy & CALM and is_ahead(book, board))
    return left_in_pool(board) > (policy >> POOL_AT & BYTE) and fewest_of_others(book, board) > (policy & BYTE)


cdef inline int can_go_out(Solver* solver, Book* book, Board* board) noexcept nogil:
    """Whether the seat to move can lay its whole rack."""
    cdef uint8_t must[KINDS]
    cdef uint8_t nothing[KINDS]
    cdef uint8_t played[KINDS]
    cdef int kind
    cdef const uint8_t* rack = board.racks[board.turn]
    memset(nothing, 0, KINDS)
    memcpy(must, rack, KINDS)
    if board.opened[board.turn] or book.table_in_opening:
        for kind in range(KINDS):
            must[kind] += board.table[kind]
    if not ask(solver, book, must, nothing, book.weight, 0, False, played):
        return False
    return board.opened[board.turn] or contains_opening(solver, book, rack)


cdef inline void choose(Solver* solver, Book* book, Board* board, int policy, uint8_t* played) noexcept nogil:
    """The tiles the seat to move lays; none when it draws or passes."""
    if not can_wait(book, board, policy):
        best_choice(solver, book, board, book.weight, played)
    elif can_go_out(solver, book, board):
        memcpy(played, board.racks[board.turn], KINDS)
    else:
        memset(played, 0, KINDS)


cdef inline void play_on(Solver* solver, Book* book, Board* board, const int* policies) noexcept nogil:
    """Play a game from where it stands to its end, or until the solver has been asked too often."""
    cdef uint8_t played[KINDS]
    while board.ended == GOING_ON and solver.solves < solver.most_solves:
        choose(solver, book, board, policies[board.turn], played)
        lay(book, board, played)
