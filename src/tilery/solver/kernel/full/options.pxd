# cython: cdivision=True
# The options of one number: everything that can be done there.
#
# Options with the same lanes differ only in gain and jokers, so the best ones are kept.

from libc.stdint cimport int64_t, uint32_t
from libc.stdlib cimport realloc
from libc.string cimport memset

from tilery.solver.kernel.full.memory cimport Search
from tilery.solver.kernel.full.option cimport Option, pack_jokers
from tilery.solver.kernel.full.patterns cimport Pattern
from tilery.solver.kernel.job cimport interrupted
from tilery.solver.kernel.status cimport SOLVED, TOO_LARGE
from tilery.solver.kernel.tiles cimport COLOURS, DOUBLE, JOKERS, MIRROR, REGULAR
from tilery.solver.kernel.tuning cimport FIRST_OPTIONS, MOST_OPTIONS, OPTION_BUCKETS


cdef inline bint grow_options(Search* s) noexcept nogil:
    cdef int room = 2 * s.option_room if s.option_room else <int>FIRST_OPTIONS
    cdef Option* moved
    if room > MOST_OPTIONS:
        s.job.status = TOO_LARGE
        return False
    moved = <Option*>realloc(s.options, room * sizeof(Option))
    if moved == NULL:
        s.job.status = TOO_LARGE
        return False
    s.options = moved
    s.option_room = room
    return True


cdef inline void add_option(Search* s) noexcept nogil:
    """Keep the draft as an option unless one with the same lanes is at least as good."""
    cdef Option* new = &s.draft
    cdef Option* old
    cdef int joker, bucket, i, previous
    cdef bint better, worse
    s.job.until_check -= 1
    if s.job.until_check <= 0 and interrupted(&s.job):
        return
    for joker in range(JOKERS):
        new.jokers[joker] = s.job.position.most_joker[joker] - s.draft_left[joker]
    bucket = (new.lanes[0] * 3 + new.lanes[1] * 13 + new.lanes[2] * 47 + new.lanes[3] * 157) & (OPTION_BUCKETS - 1)
    if s.bucket_stamp[bucket] != s.stamp:
        s.bucket_stamp[bucket] = s.stamp
        s.bucket[bucket] = -1
    i = s.bucket[bucket]
    while i >= 0:
        old = &s.options[i]
        i = old.next
        if (<uint32_t*>old.lanes)[0] != (<uint32_t*>new.lanes)[0]:
            continue
        better = new.gain >= old.gain and new.value >= old.value
        worse = new.gain <= old.gain and new.value <= old.value
        if s.reusable:
            for joker in range(COLOURS):
                better = better and new.played[joker] >= old.played[joker]
                worse = worse and new.played[joker] <= old.played[joker]
        for joker in range(JOKERS):
            if s.exact[joker]:
                better = better and new.jokers[joker] == old.jokers[joker]
                worse = worse and new.jokers[joker] == old.jokers[joker]
            else:
                better = better and new.jokers[joker] <= old.jokers[joker]
                worse = worse and new.jokers[joker] >= old.jokers[joker]
        if worse:
            return
        if better:
            new.next = old.next
            old[0] = new[0]
            pack_jokers(old, s.job.position.most_joker[DOUBLE])
            return
    if s.option_count == s.option_room and not grow_options(s):
        return
    old = &s.options[s.option_count]
    old[0] = new[0]
    old.next = s.bucket[bucket]
    pack_jokers(old, s.job.position.most_joker[DOUBLE])
    s.bucket[bucket] = s.option_count
    s.option_count += 1


cdef inline void choose_lanes(Search* s, int number, int colour, int64_t gain, int value) noexcept nogil:
    """Send the tiles of this colour that are in no group on in runs, with regular jokers among them."""
    cdef int fixed, least, most, must, naturals, jokers
    cdef int64_t weight, here
    if colour == COLOURS:
        s.draft.gain = gain
        s.draft.value = value
        add_option(s)
        return
    fixed = s.draft_used[colour] + s.draft.grouped[colour]
    must = s.job.position.must[number][colour]
    least = max(0, must - fixed)
    most = s.job.position.most[number][colour] - fixed
    weight = s.job.position.weight[number][colour]
    for naturals in range(least, most + 1):
        here = gain + weight * max(0, fixed + naturals - must)
        s.draft.naturals[colour] = naturals
        s.draft.played[colour] = max(0, fixed + naturals - must)
        for jokers in range(s.draft_left[REGULAR] + 1):
            # A joker in place of a natural that could lie there instead is never better where jokers may be left over.
            if jokers and naturals < most and weight >= 0 and not s.exact[REGULAR]:
                break
            s.draft.lanes[colour] = naturals + jokers
            s.draft_left[REGULAR] -= jokers
            choose_lanes(s, number, colour + 1, here, value + (number * (naturals + jokers) if s.counting else 0))
            s.draft_left[REGULAR] += jokers


