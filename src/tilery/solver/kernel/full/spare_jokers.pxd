# cython: cdivision=True
# Jokers that nobody needs: left out of the search where they may be, and appended to the sets it found.

from tilery.solver.kernel.full.memory cimport Search
from tilery.solver.kernel.job cimport new_laid
from tilery.solver.kernel.laid cimport RUN, Laid, missing_colour, put, put_first
from tilery.solver.kernel.position cimport Position
from tilery.solver.kernel.tiles cimport CHANGE, COLOURS, DOUBLE, JOKERS, NATURALS, NOTHING, NUMBERS, REGULAR, kind_of


cdef inline bint append_to_run(Laid* laid, int joker) noexcept nogil:
    """Add a joker above a run, or below it."""
    cdef int width = 2 if joker == DOUBLE else 1
    cdef int colour, cover
    if laid.last + width <= NUMBERS:
        colour = laid.colour
        if joker == CHANGE:
            colour = (colour + 1) % COLOURS
        cover = kind_of(colour, laid.last + 1)
        put(laid, 0, NATURALS + joker, cover, cover + 1 if joker == DOUBLE else <int>NOTHING)
        laid.colour = colour
        laid.last += width
        return True
    if laid.first > width:
        colour = laid.cover[0][0] // NUMBERS
        if laid.tile[0][0] == NATURALS + CHANGE:
            colour = (colour + 1) % COLOURS         # the stretch before a colour change has another colour
        cover = kind_of(colour, laid.first - width)
        put_first(laid, 0, NATURALS + joker, cover, cover + 1 if joker == DOUBLE else <int>NOTHING)
        laid.first -= width
        return True
    return False


cdef inline bint append_joker(Search* s, int joker) noexcept nogil:
    """Add one joker that nobody needs to a set with room for it."""
    cdef int i, colour
    cdef Laid* laid
    for i in range(s.job.laid_count):
        laid = &s.job.laid[i]
        if laid.mirrored:
            continue
        if laid.kind == RUN:
            if append_to_run(laid, joker):
                return True
        elif joker == REGULAR:
            colour = missing_colour(laid, laid.first)
            if colour >= 0:
                put(laid, 0, NATURALS + REGULAR, kind_of(colour, laid.first), NOTHING)
                return True
    return False


cdef inline bint append_pair(Search* s, int joker) noexcept nogil:
    """Add two jokers of a kind to the far ends of a mirrored run."""
    cdef int width = 2 if joker == DOUBLE else 1
    cdef int i, half, colour, cover
    cdef Laid* laid
    for i in range(s.job.laid_count):
        laid = &s.job.laid[i]
        if not laid.mirrored or laid.kind != RUN or laid.first <= width:
            continue
        if s.job.position.mirror and laid.last == NUMBERS:
            continue                                # a group of one colour
        colour = laid.cover[0][0] // NUMBERS
        if laid.tile[0][0] == NATURALS + CHANGE and joker != CHANGE:
            colour = (colour + 1) % COLOURS
        cover = kind_of(colour, laid.first - width)
        for half in range(2):
            put_first(laid, half, NATURALS + joker, cover, cover + 1 if joker == DOUBLE else <int>NOTHING)
        laid.first -= width
        return True
    return False


cdef inline bint lay_jokers_alone(Search* s, int* left) noexcept nogil:
    """Make a run of the jokers left over, three or more of them."""
    cdef int joker, numbers = left[REGULAR] + 2 * left[DOUBLE] + left[CHANGE]
    cdef Laid* laid
    if left[REGULAR] + left[DOUBLE] + left[CHANGE] < 3 or numbers > NUMBERS:
        return False
    laid = new_laid(&s.job, RUN, 0, 1)
    laid.last = 0
    for joker in range(3):
        while left[joker] > 0:
            append_to_run(laid, joker)
            left[joker] -= 1
    return True


cdef inline bint append_jokers(Search* s) noexcept nogil:
    """Lay the jokers that must be laid and those worth laying; the double jokers first, they need most room."""
    cdef Position* p = &s.job.position
    cdef int left[JOKERS]
    cdef int i, half, k, turn, joker
    cdef Laid* laid
    for joker in range(JOKERS):
        left[joker] = p.most_joker[joker] if p.joker_weight[joker] > 0 else p.must_joker[joker]
    for i in range(s.job.laid_count):
        laid = &s.job.laid[i]
        for half in range(2):
            for k in range(laid.count[half]):
                if laid.tile[half][k] >= NATURALS:
                    left[laid.tile[half][k] - NATURALS] -= 1
    for turn in range(3):
        joker = DOUBLE if turn == 0 else CHANGE if turn == 1 else REGULAR
        while left[joker] > 0 and append_joker(s, joker):
            left[joker] -= 1
        while left[joker] > 1 and append_pair(s, joker):
            left[joker] -= 2
    for joker in range(3):
        left[joker] = max(0, left[joker])
    if left[REGULAR] + left[DOUBLE] + left[CHANGE] and not lay_jokers_alone(s, left):
        return False
    for joker in range(3):
        if p.joker_weight[joker] > 0:
            s.job.weight += p.joker_weight[joker] * (p.most_joker[joker] - p.must_joker[joker])
    return True
