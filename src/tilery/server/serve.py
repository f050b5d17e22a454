"""Running the server: one process, or several workers on one socket, and an orderly stop."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Generator
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from types import FrameType

import uvicorn

from tilery.errors import TileryError
from tilery.server import logs
from tilery.server.app import build_app
from tilery.server.http.services import Services, opened, store_of
from tilery.server.http.wire import WireConfig
from tilery.server.settings import Settings
from tilery.server.store.rows import StoreError

__all__ = ["Server", "listen", "run_server", "serve"]

_STOPPERS = (signal.SIGINT, signal.SIGTERM)
_SCATTER: signal.Signals | None = getattr(signal, "SIGUSR1", None)  # Windows has none
_LONGEST_STOP = 10.0
_BREATH = 1.0
_HANDOVER = 0.0001
"""Seconds after which a busy thread lets another one run. What writes to the database needs its turn some dozen times
for a move: with Python's own five milliseconds a busy event loop kept every move waiting for half a second.
"""

log = logging.getLogger("tilery.server")


class Server(uvicorn.Server):
    """A web server that tells its players before it stops."""

    def __init__(self, config: uvicorn.Config, services: Services, announce: Callable[[Server], None]) -> None:
        super().__init__(config)
        self.services = services
        self._announce = announce
        self._scattering: asyncio.Future[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Say that the server is there only when it can also be stopped."""
        await super().startup(sockets)
        self._announce(self)

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Stop in good order on a signal, and be done with it: that is no failure."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {each: signal.signal(each, self.handle_exit) for each in _STOPPERS}
        loop = asyncio.get_running_loop()
        if _SCATTER is not None:
            loop.add_signal_handler(_SCATTER, self._scatter)
        try:
            yield
        finally:
            if _SCATTER is not None:
                loop.remove_signal_handler(_SCATTER)
            for each, handler in before.items():
                signal.signal(each, handler)

    def _scatter(self) -> None:
        """Send the players to wherever the proxy would have them now."""
        self._scattering = asyncio.ensure_future(self.services.tables.scatter())

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """From now on this process is not ready for more."""
        self.services.draining = True
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept nobody, let the tables tell their players and write what is waiting, then close."""
        self.services.draining = True
        for server in self.servers:
            server.close()
        try:
            async with asyncio.timeout(self.services.settings.limits.drain):
                await self.services.tables.drain()
                while self.server_state.tasks:  # sockets being told, requests being answered
                    await asyncio.sleep(0.05)
        except TimeoutError:
            logs.say(log, "not everybody was told of the stop in time", logging.WARNING)
        except Exception:  # whatever is wrong with one table, the stop goes on
            log.exception("not everybody was told of the stop")
        await super().shutdown(sockets)


def serve(settings: Settings, announce: Callable[[int], None] = lambda port: None) -> None:
    """Serve until a signal comes; ``announce`` is told the port. What cannot be is a :class:`TileryError`."""
    with listen(settings) as listener:
        try:
            if settings.workers > 1:
                asyncio.run(_check_store(settings))
                announce(listener.getsockname()[1])
                _Supervisor(settings, listener).run()
            else:
                _run(settings, listener, announce)
        except StoreError as error:
            raise TileryError("database", str(error)) from None


def listen(settings: Settings) -> socket.socket:
    """The socket to listen on; a port that is taken is a :class:`TileryError`."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        listener = socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    except (OSError, UnicodeError) as error:
        known = isinstance(error, OSError) and not isinstance(error, socket.gaierror) and error.errno
        reason = os.strerror(known).lower() if known else "there is no such address"
        text = f"cannot listen on {settings.host} port {settings.port}: {reason}"
        raise TileryError("port", text) from None
    # Every connection has it from here: without uvloop an answer's second packet would wait 40 ms for the peer.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


async def run_server(
    settings: Settings, listener: socket.socket, announce: Callable[[Server], None] = lambda server: None
) -> None:
    """Serve on a socket until the server, which ``announce`` is told, is stopped."""
    logging.getLogger("uvicorn.error").addFilter(_is_no_socket)
    async with opened(settings, listener.getsockname()[1]) as services:
        config = WireConfig(
            build_app(services),
            settings.limits,
            services.doors,
            lifespan="off",
            log_config=None,
            access_log=False,  # ours knows the client behind the proxy, and says less of paths
            proxy_headers=False,  # the gate knows which proxies to believe
            server_header=False,
            ws_max_size=settings.limits.frame,
            ws_per_message_deflate=False,  # messages are small, and its buffers are not
            timeout_graceful_shutdown=settings.limits.closing,
        )
        await Server(config, services, announce).serve([listener])


