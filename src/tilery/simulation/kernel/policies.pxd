# cython: cdivision=True
# How a seat plays by itself, and games from where they stand to their end.

from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset

from tilery.simulation.kernel.board cimport GOING_ON, Board, lay, left_in_pool
from tilery.simulation.kernel.book cimport TILES, Book
from tilery.simulation.kernel.plays cimport Solver, ask, best_choice
from tilery.solver.kernel.tiles cimport KINDS

cdef enum:
    MOST_TILES = -1     # every turn the most tiles, then the most value
    # 0 and above: waits. Once it has opened it draws until it can go out in one turn, unless somebody else holds no
    # more tiles than this number, or the pool is empty: then it plays the most tiles.


cdef inline int fewest_of_others(Book* book, Board* board) noexcept nogil:
    cdef int seat, fewest = TILES
    for seat in range(book.seats):
        if seat != board.turn and not board.resigned[seat]:
            fewest = min(fewest, board.held[seat])
    return fewest


cdef inline int can_wait(Book* book, Board* board, int policy) noexcept nogil:
    return (
        policy != MOST_TILES
        and board.opened[board.turn]
        and left_in_pool(board) > 0
        and fewest_of_others(book, board) > policy
    )


cdef inline int can_go_out(Solver* solver, Book* book, Board* board) noexcept nogil:
    """Whether the seat to move, which has opened, can lay its whole rack."""
    cdef uint8_t must[KINDS]
    cdef uint8_t nothing[KINDS]
    cdef uint8_t played[KINDS]
    cdef int kind
    memset(nothing, 0, KINDS)
    for kind in range(KINDS):
        must[kind] = board.table[kind] + board.racks[board.turn][kind]
    return ask(solver, book, must, nothing, book.weight, 0, played)


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
