# Options: everything that can be done at one number without looking at the runs that are open.
#
# An option says how many tiles of each colour go on in runs ("lanes": naturals and regular jokers alike) and which groups
# the other tiles form. Options with the same lanes differ only in gain and jokers, so the best ones are kept.

cdef enum:
    MOST_PATTERNS = 1024
    OPTION_BUCKETS = 512
    BLOCK_BITS = 12
    MOST_KEPT_OPTIONS = 1 << 15
    MOST_WORDS = 32         # of a bit for each option; those beyond are looked at one by one
    PLACES = (MOST_REGULAR + 1) << 4
    IN_PLACE = 0            # what covers a colour of a mirrored group's half: its natural tile,
    BY_REGULAR = 1          # a regular joker,
    BY_DOUBLE = 2           # half of a double joker,
    ABSENT = 3              # or the colour is not in the group


# A group with a double or mirror joker. Such a group is described tile by tile, because a double joker takes two colours at
# once; ordinary groups need only be counted (see lay_groups).
cdef struct Pattern:
    uint8_t naturals[COLOURS]
    uint8_t jokers[4]
    uint8_t idle                        # could do with fewer jokers
    uint8_t cells                       # how often the number counts, the mirror joker left out
    uint8_t side[2][COLOURS]            # of a mirrored group

cdef struct Option:
    int64_t gain
    uint64_t low                        # jokers used, as subtracted from the packed state
    uint64_t high
    uint64_t price                      # of its jokers, in every account
    int32_t value
    int32_t next                        # in the same bucket
    uint8_t lanes[COLOURS]
    uint8_t naturals[COLOURS]           # how many of the lanes are naturals
    uint8_t place[COLOURS]              # lanes and jokers among them in one index, see lane_place
    uint8_t grouped[COLOURS]            # naturals in ordinary groups
    uint8_t jokers[4]
    uint8_t groups                      # ordinary groups, and the regular jokers in them
    uint8_t group_jokers
    uint8_t pattern_count
    uint16_t patterns[4]
    uint8_t played[COLOURS]             # optional naturals used

# The options of one pattern of counts, kept for other numbers and positions.
cdef struct Block:
    uint32_t key
    int first
    int count
    int most_lanes[COLOURS]
    int most_lane_jokers[COLOURS]

cdef Pattern patterns[MOST_PATTERNS]
cdef int pattern_total = 0
cdef int useful_total = 0               # those without idle jokers come first


cdef void keep_pattern(Pattern* new) noexcept nogil:
    global pattern_total
    cdef int i, c
    cdef bint same
    for i in range(pattern_total):
        same = patterns[i].cells == new.cells
        for c in range(COLOURS):
            same = same and patterns[i].naturals[c] == new.naturals[c] and patterns[i].jokers[c] == new.jokers[c]
        if same:
            return
    patterns[pattern_total] = new[0]
    pattern_total += 1


cdef int half_codes(int colours, int code, uint8_t* side) noexcept nogil:
    """Decode one way to cover a half; 0 when a double joker would cover only one colour."""
    cdef int c, doubled = 0
    for c in range(COLOURS):
        side[c] = ABSENT
        if colours >> c & 1:
            side[c] = code % 3
            code //= 3
            doubled += side[c] == BY_DOUBLE
    return code == 0 and doubled % 2 == 0


cdef bint has_idle_jokers(Pattern* p) noexcept nogil:
    """A mirrored group could leave out a colour, or two, that jokers cover on both sides."""
    cdef int c, doubled = 0
    for c in range(COLOURS):
        if p.side[0][c] == BY_REGULAR and p.side[1][c] == BY_REGULAR:
            return True
        doubled += p.side[0][c] == BY_DOUBLE and p.side[1][c] == BY_DOUBLE
    return doubled >= 2


cdef void list_patterns() noexcept nogil:
    """Fill the table of groups with special jokers, once at import."""
    global useful_total
    add_patterns(False)
    useful_total = pattern_total
    add_patterns(True)


