# The search: dynamic programming over the numbers 1 to 13.
#
# A state is what the numbers done so far leave open: per colour how many runs of 1, 2 and 3 or more tiles may go on, runs
# whose next number a double joker already covers, twin runs waiting for their mirror joker, and the jokers left.

cdef enum:
    FIELD = 5               # bits of a ranked field: four for the count, one guard
    COLOUR_FIELDS = 25
    REGULAR_SHIFT = 50
    DOUBLE_SHIFT = 50
    CHANGE_SHIFT = 53
    MIRROR_SHIFT = 56
    OWED_LOW = 55           # jokers that still must be laid: the regular, double and colour-change ones
    OWED_HIGH = 59          # the mirror jokers
    EXTRA_EQUAL = 36        # where the fields of State.extra that must be equal begin
    STATE_BUCKET_BITS = 8
    TABLE_BITS = 3
    STAMP_BITS = 21
    MOST_OPEN = 128
    DROPPED = -2
    FRESH = 0               # a run that does not exist yet, where a length is asked for

# The steps of a move, see Step.
cdef enum:
    TWIN_ON = 0             # a twin run goes on
    TWIN_NEW = 1
    TWIN_END = 2
    CHANGE_RUN = 3          # a colour-change joker in a run
    DOUBLE_RUN = 4          # a double joker in a run

# How the two sides of a twin run get their next number.
cdef enum:
    BOTH_LANES = 0
    LANE_AND_DOUBLE = 1
    BOTH_DOUBLES = 2
    BOTH_CHANGES = 3
    LANE_BESIDE_AHEAD = 4   # one side is covered ahead already
    DOUBLE_BESIDE_AHEAD = 5
    BOTH_AHEAD = 6

# `low` holds the ranked fields of the first two colours and the regular jokers left, `high` those of the other two and the
# special jokers left. A field ranks: more is never worse. So one subtraction compares two states in all fields at once.
# `extra` counts runs whose next number is covered by a double joker, and twin runs. Those that may end when that number has
# passed are ranked too, the others must be equal.
cdef struct State:
    uint64_t low
    uint64_t high
    uint64_t extra
    int64_t gain
    int32_t parent
    int32_t option
    int32_t move
    int32_t value
    int32_t next                # in its bucket, or DROPPED

cdef struct Bucket:
    int64_t sweep               # the pass and number it was last used for
    int number
    int32_t first
    int32_t last_better             # the state that beat the latest newcomer: neighbours tend to be beaten by the same

cdef struct Step:
    uint8_t what
    uint8_t way
    uint8_t colour
    uint8_t length
    uint8_t target

# One choice of what the special jokers do at a number, before the lanes are filled.
cdef struct Move:
    int open[COLOURS][4]        # runs by length that only lanes can continue
    int fixed[COLOURS][4]       # runs that have passed the number without a lane
    int demand[COLOURS]         # lanes that twin runs take
    int left[4]
    uint64_t extra
    int value
    int twin_count
    int twin_colour[MOST_SPECIAL]
    int twin_ahead[MOST_SPECIAL]
    int step_count
    Step steps[8]

cdef struct LaneTable:
    uint64_t after[256]                 # the ranked fields the colour gets, by lane_place
    uint16_t missing[256]               # the price of the jokers it will need

cdef struct Search:
    Position position
    int status
    int counting                # set values matter
    int exact[4]                # jokers of this kind must be laid within the search
    int64_t joker_gain[4][MOST_REGULAR + 1]     # by jokers left
    bint joker_gains
    int64_t joker_hope[4][MOST_REGULAR + 1]     # what the jokers left could still gain
    int64_t hope[NUMBERS + 1]                   # what the numbers above could still gain
    int64_t floor                               # only answers that gain more are of interest
    int64_t credit                              # rough worth of a joker, to rank states
    bint bounded                                # the bounds are computed
    uint16_t bound[NUMBERS + 1][COLOURS][BOUND_STATES]
    bint narrowed                               # this pass has left out states that nothing beats
    int64_t* scores
    int score_room
    bint plain                  # no special jokers
    bint sparing                # jokers may be left over, so none is laid that could be taken away again
    bint owing                  # jokers must be laid within the search
    # options
    Option* options
    int option_count
    int option_room
    int option_start[NUMBERS + 2]
    bint options_sorted         # at the number in hand
    bint reusable               # they are made for any weights
    Block blocks[1 << BLOCK_BITS]
    Option* kept_options
    int kept_count
    int most_lanes[COLOURS]
    int most_lane_jokers[COLOURS]
    int bucket[OPTION_BUCKETS]
    int64_t bucket_stamp[OPTION_BUCKETS]
    int64_t stamp
    Option draft
    int draft_used[COLOURS]
    int draft_left[4]
    uint32_t table_stamp
    uint64_t table_key[COLOURS][1 << TABLE_BITS]      # the runs a table was made for
    LaneTable tables[COLOURS][1 << TABLE_BITS]
    # states
    State* states
    int state_count
    int state_room
    int layer_start[NUMBERS + 2]
    Bucket state_bucket[1 << STATE_BUCKET_BITS]
    int64_t sweep
    # the state and move in hand
    int number
    int parent
    int move_number
    int wanted_move             # -1, or the move to stop at when rebuilding
    Move move
    Move found
    int64_t base_gain
    # when to stop
    int64_t deadline
    volatile uint8_t* cancel
    int until_check
    # the answer
    Laid* laid
    int laid_count
    Laid* best_laid             # of the best answer so far
    int best_count
    int open_laid[MOST_OPEN]    # the runs that may go on
    int open_count
    bint found_any
    int64_t weight


