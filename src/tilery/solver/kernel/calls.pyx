# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled solver: the best play on a position, by tile counts.

Tile kinds are numbers: ``13 * colour + number - 1`` for black, red, blue, yellow, then 52 to 55 for the regular,
double, colour-change and mirror joker.
"""

from libc.stdint cimport int64_t, uint8_t
from libc.string cimport memset

from cpython.ref cimport Py_DECREF, Py_INCREF

from tilery.solver.kernel.full.memory cimport Search, begin_search, free_search, trim_search
from tilery.solver.kernel.full.passes cimport solve_position
from tilery.solver.kernel.full.patterns cimport Patterns, list_patterns
from tilery.solver.kernel.job cimport BYTES_OF_A_TILE, SET_HEAD, Job, answered, count_played, interrupted, write_sets
from tilery.solver.kernel.laid cimport MOST_LAID, Laid
from tilery.solver.kernel.machine cimport fine_ns
from tilery.solver.kernel.plain.dominance cimport has_avx2
from tilery.solver.kernel.plain.memory cimport Plain, begin_plain, free_plain
from tilery.solver.kernel.plain.openings cimport solve_opening
from tilery.solver.kernel.plain.passes cimport solve_plain
from tilery.solver.kernel.plain.tiles cimport read_tiles
from tilery.solver.kernel.position cimport MOST_THRESHOLD, load_position
from tilery.solver.kernel.status cimport BROKEN, CUT_SHORT, FOUND, INFEASIBLE, REFUSED, SOLVED, TOO_LARGE
from tilery.solver.kernel.tiles cimport KINDS
from tilery.solver.kernel.tuning cimport IDLE_WORKSPACES

STATUSES = {
    "SOLVED": SOLVED,
    "INFEASIBLE": INFEASIBLE,
    "REFUSED": REFUSED,
    "CUT_SHORT": CUT_SHORT,
    "TOO_LARGE": TOO_LARGE,
    "BROKEN": BROKEN,
    "FOUND": FOUND,
}

cdef enum:
    SETS_ROOM = 2048        # bytes: at most 126 sets of two, and 378 tiles of three

cdef Patterns patterns
cdef bint patterns_listed = False
cdef list idle = []         # workspaces nobody uses; list.pop and list.append are atomic


cdef class Workspace:
    """The memory of one search, kept between calls."""

    cdef Search search
    cdef Plain plain
    cdef Laid laid[MOST_LAID]
    cdef Laid best_laid[MOST_LAID]
    cdef uint8_t sets[SETS_ROOM]

    def __cinit__(self):
        memset(&self.search, 0, sizeof(Search))
        memset(&self.plain, 0, sizeof(Plain))
        begin_search(&self.search)
        begin_plain(&self.plain)
        self.plain.states.four_at_once = self.plain.prices.at_once = has_avx2()
        self.search.job.laid = self.laid
        self.search.best_laid = self.best_laid

    def __dealloc__(self):
        free_plain(&self.plain)
        free_search(&self.search)


cdef Workspace take_workspace():
    try:
        return idle.pop()
    except IndexError:
        return Workspace()


cdef void give_back(Workspace workspace):
    trim_search(&workspace.search)
    if len(idle) < IDLE_WORKSPACES:
        idle.append(workspace)


cdef uint8_t[::1] cancel_flag(cancel):
    """The byte another thread sets to stop a search."""
    cdef uint8_t[::1] flag = cancel
    if flag is not None and flag.shape[0] < 1:
        raise ValueError("cancel needs at least one byte")
    return flag


cdef void need_patterns(Search* s) noexcept with gil:
    """List the full search's patterns when a position first needs them, not at import: most programs never do.

    Each workspace asks once, with the GIL, so that none looks at a table half filled by another thread.
    """
    global patterns_listed
    if not patterns_listed:
        list_patterns(&patterns)
        patterns_listed = True
    s.patterns = &patterns


cdef void solve_counts(
    Search* s,
    Plain* q,
    const uint8_t* must,
    const uint8_t* may,
    const int64_t* weights,
    int mirror,
    int threshold,
    bint lies,
    uint8_t* played,
) noexcept nogil:
    """Answer one question: first by the plain search, then, if that is not enough, by the full one."""
    cdef Job* job = &s.job
    cdef bint plain
    job.laid_count = 0
    job.played_known = False
    job.weight = 0
    job.lies = lies and not threshold
    job.status = SOLVED
    plain = 0 <= mirror <= 1 and 0 <= threshold <= MOST_THRESHOLD and read_tiles(q, must, may, weights)
    if not plain:
        job.status = load_position(&job.position, must, may, weights, mirror, threshold)
    if job.status == SOLVED and not interrupted(job):
        if not plain or not (solve_opening(job, q, threshold) if threshold else solve_plain(job, q)):
            if plain:
                load_position(&job.position, must, may, weights, mirror, threshold)     # which refuses no plain one
            job.played_known = False    # the plain search may have noted tiles before it gave up
            if s.patterns == NULL:
                need_patterns(s)
            solve_position(s)
    if not answered(job):
        job.laid_count = 0
        job.weight = 0
    count_played(job, must, may, played)


cdef tuple split_sets(const uint8_t* written, int size):
    """Each set by itself."""
    cdef list sets = []
    cdef int start = 0, end
    while start < size:
        end = start + SET_HEAD + BYTES_OF_A_TILE * written[start + 1]
        sets.append(written[start:end])
        start = end
    return tuple(sets)


def solve(
    const uint8_t[::1] must not None,
    const uint8_t[::1] may not None,
    const int64_t[::1] weights not None,
    int mirror=0,
    int threshold=0,
    int64_t deadline_ns=0,
    cancel=None,
    bint lies=False,
):
    """Solve one position: ``(status, weight, played, sets)``.

    ``lies`` says that the tiles that must be laid lie in legal sets already. Then only a play that gains something is
    searched for; where there is none ``played`` and ``sets`` are empty.

    ``played`` has 56 counts. Of ``sets`` each is its kind (0 group, 1 run), its number of tiles, and for each tile in
    its written order the tile's kind, the kind it covers and the second kind a double joker covers (255: none).
    """
    cdef Workspace workspace
    cdef Job* job
    cdef uint8_t played[KINDS]
    cdef int size = 0
    cdef uint8_t[::1] flag = cancel_flag(cancel)
    if must.shape[0] != KINDS or may.shape[0] != KINDS or weights.shape[0] != KINDS:
        raise ValueError("must, may and weights need 56 entries each")
    workspace = take_workspace()
    job = &workspace.search.job
    job.deadline = deadline_ns
    job.sets_wanted = True
    job.cancel = &flag[0] if flag is not None else NULL
    with nogil:
        solve_counts(
            &workspace.search, &workspace.plain, &must[0], &may[0], &weights[0], mirror, threshold, lies, played
        )
        if answered(job):
            size = write_sets(job, workspace.sets, SETS_ROOM)
    answer = (job.status, job.weight, played[:KINDS], split_sets(workspace.sets, size))
    give_back(workspace)
    return answer


def solve_many(
    const uint8_t[::1] must not None,
    const uint8_t[::1] may not None,
    const int64_t[::1] weights not None,
    uint8_t[::1] status not None,
    int64_t[::1] weight not None,
    uint8_t[::1] played not None,
    int mirror=0,
    int threshold=0,
    int64_t deadline_ns=0,
    int64_t[::1] nanoseconds=None,
    cancel=None,
    const uint8_t[::1] lies=None,
):
    """Solve many positions laid one after another, writing into the given buffers.

    ``weights`` holds 56 numbers for all positions or 56 for each; ``nanoseconds`` takes each position's own time;
    ``lies`` says of each what it says in :func:`solve`.
    """
    cdef Py_ssize_t n = status.shape[0], i, step
    cdef Workspace workspace
    cdef Search* s
    cdef Plain* q
    cdef int64_t start
    cdef int64_t* spent = NULL
    cdef uint8_t[::1] flag = cancel_flag(cancel)
    if weights.shape[0] == KINDS:
        step = 0
    elif weights.shape[0] == KINDS * n:
        step = KINDS
    else:
        raise ValueError("weights need 56 entries, or 56 for each position")
    if must.shape[0] != KINDS * n or may.shape[0] != KINDS * n or played.shape[0] != KINDS * n or weight.shape[0] != n:
        raise ValueError("must, may and played need 56 entries for each position, weight one")
    if nanoseconds is not None:
        if nanoseconds.shape[0] != n:
            raise ValueError("nanoseconds need one entry for each position")
        if n:
            spent = &nanoseconds[0]
    if lies is not None and lies.shape[0] != n:
        raise ValueError("lies needs one entry for each position")
    workspace = take_workspace()
    s = &workspace.search
    q = &workspace.plain
    s.job.deadline = deadline_ns
    s.job.sets_wanted = False
    s.job.cancel = &flag[0] if flag is not None else NULL
    with nogil:
        for i in range(n):
            start = fine_ns() if spent != NULL else 0
            solve_counts(
                s,
                q,
                &must[KINDS * i],
                &may[KINDS * i],
                &weights[step * i],
                mirror,
                threshold,
                lies is not None and lies[i],
                &played[KINDS * i],
            )
            status[i] = s.job.status
            weight[i] = s.job.weight
            if spent != NULL:
                spent[i] = fine_ns() - start
    give_back(workspace)


# For other compiled modules, declared in calls.pxd.

cdef void* open_solver() except NULL:
    """A workspace of one's own, until it is closed."""
    workspace = take_workspace()
    Py_INCREF(workspace)
    return <void*>workspace


cdef void close_solver(void* solver):
    workspace = <Workspace>solver
    Py_DECREF(workspace)
    give_back(workspace)


cdef int solve_into(
    void* solver,
    const uint8_t* must,
    const uint8_t* may,
    const int64_t* weights,
    int mirror,
    int threshold,
    bint lies,
    int64_t deadline_ns,
    uint8_t* played,
) noexcept nogil:
    """Solve one position: the status, and the tiles played."""
    cdef Search* s = &(<Workspace>solver).search
    cdef Plain* q = &(<Workspace>solver).plain
    s.job.deadline = deadline_ns
    s.job.cancel = NULL
    s.job.sets_wanted = False
    solve_counts(s, q, must, may, weights, mirror, threshold, lies, played)
    return s.job.status
