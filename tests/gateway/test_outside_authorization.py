"""An authorization server of others: a client that brings nothing finds it by the metadata, signs in there by itself,
and is let in as whoever has that account here."""

import base64
import hmac
import json
import re
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urljoin, urlsplit
from uuid import uuid4

import children
import httpx2
import jwt
import node
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1
from cryptography.hazmat.primitives.asymmetric.ec import generate_private_key as elliptic_key
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from doorway import opened
from fastmcp import Client
from fastmcp.client.auth import OAuth
from mcp.shared.auth import AuthorizationCodeResult
from mcp.shared.exceptions import MCPError
from serving import free_port

from sayso.accounts.person import Person
from sayso.accounts.store import add
from sayso.authorization_settings import AuthorizationServer
from sayso.errors import SettingsError
from sayso.gateway.desk import desk_here
from sayso.settings import Settings
from sayso.tools.outside_tokens import OutsideTokens

PROGRAM = Path(__file__).parents[1] / "authorization_server.mjs"
DOCUMENT = "/.well-known/oauth-protected-resource/mcp"
ANN = "ann@example.org"
ISSUER, HERE = "https://login.example.org/realm", "https://tasks.example.org/mcp"
NOW = int(datetime.now(UTC).timestamp())


@cache
def key_of(whom: str) -> RSAPrivateKey:
    """Somebody's key, made once: that takes a while."""
    return generate_private_key(65537, 2048)


