"""Where a server is, and with which token it is spoken to; a token goes nowhere it could be read on the way."""

from collections.abc import Mapping
from dataclasses import field
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from sayso.dataclass import dataclass
from sayso.errors import CommandError

SERVER, TOKEN = "SAYSO_SERVER", "SAYSO_TOKEN"
_EXAMPLE = "for example https://tasks.example.org or http://127.0.0.1:8000"


@dataclass(frozen=True, slots=True)
class Address:
    """A server's address and the access token for it, which is never shown."""

    url: str
    token: str | None = field(default=None, repr=False)

    @property
    def is_loopback(self) -> bool:
        """Whether the server is on this machine."""
        return _is_loopback(urlsplit(self.url).hostname or "")

    @property
    def is_plain(self) -> bool:
        """Whether what is sent could be read on the way."""
        return urlsplit(self.url).scheme == "http" and not self.is_loopback


def address_of(server: str | None, token: str | None, environ: Mapping[str, str]) -> Address | None:
    """The address that the options or else the environment give; None where they give none."""
    url = server or environ.get(SERVER, "").strip()
    secret = token or environ.get(TOKEN, "").strip()
    if not url:
        if token:
            raise CommandError("is for a server", "--token", f"name it with --server or {SERVER}")
        return None
    if secret and not (secret.isascii() and secret.isprintable() and " " not in secret):
        raise CommandError("is no access token", "--token" if token else TOKEN, "`sayso token` prints one")
    return Address(_checked(url, "--server" if server else SERVER), secret or None)


def _checked(url: str, where: str) -> str:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise CommandError("is no address of a server", where, _EXAMPLE) from None
    if parts.scheme not in ("http", "https") or not parts.hostname or not url.isprintable() or " " in url:
        raise CommandError("is no address of a server", where, _EXAMPLE)
    if "@" in parts.netloc or parts.query or parts.fragment:  # what stands there may be secret: it is not repeated
        raise CommandError("must be an address alone", where, f"{_EXAMPLE}; the token goes into --token or {TOKEN}")
    return SplitResult(parts.scheme, _netloc(parts.hostname, port), parts.path.rstrip("/"), "", "").geturl()


def _netloc(host: str, port: int | None) -> str:
    named = f"[{host}]" if ":" in host else host
    return named if port is None else f"{named}:{port}"


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
