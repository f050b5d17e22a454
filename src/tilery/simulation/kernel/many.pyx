# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Many games side by side on tile counts, a turn of each at a time: whoever calls says what is played."""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcmp, memcpy, memset

from tilery.simulation.kernel.board cimport GOING_ON, Board, lay, left_in_pool, settle_scores
from tilery.simulation.kernel.book cimport SEATS, Book, load_book
from tilery.simulation.kernel.chance cimport Chance, seed_chance
from tilery.simulation.kernel.deal cimport deal
from tilery.simulation.kernel.plays cimport Solver, ask, best_choice, contains_opening
from tilery.solver.kernel.calls cimport close_solver, open_solver
from tilery.solver.kernel.tiles cimport KINDS

from tilery.errors import TileryError
from tilery.solver.status import trouble

cdef enum:              # an observation: see tilery.env.encoding.FIELDS, which is checked to be the same
    RACK = 0
    TABLE = KINDS
    SEATED = 4 * KINDS  # what jokers stand for and a tile just drawn are not known here, and 0
    HELD = SEATED + SEATS
    OPENED = HELD + SEATS
    RESIGNED = OPENED + SEATS
    STARTS = RESIGNED + SEATS
    LAST = STARTS + SEATS
    POOL = LAST + SEATS
    PASSES = POOL + 1
    TO_MOVE = PASSES + 1
    OVER = TO_MOVE + 1
    SEEN = OVER + 1

cdef enum:
    MOST_OFFERS = 16    # rows of best plays that are remembered until the next step

OBSERVED = SEEN


cdef class Many:
    """Games of one set of rules and number of seats, for one thread at a time; a second one is refused."""

    cdef Book book
    cdef Solver solver
    cdef Board* boards
    cdef Py_ssize_t games
    cdef uint64_t seed
    cdef uint64_t dealt         # games dealt so far: the number of the next one
    cdef uint8_t* offers        # the best plays last asked for: whoever plays one of them needn't be checked
    cdef Py_ssize_t offered     # rows of them for each game
    cdef bint busy

    def __cinit__(
        self,
        int seats,
        dict numbers,
        const uint8_t[::1] order not None,
        const int64_t[::1] weight not None,
        Py_ssize_t games,
    ):
        memset(&self.solver, 0, sizeof(Solver))
        load_book(&self.book, seats, numbers, order, weight)
        self.games = games
        self.boards = <Board*>calloc(games, sizeof(Board))
        if self.boards == NULL:
            raise MemoryError
        self.solver.kernel = open_solver()

    def __dealloc__(self):
        if self.solver.kernel != NULL:
            close_solver(self.solver.kernel)
        free(self.solver.parts)
        free(self.boards)
        free(self.offers)

    cdef int begin(self) except -1:
        if self.busy:
            raise TileryError("busy", "another thread is using these games: each needs some of its own")
        self.busy = True
        return 0

    cdef int finish(self) except -1:
        """Complain where a question had no answer and was taken for nothing to play."""
        cdef int status = self.solver.trouble
        self.busy = False
        self.solver.trouble = 0
        if status:
            raise trouble(status)
        return 0

    cdef void deal_next(self, Board* board) noexcept nogil:
        cdef Chance chance
        seed_chance(&chance, self.seed, self.dealt)
        self.dealt += 1
        deal(&chance, &self.book, board)

    def reset(self, uint64_t seed, uint64_t first):
        """Deal every game anew, from this number of a seed on."""
        cdef Py_ssize_t i
        self.begin()
        self.offered = 0
        self.seed = seed
        self.dealt = first
        with nogil:
            for i in range(self.games):
                self.deal_next(&self.boards[i])
        self.finish()

    def observe(self, uint8_t[::1] seen not None):
        """What the seat to move sees of each game."""
        cdef Py_ssize_t i
        if seen.shape[0] != self.games * SEEN:
            raise ValueError("an observation for each game")
        self.begin()
        with nogil:
            for i in range(self.games):
                observe_board(&self.book, &self.boards[i], &seen[i * SEEN])
        self.finish()

    def turns(self, uint8_t[::1] seats not None):
        """Which seat is to move in each game."""
        cdef Py_ssize_t i
        if seats.shape[0] != self.games:
            raise ValueError("a seat for each game")
        for i in range(self.games):
            seats[i] = self.boards[i].turn

    def best(self, const int64_t[::1] weights, uint8_t[::1] played not None):
        """The best play of each game by rows of weights, shared by all games: by each row one after the other.

        Without weights it is the one of most tiles. Before the opening, rows of weights ask for sets from the rack
        alone.
        """
        cdef Py_ssize_t i, row, rows = 1 if weights is None else weights.shape[0] // KINDS
        cdef const int64_t* weight = NULL if weights is None else &weights[0]
        if played.shape[0] != self.games * rows * KINDS or (weights is not None and weights.shape[0] != rows * KINDS):
            raise ValueError("56 weights a row, 56 counts for each game and row")
        self.begin()
        with nogil:
            for i in range(self.games):
                for row in range(rows):
                    if weight == NULL:
                        best_choice(&self.solver, &self.book, &self.boards[i], self.book.weight, &played[i * KINDS])
                    else:
                        weighed(&self.solver, &self.book, &self.boards[i], weight + row * KINDS,
                                &played[(i * rows + row) * KINDS])
            self.remember(&played[0], rows)
        self.finish()

    cdef void remember(self, const uint8_t* played, Py_ssize_t rows) noexcept nogil:
        """Note the best plays, the first of many rows; without memory for them none."""
        cdef Py_ssize_t i, kept = min(rows, <Py_ssize_t>MOST_OFFERS)
        cdef uint8_t* offers = <uint8_t*>realloc(self.offers, max(self.games * kept, <Py_ssize_t>1) * KINDS)
        self.offered = 0
        if offers == NULL:
            return
        self.offers = offers
        self.offered = kept
        for i in range(self.games):
            memcpy(offers + i * kept * KINDS, played + i * rows * KINDS, kept * KINDS)

    cdef bint is_offered(self, Py_ssize_t game, const uint8_t* wanted) noexcept nogil:
        cdef Py_ssize_t row
        for row in range(game * self.offered, (game + 1) * self.offered):
            if memcmp(self.offers + row * KINDS, wanted, KINDS) == 0:
                return True
        return False

    def step(
        self,
        const uint8_t[::1] played not None,
        int16_t[::1] scores not None,
        uint8_t[::1] done not None,
        uint8_t[::1] faults not None,
    ):
        """Lay these tiles in each game, or draw; a game that ends gives its scores and is followed by the next.

        ``done`` is 0, or 1 more than the winner. Tiles that cannot be played are a fault, and the seat draws.
        """
        cdef Py_ssize_t i
        cdef int seat, seats = self.book.seats
        cdef int64_t own[SEATS]
        cdef uint8_t nothing[KINDS]
        cdef const uint8_t* wanted
        cdef Board* board
        if played.shape[0] != self.games * KINDS or scores.shape[0] != self.games * seats:
            raise ValueError("56 counts for each game, a score for each seat of each")
        if done.shape[0] != self.games or faults.shape[0] != self.games:
            raise ValueError("one flag for each game")
        memset(nothing, 0, KINDS)
        self.begin()
        with nogil:
            for i in range(self.games):
                board = &self.boards[i]
                wanted = &played[i * KINDS]
                faults[i] = not (
                    self.is_offered(i, wanted) or may_lay(&self.solver, &self.book, board, wanted)
                )
                if faults[i]:
                    wanted = nothing
                lay(&self.book, board, wanted)
                done[i] = board.ended != GOING_ON
                if done[i]:
                    done[i] = 1 + settle_scores(&self.book, board, own)
                    for seat in range(seats):
                        scores[i * seats + seat] = own[seat]
                    self.deal_next(board)
                else:
                    memset(&scores[i * seats], 0, seats * sizeof(int16_t))
        self.offered = 0
        self.finish()


