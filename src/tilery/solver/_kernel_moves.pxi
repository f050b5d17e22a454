# Moves: what the special jokers do in runs at one number, before the lanes are filled.

# The steps of a move, see Step.
cdef enum:
    TWIN_ON = 0             # a twin run goes on
    TWIN_NEW = 1
    TWIN_END = 2
    CHANGE_RUN = 3          # a colour-change joker in a run
    DOUBLE_RUN = 4          # a double joker in a run

cdef enum:
    EVERY_FRESH = 0x1111    # bits of runs that do not exist yet, see Move.runs

# How the two sides of a twin run get their next number.
cdef enum:
    BOTH_LANES = 0
    LANE_AND_DOUBLE = 1
    BOTH_DOUBLES = 2
    BOTH_CHANGES = 3
    LANE_BESIDE_AHEAD = 4   # one side is covered ahead already
    DOUBLE_BESIDE_AHEAD = 5
    BOTH_AHEAD = 6

cdef struct Step:
    uint8_t what
    uint8_t way
    uint8_t colour
    uint8_t length
    uint8_t target

# One choice of what the special jokers do at a number, before the lanes are filled.
cdef struct Move:
    int open[COLOURS][4]        # runs by length that only lanes can continue
    uint32_t runs               # those there were at first, as bits: 4 * colour + length
    int fixed[COLOURS][4]       # runs that have passed the number without a lane
    int demand[COLOURS]         # lanes that twin runs take
    int left[4]
    uint64_t extra
    int value
    int twin_count
    int twin_colour[MOST_SPECIAL]
    int twin_ahead[MOST_SPECIAL]
    int step_count
    Step steps[8]


cdef inline void note_step(Move* m, int what, int way, int colour, int length, int target) noexcept nogil:
    m.steps[m.step_count].what = what
    m.steps[m.step_count].way = way
    m.steps[m.step_count].colour = colour
    m.steps[m.step_count].length = length
    m.steps[m.step_count].target = target
    m.step_count += 1


cdef inline bint can_follow(Search* s, int number, int colour) noexcept nogil:
    """Some tile could go on with a run of this colour at this number."""
    if number > NUMBERS:
        return False
    return s.position.most[number][colour] + s.move.left[REGULAR] + s.move.left[DOUBLE] + s.move.left[CHANGE] > 0


cdef struct Lacking:            # tiles that the short runs of a move lack
    int here
    int above                   # at the next number


cdef inline Lacking tiles_lacking(Search* s) noexcept nogil:
    cdef Move* m = &s.move
    cdef const int* here = s.position.most[s.number]
    cdef const int* above = s.position.most[s.number + 1]
    cdef Lacking lacking
    cdef int c
    lacking.here = 0
    lacking.above = 0
    for c in range(COLOURS):
        lacking.here += max(0, m.open[c][1] + m.open[c][2] + m.demand[c] - here[c])
        lacking.above += max(0, m.open[c][1] + m.fixed[c][1] + m.fixed[c][2] - above[c])
    return lacking


cdef inline bint out_of_reach(Move* m, Lacking lacking) noexcept nogil:
    """The short runs of the move in hand lack more tiles, here and at the next number, than jokers can stand in for.

    At one number a joker helps only one run, whatever its kind.
    """
    cdef int regular = m.left[REGULAR], special = m.left[DOUBLE] + m.left[CHANGE]
    return (
        max(lacking.here, lacking.above) > regular + special
        or lacking.here + lacking.above > regular + 2 * special
    )


cdef inline bint settled_in_reach(Move* m, Lacking lacking) noexcept nogil:
    """Jokers can stand in for what the short runs lack when only regular ones can still be laid at this number."""
    cdef int regular = m.left[REGULAR]
    return lacking.here <= regular and lacking.here + lacking.above <= regular + m.left[DOUBLE] + m.left[CHANGE]


cdef void place_doubles(Search* s, int first, Lacking lacking) noexcept nogil:
    """Double jokers in runs: each covers this number and the next; `first` keeps the choices in order."""
    cdef Move* m = &s.move
    cdef int choice, colour, length, longer
    cdef int number = s.number
    cdef uint32_t runs = m.runs
    if settled_in_reach(m, lacking):
        fill_lanes(s)
    if m.left[DOUBLE] == 0 or number == NUMBERS or s.status != SOLVED or (s.hasty and m.step_count > 0):
        return
    if out_of_reach(m, lacking):
        return
    if not s.sparing or 10 - s.position.most_joker[DOUBLE] <= number <= 10:
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
            place_doubles(s, choice, tiles_lacking(s))
            m.step_count -= 1
            if s.counting:
                m.value -= 2 * number + 1
        m.extra -= one_ahead(colour, longer)
        m.left[DOUBLE] += 1
        m.open[colour][length] += 1


cdef void place_changes(Search* s, int first, Lacking lacking) noexcept nogil:
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
            change_run(s, colour, length, target)


cdef void change_run(Search* s, int colour, int length, int target) noexcept nogil:
    """Go on with a run by a colour-change joker, then with the other jokers."""
    cdef Move* m = &s.move
    cdef int longer = min(3, length + 1)
    cdef int worth = s.number if s.counting else 0
    cdef bint ends = False
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
        place_changes(s, colour << 4 | length << 2 | target, tiles_lacking(s))
        m.step_count -= 1
        m.value -= worth
        m.fixed[target][longer] -= not ends
        m.open[colour][length] += 1
    m.left[CHANGE] += 1


cdef inline bint twin_barred(Search* s, int what, int doubles, int changes) noexcept nogil:
    """A twin run has no room for this here.

    Where the mirror joker has the middle number, one with a 13 has nothing else: it counts as a group.
    """
    if doubles and s.number == NUMBERS:
        return True
    if not s.position.mirror:
        return False
    if s.turned:
        return (s.number == 1 and doubles + changes > 0) or (s.number == 2 and what == TWIN_ON)
    return (s.number == NUMBERS and (what == TWIN_ON or changes > 0)) or (s.number == NUMBERS - 1 and doubles > 0)


cdef void cover_twin(Search* s, int what, int colour, int way, int target, int next_twin) noexcept nogil:
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
        or (s.position.most[s.number + 1][target] == 0 and m.left[REGULAR] + m.left[DOUBLE] < 2)
    ):
        return          # without a tile after them on one side at least, the jokers could be taken away
    worth = 0
    if s.counting:
        worth = s.number * changes + (2 * s.number + 1) * doubles     # the lanes are counted by the option
        if s.position.mirror:
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


cdef void start_twins(Search* s, int first) noexcept nogil:
    cdef int choice, colour, way
    cdef Lacking lacking = tiles_lacking(s)
    if out_of_reach(&s.move, lacking):
        return
    place_changes(s, 0, lacking)
    if s.move.left[MIRROR] == 0 or (s.hasty and s.move.step_count > 0):
        return
    for choice in range(first, 16):
        colour = choice >> 2
        way = choice & 3
        if s.sparing and (colour > 0 or s.number > (2 if s.turned and s.position.mirror else 1)):
            # Jokers alone around a mirror joker can lie anywhere: they do so at the first number, in the first colour.
            if way >= BOTH_DOUBLES or s.position.most[s.number][colour] == 0:
                continue
        cover_twin(s, TWIN_NEW, colour, way, colour, choice)


cdef void go_on_twins(Search* s, int twin) noexcept nogil:
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


cdef void expand(Search* s, int index) noexcept nogil:
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