cdef inline uint64_t rank_runs(int ones, int twos, int threes) noexcept nogil:
    """The ranked fields of one colour.

    An open run is better the longer it is, and a run of three is better than none: it may end. Hence a state is at least
    as good as another when it has at least as many runs of 3, of 2 and more, and of any length, and at most as many of
    length 1, and of length 1 and 2.
    """
    return (
        <uint64_t>threes
        | <uint64_t>(twos + threes) << FIELD
        | <uint64_t>(ones + twos + threes) << 2 * FIELD
        | <uint64_t>(15 - ones) << 3 * FIELD
        | <uint64_t>(15 - ones - twos) << 4 * FIELD
    )


cdef inline bint dominates(const State* a, const State* b) noexcept nogil:
    return (
        a.gain >= b.gain
        and (((a.low | LOW_GUARDS) - b.low) & LOW_CHECKED) == LOW_GUARDS
        and (((a.high | HIGH_GUARDS) - b.high) & HIGH_CHECKED) == HIGH_GUARDS
        and (((a.extra | EXTRA_GUARDS) - b.extra) & EXTRA_CHECKED) == EXTRA_GUARDS
        and a.value >= b.value
    )


cdef bint grow_states(Search* s) noexcept nogil:
    cdef int room = 2 * s.state_room if s.state_room else 4096
    cdef State* moved
    if room > MOST_STATES:
        s.status = TOO_LARGE
        return False
    moved = <State*>realloc(s.states, room * sizeof(State))
    if moved == NULL:
        s.status = TOO_LARGE
        return False
    s.states = moved
    s.state_room = room
    return True


cdef inline int bucket_of(const State* state) noexcept nogil:
    """States can only compare within a bucket: what must be equal is hashed."""
    cdef uint64_t equal = (state.extra >> EXTRA_EQUAL) ^ (state.low >> OWED_LOW) << 24 ^ (state.high >> OWED_HIGH) << 32
    return <int>((equal * SPREAD) >> (64 - STATE_BUCKET_BITS))


cdef void add_state(Search* s, const State* new) noexcept nogil:
    """Keep a state of the next number unless another one is at least as good; drop those it beats."""
    cdef int bucket = 0 if s.plain and not s.owing else bucket_of(new)
    cdef Bucket* b = &s.state_bucket[bucket]
    cdef int32_t* link
    cdef int i
    if b.number != s.number or b.sweep != s.sweep:
        b.number = s.number
        b.sweep = s.sweep
        b.first = -1
        b.last_better = -1
    elif b.last_better >= 0 and dominates(&s.states[b.last_better], new):
        return
    # A bucket is sorted by gain: the states before the new one's place may beat it, those after it may be beaten.
    link = &b.first
    while link[0] >= 0 and s.states[link[0]].gain > new.gain:
        if dominates(&s.states[link[0]], new):
            b.last_better = link[0]
            return
        link = &s.states[link[0]].next
    i = link[0]
    while i >= 0 and s.states[i].gain == new.gain:
        if dominates(&s.states[i], new):
            b.last_better = i
            return
        i = s.states[i].next
    if s.state_count == s.state_room:
        i = <int>(<char*>link - <char*>s.states) if link != &b.first else -1
        if not grow_states(s):
            return
        if i >= 0:
            link = <int32_t*>(<char*>s.states + i)
    i = s.state_count
    s.states[i] = new[0]
    s.states[i].next = link[0]
    link[0] = i
    s.state_count += 1
    b.last_better = -1
    link = &s.states[i].next
    while link[0] >= 0:
        i = link[0]
        if dominates(new, &s.states[i]):
            link[0] = s.states[i].next
            s.states[i].next = DROPPED
        else:
            link = &s.states[i].next


