"""A real browser for the tests: Debian's chromium, found or installed, and a person who sits before it.

`chromium-headless-shell` is the same browser without tabs, toolbars and extensions, of which each visitor of the whole
one gets their own: a story takes half of the processor's time in it.
"""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped] # it brings no types
from playwright.sync_api import Browser, BrowserType, FloatRect, Locator, Page, expect, sync_playwright

HOW = "install chromium: apt-get install chromium-headless-shell"
PICTURES = Path(__file__).parent.parent / "build" / "page"  # what the stories leave to look at
LIGHT = "chromium-headless-shell"
_VIOLATIONS = 'async () => (await axe.run({ resultTypes: ["violations"] })).violations'
_AT_ONCE = 0.05  # seconds from touching something to sliding
_PATIENCE = 60_000  # milliseconds; a busy machine is no reason to fail
WHOLE = ("chromium", "chromium-browser", "google-chrome")


class NoBrowser(Exception):  # noqa: N818 - said as it is
    """There is none here, and none could be installed."""


@cache
def program(is_whole: bool = False) -> str:
    """Where the browser is; as root the light one, or the whole one, is installed where it is not."""
    names = WHOLE if is_whole else (LIGHT,)
    if not _found(names) and os.geteuid() == 0 and shutil.which("apt-get"):
        patient = ["apt-get", "-o", "DPkg::Lock::Timeout=120", "-o", "Acquire::http::Timeout=10"]  # others may be at it
        for command in (["update"], ["install", "-y", "--no-install-recommends", names[0], "fonts-dejavu-core"]):
            subprocess.run(
                [*patient, *command],
                capture_output=True,
                check=False,
                env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
            )
    found = _found(names) or _found(WHOLE)
    if found is None:
        raise NoBrowser(HOW)
    return found


def _found(names: Sequence[str]) -> str | None:
    return next((path for name in names if (path := shutil.which(name))), None)


@contextmanager
def launched() -> Iterator[Browser]:
    """A browser without a window."""
    expect.set_options(timeout=_PATIENCE)
    with sync_playwright() as playwright, _opened(playwright.chromium) as browser:
        yield browser


@contextmanager
def _opened(kind: BrowserType, is_whole: bool = False) -> Iterator[Browser]:
    options = ["--no-sandbox"] if os.geteuid() == 0 else []  # as root there is no sandbox
    browser = kind.launch(executable_path=program(is_whole), args=options)
    yield browser
    browser.close()


def one_browser() -> Iterator[Browser]:
    """One browser for the stories of a file; where there is none a build fails, others skip and say how to get it."""
    _found_or_skipped()
    with launched() as running:
        yield running


def whole_one(beside: Browser) -> Iterator[Browser]:
    """The whole browser, for the few stories that need one, beside the light one of the others: it shows notices."""
    _found_or_skipped(is_whole=True)
    with _opened(beside.browser_type, is_whole=True) as running:
        yield running


def _found_or_skipped(is_whole: bool = False) -> None:
    try:
        program(is_whole)
    except NoBrowser as wrong:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(wrong))


