"""``tilery rules``: the booklet of an edition, chapter by chapter, or the answer to "may I …?"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from rich.text import Text

from tilery.cli.command import argument
from tilery.cli.drawing import draw_table, draw_tiles
from tilery.cli.editions import row_value
from tilery.cli.files import read_text
from tilery.cli.options import EditionOption, HouseRulesOption, JsonOption
from tilery.cli.output import console, print_json, printable
from tilery.errors import TileryError
from tilery.guide import GuideAnswer, GuidePicture, answer, chapters, find, guide_words, points_of
from tilery.guide.answers import fill, source_of
from tilery.notation import Table, Tiles
from tilery.rules.edition import Edition, edition, edition_names, load_house_rules

__all__ = ["rules"]

_EXAMPLES = ("take a joker before opening", "1 after 13", "play a drawn tile")
_OTHERS = 3


def rules(
    words: Annotated[
        list[str] | None, argument(metavar="WORDS", help="What you'd like to know, in your own words.")
    ] = None,
    edition_name: EditionOption = None,
    rules_file: HouseRulesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Read the rules by chapters, or ask "may I …?" in your own words.

    As in: tilery rules take a joker from a group.

    Without WORDS it's the booklet of one edition, Classic 2015 if you name none, in our own words. With WORDS it's the
    answer with its rule, by one edition or by all five.
    """
    if edition_name is not None and rules_file is not None:
        raise TileryError("usage", "give --edition or --rules, not both")
    one = load_house_rules(read_text(rules_file)) if rules_file else edition(edition_name) if edition_name else None
    asked = " ".join(words or ())
    if not asked.strip():
        _booklet(one or edition(edition_names()[0]), as_json)
        return
    found = find(asked)
    if not found:
        tries = ", ".join(f'"{example}"' for example in _EXAMPLES)
        raise TileryError("nothing-found", f"nothing on {asked!r} yet; try {tries}")
    books = [one] if one else [edition(name) for name in edition_names()]
    answers = [(book, answer(book, found[0])) for book in books]
    others = [answer(books[0], entry).asks for entry in found[1 : 1 + _OTHERS]]
    if as_json:
        data = [{"edition": book.name, **_answer_data(one)} for book, one in answers]
        print_json({"asked": asked, "answers": data, "others": others})
    else:
        _tell(answers, others)


def _answer_data(one: GuideAnswer) -> dict[str, Any]:
    return {
        "id": one.id,
        "asks": one.asks,
        "answer": one.answer,
        "text": f"{one.lead} {one.text}",
        "rule": one.rule,
        "source": one.source,
        "picture": one.picture,
    }


def _tell(answers: list[tuple[Edition, GuideAnswer]], others: list[str]) -> None:
    out = console()
    out.print(Text(f"May I {answers[0][1].asks}?", "bold"))
    same: dict[tuple[str, str], list[tuple[Edition, GuideAnswer]]] = {}
    for book, one in answers:
        same.setdefault((one.lead, one.text), []).append((book, one))
    for (lead, text), group in same.items():
        out.print()
        out.print(Text.assemble((lead, "bold"), " ", text))
        for line in _picture(group[0][1].picture):
            out.print(Text.assemble("  ", line))
        for book, one in group:
            out.print(Text(f"{printable(book.title)} · {_where(one.source)}", "dim"))
    if others:
        out.print()
        out.print("Or did you mean: " + "; ".join(others))


def _where(source: str) -> str:
    said = printable(source)
    return said if source.startswith(("the booklet", "house rules")) else f"in the booklet: {said}"


def _picture(picture: GuidePicture | None) -> Iterator[Text]:
    """A position, a line for each part of it."""
    if picture is None:
        return
    if picture.set:
        yield Text.assemble(draw_tiles(Tiles(picture.set)), "" if picture.legal else ": not a set")
    for rack, points in zip(picture.racks, picture.scores, strict=False):
        yield Text.assemble("rack ", draw_tiles(Tiles(rack)) if rack else "empty", f": {points:+d}")
    after = picture.after if picture.after is not None else picture.draft
    if after is None:
        return
    yield Text.assemble("table ", draw_table(Table(picture.table)) if picture.table else "empty")
    yield Text.assemble("rack  ", draw_tiles(Tiles(picture.rack)))
    told = ": not legal" if not picture.legal else ""
    if picture.stands is not None:
        told = f": {str(picture.stands).replace('-', ' ')}, draw {picture.draws}"
    yield Text.assemble("after " if picture.draft is None else "draft ", draw_table(Table(after)), told)


def _booklet(book: Edition, as_json: bool) -> None:
    told = [(chapter, list(_points(book, chapter.id))) for chapter in chapters()]
    if as_json:
        data = [
            {"id": chapter.id, "title": guide_words().chapters[chapter.id], "points": points}
            for chapter, points in told
        ]
        print_json({"edition": book.name, "title": book.title, "chapters": data})
        return
    out = console()
    out.print(Text(printable(book.title), "bold"))
    for chapter, points in told:
        out.print()
        out.print(Text(guide_words().chapters[chapter.id], "bold underline"))
        for point in points:
            out.print(Text.assemble((point["title"], "bold"), ": ", printable(point["text"])))
            for line in _picture(point["picture"]):
                out.print(Text.assemble("  ", line))
            out.print(Text(f"  {_where(point['source'])}", "dim"))


_TITLES = {
    "tile_sets": "Tiles",
    "players": "Players",
    "sets": "Sets",
    "turn": "Your turn",
    "opening": "Opening",
    "opening_sets": "Sets in the opening",
    "table_in_opening": "Using the table in the opening turn",
    "drawn": "A tile you’ve just drawn",
    "freeing": "Freeing jokers",
    "freed_joker": "A freed joker goes",
    "mirror": "The mirror joker’s number",
    "time_limit": "Time per turn",
    "overtime": "Time runs out mid-move",
    "overtime_draw": "Penalty for an unfinished move",
    "idle_draw": "Time runs out, nothing moved",
    "pool_empty": "When the pool is empty",
    "ending": "Play goes on until",
    "joker_penalty": "Joker left on a rack",
    "pool_scores": "Scoring when the pool is empty",
    "match": "Who wins the match",
}
_SHARED = {
    "sets": "Every tile on the table belongs to a group or a run of at least three.",
    "turn": "Play at least one tile from your rack, or draw one. Tiles on the table stay on the table.",
}


def _points(book: Edition, chapter: str) -> Iterator[dict[str, Any]]:
    (found,) = (one for one in chapters() if one.id == chapter)
    for point in points_of(found, book):
        if point.id:
            said = guide_words().points[point.id]
            title, text = said.title, fill(said.text, book)
        else:
            title, text = _TITLES[point.rule], _SHARED.get(point.rule) or _row_text(book, point.rule)
        source = source_of(point.rule, book)
        yield {"title": title, "text": text, "rule": point.rule, "source": source, "picture": point.picture}


def _row_text(book: Edition, rule: str) -> str:
    """What a row means, as a sentence; of one that the house has changed, its value."""
    row = book.rows[rule]
    said = row_value(book, rule) if row.house else row.note
    return f"{said[:1].upper()}{said[1:]}."
