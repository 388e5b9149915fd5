"""Takes the docs' pictures: the page on a desk and on a phone, light and dark, and parts of it. `make picture`"""

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from uuid import uuid4

from browser import Visitor, launched
from playwright.sync_api import Browser, FloatRect, expect
from serving import Served, invitation

from sayso.accounts.person import Person
from sayso.tasks.service import utc_now

DESK, PHONE = (1280, 900), (390, 844)
NARROW = (1180, 1000)
LARGEST = 250_000  # bytes
WHOLE = ("page", "page-cards", "phone", "phone-tasks")
SMALL = 120_000  # of a part
ROOM = 12  # pixels around a part
WORDS = {
    "en": {
        "locale": "en-GB",
        "titles": "renew the insurance, water the plants, buy milk, book the train to Turin",
        "more": "window seat, before noon",
        "quick": "pay rent tomorrow 9am p1",
        "due": "take the bread out of the oven",
        "chart": "show me the temperature of the cold room in the last 6 hours",
        "why": "remind me to call the plumber on Friday at 9, high priority",
    },
    "it": {
        "locale": "it-IT",
        "titles": "rinnovare l'assicurazione, annaffiare le piante, comprare il latte, prenotare il treno per Torino",
        "more": "al finestrino, prima di mezzogiorno",
        "quick": "affitto domani alle 9 p1",
        "due": "togliere il pane dal forno",
    },
}
FRAMES = "new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"  # scrolling is over
PUT = """async (tasks) => {
    const headers = { "X-Sayso": "1", "Content-Type": "application/json" };
    for (const task of tasks) await fetch("/api/tasks", { method: "POST", headers, body: JSON.stringify(task) });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def days(words: dict[str, str]) -> list[dict[str, object]]:
    """Tasks of a week, from yesterday on."""
    titles = words["titles"].split(", ")
    today = date.today()

    def on(days: int) -> str:
        return (today + timedelta(days=days)).isoformat()

    return [
        {"title": titles[0], "due": on(-1), "priority": "high"},
        {"title": titles[1], "due": on(0), "repeat": "FREQ=WEEKLY"},
        {"title": titles[2], "due": on(1)},
        {"title": titles[3], "description": words["more"]},
    ]


def soon(title: str) -> list[dict[str, object]]:
    """A task that is due in a moment."""
    return [{"title": title, "due": (datetime.now(UTC) + timedelta(seconds=4)).isoformat(timespec="seconds")}]


@contextmanager
def sitting(browser: Browser, server: Served, size: tuple[int, int], locale: str = "en-GB") -> Iterator[Visitor]:
    """Somebody before a screen of this size, with a kitchen and a list of their own."""
    own = str(uuid4())
    person = Person(own, "Ann", f"{own}@example.org", "Europe/Rome", utc_now(), own)
    ann = Visitor.arrive(browser, invitation(server, person), locale, width=size[0])
    ann.page.set_viewport_size({"width": size[0], "height": size[1]})
    expect(ann.page.locator("#machine-list li").first).to_be_attached()
    yield ann
    ann.page.context.close()


def darken(ann: Visitor) -> None:
    """Switch to the dark theme; on a phone the button is in the settings."""
    ann.page.locator("#theme").dispatch_event("click")
    ann.page.mouse.move(0, 0)


Take = Callable[[Visitor, str, FloatRect | None], None]


def around(ann: Visitor, parts: str) -> FloatRect:
    """The box around these parts of the page, with a little room."""
    boxes = [box for each in ann.page.locator(parts).all() if (box := each.bounding_box())]
    left, top = min(box["x"] for box in boxes) - ROOM, min(box["y"] for box in boxes) - ROOM
    right = max(box["x"] + box["width"] for box in boxes) + ROOM
    bottom = max(box["y"] + box["height"] for box in boxes) + ROOM
    return {"x": max(0, left), "y": max(0, top), "width": right - max(0, left), "height": bottom - max(0, top)}


def parts(browser: Browser, server: Served, language: str, take: Take) -> None:
    """Pictures of what the docs tell of one by one; of some of it in the other language, too."""
    words = WORDS[language]
    own = "" if language == "en" else f"-{language}"
    with sitting(browser, server, NARROW, words["locale"]) as ann:
        ann.page.evaluate(PUT, days(words))
        expect(ann.tasks).to_have_count(4)
        ann.page.locator("#quick").fill(words["quick"])
        expect(ann.page.locator("#quick-told")).not_to_be_empty()
        take(ann, "quick-add" + own, around(ann, "#quick-form, #task-list details:nth-child(-n + 3)"))
        ann.page.locator("#quick").fill("")
        ann.page.evaluate(PUT, soon(words["due"]))
        expect(ann.page.locator("#reminder-list li")).to_be_visible()
        take(ann, "reminder" + own, {"x": 0, "y": 0, "width": NARROW[0], "height": 260})
        if "chart" not in words:
            return
        ann.page.locator("#reminder-list [data-part=dismiss]").click()
        expect(ann.page.locator("#reminders")).to_be_hidden()
        ann.say(words["why"])
        ann.answer.locator(".why summary").click()
        take(ann, "why" + own, around(ann, ".bubble"))
        ann.page.locator("#new-talk").click()
        ann.say(words["chart"])
        ann.page.locator("[data-part=compare]").scroll_into_view_if_needed()
        ann.page.evaluate(FRAMES)
        ann.page.locator("[data-part=compare]").click()
        ann.page.locator("#task-menu button").first.click()
        expect(ann.page.locator(".chart [data-part^=without]")).to_have_count(2)
        take(ann, "chart" + own, around(ann, ".chart"))
        ann.page.locator("#open-settings").click()
        expect(ann.page.locator("#account-name")).not_to_be_empty()
        take(ann, "settings" + own, around(ann, "#settings"))


def main(folder: Path) -> int:
    """Play the conversations and leave pictures of them."""
    taken: list[Path] = []

    def take(ann: Visitor, name: str, clip: FloatRect | None = None) -> None:
        ann.page.mouse.move(0, 0)  # over nothing that would light up
        taken.append(folder / f"{name}.png")
        ann.page.screenshot(path=taken[-1], animations="disabled", clip=clip)

    with tempfile.TemporaryDirectory() as place:
        server = Served(Path(place), settings={"SAYSO_SIMULATED_OUTAGES": "false"})
        with server, launched() as browser:
            with sitting(browser, server, DESK) as ann:
                ann.page.evaluate(PUT, days(WORDS["en"]))
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
                ann.page.evaluate(PUT, days(WORDS["en"]))
                ann.say("delete the insurance")
                ann.answer.locator(".why summary").click()
                take(ann, "phone")
                ann.page.locator("#open-tasks").click()
                darken(ann)
                expect(ann.tasks.first).to_be_visible()
                take(ann, "phone-tasks")
            for language in WORDS:
                parts(browser, server, language, take)
    for path in taken:
        print(f"{path}: {path.stat().st_size // 1000} kB")
    fit = [path.stat().st_size <= (LARGEST if path.stem in WHOLE else SMALL) for path in taken]
    return 0 if all(fit) else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
