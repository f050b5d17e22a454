"""Puzzles over HTTP: for everybody, kept for guests, judged by the referee."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tests.kit.online import PATIENCE
from tests.kit.served import RELAXED, code_of, guest, served, settings_in
from tilery.puzzles.days import date_of, day_of
from tilery.puzzles.shelf import shipped
from tilery.server.settings import Rate


def told(answer: httpx.Response) -> Any:
    assert answer.status_code == 200, answer.text
    return answer.json()


def tried(client: httpx.Client, puzzle: str, **asked: Any) -> Any:
    return told(client.post(f"/api/puzzles/{puzzle}/attempt", json=asked))


def test_nobody_needs_to_be_a_guest(nobody: httpx.Client) -> None:
    overview = told(nobody.get("/api/puzzles"))
    assert sum(each["count"] for each in overview["counts"]) == len(shipped())
    assert overview["you"] is None
    of_day = told(nobody.get("/api/puzzles/today"))
    assert (of_day["puzzle"]["id"], of_day["date"], of_day["done"]) == (overview["today"], overview["date"], False)
    puzzle = of_day["puzzle"]
    attempt = tried(nobody, puzzle["id"], table=puzzle["answers"][0], day=of_day["date"])
    assert (attempt["solved"], attempt["legal"], attempt["rated"], attempt["you"]) == (True, True, False, None)
    assert told(nobody.get(f"/api/puzzles/{puzzle['id']}")) == puzzle
    assert len(told(nobody.get("/api/puzzles/next?count=20"))["puzzles"]) == 20


def test_the_first_attempt_counts_and_the_day_makes_a_streak(ann: httpx.Client) -> None:
    of_day = told(ann.get("/api/puzzles/today"))
    puzzle = of_day["puzzle"]
    first = tried(ann, puzzle["id"], table=puzzle["table"], day=of_day["date"])
    assert (first["solved"], first["rated"]) == (False, True)
    assert "nothing-played" in [defect["code"] for defect in first["defects"]]
    assert first["you"]["rating"] < first["before"]
    assert (first["you"]["streak"], told(ann.get("/api/puzzles/today"))["done"]) == (0, False)
    again = tried(ann, puzzle["id"], table=puzzle["answers"][-1], day=of_day["date"])
    assert (again["solved"], again["rated"], again["before"]) == (True, False, first["you"]["rating"])
    you = again["you"]
    assert (you["rating"], you["solved"], you["streak"], you["longest"]) == (first["you"]["rating"], 1, 1, 1)
    assert [day["done"] for day in you["week"]] == [False] * 6 + [True]
    assert told(ann.get("/api/puzzles"))["you"] == you
    assert told(ann.get("/api/puzzles/today"))["done"]
    assert told(ann.get(f"/api/puzzles/{puzzle['id']}"))["rating"] == again["puzzle_rating"] != puzzle["rating"]


def test_giving_up_counts_for_the_streak_and_never_for_the_rating(ann: httpx.Client) -> None:
    of_day = told(ann.get("/api/puzzles/today"))
    up = tried(ann, of_day["puzzle"]["id"], table=None, day=of_day["date"])
    assert (up["solved"], up["legal"], up["rated"], up["you"]["streak"], up["you"]["solved"]) == (
        False,
        False,
        False,
        1,
        0,
    )
    after = tried(ann, of_day["puzzle"]["id"], table=of_day["puzzle"]["answers"][0])
    assert (after["solved"], after["rated"], after["you"]["rating"]) == (True, False, up["you"]["rating"])


def test_any_solution_counts(ann: httpx.Client) -> None:
    puzzle = next(each for each in shipped().puzzles if len(each.answers) == 2)
    assert tried(ann, puzzle.id, table=puzzle.answers[1])["solved"]


def test_next_is_of_my_strength_and_what_i_solved_does_not_come_again(ann: httpx.Client) -> None:
    asked: dict[str, str | int] = {"theme": "fewest", "edition": "sabra", "count": 20}
    first = told(ann.get("/api/puzzles/next", params=asked))["puzzles"]
    assert {(puzzle["theme"], puzzle["edition"]) for puzzle in first} == {("fewest", "sabra")}
    for puzzle in first[:3]:
        tried(ann, puzzle["id"], table=puzzle["answers"][0], helped=True)
    solved = {puzzle["id"] for puzzle in first[:3]}
    assert not solved & {each["id"] for each in told(ann.get("/api/puzzles/next", params=asked))["puzzles"]}


def test_a_storm_is_judged_and_the_best_is_kept(ann: httpx.Client, nobody: httpx.Client) -> None:
    storm = told(ann.get("/api/puzzles/storm"))
    assert storm["seconds"] == 180
    answers = [{"puzzle": each["id"], "table": each["answers"][0]} for each in storm["puzzles"][:4]]
    missed = {"puzzle": storm["puzzles"][4]["id"], "table": storm["puzzles"][4]["table"]}
    mess = [missed, {"puzzle": "nosuch", "table": "r1"}, {"puzzle": storm["puzzles"][5]["id"], "table": "x x"}]

    def ended(client: httpx.Client, given: list[dict[str, str]]) -> Any:
        return told(client.post("/api/puzzles/storm", json={"answers": given}, timeout=PATIENCE))

    assert ended(ann, [*answers, *answers, *mess]) == {"solved": 4, "best": 4}
    assert ended(ann, answers[:2]) == {"solved": 2, "best": 4}
    assert ended(nobody, answers[:3]) == {"solved": 3, "best": None}
    assert told(ann.get("/api/puzzles"))["you"]["storm"] == 4


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/api/puzzles/nosuch", 404, "no-puzzle"),
        ("/api/puzzles/next?theme=riddle", 422, "invalid"),
        ("/api/puzzles/next?edition=chess", 422, "edition"),
        ("/api/puzzles/storm?edition=chess", 422, "edition"),
        ("/api/puzzles/next?count=21", 422, "invalid"),
    ],
)
def test_what_there_is_not_is_refused(nobody: httpx.Client, path: str, status: int, code: str) -> None:
    assert code_of(nobody.get(path), status) == code


def test_an_attempt_that_cannot_be_one_is_refused_and_nothing_is_kept(ann: httpx.Client) -> None:
    puzzle = shipped().puzzles[0]
    today = day_of(0)
    for asked, code in [
        ({"table": "r99"}, "refused"),
        ({"table": "r1 " * 400}, "invalid"),
        ({"table": puzzle.answers[0], "day": str(date_of(today))}, "day"),
        ({"table": puzzle.answers[0], "day": "tomorrow"}, "day"),
        ({"table": "", "day": "0001-01-01"}, "day"),
        ({"tables": ""}, "invalid"),
    ]:
        assert code_of(ann.post(f"/api/puzzles/{puzzle.id}/attempt", json=asked), 422) == code
    assert code_of(ann.post("/api/puzzles/nosuch/attempt", json={"table": ""}), 404) == "no-puzzle"
    many = [{"puzzle": puzzle.id, "table": ""}] * 101
    assert code_of(ann.post("/api/puzzles/storm", json={"answers": many}), 422) == "invalid"
    assert told(ann.get("/api/puzzles"))["you"] is None


@pytest.mark.parametrize("name", ["attempts_per_guest", "attempts_per_address"])
def test_attempts_are_limited(tmp_path: Path, name: str) -> None:
    limits = msgspec.structs.replace(RELAXED, **{name: Rate(2, 1)})
    puzzle = shipped().puzzles[0]
    with served(settings_in(tmp_path, limits=limits)) as url, guest(url, "Ann") as ann:
        for _ in range(2):
            tried(ann, puzzle.id, table=puzzle.table)
        answer = ann.post(f"/api/puzzles/{puzzle.id}/attempt", json={"table": puzzle.table})
        assert code_of(answer, 429) == "too-often"


@pytest.mark.parametrize("name", ["attempts_per_guest", "attempts_per_address"])
def test_every_answer_of_a_storm_is_an_attempt(tmp_path: Path, name: str) -> None:
    limits = msgspec.structs.replace(RELAXED, **{name: Rate(5, 1)})
    answers = [{"puzzle": puzzle.id, "table": puzzle.answers[0]} for puzzle in shipped().puzzles[:5]]
    with served(settings_in(tmp_path, limits=limits)) as url, guest(url, "Ann") as ann:
        ended = ann.post("/api/puzzles/storm", json={"answers": answers}, timeout=PATIENCE)
        assert told(ended)["solved"] == 5
        answer = ann.post("/api/puzzles/storm", json={"answers": answers[:1]})
        assert code_of(answer, 429) == "too-often"


def test_the_puzzle_of_a_day_that_is_over_counts_for_no_streak(ann: httpx.Client) -> None:
    today = day_of(time.time())
    for day, status in ((today - 2, 422), (today + 2, 422), (today - 1, 200)):
        puzzle, date = shipped().of_day(day), str(date_of(day))
        answer = ann.post(f"/api/puzzles/{puzzle.id}/attempt", json={"table": puzzle.answers[0], "day": date})
        assert answer.status_code == status
