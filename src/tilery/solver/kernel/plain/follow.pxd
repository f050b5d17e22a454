# cython: cdivision=True
# Following: the states that one state and the options of a number lead to.

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

from tilery.solver.kernel.machine cimport lowest_bit
from tilery.solver.kernel.plain.dominance cimport meet_few
from tilery.solver.kernel.plain.options cimport PlainOption
from tilery.solver.kernel.plain.states cimport States
from tilery.solver.kernel.tiles cimport COLOURS

cdef extern from *:
    """
    typedef struct {
        const uint32_t *ways[4];
        int shift[4];
        const PlainOption *options;
        const int64_t *gains;
        const uint8_t *price;
        int64_t gain, least;
        int left, parent, first;
    } Step;

    /* A state has 15 bits for each colour, of a rank and of ways: see ways.pxd. */
    #define ONE_EACH 0x0000200040008001ULL
    #define PRICE_OF(ways, colour) price[32 * colour + (ways >> 15 * colour & 31)]

    /* The two halves of a word shifted apart: see ways.pxd. */
    #if defined(__x86_64__) || defined(_M_X64)
    #include <emmintrin.h>
    typedef __m128i Halves;
    #define SHIFT_OF(bits) _mm_cvtsi32_si128(bits)
    typedef __m128i Shift;
    static inline Halves shifted(uint32_t way, Shift shift) {
        const __m128i nothing = _mm_setzero_si128();
        const __m128i halves = _mm_unpacklo_epi16(_mm_cvtsi32_si128((int)way), nothing);
        return _mm_sll_epi64(_mm_unpacklo_epi32(halves, nothing), shift);
    }
    #define sum_of _mm_add_epi64
    #define lower_half(halves) (uint64_t)_mm_cvtsi128_si64(halves)
    #define upper_half(halves) (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(halves, halves))
    #else
    typedef struct { uint64_t lower, upper; } Halves;
    typedef int Shift;
    #define SHIFT_OF(bits) bits
    static inline Halves shifted(uint32_t way, Shift shift) {
        Halves halves = {(uint64_t)(way & 0xFFFF) << shift, (uint64_t)(way >> 16) << shift};
        return halves;
    }
    static inline Halves sum_of(Halves a, Halves b) {
        Halves sum = {a.lower + b.lower, a.upper + b.upper};
        return sum;
    }
    #define lower_half(halves) (halves).lower
    #define upper_half(halves) (halves).upper
    #endif

    /* Write what the options that fit make of the state in hand; how many can be paid for and gain enough. Whether one
       does would often be guessed wrong, so nothing branches on it: the next one is written over it. */
    static inline int draft_states(
        const Step *s, uint64_t fit, uint64_t *ranks, int64_t *gains, PlainState *states
    ) {
        const uint32_t *one = s->ways[0], *two = s->ways[1], *three = s->ways[2], *four = s->ways[3];
        const Shift first_shift = SHIFT_OF(s->shift[0]), second_shift = SHIFT_OF(s->shift[1]);
        const Shift third_shift = SHIFT_OF(s->shift[2]), fourth_shift = SHIFT_OF(s->shift[3]);
        const PlainOption *options = s->options;
        const int64_t *option_gains = s->gains;
        const uint8_t *price = s->price;
        const int64_t base = s->gain, least = s->least;
        const int jokers = s->left, parent = s->parent, first = s->first;
        int count = 0;
        do {
            const int i = lowest_bit(fit);
            const uint8_t *lanes = options[i].lanes;
            const Halves sum = sum_of(
                sum_of(shifted(one[lanes[0]], first_shift), shifted(two[lanes[1]], second_shift)),
                sum_of(shifted(three[lanes[2]], third_shift), shifted(four[lanes[3]], fourth_shift)));
            const uint64_t ways = upper_half(sum), rank = lower_half(sum);
            const int64_t gain = base + option_gains[i];
            gains[count] = gain;
            states[count].ways = ways;
            states[count].parent = parent;
            states[count].option = (uint16_t)(first + i);
            if (jokers) {
                const int spent = (int)((ways >> 8 & 15 * ONE_EACH) * ONE_EACH >> 45 & 31);
                const int left = jokers - options[i].jokers - spent;
                ranks[count] = rank + ((uint64_t)left << 60);
                states[count].left = (uint16_t)left;
                count += (gain > least) & (2 * left
                    >= PRICE_OF(ways, 0) + PRICE_OF(ways, 1) + PRICE_OF(ways, 2) + PRICE_OF(ways, 3));
            } else {
                ranks[count] = rank;
                states[count].left = 0;
                count += gain > least;
            }
            fit &= fit - 1;
        } while (fit);
        return count;
    }

    /* Add what the options that fit lead to, and no state beats, to the layer. In a layer of up to `few` states nothing
       branches on who beats whom, which nobody can foresee; most layers are so short. */
    static void follow(const Step *s, States *t, uint64_t fit, int few) {
        uint64_t *ranks = t->ranks + t->start;
        int64_t *gains = t->gains + t->start;
        PlainState *states = t->states + t->start;
        int count = t->count - t->start, last_better = t->last_better - t->start;
        int i = count, end = count + draft_states(s, fit, ranks + count, gains + count, states + count);
        for (; i < end; i++) {
            const uint64_t rank = ranks[i];
            const int64_t gain = gains[i];
            const PlainState state = states[i];
            int stays;
            if (count <= few) {
                const int met = meet_few(ranks, gains, count, rank, gain);
                stays = ~met & 1;
                if (met == 2)
                    count = drop_from(ranks, gains, states, 0, count, rank, gain);
            } else {
                int met;
                if (last_better >= 0 && last_better < count && gains[last_better] >= gain
                        && covers(ranks[last_better], rank))
                    continue;
                met = t->four_at_once ? meet_four_at_once(ranks, gains, count, rank, gain)
                                      : meet_one_by_one(ranks, gains, 0, count, rank, gain);
                stays = met < 0 || met == count;
                if (met < 0)
                    count = drop_from(ranks, gains, states, ~met, count, rank, gain);
                else if (met < count)
                    last_better = met;
            }
            ranks[count] = rank;
            gains[count] = gain;
            states[count] = state;
            count += stays;
        }
        t->count = t->start + count;
        t->last_better = t->start + last_better;
    }
    """
    ctypedef struct Step:           # what stays the same while the options of a state are gone through
        const uint32_t* ways[COLOURS]           # by place
        int shift[COLOURS]          # to the bits of the colour at a place
        const PlainOption* options
        const int64_t* gains        # of the options
        const uint8_t* price        # by colour, of every shape; see prices.pxd
        int64_t gain                # of the state in hand
        int64_t least               # no state that gains no more can lead to more than the floor
        int left                    # jokers of the state in hand
        int parent                  # the state in hand
        int first                   # of the options, among all

    void follow(const Step* s, States* t, uint64_t fit, int few) noexcept nogil
