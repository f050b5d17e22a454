# The sets of an answer, rebuilt from the chain of states that leads to it.

cdef enum:
    GROUP = 0
    RUN = 1
    MOST_LAID = 160
    LONGEST = 16            # tiles in a set, or in half of a mirrored one

cdef struct Laid:
    int kind
    int colour                          # of a run's next tile
    int open                            # a run that may go on
    int length                          # as the state counts it: 1, 2, 3 or more
    int passed                          # the last number it has dealt with
    int first
    int last                            # the highest number covered
    int mirrored
    int ahead[2]                        # per half: the next number is covered by a double joker
    int count[2]
    uint8_t tile[2][LONGEST]
    uint8_t cover[2][LONGEST]
    uint8_t second[2][LONGEST]          # the other tile a double joker covers

cdef struct Supply:                     # the tiles of an option's lanes
    int naturals[COLOURS]
    int jokers[COLOURS]


cdef inline int kind_of(int colour, int number) noexcept nogil:
    return colour * NUMBERS + number - 1


cdef void put(Laid* laid, int half, int tile, int cover, int second) noexcept nogil:
    cdef int i = laid.count[half]
    if i == LONGEST:
        return
    laid.tile[half][i] = tile
    laid.cover[half][i] = cover
    laid.second[half][i] = second
    laid.count[half] = i + 1


cdef void put_lane(Laid* laid, int half, Supply* supply, int colour, int number, bint joker) noexcept nogil:
    """Take a lane's tile, a joker or a natural as wanted while there are both."""
    cdef int kind = kind_of(colour, number)
    if supply.naturals[colour] == 0 or (joker and supply.jokers[colour] > 0):
        supply.jokers[colour] -= 1
        put(laid, half, NATURALS + REGULAR, kind, NOTHING)
    else:
        supply.naturals[colour] -= 1
        put(laid, half, kind, kind, NOTHING)


cdef void put_double(Laid* laid, int half, int colour, int number) noexcept nogil:
    put(laid, half, NATURALS + DOUBLE, kind_of(colour, number), kind_of(colour, number + 1))
    laid.ahead[half] = 1


cdef Laid* new_laid(Search* s, int kind, int colour, int number) noexcept nogil:
    cdef Laid* laid = &s.laid[s.laid_count]
    if s.laid_count < MOST_LAID - 1:
        s.laid_count += 1
    memset(laid, 0, sizeof(Laid))
    laid.kind = kind
    laid.colour = colour
    laid.first = number
    laid.last = number
    laid.open = kind == RUN
    laid.passed = number
    if kind == RUN and s.open_count < MOST_OPEN:
        s.open_laid[s.open_count] = s.laid_count - 1
        s.open_count += 1
    return laid


cdef Laid* find_run(Search* s, int colour, int length, int mirrored, int ahead) noexcept nogil:
    """An open run that has not dealt with the number in hand; `ahead` counts a twin run's sides covered ahead."""
    cdef int i
    cdef Laid* laid
    for i in range(s.open_count):
        laid = &s.laid[s.open_laid[i]]
        if not laid.open or laid.passed == s.number or laid.colour != colour or laid.mirrored != mirrored:
            continue
        if mirrored:
            if laid.ahead[0] + laid.ahead[1] == ahead:
                return laid
        elif laid.ahead[0] == 0 and laid.length == length:
            return laid
    return NULL


cdef void pass_number(Search* s, Laid* laid) noexcept nogil:
    laid.passed = s.number
    laid.last = max(laid.last, s.number + (1 if laid.ahead[0] or laid.ahead[1] else 0))


cdef void rebuild_twin(Search* s, Step* step, Supply* supply) noexcept nogil:
    cdef Laid* laid
    cdef int half, ahead = 0
    if step.what == TWIN_NEW:
        laid = new_laid(s, RUN, step.colour, s.number)
        laid.mirrored = 1
    else:
        if step.way == BOTH_AHEAD:
            ahead = 2
        elif step.way == LANE_BESIDE_AHEAD or step.way == DOUBLE_BESIDE_AHEAD:
            ahead = 1
        laid = find_run(s, step.colour, 0, 1, ahead)
        if laid == NULL:
            s.status = BROKEN
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


