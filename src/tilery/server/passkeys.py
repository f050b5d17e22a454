"""Passkeys (WebAuthn): a guest comes back with what their phone or laptop keeps for this site.

A challenge is answered once, by a page of this very site, with a key that the device made for it. Nothing about the
device itself is asked or kept. This module needs the extra ``passkeys``; whoever imports it copes without.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterable
from typing import Any, NamedTuple

from fido2.server import Fido2Server
from fido2.utils import websafe_encode
from fido2.webauthn import (
    AttestedCredentialData,
    AuthenticationResponse,
    PublicKeyCredentialDescriptor,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialType,
    PublicKeyCredentialUserEntity,
    RegistrationResponse,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from tilery.errors import TileryError
from tilery.server.store.rows import Guest, Passkey

__all__ = ["SECONDS", "Site", "challenge_in", "id_in", "made", "options_to_make", "options_to_use", "used"]

SECONDS = 300.0
"""How long a challenge can be answered."""

_VERIFIED = UserVerificationRequirement.PREFERRED
_LONGEST_ID = 1_400  # a credential's id has at most 1023 bytes

logging.getLogger("fido2").setLevel(logging.WARNING)  # it names every credential


class Site(NamedTuple):
    """Which site a passkey is for: the name it is bound to, and the origin its pages have."""

    host: str
    origin: str


def _server(site: Site) -> Fido2Server:
    entity = PublicKeyCredentialRpEntity(name="Tilery", id=site.host)
    return Fido2Server(entity, verify_origin=lambda origin: origin == site.origin)


def options_to_make(site: Site, guest: Guest, known: Iterable[Passkey]) -> tuple[dict[str, Any], str]:
    """What a page hands to ``navigator.credentials.create``, and the digest of its challenge."""
    user = PublicKeyCredentialUserEntity(name=guest.name, id=guest.id.encode(), display_name=guest.name)
    options, state = _server(site).register_begin(
        user,
        [_descriptor(each) for each in known],
        resident_key_requirement=ResidentKeyRequirement.REQUIRED,
        user_verification=_VERIFIED,
    )
    return dict(options.public_key), _digest(state["challenge"])


def options_to_use(site: Site) -> tuple[dict[str, Any], str]:
    """What a page hands to ``navigator.credentials.get``, with the digest of its challenge: any of our passkeys."""
    options, state = _server(site).authenticate_begin(user_verification=_VERIFIED)
    return dict(options.public_key), _digest(state["challenge"])


def challenge_in(answer: dict[str, Any], kind: type[RegistrationResponse] | type[AuthenticationResponse]) -> str:
    """The digest of the challenge that an answer is to."""
    try:
        return _digest(websafe_encode(kind.from_dict(answer).response.client_data.challenge))
    except Exception as error:  # whatever a stranger sent: the library checks shapes by using them
        raise _unreadable() from error


def made(site: Site, guest: Guest, label: str, answer: dict[str, Any], now: float) -> Passkey:
    """The passkey that a device has made, checked."""
    try:
        response = RegistrationResponse.from_dict(answer)
        state = {"challenge": websafe_encode(response.response.client_data.challenge), "user_verification": _VERIFIED}
        data = _server(site).register_complete(state, response)
    except Exception as error:
        raise _unreadable() from error
    credential = data.credential_data
    if credential is None:
        raise _unreadable()
    return Passkey(websafe_encode(credential.credential_id), guest.id, label, now, now, bytes(credential), data.counter)


def id_in(answer: dict[str, Any]) -> str:
    """Which passkey an answer is of."""
    found = answer.get("rawId", answer.get("id"))
    if not isinstance(found, str) or not 1 <= len(found) <= _LONGEST_ID:
        raise _unreadable()
    return found.rstrip("=")


def used(site: Site, passkey: Passkey, answer: dict[str, Any]) -> int:
    """The new count of a passkey that has answered rightly; one that doesn't grow says that somebody copied it."""
    try:
        response = AuthenticationResponse.from_dict(answer)
        state = {"challenge": websafe_encode(response.response.client_data.challenge), "user_verification": _VERIFIED}
        _server(site).authenticate_complete(state, [AttestedCredentialData(passkey.data)], response)
        count = response.response.authenticator_data.counter
    except Exception as error:
        raise _unreadable() from error
    if count and count <= passkey.count:
        raise TileryError("passkey", "this passkey may have been copied: use another way to come back")
    return count


def _descriptor(passkey: Passkey) -> PublicKeyCredentialDescriptor:
    credential = AttestedCredentialData(passkey.data)
    return PublicKeyCredentialDescriptor(type=PublicKeyCredentialType.PUBLIC_KEY, id=credential.credential_id)


def _digest(challenge: str) -> str:
    return hashlib.sha256(challenge.encode()).hexdigest()


def _unreadable() -> TileryError:
    return TileryError("passkey", "this passkey doesn't fit: try again, or use another way to come back")
