"""Engines: programs that play through pipes, and whatever they do wrong, the game goes on and nothing is left."""

from __future__ import annotations

import gc
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.kit.bot_contract import CHECKS, BotContract, Check
from tests.kit.games import Seating
from tilery.bots import Bot, BotError, ThinkingTime, play_game
from tilery.bots import engine as engine_module
from tilery.bots.engine import PATIENCE, Engine
from tilery.bots.engine_process import LONGEST_LINE, MOST_LINES
from tilery.bots.most_tiles import MostTiles
from tilery.bots.seating import introduce, seat, split_names
from tilery.errors import TileryError
from tilery.game import Action, Draw, Drew, Pass, Play, Start, View, apply, new_game, seeded_secret, view, view_events
from tilery.notation import Table, Tiles
from tilery.record import verify
from tilery.rules import edition, house_rules
from tilery.wire import to_plain

EXAMPLES = Path(__file__).parents[2] / "examples"
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="about process groups and signals")
AMPLE = ThinkingTime(20.0)
"""A clock that nobody who answers at all oversteps, however busy the machine is."""

WORDS = """
import json, os, sys, time
def say(type, **fields): print(json.dumps({"type": type, **fields}), flush=True)
def answer(said, do="draw", **fields): say("action", number=said["number"], do=do, **fields)
def hear(type):
    for line in sys.stdin:
        said = json.loads(line)
        if said["type"] == type:
            return said
    sys.exit()
"""
HEAD = WORDS + 'say("ready")\n'

Make = Callable[..., Engine]


def perl() -> bool:
    found = shutil.which("perl")
    return found is not None and not subprocess.run([found, "-MJSON::PP", "-e1"], capture_output=True).returncode


PERL = pytest.param("engine.pl", marks=pytest.mark.skipif(not perl(), reason="no perl with JSON::PP here"))


