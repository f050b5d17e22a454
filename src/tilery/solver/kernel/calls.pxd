# What other compiled modules may ask of the kernel: one solve on counts, without Python.

from libc.stdint cimport int64_t, uint8_t

cdef void* open_solver() except NULL
cdef void close_solver(void* solver)
cdef int solve_into(
    void* solver,
    const uint8_t* must,
    const uint8_t* may,
    const int64_t* weights,
    int mirror,
    int threshold,
    bint lies,
    int64_t deadline_ns,
    uint8_t* played,
) noexcept nogil
