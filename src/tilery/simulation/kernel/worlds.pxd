# cython: cdivision=True
# Worlds: what a seat cannot see, filled in so that it fits what was seen, and games played on from there.

from libc.stdint cimport int16_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from tilery.simulation.kernel.board cimport Board, lay, settle_scores, total
from tilery.simulation.kernel.book cimport SEATS, TILES, Book
from tilery.simulation.kernel.chance cimport Chance, below, seed_chance, shuffle
from tilery.simulation.kernel.plays cimport Solver, ask
from tilery.simulation.kernel.policies cimport MOST_TILES, hoards, play_on
from tilery.solver.kernel.tiles cimport KINDS

cdef enum:
    SHARED_NUMBERS = 7      # turn, starter, last (-1: nobody), passes, left in the pool, who sees this, tries
    GUESSES = 6             # how many policies a seat may be suspected of
    SEEN_NUMBERS = 5 + 2 * GUESSES  # tiles held, opened, resigned, a table is given, drawn since; policies, per mille
    SURELY = 1000           # per mille

cdef struct Other:          # what is known of another seat
    int stuck               # with all but the tiles drawn since it could lay nothing on this table
    int drawn_since
    int policies[GUESSES]   # how it may play, each as likely as its weight
    int weights[GUESSES]
    uint8_t table[KINDS]

cdef struct Seen:
    Board board             # with the racks of the others and the pool empty
    uint8_t unseen[TILES]
    int unseen_count
    int viewer              # the seat that sees this; mostly the one to move
    int tries               # to change a rack that doesn't fit what its seat did: each asks the solver
    Other others[SEATS]


cdef inline int load_seen(
    Book* book, Seen* seen, const uint8_t* position, const uint8_t* stuck, const int* numbers
) noexcept nogil:
    """Unpack what is seen; False when the tiles do not add up."""
    cdef int seat, kind, i, hidden
    cdef const int* own
    cdef Board* board = &seen.board
    memset(seen, 0, sizeof(Seen))
    memcpy(board.table, position, KINDS)
    board.turn = numbers[0]
    board.starter = numbers[1]
    board.last = numbers[2]
    board.passes = numbers[3]
    board.pool_size = numbers[4]
    seen.viewer = numbers[5]
    seen.tries = numbers[6]
    if not 0 <= board.turn < book.seats or not 0 <= board.pool_size <= TILES:
        return False
    if not 0 <= seen.viewer < book.seats:
        return False
    hidden = board.pool_size
    for seat in range(book.seats):
        own = numbers + SHARED_NUMBERS + seat * SEEN_NUMBERS
        board.held[seat] = own[0]
        board.opened[seat] = own[1]
        board.resigned[seat] = own[2]
        board.active += not own[2]
        seen.others[seat].stuck = own[3]
        seen.others[seat].drawn_since = own[4]
        for i in range(GUESSES):
            seen.others[seat].policies[i] = own[5 + 2 * i]
            seen.others[seat].weights[i] = own[6 + 2 * i]
        memcpy(seen.others[seat].table, stuck + seat * KINDS, KINDS)
        if own[0] < 0 or own[4] < 0:
            return False
        if seat != seen.viewer:
            hidden += own[0]
    memcpy(board.racks[seen.viewer], position + KINDS, KINDS)
    for kind in range(KINDS):
        for i in range(position[2 * KINDS + kind]):
            if seen.unseen_count == TILES:
                return False
            seen.unseen[seen.unseen_count] = kind
            seen.unseen_count += 1
    if board.resigned[board.turn]:
        return False
    return seen.unseen_count == hidden and total(board.racks[seen.viewer]) == board.held[seen.viewer]


cdef inline int would_play(
    Solver* solver, Book* book, Other* other, int opened, const uint8_t* rack, uint8_t* played
) noexcept nogil:
    """Whether a seat that plays all it can would have laid some of these tiles, and which."""
    cdef uint8_t nothing[KINDS]
    memset(nothing, 0, KINDS)
    if opened:
        return ask(solver, book, other.table, rack, book.weight, 0, True, played) and total(played) > 0
    return ask(solver, book, nothing, rack, book.weight, book.opening, False, played)


