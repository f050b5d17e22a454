# Everything that could be another number and leave every answer as good: how much memory a search may take, how often
# it looks at the clock, and how it goes about things. (Of plays that are worth the same it may then find another.)
# Numbers that follow from the rules, or from how something is packed into words, stand beside what they are about.

# Memory. Positions of real tile sets stay far below these; they keep a made-up one from taking all there is.
cdef enum:
    MOST_OPTIONS = 1 << 20          # of all numbers in a pass of the full search: 84 MB
    FIRST_OPTIONS = 512             # room at first; it doubles when it is full
    MOST_STATES = 1 << 22           # of all numbers in a pass of the full search: 235 MB
    FIRST_STATES = 4096             # room at first; it doubles when it is full
    KEPT_STATES = 1 << 18           # an idle workspace gives back what a hard position made it grow beyond this: 15 MB
    IDLE_WORKSPACES = 8             # kept for the next call: as many threads as commonly solve at once
    MOST_PLAIN_STATES = 1 << 15     # what the plain search has too many states for is faster in the full search
    FIRST_PLAIN_STATES = 1024       # room at first; it doubles when it is full
    MOST_PLAIN_OPTIONS = 1 << 16    # in all lists made so far; half full, they are made anew with the next position
    FIRST_THINGS = 256              # of a list of the plain search: room at first; it doubles when it is full

# Room for what is remembered from number to number and from position to position. Where it is too small, something is
# worked out again or searched for longer; where it is large, it drives other things out of the processor's cache.
cdef enum:
    OPTION_BUCKETS = 512            # a power of two: of the options of a number, which are seldom more
    BLOCK_BITS = 12                 # of the patterns of counts whose options are kept
    MOST_KEPT_OPTIONS = 1 << 15     # of all of these, 2.9 MB; when they are full, all are forgotten
    MOST_KEPT_WORDS = 1 << 16       # of bits by their places, 0.5 MB
    STATE_BUCKET_BITS = 8           # of the states of a number, by what must be equal in them
    FEW_HELPERS = 3                 # with so many, how many there are no longer tells lane tables apart: it saves 3 %
    TABLE_BITS = 6                  # of the lane tables of a colour, which take 2.6 kB each
    SHORT_LAYER = 8                 # of the plain search: a newcomer is compared with all of so few states, no branch
    MOST_WORDS = 32                 # of a bit for each option of a number; those beyond 2,048 are tried one by one
    OPTIONS_AT_ONCE = 4096          # of a number in the plain search: their gains take 32 kB

# Stopping in time. A look at the clock takes as long as a few dozen states.
cdef enum:
    WORK_BETWEEN_CHECKS = 4096      # of the full search: well below a millisecond
    LONG_LAYER_BITS = 8             # a state counts once more for every 256 of its layer, which it is compared with
    STATES_BETWEEN_CHECKS = 128     # of the plain search, each with all its options

# The passes of the full search: each leaves out fewer states, and starts from what the one before has found.
cdef enum:
    FIRST_WIDTH = 40                # states kept at a number; many positions never have more, and one pass is all
    CROWDED_WIDTH = 10              # once some were left out only a hint can be hoped for, so fewer will do
    MIDDLE_WIDTH = 64               # only after much work: a wider pass is dear there without a good floor
    SECOND_WIDTH = 512              # of the last pass that leaves anything out
    MOST_PATIENCE = 100000          # states tried without leaving any out; with more, there may be a better answer:
    WIDENING = 8                    # passes so many times as wide each look for it before all are tried after all
    MUCH_WORK = 1800                # states tried in the first passes
    SQUEEZE_AT = 16                 # a layer so many times as long as what is kept is narrowed while it is filled,
    SQUEEZE_TO = 4                  # to so many times that
    MANY_SPECIAL = 4                # with so many special jokers the first passes lay only one of them at a number
    STATES_BEFORE_BOUNDS = 2        # bounds cost as much as two dozen states, so only where there is a choice; at 150
                                    # the median of Twist falls by a tenth, and the mean rises by a fifth
    PLAIN_BEFORE_BOUNDS = 150       # without special jokers: what the plain search leaves seldom has more

# What makes a state look promising in a narrow pass, in credits: a credit is a share of the heaviest optional tile.
# Those of the full search are what took least work on 1,600 hard questions of simulated games, and less on others too.
cdef enum:
    CREDIT_SHARE = 16               # of the full search
    REGULAR_CREDITS = 12            # a joker left may play another tile or so: a regular one can be anything,
    DOUBLE_CREDITS = 7              # a double one takes a pair of numbers,
    CHANGE_CREDITS = 9              # a colour change a run to leave and one to go on,
    MIRROR_CREDITS = 4              # and a mirror joker seldom fits;
    NEED_CREDITS = -3               # but one that the tiles above need plays nothing: for each number it stands in
    LONG_RUN_CREDITS = 2            # a long run may take one,
    SECOND_TILE_CREDITS = -2        # a run of two wants one,
    FIRST_TILE_CREDITS = -4         # and a run of one wants two
    PLAIN_CREDIT_SHARE = 4          # of the plain search, which has no special jokers to waste
    PLAIN_JOKER_CREDITS = 4         # a joker left may play another tile or two,
    PLAIN_LONG_RUN_CREDITS = 1      # a long run may take one,
    PLAIN_SECOND_TILE_CREDITS = -1  # a run of two wants one,
    PLAIN_FIRST_TILE_CREDITS = -2   # and a run of one wants two

# The passes of the plain search: the first ones leave out states.
cdef enum:
    NARROW = 4                      # so many states are kept at a number with few jokers,
    FEW_JOKERS = 2                  # that is up to these,
    LESS_NARROW = 6                 # and so many with more, which can do more things that look alike,
    CROWDED = 4                     # once there are so many times as many
    PLAIN_WIDENING = 8              # the second pass keeps so many times as many, the third all
