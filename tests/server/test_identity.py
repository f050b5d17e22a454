"""Guests without accounts: names, keys, tokens and codes, on a real store."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tilery.errors import TileryError
from tilery.server.identity import Identities, new_id
from tilery.server.settings import Limits
from tilery.server.store.store import open_store

LIMITS = Limits(device_seconds=600, keys=3, tokens=2)


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        self.now += 0.001
        return self.now


def with_identities(folder: Path, test: Callable[[Identities, Clock], Awaitable[None]]) -> None:
    async def run() -> None:
        clock = Clock()
        async with open_store(str(folder / "tilery.db")) as store:
            await test(Identities(store, LIMITS, clock), clock)

    asyncio.run(run())


def test_ids_are_long_and_differ() -> None:
    ids = {new_id() for _ in range(1_000)}
    assert len(ids) == 1_000
    assert all(len(each) == 16 and each.isalnum() and each.isascii() for each in ids)


def test_a_key_is_known_as_a_key_alone(tmp_path: Path) -> None:
    async def test(identities: Identities, _clock: Clock) -> None:
        guest, credential, secret = await identities.arrive("Ann")
        found = await identities.recognise(secret, "key")
        assert found is not None and (found.guest, found.credential) == (guest, credential)
        assert await identities.recognise(secret, "token") is None
        for wrong in ("", secret[:-1], secret + "A", "x" * 100_000, "\ud800", secret.swapcase()):
            assert await identities.recognise(wrong, "key") is None

    with_identities(tmp_path, test)


def test_when_somebody_was_last_here_is_known_to_the_day(tmp_path: Path) -> None:
    async def test(identities: Identities, clock: Clock) -> None:
        came, (_, _, secret) = clock.now, await identities.arrive("Ann")
        seen = []
        for hours in (1, 20, 10, 50):
            clock.now += hours * 3_600
            assert await identities.recognise(secret, "key") is not None
            found = await identities.recognise(secret, "key")
            assert found is not None
            seen.append(round((found.guest.seen - came) / 3_600))
        assert seen == [0, 0, 31, 81]

    with_identities(tmp_path, test)


def test_the_store_has_no_secret(tmp_path: Path) -> None:
    secrets: list[str] = []

    async def test(identities: Identities, _clock: Clock) -> None:
        guest, _, secret = await identities.arrive("Ann")
        code = (await identities.device_code(guest)).code
        secrets.extend([secret, code, (await identities.new_token(guest, "bot")).secret])

    with_identities(tmp_path, test)
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"Ann" in kept
    assert not any(secret.encode() in kept for secret in secrets)


def test_a_code_is_used_once(tmp_path: Path) -> None:
    async def test(identities: Identities, _clock: Clock) -> None:
        guest, _, first = await identities.arrive("Ann")
        code = (await identities.device_code(guest)).code
        assert len(code) == 8 and not set(code) & set("01ILOilo")
        tries = await asyncio.gather(*(identities.redeem(code) for _ in range(10)))
        (entrance,) = [each for each in tries if each is not None]
        assert entrance.guest.id == guest.id
        assert entrance.secret != first
        assert await identities.recognise(first, "key") is not None

    with_identities(tmp_path, test)


def test_a_code_may_be_typed_untidily(tmp_path: Path) -> None:
    async def test(identities: Identities, _clock: Clock) -> None:
        guest = (await identities.arrive("Ann")).guest
        code = (await identities.device_code(guest)).code.lower()
        assert await identities.redeem(f" {code[:4]}-{code[4:]} ") is not None

    with_identities(tmp_path, test)


def test_a_code_expires(tmp_path: Path) -> None:
    async def test(identities: Identities, clock: Clock) -> None:
        guest = (await identities.arrive("Ann")).guest
        made = await identities.device_code(guest)
        assert made.expires == pytest.approx(clock.now + 600)
        clock.now = made.expires
        assert await identities.redeem(made.code) is None

    with_identities(tmp_path, test)


def test_a_new_browser_signs_out_the_oldest_of_too_many(tmp_path: Path) -> None:
    async def test(identities: Identities, _clock: Clock) -> None:
        entrance = await identities.arrive("Ann")
        keys = [entrance.secret]
        for _ in range(LIMITS.keys):
            entered = await identities.redeem((await identities.device_code(entrance.guest)).code)
            assert entered is not None
            keys.append(entered.secret)
        known = [await identities.recognise(key, "key") is not None for key in keys]
        assert known == [False, True, True, True]

    with_identities(tmp_path, test)


def test_tokens_are_few_and_can_be_revoked(tmp_path: Path) -> None:
    async def test(identities: Identities, _clock: Clock) -> None:
        guest = (await identities.arrive("Ann")).guest
        other = (await identities.arrive("Bo")).guest
        first, second = [await identities.new_token(guest, label) for label in ("one", "two")]
        assert first.secret.startswith("tok_")
        with pytest.raises(TileryError, match="at most 2 tokens"):
            await identities.new_token(guest, "three")
        assert not await identities.revoke_token(other, first.credential.id)
        assert await identities.revoke_token(guest, first.credential.id)
        assert not await identities.revoke_token(guest, first.credential.id)
        assert await identities.recognise(first.secret, "token") is None
        assert await identities.recognise(second.secret, "token") is not None
        assert [each.label for each in await identities.tokens(guest)] == ["two"]

    with_identities(tmp_path, test)


def test_a_key_is_not_revoked_as_a_token(tmp_path: Path) -> None:
    async def test(identities: Identities, _clock: Clock) -> None:
        guest, credential, secret = await identities.arrive("Ann")
        assert not await identities.revoke_token(guest, credential.id)
        assert await identities.recognise(secret, "key") is not None

    with_identities(tmp_path, test)


def test_a_deleted_guest_is_nobody(tmp_path: Path) -> None:
    async def test(identities: Identities, _clock: Clock) -> None:
        guest, _, secret = await identities.arrive("Ann")
        token = (await identities.new_token(guest, "bot")).secret
        code = (await identities.device_code(guest)).code
        await identities.delete(guest)
        assert await identities.recognise(secret, "key") is None
        assert await identities.recognise(token, "token") is None
        assert await identities.redeem(code) is None

    with_identities(tmp_path, test)
