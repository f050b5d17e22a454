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

from libc.stdint cimport uint16_t

from tilery.solver.kernel.full.memory cimport BOUND_STATES, Search
from tilery.solver.kernel.full.prices cimport MIRROR_PRICE, REGULAR_PRICE, SHARE
from tilery.solver.kernel.position cimport MOST_ALIKE, Position
from tilery.solver.kernel.tiles cimport CHANGE, COLOURS, DOUBLE, MIRROR, NUMBERS, REGULAR

cdef enum:
    NEVER = 4000
    ANY_NUMBER = 3


cdef inline int bound_index(int ones, int twos, int threes, int twin) noexcept nogil:
    """The index of a colour's open runs: of 1 and 2 tiles up to two each, of 3 up to two or any number, a twin run or
    none.

    What it cannot hold is replaced by something better.
    """
    if ones > 2 or twos > 2:
        threes = ANY_NUMBER
        ones = min(ones, 2)
        twos = min(twos, 2)
    return ((ones * 3 + twos) * 4 + min(threes, <int>ANY_NUMBER)) * 2 + twin


cdef inline int bound_runs(
    const uint16_t* above, int ones, int twos, int threes, int twin, int lanes, bint changes, bint jokers
) noexcept nogil:
    """The least price when `lanes` naturals go on in runs, from the prices above the number."""
    cdef int leaving, need, price, spare, on, fresh, long_runs, extra, best = NEVER, after
    for leaving in range((ones if changes else 0) + 1):
        need = ones - leaving + twos
        price = SHARE * leaving + REGULAR_PRICE * max(0, need - lanes)
        if need > lanes and not jokers and not changes:
            continue
        spare = max(0, lanes - need)
        on = spare if threes == ANY_NUMBER else min(spare, threes)
        fresh = spare - on
        long_runs = twos + on
        for extra in range((ANY_NUMBER if changes or jokers else 0) + 1):
            if price + SHARE * extra >= best:
                break
            if extra == ANY_NUMBER:
                after = above[bound_index(0, 0, ANY_NUMBER, twin)]
            elif changes or threes == ANY_NUMBER or extra <= threes - on:
                after = above[bound_index(fresh, ones - leaving, long_runs + extra, twin)]
            else:
                after = above[bound_index(fresh + extra - (threes - on), ones - leaving, twos + threes, twin)]
            best = min(best, price + SHARE * extra + after)
    return best


cdef inline void charge_groups(const int* most, int[MOST_ALIKE + 1]* charge) noexcept nogil:
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
            charge[c][g] = REGULAR_PRICE * least[c][g] // max(sharing, 1)


cdef inline void bound_colour(Search* s, int number, int colour, const int* charge) noexcept nogil:
    """Prices at the boundary below a number, from those above it."""
    cdef Position* p = &s.job.position
    cdef const uint16_t* above = s.bound[s.turned][number][colour]
    cdef uint16_t* below = s.bound[s.turned][number - 1][colour]
    cdef bint changes = p.most_joker[CHANGE] > 0
    cdef bint mirrors = p.most_joker[MIRROR] > 0
    cdef bint jokers = p.most_joker[REGULAR] + p.most_joker[DOUBLE] > 0
    cdef int ones, twos, threes, twin, lanes, rest, price, best, with_twin, kept
    for ones in range(3):
        for twos in range(3):
            for threes in range(4):
                for twin in range(2 if mirrors else 1):
                    best = NEVER
                    for lanes in range(p.most[number][colour] + 1):
                        rest = max(0, p.must[number][colour] - lanes)
                        price = 0
                        if twin == 0:
                            price = charge[rest]
                            if mirrors:
                                price = min(price, <int>MIRROR_PRICE // 4)
                        kept = bound_runs(above, ones, twos, threes, twin, lanes, changes, jokers)
                        best = min(best, price + kept)
                        if mirrors and twin == 0 and MIRROR_PRICE < best:
                            with_twin = bound_runs(above, ones, twos, threes, 1, lanes, changes, jokers)
                            best = min(best, MIRROR_PRICE + with_twin)
                    below[bound_index(ones, twos, threes, twin)] = min(best, <int>NEVER)


cdef inline void compute_bounds(Search* s) noexcept nogil:
    cdef int charge[COLOURS][MOST_ALIKE + 1]
    cdef int number, colour, i, threes, twin
    for colour in range(COLOURS):
        for i in range(BOUND_STATES):
            s.bound[s.turned][NUMBERS][colour][i] = NEVER
        for threes in range(4):
            for twin in range(2):
                s.bound[s.turned][NUMBERS][colour][bound_index(0, 0, threes, twin)] = 0
    for number in range(NUMBERS, 0, -1):
        charge_groups(s.job.position.most[number], charge)
        for colour in range(COLOURS):
            bound_colour(s, number, colour, charge[colour])
    s.bounded[s.turned] = True


cdef inline void forget_bounds(Search* s) noexcept nogil:
    s.bounded[0] = False
    s.bounded[1] = False
