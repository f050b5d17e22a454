"""A push service on this machine that stands in for a browser's own: it decrypts what it is sent, by RFC 8291."""

from __future__ import annotations

import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tilery.server.webpush import decode_bytes, encode_bytes

__all__ = ["PushService"]

_CURVE = ec.SECP256R1()


class PushService:
    """A browser and its push service in one: what it was sent, as the browser reads it."""

    def __init__(self, status: int = 201) -> None:
        self.status = status
        self.read: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.came = threading.Semaphore(0)
        self.auth = os.urandom(16)
        self._private = ec.generate_private_key(_CURVE)
        point = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self._public = point
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service._hear(dict(self.headers.items()), body)
                self.send_response(service.status)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def subscription(self) -> dict[str, Any]:
        """What the browser's ``toJSON`` gives."""
        keys = {"p256dh": encode_bytes(self._public), "auth": encode_bytes(self.auth)}
        return {"endpoint": f"http://127.0.0.1:{self._server.server_port}/send/1", "keys": keys}

    def await_message(self, seconds: float = 60.0) -> dict[str, Any]:
        """The next message."""
        assert self.came.acquire(timeout=seconds), "nothing came"
        return self.read[-1]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _hear(self, headers: dict[str, str], body: bytes) -> None:
        self.headers.append(headers)
        self.read.append(msgspec.json.decode(self.decrypt(body)))
        self._check_signature(headers["Authorization"])
        self.came.release()

    def decrypt(self, body: bytes) -> bytes:
        """What was encrypted for this browser; nobody else could read it."""
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        shared = self._private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, sender))
        secret = HKDF(SHA256(), 32, self.auth, b"WebPush: info\0" + self._public + sender).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        text = AESGCM(key).decrypt(nonce, sealed, None)
        return text.rstrip(b"\0").removesuffix(b"\x02")

    def _check_signature(self, given: str) -> None:
        """Who sends it is who the browser has subscribed with (RFC 8292)."""
        parts = dict(part.strip().split("=", 1) for part in given.removeprefix("vapid ").split(","))
        token, _, signature = parts["t"].rpartition(".")
        claims = msgspec.json.decode(decode_bytes(token.split(".")[1]))
        assert claims["aud"] == f"http://127.0.0.1:{self._server.server_port}"
        raw = decode_bytes(signature)
        numbers = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
        sender = ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, decode_bytes(parts["k"]))
        sender.verify(encode_dss_signature(*numbers), token.encode(), ec.ECDSA(SHA256()))
