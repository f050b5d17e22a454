# How a question to the kernel ends. tilery/solver/status.py has the same numbers for Python; a test compares them.

cdef enum:
    SOLVED = 0
    INFEASIBLE = 1          # the tiles that must be laid cannot be
    REFUSED = 2             # more tiles than the packed words hold, or a weight that is too heavy
    CUT_SHORT = 3           # by the deadline or a cancel, with nothing found
    TOO_LARGE = 4           # no memory, or more of it than a search may take
    BROKEN = 5              # an inconsistency within the kernel: never the position's fault
    FOUND = 6               # cut short, with the best found until then
