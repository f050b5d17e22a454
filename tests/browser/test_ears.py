"""For every ear: what a screen reader hears at the table, and how often."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tests.browser.conftest import alone
from tests.kit.browser import Person

Arrive = Callable[..., Person]
Stack = Callable[..., None]

_LISTEN = """() => {
  globalThis.heard = [];
  const last = new Map();
  const regions = "[aria-live], [role=status], [role=alert]";
  const listen = () => {
    for (const region of document.querySelectorAll(regions)) {
      const text = region.textContent.trim();
      if (text && text !== last.get(region)) globalThis.heard.push(text);
      last.set(region, text);
    }
  };
  listen();
  new MutationObserver(listen).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


_SILENT = "() => [...document.querySelectorAll('[aria-live]')].every((region) => !region.textContent.trim())"


def listen(person: Person) -> None:
    """Hear what is said from now on, once all that was to be said has been."""
    person.eventually(lambda: person.page.evaluate(_SILENT), "silence")
    person.page.evaluate(_LISTEN)


def heard(person: Person) -> list[str]:
    found: list[str] = person.page.evaluate("globalThis.heard")
    return found


def times(person: Person, *words: str) -> int:
    """How often any of these words was heard."""
    return sum(any(each in text for each in words) for text in heard(person))


def has_heard(person: Person, *words: str, often: int = 1) -> bool:
    return times(person, *words) >= often


def test_each_turn_and_each_move_is_told_once(arrive: Arrive, stack: Stack) -> None:
    ann = arrive()
    alone(ann, stack)
    listen(ann)
    for turn in (1, 2):
        ann.page.locator("button.draw").click()
        ann.await_rack(14 + turn)
        ann.await_turn()
        own = f"You drew {('yellow 2', 'blue 12')[turn - 1]}"
        told = {"one's turn": ("Your turn",), "the bot's move": ("Pip drew", "Pip played")}
        ann.eventually(partial(has_heard, ann, own), own)
        for what, words in told.items():
            ann.eventually(partial(has_heard, ann, *words, often=turn), what)
        assert {what: times(ann, *words) for what, words in told.items()} == dict.fromkeys(told, turn), heard(ann)
        assert times(ann, own) == 1, heard(ann)


def test_places_are_told_by_what_they_are_before_or_after(arrive: Arrive, stack: Stack) -> None:
    ann = arrive()
    alone(ann, stack, rack="r10 r11 r12 r13 r9 k5 y7 k9 b1 y1 k2 b6 y9 k13")
    ann.lay("r10", "r11", "r12")
    listen(ann)
    for tile, words in (
        ("r9", "Fits before red 10, in red 10, red 11"),
        ("r13", "Fits after red 12, in red 10, red 11"),
        ("k5", "After red 12, in red 10, red 11"),
    ):
        ann.held(tile).focus()
        ann.page.keyboard.press("Space")
        ann.eventually(partial(has_heard, ann, words), f"{words}: {heard(ann)}")
        ann.page.keyboard.press("Escape")


def test_of_places_passed_by_only_the_last_is_told(arrive: Arrive, stack: Stack) -> None:
    ann = arrive()
    alone(ann, stack, rack="r10 r11 r12 r13 b3 k5 y7 k9 b1 y1 k2 b6 y9 k13")
    ann.lay("r10", "r11", "r12")
    ann.held("b3").focus()
    ann.page.keyboard.press("Space")
    listen(ann)
    # All within one moment, as by somebody who holds the key.
    ann.page.evaluate("""() => {
      for (let at = 0; at < 7; at++) {
        document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
      }
    }""")
    ann.eventually(lambda: any(text.startswith("Rack, row") for text in heard(ann)), "a place on the rack")
    places = [text for text in heard(ann) if text.startswith("Rack, row")]
    assert len(places) == 1, places
