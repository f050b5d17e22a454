"""A game that is over, turn by turn: by key, tap, swipe and link, with its analysis, from a file, and played on."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.browser.test_access import violations
from tests.kit.browser import Person
from tests.kit.finished import SAMPLE, put_game, sample_analysis
from tests.kit.hands import PHONE
from tests.kit.served import Serving
from tests.server.http.test_analysis import short_game, text_of
from tilery.bots import ThinkingTime, play_game
from tilery.bots.most_tiles import MostTiles
from tilery.game import seeded_secret
from tilery.rules.edition import edition

Arrive = Callable[..., Person]
DESK = {"viewport": {"width": 1440, "height": 900}}
LAST = 3
"""The seat that wins the sample."""


def studied(ann: Person, server: Serving, query: str = "", seat: int = LAST, *states: dict[str, Any]) -> str:
    """Go to a finished game of one's own; the server says this of its analysis, one state after the other."""
    told = list(states) or [sample_analysis()]
    ann.page.route(
        re.compile("/api/analysis"), lambda route: route.fulfill(json=told.pop(0) if len(told) > 1 else told[0])
    )
    me = ann.context.request.get("/api/me").json()["id"]
    game = put_game(server, me, ann.make_table(seats=["me", "open"]), seat)
    ann.page.goto(f"/g/{game}{query}")
    ann.page.locator(".study h2").wait_for()
    return game


def heading(ann: Person) -> str:
    return ann.page.locator(".study h2").inner_text()


def at_move(ann: Person, number: int) -> None:
    ann.eventually(lambda: f"move={number}" in ann.page.url, f"move {number} in {ann.page.url}")


def test_a_game_is_looked_at_by_key_by_row_and_from_a_link_while_it_is_analysed(
    arrive: Arrive, server: Serving
) -> None:
    ann = arrive("Ann", **DESK)
    studied(ann, server, "?move=28", LAST, sample_analysis(12, "working"), sample_analysis())
    ann.page.get_by_role("heading", name="You won by 80, with 2 slips.").wait_for()
    assert heading(ann) == "Turn 7: everything could have been played"
    # What was played lies beside what was best.
    assert ann.page.locator(".pane").count() == 2
    ann.page.get_by_text("A strong bot would have gone out.").wait_for()
    best, taken = (ann.page.locator(f".pane{each} [data-tile]") for each in (".best", ":not(.best)"))
    ann.eventually(lambda: best.count() == taken.count() + 3, "three more tiles on the best table")
    assert violations(ann) == []
    # Every move by the arrows, the address with it; the ends by Home and End.
    ann.page.keyboard.press("ArrowRight")
    at_move(ann, 29)
    assert heading(ann).startswith("Lena, turn 7")
    ann.page.keyboard.press("Home")
    at_move(ann, 1)
    assert heading(ann) == "The deal"
    ann.page.keyboard.press("End")
    at_move(ann, 32)
    assert heading(ann) == "Turn 8: went out"
    # A row is a step that the browser's way back leads back from.
    ann.page.get_by_role("button", name="Turn 2").click()
    at_move(ann, 8)
    assert heading(ann) == "Turn 2: opened with 57 points"
    ann.page.go_back()
    at_move(ann, 32)
    ann.eventually(lambda: heading(ann) == "Turn 8: went out", "the last turn again")
    # The graph is one stop for the keyboard, and a table of numbers on Enter.
    graph = ann.page.get_by_role("slider", name="Winning chances")
    graph.focus()
    ann.page.keyboard.press("ArrowLeft")
    at_move(ann, 28)
    assert graph.get_attribute("aria-valuetext") == "Turn 7: You 3%, Lena 67%, Maren 22% and Tomasz 9%"
    ann.page.keyboard.press("Enter")
    ann.page.get_by_role("dialog").get_by_role("cell", name="67%").wait_for()
    ann.page.keyboard.press("Escape")
    # Everybody's turns, all racks, and the same turn to be solved.
    ann.page.get_by_text("Everybody", exact=True).click()
    assert ann.page.locator(".turns li").count() == 31
    ann.page.get_by_role("combobox", name="Racks").select_option("all")
    assert ann.page.locator(".racks li").count() == 4
    ann.page.get_by_role("link", name="Solve this turn").click()
    ann.page.wait_for_url(re.compile("/solve"))
    ann.page.locator("[data-tile]").first.wait_for()


def test_a_real_analysis_comes_turn_by_turn_and_is_the_same_when_one_comes_back(
    arrive: Arrive, server: Serving
) -> None:
    """No answer is made up here: the server's own process analyses a short game."""
    ann = arrive("Ann", **PHONE)
    answers: list[Any] = []
    ann.page.on("response", lambda answer: answers.append(answer) if "/api/analysis" in answer.url else None)
    record = short_game(1)
    me, seat = ann.context.request.get("/api/me").json()["id"], record.result.winner if record.result else 0
    game = put_game(server, me, ann.make_table(seats=["me", "open"]), seat, text_of(record))
    ann.page.goto(f"/g/{game}")
    ann.page.get_by_role("progressbar").wait_for()
    ann.page.get_by_role("heading", name="Accuracy and luck").wait_for(timeout=60_000)
    told = [answer.json() for answer in answers]
    assert told[0]["state"] != "done" and told[-1]["state"] == "done"
    turns = {turn["move"]: turn for each in told for turn in each["turns"]}  # an answer has those not told before
    assert list(turns) == [2, 3, 4, 5]
    ann.page.get_by_role("heading", name="You won").first.wait_for()
    graph = ann.page.get_by_role("slider", name="Winning chances")
    with ann.page.expect_response(lambda answer: "/api/analysis" in answer.url) as come_back:
        ann.page.reload()
    again = come_back.value.json()
    graph.wait_for()
    assert (again["state"], again["turns"]) == ("done", list(turns.values()))


