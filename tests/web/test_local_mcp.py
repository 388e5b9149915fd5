"""`sayso serve --local`: other users of the machine reach the port, so programs bring a token at /mcp there, too."""

import subprocess
from collections.abc import Iterator

import httpx2
import pytest
from children import sayso
from serving import PASSWORD, Served, people

LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("local-mcp"), "--local") as running:
        yield running


def listed(served: Served, token: str | None) -> int:
    headers = {"Accept": "application/json, text/event-stream"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    return httpx2.post(f"{served.origin}/mcp", json=LIST, headers=headers, timeout=60).status_code


def token_of(served: Served, email: str | None = None) -> str:
    command = sayso("token", *(("--user", email, "--password-stdin") if email is not None else ()))
    ran = subprocess.run(
        command, env=served.environment, input=PASSWORD, text=True, check=True, capture_output=True, timeout=120
    )
    return ran.stdout.strip()


def test_nobody_comes_in_without_the_persons_own_token(served: Served) -> None:
    assert listed(served, None) == 401
    assert listed(served, "x") == 401
    assert listed(served, token_of(served)) == 200


def test_another_persons_token_is_not_the_one_of_whoever_sits_here(served: Served) -> None:
    (name,) = people(served, "Bob")
    assert listed(served, token_of(served, f"{name}@example.org")) == 401
