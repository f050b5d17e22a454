# cython: cdivision=True
# All moves from a state: the way from one number to the next.

from libc.stdint cimport uint32_t, uint64_t

from tilery.solver.kernel.full.lanes cimport fill_lanes
from tilery.solver.kernel.full.memory cimport Search
from tilery.solver.kernel.full.move cimport FRESH, Move
from tilery.solver.kernel.full.state cimport (
    CHANGE_SHIFT, COLOUR_FIELDS, DOUBLE_SHIFT, FIELD, MIRROR_SHIFT, REGULAR_SHIFT, State, ahead_shift, twin_shift
)
from tilery.solver.kernel.full.states cimport joker_sum
from tilery.solver.kernel.full.twins cimport go_on_twins
from tilery.solver.kernel.tiles cimport CHANGE, COLOURS, DOUBLE, MIRROR, REGULAR


cdef inline void expand(Search* s, int index) noexcept nogil:
    """Go from one state to every state it can lead to at the next number."""
    cdef Move* m = &s.move
    cdef State* state = &s.states[index]
    cdef uint64_t fields, extra = state.extra
    cdef int c, length, ahead, k
    s.parent = index
    s.move_number = 0
    m.step_count = 0
    m.twin_count = 0
    m.extra = 0
    m.runs = 0
    m.value = state.value
    m.left[REGULAR] = <int>(state.low >> REGULAR_SHIFT & 15)
    m.left[DOUBLE] = <int>(state.high >> DOUBLE_SHIFT & 3)
    m.left[CHANGE] = <int>(state.high >> CHANGE_SHIFT & 3)
    m.left[MIRROR] = <int>(state.high >> MIRROR_SHIFT & 3)
    s.base_gain = state.gain
    if s.joker_gains:
        s.base_gain -= joker_sum(s.joker_gain, state.low, state.high)
    for c in range(COLOURS):
        fields = (state.low if c < 2 else state.high) >> (COLOUR_FIELDS * (c & 1))
        m.open[c][3] = <int>(fields & 15)
        m.open[c][2] = <int>(fields >> FIELD & 15) - m.open[c][3]
        m.open[c][1] = <int>(fields >> 2 * FIELD & 15) - m.open[c][3] - m.open[c][2]
        m.open[c][FRESH] = 0
        for length in range(1, 4):
            m.runs |= <uint32_t>(m.open[c][length] > 0) << (4 * c + length)
        m.demand[c] = 0
        for length in range(1, 4):
            m.fixed[c][length] = 0
    if s.plain:
        fill_lanes(s)
        return
    for c in range(COLOURS):
        for length in range(1, 4):
            m.fixed[c][length] = <int>(extra >> ahead_shift(c, length) & 3)
        for ahead in range(3):
            for k in range(<int>(extra >> twin_shift(c, ahead) & 3)):
                m.twin_colour[m.twin_count] = c
                m.twin_ahead[m.twin_count] = ahead
                m.twin_count += 1
    go_on_twins(s, 0)