def example(name: str) -> str:
    program = "perl" if name.endswith(".pl") else sys.executable
    return f"engine:{shlex.quote(program)} {shlex.quote(str(EXAMPLES / name))}"


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Make an engine of a few lines of Python; all are closed at the end."""
    engines: list[Engine] = []

    def engine(code: str, *arguments: str, head: str = HEAD) -> Engine:
        path = tmp_path / f"engine{len(engines)}.py"
        path.write_text(head + code, encoding="utf-8")
        engines.append(Engine([sys.executable, "-S", str(path), *arguments], seed=5))
        return engines[-1]

    yield engine
    for each in engines:
        each.close()


def seen() -> View:
    """What the starter of a game with an opening of 1 sees: seven sets could be laid."""
    rules = house_rules(edition("sabra"), {"opening": 1, "rack_size": 40, "players": [2, 2]}).rules()
    game, _ = apply(new_game(rules, 2, seeded_secret(1)), Start())
    return view(game, game.turn)


def group(shown: View) -> str:
    """A group that lies on the rack."""
    assert shown.rack is not None
    numbers = [{kind for kind in shown.rack if not kind.is_joker and kind.number == n} for n in range(1, 14)]
    return str(Tiles(sorted(next(kinds for kinds in numbers if len(kinds) >= 3))))


def fault(engine: Engine, clock: ThinkingTime = AMPLE) -> BotError:
    with pytest.raises(BotError) as raised:
        engine.choose(seen(), clock)
    return raised.value


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"


def ends(pid: int) -> bool:
    """Whether a process is gone, or soon is."""
    until = time.monotonic() + 10
    while alive(pid) and time.monotonic() < until:
        time.sleep(0.01)
    return not alive(pid)


@pytest.mark.parametrize("name", [PERL, "engine.py"])
@pytest.mark.parametrize(
    ("edition_name", "players"), [("sabra", 2), ("classic-2015", 3), ("classic-2002", 2), ("twist-2016", 4)]
)
def test_the_examples_play_whole_games_without_a_fault(name: str, edition_name: str, players: int) -> None:
    bots: list[Bot] = [seat(example(name), 1), *(MostTiles() for _ in range(players - 1))]
    played = play_game(edition(edition_name).rules(), bots, seeded_secret(players), AMPLE)
    assert played.faults == ((),) * players
    assert verify(played.record).finished
    plays = [action for action, _ in played.record.moves if isinstance(action, Play) and action.seat == 0]
    assert plays
    assert bots[0].why is None or bots[0].why.text.endswith("tiles go at once")


@pytest.mark.parametrize("name", [PERL, "engine.py"])
def test_the_examples_open_with_enough_add_to_the_table_and_draw_or_pass_otherwise(name: str) -> None:
    rules = edition("classic-2015").rules()
    game, _ = apply(new_game(rules, 2, seeded_secret(1)), Start())
    shown = view(game, game.turn)

    def choose(rack: str, table: str = "", opened: bool = True, pool: int = 40) -> Action:
        assert shown.seat is not None
        flags = tuple(opened if owner == shown.seat else False for owner in range(2))
        position = msgspec.structs.replace(shown, rack=Tiles(rack), table=Table(table), opened=flags, pool=pool)
        return engine.choose(position, AMPLE)

    def laid(action: Action) -> set[Tiles]:
        assert isinstance(action, Play)
        return {tiles.sorted() for tiles in action.table}

    engine = seat(example(name), 1)
    high, low, run = Tiles("k10 r10 b10"), Tiles("k2 r2 b2"), Tiles("r4 r5 r6 r7")
    assert laid(choose("k10 r10 b10 y3", opened=False)) == {high}
    assert choose("k2 r2 b2 y3", opened=False) == Draw(shown.seat or 0)
    assert choose("k2 r2 b2 y3", opened=False, pool=0) == Pass(shown.seat or 0)
    assert laid(choose("k2 r2 b2 y3")) == {low}
    assert laid(choose("r4 r7 y1", "r5 r6 r7")) == {run}
    assert laid(choose("y10 j", "k10 r10 b10 | b1 b2 b3")) == {Tiles("k10 r10 b10 y10"), Tiles("b1 b2 b3 j")}
    assert isinstance(choose("r13 y13", "j r11 r12"), Draw)
    engine.close()


@pytest.mark.parametrize("name", [PERL])
@pytest.mark.parametrize("check", [check for check in CHECKS if check is not BotContract.answers_in_a_hurry])
def test_an_engine_keeps_to_the_contract_of_bots(name: str, check: Check) -> None:
    check(BotContract(lambda seed: seat(example(name), seed)), Seating("sabra", "106", 2))


def test_an_engine_hears_what_its_seat_may_know_and_is_asked_at_its_turns(tmp_path: Path, make: Make) -> None:
    log = tmp_path / "heard.jsonl"
    engine = make(
        """
with open(sys.argv[1], "w") as log:
    for line in sys.stdin:
        print(line, end="", file=log, flush=True)
        said = json.loads(line)
        if said["type"] == "turn":
            answer(said, "draw" if said["view"]["pool"] else "pass", why="nothing\\x1b[2J  better", held="r4 j", new=1)
