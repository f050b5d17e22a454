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
from tilery.solver.kernel.full.passages cimport (
    ANY_NUMBER, BARRED, EXTRAS, NEVER, OPEN_RUNS, ROW, Passages, Row, row_place, runs_index, spread_row
)
from tilery.solver.kernel.full.prices cimport MIRROR_PRICE, SHARE, means, regular_price
from tilery.solver.kernel.machine cimport lower_row
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


# The tolls of all colours, by how many naturals go on in runs.
ctypedef Row[MOST_ALIKE + 1] Tolls


cdef inline void fill(Row* prices) noexcept nogil:
    """Nothing is reached, or possible, yet."""
    cdef int i, k
    for i in range(OPEN_RUNS):
        for k in range(ROW):
            prices[i][k] = NEVER


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


cdef inline int most_lanes(const Position* p, int number) noexcept nogil:
    """The most naturals of one colour that can go on in runs."""
    return max(max(p.most[number][0], p.most[number][1]), max(p.most[number][2], p.most[number][3]))


cdef inline void set_tolls(Search* s, Help* help, int number, Tolls tolls) noexcept nogil:
    """The tolls of all colours; where one has fewer tiles than another, no more of them can go on."""
    cdef Position* p = &s.job.position
    cdef Toll toll
    cdef int lanes, colour, twin
    for colour in range(COLOURS):
        set_toll(help, p.must[number][colour], p.most[number][colour], s.charges[s.turned][number][colour], toll)
        for lanes in range(most_lanes(p, number) + 1):
            for twin in range(2):
                tolls[lanes][row_place(colour, twin)] = toll[twin][lanes]
                if lanes > p.most[number][colour]:
                    tolls[lanes][row_place(colour, twin)] = BARRED


cdef inline void swap_twins(const int16_t* row, int16_t* swapped) noexcept nogil:
    """The prices with a twin run first, then those without."""
    memcpy(swapped, &row[COLOURS], COLOURS * sizeof(int16_t))
    memcpy(&swapped[COLOURS], row, COLOURS * sizeof(int16_t))


cdef inline void price_beginning(int without, int with_twin, int16_t* row) noexcept nogil:
    """What changes whether a twin run has a number, for all colours."""
    cdef int colour
    for colour in range(COLOURS):
        row[row_place(colour, False)] = without
        row[row_place(colour, True)] = with_twin


