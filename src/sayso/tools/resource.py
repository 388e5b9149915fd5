"""What tokens are made for: the address of an MCP server, as its authorization speaks of it."""

from urllib.parse import urlsplit

from sayso.accounts.tokens import AUDIENCE
from sayso.authorization_settings import AuthorizationServer
from sayso.dataclass import dataclass

_DOCUMENT = "/.well-known/oauth-protected-resource"  # and the path of what it tells about, by RFC 9728


@dataclass(frozen=True, slots=True)
class ProtectedResource:
    """An address that tokens can be made for, and whether only those are good there."""

    url: str
    is_bound: bool = False
    issuer: AuthorizationServer | None = None  # who makes tokens for it besides us

    @property
    def audiences(self) -> tuple[str, ...]:
        """What a token may have been made for to be good here."""
        return (self.url,) if self.is_bound else (self.url, AUDIENCE)

    @property
    def document(self) -> str:
        """The path at which clients read about it."""
        return _DOCUMENT + urlsplit(self.url).path.rstrip("/")