""",
        str(log),
    )
    rules = edition("classic-2002").rules()
    played = play_game(rules, [MostTiles(), engine], seeded_secret(3), AMPLE)
    assert played.faults == ((), ())
    heard = [json.loads(line) for line in log.read_text().splitlines()]
    assert [said["type"] for said in heard[:3]] == ["hello", "game", "events"]
    assert (heard[0]["protocol"], heard[1]["seat"], heard[1]["players"], heard[1]["seed"]) == (1, 1, 2, 5)
    assert heard[1]["rules"]["opening"] == 30
    assert heard[-1] == {"type": "over"}
    turns = [said for said in heard if said["type"] == "turn"]
    assert [said["number"] for said in turns] == list(range(1, played.moves[1] + 1))
    assert turns[0]["seconds"] == 20.0
    events = [event for said in heard if said["type"] == "events" for event in said["events"]]
    everything = [event for _, happened in played.record.moves for event in view_events(happened, 1)]
    assert events == to_plain(everything)
    assert events[0]["racks"][0] is None and events[0]["pool"] is None
    assert all(event["tiles"] is None for event in events if event["event"] == "drew" and event["seat"] == 0)
    assert len(turns[-1]["view"]["rack"].split()) == turns[-1]["view"]["counts"][1]


def test_an_engine_says_why_in_words_that_do_no_harm(make: Make) -> None:
    engine = make('answer(hear("turn"), why="nothing\\x1b[2J \\n better" + "!" * 500, held="r4 j"); hear("over")')
    assert isinstance(engine.choose(seen(), AMPLE), Draw)
    assert engine.why is not None
    assert engine.why.text.startswith("nothing[2J better!!!")
    assert len(engine.why.text) == 200
    assert engine.why.held == Tiles("r4 j")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("engine:/no/such/program", "cannot start the engine '/no/such/program': no such file"),
        ("engine:no-such-program-at-all --level 3", "no such file"),
        ("engine:", "followed by the command"),
        ("engine:'unfinished", "cannot be read: no closing quotation"),
        (f"engine:{EXAMPLES / 'engine.py'}", "permission denied; make it executable, or name its interpreter"),
        ("grandmaster", "there is no bot 'grandmaster'; there are .*most-tiles.*, or engine:COMMAND"),
        ("", "there is no bot ''"),
    ],
)
def test_a_bot_that_cannot_be_seated_is_a_clear_error_before_the_game(name: str, text: str) -> None:
    with pytest.raises(TileryError, match=text):
        seat(name, 1)
    with pytest.raises(TileryError, match=text):
        introduce(name)


def test_a_bot_is_seated_by_its_level_or_its_command() -> None:
    assert isinstance(seat("most-tiles", 1), MostTiles)
    assert introduce("most-tiles") == "most-tiles"
    assert introduce(example("engine.py")) == "Python example"
    assert split_names("a, engine:x '1,2' \"3,4\",b") == ("a", "engine:x '1,2' \"3,4\"", "b")
    assert split_names("a,,b") == ("a", "", "b")


@POSIX
def test_a_program_that_is_no_engine_is_found_out_before_the_game() -> None:
    with pytest.raises(
        TileryError, match=r"does not speak the engine protocol: the engine ended with exit code 3: no$"
    ):
        introduce("engine:sh -c 'echo no >&2; exit 3'")


def test_a_slow_start_is_not_on_the_clock(make: Make) -> None:
    engine = make('time.sleep(0.7); say("ready", name="late"); answer(hear("turn")); hear("over")', head=WORDS)
    engine.ready()
    assert engine.name == "late"
    assert isinstance(engine.choose(seen(), AMPLE), Draw)


def test_an_engine_that_is_never_ready_is_not_waited_for_twice(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_module, "START_SECONDS", 0.3)
    engine = make('print("hello?", flush=True)\nhear("over")', head=WORDS)
    error = fault(engine)
    assert error.code == "start"
    assert "was not ready within 0.3 seconds" in error.text
    start = time.monotonic()
    assert fault(engine).code == "start"
    assert time.monotonic() - start < 5


def test_an_engine_of_another_protocol_is_refused(make: Make) -> None:
    error = fault(make('say("ready", protocol=2); hear("over")', head=WORDS))
    assert (error.code, error.text) == ("start", "the engine speaks protocol 2; Tilery speaks 1")


def test_a_late_answer_is_never_taken_for_one_to_the_present_turn(make: Make) -> None:
    shown = seen()
    engine = make(
        """
