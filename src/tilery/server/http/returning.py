"""Coming back from a lost browser: passkeys and recovery words. Nobody has to have either."""

from __future__ import annotations

import ipaddress
from types import ModuleType
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
from litestar import Controller, Response, delete, get, post
from litestar.di import Provide
from litestar.params import JSONBody, PathParameter

from tilery.server.http.errors import ProblemError
from tilery.server.http.guests import AnyRequest, Here, Known, address_of, find_by_key
from tilery.server.http.identity import Me, entered
from tilery.server.store.rows import Passkey
from tilery.server.text import LONGEST_NAME, clean

__all__ = ["ComingBackController", "WaysBackController"]

PasskeyId = Annotated[str, PathParameter(max_length=1_400, pattern="^[0-9A-Za-z_-]+$")]


class ShownPasskey(msgspec.Struct, frozen=True):
    """A passkey as its owner sees it; ``used`` is when it last brought somebody back, or was made."""

    id: str
    label: str
    created: float
    used: float


class WaysBack(msgspec.Struct, frozen=True):
    """How I could come back: my passkeys, since when there are recovery words, and whether passkeys work here."""

    passkeys: list[ShownPasskey]
    words: float | None
    available: bool


class NewPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A passkey just made: what the browser's ``toJSON`` gives, and a name for it."""

    label: str
    answer: dict[str, Any]


class UsedPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A passkey's answer: what the browser's ``toJSON`` gives."""

    answer: dict[str, Any]


class PasskeyOptions(msgspec.Struct, frozen=True):
    """What the page hands to the browser."""

    options: dict[str, Any]


class RecoveryWords(msgspec.Struct, frozen=True):
    """Six words, told this once."""

    words: str


class TypedWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Six words as somebody typed them."""

    words: Annotated[str, msgspec.Meta(max_length=200)]


class WaysBackController(Controller):
    """Making sure that I can come back."""

    path = "/api/me"
    tags = ("identity",)
    security = ({"key": []},)
    dependencies = {"found": Provide(find_by_key)}  # noqa: RUF012 - the framework's own way

    @get("/ways-back")
    async def show(self, request: AnyRequest, services: Here, found: Known) -> WaysBack:
        """How I could come back from a lost browser."""
        passkeys = [_shown(each) for each in await services.store.passkeys(found.guest.id)]
        words = await services.identities.words_since(found.guest)
        return WaysBack(passkeys, words, _library() is not None and _site(request, services) is not None)

    @post("/recovery-words")
    async def make_words(self, services: Here, found: Known) -> RecoveryWords:
        """New recovery words, told this once; the ones before are worth nothing any more."""
        services.limiter.take("ways back", found.guest.id, services.settings.limits.device_codes)
        return RecoveryWords(await services.identities.new_words(found.guest))

    @delete("/recovery-words", status_code=204)
    async def forget_words(self, services: Here, found: Known) -> None:
        """Have no recovery words."""
        await services.identities.forget_words(found.guest)

    @post("/passkeys/options")
    async def begin(self, request: AnyRequest, services: Here, found: Known) -> PasskeyOptions:
        """What to hand to ``navigator.credentials.create``."""
        services.limiter.take("ways back", found.guest.id, services.settings.limits.device_codes)
        library, site = _ready(request, services)
        known = await services.store.passkeys(found.guest.id)
        if len(known) >= services.settings.limits.passkeys:
            most = services.settings.limits.passkeys
            raise ProblemError(409, "too-many-passkeys", f"you already have {most} passkeys; remove one first")
        options, digest = library.options_to_make(site, found.guest, known)
        await services.identities.challenge(digest, found.guest.id, library.SECONDS)
        return PasskeyOptions(options)

    @post("/passkeys")
    async def add(self, request: AnyRequest, services: Here, found: Known, data: JSONBody[NewPasskey]) -> ShownPasskey:
        """Keep a passkey that the browser has made."""
        library, site = _ready(request, services)
        label = clean(data.label, LONGEST_NAME, "a label")
        challenge = library.challenge_in(data.answer, library.RegistrationResponse)
        if not await services.identities.answered(challenge, found.guest.id):
            raise ProblemError(409, "too-late", "this took too long or was already done: try again")
        passkey = library.made(site, found.guest, label, data.answer, services.identities.now())
        if await services.store.passkey(passkey.id) is not None:
            raise ProblemError(409, "passkey-known", "this passkey is already in use")
        await services.store.add_passkey(passkey)
        return _shown(passkey)

    @delete("/passkeys/{passkey:str}", status_code=204)
    async def remove(self, services: Here, found: Known, passkey: PasskeyId) -> None:
        """Refuse a passkey from now on."""
        if not await services.store.forget_passkey(found.guest.id, passkey):
            raise ProblemError(404, "not-found", "you have no such passkey")


