# cython: cdivision=True
# Prices: what jokers pay, and what a state will need of them.
#
# Needs and means are kept in three accounts at once, and a state must be able to pay in each of them: the price of all
# above it; the numbers that its short runs lack at the next two, where mirror jokers are of no help; and how many of
# them lack a tile at the next number, where a joker of any kind helps only one.

from libc.stdint cimport uint64_t

cdef enum:
    SHARE = 16                  # a joker's number in a run, half a colour change, half a double joker
    REGULAR_PRICE = 16
    SCARCE_PRICE = 24           # of a regular joker beside double ones: these are no better in a group
    DOUBLE_PRICE = 32
    CHANGE_PRICE = 32
    MIRROR_PRICE = 32
    ACCOUNT = 16                # bits of an account, the topmost one a guard
    CREDIT = 5500               # the price above a state may be negative in one colour: at each number by no more than
                                # all jokers pay, which is 384, and what is covered ahead

cdef extern from *:
    """
    #define INVALID (1ULL << 63)        /* nothing is possible: in a word of fields or accounts */
    #define ACCOUNT_GUARDS 0x0000800080008000ULL
    """
    const uint64_t INVALID
    const uint64_t ACCOUNT_GUARDS


cdef inline int regular_price(int doubles) noexcept nogil:
    """The price of a regular joker, in a position with so many double ones."""
    return SCARCE_PRICE if doubles else REGULAR_PRICE


cdef inline uint64_t pack_accounts(int all_above, int cells, int short) noexcept nogil:
    return <uint64_t>all_above | <uint64_t>cells << ACCOUNT | <uint64_t>short << 2 * ACCOUNT


cdef inline int price_above(uint64_t accounts) noexcept nogil:
    """The first account of four colours together."""
    return <int>(accounts & 0xFFFF) - 4 * CREDIT


cdef inline bint affords(uint64_t money, uint64_t price) noexcept nogil:
    return ((money | ACCOUNT_GUARDS) - price & ACCOUNT_GUARDS) == ACCOUNT_GUARDS


cdef inline int means(int each, int regular, int doubles, int changes, int mirrors) noexcept nogil:
    """What jokers pay, a regular one so much."""
    return each * regular + DOUBLE_PRICE * doubles + CHANGE_PRICE * changes + MIRROR_PRICE * mirrors


cdef inline uint64_t purse(int each, int regular, int doubles, int changes, int mirrors) noexcept nogil:
    """What jokers pay in every account."""
    return pack_accounts(
        means(each, regular, doubles, changes, mirrors),
        regular + 2 * doubles + 2 * changes,
        regular + doubles + changes,
    )
