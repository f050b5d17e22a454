"""``tilery serve`` as a process: it starts, answers, stops in good order, and says plainly what it cannot do."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.cli.conftest import Run
from tests.kit.served import guest
from tests.kit.services import Postgres
from tilery.cli import serve as command
from tilery.server.http import addresses, hosts
from tilery.server.settings import Settings, default_database

TILERY = [sys.executable, "-m", "tilery", "serve"]


@contextmanager
def started(*args: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server in a process of its own, and its address."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("TILERY_")}
    pipe = subprocess.PIPE
    with subprocess.Popen([*TILERY, "--port", "0", *args], stdout=pipe, stderr=pipe, text=True, env=env) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.fullmatch(r"Tilery runs at (http://\S+)\n", line)
            if found is None:
                process.kill()
                pytest.fail(f"it said {line!r}: {process.communicate()}")
            yield process, found[1]
        finally:
            process.kill()


def stop(process: subprocess.Popen[str], sig: int = signal.SIGTERM) -> tuple[int, str]:
    """Stop a server: its exit code and what it logged."""
    process.send_signal(sig)
    _, log = process.communicate(timeout=60)
    return process.returncode, log


def test_a_server_starts_answers_stops_and_starts_again(tmp_path: Path) -> None:
    database = str(tmp_path / "games.db")
    with started("--database", database) as (process, url):
        assert httpx.get(f"{url}/health").json() == {"status": "alive"}
        with guest(url) as ann:
            assert ann.post("/api/tables", json={}).status_code == 201
            ann.get("/api/me?code=sesame")
            key = ann.cookies["tilery_key"]
        code, log = stop(process)
    assert code == 0
    assert "Traceback" not in log
    # Away from a terminal it is JSON, and no key is in it.
    assert '"path": "/api/me"' in log
    assert key not in log and "sesame" not in log
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{url}/health")

    with started("--database", database) as (process, url):
        answer = httpx.get(f"{url}/api/me", headers={"cookie": f"tilery_key={key}"})
        assert answer.json()["name"] == "Ann"
        # A connection that stays open does not keep it from stopping.
        with socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2]))) as idle:
            idle.sendall(b"POST /api/guests HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{")
            began = time.monotonic()
            assert stop(process, signal.SIGINT)[0] == 0
            assert time.monotonic() - began < 10


def test_while_a_server_runs_a_second_on_its_file_is_refused_and_a_backup_is_made(tmp_path: Path, run: Run) -> None:
    database, copy = str(tmp_path / "games.db"), tmp_path / "copy.db"
    with started("--database", database) as (process, url), guest(url):
        ran = run("serve", "--port", "0", "--database", database)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith("error: another process serves from this SQLite database")
        assert httpx.get(f"{url}/ready").status_code == 200

        ran = run("serve", "--database", database, "--backup", str(copy))
        assert (ran.code, ran.err) == (0, "")
        assert run("serve", "--database", database, "--backup", str(copy)).code == 2
        assert stop(process)[0] == 0
    with sqlite3.connect(copy) as found:
        assert found.execute("select name from guests").fetchall() == [("Ann",)]
    found.close()


def test_a_taken_port_is_one_line(tmp_path: Path, run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        ran = run("serve", "--port", port, "--database", str(tmp_path / "games.db"))
    assert ran.code == 2
    assert ran.err == f"error: cannot listen on 127.0.0.1 port {port}: address already in use\n"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--workers", "2"], "SQLite is for one process"),
        (["--workers", "0"], "--workers must be a whole number from 1 to 64"),
        (["--port", "70000"], "--port must be a whole number from 0 to 65,535"),
        (["--public-url", "tiles.example"], "--public-url must be an address like"),
        (["--public-url", "https://tiles.example/path"], "--public-url must be an address like"),
        (["--public-url", "https://[oops"], "--public-url must be an address like"),
        (["--trusted-proxy", "nginx"], "--trusted-proxy must be a list of addresses or networks"),
        (["--log", "xml"], "xml"),
        (["--host", "no.such.host.invalid"], "cannot listen on no.such.host.invalid"),
        (["--host", "a" * 300], "cannot listen on"),
        (["--database", "mysql://root:sesame@db/x"], "a database is a path"),
        (["--database", "postgresql://ann:sesame@127.0.0.1:1/x"], ""),
        (["--channels", "carrier-pigeon://ann:sesame@tower"], "channels are"),
        (["--database", "/dev/null/games.db"], ""),
        (["--database", "postgresql://ann:sesame@127.0.0.1:1/x", "--migrate"], ""),
        (["--database", "postgresql://ann:sesame@127.0.0.1:1/x", "--backup", "copy.db"], "pg_dump"),
    ],
)
def test_what_cannot_be_is_one_line_without_a_password(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, args: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    given = args if "--database" in args else [*args, "--database", "games.db"]
    ran = run("serve", *([] if "--port" in args else ["--port", "0"]), *given)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("error: ") and ran.err.count("\n") == 1
    assert said in ran.err and "sesame" not in ran.err


def test_migrating_twice_is_harmless(tmp_path: Path, run: Run) -> None:
    for _ in range(2):
        ran = run("serve", "--database", str(tmp_path / "games.db"), "--migrate")
        assert (ran.code, ran.out) == (0, "The database is up to date.\n")


def test_metrics_open_to_the_token_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    seen: list[Settings] = []
    monkeypatch.setattr(command, "run", lambda settings, announce: seen.append(settings))
    assert run("serve", TILERY_METRICS_TOKEN="sesame", TILERY_DATABASE="games.db").code == 0
    assert run("serve").code == 0
    assert [(each.metrics_token, each.database) for each in seen] == [
        ("sesame", "games.db"),
        (None, default_database()),
    ]


def test_on_the_local_network_the_link_is_a_qr_code_too(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    opened: list[str] = []
    monkeypatch.setattr(addresses, "lan_address", lambda: "192.168.7.5")
    monkeypatch.setattr(command, "run", lambda settings, announce: announce(8421))
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(hosts, "lan_address", lambda: "192.168.7.5")
    monkeypatch.setattr(socket, "gethostname", lambda: "kitchen")
    ran = run("serve", "--lan", "--open", "--hosts", "tiles.lan")
    assert "It answers to 192.168.7.5, kitchen, kitchen.local, tiles.lan." in ran.out
    assert ran.out.startswith("Tilery runs at http://192.168.7.5:8421\n")
    assert "█" in ran.out or "▀" in ran.out
    monkeypatch.setattr(addresses, "lan_address", lambda: "127.0.0.1")
    assert "No local network found" in run("serve", "--lan").out
    deadline = time.monotonic() + 5
    while not opened and time.monotonic() < deadline:
        time.sleep(0.01)
    assert opened == ["http://192.168.7.5:8421"]


@pytest.fixture
def postgres_url(database_server: Postgres) -> str:
    return database_server.create()


def workers_of(process: subprocess.Popen[str]) -> set[int]:
    """The workers of a server, by what the system says of its children."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # gone in the meantime
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
            if int(parent) == process.pid and b"spawn_main" in (folder / "cmdline").read_bytes():
                found.add(int(folder.name))
    return found


