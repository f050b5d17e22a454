# cython: cdivision=True
# Bounds: how many jokers the tiles above a number will take at least.
#
# Jokers have prices and every colour is looked at alone, with each help it could get charged no more than its share of
# the price. So the sum over the colours never exceeds the price of the jokers that a real answer uses, and a state that
# cannot pay it leads nowhere.
#
#   a joker's number in a run       a share   (a double joker has two)
#   a run leaving the colour        a share   half a colour change, the other half is
#   a run entering the colour       a share   charged where it enters, as a long run
#   a twin run                      a mirror joker, then a share for each tile it lacks
#   tiles in groups                 see charges.pxd
#
# How the groups' jokers are shared out decides how good the bounds are. So the prices of all open runs are first worked
# out from below; then, from above, each number is charged where by both sides the other colours could not help.

from libc.stdint cimport int16_t, uint8_t
from libc.string cimport memcpy

from tilery.solver.kernel.full.charges cimport MOST_CHARGED, are_charged, list_needs, share_charges, spread_charges
from tilery.solver.kernel.full.memory cimport Search
from tilery.solver.kernel.full.passages cimport ANY_NUMBER, EXTRAS, NEVER, OPEN_RUNS, Passages, runs_index
from tilery.solver.kernel.full.prices cimport MIRROR_PRICE, SHARE, means, regular_price
from tilery.solver.kernel.position cimport MOST_ALIKE, Position
from tilery.solver.kernel.tiles cimport CHANGE, COLOURS, DOUBLE, MIRROR, NUMBERS, REGULAR

cdef struct Help:                   # what the jokers of a position can do
    bint jokers                     # stand in a run
    bint changes                    # lead a run to another colour
    bint mirrors
    bint helped                     # runs may lack a tile
    int most                        # the price of all of them, and one more

# What a colour pays at a number beside the jokers of its runs: by whether a twin run has the number, and by how many
# naturals go on in runs.
ctypedef int[2][MOST_ALIKE + 1] Toll


cdef inline void fill(int16_t* prices, int price) noexcept nogil:
    cdef int i
    for i in range(OPEN_RUNS):
        prices[i] = price


cdef inline Help help_of(Position* p) noexcept nogil:
    cdef Help help
    help.jokers = p.most_joker[REGULAR] + p.most_joker[DOUBLE] > 0
    help.changes = p.most_joker[CHANGE] > 0
    help.mirrors = p.most_joker[MIRROR] > 0
    help.helped = help.jokers or help.changes
    help.most = 1 + means(
        regular_price(p.most_joker[DOUBLE]), p.most_joker[REGULAR], p.most_joker[DOUBLE], p.most_joker[CHANGE],
        p.most_joker[MIRROR],
    )
    return help


cdef inline int least_charge(const int16_t* charge, int least, int most) noexcept nogil:
    """The least that so many tiles in groups are charged; where there are more than are ever charged, nothing."""
    cdef int i, price
    if most > MOST_CHARGED:
        return 0
    price = charge[most]
    for i in range(max(least, 0), most):
        price = min(price, <int>charge[i])
    return price


cdef inline void set_toll(Help* help, int must, int most, const int16_t* charge, Toll toll) noexcept nogil:
    """A tile that must be laid and does not go on in a run is in a group or a twin run.

    Where there are three tiles of a kind, a second twin run might have one.
    """
    cdef int lanes, twins, rest, other = 2 if most > 2 else 0
    for lanes in range(most + 1):
        rest = most - lanes
        toll[0][lanes] = least_charge(charge, must - lanes, rest)
        toll[1][lanes] = NEVER
        for twins in range(0 if help.helped else 2, min(rest, 2) + 1):
            toll[1][lanes] = min(
                toll[1][lanes],
                SHARE * (2 - twins) + least_charge(charge, must - lanes - twins - other, rest - twins),
            )


