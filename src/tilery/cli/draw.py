"""``tilery draw``: a table, a rack or a move as a picture."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, cast

from tilery import svg
from tilery.cli.batch import in_field
from tilery.cli.command import argument, option
from tilery.cli.options import EditionOption, HouseRulesOption, JsonOption
from tilery.cli.output import print_json
from tilery.cli.rulebook import Rulebook
from tilery.errors import TileryError
from tilery.notation import Table, Tiles

__all__ = ["draw"]


def draw(
    sets: Annotated[list[str] | None, argument(metavar="TABLE", help='As in "r4 r5 r6 | b8 k8 y8".')] = None,
    rack: Annotated[str | None, option(metavar="TILES", help="A rack below the table, or alone.")] = None,
    before: Annotated[
        str | None, option(metavar="TABLE", help="The table before a move: new and moved tiles are marked.")
    ] = None,
    steps: Annotated[bool, option("--steps", help="With --before: number the tiles, step by step.")] = False,
    out: Annotated[str, option("--out", "-o", metavar="FILE", help="Where to write it; - for stdout.")] = "-",
    theme: Annotated[str, option(metavar="|".join(svg.PICTURE_THEMES), help="The theme.")] = "light",
    palette: Annotated[str, option(metavar="|".join(svg.PICTURE_PALETTES), help="The palette.")] = "standard",
    width: Annotated[int, option(metavar="PIXELS", help="How wide the picture may be.")] = 720,
    title: Annotated[str | None, option(metavar="TEXT", help="The picture's name, for screen readers.")] = None,
    edition_name: EditionOption = None,
    rules_file: HouseRulesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Draw a table, a rack or a move as an SVG picture, in the look of the app.

    Jokers show what they stand for; a mirror joker does that by the edition, if you name one. The picture needs no
    font, and says in words what's on it.
    """
    if sets is None and rack is None:
        raise TileryError("usage", 'give a table to draw, as in "r4 r5 r6 | b8 k8 y8", or --rack TILES')
    if before is not None and sets is None:
        raise TileryError("usage", "--before needs the table after the move, too")
    if steps and before is None:
        raise TileryError("usage", "--steps needs --before TABLE, the table before the move")
    look = (cast("svg.PictureTheme", theme), cast("svg.PicturePalette", palette))
    picture = _picture(
        " ".join(sets) if sets is not None else None,
        in_field("rack", Tiles, rack) if rack is not None else None,
        in_field("before", Table, before) if before is not None else None,
        steps,
        look,
        width,
        title,
        Rulebook(edition_name, None, rules_file),
    )
    if out != "-":
        _write(out, picture)
    if as_json:
        print_json({"svg": picture, "file": None if out == "-" else out})
    elif out == "-":
        sys.stdout.write(picture)


def _picture(
    sets: str | None,
    rack: Tiles | None,
    before: Table | None,
    steps: bool,
    look: tuple[svg.PictureTheme, svg.PicturePalette],
    width: int,
    title: str | None,
    book: Rulebook,
) -> str:
    theme, palette = look
    if sets is None:
        return svg.rack(rack or Tiles(), theme=theme, palette=palette, width=width, title=title)
    table = in_field("table", Table, sets)
    rules = book.rules() if book.given else None
    if before is None:
        return svg.table(table, rack, rules=rules, theme=theme, palette=palette, width=width, title=title)
    return svg.move(
        before, table, rack, steps=steps, rules=rules, theme=theme, palette=palette, width=width, title=title
    )


def _write(path: str, text: str) -> None:
    try:
        Path(path).write_text(text, "utf-8", newline="\n")
    except (OSError, ValueError) as error:  # a ValueError for a name with a NUL character
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise TileryError("file", f"cannot write {path!r}: {reason.lower()}") from None
