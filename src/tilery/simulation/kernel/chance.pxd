# cython: cdivision=True
# Chance that can be repeated: xoshiro256** by Blackman and Vigna, its state filled by splitmix64.

from libc.stdint cimport uint8_t, uint64_t

cdef struct Chance:
    uint64_t state[4]


cdef inline uint64_t spread(uint64_t* seed) noexcept nogil:
    cdef uint64_t z
    seed[0] += <uint64_t>0x9E3779B97F4A7C15
    z = seed[0]
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef inline void seed_chance(Chance* chance, uint64_t seed, uint64_t stream) noexcept nogil:
    cdef int i
    cdef uint64_t mixed_seed = spread(&seed) ^ (stream * <uint64_t>0xD1342543DE82EF95)
    for i in range(4):
        chance.state[i] = spread(&mixed_seed)


cdef inline uint64_t turn_left(uint64_t x, int by) noexcept nogil:
    return (x << by) | (x >> (64 - by))


cdef inline uint64_t next_number(Chance* chance) noexcept nogil:
    cdef uint64_t* s = chance.state
    cdef uint64_t answer = turn_left(s[1] * 5, 7) * 9
    cdef uint64_t t = s[1] << 17
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= t
    s[3] = turn_left(s[3], 45)
    return answer


cdef inline int below(Chance* chance, int limit) noexcept nogil:
    """A number from 0 to limit - 1, every one equally likely."""
    cdef uint64_t number, uneven = (0 - <uint64_t>limit) % <uint64_t>limit
    while True:
        number = next_number(chance)
        if number >= uneven:
            return <int>(number % <uint64_t>limit)


cdef inline void shuffle(Chance* chance, uint8_t* tiles, int count) noexcept nogil:
    cdef int last, other
    cdef uint8_t kept
    for last in range(count - 1, 0, -1):
        other = below(chance, last + 1)
        kept = tiles[last]
        tiles[last] = tiles[other]
        tiles[other] = kept
