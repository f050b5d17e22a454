"""The store as everybody uses it: one asynchronous method for each thing that is kept or looked up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType

from sqlalchemy import Connection, text

from tilery.puzzles.glicko import Rating
from tilery.server.store import (
    analyses,
    answers,
    chat,
    export,
    figures,
    guests,
    history,
    moderation,
    passkeys,
    push,
    puzzles,
    retention,
    tables,
)
from tilery.server.store.address import read_address
from tilery.server.store.database import Use
from tilery.server.store.export import LooseEnds
from tilery.server.store.postgres import Pool, PostgresDatabase
from tilery.server.store.puzzles import KeptAttempt, PuzzleAttemptRow, PuzzlePlayer
from tilery.server.store.retention import Reached
from tilery.server.store.rows import (
    Act,
    AnalysisRow,
    Appended,
    ChangeRow,
    ChatLine,
    Credential,
    DraftRow,
    Due,
    FiguredGame,
    FinishedGame,
    Found,
    Guest,
    KeptAnswer,
    OwnFigures,
    OwnTable,
    Passkey,
    PlayedGame,
    PlayerRow,
    Report,
    SeatFigures,
    Speech,
    StoredTable,
    Subscription,
    TableRow,
)
from tilery.server.store.sqlite import SqliteDatabase
from tilery.server.store.watch import Watch, WatchedDatabase

__all__ = ["Pool", "Store", "Watch", "open_store"]

_TOGETHER = 25


def open_store(url: str, pool: Pool | None = None, watch: Watch | None = None) -> Store:
    """The store at an address: a path or ``sqlite:///path``, or ``postgresql://…``; ``async with`` opens it.

    >>> open_store("mysql://somewhere")
    Traceback (most recent call last):
        ...
    tilery.server.store.rows.StoreError: a database is a path, sqlite:///path or postgresql://user@host/name
    """
    address = read_address(url)
    database = SqliteDatabase(address) if isinstance(address, Path) else PostgresDatabase(address, pool)
    return Store(WatchedDatabase(database, watch or Watch()))


def _ping(connection: Connection) -> None:
    connection.execute(text("SELECT 1"))


class Store:
    """What must not be lost. Every write is on the disk before its method returns.

    Times are seconds since the epoch and ids are the caller's: the store has no clock and no chance of its own.
    """

    def __init__(self, database: WatchedDatabase) -> None:
        self._database = database

    async def open(self) -> None:
        """Be ready to read and write."""
        await self._database.open()

    async def close(self) -> None:
        """Let go of the database."""
        await self._database.close()

    async def __aenter__(self) -> Store:
        await self.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        await self.close()

    # Guests

    async def add_guest(
        self, guest: Guest, credential: Credential, digest: str, answer: KeptAnswer | None = None
    ) -> None:
        """Write down a new guest and the first way to be it; ``ConflictError`` if it was answered before."""
        await self._database.write(guests.add_guest, guest, credential, digest, answer)

    async def answer(self, digest: str, now: float) -> KeptAnswer | None:
        """What was answered under an idempotency key."""
        return await self._database.read(answers.answer, digest, now)

    async def guest(self, id: str) -> Guest | None:
        """The guest of this id."""
        return await self._database.read(guests.guest, id)

    async def find(self, digest: str) -> Found | None:
        """Whose secret has this digest; ``None`` if it was taken back."""
        return await self._database.read(guests.find, digest)

    async def see(self, id: str, now: float) -> None:
        """A guest was here."""
        await self._database.write(guests.see, id, now)

    async def rename_guest(self, id: str, name: str, face: str = "") -> None:
        """Call a guest by another name from now on."""
        await self._database.write(guests.rename_guest, id, name, face)

    async def save_settings(self, id: str, text: str) -> None:
        """Keep a client's settings for its guest."""
        await self._database.write(guests.save_settings, id, text)

    async def add_credential(self, credential: Credential, digest: str, answer: KeptAnswer | None = None) -> None:
        """Give a guest another way to be it; ``ConflictError`` if it was answered before."""
        await self._database.write(guests.add_credential, credential, digest, answer)

    async def credentials(self, guest: str) -> list[Credential]:
        """The ways to be this guest, oldest first."""
        return await self._database.read(guests.credentials_of, guest)

    async def revoke(self, guest: str, credential: str) -> bool:
        """Take a credential back for good; whether the guest had it."""
        return await self._database.write(guests.revoke, guest, credential)

    async def valid(self, credentials: Iterable[str], now: float) -> frozenset[str]:
        """Those of these credentials that were not taken back and whose guest is not banned."""
        return await self._database.read(guests.valid, list(credentials), now)

    async def add_device_code(self, digest: str, guest: str, expires: float) -> None:
        """Let whoever brings this code be the guest, once, until it expires."""
        await self._database.write(guests.add_device_code, digest, guest, expires)

    async def redeem_device_code(self, digest: str, now: float) -> str | None:
        """The guest a code stands for, which ends the code."""
        return await self._database.write(guests.redeem_device_code, digest, now)

    async def count_tables(self, guest: str) -> int:
        """How many tables that are not over a guest is the host of."""
        return await self._database.read(guests.count_tables, guest)

    async def delete_guest(self, id: str, now: float) -> None:
        """Forget a guest: keys, codes, mutes and chat go, results stay without a name."""
        await self._database.write(guests.delete_guest, id, now)

    async def mute(self, guest: str, other: str, on: bool) -> None:
        """Have one guest not hear another, or hear them again."""
        await self._database.write(guests.mute, guest, other, on)

    async def muted(self, guest: str) -> frozenset[str]:
        """Whom a guest does not want to hear."""
        return await self._database.read(guests.muted, guest)

    # All that is a guest's own

    async def loose_ends(self, guest: str) -> LooseEnds:
        """How many a guest has muted, and until when their codes, challenges and kept answers are there."""
        return await self._database.read(export.loose_ends, guest)

    async def own_acts(self, guest: str, after: str, limit: int) -> list[Act]:
        """What operators did to a guest, by the ids of the acts."""
        return await self._database.read(export.own_acts, guest, after, limit)

    async def own_reports(self, guest: str, after: str, limit: int) -> list[Report]:
        """What a guest reported, by the ids of the reports."""
        return await self._database.read(export.own_reports, guest, after, limit)

    async def own_tables(self, guest: str, after: tuple[str, int], limit: int) -> list[OwnTable]:
        """The tables that know a guest, over or not, after a table's id and a player of it."""
        return await self._database.read(export.own_tables, guest, after, limit)

    async def own_lines(self, table: str, player: int, after: int, limit: int) -> list[ChatLine]:
        """What a player said at a table after a number."""
        return await self._database.read(export.own_lines, table, player, after, limit)

    # Keeping the peace

    async def line(self, table: str, number: int) -> tuple[str, str] | None:
        """Who said a line of chat, and what."""
        return await self._database.read(moderation.line, table, number)

    async def add_report(self, report: Report) -> bool:
        """Write a report down; whether the same person had not reported the same before."""
        return await self._database.write(moderation.add_report, report)

    async def reports(self, closed: bool, about: str | None, limit: int) -> list[Report]:
        """Reports, newest first: those still open, or all; about one guest or about everybody."""
        return await self._database.read(moderation.reports_of, closed, about, limit)

    async def close_report(self, id: str, act: Act) -> bool:
        """A report is dealt with; whether it was open."""
        return await self._database.write(moderation.close_report, id, act)

    async def sanction(self, guest: str, changed: dict[str, float | str], act: Act) -> Guest | None:
        """Warn, silence or ban a guest, or lift that, and log it; ``None`` if there is no such guest."""
        return await self._database.write(moderation.sanction, guest, changed, act)

    async def log_act(self, act: Act) -> None:
        """Write down what an operator did."""
        await self._database.write(moderation.log_act, act)

    async def acts(self, target: str | None, limit: int) -> list[Act]:
        """What operators did, newest first: to one guest or table, or in all."""
        return await self._database.read(moderation.acts_of, target, limit)

    async def latest_tables(self, limit: int) -> list[str]:
        """The tables at which something happened last, also those that are over."""
        return await self._database.read(moderation.latest_tables, limit)

    async def clear_warning(self, guest: str) -> None:
        """A guest has read what an operator had to say."""
        await self._database.write(guests.clear_warning, guest)

    # Passkeys

    async def push_key(self, name: str, new: bytes | None) -> bytes | None:
        """The key of this name; a new one is kept where there is none yet."""
        if new is None:
            return await self._database.read(push.push_key, name, None)
        return await self._database.write(push.push_key, name, new)

    async def add_subscription(self, subscription: Subscription, most: int) -> None:
        """Tell one more browser of a guest, at most so many."""
        await self._database.write(push.add_subscription, subscription, most)

    async def remove_subscription(self, id: str, guest: str) -> None:
        """Tell a browser no more."""
        await self._database.write(push.remove_subscription, id, guest)

    async def subscriptions(self, guest: str) -> list[Subscription]:
        """A guest's browsers that may be told that it is their turn."""
        return await self._database.read(push.subscriptions_of, guest)

    async def add_challenge(self, digest: str, guest: str | None, expires: float, now: float) -> None:
        """Expect an answer to a challenge, once and soon."""
        await self._database.write(passkeys.add_challenge, digest, guest, expires, now)

    async def take_challenge(self, digest: str, guest: str | None, now: float) -> bool:
        """Whether this challenge was made for this guest and not answered yet; it is now."""
        return await self._database.write(passkeys.take_challenge, digest, guest, now)

    async def add_passkey(self, passkey: Passkey) -> None:
        """Give a guest another passkey."""
        await self._database.write(passkeys.add_passkey, passkey)

    async def passkey(self, id: str) -> Passkey | None:
        """The passkey of this id."""
        return await self._database.read(passkeys.passkey, id)

    async def passkeys(self, guest: str) -> list[Passkey]:
        """A guest's passkeys, oldest first."""
        return await self._database.read(passkeys.passkeys_of, guest)

    async def use_passkey(self, id: str, count: int, now: float) -> None:
        """A passkey was used: remember when, and how often it says it was."""
        await self._database.write(passkeys.use_passkey, id, count, now)

    async def forget_passkey(self, guest: str, id: str) -> bool:
        """Refuse a passkey from now on; whether the guest had it."""
        return await self._database.write(passkeys.forget_passkey, guest, id)

    # Tables

    async def add_table(
        self, row: TableRow, players: Sequence[PlayerRow], change: ChangeRow, answer: KeptAnswer | None = None
    ) -> None:
        """Write down a new table; ``ConflictError`` if its id or code is taken, or it was answered before."""
        await self._database.write(tables.add_table, row, players, change, answer)

    async def append(self, appended: Appended) -> None:
        """Write down what happened at a table; ``ConflictError`` if somebody was first."""
        if appended.is_plain and await self._database.write_quickly(*tables.plain_append(appended)):
            return
        await self._database.write(tables.append, appended)

    async def table(self, id: str, moves: bool = True) -> StoredTable | None:
        """The table of this id and what makes it; without ``moves`` it is only to be looked at."""
        found = await self._database.read(tables.stored, [id], moves)
        return found[0] if found else None

    async def table_by_code(self, code: str) -> str | None:
        """The id of the table, not over, that this code leads to."""
        return await self._database.read(tables.table_by_code, code)

    async def news(self, table: str, after: int) -> tuple[list[ChangeRow], list[PlayerRow]] | None:
        """What happened at a table after a revision, and who is who there; ``None`` when there is no such table."""
        return await self._database.read(tables.news, table, after)

    async def changes_of_game(self, game: str) -> list[ChangeRow]:
        """What happened while a game was played that has ended, in order."""
        return await self._database.read(tables.changes_of_game, game)

    async def command(self, table: str, player: int, command: str) -> int | None:
        """The revision a player's command led to, if it was carried out."""
        return await self._database.read(tables.command, table, player, command)

    async def due(self, now: float, limit: int) -> list[Due]:
        """The tables at which somebody has to look, longest overdue first."""
        return await self._database.read(tables.due, now, limit)

    async def look_again(self, table: str, revision: int, deadline: float | None) -> None:
        """Nothing was due at a table: look again then, unless something happens there first."""
        await self._database.write(tables.look_again, table, revision, deadline)

    async def revisions(self, ids: Iterable[str]) -> dict[str, int]:
        """The revision each of these tables has come to."""
        return await self._database.read(tables.revisions, list(ids))

    async def listed(self, limit: int) -> list[StoredTable]:
        """The open tables that wait for players, newest first, to look at."""
        return await self._database.read(tables.listed, limit)

    async def tables_of(self, guest: str, limit: int) -> list[StoredTable]:
        """The tables a guest sits at that are not over, latest active first, to look at."""
        return await self._database.read(tables.tables_of, guest, limit)

    async def tables_seated(self, guest: str) -> list[str]:
        """The ids of all tables a guest sits at that are not over."""
        return await self._database.read(tables.tables_seated, guest)

    async def tables_known(self, guest: str) -> list[str]:
        """The ids of all tables that are not over and know a guest: they sit there, did so, or asked to see racks."""
        return await self._database.read(tables.tables_known, guest)

    async def idle(self, before: float, limit: int) -> list[str]:
        """The tables, not over, at which no person did anything since, longest idle first."""
        return await self._database.read(tables.idle, before, limit)

    # What is old enough to go

    async def unseen(self, before: float, place: Reached, limit: int) -> tuple[list[str], Reached | None]:
        """Of the next guests who were last here before then those with nothing at stake, and where to go on."""
        return await self._database.read(retention.unseen, before, place, limit)

    async def forget_guest(self, id: str, before: float, now: float) -> bool:
        """Forget a guest who was not here since then, unless something is at stake by now; whether it was done."""
        return await self._database.write(retention.forget_guest, id, before, now)

    async def forget_tables(self, before: float, place: Reached, limit: int) -> tuple[int, Reached | None]:
        """Remove those of the next tables that were over before then without a finished game; where to go on."""
        return await self._database.write(retention.forget_tables, before, place, limit)

    async def forget_chat(self, before: float, limit: int) -> int:
        """Remove some of the lines said before then, the oldest first; how many there were."""
        return await self._database.write(retention.forget_chat, before, limit)

    async def forget_games(self, before: float, place: Reached, limit: int) -> tuple[int, Reached | None]:
        """Remove those of the next games that ended before then, whole matches only; where to go on."""
        return await self._database.write(retention.forget_games, before, place, limit)

    # Drafts and chat

    async def save_drafts(self, drafts: Sequence[DraftRow]) -> None:
        """Keep the newest drafts; what is older than a kept one changes nothing."""
        for first in range(0, len(drafts), _TOGETHER):  # few at a time: a move waits for the drafts of its table
            await self._database.write(tables.save_drafts, drafts[first : first + _TOGETHER])

    async def draft(self, table: str, seat: int, revision: int) -> DraftRow | None:
        """A seat's draft, if it was made at this very revision."""
        return await self._database.read(tables.draft, table, seat, revision)

    async def say(
        self,
        table: str,
        at: float,
        player: int,
        text: str,
        emote: bool = False,
        command: str | None = None,
        most: Speech | None = None,
    ) -> ChatLine:
        """Write down a line of chat under the table's next number; a command sent again says nothing twice.

        A :class:`TooTalkativeError` when as much was said there within a minute as is allowed.
        """
        return await self._database.write(chat.say, table, at, player, text, emote, command, most)

    async def lines(self, table: str, after: int, limit: int) -> list[ChatLine]:
        """The last lines said at a table after a number, newest last."""
        return await self._database.read(chat.lines_after, table, after, limit)

    # History

    async def games_of(
        self,
        guest: str,
        before: float | None = None,
        limit: int = 50,
        edition: str | None = None,
        before_game: str | None = None,
    ) -> list[PlayedGame]:
        """A page of a player's history, newest first; ``before`` and ``before_game`` are the last game's end and id."""
        return await self._database.read(history.games_of, guest, before, limit, edition, before_game)

    async def game(self, id: str) -> FinishedGame | None:
        """The finished game of this id."""
        return await self._database.read(history.game, id)

    async def games_of_match(self, table: str, match: int) -> list[FinishedGame]:
        """The finished games of a match, in the order they were played."""
        return await self._database.read(history.games_of_match, table, match)

    # Figures of games

    async def figured_games(
        self, guest: str, limit: int, since: float | None = None, until: float | None = None
    ) -> list[FiguredGame]:
        """A player's newest games with their figures, oldest first."""
        return await self._database.read(figures.figured_games, guest, limit, since, until)

    async def add_figures(self, game: str, made: Mapping[int, SeatFigures]) -> None:
        """Keep the figures of a game's seats; those of whoever is deleted by now are not."""
        await self._database.write(figures.add_figures, game, made)

    async def own_figures(self, guest: str, after: tuple[str, int], limit: int) -> list[OwnFigures]:
        """A guest's figures, after a game's id and a seat of it."""
        return await self._database.read(figures.own_figures, guest, after, limit)

    # Analyses

    async def analysis(self, game: str) -> AnalysisRow | None:
        """What is kept of the analysis of a game."""
        return await self._database.read(analyses.analysis, game)

    async def keep_analysis(self, row: AnalysisRow) -> None:
        """Keep the analysis of a game, unless as much of it is kept already, or the game is gone."""
        await self._database.write(analyses.keep_analysis, row)

    # Puzzles

    async def puzzle_player(self, guest: str) -> PuzzlePlayer | None:
        """How a guest does at puzzles; ``None`` for somebody who has tried none."""
        return await self._database.read(puzzles.puzzle_player, guest)

    async def puzzle_ratings(self, ids: Iterable[str]) -> dict[str, float]:
        """What these puzzles are rated here, those that somebody has tried."""
        return await self._database.read(puzzles.puzzle_ratings_of, list(ids))

    async def tried_puzzles(self, guest: str) -> frozenset[str]:
        """The puzzles a guest has solved, or had help with."""
        return await self._database.read(puzzles.tried_puzzles, guest)

    async def attempt_puzzle(self, row: PuzzleAttemptRow, started: Rating, day: int | None) -> KeptAttempt:
        """Write down an attempt at a puzzle that ``started`` with a rating; the first one without help is rated."""
        return await self._database.write(puzzles.attempt_puzzle, row, started, day)

    async def storm(self, guest: str, solved: int) -> int:
        """A guest has solved so many in a storm; the most they ever did."""
        return await self._database.write(puzzles.storm, guest, solved)

    async def own_attempts(self, guest: str, after: str, limit: int) -> list[PuzzleAttemptRow]:
        """A guest's attempts at puzzles, by the ids of the puzzles."""
        return await self._database.read(puzzles.own_attempts, guest, after, limit)

    # Health

    async def ping(self) -> None:
        """Return if the database answers; ``UnavailableError`` if not."""
        await self._database.read(_ping)

    async def check(self) -> None:
        """Return if the database can be written, which is tried every few seconds at most; a ``StoreError`` if not."""
        await self._database.check()

    @property
    def away_seconds(self) -> float:
        """For how long the database could not be reached; 0 while it can."""
        return self._database.away_seconds

    @property
    def use(self) -> Use:
        """How much of the database is in use."""
        return self._database.use
