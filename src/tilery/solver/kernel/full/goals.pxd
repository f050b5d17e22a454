# cython: cdivision=True
# Goals: what jokers and tiles gain, what is still to be hoped for, and what must be laid to beat the best so far.

from libc.stdint cimport int64_t

from tilery.solver.kernel.full.bounds cimport forget_bounds
from tilery.solver.kernel.full.memory cimport Search
from tilery.solver.kernel.full.options cimport list_payable
from tilery.solver.kernel.position cimport MOST_ALIKE, Position
from tilery.solver.kernel.tiles cimport COLOURS, JOKERS, MIRROR, NUMBERS
from tilery.solver.kernel.tuning cimport CREDIT_SHARE


cdef inline void hope_by_number(Search* s) noexcept nogil:
    cdef Position* p = &s.job.position
    cdef int number, c
    cdef int64_t optional
    s.credit = 0
    s.hope[NUMBERS] = 0
    for number in range(NUMBERS, 0, -1):
        optional = 0
        for c in range(COLOURS):
            optional += max(<int64_t>0, p.weight[number][c]) * (p.most[number][c] - p.must[number][c])
            if p.most[number][c] > p.must[number][c]:
                s.credit = max(s.credit, p.weight[number][c] // CREDIT_SHARE)
        s.hope[number - 1] = s.hope[number] + optional
    s.credit = max(s.credit, <int64_t>1)


cdef inline void set_goals(Search* s, bint sparing) noexcept nogil:
    """Prepare what jokers gain, what is still to be hoped for and which groups there are jokers for, with or without
    jokers left over."""
    cdef Position* p = &s.job.position
    cdef int joker, left
    cdef int64_t weight
    s.sparing = sparing
    s.joker_gains = False
    s.owing = False
    for joker in range(JOKERS):
        s.exact[joker] = p.most_joker[joker] > 0 and (joker == MIRROR or not sparing)
        s.owing = s.owing or s.exact[joker]
        weight = p.joker_weight[joker]
        if not s.exact[joker]:
            weight = min(weight, 0)
        for left in range(p.most_joker[joker] + 1):
            s.joker_gain[joker][left] = weight * max(0, p.most_joker[joker] - left - p.must_joker[joker])
            s.joker_hope[joker][left] = max(weight, 0) * min(left, p.most_joker[joker] - p.must_joker[joker])
            if s.joker_gain[joker][left]:
                s.joker_gains = True
    hope_by_number(s)
    list_payable(s)


cdef inline int64_t most_to_hope(Search* s) noexcept nogil:
    cdef int joker
    cdef int64_t most = s.hope[0]
    for joker in range(JOKERS):
        most += s.joker_hope[joker][s.job.position.most_joker[joker]]
    return most


cdef inline void raise_must(Search* s) noexcept nogil:
    """Tiles without which the floor cannot be beaten must be laid: the bounds can then count on that."""
    cdef Position* p = &s.job.position
    cdef int64_t slack = most_to_hope(s) - s.floor - 1, weight, raised = 0
    cdef int number, c, more
    for number in range(1, NUMBERS + 1):
        for c in range(COLOURS):
            weight = p.weight[number][c]
            if weight > 0 and p.most[number][c] > p.must[number][c]:
                more = <int>(p.most[number][c] - p.must[number][c] - min(slack // weight, <int64_t>MOST_ALIKE))
                if more > 0:
                    p.must[number][c] += more
                    raised += weight * more
    if raised:
        s.raised += raised
        s.floor -= raised
        forget_bounds(s)
        hope_by_number(s)
