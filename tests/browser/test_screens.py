"""The screens before and after a game: ways in, themes, languages, and what is remembered."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from tests.kit.browser import Person
from tests.kit.catalogues import CATALOGUES

Arrive = Callable[..., Person]

PLACES = ("/", "/new?with=bots", "/lobby", "/join", "/settings", "/rules/sabra", "/history")


def test_one_tap_deals_a_game_against_bots(arrive: Arrive) -> None:
    ann = arrive()
    ann.page.goto("/")
    ann.button("Play now").click()
    ann.page.wait_for_url(re.compile("/t/"))
    ann.await_rack(14)
    assert ann.page.locator(".seats li").count() == 3


def test_a_friend_comes_by_the_short_code(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    ann.page.goto("/new?with=friends")
    ann.button("Open the table").click()
    code = ann.page.locator(".invite .code b").inner_text()
    picture = ann.page.get_by_role("img", name="QR code for this table")
    assert picture.evaluate("async each => (await each.decode(), each.naturalWidth)") > 0
    bob.page.goto("/join")
    bob.page.get_by_role("textbox").first.fill(code)
    bob.page.get_by_role("textbox").first.press("Enter")
    bob.button("Sit here").first.click()
    ann.page.get_by_text("Bob").first.wait_for()


def test_an_open_table_is_found_in_the_lobby(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    table = ann.make_table(seats=["me", "open"], listed=True)
    bob.page.goto("/lobby")
    link = bob.page.locator(f'main [href="/t/{table}"]').first
    link.click()
    bob.button("Sit here").first.wait_for()


def test_each_theme_holds_on_every_screen_whatever_the_system_has(arrive: Arrive) -> None:
    ann = arrive(color_scheme="dark")
    for theme, places in (("light", PLACES[:1]), ("dark", PLACES)):
        ann.page.emulate_media(color_scheme="dark" if theme == "light" else "light")
        ann.page.goto("/settings")
        ann.page.get_by_text(theme.capitalize(), exact=True).first.click()
        for place in places:
            ann.page.goto(place)
            ann.page.get_by_role("heading", level=1).wait_for()
            ann.await_rest()
            shade = ann.page.evaluate("getComputedStyle(document.body).backgroundColor")
            assert (sum(map(int, re.findall(r"\d+", shade)[:3])) > 384) == (theme == "light"), (place, shade)


def test_all_that_is_mine_is_one_click_away(arrive: Arrive) -> None:
    ann = arrive("Ann")
    ann.page.goto("/")
    ann.button("Play now").click()  # before there is anything to take along there's no button
    ann.page.wait_for_url(re.compile("/t/"))
    ann.page.goto("/settings")
    with ann.page.expect_download() as coming:
        ann.page.get_by_role("link", name="Download my data").click()
    assert re.fullmatch(r"tilery-\d{4}-\d\d-\d\d\.json", coming.value.suggested_filename)
    assert json.loads(coming.value.path().read_text())["guest"]["name"] == "Ann"


def test_without_scripts_the_page_says_so_in_every_language(arrive: Arrive) -> None:
    ann = arrive(java_script_enabled=False)
    ann.page.goto("/")
    for language, said in CATALOGUES.items():
        assert ann.page.locator(f'p[lang="{language}"]').inner_text() == said["app_no_script"]


def test_the_language_switches_at_once_and_home_is_seen_whole_and_never_too_wide_in_each(arrive: Arrive) -> None:
    ann = arrive()
    ann.begin(edition="sabra", seats=["me", "newcomer", "newcomer", "newcomer"])
    ann.await_turn()
    ann.make_table(seats=["me", "open"])
    ann.page.goto("/")
    ann.page.get_by_role("heading", name="My games").wait_for()
    beyond = "[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
    for language, said in CATALOGUES.items():
        ann.page.locator("footer select").select_option(language)
        ann.page.get_by_role("button", name=said["home_play_now"]).wait_for()
        assert ann.page.evaluate("document.documentElement.lang") == language
        for width, height in ((1440, 900), (2560, 1440)):
            ann.page.set_viewport_size({"width": width, "height": height})
            ann.eventually(lambda: ann.page.evaluate(beyond) == [0, 0], f"see all of home in {language} at {width} px")
        for width in (1024, 768, 360):
            ann.page.set_viewport_size({"width": width, "height": 640})
            ann.eventually(lambda: ann.page.evaluate(beyond)[0] == 0, f"fit home in {language} into {width} px")


def test_the_head_leads_to_every_place_and_marks_the_one_where_one_is(arrive: Arrive) -> None:
    ann = arrive(viewport={"width": 1440, "height": 900})
    ann.page.goto("/")
    head = ann.page.get_by_role("banner").get_by_role("navigation")
    first = head.get_by_role("link", name="Open tables", exact=True)
    ann.page.get_by_role("heading", level=1).wait_for()
    place = first.bounding_box()
    for name in ("Open tables", "Learn", "Puzzles", "Solve", "History", "Settings"):
        head.get_by_role("link", name=name, exact=True).click()
        ann.page.get_by_role("heading", level=1).wait_for()
        assert head.locator("[aria-current=page]").all_inner_texts() == [name]
        assert first.bounding_box() == place, f"the head moved on the way to {name}"
    ann.page.set_viewport_size({"width": 390, "height": 844})
    assert head.get_by_role("link").all_inner_texts() == ["Learn", "Puzzles", "History", "Settings"]


def test_the_head_stays_where_it_is_when_it_comes_to_know_who_is_here(arrive: Arrive) -> None:
    ann = arrive(viewport={"width": 1440, "height": 900})
    asked: list[Any] = []
    ann.page.route("**/api/me", lambda route: asked.append(route))
    ann.page.goto("/")
    first = ann.page.get_by_role("banner").get_by_role("link", name="Open tables", exact=True)
    first.wait_for()
    ann.eventually(lambda: bool(asked), "ask who is here")
    before = first.bounding_box()
    asked.pop().continue_()
    ann.page.get_by_role("banner").get_by_role("link", name="Ann").wait_for()
    assert first.bounding_box() == before


def test_a_table_that_everybody_left_says_so(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    table = ann.make_table(seats=["me", "open"])
    ann.go(table)
    bob.go(table)
    bob.button("Sit here").wait_for()
    ann.button("Leave the table").click()
    ann.button("Play now").wait_for()
    bob.page.get_by_role("heading", name="This table is closed").wait_for()
    for width, top in ((1280, 60), (390, 56)):
        bob.page.set_viewport_size({"width": width, "height": 844})
        box = bob.page.locator("main").bounding_box()
        assert box is not None and box["y"] == top, "the cloth begins right below the head"


def test_an_address_that_leads_nowhere_says_so(arrive: Arrive) -> None:
    ann = arrive()
    ann.page.goto("/no/such/place")
    ann.page.get_by_role("heading", level=1).wait_for()
    ann.go("nosuchtable")
    ann.page.get_by_role("heading", name="This table can’t be shown").wait_for()