first = hear("turn")
second = hear("turn")  # only now does it answer the first
answer(first, "pass")
answer(first, "play", table="r1 r2 r3")
answer(second, "play", table=sys.argv[1])
say("late", said=hear("refused")["code"])
hear("over")
""",
        group(shown),
    )
    error = fault(engine, ThinkingTime(0.05))
    assert (error.code, error.text) == ("late", "no answer within 0.05 + 0.25 seconds")
    action = engine.choose(shown, AMPLE)
    assert action == Play(shown.seat or 0, Table(group(shown)))


def test_an_engine_that_is_late_too_often_is_not_asked_any_more(make: Make) -> None:
    engine = make("time.sleep(60)")
    engine.ready()
    texts = [fault(engine, ThinkingTime(0.01)).text for _ in range(PATIENCE)]
    assert texts[-1].endswith(f"for the {PATIENCE}th time in a row")
    start = time.monotonic()
    assert fault(engine).code == "late"  # at once, on the amplest clock
    assert time.monotonic() - start < 5


def test_an_engine_that_answers_in_between_is_asked_on(make: Make) -> None:
    engine = make('for n in range(99):\n    said = hear("turn")\n    if n % 2: answer(said)')
    for _ in range(PATIENCE + 1):
        assert fault(engine, ThinkingTime(0.01)).code == "late"
        assert isinstance(engine.choose(seen(), AMPLE), Draw)


def test_a_crash_costs_the_engine_its_game_and_nobody_else_anything(tmp_path: Path, make: Make) -> None:
    log = tmp_path / "starts"
    engine = make(
        'open(sys.argv[1], "a").write("x")\nanswer(hear("turn")); hear("turn"); raise SystemExit("boom")', str(log)
    )
    played = play_game(edition("sabra").rules(), [engine, MostTiles()], seeded_secret(4), AMPLE)
    assert verify(played.record).finished
    assert log.read_text() == "x"
    assert [found.code for found in played.faults[0]] == ["crash"] * (played.moves[0] - 1)
    assert played.faults[0][0].text == "the engine ended with exit code 1: boom"
    assert played.faults[1] == ()


@POSIX
@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("os.kill(os.getpid(), 9)", "the engine was ended by SIGKILL"),
        ("os.close(1); time.sleep(60)", "the engine closed its output"),
    ],
)
def test_an_engine_that_is_gone_is_told_by_how_it_went(make: Make, code: str, text: str) -> None:
    engine = make(f'hear("turn"); {code}')
    error = fault(engine)
    assert (error.code, error.text) == ("crash", text)


def test_the_answer_of_an_engine_that_leaves_right_after_it_counts(make: Make) -> None:
    engine = make('answer(hear("turn"))')
    assert isinstance(engine.choose(seen(), AMPLE), Draw)
    assert fault(engine).text == "the engine ended with exit code 0"


@pytest.mark.parametrize(
    "garbage",
    [
        'print("thinking...", flush=True)',
        'print("{", flush=True); print("[]"); print("null"); print("[" * 5000)',
        'sys.stdout.buffer.write(b"\\xff\\xfe\\x00\\n")',
        'say("opinion", of="me"); say("action"); say("action", number="1", do="pass"); say(None); say([])',
        f'print("x" * {LONGEST_LINE * 3})',
        f"print(json.dumps({{'type': 'action', 'number': 1, 'do': 'pass', 'x': 'y' * {LONGEST_LINE}}}))",
        'print(" " * 100_000 + json.dumps({"type": "action", "number": 1, "do": "pass"}))',
        'sys.stderr.write("noise\\n" * 200_000)',
    ],
)
def test_lines_that_are_no_answer_are_passed_over(make: Make, garbage: str) -> None:
    engine = make(f'said = hear("turn")\n{garbage}\nanswer(said)\nhear("over")')
    assert isinstance(engine.choose(seen(), AMPLE), Draw)


def test_a_late_engine_is_told_by_what_it_wrote_instead(make: Make) -> None:
    engine = make('say("x"); hear("turn"); print("\\x1b[2Jmy move: r4", flush=True); hear("over")')
    error = fault(engine, ThinkingTime(1.0))
    assert error.text.endswith("seconds, only 2 lines that are no answer to it, the last: [2Jmy move: r4")


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"do": "play"}, "give the whole new table"),
        ({"do": "play", "table": "r4 x5"}, "'x5', is not a tile"),
        ({"do": "play", "table": ["r4"]}, "table"),
        ({"do": "resign"}, "resign"),
        ({}, "do"),
        ({"do": "draw", "why": 3}, "why"),
    ],
)
def test_an_answer_that_cannot_be_read_is_refused_and_the_engine_told(
    make: Make, fields: dict[str, Any], text: str
) -> None:
    engine = make(
        f"""
