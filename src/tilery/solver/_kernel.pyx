# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled solver: the best play on a position, by tile counts.

Tile kinds are numbers: ``13 * colour + number - 1`` for black, red, blue, yellow, then 52 to 55 for the regular, double,
colour-change and mirror joker.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, qsort, realloc
from libc.string cimport memcmp, memcpy, memset

from cpython.ref cimport Py_DECREF, Py_INCREF

cdef extern from *:
    """
    #define LOW_GUARDS 0x0042108421084210ULL
    #define HIGH_GUARDS 0x0492108421084210ULL
    #define LOW_JOKER_GUARD (16ULL << 50)
    #define HIGH_JOKER_GUARDS (4ULL << 50 | 4ULL << 53 | 4ULL << 56)
    #define LOW_CHECKED (LOW_GUARDS | 0xFFULL << 55)
    #define HIGH_CHECKED (HIGH_GUARDS | 3ULL << 59)
    #define EXTRA_GUARDS 0x0000000924924924ULL
    #define EXTRA_CHECKED (EXTRA_GUARDS | 0x0FFFFFF000000000ULL)
    #define INVALID (1ULL << 63)
    #define ACCOUNT_GUARDS 0x0000800080008000ULL
    #define SPREAD 0x9E3779B97F4A7C15ULL    /* the golden ratio: scatters bits for hashing */
    #define MOST_WEIGHT (1LL << 40)
    #define NO_FLOOR (-(1LL << 62))

    #ifdef _MSC_VER
    #include <intrin.h>
    static int lowest_bit(uint64_t bits) { unsigned long place; _BitScanForward64(&place, bits); return (int)place; }
    #else
    #define lowest_bit __builtin_ctzll
    #endif

    #ifdef _WIN32
    #include <windows.h>
    static int64_t now_ns(void) { return (int64_t)GetTickCount64() * 1000000; }
    static int64_t fine_ns(void) {
        LARGE_INTEGER ticks, rate;
        QueryPerformanceCounter(&ticks);
        QueryPerformanceFrequency(&rate);
        return (int64_t)((double)ticks.QuadPart * 1e9 / (double)rate.QuadPart);
    }
    #else
    #include <time.h>
    static int64_t now_ns(void) {
        struct timespec t;
        clock_gettime(CLOCK_MONOTONIC, &t);
        return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
    }
    #define fine_ns now_ns
    #endif
    """
    const uint64_t LOW_GUARDS
    const uint64_t HIGH_GUARDS
    const uint64_t LOW_CHECKED
    const uint64_t HIGH_CHECKED
    const uint64_t EXTRA_GUARDS
    const uint64_t EXTRA_CHECKED
    const uint64_t LOW_JOKER_GUARD
    const uint64_t HIGH_JOKER_GUARDS
    const uint64_t INVALID
    const uint64_t ACCOUNT_GUARDS
    const uint64_t SPREAD
    const int64_t MOST_WEIGHT
    const int64_t NO_FLOOR
    int lowest_bit(uint64_t bits) noexcept nogil
    int64_t now_ns() noexcept nogil       # the clock of time.monotonic_ns
    int64_t fine_ns() noexcept nogil

cdef enum:
    SOLVED = 0
    INFEASIBLE = 1
    REFUSED = 2
    CUT_SHORT = 3
    TOO_LARGE = 4
    BROKEN = 5
    FOUND = 6               # cut short, with the best found until then
    MOST_OPTIONS = 1 << 20
    MOST_STATES = 1 << 22
    KEPT_STATES = 1 << 18       # an idle workspace holds no more than this
    WORK_BETWEEN_CHECKS = 4096
    STATES_BETWEEN_CHECKS = 128
    FIRST_WIDTH = 40
    CROWDED_WIDTH = 10          # of the first pass once it has had to leave out states
    MIDDLE_WIDTH = 64           # only where the first passes had MUCH_WORK: a wider one is dear there without a good floor
    SECOND_WIDTH = 512
    MUCH_WORK = 1800
    MANY_SPECIAL = 4
    STATES_BEFORE_BOUNDS = 300
    SETS_ROOM = 2048

cdef struct Search
cdef struct Laid
cdef struct Plain

include "_kernel_position.pxi"
include "_kernel_options.pxi"
include "_kernel_bounds.pxi"
include "_kernel_states.pxi"
include "_kernel_moves.pxi"
include "_kernel_lanes.pxi"
include "_kernel_search.pxi"
include "_kernel_sets.pxi"
include "_kernel_turn.pxi"
include "_kernel_shapes.pxi"
include "_kernel_plain_options.pxi"
include "_kernel_plain_states.pxi"
include "_kernel_plain.pxi"
include "_kernel_plain_tiles.pxi"
include "_kernel_plain_sets.pxi"


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
        self.search.plain_search = &self.plain
        self.search.laid = self.laid
        self.search.best_laid = self.best_laid

    def __dealloc__(self):
        free_plain(&self.plain)
        free(self.search.options)
        free(self.search.states)
        free(self.search.scores)
        free(self.search.kept_options)

    cdef void trim(self) noexcept:
        if self.search.state_room > KEPT_STATES:
            free(self.search.states)
            self.search.states = NULL
            self.search.state_room = 0