cdef inline void note_owed(Search* s, State* state) noexcept nogil:
    """Note how many jokers of the kinds that must be laid within the search are still to be laid."""
    cdef uint64_t low = state.low, high = state.high
    cdef int left
    if s.exact[REGULAR]:
        left = <int>(low >> REGULAR_SHIFT & 15) - s.position.most_joker[REGULAR] + s.position.must_joker[REGULAR]
        if left > 0:
            state.low |= <uint64_t>left << OWED_LOW
    if s.exact[DOUBLE]:
        left = <int>(high >> DOUBLE_SHIFT & 3) - s.position.most_joker[DOUBLE] + s.position.must_joker[DOUBLE]
        if left > 0:
            state.low |= <uint64_t>left << (OWED_LOW + 4)
    if s.exact[CHANGE]:
        left = <int>(high >> CHANGE_SHIFT & 3) - s.position.most_joker[CHANGE] + s.position.must_joker[CHANGE]
        if left > 0:
            state.low |= <uint64_t>left << (OWED_LOW + 6)
    if s.exact[MIRROR]:
        left = <int>(high >> MIRROR_SHIFT & 3) - s.position.most_joker[MIRROR] + s.position.must_joker[MIRROR]
        if left > 0:
            state.high |= <uint64_t>left << OWED_HIGH


cdef inline int64_t joker_sum(int64_t[MOST_REGULAR + 1]* by_left, uint64_t low, uint64_t high) noexcept nogil:
    return (
        by_left[REGULAR][low >> REGULAR_SHIFT & 15]
        + by_left[DOUBLE][high >> DOUBLE_SHIFT & 3]
        + by_left[CHANGE][high >> CHANGE_SHIFT & 3]
        + by_left[MIRROR][high >> MIRROR_SHIFT & 3]
    )


cdef bint interrupted(Search* s) noexcept nogil:
    s.until_check = STATES_BETWEEN_CHECKS
    if s.cancel != NULL and s.cancel[0]:
        s.status = CUT_SHORT
    elif s.deadline and now_ns() > s.deadline:
        s.status = CUT_SHORT
    return s.status != SOLVED


cdef inline int helpers_left(Move* m) noexcept nogil:
    """The most numbers the jokers left can help out at: a colour change also spares a run its own colour's next tile."""
    return m.left[REGULAR] + 2 * m.left[DOUBLE] + 2 * m.left[CHANGE]


cdef inline int purse(Search* s, Move* m) noexcept nogil:
    """The price of the jokers left; without bounds the mirror jokers are of no help."""
    return (
        REGULAR_PRICE * m.left[REGULAR] + DOUBLE_PRICE * m.left[DOUBLE] + CHANGE_PRICE * m.left[CHANGE]
        + (MIRROR_PRICE * m.left[MIRROR] if s.bounded else 0)
    )


cdef inline bint has_twin(uint64_t extra, int colour) noexcept nogil:
    return (
        extra >> twin_shift(colour, 0) & 3 or extra >> twin_shift(colour, 1) & 3 or extra >> twin_shift(colour, 2) & 3
    ) != 0


cdef inline int ahead_runs(uint64_t extra, int colour) noexcept nogil:
    return <int>(
        (extra >> ahead_shift(colour, 1) & 3) + (extra >> ahead_shift(colour, 2) & 3) + (extra >> ahead_shift(colour, 3) & 3)
    )


cdef inline bint may_lead(Search* s) noexcept nogil:
    """A run may start with a regular or colour-change joker here.

    In a sparing search such a run has three tiles, else it could do without; and there the joker might as well stand last,
    unless the run ends at 13.
    """
    return not s.sparing or 11 - s.position.most_joker[DOUBLE] <= s.number <= 11


cdef inline void forget_tables(Search* s) noexcept nogil:
    """Start a new number: the stamp in their keys makes the old tables unrecognisable."""
    s.table_stamp += 1
    if s.table_stamp >> STAMP_BITS:
        s.table_stamp = 1
        memset(s.table_key, 0, sizeof(s.table_key))


cdef LaneTable* lane_table(Search* s, int c) noexcept nogil:
    """What each number of lanes, and of jokers among them, makes of a colour's open runs.

    Many states and moves share it, so the latest tables are remembered.
    """
    cdef Move* m = &s.move
    cdef int money = purse(s, m)
    cdef int ahead = 0, twin = 0, slot
    cdef uint64_t key
    cdef LaneTable* table
    if m.extra:
        ahead = ahead_runs(m.extra, c)
        twin = has_twin(m.extra, c)
    key = (
        <uint64_t>s.table_stamp << 43 | <uint64_t>helpers_left(m) << 38 | <uint64_t>money << 31
        | ahead << 29 | twin << 28 | m.demand[c] << 24
        | m.fixed[c][3] << 20 | m.fixed[c][2] << 16 | m.fixed[c][1] << 12
        | m.open[c][3] << 8 | m.open[c][2] << 4 | m.open[c][1]
    )
    slot = <int>((key * SPREAD) >> (64 - TABLE_BITS))
    table = &s.tables[c][slot]
    if s.table_key[c][slot] != key:
        s.table_key[c][slot] = key
        tabulate_lanes(s, table, c, money, ahead, twin)
    return table


