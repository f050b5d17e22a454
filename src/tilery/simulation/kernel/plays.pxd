# cython: cdivision=True
# The best play of a turn, by the solver's kernel. Openings that may use the table are searched as solver/problem.py
# does.

from libc.stdint cimport int64_t, uint8_t
from libc.stdlib cimport realloc
from libc.string cimport memcpy, memset

from tilery.simulation.kernel.board cimport NOBODY, Board
from tilery.simulation.kernel.book cimport Book
from tilery.solver.kernel.calls cimport solve_into
from tilery.solver.kernel.machine cimport now_ns
from tilery.solver.kernel.status cimport CUT_SHORT, FOUND, INFEASIBLE, SOLVED, TOO_LARGE
from tilery.solver.kernel.tiles cimport KINDS

cdef struct Part:                   # a part of the choices: bounds, and the best choice within them
    uint8_t least[KINDS]
    uint8_t most[KINDS]
    uint8_t played[KINDS]
    int64_t weight

cdef struct Solver:
    void* kernel
    int64_t deadline                # of the kernel's clock; 0: none
    int64_t solves
    int64_t most_solves             # playouts stop there
    int trouble                     # the worst status that was no answer
    int timed
    int64_t nanoseconds             # spent in the kernel, where that is measured
    Part* parts
    int room


cdef inline int ask(
    Solver* solver,
    Book* book,
    const uint8_t* must,
    const uint8_t* may,
    const int64_t* weight,
    int threshold,
    bint lies,
    uint8_t* played,
) noexcept nogil:
    """Whether the tiles can be packed, and what is played beyond those that must be.

    `lies`: those that must be laid are the table as it is, so nothing at all may be played.
    """
    cdef int64_t start = now_ns() if solver.timed else 0
    cdef int status = solve_into(
        solver.kernel, must, may, weight, book.mirror, threshold, lies, solver.deadline, played
    )
    solver.solves += 1
    if solver.timed:
        solver.nanoseconds += now_ns() - start
    if status == SOLVED:
        return True
    if status != INFEASIBLE and status != CUT_SHORT and status != FOUND:
        solver.trouble = max(solver.trouble, status)
    return False


cdef inline int contains_opening(Solver* solver, Book* book, const uint8_t* tiles) noexcept nogil:
    cdef uint8_t nothing[KINDS]
    cdef uint8_t played[KINDS]
    memset(nothing, 0, KINDS)
    return ask(solver, book, nothing, tiles, book.nothing, book.opening, False, played)


cdef inline int best_within(
    Solver* solver, Book* book, const uint8_t* table, const int64_t* weight, Part* part
) noexcept nogil:
    """The best choice within a part's bounds, without regard to an opening."""
    cdef uint8_t must[KINDS]
    cdef uint8_t may[KINDS]
    cdef int kind, forced = 0
    for kind in range(KINDS):
        must[kind] = table[kind] + part.least[kind]
        may[kind] = part.most[kind] - part.least[kind]
        forced |= part.least[kind]
    if not ask(solver, book, must, may, weight, 0, not forced, part.played):
        return False
    part.weight = 0
    for kind in range(KINDS):
        part.played[kind] += part.least[kind]
        part.weight += part.played[kind] * weight[kind]
    return True


cdef inline int push(
    Solver* solver, Book* book, const uint8_t* table, const int64_t* weight, Part* part, int count
) noexcept nogil:
    """Add a part if it may hold an opening; how many parts there are then."""
    cdef Part* grown
    if not contains_opening(solver, book, part.most) or not best_within(solver, book, table, weight, part):
        return count
    if count == solver.room:
        grown = <Part*>realloc(solver.parts, (2 * count + 16) * sizeof(Part))
        if grown == NULL:
            solver.trouble = max(solver.trouble, <int>TOO_LARGE)
            return count
        solver.parts = grown
        solver.room = 2 * count + 16
    solver.parts[count] = part[0]
    return count + 1


cdef inline int open_with_table(
    Solver* solver, Book* book, const uint8_t* table, const uint8_t* rack, const int64_t* weight, uint8_t* played
) noexcept nogil:
    """The best choice that also contains an opening by itself; see TurnProblem._opening_with_table."""
    cdef Part part
    cdef Part rest
    cdef int i, best, kind, count, done = 0
    memset(&part, 0, sizeof(Part))
    memcpy(part.most, rack, KINDS)
    count = push(solver, book, table, weight, &part, 0)
    while done < count:
        best = NOBODY
        for i in range(count):      # parts are few; the done ones have no tiles
            if solver.parts[i].weight >= 0 and (best == NOBODY or solver.parts[i].weight > solver.parts[best].weight):
                best = i
        if best == NOBODY:
            break
        part = solver.parts[best]
        solver.parts[best].weight = -1
        done += 1
        if contains_opening(solver, book, part.played):
            memcpy(played, part.played, KINDS)
            return True
        for kind in range(KINDS):
            if part.played[kind] < part.most[kind]:
                rest = part
                rest.least[kind] = part.played[kind] + 1
                count = push(solver, book, table, weight, &rest, count)
                part.most[kind] = part.played[kind]
    return False


cdef inline int best_choice(
    Solver* solver, Book* book, Board* board, const int64_t* weight, uint8_t* played
) noexcept nogil:
    """The best play of the seat to move; False, and no tiles, when nothing can be played."""
    cdef uint8_t nothing[KINDS]
    cdef int kind, found
    cdef const uint8_t* rack = board.racks[board.turn]
    if board.opened[board.turn]:
        found = ask(solver, book, board.table, rack, weight, 0, True, played)
    elif book.table_in_opening:
        found = open_with_table(solver, book, board.table, rack, weight, played)
    else:
        memset(nothing, 0, KINDS)
        found = ask(solver, book, nothing, rack, weight, book.opening, False, played)
    if not found:
        memset(played, 0, KINDS)
        return False
    for kind in range(KINDS):
        if played[kind]:
            return True
    return False