def _run(settings: Settings, listener: socket.socket, announce: Callable[[int], None] = lambda port: None) -> None:
    """Serve in this process."""
    _configure_logs(settings)
    _calm_collector()
    sys.setswitchinterval(_HANDOVER)
    factory = uvicorn.Config("", log_config=None).get_loop_factory()
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(run_server(settings, listener, lambda server: announce(server.services.port)))


def _calm_collector() -> None:
    """Have Python look for circles only when there may be many.

    A look through everything takes half a second with a thousand tables, in which nobody's move is heard. Rooms,
    connections and tables go when the last who knows them does, without being looked for. Only the web framework
    leaves a small circle for each socket: some thousands of them, or a million new objects, are worth a look.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 25, 20)


def _configure_logs(settings: Settings) -> None:
    logs.configure()
    logging.getLogger("alembic").setLevel(logging.WARNING)  # what a new database is made of is no news
    if settings.log is not None:
        for handler in logging.getLogger().handlers:
            handler.setFormatter(logs.JsonFormatter() if settings.log == "json" else logs.TextFormatter())


def _is_no_socket(record: logging.LogRecord) -> bool:
    """Whether this is no line of the web server about a socket, which has one of ours."""
    return record.levelno > logging.INFO or not str(record.msg).startswith(("connection ", '%s - "WebSocket'))


async def _check_store(settings: Settings) -> None:
    """Find out here what would else end every worker."""
    async with store_of(settings) as store:
        await store.ping()


class _Supervisor:
    """Keeps so many workers alive on one socket, and stops them all."""

    def __init__(self, settings: Settings, listener: socket.socket) -> None:
        self._settings = settings
        self._listener = listener
        self._stopping = False
        self._workers: dict[int, SpawnProcess] = {}

    def run(self) -> None:
        _configure_logs(self._settings)
        before = {each: signal.signal(each, self._stop) for each in _STOPPERS}
        if _SCATTER is not None:
            before[_SCATTER] = signal.signal(_SCATTER, self._pass_on)
        started = [0.0] * self._settings.workers
        try:
            while not self._stopping:
                for number in range(self._settings.workers):
                    worker = self._workers.get(number)
                    if (worker is None or not worker.is_alive()) and time.monotonic() - started[number] > _BREATH:
                        if worker is not None:
                            logs.say(log, "worker died", logging.ERROR, worker=number, status=worker.exitcode)
                        started[number] = time.monotonic()
                        self._workers[number] = self._start()
                wait([worker.sentinel for worker in self._workers.values() if worker.is_alive()], timeout=0.2)
        finally:
            self._listener.close()
            self._stop_all()
            for each, handler in before.items():
                signal.signal(each, handler)

    def _start(self) -> SpawnProcess:
        worker = multiprocessing.get_context("spawn").Process(target=_work, args=(self._settings, self._listener))
        worker.start()
        return worker

    def _stop(self, _sig: int, _frame: FrameType | None) -> None:
        self._stopping = True

    def _pass_on(self, sig: int, _frame: FrameType | None) -> None:
        for worker in self._workers.values():
            if worker.pid is not None and worker.is_alive():
                os.kill(worker.pid, sig)

    def _stop_all(self) -> None:
        for worker in self._workers.values():
            worker.terminate()
        last = time.monotonic() + _LONGEST_STOP
        for worker in self._workers.values():
            worker.join(max(0.0, last - time.monotonic()))
            if worker.is_alive():
                worker.kill()
                worker.join()


def _work(settings: Settings, listener: socket.socket) -> None:
    """A worker's whole life; it does not outlive the one who started it."""
    threading.Thread(target=_follow_parent, daemon=True).start()
    with listener:
        try:
            _run(settings, listener)
        except (StoreError, TileryError) as error:
            logs.say(log, str(error), logging.ERROR)
            sys.exit(2)


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
