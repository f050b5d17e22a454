# What C and the operating system have and Cython has not: bits and clocks.

from libc.stdint cimport int64_t, uint64_t

cdef extern from *:
    """
    #define SPREAD 0x9E3779B97F4A7C15ULL    /* the golden ratio: scatters bits for hashing */

    #ifdef _MSC_VER
    #include <intrin.h>
    static int lowest_bit(uint64_t bits) { unsigned long place; _BitScanForward64(&place, bits); return (int)place; }
    #else
    #define lowest_bit __builtin_ctzll
    #endif

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
    int64_t now_ns() noexcept nogil       # the clock of time.monotonic_ns
    int64_t fine_ns() noexcept nogil
