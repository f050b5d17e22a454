"""Who I am: becoming a guest, names, other devices, tokens, and being forgotten."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, delete, get, patch, post
from litestar.di import Provide
from litestar.params import JSONBody, PathParameter

from tilery.server.faces import FaceName
from tilery.server.http.errors import ProblemError
from tilery.server.http.guests import (
    AnyRequest,
    Here,
    IdempotencyKey,
    Known,
    address_of,
    cookie,
    find,
    find_by_key,
    find_even_banned,
    find_maybe,
    require_key,
    shown_key,
)
from tilery.server.http.services import Services
from tilery.server.identity import DeviceCode, Entrance
from tilery.server.once import asked_once
from tilery.server.store.rows import Credential, Guest
from tilery.server.text import LONGEST_NAME, clean

__all__ = ["IdentityController", "Me", "MeController", "PathId", "TokensController", "entered"]

PathId = Annotated[str, PathParameter(max_length=32, pattern="^[0-9A-Za-z]+$")]


class NewGuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a new guest wants to be called."""

    name: str


class Me(msgspec.Struct, frozen=True):
    """A guest as only the guest sees it."""

    id: str
    name: str
    created: float
    settings: dict[str, Any]
    key: str
    """The id of the key or token that was used."""
    banned: float | None = None
    """Until when the people who run this server keep you out."""
    warning: str = ""
    """What they have to say to you, until you have put it away."""
    face: FaceName = ""


