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

    /* The same for the four colours of a number one after another: what is the same for all is made ready once. */
    __attribute__((target("avx2")))
    static void price_colours_at_once(
        const uint8_t *after, const uint8_t *above, const uint8_t *const *here, const int *with, const int *best,
        uint8_t *below
    ) {
        const __m256i two = _mm256_set1_epi8(2), sixteen = _mm256_set1_epi8(16), fifteen = _mm256_set1_epi8(15);
        __m256i lower[4], upper[4];                     /* the places of shapes below 16, and of the others */
        int lanes, colour;
        for (lanes = 0; lanes < 4; lanes++) {
            const __m256i shape = _mm256_loadu_si256((const __m256i *)(after + PRICED * lanes));
            lower[lanes] = _mm256_or_si256(shape, _mm256_cmpgt_epi8(shape, fifteen));
            upper[lanes] = _mm256_sub_epi8(shape, sixteen);     /* where the topmost bit is set there is nothing */
        }
        for (colour = 0; colour < 4; colour++) {
            const uint8_t *paid_above = above + PRICED * colour, *here_paid = here[colour];
            const __m256i low = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)paid_above));
            const __m256i high = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(paid_above + 16)));
            __m256i least = _mm256_set1_epi8((char)best[colour]), price = _mm256_set1_epi8((char)with[colour]);
            for (lanes = 3; lanes >= 0; lanes--) {
                const __m256i paid = _mm256_or_si256(
                    _mm256_shuffle_epi8(low, lower[lanes]), _mm256_shuffle_epi8(high, upper[lanes]));
                price = _mm256_min_epu8(paid, _mm256_add_epi8(price, two));
                least = _mm256_min_epu8(least, _mm256_add_epi8(price, _mm256_set1_epi8((char)here_paid[lanes])));
            }
            _mm256_storeu_si256((__m256i *)(below + PRICED * colour), least);
        }
    }
    #else
    #define PRICED_ONE_BY_ONE
    #endif

    static void price_colours(
        const uint8_t *after, const uint8_t *above, const uint8_t *const *here, const int *with, const int *best,
        uint8_t *below, int at_once
    ) {
        int colour;
    #ifndef PRICED_ONE_BY_ONE
        if (at_once) {
            price_colours_at_once(after, above, here, with, best, below);
            return;
        }
    #endif
        for (colour = 0; colour < 4; colour++)
            price_shapes(after, above + PRICED * colour, here[colour], with[colour], best[colour], below + PRICED * colour);
    }
    """
    const int NEVER_PAID
    void price_colours(
        const uint8_t* after, const uint8_t* above, const uint8_t* const* here, const int* more, const int* best,
        uint8_t* below, bint at_once
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
