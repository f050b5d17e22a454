"""A wire between a server and its database that can be cut and mended."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit

from tests.kit.services import free_port

__all__ = ["Cable", "cable"]


class Cable:
    """Passes connections on to a port of this machine; cut, it passes on nothing and answers nobody."""

    def __init__(self, to: int) -> None:
        self.port = free_port()
        self._to = to
        self._whole = threading.Event()
        self._whole.set()
        self._ends: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", self.port), backlog=128)

    def run(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(("127.0.0.1", self._to))
                self._ends += [near, far]
                for source, target in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=(source, target), daemon=True).start()

    def cut(self) -> None:
        """Let nothing through, without either end hearing of it."""
        self._whole.clear()

    def mend(self) -> None:
        """Let everything through again, what was sent meanwhile included."""
        self._whole.set()

    def close(self) -> None:
        self._whole.set()
        for end in (self._listener, *self._ends):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                self._whole.wait()
                target.sendall(data)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def cable(url: str) -> Iterator[tuple[Cable, str]]:
    """A cable to where this address leads, and the address by way of it."""
    port = urlsplit(url).port
    assert port is not None
    made = Cable(port)
    thread = threading.Thread(target=made.run, daemon=True)
    thread.start()
    try:
        yield made, url.replace(f":{port}/", f":{made.port}/")
    finally:
        made.close()
        thread.join()
