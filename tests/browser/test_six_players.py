"""Six players at a table: on every size one knows who is who, and who has not opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.kit.browser import Person

Arrive = Callable[..., Person]
Stack = Callable[..., None]

SIZES = ((360, 640), (390, 844), (844, 390), (768, 1024), (1440, 900), (2560, 1440))

_SEATS = """() => [...document.querySelectorAll(".seats li")].map((seat) => {
  const box = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return [left, top, right, bottom];
  };
  // As much of a text as is seen: where it is cut there is room for an ellipsis, too.
  const seen = (element) => {
    const text = element.firstChild?.textContent ?? "";
    if (element.scrollWidth <= element.clientWidth) return text;
    const end = element.getBoundingClientRect().right - parseFloat(getComputedStyle(element).fontSize);
    const range = document.createRange();
    const letters = [...text].filter((_, at) => {
      range.setStart(element.firstChild, at);
      range.setEnd(element.firstChild, at + 1);
      return range.getBoundingClientRect().right <= end;
    });
    return `${letters.join("")}…`;
  };
  const closed = seat.querySelector(".closed");
  return {
    name: seen(seat.querySelector(".base")) + seen(seat.querySelector(".rest")),
    box: box(seat.querySelector(".words")),
    closed: closed && closed.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ? box(closed) : null,
    said: seat.querySelector(".unseen").textContent,
  };
})"""


def test_of_six_players_each_has_a_name_of_its_own_and_a_lock_until_it_opens_on_every_size(
    arrive: Arrive, stack: Stack
) -> None:
    ann = arrive()
    stack("r10 r11 r12 r13 b3 k5 y7 k9 b1 y1 k2 b6 y9 k13")
    ann.begin(edition="sabra", tile_set="160", seats=["me", *["newcomer"] * 2, *["casual"] * 2, "most-tiles"])
    ann.await_turn()
    for width, height in SIZES:
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.await_rest()
        seats: list[dict[str, Any]] = ann.page.evaluate(_SEATS)
        names = [seat["name"] for seat in seats]
        where = f"{width} by {height}: {seats}"
        assert len(set(names)) == len(names) == 5, where
        assert all(len(name.replace("…", "")) >= 3 for name in names), where
        for at, seat in enumerate(seats):
            assert "not opened yet" in seat["said"]
            left, top, right, bottom = seat["closed"] or (0, 0, 0, 0)
            assert right - left >= 10, where
            assert bottom - top >= 10, where
            assert seat["box"][2] <= width, where
            for other in seats[at + 1 :]:
                assert not _overlap(seat["box"], other["box"]), where


def _overlap(one: list[float], other: list[float]) -> bool:
    """Whether two seats run into each other, or are so close that their names read as one."""
    left, top, right, bottom = (
        max(one[0], other[0]),
        max(one[1], other[1]),
        min(one[2], other[2]),
        min(one[3], other[3]),
    )
    return right - left > -5 and bottom - top > 1
