"""The course: played through by its own solutions, wrong tries explained, progress kept, with a network and without."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import KEEPING
from tests.browser.test_access import violations
from tests.browser.test_fingers import fingers
from tests.conftest import SOAK
from tests.kit.browser import Person, middle
from tests.kit.hands import PHONE, Finger, Hands, Keys
from tilery.notation import Table

Arrive = Callable[..., Person]
DESK = {"viewport": {"width": 1440, "height": 900}}
LESSONS = Path(__file__).resolve().parents[2] / "web/lessons"
EDITION = "classic-2015"
"""The edition one learns without having chosen one."""


def read(name: str) -> Any:
    return json.loads((LESSONS / f"{name}.json").read_text("utf-8"))


COURSE = [name for chapter in read("course")["chapters"] for name in chapter["lessons"]]
WORDS = read("words/en")


def note(ann: Person, kind: str) -> Any:
    """What is told: a hint, why not, or that it's right."""
    return ann.page.locator(f'[data-note="{kind}"] >> visible=true')


def title(lesson: str) -> str:
    return str(WORDS[lesson]["title"])


def pips(ann: Person, number: int, count: int) -> None:
    ann.page.get_by_role("img", name=f"Exercise {number} of {count}").locator("visible=true").first.wait_for()


def answer(ann: Person, exercise: dict[str, Any]) -> None:
    """Answer by keyboard; a turn's solution is laid by the third step of its hint."""
    keys = ann.page.keyboard
    if exercise["kind"] == "turn" and "draw" in exercise["solved"]:
        keys.press("d")
    elif exercise["kind"] in ("turn", "sheet"):
        for _ in range(3):
            keys.press("h")
        keys.press("Enter")
    else:
        for _ in range(3):
            keys.press("h")
        shown = ann.page.locator(".choices .press")
        right = next(at for at, one in enumerate(shown.all(), 1) if "shown" in (one.get_attribute("class") or ""))
        keys.press(str(right))
    note(ann, "right").wait_for()


def test_the_course_is_played_to_its_end_by_keyboard_and_every_tile_is_done(arrive: Arrive) -> None:
    """The first lesson has been begun, and of each other only the last exercise is left; in the soak, all of them."""
    learned = {}
    for name in () if SOAK else COURSE:
        done = read(name)["exercises"][: 1 if name == COURSE[0] else -1]
        learned[name] = [each["id"] for each in done]
    ann = arrive(settings={"learned": learned}, **DESK)
    ann.page.goto("/learn")
    ann.page.get_by_text("0 of 14 done", exact=True).wait_for()
    ann.page.get_by_role("link", name="Go on" if learned else "Start", exact=True).focus()
    ann.page.keyboard.press("Enter")
    for at, lesson in enumerate(COURSE):
        exercises = read(lesson)["exercises"]
        before = len(learned.get(lesson, ()))
        for number, exercise in enumerate(exercises[before:], before + 1):
            pips(ann, number, len(exercises))
            answer(ann, exercise)
            if number == len(exercises) and at + 1 < len(COURSE):
                ann.button(f"Next: {title(COURSE[at + 1])}").click()
            else:
                ann.page.keyboard.press("Enter")
    ann.page.get_by_text("14 of 14 done", exact=True).wait_for()

    # It is kept with the guest, for another device.
    def kept() -> int:
        return sum(map(len, ann.context.request.get("/api/me").json()["settings"].get("learned", {}).values()))

    everything = sum(len(read(name)["exercises"]) for name in COURSE)
    ann.eventually(lambda: kept() == everything, "the server has what was learnt")


@pytest.mark.parametrize(("hands", "size"), ((Finger, PHONE), (Keys, DESK)), ids=("finger", "keyboard"))
def test_a_turn_that_is_not_legal_is_explained_and_stays_until_it_is_put_right(
    arrive: Arrive, hands: type[Hands], size: dict[str, Any]
) -> None:
    ann = arrive(**size)
    lesson = read("splitting")
    first = lesson["exercises"][0]
    ann.page.goto("/learn/splitting")
    hand = hands(ann)
    ann.page.locator("[data-tile]").first.wait_for()
    assert violations(ann) == []
    ann.button("Hint").first.click()
    note(ann, "hint").wait_for()
    assert ann.button("Which tiles?").count() == 1
    if size is DESK:  # there it lies over the strip for a new set, and gives way to a tile in the hand
        x, y = middle(ann.rack.first)
        ann.page.mouse.move(x, y)
        ann.page.mouse.down()
        ann.page.mouse.move(x, y - 60, steps=4)
        note(ann, "hint").wait_for(state="hidden")
        ann.page.keyboard.press("Escape")
        ann.page.mouse.up()
        note(ann, "hint").wait_for()
    lay_set(hand, "r8", "r6")
    ann.page.locator(".board .set.bad").first.wait_for()
    note(ann, "wrong").wait_for()
    lies = ann.sets.count()
    ann.done.click(force=True)
    assert "Classic 2015 booklet" in note(ann, "wrong").inner_text()
    assert ann.sets.count() == lies
    ann.button("Undo").click()
    ann.page.locator(".board .set.bad").first.wait_for(state="detached")
    hand.play(Table(first["solution"]))
    note(ann, "right").wait_for()
    assert violations(ann) == []
    # What was done can be done again, and counts all the same.
    ann.button("Undo").click()
    ann.done.wait_for()
    ann.page.goto("/learn")
    ann.page.get_by_text(f"Exercise 2 of {len(lesson['exercises'])}").first.wait_for()
    assert violations(ann) == []
    ann.page.goto("/learn/splitting")
    pips(ann, 2, len(lesson["exercises"]))


