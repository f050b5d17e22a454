"""What the handlers work with: one of everything for each process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from tilery.puzzles.shelf import shipped
from tilery.server.http.analysing import AnalysingDesk
from tilery.server.http.budgets import Budgets, marking, share
from tilery.server.http.doors import Doors
from tilery.server.http.limits import Limiter
from tilery.server.http.solving import SolvingDesk
from tilery.server.hub import Hub, open_hub
from tilery.server.identity import Identities, new_id
from tilery.server.metrics import Metrics
from tilery.server.pulse import pulse
from tilery.server.room.drawing import KeptPictures
from tilery.server.room.figuring import FiguresDesk
from tilery.server.room.rooms import Rooms
from tilery.server.room.work import Work, let_rest
from tilery.server.settings import Settings
from tilery.server.steady import SteadyClock, watch_clock
from tilery.server.store.store import Pool, Store, Watch, open_store
from tilery.server.tracing import trace_to

__all__ = ["Services", "opened", "store_of"]

_SOLVED = 25.0
"""Seconds without a position to solve after which that process ends; `SolveDesk` in the browser counts on it."""
_ANALYSING = 300.0
"""Seconds after which some turns that are still being analysed are given up."""
_ANALYSED = 60.0
"""Seconds without an analysis after which its processes end: they hold the most memory, and nobody waits at a table."""


class Services:
    """One of everything. ``draining`` is set when the process is about to stop; ``port`` is the real one."""

    def __init__(
        self, settings: Settings, store: Store, hub: Hub, metrics: Metrics, rooms: Rooms, port: int | None = None
    ) -> None:
        self.settings = settings
        self.store = store
        self.hub = hub
        self.metrics = metrics
        self.tables = rooms
        self.port = settings.port if port is None else port
        self.identities = Identities(store, settings.limits, self.now)
        self.limiter = Limiter(settings.limits.buckets)
        # A process of its own: whatever is solved, no bot and no hint waits for it. It ends soon, and is there again
        # while somebody enters the next table.
        self.solving = SolvingDesk(Work(1, settings.limits.questions, idle=_SOLVED), self.limiter, settings.limits)
        # And some more that wait for everybody else: an analysis takes seconds.
        self.analysing = AnalysingDesk(
            store,
            Work(
                settings.analysts,
                settings.limits.analyses + 2 * settings.analysts,
                _ANALYSING,
                _ANALYSED,
                background=True,
            ),
            settings.analysts,
            self.limiter,
            settings.limits,
            self.now,
            shared=not settings.embedded,
        )
        self.shelf = shipped()
        # Begun by the first storm: many puzzles are judged at once there, and nobody's position waits for them.
        self.judging = Work(1, settings.limits.thoughts)
        # Another, in which nobody waits for anything: pictures and figures of games that are over.
        self.chores = Work(1, settings.limits.chores, _ANALYSING, background=True)
        self.pictures = KeptPictures()
        self.figures = FiguresDesk(store, self.chores)
        self.doors = Doors(settings)
        self.budgets = Budgets(settings.limits, mark=marking(settings.channels))
        self.draining = False
        self.thinking = (rooms.backing.work, self.solving.work, self.analysing.work, self.judging, self.chores)
        """Everything that has processes of its own."""

    def now(self) -> float:
        """What time it is."""
        return self.tables.backing.now()


def store_of(settings: Settings, watch: Watch | None = None) -> Store:
    """The store of a server that is set up so, still to be opened."""
    pool = Pool(
        settings.database_connections, settings.database_patience, settings.database_lock, settings.database_idle
    )
    return open_store(settings.database, pool, watch)


@asynccontextmanager
async def opened(settings: Settings, port: int | None = None) -> AsyncIterator[Services]:
    """Everything a process needs, opened in order and closed in the other."""
    process = new_id()
    metrics = Metrics(process)
    hub = open_hub(settings.channels, process, metrics)
    watch, clock = Watch(metrics.store_error), SteadyClock()
    metrics.clock_drift_seconds.set_function(clock.drift)
    async with AsyncExitStack() as stack:
        if settings.traces is not None:
            stack.push_async_callback(asyncio.to_thread, trace_to(settings.traces, settings.traces_share, process))
        store = await stack.enter_async_context(store_of(settings, watch))
        metrics.watch_store(lambda: store.use, lambda: watch.trouble is None)
        await hub.open()
        stack.push_async_callback(hub.close)
        rooms = Rooms(settings, store, hub, metrics, process, clock)
        rooms.open()
        stack.push_async_callback(rooms.close)
        services = Services(settings, store, hub, metrics, rooms, port)
        stack.push_async_callback(services.solving.close)
        stack.push_async_callback(services.analysing.close)
        stack.push_async_callback(services.judging.close)
        stack.push_async_callback(services.chores.close)
        stack.push_async_callback(services.figures.close)
        rounds = [pulse(metrics.loop_lag_seconds.observe), watch_clock(clock), let_rest(services.thinking)]
        if not settings.embedded:
            rounds.append(share(services.budgets, hub))
        for work in rounds:
            stack.callback(asyncio.ensure_future(work).cancel)
        yield services
