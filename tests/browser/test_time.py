"""Time: what becomes of a turn that runs out of it is said, and a new table takes the time of its rules."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec

from tests.browser.conftest import alone
from tests.kit.browser import Person
from tests.kit.served import Serving
from tilery.notation import Table
from tilery.server.table.decide import time_passes
from tilery.server.table.events import TableEvent
from tilery.server.table.standing import OnlineTable

Arrive = Callable[..., Person]
Stack = Callable[..., None]


def time_is_up(server: Serving, table: str) -> None:
    """The deadline comes, with the draft that lies there."""

    async def settle() -> None:
        room = await server.services.tables.room(table)
        assert room is not None
        kept = await room.drafts.kept(room.table, room.table.turn)
        draft, now = None if kept is None else Table(kept.text), time.time()

        def late(table: OnlineTable) -> tuple[TableEvent, ...]:
            return time_passes(msgspec.structs.replace(table, deadline=now), now, "5e" * 32, draft) or ()

        assert await room.quietly(late)

    server.run(settle())


def test_a_turn_that_went_back_says_so_when_it_is_my_turn_again(arrive: Arrive, stack: Stack, server: Serving) -> None:
    ann = arrive()
    alone(ann, stack, edition="classic-2015", clock={"turn": 600})
    ann.lay("r10", "r11")
    ann.page.get_by_text("1 set to fix first").first.wait_for()
    time_is_up(server, ann.table)
    ann.await_rack(17)
    ann.eventually(lambda: "Time’s up: your tiles went back, and you drew 3 tiles" in ann.said(), "what became of it")
    ann.page.reload()
    ann.eventually(lambda: "Time’s up: your tiles went back, and you drew 3 tiles" in ann.said(), "the same again")


def test_a_turn_without_a_move_says_what_was_drawn(arrive: Arrive, stack: Stack, server: Serving) -> None:
    ann = arrive()
    alone(ann, stack, clock={"turn": 600})
    time_is_up(server, ann.table)
    ann.eventually(lambda: "Time’s up, and you drew 3 tiles" in ann.said(), "what became of it")


def test_nobody_hurries_a_newcomer(arrive: Arrive, server: Serving) -> None:
    ann = arrive()
    ann.page.goto("/")
    ann.button("Play now").click()
    ann.page.wait_for_url("**/t/*")
    room = server.run(server.services.tables.room(ann.page.url.rsplit("/", 1)[1]))
    assert room.table.terms.clock.turn is None


def test_a_new_table_among_friends_takes_the_editions_own_time(arrive: Arrive) -> None:
    ann = arrive()
    ann.page.goto("/new?with=friends")
    seconds = ann.page.get_by_label("Time per turn")
    ann.eventually(lambda: seconds.input_value() == "60", "the minute of Classic 2015")
    ann.page.get_by_label("Sabra", exact=False).first.check(force=True)
    ann.eventually(lambda: seconds.input_value() == "120", "the two minutes of Sabra")
