"""The settings and what one looks at: where one is signed in, charts to look around in, a microphone's troubles."""

import json
import re
from datetime import timedelta
from uuid import uuid4

import pytest
from browser import Visitor
from measuring import measured
from playwright.sync_api import Request, expect
from serving import Served, beside, invitation, newcomer
from visiting import Visit, Words

from sayso.accounts.person import Person
from sayso.tasks.service import utc_now

WORDS = {
    "en": {
        "locale": "en-GB",
        "settings": "Settings",
        "zone": "Your account uses UTC time; this browser is on Rome time.",
        "take": "Use Rome",
        "stays": "Your tasks stay at the same moments",
        "leave": "Leave it",
        "here": "This browser: Chrome on Linux",
        "elsewhere": "Firefox on Windows",
        "end": "End",
        "others": "Sign out everywhere else",
        "general": "General",
        "turned": "Generali",
        "read": "show me the temperature of the cold room in the last 6 hours",
        "day": "7 days",
        "compare": "Compare with…",
        "cut": "measured more than is read at once",
        "mean": "mean",
        "cold": "Kitchen Fridge · temperature",
        "room": "Cold Room",
        "denied": "This browser may not use the microphone here.",
        "silent": "I heard nothing.",
        "hours": "Quiet from {} to {}.",
        "no_hours": "No quiet hours.",
        "none": "No quiet hours",
        "half": "Not saved yet: quiet hours need a beginning and an end.",
        "same": "These are no quiet hours: both times, and not the same",
    },
    "it": {
        "locale": "it-IT",
        "settings": "Impostazioni",
        "zone": "Il tuo account usa l'ora di UTC; questo browser quella di Rome.",
        "take": "Usa Rome",
        "stays": "le tue attività restano agli stessi momenti",
        "leave": "Lascia così",
        "here": "Questo browser: Chrome su Linux",
        "elsewhere": "Firefox su Windows",
        "end": "Termina",
        "others": "Esci da tutti gli altri",
        "general": "Generali",
        "turned": "General",
        "read": "mostrami la temperatura della cella nelle ultime 6 ore",
        "day": "7 giorni",
        "compare": "Confronta con…",
        "cut": "ha misurato più di quanto si legge in una volta",
        "mean": "media",
        "cold": "Frigo Cucina · temperatura",
        "room": "Cella",
        "denied": "Il browser qui non può usare il microfono.",
        "silent": "Non ho sentito nulla.",
        "hours": "Silenzio dalle {} alle {}.",
        "no_hours": "Nessuna ora di silenzio.",
        "none": "Nessuna ora di silenzio",
        "half": "Non ancora salvato: il silenzio ha bisogno di un inizio e di una fine.",
        "same": "Non sono ore di silenzio: servono due orari diversi",
    },
}
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0"
COLD_ROOM = """async (name) => {
    const headers = { "Accept-Language": document.documentElement.lang };
    const { machines } = await (await fetch("/api/machines", { headers })).json();
    return machines.find((machine) => machine.name === name).id;
}"""
MICROPHONE = """
window.SpeechRecognition = class extends EventTarget {
    start() { setTimeout(() => {
        this.dispatchEvent(Object.assign(new Event("error"), { error: window.wrong }));
        this.dispatchEvent(new Event("end"));
    }); }
};
"""


@pytest.fixture
def excused() -> tuple[str, ...]:
    return ("401",)


@pytest.fixture
def person() -> Person:
    own = str(uuid4())
    return Person(own, "Anna", f"{own}@example.org", "Europe/Rome", utc_now(), own)


def sessions(ann: Visitor, words: Words) -> None:
    """Open the settings."""
    ann.page.get_by_role("button", name=words["settings"], exact=True).click()
    expect(ann.page.locator("#session-list li").first).to_contain_text(words["here"])


