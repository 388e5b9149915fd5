"""Who is let in over the network, at the gateway, at `sayso mcp` and at `sayso serve` alike: tokens made for this
address, a challenge that says where to read what is wanted, and the trace of a request handed on."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest
from doors import TOKENS
from doorway import opened
from fastmcp import Client
from fastmcp.client.auth import BearerAuth
from fastmcp.client.transports import StreamableHttpTransport

from sayso.accounts.person import LOCAL_ID
from sayso.accounts.tokens import Tokens
from sayso.tasks.service import utc_now

LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
ACCEPT = {"Accept": "application/json, text/event-stream"}
DOCUMENT = "/.well-known/oauth-protected-resource/mcp"
TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
DOORS = ("gateway", "mcp", "serve")


@pytest.fixture(scope="module", params=DOORS)
def origin(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with opened(request.param, tmp_path_factory.mktemp(request.param)) as found:
        yield found


def listed(origin: str, token: str | None = None) -> httpx2.Response:
    sent = ACCEPT if token is None else {**ACCEPT, "Authorization": f"Bearer {token}"}
    return httpx2.post(f"{origin}/mcp", json=LIST, headers=sent, timeout=60)


def test_who_brings_no_token_is_told_where_to_read_what_is_wanted(origin: str) -> None:
    refused = listed(origin)
    assert refused.status_code == 401
    assert refused.headers["www-authenticate"] == f'Bearer resource_metadata="{origin}{DOCUMENT}"'
    wrong = listed(origin, "x")
    assert wrong.status_code == 401
    assert 'error="invalid_token"' in wrong.headers["www-authenticate"]
    assert f'resource_metadata="{origin}{DOCUMENT}"' in wrong.headers["www-authenticate"]


def test_what_is_wanted_stands_at_the_well_known_address(origin: str) -> None:
    told = httpx2.get(f"{origin}{DOCUMENT}", timeout=60)
    assert told.status_code == 200
    document = told.json()
    assert document["resource"] == f"{origin}/mcp"
    assert document["bearer_methods_supported"] == ["header"]


def test_a_token_is_good_where_it_was_made_for_and_nowhere_else(origin: str) -> None:
    here = TOKENS.issue(LOCAL_ID, f"{origin}/mcp")
    assert listed(origin, here).status_code == 200
    assert listed(origin, TOKENS.issue(LOCAL_ID)).status_code == 200  # from before there was an audience
    for other in ("https://elsewhere.example.org/mcp", origin, f"{origin}/mcp/more", "somebody"):
        assert listed(origin, TOKENS.issue(LOCAL_ID, other)).status_code == 401, other
    foreign = Tokens("another key, of the same length as ours is", timedelta(hours=1), utc_now)
    assert listed(origin, foreign.issue(LOCAL_ID, f"{origin}/mcp")).status_code == 401


def test_a_token_for_the_tools_opens_nothing_else_of_the_server(tmp_path: Path) -> None:
    with opened("serve", tmp_path) as origin:
        bound = {"Authorization": f"Bearer {TOKENS.issue(LOCAL_ID, f'{origin}/mcp')}"}
        assert httpx2.get(f"{origin}/api/tasks", headers=bound, timeout=60).status_code == 401


def test_behind_a_proxy_the_public_address_counts_and_only_bound_tokens_where_that_is_set(tmp_path: Path) -> None:
    public = {"SAYSO_PUBLIC_URL": "https://Tasks.example.org:443/", "SAYSO_BOUND_TOKENS": "true"}
    with opened("gateway", tmp_path, public) as origin:
        challenge = listed(origin).headers["www-authenticate"]
        assert challenge == f'Bearer resource_metadata="https://tasks.example.org{DOCUMENT}"'
        assert httpx2.get(f"{origin}{DOCUMENT}", timeout=60).json()["resource"] == "https://tasks.example.org/mcp"
        assert listed(origin, TOKENS.issue(LOCAL_ID, "https://tasks.example.org/mcp")).status_code == 200
        assert listed(origin, TOKENS.issue(LOCAL_ID, f"{origin}/mcp")).status_code == 401
        assert listed(origin, TOKENS.issue(LOCAL_ID)).status_code == 401


async def test_the_trace_of_a_request_reaches_the_server_behind(tmp_path: Path) -> None:
    with opened("gateway", tmp_path) as origin:
        auth = BearerAuth(TOKENS.issue(LOCAL_ID))

        async def traced(headers: dict[str, str], meta: dict[str, Any] | None = None) -> object:
            transport = StreamableHttpTransport(f"{origin}/mcp", headers=headers, auth=auth)
            async with Client(transport) as client:
                return (await client.call_tool("read_trace", meta=meta)).data

        assert await traced({}) == ["None", "None"]
        assert await traced({"traceparent": TRACE, "tracestate": "a=1"}) == [TRACE, "a=1"]
        assert await traced({"traceparent": TRACE, "tracestate": "x" * 600}) == [TRACE, "None"]
        assert await traced({"traceparent": "no trace", "tracestate": "a=1"}) == ["None", "None"]
        own = TRACE.replace("0af7", "1bf8")
        assert await traced({"traceparent": TRACE}, {"traceparent": own, "tracestate": "b=2"}) == [own, "b=2"]
