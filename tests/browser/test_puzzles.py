"""Puzzles: solved by finger, mouse and keys in any legal way; hints, giving up, the day's, storms, and no network."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import KEEPING
from tests.browser.test_access import violations
from tests.kit.browser import Person
from tests.kit.hands import PHONE, Finger, Hands, Keys, Mouse
from tilery.notation import Table
from tilery.puzzles.puzzle import Puzzle
from tilery.puzzles.shelf import shipped

Arrive = Callable[..., Person]
DESK = {"viewport": {"width": 1440, "height": 900}}
SHELF = shipped()


def with_two(number: int) -> Puzzle:
    """A puzzle with another solution, without jokers that would lie in another order than they are written."""
    found = [
        puzzle
        for puzzle in SHELF.puzzles
        if len(puzzle.answers) > 1 and puzzle.opened and not {"j", "d", "c", "m"} & set(puzzle.answers[1].split())
    ]
    return found[number]


def come(ann: Person, path: str) -> None:
    ann.page.goto(path)
    ann.page.locator("[data-tile]").first.wait_for()


def standing(ann: Person) -> dict[str, Any]:
    found: dict[str, Any] = ann.context.request.get("/api/puzzles").json()["you"]
    return found


def read(ann: Person) -> Puzzle | None:
    """The puzzle on the page."""
    return SHELF.find(ann.page.url.split("?")[0].rsplit("/", 1)[-1])


@pytest.mark.parametrize(
    ("hands", "size"), ((Finger, PHONE), (Mouse, DESK), (Keys, DESK)), ids=("finger", "mouse", "keyboard")
)
def test_any_solution_counts_and_the_other_is_shown_on_the_same_table(
    arrive: Arrive, hands: type[Hands], size: dict[str, Any]
) -> None:
    ann, puzzle = arrive(**size), with_two(0)
    come(ann, f"/puzzles/{puzzle.id}")
    assert violations(ann) == []
    hands(ann).play(Table(puzzle.answers[1]))
    ann.page.locator(".rating b >> visible=true").wait_for()
    assert standing(ann)["solved"] == 1
    assert violations(ann) == []
    # The arrow keys and the button go between them.
    ann.button("Show the other").click()
    ann.await_draft(puzzle.answers[0])
    ann.page.keyboard.press("ArrowLeft")
    ann.button("Show the other").wait_for()
    ann.button("Next puzzle").click()
    ann.page.locator("button.done").wait_for()
    ann.eventually(lambda: read(ann) not in (None, puzzle), "another puzzle, at its own address")
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_help_says_what_it_costs_and_the_day_counts_for_the_streak_all_the_same(arrive: Arrive) -> None:
    ann = arrive(**PHONE)
    ann.page.goto("/")
    ann.page.get_by_role("link", name="Try it").tap()
    ann.page.locator("[data-tile]").first.wait_for()
    ann.page.locator(".line .round").tap()
    ann.page.get_by_text("counts for your streak, but not for your rating").locator("visible=true").wait_for()
    for _ in range(3):
        ann.page.locator(".line .round").tap()
    ann.done_lit.wait_for()
    ann.page.keyboard.press("Enter")
    ann.page.get_by_text("With a hint, it isn’t rated").locator("visible=true").wait_for()
    assert standing(ann)["streak"] == 1 and standing(ann)["solved"] == 1
    # Giving up asks first, too; a day that is done stays done.
    come(ann, f"/puzzles/{with_two(1).id}")
    ann.button("Give up").tap()
    ann.button("Yes, give up").tap()
    ann.page.get_by_role("heading", name="Here’s one way.").wait_for()
    ann.await_draft(with_two(1).answers[0])
    ann.page.goto("/")
    ann.page.get_by_role("link", name="Look at it again").wait_for()
    ann.page.goto("/puzzles")
    ann.page.get_by_text("One day so far").first.wait_for()
    assert violations(ann) == []


def test_a_set_that_cannot_stand_is_pointed_out_and_done_moves_nothing(arrive: Arrive) -> None:
    ann, puzzle = arrive(**DESK), with_two(0)
    come(ann, f"/puzzles/{puzzle.id}")
    Mouse(ann).pick(Mouse(ann).look().rack[0].id)
    ann.page.keyboard.press("n")
    ann.page.locator(".board .set.bad").wait_for()
    lies = ann.sets.count()
    ann.done.click(force=True)
    ann.page.locator(".board .set.bad").wait_for()
    assert ann.sets.count() == lies
    ann.page.keyboard.press("z")
    ann.page.locator(".board .set.bad").wait_for(state="detached")


def test_a_storm_goes_on_over_a_reload_and_without_a_network_until_its_time_is_up(arrive: Arrive) -> None:
    ann = arrive(**KEEPING, **PHONE)
    ann.page.goto("/puzzles/storm")
    ann.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    ann.page.clock.install()
    ann.button("Start").tap()
    ann.page.locator("[data-tile]").first.wait_for()
    assert violations(ann) == []
    ann.context.set_offline(True)
    kept = ann.page.evaluate("JSON.parse(localStorage.getItem('tilery.storm')).puzzles.map(each => each.id)")
    first = SHELF.find(kept[0])
    assert first is not None
    Finger(ann).play(Table(first.answers[0]))
    ann.page.get_by_text("1 solved").wait_for()
    ann.button("Skip").tap()
    ann.page.clock.fast_forward(100_000)
    ann.page.reload()
    ann.page.locator("[data-tile]").first.wait_for()
    ann.page.set_viewport_size({"width": 844, "height": 390})
    ann.page.get_by_text("1 solved").wait_for()
    assert ann.page.evaluate("JSON.parse(localStorage.getItem('tilery.storm')).answers.length") == 2
    ann.page.clock.fast_forward(180_000)
    ann.page.get_by_role("heading", name="You solved one.").wait_for()
    ann.page.get_by_text("That’s your best so far.").wait_for()
    ann.context.set_offline(False)
    ann.page.goto("/puzzles")
    ann.page.get_by_text("Best: 1").wait_for()
    ann.eventually(lambda: (standing(ann) or {}).get("storm") == 1, "the server has the best one")


def test_a_storm_ends_early_only_by_a_second_press(arrive: Arrive) -> None:
    ann = arrive(**DESK)
    ann.page.goto("/puzzles/storm")
    ann.page.clock.install()
    ann.button("Start").click()
    ann.button("End the storm").click()
    ann.button("Sure? Press again to end the storm").wait_for()
    ann.page.clock.fast_forward(5_000)
    ann.button("End the storm").click()
    ann.button("Sure? Press again to end the storm").click()
    ann.page.get_by_role("heading", name="You solved 0.").wait_for()


def test_saved_puzzles_are_played_offline_and_their_answers_are_sent_once(arrive: Arrive) -> None:
    ann = arrive(**KEEPING, **PHONE)
    ann.page.goto("/puzzles")
    ann.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    ann.eventually(
        lambda: ann.page.evaluate("JSON.parse(localStorage.getItem('tilery.puzzles') ?? '{}').saved?.length > 5"),
        "some are kept",
    )
    ann.context.set_offline(True)
    come(ann, "/puzzles/next")
    puzzle = read(ann)
    assert puzzle is not None
    Finger(ann).play(Table(puzzle.answers[0]))
    ann.page.get_by_text("Kept on this device").locator("visible=true").wait_for()
    # Another day, without its puzzle: what is here is offered.
    ann.page.evaluate(
        """() => {
            const kept = JSON.parse(localStorage.getItem('tilery.puzzles'));
            localStorage.setItem('tilery.puzzles', JSON.stringify({ ...kept, day: null }));
        }"""
    )
    ann.page.goto("/puzzles/today")
    ann.page.get_by_text("others are on this device, and you have until").wait_for()
    ann.page.get_by_role("link", name="Play a saved one").wait_for()
    ann.context.set_offline(False)
    ann.page.goto("/puzzles")
    # Leaving the page may have cut one off on its way: it is sent again, and counts once.
    ann.eventually(
        lambda: ann.page.evaluate("(localStorage.getItem('tilery.attempts') ?? '[]') === '[]'"), "it is sent"
    )
    assert standing(ann)["solved"] == 1
    posted: list[str] = []
    ann.page.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    ann.page.reload()
    ann.page.get_by_text("Your puzzle rating").wait_for()
    assert not any("/attempt" in url for url in posted) and standing(ann)["solved"] == 1
