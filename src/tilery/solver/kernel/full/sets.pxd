# cython: cdivision=True
# The sets of an answer, rebuilt from the chain of states that leads to it.

from tilery.solver.kernel.full.kept_options cimport options_at
from tilery.solver.kernel.full.lanes cimport may_lead
from tilery.solver.kernel.full.memory cimport MOST_OPEN, Search
from tilery.solver.kernel.full.move cimport (
    BOTH_AHEAD, BOTH_CHANGES, BOTH_DOUBLES, DOUBLE_BESIDE_AHEAD, DOUBLE_RUN, FRESH, LANE_AND_DOUBLE, LANE_BESIDE_AHEAD,
    TWIN_END, TWIN_NEW, Move, Step
)
from tilery.solver.kernel.full.moves cimport expand
from tilery.solver.kernel.full.option cimport Option
from tilery.solver.kernel.full.patterns cimport BY_DOUBLE, BY_REGULAR, IN_PLACE, Pattern
from tilery.solver.kernel.full.state cimport State
from tilery.solver.kernel.job cimport new_laid
from tilery.solver.kernel.laid cimport GROUP, RUN, Laid, missing_colour, put
from tilery.solver.kernel.status cimport BROKEN
from tilery.solver.kernel.tiles cimport CHANGE, COLOURS, DOUBLE, MIRROR, NATURALS, NOTHING, NUMBERS, REGULAR, kind_of

cdef struct Supply:                     # the tiles of an option's lanes
    int naturals[COLOURS]
    int jokers[COLOURS]


cdef inline void put_lane(Laid* laid, int half, Supply* supply, int colour, int number, bint joker) noexcept nogil:
    """Take a lane's tile, a joker or a natural as wanted while there are both."""
    cdef int kind = kind_of(colour, number)
    if supply.naturals[colour] == 0 or (joker and supply.jokers[colour] > 0):
        supply.jokers[colour] -= 1
        put(laid, half, NATURALS + REGULAR, kind, NOTHING)
    else:
        supply.naturals[colour] -= 1
        put(laid, half, kind, kind, NOTHING)


cdef inline void put_double(Laid* laid, int half, int colour, int number) noexcept nogil:
    put(laid, half, NATURALS + DOUBLE, kind_of(colour, number), kind_of(colour, number + 1))
    laid.ahead[half] = 1


cdef inline Laid* open_run(Search* s, int colour) noexcept nogil:
    """A run that starts at the number in hand."""
    cdef Laid* laid = new_laid(&s.job, RUN, colour, s.number)
    if s.open_count < MOST_OPEN:
        s.open_laid[s.open_count] = s.job.laid_count - 1
        s.open_count += 1
    else:
        s.job.status = BROKEN
    return laid


cdef inline Laid* find_run(Search* s, int colour, int length, int mirrored, int ahead) noexcept nogil:
    """An open run that has not dealt with the number in hand; `ahead` counts a twin run's sides covered ahead."""
    cdef int i
    cdef Laid* laid
    for i in range(s.open_count):
        laid = &s.job.laid[s.open_laid[i]]
        if not laid.open or laid.passed == s.number or laid.colour != colour or laid.mirrored != mirrored:
            continue
        if mirrored:
            if laid.ahead[0] + laid.ahead[1] == ahead:
                return laid
        elif laid.ahead[0] == 0 and laid.length == length:
            return laid
    return NULL


cdef inline void pass_number(Search* s, Laid* laid) noexcept nogil:
    laid.passed = s.number
    laid.last = max(laid.last, s.number + (1 if laid.ahead[0] or laid.ahead[1] else 0))


