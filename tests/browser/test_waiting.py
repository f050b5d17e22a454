"""Nobody waits for ever, and who was removed knows it."""

from __future__ import annotations

from collections.abc import Callable

from tests.kit.browser import Person

Arrive = Callable[..., Person]


def ended(arrive: Arrive, *names: str, games: int = 1) -> list[Person]:
    """These people have played a game, and the last of them has closed the page."""
    people = [arrive(name) for name in names]
    host = people[0]
    table = host.make_table(seats=["me", *["open"] * (len(names) - 1)], length={"games": games})
    host.go(table)
    for person in people[1:]:
        person.sit(table)
    host.button("I’m ready").click()
    for person in people:
        person.rack.first.wait_for()
    for person in people[1:]:
        person.button("Menu").first.click()
        person.button("Give up the game").click()
        person.page.get_by_role("dialog").get_by_role("button", name="Give up the game").click()
    host.page.get_by_role("heading", name="Score sheet").wait_for()
    people[-1].page.close()
    return people


def test_a_rematch_starts_without_who_is_not_there(arrive: Arrive) -> None:
    ann, bo, _ = ended(arrive, "Ann", "Bo", "Cy")
    missing = ann.page.get_by_role("region", name="Who’s missing")
    missing.get_by_role("listitem").filter(has_text="Cy").get_by_text("away").wait_for()
    ann.button("Play again").click()
    missing.get_by_role("listitem").filter(has_text="Bo").get_by_text("here, but not ready yet").wait_for()
    assert ann.button("Start without them").count() == 0, "Bo is there, and is waited for"
    bo.button("Play again").click()
    bo.button("Start without them").click()
    for person in (ann, bo):
        person.rack.first.wait_for()
        assert person.page.get_by_role("listitem").filter(has_text="Cy").count() == 0


def test_between_games_a_bot_plays_for_who_is_not_there(arrive: Arrive) -> None:
    ann, _ = ended(arrive, "Ann", "Bo", games=2)
    ann.button("Next game").click()
    ann.button("Let a bot play").click()
    ann.rack.first.wait_for()


def test_who_was_removed_is_told_and_is_not_offered_the_seat(arrive: Arrive) -> None:
    ann, bo = arrive("Ann"), arrive("Bo")
    table = ann.make_table(seats=["me", "open"])
    ann.go(table)
    bo.sit(table)
    ann.button("Remove Bo", exact=False).click()
    bo.page.get_by_text("The host has removed you from this table.").wait_for()
    assert bo.button("Sit here").count() == 0
    bo.page.reload()
    bo.page.get_by_text("The host has removed you from this table.").wait_for()
    assert bo.button("Sit here").count() == 0