@pytest.fixture(scope="module")
def issuer() -> Iterator[str]:
    """A real authorization server, as a process of its own."""
    node.needed()
    port = free_port()
    command = ["node", str(PROGRAM), str(node.FOLDER / "package.json"), str(port)]
    running = subprocess.Popen(
        command,
        env=node.environment(),
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    with children.watched(running):
        while "ready" not in (said := children.next_line(running, running.stdout)):
            assert said
        yield f"http://127.0.0.1:{port}"
        children.kill(running)


class Browser(OAuth):
    """A client that signs in as the protocol says, and a person who fills in what the server's pages ask."""

    person = ANN

    async def redirect_handler(self, authorization_url: str) -> None:
        """Go where the client sends the person, and as far as the pages lead."""
        async with httpx2.AsyncClient() as pages:
            where, form = authorization_url, None
            for _ in range(12):
                answer = await (pages.get(where) if form is None else pages.post(where, data=form))
                form = None
                if answer.is_redirect:
                    where = urljoin(where, answer.headers["location"])
                    if "code=" in where:
                        break
                else:
                    prompt = re.search(r'name="prompt" value="(\w+)"', answer.text)
                    assert prompt, answer.text[:2000]
                    form = {"prompt": prompt[1], "login": self.person, "password": "any"}
            self.came_back = parse_qs(urlsplit(where).query)

    async def callback_handler(self) -> AuthorizationCodeResult:
        """What the server sent the person back with."""
        came = {name: values[0] for name, values in self.came_back.items()}
        return AuthorizationCodeResult(code=came["code"], state=came["state"], iss=came.get("iss"))


async def known(folder: Path, email: str) -> str:
    """An account in the database of a server to be started there."""
    async with desk_here(Settings.read({"XDG_DATA_HOME": str(folder / "data")})) as desk:
        person = Person(str(uuid4()), "Ann", email, "UTC", desk.clock())
        async with desk.database.transaction() as tx:
            assert await add(tx, person, None)
    return person.id


@pytest.mark.filterwarnings("ignore:Using in-memory token storage")
async def test_a_client_signs_in_by_itself_at_a_real_authorization_server(tmp_path: Path, issuer: str) -> None:
    await known(tmp_path, ANN)
    trusted = {"SAYSO_AUTHORIZATION_SERVER": issuer, "SAYSO_AUTHORIZATION_CLAIM": "sub"}
    with opened("gateway", tmp_path, trusted) as origin:
        document = httpx2.get(f"{origin}{DOCUMENT}", timeout=60).json()
        assert document["resource"] == f"{origin}/mcp"
        assert document["authorization_servers"] == [issuer]
        signing_in = Browser()
        async with Client(f"{origin}/mcp", auth=signing_in) as client:
            assert (await client.call_tool("read_trace")).data == ["None", "None"]
        assert signing_in.context.current_tokens is not None
        token = signing_in.context.current_tokens.access_token
        claims = jwt.decode(token, options={"verify_signature": False})
        assert (claims["iss"], claims["aud"], claims["sub"]) == (issuer, f"{origin}/mcp", ANN)
        (elsewhere := tmp_path / "elsewhere").mkdir()
        await known(elsewhere, ANN)
        with opened("mcp", elsewhere, trusted) as other:  # the same server and person, another resource
            assert called(other, token) == 401
            assert called(origin, token) == 200
        stranger = Browser()
        stranger.person = "stranger@example.org"
        with pytest.raises(MCPError):
            async with Client(f"{origin}/mcp", auth=stranger):
                pass
        assert stranger.context.current_tokens is not None  # the server knows them, but they have no account here
        assert called(origin, stranger.context.current_tokens.access_token) == 401


def called(origin: str, token: str) -> int:
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    headers = {"Accept": "application/json, text/event-stream", "Authorization": f"Bearer {token}"}
    return httpx2.post(f"{origin}/mcp", json=body, headers=headers, timeout=60).status_code


class Issuer:
    """Keys of a server, and the documents by which it tells of them."""

    def __init__(self, claim: str = "email") -> None:
        self.key = key_of("server")
        self.asked: list[str] = []
        self.documents: dict[str, object] = {
            "https://login.example.org/.well-known/oauth-authorization-server/realm": {
                "issuer": ISSUER,
                "jwks_uri": f"{ISSUER}/keys",
            },
            f"{ISSUER}/keys": {"keys": [public(self.key, "a"), {"kty": "odd", "kid": "b"}, "no key"]},
        }
        self.tokens = OutsideTokens(AuthorizationServer(ISSUER, None, claim), HERE, self.fetch)

    async def fetch(self, url: str) -> bytes:
        self.asked.append(url)
        if url not in self.documents:
            raise httpx2.ConnectError("nobody there")
        return json.dumps(self.documents[url]).encode()

    def token(self, key: Any = None, algorithm: str = "RS256", kid: str | None = "a", **claims: object) -> str:
        said = {"iss": ISSUER, "aud": HERE, "sub": "7", "email": ANN, "email_verified": True, "iat": NOW}
        whole = {name: value for name, value in {**said, "exp": NOW + 7200, **claims}.items() if value is not None}
        headers = {} if kid is None else {"kid": kid}
        return jwt.encode(whole, key or self.key, algorithm, headers=headers)


def public_bytes(key: RSAPrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


def signed_anew(token: str, algorithm: str, secret: bytes) -> str:
    """The same claims, signed by HMAC; the library refuses to do that with what is public of a key."""
    head = base64.urlsafe_b64encode(json.dumps({"alg": algorithm, "kid": "a"}).encode()).rstrip(b"=")
    signed = head + b"." + token.split(".")[1].encode()
    seal = base64.urlsafe_b64encode(hmac.digest(secret, signed, "sha256")).rstrip(b"=")
    return (signed + b"." + seal).decode()


def public(key: RSAPrivateKey, kid: str) -> dict[str, Any]:
    made: dict[str, Any] = jwt.algorithms.RSAAlgorithm.to_jwk(key.public_key(), as_dict=True)
    return {**made, "kid": kid, "use": "sig", "alg": "RS256"}


async def test_a_good_token_says_whose_it_is_and_the_keys_are_asked_for_once() -> None:
    server = Issuer()
    for token in (server.token(), server.token(aud=["x", HERE]), server.token(kid=None)):
        found = await server.tokens.claims(token)
        assert found is not None
        assert (found.person, found.expires_at) == (ANN, NOW + 7200)
    assert len(server.asked) == 2


async def test_tokens_that_are_not_for_us_not_of_it_or_not_now_are_refused() -> None:
    server = Issuer()
    bad = {
        "another audience": server.token(aud="https://elsewhere.example.org/mcp"),
        "the login of our own site": server.token(aud="https://tasks.example.org"),
        "our own tokens' audience": server.token(aud="sayso"),
        "no audience": server.token(aud=None),
        "another issuer": server.token(iss="https://login.example.org"),
        "another's key": server.token(key_of("another")),
        "a key of another kind": server.token(elliptic_key(SECP256R1()), "ES256"),
        "the public key as a secret": signed_anew(server.token(), "HS256", public_bytes(server.key)),
        "no signature": signed_anew(server.token(), "none", b"").rpartition(".")[0] + ".",
        "over": server.token(exp=NOW - 600),
        "not yet": server.token(nbf=NOW + 7200),
        "without an end": server.token(exp=None),
        "of no time": server.token(iat=None),
        "nobody's": server.token(email=None),
        "an address that nobody verified": server.token(email_verified=False),
        "an address of which nothing is said": server.token(email_verified=None),
        "an unknown key": server.token(kid="z"),
        "a key that is none": server.token(kid="b"),
        "no token": "x.y.z",
        "too long": server.token(more="x" * 20_000),
    }
    assert [what for what, token in bad.items() if await server.tokens.claims(token) is not None] == []
    assert await server.tokens.claims(server.token()) is not None
    assert len(server.asked) == 2  # unknown keys make nobody ask again and again


async def test_metadata_of_another_server_is_not_believed_nor_keys_that_anybody_could_change() -> None:
    for told in ({"issuer": "https://login.example.org"}, {"jwks_uri": "http://login.example.org/keys"}):
        server = Issuer()
        place = next(iter(server.documents))
        server.documents[place] = {"issuer": ISSUER, "jwks_uri": f"{ISSUER}/keys", **told}
        server.documents["http://login.example.org/keys"] = server.documents[f"{ISSUER}/keys"]
        assert await server.tokens.claims(server.token()) is None


async def test_keys_are_found_by_openid_too_and_a_server_that_is_away_lets_nobody_in() -> None:
    server = Issuer("sub")
    told = server.documents.pop(next(iter(server.documents)))
    server.documents[f"{ISSUER}/.well-known/openid-configuration"] = told
    found = await server.tokens.claims(server.token(email=None))
    assert found is not None
    assert found.person == "7"
    away = Issuer()
    away.documents.clear()
    assert await away.tokens.claims(away.token()) is None


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"SAYSO_AUTHORIZATION_SERVER": "login"}, "is no address"),
        ({"SAYSO_AUTHORIZATION_SERVER": "http://login.example.org"}, "is not encrypted"),
        ({"SAYSO_AUTHORIZATION_SERVER": "https://me@login.example.org"}, "more than an address"),
        ({"SAYSO_AUTHORIZATION_KEYS": "https://login.example.org/keys"}, "needs SAYSO_AUTHORIZATION_SERVER"),
    ],
)
def test_a_setting_that_cannot_be_is_told(given: dict[str, str], told: str) -> None:
    with pytest.raises(SettingsError, match=told):
        Settings.read(given)
