# What C and the operating system have and Cython has not: bits, rows of bytes, and clocks.

from libc.stdint cimport int16_t, int64_t, uint8_t, uint64_t

cdef extern from *:
    """
    #include <string.h>
    #define SPREAD 0x9E3779B97F4A7C15ULL    /* the golden ratio: scatters bits for hashing */

    #ifdef _MSC_VER
    #include <intrin.h>
    static int lowest_bit(uint64_t bits) { unsigned long place; _BitScanForward64(&place, bits); return (int)place; }
    #else
    #define lowest_bit __builtin_ctzll
    #endif

    /* Sixteen pairs of bytes put in order, the lower ones first: compilers make a few instructions of it. */
    static void sort_rows(uint8_t *low, uint8_t *high) {
        uint8_t least[16], most[16];
        int i;
        for (i = 0; i < 16; i++) {
            least[i] = low[i] < high[i] ? low[i] : high[i];
            most[i] = low[i] < high[i] ? high[i] : low[i];
        }
        memcpy(low, least, 16);
        memcpy(high, most, 16);
    }

    /* Lower each of eight prices to what another one comes to with two more, if that is less: compilers make a few
       instructions of it. */
    static void lower_row(int16_t *row, const int16_t *other, const int16_t *more, const int16_t *toll) {
        int16_t lower[8];
        int i;
        for (i = 0; i < 8; i++) {
            int16_t way = (int16_t)(other[i] + more[i] + toll[i]);
            lower[i] = way < row[i] ? way : row[i];
        }
        memcpy(row, lower, sizeof lower);
    }

    /* Eight bytes as a word, the first lowest on any machine. */
    static uint64_t eight_bytes(const uint8_t *bytes) {
        uint64_t word = 0;
    #if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        memcpy(&word, bytes, 8);
    #else
        int i;
        for (i = 0; i < 8; i++)
            word |= (uint64_t)bytes[i] << 8 * i;
    #endif
        return word;
    }

    /* Which of sixteen bytes, each below 128, are not zero: a bit for each. */
    static int filled(const uint8_t *bytes) {
        uint64_t low = eight_bytes(bytes) + 0x7F7F7F7F7F7F7F7FULL;
        uint64_t high = eight_bytes(bytes + 8) + 0x7F7F7F7F7F7F7F7FULL;
        low = (low >> 7 & 0x0101010101010101ULL) * 0x0102040810204080ULL;
        high = (high >> 7 & 0x0101010101010101ULL) * 0x0102040810204080ULL;
        return (int)(low >> 56 | high >> 56 << 8);
    }

    #ifdef _WIN32
    #include <windows.h>
    static int64_t now_ns(void) { return (int64_t)GetTickCount64() * 1000000; }
    static int64_t fine_ns(void) {
        LARGE_INTEGER ticks, rate;
        QueryPerformanceCounter(&ticks);
        QueryPerformanceFrequency(&rate);
        return (int64_t)((double)ticks.QuadPart * 1e9 / (double)rate.QuadPart);
    }
    #else
    #include <time.h>
    static int64_t now_ns(void) {
        struct timespec t;
        clock_gettime(CLOCK_MONOTONIC, &t);
        return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
    }
    #define fine_ns now_ns
    #endif
    """
    const uint64_t SPREAD
    int lowest_bit(uint64_t bits) noexcept nogil
    void sort_rows(uint8_t* low, uint8_t* high) noexcept nogil
    void lower_row(int16_t* row, const int16_t* other, const int16_t* more, const int16_t* toll) noexcept nogil
    uint64_t eight_bytes(const uint8_t* bytes) noexcept nogil
    int filled(const uint8_t* bytes) noexcept nogil
    int64_t now_ns() noexcept nogil       # the clock of time.monotonic_ns
    int64_t fine_ns() noexcept nogil
