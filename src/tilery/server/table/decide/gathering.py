"""Before and between games: who sits where, who is ready, and the beginning."""

from __future__ import annotations

from tilery.bots.fair import FAIR, Form, fair_level, is_fair
from tilery.bots.ladder import is_character, level
from tilery.errors import TileryError
from tilery.game import Action, Contribute, Start, apply, new_game
from tilery.game.shuffle import LONGEST_CONTRIBUTION
from tilery.match import bot_name, free_name
from tilery.server.table import clock
from tilery.server.table import commands as ask
from tilery.server.table.decide.deciding import (
    Asking,
    Deciding,
    known_as,
    names_at,
    own_place,
    own_seats,
    require,
    require_host,
    seat_at,
)
from tilery.server.table.decide.watching import end_watch
from tilery.server.table.events import (
    Awaited,
    Began,
    BotSeated,
    DialTurned,
    FormKnown,
    GameMove,
    HostChanged,
    Kicked,
    Opened,
    PaceChosen,
    Readied,
    RematchWanted,
    Sat,
    SeatsClosed,
    StoodIn,
    Unreadied,
)
from tilery.server.table.refusal import RefusedError
from tilery.server.table.setup import ME, OPEN, Setup, taken_up
from tilery.server.table.standing import OnlineTable, game_id, is_kicked, name_of
from tilery.server.text import clean


def open_table(deciding: Deciding, setup: Setup, asking: Asking) -> None:
    """A table is made: the host in the seats that are theirs, bots in theirs."""
    deciding.happens(Opened(len(setup.seats), asking.secret, asking.guest, asking.name, asking.face))
    if setup.pace != deciding.table.pace:
        deciding.happens(PaceChosen(setup.pace))
    names, own = iter(setup.names), 0
    for seat, wanted in enumerate(setup.seats):
        others = names_at(deciding.table)
        if wanted == ME:
            name = free_name((next(names, "") if setup.shared else "") or asking.name, others)
            deciding.happens(Sat(seat, own, setup.shared, asking.guest, name, "" if own else asking.face))
            own = deciding.table.players
        elif wanted != OPEN:
            _seat_bot(deciding, asking, seat, wanted)


def sit(deciding: Deciding, asking: Asking, command: ask.SitCommand) -> None:
    """Somebody takes an open seat."""
    table = deciding.table
    require(table.phase == "gathering", "started", "the match has started: nobody new can sit down")
    require(not is_kicked(table, asking.guest), "kicked", "the host has removed you from this table")
    require(asking.seat is None, "seated", "you already have a seat")
    open_seats = [number for number, seat in enumerate(table.seats) if seat.kind == "open"]
    require(bool(open_seats), "full", "every seat is taken")
    number = open_seats[0] if command.seat is None else command.seat
    require(number in open_seats, "taken", "this seat is not open")
    end_watch(deciding, asking.guest)
    player, name = known_as(table, asking.guest), free_name(asking.name, names_at(table))
    deciding.happens(Sat(number, player, guest=asking.guest, name=name, face=asking.face))
    if all(seat.player != table.host for seat in table.seats if seat.kind == "person"):
        deciding.happens(HostChanged(player, number))


def seat_bot(deciding: Deciding, asking: Asking, command: ask.SeatBotCommand) -> None:
    """The host gives an open seat to a bot."""
    table = deciding.table
    require_host(table, asking)
    require(table.phase == "gathering", "started", "the match has started")
    require(seat_at(table, command.seat).kind == "open", "taken", "this seat is not open")
    try:
        _seat_bot(deciding, asking, command.seat, command.level)
    except TileryError as error:
        raise RefusedError("bot", error.text) from None
    begin_if_ready(deciding, asking.now)


def _seat_bot(deciding: Deciding, asking: Asking, seat: int, wanted: str) -> None:
    """A bot sits down; one that is to be fair goes by the host's form, and by nothing else."""
    fair = is_fair(wanted)
    if fair and deciding.table.form is None:
        deciding.happens(FormKnown(asking.form or Form()))
    rung = level(_fair_level(deciding, wanted) if fair else wanted)
    deciding.happens(BotSeated(seat, rung.name, bot_name(rung.called, names_at(deciding.table)), fair))


def _fair_level(deciding: Deciding, wanted: str) -> str:
    return fair_level(wanted, deciding.table.form or Form())


def _turn_dials(deciding: Deciding) -> None:
    """Before a game every fair bot takes the level that the host's results ask for."""
    for number, seat in enumerate(deciding.table.seats):
        if seat.fair and seat.level is not None:
            way = seat.level.partition(":")[0]
            chosen = _fair_level(deciding, f"{way}:{FAIR}" if is_character(way) else FAIR)
            if chosen != seat.level:
                deciding.happens(DialTurned(number, chosen))


def kick(deciding: Deciding, asking: Asking, command: ask.KickCommand) -> None:
    """The host sends somebody away, for good."""
    table = deciding.table
    require_host(table, asking)
    require(table.phase == "gathering", "started", "the match has started: nobody can be removed")
    require(seat_at(table, command.seat).kind != "open", "empty", "nobody sits there")
    own = command.seat in own_seats(table, asking)
    require(not own, "yourself", "you cannot remove yourself: leave the table instead")
    deciding.happens(Kicked(command.seat))


def ready(deciding: Deciding, asking: Asking, command: ask.ReadyCommand) -> None:
    """Somebody is ready; when all are, the game begins."""
    own_place(deciding.table, asking)
    require(deciding.table.phase in ("gathering", "between"), "not-now", "you can only be ready before a game")
    for seat, words in _all_ready(deciding, asking, command.words):
        deciding.happens(Readied(seat, words))
    begin_if_ready(deciding, asking.now)
    _wait_for_others(deciding, asking.now)


