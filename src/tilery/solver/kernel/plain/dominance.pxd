# cython: cdivision=True
# Dominance: which state beats which.
#
# A state's rank has five fields of two bits for each colour (see list_shapes) and the jokers left above them, each
# field followed by a guard bit: one subtraction compares all fields. Where the processor has AVX2 four states are
# compared at once. That is found out when the program runs, and the answer is the same without.

from libc.stdint cimport int64_t, uint64_t

from tilery.solver.kernel.plain.states cimport PlainState

cdef extern from *:
    """
    #define PLAIN_GUARDS 0x8924924924924924ULL

    /* Rank a is no worse than b in any respect: no guard bit is borrowed from. */
    static inline int covers(uint64_t a, uint64_t b) {
        return (((a | PLAIN_GUARDS) - b) & PLAIN_GUARDS) == PLAIN_GUARDS;
    }

    /* The first of the states that beats a newcomer, or ~i for the first that it beats, or `count`. */
    static inline int meet_one_by_one(
        const uint64_t *ranks, const int64_t *gains, int i, int count, uint64_t rank, int64_t gain
    ) {
        for (; i < count; i++) {
            /* Ranks compare field by field only in the direction in which they compare as numbers. */
            uint64_t old = ranks[i], high = old > rank ? old : rank, low = old > rank ? rank : old;
            if (covers(high, low)) {
                if (gains[i] >= gain && old >= rank)
                    return i;
                if (gain >= gains[i] && rank >= old)
                    return ~i;
            }
        }
        return count;
    }

    /* Drop the states from `i` on that a newcomer beats; how many are left. */
    static int drop_from(uint64_t *ranks, int64_t *gains, PlainState *states, int i, int count, uint64_t rank,
                         int64_t gain) {
        while (i < count)
            if (gain >= gains[i] && covers(rank, ranks[i])) {
                count--;
                ranks[i] = ranks[count];
                gains[i] = gains[count];
                states[i] = states[count];
            } else
                i++;
        return count;
    }

    /* Whether a newcomer is beaten by a state of a short layer, 1, and whether it beats one, 2. */
    static inline int meet_few(const uint64_t *ranks, const int64_t *gains, int count, uint64_t rank, int64_t gain) {
        int i, better = 0, worse = 0;
        for (i = 0; i < count; i++) {
            better |= covers(ranks[i], rank) & (gains[i] >= gain);
            worse |= covers(rank, ranks[i]) & (gain >= gains[i]);
        }
        return better | worse << 1;
    }

    #if defined(__x86_64__) && defined(__GNUC__)
    #include <immintrin.h>
    #include <stdlib.h>
    #define HAS_AVX2 (__builtin_cpu_supports("avx2") && getenv("TILERY_WITHOUT_AVX2") == NULL)  /* to compare the two */
    #define WITH_AVX2 __attribute__((target("avx2")))

    WITH_AVX2 static int meet_four_at_once(
        const uint64_t *ranks, const int64_t *gains, int count, uint64_t rank, int64_t gain
    ) {
        const __m256i guards = _mm256_set1_epi64x((int64_t)PLAIN_GUARDS);
        const __m256i new_rank = _mm256_set1_epi64x((int64_t)rank), new_gain = _mm256_set1_epi64x(gain);
        const __m256i new_guarded = _mm256_or_si256(new_rank, guards);
        int i;
        for (i = 0; i + 4 <= count; i += 4) {
            const __m256i old_rank = _mm256_loadu_si256((const __m256i *)(ranks + i));
            const __m256i old_gain = _mm256_loadu_si256((const __m256i *)(gains + i));
            const __m256i over = _mm256_sub_epi64(_mm256_or_si256(old_rank, guards), new_rank);
            const __m256i under = _mm256_sub_epi64(new_guarded, old_rank);
            const __m256i beats = _mm256_andnot_si256(
                _mm256_cmpgt_epi64(new_gain, old_gain), _mm256_cmpeq_epi64(_mm256_and_si256(over, guards), guards));
            const __m256i beaten = _mm256_andnot_si256(
                _mm256_cmpgt_epi64(old_gain, new_gain), _mm256_cmpeq_epi64(_mm256_and_si256(under, guards), guards));
            if (!_mm256_testz_si256(_mm256_or_si256(beats, beaten), _mm256_or_si256(beats, beaten))) {
                int better = _mm256_movemask_pd(_mm256_castsi256_pd(beats));
                if (better)
                    return i + __builtin_ctz(better);
                return ~(i + __builtin_ctz(_mm256_movemask_pd(_mm256_castsi256_pd(beaten))));
            }
        }
        return meet_one_by_one(ranks, gains, i, count, rank, gain);
    }

    #else
    #define HAS_AVX2 0
    #define WITH_AVX2
    #define meet_four_at_once(ranks, gains, count, rank, gain) meet_one_by_one(ranks, gains, 0, count, rank, gain)
    #endif

    static int has_avx2(void) { return HAS_AVX2; }
    """
    # For follow.pxd, in C.
    int meet_few(const uint64_t* ranks, const int64_t* gains, int count, uint64_t rank, int64_t gain) noexcept nogil

    bint has_avx2() noexcept nogil
