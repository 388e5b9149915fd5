"""What a start says: how to go on, that a server runs already, and which port is free."""

import io
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import children
import httpx2
import pytest
from keyboard import Terminal
from serving import Served

from sayso.cli import main
from sayso.terminal.typed.meant import TerminalCommand, meant
from sayso.web.instance import INSTANCE, NONCE


def started(server: Served, **settings: str) -> "subprocess.CompletedProcess[str]":
    """`sayso serve --local` once more, at the same address."""
    port = server.origin.rpartition(":")[2]
    command = children.sayso("serve", "--local", "--port", port)
    environment = {**server.environment, **settings}
    return subprocess.run(command, env=environment, text=True, capture_output=True, timeout=120, check=False)


def test_a_second_start_finds_the_running_server_and_prints_its_link(tmp_path: Path) -> None:
    with Served(tmp_path, "--local") as server:
        second = started(server)
        assert second.returncode == 0
        assert "runs already" in second.stderr
        link = second.stdout.removeprefix("open ").strip()
        assert link.startswith(server.origin)
        with httpx2.Client(trust_env=False) as visitor:
            assert visitor.get(link).headers["location"] == "/"
            assert visitor.get(f"{server.origin}/api/me").json()["mode"] == "local"
        told = server.log.read_text()
        assert f"starts, with all that it keeps in {tmp_path / 'sayso.db'}" in told
        assert "The link signs you in once" in told
        assert "Ctrl-C stops it." in told


@contextmanager
def relay(server: Served) -> Iterator[int]:
    """Another account's server, which answers by whatever the real one answers to the same; gives its port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked = {name: value for name, value in self.headers.items() if name.lower() != "host"}
            answered = httpx2.get(f"{server.origin}{self.path}", headers=asked, trust_env=False)
            self.send_response(answered.status_code)
            for name, value in answered.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(answered.content)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listening:
        Thread(target=listening.serve_forever, daemon=True).start()
        yield listening.server_port
        listening.shutdown()


def test_no_link_is_printed_to_a_server_that_hands_on_what_the_real_one_answers(tmp_path: Path) -> None:
    with Served(tmp_path, "--local") as server, relay(server) as port:
        command = children.sayso("serve", "--local", "--port", str(port))
        second = subprocess.run(
            command, env=server.environment, text=True, capture_output=True, timeout=120, check=False
        )
        assert second.stdout == ""
        assert second.returncode == 2
        assert "Address already in use" in second.stderr


def test_who_a_server_is_it_proves_only_when_asked_and_anew_each_time(tmp_path: Path) -> None:
    with Served(tmp_path, "--local") as server, httpx2.Client(base_url=server.origin, trust_env=False) as asking:
        nonces = ["", "no nonce", "0" * 64, "1" * 64]
        proofs = [asking.get("/health", headers={NONCE: nonce}).headers.get(INSTANCE) for nonce in nonces]
        assert proofs[:2] == [None, None]
        assert len({*proofs}) == 3


def test_a_port_that_another_installation_has_is_told_with_one_that_is_free(tmp_path: Path) -> None:
    with Served(tmp_path, "--local") as server:
        other = tmp_path / "other"
        other.mkdir()
        settings = {"SAYSO_DATABASE_URL": f"sqlite:///{other / 'sayso.db'}", "XDG_DATA_HOME": str(other)}
        second = started(server, **settings)
        assert second.returncode == 2
        assert "Address already in use" in second.stderr
        free = int(second.stderr.partition("--port ")[2].split(")")[0].split()[0])
        assert free > int(server.origin.rpartition(":")[2])


def test_a_person_is_offered_the_port_that_is_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("SAYSO_DATABASE_URL", raising=False)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        command = ["serve", "--local", "--port", str(port)]
        with Terminal(command, columns=200) as terminal:
            shown = terminal.until("exit leaves:")
            assert f"Another program listens at 127.0.0.1:{port} (--port or SAYSO_PORT names another port)." in shown
            free = int(shown.partition("Listen at ")[2].split()[0])
            terminal.type("\r")
            terminal.until(f"open http://127.0.0.1:{free}/signin?key=")
            terminal.until(f"`sayso link --port {free}` prints another.")
            assert terminal.terminate()[0] in (0, 143)
        with Terminal(command, columns=200) as terminal:
            terminal.until("exit leaves:")
            terminal.type("help\r")
            terminal.until(f"Port {port} is another program's.")
            terminal.until("exit leaves:")
            terminal.type("esci\r")
            code, shown = terminal.end()
    assert (code, "Address already in use" in shown) == (0, False)


def test_a_second_start_finds_the_server_that_moved_to_the_next_port(tmp_path: Path) -> None:
    with Served(tmp_path, "--local") as server:
        port = int(server.origin.rpartition(":")[2])
        with socket.create_server(("127.0.0.1", port - 1)):
            command = children.sayso("serve", "--local", "--port", str(port - 1))
            second = subprocess.run(
                command, env=server.environment, text=True, capture_output=True, timeout=120, check=False
            )
    assert second.returncode == 0
    assert f"runs already at {server.origin}." in second.stderr
    assert f"`sayso link --port {port}` prints another." in second.stderr


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("Sayso ")


@pytest.mark.parametrize(("line", "name"), [("exit", "/quit"), (" QUIT ", "/quit"), ("help", "/help")])
def test_exit_and_help_work_without_a_slash(line: str, name: str) -> None:
    words = {"typed_quit": "exit, quit", "typed_help": "help"}
    assert meant(line, None, words) == TerminalCommand(name)  # type: ignore[arg-type]


def test_the_prompt_of_try_knows_them_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed = io.StringIO("help\nAIUTO\nesci\nadd buy milk\n")
    monkeypatch.setattr(sys, "stdin", typed)
    assert main(["try"]) == 0
    assert capsys.readouterr().out.count("exit or Ctrl-D leaves") == 2
    assert typed.readline() == "add buy milk\n"
