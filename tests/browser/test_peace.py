"""What people see of keeping the peace: reporting a line, a warning, a ban."""

from __future__ import annotations

from collections.abc import Callable

from tests.kit.browser import Person
from tests.kit.served import Serving
from tilery.server.store.rows import Act


def open_chat(person: Person) -> None:
    person.page.locator(".icons > [aria-expanded] >> visible=true").first.click()
    person.page.get_by_role("complementary").wait_for()


def test_a_line_of_chat_can_be_reported(arrive: Callable[..., Person], server: Serving) -> None:
    ann, bo = arrive("Ann"), arrive("Bo")
    table = ann.make_table(seats=["me", "open"])
    ann.go(table)
    bo.sit(table)
    open_chat(bo)
    bo.page.get_by_label("Say something").fill("boo")
    bo.page.keyboard.press("Enter")
    open_chat(ann)
    ann.page.get_by_role("button", name="Report this message").click()
    ann.page.get_by_text("Thanks for reporting").wait_for()
    assert bo.page.get_by_role("button", name="Report this message").count() == 0
    reports = server.run(server.services.store.reports(False, None, 10))
    assert ("line", "boo") in [(report.kind, report.text) for report in reports]


def test_a_warning_stays_until_it_is_put_away(arrive: Callable[..., Person], server: Serving) -> None:
    ann = arrive("Ann")
    me = ann.context.request.get("/api/me").json()["id"]
    act = Act("1", 0.0, "vera", "warn", me, "Please be kind.")
    server.run(server.services.store.sanction(me, {"warning": act.text}, act))
    ann.page.goto("/")
    ann.page.get_by_text("Please be kind.").wait_for()
    ann.page.get_by_role("button", name="Got it").click()
    ann.page.get_by_text("Please be kind.").wait_for(state="detached")
    ann.page.reload()
    ann.page.get_by_role("button", name="Play now").wait_for()
    assert ann.page.get_by_text("Please be kind.").count() == 0
