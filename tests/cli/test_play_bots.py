"""Bots at the terminal's table: what people see of them, and what stays as it is among people."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from rich.console import Console

from tests.kit.terminal import TILE, Newcomer, Terminal, load
from tilery.bots import LADDER, Bot, Level, ThinkingTime, Why, fallback, ladder
from tilery.cli.play import play_at
from tilery.errors import TileryError
from tilery.game import Action, Draw, Event, Play, View
from tilery.match import Length
from tilery.notation import Table, Tiles
from tilery.record import verify

BEGIN = ["", ""]  # no words for the mixing of one person, begin
ENGINE = (
    f"engine:{shlex.quote(sys.executable)} {shlex.quote(str(Path(__file__).parents[2] / 'examples' / 'engine.py'))}"
)


class Recorder(Bot):
    """Draws, and remembers all bots of its kind with what they heard."""

    made: list[Recorder]

    def __init__(self, seed: int) -> None:
        self.seed, self.closed = seed, 0
        self.heard: list[Event] = []
        self.made.append(self)

    def choose(self, view: View, clock: ThinkingTime) -> Action:
        self.why = Why("secret", "I keep r1 r2 r3 for later")
        return fallback(view)

    def watch(self, events: Sequence[Event]) -> None:
        self.heard += events

    def close(self) -> None:
        self.closed += 1


class Clumsy(Recorder):
    """Falls over at every turn, and over the news."""

    def choose(self, view: View, clock: ThinkingTime) -> Action:
        raise RuntimeError("\x1b[2Joh dear")

    def watch(self, events: Sequence[Event]) -> None:
        raise KeyError("news")


class Dealer(Recorder):
    """Lays one set that is not its to lay."""

    def choose(self, view: View, clock: ThinkingTime) -> Action:
        return Play(view.seat or 0, Table("r1 r2 r3"))


@pytest.fixture(autouse=True)
def made(monkeypatch: pytest.MonkeyPatch) -> list[Recorder]:
    """Three more levels on the ladder, and every bot of them that is made."""
    kinds = (Recorder, Clumsy, Dealer)
    more = tuple(Level(kind.__name__.lower(), "For tests.", kind, ()) for kind in kinds)
    monkeypatch.setattr(ladder, "LADDER", (*LADDER, *more))
    every: list[Recorder] = []
    monkeypatch.setattr(Recorder, "made", every, raising=False)
    return every


def play(*script: str, bots: str | None = "recorder", **options: object) -> str:
    terminal = Terminal(*script)
    settings: dict[str, object] = {"edition_name": "sabra", "players": "Ann", "seed": "1", "bots": bots, **options}
    play_at(terminal.console, terminal.ask, **settings)  # type: ignore[arg-type]
    return terminal.text


@pytest.mark.parametrize(
    ("edition", "people", "bots", "games"),
    [
        ("sabra", "Ann", "most-tiles", 2),
        ("classic-2015", "Ann,Bo", "most-tiles", 1),
        ("twist-2016", "Ann", f"most-tiles,{ENGINE}", 1),
        ("classic-2002", "Ann", ",".join(rung.name for rung in LADDER[:2]), 1),
        ("sabra", "Ann,Bo", ",".join(["most-tiles"] * 4), 1),
    ],
)
def test_a_whole_match_with_bots_is_played_and_its_record_proves_it(
    tmp_path: Path, edition: str, people: str, bots: str, games: int
) -> None:
    file = tmp_path / "match.jsonl"
    terminal = Terminal(think=Newcomer())
    length = Length(games=games)
    play_at(terminal.console, terminal.ask, edition, None, None, people, length, file, "3", bots)
    record = load(file)
    proof = verify(record)
    assert proof.finished
    assert proof.draws_proven == games
    first = len(people.split(","))
    assert len(record.names) == first + bots.count(",") + 1
    moves = [action for game in record.games for action, _ in game.moves]
    assert any(isinstance(action, Play) and action.seat >= first for action in moves)
    assert ("Pass the screen" in terminal.text) == ("," in people)
    assert "made no move of its own" not in terminal.text
    assert "games won" in terminal.text


def test_what_a_bot_did_is_shown_at_the_persons_next_turn() -> None:
    terminal = Terminal(think=Newcomer())
    play_at(terminal.console, terminal.ask, "sabra", players="Ann", seed="3", bots="most-tiles")
    why = r"no more than \d+ could be played"
    did = rf"Max \(most-tiles\) (plays|opens with) {TILE}[^:\n]*: {why}[^\n]*\n(  gone: {TILE}.*\n)?  new:  "
    assert re.search(did, terminal.text)
    assert "  gone: " in terminal.text
    assert re.search(rf"\n\nAnn draws 1 tile: {TILE}\nMax \(most-tiles\) ", terminal.text)
    assert re.search(r"Max \(most-tiles\) draws 1 tile\n", terminal.text)


def test_one_person_among_bots_never_passes_the_screen_or_presses_enter_for_bots() -> None:
    text = play(*BEGIN, "draw", "draw", "draw", bots="recorder,recorder")
    assert "Pass the screen" not in text
    assert "hide your rack" not in text
    assert text.count("Ann> ") == 4
    assert re.search(r"Ann, 17 on the rack", text)


def test_the_last_moves_of_bots_are_shown_when_the_game_is_over() -> None:
    terminal = Terminal(think=Newcomer())
    play_at(terminal.console, terminal.ask, "sabra", players="Ann", seed="3", bots="most-tiles,most-tiles")
    assert re.search(
        r"Maxi? \(most-tiles\) plays [^\n]*\n(  gone: [^:]*\n)?  new:  [^:]*\nthe game is over: Max",
        terminal.text,
    )


def test_several_people_still_hide_their_racks_from_each_other() -> None:
    terminal = Terminal(*["", "", ""], *["", "draw", "", ""] * 3)
    terminal.console = Console(file=terminal.file, width=120, force_terminal=True, color_system=None, markup=False)
    play_at(terminal.console, terminal.ask, "sabra", players="Ann,Bo", seed="1", bots="recorder")
    screens = terminal.text.split("\x1b[2J")
    for shown in screens:
        assert not ("is thinking" in shown and "on the rack" in shown)
        assert not ("Pass the screen" in shown and re.search(TILE + " " + TILE, shown))
    assert any("recorder bot is thinking." in shown for shown in screens)
    assert "recorder bot draws 1 tile" in terminal.text


def test_why_a_bot_drew_is_not_told_for_it_speaks_of_its_rack() -> None:
    assert "I keep" not in play(*BEGIN, "draw", "draw")


def test_a_bot_hears_what_its_seat_may_know_and_each_game_has_a_new_one(made: list[Recorder]) -> None:
    resign = [*BEGIN, "resign", "y"]
    play(*resign, "", *resign, length=Length(games=2))
    assert len(made) == 2
    assert [bot.closed for bot in made] == [1, 1]
    assert made[0].seed != made[1].seed
    for bot in made:
        started, *_, ended = bot.heard
        assert type(ended).__name__ == "Ended"
        assert [rack is None for rack in getattr(started, "racks", ())] == [True, False]


def test_the_bots_of_a_seed_are_the_same_again(made: list[Recorder]) -> None:
    for seed in ("1", "1", "2", None):
        play(*BEGIN, seed=seed)
    seeds = [bot.seed for bot in made]
    assert seeds[0] == seeds[1]
    assert len(set(seeds)) == 3


@pytest.mark.parametrize("leave", [["quit", "y"], []])
def test_bots_are_let_go_when_the_match_stops(made: list[Recorder], leave: list[str]) -> None:
    assert "The match stops here." in play(*BEGIN, *leave)
    assert [bot.closed for bot in made] == [1]


@pytest.mark.parametrize(
    ("name", "why"), [("clumsy", r"RuntimeError: \\x1b\[2Joh dear"), ("dealer", "not on the rack: red 2")]
)
def test_a_bot_that_fails_draws_and_that_is_said(name: str, why: str, tmp_path: Path) -> None:
    file = tmp_path / "record.jsonl"
    text = play(*BEGIN, "draw", "draw", "quit", "y", bots=name, record=file)
    assert re.search(rf"{name} bot draws 1 tile, because it made no move of its own: .*{why}", text)
    assert any(action == Draw(1) for action, _ in load(file).games[0].moves)
    assert ("clumsy bot cannot follow the game: KeyError: 'news'" in text) == (name == "clumsy")


def test_when_the_only_person_resigns_the_bots_play_on() -> None:
    text = play(*BEGIN, "resign", "y", bots="most-tiles,most-tiles")
    assert re.search(r"the game is over: Maxi? \(most-tiles\) has gone out", text)
    assert "The match goes to Max" in text


def test_resigning_against_one_bot_ends_the_game() -> None:
    assert "the game is over: recorder bot is the last player left" in play(*BEGIN, "resign", "y")


def test_no_two_players_have_the_same_name() -> None:
    text = play(*BEGIN, players="Recorder bot,Ann", bots="recorder,recorder,recorder")
    assert "recorder bot 2 " in text and "recorder bot 4 " in text
    assert "Python example bot has " in play(*BEGIN, bots=ENGINE)


def test_bots_are_chosen_from_the_list_when_asked() -> None:
    number = [rung.name for rung in LADDER].index("most-tiles") + 1
    script = ["Ann", "grandmaster", f"{number}, most-tiles", "", *BEGIN]
    text = play(*script, players=None, bots=None)
    assert re.search(rf"{number}  most-tiles    Opens as soon as it can", text)
    assert "there is no bot 'grandmaster'; there are " in text
    assert "Maxi (most-tiles) has " in text
    given = play("Ann", "", *BEGIN, players=None, bots="recorder")
    assert "Any bots?" not in given
    assert "recorder bot has " in given


@pytest.mark.parametrize(
    ("bots", "text"),
    [
        ("grandmaster", "there is no bot 'grandmaster'"),
        ("engine:/no/such/program", "cannot start the engine"),
        ("recorder,", "there is no bot ''"),
        (",".join(["recorder"] * 6), "Sabra is for 2 to 6 players, not 7"),
    ],
)
def test_bots_that_cannot_be_seated_are_refused_before_the_game(bots: str, text: str) -> None:
    with pytest.raises(TileryError, match=text):
        play(bots=bots)


def test_an_undone_draft_and_a_check_work_with_bots_at_the_table() -> None:
    tiles = Tiles(play(*BEGIN).partition(" on the rack")[2].splitlines()[1])[:2]
    text = play(*BEGIN, f"new {Tiles(tiles)}", "check", "undo", "draw")
    assert "the first play must be worth 30" in text
    assert "Put your draft back" not in text
    assert "Ann, 15 on the rack" in text
