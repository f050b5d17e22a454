# cython: cdivision=True
# Picking the best of many without sorting them.

from libc.stdint cimport int64_t


cdef inline int64_t nth_highest(int64_t* values, int count, int n) noexcept nogil:
    """Quickselect: the value with n others at least as high before it."""
    cdef int low = 0, high = count - 1, i, j
    cdef int64_t pivot
    while low < high:
        pivot = values[(low + high) // 2]
        i = low
        j = high
        while i <= j:
            while values[i] > pivot:
                i += 1
            while values[j] < pivot:
                j -= 1
            if i <= j:
                values[i], values[j] = values[j], values[i]
                i += 1
                j -= 1
        if n <= j:
            high = j
        elif n >= i:
            low = i
        else:
            break
    return values[n]
