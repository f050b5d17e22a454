"""What a shared link shows: tags in the page of a finished game, and its picture."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator

import httpx
import msgspec
import pytest

from tests.kit.online import PATIENCE
from tests.kit.served import Serving, code_of
from tests.server.http.test_history import finish, table_of
from tilery.server.http.pages import load_web
from tilery.server.http.previews import LinkPreview, _tags
from tilery.server.room.drawing import can_draw
from tilery.server.store.rows import FinishedGame, UnavailableError

needs_web = pytest.mark.skipif("index.html" not in load_web(), reason="the web app is not built")
needs_extra = pytest.mark.skipif(not can_draw(), reason="needs the extra previews")


@pytest.fixture
def nobody(server: Serving) -> Iterator[httpx.Client]:
    """Somebody who waits for as long as a busy machine takes to draw."""
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        yield client


@pytest.fixture
def game(server: Serving, ann: httpx.Client) -> FinishedGame:
    return finish(server, ann, table_of(ann), seed=len(server.run(server.services.store.latest_tables(100))))


def tags(page: httpx.Response) -> dict[str, str]:
    return dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)"', page.text))


def size_of(picture: httpx.Response) -> tuple[int, int]:
    assert picture.status_code == 200, picture.text
    assert picture.headers["content-type"] == "image/png" and picture.content.startswith(b"\x89PNG\r\n")
    wide, high = struct.unpack(">II", picture.content[16:24])
    return wide, high


@needs_web
@needs_extra
def test_a_link_to_a_finished_game_tells_its_edition_and_its_picture_and_no_name(
    server: Serving, nobody: httpx.Client, game: FinishedGame
) -> None:
    page = nobody.get(f"/g/{game.id}")
    told = tags(page)
    assert told["og:url"] == f"{server.url}/g/{game.id}" and told["twitter:card"] == "summary_large_image"
    assert "Sabra" in told["og:title"] and "2 players" in told["og:title"]
    assert f"after {game.moves} turns" in told["og:description"]
    assert "Ann" not in page.text
    assert size_of(nobody.get(told["og:image"])) == (1200, 630)
    same = nobody.get(f"/g/{game.id}", headers={"if-none-match": page.headers["etag"]})
    assert same.status_code == 304


@needs_web
@needs_extra
def test_a_link_to_a_move_shows_the_table_after_that_move(nobody: httpx.Client, game: FinishedGame) -> None:
    told = tags(nobody.get(f"/g/{game.id}?move=1"))
    assert told["og:image"].endswith(f"/api/games/{game.id}/picture.png?move=1")
    assert told["og:image:alt"] == "The table after move 1"
    then, end = nobody.get(told["og:image"]), nobody.get(f"/api/games/{game.id}/picture.png")
    assert size_of(then) == size_of(end) and then.content != end.content
    assert nobody.get(f"/api/games/{game.id}/picture.png?move=9999").content == end.content
    for odd in ("-1", "x", "9" * 40):
        assert "?move" not in tags(nobody.get(f"/g/{game.id}?move={odd}"))["og:image"]
        assert nobody.get(f"/api/games/{game.id}/picture.png?move={odd}").status_code in (400, 422)


@needs_web
@needs_extra
def test_a_link_to_a_puzzle_shows_its_position(server: Serving, nobody: httpx.Client) -> None:
    puzzle = nobody.get("/api/puzzles/today").json()["puzzle"]
    told = tags(nobody.get(f"/puzzles/{puzzle['id']}"))
    assert told["og:title"].startswith("A puzzle: ") and told["og:url"] == f"{server.url}/puzzles/{puzzle['id']}"
    assert size_of(nobody.get(told["og:image"])) == (1200, 630)
    assert not tags(nobody.get("/puzzles/storm")) and not tags(nobody.get("/puzzles"))
    assert code_of(nobody.get("/api/puzzles/none/picture.png"), 404) == "no-puzzle"


@needs_web
def test_other_pages_and_games_that_are_not_over_tell_nothing(
    server: Serving, ann: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = table_of(ann)
    for path in ("/", "/history", "/g/nothing", "/g/", "/g/a/b", f"/t/{started}", "/g/%22%3E%3Cscript%3E"):
        assert not tags(ann.get(path))
    assert code_of(ann.get("/api/games/nothing/picture.png"), 404) == ("no-game" if can_draw() else "not-found")

    async def away(_game: str) -> None:
        raise UnavailableError("gone for lunch")

    monkeypatch.setattr(server.services.store, "game", away)
    assert ann.get("/g/nothing").status_code == 200


@needs_web
def test_what_somebody_calls_their_rules_is_not_told(
    server: Serving, nobody: httpx.Client, game: FinishedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def renamed(_game: str) -> FinishedGame:
        return msgspec.structs.replace(game, edition="Ann's own")

    monkeypatch.setattr(server.services.store, "game", renamed)
    page = nobody.get(f"/g/{game.id}")
    assert tags(page)["og:title"] == "A game of tiles: House rules, 2 players" and "Ann" not in page.text


def test_no_text_ends_a_tag() -> None:
    text = _tags(LinkPreview('"><script>', "a & b", "/x"), "http://localhost", '/"')
    assert "&quot;&gt;&lt;script&gt;" in text and "<script" not in text and 'content="http://localhost/&quot;"' in text


@needs_web
def test_without_the_extra_there_is_no_picture_and_no_tag_for_one(
    nobody: httpx.Client, game: FinishedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilery.server.http.previews.can_draw", lambda: False)
    monkeypatch.setattr("tilery.server.http.pictures.can_draw", lambda: False)
    told = tags(nobody.get(f"/g/{game.id}"))
    assert "og:title" in told and "og:image" not in told and told["twitter:card"] == "summary"
    assert code_of(nobody.get(f"/api/games/{game.id}/picture.png"), 404) == "not-found"


@needs_extra
def test_one_address_has_only_so_many_pictures_drawn_and_the_drawn_ones_again_for_nothing(
    server: Serving, nobody: httpx.Client, game: FinishedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/api/games/{game.id}/picture.png"
    assert nobody.get(path).status_code == 200
    monkeypatch.setattr(server.services.limiter, "wait", lambda what, *_: 7.0 * (what == "pictures"))
    assert nobody.get(path).status_code == 200
    refused = nobody.get(f"{path}?move=3")
    assert code_of(refused, 429) == "too-often" and refused.headers["retry-after"] == "7"
