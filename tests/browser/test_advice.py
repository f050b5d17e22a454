"""The referee says what it knows, advice is true, and what is seen before Done is what lies there after it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import alone
from tests.kit.browser import Person, middle
from tilery.game import Game

Arrive = Callable[..., Person]
Stack = Callable[..., None]
GameAt = Callable[[str], Game]


_MARK = """(mark) => {
  const { clipPath, backgroundImage } = getComputedStyle(mark, "::before");
  return { cut: clipPath, painted: backgroundImage };
}"""
_LINE = "(button) => getComputedStyle(button).boxShadow"


def test_a_joker_that_is_not_freed_says_what_it_stood_for_and_is_marked_with_the_tile(
    arrive: Arrive, stack: Stack, game_at: GameAt
) -> None:
    ann = arrive()
    alone(ann, stack, rack="b10 b11 j b9 b12 r3 r4 y7 k9 k11 y1 k2 b6 y13", edition="classic-2015")
    ann.lay("b10", "b11", "j")
    ann.end_turn()
    ann.eventually(lambda: len(game_at(ann.table).racks[1]) == 15)  # the bot drew
    ann.await_turn()
    ann.lay("r3", "r4")
    x, y = middle(ann.laid("r4"))
    ann.drag(ann.laid("j"), (x + 50, y))
    ann.await_draft("b10 b11 | r3 r4 j")
    x, y = middle(ann.laid("b10"))
    ann.drag(ann.held("b9"), (x - 50, y))
    ann.await_draft("b9 b10 b11 | r3 r4 j")
    ann.page.get_by_text("This joker stood for blue 12: play blue 12").first.wait_for()
    ann.laid("j").locator(".nudged").wait_for()
    ann.held("b12").locator(".nudged").wait_for()
    assert ann.done.get_attribute("aria-disabled") == "true"


def test_a_set_lies_before_done_as_it_lies_after_it(arrive: Arrive, stack: Stack, game_at: GameAt) -> None:
    ann = arrive()
    alone(ann, stack, rack="j k9 k10 r3 r5 r8 y7 b9 b1 y1 k2 b6 y11 k13", edition="classic-2015")
    ann.lay("j", "k9", "k10")
    ann.await_draft("k9 k10 j")
    ann.end_turn()
    ann.eventually(lambda: "k9 k10 j" in {str(each) for each in game_at(ann.table).table})
    ann.await_draft("k9 k10 j")


def test_two_tiles_that_no_third_completes_are_told_so(arrive: Arrive, stack: Stack) -> None:
    ann = arrive()
    alone(ann, stack)
    ann.lay("r10", "b3")
    ann.page.get_by_text("No third tile would make these two a set").first.wait_for()
    ann.button("Undo").click()
    ann.lay("r10", "r12")
    ann.page.get_by_text("Needs 1 more tile").first.wait_for()


def test_escape_lets_a_dragged_tile_go_home(arrive: Arrive, stack: Stack) -> None:
    ann = arrive()
    alone(ann, stack)
    ann.page.mouse.move(*middle(ann.held("r10")))
    ann.page.mouse.down()
    ann.page.mouse.move(*middle(ann.page.locator(".strip")), steps=6)
    ann.page.locator(".held").first.wait_for(state="attached")
    # It's tilted, where the red mark is cut out: painted corners would leave a hairline round it.
    mark = ann.page.locator(".held .tile.r i").first.evaluate(_MARK)
    assert mark["cut"].startswith("polygon") and mark["painted"] == "none"
    lying = ann.held("r11").locator(".tile.r i").evaluate(_MARK)
    assert lying["cut"] == "none"
    ann.page.keyboard.press("Escape")
    ann.page.locator(".held").first.wait_for(state="detached")
    ann.page.mouse.up()
    ann.await_draft("")
    assert ann.rack.count() == 14


def test_keys_draw_sort_and_look_at_moves(arrive: Arrive, stack: Stack, game_at: GameAt) -> None:
    ann = arrive()
    alone(ann, stack, hints=True)
    ann.page.keyboard.press("s")
    ann.eventually(lambda: (ann.rack.first.get_attribute("aria-label") or "").startswith("black"), "a sorted rack")
    ann.page.keyboard.press("h")
    ann.page.locator(".hint").wait_for()
    ann.page.keyboard.press("h")
    ann.page.locator(".hint").wait_for(state="detached")
    find = ann.button("Show groups and runs on my rack")
    find.click()
    ann.eventually(lambda: "A run worth" in ann.said(), "what was found")
    ann.page.keyboard.press("Escape")
    ann.eventually(lambda: "A run worth" not in ann.said(), "a line that says nothing of it any more")
    ann.lay("r10", "r11", "r12")
    draw = ann.page.locator("button.draw")
    usual = draw.evaluate(_LINE)
    ann.page.keyboard.press("d")
    ann.button("Sure? Press again to draw").wait_for()
    assert "inset" in draw.evaluate(_LINE) != usual, "it has a border that shows it waits for another press"
    ann.page.keyboard.press("Escape")
    ann.button("Sure? Press again to draw").wait_for(state="detached")
    assert draw.evaluate(_LINE) == usual
    ann.page.keyboard.press("d")
    ann.page.keyboard.press("d")
    ann.await_rack(15)
    ann.page.keyboard.press("m")
    ann.page.get_by_role("region", name="Moves").wait_for()


@pytest.mark.parametrize(("joker", "words"), [("d", "Stands for two"), ("m", "Goes in the middle")])
def test_a_special_joker_explains_itself_when_it_is_taken(arrive: Arrive, stack: Stack, joker: str, words: str) -> None:
    ann = arrive()
    alone(ann, stack, rack="r8 d r11 k6 m k6 y7 k9 b1 y1 k2 b6 y9 k10", edition="twist-2016")
    assert words in (ann.held(joker).get_attribute("title") or "")
    ann.held(joker).click()
    info = ann.page.locator(".joker")
    info.get_by_text(words).wait_for()
    assert info.locator(".tile").count() >= 3, "with a picture"


def test_who_looks_on_is_told_that_the_table_is_empty(arrive: Arrive, stack: Stack) -> None:
    ann, bo = arrive("Ann"), arrive("Bo")
    alone(ann, stack)
    bo.go(ann.table)
    bo.page.get_by_text("Nothing on the table yet.").wait_for()


def test_a_single_game_is_not_told_how_a_match_is_won(arrive: Arrive, stack: Stack) -> None:
    ann = arrive()
    out = "r10 r11 r12 r13 b10 b11 b12 b13 y10 y11 y12 k10 k11 k12"
    alone(ann, stack, rack=out, edition="classic-2015")
    for tiles in ("r10 r11 r12 r13", "b10 b11 b12 b13", "y10 y11 y12", "k10 k11 k12"):
        ann.lay(*tiles.split())
    ann.end_turn()
    ann.page.get_by_role("table").wait_for()
    assert ann.page.get_by_text("Win the most games").count() == 0
