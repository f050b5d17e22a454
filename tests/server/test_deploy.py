"""The deployment files agree with the program, and their topology works with plain processes."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest
from packaging.requirements import Requirement

from tests.kit.online import Player, arrive, make_table, visiting
from tests.kit.served import served, settings_in
from tests.kit.server_page import made
from tests.kit.services import Postgres, free_port, redis
from tilery.server.settings import DEFAULT_PORT, SETTINGS, Settings
from tilery.server.sources import gather

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")
CADDYFILE = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
NGINX = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
UNIT = (ROOT / "deploy" / "tilery.service").read_text(encoding="utf-8")
ENVIRONMENT = (ROOT / "deploy" / "tilery.env").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
TILERY = [sys.executable, "-m", "tilery", "serve"]


@cache
def help_text() -> str:
    wide = os.environ | {"COLUMNS": "200", "TERM": "dumb"}
    return subprocess.run([*TILERY, "--help"], capture_output=True, text=True, check=True, env=wide).stdout


def options_in(words: list[str] | str) -> set[str]:
    text = words if isinstance(words, str) else " ".join(words)
    return set(re.findall(r"(?<!\S)--[a-z-]+", text))


def instruction(name: str) -> list[str]:
    """The words of the Dockerfile's last instruction of this name."""
    words: list[str] = json.loads(re.findall(rf"^\s*{name} (\[.*\])$", DOCKERFILE, re.MULTILINE)[-1])
    return words


def compose() -> dict[str, Any]:
    yaml = pytest.importorskip("yaml", reason="needs PyYAML, which schemathesis brings along")
    found: dict[str, Any] = yaml.safe_load(COMPOSE)
    return found


def test_every_option_in_the_deployment_files_is_one_of_the_program() -> None:
    services = compose()["services"]
    used = options_in(instruction("CMD")) | options_in(UNIT.partition("ExecStart=")[2].partition("\n")[0])
    used |= options_in(NGINX)
    for name in ("migrate", "app-1", "app-2"):
        used |= options_in([word.partition("=")[0] for word in services[name]["command"]])
    assert used
    assert used <= options_in(help_text())


