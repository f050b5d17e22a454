# cython: cdivision=True
# Twin runs: the two sides of a mirrored run, which rise together towards their mirror joker.

from tilery.solver.kernel.full.jokers cimport place_changes, price_move, tiles_lacking
from tilery.solver.kernel.full.memory cimport Search
from tilery.solver.kernel.full.move cimport (
    BOTH_AHEAD, BOTH_CHANGES, BOTH_DOUBLES, BOTH_LANES, DOUBLE_BESIDE_AHEAD, LANE_AND_DOUBLE, LANE_BESIDE_AHEAD,
    TWIN_END, TWIN_NEW, TWIN_ON, Move, note_step, out_of_reach
)
from tilery.solver.kernel.full.state cimport one_twin
from tilery.solver.kernel.tiles cimport CHANGE, COLOURS, DOUBLE, MIRROR, NUMBERS, REGULAR


cdef inline bint twin_barred(Search* s, int what, int doubles, int changes) noexcept nogil:
    """A twin run has no room for this here.

    Where the mirror joker has the middle number, one with a 13 has nothing else: it counts as a group.
    """
    if doubles and s.number == NUMBERS:
        return True
    if not s.job.position.mirror:
        return False
    if s.turned:
        return (s.number == 1 and doubles + changes > 0) or (s.number == 2 and what == TWIN_ON)
    return (s.number == NUMBERS and (what == TWIN_ON or changes > 0)) or (s.number == NUMBERS - 1 and doubles > 0)


cdef inline void cover_twin(Search* s, int what, int colour, int way, int target, int next_twin) noexcept nogil:
    """Give both sides of a twin run this number in one way, and go on with the next twin run or the other jokers."""
    cdef Move* m = &s.move
    cdef int lanes = 0, doubles = 0, changes = 0, ahead = 0, worth
    if way == BOTH_LANES:
        lanes = 2
    elif way == LANE_AND_DOUBLE:
        lanes = 1
        doubles = 1
        ahead = 1
    elif way == BOTH_DOUBLES:
        doubles = 2
        ahead = 2
    elif way == BOTH_CHANGES:
        changes = 2
    elif way == LANE_BESIDE_AHEAD:
        lanes = 1
    elif way == DOUBLE_BESIDE_AHEAD:
        doubles = 1
        ahead = 1
    if doubles > m.left[DOUBLE] or changes > m.left[CHANGE]:
        return
    if twin_barred(s, what, doubles, changes):
        return
    if changes and s.sparing and what == TWIN_ON and (
        s.number == NUMBERS
        or (s.job.position.most[s.number + 1][target] == 0 and m.left[REGULAR] + m.left[DOUBLE] < 2)
    ):
        return          # without a tile after them on one side at least, the jokers could be taken away
    worth = 0
    if s.counting:
        worth = s.number * changes + (2 * s.number + 1) * doubles     # the lanes are counted by the option
        if s.job.position.mirror:
            worth += 1 if what == TWIN_ON else min(s.number + 1, <int>NUMBERS)
    m.demand[colour] += lanes
    m.left[DOUBLE] -= doubles
    m.left[CHANGE] -= changes
    m.extra += one_twin(target, ahead)
    m.value += worth
    note_step(m, what, way, colour, 0, target)
    if what == TWIN_ON:
        go_on_twins(s, next_twin)
    else:
        m.left[MIRROR] -= 1
        start_twins(s, next_twin)
        m.left[MIRROR] += 1
    m.step_count -= 1
    m.value -= worth
    m.extra -= one_twin(target, ahead)
    m.left[CHANGE] += changes
    m.left[DOUBLE] += doubles
    m.demand[colour] -= lanes


cdef inline void start_twins(Search* s, int first) noexcept nogil:
    cdef int choice, colour, way
    cdef int lacking = tiles_lacking(s)
    if out_of_reach(&s.move, lacking) or not price_move(s):
        return
    place_changes(s, 0, lacking)
    if s.move.left[MIRROR] == 0 or (s.hasty and s.move.step_count > 0):
        return
    for choice in range(first, 16):
        colour = choice >> 2
        way = choice & 3
        if s.sparing and (colour > 0 or s.number > (2 if s.turned and s.job.position.mirror else 1)):
            # Jokers alone around a mirror joker can lie anywhere: they do so at the first number, in the first colour.
            if way >= BOTH_DOUBLES or s.job.position.most[s.number][colour] == 0:
                continue
        cover_twin(s, TWIN_NEW, colour, way, colour, choice)


cdef inline void go_on_twins(Search* s, int twin) noexcept nogil:
    cdef Move* m = &s.move
    cdef int colour, target
    if twin == m.twin_count:
        start_twins(s, 0)
        return
    colour = m.twin_colour[twin]
    if m.twin_ahead[twin] == 2:
        cover_twin(s, TWIN_ON, colour, BOTH_AHEAD, colour, twin + 1)
        return
    if m.twin_ahead[twin] == 1:
        cover_twin(s, TWIN_ON, colour, LANE_BESIDE_AHEAD, colour, twin + 1)
        cover_twin(s, TWIN_ON, colour, DOUBLE_BESIDE_AHEAD, colour, twin + 1)
        return
    note_step(m, TWIN_END, 0, colour, 0, colour)
    go_on_twins(s, twin + 1)
    m.step_count -= 1
    cover_twin(s, TWIN_ON, colour, BOTH_LANES, colour, twin + 1)
    cover_twin(s, TWIN_ON, colour, LANE_AND_DOUBLE, colour, twin + 1)
    cover_twin(s, TWIN_ON, colour, BOTH_DOUBLES, colour, twin + 1)
    for target in range(COLOURS):
        if target != colour:
            cover_twin(s, TWIN_ON, colour, BOTH_CHANGES, target, twin + 1)
