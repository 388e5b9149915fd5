"""The page around list and conversation: a demonstration that says so, names, buttons in sight, wrong addresses."""

import pytest
from playwright.sync_api import expect
from serving import Served
from visiting import Visit, Words

WORDS = {
    "en": {
        "locale": "en-GB",
        "demo": "demo kitchen",
        "hide": "Hide",
        "settings": "Settings",
        "show": "Show the machines",
        "rename": "Rename the conversation",
        "finish": "mark buy milk as done",
        "cake": "buy milk for the cake",
        "candidates": "What it could have been",
        "missing": "There is nothing at this address.",
        "add": "add {}",
        "all": "delete the completed ones",
        "confirm": "Confirm",
        "why": "Why?",
        "delete": "delete buy milk",
        "milk": "buy milk",
        "lost": "Connection lost",
    },
    "it": {
        "locale": "it-IT",
        "demo": "cucina dimostrativa",
        "hide": "Nascondi",
        "settings": "Impostazioni",
        "show": "Mostra le macchine",
        "rename": "Rinomina la conversazione",
        "finish": "segna fatto comprare il latte",
        "cake": "comprare il latte per la torta",
        "candidates": "Che cosa poteva essere",
        "missing": "A questo indirizzo non c'è nulla.",
        "add": "aggiungi {}",
        "all": "elimina quelle completate",
        "confirm": "Conferma",
        "why": "Perché?",
        "delete": "elimina comprare il latte",
        "milk": "comprare il latte",
        "lost": "Connessione persa",
    },
}
AT_THE_BUTTON = """(button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === button;
}"""


@pytest.fixture
def excused() -> tuple[str, ...]:
    return ("ERR_CONNECTION", "404")


def test_the_simulated_machines_say_so_and_go_away_by_one_click(visit: Visit, words: Words) -> None:
    ann = visit()
    machines = ann.page.locator("#machines")
    expect(machines.locator("#demo")).to_have_text(words["demo"])
    machines.get_by_role("button", name=words["hide"], exact=True).click()
    expect(machines).to_be_hidden()
    ann.page.reload()
    expect(ann.page.locator("#task-count")).not_to_be_empty()
    expect(machines).to_be_hidden()
    ann.page.get_by_role("button", name=words["settings"]).click()
    ann.page.get_by_role("checkbox", name=words["show"]).check()
    ann.page.keyboard.press("Escape")
    expect(machines).to_be_visible()
    assert ann.violations() == []


def test_a_conversation_gets_another_name(visit: Visit, words: Words) -> None:
    ann = visit()
    ann.say(words["add"].format(words["milk"]))
    talks = ann.page.locator("#talk-list .name")
    expect(talks).to_have_text(words["milk"])  # by what it is about
    ann.page.get_by_role("button", name=words["rename"]).click()
    ann.page.keyboard.type("Plans & <b>more</b>")
    ann.page.keyboard.press("Enter")
    expect(talks).to_have_text("Plans & <b>more</b>")
    ann.page.reload()
    expect(talks).to_have_text("Plans & <b>more</b>")
    ann.page.get_by_role("button", name=words["rename"]).click()
    ann.page.keyboard.type("not this")
    ann.page.keyboard.press("Escape")
    expect(talks).to_have_text("Plans & <b>more</b>")


@pytest.mark.parametrize("width", [1280, 375])
def test_the_buttons_of_a_long_question_stay_in_sight(visit: Visit, words: Words, width: int) -> None:
    ann = visit(width=width)
    ann.page.evaluate("""async () => {
        const headers = { "X-Sayso": "1", "Content-Type": "application/json" };
        for (let n = 0; n < 20; n += 1) {
            const body = JSON.stringify({ title: `something long to be done by somebody, number ${n}` });
            const { task_id } = await (await fetch("/api/tasks", { method: "POST", headers, body })).json();
            const done = JSON.stringify({ new_status: "completed" });
            await fetch(`/api/tasks/${task_id}`, { method: "PATCH", headers, body: done });
        }
    }""")
    ann.say(words["all"])
    ann.answer.get_by_text(words["why"]).click()
    ann.page.locator("#log").evaluate("(log) => log.scrollBy(0, -120)")
    confirm = ann.page.get_by_role("button", name=words["confirm"], exact=True)
    assert confirm.evaluate(AT_THE_BUTTON)
    ann.picture(f"long-question-{words['locale']}-{width}")


def test_why_names_what_it_is_about_also_when_that_is_gone(visit: Visit, words: Words) -> None:
    ann = visit()
    ann.say(words["add"].format(words["milk"]))
    ann.say(words["delete"])
    ann.press(words["confirm"])
    expect(ann.tasks).to_have_count(0)
    ann.page.reload()
    expect(ann.page.get_by_text(words["why"]).first).to_be_visible()
    for each in ann.page.get_by_text(words["why"]).all():
        each.click()
    told = " ".join(ann.page.locator(".why dd").all_text_contents())
    assert words["milk"] in told
    assert not ann.page.evaluate("(text) => /[0-9a-f]{8}-[0-9a-f]{4}/.test(text)", told)


def test_why_tells_of_what_was_done_what_it_nearly_was(visit: Visit, words: Words) -> None:
    ann = visit()
    for title in (words["cake"], words["milk"]):
        ann.say(words["add"].format(title))
    ann.say(words["finish"])
    expect(ann.tasks.locator("s")).to_have_text([words["milk"]])
    ann.answer.get_by_text(words["why"]).click()
    why = ann.answer.locator(".why")
    expect(why.get_by_role("heading", name=words["candidates"])).to_be_visible()
    expect(why.locator("li").first).to_contain_text(words["cake"])
    expect(why.locator("li").first).to_contain_text("%")
    assert ann.violations() == []


def test_an_address_where_nothing_is_gets_a_page_and_a_program_gets_json(visit: Visit, words: Words) -> None:
    ann = visit()
    origin = ann.page.evaluate("location.origin")
    answered = ann.page.goto(f"{origin}/no/such/place")
    assert answered is not None
    assert answered.status == 404
    expect(ann.page.get_by_role("heading", name=words["missing"])).to_be_visible()
    assert ann.violations() == []
    ann.page.get_by_role("link").click()
    expect(ann.field).to_be_visible()
    assert ann.page.evaluate("fetch('/api/nothing').then((r) => r.json()).then((b) => b.error)") == "not_found"


def test_a_lost_connection_is_not_green(visit: Visit, words: Words, served: Served) -> None:
    ann = visit()
    dot = ann.page.locator("#machines .dot").first
    green = "rgb(22, 163, 74)"
    expect(dot).to_have_css("background-color", green)
    served.stop()
    ann.field.fill("x")
    ann.field.press("Enter")
    expect(ann.page.locator("#link")).to_contain_text(words["lost"])
    expect(dot).not_to_have_css("background-color", green)
    served.start()
