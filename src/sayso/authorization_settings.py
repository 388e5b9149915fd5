"""What may be set about an authorization server of others, whose access tokens are taken at /mcp."""

from collections.abc import Mapping
from ipaddress import ip_address
from urllib.parse import urlsplit

from sayso.dataclass import dataclass
from sayso.errors import SettingsError

_SERVER, _KEYS, _CLAIM = "SAYSO_AUTHORIZATION_SERVER", "SAYSO_AUTHORIZATION_KEYS", "SAYSO_AUTHORIZATION_CLAIM"
EMAIL = "email"


@dataclass(frozen=True, slots=True)
class AuthorizationServer:
    """Who issues access tokens besides us, where its keys are, and which claim says whose a token is."""

    issuer: str
    keys: str | None = None  # None: as its metadata says
    claim: str = EMAIL

    @classmethod
    def read(cls, given: Mapping[str, str]) -> "AuthorizationServer | None":
        """The server that an environment names, if it does."""
        if _SERVER not in given:
            alone = next((name for name in (_KEYS, _CLAIM) if name in given), None)
            if alone is not None:
                raise SettingsError(f"needs {_SERVER}", alone, "set that, too, or leave this out")
            return None
        keys = protected_address(given[_KEYS], _KEYS) if _KEYS in given else None
        return cls(protected_address(given[_SERVER], _SERVER), keys, given.get(_CLAIM, EMAIL))


def protected_address(url: str, name: str) -> str:
    """An address whose answers nobody on the way can change: they say who may come in."""
    example = "for example https://login.example.org"
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        parts, host = urlsplit(""), ""
    if parts.scheme not in ("http", "https") or not host or not url.isprintable() or " " in url:
        raise SettingsError(f"{url!r} is no address", name, example)
    if "@" in parts.netloc or parts.fragment or (name == _SERVER and parts.query):
        raise SettingsError("holds more than an address", name, example)
    if parts.scheme == "http" and not _is_here(host):
        raise SettingsError("is not encrypted, and what it answers says who may come in", name, example)
    return url


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
