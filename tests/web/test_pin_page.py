"""The PIN on the page: set in the settings, typed where nobody sees it, at every place that asks, and kept nowhere."""

from pathlib import Path
from uuid import uuid4

import pytest
from browser import Visitor
from playwright.sync_api import Locator, expect
from serving import Served, invitation
from visiting import Visit, Words

from sayso.accounts.person import Person
from sayso.tasks.service import utc_now

PIN, WRONG = "735190246813", "864209753124"  # as long as one may be: six digits stand in a large file by chance
WORDS = {
    "en": {
        "locale": "en-GB",
        "settings": "Settings",
        "close": "Close",
        "save": "Save the PIN",
        "kept": "Your PIN is kept.",
        "remove": "Have none any more",
        "removed": "You have no PIN any more.",
        "open": "open the door of the cold room",
        "asked": "Open the door",
        "confirm": "Confirm",
        "said": "Yes",
        "wrong": "That is not your PIN.",
        "done": "Done: Open the door",
        "machine": "Cold Room",
        "once": "Allow once",
        "allowed": "Allowed.",
        "digits": "A PIN has 4 to 12 digits.",
    },
    "it": {
        "locale": "it-IT",
        "settings": "Impostazioni",
        "close": "Chiudi",
        "save": "Salva il PIN",
        "kept": "Il tuo PIN è salvato.",
        "remove": "Non averne più",
        "removed": "Non hai più un PIN.",
        "open": "apri la porta della cella",
        "asked": "Apri la porta",
        "confirm": "Conferma",
        "said": "Sì",
        "wrong": "Non è il tuo PIN.",
        "done": "Fatto: Apri la porta",
        "machine": "Cella",
        "once": "Consenti una volta",
        "allowed": "Consentito.",
        "digits": "Un PIN ha da 4 a 12 cifre.",
    },
}
ON_DEVICE = """async () => {
    const done = (request) => new Promise((go) => { request.onsuccess = () => go(request.result); });
    const opened = await done(indexedDB.open("sayso", 1));
    const all = await done(opened.transaction("kept").objectStore("kept").getAll());
    opened.close();
    return JSON.stringify([all, { ...localStorage }, { ...sessionStorage }, document.documentElement.outerHTML]);
}"""

ASK = """async () => {
    const headers = { "X-Sayso": "1", "Content-Type": "application/json" };
    const { machines } = await (await fetch("/api/machines")).json();
    const [machine, command] = machines.flatMap((m) => m.commands.filter((c) => c.dangerous).map((c) => [m, c]))[0];
    const path = `/api/machines/${machine.id}/commands/${command.id}`;
    return (await fetch(path, { method: "POST", headers, body: JSON.stringify({ values: {} }) })).status;
}"""


@pytest.fixture
def excused() -> tuple[str, ...]:
    return ("403", "409", "ERR_FAILED")  # a wrong PIN, what waits for a yes, and what is lost on the way


@pytest.fixture
def ann(visit: Visit, served: Served, words: Words) -> Visitor:
    """Somebody with a kitchen of her own, who has just set her PIN in the settings."""
    own = str(uuid4())
    person = Person(own, "Ann", f"{own}@example.org", "Europe/Rome", utc_now(), own)
    visitor = visit(invitation(served, person))
    visitor.page.get_by_role("button", name=words["settings"], exact=True).click()
    told = visitor.page.locator("#pin-told")
    for typed, answer in (("12", words["digits"]), (PIN, words["kept"])):
        visitor.page.locator("#pin-new").fill(typed)
        visitor.page.get_by_role("button", name=words["save"]).click()
        expect(told).to_have_text(answer)
    expect(visitor.page.locator("#pin-current-row")).to_be_visible()
    visitor.page.get_by_role("dialog").get_by_role("button", name=words["close"], exact=True).click()
    return visitor


def field_of(ann: Visitor) -> Locator:
    """The one under the question, which shows nobody what is typed."""
    field = ann.page.locator("#log form.confirm input")
    expect(field).to_have_attribute("type", "password")
    expect(field).to_have_attribute("inputmode", "numeric")
    expect(field).to_have_attribute("autocomplete", "off")
    return field


