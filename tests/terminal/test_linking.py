"""`sayso link` as a person types it."""

import asyncio
import io
import os
import socket
import sys
from pathlib import Path

import pytest
import tables

from sayso.accounts.person import LOCAL_ID
from sayso.assemble import assembled
from sayso.cli import main
from sayso.settings import Settings

AT = "http://127.0.0.1:9"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    tables.laid(tmp_path / "sayso/sayso.db")
    monkeypatch.delenv("SAYSO_DATABASE_URL", raising=False)


def let_in(link: str) -> str | None:
    """Whom the key of a link lets in."""

    async def accept() -> str | None:
        async with assembled(Settings.read(os.environ)) as parts:
            signed = await parts.signins.accept(link.partition("/signin?key=")[2])
            return None if signed is None else signed.user_id

    return asyncio.run(accept())


def test_a_link_is_printed_for_whoever_sits_here(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["link", "--at", f"{AT}/"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith(f"{AT}/signin?key=")
    assert "once" in said.err
    assert let_in(said.out.strip()) == LOCAL_ID
    assert let_in(said.out.strip()) is None


def test_a_link_is_printed_for_somebody_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("correct horse\n"))
    assert main(["user", "add", "Ann", "ann@example.org", "--password-stdin"]) == 0
    ann = capsys.readouterr().out.split()[0]
    assert main(["link", "--user", "ann@example.org", "--at", AT]) == 0
    assert let_in(capsys.readouterr().out.strip()) == ann


def test_the_link_leads_to_the_server_of_the_settings_if_there_is_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        monkeypatch.setenv("SAYSO_PORT", str(port))
        monkeypatch.setenv("SAYSO_HOST", "0.0.0.0")
        assert main(["link"]) == 0
        assert capsys.readouterr().out.startswith(f"http://127.0.0.1:{port}/signin?key=")
        monkeypatch.delenv("SAYSO_PORT")
        assert main(["link", "--port", str(port)]) == 0
        assert capsys.readouterr().out.startswith(f"http://127.0.0.1:{port}/signin?key=")
    assert main(["link", "--port", str(port)]) == 2
    assert "no server answers (start one, or say where it is: --port NUMBER or --at URL)" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--port", "0"], "0: is no port"),
        (["--port", "8000", "--at", AT], "leave one of them out"),
        (["--at", "here"], "here: is no address of a server"),
        (["--at", "http://a/b?c"], "is no address of a server"),
        (["--at", "http://[::1"], "is no address of a server"),
        (["--at", AT, "--user", "nobody@example.org"], "there is no account"),
    ],
)
def test_a_mistake_is_told_with_a_next_step(options: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["link", *options]) == 2
    assert said in capsys.readouterr().err
