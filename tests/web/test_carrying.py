"""Tasks leave by the page and come in by it; a calendar reads them at a secret address, and nobody else's."""

import json
from pathlib import Path

import httpx
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
    },
    "it": {
        "locale": "it-IT",
        "settings": "Impostazioni",
        "added": "2 attività aggiunte.",
        "passed": "1 voce saltata: 4.",
        "open": "Crea un indirizzo",
        "undo": "Conferma",
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
    shown = Calendar.from_ical(httpx.get(address, trust_env=False).text).walk("VEVENT")
    assert {str(event["summary"]) for event in shown} == {"Buy milk", "Water plants"}
    ann.page.locator("#calendar-close").click()
    expect(ann.page.locator("#calendar-address")).to_be_hidden()
    assert httpx.get(address, trust_env=False).status_code == 404
    ann.page.keyboard.press("Escape")
    expect(ann.tasks).to_have_count(2)
    ann.page.locator("#undo").click()
    ann.page.get_by_role("dialog").get_by_role("button", name=words["undo"]).click()
    expect(ann.tasks).to_have_count(0)  # one step back takes the whole file out again
    ann.page.context.close()
    assert ann.complaints == []
