# cython: cdivision=True
# A state: what the numbers done so far leave open.
#
# Per colour how many runs of 1, 2 and 3 or more tiles may go on, runs whose next number a double joker already covers,
# twin runs waiting for their mirror joker, and the jokers left.

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from tilery.solver.kernel.machine cimport SPREAD
from tilery.solver.kernel.tiles cimport COLOURS
from tilery.solver.kernel.tuning cimport STATE_BUCKET_BITS

cdef enum:
    FIELD = 5               # bits of a ranked field: four for the count, one guard
    COLOUR_FIELDS = 25
    REGULAR_SHIFT = 50
    DOUBLE_SHIFT = 50
    CHANGE_SHIFT = 53
    MIRROR_SHIFT = 56
    OWED_LOW = 55           # jokers that still must be laid: the regular, double and colour-change ones
    OWED_HIGH = 59          # the mirror jokers
    EXTRA_EQUAL = 36        # where the fields of State.extra that must be equal begin
    DROPPED = -2
    CHAINS = 27             # three times three times three, see chain_of

cdef extern from *:
    """
    #define LOW_GUARDS 0x0042108421084210ULL
    #define HIGH_GUARDS 0x0492108421084210ULL
    #define LOW_JOKER_GUARD (16ULL << 50)
    #define HIGH_JOKER_GUARDS (4ULL << 50 | 4ULL << 53 | 4ULL << 56)
    #define LOW_CHECKED (LOW_GUARDS | 0xFFULL << 55)
    #define HIGH_CHECKED (HIGH_GUARDS | 3ULL << 59)
    #define EXTRA_GUARDS 0x0000000924924924ULL
    #define EXTRA_CHECKED (EXTRA_GUARDS | 0x0FFFFFF000000000ULL)
    """
    const uint64_t LOW_GUARDS
    const uint64_t HIGH_GUARDS
    const uint64_t LOW_CHECKED
    const uint64_t HIGH_CHECKED
    const uint64_t EXTRA_GUARDS
    const uint64_t EXTRA_CHECKED
    const uint64_t LOW_JOKER_GUARD
    const uint64_t HIGH_JOKER_GUARDS

# `low` holds the ranked fields of the first two colours and the regular jokers left, `high` those of the other two and
# the special jokers left. A field ranks: more is never worse. So one subtraction compares two states in all fields at
# once. `extra` counts runs whose next number is covered by a double joker, and twin runs. Those that may end when that
# number has passed are ranked too, the others must be equal.
cdef struct State:
    uint64_t low
    uint64_t high
    uint64_t extra
    int64_t gain
    int32_t next                # in its bucket, or DROPPED
    int32_t value
    int32_t parent
    int32_t option
    int32_t move
    int32_t need                # the price of what the tiles above take, as far as bounds know; only to rank it

# The states of a bucket are chained by the jokers they have left, capped at two of a kind: a state can only be beaten
# by one from a chain with no fewer.
cdef struct Bucket:
    int64_t sweep               # the pass and number it was last used for
    int number
    uint32_t used                   # the chains with a state
    int32_t last_better             # the state that beat the latest newcomer: neighbours tend to be beaten by the same
    int32_t chain[CHAINS]


cdef inline uint64_t rank_runs(int ones, int twos, int threes) noexcept nogil:
    """The ranked fields of one colour.

    An open run is better the longer it is, and a run of three is better than none: it may end. Hence a state is at
    least as good as another when it has at least as many runs of 3, of 2 and more, and of any length, and at most as
    many of length 1, and of length 1 and 2.
    """
    return (
        <uint64_t>threes
        | <uint64_t>(twos + threes) << FIELD
        | <uint64_t>(ones + twos + threes) << 2 * FIELD
        | <uint64_t>(15 - ones) << 3 * FIELD
        | <uint64_t>(15 - ones - twos) << 4 * FIELD
    )


cdef inline int ahead_shift(int colour, int length) noexcept nogil:
    return 3 * colour if length == 3 else 36 + 2 * (2 * colour + length - 1)


cdef inline int twin_shift(int colour, int ahead) noexcept nogil:
    return 52 + 2 * colour if ahead == 1 else 12 + 3 * (colour + (COLOURS if ahead == 2 else 0))


cdef inline uint64_t one_ahead(int colour, int length) noexcept nogil:
    return <uint64_t>1 << ahead_shift(colour, length)


cdef inline uint64_t one_twin(int colour, int ahead) noexcept nogil:
    return <uint64_t>1 << twin_shift(colour, ahead)


cdef inline int twin_runs(uint64_t extra, int colour) noexcept nogil:
    return <int>(
        (extra >> twin_shift(colour, 0) & 3)
        + (extra >> twin_shift(colour, 1) & 3)
        + (extra >> twin_shift(colour, 2) & 3)
    )


cdef inline bint has_twin(uint64_t extra, int colour) noexcept nogil:
    return extra & 3 * (one_twin(colour, 0) | one_twin(colour, 1) | one_twin(colour, 2)) != 0


cdef inline int twin_sides(uint64_t extra, int colour) noexcept nogil:
    """How many sides of twin runs have their next number covered ahead."""
    return <int>((extra >> twin_shift(colour, 1) & 3) + 2 * (extra >> twin_shift(colour, 2) & 3))


cdef inline int ahead_runs(uint64_t extra, int colour) noexcept nogil:
    return <int>(
        (extra >> ahead_shift(colour, 1) & 3)
        + (extra >> ahead_shift(colour, 2) & 3)
        + (extra >> ahead_shift(colour, 3) & 3)
    )


cdef inline bint dominates(const State* a, const State* b) noexcept nogil:
    return (
        a.gain >= b.gain
        and (((a.low | LOW_GUARDS) - b.low) & LOW_CHECKED) == LOW_GUARDS
        and (((a.high | HIGH_GUARDS) - b.high) & HIGH_CHECKED) == HIGH_GUARDS
        and (((a.extra | EXTRA_GUARDS) - b.extra) & EXTRA_CHECKED) == EXTRA_GUARDS
        and a.value >= b.value
    )


cdef inline int bucket_of(const State* state) noexcept nogil:
    """States can only compare within a bucket: what must be equal is hashed."""
    cdef uint64_t equal = (state.extra >> EXTRA_EQUAL) ^ (state.low >> OWED_LOW) << 24 ^ (state.high >> OWED_HIGH) << 32
    return <int>((equal * SPREAD) >> (64 - STATE_BUCKET_BITS))


cdef inline int chain_of(const State* state) noexcept nogil:
    return <int>(
        9 * min(state.low >> REGULAR_SHIFT & 15, <uint64_t>2)
        + 3 * (state.high >> DOUBLE_SHIFT & 3) + (state.high >> CHANGE_SHIFT & 3)
    )
