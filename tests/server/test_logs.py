"""The logs say what happened and never a secret."""

from __future__ import annotations

import io
import json
import logging
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tilery.server.logs import MOST, about, configure, redact, say

log = logging.getLogger("tilery.server.test")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    """Logging belongs to the whole process, so put it back."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.fixture(params=[io.StringIO, Terminal], ids=["lines", "terminal"])
def written(request: pytest.FixtureRequest) -> io.StringIO:
    stream: io.StringIO = request.param()
    configure(logging.DEBUG, stream)
    return stream


@pytest.fixture
def lines() -> io.StringIO:
    stream = io.StringIO()
    configure(stream=stream)
    return stream


def only(stream: io.StringIO) -> dict[str, Any]:
    (line,) = stream.getvalue().splitlines()
    found: dict[str, Any] = json.loads(line)
    return found


def test_a_line_has_time_level_log_event_and_values(lines: io.StringIO) -> None:
    say(log, "table created", table="kitchen", seats=4, guests=["anna", None], open=True)
    line = only(lines)
    assert line.pop("time").endswith("+00:00")
    assert line == {
        "level": "info",
        "log": "tilery.server.test",
        "event": "table created",
        "table": "kitchen",
        "seats": 4,
        "guests": ["anna", None],
        "open": True,
    }


def test_a_value_cannot_pass_for_the_event_or_the_level(lines: io.StringIO) -> None:
    say(log, "refused", logging.WARNING, time="never", level="fine", log="other", event="accepted", trace="none")
    line = only(lines)
    assert (line["level"], line["log"], line["event"]) == ("warning", "tilery.server.test", "refused")
    assert line["time"] != "never"


def test_a_terminal_gets_text() -> None:
    stream = Terminal()
    configure(stream=stream)
    say(log, "table created", table="kitchen", name="Anna B")
    assert stream.getvalue().endswith('INFO    table created table=kitchen name="Anna B"\n')


def test_nobody_can_write_a_line_of_their_own(written: io.StringIO) -> None:
    say(log, "named\nWARNING forged", name="x\n\x1b[2J\u2028WARNING forged\ud800")
    assert len(written.getvalue().splitlines()) == 1
    assert "\x1b" not in written.getvalue()


def test_an_error_comes_with_its_trace(written: io.StringIO) -> None:
    try:
        raise ValueError("cannot reach redis://anna:sesame@host")
    except ValueError:
        log.exception("lost")
    assert "ValueError: cannot reach redis://[hidden]@host" in written.getvalue()
    assert "test_logs.py" in written.getvalue()
    assert "sesame" not in written.getvalue()


def test_levels_below_are_left_out() -> None:
    stream = io.StringIO()
    configure(logging.WARNING, stream)
    say(log, "small thing")
    assert stream.getvalue() == ""


class Game(msgspec.Struct):
    racks: tuple[str, ...] = ("sesame",)
    pool: str = "sesame"


NAMES = ["secret", "cookie", "Set-Cookie", "token", "api_token", "apiToken", "password", "DB_PASSWORD", "Authorization"]
NAMES += ["key", "private_key", "rack", "racks", "rack_2", "pool", "draft", "my_drafts", "seed", "tiles", "credentials"]


@pytest.mark.parametrize("name", NAMES)
def test_a_secret_is_hidden_by_its_name(name: str, written: io.StringIO) -> None:
    say(log, "happened", table="kitchen", **{name: "sesame"})
    say(log, "happened", headers={name: ["sesame", {"deeper": "sesame"}]}, rows=[{name: b"sesame"}])
    log.info("happened %s", {name: "sesame", "other": "sesame"})
    log.info("happened %s=(sesame, (sesame), 'sesame')", name)
    log.info("%s: sesame=sesame; sesame", name)
    assert "sesame" not in written.getvalue()
    assert "kitchen" in written.getvalue()


@pytest.mark.parametrize(
    "text",
    [
        "postgresql://anna:sesame@db/tilery",
        "postgresql://anna:p@ss/sesame@db/tilery",
        "rediss://:sesame@cache:6379/0",
        "GET /t/abc?key=sesame HTTP/1.1",
        "GET /t/abc?sesame HTTP/1.1",
        "https://host/t/abc?x=1&code=sesame#sesame",
        "Authorization: Bearer sesame.sesame-sesame",
        "sent bearer sesame",
        "Basic sesame==",
        "Cookie: a=1; tilery=sesame",
        "{'headers': [(b'cookie', b'x')], 'token': 'sesame'}",
        '{"draft":{"table":"sesame"}}',
        repr(Game()),
        "guest 7f3a-Sesame_9sesame0sesame1sesame2sesame3sesame4 came",
    ],
)
def test_a_secret_is_hidden_inside_a_text(text: str, written: io.StringIO) -> None:
    log.warning("%s", text)
    log.warning(text.replace("%", "%%"))
    say(log, text, value=text, values=[text], deep={"a": {"b": text}, text: 1})
    assert "sesame" not in written.getvalue().lower()


def test_objects_are_named_and_not_shown(written: io.StringIO) -> None:
    say(log, "moved", game=Game(), raw=b"sesame", all={"sets": {"sesame"}})
    assert "sesame" not in written.getvalue()
    assert "<Game>" in written.getvalue()


@pytest.mark.parametrize(
    "text",
    [
        "table kitchen created",
        "what now? 4 seats",
        "KeyError: 'kitchen'",
        "http://host:80/t/x",
        "a@b at 12:30",
        "turn=3",
    ],
)
def test_plain_text_stays_as_it_is(text: str) -> None:
    assert redact(text) == text


def test_the_web_servers_own_logs_come_here_without_query_strings(lines: io.StringIO) -> None:
    logging.getLogger("uvicorn.error").info("Uvicorn running on %s", "http://host/?sesame=1")
    logging.getLogger("litestar").error("failed", extra={"color_message": "sesame"})
    assert [json.loads(line)["log"] for line in lines.getvalue().splitlines()] == ["uvicorn.error", "litestar"]
    assert "sesame" not in lines.getvalue()


def test_what_a_line_is_about_stands_on_all_lines_meanwhile(lines: io.StringIO) -> None:
    with about(request="r1"):
        with about(table="kitchen", token="sesame"):
            say(log, "moved", seats=4)
        say(log, "left")
    say(log, "alone")
    found = [json.loads(line) for line in lines.getvalue().splitlines()]
    assert [(line.get("request"), line.get("table"), line.get("seats")) for line in found] == [
        ("r1", "kitchen", 4),
        ("r1", None, None),
        (None, None, None),
    ]
    assert "sesame" not in lines.getvalue()


def test_loggers_that_had_handlers_lose_them() -> None:
    other = io.StringIO()
    framework = logging.getLogger("litestar")
    framework.addHandler(logging.StreamHandler(other))
    framework.propagate = False
    stream = io.StringIO()
    configure(stream=stream)
    framework.warning("hello")
    assert other.getvalue() == ""
    assert only(stream)["event"] == "hello"


class Shy:
    def __str__(self) -> str:
        raise RuntimeError("sesame")


def test_what_cannot_be_written_neither_raises_nor_leaks(
    written: io.StringIO, capsys: pytest.CaptureFixture[str]
) -> None:
    configure(stream=written)  # once more, for pytest's own handlers raise instead
    knot: dict[str, Any] = {"name": "anna"}
    knot["self"] = knot
    say(log, "first", knot=knot)
    log.info("second %s %s", "sesame")
    log.info("third %s", Shy())
    say(log, "never", number=10**5_000)
    say(log, "fourth")
    assert [word in written.getvalue() for word in ("first", "second", "third", "fourth")] == [True] * 4
    assert "sesame" not in written.getvalue() + capsys.readouterr().err


@pytest.mark.parametrize("part", ["://", "?a=", "token_", "bearer ", "key", "a1-", "x" * 30 + "1_", "@", "pool=", "_"])
def test_the_longest_text_is_redacted_in_no_time(part: str) -> None:
    began = time.perf_counter()
    redact(part * 100_000)
    assert time.perf_counter() - began < 20  # seconds; by going back and forth it would be hours


def test_half_a_secret_at_the_end_of_a_long_line_is_left_out() -> None:
    assert "sesa" not in redact("x " * (MOST // 2 - 10) + "redis://anna:sesame" + "e" * 100 + "@host")