def lay_set(hand: Hands, table: str, rack: str) -> None:
    """Lay a tile of the table and one of the rack together as a new set."""
    seen = hand.look()
    taken = next(tile.id for each in seen.sets for tile in each if tile.kind == table)
    own = next(tile.id for tile in seen.rack if tile.kind == rack)
    for tile in (taken, own):
        hand.pick(tile)
    hand.lay([taken, own])


def test_a_drag_in_a_lesson_ends_with_a_second_finger_and_outlives_a_turned_screen(arrive: Arrive) -> None:
    ann = arrive(**PHONE)
    ann.page.goto("/learn/splitting")
    x, y = middle(ann.rack.first)
    before, count = ann.draft, ann.rack.count()
    strip = middle(ann.page.locator(".strip"))
    held = ann.page.locator(".held")
    with fingers(ann) as touch:
        touch((x, y))
        touch((x, y - 40))
        touch(strip)
        held.wait_for()
        touch(strip, (60, 300))
        held.wait_for(state="detached")
        touch((60, 300))
        touch()
    ann.await_rest()
    assert (ann.draft, ann.rack.count()) == (before, count)
    ann.page.mouse.move(x, y)
    ann.page.mouse.down()
    ann.page.mouse.move(x, y - 60, steps=4)
    held.wait_for()
    wide, high = ann.page.viewport_size["width"], ann.page.viewport_size["height"]  # type: ignore[index]
    ann.page.set_viewport_size({"width": high, "height": wide})
    turned = middle(ann.page.locator(".strip"))
    ann.page.mouse.move(*turned, steps=4)
    ann.page.mouse.up()
    ann.await_rack(count - 1)
    assert ann.draft.startswith(before) and ann.draft != before
    ann.page.set_viewport_size({"width": wide, "height": high})
    ann.button("Undo").first.tap()
    ann.await_draft(before)
    ann.await_rack(count)


def test_what_one_edition_forbids_says_where_it_is_fine(arrive: Arrive) -> None:
    ann = arrive(**PHONE)
    ann.page.goto("/learn/editions")
    exercises = read("editions")["exercises"]
    first = exercises[0]
    assert first["kind"] == "verdict" and not first["legal"][EDITION]
    ann.button("Yes, that’s legal").tap()
    told = note(ann, "wrong").inner_text()
    assert "Classic 2015 booklet" in told and "It’s fine in Classic 2002" in told
    ann.button("No, not this turn").tap()
    note(ann, "right").wait_for()


def test_a_first_game_with_tips_follows_the_first_lessons(arrive: Arrive) -> None:
    learned = {name: [each["id"] for each in read(name)["exercises"]] for name in COURSE[:3]}
    last = learned[COURSE[2]].pop()
    ann = arrive(settings={"learned": learned}, **PHONE)
    ann.page.goto(f"/learn/{COURSE[2]}")
    pips(ann, len(learned[COURSE[2]]) + 1, len(learned[COURSE[2]]) + 1)
    answer(ann, next(each for each in read(COURSE[2])["exercises"] if each["id"] == last))
    ann.button("Play a first game").tap()
    ann.await_turn()
    ann.page.get_by_text("Your first play needs 30 points from your rack", exact=False).first.wait_for()
    ann.button("No more tips").tap()
    ann.button("No more tips").wait_for(state="detached")


def test_lessons_work_offline_and_the_edition_can_be_changed(arrive: Arrive) -> None:
    ann = arrive(**KEEPING, **PHONE)
    ann.page.goto("/learn")
    ann.page.get_by_text("0 of 14 done", exact=True).wait_for()
    ann.page.get_by_role("link", name="Start", exact=True).wait_for()
    ann.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    ann.context.set_offline(True)
    ann.button("Change").tap()
    ann.page.get_by_role("radio", name="Sabra").tap()
    ann.page.get_by_text("Not in Sabra").first.wait_for()
    ann.page.get_by_role("link", name=title("mirror")).tap()
    ann.page.get_by_text("This one is from Twist").wait_for()
    ann.page.reload()
    ann.page.get_by_text("This one is from Twist").wait_for()
    answer(ann, read("mirror")["exercises"][0])
    ann.page.goto("/learn")
    ann.page.get_by_text("Kept on this device for now").wait_for()
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