def is_gone(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] == "Z"
    return True


def wait_for(true: Callable[[], bool], seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.1)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to see the workers")
def test_workers_share_a_port_are_replaced_and_end_together(postgres_url: str, run: Run) -> None:
    before = run("serve", "--port", "0", "--database", postgres_url, "--workers", "2")
    assert before.code == 2 and "tilery serve --migrate" in before.err
    assert run("serve", "--database", postgres_url, "--migrate").code == 0
    with started("--database", postgres_url, "--workers", "2") as (process, url):
        with guest(url) as ann:
            key = ann.cookies["tilery_key"]
        wait_for(lambda: len(workers_of(process)) == 2)
        first = workers_of(process)
        victim = min(first)
        os.kill(victim, signal.SIGKILL)
        wait_for(lambda: len(workers_of(process) - {victim}) == 2)
        for _ in range(20):
            answer = httpx.get(f"{url}/api/me", headers={"cookie": f"tilery_key={key}"}, timeout=120)
            assert answer.json()["name"] == "Ann"
        last = workers_of(process)
        code, log = stop(process)
    assert code == 0
    assert '"worker died"' in log and "Traceback" not in log
    assert all(is_gone(pid) for pid in first | last)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to see the workers")
def test_workers_do_not_outlive_who_started_them(database: str) -> None:
    with started("--database", database, "--workers", "2") as (process, url):
        assert httpx.get(f"{url}/ready", timeout=120).status_code == 200
        workers = workers_of(process)
        process.kill()
        process.wait()
    wait_for(lambda: all(is_gone(pid) for pid in workers))
