# cython: cdivision=True
# Tile kinds as numbers: 13 * colour + number - 1 for black, red, blue, yellow, then the four jokers.

cdef enum:
    COLOURS = 4
    NUMBERS = 13
    NATURALS = 52
    KINDS = 56
    NOTHING = 255           # "covers nothing" in an answer

# Jokers, in the order of their kinds 52 to 55.
cdef enum:
    REGULAR = 0
    DOUBLE = 1
    CHANGE = 2
    MIRROR = 3
    JOKERS = 4


cdef inline int kind_of(int colour, int number) noexcept nogil:
    return colour * NUMBERS + number - 1
