"""Takes the docs' pictures: the page after a short talk, on a desk and on a phone, light and dark. `make picture`"""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from uuid import uuid4

from browser import Visitor, launched
from playwright.sync_api import Browser, expect
from serving import Served, invitation

from sayso.accounts.person import Person
from sayso.tasks.service import utc_now

DESK, PHONE = (1280, 900), (390, 844)
LARGEST = 250_000  # bytes
PUT = """async (tasks) => {
    const headers = { "X-Sayso": "1", "Content-Type": "application/json" };
    for (const task of tasks) await fetch("/api/tasks", { method: "POST", headers, body: JSON.stringify(task) });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def days() -> list[dict[str, object]]:
    """Tasks of a week, from yesterday on."""
    today = date.today()

    def on(days: int) -> str:
        return (today + timedelta(days=days)).isoformat()

    return [
        {"title": "renew the insurance", "due": on(-1), "priority": "high"},
        {"title": "water the plants", "due": on(0), "repeat": "FREQ=WEEKLY"},
        {"title": "buy milk", "due": on(1)},
        {"title": "book the train to Turin", "description": "window seat, before noon"},
    ]


@contextmanager
def sitting(browser: Browser, server: Served, size: tuple[int, int]) -> Iterator[Visitor]:
    """Somebody before a screen of this size, with a kitchen and a list of their own."""
    own = str(uuid4())
    person = Person(own, "Ann", f"{own}@example.org", "Europe/Rome", utc_now(), own)
    ann = Visitor.arrive(browser, invitation(server, person), width=size[0])
    ann.page.set_viewport_size({"width": size[0], "height": size[1]})
    expect(ann.page.locator("#machine-list li").first).to_be_attached()
    yield ann
    ann.page.context.close()


def darken(ann: Visitor) -> None:
    """Switch to the dark theme."""
    ann.page.locator("#theme").click()
    ann.page.mouse.move(0, 0)


def main(folder: Path) -> int:
    """Play the conversations and leave pictures of them."""
    taken: list[Path] = []

    def take(ann: Visitor, name: str) -> None:
        ann.page.mouse.move(0, 0)  # over nothing that would light up
        taken.append(folder / f"{name}.png")
        ann.page.screenshot(path=taken[-1], animations="disabled")

    with tempfile.TemporaryDirectory() as place:
        server = Served(Path(place), settings={"SAYSO_SIMULATED_OUTAGES": "false"})
        with server, launched() as browser:
            with sitting(browser, server, DESK) as ann:
                ann.page.evaluate(PUT, days())
                ann.say("mark the milk as done and turn on the fridge light")
                ann.after(ann.choices.filter(has_text="Dining Room Fridge").click)
                ann.say("show me the temperature of the cold room in the last 6 hours")
                expect(ann.page.locator(".lit", has_text="light")).to_be_visible()
                take(ann, "page")
                ann.page.locator("#new-talk").click()
                ann.say("show my tasks")
                ann.page.locator(".cards [data-part=more]").nth(1).click()
                darken(ann)
                ann.page.locator(".cards [data-part=more]").nth(1).click()
                take(ann, "page-cards")
            with sitting(browser, server, PHONE) as ann:
                ann.page.evaluate(PUT, days())
                ann.say("delete the insurance")
                ann.answer.locator(".why summary").click()
                take(ann, "phone")
                ann.page.locator("#open-tasks").click()
                darken(ann)
                expect(ann.tasks.first).to_be_visible()
                take(ann, "phone-tasks")
    for path in taken:
        print(f"{path}: {path.stat().st_size // 1000} kB")
    return 0 if all(path.stat().st_size <= LARGEST for path in taken) else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
