"""The host leads the players at one terminal through a match: mixing, turns, refusals, scores, the record."""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.text import Text

from tilery.cli import play_screen as screen
from tilery.cli.draft import EDITS, DraftedTurn, edit
from tilery.cli.drawing import tell
from tilery.cli.output import printable
from tilery.cli.play_bots import BotSeats
from tilery.cli.play_clock import TimeIsUp, TurnTimer
from tilery.errors import TileryError
from tilery.game import (
    Action,
    Contribute,
    Draw,
    Drew,
    Event,
    Game,
    IllegalActionError,
    Keep,
    Pass,
    Phase,
    Play,
    Resign,
    Start,
    TimeOut,
    apply,
    new_game,
    view,
    view_events,
)
from tilery.match import Length, ScoreSheet
from tilery.notation import Table, Tiles
from tilery.record import RecordWriter
from tilery.rules.edition import Edition, Rules
from tilery.solver import answered

__all__ = ["Ask", "Host", "Left", "command"]

Ask = Callable[[str], str]

ENDINGS = ("done", "draw", "keep", "pass", "resign")
COMMANDS = (*EDITS, "sort", "check", *ENDINGS, "help", "rules", "quit")
SHORT = {"?": "help", "ok": "done", "d": "draw", "s": "split", "t": "take"}
LONGEST_LINE = 2_000
LONGEST_NEWS = 12


class Left(Exception):  # noqa: N818 - nothing is wrong
    """The players stop before the match is over."""


