"""Every screen in both themes: nothing axe finds, nothing the Content-Security-Policy has to forbid."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.kit.browser import Person
from tests.kit.hands import PHONE
from tests.kit.thumb import SIXTY, TWENTY

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"

Arrive = Callable[..., Person]
Screen = Callable[[Person], None]
SEATS = {"edition": "sabra", "seats": ["me", "newcomer"], "hints": True}


def home(ann: Person) -> None:
    ann.make_table(seats=["me", "open"])
    ann.page.goto("/")
    ann.button("Play now").wait_for()
    ann.page.get_by_role("heading", name="My games").wait_for()


def new(ann: Person) -> None:
    ann.page.goto("/new?with=friends")
    ann.button("Open the table").wait_for()
    for fold in ann.page.locator("summary").all():
        fold.click()


def lobby(ann: Person) -> None:
    ann.make_table(seats=["me", "open"], listed=True)
    ann.page.goto("/lobby")
    ann.page.get_by_role("heading", level=1).wait_for()


def join(ann: Person) -> None:
    ann.page.goto("/join")
    ann.page.get_by_role("textbox").first.wait_for()


def settings(ann: Person) -> None:
    ann.page.goto("/settings")
    ann.page.get_by_role("heading", level=1).wait_for()
    for fold in ann.page.locator("summary").all():
        fold.click()


def rules(ann: Person) -> None:
    ann.page.goto("/rules/twist-2015")
    ann.page.get_by_role("searchbox").fill("joker")
    ann.page.locator(".answer").wait_for()
    for fold in ann.page.locator("summary").all():
        fold.click()


def solve_empty(ann: Person) -> None:
    ann.page.goto("/solve")
    ann.page.locator(".enter").wait_for()


def solve_entered(ann: Person) -> None:
    """A full table; where there's room its answer is beside it."""
    ann.page.goto(SIXTY.link)
    keys, answer = ann.page.locator(".enter > .press.main"), ann.page.get_by_role("tab").first
    keys.or_(answer).first.wait_for()
    ann.await_rest()


def solve_answer(ann: Person) -> None:
    ann.page.goto(TWENTY.link)
    open_solved(ann)


def solve_nothing(ann: Person) -> None:
    ann.page.goto("/solve?p=r6-8.k1y5b11")
    open_solved(ann)


def solve_wrong(ann: Person) -> None:
    """A tile more than there are."""
    ann.page.goto("/solve?p=r6-8_7krb.r7")
    ann.page.locator(".wrong").wait_for()


def open_solved(ann: Person) -> None:
    """Where there's no room for both, the answer takes the place of the keys."""
    find = ann.page.locator(".enter > .press.main")
    shown = ann.page.locator(".answers :is([role=tab], .card h2)").first
    find.or_(shown).first.wait_for()
    if find.count():
        find.click()
    shown.wait_for()


def gathering(ann: Person) -> None:
    ann.go(ann.make_table(seats=["me", "open", "casual"], hints=True))
    ann.button("I’m ready").wait_for()


def playing(ann: Person) -> None:
    ann.begin(**SEATS)
    ann.page.locator(".rack [data-tile]").first.wait_for()
    ann.await_turn()
    ann.lay(*_first_two(ann))
    ann.page.locator(".board .set.bad").wait_for()


def menu(ann: Person) -> None:
    playing(ann)
    open_menu(ann)


def open_menu(ann: Person) -> None:
    ann.page.locator("button[aria-haspopup=dialog] >> visible=true").first.click()
    ann.page.get_by_role("dialog").wait_for()


def hint(ann: Person) -> None:
    ann.begin(**SEATS)
    ann.await_turn()
    open_hint(ann)


def open_hint(ann: Person) -> None:
    ann.page.locator(":is(.tools, .icons) > .round >> visible=true").first.click()
    ann.page.locator(".hint p").filter(has_not_text="…").wait_for()


def chat(ann: Person) -> None:
    ann.go(ann.make_table(seats=["me", "open"]))
    open_chat(ann)


def open_chat(ann: Person) -> None:
    ann.page.locator(".icons > [aria-expanded] >> visible=true").first.click()
    ann.page.get_by_role("complementary").wait_for()


def end(ann: Person) -> None:
    ann.begin(**SEATS)
    ann.await_turn()
    resign(ann)
    ann.page.get_by_role("heading", name="Score sheet").wait_for()


def history(ann: Person) -> None:
    end(ann)
    ann.page.goto("/history")
    ann.page.get_by_role("heading", level=1).wait_for()
    ann.page.locator("main a[href^='/g/']").first.wait_for()


