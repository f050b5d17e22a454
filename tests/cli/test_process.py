"""What only a real process shows: streaming, pipes, terminals, completion, a quick start."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import tilery.cli
from tests.cli.conftest import VECTORS, Run
from tilery.cli.app import COMMANDS, load_command

TILERY = [sys.executable, "-m", "tilery"]
ENV = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
LINE = b'{"id":1,"edition":"sabra","sets":"r4 r5 r6"}\n'


def start(*args: str) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen([*TILERY, *args], stdin=pipe, stdout=pipe, stderr=pipe, env=ENV)


def test_every_line_is_answered_before_the_next_is_sent() -> None:
    with start("check", "--batch", "-") as process:
        assert process.stdin and process.stdout
        for _ in range(3):
            process.stdin.write(LINE)
            process.stdin.flush()
            assert process.stdout.readline().startswith(b'{"id":1,"legal":true')
        process.stdin.close()
        assert process.wait() == 0


def test_a_reader_who_leaves_ends_the_command_quietly() -> None:
    for args in (["check", "--batch", str(VECTORS / "sets.jsonl")], ["editions"], ["check", "--json"]):
        with start(*args) as process:
            assert process.stdout and process.stderr
            process.stdout.close()
            assert process.wait() in (2, 141)
            assert b"Traceback" not in process.stderr.read()


def test_ctrl_c_is_exit_130_without_a_traceback() -> None:
    with start("check", "--batch", "-") as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(LINE)
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        assert b"Traceback" not in process.stderr.read()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full disk")
def test_a_full_disk_is_an_error_and_no_traceback() -> None:
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run([*TILERY, "editions"], stdout=full, stderr=subprocess.PIPE, env=ENV, check=False)
    assert (ran.returncode, ran.stderr.count(b"\n")) == (2, 1)
    assert ran.stderr.startswith(b"error: cannot write")


def test_closed_streams_do_no_harm() -> None:
    command = '"$0" -m tilery check --batch - <&- 2>/dev/null; test $? = 2 && "$0" -m tilery editions >&-'
    assert subprocess.run(["sh", "-c", command, sys.executable], env=ENV, check=False).returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("no_colour", "coloured"), [("", True), ("1", False)])
def test_colour_is_for_terminals_that_want_it(no_colour: str, coloured: bool) -> None:
    import pty

    ours, theirs = pty.openpty()
    env = {**ENV, "TERM": "xterm-256color"} | ({"NO_COLOR": no_colour} if no_colour else {})
    with subprocess.Popen([*TILERY, "check", "-e", "sabra", "r4 r5 r6"], stdout=theirs, env=env) as process:
        assert process.wait() == 0
    shown = os.read(ours, 10_000)
    os.close(ours)
    os.close(theirs)
    assert (b"\x1b[1;38" in shown) == coloured
    assert b"r4" in shown and b"run, worth 15" in shown


def test_plain_characters_do_where_the_terminal_has_no_others() -> None:
    env = {**ENV, "PYTHONIOENCODING": "ascii"}
    ran = subprocess.run([*TILERY, "editions", "sabra"], capture_output=True, env=env, check=True)
    assert ran.stdout.isascii()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_gets_a_completion_script(run: Run, shell: str) -> None:
    ran = run("--show-completion", shell)
    assert ran.code == 0
    assert "_TILERY_COMPLETE" in ran.out


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("tilery che", ["check"]),
        ("tilery check --edition twi", ["twist-2015", "twist-2016"]),
        ("tilery turn --tile-set 1", ["106", "108", "160"]),
        ("tilery editions cl", ["classic-2015", "classic-2002"]),
    ],
)
def test_names_are_completed(run: Run, words: str, offered: list[str]) -> None:
    count = str(len(words.split()) - 1)
    ran = run(_TILERY_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=count)
    assert ran.out.split() == [f"plain,{word}" for word in offered]


HEAVY = {
    *("rich", "markdown_it", "pygments", "pydantic", "litestar", "sqlalchemy", "numpy"),
    *("tilery.game", "tilery.solver", "tilery.server", "tilery.bots"),
    *("asyncio", "email", "http.client", "importlib.metadata", "ssl", "subprocess", "multiprocessing"),
}


def loaded(*args: str) -> set[str]:
    """The modules a command has loaded by its end."""
    code = "import sys, tilery.cli\ntry: tilery.cli.main()\nfinally: print(*sys.modules, file=sys.stderr)"
    ran = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, env=ENV, check=True, text=True)
    return {*ran.stderr.split()}


def test_help_loads_no_command_and_not_even_the_rules() -> None:
    assert not {"msgspec", "tilery.rules", *(f"tilery.cli.{name}" for name in COMMANDS)} & loaded("--help")


@pytest.mark.parametrize(
    "args",
    [
        ("--help",),
        ("check", "--help"),
        ("check", "-e", "sabra", "r4 r5 r6"),
        ("check", "-e", "sabra", "--json", "r4 r5 r6"),
    ],
)
def test_what_is_to_be_quick_loads_nothing_heavy(args: tuple[str, ...]) -> None:
    assert not HEAVY & loaded(*args)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_their_own_help_says(name: str) -> None:
    assert (load_command(name).help or "").startswith(COMMANDS[name].removesuffix("."))


def test_commands_are_one_file_each() -> None:
    folder = Path(tilery.cli.__file__).parent
    for name in COMMANDS:
        tree = ast.parse((folder / f"{name}.py").read_text(encoding="utf-8"))
        assert name in [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
