"""`sayso approve` as a person types it."""

import asyncio
import io
import os
import pty
import shutil
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import children
import pytest
import tables
from argon2 import PasswordHasher
from children import SAYSO
from keyboard import Terminal, at_terminal

from sayso.accounts.accounts import Accounts, NewPerson
from sayso.accounts.person import LOCAL_ID, Person
from sayso.audit.audit import Audit
from sayso.audit.store import AuditFilter
from sayso.cli import main
from sayso.confirmations.confirmations import Confirmations
from sayso.face import standard
from sayso.session import Session
from sayso.storage.database import Database
from sayso.tasks.outcome import Deleted, Outcome, TaskNeedsConfirmation
from sayso.tasks.service import TaskService, utc_now
from sayso.tasks.task import NewTask


class World:
    """A database with two people, each of whom wants a task deleted."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.ids = {"local": LOCAL_ID}

    async def prepare(self) -> None:
        async with Database(self.url) as database:
            accounts = Accounts(database, utc_now, PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
            await accounts.local("me", "UTC")
            ann = await accounts.add(NewPerson("Ann", "ann@example.org", "correct horse"))
            assert isinstance(ann, Person)
            self.ids["ann"] = ann.id
            for who in self.ids.values():
                await self.service(database).add(Session(who, "mcp"), NewTask("buy \x1b[31mmilk"))

    def service(self, database: Database) -> TaskService:
        return TaskService(database, Confirmations(database, utc_now, timedelta(minutes=5)), standard())

    def delete(self, who: str) -> Outcome:
        async def delete() -> Outcome:
            async with Database(self.url) as database:
                return await self.service(database).delete(Session(self.ids[who], "mcp"), "1")

        return asyncio.run(delete())

    def decided(self) -> list[tuple[str | None, str, object]]:
        """What the audit says was decided, whose and where; and that its chain is whole."""

        async def read() -> list[tuple[str | None, str, object]]:
            async with Database(self.url) as database:
                audit = Audit(database, utc_now)
                assert (await audit.verify()).broken is None
                lines = [entry async for entry in audit.read(AuditFilter(tool="approval"))]
                return [(line.user_id, line.door, line.result["decision"]) for line in lines]

        return asyncio.run(read())

    def asked(self, who: str) -> str:
        first = self.delete(who)
        assert isinstance(first, TaskNeedsConfirmation)
        return first.pending.id


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    url = f"sqlite:///{tmp_path / 'sayso.db'}"
    monkeypatch.setenv("SAYSO_DATABASE_URL", url)
    tables.laid(tmp_path / "sayso.db")
    made = World(url)
    asyncio.run(made.prepare())
    return made


def test_what_waits_is_listed_and_cannot_paint_the_terminal(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["approve"]) == 0
    assert "nothing waits" in capsys.readouterr().out
    pending = world.asked("local")
    assert main(["approve"]) == 0
    shown = capsys.readouterr().out
    assert f"{pending}  Delete 'buy ?[31mmilk' (#1)?  (from mcp, until " in shown


def test_the_local_person_says_yes_at_a_terminal(world: World) -> None:
    pending = world.asked("local")
    code, shown = at_terminal(["approve", pending], [("Type yes: ", "yes")])
    assert (code, "allowed" in shown) == (0, True)
    assert isinstance(world.delete("local"), Deleted)


def test_one_is_picked_by_its_number_and_allowed_in_words_of_any_language(world: World) -> None:
    pending = world.asked("local")
    with Terminal(["approve"]) as terminal:
        shown = terminal.until("Which one?")
        assert "1. Delete 'buy ?[31mmilk' (#1)?" in shown
        assert pending not in shown
        terminal.type("9\r")
        terminal.until("A number from 1 to 1 picks one")
        terminal.type("1\r")
        terminal.until("Allow this? Type yes:")
        terminal.type("aiuto\r")
        terminal.until("does nothing.\nAllow this? Type yes:")
        terminal.type("sì\r")
        code, shown = terminal.end()
    assert (code, "allowed" in shown) == (0, True)
    assert isinstance(world.delete("local"), Deleted)


@pytest.mark.parametrize("typed", [("esci",), ("1", "exit")])
def test_whoever_leaves_allows_nothing(world: World, typed: tuple[str, ...]) -> None:
    world.asked("local")
    with Terminal(["approve"]) as terminal:
        for line, question in zip(typed, ("Which one?", "Type yes:"), strict=False):
            terminal.until(question)
            terminal.type(f"{line}\r")
        terminal.end()
    assert isinstance(world.delete("local"), TaskNeedsConfirmation)


def test_anything_but_yes_allows_nothing(world: World) -> None:
    pending = world.asked("local")
    code, _ = at_terminal(["approve", pending], [("Type yes: ", "")])
    assert code == 2
    assert isinstance(world.delete("local"), TaskNeedsConfirmation)


def test_without_a_terminal_nobody_can_say_yes(
    world: World, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pending = world.asked("local")
    monkeypatch.setattr(sys, "stdin", io.StringIO("yes\n"))
    assert main(["approve", pending]) == 2
    assert "needs a person at a terminal" in capsys.readouterr().err
    assert isinstance(world.delete("local"), TaskNeedsConfirmation)


def test_others_prove_who_they_are_and_decide_only_about_their_own(
    world: World, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    theirs, mine = world.asked("ann"), world.asked("local")

    def approve(password: str, *arguments: str) -> int:
        monkeypatch.setattr(sys, "stdin", io.StringIO(password + "\n"))
        return main(["approve", *arguments, "--user", "ann@example.org", "--password-stdin"])

    assert approve("wrong horse", theirs) == 2
    assert approve("correct horse", mine) == 2
    assert main(["approve", theirs]) == 2
    assert "nothing of this id waits" in capsys.readouterr().err
    assert isinstance(world.delete("ann"), TaskNeedsConfirmation)
    assert approve("correct horse", theirs) == 0
    assert isinstance(world.delete("ann"), Deleted)
    assert isinstance(world.delete("local"), TaskNeedsConfirmation)


def test_a_no_is_kept(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    pending = world.asked("local")
    assert main(["approve", pending, "--refuse"]) == 0
    assert main(["approve", pending]) == 2
    assert world.asked("local") != pending


def test_a_yes_and_a_no_stand_in_the_audit_and_nothing_else_does(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["approve", world.asked("local")]) == 2  # no terminal, no yes
    assert world.decided() == []
    assert main(["approve", world.asked("local"), "--refuse"]) == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO("correct horse\n"))
    assert main(["approve", world.asked("ann"), "--hour", "--user", "ann@example.org", "--password-stdin"]) == 0
    code, _ = at_terminal(["approve", world.asked("local")], [("Type yes: ", "yes")])
    assert code == 0
    decided = [(LOCAL_ID, "deny"), (world.ids["ann"], "hour"), (LOCAL_ID, "once")]
    assert world.decided() == [(who, "terminal", what) for who, what in decided]


def test_a_terminal_that_a_program_made_is_no_persons_own(world: World) -> None:
    program = shutil.which("script")
    if program is None:
        pytest.skip("script is not installed")
    asked = world.asked("local")
    command = [program, "-qec", f"{SAYSO} approve {asked}", "/dev/null"]
    running = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        shown, _ = running.communicate("yes\nyes\n", timeout=120)
    finally:
        children.kill(running)
    assert "made by a program (script)" in shown
    assert running.returncode == 2
    assert isinstance(world.delete("local"), TaskNeedsConfirmation)


@pytest.mark.parametrize("kind", ["dumb", "xterm-256color"])
def test_what_was_typed_before_the_question_is_no_answer_to_it(world: World, kind: str) -> None:
    asked = world.asked("local")
    keyboard, screen = pty.openpty()
    os.write(keyboard, b"yes\nyes\n")
    running = subprocess.Popen(
        [SAYSO, "approve", asked],
        stdin=screen,
        stdout=screen,
        stderr=screen,
        start_new_session=True,
        env={**os.environ, "TERM": kind},
    )
    os.close(screen)
    shown = b""
    try:
        while b"Type yes:" not in shown:
            shown += os.read(keyboard, 1)
        os.write(keyboard, b"no\n")
        assert running.wait(120) == 2
    finally:
        children.kill(running)
        os.close(keyboard)
    assert isinstance(world.delete("local"), TaskNeedsConfirmation)
