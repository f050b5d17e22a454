"""What an event does to a table: the state after it depends on the event alone, not on what led to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from tilery.bots.fair import Form, PastGame
from tilery.game import Game, Phase, new_game
from tilery.game import evolve as evolve_game
from tilery.match import Entry
from tilery.server.table import events as e
from tilery.server.table.change import Change
from tilery.server.table.latest import Latest, MadeMove
from tilery.server.table.standing import OnlineTable, Pause, Person, Seat, Watcher, with_standing

__all__ = ["advance", "evolve", "moved_to", "numbered"]

Fields = dict[str, object]


def advance(table: OnlineTable, change: Change) -> OnlineTable:
    """The table after a change: its events one after the other, and the revision it made."""
    for event in change.events:
        table = evolve(table, event)
    return numbered(table, change)


def numbered(table: OnlineTable, change: Change) -> OnlineTable:
    """A table after the events of a change, with the revision that it made."""
    fields: Fields = {"revision": change.revision}
    kinds = {type(event) for event in change.events}
    if e.Began in kinds:
        fields["first"] = change.revision
    if e.Began in kinds or e.Moved in kinds:
        fields["moved"] = change.revision
    return msgspec.structs.replace(table, **fields)


def evolve(table: OnlineTable, event: e.TableEvent) -> OnlineTable:
    """The table after an event that has happened."""
    if isinstance(event, e.Imported):
        return msgspec.structs.replace(with_standing(table, event.standing), people=event.people)
    return msgspec.structs.replace(table, **_CHANGES[type(event)](table, event))


def _opened(table: OnlineTable, event: e.Opened) -> Fields:
    host = Person(event.guest, event.name, event.face)
    return {"seats": (Seat(),) * event.seats, "secret": event.secret, "host": 0, **_person(table, 0, host)}


def _sat(table: OnlineTable, event: e.Sat) -> Fields:
    seat, person = Seat("person", event.player, ready=event.ready), Person(event.guest, event.name, event.face)
    return {**_seat(table, event.seat, seat), **_person(table, event.player, person)}


def _bot_seated(table: OnlineTable, event: e.BotSeated) -> Fields:
    return _seat(table, event.seat, Seat("bot", level=event.level, name=event.name, ready=True, fair=event.fair))


def _form_known(table: OnlineTable, event: e.FormKnown) -> Fields:
    return {"form": event.form}


def _dial_turned(table: OnlineTable, event: e.DialTurned) -> Fields:
    return _changed(table, event.seat, level=event.level)


def _kicked(table: OnlineTable, event: e.Kicked) -> Fields:
    player = table.seats[event.seat].player
    kicked = table.kicked if player is None else (*table.kicked, player)
    return {**_vacated(table, event.seat), "kicked": kicked}


def _left(table: OnlineTable, event: e.SeatLeft | e.Forgotten) -> Fields:
    if event.stand_in is None:
        return _vacated(table, event.seat)
    return _changed(table, event.seat, left=True, stand_in=event.stand_in)


def _stood_in(table: OnlineTable, event: e.StoodIn) -> Fields:
    return _changed(table, event.seat, stand_in=event.level)


def _came_back(table: OnlineTable, event: e.CameBack) -> Fields:
    return _changed(table, event.seat, stand_in=None, left=False)


def _host_changed(table: OnlineTable, event: e.HostChanged) -> Fields:
    return {"host": event.player, "form": _unknown(table.form)}


def _renamed(table: OnlineTable, event: e.Renamed) -> Fields:
    person = msgspec.structs.replace(table.people[event.player], name=event.name, face=event.face)
    return _person(table, event.player, person)


def _forgotten(table: OnlineTable, event: e.Forgotten) -> Fields:
    form = _unknown(table.form) if event.player == table.host else table.form
    return {**_left(table, event), **_person(table, event.player, Person()), "form": form}


def _unknown(form: Form | None) -> Form | None:
    """Where bots go by the host's form, that of somebody of whom nothing is known."""
    return None if form is None else Form()


