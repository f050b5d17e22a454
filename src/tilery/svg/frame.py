"""A picture of a table in a frame of a fixed shape, as pages that show a link want it."""

from __future__ import annotations

import re
from collections.abc import Callable

from tilery.svg.drawn_tile import number_text
from tilery.svg.inks import PictureTheme

__all__ = ["framed"]

_MARGIN = 24
_WIDTHS = (720, 840, 960, 1080, 1200, 1380, 1560, 1740, 1920, 2160, 2400)
"""How wide a picture is tried: the fuller the table, the wider, until it is as flat as the frame."""
_LARGEST = 1.8
"""By how much a small picture is enlarged at most."""
_ROOM: dict[PictureTheme, str] = {"light": "#f2ede3", "dark": "#1a1917"}
_SIZE = re.compile(r' width="([\d.]+)" height="([\d.]+)"')


def framed(picture: Callable[[int], str], width: int, height: int, theme: PictureTheme) -> str:
    """What ``picture`` draws at the width that suits the frame best, in the middle of it."""
    across, down = width - 2 * _MARGIN, height - 2 * _MARGIN
    best: tuple[float, float, float, str, str] = (0.0, 0.0, 0.0, "", "")
    for tried in _WIDTHS:
        text = picture(tried)
        found = _SIZE.search(text)
        assert found is not None
        wide, high = float(found[1]), float(found[2])
        best = max(best, (min(across / wide, down / high, _LARGEST), wide, high, found[0], text))
        if high * across <= wide * down:
            break  # wider ones only become smaller
    scale, wide, high, given, text = best
    size = f'width="{number_text(wide * scale)}" height="{number_text(high * scale)}"'
    place = f' x="{number_text((width - wide * scale) / 2)}" y="{number_text((height - high * scale) / 2)}" {size}'
    inner = text.replace(given, place, 1)
    room = f'<rect width="{width}" height="{height}" fill="{_ROOM[theme]}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">\n{room}\n{inner}</svg>\n'
