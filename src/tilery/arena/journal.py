"""The journal of a tournament: every finished game on a line of its own, so that a run can be taken up again.

The first line says which tournament it is. A line that was being written when the machine stopped is
dropped and its game played again. More pairs may be asked for than at first: the games are the same.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from tilery.arena.files import writing
from tilery.arena.game import ArenaResult
from tilery.arena.tournament import GameSpec, Tournament
from tilery.errors import TileryError
from tilery.wire import to_plain

__all__ = ["VERSION", "Journal"]

VERSION = 1
"""The version of the journal's format."""


class Journal:
    """A file that finished games are appended to; those already there are in ``finished``."""

    def __init__(self, path: Path, of: Tournament) -> None:
        self.finished: dict[GameSpec, ArenaResult] = {}
        self._path = path
        header = _header(of)
        with writing(path):
            data = path.read_bytes() if path.exists() else b""
            whole = self._read(data, header)
            self._file: BinaryIO = path.open("r+b" if path.exists() else "w+b")
            self._file.truncate(whole)
            self._file.seek(whole)
            if not whole:
                self._write(header)

    def add(self, result: ArenaResult) -> None:
        """Note a finished game; when this returns, the end of this process cannot undo it."""
        with writing(self._path):
            self._write(result)

    def close(self) -> None:
        self._file.close()

    def _write(self, line: Any) -> None:
        self._file.write(msgspec.json.encode(line) + b"\n")
        self._file.flush()

    def _read(self, data: bytes, header: dict[str, Any]) -> int:
        """Read what is there; how much of it is whole lines."""
        *lines, _torn = data.split(b"\n")
        if not lines:
            if data and not _begins(data, header):
                raise TileryError("journal", f"{str(self._path)!r} is not the journal of an arena")
            return 0
        self._check(lines[0], header)
        whole = len(lines[0]) + 1
        for number, line in enumerate(lines[1:], 2):
            try:
                result = msgspec.json.decode(line, type=ArenaResult)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                if number == len(lines):
                    break
                raise TileryError("journal", f"{str(self._path)!r}, line {number}: {error}") from None
            self.finished[result.spec] = result
            whole += len(line) + 1
        return whole

    def _check(self, line: bytes, header: dict[str, Any]) -> None:
        """Refuse the journal of another tournament, and say in what it is another."""
        try:
            found = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            found = None
        if not isinstance(found, dict) or found.get("tilery") != header["tilery"]:
            raise TileryError("journal", f"{str(self._path)!r} is not the journal of an arena")
        differs = [name for name in header if found.get(name, 0) != header[name] and name != "pairs"]
        if differs:
            told = ", ".join(_difference(name, found.get(name), header[name]) for name in differs)
            raise TileryError("journal", f"{str(self._path)!r} is the journal of another tournament: {told}")


def _header(of: Tournament) -> dict[str, Any]:
    plain = {
        "tilery": "arena",
        "format": VERSION,
        "version": of.version,
        "bots": of.bots,
        "seed": of.seed,
        "clock": of.clock,
        "solves": of.solves,
        "pairs": of.deals,
        "tables": of.tables,
        "rules": to_plain(of.rules),
    }
    header: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(plain))
    return header


def _begins(data: bytes, header: dict[str, Any]) -> bool:
    """Whether this is the beginning of our own first line, torn off."""
    return msgspec.json.encode(header).startswith(data)


def _difference(name: str, there: Any, here: Any) -> str:
    if name in ("rules", "tables"):
        return f"other {name}"
    written = [", ".join(map(str, value)) if isinstance(value, list) else str(value) for value in (there, here)]
    return f"{name} {written[0]} there, {written[1]} here"
