# cython: cdivision=True
# Options that are kept for other numbers and positions, which often look alike; and what a search notes about them.

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport malloc
from libc.string cimport memcpy, memset

from tilery.solver.kernel.full.memory cimport Search
from tilery.solver.kernel.full.option cimport Block, Option, lane_place
from tilery.solver.kernel.full.options cimport generate_options, grow_options
from tilery.solver.kernel.machine cimport SPREAD
from tilery.solver.kernel.position cimport Position
from tilery.solver.kernel.status cimport SOLVED
from tilery.solver.kernel.tiles cimport COLOURS, DOUBLE, MIRROR, REGULAR
from tilery.solver.kernel.tuning cimport BLOCK_BITS, MOST_KEPT_OPTIONS, MOST_WORDS


cdef inline void note_places(Search* s, int number) noexcept nogil:
    """Note for each colour and place, one bit for each option, which options have it."""
    cdef int first = s.option_start[number], count = s.option_start[number + 1] - first
    cdef int i, c, lanes, jokers
    cdef size_t size
    cdef uint64_t bit
    s.option_words = (count + 63) // 64
    size = min(s.option_words, <int>MOST_WORDS) * sizeof(uint64_t)
    for c in range(COLOURS):
        for jokers in range(s.most_lane_jokers[c] + 1):
            for lanes in range(jokers, s.most_lanes[c] + 1):
                memset(s.placed[c][lane_place(lanes, jokers)], 0, size)
    for i in range(min(count, 64 * MOST_WORDS)):
        bit = <uint64_t>1 << (i & 63)
        for c in range(COLOURS):
            s.placed[c][s.options[first + i].place[c]][i >> 6] |= bit


cdef inline void limit_lanes(Search* s, int number) noexcept nogil:
    """Take out options with more lanes than runs of three could pass through the number."""
    cdef Position* p = &s.job.position
    cdef int limit[COLOURS]
    cdef int c, i, jokers = p.most_joker[REGULAR], below, further_below, above, further_above, gaps
    cdef int kept = s.option_start[number]
    cdef bint idle = True
    cdef Option* option
    for c in range(COLOURS):
        below = p.most[number - 1][c]
        above = p.most[number + 1][c]
        further_below = p.most[number - 2][c] if number > 1 else 0
        further_above = p.most[number + 2][c]
        limit[c] = min(below, further_below) + min(below, above) + min(above, further_above)
        if jokers:
            # With jokers a run needs no more than so many gaps in some three numbers around this one.
            gaps = min((below == 0) + (further_below == 0), (above == 0) + (further_above == 0))
            gaps = min(gaps, (below == 0) + (above == 0))
            if gaps + (p.most[number][c] == 0) <= jokers:
                limit[c] += jokers
        idle = idle and limit[c] >= s.most_lanes[c]
        s.most_lanes[c] = min(s.most_lanes[c], limit[c])
    if idle:
        return
    for i in range(kept, s.option_count):
        option = &s.options[i]
        if (
            option.lanes[0] <= limit[0] and option.lanes[1] <= limit[1]
            and option.lanes[2] <= limit[2] and option.lanes[3] <= limit[3]
        ):
            if i != kept:
                s.options[kept] = option[0]
            kept += 1
    s.option_count = kept


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


cdef inline void remember_options(Search* s, int number, Block* block, uint32_t key) noexcept nogil:
    cdef int count = s.option_count - s.option_start[number]
    if s.kept_options == NULL:
        s.kept_options = <Option*>malloc(MOST_KEPT_OPTIONS * sizeof(Option))
        if s.kept_options == NULL:
            return
    if s.kept_count + count > MOST_KEPT_OPTIONS:
        memset(s.blocks, 0, sizeof(s.blocks))
        s.kept_count = 0
    if count > MOST_KEPT_OPTIONS:
        return
    memcpy(&s.kept_options[s.kept_count], &s.options[s.option_start[number]], count * sizeof(Option))
    block.key = key
    block.first = s.kept_count
    block.count = count
    memcpy(block.most_lanes, s.most_lanes, sizeof(s.most_lanes))
    memcpy(block.most_lane_jokers, s.most_lane_jokers, sizeof(s.most_lane_jokers))
    s.kept_count += count


cdef inline bint recall_options(Search* s, int number, Block* block) noexcept nogil:
    """Copy remembered options and weigh them anew."""
    cdef Option* option
    cdef int64_t* weight = s.job.position.weight[number]
    cdef int i
    while s.option_count + block.count > s.option_room:
        if not grow_options(s):
            return False
    option = &s.options[s.option_count]
    memcpy(option, &s.kept_options[block.first], block.count * sizeof(Option))
    for i in range(block.count):
        option[i].gain = (
            weight[0] * option[i].played[0] + weight[1] * option[i].played[1]
            + weight[2] * option[i].played[2] + weight[3] * option[i].played[3]
        )
    s.option_count += block.count
    memcpy(s.most_lanes, block.most_lanes, sizeof(s.most_lanes))
    memcpy(s.most_lane_jokers, block.most_lane_jokers, sizeof(s.most_lane_jokers))
    return True


cdef inline void list_options(Search* s, int number) noexcept nogil:
    """The options of a number; positions look alike there, so they are remembered."""
    cdef uint32_t key = block_key(s, number)
    cdef Block* block = &s.blocks[(key * SPREAD) >> (64 - BLOCK_BITS)]
    s.option_start[number] = s.option_count
    if key and block.key == key:
        recall_options(s, number, block)
    else:
        s.reusable = key != 0
        generate_options(s, number)
        if key and s.job.status == SOLVED:
            remember_options(s, number, block, key)
    if s.plain:
        limit_lanes(s, number)
    s.option_start[number + 1] = s.option_count
    note_places(s, number)
