"""People around one terminal: they type, the host leads, the rules hold and the record is kept."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

from tests.kit.terminal import TILE, Newcomer, Terminal, load
from tilery.cli.play import play_at
from tilery.cli.play_clock import TimeIsUp, TurnTimer
from tilery.cli.play_host import command
from tilery.errors import TileryError
from tilery.match import Length
from tilery.notation import Tiles
from tilery.record import GameRecord, verify

START = ["dice", "", "", ""]  # words for the mixing, begin, take the screen


def play(*script: str, **options: object) -> str:
    terminal = Terminal(*script)
    settings: dict[str, object] = {"edition_name": "sabra", "players": "Ann,Bo", "seed": "1", **options}
    play_at(terminal.console, terminal.ask, **settings)  # type: ignore[arg-type]
    return terminal.text


def first_rack() -> Tiles:
    """The rack of whoever starts the game of ``play``, as its screen shows it."""
    return Tiles(play(*START).partition(" on the rack")[2].splitlines()[1])


@pytest.mark.parametrize(
    ("edition", "names", "length"),
    [
        ("sabra", "Ann,Bo", Length(games=2)),
        ("classic-2015", "Ann,Bo", Length(games=1)),
        ("classic-2002", "Ann,Bo,Cy", Length(games=1)),
        ("twist-2016", "Ann,Bo", Length(games=1)),
        ("sabra", "Ann,Bo,Cy,Di,Ed,Flo", Length(games=1)),
    ],
)
def test_a_whole_match_is_played_from_what_the_screen_shows(
    tmp_path: Path, edition: str, names: str, length: Length
) -> None:
    file = tmp_path / "match.jsonl"
    terminal = Terminal(think=Newcomer())
    play_at(terminal.console, terminal.ask, edition, players=names, length=length, record=file, seed="3")
    record = load(file)
    proof = verify(record)
    assert proof.finished
    assert proof.draws_proven == length.games
    for game in record.games:
        assert game.result is not None
        assert game.commitment in terminal.text
        assert f"The secret was {game.result.secret}" in terminal.text
        assert any(type(action).__name__ == "Play" for action, _ in game.moves)
    assert f"tilery verify {file}" in terminal.text
    assert "the game is over" in terminal.text
    assert "games won" in terminal.text


def test_what_was_not_given_is_asked_until_it_is_right(tmp_path: Path) -> None:
    file = tmp_path / "asked.jsonl"
    people = ["Ann", "", "Ann,ann", "Ann,,Bo", "Ann,Bo", ""]  # and no bots, the first time and the last
    text = play("9", "chess", "3", *people, str(file), edition_name=None, players=None)
    assert "4  twist-2015    four kinds of joker" in text
    assert "there is no edition 'chess'; there are classic-2015" in text
    assert "Sabra is for 2 to 6 players, not 1" in text
    assert "two players have the same name" in text
    assert "a name needs 1 to 20 printable characters" in text
    assert f"The record is in {file}" in text


def test_five_players_get_the_tile_set_that_is_for_five() -> None:
    assert "tile set 160" in play(players="A,B,C,D,E")
    with pytest.raises(TileryError, match="Sabra with tile set 106 is for 2 to 4 players, not 5"):
        play(players="A,B,C,D,E", tile_set="106")


def test_rules_are_an_edition_or_house_rules_and_a_record_is_a_new_file(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('base = "sabra"\nname = "club"\nopening = 50\ntime_limit = "none"\n')
    text = play(*START, "rules", "help", "done", house=str(house), edition_name=None)
    assert "this is 0 [opening, house rules club]" in text
    assert "50: changed by the house" in text
    assert "tilery play --clock keeps time" in text
    with pytest.raises(TileryError, match="not both"):
        play(house=str(house))
    with pytest.raises(TileryError, match="already exists"):
        play(record=house)
    with pytest.raises(TileryError, match="cannot write the record"):
        play(record=tmp_path / "nowhere" / "file")


def test_a_turn_whose_time_is_up_is_settled_as_the_edition_has_it(tmp_path: Path) -> None:
    terminal, file, clock = Terminal(*START, "sort number", "", ""), tmp_path / "late.jsonl", [0.0]

    def ask(question: str) -> str:
        clock[0] += 50.0 if question.endswith("> ") else 0.0
        return terminal.ask(question)

    play_at(
        terminal.console,
        ask,
        "sabra",
        players="Ann,Bo",
        record=file,
        seed="1",
        clock="edition",
        now=lambda: clock[0],
    )
    assert "(2:00)> " in terminal.text and "(1:10)> " in terminal.text
    assert re.search(rf"Time's up.*You drew {TILE} {TILE} {TILE}\. Press Enter", terminal.text, re.DOTALL)
    (game,) = load(file).games
    assert [type(action).__name__ for action, _ in game.moves][-1] == "TimeOut"


def test_who_thinks_in_front_of_the_line_is_stopped_when_time_is_up() -> None:
    with pytest.raises(TimeIsUp), TurnTimer(0.01).running():
        signal.pause()
    with pytest.raises(TileryError, match="--clock takes seconds per turn"):
        play(clock="soon")


def test_words_for_the_mixing_are_recorded_and_change_the_tiles(tmp_path: Path) -> None:
    file = tmp_path / "words.jsonl"
    text = play("x" * 300, "seven coins", "", "", record=file)
    assert "a contribution has 1 to 200 printable characters [fairness" in text
    assert load(file).games[0].replay().contributions == ("seven coins", "")
    assert text.partition("starting draw")[2] != play(*START).partition("starting draw")[2]


def test_a_refused_turn_lists_every_defect_with_its_rule_and_booklet() -> None:
    tiles = Tiles(first_rack()[:2])
    text = play(*START, f"new {tiles}", "done")
    assert f"1! {tiles}" in text
    assert f"played: {tiles}" in text
    assert re.search(rf"(?s)- set 1, {tiles}: .+\[sets, Sabra 2022 booklet", text)
    assert "- the first play must be worth 30 from the rack alone, this is 0 [opening, Sabra 2022" in text


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("fly", "'fly' is neither a command nor a tile"),
        ("re", "re could mean redo or reset or resign"),
        ("add r3", "add is written like this: add r7 to 3"),
        ("m d c", "not on your rack: m d c"),
        ("r1 r2 x3", "'r1' is neither a command"),
        ("sort size", "type sort colour"),
        ("draw two", "draw takes nothing after it: leave out 'two'"),
        ("pass", "passing is for an empty pool"),
        ("add " + "r1 " * 2000, "a line has at most 2000 characters"),
        ("\x1b[A\x00 |", "is neither a command"),
        ("undo", "there's nothing to undo"),
        ("check", "no tile from the rack was played [turn"),
        ("?", "keeps the 120 seconds of a turn"),
        ("rules", "joker penalty"),
    ],
)
def test_a_line_gets_its_answer_and_never_a_traceback(line: str, answer: str) -> None:
    assert answer in play(*START, line)


def test_a_rack_is_shown_by_colour_or_by_number() -> None:
    rack = first_rack()
    assert rack == rack.sorted()
    by_number = Tiles(sorted(rack, key=lambda kind: (kind.is_joker, 0 if kind.is_joker else kind.number, kind)))
    text = play(*START, "sort number", "sort", "sort c")
    assert (text.count(str(by_number)), text.count(str(rack))) == (1, 3)


def test_any_clear_beginning_of_a_command_will_do() -> None:
    assert command("U") == ("undo", "")
    assert command("t b4 2") == ("take", "b4 2")
    assert command("d r2 r5") == ("new", "d r2 r5")
    assert command("ok") == ("done", "")


def test_drawing_with_a_draft_on_the_table_asks_first() -> None:
    text = play(*START, f"new {first_rack()[0]}", "draw", "n", "draw", "y", "", "")
    assert text.count("Take back your changes and draw? [y/N]") == 2
    assert re.search(r"You drew \w+\. Press Enter to hide your rack\.", text)
    assert re.search(r"(Ann|Bo) draws 1 tile\n", text)
    assert re.search(r"(Ann|Bo) has 15 \(not opened\)", text)


def test_the_screen_between_turns_shows_no_rack() -> None:
    terminal = Terminal(*START, "draw", "", "")
    terminal.console = Console(file=terminal.file, width=120, force_terminal=True, color_system=None, markup=False)
    play_at(terminal.console, terminal.ask, "sabra", players="Ann,Bo", seed="1")
    *_, between, after = terminal.text.split("\x1b[2J")
    assert "Pass the screen to" in between
    assert not re.search(TILE + " " + TILE, between)
    assert re.search("(Ann|Bo), 14 on the rack", after)
    assert terminal.text.count("\x1b[?1049h") == terminal.text.count("\x1b[?1049l") == 1


def test_resigning_asks_and_ends_a_game_of_two() -> None:
    text = play(*START, "resign", "n", "resign", "y", "")
    assert re.search("the game is over: (Ann|Bo) is the last player left", text)
    assert re.search("The match goes to (Ann|Bo). No record was kept", text)


@pytest.mark.parametrize("leave", [["quit", "n", "quit", "y"], [], ["^C"]])
def test_whoever_leaves_keeps_the_record_so_far(tmp_path: Path, leave: list[str]) -> None:
    file = tmp_path / "left.jsonl"
    script = [*START, "draw", "", "", *leave]
    terminal = Terminal(*script)

    def ask(question: str) -> str:
        answer = terminal.ask(question)
        if answer == "^C":
            raise KeyboardInterrupt
        return answer

    play_at(terminal.console, ask, "sabra", players="Ann,Bo", record=file)
    assert "The match stops here. The record is in" in terminal.text
    game = load(file).games[0]
    assert isinstance(game, GameRecord)
    assert len(game.moves) == 3
    assert not verify(load(file)).finished


def test_every_game_of_a_match_has_a_fresh_secret_of_its_own(tmp_path: Path) -> None:
    resign = [*START, "resign", "y"]
    commitments = set()
    for number in range(2):
        file = tmp_path / f"{number}.jsonl"
        play(*resign, "", *resign, "", record=file, seed=None, length=Length(games=2))
        commitments |= {game.commitment for game in load(file).games}
    assert len(commitments) == 4


def tilery(*arguments: str, typed: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "tilery", "play", *arguments]
    return subprocess.run(line, input=typed, capture_output=True, text=True, timeout=180, check=False)


def test_the_command_plays_through_a_pipe_and_refuses_bad_options() -> None:
    done = tilery("--edition", "twist-2016", "--players", "Ann,Bo", typed="\n\n\n\nresign\ny\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "is the last player left" in done.stdout
    for options in (["--edition", "chess"], ["--rounds", "1", "--games", "1"], ["--games", "0"]):
        bad = tilery("--players", "Ann,Bo", *options, typed="")
        assert bad.returncode == 2
        assert bad.stderr.startswith("error: ")
        assert "Traceback" not in bad.stderr


def test_a_real_terminal_hides_the_racks_and_ends_politely_on_ctrl_c() -> None:
    pty = pytest.importorskip("pty", reason="needs a pseudo-terminal")
    screen, inner = pty.openpty()
    line = [sys.executable, "-m", "tilery", "play", "--edition", "sabra", "--players", "Ann,Bo", "--seed", "1"]
    environment = {**os.environ, "TERM": "xterm"}
    process = subprocess.Popen(line, stdin=inner, stdout=inner, stderr=inner, env=environment, start_new_session=True)
    os.close(inner)
    seen, start = "", 0

    def until(words: str) -> None:
        nonlocal seen, start
        while words not in seen[start:]:
            assert select.select([screen], [], [], 30)[0], seen
            seen += os.read(screen, 4096).decode(errors="replace")
        start = seen.index(words, start) + len(words)

    for words, keys in [
        ("Ann, your words", b"\r"),
        ("Bo, your words", b"\r"),
        ("to begin", b"\r"),
        ("press Enter. ", b"\r"),
        ("> ", b"draw\r"),
        ("hide your rack", b"\r"),
        ("press Enter. ", b"\r"),
        ("> ", b"\x1b[A?\r"),  # arrow up brings nothing back of what the other typed
    ]:
        until(words)
        os.write(screen, keys)
    until("tilery play --clock keeps")
    until("> ")
    time.sleep(0.5)  # a signal between the prompt and the reading of the first key would wait for that key
    process.send_signal(signal.SIGINT)
    until("The match stops here.")
    assert process.wait(120) == 0
    os.close(screen)
    assert seen.count("\x1b[?1049h") == seen.count("\x1b[?1049l") == 1
    assert "Traceback" not in seen
