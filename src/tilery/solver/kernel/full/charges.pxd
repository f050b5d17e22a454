# cython: cdivision=True
# Charges: each colour's share of the jokers that the groups of a number take.
#
# The bounds look at every colour alone, but groups take tiles of several. So each colour is charged by how many of its
# tiles of the number are in groups. Any charges will do whose sum, for any tiles in groups, is no more than the price
# of the jokers that these tiles really need; good ones charge most where the other colours cannot help.

from libc.stdint cimport int16_t
from libc.string cimport memset

from tilery.solver.kernel.full.prices cimport MIRROR_PRICE, REGULAR_PRICE, SCARCE_PRICE, SHARE
from tilery.solver.kernel.tiles cimport COLOURS

cdef enum:
    MOST_CHARGED = 3                # tiles of a kind; where there are more, the number is charged nothing
    CHARGED_BITS = 2
    COUNTS = 1 << CHARGED_BITS * COLOURS

# The charges of a number: by colour, and by how many of its tiles are in groups.
ctypedef int16_t[COLOURS][MOST_CHARGED + 1] Charges

cdef struct Needs:
    bint listed
    int16_t price[2][2][COUNTS]     # by whether there are double and mirror jokers, and tiles in groups, see count_key


cdef inline int count_key(const int* count) noexcept nogil:
    return count[0] | count[1] << CHARGED_BITS | count[2] << 2 * CHARGED_BITS | count[3] << 3 * CHARGED_BITS


cdef inline int count_in(int key, int colour) noexcept nogil:
    return key >> CHARGED_BITS * colour & MOST_CHARGED


cdef inline int ordinary_jokers(int key) noexcept nogil:
    """How many jokers ordinary groups of these tiles lack; a double joker stands for no more than one of them."""
    cdef int c, total = 0, groups = 0
    for c in range(COLOURS):
        total += count_in(key, c)
        groups = max(groups, count_in(key, c))
    groups = max(groups, (total + 3) // 4)
    return max(0, 3 * groups - total)


cdef inline int mirrored_cells(int key, int rest) noexcept nogil:
    """How many tiles a mirrored group of the tiles that are not in the rest lacks; -1 when it cannot have them."""
    cdef int c, taken, colours = 0, tiles = 0
    for c in range(COLOURS):
        taken = count_in(key, c) - count_in(rest, c)
        if taken < 0 or taken > 2:
            return -1
        colours += taken > 0
        tiles += taken
    return 2 * max(colours, 2) - tiles if tiles else -1


cdef inline void list_needs(Needs* needs) noexcept nogil:
    """Work out the price of the jokers that tiles need in groups, the mirrored ones among them."""
    cdef int doubles, key, rest, cells, price
    for key in range(COUNTS):
        for doubles in range(2):
            price = ordinary_jokers(key) * (SCARCE_PRICE if doubles else REGULAR_PRICE)
            needs.price[doubles][False][key] = price
            needs.price[doubles][True][key] = price
        for rest in range(key):             # in this order, what the rest needs is known
            cells = mirrored_cells(key, rest)
            if cells >= 0:
                for doubles in range(2):
                    price = MIRROR_PRICE + SHARE * cells + needs.price[doubles][True][rest]
                    needs.price[doubles][True][key] = min(<int>needs.price[doubles][True][key], price)
    needs.listed = True


cdef inline bint are_charged(const int* most) noexcept nogil:
    """There are no more tiles of a kind than charges are kept for."""
    return most[0] <= MOST_CHARGED and most[1] <= MOST_CHARGED and most[2] <= MOST_CHARGED and most[3] <= MOST_CHARGED


cdef inline int joint_prices(
    const int16_t* needs, const int* most, int[MOST_CHARGED + 1]* alone, int[MOST_CHARGED + 1]* joint
) noexcept nogil:
    """The least price of everything with so many tiles of a colour in groups, from those of the colours alone without
    the groups' own jokers; the least of all."""
    cdef int count[COLOURS]
    cdef int c, price, three, least = 1 << 20
    for c in range(COLOURS):
        for price in range(MOST_CHARGED + 1):
            joint[c][price] = 1 << 20
    for count[0] in range(most[0] + 1):
        for count[1] in range(most[1] + 1):
            for count[2] in range(most[2] + 1):
                three = alone[0][count[0]] + alone[1][count[1]] + alone[2][count[2]]
                for count[3] in range(most[3] + 1):
                    price = three + alone[3][count[3]] + needs[count_key(count)]
                    for c in range(COLOURS):
                        joint[c][count[c]] = min(joint[c][count[c]], price)
                    least = min(least, price)
    return least


cdef inline void share_charges(const int16_t* needs, const int* most, Charges charges) noexcept nogil:
    """Charge the colours that ever lack anything equally: a start."""
    cdef int nothing[COLOURS][MOST_CHARGED + 1]
    cdef int least[COLOURS][MOST_CHARGED + 1]
    cdef int c, count, sharing = 0
    memset(charges, 0, sizeof(Charges))
    if not are_charged(most):
        return
    memset(nothing, 0, sizeof(nothing))
    joint_prices(needs, most, nothing, least)
    for c in range(COLOURS):
        for count in range(most[c] + 1):
            if least[c][count]:
                sharing += 1
                break
    for c in range(COLOURS):
        for count in range(most[c] + 1):
            charges[c][count] = least[c][count] // max(sharing, 1)


cdef inline void spread_charges(
    const int16_t* needs, const int* most, int[MOST_CHARGED + 1]* alone, int too_dear, Charges charges
) noexcept nogil:
    """Charge each colour so that, whatever it does, it pays a quarter of what that costs all of them beyond the
    cheapest, and of what the groups add to the cheapest.

    The sum of the four quarters is no more than the whole of any one choice, so the charges are never too high,
    whatever the prices of the colours alone are. What is too dear beyond the cheapest is all the same.
    """
    cdef int joint[COLOURS][MOST_CHARGED + 1]
    cdef int cheapest[COLOURS]
    cdef int c, count, least, added
    for c in range(COLOURS):
        cheapest[c] = alone[c][0]
        for count in range(1, most[c] + 1):
            cheapest[c] = min(cheapest[c], alone[c][count])
        for count in range(most[c] + 1):
            alone[c][count] = min(alone[c][count], cheapest[c] + too_dear)
    least = joint_prices(needs, most, alone, joint)
    added = least - cheapest[0] - cheapest[1] - cheapest[2] - cheapest[3]
    for c in range(COLOURS):
        for count in range(most[c] + 1):
            charges[c][count] = (joint[c][count] - least >> 2) + (added >> 2) - (alone[c][count] - cheapest[c])