cdef void rebuild_step(Search* s, Step* step) noexcept nogil:
    """A double or colour-change joker in a run."""
    cdef Laid* laid
    cdef int colour = step.target
    if step.length == FRESH:
        laid = new_laid(s, RUN, step.target, s.number)
    else:
        laid = find_run(s, step.colour, step.length, 0, 0)
        if laid == NULL:
            s.status = BROKEN
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


cdef void rebuild_lanes(Search* s, Supply* supply, int colour, int lanes, int longs) noexcept nogil:
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
        laid = new_laid(s, RUN, colour, s.number)
        laid.length = 1
        put_lane(laid, 0, supply, colour, s.number, True)
        lanes -= 1
    if supply.naturals[colour] or supply.jokers[colour]:
        s.status = BROKEN


cdef void rebuild_runs(Search* s, Move* move, Option* option) noexcept nogil:
    cdef Supply supply
    cdef Laid* laid
    cdef int i, c, k
    for c in range(COLOURS):
        supply.naturals[c] = option.naturals[c]
        supply.jokers[c] = option.lanes[c] - option.naturals[c]
    k = 0
    for i in range(s.open_count):
        laid = &s.laid[s.open_laid[i]]
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


cdef void rebuild_groups(Search* s, Option* option) noexcept nogil:
    """Deal the tiles of the ordinary groups out round and round; the jokers then take the missing colours."""
    cdef int first = s.laid_count
    cdef int turn = 0, i, c, k
    cdef Laid* laid
    if option.groups == 0:
        return
    for i in range(option.groups):
        new_laid(s, GROUP, 0, s.number)
    for c in range(COLOURS):
        for k in range(option.grouped[c]):
            put(&s.laid[first + turn % option.groups], 0, kind_of(c, s.number), kind_of(c, s.number), NOTHING)
            turn += 1
    for k in range(option.group_jokers):
        laid = &s.laid[first + turn % option.groups]
        put(laid, 0, NATURALS + REGULAR, kind_of(missing_colour(laid, s.number), s.number), NOTHING)
        turn += 1


cdef int missing_colour(Laid* laid, int number) noexcept nogil:
    """The first colour a group does not cover yet, or -1."""
    cdef int c, i
    cdef bint there
    for c in range(COLOURS):
        there = False
        for i in range(laid.count[0]):
            if laid.cover[0][i] == kind_of(c, number) or laid.second[0][i] == kind_of(c, number):
                there = True
        if not there:
            return c
    return -1


cdef void rebuild_doubled(Search* s, Pattern* pattern) noexcept nogil:
    cdef Laid* laid = new_laid(s, GROUP, 0, s.number)
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


cdef bint doubles_adjacent(Pattern* pattern, const int* order) noexcept nogil:
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


cdef void rebuild_mirrored(Search* s, Pattern* pattern) noexcept nogil:
    cdef Laid* laid = new_laid(s, GROUP, 0, s.number)
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


cdef void rebuild(Search* s, int final) noexcept nogil:
    """Walk the chain of states from the first number to the last and lay the tiles."""
    cdef int chain[NUMBERS + 1]
    cdef int i = final, number, k
    cdef State* state
    cdef Option* option
    s.laid_count = 0
    s.open_count = 0
    for number in range(NUMBERS, -1, -1):
        chain[number] = i
        i = s.states[i].parent
    for number in range(1, NUMBERS + 1):
        s.number = number
        state = &s.states[chain[number]]
        option = &s.options[state.option]
        s.wanted_move = state.move
        expand(s, chain[number - 1])
        rebuild_runs(s, &s.found, option)
        for k in range(option.pattern_count):
            if patterns[option.patterns[k]].jokers[MIRROR]:
                rebuild_mirrored(s, &patterns[option.patterns[k]])
            else:
                rebuild_doubled(s, &patterns[option.patterns[k]])
        rebuild_groups(s, option)
    s.wanted_move = -1


