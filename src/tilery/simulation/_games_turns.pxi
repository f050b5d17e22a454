# How a seat plays by itself, and games from where they stand to their end.

cdef enum:
    MOST_TILES = -1     # every turn the most tiles, then the most value
    # 0 and above: waits. Once it has opened it draws until it can go out in one turn, unless somebody else holds no more
    # tiles than this number, or the pool is empty: then it plays the most tiles.


cdef int fewest_of_others(Book* book, Board* board) noexcept nogil:
    cdef int seat, fewest = TILES
    for seat in range(book.seats):
        if seat != board.turn:
            fewest = min(fewest, board.held[seat])
    return fewest


cdef int total(const uint8_t* counts) noexcept nogil:
    cdef int kind, count = 0
    for kind in range(KINDS):
        count += counts[kind]
    return count


cdef int can_wait(Book* book, Board* board, int policy) noexcept nogil:
    return (
        policy != MOST_TILES
        and board.opened[board.turn]
        and left_in_pool(board) > 0
        and fewest_of_others(book, board) > policy
    )


cdef void choose(Solver* solver, Book* book, Board* board, int policy, uint8_t* played) noexcept nogil:
    """The tiles the seat to move lays; none when it draws or passes."""
    if best_choice(solver, book, board, book.weight, played) and can_wait(book, board, policy):
        if total(played) < board.held[board.turn]:
            memset(played, 0, KINDS)


cdef void play_on(Solver* solver, Book* book, Board* board, const int* policies) noexcept nogil:
    """Play a game from where it stands to its end."""
    cdef uint8_t played[KINDS]
    while board.ended == GOING_ON:
        choose(solver, book, board, policies[board.turn], played)
        lay(book, board, played)
