# cython: cdivision=True
# Double and colour-change jokers in ordinary runs.

from libc.stdint cimport uint32_t

from tilery.solver.kernel.full.lanes cimport fill_lanes, may_lead
from tilery.solver.kernel.full.memory cimport Search
from tilery.solver.kernel.full.move cimport (
    ABOVE, CHANGE_RUN, DOUBLE_RUN, EVERY_FRESH, FRESH, Move, note_step, out_of_reach, settled_in_reach
)
from tilery.solver.kernel.full.passages cimport row_place, runs_index
from tilery.solver.kernel.full.prices cimport CHANGE_PRICE, DOUBLE_PRICE, SHARE, means, regular_price
from tilery.solver.kernel.full.state cimport ahead_runs, one_ahead, twin_runs, twin_sides
from tilery.solver.kernel.machine cimport lowest_bit
from tilery.solver.kernel.status cimport SOLVED
from tilery.solver.kernel.tiles cimport CHANGE, COLOURS, DOUBLE, MIRROR, NUMBERS, REGULAR


cdef inline bint can_follow(Search* s, int number, int colour) noexcept nogil:
    """Some tile could go on with a run of this colour at this number."""
    if number > NUMBERS:
        return False
    return s.job.position.most[number][colour] + s.move.left[REGULAR] + s.move.left[DOUBLE] + s.move.left[CHANGE] > 0


cdef inline int lacking_in(Search* s, int c) noexcept nogil:
    """The tiles that the short runs of a colour lack, here and at the next number."""
    cdef Move* m = &s.move
    cdef int here = m.open[c][1] + m.open[c][2] + m.demand[c] - s.job.position.most[s.number][c]
    cdef int above = m.open[c][1] + m.fixed[c][1] + m.fixed[c][2] - s.job.position.most[s.number + 1][c]
    return max(0, here) + ABOVE * max(0, above)


cdef inline int tiles_lacking(Search* s) noexcept nogil:
    cdef int c, lacking = 0
    for c in range(COLOURS):
        s.move.lacking[c] = lacking_in(s, c)
        lacking += s.move.lacking[c]
    return lacking


cdef inline int price_runs(Search* s, int c) noexcept nogil:
    """What the runs of a colour will need at least at this number and above, with the jokers laid so far in the move.

    A run that has passed the number without a lane counts as a long one that has got it for nothing, and so on.
    """
    cdef Move* m = &s.move
    cdef int passed = m.fixed[c][1] + m.fixed[c][2] + m.fixed[c][3], free = passed, ahead, twins = 0
    if m.extra:
        ahead = ahead_runs(m.extra, c)
        twins = twin_runs(m.extra, c)
        passed += ahead
        free += 2 * ahead + max(0, 2 * twins - m.demand[c]) + twin_sides(m.extra, c)
    return s.bound[s.turned][s.number - 1][runs_index(m.open[c][1], m.open[c][2], m.open[c][3] + passed)][
        row_place(c, twins > 0)
    ] - SHARE * free


cdef inline bint price_move(Search* s) noexcept nogil:
    """Price the runs of all colours; False when the jokers left cannot pay."""
    cdef Move* m = &s.move
    cdef int c
    if not s.weighed[s.number]:         # the same moves when the answer is rebuilt, so that they have the same numbers
        return True
    m.spare = means(
        regular_price(s.job.position.most_joker[DOUBLE]), m.left[REGULAR], m.left[DOUBLE], m.left[CHANGE],
        m.left[MIRROR],
    )
    for c in range(COLOURS):
        m.price[c] = price_runs(s, c)
        m.spare -= m.price[c]
    return m.spare >= 0


cdef inline bint price_again(Search* s, int colour, int spent) noexcept nogil:
    """Price the runs of a colour anew after a joker of this price was laid; False when those left cannot pay."""
    cdef Move* m = &s.move
    cdef int price
    if not s.weighed[s.number]:
        return True
    price = price_runs(s, colour)
    m.spare += m.price[colour] - price - spent
    m.price[colour] = price
    return m.spare >= 0


