"""People with names and faces: asked once, kindly, and seen by everybody."""

from __future__ import annotations

from collections.abc import Callable

from tests.kit.browser import Person
from tests.kit.hands import Mouse

Arrive = Callable[..., Person]


def test_who_joins_friends_is_asked_once_for_a_name_and_has_it_with_a_face_at_the_table(arrive: Arrive) -> None:
    ann, guest = arrive("Ann"), arrive("Guest")
    tables = [ann.make_table(seats=["me", "open", "casual"]) for _ in range(2)]
    guest.go(tables[0])
    guest.button("Sit here").first.click()
    sheet = guest.page.get_by_role("dialog", name="What shall we call you?")
    sheet.get_by_role("textbox", name="Your name").fill("Gus")
    sheet.get_by_title("Fish").click()
    sheet.get_by_role("button", name="That’s me").click()
    guest.button("I’m ready").wait_for()
    ann.go(tables[0])
    ann.page.get_by_role("listitem").filter(has_text="Gus").locator(".avatar svg").wait_for()
    ann.page.get_by_role("listitem").filter(has_text="Remy").get_by_text("Casual bot").wait_for()
    guest.go(tables[1])
    guest.button("Sit here").first.click()
    guest.button("I’m ready").wait_for()


def test_who_opens_a_table_for_friends_may_stay_a_guest_and_is_not_asked_again(arrive: Arrive) -> None:
    guest = arrive("Guest")
    for asked in (True, False):
        guest.page.goto("/new?with=friends")
        guest.button("Open the table").click()
        if asked:
            guest.button("Stay a guest").click()
        guest.page.get_by_role("heading", name="Waiting for players").wait_for()
    assert guest.context.request.get("/api/me").json()["name"] == "Guest"


def test_who_won_is_told_so_and_not_by_a_name_that_everybody_has(arrive: Arrive) -> None:
    one, two = arrive("Guest"), arrive("Guest")
    table = one.make_table(seats=["me", "open"])
    one.go(table)
    two.go(table)
    two.button("Sit here").click()
    two.button("Stay a guest").click()
    two.button("I’m ready").click()
    one.button("I’m ready").click()
    one.rack.first.wait_for()
    two.rack.first.wait_for()
    game = one.context.request.get(f"/api/tables/{table}").json()["table"]["game"]
    two.button("Menu").first.click()
    two.button("Give up the game").click()
    two.page.get_by_role("dialog").get_by_role("button", name="Give up the game").click()
    one.page.get_by_role("heading", name="Score sheet").wait_for()
    for person, told in ((one, "You won"), (two, "Guest won")):
        person.page.goto(f"/g/{game}")
        person.page.get_by_role("heading", name=told).wait_for()


def test_a_face_is_changed_at_any_time(arrive: Arrive) -> None:
    ann = arrive("Ann")
    ann.page.goto("/settings")
    ann.page.get_by_title("Snail").click()
    ann.eventually(lambda: ann.context.request.get("/api/me").json()["face"] == "snail")
    ann.page.locator("header .avatar svg").wait_for()


def test_a_character_is_chosen_with_its_strength_and_sits_there_with_its_name_and_face(arrive: Arrive) -> None:
    ann = arrive("Ann", settings={"lastSetup": {"edition": "sabra", "seats": ["me", "casual"], "talk": True}})
    ann.page.goto("/new?with=bots")
    ann.page.get_by_role("combobox", name="Seat 2", exact=True).select_option(label="Hoarder")
    ann.page.get_by_role("combobox", name="Seat 2: strength").select_option(label="Skilled")
    ann.page.get_by_text("collects tiles until half its rack can go at once.").wait_for()
    ann.page.locator("li .avatar svg").wait_for()
    ann.button("Start playing").click()
    ann.rack.first.wait_for()
    for size in ((390, 844), (1280, 860)):
        ann.page.set_viewport_size({"width": size[0], "height": size[1]})
        seat = ann.page.get_by_role("list", name="Players").get_by_role("listitem").filter(has_text="Hamish")
        seat.locator(".avatar svg").wait_for()
        assert "Hamish (Hoarder, Skilled)" in (seat.text_content() or "")
    # Whoever begins, it soon draws or plays, and says why.
    ann.await_turn()
    Mouse(ann).draw()
    ann.await_turn()
    ann.button("Chat").click()
    ann.page.get_by_role("list", name="Messages").get_by_text("Hamish").first.wait_for()