def _seats_closed(table: OnlineTable, event: e.SeatsClosed) -> Fields:
    seats = tuple(seat for number, seat in enumerate(table.seats) if number not in event.seats)
    return {"seats": seats, "entries": ()}  # a sheet of other seats is over


def _readied(table: OnlineTable, event: e.Readied | e.RematchWanted) -> Fields:
    return _changed(table, event.seat, ready=True, words=event.words)


def _unreadied(table: OnlineTable, event: e.Unreadied) -> Fields:
    return _changed(table, event.seat, ready=False, words="")


def _awaited(table: OnlineTable, event: e.Awaited) -> Fields:
    return {"deadline": event.until}


def _began(table: OnlineTable, event: e.Began) -> Fields:
    seats = tuple(
        msgspec.structs.replace(seat, ready=seat.kind == "bot", words="", bank=event.bank, turns=0)
        for seat in table.seats
    )
    game = None
    if event.moves:  # whoever only looks the table up reads no moves
        game = new_game(table.terms.rules, len(seats), table.secret)
        for move in event.moves:
            for each in move.events:
                game = evolve_game(game, each)
    return {
        **_STILL,
        "phase": "playing",
        "seats": seats,
        "match": event.match,
        "number": event.number,
        "entries": () if event.number == 1 else table.entries,
        "game_id": event.game,
        "began": event.at,
        "game": game,
        "latest": Latest(),
    }


def moved_to(table: OnlineTable, event: e.Moved, game: Game) -> OnlineTable:
    """The table after a move that has led to this game."""
    return msgspec.structs.replace(table, **_after_move(table, event, game))


def _moved(table: OnlineTable, event: e.Moved) -> Fields:
    game = table.game
    if game is None:
        return {}
    for each in e.events_of(event.moves):
        game = evolve_game(game, each)
    return _after_move(table, event, game)


def _after_move(table: OnlineTable, event: e.Moved, game: Game) -> Fields:
    assert table.game is not None
    was = table.game.turn
    made = MadeMove(event.seat, e.events_of(event.moves), e.timed_out(event))
    fields: Fields = {"game": game, "latest": table.latest.with_move(made, len(table.seats))}
    if game.turn == was and game.phase is Phase.PLAYING:
        return fields
    return {**fields, **_changed(table, was, turns=table.seats[was].turns + 1)}


def _pace_chosen(table: OnlineTable, event: e.PaceChosen) -> Fields:
    return {"pace": event.pace}


def _turn_began(table: OnlineTable, event: e.TurnBegan) -> Fields:
    return {"turn": event.seat, "turn_at": event.at, "deadline": event.deadline, "due": event.due}


def _bank_spent(table: OnlineTable, event: e.BankSpent) -> Fields:
    return _changed(table, event.seat, bank=event.left)


def _game_ended(table: OnlineTable, event: e.GameEnded) -> Fields:
    entries = (*table.entries, Entry(event.scores, event.winner))
    phase = "over" if event.over else "between"
    return {**_STILL, "entries": entries, "phase": phase, "secret": event.secret, "form": _form_after(table, event)}


def _form_after(table: OnlineTable, event: e.GameEnded) -> Form | None:
    """The host's form after this game, where a bot goes by it; a game played on from a position is practice."""
    host = None if table.host is None else table.people[table.host].guest
    own = {number for number, seat in enumerate(table.seats) if seat.present and _guest(table, seat) == host}
    if table.form is None or host is None or not own or table.terms.setup.play_on is not None:
        return table.form
    bots = tuple(seat.bot for seat in table.seats if seat.bot is not None)
    return table.form.after(PastGame(bots, event.winner in own))


def _guest(table: OnlineTable, seat: Seat) -> str | None:
    return None if seat.player is None else table.people[seat.player].guest


def _pause_asked(table: OnlineTable, event: e.PauseAsked) -> Fields:
    return {"pause": Pause(event.agreed)}


def _no_pause(table: OnlineTable, event: e.PauseDeclined | e.Resumed) -> Fields:
    return {"pause": None}


def _paused(table: OnlineTable, event: e.Paused) -> Fields:
    return {"pause": Pause(event.agreed, event.since, event.used), "deadline": None, "due": None}