cdef void tabulate_lanes(Search* s, LaneTable* table, int c, int money, int ahead, int twin) noexcept nogil:
    cdef Move* m = &s.move
    cdef int number = s.number
    cdef int helpers = helpers_left(m)
    cdef int lanes, jokers, need, on, fresh, leading, drawn, ones, twos, threes, missing, next_one, next_two, place
    cdef bint leads = may_lead(s)
    need = m.open[c][1] + m.open[c][2] + m.demand[c]
    next_one = s.position.most[number + 1][c]
    next_two = s.position.most[number + 2][c]
    for jokers in range(s.most_lane_jokers[c] + 1):
        for lanes in range(jokers, s.most_lanes[c] + 1):
            place = lane_place(lanes, jokers)
            table.after[place] = INVALID
            if lanes < need:
                continue
            # A lane that is to spare prolongs a long run before it starts a new one: what the new run could become,
            # the long one can become too.
            on = min(m.open[c][3], lanes - need)
            fresh = lanes - need - on
            drawn = 0
            if s.sparing and jokers > need:
                # The jokers stand in the short runs first. One that prolongs a long run must have a tile after it.
                leading = min(fresh, jokers - need) if leads else 0
                drawn = jokers - need - leading
                if drawn > on:
                    continue
            ones = fresh + m.fixed[c][1]
            twos = m.open[c][1] + drawn + m.fixed[c][2]
            threes = m.open[c][2] + on - drawn + m.fixed[c][3]
            if number >= 12 and (ones or (number == NUMBERS and twos)):
                continue
            missing = max(0, ones + twos - next_one) + max(0, ones - next_two)
            if missing > helpers:
                continue
            threes = min(threes, max(0, next_one + helpers - ones - twos))      # no more can go on
            missing *= REGULAR_PRICE
            if s.bounded:
                # A run covered ahead is a long one that has its next number for nothing.
                missing = <int>s.bound[number][c][bound_index(ones, twos, threes + ahead, twin)] - SHARE * ahead
                missing = max(missing, 0)
                if missing > money:
                    continue
            table.after[place] = rank_runs(ones, twos, threes) << (COLOUR_FIELDS * (c & 1))
            table.missing[place] = missing


cdef void fill_lanes(Search* s) noexcept nogil:
    """Combine the move in hand with every option of its number."""
    cdef LaneTable* table[COLOURS]
    cdef Move* m = &s.move
    cdef Option* option
    cdef State new
    cdef uint64_t low, high
    cdef int i, c, end, money, number = s.number
    if s.wanted_move >= 0:
        if s.move_number == s.wanted_move:
            s.found = m[0]
        s.move_number += 1
        return
    s.until_check -= 1
    if s.until_check <= 0 and interrupted(s):
        return
    for c in range(COLOURS):
        table[c] = lane_table(s, c)
    money = purse(s, m)
    low = <uint64_t>(m.left[REGULAR] | 16) << REGULAR_SHIFT
    high = (
        <uint64_t>(m.left[DOUBLE] | 4) << DOUBLE_SHIFT
        | <uint64_t>(m.left[CHANGE] | 4) << CHANGE_SHIFT
        | <uint64_t>(m.left[MIRROR] | 4) << MIRROR_SHIFT
    )
    new.parent = s.parent
    new.move = s.move_number
    new.extra = m.extra
    i = s.option_start[number] - 1
    end = s.option_start[number + 1]
    while True:
        i += 1
        if i >= end:
            break
        option = &s.options[i]
        if s.options_sorted:
            for c in range(COLOURS):
                if table[c].after[option.place[c]] & INVALID:
                    break
            else:
                c = COLOURS
            if c < COLOURS:
                i += option.skip[c] - 1
                continue
        new.low = table[0].after[option.place[0]] | table[1].after[option.place[1]]
        new.high = table[2].after[option.place[2]] | table[3].after[option.place[3]]
        if (new.low | new.high) & INVALID:
            continue
        new.low += low - option.low
        new.high += high - option.high
        if new.low & LOW_JOKER_GUARD != LOW_JOKER_GUARD or new.high & HIGH_JOKER_GUARDS != HIGH_JOKER_GUARDS:
            continue
        if (
            table[0].missing[option.place[0]] + table[1].missing[option.place[1]]
            + table[2].missing[option.place[2]] + table[3].missing[option.place[3]]
            + option.price + (MIRROR_PRICE * option.jokers[MIRROR] if s.bounded else 0) > money
        ):
            continue
        new.low ^= LOW_JOKER_GUARD
        new.high ^= HIGH_JOKER_GUARDS
        new.gain = s.base_gain + option.gain
        if s.joker_gains:
            new.gain += joker_sum(s.joker_gain, new.low, new.high)
        if new.gain + s.hope[number] + joker_sum(s.joker_hope, new.low, new.high) <= s.floor:
            continue
        if s.owing:
            note_owed(s, &new)
        new.value = 0
        if s.counting:
            new.value = min(s.position.threshold, m.value + option.value)
        new.option = i
        add_state(s, &new)
    s.move_number += 1


