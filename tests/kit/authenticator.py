"""A device that keeps passkeys, in software: what a phone and its browser do together, open to every change."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2 import cbor
from fido2.cose import ES256
from fido2.utils import websafe_encode

__all__ = ["Authenticator"]

_PRESENT, _VERIFIED, _ATTESTED = 0x01, 0x04, 0x40


class Authenticator:
    """One device with one passkey; ``origin`` is the page it believes to be on, ``count`` how often it was used."""

    def __init__(self, origin: str, host: str = "localhost") -> None:
        self.origin, self.host, self.count = origin, host, 0
        self.id = secrets.token_bytes(32)
        self._key = ec.generate_private_key(ec.SECP256R1())

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer ``navigator.credentials.create``."""
        key = ES256.from_cryptography_key(self._key.public_key())  # type: ignore[no-untyped-call]
        public = cbor.encode(dict(key))
        credential = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        data = self._data(_PRESENT | _VERIFIED | _ATTESTED) + credential
        attestation = cbor.encode({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options)
        return self._answer({"clientDataJSON": client, "attestationObject": attestation})

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer ``navigator.credentials.get``."""
        self.count += 1
        data, client = self._data(_PRESENT | _VERIFIED), self._client("webauthn.get", options)
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer({"clientDataJSON": client, "authenticatorData": data, "signature": signature})

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client(self, kind: str, options: dict[str, Any]) -> bytes:
        said = {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps(said).encode()

    def _answer(self, parts: dict[str, bytes]) -> dict[str, Any]:
        response = {name: websafe_encode(part) for name, part in parts.items()}
        id = websafe_encode(self.id)
        return {"id": id, "rawId": id, "type": "public-key", "response": response, "clientExtensionResults": {}}
