"""The page without a server: opened from the device, read, and what is typed sent once when the server is back."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import Visitor
from playwright.sync_api import Browser, Page, expect
from serving import Served, newcomer

PAGE = Path(__file__).parents[2] / "src/sayso/web/page"
NOT_KEPT = {
    "404.html",
    "inbox.html",
    "inbox.css",
    "inbox.js",
    "missing.js",
    "sw.js",
}  # need a server, or are the keeper
WORDS = {
    "en": {
        "locale": "en-GB",
        "add": "add buy milk",
        "milk": "buy milk",
        "more": "add call Bob",
        "quick": "water plants",
        "lost": "Connessione persa. Riprovo…",
        "asks": "buy oat milk",
        "oats": "buy oat milk",
        "yes": "Confirm",
        "held": "waits until you have answered the question before it",
        "soon": "remind me in 20 minutes to check the pasta",
        "soon_quick": "check the pasta in 20 minutes",
    },
    "it": {
        "locale": "it-IT",
        "add": "aggiungi comprare il latte",
        "milk": "comprare il latte",
        "more": "aggiungi chiamare Bruno",
        "quick": "annaffiare le piante",
        "lost": "Connection lost. Trying again…",
        "asks": "comprare il latte d'avena",
        "oats": "comprare il latte d'avena",
        "yes": "Conferma",
        "held": "aspetta che tu risponda alla domanda che viene prima",
        "soon": "ricordami tra 20 minuti di guardare la pasta",
        "soon_quick": "guardare la pasta tra 20 minuti",
    },
}
KEPT = """() => new Promise((go) => {
    const opened = indexedDB.open("sayso", 1);
    opened.onupgradeneeded = () => opened.result.createObjectStore("kept");
    opened.onsuccess = () => {
        const all = opened.result.transaction("kept").objectStore("kept").getAllKeys();
        all.onsuccess = () => { opened.result.close(); go(all.result); };
    };
})"""
OLD = """(by) => {
    const entries = JSON.parse(localStorage.getItem("sayso.outbox"));
    localStorage.setItem("sayso.outbox", JSON.stringify(entries.map((one) => ({ ...one, at: one.at - by }))));
}"""
Words = dict[str, str]


@pytest.fixture(params=["en", "it"])
def words(request: pytest.FixtureRequest) -> Words:
    return WORDS[str(request.param)]


@pytest.fixture
def ann(browser: Browser, served: Served, words: Words) -> Iterator[Visitor]:
    visitor = Visitor.arrive(browser, newcomer(served), words["locale"], 375)
    yield visitor
    visitor.page.context.close()
    assert not [said for said in visitor.complaints if "ERR_CONNECTION" not in said and "ERR_FAILED" not in said]


def wait_until_kept(page: Page, key: str) -> None:
    """Wait until the device has kept something."""
    page.evaluate(
        f"async (key) => {{ while (!(await ({KEPT})()).includes(key)) await new Promise(requestAnimationFrame); }}", key
    )


def test_the_page_opens_without_a_server_and_what_was_typed_goes_out_once(
    ann: Visitor, served: Served, words: Words
) -> None:
    page = ann.page
    ann.say(words["add"])
    expect(ann.tasks).to_have_count(1)
    assert page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    wait_until_kept(page, "tasks")
    talk = page.evaluate("location.hash.slice(1)")
    wait_until_kept(page, f"talk {talk}")
    served.stop()
    page.reload()
    expect(page.locator("#offline")).to_be_visible()
    expect(page.locator(".bubble.user")).to_have_text(words["add"])
    ann.field.fill(words["more"])
    ann.field.press("Enter")
    waiting = page.locator("#outbox li")
    expect(waiting).to_have_count(1)
    page.locator("#open-tasks").click()
    expect(ann.tasks.locator(".title")).to_have_text(words["milk"])
    page.locator("#quick").fill(words["quick"])
    page.locator("#quick").press("Enter")
    expect(waiting).to_have_count(2)
    page.keyboard.press("Escape")
    assert ann.violations() == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    ann.picture(f"offline-{words['locale']}")
    page.reload()  # what waits outlives the page
    expect(waiting).to_have_count(2)
    served.start()
    expect(waiting).to_have_count(0)
    expect(ann.tasks).to_have_count(3)
    expect(page.locator(".bubble.user")).to_have_count(2)
    expect(page.locator("#offline")).to_be_hidden()
    page.reload()
    expect(page.locator(".bubble.user")).to_have_count(2)
    expect(ann.tasks).to_have_count(3)  # and not one more
    page.locator("#open-talks").click()
    page.locator("#sign-out").click()
    expect(page.locator("#gate")).to_be_visible()
    assert page.evaluate(KEPT) == []
    assert page.evaluate("localStorage.getItem('sayso.outbox')") is None


def test_the_language_that_was_chosen_is_spoken_without_a_server_too(
    ann: Visitor, served: Served, words: Words
) -> None:
    page = ann.page
    other = "en" if words["locale"].startswith("it") else "it"
    page.locator("#open-settings").click()
    expect(page.locator("#calendar-open")).not_to_be_empty()
    with page.expect_response(lambda answer: answer.request.method == "PATCH" and answer.url.endswith("/api/me")):
        page.locator("#settings-language").select_option(other)
    page.keyboard.press("Escape")
    wait_until_kept(page, "tasks")
    assert page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.evaluate("localStorage.removeItem('sayso.language')")  # as where another page of it has signed out
    served.stop()
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", other)
    expect(page.locator("#link")).to_have_text(words["lost"])
    served.start()
    expect(page.locator("#link")).not_to_have_text(words["lost"])


def test_what_was_typed_after_what_is_asked_about_waits_for_the_answer(
    ann: Visitor, served: Served, words: Words
) -> None:
    page = ann.page
    expect(page.locator("#task-count")).not_to_be_empty()
    wait_until_kept(page, "person")
    served.stop()
    waiting = page.locator("#outbox li")
    for count, text in enumerate((words["asks"], words["more"], words["soon"]), start=1):
        ann.field.fill(text)
        ann.field.press("Enter")
        expect(waiting).to_have_count(count)
    served.start()
    expect(page.get_by_role("button", name=words["yes"], exact=True)).to_be_visible()
    expect(waiting).to_have_count(2)
    expect(waiting.locator("small")).to_have_text([words["held"]] * 2)
    assert ann.violations() == []
    page.reload()  # a question that is still open holds them up after that, too
    expect(waiting.locator("small")).to_have_text([words["held"]] * 2)
    assert page.evaluate("fetch('/api/tasks').then((r) => r.json()).then((b) => b.total)") == 0
    page.get_by_role("button", name=words["yes"], exact=True).click()
    expect(waiting).to_have_count(0)
    expect(ann.tasks).to_have_count(3)
    assert words["oats"] in ann.tasks.locator(".title").all_text_contents()


def test_a_time_counts_from_when_it_was_typed(ann: Visitor, served: Served, words: Words) -> None:
    page = ann.page
    expect(page.locator("#task-count")).not_to_be_empty()
    wait_until_kept(page, "person")
    served.stop()
    ann.field.fill(words["soon"])
    ann.field.press("Enter")
    waiting = page.locator("#outbox li")
    expect(waiting).to_have_count(1)
    page.locator("#open-tasks").click()
    page.locator("#quick").fill(words["soon_quick"])
    page.locator("#quick").press("Enter")
    expect(waiting).to_have_count(2)
    page.evaluate(OLD, 600_000)
    typed = page.evaluate("JSON.parse(localStorage.getItem('sayso.outbox')).map((one) => one.at)")
    served.start()
    expect(ann.tasks).to_have_count(2)
    dues = page.evaluate(
        "fetch('/api/tasks').then((r) => r.json()).then((b) => b.tasks.map((one) => Date.parse(one.due)))"
    )
    wanted = sorted(at + 20 * 60_000 for at in typed)
    assert all(abs(due - at) < 61_000 for due, at in zip(sorted(dues), wanted, strict=True))  # some count in minutes


def test_what_waited_for_long_asks_before_it_goes(ann: Visitor, served: Served, words: Words) -> None:
    page = ann.page
    expect(page.locator("#task-count")).not_to_be_empty()
    wait_until_kept(page, "person")
    served.stop()
    ann.field.fill(words["more"])
    ann.field.press("Enter")
    waiting = page.locator("#outbox li")
    expect(waiting).to_have_count(1)
    page.evaluate(OLD, 7_200_000)  # as if it had been typed two hours ago: "in an hour" means another time by now
    served.start()
    expect(waiting.get_by_role("button")).to_have_count(2)
    assert page.evaluate("fetch('/api/tasks').then((r) => r.json()).then((b) => b.total)") == 0
    waiting.get_by_role("button").first.click()
    expect(waiting).to_have_count(0)
    expect(ann.tasks).to_have_count(1)


def test_the_page_can_be_installed_and_all_its_files_are_kept() -> None:
    kept = (PAGE / "sw.js").read_text(encoding="utf-8").partition("const FILES = [")[2].partition("];")[0]
    there = {f"/{path.name}" for path in PAGE.iterdir() if path.name not in NOT_KEPT | {"index.html"}} | {"/"}
    assert set(json.loads(f"[{kept.strip().removesuffix(',')}]")) == there
    loaded = re.findall(
        r'(?:modulepreload" href|script[^>]* src)="([^"]+)"', (PAGE / "index.html").read_text(encoding="utf-8")
    )
    assert {f"/{name}" for name in loaded} == {path for path in there if path.endswith(".js")}  # none waits for another
    manifest = json.loads((PAGE / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert all((PAGE / icon["src"].lstrip("/")).is_file() for icon in manifest["icons"])
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