cdef inline void prepare_below(Passages* passages, Help* help, Row* below) noexcept nogil:
    """Change the prices below a number to what passes it: without a twin run there, and with one that has it."""
    cdef Row begins
    cdef Row other
    cdef int i
    if help.mirrors:                    # a twin run may end before the number, or begin with it
        price_beginning(0, MIRROR_PRICE, begins)
        for i in range(OPEN_RUNS):
            swap_twins(below[i], other)
            lower_row(below[i], other, begins, passages.shares[0])
    if help.changes:                    # a run of one tile may go over to another colour, half a colour change
        for i in range(OPEN_RUNS - 1, OPEN_RUNS // 3 - 1, -1):
            lower_row(below[i - OPEN_RUNS // 3], below[i], passages.shares[1], passages.shares[0])


cdef inline void add_shares(int shares, int16_t* row) noexcept nogil:
    cdef int i
    for i in range(ROW):
        row[i] += SHARE * shares


cdef inline void reach_number(Search* s, Help* help, int number) noexcept nogil:
    """The prices at which open runs are reached above a number, from those below it."""
    cdef Passages* passages = &s.passages
    cdef Row* below = s.reached[number - 1]
    cdef Row* above = s.reached[number]
    cdef Tolls tolls
    cdef const Row* price
    cdef const uint8_t* after
    cdef int lanes, extra, i, colour
    set_tolls(s, help, number, tolls)
    prepare_below(passages, help, below)
    fill(above)
    for lanes in range(most_lanes(&s.job.position, number) + 1):
        after = passages.after[0][lanes]
        price = passages.price[help.helped][lanes]
        for i in range(OPEN_RUNS):
            lower_row(above[after[i]], below[i], price[i], tolls[lanes])
        if help.jokers and not help.changes:
            for colour in range(COLOURS):
                tolls[lanes][row_place(colour, True)] = BARRED
            for extra in range(1, EXTRAS):
                after = passages.after[extra][lanes]
                add_shares(1, tolls[lanes])
                for i in range(OPEN_RUNS):
                    lower_row(above[after[i]], below[i], price[i], tolls[lanes])
    if help.changes:                    # long runs may come from elsewhere
        for i in range(OPEN_RUNS - 1):
            if i & ANY_NUMBER != ANY_NUMBER:
                lower_row(above[i + 1], above[i], passages.shares[1], passages.shares[0])


cdef inline void go_further(Passages* passages, const Row* above, bint changes, Row* further) noexcept nogil:
    """Prices above a number if jokers also take runs past it that no natural does: at a share each, any number of
    them for three, and where colours change also as long runs that come from elsewhere."""
    cdef int i, more
    for i in range(OPEN_RUNS):
        lower_row(
            further[i], above[runs_index(0, 0, ANY_NUMBER)], passages.shares[ANY_NUMBER], passages.shares[0]
        )
        if changes:
            for more in range(1, 3):
                if (i & ANY_NUMBER) + more <= ANY_NUMBER:
                    lower_row(further[i], above[i + more], passages.shares[more], passages.shares[0])


cdef inline void go_through(
    const uint8_t* after, const Row* price, const Row* below, const Row* above, int16_t* least
) noexcept nogil:
    """The least price of everything, if a number is passed in this way."""
    cdef int i
    spread_row(NEVER, least)
    for i in range(OPEN_RUNS):
        lower_row(least, above[after[i]], price[i], below[i])


cdef inline void price_alone(
    Search* s, Help* help, int number, const Row* further, int[MOST_CHARGED + 1]* alone
) noexcept nogil:
    """The least price of everything in each colour with so many of its tiles in groups, without what these are
    charged."""
    cdef Position* p = &s.job.position
    cdef Passages* passages = &s.passages
    cdef const Row* below = s.reached[number - 1]
    cdef Row through[EXTRAS]
    cdef int lanes, count, extra, colour, off, on, twins, must, most
    for colour in range(COLOURS):
        for count in range(MOST_CHARGED + 1):
            alone[colour][count] = NEVER
    for lanes in range(most_lanes(p, number) + 1):
        go_through(passages.after[0][lanes], passages.price[help.helped][lanes], below, further, through[0])
        if help.jokers and not help.changes:
            for extra in range(1, EXTRAS):
                go_through(
                    passages.after[extra][lanes], passages.price[True][lanes], below, s.bound[s.turned][number],
                    through[extra],
                )
        for colour in range(COLOURS):
            must = p.must[number][colour]
            most = p.most[number][colour]
            if lanes > most:
                continue
            off = through[0][row_place(colour, False)]
            if help.jokers and not help.changes:
                for extra in range(1, EXTRAS):
                    off = min(off, SHARE * extra + through[extra][row_place(colour, False)])
            for count in range(max(0, must - lanes), most - lanes + 1):
                alone[colour][count] = min(alone[colour][count], off)
            if help.mirrors:
                on = through[0][row_place(colour, True)]
                for twins in range(0 if help.helped else 2, min(most - lanes, 2) + 1):
                    for count in range(max(0, must - lanes - twins), most - lanes - twins + 1):
                        alone[colour][count] = min(alone[colour][count], on + SHARE * (2 - twins))


cdef inline void bound_number(Search* s, Help* help, int number, const Row* further) noexcept nogil:
    """Prices at the boundary below a number, from those above it."""
    cdef Passages* passages = &s.passages
    cdef const Row* above = s.bound[s.turned][number]
    cdef Row* below = s.bound[s.turned][number - 1]     # at first as a twin run has the number or not
    cdef Tolls tolls
    cdef Row other
    cdef Row begins
    cdef const Row* price
    cdef const uint8_t* after
    cdef int lanes, extra, i
    set_tolls(s, help, number, tolls)
    fill(below)
    for lanes in range(most_lanes(&s.job.position, number) + 1):
        after = passages.after[0][lanes]
        price = passages.price[help.helped][lanes]
        for i in range(OPEN_RUNS):
            lower_row(below[i], further[after[i]], price[i], tolls[lanes])
        if help.jokers and not help.changes:
            for extra in range(1, EXTRAS):
                after = passages.after[extra][lanes]
                add_shares(1, tolls[lanes])
                for i in range(OPEN_RUNS):
                    lower_row(below[i], above[after[i]], price[i], tolls[lanes])
    if help.changes:
        for i in range(OPEN_RUNS // 3, OPEN_RUNS):
            lower_row(below[i], below[i - OPEN_RUNS // 3], passages.shares[1], passages.shares[0])
    if help.mirrors:
        price_beginning(MIRROR_PRICE, 0, begins)
        for i in range(OPEN_RUNS):
            swap_twins(below[i], other)
            lower_row(below[i], other, begins, passages.shares[0])


cdef inline void compute_bounds(Search* s) noexcept nogil:
    cdef Position* p = &s.job.position
    cdef Help help = help_of(p)
    cdef const int16_t* needs
    cdef Row further[OPEN_RUNS]
    cdef int alone[COLOURS][MOST_CHARGED + 1]
    cdef int number, threes
    if not s.needs.listed:
        list_needs(&s.needs)
    needs = s.needs.price[p.most_joker[DOUBLE] > 0][help.mirrors]
    fill(s.reached[0])
    price_beginning(0, NEVER, s.reached[0][runs_index(0, 0, 0)])
    fill(s.bound[s.turned][NUMBERS])
    for threes in range(ANY_NUMBER + 1):
        spread_row(0, s.bound[s.turned][NUMBERS][runs_index(0, 0, threes)])
    for number in range(1, NUMBERS + 1):
        share_charges(needs, p.most[number], s.charges[s.turned][number])
        reach_number(s, &help, number)
    for number in range(NUMBERS, 0, -1):
        memcpy(further, s.bound[s.turned][number], sizeof(further))
        if help.helped:
            go_further(&s.passages, s.bound[s.turned][number], help.changes, further)
        if are_charged(p.most[number]):         # else nothing is charged, from the start on
            price_alone(s, &help, number, further, alone)
            spread_charges(needs, p.most[number], alone, help.most, s.charges[s.turned][number])
        bound_number(s, &help, number, further)
    s.bounded[s.turned] = True


cdef inline void forget_bounds(Search* s) noexcept nogil:
    s.bounded[0] = False
    s.bounded[1] = False
