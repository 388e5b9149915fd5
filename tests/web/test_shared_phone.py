"""Two people with one phone: what is one person's page never acts in the other's account, and each finds their own."""

from collections.abc import Iterator

import httpx2
import pytest
from browser import Visitor
from playwright.sync_api import Page, Route, expect
from serving import Served, invitation, newcomer
from visiting import Visit, Words

PAGE = {"X-Sayso": "1"}
WORDS = {
    "en": {
        "locale": "en-GB",
        "add": "add a watch for Tom",
        "quick": "book a table for Tom",
        "now": "Tom is signed in here now, no longer Giulia.",
        "other": "it",
        "heading": "Generali",
        "pin": "Non hai un PIN.",
        "calendar": "Crea un indirizzo per il calendario",
        "back": "Tasks",
        "dismiss": "Dismiss this notice",
    },
    "it": {
        "locale": "it-IT",
        "add": "aggiungi un orologio per Tom",
        "quick": "prenotare una cena per Tom",
        "now": "Qui ora ha effettuato l'accesso Tom, non più Giulia.",
        "other": "en",
        "heading": "General",
        "pin": "You have no PIN.",
        "calendar": "Make a calendar address",
        "back": "Attività",
        "dismiss": "Chiudi questo avviso",
    },
}


@pytest.fixture
def excused() -> tuple[str, ...]:
    return ("409",)


@pytest.fixture
def giulia(visit: Visit, served: Served) -> Visitor:
    """Giulia, at the phone."""
    visitor = visit(newcomer(served, "Giulia"), 390)
    expect(visitor.page.locator("#whose")).to_have_text("Giulia")
    expect(visitor.page.locator("#whose")).to_be_visible()
    return visitor


def tom_comes(giulia: Visitor, served: Served) -> Page:
    """Tom opens his link in another tab of the same browser; Giulia's tab hears nothing of it by itself."""
    own = giulia.page.evaluate("fetch('/api/me').then((answer) => answer.json())")["id"]

    def hold(route: Route) -> None:  # what the page would look for by itself has no answer yet
        if route.request.method != "GET" or route.request.headers.get("x-sayso-person") != own:
            route.continue_()

    giulia.page.route("**/api/**", hold)
    beside = giulia.page.context.new_page()
    beside.goto(newcomer(served, "Tom"))
    expect(beside.locator("#whose")).to_have_text("Tom")
    return beside


def assert_gave_way(giulia: Visitor, tom: Page, words: Words) -> None:
    """Giulia's tab says who is here now, and Tom's account holds nothing of hers."""
    page = giulia.page
    expect(page.locator("#whose")).to_have_text("Tom")
    expect(page.locator("#trouble")).to_have_text(words["now"])
    expect(page.locator(".bubble")).to_have_count(0)
    assert giulia.violations() == []
    page.get_by_role("button", name=words["dismiss"]).click()
    expect(page.locator("#trouble")).to_be_hidden()
    for path, counted in (("/api/tasks", "tasks"), ("/api/conversations", "conversations")):
        told = tom.evaluate("(path) => fetch(path).then((answer) => answer.json())", path)
        assert told[counted] == []


def test_a_message_typed_in_the_page_of_the_one_before_is_nobodys(
    giulia: Visitor, served: Served, words: Words
) -> None:
    tom = tom_comes(giulia, served)
    giulia.field.fill(words["add"])
    giulia.field.press("Enter")
    assert_gave_way(giulia, tom, words)


def test_a_task_typed_in_the_list_of_the_one_before_is_nobodys(giulia: Visitor, served: Served, words: Words) -> None:
    page = giulia.page
    page.locator("#open-tasks").click()
    tom = tom_comes(giulia, served)
    page.locator("#quick").fill(words["quick"])
    page.locator("#quick").press("Enter")
    assert_gave_way(giulia, tom, words)


def test_who_signs_out_in_the_page_of_the_one_before_signs_nobody_else_out(
    giulia: Visitor, served: Served, words: Words
) -> None:
    tom = tom_comes(giulia, served)
    giulia.page.locator("#open-talks").click()
    giulia.page.locator("#sign-out").click()
    assert_gave_way(giulia, tom, words)
    tom.reload()
    expect(tom.locator("#whose")).to_have_text("Tom")