say("action", number=hear("turn")["number"], **{fields!r})
told = hear("refused")
answer(hear("turn"), why=f"{{told['number']}} {{told['code']}} {{told['text']}}"[:200])
hear("over")
"""
    )
    error = fault(engine)
    assert error.code == "answer"
    assert text in error.text
    engine.choose(seen(), AMPLE)
    assert engine.why is not None
    assert engine.why.text.startswith("1 answer an answer that cannot be read")


def test_an_illegal_action_is_told_to_the_engine_with_all_its_defects(make: Make) -> None:
    engine = make(
        """
answer(hear("turn"), "play", table="r4 r5 | k1 k2 k4")
told = hear("refused")
answer(hear("turn"), "pass")
also = hear("refused")
answer(hear("turn"), why=" ".join(defect["code"] for said in (told, also) for defect in said["defects"]))
hear("over")
"""
    )
    error = fault(engine)
    assert error.code == "illegal"
    assert "set 1, r4 r5" in error.text and "set 2, k1 k2 k4" in error.text
    assert "passing is for an empty pool" in fault(engine).text
    engine.choose(seen(), AMPLE)
    assert engine.why is not None
    codes = engine.why.text.split()
    assert codes.count("illegal-set") == 2
    assert codes[-1] == "pool-not-empty"


def test_an_illegal_action_in_a_game_draws_and_is_a_fault(make: Make) -> None:
    engine = make('while True: answer(hear("turn"), "play", table="r1 r2 r3")')
    played = play_game(edition("sabra").rules(), [engine, MostTiles()], seeded_secret(4), AMPLE)
    assert verify(played.record).finished
    assert {found.code for found in played.faults[0]} == {"illegal"}
    assert len(played.faults[0]) == played.moves[0]


def test_an_output_without_end_ends_the_engine_not_us(make: Make) -> None:
    for flood in ('print("x" * 100)', 'sys.stdout.write("x" * 100)', 'say("action", number=0)'):
        engine = make(f'hear("turn")\nwhile True: {flood}')
        error = fault(engine)
        assert (error.code, error.text) == ("flood", "the engine wrote far too many lines")
        assert fault(engine).code == "flood"


def test_a_talkative_engine_is_no_flood(make: Make) -> None:
    engine = make(
        f'while True:\n    said = hear("turn")\n    for _ in range({MOST_LINES} - 10): print("."); \n    answer(said)'
    )
    for _ in range(5):
        assert isinstance(engine.choose(seen(), AMPLE), Draw)


def test_an_engine_that_reads_nothing_does_not_hold_us_up(make: Make) -> None:
    engine = make("time.sleep(60)")
    engine.ready()
    fault(engine, ThinkingTime(0.01))
    start = time.monotonic()
    for _ in range(2_000):  # far more than a pipe holds
        engine.watch([Drew(0, 1, Tiles("r4 r5 r6 r7 r8 r9"))] * 5)
    assert fault(engine, ThinkingTime(0.01)).code == "late"
    engine.close()
    assert time.monotonic() - start < 10


@POSIX
def test_a_stubborn_engine_and_all_it_started_are_gone_after_the_game(
    tmp_path: Path, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_module, "LEAVE_SECONDS", 0.1)
    log = tmp_path / "pids"
    engine = make(
        """