cdef void add_patterns(bint idle) noexcept nogil:
    cdef Pattern new
    cdef int colours, size, one, other, c, half, a, b
    for a in range(COLOURS + 1):            # a double joker beside two tiles; COLOURS stands for a regular joker
        for b in range(a, COLOURS + 1):
            if a == b < COLOURS:
                continue
            memset(&new, 0, sizeof(Pattern))
            new.cells = 4
            new.idle = a == COLOURS         # jokers only
            new.jokers[DOUBLE] = 1
            new.jokers[REGULAR] = (a == COLOURS) + (b == COLOURS)
            if a < COLOURS:
                new.naturals[a] = 1
            if b < COLOURS:
                new.naturals[b] = 1
            if new.idle == idle:
                keep_pattern(&new)
    for colours in range(1, 16):
        size = (colours & 1) + (colours >> 1 & 1) + (colours >> 2 & 1) + (colours >> 3)
        if size < 2:                        # a half of one colour is a twin run of one number
            continue
        for one in range(81):
            for other in range(one + 1):
                memset(&new, 0, sizeof(Pattern))
                if not half_codes(colours, one, new.side[0]) or not half_codes(colours, other, new.side[1]):
                    continue
                new.cells = 2 * size
                new.jokers[MIRROR] = 1
                for half in range(2):
                    for c in range(COLOURS):
                        if new.side[half][c] == IN_PLACE:
                            new.naturals[c] += 1
                        elif new.side[half][c] == BY_REGULAR:
                            new.jokers[REGULAR] += 1
                        elif new.side[half][c] == BY_DOUBLE:
                            new.jokers[DOUBLE] += 1
                new.jokers[DOUBLE] //= 2
                new.idle = has_idle_jokers(&new)
                if new.idle == idle and new.jokers[DOUBLE] <= MOST_SPECIAL:
                    keep_pattern(&new)


cdef void add_option(Search* s) noexcept nogil:
    """Keep the draft as an option unless one with the same lanes is at least as good."""
    cdef Option* new = &s.draft
    cdef Option* old
    cdef int joker, bucket, i, previous
    cdef bint better, worse
    s.until_check -= 1
    if s.until_check <= 0 and interrupted(s):
        return
    for joker in range(4):
        new.jokers[joker] = s.position.most_joker[joker] - s.draft_left[joker]
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
        for joker in range(4):
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
            pack_jokers(old)
            return
    if s.option_count == s.option_room and not grow_options(s):
        return
    old = &s.options[s.option_count]
    old[0] = new[0]
    old.next = s.bucket[bucket]
    pack_jokers(old)
    s.bucket[bucket] = s.option_count
    s.option_count += 1


cdef inline int lane_place(int lanes, int jokers) noexcept nogil:
    return lanes | jokers << 4


cdef inline void pack_jokers(Option* option) noexcept nogil:
    cdef int c
    for c in range(COLOURS):
        option.place[c] = lane_place(option.lanes[c], option.lanes[c] - option.naturals[c])
    option.price = purse(option.jokers[REGULAR], option.jokers[DOUBLE], 0, option.jokers[MIRROR])
    option.low = <uint64_t>option.jokers[REGULAR] << REGULAR_SHIFT
    option.high = <uint64_t>option.jokers[DOUBLE] << DOUBLE_SHIFT | <uint64_t>option.jokers[MIRROR] << MIRROR_SHIFT


cdef bint grow_options(Search* s) noexcept nogil:
    cdef int room = 2 * s.option_room if s.option_room else 512
    cdef Option* moved
    if room > MOST_OPTIONS:
        s.status = TOO_LARGE
        return False
    moved = <Option*>realloc(s.options, room * sizeof(Option))
    if moved == NULL:
        s.status = TOO_LARGE
        return False
    s.options = moved
    s.option_room = room
    return True


cdef void choose_lanes(Search* s, int number, int colour, int64_t gain, int value) noexcept nogil:
    """Send the tiles of this colour that are in no group on in runs, with regular jokers among them."""
    cdef int fixed, least, most, must, naturals, jokers
    cdef int64_t weight, here
    if colour == COLOURS:
        s.draft.gain = gain
        s.draft.value = value
        add_option(s)
        return
    fixed = s.draft_used[colour] + s.draft.grouped[colour]
    must = s.position.must[number][colour]
    least = max(0, must - fixed)
    most = s.position.most[number][colour] - fixed
    weight = s.position.weight[number][colour]
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