def test_other_clocks_than_those_of_the_browser_are_told_and_changed_by_one_click(
    visit: Visit, served: Served, words: Words
) -> None:
    own = str(uuid4())
    ann = visit(invitation(served, Person(own, "Anna", f"{own}@example.org", "Etc/UTC", utc_now(), own)))
    bar, told = ann.page.locator("#zone-bar"), ann.page.locator("#zone-told")
    expect(bar).to_contain_text(words["zone"])
    assert ann.violations() == []
    ann.page.set_viewport_size({"width": 390, "height": 844})
    line, button = bar.locator("span").first.bounding_box(), bar.get_by_role("button").first.bounding_box()
    assert line
    assert button
    assert button["y"] >= line["y"] + line["height"]  # below the sentence, not within it
    bar.get_by_role("button", name=words["leave"]).click()
    expect(bar).to_be_hidden()
    sessions(ann, words)
    expect(told).to_contain_text(words["zone"])  # there it stays
    expect(ann.page.locator("#zone-stays")).to_contain_text(words["stays"])
    assert ann.violations() == []
    ann.picture(f"zone-{words['locale']}")
    told.get_by_role("button", name=words["take"]).click()
    expect(told).to_have_text("")
    expect(ann.page.locator("#zone")).to_have_value("Europe/Rome")
    ann.page.reload()
    expect(ann.page.locator("#task-count")).to_have_text(re.compile("0"))
    expect(bar).to_be_hidden()


def saved(ann: Visitor) -> list[str]:
    """What the page saves of the notices from now on."""
    bodies: list[str] = []

    def note(request: Request) -> None:
        if request.method == "PUT" and request.url.endswith("/api/notifications"):
            bodies.append(request.post_data or "")

    ann.page.on("request", note)
    return bodies


def test_hours_that_cannot_be_are_refused_in_the_language_of_the_page(
    visit: Visit, served: Served, person: Person, words: Words
) -> None:
    ann = visit(invitation(served, person))
    sessions(ann, words)
    ann.page.locator("#quiet-from").fill("22:00")
    ann.page.locator("#quiet-to").fill("22:00")
    ann.page.locator("#quiet-to").press("Enter")
    expect(ann.page.locator("#settings-told")).to_contain_text(words["same"])
    ann.complaints[:] = [said for said in ann.complaints if "422" not in said]  # the browser's own, of the answer


def test_quiet_hours_are_kept_when_their_field_is_left_and_ended_by_keyboard_alone(
    visit: Visit, served: Served, person: Person, words: Words
) -> None:
    ann = visit(invitation(served, person))
    sessions(ann, words)
    keys, told, sent = ann.page.keyboard, ann.page.locator("#quiet-told"), saved(ann)
    starts, ends = ann.page.locator("#quiet-from"), ann.page.locator("#quiet-to")
    starts.fill("22:00")
    ends.fill("07:00")
    ends.press("Enter")
    expect(told).to_have_text(words["hours"].format("22:00", "07:00"))
    expect(ann.page.get_by_role("dialog", name=words["settings"])).to_be_visible()  # Enter closes nothing
    starts.focus()
    keys.type("1345")
    assert len(sent) == 1  # nothing is saved on the way
    starts.blur()
    expect(told).to_have_text(words["hours"].format("13:45", "07:00"))
    assert len(sent) == 2
    for field in (starts, ends):
        field.focus()
        for _ in range(3):  # hours, minutes, and half of the day where the browser counts so
            keys.press("Delete")
            keys.press("ArrowRight")
    expect(told).to_have_text(words["half"])  # after the first of the two
    ends.blur()
    expect(told).to_have_text(words["no_hours"])
    starts.fill("21:00")
    ends.fill("06:00")
    keys.press("Escape")  # whoever closes the settings has left the field
    expect(ann.page.locator("#settings")).to_be_hidden()
    sessions(ann, words)
    expect(starts).to_have_value("21:00")
    ann.page.get_by_role("button", name=words["none"], exact=True).press("Enter")
    expect(told).to_have_text(words["no_hours"])
    expect(starts).to_have_value("")
    assert ann.violations() == []
    keys.press("Escape")
    sessions(ann, words)
    expect(ann.page.locator("#zone")).to_have_value("Europe/Rome")
    expect(starts).to_have_value("")
    assert [json.loads(body)["quiet"] is None for body in sent] == [False, False, True, False, True]


def test_a_time_zone_is_saved_once_when_it_is_found_and_not_on_the_way(
    visit: Visit, served: Served, person: Person, words: Words
) -> None:
    ann = visit(invitation(served, person))
    sessions(ann, words)
    zone, sent = ann.page.locator("#zone"), saved(ann)
    expect(zone).to_have_value("Europe/Rome")
    zone.focus()
    ann.page.keyboard.type("Europe/Par")
    expect(zone).to_have_value("Europe/Paris")
    with ann.page.expect_response(lambda answer: answer.request.method == "PUT"):
        zone.press("Enter")
    expect(ann.page.get_by_role("dialog", name=words["settings"])).to_be_visible()
    zone.blur()
    assert [json.loads(body)["timezone"] for body in sent] == ["Europe/Paris"]