cdef inline void leave_colour(int16_t* reached) noexcept nogil:
    """A run of one tile may go over to another colour, which is half a colour change."""
    cdef int i
    for i in range(OPEN_RUNS - 1, OPEN_RUNS // 3 - 1, -1):
        reached[i - OPEN_RUNS // 3] = min(<int>reached[i - OPEN_RUNS // 3], reached[i] + SHARE)


cdef inline void enter_colour(int16_t* reached) noexcept nogil:
    """Long runs may come from elsewhere."""
    cdef int i
    for i in range(OPEN_RUNS - 1):
        if i & ANY_NUMBER != ANY_NUMBER:
            reached[i + 1] = min(<int>reached[i + 1], reached[i] + SHARE)


cdef inline void go_up(
    const uint8_t* after, const int16_t* price, const int16_t* below, int toll, int16_t* above
) noexcept nogil:
    """Lower the prices at which open runs are reached above a number to those of one way to pass it."""
    cdef int i
    for i in range(OPEN_RUNS):
        above[after[i]] = min(<int>above[after[i]], below[i] + price[i] + toll)


cdef inline void go_down(
    const uint8_t* after, const int16_t* price, const int16_t* above, int toll, int16_t* below
) noexcept nogil:
    """Lower the prices of what open runs need below a number to those of one way to pass it."""
    cdef int i
    for i in range(OPEN_RUNS):
        below[i] = min(<int>below[i], above[after[i]] + price[i] + toll)


cdef inline int go_through(
    const uint8_t* after, const int16_t* price, const int16_t* below, const int16_t* above
) noexcept nogil:
    """The least price of everything, if a number is passed in this way."""
    cdef int i, least = NEVER
    for i in range(OPEN_RUNS):
        least = min(least, below[i] + price[i] + above[after[i]])
    return least


cdef inline void reach_number(Search* s, Help* help, int number, int colour) noexcept nogil:
    """The prices at which open runs are reached above a number, from those below it.

    Those below are changed to what passes the number: without a twin run there, and with one that has it.
    """
    cdef Position* p = &s.job.position
    cdef Passages* passages = &s.passages
    cdef int16_t* off = s.reached[number - 1][colour][0]
    cdef int16_t* on = s.reached[number - 1][colour][1]
    cdef int16_t* above = s.reached[number][colour][0]
    cdef Toll toll
    cdef int lanes, extra, i, ended
    set_toll(help, p.must[number][colour], p.most[number][colour], s.charges[s.turned][number][colour], toll)
    fill(above, NEVER)
    fill(s.reached[number][colour][1], NEVER)
    if help.mirrors:                    # a twin run may end before the number, or begin with it
        for i in range(OPEN_RUNS):
            ended = on[i]
            on[i] = min(ended, off[i] + MIRROR_PRICE)
            off[i] = min(<int>off[i], ended)
    if help.changes:
        leave_colour(off)
        leave_colour(on)
    for lanes in range(p.most[number][colour] + 1):
        go_up(passages.after[0][lanes], passages.price[help.helped][lanes], off, toll[0][lanes], above)
        if help.jokers and not help.changes:
            for extra in range(1, EXTRAS):
                go_up(
                    passages.after[extra][lanes], passages.price[True][lanes], off, toll[0][lanes] + SHARE * extra,
                    above,
                )
        if help.mirrors:
            go_up(
                passages.after[0][lanes], passages.price[help.helped][lanes], on, toll[1][lanes],
                s.reached[number][colour][1],
            )
    if help.changes:
        enter_colour(above)
        enter_colour(s.reached[number][colour][1])


cdef inline void go_further(const int16_t* above, bint changes, int16_t* further) noexcept nogil:
    """Prices above a number if jokers also take runs past it that no natural does: at a share each, any number of
    them for three, and where colours change also as long runs that come from elsewhere."""
    cdef int i, short, most = above[runs_index(0, 0, ANY_NUMBER)] + ANY_NUMBER * SHARE
    for i in range(OPEN_RUNS):
        further[i] = min(<int>above[i], most)
    if changes:
        for short in range(OPEN_RUNS // (ANY_NUMBER + 1)):
            i = short * (ANY_NUMBER + 1)
            further[i] = min(<int>further[i], min(above[i + 1] + SHARE, above[i + 2] + 2 * SHARE))
            further[i + 1] = min(<int>further[i + 1], min(above[i + 2] + SHARE, above[i + 3] + 2 * SHARE))
            further[i + 2] = min(<int>further[i + 2], above[i + 3] + SHARE)


cdef inline void price_alone(
    Search* s, Help* help, int number, int colour, int16_t[OPEN_RUNS]* further, int* alone
) noexcept nogil:
    """The least price of everything in a colour with so many of its tiles in groups, without what these are charged."""
    cdef Position* p = &s.job.position
    cdef Passages* passages = &s.passages
    cdef int must = p.must[number][colour], most = p.most[number][colour]
    cdef int lanes, count, extra, off, on, twins
    for count in range(MOST_CHARGED + 1):
        alone[count] = NEVER
    for lanes in range(most + 1):
        off = go_through(
            passages.after[0][lanes], passages.price[help.helped][lanes], s.reached[number - 1][colour][0], further[0]
        )
        if help.jokers and not help.changes:
            for extra in range(1, EXTRAS):
                off = min(
                    off,
                    SHARE * extra + go_through(
                        passages.after[extra][lanes], passages.price[True][lanes], s.reached[number - 1][colour][0],
                        s.bound[s.turned][number][colour][0],
                    ),
                )
        for count in range(max(0, must - lanes), most - lanes + 1):
            alone[count] = min(alone[count], off)
        if help.mirrors:
            on = go_through(
                passages.after[0][lanes], passages.price[help.helped][lanes], s.reached[number - 1][colour][1],
                further[1],
            )
            for twins in range(0 if help.helped else 2, min(most - lanes, 2) + 1):
                for count in range(max(0, must - lanes - twins), most - lanes - twins + 1):
                    alone[count] = min(alone[count], on + SHARE * (2 - twins))


cdef inline void bound_colour(
    Search* s, Help* help, int number, int colour, int16_t[OPEN_RUNS]* further
) noexcept nogil:
    """Prices at the boundary below a number, from those above it."""
    cdef Position* p = &s.job.position
    cdef Passages* passages = &s.passages
    cdef const int16_t* above
    cdef int16_t below[2][OPEN_RUNS]    # as a twin run has the number or not
    cdef int16_t* bound = s.bound[s.turned][number - 1][colour][0]
    cdef int16_t* bound_twin = s.bound[s.turned][number - 1][colour][1]
    cdef Toll toll
    cdef int twin, lanes, price, extra, i
    set_toll(help, p.must[number][colour], p.most[number][colour], s.charges[s.turned][number][colour], toll)
    for twin in range(1 + help.mirrors):
        above = s.bound[s.turned][number][colour][twin]
        fill(below[twin], NEVER)
        for lanes in range(p.most[number][colour] + 1):
            price = toll[twin][lanes]
            go_down(passages.after[0][lanes], passages.price[help.helped][lanes], further[twin], price, below[twin])
            if help.jokers and not help.changes:
                for extra in range(1, EXTRAS):
                    go_down(
                        passages.after[extra][lanes], passages.price[True][lanes], above, price + SHARE * extra,
                        below[twin],
                    )
        if help.changes:
            for i in range(OPEN_RUNS // 3, OPEN_RUNS):
                below[twin][i] = min(<int>below[twin][i], below[twin][i - OPEN_RUNS // 3] + SHARE)
    memcpy(bound, below[0], sizeof(below[0]))
    if help.mirrors:
        for i in range(OPEN_RUNS):
            bound[i] = min(<int>below[0][i], below[1][i] + MIRROR_PRICE)
            bound_twin[i] = min(below[0][i], below[1][i])


cdef inline void compute_bounds(Search* s) noexcept nogil:
    cdef Position* p = &s.job.position
    cdef Help help = help_of(p)
    cdef const int16_t* needs
    cdef int16_t further[COLOURS][2][OPEN_RUNS]
    cdef int alone[COLOURS][MOST_CHARGED + 1]
    cdef int number, colour, threes, twin
    if not s.needs.listed:
        list_needs(&s.needs)
    needs = s.needs.price[p.most_joker[DOUBLE] > 0][help.mirrors]
    for colour in range(COLOURS):
        for twin in range(2):
            fill(s.reached[0][colour][twin], NEVER)
            fill(s.bound[s.turned][NUMBERS][colour][twin], NEVER)
            for threes in range(ANY_NUMBER + 1):
                s.bound[s.turned][NUMBERS][colour][twin][runs_index(0, 0, threes)] = 0
        s.reached[0][colour][0][runs_index(0, 0, 0)] = 0
    for number in range(1, NUMBERS + 1):
        share_charges(needs, p.most[number], s.charges[s.turned][number])
        for colour in range(COLOURS):
            reach_number(s, &help, number, colour)
    for number in range(NUMBERS, 0, -1):
        for colour in range(COLOURS):
            memcpy(further[colour], s.bound[s.turned][number][colour], sizeof(further[colour]))
            if help.helped:
                for twin in range(1 + help.mirrors):
                    go_further(s.bound[s.turned][number][colour][twin], help.changes, further[colour][twin])
        if are_charged(p.most[number]):         # else nothing is charged, from the start on
            for colour in range(COLOURS):
                price_alone(s, &help, number, colour, further[colour], alone[colour])
            spread_charges(needs, p.most[number], alone, help.most, s.charges[s.turned][number])
        for colour in range(COLOURS):
            bound_colour(s, &help, number, colour, further[colour])
    s.bounded[s.turned] = True


cdef inline void forget_bounds(Search* s) noexcept nogil:
    s.bounded[0] = False
    s.bounded[1] = False
