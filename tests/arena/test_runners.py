"""The same games on one core, on many, and after somebody has died."""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from tests.kit.arena import killer, small, timeless
from tilery import __version__
from tilery.arena import GameSpec, Journal, games, run
from tilery.arena.chunks import Chunks
from tilery.arena.cluster import _play_chunk
from tilery.arena.code import fingerprint
from tilery.arena.local import play_here, play_on_cores
from tilery.errors import TileryError

ARENA = [sys.executable, "-m", "tilery", "arena", "--edition", "sabra", "--clock", "30", "--json"]
BOTS = "beginner,most-tiles"
SOON = 180.0
"""Seconds that a loaded machine may take for what is a matter of moments."""

needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
needs_proc = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + SOON
    while not condition():
        assert time.monotonic() < end, "this should have happened by now"
        time.sleep(0.02)


def test_two_processes_play_the_games_of_one() -> None:
    of = small(["beginner", "most-tiles", "casual"], deals=3)
    here = timeless(play_here(of, games(of)))
    assert timeless(play_on_cores(of, games(of), jobs=2)) == here
    assert [one["deal"] for one in here] == [deal for _ in range(3) for deal in (0, 0, 1, 1, 2, 2)]


def test_records_come_with_the_results_only_when_asked_for() -> None:
    of = small(deals=1)
    assert [played.record is None for played in play_on_cores(of, games(of), jobs=2)] == [True] * 2
    assert [played.record for played in play_on_cores(of, games(of), jobs=2, with_records=True)].count(None) == 0


def test_leaving_early_leaves_no_process_behind() -> None:
    of = small(deals=50)
    playing = play_on_cores(of, games(of), jobs=2)
    next(playing)
    playing.close()  # type: ignore[attr-defined]
    assert not multiprocessing.active_children()


@needs_signals
def test_the_games_of_a_killed_worker_are_played_again(tmp_path: Path) -> None:
    of = small([killer(tmp_path, which=3), "most-tiles"], deals=3)
    found = timeless(play_on_cores(of, games(of), jobs=2))
    starts = len(list((tmp_path / "starts").iterdir()))
    assert starts >= of.total + 1
    assert found == timeless(play_here(of, games(of)))


@needs_signals
def test_a_game_that_kills_every_worker_is_given_up() -> None:
    suicide = f'engine:{sys.executable} -c "import os; os.kill(os.getppid(), 9)"'
    of = small([suicide, "most-tiles"], deals=1)
    with pytest.raises(TileryError, match=r"deal 1, game . has died 5 times"):
        list(play_on_cores(of, games(of), jobs=1))


def test_what_goes_wrong_in_a_worker_is_told_here() -> None:
    of = small(["nobody", "most-tiles"], deals=1)
    with pytest.raises(TileryError, match="there is no bot 'nobody'"):
        list(play_on_cores(of, games(of), jobs=2))


def test_portions_grow_for_quick_games_and_stay_single_for_slow_ones() -> None:
    specs = [GameSpec(0, deal, 0) for deal in range(1000)]
    quick, slow = Chunks(specs, workers=2), Chunks(specs, workers=2)
    assert len(quick.take()) == len(slow.take()) == 1
    quick.done(1, 0.005)
    slow.done(1, 2.0)
    assert (len(quick.take()), len(slow.take())) == (60, 1)


def test_every_game_is_handed_out_once() -> None:
    specs = [GameSpec(0, deal, 0) for deal in range(500)]
    chunks, found = Chunks(specs, workers=3), []
    while chunk := chunks.take():
        found += chunk
        chunks.done(len(chunk), 0.001)
    assert found == specs


@needs_proc
def test_workers_die_with_a_parent_that_is_killed_and_the_journal_goes_on(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    command = [*ARENA, "--bots", BOTS, "--pairs", "400", "--jobs", "2", "--resume", str(journal)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        until(lambda: journal.exists() and journal.read_bytes().count(b"\n") > 5)
        listed = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="ascii").split()
        workers = [worker for child in listed if b"spawn_main" in cmdline(worker := Path("/proc", child))]
        assert len(workers) == 2
        process.kill()
    until(lambda: not any(b"spawn_main" in cmdline(worker) for worker in workers))
    of = msgspec.structs.replace(small(BOTS.split(","), deals=10, seed="0"), version=__version__)
    with contextlib.closing(Journal(journal, of)) as kept:
        assert len(kept.finished) >= 5  # the first line is not of a game
        assert timeless(run(of, lambda specs: play_here(of, specs), kept)) == timeless(play_here(of, games(of)))


def cmdline(process: Path) -> bytes:
    try:
        return (process / "cmdline").read_bytes()
    except OSError:
        return b""


@needs_signals
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_prints_the_standings_so_far(tmp_path: Path, jobs: str) -> None:
    journal = tmp_path / "journal"
    command = [*ARENA, "--bots", BOTS, "--pairs", "2000", "--jobs", jobs, "--resume", str(journal)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, start_new_session=True) as process:
        until(lambda: journal.exists() and journal.read_bytes().count(b"\n") > 3)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to everyone
        out, err = process.communicate(timeout=SOON)
    data = json.loads(out)
    assert (process.returncode, err, data["finished"]) == (130, b"", False)
    noted = len(journal.read_bytes().splitlines()) - 1
    assert 0 <= noted - data["games"] <= 1  # one may just have been noted


def test_a_machine_with_another_tilery_plays_nothing() -> None:
    of = small(deals=1)
    done, seconds = _play_chunk(of, list(games(of)), False, fingerprint())
    assert timeless(done) == timeless(play_here(of, games(of))) and seconds > 0
    with pytest.raises(TileryError, match="another Tilery than this machine"):
        _play_chunk(of, list(games(of)), False, "something else")
