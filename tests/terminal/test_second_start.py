"""What a start says: how to go on, that a server runs already, and which port is free."""

import subprocess
from pathlib import Path

import children
import httpx
import pytest
from serving import Served

from sayso.cli import main
from sayso.terminal.typed.meant import TerminalCommand, meant


def started(server: Served, **settings: str) -> "subprocess.CompletedProcess[str]":
    """`sayso serve --local` once more, at the same address."""
    port = server.origin.rpartition(":")[2]
    command = children.sayso("serve", "--local", "--port", port)
    environment = {**server.environment, **settings}
    return subprocess.run(command, env=environment, text=True, capture_output=True, timeout=120, check=False)


def test_a_second_start_finds_the_running_server_and_prints_its_link(tmp_path: Path) -> None:
    with Served(tmp_path, "--local") as server:
        assert "Ctrl-C stops it." in server.log.read_text()
        second = started(server)
        assert second.returncode == 0
        assert "runs already" in second.stderr
        link = second.stdout.removeprefix("open ").strip()
        assert link.startswith(server.origin)
        with httpx.Client(trust_env=False) as visitor:
            assert visitor.get(link).headers["location"] == "/"
            assert visitor.get(f"{server.origin}/api/me").json()["mode"] == "local"


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
    typed = iter(["help", "esci", "add buy milk"])
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    assert main(["try"]) == 0
    assert "exit or Ctrl-D leaves" in capsys.readouterr().out
    assert next(typed) == "add buy milk"