def unready(deciding: Deciding, asking: Asking, command: ask.UnreadyCommand) -> None:
    """Somebody is not ready after all."""
    number = own_place(deciding.table, asking)
    require(deciding.table.phase in ("gathering", "between"), "not-now", "the game has begun")
    deciding.happens(Unreadied(number))


def start(deciding: Deciding, asking: Asking, command: ask.StartCommand) -> None:
    """The host begins with those who are there, and open seats go; after a game, so does anybody who is ready."""
    table = deciding.table
    if table.phase in ("between", "over"):
        _start_without(deciding, asking)
        return
    require_host(table, asking)
    require(table.phase == "gathering", "started", "the match has already started")
    seats, own = list(enumerate(table.seats)), own_seats(table, asking)
    closed = tuple(number for number, seat in seats if seat.kind == "open")
    least, many = _least(table), len(seats) - len(closed)
    require(many >= least, "too-few", f"at least {least} players are needed")
    waiting = [name_of(table, n) for n, seat in seats if n not in closed and not seat.ready and n not in own]
    require(not waiting, "not-ready", f"not ready yet: {', '.join(waiting)}")
    if closed:
        deciding.happens(SeatsClosed(closed, table.terms.setup.length.total(many)))
    begin(deciding, asking.now)


def _least(table: OnlineTable) -> int:
    """How many it takes to begin: by the rules, or as many as there are racks in the position to play on from."""
    play_on = table.terms.setup.play_on
    return table.terms.rules.players[0] if play_on is None else len(play_on.racks)


def _start_without(deciding: Deciding, asking: Asking) -> None:
    """Those who are ready go on without who isn't there: in a match bots play for them, in a rematch their seats go."""
    table, number = deciding.table, own_place(deciding.table, asking)
    require(not table.abandoned, "not-now", "everyone has left this table")
    require(table.seats[number].ready, "not-ready", "be ready yourself first")
    missing = tuple(n for n, seat in enumerate(table.seats) if seat.present and not seat.ready)
    here = [name_of(table, seat) for seat in missing if seat not in asking.absent]
    require(not here, "not-ready", f"not ready yet: {', '.join(here)}")
    if table.phase == "between":
        for seat in missing:
            deciding.happens(StoodIn(seat, table.terms.setup.stand_in))
        begin(deciding, asking.now)
        return
    least, many = _least(table), len(table.seats) - len(missing)
    require(many >= least, "too-few", f"at least {least} players are needed")
    if missing:
        deciding.happens(SeatsClosed(missing, table.terms.setup.length.total(many)))
        seats = deciding.table.seats
        if all(seat.player != table.host for seat in seats):
            first = next(n for n, seat in enumerate(seats) if seat.present)
            deciding.happens(HostChanged(seats[first].player, first))
    begin(deciding, asking.now, rematch=True)


def rematch_if_wanted(deciding: Deciding, now: float) -> None:
    """Another match, if everybody who is still there has asked for it."""
    people = [seat for seat in deciding.table.seats if seat.present]
    if people and all(seat.ready for seat in people):
        begin(deciding, now, rematch=True)


def rematch(deciding: Deciding, asking: Asking, command: ask.RematchCommand) -> None:
    """Somebody wants another match; when all do, it begins."""
    table = deciding.table
    own_place(table, asking)
    require(table.phase == "over" and not table.abandoned, "not-now", "a rematch comes after the match")
    for seat, words in _all_ready(deciding, asking, command.words):
        deciding.happens(RematchWanted(seat, words))
    rematch_if_wanted(deciding, asking.now)


def _all_ready(deciding: Deciding, asking: Asking, words: str) -> list[tuple[int, str]]:
    """Everybody this guest sits for, one seat or all of those around one screen, and their words for the mixing."""
    if words:
        try:
            words = clean(words, LONGEST_CONTRIBUTION, "what goes into the mixing")
        except TileryError as error:
            raise RefusedError("contribution", error.text) from None
    table = deciding.table
    return [
        (number, words if number == asking.seat and words else table.seats[number].words)
        for number in own_seats(table, asking)
    ]


def begin_if_ready(deciding: Deciding, now: float) -> None:
    """The next game, if nobody has to be waited for."""
    seats = deciding.table.seats
    if all(seat.ready or seat.bot is not None for seat in seats) and any(seat.present for seat in seats):
        begin(deciding, now)


def _wait_for_others(deciding: Deciding, now: float) -> None:
    """Between games the others have a while to be ready, at a table with a clock that is not of days."""
    table = deciding.table
    turn = table.terms.clock.turn
    if table.phase == "between" and table.deadline is None and turn is not None and turn < 3600:
        deciding.happens(Awaited(now + clock.BETWEEN_GAMES))


def begin(deciding: Deciding, now: float, rematch: bool = False) -> None:
    """The next game: words into the mixing, then the deal, and the starter's turn."""
    _turn_dials(deciding)
    table = deciding.table
    match, number = (table.match + 1, 1) if rematch else (table.match, table.number + 1)
    game = new_game(table.terms.rules, len(table.seats), table.secret)
    actions: list[Action] = [Contribute(seat, held.words) for seat, held in enumerate(table.seats) if held.words]
    moves = []
    for action in (*actions, Start(taken_up(table.terms.setup))):
        game, events = apply(game, action)
        moves.append(GameMove(action, events))
    bank = float(table.terms.clock.bank)
    deciding.happens(Began(game_id(table.secret), match, number, now, bank, tuple(moves)))
    deciding.happens(clock.turn_begins(deciding.table, game.turn, now))
