"""Servers to be measured, each in processes of its own: ``python -m benchmarks.load_server`` is one of them.

With ``TILERY_PROFILE=file`` in the environment the event loop is profiled into that file, once tables are played.
"""

from __future__ import annotations

import asyncio
import cProfile
import ctypes
import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import uvicorn
from litestar import Litestar, WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from tilery.server.serve import listen, serve
from tilery.server.settings import Limits, Rate, Settings

__all__ = ["Running", "relaxed", "running"]

_PLENTY = Rate(1_000_000_000, 1_000_000_000)
_TICKS = os.sysconf("SC_CLK_TCK")
_TIDY = signal.SIGRTMIN  # SIGUSR1 is the server's own: it shares sockets out anew


def relaxed(database: str, processes: int = 1) -> Settings:
    """Settings that let a thousand tables come from one address."""
    limits = Limits(
        requests=_PLENTY,
        guests=_PLENTY,
        tables=_PLENTY,
        commands=_PLENTY,
        work_per_guest=_PLENTY,
        work_per_address=_PLENTY,
        bytes_per_address=_PLENTY,
        bytes_per_guest=_PLENTY,
        codes=_PLENTY,
        devices=_PLENTY,
        device_codes=_PLENTY,
        records=_PLENTY,
        reports=_PLENTY,
        hints=_PLENTY,
        hints_per_address=_PLENTY,
        analysis_per_guest=_PLENTY,
        analysis_per_address=_PLENTY,
        analyses_per_address=1_000_000,
        attempts_per_guest=_PLENTY,
        attempts_per_address=_PLENTY,
        hosted=1_000_000,
        tokens=1_000_000,
        connections_per_address=1_000_000,
        lines_per_guest=1_000_000,
        lines_per_table=1_000_000,
    )
    settings = Settings(database=database, port=0, workers=processes, limits=limits)
    return settings if settings.embedded else msgspec.structs.replace(settings, channels=database)


class Used(NamedTuple):
    """What processes have used so far: seconds of processor time, and bytes of memory they hold now.

    ``database`` is the processor time of PostgreSQL, if it is ours.
    """

    seconds: float
    memory: int
    database: float = 0.0


class Running:
    """A server that runs, with all its processes."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, database: int | None = None) -> None:
        self.pid = process.pid
        self.port = port
        self._database = database

    def used(self) -> Used:
        """What the server's processes have used."""
        seconds, memory = 0.0, 0
        for pid in _family(self.pid):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            seconds += (int(fields[11]) + int(fields[12])) / _TICKS
            memory += int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
        return Used(seconds, memory, 0.0 if self._database is None else _seconds_of_all(self._database))

    def profile(self) -> None:
        """Begin to profile, if that is asked for."""
        if "TILERY_PROFILE" in os.environ:
            os.kill(self.pid, signal.SIGUSR2)

    def tidy(self) -> None:
        """Have the server give back the memory it does not use, so that what it holds is what it needs."""
        for pid in _family(self.pid):
            os.kill(pid, _TIDY)
        time.sleep(1.0)


def _family(pid: int) -> list[int]:
    """A process and its workers; helpers of the multiprocessing module do not count."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes())]


def _seconds_of_all(pid: int) -> float:
    """The processor time of a process and of all that it has started, those that have ended too."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    seconds = sum(map(int, fields[11:15])) / _TICKS
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return seconds + sum(_seconds_of_all(int(child)) for child in children)


@contextmanager
def running(settings: Settings, *, echo: bool = False, database: int | None = None) -> Iterator[Running]:
    """A server with these settings, or in its place one that only echoes, until the block ends.

    ``database`` is the process of PostgreSQL, to be told what that uses.
    """
    what = "echo" if echo else "tables"
    command = [sys.executable, "-m", "benchmarks.load_server", what, msgspec.json.encode(settings).decode()]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        assert process.stdout is not None
        port = process.stdout.readline()
        if not port:
            raise RuntimeError("the server does not start")
        yield Running(process, int(port), database)
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()


@websocket("/echo")
async def _echo(socket: WebSocket[Any, Any, Any]) -> None:
    await socket.accept()
    try:
        while True:
            await socket.send_data(await socket.receive_data(mode="text"), mode="text")
    except WebSocketDisconnect:
        return


def _serve_echo(settings: Settings) -> None:
    """The bare framework, set up as the server sets it up."""
    app = Litestar([_echo], logging_config=None, openapi_config=None)
    config = uvicorn.Config(app, lifespan="off", log_config=None, ws="websockets-sansio", ws_per_message_deflate=False)
    with listen(settings) as listener:
        _announce(listener.getsockname()[1])
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(uvicorn.Server(config).serve([listener]))


def _announce(port: int) -> None:
    print(port, flush=True)


def _tidy(*_: object) -> None:
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)


def _main(what: str, settings: Settings) -> None:
    run = _serve_echo if what == "echo" else lambda settings: serve(settings, _announce)
    profiler = cProfile.Profile(time.thread_time)  # what other processes take is not ours
    signal.signal(signal.SIGUSR2, lambda *_: profiler.enable())
    run(settings)
    if profile := os.environ.get("TILERY_PROFILE"):
        profiler.disable()
        profiler.dump_stats(profile)


# Workers import this module too, under another name.
signal.signal(_TIDY, _tidy)

if __name__ == "__main__":
    _main(sys.argv[1], msgspec.json.decode(sys.argv[2], type=Settings))
