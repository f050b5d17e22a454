# cython: cdivision=True
# Lanes: how a number's tiles carry the open runs on to the next number.

from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

from tilery.solver.kernel.full.memory cimport NO_FLOOR, LaneTable, Search
from tilery.solver.kernel.full.move cimport MANY_HELPERS, Move, helpers_left
from tilery.solver.kernel.full.option cimport Option
from tilery.solver.kernel.full.passages cimport NEVER, Row, row_place, runs_index
from tilery.solver.kernel.full.prices cimport (
    CREDIT, INVALID, SHARE, affords, pack_accounts, price_above, purse, regular_price
)
from tilery.solver.kernel.full.state cimport (
    CHANGE_SHIFT, COLOUR_FIELDS, DOUBLE_SHIFT, HIGH_JOKER_GUARDS, LOW_JOKER_GUARD, MIRROR_SHIFT, REGULAR_SHIFT, State,
    ahead_runs, has_twin, rank_runs, twin_sides
)
from tilery.solver.kernel.full.states cimport add_state, joker_sum, note_owed, score, squeeze
from tilery.solver.kernel.job cimport interrupted
from tilery.solver.kernel.machine cimport SPREAD, lowest_bit
from tilery.solver.kernel.position cimport MOST_LANES
from tilery.solver.kernel.status cimport SOLVED
from tilery.solver.kernel.tiles cimport CHANGE, COLOURS, DOUBLE, MIRROR, NUMBERS, REGULAR
from tilery.solver.kernel.tuning cimport LONG_LAYER_BITS, MOST_WORDS, SQUEEZE_AT, TABLE_BITS

cdef enum:
    STAMP_BITS = 21             # of a table's key


cdef inline bint may_lead(Search* s) noexcept nogil:
    """A run may start with a regular or colour-change joker here.

    In a sparing search such a run has three tiles, else it could do without; and there the joker might as well stand
    last, unless the run ends at 13.
    """
    return not s.sparing or 11 - s.job.position.most_joker[DOUBLE] <= s.number <= 11


cdef inline void forget_tables(Search* s) noexcept nogil:
    """Start a new number: the stamp in their keys makes the old tables unrecognisable."""
    s.table_stamp += 1
    if s.table_stamp >> STAMP_BITS:
        s.table_stamp = 1
        memset(s.table_key, 0, sizeof(s.table_key))


cdef inline void tabulate_lanes(Search* s, LaneTable* table, int c, int ahead, int twin, int sides) noexcept nogil:
    cdef Move* m = &s.move
    cdef int number = s.number, used = s.listing[number].used[c], words = s.listing[number].words
    cdef int ones = m.open[c][1], twos = m.open[c][2], threes = m.open[c][3]
    cdef int fixed_ones = m.fixed[c][1], fixed_twos = m.fixed[c][2], fixed_threes = m.fixed[c][3]
    cdef int need = ones + twos + m.demand[c], limit = s.lane_limit[c], helpers = helpers_left(m)
    cdef int next_one = s.job.position.most[number + 1][c], next_two = s.job.position.most[number + 2][c]
    cdef bint sparing = s.sparing, leads = may_lead(s)
    cdef const Row* bound = s.bound[s.turned][number] if s.bounded[s.turned] else NULL
    cdef const uint64_t* entry = s.entries[c]
    cdef uint64_t fits[MOST_WORDS]
    cdef int k, word, place, lanes, jokers, on, fresh, leading, drawn, short, cells, above
    cdef int least_above = NEVER, least_cells = MANY_HELPERS, least_short = MANY_HELPERS
    cdef int new_ones, new_twos, new_threes
    for word in range(words):
        fits[word] = 0
    for k in range(used):
        place = <int>entry[0]
        lanes = place & MOST_LANES
        jokers = place >> 4
        entry += 1 + words
        table.way[place].after = INVALID
        if lanes < need or lanes > limit:
            continue
        # A lane that is to spare prolongs a long run before it starts a new one: what the new run could become, the
        # long one can become too.
        on = min(threes, lanes - need)
        fresh = lanes - need - on
        drawn = 0
        if sparing and jokers > need:
            # The jokers stand in the short runs first. One that prolongs a long run must have a tile after it.
            leading = min(fresh, jokers - need) if leads else 0
            drawn = jokers - need - leading
            if drawn > on:
                continue
        new_ones = fresh + fixed_ones
        new_twos = ones + drawn + fixed_twos
        new_threes = twos + on - drawn + fixed_threes
        if number >= 12 and (new_ones or (number == NUMBERS and new_twos)):
            continue
        short = max(0, new_ones + new_twos - next_one)
        cells = short + max(0, new_ones - next_two)
        if cells > helpers:
            continue
        new_threes = min(new_threes, max(0, next_one + helpers - new_ones - new_twos))      # no more can go on
        above = 0
        if bound != NULL:
            # A run covered ahead is a long one that has its next number for nothing.
            above = bound[runs_index(new_ones, new_twos, new_threes + ahead)][row_place(c, twin)]
            if above >= NEVER:
                continue
            above -= SHARE * (ahead + sides)
        table.way[place].after = rank_runs(new_ones, new_twos, new_threes) << (COLOUR_FIELDS * (c & 1))
        table.way[place].missing = pack_accounts(CREDIT + above, cells, short)
        least_above = min(least_above, above)
        least_cells = min(least_cells, cells)
        least_short = min(least_short, short)
        for word in range(words):
            fits[word] |= entry[word - words]
    table.least = INVALID if least_above == NEVER else pack_accounts(CREDIT + least_above, least_cells, least_short)
    for word in range(words):
        table.fits[word] = fits[word]


