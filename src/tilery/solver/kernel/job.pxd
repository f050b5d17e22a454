# cython: cdivision=True
# One question to the kernel and its answer, whichever of the searches finds it.

from libc.stdint cimport int64_t, uint8_t
from libc.string cimport memcpy, memset

from tilery.solver.kernel.laid cimport GROUP, MOST_LAID, RUN, Laid
from tilery.solver.kernel.machine cimport now_ns
from tilery.solver.kernel.position cimport Position
from tilery.solver.kernel.status cimport BROKEN, CUT_SHORT, FOUND, SOLVED
from tilery.solver.kernel.tiles cimport KINDS, MIRROR, NATURALS, NOTHING, NUMBERS, kind_of
from tilery.solver.kernel.tuning cimport WORK_BETWEEN_CHECKS

cdef enum:
    SET_HEAD = 2                # bytes of a set as it is written: its kind and its number of tiles
    BYTES_OF_A_TILE = 3

cdef struct Job:
    Position position
    bint sets_wanted            # else the tiles played are enough
    bint lies                   # the tiles that must be laid lie in sets already: to play nothing is an answer
    # when to stop
    int64_t deadline
    volatile uint8_t* cancel
    int until_check             # work left before the next look at the clock
    # the answer
    int status
    int64_t weight
    bint played_known           # without sets
    uint8_t played[KINDS]
    Laid* laid
    int laid_count


cdef inline bint interrupted(Job* job) noexcept nogil:
    job.until_check = WORK_BETWEEN_CHECKS
    if job.cancel != NULL and job.cancel[0]:
        job.status = CUT_SHORT
    elif job.deadline and now_ns() > job.deadline:
        job.status = CUT_SHORT
    return job.status != SOLVED


cdef inline bint answered(const Job* job) noexcept nogil:
    return job.status == SOLVED or job.status == FOUND


cdef inline void answer_nothing(Job* job) noexcept nogil:
    """Everything stays as it lies."""
    memset(job.played, 0, KINDS)
    job.played_known = True
    job.laid_count = 0
    job.weight = 0


cdef inline Laid* new_laid(Job* job, int kind, int colour, int number) noexcept nogil:
    """One more set."""
    cdef Laid* laid = &job.laid[job.laid_count]
    if job.laid_count < MOST_LAID - 1:
        job.laid_count += 1
    else:
        job.status = BROKEN
    memset(laid, 0, sizeof(Laid))
    laid.kind = kind
    laid.colour = colour
    laid.first = number
    laid.last = number
    laid.open = kind == RUN
    laid.passed = number
    return laid


cdef inline void count_played(Job* job, const uint8_t* must, const uint8_t* may, uint8_t* played) noexcept nogil:
    """The tiles played beyond those that must be; sets that do not add up to what was given are our own fault."""
    cdef int i, half, k, kind
    cdef bint wrong = False
    cdef Laid* laid
    if answered(job) and job.played_known:
        memcpy(played, job.played, KINDS)
        return
    memset(played, 0, KINDS)
    if not answered(job):
        return
    for i in range(job.laid_count):
        laid = &job.laid[i]
        played[NATURALS + MIRROR] += laid.mirrored
        for half in range(2):
            for k in range(laid.count[half]):
                played[laid.tile[half][k]] += 1
    for kind in range(KINDS):
        wrong |= (played[kind] < must[kind]) | (played[kind] > must[kind] + may[kind])
        played[kind] -= must[kind]
    if wrong:
        job.status = BROKEN
        job.weight = 0
        memset(played, 0, KINDS)


cdef inline void write_tile(uint8_t* out, int* size, int tile, int cover, int second) noexcept nogil:
    out[size[0]] = tile
    out[size[0] + 1] = cover
    out[size[0] + 2] = second
    size[0] += BYTES_OF_A_TILE


cdef inline int write_sets(Job* job, uint8_t* out, int room) noexcept nogil:
    """Write every set as kind, tile count, and three bytes a tile; the bytes written."""
    cdef int i, k, size = 0, tiles, middle
    cdef Laid* laid
    for i in range(job.laid_count):
        laid = &job.laid[i]
        tiles = laid.count[0] + laid.count[1] + laid.mirrored
        if size + SET_HEAD + BYTES_OF_A_TILE * tiles > room:
            job.status = BROKEN
            return 0
        out[size] = laid.kind
        if laid.mirrored and job.position.mirror and laid.last == NUMBERS:
            out[size] = GROUP           # a half of one 13: only a group's mirror joker has a number there
        out[size + 1] = tiles
        size += SET_HEAD
        for k in range(laid.count[0]):
            write_tile(out, &size, laid.tile[0][k], laid.cover[0][k], laid.second[0][k])
        if laid.mirrored:
            middle = NOTHING
            if job.position.mirror:
                if laid.kind == GROUP:
                    middle = laid.cover[0][0]
                else:
                    middle = kind_of(laid.colour, min(laid.last + 1, <int>NUMBERS))
            write_tile(out, &size, NATURALS + MIRROR, middle, NOTHING)
            for k in range(laid.count[1] - 1, -1, -1):
                write_tile(out, &size, laid.tile[1][k], laid.cover[1][k], laid.second[1][k])
    return size