def assert_is_nowhere(ann: Visitor, served: Served) -> None:
    """Neither in what the device keeps, nor on the page, nor in the server's database and log."""
    kept = ann.page.evaluate(ON_DEVICE)
    database = Path(served.environment["SAYSO_DATABASE_URL"].removeprefix("sqlite:///"))
    written = b"".join(path.read_bytes() for path in database.parent.iterdir() if path.is_file())
    for pin in (PIN, WRONG):
        assert pin not in kept
        assert pin.encode() not in written
        assert not [url for url in ann.asked if pin in url]


def test_it_is_typed_in_the_confirmation_and_stands_nowhere(ann: Visitor, served: Served, words: Words) -> None:
    expect(ann.say(words["open"])).to_contain_text(words["asked"])
    field = field_of(ann)
    assert ann.violations() == []
    ann.picture(f"pin-{words['locale']}")
    bubbles = ann.page.locator(".bubble").count()
    ann.page.locator("#log").get_by_role(
        "button", name=words["confirm"], exact=True
    ).click()  # without it nothing is sent
    assert ann.page.evaluate("document.querySelector('#log form.confirm').matches(':invalid')")
    expect(ann.page.locator(".bubble")).to_have_count(bubbles)
    field.fill(WRONG)
    expect(ann.press(words["confirm"])).to_contain_text(words["wrong"])
    field = field_of(ann)
    field.fill(PIN)
    expect(ann.after(lambda: field.press("Enter"))).to_contain_text(words["done"])
    expect(ann.page.locator(".bubble.user .text")).to_have_text([words["open"], words["said"], words["said"]])
    ann.page.reload()
    expect(ann.page.locator(".bubble.user .text")).to_have_text([words["open"], words["said"], words["said"]])
    assert_is_nowhere(ann, served)


def test_typed_as_a_message_it_is_taken_for_what_it_is(ann: Visitor, served: Served, words: Words) -> None:
    ann.say(words["open"])
    ann.page.route("**/messages", lambda route: route.abort())  # lost on the way: nothing may wait in the outbox
    ann.field.fill(PIN)
    ann.field.press("Enter")
    expect(ann.page.locator("body.lost")).to_have_count(1)
    assert_is_nowhere(ann, served)
    expect(ann.page.locator("#outbox")).to_be_hidden()
    ann.page.unroute("**/messages")
    expect(ann.answer).to_contain_text(words["done"])
    assert_is_nowhere(ann, served)


def test_the_panel_takes_it_and_the_settings_drop_it(ann: Visitor, served: Served, words: Words) -> None:
    room = ann.page.locator("#machine-list li").filter(has=ann.page.get_by_text(words["machine"], exact=True))
    room.locator("summary").click()
    asked, trouble = ann.page.get_by_role("dialog"), ann.page.locator("#trouble")
    for pin, told in ((WRONG, words["wrong"]), (PIN, words["done"])):
        room.get_by_role("button", name=words["asked"]).click()
        asked.locator("input").fill(pin)
        (asked.locator("input") if pin == PIN else asked.get_by_role("button", name=words["confirm"])).press("Enter")
        expect(trouble).to_contain_text(told)
    assert_is_nowhere(ann, served)
    ann.page.get_by_role("button", name=words["settings"], exact=True).click()
    for pin, told in ((WRONG, words["wrong"]), (PIN, words["removed"])):
        ann.page.locator("#pin-current").fill(pin)
        ann.page.get_by_role("button", name=words["remove"]).click()
        expect(ann.page.locator("#pin-told")).to_contain_text(told)
    ann.page.get_by_role("dialog").get_by_role("button", name=words["close"], exact=True).click()
    ann.say(words["open"])
    expect(ann.page.locator("#log form.confirm")).to_have_count(0)
    expect(ann.press(words["confirm"])).to_contain_text(words["done"])


def test_the_inbox_takes_it(ann: Visitor, served: Served, words: Words) -> None:
    assert ann.page.evaluate(ASK) == 409  # as a program does that has no yes
    ann.page.goto(f"{served.origin}/inbox.html")
    field = ann.page.locator("#waiting li input")
    expect(field).to_have_attribute("type", "password")
    assert ann.violations() == []
    for pin, told in ((WRONG, words["wrong"]), (PIN, words["allowed"])):
        field.fill(pin)
        ann.page.get_by_role("button", name=words["once"], exact=True).click()
        expect(ann.page.locator("#told")).to_contain_text(told)
    assert_is_nowhere(ann, served)
