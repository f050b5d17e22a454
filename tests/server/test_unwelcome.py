"""Words that an operator does not want in names and chat."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.kit.online import RefusedError
from tests.kit.online_hostile import act, close, sit_down
from tests.kit.served import code_of, serving, settings_in
from tilery.errors import TileryError
from tilery.server.unwelcome import UnwelcomeWords

WORDS = UnwelcomeWords(["blast", "Häck", "Größe", "проклятие"])


@pytest.mark.parametrize(
    "text",
    [
        "blast",
        "oh BLAST!",
        "«blast»",
        "bl\u00e1st",
        "b\u200bl\u00ada\u2060st",
        "\uff42\uff4c\uff41\uff53\uff54",  # full width
        "\U0001d41b\U0001d425\U0001d41a\U0001d42c\U0001d42d",  # mathematical bold
        "8l4st",
        "b1a57",
        "bl@$t",
        "b l a s t",
        "B.L.A.S.T.",
        "b-1-@-s-t it",
        "hack",
        "HÄCK",
        "GRÖSSE",
        "ПРОКЛЯТИЕ",
    ],
)
def test_a_word_is_found_however_it_is_dressed_up(text: str) -> None:
    assert WORDS.has(text)


@pytest.mark.parametrize("text", ["", "sandblasted", "blasts", "81457", "b l", "bla st", "hacksaw", "\ud800", "1 2 3"])
def test_what_only_has_it_inside_is_left_alone(text: str) -> None:
    assert not WORDS.has(text)


def test_lists_are_a_file_or_a_folder(tmp_path: Path) -> None:
    (tmp_path / "en.txt").write_text("# ours\n\nblast  # mild\nheck\n", encoding="utf-8")
    (tmp_path / "de.txt").write_bytes("\ufeffMist\r\nKäse\r\n".encode())
    (tmp_path / "notes.md").write_text("many words, none of them a list", encoding="utf-8")
    everything = UnwelcomeWords.read(str(tmp_path))
    assert [word for word in ("blast", "heck", "mist", "kase", "list", "mild") if everything.has(word)] == [
        "blast",
        "heck",
        "mist",
        "kase",
    ]
    assert not UnwelcomeWords.read(str(tmp_path / "en.txt")).has("mist")
    assert not UnwelcomeWords.read(None).has("blast")


@pytest.mark.parametrize(
    ("content", "says"),
    [(b"two words\n", "line 1 of"), (b"fine\n...\n", "line 2 of"), (b"\xff\xfe", "no UTF-8"), (None, "cannot be read")],
)
def test_a_list_that_is_none_is_told_at_the_start(tmp_path: Path, content: bytes | None, says: str) -> None:
    file = tmp_path / "words.txt"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(TileryError, match=says):
        UnwelcomeWords.read(str(file))
    with pytest.raises(TileryError, match=r"no \.txt file"):
        (tmp_path / "empty").mkdir()
        UnwelcomeWords.read(str(tmp_path / "empty"))


def test_names_chat_and_words_for_the_mixing_are_refused_with_one(tmp_path: Path) -> None:
    (tmp_path / "any.txt").write_text("blast\n", encoding="utf-8")

    async def refused(player: Any, do: str, **more: Any) -> str:
        with pytest.raises(RefusedError) as caught:
            await player.ask(do, **more)
        return caught.value.code

    async def scene(http: httpx.AsyncClient) -> None:
        assert code_of(await http.post("/api/guests", json={"name": "Bl4st"}), 422) == "unwelcome"
        ann, bo = await sit_down(http, "Ann", "Bo")
        mine = ann.host.headers()
        assert code_of(await http.patch("/api/me", json={"name": "blast!"}, headers=mine), 422) == "unwelcome"
        for setup in (
            {"house": {"opening": 25}, "house_name": "Blast rules"},
            {"shared": True, "seats": ["me", "me"], "names": ["Ann", "BLAST"]},
        ):
            assert code_of(await http.post("/api/tables", json=setup, headers=mine), 422) == "unwelcome"
        assert await refused(ann, "say", text="well, b.l.a.s.t it") == "unwelcome"
        assert await refused(bo, "ready", words="blast") == "unwelcome"
        await ann.ask("say", text="sandblasted!")
        await bo.until(lambda p: bool(p.said))
        assert [line["text"] for line in bo.said] == ["sandblasted!"]
        await ann.ask("ready")
        await bo.ask("ready", words="dice 3 5")
        await bo.ask("resign")
        assert await refused(ann, "rematch", words="BLAST") == "unwelcome"
        await close(ann, bo)

    with serving(settings_in(tmp_path, words=str(tmp_path / "any.txt"))) as running:
        act(running, scene)


def test_a_line_said_again_is_said_once_and_answered_with_the_present_revision(tmp_path: Path) -> None:
    async def scene(http: httpx.AsyncClient) -> None:
        ann, bo = await sit_down(http, "Ann", "Bo")
        first = await ann.ask("say", text="hello", id="once-1")
        await bo.ask("ready")
        again = await ann.ask("say", text="hello", id="once-1")
        assert again["revision"] > first["revision"]
        await ann.reconnect()
        assert [line["text"] for line in ann.state["lines"]] == ["hello"]
        await close(ann, bo)

    with serving(settings_in(tmp_path)) as running:
        act(running, scene)
