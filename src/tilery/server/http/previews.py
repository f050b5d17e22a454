"""What a link shows where it is shared: a title, a sentence and a picture, as tags in the page itself.

Whoever fetches them is a machine that reads no language from a browser, so they're in English; and it keeps them for
as long as it likes, so no name is in them.
"""

from __future__ import annotations

import html
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from tilery.game import Termination
from tilery.puzzles.puzzle import PuzzleTheme
from tilery.rules.edition import edition, edition_names
from tilery.server.http.addresses import link_base
from tilery.server.http.guests import AnyRequest
from tilery.server.http.pictures import picture_path, puzzle_picture_path
from tilery.server.http.services import Services
from tilery.server.room.drawing import PICTURE_HEIGHT, PICTURE_WIDTH, can_draw
from tilery.server.store.rows import StoreError

__all__ = ["LinkPreview", "with_preview"]

_HEAD_ENDS = b"</head>"
_ID = re.compile(r"[0-9A-Za-z_-]{1,64}", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,5}", re.ASCII)
_ENDINGS = {
    Termination.OUT: "It ended when somebody went out",
    Termination.POOL_EMPTY: "It ended when nobody could go on",
    Termination.LAST_LEFT: "It ended when one player was left",
}


_GOALS: dict[PuzzleTheme, str] = {
    "everything": "lay all your tiles",
    "free-joker": "free the joker",
    "only-play": "find the only play",
    "open": "open with exactly these tiles",
    "fewest": "move as few tiles as you can",
    "special": "use the special joker",
}


class LinkPreview(NamedTuple):
    """What is shown of a link; ``picture`` is a path on this server, and ``seen`` what's on it, in words."""

    title: str
    text: str
    picture: str | None = None
    seen: str = ""


PreviewMaker = Callable[[Services, str, Mapping[str, str]], Awaitable[LinkPreview | None]]


async def with_preview(page: bytes, request: AnyRequest, services: Services, path: str) -> bytes:
    """The page with the tags of what its address leads to; the page itself where there are none.

    A link that leads nowhere, or a database that is away, is none of this page's business: the app says so.
    """
    first, _, name = path.partition("/")
    maker = _PREVIEWS.get(first)
    if maker is None or not _ID.fullmatch(name):
        return page
    try:
        preview = await maker(services, name, request.query_params)
    except StoreError:
        return page
    if preview is None:
        return page
    base = link_base(services.settings, services.port, request.scope["scheme"], request.headers.get("host", ""))
    head, ends, body = page.partition(_HEAD_ENDS)
    return head + _tags(preview, base, f"/{path}").encode() + ends + body if ends else page


def _tags(preview: LinkPreview, base: str, path: str) -> str:
    told = {
        "og:site_name": "Tilery",
        "og:type": "website",
        "og:url": base + path,
        "og:title": preview.title,
        "og:description": preview.text,
        "twitter:card": "summary",
    }
    if preview.picture is not None:
        told |= {
            "og:image": base + preview.picture,
            "og:image:type": "image/png",
            "og:image:width": str(PICTURE_WIDTH),
            "og:image:height": str(PICTURE_HEIGHT),
            "og:image:alt": preview.seen,
            "twitter:card": "summary_large_image",
        }
    return "".join(_tag(name, value) for name, value in told.items())


def _tag(name: str, value: str) -> str:
    key = "name" if name.startswith("twitter:") else "property"
    return f'<meta {key}="{name}" content="{html.escape(value)}" />\n'


async def _game(services: Services, game: str, query: Mapping[str, str]) -> LinkPreview | None:
    """A finished game, at its end or after the move that the link names; of one being played nothing is told."""
    finished = await services.store.game(game)
    if finished is None:
        return None
    # The name of house rules is somebody's own, and may be anything.
    rules = edition(finished.edition).title if finished.edition in edition_names() else "House rules"
    given = query.get("move", "")
    move = int(given) if _NUMBER.fullmatch(given) else None
    players = f"{len(finished.results)} players"
    return LinkPreview(
        f"A game of tiles: {rules}, {players}",
        f"{_ENDINGS[Termination(finished.reason)]}, after {finished.moves} turns. Replay it move by move.",
        picture_path(game, move) if can_draw() else None,
        "The table at the end" if move is None else f"The table after move {move}",
    )


async def _puzzle(services: Services, puzzle: str, _query: Mapping[str, str]) -> LinkPreview | None:
    """A puzzle's position; its answer is for who solves it."""
    found = services.shelf.find(puzzle)
    if found is None:
        return None
    return LinkPreview(
        f"A puzzle: {_GOALS[found.theme]}",
        f"{edition(found.edition).title}, {len(found.rack.split())} tiles on the rack. One turn, and no clock.",
        puzzle_picture_path(puzzle) if can_draw() else None,
        "The table and the rack",
    )


_PREVIEWS: dict[str, PreviewMaker] = {"g": _game, "puzzles": _puzzle}
"""What is shown of the app's addresses, by their first part."""
