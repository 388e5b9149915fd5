"""A push service for the tests: takes what is sent to a browser, and reads it as the browser would."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from secrets import token_bytes
from typing import Any

import http_ece  # type: ignore[import-untyped] # it brings no types
import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from sayso.reminders.push import padless, unpadded

_CURVE = ec.SECP256R1()


class PushService:
    """One browser's place at it; `answer` is the status that it answers with."""

    def __init__(self) -> None:
        self.received: Queue[tuple[dict[str, str], bytes]] = Queue()
        self.answer = 201
        self._key, self._auth = ec.generate_private_key(_CURVE), token_bytes(16)
        place = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                place.received.put(({name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(place.answer)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.server.server_port}"

    def subscription(self) -> dict[str, str]:
        """What a browser would hand over."""
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": f"http://{self.host}/one", "p256dh": padless(point), "auth": padless(self._auth)}

    def next(self) -> tuple[dict[str, str], bytes]:
        """What comes next: its headers and its body."""
        return self.received.get(timeout=60)

    def read(self, body: bytes) -> dict[str, Any]:
        """What only this browser can read."""
        plain = http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        told: dict[str, Any] = json.loads(plain)
        return told

    def proven(self, headers: dict[str, str], public: str) -> dict[str, Any]:
        """The claims that the sender signed with the key that the browser subscribed with."""
        scheme, _, given = headers["authorization"].partition(" ")
        parts = dict(part.strip().split("=", 1) for part in given.split(","))
        assert (scheme, parts["k"]) == ("vapid", public)
        key = ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, unpadded(public))
        claims: dict[str, Any] = jwt.decode(
            parts["t"], key, algorithms=["ES256"], audience=f"http://{self.host}", options={"verify_exp": False}
        )
        return claims


@contextmanager
def push_service() -> Iterator[PushService]:
    """One that runs."""
    place = PushService()
    thread = threading.Thread(target=place.server.serve_forever, daemon=True)
    thread.start()
    try:
        yield place
    finally:
        place.server.shutdown()
        place.server.server_close()
        thread.join()
