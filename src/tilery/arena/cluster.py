"""Games on a Ray cluster: the same games, the same results, whichever machines play them.

Ray is an extra and loaded only here. Every machine of the cluster needs Tilery, in this same version.
"""

from __future__ import annotations

import contextlib
import logging
import os
import platform
import socket
import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any

from tilery.arena.chunks import Chunks
from tilery.arena.code import fingerprint
from tilery.arena.game import ArenaGame, play
from tilery.arena.tournament import GameSpec, Tournament
from tilery.errors import TileryError

__all__ = ["play_on_cluster"]

_AHEAD = 2
"""Portions handed out for each core: one is played while the next is on its way."""

_PATIENCE = 5.0
"""Seconds until an address without an answer is given up."""


def play_on_cluster(
    of: Tournament, specs: Iterable[GameSpec], address: str, with_records: bool = False
) -> Iterator[ArenaGame]:
    """Play games on the Ray cluster at this address; those lost with a worker or a machine are played again."""
    with _connected(address) as ray:
        play_there = ray.remote(max_retries=0)(_play_chunk)  # a game that is lost comes from Chunks again
        everywhere, code = ray.put(of), fingerprint()
        cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
        chunks = Chunks(specs, cores)
        waiting: dict[Any, list[GameSpec]] = {}
        while True:
            while len(waiting) < _AHEAD * cores and (chunk := chunks.take()):
                waiting[play_there.remote(everywhere, chunk, with_records, code)] = chunk
            if not waiting:
                return
            ready, _ = ray.wait(list(waiting), num_returns=1)
            for reference in ready:
                games = waiting.pop(reference)
                answer = _answer(ray, reference)
                if answer is None:
                    chunks.lost(games)
                    continue
                done, seconds = answer
                chunks.done(len(done), seconds)
                yield from done


def _play_chunk(
    of: Tournament, games: list[GameSpec], with_records: bool, code: str
) -> tuple[list[ArenaGame], float]:  # runs on the cluster
    if code != fingerprint():
        raise TileryError("cluster", f"{platform.node()} of the cluster has another Tilery than this machine")
    start = time.perf_counter()
    return [play(of, spec, with_records) for spec in games], time.perf_counter() - start


def _answer(ray: Any, reference: Any) -> tuple[list[ArenaGame], float] | None:
    """What a portion came to; nothing if whoever played it is gone."""
    try:
        found: tuple[list[ArenaGame], float] = ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        cause = error.cause if isinstance(error.cause, TileryError) else None
        raise cause or TileryError("cluster", f"the cluster cannot play this: {_last_line(error)}") from None
    except ray.exceptions.RayError:
        return None
    return found


def _last_line(error: Exception) -> str:
    return str(error).strip().splitlines()[-1]


def _knock(address: str) -> None:
    """Refuse an address where nobody is: Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), _PATIENCE).close()
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise TileryError("cluster", f"no Ray cluster answers at {address!r}: {reason.lower()}") from None


@contextlib.contextmanager
def _connected(address: str) -> Iterator[Any]:
    """Ray, connected to a cluster as long as this lasts. Nothing is reported to anybody about its use.

    Ray tells of workers that died on stdout, which is for answers: meanwhile stdout is stderr.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # Ray's new way, without its warning
    try:
        import ray
    except ImportError:
        raise TileryError(
            "extra", 'a cluster needs Ray, which is not installed: pip install "tilery[cluster]"'
        ) from None
    _knock(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except Exception as error:
        raise TileryError("cluster", f"no Ray cluster answers at {address!r}: {_last_line(error)}") from None
    with contextlib.redirect_stdout(sys.stderr):
        try:
            yield ray
        finally:
            ray.shutdown()