cdef void lay_groups(Search* s, int number, int value) noexcept nogil:
    """Choose the naturals and regular jokers of the ordinary groups.

    Tiles with at most `groups` of each colour, between 3 and 4 times `groups` in all, can always be dealt out round and
    round into that many groups, no colour meeting itself: so counting suffices.
    """
    cdef int rest[COLOURS]
    cdef int colour, total, highest, groups, jokers, most
    cdef int a, b, c, d
    for colour in range(COLOURS):
        rest[colour] = s.position.most[number][colour] - s.draft_used[colour]
    for a in range(rest[0] + 1):
        for b in range(rest[1] + 1):
            for c in range(rest[2] + 1):
                for d in range(rest[3] + 1):
                    total = a + b + c + d
                    highest = max(max(a, b), max(c, d))
                    groups = max(highest, (total + 3) // 4)
                    if 3 * groups - total > s.draft_left[REGULAR]:
                        continue
                    if s.status != SOLVED:
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


cdef void lay_patterns(Search* s, int number, int first, int value) noexcept nogil:
    """Choose the groups with special jokers, in table order so that no combination comes twice."""
    cdef Pattern* p
    cdef int i, c, worth
    cdef bint fits
    lay_groups(s, number, value)
    if s.draft.pattern_count == (1 if s.hasty else 4):
        return
    for i in range(first, useful_total if s.sparing else pattern_total):
        if s.status != SOLVED:
            return
        p = &patterns[i]
        fits = True
        for c in range(COLOURS):
            if s.draft_used[c] + p.naturals[c] > s.position.most[number][c] or p.jokers[c] > s.draft_left[c]:
                fits = False
                break
        if not fits:
            continue
        for c in range(COLOURS):
            s.draft_used[c] += p.naturals[c]
            s.draft_left[c] -= p.jokers[c]
        s.draft.patterns[s.draft.pattern_count] = i
        s.draft.pattern_count += 1
        worth = number * (p.cells + (p.jokers[MIRROR] if s.position.mirror else 0)) if s.counting else 0
        lay_patterns(s, number, i, value + worth)
        s.draft.pattern_count -= 1
        for c in range(COLOURS):
            s.draft_used[c] -= p.naturals[c]
            s.draft_left[c] += p.jokers[c]


cdef void note_places(Search* s, int number) noexcept nogil:
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


cdef void limit_lanes(Search* s, int number) noexcept nogil:
    """Take out options with more lanes than runs of three could pass through the number."""
    cdef Position* p = &s.position
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
            gaps = min(
                (below == 0) + (further_below == 0), min((below == 0) + (above == 0), (above == 0) + (further_above == 0))
            )
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


cdef uint32_t block_key(Search* s, int number) noexcept nogil:
    """What the options of a number depend on besides the weights; 0 when they are not worth remembering."""
    cdef Position* p = &s.position
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


cdef void generate_options(Search* s, int number) noexcept nogil:
    cdef int c, i
    s.stamp += 1
    memset(&s.draft, 0, sizeof(Option))
    for c in range(COLOURS):
        s.draft_used[c] = 0
        s.draft_left[c] = s.position.most_joker[c]
    if s.plain:
        lay_groups(s, number, 0)
    else:
        lay_patterns(s, number, 0, 0)
    for c in range(COLOURS):
        s.most_lanes[c] = 0
        s.most_lane_jokers[c] = 0
    for i in range(s.option_start[number], s.option_count):
        for c in range(COLOURS):
            s.most_lanes[c] = max(s.most_lanes[c], s.options[i].lanes[c])
            s.most_lane_jokers[c] = max(s.most_lane_jokers[c], s.options[i].place[c] >> 4)


cdef void remember_options(Search* s, int number, Block* block, uint32_t key) noexcept nogil:
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


cdef bint recall_options(Search* s, int number, Block* block) noexcept nogil:
    """Copy remembered options and weigh them anew."""
    cdef Option* option
    cdef int64_t* weight = s.position.weight[number]
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


cdef void list_options(Search* s, int number) noexcept nogil:
    """The options of a number; positions look alike there, so they are remembered."""
    cdef uint32_t key = block_key(s, number)
    cdef Block* block = &s.blocks[(key * SPREAD) >> (64 - BLOCK_BITS)]
    s.option_start[number] = s.option_count
    if key and block.key == key:
        recall_options(s, number, block)
    else:
        s.reusable = key != 0
        generate_options(s, number)
        if key and s.status == SOLVED:
            remember_options(s, number, block, key)
    if s.plain:
        limit_lanes(s, number)
    s.option_start[number + 1] = s.option_count
    note_places(s, number)