def test_each_person_has_their_own_language_and_it_changes_everything(
    giulia: Visitor, served: Served, words: Words
) -> None:
    page = giulia.page
    page.locator("#open-settings").click()
    expect(page.locator("#calendar-open")).not_to_be_empty()
    with page.expect_response(lambda answer: answer.request.method == "PATCH" and answer.url.endswith("/api/me")):
        page.locator("#settings-language").select_option(words["other"])
    settings = page.locator("#settings")
    for told in ("heading", "pin", "calendar"):
        expect(settings.get_by_text(words[told], exact=True)).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", words["other"])
    page.keyboard.press("Escape")
    own = page.evaluate("fetch('/api/me').then((answer) => answer.json())")
    assert own["language"] == words["other"]
    page.reload()
    expect(page.locator("#whose")).to_have_text("Giulia")
    expect(page.locator("html")).to_have_attribute("lang", words["other"])
    page.goto("about:blank")  # what her page still asks for ends before her session does
    page.goto(newcomer(served, "Tom"))  # who chose nothing: the browser's
    expect(page.locator("#whose")).to_have_text("Tom")
    expect(page.locator("#tasks h2").first).to_have_text(words["back"])
    page.locator("#open-settings").click()
    with page.expect_response(lambda answer: answer.request.method == "PATCH" and answer.url.endswith("/api/me")):
        page.locator("#settings-language").select_option(words["locale"][:2])
    page.goto("about:blank")
    page.goto(invitation(served, None, own["id"]))
    expect(page.locator("#whose")).to_have_text("Giulia")
    expect(page.locator("html")).to_have_attribute("lang", words["other"])


THEME = "document.documentElement.dataset.theme ?? null"


def test_sound_theme_and_whether_machines_are_shown_are_each_persons_own(
    giulia: Visitor, served: Served, words: Words
) -> None:
    page = giulia.page

    def choose(theme: str | None, *checked: bool) -> None:
        """See what was chosen, and choose the contrary."""
        assert page.evaluate(THEME) == theme
        page.locator("#open-settings").click()
        expect(page.locator("#zone")).not_to_have_value("")
        for part, is_checked in zip(("#sound", "#show-machines"), checked, strict=True):
            expect(page.locator(part)).to_be_checked(checked=is_checked)
            page.locator(part).set_checked(not is_checked)
        page.locator("#settings-theme").click()

    choose(None, True, True)
    own = page.evaluate("fetch('/api/me').then((answer) => answer.json())")["id"]
    page.goto("about:blank")
    page.goto(newcomer(served, "Tom"))
    expect(page.locator("#trouble")).to_have_text(words["now"])
    choose(None, True, True)
    expect(page.locator("#trouble")).to_be_hidden()  # it was read
    page.goto("about:blank")
    page.goto(invitation(served, None, own))
    expect(page.locator("#whose")).to_have_text("Giulia")
    choose("dark", False, False)
    page.reload()
    expect(page.locator("#whose")).to_have_text("Giulia")
    choose("light", True, True)


@pytest.fixture
def signed_in(served: Served) -> Iterator[tuple[httpx2.Client, str]]:
    """Tom's browser, and who it was before."""
    with httpx2.Client(base_url=served.origin, headers=PAGE, timeout=60) as client:
        ids = []
        for name in ("Giulia", "Tom"):
            client.get(newcomer(served, name))
            ids.append(client.get("/api/me").json()["id"])
        assert client.get("/api/tasks", headers={"X-Sayso-Person": ids[1]}).status_code == 200
        yield client, ids[0]


def test_every_request_for_somebody_else_is_refused_and_does_nothing(signed_in: tuple[httpx2.Client, str]) -> None:
    client, giulia = signed_in
    paths = client.get("/api/openapi.json").json()["paths"]
    tried = 0
    for path, methods in paths.items():
        for method in methods:
            if not path.startswith("/api/") or path in ("/api/signin", "/api/calendar/{secret}"):
                continue
            place = path
            for part in [each.partition("}")[0] for each in path.split("{")[1:]]:
                place = place.replace(f"{{{part}}}", "0" * 8)
            body = {"title": "x", "content": "x", "text": "x", "confirm": True, "minutes": 10, "decision": "once"}
            own = {"X-Sayso-Person": giulia}
            told = client.request(method.upper(), place, headers=own, json=None if method == "get" else body)
            assert told.status_code in (409, 422), (method, path, told.status_code)
            if told.status_code == 409:
                tried += 1
                assert told.json()["error"] == "other_person"
                assert told.headers["content-type"] == "application/problem+json"
    assert tried > 20
    assert client.get(f"/api/export?format=csv&person={giulia}").status_code == 409
    talk = client.post("/api/conversations").json()["id"]
    streamed = {"X-Sayso-Person": giulia, "Accept": "text/event-stream"}
    said = client.post(f"/api/conversations/{talk}/messages", json={"content": "add a watch"}, headers=streamed)
    assert said.status_code == 409
    assert client.get(f"/api/conversations/{talk}/messages").json()["messages"] == []
    assert client.get("/api/tasks").json()["tasks"] == []