def test_an_analysis_goes_on_by_itself_when_the_network_is_back(arrive: Arrive, server: Serving) -> None:
    ann = arrive("Ann", **DESK)
    away: list[Any] = []
    ann.page.route(re.compile("/api/analysis"), lambda route: away.append(route.abort("internetdisconnected")))
    me = ann.context.request.get("/api/me").json()["id"]
    ann.page.goto(f"/g/{put_game(server, me, ann.make_table(seats=['me', 'open']), LAST)}")
    ann.page.get_by_text("Winning chances need the server").wait_for()
    assert away
    ann.page.unroute(re.compile("/api/analysis"))
    ann.page.route(re.compile("/api/analysis"), lambda route: route.fulfill(json=sample_analysis()))
    ann.context.set_offline(True)
    ann.context.set_offline(False)
    ann.page.get_by_role("heading", name="You won by 80, with 2 slips.").wait_for()


def test_on_a_phone_it_is_swiped_through_and_the_best_is_behind_a_tab(arrive: Arrive, server: Serving) -> None:
    ann = arrive("Ann", **PHONE)
    studied(ann, server, "?move=28")
    best = ann.page.get_by_role("tab", name="Best: go out")
    best.tap()
    assert best.get_attribute("aria-selected") == "true"
    ann.page.get_by_text("A strong bot would have gone out.").wait_for()
    assert violations(ann) == []
    box = ann.page.locator(".pane").first.bounding_box()
    assert box is not None
    finger = ann.context.new_cdp_session(ann.page)
    y = box["y"] + 60
    for kind, x in (("touchStart", 60), ("touchMove", 120), ("touchMove", 200), ("touchEnd", None)):
        points = [] if x is None else [{"x": x, "y": y}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    at_move(ann, 27)
    ann.button("Turn after").click()  # a tap right after a swipe only stops it
    at_move(ann, 28)
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_record_from_a_file_is_read_here_and_its_damage_named(arrive: Arrive) -> None:
    ann = arrive("Ann", **PHONE)
    ann.page.goto("/g")
    ann.page.get_by_role("heading", name="Look at a record").wait_for()
    assert violations(ann) == []
    ann.context.set_offline(True)

    def bring(text: str) -> None:
        ann.page.locator("input[type=file]").set_input_files(
            {"name": "game.jsonl", "mimeType": "text/plain", "buffer": text.encode()}
        )

    bring("a shopping list")
    ann.page.get_by_text("This isn’t a Tilery record.").wait_for()
    lines = SAMPLE.splitlines()
    bring(lines[0])
    ann.page.get_by_text("Nobody has moved in this record yet").wait_for()
    bring("\n".join([*lines[:20], lines[20][:50]]))
    ann.page.get_by_text("Line 21 can’t be read. Everything before it is here.").wait_for()
    assert heading(ann).startswith("Tomasz, turn 5") or heading(ann).startswith("Aiko, turn")
    ann.button("Another record").tap()
    bring(SAMPLE)
    ann.page.get_by_role("heading", name="Aiko won by 80.").wait_for()
    ann.button("Turn before").tap()
    assert heading(ann).startswith("Tomasz, turn 8")
    # The analysis is asked for, and needs the server.
    ann.button("Analyse this game").tap()
    ann.page.get_by_text("Winning chances need the server").wait_for()
    assert violations(ann) == []


def test_a_whole_rack_laid_at_once_covers_nothing_in_the_list(arrive: Arrive) -> None:
    rules = edition("twist-2016").rules()
    played = play_game(rules, [MostTiles() for _ in range(4)], seeded_secret(5, 1), ThinkingTime(60))
    ann = arrive("Ann", **DESK)
    ann.page.goto("/g")
    file = "".join(played.record.lines()).encode()
    ann.page.locator("input[type=file]").set_input_files(
        {"name": "game.jsonl", "mimeType": "text/plain", "buffer": file}
    )
    ann.page.locator(".turns .did .tile").first.wait_for()
    for width, height in ((1440, 900), (360, 640)):
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.await_rest()
        rows = ann.page.locator(".turns .did")
        assert max(row.locator(".tile").count() for row in rows.all()) >= 12
        beyond = rows.evaluate_all("all => all.filter((row) => row.scrollWidth > row.clientWidth).length")
        assert beyond == 0, (width, beyond)


def test_a_game_is_played_on_from_a_turn(arrive: Arrive, server: Serving) -> None:
    ann = arrive("Ann", **DESK)
    studied(ann, server, "?move=28")
    ann.page.locator(".study").get_by_role("button", name="Play from here").click()
    ann.page.wait_for_url(re.compile("/t/"))
    ann.rack.first.wait_for()
    held = sorted(tile.get_attribute("aria-label") or "" for tile in ann.rack.all())
    assert held == ["black 2", "black 3", "blue 5", "blue 9", "red 9"]
