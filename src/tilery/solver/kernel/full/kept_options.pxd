# cython: cdivision=True
# Options that are kept for other numbers and positions, which often look alike; and what a search notes about them.

from libc.stdint cimport int16_t, uint32_t, uint64_t
from libc.stdlib cimport malloc
from libc.string cimport memcpy, memset

from tilery.solver.kernel.full.memory cimport Search
from tilery.solver.kernel.full.option cimport PLACES, Block, Listing, Option
from tilery.solver.kernel.full.options cimport generate_options
from tilery.solver.kernel.machine cimport SPREAD
from tilery.solver.kernel.position cimport MOST_LANES, Position
from tilery.solver.kernel.status cimport SOLVED
from tilery.solver.kernel.tiles cimport COLOURS, DOUBLE, MIRROR, REGULAR
from tilery.solver.kernel.tuning cimport BLOCK_BITS, MOST_KEPT_OPTIONS, MOST_KEPT_WORDS, MOST_WORDS


cdef inline int note_places(Listing* listing, const Option* options, uint64_t* entries) noexcept nogil:
    """Note for each colour and place, one bit for each option, which options have it; how many words that takes."""
    cdef int16_t entry[COLOURS][PLACES]         # where it begins
    cdef int highest[COLOURS]
    cdef int c, i, place, words = min((listing.count + 63) // 64, <int>MOST_WORDS), size = 0
    cdef uint64_t bit
    memset(entry, 0, sizeof(entry))
    memset(highest, 0, sizeof(highest))
    for i in range(listing.count):
        for c in range(COLOURS):
            entry[c][options[i].place[c]] = 1
            highest[c] = max(highest[c], <int>options[i].place[c])
    listing.words = words
    for c in range(COLOURS):
        listing.used[c] = 0
        for place in range(highest[c] + 1):
            if entry[c][place]:
                entry[c][place] = size + 1
                entries[size] = place
                memset(&entries[size + 1], 0, words * sizeof(uint64_t))
                size += 1 + words
                listing.used[c] += 1
    for i in range(min(listing.count, 64 * MOST_WORDS)):
        bit = <uint64_t>1 << (i & 63)
        for c in range(COLOURS):
            entries[entry[c][options[i].place[c]] + (i >> 6)] |= bit
    return size


cdef inline void limit_lanes(Search* s, int number) noexcept nogil:
    """Leave out more lanes than runs of three could pass through the number."""
    cdef Position* p = &s.job.position
    cdef int c, limit, jokers = p.most_joker[REGULAR], below, further_below, above, further_above, gaps
    for c in range(COLOURS):
        below = p.most[number - 1][c]
        above = p.most[number + 1][c]
        further_below = p.most[number - 2][c] if number > 1 else 0
        further_above = p.most[number + 2][c]
        limit = min(below, further_below) + min(below, above) + min(above, further_above)
        if jokers:
            # With jokers a run needs no more than so many gaps in some three numbers around this one.
            gaps = min((below == 0) + (further_below == 0), (above == 0) + (further_above == 0))
            gaps = min(gaps, (below == 0) + (above == 0))
            if gaps + (p.most[number][c] == 0) <= jokers:
                limit += jokers
        s.lane_limit[c] = limit


cdef inline uint32_t block_key(Search* s, int number) noexcept nogil:
    """What the options of a number depend on besides the weights; 0 when they are not worth remembering."""
    cdef Position* p = &s.job.position
    cdef uint32_t key = 0
    cdef int c
    if not s.sparing or s.counting or p.most_joker[REGULAR] > 7:
        return 0
    for c in range(COLOURS):
        if p.most[number][c] > 3 or p.weight[number][c] < 0:
            return 0
        key = key << 4 | p.must[number][c] << 2 | p.most[number][c]
    key |= p.most_joker[REGULAR] << 16 | p.most_joker[DOUBLE] << 19 | p.most_joker[MIRROR] << 21
    return <uint32_t>1 << 24 | s.hasty << 23 | key


cdef inline void forget_kept(Search* s) noexcept nogil:
    """Make room, where it was too small; not while a pass may still need what is kept."""
    if s.kept_full:
        memset(s.blocks, 0, sizeof(s.blocks))
        s.kept_count = 0
        s.kept_word_count = 0
        s.kept_full = False


cdef inline void keep_options(Search* s, const Listing* listing, int size, Block* block, uint32_t key) noexcept nogil:
    """Copy the options just listed, and their entries of so many words, to those that are kept."""
    if s.kept_options == NULL:
        s.kept_options = <Option*>malloc(MOST_KEPT_OPTIONS * sizeof(Option))
    if s.kept_words == NULL:
        s.kept_words = <uint64_t*>malloc(MOST_KEPT_WORDS * sizeof(uint64_t))
    if s.kept_options == NULL or s.kept_words == NULL or listing.words == MOST_WORDS:
        return
    if s.kept_count + listing.count > MOST_KEPT_OPTIONS or s.kept_word_count + size > MOST_KEPT_WORDS:
        s.kept_full = True
        return
    memcpy(&s.kept_options[s.kept_count], &s.options[listing.first], listing.count * sizeof(Option))
    memcpy(&s.kept_words[s.kept_word_count], s.entry_words, size * sizeof(uint64_t))
    block.key = key
    block.listing = listing[0]
    block.listing.kept = True
    block.listing.first = s.kept_count
    block.listing.first_word = s.kept_word_count
    s.kept_count += listing.count
    s.kept_word_count += size


cdef inline Option* options_at(Search* s, int number) noexcept nogil:
    cdef Listing* listing = &s.listing[number]
    return (s.kept_options if listing.kept else s.options) + listing.first


cdef inline void list_options(Search* s, int number) noexcept nogil:
    """The options of a number; positions look alike there, so they are remembered."""
    cdef uint32_t key = block_key(s, number)
    cdef Block* block = &s.blocks[(key * SPREAD) >> (64 - BLOCK_BITS)]
    cdef Listing* listing = &s.listing[number]
    cdef uint64_t* entries
    cdef int c, size
    if key and block.key == key:
        listing[0] = block.listing
        entries = s.kept_words + listing.first_word
    else:
        s.reusable = key != 0
        listing.kept = False
        listing.first = s.option_count
        generate_options(s, number)
        if s.job.status != SOLVED:
            return
        listing.count = s.option_count - listing.first
        size = note_places(listing, &s.options[listing.first], s.entry_words)
        if key:
            keep_options(s, listing, size, block, key)
        entries = s.entry_words
    s.here = options_at(s, number)
    for c in range(COLOURS):
        s.entries[c] = entries
        entries += listing.used[c] * (1 + listing.words)
        s.lane_limit[c] = MOST_LANES
    if s.plain:
        limit_lanes(s, number)