cdef inline LaneTable* lane_table(Search* s, int c) noexcept nogil:
    """What each number of lanes, and of jokers among them, makes of a colour's open runs.

    Many states and moves share it, so the latest tables are remembered.
    """
    cdef Move* m = &s.move
    cdef int ahead = 0, twin = 0, sides = 0, slot
    cdef uint64_t key
    cdef LaneTable* table
    if m.extra:
        ahead = ahead_runs(m.extra, c)
        twin = has_twin(m.extra, c)
        sides = twin_sides(m.extra, c)
    key = (
        <uint64_t>s.table_stamp << 43 | <uint64_t>sides << 36 | <uint64_t>helpers_left(m) << 31
        | ahead << 29 | twin << 28 | m.demand[c] << 24
        | m.fixed[c][3] << 20 | m.fixed[c][2] << 16 | m.fixed[c][1] << 12
        | m.open[c][3] << 8 | m.open[c][2] << 4 | m.open[c][1]
    )
    slot = <int>((key * SPREAD) >> (64 - TABLE_BITS))
    table = &s.tables[c][slot]
    if s.table_key[c][slot] != key:
        s.table_key[c][slot] = key
        tabulate_lanes(s, table, c, ahead, twin, sides)
    return table


cdef inline void try_option(Search* s, LaneTable** table, uint64_t money, int index) noexcept nogil:
    """Add the state that the move in hand and an option lead to, if the jokers suffice and it could still lead to
    more."""
    cdef Move* m = &s.move
    cdef Option* option = &s.here[index]
    cdef const int64_t* weight = s.job.position.weight[s.number]
    cdef uint64_t missing
    cdef State new
    missing = (
        table[0].way[option.place[0]].missing + table[1].way[option.place[1]].missing
        + table[2].way[option.place[2]].missing + table[3].way[option.place[3]].missing
    )
    if not affords(money, option.price + missing):
        return
    new.low = table[0].way[option.place[0]].after | table[1].way[option.place[1]].after
    new.high = table[2].way[option.place[2]].after | table[3].way[option.place[3]].after
    if (new.low | new.high) & INVALID:
        return
    new.low += (<uint64_t>(m.left[REGULAR] | 16) << REGULAR_SHIFT) - option.low
    new.high += (
        <uint64_t>(m.left[DOUBLE] | 4) << DOUBLE_SHIFT
        | <uint64_t>(m.left[CHANGE] | 4) << CHANGE_SHIFT
        | <uint64_t>(m.left[MIRROR] | 4) << MIRROR_SHIFT
    ) - option.high
    if new.low & LOW_JOKER_GUARD != LOW_JOKER_GUARD or new.high & HIGH_JOKER_GUARDS != HIGH_JOKER_GUARDS:
        return
    new.low ^= LOW_JOKER_GUARD
    new.high ^= HIGH_JOKER_GUARDS
    new.gain = s.base_gain + (
        weight[0] * option.played[0] + weight[1] * option.played[1]
        + weight[2] * option.played[2] + weight[3] * option.played[3]
    )
    if s.joker_gains:
        new.gain += joker_sum(s.joker_gain, new.low, new.high)
    if new.gain + s.hope[s.number] + joker_sum(s.joker_hope, new.low, new.high) <= s.floor:
        return
    if s.owing:
        note_owed(s, &new)
    new.value = 0
    if s.counting:
        new.value = min(s.job.position.threshold, m.value + option.value)
    new.extra = m.extra
    new.parent = s.parent
    new.move = s.move_number - 1
    new.option = index
    new.need = price_above(missing)
    if s.least_score > NO_FLOOR and score(s, &new) < s.least_score:
        return
    s.work += 1
    add_state(s, &new)
    if s.state_count - s.layer_start[s.number] > SQUEEZE_AT * s.width:
        squeeze(s)
    s.job.until_check -= 1 + ((s.state_count - s.layer_start[s.number]) >> LONG_LAYER_BITS)
    if s.job.until_check <= 0:
        interrupted(&s.job)


cdef inline void fill_lanes(Search* s) noexcept nogil:
    """Combine the move in hand with every option of its number that fits the open runs and can be paid for."""
    cdef LaneTable* table[COLOURS]
    cdef Move* m = &s.move
    cdef uint64_t money, bits, least = 0
    cdef int c, word, count = s.listing[s.number].count
    if s.wanted_move >= 0:
        if s.move_number == s.wanted_move:
            s.found = m[0]
        s.move_number += 1
        return
    s.job.until_check -= 1
    if s.job.until_check <= 0 and interrupted(&s.job):
        return
    s.move_number += 1
    money = COLOURS * CREDIT + purse(
        regular_price(s.job.position.most_joker[DOUBLE]), m.left[REGULAR], m.left[DOUBLE], m.left[CHANGE],
        m.left[MIRROR],
    )
    for c in range(COLOURS):
        table[c] = lane_table(s, c)
        if table[c].least & INVALID:
            return
        least += table[c].least
        if not affords(money, least):
            return
    for word in range((count + 63) // 64):
        if word < MOST_WORDS:
            bits = table[0].fits[word] & table[1].fits[word] & table[2].fits[word] & table[3].fits[word]
        else:
            bits = ~<uint64_t>0 >> max(0, 64 * (word + 1) - count)
        while bits:
            try_option(s, table, money, 64 * word + lowest_bit(bits))
            if s.job.status != SOLVED:
                return
            bits &= bits - 1
