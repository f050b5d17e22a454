# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Whole games on tile counts, compiled.

Where jokers move freely, how the table is arranged does not matter: a game is the counts of its tiles, and every turn
is one question to the solver's kernel. Kinds are numbered as there.
"""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memset

from tilery.simulation.kernel.board cimport GOING_ON, NOBODY, Board, lay, left_in_pool, settle_scores
from tilery.simulation.kernel.book cimport SEATS, Book, load_book
from tilery.simulation.kernel.chance cimport Chance, seed_chance
from tilery.simulation.kernel.deal cimport deal
from tilery.simulation.kernel.plays cimport Solver
from tilery.simulation.kernel.policies cimport choose
from tilery.simulation.kernel.worlds cimport SEEN_NUMBERS, SHARED_NUMBERS, Seen, load_seen, play_world
from tilery.solver.kernel.calls cimport close_solver, open_solver
from tilery.solver.kernel.machine cimport now_ns
from tilery.solver.kernel.tiles cimport JOKERS, KINDS, NATURALS

from tilery.errors import TileryError
from tilery.solver.status import trouble

cdef enum:
    GAME_NUMBERS = 5        # winner, starter, ended, turns, left in the pool
    SEAT_NUMBERS = 11       # score, tiles left, own turns before it opened (-1: never), jokers dealt and drawn by kind


cdef class Games:
    """Games of one set of rules and number of seats, for one thread at a time; a second one is refused."""

    cdef Book book
    cdef Solver solver
    cdef bint busy

    def __cinit__(self, int seats, dict numbers, const uint8_t[::1] order not None, const int64_t[::1] weight not None):
        memset(&self.solver, 0, sizeof(Solver))
        load_book(&self.book, seats, numbers, order, weight)
        self.solver.kernel = open_solver()

    def __dealloc__(self):
        if self.solver.kernel != NULL:
            close_solver(self.solver.kernel)
        free(self.solver.parts)

    @property
    def solves(self):
        """How many questions the kernel has answered so far."""
        return self.solver.solves

    def time_kernel(self):
        """From now on measure how long the kernel takes."""
        self.solver.timed = True

    @property
    def kernel_seconds(self):
        """How long the kernel has taken since that was asked for."""
        return self.solver.nanoseconds / 1e9

    cdef int begin(self) except -1:
        """Take the solver, whose memory is for one question at a time."""
        if self.busy:
            raise TileryError("busy", "another thread is using this simulation: each needs one of its own")
        self.busy = True
        return 0

    cdef int finish(self) except -1:
        """Give the solver back; complain where a question had no answer and was taken for nothing to play."""
        cdef int status = self.solver.trouble
        self.busy = False
        self.solver.trouble = 0
        if status:
            raise trouble(status)
        return 0

    cdef int read_policies(self, policies, int* into) except -1:
        cdef int seat
        if len(policies) != self.book.seats:
            raise ValueError("one policy for each seat")
        for seat in range(self.book.seats):
            into[seat] = policies[seat]
        return 0

    def play(self, uint64_t seed, uint64_t first, policies, int16_t[::1] rows not None):
        """Play games from the deal to the end, one for each row."""
        cdef int by_seat[SEATS]
        cdef int width = GAME_NUMBERS + SEAT_NUMBERS * self.book.seats
        cdef Py_ssize_t i, count = rows.shape[0] // width
        self.read_policies(policies, by_seat)
        self.begin()
        with nogil:
            for i in range(count):
                play_game(&self.solver, &self.book, seed, first + <uint64_t>i, by_seat, &rows[i * width])
        self.finish()

    def moves(self, uint64_t seed, uint64_t number, policies):
        """One game move by move: the tiles in their dealt order, who starts, and the counts laid in each turn."""
        cdef int by_seat[SEATS]
        cdef uint8_t played[KINDS]
        cdef Chance chance
        cdef Board board
        self.read_policies(policies, by_seat)
        seed_chance(&chance, seed, number)
        deal(&chance, &self.book, &board)
        laid = []
        self.begin()
        try:
            while board.ended == GOING_ON:
                choose(&self.solver, &self.book, &board, by_seat[board.turn], played)
                laid.append(played[:KINDS])
                lay(&self.book, &board, played)
        finally:
            self.finish()
        return board.pool[:self.book.tiles], board.starter, laid

    def evaluate(
        self,
        const uint8_t[::1] position not None,
        const uint8_t[::1] candidates not None,
        const int[::1] policies not None,
        const uint8_t[::1] stuck not None,
        const int[::1] numbers not None,
        uint64_t seed,
        int first,
        int worlds,
        int16_t[::1] results not None,
        int64_t most_solves,
        int64_t budget_ns=0,
    ):
        """Play every candidate out in the same worlds, the seat itself by the policy that goes with the candidate; see
        :mod:`tilery.simulation.games` for the layout.

        Writes the winner and the score of the seat that sees the position for each world and candidate, and says how
        many worlds were played. Without candidates the game is played on from where it stands.
        """
        cdef Seen seen
        cdef Py_ssize_t n = candidates.shape[0] // KINDS
        cdef Py_ssize_t step = 2 * max(n, 1)
        cdef const uint8_t* laid = &candidates[0] if n else NULL
        cdef int done = 0
        if position.shape[0] != 3 * KINDS or stuck.shape[0] != KINDS * self.book.seats:
            raise ValueError("table, rack and unseen tiles; a table for each seat")
        if policies.shape[0] != max(n, 1):
            raise ValueError("a policy for each candidate, or one")
        if results.shape[0] < step * worlds:
            raise ValueError("two results for each playout")
        if numbers.shape[0] != SHARED_NUMBERS + SEEN_NUMBERS * self.book.seats:
            raise ValueError("numbers of the position, and of each seat")
        if not load_seen(&self.book, &seen, &position[0], &stuck[0], &numbers[0]):
            raise ValueError("the unseen tiles are not as many as the racks and the pool hold")
        self.begin()
        self.solver.deadline = now_ns() + budget_ns if budget_ns else 0
        self.solver.most_solves = most_solves
        with nogil:
            while done < worlds:
                play_world(
                    &self.solver, &self.book, &seen, seed, first + done, laid, &policies[0], n, &results[step * done]
                )
                if self.solver.solves >= most_solves or (self.solver.deadline and now_ns() > self.solver.deadline):
                    break       # and leave out this world, which was cut short
                done += 1
        self.solver.deadline = 0
        self.finish()
        return done


cdef void play_game(
    Solver* solver, Book* book, uint64_t seed, uint64_t number, const int* policies, int16_t* row
) noexcept nogil:
    """One game from the deal to the end, and its numbers."""
    cdef Chance chance
    cdef Board board
    cdef uint8_t played[KINDS]
    cdef int64_t scores[SEATS]
    cdef int opened_after[SEATS]
    cdef int seat, joker, before
    cdef int16_t* own
    seed_chance(&chance, seed, number)
    deal(&chance, book, &board)
    for seat in range(book.seats):
        own = row + GAME_NUMBERS + seat * SEAT_NUMBERS
        opened_after[seat] = NOBODY
        for joker in range(JOKERS):
            own[3 + joker] = board.racks[seat][NATURALS + joker]
            own[3 + JOKERS + joker] = 0
    while board.ended == GOING_ON:
        seat = board.turn
        own = row + GAME_NUMBERS + seat * SEAT_NUMBERS
        before = board.drawn
        choose(solver, book, &board, policies[seat], played)
        lay(book, &board, played)
        if board.opened[seat] and opened_after[seat] == NOBODY:
            opened_after[seat] = (board.turns - 1) // book.seats
        if board.drawn > before and board.pool[before] >= NATURALS:
            own[3 + JOKERS + board.pool[before] - NATURALS] += 1
    row[0] = settle_scores(book, &board, scores)
    row[1] = board.starter
    row[2] = board.ended
    row[3] = board.turns
    row[4] = left_in_pool(&board)
    for seat in range(book.seats):
        own = row + GAME_NUMBERS + seat * SEAT_NUMBERS
        own[0] = scores[seat]
        own[1] = board.held[seat]
        own[2] = opened_after[seat]