def test_where_one_is_signed_in_is_seen_and_ended(visit: Visit, served: Served, person: Person, words: Words) -> None:
    ann, phone = visit(invitation(served, person)), visit(invitation(served, None, person.id), 375, FIREFOX)
    other = visit(newcomer(served))
    sessions(ann, words)
    rows = ann.page.locator("#session-list li")
    expect(rows).to_have_count(2)  # nobody else's
    expect(ann.page.locator("#account-name")).to_contain_text(str(person.email))
    assert ann.violations() == []
    ann.picture(f"settings-{words['locale']}")
    expect(rows.nth(1)).to_contain_text(words["elsewhere"])
    rows.nth(1).get_by_role("button", name=words["end"]).click()
    expect(rows).to_have_count(1)
    phone.page.reload()
    expect(phone.page.locator("#gate")).to_be_visible()
    tablet = visit(invitation(served, None, person.id), width=768)
    expect(tablet.page.locator("#task-count")).not_to_be_empty()
    ann.page.keyboard.press("Escape")
    sessions(ann, words)
    expect(rows).to_have_count(2)
    ann.page.get_by_role("button", name=words["others"]).click()
    expect(rows).to_have_count(1)
    tablet.page.reload()
    expect(tablet.page.locator("#gate")).to_be_visible()
    other.page.reload()
    expect(other.page.locator("#task-count")).not_to_be_empty()  # somebody else's session is theirs
    ann.page.locator("#settings-language").select_option("it" if words["locale"] == "en-GB" else "en")
    expect(ann.page.get_by_role("heading", name=words["turned"], exact=True)).to_be_visible()


def test_a_chart_goes_through_ranges_and_compares_two_machines(
    visit: Visit, served: Served, person: Person, words: Words
) -> None:
    ann = visit(invitation(served, person))
    ann.say(words["read"])
    chart = ann.answer.locator(".chart")
    rows = chart.locator(".sums tbody tr")
    expect(chart.locator(".sums thead")).to_contain_text(words["mean"])
    expect(rows).to_have_count(1)
    chart.get_by_role("button", name=words["day"]).click()
    expect(chart.get_by_role("button", name=words["day"])).to_have_attribute("aria-pressed", "true")
    expect(chart.get_by_role("button", name=words["day"])).to_be_focused()
    chart.get_by_role("button", name=words["compare"]).click()
    ann.page.locator("#task-menu").get_by_role("button", name=words["cold"]).click()
    expect(rows).to_have_count(2)
    expect(chart.locator("path.line")).to_have_count(2)
    expect(rows.nth(1)).to_contain_text("°C")
    chart.locator("svg").hover()
    expect(chart.locator(".at")).to_contain_text("·")
    expect(chart.locator(".cut")).to_have_count(0)
    room = ann.page.evaluate(COLD_ROOM, words["room"])
    url, first = served.environment["SAYSO_DATABASE_URL"], utc_now() - timedelta(days=6)
    beside(measured(url, person.organisation, room, 16_000, first))
    chart.get_by_role("button", name=words["day"]).click()
    expect(chart.locator(".cut")).to_contain_text(words["cut"])  # of one of the two lines
    expect(chart.locator(".cut")).to_contain_text(words["room"])
    assert ann.violations() == []
    assert ann.violations() == []
    ann.picture(f"compare-{words['locale']}")
    rows.nth(0).get_by_role("button").click()
    expect(rows).to_have_count(1)
    ann.page.set_viewport_size({"width": 375, "height": 800})
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 375


def test_a_microphone_that_does_not_work_is_told(visit: Visit, served: Served, person: Person, words: Words) -> None:
    ann = visit(invitation(served, person))
    ann.page.add_init_script(MICROPHONE)
    ann.page.reload()
    for wrong in ("not-allowed", "no-speech"):
        ann.page.evaluate("(wrong) => { window.wrong = wrong; }", wrong)
        ann.page.locator("#voice").click()
        told = words["denied" if wrong == "not-allowed" else "silent"]
        expect(ann.page.locator("#trouble")).to_contain_text(told)
        expect(ann.page.locator("#voice")).to_have_attribute("aria-pressed", "false")