cdef void put_first(Laid* laid, int half, int tile, int cover, int second) noexcept nogil:
    cdef int i
    put(laid, half, tile, cover, second)
    for i in range(laid.count[half] - 1, 0, -1):
        laid.tile[half][i] = laid.tile[half][i - 1]
        laid.cover[half][i] = laid.cover[half][i - 1]
        laid.second[half][i] = laid.second[half][i - 1]
    laid.tile[half][0] = tile
    laid.cover[half][0] = cover
    laid.second[half][0] = second


cdef bint append_to_run(Laid* laid, int joker) noexcept nogil:
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


cdef bint append_joker(Search* s, int joker) noexcept nogil:
    """Add one joker that nobody needs to a set with room for it."""
    cdef int i, colour
    cdef Laid* laid
    for i in range(s.laid_count):
        laid = &s.laid[i]
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


cdef bint append_pair(Search* s, int joker) noexcept nogil:
    """Add two jokers of a kind to the far ends of a mirrored run."""
    cdef int width = 2 if joker == DOUBLE else 1
    cdef int i, half, colour, cover
    cdef Laid* laid
    for i in range(s.laid_count):
        laid = &s.laid[i]
        if not laid.mirrored or laid.kind != RUN or laid.first <= width:
            continue
        if s.position.mirror and laid.last == NUMBERS:
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


cdef bint lay_jokers_alone(Search* s, int* left) noexcept nogil:
    """Make a run of the jokers left over, three or more of them."""
    cdef int joker, numbers = left[REGULAR] + 2 * left[DOUBLE] + left[CHANGE]
    cdef Laid* laid
    if left[REGULAR] + left[DOUBLE] + left[CHANGE] < 3 or numbers > NUMBERS:
        return False
    laid = new_laid(s, RUN, 0, 1)
    laid.last = 0
    for joker in range(3):
        while left[joker] > 0:
            append_to_run(laid, joker)
            left[joker] -= 1
    return True


cdef bint append_jokers(Search* s) noexcept nogil:
    """Lay the jokers that must be laid and those worth laying; the double jokers first, they need most room."""
    cdef int left[4]
    cdef int i, half, k, turn, joker
    cdef Laid* laid
    for joker in range(4):
        left[joker] = s.position.most_joker[joker] if s.position.joker_weight[joker] > 0 else s.position.must_joker[joker]
    for i in range(s.laid_count):
        laid = &s.laid[i]
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
        if s.position.joker_weight[joker] > 0:
            s.weight += s.position.joker_weight[joker] * (s.position.most_joker[joker] - s.position.must_joker[joker])
    return True


cdef inline void write_tile(uint8_t* out, int* size, int tile, int cover, int second) noexcept nogil:
    out[size[0]] = tile
    out[size[0] + 1] = cover
    out[size[0] + 2] = second
    size[0] += 3


cdef int write_sets(Search* s, uint8_t* out, int room) noexcept nogil:
    """Write every set as kind, tile count, and three bytes a tile; the bytes written, or -1 when they do not fit."""
    cdef int i, k, size = 0, tiles, middle
    cdef Laid* laid
    for i in range(s.laid_count):
        laid = &s.laid[i]
        tiles = laid.count[0] + laid.count[1] + laid.mirrored
        if size + 2 + 3 * tiles > room:
            return -1
        out[size] = laid.kind
        if laid.mirrored and s.position.mirror and laid.last == NUMBERS:
            out[size] = GROUP           # a half of one 13: only a group's mirror joker has a number there
        out[size + 1] = tiles
        size += 2
        for k in range(laid.count[0]):
            write_tile(out, &size, laid.tile[0][k], laid.cover[0][k], laid.second[0][k])
        if laid.mirrored:
            middle = NOTHING
            if s.position.mirror:
                if laid.kind == GROUP:
                    middle = laid.cover[0][0]
                else:
                    middle = kind_of(laid.colour, min(laid.last + 1, <int>NUMBERS))
            write_tile(out, &size, NATURALS + MIRROR, middle, NOTHING)
            for k in range(laid.count[1] - 1, -1, -1):
                write_tile(out, &size, laid.tile[1][k], laid.cover[1][k], laid.second[1][k])
    return size