def game(ann: Person) -> None:
    history(ann)
    ann.page.locator("main a[href^='/g/']").first.click()
    ann.page.get_by_role("heading", level=1).wait_for()


def record(ann: Person) -> None:
    ann.page.goto("/g")
    ann.page.get_by_role("heading", level=1).wait_for()


def puzzles(ann: Person) -> None:
    ann.page.goto("/puzzles")
    ann.page.locator(".themes li").first.wait_for()
    ann.page.locator(".day-card .foot").wait_for()


def puzzle(ann: Person) -> None:
    ann.page.goto("/puzzles/today")
    ann.page.locator("[data-tile]").first.wait_for()


def solved(ann: Person) -> None:
    """A puzzle with its solution found, by the last step of its hint."""
    puzzle(ann)
    open_solved_puzzle(ann)


def open_solved_puzzle(ann: Person) -> None:
    ann.page.locator("[data-tile]").first.wait_for()
    for _ in range(4):
        ann.page.keyboard.press("h")
    ann.done_lit.wait_for()
    ann.page.keyboard.press("Enter")
    ann.page.locator(".rating").first.wait_for(state="attached")


def resign(ann: Person) -> None:
    """Give up the game by the menu."""
    ann.button("Menu").locator("visible=true").first.click()
    ann.button("Give up the game").click()
    ann.page.locator(".press.warn").click()


def _first_two(ann: Person) -> tuple[str, ...]:
    """Two tiles of the rack, by their notation."""
    colours = {"black": "k", "red": "r", "blue": "b", "yellow": "y"}
    names = [tile.get_attribute("aria-label") or "" for tile in ann.rack.all()]
    natural = [name.split() for name in dict.fromkeys(names) if name.split()[0] in colours]
    return tuple(colours[colour] + number for colour, number in natural[:2])


SCREENS = (
    *(home, new, lobby, join, settings, rules, gathering, puzzles, puzzle, solved),
    *(playing, menu, hint, chat, end, history, game, record),
)
"""What leads to each screen; the pictures of ``benchmarks.screens`` are taken there too."""


SOLVING = (solve_empty, solve_entered, solve_answer, solve_nothing, solve_wrong)
"""The states of the page that solves a real table."""


OPENERS = {
    menu: open_menu,
    hint: open_hint,
    chat: open_chat,
    solve_answer: open_solved,
    solve_nothing: open_solved,
    solved: open_solved_puzzle,
}
"""What opens again what a reload has closed, in any language."""


def violations(person: Person, *rules: str) -> list[str]:
    """What axe finds on the page, by all its rules or by these, with the element that it is about."""
    if not AXE.exists():
        missing = "the web app's packages are not installed: make web"
        pytest.fail(missing) if os.environ.get("CI") else pytest.skip(missing)
    person.await_rest()
    if not person.page.evaluate("'axe' in window"):
        person.page.evaluate(AXE.read_text("utf-8"))
    options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    found: dict[str, Any] = person.page.evaluate("options => axe.run(document, options)", options)
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in found["violations"]
        for node in each["nodes"]
    ]


@pytest.mark.parametrize(
    "screens", (SCREENS[:10], SCREENS[10:], SOLVING), ids=("before a game", "in a game and after", "solving")
)
def test_axe_finds_nothing_in_light_and_dark(screens: tuple[Screen, ...], arrive: Arrive) -> None:
    ann = arrive(color_scheme="light")
    found = []
    for screen in screens:
        screen(ann)
        found += [f"{screen.__name__}: {each}" for each in violations(ann)]
        ann.page.emulate_media(color_scheme="dark")
        found += [f"{screen.__name__} in the dark: {each}" for each in violations(ann, "color-contrast")]
        ann.page.emulate_media(color_scheme="light")
    assert found == []


def test_axe_finds_nothing_on_a_phone(arrive: Arrive) -> None:
    ann = arrive(**PHONE)
    found = []
    for screen in (home, new, puzzles, puzzle, solved, playing, end):
        screen(ann)
        found += [f"{screen.__name__}: {each}" for each in violations(ann)]
    assert found == []


def test_axe_can_find_something_and_the_policy_has_no_exception_for_inline_code(arrive: Arrive) -> None:
    ann = arrive()
    answer = ann.page.goto("/")
    assert answer is not None
    ann.page.evaluate("document.body.append(document.createElement('button'))")
    assert any(each.startswith("button-name") for each in violations(ann))
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
