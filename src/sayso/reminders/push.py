"""Web Push: the key by which this server is known, what is sealed for a browser (RFC 8291), and signed (RFC 8292)."""

import base64
import binascii
import json
import secrets
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

from sayso.errors import SettingsError
from sayso.late import late
from sayso.regex import regex
from sayso.reminders.store import PushSubscription

http_ece, jwt = late("http_ece"), late("jwt")  # they bring all of cryptography, which a start need not wait for
ec, written_as = (late(f"cryptography.hazmat.primitives.{part}") for part in ("asymmetric.ec", "serialization"))
_KEYS = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # how many the curve P-256 has (FIPS 186)
_HOURS = 12 * 3600  # for which a signature is good
_LATE = 6 * 3600  # seconds for which a browser that is off may be waited for
_BYTES = 32  # of a key
_HOST = regex(r"(?:(?!xn--)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,9}[a-z0-9]{1,63}")
Words = Callable[[], Mapping[str, Mapping[str, str]]]  # of each language, read when something is first said


class PushKey:
    """The key by which push services know this server; browsers are told its public half."""

    def __init__(self, written: str, name: str = "SAYSO_PUSH_KEY") -> None:
        try:
            raw = unpadded(written)
            self._number = int.from_bytes(raw) if len(raw) == _BYTES else 0
        except (ValueError, binascii.Error):
            self._number = 0
        if not 0 < self._number < _KEYS:
            raise SettingsError("is no key of 32 bytes in base64", name, "leave it out, and one is made")

    @cached_property
    def public(self) -> str:
        """Its public half."""
        form = written_as.Encoding.X962, written_as.PublicFormat.UncompressedPoint
        return padless(self._key.public_key().public_bytes(*form))

    @cached_property
    def _key(self) -> Any:
        return ec.derive_private_key(self._number, ec.SECP256R1())

    @staticmethod
    def new() -> str:
        """A key as it is kept: a number that is as likely as any other that the curve has a key for (FIPS 186)."""
        return padless((1 + secrets.randbelow(_KEYS - 1)).to_bytes(_BYTES))

    def vapid_header(self, endpoint: str, contact: str | None, now: datetime) -> str:
        """The header that proves to a push service who sends, and whom to write to about it."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(now.timestamp()) + _HOURS}
        claims |= {"sub": contact} if contact else {}
        return f"vapid t={jwt.encode(claims, self._key, algorithm='ES256')}, k={self.public}"


class PushSender:
    """Encrypts and signs what goes to a browser, and says which addresses are a push service's."""

    def __init__(self, key: PushKey, contact: str | None, hosts: tuple[str, ...]) -> None:
        self.key = key
        self._contact = contact
        self._hosts = hosts

    def is_service(self, endpoint: str) -> bool:
        """Whether an address that a browser names is one of those that are posted to: never one of this network."""
        try:
            parts = urlsplit(endpoint)
            name, port = parts.hostname or "", parts.port
        except ValueError:
            return False
        if _HOST.fullmatch(name) is None:  # what another reader of addresses could take for another one
            return False
        host = name if port is None else f"{name}:{port}"
        is_known = any(host == known or host.endswith(f".{known}") for known in self._hosts)
        return "@" not in parts.netloc and is_known and (parts.scheme == "https" or name == "127.0.0.1")

    def sealed(self, keys: Mapping[str, str], body: bytes, now: datetime) -> tuple[dict[str, str], bytes]:
        """Headers and body of a message that only that browser can read."""
        one_time = ec.generate_private_key(ec.SECP256R1())
        sealed: bytes = http_ece.encrypt(
            body,
            private_key=one_time,
            dh=unpadded(keys["p256dh"]),
            auth_secret=unpadded(keys["auth"]),
            version="aes128gcm",
        )
        proof = self.key.vapid_header(keys["endpoint"], self._contact, now)
        headers = {"Content-Encoding": "aes128gcm", "TTL": str(_LATE), "Urgency": "high", "Authorization": proof}
        return {**headers, "Content-Type": "application/octet-stream"}, sealed


def subscription_of(keys: Mapping[str, str], session: str, language: str) -> PushSubscription | None:
    """A browser as it is kept; None where its keys are none."""
    try:
        point, secret = unpadded(keys["p256dh"]), unpadded(keys["auth"])
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (KeyError, ValueError, binascii.Error):
        return None
    if len(secret) != 16:
        return None
    kept = json.dumps({name: keys[name] for name in ("endpoint", "p256dh", "auth")})
    return PushSubscription(hash_of(keys["endpoint"]), session, kept, language)


def hash_of(endpoint: str) -> str:
    """By which the address of a browser is found again."""
    return sha256(endpoint.encode()).hexdigest()


def unpadded(text: str) -> bytes:
    """Bytes from base64 for addresses, without its padding."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def padless(raw: bytes) -> str:
    """Bytes as base64 for addresses, without its padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
