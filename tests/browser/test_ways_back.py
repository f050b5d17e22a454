"""Coming back from a lost browser, with Chromium's own authenticator and with six words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.kit.browser import Person
from tests.kit.served import Serving


def with_authenticator(person: Person) -> Any:
    """A device that keeps passkeys and always says yes; its session, which must outlive the test's steps."""
    session = person.page.context.new_cdp_session(person.page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return session


def local(server: Serving) -> str:
    """Browsers know passkeys at localhost, not at 127.0.0.1."""
    return server.url.replace("127.0.0.1", "localhost")


def test_a_passkey_brings_one_back_after_the_browser_forgot(arrive: Callable[..., Person], server: Serving) -> None:
    ann = arrive("Ann", url=local(server))
    device = with_authenticator(ann)
    page = ann.page
    page.goto(f"{local(server)}/settings")
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_role("button", name="Remove the passkey").wait_for()
    page.context.clear_cookies()
    page.evaluate("localStorage.clear()")
    page.goto(f"{local(server)}/join")
    page.get_by_role("button", name="Use a passkey").click()
    page.get_by_text("You’re Ann here too.").wait_for()
    page.goto(f"{local(server)}/settings")
    ann.eventually(lambda: page.get_by_label("Your name").input_value() == "Ann")
    device.send("WebAuthn.disable")


def test_six_words_bring_one_back_after_the_browser_forgot(arrive: Callable[..., Person], server: Serving) -> None:
    ann = arrive("Ann")
    page = ann.page
    page.goto(f"{server.url}/settings")
    page.get_by_role("button", name="Get recovery words").click()
    words = page.locator("[aria-live] strong").inner_text()
    page.get_by_role("button", name="Get new words").wait_for()
    page.context.clear_cookies()
    page.evaluate("localStorage.clear()")
    page.goto(f"{server.url}/join")
    typed = page.get_by_label("Your six words")
    typed.fill("lusab babad gutih tugad mizav kubor")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_text("Those words don’t belong to anyone here.").wait_for()
    typed.fill(words.upper())
    page.get_by_role("button", name="Sign in").click()
    page.get_by_text("You’re Ann here too.").wait_for()


def test_a_cancelled_passkey_says_nothing_is_wrong(arrive: Callable[..., Person], server: Serving) -> None:
    ann = arrive("Ann", url=local(server))
    device = with_authenticator(ann)
    page = ann.page
    page.goto(f"{local(server)}/join")
    page.get_by_role("button", name="Use a passkey").click()  # the device has none: as if its owner said no
    page.get_by_label("Your six words").fill("x")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_text("Those words don’t belong to anyone here.").wait_for()
    assert page.get_by_text("That passkey didn’t work").count() == 0
    device.send("WebAuthn.disable")
