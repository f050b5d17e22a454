"""Real servers in processes of their own: killed without warning, stopped in good order, started again at home."""

from __future__ import annotations

import asyncio
import contextlib
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import msgspec

from tests.kit.served import RELAXED
from tests.kit.services import free_port
from tilery.server.settings import Settings

__all__ = ["ServerProcess", "alive", "children", "servers"]

START_SECONDS = 120.0
ROOT = Path(__file__).parents[2]
_ORPHAN = re.compile(r"(?m)^Traceback.*\n(?:  .*\n)*?.* in spawn_main\n(?:  .*\n)*EOFError: Ran out of input\n")
"""What Python says of a process whose server was killed while it started it."""


class ServerProcess:
    """A server with its port, its settings and its log, whether it runs or not."""

    def __init__(self, folder: Path, **options: Any) -> None:
        self.port = free_port()
        self.log = folder / f"server-{self.port}.log"
        usual = {"database": str(folder / "tilery.db"), "limits": RELAXED, "thinkers": 1, "bot_pause": 0.0}
        self.settings = Settings(**{**usual, "deadline_scan": 0.05, "log": "json", **options, "port": self.port})
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def command(self, ahead: float, **changed: Any) -> list[str]:
        settings = msgspec.json.encode(msgspec.structs.replace(self.settings, **changed)).decode()
        return [sys.executable, "-m", "tests.kit.server_ahead", settings, str(ahead)]

    def start(self, ahead: float = 0.0, **changed: Any) -> None:
        """Start it, with its clock so many seconds ahead, and with other settings if that is wanted."""
        with self.log.open("ab") as log:
            command = self.command(ahead, **changed)
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=ROOT)

    async def ready(self) -> None:
        """Wait until it can be played on."""
        async with asyncio.timeout(START_SECONDS), httpx.AsyncClient(base_url=self.url, timeout=5) as http:
            while True:
                with contextlib.suppress(httpx.TransportError):
                    if (await http.get("/ready")).status_code == 200:
                        return
                assert self._process is not None
                assert self._process.poll() is None, self.log.read_text()[-2_000:]
                await asyncio.sleep(0.03)

    async def restart(self, ahead: float = 0.0, **changed: Any) -> None:
        """Start it again and wait until it is ready."""
        self.start(ahead, **changed)
        await self.ready()

    def kill(self) -> None:
        """End it without warning, wherever it is."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    async def stop(self) -> int:
        """Ask it to end; its status."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        status = await asyncio.to_thread(self._process.wait, START_SECONDS)
        self._process = None
        return status

    def troubles(self) -> list[str]:
        """Lines of its log that nobody should have to read."""
        bad = ("Traceback", "ERROR", '"level": "error"', '"level": "critical"')
        said = _ORPHAN.sub("", self.log.read_text())
        return [line for line in said.splitlines() if any(word in line for word in bad)]


@contextlib.asynccontextmanager
async def servers(folder: Path, count: int = 1, **options: Any) -> AsyncIterator[list[ServerProcess]]:
    """So many servers on one database, running; they must not have got into trouble."""
    made = [ServerProcess(folder, **options) for _ in range(count)]
    try:
        for each in made:
            each.start()
        for each in made:
            await each.ready()
        yield made
    finally:
        for each in made:
            each.kill()
    troubles = [line for each in made for line in each.troubles()]
    assert not troubles, troubles[:3]


def children(pid: int) -> set[int]:
    """The processes a process has started, and those they have."""
    found: set[int] = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                if parent == pid:
                    found |= {int(entry.name)} | children(int(entry.name))
    return found


def alive(pid: int) -> bool:
    """Whether a process is there and not just waiting to be buried."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