cdef inline void note_step(Move* m, int what, int way, int colour, int length, int target) noexcept nogil:
    m.steps[m.step_count].what = what
    m.steps[m.step_count].way = way
    m.steps[m.step_count].colour = colour
    m.steps[m.step_count].length = length
    m.steps[m.step_count].target = target
    m.step_count += 1


cdef inline int ahead_shift(int colour, int length) noexcept nogil:
    return 3 * colour if length == 3 else 36 + 2 * (2 * colour + length - 1)


cdef inline int twin_shift(int colour, int ahead) noexcept nogil:
    return 52 + 2 * colour if ahead == 1 else 12 + 3 * (colour + (COLOURS if ahead == 2 else 0))


cdef inline uint64_t one_ahead(int colour, int length) noexcept nogil:
    return <uint64_t>1 << ahead_shift(colour, length)


cdef inline uint64_t one_twin(int colour, int ahead) noexcept nogil:
    return <uint64_t>1 << twin_shift(colour, ahead)


cdef inline bint can_follow(Search* s, int number, int colour) noexcept nogil:
    """Some tile could go on with a run of this colour at this number."""
    if number > NUMBERS:
        return False
    return s.position.most[number][colour] + s.move.left[REGULAR] + s.move.left[DOUBLE] + s.move.left[CHANGE] > 0


cdef void place_doubles(Search* s, int first) noexcept nogil:
    """Double jokers in runs: each covers this number and the next; `first` keeps the choices in order."""
    cdef Move* m = &s.move
    cdef int choice, colour, length, longer
    cdef int number = s.number
    fill_lanes(s)
    if m.left[DOUBLE] == 0 or number == NUMBERS:
        return
    for choice in range(first, 16):
        colour = choice >> 2
        length = choice & 3
        longer = min(3, length + 1)
        if length == FRESH:
            if s.sparing and not 10 - s.position.most_joker[DOUBLE] <= number <= 10:
                continue
        elif m.open[colour][length] == 0:
            continue
        elif length == 3 and s.sparing:
            longer = 2
        m.open[colour][length] -= 1
        m.left[DOUBLE] -= 1
        m.extra += one_ahead(colour, longer)
        if longer == 3 or can_follow(s, number + 2, colour):
            if s.counting:
                m.value += 2 * number + 1
            note_step(m, DOUBLE_RUN, 0, colour, length, colour)
            place_doubles(s, choice)
            m.step_count -= 1
            if s.counting:
                m.value -= 2 * number + 1
        m.extra -= one_ahead(colour, longer)
        m.left[DOUBLE] += 1
        m.open[colour][length] += 1


cdef void place_changes(Search* s, int first) noexcept nogil:
    """Colour-change jokers in runs.

    A run goes from its colour to any other. One that starts with the joker may take any colour; between two jokers side
    by side lies an empty stretch, for which there is always a third or fourth colour. In a sparing search a run that
    stops at the joker keeps its colour as `target`.
    """
    cdef Move* m = &s.move
    cdef int choice, colour, length, longer, target
    cdef int number = s.number
    cdef bint ends
    place_doubles(s, 0)
    if m.left[CHANGE] == 0:
        return
    for choice in range(first, 64):
        colour = choice >> 4
        length = choice >> 2 & 3
        target = choice & 3
        longer = min(3, length + 1)
        ends = False
        if length == FRESH:
            if colour != 0 or not may_lead(s):
                continue
        elif m.open[colour][length] == 0:
            continue
        elif s.sparing:
            longer = 2
            ends = target == colour
            if ends and length != 2:
                continue
        elif target == colour:
            continue
        m.open[colour][length] -= 1
        m.left[CHANGE] -= 1
        if not ends:
            m.fixed[target][longer] += 1
        if ends or longer == 3 or can_follow(s, number + 1, target):
            if s.counting:
                m.value += number
            note_step(m, CHANGE_RUN, 0, colour, length, target)
            place_changes(s, choice)
            m.step_count -= 1
            if s.counting:
                m.value -= number
        if not ends:
            m.fixed[target][longer] -= 1
        m.left[CHANGE] += 1
        m.open[colour][length] += 1


