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

    /* Of a colour's shapes below a number. `here` is what the tiles that must be laid and do not go on cost, by the
       naturals that do, and NEVER_PAID for more naturals than there are; every lane beyond them is a joker. `with` is
       the price of one lane more than a shape holds, and `best` that of so many naturals. */
    static void price_shapes(
        const uint8_t *after, const uint8_t *above, const uint8_t *here, int with, int best, uint8_t *below
    ) {
        int i, lanes;
        for (i = 0; i < PRICED; i++) {
            int least = best, price = with;
            for (lanes = 3; lanes >= 0; lanes--) {
                int paid = above[after[PRICED * lanes + i]];
                price = paid < price + 2 ? paid : price + 2;
                least = price + here[lanes] < least ? price + here[lanes] : least;
            }
            below[i] = (uint8_t)least;
        }
    }

    #if defined(__x86_64__) && defined(__GNUC__)
    #include <immintrin.h>

    __attribute__((target("avx2")))
    static void price_shapes_at_once(
        const uint8_t *after, const uint8_t *above, const uint8_t *here, int with, int best, uint8_t *below
    ) {
        const __m256i low = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)above));
        const __m256i high = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(above + 16)));
        const __m256i two = _mm256_set1_epi8(2);
        __m256i least = _mm256_set1_epi8((char)best), price = _mm256_set1_epi8((char)with);
        int lanes;
        for (lanes = 3; lanes >= 0; lanes--) {
            const __m256i shape = _mm256_loadu_si256((const __m256i *)(after + PRICED * lanes));
            const __m256i upper = _mm256_slli_epi16(shape, 3);      /* 16 and above: the topmost bit of the byte */
            const __m256i paid = _mm256_blendv_epi8(
                _mm256_shuffle_epi8(low, shape), _mm256_shuffle_epi8(high, shape), upper);
            price = _mm256_min_epu8(paid, _mm256_add_epi8(price, two));
            least = _mm256_min_epu8(least, _mm256_add_epi8(price, _mm256_set1_epi8((char)here[lanes])));
        }
        _mm256_storeu_si256((__m256i *)below, least);
    }
    #else
    #define price_shapes_at_once price_shapes
    #endif
    """
    const int NEVER_PAID
    void price_shapes(
        const uint8_t* after, const uint8_t* above, const uint8_t* here, int more, int best, uint8_t* below
    ) noexcept nogil
    void price_shapes_at_once(
        const uint8_t* after, const uint8_t* above, const uint8_t* here, int more, int best, uint8_t* below
    ) noexcept nogil

cdef enum:
    CHARGES = 3                     # see charge_at

cdef struct Prices:
    bint at_once                    # the processor can
    uint8_t here[CHARGES][MOST_COPIES + 1][2 * MOST_COPIES + 1][MOST_RUNS + 1]  # see price_shapes


cdef inline int charged(int charge) noexcept nogil:
    """The half jokers that a tile of a group answers for: with three colours none, with two one, alone all."""
    return 0 if charge == 0 else 1 if charge == 1 else 4


cdef inline void list_charges(Prices* prices) noexcept nogil:
    """Fill the table, once."""
    cdef int charge, must, most, u
    for charge in range(CHARGES):
        for must in range(MOST_COPIES + 1):
            for most in range(must, 2 * MOST_COPIES + 1):
                for u in range(MOST_RUNS + 1):
                    prices.here[charge][must][most][u] = NEVER_PAID if u > most else max(0, must - u) * charged(charge)
