"""The inbox as people use it, in a real browser: what waits at the gateway is shown there, and decided there alone."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread
from typing import Any
from uuid import uuid4

import pytest
from browser import Visitor, one_browser
from doorway import answer, doorway
from fastmcp import Client
from playwright.sync_api import Browser, Locator, expect
from serving import Served, invitation

from sayso.accounts.person import Person
from sayso.gateway.words import HINT
from sayso.tasks.service import utc_now

SAID = "delete the note called milk"
Job = tuple[dict[str, str], dict[str, Any], Future[dict[str, Any]]]


class Program:
    """A program that calls tools through the gateway, for whoever is named last; it has a thread of its own."""

    def __init__(self) -> None:
        self.person = ""
        self.marks: Callable[[], list[str]] = list
        self._loop = asyncio.new_event_loop()
        self._jobs: asyncio.Queue[Job | None] = asyncio.Queue()

    def delete(self, name: str, said: str = SAID, hint: dict[str, str] | None = None) -> dict[str, Any]:
        """What becomes of deleting a note."""
        done: Future[dict[str, Any]] = Future()
        job = ({"name": name, **(hint or {})}, {"sayso/said": said}, done)
        self._loop.call_soon_threadsafe(self._jobs.put_nowait, job)
        return done.result(timeout=120)

    async def _work(self, folder: Path, database: str) -> None:
        given = {"SAYSO_DATABASE_URL": database}
        async with (
            doorway(folder, who=lambda: self.person, environment=given) as door,
            Client(door.server) as client,
        ):
            self.marks = door.marks
            while (job := await self._jobs.get()) is not None:
                arguments, meta, done = job
                called = await client.call_tool("delete_note", arguments, meta=meta, raise_on_error=False)
                done.set_result(answer(called))

    @contextmanager
    def running(self, folder: Path, database: str) -> Iterator["Program"]:
        thread = Thread(target=self._loop.run_until_complete, args=(self._work(folder, database),))
        thread.start()
        yield self
        self._loop.call_soon_threadsafe(self._jobs.put_nowait, None)
        thread.join()
        self._loop.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from one_browser()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("inbox")) as running:
        yield running


@pytest.fixture(scope="module")
def program(served: Served, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with Program().running(tmp_path_factory.mktemp("gateway"), served.environment["SAYSO_DATABASE_URL"]) as running:
        yield running


@pytest.fixture
def person(program: Program) -> Person:
    own = str(uuid4())
    program.person = own
    return Person(own, "Anna", f"{own}@example.org", "Europe/Rome", utc_now(), own)


@pytest.fixture
def anna(browser: Browser, served: Served, person: Person) -> Iterator[Visitor]:
    """Somebody who is signed in, with a narrow screen."""
    visitor = Visitor.arrive(browser, invitation(served, person), width=320)
    expect(visitor.page.locator("#message")).to_be_visible()
    yield visitor
    visitor.page.context.close()
    assert all(url.startswith(served.origin) for url in visitor.asked)


def waiting(anna: Visitor, served: Served, about: str = "milk") -> Locator:
    """A card of the inbox."""
    anna.page.goto(f"{served.origin}/inbox.html")
    found = anna.page.get_by_role("listitem").filter(has_text=about)
    expect(found).to_be_visible()
    return found


def told(anna: Visitor, text: str) -> None:
    expect(anna.page.get_by_role("status")).to_have_text(text)


def test_a_call_that_waits_is_shown_whole_and_allowed_once(anna: Visitor, served: Served, program: Program) -> None:
    assert program.delete("milk")["status"] == "needs_confirmation"
    card = waiting(anna, served)
    for shown in ("strange/delete_note", "milk", SAID, "mcp"):
        expect(card).to_contain_text(shown)
    assert "deleted milk" not in program.marks()
    card.get_by_role("button", name="Allow once").click()
    told(anna, "Allowed. The program can make its call now.")
    expect(anna.page.get_by_role("listitem")).to_have_count(0)
    assert "status" not in program.delete("milk")
    assert program.marks().count("deleted milk") == 1
    assert program.delete("milk")["status"] == "needs_confirmation"  # once
    assert anna.complaints == []


def test_what_is_denied_is_not_done(anna: Visitor, served: Served, program: Program) -> None:
    program.delete("bread", "delete the note called bread")
    waiting(anna, served, "bread").get_by_role("button", name="Deny").click()
    told(anna, "Denied.")
    assert program.delete("bread", "delete the note called bread")["error"] == "declined"
    assert "deleted bread" not in program.marks()
    anna.page.reload()
    told(anna, "Nothing waits for your yes.")  # nobody is asked again at once


@pytest.mark.parametrize(("language", "shown"), [("en", "as the program tells it"), ("it", "secondo il programma")])
def test_words_that_a_model_handed_on_are_shown_as_such(
    anna: Visitor, served: Served, program: Program, language: str, shown: str
) -> None:
    anna.page.evaluate("language => localStorage.setItem('sayso.language', language)", language)
    program.delete("figs", "", {HINT: "delete the note called figs"})
    expect(waiting(anna, served, "figs")).to_contain_text(shown)
    program.delete("jam", "delete the note called jam")
    expect(waiting(anna, served, "jam")).not_to_contain_text(shown)


def test_allowed_for_an_hour_is_exactly_this_again_and_again(anna: Visitor, served: Served, program: Program) -> None:
    program.delete("eggs", "delete the note called eggs")
    waiting(anna, served, "eggs").get_by_role("button", name="Allow exactly this for an hour").click()
    told(anna, "Allowed. The program can make its call now.")
    for _ in range(2):
        assert "status" not in program.delete("eggs", "delete the note called eggs")
    assert program.marks().count("deleted eggs") == 2
    assert program.delete("ham", "delete the note called ham")["status"] == "needs_confirmation"


def test_what_expired_while_it_was_shown_is_told_as_too_late(anna: Visitor, served: Served, program: Program) -> None:
    program.delete("rice", "delete the note called rice")
    card = waiting(anna, served, "rice")
    anna.page.evaluate("Object.defineProperty(document, 'hidden', {get: () => true})")  # it does not look by itself now
    with sqlite3.connect(served.environment["SAYSO_DATABASE_URL"].removeprefix("sqlite:///")) as database:
        gone = (datetime.now(UTC) - timedelta(hours=1)).strftime("%Y-%m-%d %H:%M:%S.%f")
        whose = program.person.replace("-", "")
        changed = database.execute("update confirmations set expires_at = ? where user_id = ?", (gone, whose))
        assert changed.rowcount == 1
    card.get_by_role("button", name="Allow once").click()
    told(anna, "Too late: it expired, or was decided already.")
    expect(anna.page.get_by_role("listitem")).to_have_count(0)
    assert program.delete("rice", "delete the note called rice")["status"] == "needs_confirmation"
    assert "deleted rice" not in program.marks()


def test_another_persons_call_does_not_exist(anna: Visitor, served: Served, program: Program, person: Person) -> None:
    assert program.delete("soap", "delete the note called soap")["status"] == "needs_confirmation"
    found = waiting(anna, served, "soap").get_attribute("id")
    other = Person(str(uuid4()), "Bob", f"{uuid4()}@example.org", "Europe/Rome", utc_now(), person.organisation)
    bob = Visitor.arrive(anna.page.context.browser or pytest.fail("no browser"), invitation(served, other))
    bob.page.goto(f"{served.origin}/inbox.html#{found}")
    told(bob, "Nothing waits for your yes.")
    expect(bob.page.get_by_role("listitem")).to_have_count(0)
    forged = """id => fetch(`/api/approvals/${id}`, {method: "POST", body: JSON.stringify({decision: "once"}),
        headers: {"Content-Type": "application/json", "X-Sayso": "1"}}).then(answer => answer.status)"""
    assert bob.page.evaluate(forged, found) == 404
    bob.page.context.close()
    program.delete("soap", "delete the note called soap")
    assert "deleted soap" not in program.marks()


def test_it_works_by_keyboard_with_names_and_fits_a_narrow_screen(
    anna: Visitor, served: Served, program: Program
) -> None:
    long = "very-long-name-without-any-space-" * 8
    program.delete(long, f"delete the note called {long}")
    program.delete("tea", "delete the note called tea")
    card = waiting(anna, served, "called tea")
    wide = "document.scrollingElement.scrollWidth <= document.scrollingElement.clientWidth"
    assert anna.page.evaluate(wide)
    assert anna.violations() == []
    about = card.get_by_role("heading").inner_text()
    buttons = card.get_by_role("button")
    expect(buttons).to_have_count(3)
    for i, name in enumerate(("Allow once", "Allow exactly this for an hour", "Deny")):
        expect(buttons.nth(i)).to_have_accessible_name(name)
        expect(buttons.nth(i)).to_have_accessible_description(about)  # which of the calls it is about
    for _ in range(6):  # three buttons of the first card, three of this one
        anna.page.keyboard.press("Tab")
    expect(buttons.nth(2)).to_be_focused()
    anna.page.keyboard.press("Enter")
    told(anna, "Denied.")
    expect(anna.page.get_by_role("heading", level=1)).to_be_focused()
    anna.picture("inbox-narrow")


def test_what_comes_while_the_page_is_open_appears_by_itself(anna: Visitor, served: Served, program: Program) -> None:
    anna.page.goto(f"{served.origin}/inbox.html")
    told(anna, "Nothing waits for your yes.")
    program.delete("salt", "delete the note called salt")
    expect(anna.page.get_by_role("listitem").filter(has_text="salt")).to_be_visible()
    expect(anna.page.get_by_role("status")).to_be_empty()