cdef inline int last_twin_number(Search* s) noexcept nogil:
    """The highest number a twin run may cover: the mirror joker of 2015 needs one above it."""
    return NUMBERS - 1 if s.position.mirror else NUMBERS


cdef void cover_twin(Search* s, int what, int colour, int way, int target, int next_twin) noexcept nogil:
    """Give both sides of a twin run this number in one way, and go on with the next twin run or the other jokers."""
    cdef Move* m = &s.move
    cdef int lanes = 0, doubles = 0, changes = 0, ahead = 0, worth
    if way == BOTH_LANES:
        lanes = 2
    elif way == LANE_AND_DOUBLE:
        lanes = 1
        doubles = 1
        ahead = 1
    elif way == BOTH_DOUBLES:
        doubles = 2
        ahead = 2
    elif way == BOTH_CHANGES:
        changes = 2
    elif way == LANE_BESIDE_AHEAD:
        lanes = 1
    elif way == DOUBLE_BESIDE_AHEAD:
        doubles = 1
        ahead = 1
    if doubles > m.left[DOUBLE] or changes > m.left[CHANGE]:
        return
    if doubles and s.number + 1 > last_twin_number(s):
        return
    if (what == TWIN_ON or changes) and s.number > last_twin_number(s):
        return
    if changes and s.sparing and what == TWIN_ON and (
        s.number == NUMBERS
        or (s.position.most[s.number + 1][target] == 0 and m.left[REGULAR] + m.left[DOUBLE] < 2)
    ):
        return          # without a tile after them on one side at least, the jokers could be taken away
    worth = 0
    if s.counting:
        worth = s.number * changes + (2 * s.number + 1) * doubles     # the lanes are counted by the option
        if s.position.mirror:
            worth += 1 if what == TWIN_ON else min(s.number + 1, <int>NUMBERS)
    m.demand[colour] += lanes
    m.left[DOUBLE] -= doubles
    m.left[CHANGE] -= changes
    m.extra += one_twin(target, ahead)
    m.value += worth
    note_step(m, what, way, colour, 0, target)
    if what == TWIN_ON:
        go_on_twins(s, next_twin)
    else:
        m.left[MIRROR] -= 1
        start_twins(s, next_twin)
        m.left[MIRROR] += 1
    m.step_count -= 1
    m.value -= worth
    m.extra -= one_twin(target, ahead)
    m.left[CHANGE] += changes
    m.left[DOUBLE] += doubles
    m.demand[colour] -= lanes


cdef void start_twins(Search* s, int first) noexcept nogil:
    cdef int choice, colour, way
    place_changes(s, 0)
    if s.move.left[MIRROR] == 0:
        return
    for choice in range(first, 16):
        colour = choice >> 2
        way = choice & 3
        if s.sparing and (colour > 0 or s.number > 1):
            # Jokers alone around a mirror joker can lie anywhere: they do so at the first number, in the first colour.
            if way >= BOTH_DOUBLES or s.position.most[s.number][colour] == 0:
                continue
        cover_twin(s, TWIN_NEW, colour, way, colour, choice)


cdef void go_on_twins(Search* s, int twin) noexcept nogil:
    cdef Move* m = &s.move
    cdef int colour, target
    if twin == m.twin_count:
        start_twins(s, 0)
        return
    colour = m.twin_colour[twin]
    if m.twin_ahead[twin] == 2:
        cover_twin(s, TWIN_ON, colour, BOTH_AHEAD, colour, twin + 1)
        return
    if m.twin_ahead[twin] == 1:
        cover_twin(s, TWIN_ON, colour, LANE_BESIDE_AHEAD, colour, twin + 1)
        cover_twin(s, TWIN_ON, colour, DOUBLE_BESIDE_AHEAD, colour, twin + 1)
        return
    note_step(m, TWIN_END, 0, colour, 0, colour)
    go_on_twins(s, twin + 1)
    m.step_count -= 1
    cover_twin(s, TWIN_ON, colour, BOTH_LANES, colour, twin + 1)
    cover_twin(s, TWIN_ON, colour, LANE_AND_DOUBLE, colour, twin + 1)
    cover_twin(s, TWIN_ON, colour, BOTH_DOUBLES, colour, twin + 1)
    for target in range(COLOURS):
        if target != colour:
            cover_twin(s, TWIN_ON, colour, BOTH_CHANGES, target, twin + 1)