cdef void observe_board(Book* book, Board* board, uint8_t* seen) noexcept nogil:
    cdef int step, seat, seats = book.seats
    memset(seen, 0, SEEN)
    memcpy(seen + RACK, board.racks[board.turn], KINDS)
    memcpy(seen + TABLE, board.table, KINDS)
    for step in range(seats):
        seat = (board.turn + step) % seats
        seen[SEATED + step] = 1
        seen[HELD + step] = board.held[seat]
        seen[OPENED + step] = board.opened[seat]
        seen[RESIGNED + step] = board.resigned[seat]
        seen[STARTS + step] = seat == board.starter
        seen[LAST + step] = seat == board.last
    seen[POOL] = left_in_pool(board)
    seen[PASSES] = board.passes
    seen[TO_MOVE] = True


cdef void weighed(
    Solver* solver, Book* book, Board* board, const int64_t* weight, uint8_t* played
) noexcept nogil:
    """The best play by any weights, negative ones too; no tiles when none is better than some."""
    cdef uint8_t nothing[KINDS]
    cdef int threshold = 0
    cdef const uint8_t* lying = board.table
    if not board.opened[board.turn]:
        memset(nothing, 0, KINDS)
        lying = nothing
        threshold = book.opening
    if not ask(solver, book, lying, board.racks[board.turn], weight, threshold, board.opened[board.turn], played):
        memset(played, 0, KINDS)


cdef int may_lay(Solver* solver, Book* book, Board* board, const uint8_t* played) noexcept nogil:
    """Whether the seat to move may play exactly these tiles; none is drawing, or passing."""
    cdef uint8_t must[KINDS]
    cdef uint8_t nothing[KINDS]
    cdef uint8_t found[KINDS]
    cdef int kind, count = 0, opened = board.opened[board.turn]
    for kind in range(KINDS):
        if played[kind] > board.racks[board.turn][kind]:
            return False
        count += played[kind]
        must[kind] = played[kind]
        if opened or book.table_in_opening:
            must[kind] += board.table[kind]
    if not count:
        return True
    memset(nothing, 0, KINDS)
    if opened or not book.table_in_opening:
        return ask(solver, book, must, nothing, book.nothing, 0 if opened else book.opening, False, found)
    return contains_opening(solver, book, played) and ask(solver, book, must, nothing, book.nothing, 0, False, found)