class MeChanged(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to change; what is left out stays."""

    name: str | None = None
    settings: dict[str, Any] | None = None
    face: FaceName | None = None


class TypedCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A code from another device."""

    code: str


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a token is for."""

    label: str


class Token(msgspec.Struct, frozen=True):
    """A token without its secret."""

    id: str
    label: str
    created: float


class Tokens(msgspec.Struct, frozen=True):
    """All tokens of a guest."""

    tokens: list[Token]


class MadeToken(msgspec.Struct, frozen=True):
    """A new token with its secret, which is told this once."""

    id: str
    label: str
    created: float
    token: str


def _me(guest: Guest, credential: Credential, now: float) -> Me:
    settings = msgspec.json.decode(guest.settings, type=dict)
    banned = guest.banned if guest.banned > now else None
    return Me(guest.id, guest.name, guest.created, settings, credential.id, banned, guest.warning, guest.face)


def _name(services: Services, name: str) -> str:
    """A name as others are to see it; one that is not fit to be is refused."""
    name = clean(name, LONGEST_NAME)
    services.tables.backing.words.refuse(name)
    return name


def entered(request: AnyRequest, services: Services, entrance: Entrance) -> Response[Me]:
    """Who one is now, with the cookie that carries the key."""
    return Response(
        _me(entrance.guest, entrance.credential, services.now()), cookies=[cookie(request, entrance.secret)]
    )


def _left(request: AnyRequest) -> Response[None]:
    return Response(None, status_code=204, cookies=[cookie(request, None)])


class IdentityController(Controller):
    """Becoming somebody."""

    path = "/api"
    tags = ("identity",)

    @post("/guests")
    async def arrive(
        self, request: AnyRequest, services: Here, data: JSONBody[NewGuest], idempotency_key: IdempotencyKey = None
    ) -> Response[Me]:
        """Become a guest: the answer sets the cookie with the key."""
        name, once = _name(services, data.name), asked_once(idempotency_key, "guest", "", data)
        if (before := await services.identities.before(once)) is not None:
            return entered(request, services, before)
        services.limiter.take("guests", address_of(request), services.settings.limits.guests)
        try:
            known = await find_maybe(request, services)
        except ProblemError:  # a key of somebody who was deleted is no reason to stay nobody
            known = None
        if known is not None:
            raise ProblemError(409, "already-a-guest", "you are already a guest; sign out first to become another")
        return entered(request, services, await services.identities.arrive(name, once))

    @post("/devices")
    async def enter(self, request: AnyRequest, services: Here, data: JSONBody[TypedCode]) -> Response[Me]:
        """Be on this device who made the code on another one."""
        services.limiter.take("devices", address_of(request), services.settings.limits.devices)
        entrance = await services.identities.redeem(data.code)
        if entrance is None:
            raise ProblemError(404, "unknown-code", "this code is unknown, already used or too old")
        return entered(request, services, entrance)


class MeController(Controller):
    """Being somebody."""

    path = "/api/me"
    tags = ("identity",)
    security = ({"key": []}, {"token": []})

    @get(dependencies={"found": Provide(find_even_banned)})
    async def show(self, request: AnyRequest, services: Here, found: Known) -> Response[Me]:
        """Who I am. A browser's cookie is good for as long again."""
        renewed = [] if (secret := shown_key(request)) is None else [cookie(request, secret)]
        return Response(_me(found.guest, found.credential, services.now()), cookies=renewed)

    @delete("/warning", dependencies={"found": Provide(find_even_banned)}, status_code=204)
    async def put_away(self, services: Here, found: Known) -> None:
        """I have read what the people who run this server had to say."""
        await services.store.clear_warning(found.guest.id)

    @patch(dependencies={"found": Provide(find)})
    async def change(self, services: Here, found: Known, data: JSONBody[MeChanged]) -> Me:
        """Change my name, my face or my settings, which are the client's own: any JSON object up to 16 kB."""
        guest = found.guest
        if data.settings is not None:
            text = msgspec.json.encode(data.settings)
            most = services.settings.limits.settings
            if len(text) > most:
                raise ProblemError(413, "too-large", f"settings have at most {most} bytes, not {len(text)}")
            guest = msgspec.structs.replace(guest, settings=text.decode())
        if data.name is not None:
            guest = msgspec.structs.replace(guest, name=_name(services, data.name))
        if guest.settings != found.guest.settings:
            await services.store.save_settings(guest.id, guest.settings)
        if data.face is not None:
            guest = msgspec.structs.replace(guest, face=data.face)
        if (guest.name, guest.face) != (found.guest.name, found.guest.face):
            await services.store.rename_guest(guest.id, guest.name, guest.face)
            await services.tables.rename(guest)
        return _me(guest, found.credential, services.now())

    @delete(dependencies={"found": Provide(find_even_banned)}, status_code=204)
    async def forget(self, request: AnyRequest, services: Here, found: Known) -> Response[None]:
        """Delete me and my data. My results stay in others' histories, without a name."""
        require_key(found)
        credentials = await services.store.credentials(found.guest.id)
        await services.tables.leave_everywhere(found.guest)
        await services.identities.delete(found.guest)
        for credential in credentials:
            services.tables.disconnect(credential.id)
        return _left(request)

    @post("/sign-out", dependencies={"found": Provide(find_even_banned)}, status_code=204)
    async def sign_out(self, request: AnyRequest, services: Here, found: Known) -> Response[None]:
        """Make the key or token of this request worthless."""
        await services.store.revoke(found.guest.id, found.credential.id)
        services.tables.disconnect(found.credential.id)
        return _left(request)

    @post("/devices", dependencies={"found": Provide(find_by_key)})
    async def invite_device(self, services: Here, found: Known) -> DeviceCode:
        """A code that makes another device mine: eight characters, ten minutes, one use."""
        services.limiter.take("device codes", found.guest.id, services.settings.limits.device_codes)
        return await services.identities.device_code(found.guest)


class TokensController(Controller):
    """Tokens for programs."""

    path = "/api/me/tokens"
    tags = ("identity",)
    security = ({"key": []},)
    dependencies = {"found": Provide(find_by_key)}  # noqa: RUF012 - the framework's own way

    @get()
    async def every(self, services: Here, found: Known) -> Tokens:
        """My tokens, without their secrets."""
        tokens = await services.identities.tokens(found.guest)
        return Tokens([Token(each.id, each.label, each.created) for each in tokens])

    @post()
    async def make(
        self, services: Here, found: Known, data: JSONBody[NewToken], idempotency_key: IdempotencyKey = None
    ) -> MadeToken:
        """A token for a program of mine, to be sent as ``Authorization: Bearer tok_…``; it is told this once."""
        once = asked_once(idempotency_key, "token", found.guest.id, data)
        made = await services.identities.before(once)
        if made is None:
            made = await services.identities.new_token(found.guest, data.label, once)
        return MadeToken(made.credential.id, made.credential.label, made.credential.created, made.secret)

    @delete("/{token:str}", status_code=204)
    async def revoke(self, services: Here, found: Known, token: PathId) -> None:
        """Make a token worthless, at once and for good."""
        if not await services.identities.revoke_token(found.guest, token):
            raise ProblemError(404, "not-found", "you have no such token")
        services.tables.disconnect(token)