import signal, subprocess
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP): signal.signal(number, signal.SIG_IGN)
child = subprocess.Popen(["sleep", "60"])
answer(hear("turn"))
open(sys.argv[1], "w").write(f"{os.getpid()} {child.pid}")
answer(hear("turn"))
while True: time.sleep(1)
""",
        str(log),
    )
    engine.choose(seen(), AMPLE)
    engine.choose(seen(), AMPLE)
    pids = [int(pid) for pid in log.read_text().split()]
    assert all(map(alive, pids))
    engine.close()
    assert all(map(ends, pids))
    engine.close()
    assert fault(engine).text == "the game is over"


@POSIX
def test_an_engine_leaves_by_itself_when_the_game_is_over(tmp_path: Path, make: Make) -> None:
    log = tmp_path / "left"
    engine = make('hear("over")\nopen(sys.argv[1], "w").write("politely")', str(log))
    engine.close()
    assert log.read_text() == "politely"


@POSIX
def test_an_engine_nobody_holds_any_more_is_gone(make: Make, tmp_path: Path) -> None:
    log = tmp_path / "pid"
    path = tmp_path / "engine.py"
    path.write_text(WORDS + 'open(sys.argv[1], "w").write(str(os.getpid())); say("ready"); time.sleep(60)')
    engine = Engine([sys.executable, "-S", str(path), str(log)], 1)
    assert fault(engine, ThinkingTime(0.01)).code == "late"
    pid = int(log.read_text())
    del engine
    gc.collect()
    assert ends(pid)


@POSIX
@pytest.mark.parametrize("how", ["interrupted", "killed"])
def test_no_engine_outlives_us(tmp_path: Path, how: str) -> None:
    log, path = tmp_path / "pid", tmp_path / "engine.py"
    wait = "while True: time.sleep(1)" if how == "interrupted" else 'hear("over")'
    path.write_text(HEAD + f'hear("turn"); open(sys.argv[1], "w").write(str(os.getpid()))\n{wait}')
    game = f"""
import sys
from tilery.bots import ThinkingTime, play_game
from tilery.bots.most_tiles import MostTiles
from tilery.bots.engine import Engine
from tilery.game import seeded_secret
from tilery.rules import edition
engine = Engine([sys.executable, "-S", {str(path)!r}, {str(log)!r}], 1)
play_game(edition("sabra").rules(), [engine, MostTiles()], seeded_secret(1), ThinkingTime(60))
"""
    ours = subprocess.Popen([sys.executable, "-c", game], stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
    until = time.monotonic() + 30
    while not (log.exists() and log.read_text()) and time.monotonic() < until:
        time.sleep(0.02)
    pid = int(log.read_text())
    assert alive(pid)
    ours.send_signal(signal.SIGINT if how == "interrupted" else signal.SIGKILL)
    _, complaints = ours.communicate(timeout=120)
    assert ends(pid)
    if how == "interrupted":
        assert complaints.rstrip().endswith(b"KeyboardInterrupt")


def test_a_forked_copy_of_us_does_not_end_the_engine(make: Make) -> None:
    engine = make('while True: answer(hear("turn"))')
    engine.choose(seen(), AMPLE)
    engine._process._owner += 1
    assert engine._process.stop() == "is another's"
    engine._process._owner -= 1
    assert isinstance(engine.choose(seen(), AMPLE), Draw)


def test_every_message_is_documented_as_it_is_said(tmp_path: Path, make: Make) -> None:
    page = (EXAMPLES.parent / "docs" / "engine-protocol.md").read_text(encoding="utf-8")
    shown = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", page, re.DOTALL)]
    log = tmp_path / "heard.jsonl"
    engine = make(
        'with open(sys.argv[1], "w") as log:\n'
        "    for line in sys.stdin:\n"
        "        log.write(line)\n"
        '        if json.loads(line)["type"] == "turn": answer(json.loads(line), "play", table="r1 r2 r3")\n',
        str(log),
    )
    play_game(edition("sabra").rules(), [engine, MostTiles()], seeded_secret(3), AMPLE)
    fields: dict[str, set[str]] = {}
    for line in log.read_text().splitlines():
        fields.setdefault(json.loads(line)["type"], set(json.loads(line)))
        if line.startswith('{"type":"turn"'):
            fields["view"] = set(json.loads(line)["view"])
    assert fields.pop("view") == set(next(said["view"] for said in shown if said["type"] == "turn"))
    for said in shown:
        if said["type"] in ("ready", "action"):
            assert set(said) <= {"type", "number", "do", "table", "why", "held", "name", "protocol"}
        else:
            assert set(said) == fields[said["type"]]
    assert {said["type"] for said in shown} == fields.keys() | {"ready", "action"}