@dataclass
class Visitor:
    """Somebody with the page open; remembers what the browser complained about and where it went."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    @classmethod
    def arrive(
        cls,
        browser: Browser,
        address: str,
        language: str = "en-GB",
        width: int = 1280,
        agent: str | None = None,
        *,
        is_kept: bool = True,
    ) -> "Visitor":
        """A new browser profile, at this address; it may say that it is another browser.

        `is_kept`: the page is kept for when there is no server, for which it is loaded a second time.
        """
        context = browser.new_context(
            service_workers="allow" if is_kept else "block",
            user_agent=agent,
            locale=language,
            viewport={"width": width, "height": 800},
            timezone_id="Europe/Rome",
            color_scheme="light",
            reduced_motion="no-preference" if width < 600 else "reduce",  # drawing what moves takes the processor
        )
        context.set_default_timeout(_PATIENCE)
        visitor = cls(context.new_page())
        visitor.page.on("pageerror", lambda error: visitor.complaints.append(str(error)))
        visitor.page.on("console", lambda said: visitor._hear(said.type, said.text))
        visitor.page.on("request", lambda request: visitor.asked.append(request.url))
        visitor.page.goto(address)
        return visitor

    def _hear(self, kind: str, text: str) -> None:
        if kind == "error":
            self.complaints.append(text)

    @property
    def field(self) -> Locator:
        """Where messages are typed."""
        return self.page.locator("#message")

    @property
    def tasks(self) -> Locator:
        """The rows of the task list."""
        return self.page.locator("#task-list li")

    @property
    def answer(self) -> Locator:
        """The latest answer, once it is whole."""
        return self.page.locator(".bubble.assistant:not(.coming)").last

    @property
    def choices(self) -> Locator:
        """The buttons under the latest answer."""
        return self.page.locator("#log .choices button")

    def say(self, text: str) -> Locator:
        """Type a message, send it and wait for the whole answer."""
        self.field.fill(text)
        return self.after(lambda: self.field.press("Enter"))

    def press(self, name: str) -> Locator:
        """Press a button of the conversation and wait for the whole answer."""
        button = self.page.locator("#log").get_by_role("button", name=name, exact=True)
        expect(button).to_be_visible()  # the conversation is there: what is counted now is all there was
        return self.after(button.click)

    def after(self, act: Callable[[], None]) -> Locator:
        """Do something that is answered, and wait for the answer."""
        whole = self.page.locator(".bubble.assistant:not(.coming)")
        count = whole.count()
        act()
        expect(whole).to_have_count(count + 1)
        return whole.last

    def violations(self) -> list[str]:
        """What an accessibility checker finds wrong with the page as it is now."""
        if self.page.locator("#send").count():  # the page is drawn before its words are there
            expect(self.page.locator("#send")).to_have_attribute("aria-label", re.compile("."))
        if not self.page.evaluate("'axe' in globalThis"):  # reading the checker takes as long as the checking
            self.page.evaluate(Axe().axe_script)
        found = self.page.evaluate(_VIOLATIONS)
        return [f"{each['id']}: {node['html'][:200]}" for each in found for node in each["nodes"]]

    def picture(self, name: str) -> None:
        """Leave a picture of the page."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{name}.png")


class Finger:
    """A finger on the screen, by the browser's own touch events."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)
        self._session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
        self._at = (0.0, 0.0)
        self._since = 0.0

    def down(self, place: Locator) -> None:
        """Touch the middle of something."""
        self._at = middle_of(place)
        self._since = time.time()
        self._send("touchStart", self._since)

    def swipe(self, right: float, down: float) -> None:
        """Slide on, at once after it was put down, however long the browser takes to hear of it."""
        self._at = (self._at[0] + right, self._at[1] + down)
        self._send("touchMove", self._since + _AT_ONCE)

    def over(self, place: Locator) -> None:
        """Slide to the middle of something, on a way of several steps."""
        (x, y), (to_x, to_y) = self._at, middle_of(place)
        for step in range(1, 6):
            self._at = (x + (to_x - x) * step / 5, y + (to_y - y) * step / 5)
            self._send("touchMove", time.time())

    def up(self) -> None:
        """Let go."""
        self._session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def _send(self, kind: str, when: float) -> None:
        point = {"x": self._at[0], "y": self._at[1]}
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point], "timestamp": when})


def place_of(place: Locator) -> FloatRect:
    """Where something stands once it stands still; it is looked for again where the list is drawn anew meanwhile."""
    place.click(trial=True)
    while (box := place.bounding_box()) is None:
        place.click(trial=True)
    return box


def middle_of(place: Locator) -> tuple[float, float]:
    """The middle of something."""
    box = place_of(place)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