def _abandoned(table: OnlineTable, event: e.Abandoned) -> Fields:
    return {**_STILL, "phase": "over", "abandoned": True}


def _watch_asked(table: OnlineTable, event: e.WatchAsked) -> Fields:
    person = _person(table, event.player, Person(event.guest, event.name, event.face))
    return {"watchers": (*table.watchers, Watcher(event.player)), **person}


def _let_in(table: OnlineTable, event: e.LetIn) -> Fields:
    agreed = {*table.watchers[event.watcher].agreed, *_players(table, event.seats)}
    return _watcher(table, event.watcher, agreed=tuple(sorted(agreed)), declined=False)


def _kept_out(table: OnlineTable, event: e.KeptOut) -> Fields:
    agreed = {*table.watchers[event.watcher].agreed} - _players(table, event.seats)
    return _watcher(table, event.watcher, agreed=tuple(sorted(agreed)), declined=True)


def _watch_ended(table: OnlineTable, event: e.WatchEnded) -> Fields:
    player = table.watchers[event.watcher].player
    nobody = {} if player is None or not event.forgotten else _person(table, player, Person())
    return {**_watcher(table, event.watcher, player=None, agreed=(), declined=False), **nobody}


_STILL: Fields = {"turn": None, "turn_at": 0.0, "deadline": None, "due": None, "pause": None}
"""Nobody is to move, and nothing is waited for."""

_CHANGES: dict[type, Callable[[OnlineTable, Any], Fields]] = {
    e.Opened: _opened,
    e.Sat: _sat,
    e.BotSeated: _bot_seated,
    e.FormKnown: _form_known,
    e.DialTurned: _dial_turned,
    e.Kicked: _kicked,
    e.SeatLeft: _left,
    e.StoodIn: _stood_in,
    e.CameBack: _came_back,
    e.HostChanged: _host_changed,
    e.Renamed: _renamed,
    e.Forgotten: _forgotten,
    e.SeatsClosed: _seats_closed,
    e.Readied: _readied,
    e.Unreadied: _unreadied,
    e.RematchWanted: _readied,
    e.Awaited: _awaited,
    e.Began: _began,
    e.Moved: _moved,
    e.TurnBegan: _turn_began,
    e.PaceChosen: _pace_chosen,
    e.BankSpent: _bank_spent,
    e.GameEnded: _game_ended,
    e.PauseAsked: _pause_asked,
    e.PauseDeclined: _no_pause,
    e.Paused: _paused,
    e.Resumed: _no_pause,
    e.Abandoned: _abandoned,
    e.WatchAsked: _watch_asked,
    e.LetIn: _let_in,
    e.KeptOut: _kept_out,
    e.WatchEnded: _watch_ended,
}


def _seat(table: OnlineTable, number: int, seat: Seat) -> Fields:
    return {"seats": (*table.seats[:number], seat, *table.seats[number + 1 :])}


def _vacated(table: OnlineTable, number: int) -> Fields:
    """A seat is open again, and whoever had it has let nobody in."""
    gone = table.seats[number].player
    watchers = tuple(
        msgspec.structs.replace(each, agreed=tuple(player for player in each.agreed if player != gone))
        for each in table.watchers
    )
    return {**_seat(table, number, Seat()), "watchers": watchers}


def _players(table: OnlineTable, seats: tuple[int, ...]) -> set[int]:
    return {player for seat in seats if (player := table.seats[seat].player) is not None}


def _watcher(table: OnlineTable, number: int, **fields: object) -> Fields:
    changed = msgspec.structs.replace(table.watchers[number], **fields)
    return {"watchers": (*table.watchers[:number], changed, *table.watchers[number + 1 :])}


def _changed(table: OnlineTable, number: int, **fields: object) -> Fields:
    return _seat(table, number, msgspec.structs.replace(table.seats[number], **fields))


def _person(table: OnlineTable, player: int, person: Person) -> Fields:
    people = (*table.people[:player], person, *table.people[player + 1 :])
    return {"people": people, "players": len(people)}
