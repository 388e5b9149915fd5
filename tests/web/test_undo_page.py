"""An undo on the page is to one change: what was changed elsewhere since is not taken back for it, and that is said."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import Visitor
from playwright.sync_api import APIResponse, Browser, Page, Route, expect
from serving import Served, newcomer

WORDS = {
    "en": {
        "locale": "en-GB",
        "say": "add {}",
        "high": "set the priority of alpha to high",
        "chip": "Undo the last change",
        "told": "'gamma' was changed since, so I undid nothing.",
        "delete": "delete alpha",
        "undo": "undo",
        "yes": "Confirm",
        "overtaken": "Something else was changed since, and only the last change can be undone. Nothing was undone.",
        "nothing": "There is nothing to redo: that goes only right after an undo.",
        "undone": "Undone: “one, two, three, four, five and 7 more”",
        "all": "↶ Undo (12)",
        "settings": "Settings",
    },
    "it": {
        "locale": "it-IT",
        "say": "aggiungi {}",
        "high": "metti priorità alta a alpha",
        "chip": "Annulla l'ultima modifica",
        "told": "'gamma' è stata modificata nel frattempo: non ho annullato nulla.",
        "delete": "elimina alpha",
        "undo": "annulla",
        "yes": "Conferma",
        "overtaken": "Nel frattempo è stato modificato altro, e si annulla solo l'ultima modifica. "
        "Non è stato annullato nulla.",
        "nothing": "Non c'è nulla da rifare: si può solo subito dopo un annullamento.",
        "undone": "Annullato: «one, two, three, four, five e altre 7»",
        "all": "↶ Annulla (12)",
        "settings": "Impostazioni",
    },
}
MANY = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
TICK = """async (title) => {
  const headers = { "X-Sayso": "1", "Content-Type": "application/json" };
  const { tasks } = await (await fetch("/api/tasks", { headers })).json();
  const { id } = tasks.find((task) => task.title === title);
  const body = JSON.stringify({ new_status: "completed" });
  return (await fetch(`/api/tasks/${id}`, { method: "PATCH", headers, body })).status;
}"""
Words = dict[str, str]


@pytest.fixture(params=["en", "it"])
def words(request: pytest.FixtureRequest) -> Words:
    return WORDS[request.param]


@pytest.fixture
def ann(browser: Browser, served: Served, words: Words) -> Iterator[Visitor]:
    visitor = Visitor.arrive(browser, newcomer(served), words["locale"], is_kept=False)
    yield visitor
    visitor.page.context.close()
    assert [said for said in visitor.complaints if "422" not in said] == []  # what is refused is told


def fill(ann: Visitor, words: Words, *titles: str) -> None:
    for count, title in enumerate(titles, 1):
        ann.say(words["say"].format(title))
        expect(ann.tasks).to_have_count(count)


def tick_elsewhere(page: Page, title: str) -> None:
    """As another tab does it, of which this one has not heard yet."""
    assert page.evaluate(TICK, title) == 200


def ticked(ann: Visitor) -> list[str]:
    """What is done, at the server."""
    listed = ann.page.request.get(f"{ann.page.evaluate('location.origin')}/api/tasks").json()["tasks"]
    return [task["title"] for task in listed if task["completed"]]


def test_an_undo_in_a_row_says_that_something_else_was_changed_since(ann: Visitor, words: Words) -> None:
    fill(ann, words, "alpha", "gamma")
    ann.page.get_by_role("checkbox", name="alpha").check()
    undo = ann.page.locator("#task-list .undo-here button")
    expect(undo).to_be_visible()
    tick_elsewhere(ann.page, "gamma")
    undo.click()
    expect(ann.page.locator("#trouble")).to_have_text(words["overtaken"])
    assert ticked(ann) == ["alpha", "gamma"]
    ann.page.locator("#redo").click()
    expect(ann.page.locator("#trouble")).to_have_text(words["nothing"])


def test_a_yes_to_an_undo_on_the_page_undoes_nothing_else(ann: Visitor, words: Words) -> None:
    fill(ann, words, "gamma", "iota")
    ann.page.locator("#undo").click()
    expect(ann.page.get_by_role("dialog")).to_contain_text("iota")
    tick_elsewhere(ann.page, "gamma")
    ann.page.get_by_role("dialog").get_by_role("button", name=words["yes"]).click()
    expect(ann.page.locator("#trouble")).to_have_text(words["overtaken"])
    assert ticked(ann) == ["gamma"]
    expect(ann.tasks).to_have_count(2)


def test_an_undo_that_an_old_answer_offers_is_of_that_change(ann: Visitor, words: Words) -> None:
    fill(ann, words, "alpha", "gamma")
    ann.say(words["high"])
    chip = ann.page.locator(".choices.nexts").get_by_role("button", name=words["chip"])
    expect(chip).to_be_visible()
    tick_elsewhere(ann.page, "gamma")
    ann.page.reload()
    chip.click()
    expect(ann.answer).to_contain_text(words["told"])
    assert ticked(ann) == ["gamma"]


def test_an_undo_by_words_takes_the_offer_away(ann: Visitor, words: Words) -> None:
    fill(ann, words, "alpha")
    ann.say(words["delete"])
    ann.answer.get_by_role("button", name=words["yes"]).click()
    expect(ann.tasks).to_have_count(0)
    expect(ann.page.locator(".undo-here")).to_have_count(1)
    ann.say(words["undo"])
    expect(ann.tasks).to_have_count(1)
    expect(ann.page.locator(".undo-here")).to_have_count(0)


def test_the_undo_of_many_says_how_many_and_names_a_few(ann: Visitor, words: Words, tmp_path: Path) -> None:
    file = tmp_path / "many.json"
    file.write_text(json.dumps({"tasks": [{"title": title} for title in MANY]}))
    ann.page.get_by_role("button", name=words["settings"]).click()
    held: list[tuple[Route, APIResponse]] = []
    ann.page.route("**/api/import", lambda route: held.append((route, route.fetch())))
    ann.page.locator("#import").set_input_files(file)
    ann.page.wait_for_function("document.querySelector('#import-told').textContent")
    ann.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # the list sees them first
    expect(ann.page.locator("#task-list li[data-id]")).to_have_count(len(MANY))
    [(route, response)] = held
    route.fulfill(response=response)
    undo = ann.page.locator("#task-list .undo-here button")
    expect(undo).to_have_text(words["all"])
    ann.page.keyboard.press("Escape")
    undo.click()
    ann.page.get_by_role("dialog").get_by_role("button", name=words["yes"]).click()
    expect(ann.page.locator("#trouble")).to_have_text(words["undone"])


def test_a_menu_stays_open_while_the_conversation_moves(ann: Visitor, words: Words) -> None:
    fill(ann, words, "alpha")
    row = ann.tasks.first
    row.locator("[data-part=edit]").focus()
    ann.page.keyboard.press("m")
    menu = ann.page.locator("#task-menu")
    expect(menu.locator("button").first).to_be_focused()
    ann.page.evaluate("document.querySelector('#log').dispatchEvent(new Event('scroll'))")
    expect(menu.locator("button").first).to_be_focused()
    ann.page.evaluate("document.querySelector('#tasks').dispatchEvent(new Event('scroll'))")
    expect(menu).to_be_hidden()
    expect(row.locator("[data-part=more]")).to_be_focused()


def test_a_change_in_the_list_looks_when_the_next_is_due(ann: Visitor, words: Words) -> None:
    fill(ann, words, "alpha")
    ann.page.wait_for_load_state("networkidle")
    ann.page.clock.pause_at(ann.page.evaluate("Date.now() / 1000") + 1)  # no timer of the page goes off
    with ann.page.expect_response("**/api/reminders"):
        ann.page.get_by_role("checkbox", name="alpha").click()  # the row is drawn anew: nothing else is waited for


def test_universal_time_is_among_the_time_zones(ann: Visitor, words: Words) -> None:
    ann.page.get_by_role("button", name=words["settings"]).click()
    expect(ann.page.locator("#zone option[value='Europe/Rome']")).to_have_count(1)
    expect(ann.page.locator("#zone option[value='UTC']")).to_have_count(1)
