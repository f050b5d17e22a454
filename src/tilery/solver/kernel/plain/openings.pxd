# cython: cdivision=True
# Openings: plays that must be worth something.
#
# What the sets are worth is no part of a plain state. But the best play is often worth enough anyway, or nothing is: a
# joker is worth what it stands for in the sets found, and no more than the highest number it could stand for.

from tilery.solver.kernel.job cimport Job, answered
from tilery.solver.kernel.plain.memory cimport Plain
from tilery.solver.kernel.plain.passes cimport solve_plain
from tilery.solver.kernel.plain.tiles cimport drop_useless, in_groups, in_runs
from tilery.solver.kernel.status cimport CUT_SHORT, INFEASIBLE, SOLVED
from tilery.solver.kernel.tiles cimport COLOURS, NATURALS, NUMBERS, REGULAR, kind_of


cdef inline int value_of(const Plain* q, bint all_tiles) noexcept nogil:
    """What the natural tiles are worth: those that must be laid, or all that fit somewhere."""
    cdef int c, number, value = 0
    for c in range(COLOURS):
        for number in range(1, NUMBERS + 1):
            value += number * (q.most[c][number] if all_tiles else q.must[c][number])
    return value


cdef inline bint weighs_nothing(const Plain* q) noexcept nogil:
    """Every play is as good as any other."""
    cdef int c, number
    for c in range(COLOURS):
        for number in range(1, NUMBERS + 1):
            if q.may[c][number] and q.weight[kind_of(c, number)]:
                return False
    return q.jokers == q.must_jokers or q.weight[NATURALS + REGULAR] == 0


cdef inline int value_laid(const Job* job, const Plain* q) noexcept nogil:
    """What the tiles of an answer are worth; without jokers its sets need not have been built."""
    cdef int i, k, kind, value = 0
    if job.played_known:
        value = value_of(q, False)
        for kind in range(NATURALS):
            value += job.played[kind] * (kind % NUMBERS + 1)
        return value
    for i in range(job.laid_count):
        for k in range(job.laid[i].count[0]):
            value += job.laid[i].cover[0][k] % NUMBERS + 1
    return value


cdef inline int most_for_jokers(const Plain* q) noexcept nogil:
    """What the jokers are worth at the most: a single one has its place among two tiles."""
    cdef int c, number = NUMBERS, places = in_groups(q.present, 1)
    if q.jokers != 1:
        return NUMBERS * q.jokers
    for c in range(COLOURS):
        places |= in_runs(q.present[c], 1)
    while number and not places >> number & 1:
        number -= 1
    return number


cdef inline bint find_opening(Job* job, Plain* q, int threshold) noexcept nogil:
    cdef int jokers_worth
    cdef bint idle
    drop_useless(q)
    jokers_worth = most_for_jokers(q)
    if value_of(q, True) + jokers_worth < threshold:
        job.status = INFEASIBLE
        return True
    idle = weighs_nothing(q)
    if not idle and solve_plain(job, q) and answered(job) and value_laid(job, q) >= threshold:
        return True
    if job.status == SOLVED:
        q.weight = q.values
        job.played_known = False
        if not solve_plain(job, q):
            return False
        if job.status == SOLVED:
            if value_of(q, False) + job.weight + jokers_worth < threshold:
                job.status = INFEASIBLE
                return True
            job.weight = 0
            return idle and value_laid(job, q) >= threshold
    job.status = CUT_SHORT          # what was found, if anything, is not worth enough
    return True


cdef inline bint solve_opening(Job* job, Plain* q, int threshold) noexcept nogil:
    """Find the best play worth enough among the tiles that were read; False when the full search has to.

    Jokers are worth something only in sets, so these are built even where nobody wants them.
    """
    cdef bint wanted = job.sets_wanted, found
    job.sets_wanted = wanted or q.jokers > 0
    found = find_opening(job, q, threshold)
    job.sets_wanted = wanted
    return found
