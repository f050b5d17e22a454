"""A program at the other end of three pipes. It may be slow, deaf, talkative or dead: nobody here waits for it.

A thread writes what is to be said, one reads what the program says, one keeps the last words of its stderr;
each owns its pipe. Threads, because Windows cannot wait for several pipes at once.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import IO, NamedTuple

from tilery.errors import TileryError

__all__ = ["LONGEST_LINE", "MOST_LINES", "EngineProcess", "OutputLine"]

LONGEST_LINE = 16_384
"""How many bytes a line of the program may have; a longer one is passed over."""

MOST_LINES = 1_000
"""How many lines the program may write from one ``expect`` to the next; a program that writes more is ended."""

_LONGEST_WORDS = 300
_SHOWN = 100


class OutputLine(NamedTuple):
    """A line the program has written; of one that is too long only the beginning is there."""

    text: bytes
    too_long: bool


class EngineProcess:
    """A running program: lines go in by ``send`` and come out by ``receive``, until ``stop`` ends and reaps it."""

    def __init__(self, command: str | Sequence[str]) -> None:
        self.flooded = False
        self.last_words = ""
        self._stopped = False
        self._owner = os.getpid()
        self._lines = 0
        self._to_say = queue.SimpleQueue[bytes | None]()
        self._said = queue.SimpleQueue[OutputLine | None]()
        self._child = _start(command)
        child = self._child
        assert child.stdin and child.stdout and child.stderr
        self._threads = [
            threading.Thread(target=self._write, args=(child.stdin,), daemon=True),
            threading.Thread(target=self._read, args=(child.stdout,), daemon=True),
            threading.Thread(target=self._listen, args=(child.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def send(self, line: bytes) -> None:
        """Say a line; it waits here for as long as the program reads nothing."""
        self._to_say.put(line)

    def expect(self) -> None:
        """Let the program write as many lines again."""
        self._lines = 0

    def receive(self, seconds: float) -> OutputLine | None:
        """The next line the program writes, ``None`` if none comes in time; EOFError when there will be no more."""
        try:
            line = self._said.get(timeout=max(0.0, seconds))
        except queue.Empty:
            return None
        if line is None:
            self._said.put(None)
            raise EOFError
        return line

    def stop(self, seconds: float = 0.0) -> str:
        """Close the program's input, wait so long for it to leave, then kill it with all it started; how it ended."""
        if os.getpid() != self._owner:  # a copy of us made by fork: the program is not ours to end
            return "is another's"
        self._to_say.put(None)
        killed = False
        try:
            self._child.wait(seconds)
        except subprocess.TimeoutExpired:
            killed = True
        finally:
            if not self._stopped:
                self._stopped = True
                self._kill()
                self._child.wait()
                for thread in self._threads:
                    thread.join(1.0)  # a stranger may have inherited a pipe: then its thread stays, and is a daemon
        return _ending(self._child.returncode, killed)

    def _write(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError), pipe:  # the program is gone: the reader says so
            while (line := self._to_say.get()) is not None:
                pipe.write(line)
                pipe.flush()

    def _read(self, pipe: IO[bytes]) -> None:
        goes_on = False
        with contextlib.suppress(OSError), pipe:
            while part := pipe.readline(LONGEST_LINE):
                cut = len(part) == LONGEST_LINE and not part.endswith(b"\n")
                if not goes_on:
                    self._said.put(OutputLine(part[:_SHOWN] if cut else part, cut))
                goes_on = cut
                self._lines += 1
                if self._lines > MOST_LINES:
                    self.flooded = True
                    self._kill()
                    break
        self._said.put(None)

    def _listen(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError), pipe:
            while part := pipe.readline(_LONGEST_WORDS):
                if part.strip():
                    self.last_words = part.decode("utf-8", "replace")

    def _kill(self) -> None:
        """End the program at once, and on POSIX also what it has started; no harm if it has gone already."""
        with contextlib.suppress(OSError):
            if sys.platform == "win32":
                self._child.kill()
            else:
                os.killpg(self._child.pid, signal.SIGKILL)


def _start(command: str | Sequence[str]) -> subprocess.Popen[bytes]:
    """Start a program in a group of its own, so that Ctrl-C is ours alone and nothing it starts outlives it."""
    flags: int = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)  # as on Windows
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True, creationflags=flags
        )
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        text = f"cannot start the engine {_as_text(command)!r}: {why.lower()}"
        if isinstance(error, PermissionError):
            text += "; make it executable, or name its interpreter too, as in engine:python3 bot.py"
        raise TileryError("engine", text) from None


def _as_text(command: str | Sequence[str]) -> str:
    return command if isinstance(command, str) else " ".join(command)


def _ending(code: int, killed: bool) -> str:
    """How a program came to its end, in words.

    >>> _ending(3, killed=False), _ending(-11, killed=False)
    ('ended with exit code 3', 'was ended by SIGSEGV')
    """
    if killed:
        return "closed its output"
    if code >= 0:
        return f"ended with exit code {code}"
    try:
        return f"was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by signal {-code}"