def test_the_image_starts_the_program_by_its_name_on_its_own_port() -> None:
    scripts = (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("[project.scripts]")[2]
    assert instruction("ENTRYPOINT") == ["tilery", "serve"]
    assert re.search(r'^tilery = "', scripts, re.MULTILINE)
    assert f"EXPOSE {DEFAULT_PORT}\n" in DOCKERFILE


def test_the_image_is_healthy_when_the_server_is_ready(tmp_path: Path) -> None:
    check = json.loads(re.findall(r"^\s*CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)[0])
    with served(settings_in(tmp_path)) as url:
        here = [word.replace(f"http://127.0.0.1:{DEFAULT_PORT}", url) for word in check]
        assert here != check
        assert subprocess.run([sys.executable, *here[1:]], check=False).returncode == 0
    assert subprocess.run([sys.executable, *here[1:]], check=False, stderr=subprocess.DEVNULL).returncode == 1


def test_the_image_takes_its_versions_from_the_lock_file() -> None:
    command = re.search(r"(sed .*?) > /constraints.txt", DOCKERFILE)
    assert command is not None
    made = subprocess.run(command[1], shell=True, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    pinned = {Requirement(line).name for line in made.splitlines() if line.strip()}
    assert {"asyncpg", "litestar", "msgspec", "redis", "sqlalchemy", "uvicorn", "websockets"} <= pinned


def test_the_services_name_each_other_and_files_that_are_there() -> None:
    services = compose()["services"]
    assert set(services) == {"database", "redis", "migrate", "app-1", "app-2", "proxy"}
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert (ROOT / source).exists() if source.startswith(".") else source in compose()["volumes"]
    assert set(services["app-1"]["environment"]) <= {setting.variable for setting in SETTINGS.values()}
    assert f"app-1:{DEFAULT_PORT} app-2:{DEFAULT_PORT}" in CADDYFILE


def test_the_processes_of_the_services_believe_their_proxy_and_nobody_else() -> None:
    services, subnet = compose()["services"], compose()["networks"]["default"]["ipam"]["config"][0]["subnet"]
    given = dict(word.removeprefix("--").split("=") for word in services["app-1"]["command"])
    settings = Settings.from_options(
        host=given["host"],
        public_url=re.sub(r"\$\{TILERY_URL:-(.*?)\}", r"\1", given["public-url"]),
        trusted_proxy=(given["trusted-proxy"],),
        database=services["app-1"]["environment"]["TILERY_DATABASE"],
        channels=services["app-1"]["environment"]["TILERY_CHANNELS"],
    )
    assert settings.trusted_proxy == (subnet,)
    assert not settings.embedded


def test_the_proxies_pass_sockets_on_and_keep_the_figures_inside() -> None:
    assert "respond @inside 404" in CADDYFILE  # Caddy passes sockets on by itself
    assert "@inside path /health /ready /metrics" in CADDYFILE
    for line in (
        "proxy_http_version 1.1;",
        "proxy_set_header Upgrade $http_upgrade;",
        "proxy_set_header Connection $tilery_connection;",
        "proxy_set_header Host $http_host;",
        "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;",
        "proxy_set_header X-Forwarded-Proto $scheme;",
        "proxy_set_header X-Request-Id $request_id;",
        "location ~ ^/(health|ready|metrics)$",
    ):
        assert line in NGINX


@pytest.mark.skipif(shutil.which("caddy") is None, reason="needs caddy")
def test_caddy_reads_its_file(tmp_path: Path) -> None:
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(ROOT / "deploy" / "Caddyfile")]
    subprocess.run(command, check=True, env=os.environ | {"HOME": str(tmp_path)})


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A certificate for this machine, with its key in the same file."""
    made = tmp_path / "localhost.pem"
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    files = ["-keyout", str(made), "-out", str(tmp_path / "certificate.pem")]
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    subprocess.run([*command, "-days", "2", *names, *files], check=True, capture_output=True)
    made.write_text((tmp_path / "certificate.pem").read_text() + made.read_text())
    return made


def nginx_file(folder: Path, certificate: Path, secure: int, plain: int, server: int) -> Path:
    """A whole configuration of nginx around ours, on other ports and with a certificate that is there."""
    ours = NGINX.replace("127.0.0.1:8420", f"127.0.0.1:{server}").replace(
        "127.0.0.1:8421", f"127.0.0.1:{server} backup"
    )
    ours = ours.replace("hash $uri consistent;", "")  # knows no backup
    ours = re.sub(r"listen \[::\].*\n", "", ours).replace("listen 443 ", f"listen 127.0.0.1:{secure} ")
    ours = ours.replace("listen 80;", f"listen 127.0.0.1:{plain};").replace("tiles.example$", f"localhost:{secure}$")
    ours = re.sub(r"(ssl_certificate(?:_key)? +).*;", rf"\1{certificate};", ours.replace("tiles.example", "localhost"))
    places = "".join(
        f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = folder / "nginx.conf"
    head = f"daemon off;\npid {folder}/pid;\nerror_log stderr;\n"
    whole.write_text(f"{head}events {{}}\nhttp {{\n{places}{ours}}}\n", encoding="utf-8")
    return whole


needs_nginx = pytest.mark.skipif(
    shutil.which("nginx") is None or shutil.which("openssl") is None, reason="needs nginx and openssl"
)


@needs_nginx
def test_nginx_reads_its_file_as_it_stands(tmp_path: Path, certificate: Path) -> None:
    whole = nginx_file(tmp_path, certificate, 443, 80, 8420)
    ours = re.sub(r"(ssl_certificate(?:_key)? +).*;", rf"\1{certificate};", NGINX)
    text = whole.read_text(encoding="utf-8")
    whole.write_text(text[: text.index("map $http")] + ours + "}\n", encoding="utf-8")
    ran = subprocess.run(["nginx", "-t", "-c", str(whole)], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "warn" not in ran.stderr


@needs_nginx
def test_a_game_goes_through_nginx_by_https(tmp_path: Path, certificate: Path) -> None:
    secure, plain, server = free_port(), free_port(), free_port()
    public = f"https://localhost:{secure}"
    settings = settings_in(tmp_path, port=server, public_url=public, trusted_proxy=("127.0.0.0/8",))
    with served(settings):
        command = ["nginx", "-c", str(nginx_file(tmp_path, certificate, secure, plain, server))]
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as nginx:
            try:
                asyncio.run(play_by_https(public, f"http://localhost:{plain}", certificate))
            finally:
                nginx.terminate()


async def play_by_https(public: str, plain: str, certificate: Path) -> None:
    trust = ssl.create_default_context(cafile=certificate)
    async with httpx.AsyncClient(base_url=public, verify=trust, timeout=60) as http:
        for _ in range(600):
            with contextlib.suppress(httpx.TransportError):
                assert (await http.get("/health")).status_code == 404
                break
            await asyncio.sleep(0.1)
        assert protocol_offered(http.base_url.port or 443, certificate) == "h2"
        moved = await http.get(f"{plain}/t/abc")
        assert (moved.status_code, moved.headers["location"]) == (301, f"{public}/t/abc")
        ann = await arrive(http, "Ann")
        assert ann.cookie.startswith("__Host-")
        table = (await make_table(http, ann, seats=["me", "newcomer"]))["terms"]["id"]
        player = await Player(ann, table, trust=trust).open()
        await player.ask("ready")
        await player.until(lambda known: known.to_move)
        await player.ask("draw", revision=player.revision)
        await player.close()


def protocol_offered(port: int, certificate: Path) -> str | None:
    """What a server speaks with who knows HTTP/2."""
    trust = ssl.create_default_context(cafile=certificate)
    trust.set_alpn_protocols(["h2", "http/1.1"])
    with (
        socket.create_connection(("127.0.0.1", port)) as line,
        trust.wrap_socket(line, server_hostname="localhost") as s,
    ):
        return s.selected_alpn_protocol()


# The unit of systemd


needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit with a program that is there."""
    path = tmp_path / "tilery.service"
    path.write_text(UNIT.replace("/opt/tilery/bin/tilery", sys.executable), encoding="utf-8")
    return path


@needs_systemd
def test_systemd_understands_the_unit(unit: Path) -> None:
    ran = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


@needs_systemd
def test_systemd_finds_little_that_the_unit_could_do_without(unit: Path) -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=15", str(unit)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if "unrecognized option" in ran.stderr:
        pytest.skip("this systemd-analyze does not look at files")
    assert ran.returncode == 0, ran.stdout


def test_the_units_environment_sets_what_can_be_set() -> None:
    given = dict(re.findall(r"^#?(TILERY_\w+)=(.*)$", ENVIRONMENT, re.MULTILINE))
    assert len(given) >= 5
    assert gather({}, given).warnings == ()
    assert given.keys() <= {setting.variable for setting in SETTINGS.values()}


# The page about running it


def test_the_role_and_the_database_of_the_page_can_be_made_and_used(database_server: Postgres) -> None:
    (sql,) = re.findall(r"```sql\n(.*?)```", PAGE, re.DOTALL)
    for statement in sql.replace("ROLE tilery", "ROLE paged").replace("OWNER tilery", "OWNER paged").split(";")[:-1]:
        database_server.run(statement)
    address = database_server.address("tilery").replace("tilery@", "paged@")
    subprocess.run([*TILERY, "--database", address, "--migrate"], check=True, stdout=subprocess.DEVNULL)


def test_no_dump_of_the_page_can_be_read_by_everybody() -> None:
    assert "pg_dump" in PAGE
    assert re.findall(r"(?<!umask 077 && )pg_dump -", PAGE) == []


def test_the_tables_of_the_page_are_those_of_the_code() -> None:
    assert made(PAGE) == PAGE, "python -m tests.kit.server_page writes them anew"


def test_every_option_of_the_program_is_on_the_page() -> None:
    shown = re.findall(r"\| `(--[a-z-]+)", PAGE)
    assert {*shown, "--help"} == set(re.findall(r"(?m)^ +(?:-h, )?(--[a-z-]+)", help_text()))


# The topology with plain processes


class Balancer:
    """What stands in for the proxy: each connection goes to the next process that takes it."""

    def __init__(self, ports: list[int]) -> None:
        self.ports = ports
        self.port = free_port()

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        server = await asyncio.start_server(self._pass_on, "127.0.0.1", self.port)
        try:
            yield
        finally:
            server.close()
            await server.wait_closed()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in self.ports:
            self.ports.append(self.ports.pop(0))
            with contextlib.suppress(OSError):
                inside, outside = await asyncio.open_connection("127.0.0.1", self.ports[-1])
                await asyncio.gather(_copy(reader, outside), _copy(inside, writer))
                return
        writer.close()


async def _copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await source.read(65_536):
            target.write(data)
            await target.drain()
    target.close()
    with contextlib.suppress(OSError):
        await target.wait_closed()


@contextlib.contextmanager
def process(port: int, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of the server, which is stopped in good order."""
    running = subprocess.Popen([*TILERY, "--port", str(port), *options], stdout=subprocess.DEVNULL)
    try:
        yield running
        running.send_signal(signal.SIGTERM)
        assert running.wait(120) == 0
    finally:
        running.kill()
        running.wait()


def wait_until_ready(port: int) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(f"http://127.0.0.1:{port}/ready").status_code == 200:
                return
        time.sleep(0.05)
    raise AssertionError("the process is not ready")


def test_two_processes_behind_a_proxy_play_one_game_and_one_stops_in_the_middle(database: str) -> None:
    with redis() as channels:
        balancer, store = Balancer([free_port(), free_port()]), ["--database", database]
        public = f"http://127.0.0.1:{balancer.port}"
        options = [*store, "--channels", channels.url, "--public-url", public, "--log", "json"]
        first, second = balancer.ports
        with process(first, *options) as one, process(second, *options):
            for port in (first, second):
                wait_until_ready(port)
            asyncio.run(play_behind(balancer, public, one, first, second))


async def play_behind(balancer: Balancer, public: str, one: Any, first: int, second: int) -> None:
    async with balancer.running(), visiting(public) as http:
        ann, bo = await arrive(http, "Ann"), await arrive(http, "Bo")
        table = (await make_table(http, ann, seats=["me", "open"]))["terms"]["id"]
        players = [await Player(ann, table).open(), await Player(bo, table).open()]
        assert await asyncio.to_thread(connections, first) == await asyncio.to_thread(connections, second) == 1
        await players[1].ask("sit")
        for player in players:
            await player.ask("ready")
        await draw_in_turn(players, 6)
        one.send_signal(signal.SIGTERM)
        await asyncio.to_thread(one.wait, 20)
        await asyncio.gather(*(player.reconnect() for player in players if not player.connected))
        assert await asyncio.to_thread(connections, second) == 2
        await draw_in_turn(players, 6)
        for player in players:
            await player.close()


async def draw_in_turn(players: list[Player], turns: int) -> None:
    for _ in range(turns):
        for player in players:
            await player.until(lambda known: known.phase == "playing")
        mover = next(player for player in players if player.to_move)
        await mover.insist("draw", revision=mover.revision)
        for player in players:
            await player.until(lambda known, reached=mover.revision: known.revision >= reached)


def connections(port: int) -> float:
    """How many sockets a process has open, by its metrics."""
    figures = httpx.get(f"http://127.0.0.1:{port}/metrics").text
    return sum(float(value) for value in re.findall(r"^tilery_connections\{.*\} (.*)$", figures, re.MULTILINE))
