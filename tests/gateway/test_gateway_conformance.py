"""What the MCP project's conformance suite says of a server behind the gateway: nothing worse than of the same server
without it."""

import json
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import children
import httpx2
import node
import pytest
from serving import free_port

FIXTURES = Path(__file__).with_name("fixtures.py")
_TIME = re.compile(r"-\d{4}-\d\d-\d\dT[-\d]+Z$")
# tools that would ask the client something while they run, and what a server without sessions has not
WANTED = ("tools-call-with-progress", "tools-call-image", "resources-read-binary", "prompts-get-with-args")


@pytest.fixture(scope="module", autouse=True)
def programs() -> None:
    node.needed()


@pytest.fixture(scope="module")
def addresses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Where the server is, and where the gateway before it."""
    folder, port = tmp_path_factory.mktemp("conformance"), free_port()
    direct = f"http://127.0.0.1:{port}/mcp"
    file = folder / "mcp.json"
    file.write_text(json.dumps({"mcpServers": {"fixtures": {"url": direct}}}))
    fixtures = children.forked(str(FIXTURES), str(port))
    serving = subprocess.Popen(fixtures, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    environment = {**os.environ, "XDG_DATA_HOME": str(folder / "data")}
    command = children.sayso("gateway", str(file), "--http", "--local", "--port", "0", "--no-say")
    gateway = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    with children.watched(serving), children.watched(gateway):
        through = children.next_line(gateway, gateway.stderr).removeprefix("listening at ").strip()
        with httpx2.Client(transport=httpx2.HTTPTransport(retries=20)) as client:  # it may still be starting
            client.get(direct, timeout=60)
        yield {"direct": direct, "through": through}
        assert children.end(gateway) == 0
        children.kill(serving)


def outcomes(address: str, version: str, folder: Path) -> dict[str, str]:
    """What became of each check of the suite."""
    node.run("conformance", "server", "--url", address, "--suite", "all", "--spec-version", version, "-o", str(folder))
    found: dict[str, str] = {}
    for path in sorted(folder.glob("server-*/checks.json")):
        scenario = _TIME.sub("", path.parent.name.removeprefix("server-"))
        for check in json.loads(path.read_text()):
            name = f"{scenario}:{check['id']}"
            is_worse = found.get(name) != "FAILURE"  # of several checks of one name the worst counts
            found[name] = check["status"] if is_worse else found[name]
    return found


@pytest.mark.parametrize("version", ["2025-11-25", "2026-07-28"])
def test_the_gateway_makes_no_check_fail_that_passes_without_it(
    addresses: dict[str, str], version: str, tmp_path: Path
) -> None:
    without = outcomes(addresses["direct"], version, tmp_path / "direct")
    through = outcomes(addresses["through"], version, tmp_path / "through")
    passed = {name for name, status in without.items() if status == "SUCCESS"}
    assert all(any(name.startswith(f"{scenario}:") for name in passed) for scenario in WANTED), sorted(passed)
    worse = {name: through.get(name) for name in sorted(passed) if through.get(name) != "SUCCESS"}
    assert worse == {}