class Host:
    """Leads a match: all that players type comes through ``ask``, all they see goes to the console.

    ``only`` is the seat of the one person among bots: nobody else looks, so the screen is never passed on.
    """

    def __init__(
        self,
        console: Console,
        ask: Ask,
        edition: Edition,
        rules: Rules,
        names: tuple[str, ...],
        length: Length,
        secret: Callable[[int], str],
        record: Path | None,
        bots: BotSeats,
        timer: Callable[[], TurnTimer],
    ) -> None:
        self.console, self.ask, self.edition, self.rules = console, ask, edition, rules
        self.names, self.length, self.secret, self.record = names, length, secret, record
        self.say = console.print
        self.bots, self.timer = bots, timer
        self.people = [seat for seat in range(len(names)) if seat not in bots]
        self.only = self.people[0] if len(self.people) == 1 else None
        self.sheet = ScoreSheet(names, rules.match)
        self.writer = RecordWriter(rules, names, length)
        self.by_number: set[int] = set()
        if record is not None:
            self._to_record("x", "")

    def play_match(self) -> None:
        """Play every game of the match."""
        total = self.length.total(len(self.names))
        self._keep(self.writer.begin())
        for number in range(1, total + 1):
            self.say(f"\nGame {number} of {total}: {self.edition.title}, tile set {self.rules.tile_set.name}")
            self.play_game(number)
            if number < total:
                self.ask("Press Enter for the next game; it has a secret of its own. ")
        self._keep(self.writer.result(self.sheet))
        winners = " and ".join(self.names[seat] for seat in self.sheet.winners)
        self.say(f"The match goes to {winners}. {self.kept()}", soft_wrap=True)

    def play_game(self, number: int) -> None:
        """Play one game, from its commitment to its scores."""
        self.game = new_game(self.rules, len(self.names), self.secret(number))
        self.news: list[Text] = []
        self._keep(self.writer.game(self.game.commitment))
        self.say("A secret, already chosen, and words of your own will shuffle the tiles. Its SHA-256:")
        self.say(self.game.commitment)
        with contextlib.closing(self.bots):
            self.bots.begin()
            for seat in self.people:
                self.contribute(seat)
            self.do(Start())
            self.say(self.news[-1])
            self.heard = len(self.news)
            self.heard_by = dict.fromkeys(self.people, self.heard)
            self.ask("Press Enter to begin. ")
            with self.console.screen(hide_cursor=False):  # this other screen keeps no lines to scroll back to
                while self.game.phase is Phase.PLAYING:
                    self.bot_turn() if self.game.turn in self.bots else self.turn()
        self.end()

    def end(self) -> None:
        """Tell how the game has ended, and what the bots have done since a person was to move."""
        if self.game.result is not None:
            self.sheet = self.sheet.add(self.game.result.scores, self.game.result.winner)
            self.say()
            self.say(*self.news[min(self.heard, len(self.news) - 1) :][-LONGEST_NEWS:], sep="\n")
            self.say(screen.draw_ending(self.game.result, self.names, self.sheet))

    def contribute(self, seat: int) -> None:
        """Let a player add words to the mixing."""
        while words := self.ask(f"{self.names[seat]}, your words for the shuffle (Enter for none): ").strip():
            try:
                self.do(Contribute(seat, words))
                break
            except IllegalActionError as error:
                self.say(screen.draw_refusal(error))

    def turn(self, timer: TurnTimer | None = None) -> None:
        """Lead the player to move through a turn, until an action ends it; ``timer`` is that of a turn that goes on."""
        seat, revision = self.game.turn, self.game.revision
        name = self.names[seat]
        news = self.news[self.heard_by[seat] :]
        if self.only is None and not self.game.drawn:  # who has drawn and may free a joker has the screen already
            self.pass_screen(name, news)
        seen = view(self.game, seat)
        draft = DraftedTurn.begin(
            seen.rules, seen.table, seen.rack or Tiles(), seen.opened[seat], seen.drawn or Tiles()
        )
        self.show(seat, draft, news)
        if seen.drawn:
            self.say(f"You drew {seen.drawn}, and a joker stands for it: free it now, or keep the tile.")
        told = len(self.news)
        timer = timer or self.timer()
        try:
            while self.game.revision == revision:
                with timer.running():
                    line = self.ask(f"{name}{timer.shown}> ").strip()
                try:
                    edited = self.obey(seat, draft, line) if line else draft
                except TileryError as error:
                    self.say(screen.draw_refusal(error))
                else:
                    if edited is not None:
                        draft = edited
                        self.show(seat, draft, news)
        except TimeIsUp:
            self.time_out(seat, draft)
        self.heard = self.heard_by[seat] = len(self.news) if self.only is None else told
        if self.game.drawn:  # a joker may be freed with the tile just drawn: the turn goes on, and so does its clock
            self.turn(timer)

    def pass_screen(self, name: str, news: list[Text]) -> None:
        """Hide the rack of whoever had the screen, until the next player is in front of it."""
        _forget_lines()
        self.console.clear()
        self.say(*news, sep="\n")
        self.ask(f"Pass the screen to {name}. {name}, press Enter. ")

    def bot_turn(self) -> None:
        """Let a bot move; the people hear of it when one of them is to move, or at once when all have resigned."""
        seat, before = self.game.turn, self.game.table
        if self.only is None:
            self.console.clear()
        if self.console.is_terminal:
            self.say(f"{self.names[seat]} is thinking.")
        done = self.bots.move(self.game)
        first, *others = view_events(done.events, self.only)
        news = screen.draw_bot_move(first, self.names, before, done.fault, self.bots.why(seat))
        self.took(done.action, done.game, done.events, [news, *(tell(event, self.names) for event in others)])
        if self.game.resigned.issuperset(self.people):
            self.say(news)

    def show(self, seat: int, draft: DraftedTurn, news: list[Text]) -> None:
        """Draw the screen of the player to move."""
        self.console.clear()
        width = self.console.width
        self.say(screen.draw_turn(view(self.game, seat), self.names, draft, news, seat in self.by_number, width))

    def obey(self, seat: int, draft: DraftedTurn, line: str) -> DraftedTurn | None:
        """Do what a line says; gives the draft when the screen is to be drawn again."""
        name, rest = command(line)
        if name in EDITS:
            return edit(draft, f"{name} {rest}")
        if name == "sort":
            wanted = {"": seat not in self.by_number, "n": True, "c": False}.get(rest[:1].lower())
            if wanted is None:
                raise TileryError("command", "type sort colour, or sort number")
            self.by_number = self.by_number | {seat} if wanted else self.by_number - {seat}
            return draft
        if rest:
            raise TileryError("command", f"{name} takes nothing after it: leave out {rest[:40]!r}")
        if name in ENDINGS:
            self.finish(seat, draft, name)
        elif name == "check":
            self.say(screen.draw_verdict(draft))
        elif name == "help":
            self.say(screen.draw_help(self.rules))
        elif name == "rules":
            self.say(screen.draw_rules(self.edition, self.rules))
        elif self._sure("Stop the whole match?"):
            raise Left
        return None

    def finish(self, seat: int, draft: DraftedTurn, name: str) -> None:
        """End the turn, if the rules allow it and the player means it."""
        actions: dict[str, Action] = {
            "draw": Draw(seat),
            "keep": Keep(seat),
            "pass": Pass(seat),
            "resign": Resign(seat),
        }
        action = answered(self.game, actions.get(name, Play(seat, draft.sets)))
        apply(self.game, action)
        if name == "resign":
            meant = self._sure("Resign this game? Your rack counts against you.")
        else:
            meant = name == "done" or not draft.moved or self._sure(f"Take back your changes and {name}?")
        if not meant:
            return
        for event in self.do(action):
            if isinstance(event, Drew) and self.only is None and not event.frees:
                self.ask(f"You drew {event.tiles}. Press Enter to hide your rack. ")

    def time_out(self, seat: int, draft: DraftedTurn) -> None:
        """Time is up: the turn is settled as the edition says, with the table as it lies."""
        self.say("\nTime's up.")
        events = self.do(TimeOut(seat, draft.sets))
        drawn = [str(event.tiles) for event in events if isinstance(event, Drew)]
        if self.only is None:
            self.ask(f"{f'You drew {drawn[0]}. ' if drawn else ''}Press Enter to hide your rack. ")

    def do(self, action: Action) -> tuple[Event, ...]:
        """Apply an action, record it, and remember what the people may hear of it."""
        game, events = apply(self.game, action)
        self.took(action, game, events, [tell(event, self.names) for event in view_events(events, self.only)])
        return events

    def took(self, action: Action, game: Game, events: tuple[Event, ...], news: list[Text]) -> None:
        """An action was taken: record it, then let everybody hear of it."""
        self._keep(self.writer.move(action, events))
        self.game = game
        for seat, why in self.bots.watch(events).items():
            self.news.append(Text(f"{self.names[seat]} cannot follow the game: {printable(why)}"))
        self.news += news

    def kept(self) -> str:
        """Where the record is, and what it is good for."""
        if self.record is None:
            return "No record was kept; --record FILE keeps one."
        return f"The record is in {self.record}; to prove it: tilery verify {shlex.quote(str(self.record))}"

    def _sure(self, question: str) -> bool:
        return self.ask(f"{question} [y/N] ").strip().lower() in ("y", "yes")

    def _keep(self, line: str) -> None:
        if self.record is not None:
            self._to_record("a", line)

    def _to_record(self, mode: str, text: str) -> None:
        """Every line is in the file before anybody hears of it: whatever happens, the record is kept."""
        try:
            with Path(self.record or "").open(mode, encoding="utf-8") as file:
                file.write(text)
        except FileExistsError:
            raise TileryError("file", f"{self.record} already exists; choose a new file for the record") from None
        except (OSError, ValueError) as error:
            raise TileryError("file", f"cannot write the record {self.record}: {error}") from None


def command(line: str) -> tuple[str, str]:
    """The command a line means, and the rest of it: any clear beginning will do, and tiles alone are a new set.

    >>> command("undo"), command("a r7 3"), command("j r5 r6")
    (('undo', ''), ('add', 'r7 3'), ('new', 'j r5 r6'))
    """
    if len(line) > LONGEST_LINE:
        raise TileryError("command", f"a line has at most {LONGEST_LINE} characters")
    word, *words = line.split()
    word, rest = word.lower(), " ".join(words)
    with contextlib.suppress(TileryError):
        if rest and Table(line):
            return "new", line
    found = [SHORT.get(word, word)]
    if found[0] not in COMMANDS:
        found = [name for name in COMMANDS if name.startswith(word)]
    if len(found) == 1:
        return found[0], rest
    if found:
        raise TileryError("command", f"{word} could mean {' or '.join(found)}")
    raise TileryError("command", f"{word[:40]!r} is neither a command nor a tile; type help to see them all")


def _forget_lines() -> None:
    """The arrow keys must not tell what the player before has typed."""
    with contextlib.suppress(ImportError):
        import readline  # also what gives input() its arrow keys

        readline.clear_history()