class ComingBackController(Controller):
    """Coming back."""

    path = "/api"
    tags = ("identity",)

    @post("/passkeys/options")
    async def begin(self, request: AnyRequest, services: Here) -> PasskeyOptions:
        """What to hand to ``navigator.credentials.get``."""
        services.limiter.take("devices", address_of(request), services.settings.limits.devices)
        library, site = _ready(request, services)
        options, digest = library.options_to_use(site)
        await services.identities.challenge(digest, None, library.SECONDS)
        return PasskeyOptions(options)

    @post("/passkeys")
    async def enter(self, request: AnyRequest, services: Here, data: JSONBody[UsedPasskey]) -> Response[Me]:
        """Be who this passkey's owner is: the answer sets the cookie with a new key."""
        services.limiter.take("devices", address_of(request), services.settings.limits.devices)
        library, site = _ready(request, services)
        challenge = library.challenge_in(data.answer, library.AuthenticationResponse)
        if not await services.identities.answered(challenge, None):
            raise ProblemError(409, "too-late", "this took too long or was already done: try again")
        passkey = await services.store.passkey(library.id_in(data.answer))
        if passkey is None:
            raise ProblemError(404, "unknown-passkey", "this passkey is no longer known here")
        count = library.used(site, passkey, data.answer)
        await services.store.use_passkey(passkey.id, count, services.identities.now())
        entrance = await services.identities.return_as(passkey.guest)
        if entrance is None:
            raise ProblemError(404, "unknown-passkey", "this passkey is no longer known here")
        return entered(request, services, entrance)

    @post("/recovery-words")
    async def recover(self, request: AnyRequest, services: Here, data: JSONBody[TypedWords]) -> Response[Me]:
        """Be whose these words are: the answer sets the cookie with a new key."""
        services.limiter.take("devices", address_of(request), services.settings.limits.devices)
        entrance = await services.identities.recover(data.words)
        if entrance is None:
            raise ProblemError(404, "unknown-words", "these words are not known here: check all six")
        return entered(request, services, entrance)


def _shown(passkey: Passkey) -> ShownPasskey:
    return ShownPasskey(passkey.id, passkey.label, passkey.created, passkey.used)


def _library() -> Any:
    """The module for passkeys; its library is an extra."""
    try:
        from tilery.server import passkeys
    except ImportError:
        return None
    return passkeys


def _ready(request: AnyRequest, services: Here) -> tuple[ModuleType | Any, Any]:
    library = _library()
    if library is None:
        raise ProblemError(501, "no-passkeys", "this server can't do passkeys: use recovery words")
    site = _site(request, services)
    if site is None:
        raise ProblemError(
            409, "no-passkeys", "passkeys need https and a name, or localhost: use recovery words at this address"
        )
    return library, library.Site(*site)


def _site(request: AnyRequest, services: Here) -> tuple[str, str] | None:
    """The host and origin that browsers bind passkeys to; ``None`` where they would refuse to."""
    public = services.settings.public_url
    origin = public.rstrip("/") if public else f"{request.scope['scheme']}://{request.headers.get('host', '')}"
    parts = urlsplit(origin)
    host = parts.hostname or ""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        fits = bool(host) and (parts.scheme == "https" or host == "localhost" or host.endswith(".localhost"))
        return (host, origin) if fits else None
    return None
