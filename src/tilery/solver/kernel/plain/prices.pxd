# cython: cdivision=True
# Prices: how many half jokers the tiles above a number will take at the least, colour by colour.
#
# A tile that must be laid goes on in a run or is in a group; where only two colours have tiles of its number each tile
# of a group answers for half a joker, where it is alone for two. So the sum over the colours is never too high.
#
# The prices of a colour's shapes below a number follow from those above it, for all shapes at once: each number of
# lanes makes one shape of another, so the prices above only have to be put in another order. Where the processor has
# AVX2 that takes two instructions. It is found out when the program runs, and the prices are the same without.

from libc.stdint cimport uint8_t

from tilery.solver.kernel.plain.options cimport MOST_COPIES
from tilery.solver.kernel.plain.shapes cimport MOST_RUNS

cdef extern from *:
    """
    #define PRICED 32           /* shapes, and room to fill a register */
    #define NEVER_PAID 100

    /* What the tiles that must be laid and do not go on cost, by the naturals that do, NEVER_PAID for more naturals
       than there are; every lane beyond these is a joker. */
    typedef struct {
        uint8_t here[4];
        uint8_t best;           /* the price of more naturals than a shape holds */
        uint8_t unused[3];
    } Charge;

    /* The prices of a colour's shapes below a number; `with` is that of one lane more than a shape holds. */
    static void price_shapes(
        const uint8_t *after, const uint8_t *above, const Charge *charge, int with, uint8_t *below
    ) {
        int i, lanes;
        for (i = 0; i < PRICED; i++) {
            int least = charge->best, price = with;
            for (lanes = 3; lanes >= 0; lanes--) {
                int paid = above[after[PRICED * lanes + i]];
                price = paid < price + 2 ? paid : price + 2;
                least = price + charge->here[lanes] < least ? price + charge->here[lanes] : least;
            }
            below[i] = (uint8_t)least;
        }
    }

    /* From the highest number down. The charges are by number and colour, the prices by number, colour and shape; `led`
       says of which colours a run may start with a joker at the 11. */
    static void price_numbers(const uint8_t *after, const Charge *const *charges, const uint8_t *led, uint8_t *prices) {
        int number, colour;
        for (number = 13; number > 1; number--)
            for (colour = 0; colour < 4; colour++) {
                uint8_t *above = prices + PRICED * (4 * number + colour);
                price_shapes(after, above, charges[4 * number + colour],
                    number == 11 && led[colour] ? 0 : NEVER_PAID, above - 4 * PRICED);
            }
    }

    #if defined(__x86_64__) && defined(__GNUC__)
    #include <immintrin.h>

    __attribute__((target("avx2")))
    static void price_numbers_at_once(
        const uint8_t *after, const Charge *const *charges, const uint8_t *led, uint8_t *prices
    ) {
        const __m256i two = _mm256_set1_epi8(2), sixteen = _mm256_set1_epi8(16), fifteen = _mm256_set1_epi8(15);
        __m256i lower[4], upper[4];                     /* the places of shapes below 16, and of the others */
        int number, lanes, colour;
        for (lanes = 0; lanes < 4; lanes++) {
            const __m256i shape = _mm256_loadu_si256((const __m256i *)(after + PRICED * lanes));
            lower[lanes] = _mm256_or_si256(shape, _mm256_cmpgt_epi8(shape, fifteen));
            upper[lanes] = _mm256_sub_epi8(shape, sixteen);     /* where the topmost bit is set there is nothing */
        }
        for (number = 13; number > 1; number--)
            for (colour = 0; colour < 4; colour++) {
                uint8_t *above = prices + PRICED * (4 * number + colour);
                const Charge *charge = charges[4 * number + colour];
                const __m256i low = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)above));
                const __m256i high = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(above + 16)));
                __m256i least = _mm256_set1_epi8((char)charge->best);
                __m256i price = _mm256_set1_epi8((char)(number == 11 && led[colour] ? 0 : NEVER_PAID));
                for (lanes = 3; lanes >= 0; lanes--) {
                    const __m256i paid = _mm256_or_si256(
                        _mm256_shuffle_epi8(low, lower[lanes]), _mm256_shuffle_epi8(high, upper[lanes]));
                    price = _mm256_min_epu8(paid, _mm256_add_epi8(price, two));
                    least = _mm256_min_epu8(
                        least, _mm256_add_epi8(price, _mm256_set1_epi8((char)charge->here[lanes])));
                }
                _mm256_storeu_si256((__m256i *)(above - 4 * PRICED), least);
            }
    }
    #else
    #define price_numbers_at_once price_numbers
    #endif
    """
    const int NEVER_PAID

    ctypedef struct Charge:
        uint8_t here[MOST_RUNS + 1]
        uint8_t best

    void price_numbers(
        const uint8_t* after, const Charge** charges, const uint8_t* led, uint8_t* prices
    ) noexcept nogil
    void price_numbers_at_once(
        const uint8_t* after, const Charge** charges, const uint8_t* led, uint8_t* prices
    ) noexcept nogil

cdef enum:
    CHARGES = 3                     # see set_prices

cdef struct Prices:
    bint at_once                    # the processor can
    Charge charges[CHARGES][MOST_COPIES + 1][2 * MOST_COPIES + 1]       # by what must, and what may be laid in all


cdef inline int charged(int charge) noexcept nogil:
    """The half jokers that a tile of a group answers for: with three colours none, with two one, alone all."""
    return 0 if charge == 0 else 1 if charge == 1 else 4


cdef inline void list_charges(Prices* prices) noexcept nogil:
    """Fill the table, once."""
    cdef Charge* made
    cdef int charge, must, most, u
    for charge in range(CHARGES):
        for must in range(MOST_COPIES + 1):
            for most in range(must, 2 * MOST_COPIES + 1):
                made = &prices.charges[charge][must][most]
                made.best = 0 if most > MOST_RUNS else NEVER_PAID       # then all of them go on
                for u in range(MOST_RUNS + 1):
                    made.here[u] = NEVER_PAID if u > most else max(0, must - u) * charged(charge)
