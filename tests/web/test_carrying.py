"""Tasks leave by the page and come in by it; a calendar reads them at a secret address, and nobody else's."""

import json
from pathlib import Path
from zipfile import ZipFile

import httpx2
import pytest
from browser import Visitor
from icalendar import Calendar
from playwright.sync_api import Browser, expect
from serving import Served, newcomer

WORDS = {
    "en": {
        "locale": "en-GB",
        "settings": "Settings",
        "added": "2 tasks were added.",
        "passed": "1 entry was passed over: 4.",
        "open": "Make a calendar address",
        "undo": "Confirm",
        "there": "2 of these tasks are there already. Nothing was added yet: add them again?",
        "again": "Add all",
        "only": "Only the one that is new",
        "one": "1 task was added.",
        "otherwise": "Not all could be kept as it was:",
        "deadline": "Deadline, now in the description (1)",
        "line": "Line 2, “Renew passport”: 2027-12-20",
    },
    "it": {
        "locale": "it-IT",
        "settings": "Impostazioni",
        "added": "2 attività aggiunte.",
        "passed": "1 voce saltata: 4.",
        "open": "Crea un indirizzo",
        "undo": "Conferma",
        "there": "2 di queste attività ci sono già. Non ho ancora aggiunto nulla: le aggiungo di nuovo?",
        "again": "Aggiungi tutte",
        "only": "Solo quella nuova",
        "one": "1 attività aggiunta.",
        "otherwise": "Non tutto si è potuto tenere com'era:",
        "deadline": "Termine ultimo, ora nella descrizione (1)",
        "line": "Riga 2, «Renew passport»: 2027-12-20",
    },
}
TODOIST = """TYPE,CONTENT,PRIORITY,DATE,DATE_LANG
task,Buy milk,1,every monday,en
task,Water plants,4,2027-05-02,en
task,,4,,
"""


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_file_comes_in_goes_out_and_stands_in_a_calendar(
    browser: Browser, served: Served, language: str, tmp_path: Path
) -> None:
    words = WORDS[language]
    ann = Visitor.arrive(browser, newcomer(served), words["locale"])
    file = tmp_path / "todoist.csv"
    file.write_text(TODOIST)
    ann.page.get_by_role("button", name=words["settings"]).click()
    ann.page.locator("#import").set_input_files(file)
    expect(ann.page.locator("#import-told")).to_have_text(f"{words['added']} {words['passed']}")
    with ann.page.expect_download() as loading:
        ann.page.get_by_role("link", name="JSON").click()
    told = json.loads(Path(loading.value.path()).read_text())
    assert [(task["title"], task["repeat"]) for task in told["tasks"]] == [
        ("Buy milk", "FREQ=WEEKLY;BYDAY=MO"),
        ("Water plants", None),
    ]
    ann.page.locator("#calendar-open").click()
    expect(ann.page.locator("#calendar-address")).to_be_visible()
    assert ann.violations() == []
    ann.picture(f"elsewhere-{language}")
    address = ann.page.locator("#calendar-address").input_value()
    shown = Calendar.from_ical(httpx2.get(address, trust_env=False).text).walk("VEVENT")
    assert {str(event["summary"]) for event in shown} == {"Buy milk", "Water plants"}
    ann.page.locator("#calendar-close").click()
    expect(ann.page.locator("#calendar-address")).to_be_hidden()
    assert httpx2.get(address, trust_env=False).status_code == 404
    ann.page.keyboard.press("Escape")
    expect(ann.tasks).to_have_count(2)
    ann.page.locator("#undo").click()
    ann.page.get_by_role("dialog").get_by_role("button", name=words["undo"]).click()
    expect(ann.tasks).to_have_count(0)  # one step back takes the whole file out again
    ann.page.context.close()
    assert ann.complaints == []


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            ["This is a ZIP: unpack it and import each CSV.", "This file is no text: import JSON, CSV or iCalendar."],
        ),
        (
            "it",
            [
                "Questo è uno ZIP: estrailo e importa ogni CSV.",
                "Questo file non è testo: importa JSON, CSV o iCalendar.",
            ],
        ),
    ],
)
def test_a_file_that_is_no_text_is_told_for_what_it_is(
    browser: Browser, served: Served, language: str, told: list[str], tmp_path: Path
) -> None:
    ann = Visitor.arrive(browser, newcomer(served), WORDS[language]["locale"], is_kept=False)
    ann.page.get_by_role("button", name=WORDS[language]["settings"]).click()
    packed, picture = tmp_path / "backup.zip", tmp_path / "picture.csv"
    with ZipFile(packed, "w") as archive:
        archive.writestr("Inbox.csv", TODOIST)
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    for file, words in zip((packed, picture), told, strict=True):
        ann.page.locator("#import").set_input_files(file)
        expect(ann.page.locator("#import-told")).to_have_text(words)
    expect(ann.page.locator("#trouble")).to_be_hidden()
    ann.page.context.close()
    assert ann.complaints == []


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_file_that_comes_a_second_time_is_asked_about_and_what_is_kept_otherwise_is_told(
    browser: Browser, served: Served, language: str, tmp_path: Path
) -> None:
    words = WORDS[language]
    ann = Visitor.arrive(browser, newcomer(served), words["locale"], is_kept=False)
    ann.page.get_by_role("button", name=words["settings"]).click()
    told, twice = ann.page.locator("#import-told"), ann.page.locator("#import-twice")

    def choose(text: str) -> None:
        file = tmp_path / "todoist.csv"
        file.write_text(text)
        ann.page.locator("#import").set_input_files(file)

    choose(TODOIST)
    expect(told).to_contain_text(words["added"])
    choose(TODOIST)
    expect(told).to_have_text(words["there"])
    expect(ann.tasks).to_have_count(2)
    assert ann.violations() == []
    twice.get_by_role("button", name=words["again"]).click()
    expect(ann.tasks).to_have_count(4)
    more = TODOIST.replace("DATE_LANG", "DATE_LANG,DEADLINE").replace(
        "task,Buy", "task,Renew passport,1,2027-12-03,en,2027-12-20\ntask,Buy", 1
    )
    choose(more)
    twice.get_by_role("button", name=words["only"]).click()
    expect(told).to_contain_text(words["one"])
    expect(told).to_contain_text(words["otherwise"])
    ann.page.get_by_text(words["deadline"], exact=True).click()
    expect(ann.page.get_by_text(words["line"])).to_be_visible()
    assert ann.violations() == []
    ann.picture(f"kept-otherwise-{language}")
    expect(ann.tasks).to_have_count(5)
    ann.page.context.close()
    assert ann.complaints == []


