"""Who may come in over the network: access tokens of ours, or of an authorization server that we trust, made for this
address, as MCP's authorization asks."""

from fastmcp.server.auth import AccessToken, TokenVerifier
from fastmcp.server.dependencies import get_access_token
from mcp.server.auth.routes import cors_middleware
from pydantic import AnyHttpUrl
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from sayso.accounts.accounts import Accounts
from sayso.accounts.person import Person
from sayso.accounts.tokens import TokenClaims, Tokens
from sayso.errors import StorageUnavailable
from sayso.tools.outside_tokens import OutsideTokens
from sayso.tools.resource import ProtectedResource

_METHODS = ["GET", "OPTIONS"]
_SECONDS = 3600  # for which what it says may be kept


class Bearers(TokenVerifier):
    """Lets in who brings one of our own access tokens, or one of the authorization server's for somebody who has an
    account here; where there is one person only, theirs. A token that was made for another address is refused, and who
    brings none is told where to read what is wanted here."""

    def __init__(
        self, tokens: Tokens, accounts: Accounts, resource: ProtectedResource, only: Person | None = None
    ) -> None:
        super().__init__()
        self._tokens = tokens
        self._accounts = accounts
        self._resource = resource
        self._only = only
        self._outside = None if resource.issuer is None else OutsideTokens(resource.issuer, resource.url)

    async def verify_token(self, token: str) -> AccessToken | None:
        """Whose token it is; None where it is nobody's, or made for somebody else."""
        claims = self._tokens.claims(token, self._resource.audiences) or await self._from_outside(token)
        if claims is None or (self._only is not None and claims.user_id != self._only.id):
            return None
        user_id = claims.user_id
        try:
            person = await self._accounts.lately(user_id)
        except StorageUnavailable:  # the tool says so, in the shape of its answers
            person = None
        if person is not None and claims.is_revoked(person.tokens_since):
            return None
        return AccessToken(token=token, client_id=user_id, subject=user_id, scopes=[], resource=self._resource.url)

    async def _from_outside(self, token: str) -> TokenClaims | None:
        """The same for a token of the authorization server: whoever it names must have an account here already."""
        found = None if self._outside is None else await self._outside.claims(token)
        if found is None:
            return None
        try:
            person = await self._accounts.by_email(found.person)
        except StorageUnavailable:
            return None
        if person is None or (person.email or "").casefold() != found.person.casefold():
            return None  # letters that only look alike are somebody else's
        return TokenClaims(person.id, found.issued_at, found.expires_at, (self._resource.url,))

    def get_routes(self, mcp_path: str | None = None) -> list[Route]:
        """Where clients read what this resource is, and how a token is brought."""
        self.set_mcp_path(mcp_path)
        told: dict[str, str | list[str]] = {
            "resource": self._resource.url,
            "resource_name": "Sayso",
            "bearer_methods_supported": ["header"],
        }
        if self._outside is not None:
            told["authorization_servers"] = [self._outside.issuer]

        async def tell(_: Request) -> Response:
            return JSONResponse(told, headers={"Cache-Control": f"public, max-age={_SECONDS}"})

        return [Route(self._resource.document, endpoint=cors_middleware(tell, _METHODS), methods=_METHODS)]

    def _get_resource_url(self, path: str | None = None) -> AnyHttpUrl:  # noqa: ARG002 - theirs
        """What challenges speak of: the public address, whatever the path is behind a proxy."""
        return AnyHttpUrl(self._resource.url)


def bearer() -> str:
    """The person whose verified token came with the call that is being served."""
    token = get_access_token()
    assert token is not None  # without one the call does not get this far
    assert token.subject is not None
    return token.subject