cdef inline void place_doubles(Search* s, int first, int lacking) noexcept nogil:
    """Double jokers in runs: each covers this number and the next; `first` keeps the choices in order."""
    cdef Move* m = &s.move
    cdef int choice, colour, length, longer
    cdef int number = s.number
    cdef uint32_t runs = m.runs
    cdef int spare, price, lacked
    if settled_in_reach(m, lacking):
        fill_lanes(s)
    if m.left[DOUBLE] == 0 or number == NUMBERS or s.job.status != SOLVED or (s.hasty and m.step_count > 0):
        return
    if out_of_reach(m, lacking):
        return
    if not s.sparing or 10 - s.job.position.most_joker[DOUBLE] <= number <= 10:
        runs |= EVERY_FRESH
    runs &= ~<uint32_t>0 << first
    while runs:
        choice = lowest_bit(runs)
        runs &= runs - 1
        colour = choice >> 2
        length = choice & 3
        longer = min(3, length + 1)
        if length != FRESH and m.open[colour][length] == 0:
            continue
        if length == 3 and s.sparing:
            longer = 2
        m.open[colour][length] -= 1
        m.left[DOUBLE] -= 1
        m.extra += one_ahead(colour, longer)
        if longer == 3 or can_follow(s, number + 2, colour):
            if s.counting:
                m.value += 2 * number + 1
            note_step(m, DOUBLE_RUN, 0, colour, length, colour)
            spare = m.spare
            price = m.price[colour]
            if price_again(s, colour, DOUBLE_PRICE):
                lacked = m.lacking[colour]
                m.lacking[colour] = lacking_in(s, colour)
                place_doubles(s, choice, lacking - lacked + m.lacking[colour])
                m.lacking[colour] = lacked
            m.spare = spare
            m.price[colour] = price
            m.step_count -= 1
            if s.counting:
                m.value -= 2 * number + 1
        m.extra -= one_ahead(colour, longer)
        m.left[DOUBLE] += 1
        m.open[colour][length] += 1


cdef inline void change_run(Search* s, int colour, int length, int target, int lacking) noexcept nogil:
    """Go on with a run by a colour-change joker, then with the other jokers."""
    cdef Move* m = &s.move
    cdef int longer = min(3, length + 1)
    cdef int worth = s.number if s.counting else 0
    cdef bint ends = False
    cdef int spare = m.spare, price = m.price[colour], other = m.price[target]
    cdef int lacked = m.lacking[colour], other_lacked = m.lacking[target]
    if length != FRESH:
        ends = target == colour
        if ends and (length != 2 or not s.sparing):
            return
        if s.sparing:
            longer = 2
    m.left[CHANGE] -= 1
    if ends or longer == 3 or can_follow(s, s.number + 1, target):
        m.open[colour][length] -= 1
        m.fixed[target][longer] += not ends
        m.value += worth
        note_step(m, CHANGE_RUN, 0, colour, length, target)
        price_again(s, colour, CHANGE_PRICE)
        if price_again(s, target, 0):
            m.lacking[colour] = lacking_in(s, colour)
            lacking += m.lacking[colour] - lacked
            if target != colour:
                m.lacking[target] = lacking_in(s, target)
                lacking += m.lacking[target] - other_lacked
            place_changes(s, colour << 4 | length << 2 | target, lacking)
            m.lacking[colour] = lacked
            m.lacking[target] = other_lacked
        m.spare = spare
        m.price[colour] = price
        m.price[target] = other
        m.step_count -= 1
        m.value -= worth
        m.fixed[target][longer] -= not ends
        m.open[colour][length] += 1
    m.left[CHANGE] += 1


cdef inline void place_changes(Search* s, int first, int lacking) noexcept nogil:
    """Colour-change jokers in runs.

    A run goes from its colour to any other. One that starts with the joker may take any colour; between two jokers side
    by side lies an empty stretch, for which there is always a third or fourth colour. In a sparing search a run that
    stops at the joker keeps its colour as `target`.
    """
    cdef Move* m = &s.move
    cdef int run, colour, length, target
    cdef uint32_t runs = m.runs
    place_doubles(s, 0, lacking)
    if m.left[CHANGE] == 0 or (s.hasty and m.step_count > 0) or out_of_reach(m, lacking):
        return
    if may_lead(s):
        runs |= 1                       # a new one, in whatever colour
    runs &= ~<uint32_t>0 << (first >> 2)
    while runs:
        run = lowest_bit(runs)
        runs &= runs - 1
        colour = run >> 2
        length = run & 3
        if length != FRESH and m.open[colour][length] == 0:
            continue
        for target in range(first & 3 if run == first >> 2 else 0, COLOURS):
            change_run(s, colour, length, target, lacking)