DATES = {
    "en": {
        "every 1st": (None, "FREQ=MONTHLY;BYMONTHDAY=1"),
        "every 1st at 9am": ("T09:00", "FREQ=MONTHLY;BYMONTHDAY=1"),
        "every last day": (None, "FREQ=MONTHLY;BYMONTHDAY=-1"),
        "every last friday": (None, "FREQ=MONTHLY;BYDAY=-1FR"),
        "10 Nov 2025": ("2025-11-10", None),
        "2025-11-10": ("2025-11-10", None),
        "10 Nov 2025 at 9:00": ("2025-11-10T09:00", None),
        "every jan 15, jul 15": (None, "FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=15"),
        "every jan 15, jul 20": (None, None),  # no rule says just these two
        "every blue moon": (None, None),
    },
    "it": {
        "ogni 1": (None, "FREQ=MONTHLY;BYMONTHDAY=1"),
        "ogni 15 alle 9": ("T09:00", "FREQ=MONTHLY;BYMONTHDAY=15"),
        "ogni ultimo giorno": (None, "FREQ=MONTHLY;BYMONTHDAY=-1"),
        "10 nov 2025": ("2025-11-10", None),
        "10 novembre 2025 alle 9": ("2025-11-10T09:00", None),
        "ogni 15 gennaio, 15 luglio": (None, "FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=15"),
        "ogni 15 gennaio, 20 luglio": (None, None),
        "ogni morte di papa": (None, None),
    },
}
SEVERAL = {"en": "every day at 8am, 1pm", "it": "ogni giorno alle 8, alle 13"}


@pytest.mark.parametrize("language", ["en", "it"])
def test_days_as_todoist_writes_them_are_kept(served: Served, language: str) -> None:
    with httpx2.Client(base_url=served.origin, headers={"X-Sayso": "1"}, trust_env=False, timeout=60) as ann:
        ann.get(newcomer(served), follow_redirects=True)
        rows = [f'task,"{said}","{said}",{language}' for said in [*DATES[language], SEVERAL[language]]]
        got = ann.post("/api/import", json={"text": "\n".join(["TYPE,CONTENT,DATE,DATE_LANG", *rows])})
        assert got.status_code == 200, got.text
        tasks = ann.get("/api/tasks", params={"limit": 100}).json()["tasks"]
    for task, (said, (due, rule)) in zip(tasks, DATES[language].items(), strict=False):
        assert (task["title"], task["repeat"]) == (said, rule)
        assert (due or "") in (task["due"] or ""), (said, task["due"])
        assert bool(task["due"]) == bool(due or rule)
    assert [task["due"][11:16] for task in tasks if task["repeat"] == "FREQ=DAILY"] == ["08:00", "13:00"]
    assert {(one["place"], one["what"]) for one in got.json()["kept_otherwise"]} == {
        (len(DATES[language]), "date"),
        (len(DATES[language]) + 1, "date"),
        (len(DATES[language]) + 2, "times"),
    }