cdef inline void rebuild_twin(Search* s, Step* step, Supply* supply) noexcept nogil:
    cdef Laid* laid
    cdef int half, ahead = 0
    if step.what == TWIN_NEW:
        laid = open_run(s, step.colour)
        laid.mirrored = 1
    else:
        if step.way == BOTH_AHEAD:
            ahead = 2
        elif step.way == LANE_BESIDE_AHEAD or step.way == DOUBLE_BESIDE_AHEAD:
            ahead = 1
        laid = find_run(s, step.colour, 0, 1, ahead)
        if laid == NULL:
            s.job.status = BROKEN
            return
    if step.what == TWIN_END:
        laid.open = 0
        return
    if step.way == BOTH_CHANGES:
        laid.colour = step.target
    for half in range(2):
        if laid.ahead[half]:
            laid.ahead[half] = 0
        elif step.way == BOTH_CHANGES:
            put(laid, half, NATURALS + CHANGE, kind_of(step.target, s.number), NOTHING)
        elif (
            step.way == BOTH_DOUBLES or step.way == DOUBLE_BESIDE_AHEAD or (step.way == LANE_AND_DOUBLE and half == 1)
        ):
            put_double(laid, half, step.colour, s.number)
        else:
            put_lane(laid, half, supply, step.colour, s.number, True)
    pass_number(s, laid)


cdef inline void rebuild_step(Search* s, Step* step) noexcept nogil:
    """A double or colour-change joker in a run."""
    cdef Laid* laid
    cdef int colour = step.target
    if step.length == FRESH:
        laid = open_run(s, step.target)
    else:
        laid = find_run(s, step.colour, step.length, 0, 0)
        if laid == NULL:
            s.job.status = BROKEN
            return
    laid.length = 2 if s.sparing and step.length == 3 else min(3, step.length + 1)
    if step.what == DOUBLE_RUN:
        put_double(laid, 0, step.colour, s.number)
    else:
        if step.length != FRESH and step.target == step.colour:
            laid.open = 0
            colour = (step.colour + 1) % COLOURS
        elif s.sparing and step.length == 2:
            laid.length = 2
        put(laid, 0, NATURALS + CHANGE, kind_of(colour, s.number), NOTHING)
        laid.colour = colour
    pass_number(s, laid)


cdef inline void rebuild_lanes(Search* s, Supply* supply, int colour, int lanes, int longs) noexcept nogil:
    """Give the lanes their tiles in the order in which tabulate_lanes counted on it."""
    cdef Laid* laid
    cdef int length, drawn
    for length in range(1, 3):
        while True:
            laid = find_run(s, colour, length, 0, 0)
            if laid == NULL:
                break
            put_lane(laid, 0, supply, colour, s.number, True)
            pass_number(s, laid)
            laid.length = length + 1
            lanes -= 1
    drawn = supply.jokers[colour]
    if s.sparing and may_lead(s):
        drawn -= min(max(0, lanes - longs), drawn)
    while True:
        laid = find_run(s, colour, 3, 0, 0)
        if laid == NULL:
            break
        if lanes == 0:
            laid.open = 0
            continue
        laid.length = 2 if s.sparing and drawn > 0 else 3
        put_lane(laid, 0, supply, colour, s.number, drawn > 0)
        pass_number(s, laid)
        drawn -= 1
        lanes -= 1
    while lanes > 0:
        laid = open_run(s, colour)
        laid.length = 1
        put_lane(laid, 0, supply, colour, s.number, True)
        lanes -= 1
    if supply.naturals[colour] or supply.jokers[colour]:
        s.job.status = BROKEN


cdef inline void rebuild_runs(Search* s, Move* move, Option* option) noexcept nogil:
    cdef Supply supply
    cdef Laid* laid
    cdef int i, c, k
    for c in range(COLOURS):
        supply.naturals[c] = option.naturals[c]
        supply.jokers[c] = option.lanes[c] - option.naturals[c]
    k = 0
    for i in range(s.open_count):
        laid = &s.job.laid[s.open_laid[i]]
        if not laid.open:
            continue
        s.open_laid[k] = s.open_laid[i]
        k += 1
        if not laid.mirrored and laid.ahead[0]:
            laid.ahead[0] = 0
            laid.passed = s.number
    s.open_count = k
    for i in range(move.step_count):
        if move.steps[i].what <= TWIN_END:
            rebuild_twin(s, &move.steps[i], &supply)
        else:
            rebuild_step(s, &move.steps[i])
    for c in range(COLOURS):
        rebuild_lanes(s, &supply, c, option.lanes[c] - move.demand[c], move.open[c][3])


