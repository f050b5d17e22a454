"""The example bot, started as a stranger would, plays real games."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import httpx

from tests.kit.served import guest, served, settings_in
from tilery.record import read_record, verify

BOT = Path(__file__).parents[2] / "examples" / "online_bot.py"


def start(url: str, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(BOT), url, *options]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def end(bot: subprocess.Popen[str], seconds: float = 240) -> tuple[int, str, str]:
    try:
        out, errors = bot.communicate(timeout=seconds)
    finally:
        bot.kill()
    return bot.returncode, out, errors


def test_the_example_bot_makes_a_table_and_plays_a_whole_game_that_proves_itself(tmp_path: Path) -> None:
    with served(settings_in(tmp_path, bot_pause=0.0)) as url:
        status, out, errors = end(start(url, "--name", "Robo"))
        assert status == 0, errors
        lines = out.splitlines()
        assert lines[0].startswith("at table ")
        assert lines[1].startswith("game 1: Robo ")
        table = lines[0].removeprefix("at table ")
        shown = httpx.get(f"{url}/api/tables/{table}").json()
        record, error = read_record(httpx.get(f"{url}/api/games/{shown['table']['game']}/record").text.splitlines())
    assert error is None
    assert record is not None
    assert verify(record).finished


def test_two_example_bots_meet_at_a_table_that_waits_for_players(tmp_path: Path) -> None:
    with served(settings_in(tmp_path, bot_pause=0.0)) as url, guest(url) as host:
        setup = {"seats": ["open", "open"], "listed": True, "length": {"games": 2}, "clock": {"turn": 60}}
        shown = host.post("/api/tables", json=setup).json()
        first = start(url, "--name", "One", "--table", shown["terms"]["code"])
        second = start(url, "--name", "Two")
        told = [end(bot) for bot in (first, second)]
    for status, out, errors in told:
        assert status == 0, errors
        assert [line.partition(":")[0] for line in out.splitlines()[1:]] == ["game 1", "game 2"]


def test_the_example_bot_says_what_is_wrong_in_a_sentence(tmp_path: Path) -> None:
    with served(settings_in(tmp_path)) as url, guest(url) as host:
        shown = host.post("/api/tables", json={"seats": ["me", "casual"]}).json()
        status, _, errors = end(start(url, "--table", shown["terms"]["code"]))
    assert status == 1
    assert errors == "sit was refused: every seat is taken\n"
