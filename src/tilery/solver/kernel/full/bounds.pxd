# cython: cdivision=True
# Bounds: how many jokers the tiles above a number will take at least.
#
# Jokers have prices (a regular one 4, a double, colour change or mirror 8) and every colour is looked at alone, with
# each help it could get charged no more than its share of the price. So the sum over the colours never exceeds the
# price of the jokers that a real answer uses, and a state that cannot pay it leads nowhere.
#
#   a joker's number in a run       4   (a double joker has two)
#   a run leaving the colour        4   half a colour change, the other half is
#   a run entering the colour       4   charged where it enters, as a long run
#   a twin run                      8   then takes any tiles of its colour
#   a mirrored group                2   a quarter of the mirror joker, takes any tiles of the colour
#   tiles in groups                     a share of the jokers that so many tiles of the colour need at the least

from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset

from tilery.solver.kernel.full.memory cimport Search
from tilery.solver.kernel.full.passages cimport (
    ANY_NUMBER, CHARGED_BITS, EXTRAS, NEVER, OPEN_RUNS, Charges, Passages, runs_index
)
from tilery.solver.kernel.full.prices cimport MIRROR_PRICE, REGULAR_PRICE, SHARE
from tilery.solver.kernel.position cimport MOST_ALIKE, Position
from tilery.solver.kernel.tiles cimport CHANGE, COLOURS, DOUBLE, MIRROR, NUMBERS, REGULAR


cdef inline void charge_groups(const int* most, Charges* charges) noexcept nogil:
    """By colour and number of its tiles in groups: its share of the jokers that these need at the least.

    The colours that ever lack anything share equally, so together they never pay for more jokers than there really are.
    """
    cdef int least[COLOURS][MOST_ALIKE + 1]
    cdef int count[COLOURS]
    cdef int c, g, total, groups, needed, sharing = 0
    for c in range(COLOURS):
        for g in range(most[c] + 1):
            least[c][g] = NEVER
    for count[0] in range(most[0] + 1):
        for count[1] in range(most[1] + 1):
            for count[2] in range(most[2] + 1):
                for count[3] in range(most[3] + 1):
                    total = count[0] + count[1] + count[2] + count[3]
                    groups = max(max(count[0], count[1]), max(count[2], count[3]))
                    groups = max(groups, (total + 3) // 4)
                    needed = max(0, 3 * groups - total)
                    for c in range(COLOURS):
                        least[c][count[c]] = min(least[c][count[c]], needed)
    for c in range(COLOURS):
        for g in range(most[c] + 1):
            if least[c][g]:
                sharing += 1
                break
    for c in range(COLOURS):
        for g in range(most[c] + 1):
            charges.price[c][g] = REGULAR_PRICE * least[c][g] // max(sharing, 1)
    charges.known = True


cdef inline const Charges* charges_at(Passages* p, const int* most, Charges* unusual) noexcept nogil:
    """The charges of a number with so many tiles: kept, unless there are unusually many."""
    cdef Charges* charges = unusual
    cdef int c, all_bits = 0, key = 0
    unusual.known = False
    for c in range(COLOURS):
        all_bits |= most[c]
        key = key << CHARGED_BITS | most[c]
    if not all_bits >> CHARGED_BITS:
        charges = &p.charges[key]
    if not charges.known:
        charge_groups(most, charges)
    return charges


cdef inline void go_further(const uint8_t* above, bint changes, uint8_t* further) noexcept nogil:
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


cdef inline void pass_number(
    const uint8_t* after, const uint8_t* price, const uint8_t* above, int charge, uint8_t* below
) noexcept nogil:
    """Lower the prices below a number to those of one way to pass it."""
    cdef int i
    for i in range(OPEN_RUNS):
        below[i] = min(<int>below[i], above[after[i]] + price[i] + charge)


cdef inline void leave_colour(uint8_t* below) noexcept nogil:
    """Lower prices where a run of one tile goes over to another colour, which is half a colour change."""
    cdef int i
    for i in range(OPEN_RUNS // 3, OPEN_RUNS):
        below[i] = min(<int>below[i], below[i - OPEN_RUNS // 3] + SHARE)


cdef inline void bound_colour(Search* s, int number, int colour, const uint8_t* charge) noexcept nogil:
    """Prices at the boundary below a number, from those above it."""
    cdef Position* p = &s.job.position
    cdef Passages* passages = &s.passages
    cdef const uint8_t* above
    cdef uint8_t further[OPEN_RUNS]
    cdef uint8_t* below
    cdef bint changes = p.most_joker[CHANGE] > 0
    cdef bint mirrors = p.most_joker[MIRROR] > 0
    cdef bint jokers = p.most_joker[REGULAR] + p.most_joker[DOUBLE] > 0
    cdef bint helped = changes or jokers
    cdef int twin, lanes, price, extra, i
    for twin in range(1 if mirrors else 0, -1, -1):
        above = s.bound[s.turned][number][colour][twin]
        below = s.bound[s.turned][number - 1][colour][twin]
        memset(below, NEVER, OPEN_RUNS)
        if helped:
            go_further(above, changes, further)
        else:
            memcpy(further, above, OPEN_RUNS)
        for lanes in range(p.most[number][colour] + 1):
            price = 0
            if twin == 0:
                price = charge[max(0, p.must[number][colour] - lanes)]
                if mirrors:
                    price = min(price, <int>MIRROR_PRICE // 4)
            pass_number(passages.after[0][lanes], passages.price[helped][lanes], further, price, below)
            if jokers and not changes:
                for extra in range(1, EXTRAS):
                    pass_number(
                        passages.after[extra][lanes], passages.price[True][lanes], above, price + SHARE * extra, below
                    )
        if changes:
            leave_colour(below)
        if mirrors and twin == 0:
            for i in range(OPEN_RUNS):
                below[i] = min(<int>below[i], s.bound[s.turned][number - 1][colour][1][i] + MIRROR_PRICE)


cdef inline void compute_bounds(Search* s) noexcept nogil:
    cdef Charges unusual
    cdef const Charges* charges
    cdef int number, colour, threes, twin
    memset(s.bound[s.turned][NUMBERS], NEVER, sizeof(s.bound[s.turned][NUMBERS]))
    for colour in range(COLOURS):
        for threes in range(ANY_NUMBER + 1):
            for twin in range(2):
                s.bound[s.turned][NUMBERS][colour][twin][runs_index(0, 0, threes)] = 0
    for number in range(NUMBERS, 0, -1):
        charges = charges_at(&s.passages, s.job.position.most[number], &unusual)
        for colour in range(COLOURS):
            bound_colour(s, number, colour, charges.price[colour])
    s.bounded[s.turned] = True


cdef inline void forget_bounds(Search* s) noexcept nogil:
    s.bounded[0] = False
    s.bounded[1] = False
