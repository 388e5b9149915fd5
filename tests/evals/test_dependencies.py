"""What an installation brings along is listed with its licence and its hashes; holes where their database answers."""

import json
import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from sayso_evals.dependencies import main


class Holes(BaseHTTPRequestHandler):
    """A database that knows one hole, in the first package it is asked about."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
        told = json.dumps({"results": [{"vulns": [{"id": "OSV-1"}]}, *({} for _ in asked[1:])]}).encode()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(told)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def database() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Holes) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_licences_and_hashes_are_listed_and_that_no_database_was_reached_is_said(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--holes", "http://127.0.0.1:9/"]) == 0
    said = capsys.readouterr().out
    for package in ("sqlalchemy", "fastmcp", "httpx2", "cryptography"):
        line = next(line for line in said.splitlines() if line.startswith(f"{package} "))
        assert "hashes pinned" in line
        assert "not said" not in line
    assert "0 not pinned by hash" in said
    assert "known holes: not looked for" in said


def test_a_known_hole_is_an_error(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--holes", database]) == 1
    assert "OSV-1" in capsys.readouterr().out


def test_what_a_library_costs_is_told_for_an_empty_environment_and_for_this_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--cost", "prompt-toolkit", "--import", "sayso.engine.engine"]) == 0
    alone, here = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"prompt-toolkit +2 packages +\d+\.\d MB +\d+ ms to import", alone)  # and wcwidth
    assert re.fullmatch(r"sayso.engine.engine +\d+ ms to import", here)