cdef inline void lay_groups(Search* s, int number, int value) noexcept nogil:
    """Choose the naturals and regular jokers of the ordinary groups.

    Tiles with at most `groups` of each colour, between 3 and 4 times `groups` in all, can always be dealt out round and
    round into that many groups, no colour meeting itself: so counting suffices.
    """
    cdef int rest[COLOURS]
    cdef int colour, total, highest, groups, jokers, most
    cdef int a, b, c, d
    for colour in range(COLOURS):
        rest[colour] = s.job.position.most[number][colour] - s.draft_used[colour]
    for a in range(rest[0] + 1):
        for b in range(rest[1] + 1):
            for c in range(rest[2] + 1):
                for d in range(rest[3] + 1):
                    total = a + b + c + d
                    highest = max(max(a, b), max(c, d))
                    groups = max(highest, (total + 3) // 4)
                    if 3 * groups - total > s.draft_left[REGULAR]:
                        continue
                    if s.job.status != SOLVED:
                        return
                    s.draft.grouped[0] = a
                    s.draft.grouped[1] = b
                    s.draft.grouped[2] = c
                    s.draft.grouped[3] = d
                    while 3 * groups - total <= s.draft_left[REGULAR]:
                        jokers = max(0, 3 * groups - total)
                        # Where regular jokers may be left over, no group takes more of them than it needs.
                        most = min(s.draft_left[REGULAR], 4 * groups - total) if s.exact[REGULAR] else jokers
                        while jokers <= most:
                            s.draft.groups = groups
                            s.draft.group_jokers = jokers
                            s.draft_left[REGULAR] -= jokers
                            choose_lanes(s, number, 0, 0, value + (number * (total + jokers) if s.counting else 0))
                            s.draft_left[REGULAR] += jokers
                            jokers += 1
                        groups += 1
                        if not s.exact[REGULAR]:
                            break


cdef inline void lay_patterns(Search* s, int number, int first, int value) noexcept nogil:
    """Choose the groups with special jokers, in table order so that no combination comes twice."""
    cdef const Pattern* patterns = &s.patterns.pattern[0]
    cdef const Pattern* p
    cdef int i, c, worth
    cdef bint fits
    lay_groups(s, number, value)
    if s.draft.pattern_count == (1 if s.hasty else 4):
        return
    for i in range(first, s.fitting_count):
        if s.job.status != SOLVED:
            return
        p = &patterns[s.fitting[i]]
        fits = True
        for c in range(COLOURS):
            if s.draft_used[c] + p.naturals[c] > s.job.position.most[number][c] or p.jokers[c] > s.draft_left[c]:
                fits = False
                break
        if not fits:
            continue
        for c in range(COLOURS):
            s.draft_used[c] += p.naturals[c]
            s.draft_left[c] -= p.jokers[c]
        s.draft.patterns[s.draft.pattern_count] = s.fitting[i]
        s.draft.pattern_count += 1
        worth = number * (p.cells + (p.jokers[MIRROR] if s.job.position.mirror else 0)) if s.counting else 0
        lay_patterns(s, number, i, value + worth)
        s.draft.pattern_count -= 1
        for c in range(COLOURS):
            s.draft_used[c] -= p.naturals[c]
            s.draft_left[c] += p.jokers[c]


cdef inline void list_payable(Search* s) noexcept nogil:
    """Note the patterns that the position has jokers for, before its search."""
    cdef const int* most = s.job.position.most_joker
    cdef const Pattern* p
    cdef int i
    s.payable_count = 0
    if not (most[DOUBLE] or most[MIRROR]):
        return
    for i in range(s.patterns.useful if s.sparing else s.patterns.total):
        p = &s.patterns.pattern[i]
        s.payable[s.payable_count] = i
        s.payable_count += (
            p.jokers[REGULAR] <= most[REGULAR] and p.jokers[DOUBLE] <= most[DOUBLE]
            and p.jokers[MIRROR] <= most[MIRROR]
        )


cdef inline void list_fitting(Search* s, int number) noexcept nogil:
    """Of these, note the patterns that the number has tiles for."""
    cdef const int* most = s.job.position.most[number]
    cdef const Pattern* p
    cdef int i
    s.fitting_count = 0
    for i in range(s.payable_count):
        p = &s.patterns.pattern[s.payable[i]]
        s.fitting[s.fitting_count] = s.payable[i]
        s.fitting_count += (
            p.naturals[0] <= most[0] and p.naturals[1] <= most[1]
            and p.naturals[2] <= most[2] and p.naturals[3] <= most[3]
        )


cdef inline void generate_options(Search* s, int number) noexcept nogil:
    cdef int c
    s.stamp += 1
    memset(&s.draft, 0, sizeof(Option))
    for c in range(COLOURS):
        s.draft_used[c] = 0
        s.draft_left[c] = s.job.position.most_joker[c]
    if s.plain:
        lay_groups(s, number, 0)
    else:
        list_fitting(s, number)
        lay_patterns(s, number, 0, 0)