cdef inline void rebuild_groups(Search* s, Option* option) noexcept nogil:
    """Deal the tiles of the ordinary groups out round and round; the jokers then take the missing colours."""
    cdef int first = s.job.laid_count
    cdef int turn = 0, i, c, k
    cdef Laid* laid
    if option.groups == 0:
        return
    for i in range(option.groups):
        new_laid(&s.job, GROUP, 0, s.number)
    for c in range(COLOURS):
        for k in range(option.grouped[c]):
            put(&s.job.laid[first + turn % option.groups], 0, kind_of(c, s.number), kind_of(c, s.number), NOTHING)
            turn += 1
    for k in range(option.group_jokers):
        laid = &s.job.laid[first + turn % option.groups]
        put(laid, 0, NATURALS + REGULAR, kind_of(missing_colour(laid, s.number), s.number), NOTHING)
        turn += 1


cdef inline void rebuild_doubled(Search* s, const Pattern* pattern) noexcept nogil:
    cdef Laid* laid = new_laid(&s.job, GROUP, 0, s.number)
    cdef int c, i, j
    for c in range(COLOURS):
        if pattern.naturals[c]:
            put(laid, 0, kind_of(c, s.number), kind_of(c, s.number), NOTHING)
    for i in range(pattern.jokers[REGULAR]):
        put(laid, 0, NATURALS + REGULAR, kind_of(missing_colour(laid, s.number), s.number), NOTHING)
    put(laid, 0, NATURALS + DOUBLE, kind_of(missing_colour(laid, s.number), s.number), NOTHING)
    i = laid.count[0] - 1
    j = missing_colour(laid, s.number)
    laid.second[0][i] = kind_of(j, s.number)


cdef inline bint doubles_adjacent(const Pattern* pattern, const int* order) noexcept nogil:
    """In this order of the colours every double joker covers two neighbours, on both sides."""
    cdef int half, i
    for half in range(2):
        i = 0
        while i < COLOURS:
            if pattern.side[half][order[i]] == BY_DOUBLE:
                if i + 1 == COLOURS or pattern.side[half][order[i + 1]] != BY_DOUBLE:
                    return False
                i += 1
            i += 1
    return True


cdef inline void rebuild_mirrored(Search* s, const Pattern* pattern) noexcept nogil:
    cdef Laid* laid = new_laid(&s.job, GROUP, 0, s.number)
    cdef int order[COLOURS]
    cdef int half, i, c, code, used
    laid.mirrored = 1
    for code in range(256):
        used = 0
        for i in range(COLOURS):
            order[i] = code >> 2 * i & 3
            used |= 1 << order[i]
        if used == 15 and doubles_adjacent(pattern, order):
            break
    for half in range(2):
        i = 0
        while i < COLOURS:
            c = order[i]
            if pattern.side[half][c] == IN_PLACE:
                put(laid, half, kind_of(c, s.number), kind_of(c, s.number), NOTHING)
            elif pattern.side[half][c] == BY_REGULAR:
                put(laid, half, NATURALS + REGULAR, kind_of(c, s.number), NOTHING)
            elif pattern.side[half][c] == BY_DOUBLE:
                put(laid, half, NATURALS + DOUBLE, kind_of(c, s.number), kind_of(order[i + 1], s.number))
                i += 1
            i += 1


cdef inline void rebuild(Search* s, int final) noexcept nogil:
    """Walk the chain of states from the first number to the last and lay the tiles."""
    cdef int chain[NUMBERS + 1]
    cdef int i = final, number, k
    cdef State* state
    cdef Option* option
    cdef const Pattern* pattern
    s.job.laid_count = 0
    s.open_count = 0
    for number in range(NUMBERS, -1, -1):
        chain[number] = i
        i = s.states[i].parent
    for number in range(1, NUMBERS + 1):
        s.number = number
        state = &s.states[chain[number]]
        option = &options_at(s, number)[state.option]
        s.wanted_move = state.move
        expand(s, chain[number - 1])
        rebuild_runs(s, &s.found, option)
        for k in range(option.pattern_count):
            pattern = &s.patterns.pattern[option.patterns[k]]
            if pattern.jokers[MIRROR]:
                rebuild_mirrored(s, pattern)
            else:
                rebuild_doubled(s, pattern)
        rebuild_groups(s, option)
    s.wanted_move = -1
