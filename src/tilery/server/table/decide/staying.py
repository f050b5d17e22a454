"""Coming, going and resting: seats change hands, the clock stands still."""

from __future__ import annotations

from tilery.match import free_name
from tilery.server.faces import FaceName
from tilery.server.table import clock
from tilery.server.table import commands as ask
from tilery.server.table.decide.deciding import (
    Asking,
    Deciding,
    names_at,
    own_place,
    own_seat,
    own_seats,
    require,
    require_host,
    seat_at,
)
from tilery.server.table.decide.gathering import begin_if_ready, rematch_if_wanted
from tilery.server.table.decide.watching import end_watch
from tilery.server.table.events import (
    Abandoned,
    CameBack,
    Forgotten,
    HostChanged,
    PaceChosen,
    PauseAsked,
    Paused,
    PauseDeclined,
    Renamed,
    Resumed,
    SeatLeft,
    StoodIn,
)
from tilery.server.table.standing import face_of, name_of, seats_of, sheet


def leave(deciding: Deciding, asking: Asking, command: ask.LeaveCommand) -> None:
    """Go: a bot plays on, or the seat is open again before the start."""
    table, number = deciding.table, own_seat(asking)
    gathering, own = table.phase == "gathering", own_seats(table, asking)
    players = {table.seats[seat].player for seat in own}
    for seat in own:
        deciding.happens(SeatLeft(seat, None if gathering else table.terms.setup.stand_in))
    if gathering and table.host in players:
        _next_host(deciding)
    _gone(deciding, table.turn if table.turn in own else number, asking.now)


def stand_in(deciding: Deciding, asking: Asking, command: ask.StandInCommand) -> None:
    """A bot plays for somebody who is away, or for whoever asks."""
    table = deciding.table
    own_seat(asking)
    gone = table.phase == "gathering" or table.abandoned
    require(not gone, "not-now", "bots can only stand in once the match has begun")
    require(seat_at(table, command.seat).present, "no-need", "no person plays in this seat")
    absent = command.seat in asking.absent
    require(absent or command.seat == asking.seat, "connected", f"{name_of(table, command.seat)} is connected")
    deciding.happens(StoodIn(command.seat, table.terms.setup.stand_in))
    _changed_hands(deciding, command.seat, asking.now)


def back(deciding: Deciding, asking: Asking, command: ask.BackCommand) -> None:
    """Take the seat back from the bot that stood in."""
    number = own_seat(asking)
    require(deciding.table.seats[number].stand_in is not None, "no-need", "this seat is already yours")
    deciding.happens(CameBack(number))
    _changed_hands(deciding, number, asking.now)


def choose_pace(deciding: Deciding, asking: Asking, command: ask.PaceCommand) -> None:
    """The host has the bots take more time, or less."""
    require_host(deciding.table, asking)
    require(command.pace != deciding.table.pace, "no-need", "this is already their pace")
    deciding.happens(PaceChosen(command.pace))


def pause(deciding: Deciding, asking: Asking, command: ask.PauseCommand) -> None:
    """Ask for a pause; it begins when all agree."""
    table = deciding.table
    number = own_place(table, asking)
    require(table.phase == "playing", "not-playing", "no game is being played")
    require(not table.paused, "paused", "the game is already paused")
    agreed = tuple(sorted({*(table.pause.agreed if table.pause else ()), *own_seats(table, asking)}))
    people = {seat for seat, held in enumerate(table.seats) if held.present}
    if people <= set(agreed):
        deciding.happens(Paused(agreed, asking.now, asking.now - table.turn_at, number))
    else:
        deciding.happens(PauseAsked(number, agreed))


def resume(deciding: Deciding, asking: Asking, command: ask.ResumeCommand) -> None:
    """End the pause, or decline to have one."""
    table = deciding.table
    number = own_place(table, asking)
    require(table.pause is not None, "not-paused", "nobody has asked for a pause")
    if not table.paused:
        deciding.happens(PauseDeclined(number))
        return
    assert table.pause is not None and table.turn is not None
    deciding.happens(Resumed(number))
    deciding.happens(clock.turn_begins(table, table.turn, asking.now, table.pause.used))


def forget(deciding: Deciding, guest: str, now: float) -> None:
    """A guest has deleted their identity: their seats no longer know them, bots play on."""
    table, own = deciding.table, seats_of(deciding.table, guest)
    watched = end_watch(deciding, guest, forgotten=True)
    require(bool(own) or watched, "no-seat", "nobody here is to be forgotten")
    if not own:
        return
    players = [table.seats[seat].player for seat in own]
    for seat, player in zip(own, players, strict=True):
        assert player is not None
        deciding.happens(Forgotten(seat, player, None if table.phase == "gathering" else table.terms.setup.stand_in))
    if table.host in players:
        _next_host(deciding)
    _gone(deciding, table.turn if table.turn in own else own[0], now)


def rename(deciding: Deciding, guest: str, name: str, face: FaceName) -> None:
    """A guest has another name or face now, at this table too; around one screen everybody keeps theirs."""
    table, own = deciding.table, seats_of(deciding.table, guest)
    require(bool(own) and not table.terms.setup.shared, "no-need", "nobody here has changed names")
    player, free = table.seats[own[0]].player, free_name(name, names_at(table, but=own[0]))
    assert player is not None
    same = (free, face) == (name_of(table, own[0]), face_of(table, own[0]))
    require(not same, "no-need", "that is already their name")
    deciding.happens(Renamed(own[0], player, free, face))


def _changed_hands(deciding: Deciding, number: int, now: float) -> None:
    """A seat changes hands: if it is to move, its clock begins anew; if all others wait for it, they wait no more."""
    table = deciding.table
    if table.turn == number and not table.paused:
        deciding.happens(clock.turn_begins(table, number, now))
    elif table.phase == "between":
        begin_if_ready(deciding, now)
    elif table.phase == "over" and not table.abandoned:
        rematch_if_wanted(deciding, now)


def _gone(deciding: Deciding, number: int, now: float) -> None:
    """Somebody has gone: the table is over when they were the last."""
    table = deciding.table
    if any(seat.kind == "person" and not seat.left for seat in table.seats):
        _changed_hands(deciding, number, now)
    elif table.phase != "over":
        abandon(deciding)


def abandon(deciding: Deciding) -> None:
    """Nobody comes here any more: the table is cleared, an unfinished game stays unfinished."""
    deciding.happens(Abandoned(sheet(deciding.table).winners))


def _next_host(deciding: Deciding) -> None:
    """When the host goes, the next person is the host."""
    people = deciding.table.people
    for number, seat in enumerate(deciding.table.seats):
        if seat.player is not None and people[seat.player].guest is not None:
            deciding.happens(HostChanged(seat.player, number))
            return
    deciding.happens(HostChanged(None, None))