cdef void expand(Search* s, int index) noexcept nogil:
    """Go from one state to every state it can lead to at the next number."""
    cdef Move* m = &s.move
    cdef State* state = &s.states[index]
    cdef uint64_t fields, extra = state.extra
    cdef int c, length, ahead, k
    s.parent = index
    s.move_number = 0
    m.step_count = 0
    m.twin_count = 0
    m.extra = 0
    m.value = state.value
    m.left[REGULAR] = <int>(state.low >> REGULAR_SHIFT & 15)
    m.left[DOUBLE] = <int>(state.high >> DOUBLE_SHIFT & 3)
    m.left[CHANGE] = <int>(state.high >> CHANGE_SHIFT & 3)
    m.left[MIRROR] = <int>(state.high >> MIRROR_SHIFT & 3)
    s.base_gain = state.gain
    if s.joker_gains:
        s.base_gain -= joker_sum(s.joker_gain, state.low, state.high)
    for c in range(COLOURS):
        fields = (state.low if c < 2 else state.high) >> (COLOUR_FIELDS * (c & 1))
        m.open[c][3] = <int>(fields & 15)
        m.open[c][2] = <int>(fields >> FIELD & 15) - m.open[c][3]
        m.open[c][1] = <int>(fields >> 2 * FIELD & 15) - m.open[c][3] - m.open[c][2]
        m.open[c][FRESH] = 0
        m.demand[c] = 0
        for length in range(1, 4):
            m.fixed[c][length] = 0
    if s.plain:
        fill_lanes(s)
        return
    for c in range(COLOURS):
        for length in range(1, 4):
            m.fixed[c][length] = <int>(extra >> ahead_shift(c, length) & 3)
        for ahead in range(3):
            for k in range(<int>(extra >> twin_shift(c, ahead) & 3)):
                m.twin_colour[m.twin_count] = c
                m.twin_ahead[m.twin_count] = ahead
                m.twin_count += 1
    go_on_twins(s, 0)


cdef int64_t score(Search* s, const State* state) noexcept nogil:
    """How promising a state looks; only guides the narrow passes."""
    cdef uint64_t fields
    cdef int c, threes, twos, all_runs, bonus
    bonus = 4 * <int>(state.low >> REGULAR_SHIFT & 15)
    bonus += 4 * <int>((state.high >> DOUBLE_SHIFT & 3) + (state.high >> CHANGE_SHIFT & 3) + (state.high >> MIRROR_SHIFT & 3))
    for c in range(COLOURS):
        fields = (state.low if c < 2 else state.high) >> (COLOUR_FIELDS * (c & 1))
        threes = <int>(fields & 15)
        twos = <int>(fields >> FIELD & 15) - threes
        all_runs = <int>(fields >> 2 * FIELD & 15)
        bonus += threes - twos - 2 * (all_runs - threes - twos)
    return state.gain + bonus * s.credit


cdef int64_t nth_highest(int64_t* values, int count, int n) noexcept nogil:
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


cdef void narrow(Search* s, int width) noexcept nogil:
    """Keep only the most promising states of the number in hand."""
    cdef int first = s.layer_start[s.number]
    cdef int i, live = 0, kept = 0
    cdef int64_t least
    if s.state_count - first <= width:
        return
    if s.score_room < s.state_count - first:
        free(s.scores)
        s.score_room = 2 * (s.state_count - first)
        s.scores = <int64_t*>malloc(s.score_room * sizeof(int64_t))
        if s.scores == NULL:
            s.score_room = 0
            s.status = TOO_LARGE
            return
    for i in range(first, s.state_count):
        if s.states[i].next != DROPPED:
            s.scores[live] = score(s, &s.states[i])
            live += 1
    if live <= width:
        return
    s.narrowed = True
    least = nth_highest(s.scores, live, width)
    for i in range(first, s.state_count):
        if s.states[i].next != DROPPED:
            if kept < width and score(s, &s.states[i]) >= least:
                kept += 1
            else:
                s.states[i].next = DROPPED