list_shapes()
order_chains()
cdef bint patterns_listed = False
cdef list idle = []     # workspaces nobody uses; list.pop and list.append are atomic


cdef Workspace take_workspace():
    try:
        return idle.pop()
    except IndexError:
        return Workspace()


cdef void give_back(Workspace workspace):
    workspace.trim()
    if len(idle) < 8:
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
        list_patterns()
        patterns_listed = True
    s.plain_search.patterns_listed = True


cdef bint answered(Search* s) noexcept nogil:
    return s.status == SOLVED or s.status == FOUND


cdef void solve_counts(
    Search* s, const uint8_t* must, const uint8_t* may, const int64_t* weights, int mirror, int threshold
) noexcept nogil:
    s.laid_count = 0
    s.played_known = False
    s.weight = 0
    s.status = load_position(&s.position, must, may, weights, mirror, threshold)
    if s.status == SOLVED and not interrupted(s) and not solve_plain(s, s.plain_search):
        if not s.plain_search.patterns_listed:
            need_patterns(s)
        solve_position(s)
    if not answered(s):
        s.laid_count = 0
        s.weight = 0


cdef void count_played(Search* s, const uint8_t* must, uint8_t* played) noexcept nogil:
    cdef int i, half, k, kind
    cdef Laid* laid
    if answered(s) and s.played_known:
        memcpy(played, s.played, KINDS)
        return
    memset(played, 0, KINDS)
    if not answered(s):
        return
    for i in range(s.laid_count):
        laid = &s.laid[i]
        played[NATURALS + MIRROR] += laid.mirrored
        for half in range(2):
            for k in range(laid.count[half]):
                played[laid.tile[half][k]] += 1
    for kind in range(KINDS):
        played[kind] -= must[kind]


def solve(
    const uint8_t[::1] must not None,
    const uint8_t[::1] may not None,
    const int64_t[::1] weights not None,
    int mirror=0,
    int threshold=0,
    int64_t deadline_ns=0,
    cancel=None,
):
    """Solve one position: ``(status, weight, played, sets)``.

    ``played`` has 56 counts. ``sets`` lists the sets one after another: kind (0 group, 1 run), number of tiles, and for each
    tile in its written order the tile's kind, the kind it covers and the second kind a double joker covers (255: none).
    """
    cdef Workspace workspace
    cdef Search* s
    cdef uint8_t played[KINDS]
    cdef int size = 0
    cdef uint8_t[::1] flag = cancel_flag(cancel)
    if must.shape[0] != KINDS or may.shape[0] != KINDS or weights.shape[0] != KINDS:
        raise ValueError("must, may and weights need 56 entries each")
    workspace = take_workspace()
    s = &workspace.search
    s.deadline = deadline_ns
    s.sets_wanted = True
    s.cancel = &flag[0] if flag is not None else NULL
    with nogil:
        solve_counts(s, &must[0], &may[0], &weights[0], mirror, threshold)
        count_played(s, &must[0], played)
        if answered(s):
            size = write_sets(s, workspace.sets, SETS_ROOM)
    answer = (s.status, s.weight, played[:KINDS], workspace.sets[:max(size, 0)])
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
):
    """Solve many positions laid one after another, writing into the given buffers.

    ``weights`` holds 56 numbers for all positions or 56 for each; ``nanoseconds`` takes each position's own time.
    """
    cdef Py_ssize_t n = status.shape[0], i, step
    cdef Workspace workspace
    cdef Search* s
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
    workspace = take_workspace()
    s = &workspace.search
    s.deadline = deadline_ns
    s.sets_wanted = False
    s.cancel = &flag[0] if flag is not None else NULL
    with nogil:
        for i in range(n):
            start = fine_ns() if spent != NULL else 0
            solve_counts(s, &must[KINDS * i], &may[KINDS * i], &weights[step * i], mirror, threshold)
            count_played(s, &must[KINDS * i], &played[KINDS * i])
            status[i] = s.status
            weight[i] = s.weight
            if spent != NULL:
                spent[i] = fine_ns() - start
    give_back(workspace)


# For other compiled modules, declared in _kernel.pxd.

cdef void* open_solver() except NULL:
    """A workspace of one's own, until it is closed."""
    workspace = take_workspace()
    Py_INCREF(workspace)
    return <void*>workspace


cdef void close_solver(void* solver):
    workspace = <Workspace>solver
    Py_DECREF(workspace)
    give_back(workspace)


cdef int64_t clock_ns() noexcept nogil:
    """The clock of deadlines."""
    return now_ns()


cdef int solve_into(
    void* solver,
    const uint8_t* must,
    const uint8_t* may,
    const int64_t* weights,
    int mirror,
    int threshold,
    int64_t deadline_ns,
    uint8_t* played,
) noexcept nogil:
    """Solve one position: the status, and the tiles played."""
    cdef Search* s = &(<Workspace>solver).search
    s.deadline = deadline_ns
    s.cancel = NULL
    s.sets_wanted = False
    solve_counts(s, must, may, weights, mirror, threshold)
    count_played(s, must, played)
    return s.status
