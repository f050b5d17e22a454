"""A message for a browser that isn't open: encrypted for it alone (RFC 8291), and signed by this server (RFC 8292)."""

from __future__ import annotations

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import NamedTuple

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

__all__ = [
    "Recipient",
    "check_recipient",
    "decode_bytes",
    "encode_bytes",
    "encrypt",
    "new_key",
    "public_key",
    "signed",
]

_CURVE = ec.SECP256R1()
_RECORD = 4_096
_LAST = b"\x02"
"""What ends the last record of a message."""
_LASTS = 12 * 3_600
"""Seconds for which a push service may take a signature for good; a day at most."""


class Recipient(NamedTuple):
    """A browser's own: the key to encrypt for, and a secret that the push service doesn't know."""

    key: bytes
    secret: bytes


def new_key() -> bytes:
    """A private key for a server, which keeps it for good: subscriptions are made for its public half."""
    number = ec.generate_private_key(_CURVE).private_numbers().private_value
    return number.to_bytes(32, "big")


def public_key(private: bytes) -> bytes:
    """The public half of a private key, as browsers and push services want it."""
    return _point(_private(private).public_key())


def encrypt(text: bytes, to: Recipient, *, key: bytes | None = None, salt: bytes | None = None) -> bytes:
    """The body of a message for a browser; key and salt are new for each, but in the RFC's own example."""
    own, salt = _private(key or new_key()), salt or os.urandom(16)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, to.key)
    sender = _point(own.public_key())
    shared = own.exchange(ec.ECDH(), theirs)
    secret = _derived(shared, to.secret, b"WebPush: info\0" + to.key + sender, 32)
    content = AESGCM(_derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16))
    sealed = content.encrypt(_derived(secret, salt, b"Content-Encoding: nonce\0", 12), text + _LAST, None)
    return salt + _RECORD.to_bytes(4, "big") + bytes([len(sender)]) + sender + sealed


def signed(private: bytes, audience: str, contact: str, now: float) -> str:
    """The header by which a push service knows that it is this server: a token of the origin it is sent to."""
    claims = {"aud": audience, "exp": int(now) + _LASTS, "sub": contact}
    parts = ({"typ": "JWT", "alg": "ES256"}, claims)
    token = ".".join(encode_bytes(msgspec.json.encode(part)) for part in parts)
    numbers = decode_dss_signature(_private(private).sign(token.encode(), ec.ECDSA(SHA256())))
    signature = b"".join(number.to_bytes(32, "big") for number in numbers)
    return f"vapid t={token}.{encode_bytes(signature)}, k={encode_bytes(public_key(private))}"


def encode_bytes(data: bytes) -> str:
    """Bytes as text that fits into headers and addresses."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode_bytes(text: str) -> bytes:
    """What :func:`encode_bytes` wrote; :class:`ValueError` for what it did not."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def check_recipient(to: Recipient) -> None:
    """:class:`ValueError` for a key that is none, or a secret of another length."""
    ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, to.key)
    if len(to.key) != 65 or len(to.secret) != 16:
        raise ValueError("a browser's key has 65 bytes, its secret 16")


def _private(key: bytes) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(key, "big"), _CURVE)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