cdef int sweep(Search* s, int width) noexcept nogil:
    """Run through all numbers; the index of the best final state, or -1 when none gains more than the floor."""
    cdef State first
    cdef int c, i, best = -1
    memset(&first, 0, sizeof(State))
    s.option_count = 0
    s.state_count = 0
    s.wanted_move = -1
    s.sweep += 1
    s.narrowed = False
    first.low = rank_runs(0, 0, 0) | rank_runs(0, 0, 0) << COLOUR_FIELDS
    first.high = first.low
    first.low |= <uint64_t>s.position.most_joker[REGULAR] << REGULAR_SHIFT
    first.high |= (
        <uint64_t>s.position.most_joker[DOUBLE] << DOUBLE_SHIFT
        | <uint64_t>s.position.most_joker[CHANGE] << CHANGE_SHIFT
        | <uint64_t>s.position.most_joker[MIRROR] << MIRROR_SHIFT
    )
    note_owed(s, &first)
    first.parent = -1
    s.number = 0
    s.layer_start[0] = 0
    add_state(s, &first)
    for s.number in range(1, NUMBERS + 1):
        s.layer_start[s.number] = s.state_count
        if s.state_count > STATES_BEFORE_BOUNDS and not s.bounded:
            compute_bounds(s)
        list_options(s, s.number)
        if s.status != SOLVED:
            return -1
        forget_tables(s)
        for i in range(s.layer_start[s.number - 1], s.layer_start[s.number]):
            if s.states[i].next != DROPPED:
                expand(s, i)
            if s.status != SOLVED:
                return -1
        if s.state_count == s.layer_start[s.number]:
            return -1
        narrow(s, width)
    for i in range(s.layer_start[NUMBERS], s.state_count):
        if s.states[i].next == DROPPED or s.states[i].value < s.position.threshold:
            continue
        if s.states[i].low >> OWED_LOW or s.states[i].high >> OWED_HIGH:
            continue
        if s.states[i].gain > (s.floor if best < 0 else s.states[best].gain):
            best = i
    return best


cdef void set_goals(Search* s, bint sparing) noexcept nogil:
    """Prepare what jokers gain and what is still to be hoped for, with or without jokers left over."""
    cdef Position* p = &s.position
    cdef int joker, left, number, c
    cdef int64_t weight, optional
    s.sparing = sparing
    s.joker_gains = False
    s.owing = False
    s.credit = 0
    for joker in range(4):
        s.exact[joker] = p.most_joker[joker] > 0 and (joker == MIRROR or not sparing)
        s.owing = s.owing or s.exact[joker]
        weight = p.joker_weight[joker]
        if not s.exact[joker]:
            weight = min(weight, 0)
        for left in range(p.most_joker[joker] + 1):
            s.joker_gain[joker][left] = weight * max(0, p.most_joker[joker] - left - p.must_joker[joker])
            s.joker_hope[joker][left] = max(weight, 0) * min(left, p.most_joker[joker] - p.must_joker[joker])
            if s.joker_gain[joker][left]:
                s.joker_gains = True
    s.hope[NUMBERS] = 0
    for number in range(NUMBERS, 0, -1):
        optional = 0
        for c in range(COLOURS):
            optional += max(<int64_t>0, p.weight[number][c]) * (p.most[number][c] - p.must[number][c])
            s.credit = max(s.credit, p.weight[number][c] // 8 if p.most[number][c] > p.must[number][c] else 0)
        s.hope[number - 1] = s.hope[number] + optional
    s.credit = max(s.credit, <int64_t>1)


cdef int64_t most_to_hope(Search* s) noexcept nogil:
    cdef int joker
    cdef int64_t most = s.hope[0]
    for joker in range(4):
        most += s.joker_hope[joker][s.position.most_joker[joker]]
    return most


cdef void search(Search* s) noexcept nogil:
    """Sweep with ever wider layers until one pass has left nothing out; its predecessors' answers serve as the floor."""
    cdef int width = FIRST_WIDTH, final
    while True:
        final = sweep(s, width)
        if s.status != SOLVED:
            return
        if final >= 0:
            s.floor = s.states[final].gain
            s.weight = s.floor
            rebuild(s, final)
            swap_best(s)
            s.found_any = True
        if not s.narrowed or (s.found_any and s.floor >= most_to_hope(s)):
            return
        width *= 16


cdef void solve_position(Search* s) noexcept nogil:
    """Solve the loaded position.

    At first the search is sparing: jokers that nobody needs are left out and appended to the sets it finds. What it finds
    then is at least as good as any true answer; when the appending succeeds it is one. Otherwise the jokers are made part of
    the search.
    """
    cdef Position* p = &s.position
    s.status = SOLVED
    s.counting = p.threshold > 0
    s.until_check = STATES_BETWEEN_CHECKS
    s.plain = not (p.most_joker[DOUBLE] or p.most_joker[CHANGE] or p.most_joker[MIRROR])
    s.found_any = False
    s.bounded = False
    s.floor = NO_FLOOR
    if not s.counting:
        set_goals(s, True)
        search(s)
        if s.status != SOLVED:
            return
        if not s.found_any:
            s.status = INFEASIBLE
            return
        swap_best(s)
        if append_jokers(s):
            return
        s.found_any = False
        s.floor = NO_FLOOR
    set_goals(s, False)
    search(s)
    if s.status != SOLVED:
        return
    if not s.found_any:
        s.status = INFEASIBLE
        return
    swap_best(s)


cdef void swap_best(Search* s) noexcept nogil:
    """Put the sets in hand by as the best so far, or take those up again."""
    s.laid, s.best_laid = s.best_laid, s.laid
    s.laid_count, s.best_count = s.best_count, s.laid_count
