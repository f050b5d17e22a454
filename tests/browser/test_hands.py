"""Tiles are moved by mouse, by finger and by keyboard, and what is drafted is safe."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.kit.browser import Person, middle
from tests.kit.served import serving, settings_in
from tests.kit.services import free_port
from tilery.game import Game

Arrive = Callable[..., Person]
Stack = Callable[..., dict[str, Any]]
GameAt = Callable[[str], Game]

RACK = "r10 r11 r12 r13 b3 k5 y7 k9 b1 y1 k2 b6 y9 k13"
OTHER = "k1 r1 r3 b4 y4 r5 b8 y8 k8 b9 r9 y11 b13 k12"
"""A rack with nothing to lay."""
POOL = "y2 k4 b12"


def alone(ann: Person, stack: Stack, rack: str = RACK, edition: str = "sabra", **setup: Any) -> None:
    """Sit down against a bot that has nothing to lay; one begins."""
    house = stack(rack, OTHER, pool=POOL) | setup.pop("house", {})
    house = {} if house == {"rack_size": 14} else house
    ann.begin(edition=edition, seats=["me", "newcomer"], house=house, **setup)
    ann.await_turn()


def await_sets(ann: Person, game_at: GameAt, *sets: str) -> None:
    """Wait until the server has these sets on the table; a bot may have moved since."""
    for _ in range(100):
        if set(sets) <= {str(each) for each in game_at(ann.table).table}:
            return
        ann.page.wait_for_timeout(100)
    raise AssertionError(str(game_at(ann.table).table))


def test_tiles_are_dragged_with_the_mouse(arrive: Arrive, stack: Stack, game_at: GameAt) -> None:
    ann = arrive()
    alone(ann, stack)
    ann.select("r10", "r11", "r12")
    ann.drag(ann.held("r11"), middle(ann.page.locator(".strip")))
    ann.await_draft("r10 r11 r12")
    x, y = middle(ann.laid("r12"))
    ann.drag(ann.held("r13"), (x + 50, y))
    ann.await_draft("r10 r11 r12 r13")
    ann.end_turn()
    await_sets(ann, game_at, "r10 r11 r12 r13")


def test_tiles_are_dragged_with_a_finger(arrive: Arrive, stack: Stack, game_at: GameAt) -> None:
    ann = arrive(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    alone(ann, stack)
    for tile in ("r10", "r11", "r12"):
        ann.held(tile).tap()
    ann.page.locator('.rack [aria-pressed="true"]').nth(2).wait_for()
    x, y = middle(ann.page.locator(".strip"))
    ann.drag_by_finger(ann.held("r11"), (x, y + 60))  # what a finger holds floats above it
    ann.await_draft("r10 r11 r12")
    ann.end_turn()
    await_sets(ann, game_at, "r10 r11 r12")


def test_a_turn_is_played_by_keyboard_alone(arrive: Arrive, stack: Stack, game_at: GameAt) -> None:
    ann = arrive()
    alone(ann, stack)
    keys = ann.page.keyboard
    for _ in range(30):
        keys.press("Tab")
        if ann.page.evaluate("document.activeElement.closest('.rack') !== null"):
            break
    wanted = {"red 10", "red 11", "red 12"}
    for _ in range(16):
        name = ann.page.evaluate("document.activeElement.getAttribute('aria-label')")
        if name in wanted:
            wanted.remove(name)
            keys.press("x")
        if not wanted:
            break
        keys.press("ArrowRight")
    assert not wanted
    keys.press("Space")
    keys.press("Space")
    ann.await_draft("r10 r11 r12")
    ann.page.locator('button.done[aria-disabled="false"]').wait_for()
    keys.press("Enter")
    await_sets(ann, game_at, "r10 r11 r12")


def test_an_illegal_draft_is_marked_with_a_reason_and_done_stays_off(arrive: Arrive, stack: Stack) -> None:
    ann = arrive()
    alone(ann, stack)
    ann.lay("r10", "r11", "r13")
    ann.await_draft("r10 r11 r13")
    ann.page.get_by_text("Missing: red 12").first.wait_for()
    assert ann.page.locator(".board .set.bad").count() == 1
    assert ann.done.get_attribute("aria-disabled") == "true"
    ann.done.click(force=True)
    ann.page.wait_for_timeout(300)
    assert ann.rack.count() == 11, "nothing was played"
    ann.button("Undo").click()
    ann.await_draft("")
    assert ann.rack.count() == 14


def test_the_value_towards_the_opening_is_shown(arrive: Arrive, stack: Stack) -> None:
    ann = arrive()
    alone(ann, stack, rack="r1 r2 r3 r13 b3 k5 y7 k9 b1 y1 k2 b6 y9 k13", edition="classic-2015")
    assert "30 points" in ann.said()
    ann.lay("r1", "r2", "r3")
    ann.page.get_by_text("6 of 30 points").first.wait_for()
    assert ann.done.get_attribute("aria-disabled") == "true"


def test_a_joker_is_freed_by_the_tile_it_stands_for(arrive: Arrive, stack: Stack, game_at: GameAt) -> None:
    ann = arrive()
    rack = "r10 j r12 r11 b3 b4 y7 k9 b11 y1 k2 b6 y9 k13"
    alone(ann, stack, rack=rack, edition="classic-2015")
    ann.lay("r10", "j", "r12")
    ann.await_draft("r10 j r12")
    ann.page.locator('.board [aria-label="joker as red 11"]').wait_for()
    ann.end_turn()
    await_sets(ann, game_at, "r10 j r12")
    ann.page.locator(".seats").get_by_text("15").first.wait_for(state="attached")  # the bot drew
    ann.drag(ann.laid("j"), middle(ann.page.locator(".strip")))
    ann.sets.nth(1).wait_for()
    ann.select("b3", "b4")
    ann.drag(ann.held("b3"), (middle(ann.laid("j"))[0] - 60, middle(ann.laid("j"))[1]))
    ann.await_rack(9)
    ann.page.wait_for_timeout(700)
    assert ann.done.get_attribute("aria-disabled") == "true"
    x, y = middle(ann.laid("r12"))
    ann.drag(ann.held("r11"), (x - 25, y))
    ann.end_turn()
    await_sets(ann, game_at, "r10 r11 r12", "b3 b4 j")


def test_a_joker_of_twist_shows_what_it_stands_for(arrive: Arrive, stack: Stack) -> None:
    ann = arrive()
    alone(ann, stack, rack="r8 d r11 k13 b3 k5 y7 k9 b1 y1 k2 b6 y9 k10", edition="twist-2015")
    ann.lay("r8", "d", "r11")
    ann.await_draft("r8 d r11")
    ann.page.locator('.board [aria-label="double joker as red 9 and red 10"]').wait_for()
    ann.page.locator('button.done[aria-disabled="false"]').wait_for()


def test_the_mirror_of_twist_shows_its_axis(arrive: Arrive, stack: Stack) -> None:
    ann = arrive()
    alone(ann, stack, rack="r8 m r8 k13 b3 k5 y7 k9 b1 y1 k2 b6 y9 k10", edition="twist-2015")
    ann.lay("r8", "m", "r8")
    ann.page.locator(".board .axis").wait_for(state="attached")


@pytest.mark.parametrize("how", ["reload", "socket"])
def test_a_draft_survives(how: str, arrive: Arrive, stack: Stack) -> None:
    ann = arrive()
    alone(ann, stack)
    ann.lay("r10", "r11", "r12")
    ann.await_draft("r10 r11 r12")
    if how == "reload":
        ann.page.reload()
    else:
        ann.context.set_offline(True)
        ann.page.wait_for_timeout(200)
        ann.context.set_offline(False)
    ann.await_draft("r10 r11 r12")
    assert ann.rack.count() == 11
    ann.end_turn()
    ann.page.locator('[data-draft="r10 r11 r12"]').wait_for(state="attached")
    ann.await_turn()


def test_a_restart_of_the_server_loses_no_draft(arrive: Arrive, stack: Stack, tmp_path: Path) -> None:
    settings = settings_in(tmp_path, port=free_port(), bot_pause=0.0)
    with serving(settings) as first:
        ann = arrive(url=first.url)
        alone(ann, stack)
        ann.lay("r10", "r11", "r12")
        ann.await_draft("r10 r11 r12")
    ann.page.get_by_text("Connection lost").wait_for()
    assert ann.draft == "r10 r11 r12"
    with serving(settings):
        ann.page.get_by_text("Connection lost").wait_for(state="detached")
        assert ann.draft == "r10 r11 r12"
        ann.end_turn()
        ann.await_rack(11)
        ann.close()


def test_a_late_player_is_told_and_their_tiles_go_back(arrive: Arrive, stack: Stack, game_at: GameAt) -> None:
    ann = arrive()
    alone(ann, stack, clock={"turn": 5, "bank": 0})
    ann.lay("r10", "b3")
    ann.page.get_by_text("Ten seconds left").wait_for()
    ann.rack.nth(14).wait_for(state="attached")
    game = game_at(ann.table)
    assert str(game.table) == ""
    assert len(game.racks[0]) > 14, "being late costs tiles"


def test_another_language_in_the_middle_of_a_turn_keeps_the_draft(arrive: Arrive, stack: Stack) -> None:
    ann = arrive()
    alone(ann, stack)
    ann.lay("r10", "r11", "r13")
    ann.await_draft("r10 r11 r13")
    ann.button("Menu").first.click()
    ann.page.get_by_role("link", name="Settings").click()
    ann.page.get_by_role("combobox", name="Language").first.select_option("nl")
    ann.page.go_back()
    ann.await_draft("r10 r11 r13")
    ann.page.get_by_text("Er ontbreekt: rood 12").first.wait_for()
    assert ann.page.evaluate("document.documentElement.lang") == "nl"