cdef inline int would_go_out(Solver* solver, Book* book, Other* other, const uint8_t* rack) noexcept nogil:
    """Whether a seat that waits would have laid all of these tiles."""
    cdef uint8_t must[KINDS]
    cdef uint8_t nothing[KINDS]
    cdef uint8_t played[KINDS]
    cdef int kind
    memset(nothing, 0, KINDS)
    for kind in range(KINDS):
        must[kind] = other.table[kind] + rack[kind]
    return ask(solver, book, must, nothing, book.weight, 0, False, played)


cdef inline void make_likely(
    Solver* solver,
    Book* book,
    Chance* chance,
    Other* other,
    int waits,
    int opened,
    int tries,
    uint8_t* own,
    int held,
    uint8_t* pool,
    int pool_size,
) noexcept nogil:
    """Change a rack that would have played, or of who waits gone out, for one that would not, as far as tries go."""
    cdef uint8_t rack[KINDS]
    cdef uint8_t played[KINDS]
    cdef uint8_t kept
    cdef int i, j, attempt
    if pool_size == 0 or held <= other.drawn_since:
        return
    for attempt in range(tries):
        memset(rack, 0, KINDS)
        for i in range(held - other.drawn_since):
            rack[own[i]] += 1
        if waits:
            if not would_go_out(solver, book, other, rack):
                return
            memcpy(played, rack, KINDS)
        elif not would_play(solver, book, other, opened, rack, played):
            return
        for i in range(held - other.drawn_since):
            if played[own[i]]:
                played[own[i]] -= 1
                j = below(chance, pool_size)
                kept = own[i]
                own[i] = pool[j]
                pool[j] = kept


cdef inline int guess_policy(Chance* chance, Other* other) noexcept nogil:
    """How another seat plays in a world: one of its policies, by their weights."""
    cdef int i, weight = 0
    for i in range(GUESSES):
        weight += other.weights[i]
    weight = below(chance, weight or SURELY)
    for i in range(GUESSES):
        weight -= other.weights[i]
        if weight < 0:
            return other.policies[i]
    return MOST_TILES


cdef inline int is_sure(Other* other) noexcept nogil:
    """Whether a seat is suspected of one policy alone."""
    cdef int i, guesses = 0
    for i in range(GUESSES):
        guesses += other.weights[i] > 0
    return guesses == 1


cdef inline void imagine(
    Solver* solver, Book* book, Seen* seen, Chance* chance, Board* board, int* policies
) noexcept nogil:
    """A world that fits what was seen: racks for the others, an order of the pool, and who waits."""
    cdef uint8_t order[TILES]
    cdef int seat, i, waits, at = 0
    cdef Other* other
    board[0] = seen.board
    memcpy(order, seen.unseen, seen.unseen_count)
    shuffle(chance, order, seen.unseen_count)
    for seat in range(book.seats):
        if seat == seen.viewer:
            continue
        other = &seen.others[seat]
        policies[seat] = guess_policy(chance, other)
        waits = policies[seat] != MOST_TILES if board.opened[seat] else hoards(board, policies[seat])
        # Who only may be waiting holds anything: that guess is too weak to say what it would have done.
        if other.stuck and (not waits or (board.opened[seat] and is_sure(other))):
            make_likely(solver, book, chance, other, waits, board.opened[seat], seen.tries, order + at,
                        board.held[seat], order + seen.unseen_count - board.pool_size, board.pool_size)
        for i in range(board.held[seat]):
            board.racks[seat][order[at]] += 1
            at += 1
    memcpy(board.pool, order + at, board.pool_size)


cdef inline void play_world(
    Solver* solver,
    Book* book,
    Seen* seen,
    uint64_t seed,
    int number,
    const uint8_t* candidates,
    const int* own_policies,
    Py_ssize_t count,
    int16_t* results,
) noexcept nogil:
    """Play every candidate out in one world, or without any the game from where it stands: who wins, and the score of
    the seat that sees it, which plays on by each candidate's own policy."""
    cdef Chance chance
    cdef Board world
    cdef Board board
    cdef int policies[SEATS]
    cdef int64_t scores[SEATS]
    cdef Py_ssize_t i
    seed_chance(&chance, seed, number)
    imagine(solver, book, seen, &chance, &world, policies)
    for i in range(max(count, 1)):
        board = world
        policies[seen.viewer] = own_policies[i]
        if count:
            lay(book, &board, candidates + i * KINDS)
        play_on(solver, book, &board, policies)
        results[2 * i] = settle_scores(book, &board, scores)
        results[2 * i + 1] = scores[seen.viewer]
