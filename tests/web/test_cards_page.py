"""Lists told in the conversation are cards to work in; tasks go to another day, and a time of them is skipped."""

from datetime import date, timedelta
from typing import Any

from browser import Finger, Visitor, place_of
from playwright.sync_api import expect
from visiting import Visit, Words

WORDS: dict[str, dict[str, Any]] = {
    "en": {
        "locale": "en-GB",
        "list": "show my tasks",
        "told": "You have 3 tasks",
        "titles": ["call Anna", "buy milk", "water the plants"],
        "edited": "call Anna and Bob",
        "repeats": "every week",
        "skip": "Skip this time",
        "say_skip": "skip watering the plants this week",
        "skipped": "Skipped 'water the plants' this time.",
        "say_again": "skip the next one",
        "say_end": "stop repeating it",
        "end": "End the repetition",
        "tomorrow": "To tomorrow",
        "more": "More for “call Anna”",
    },
    "it": {
        "locale": "it-IT",
        "list": "mostrami le mie attività",
        "told": "Hai 3 attività",
        "titles": ["chiamare Anna", "comprare il latte", "annaffiare le piante"],
        "edited": "chiamare Anna e Bruno",
        "repeats": "ogni settimana",
        "skip": "Salta questa volta",
        "say_skip": "questa settimana salta le piante",
        "skipped": "Per questa volta salto 'annaffiare le piante'.",
        "say_again": "salta la prossima volta",
        "say_end": "smetti di ripeterla",
        "end": "Termina la ripetizione",
        "tomorrow": "A domani",
        "more": "Altro per «chiamare Anna»",
    },
}
PUT = """async (tasks) => {
    const headers = { "X-Sayso": "1", "Content-Type": "application/json" };
    for (const task of tasks) await fetch("/api/tasks", { method: "POST", headers, body: JSON.stringify(task) });
    document.dispatchEvent(new Event("visibilitychange")); // as when somebody comes back to the page
}"""


def fill(ann: Visitor, words: Words) -> date:
    """Three tasks: due today, due never, and every week from today on; gives today's day in Rome."""
    today = date.fromisoformat(ann.page.evaluate("new Intl.DateTimeFormat('en-CA').format(new Date())"))
    one, two, three = words["titles"]
    weekly = {"title": three, "due": today.isoformat(), "repeat": "FREQ=WEEKLY"}
    ann.page.evaluate(PUT, [{"title": one, "due": today.isoformat()}, {"title": two}, weekly])
    return today


def test_a_list_in_the_conversation_is_cards_to_work_in(visit: Visit, words: Words) -> None:
    ann = visit()
    fill(ann, words)
    expect(ann.say(words["list"])).to_contain_text(words["told"])
    cards = ann.answer.locator(".cards > li")
    expect(cards.locator(".title")).to_have_text(words["titles"])
    assert "1. " not in (ann.answer.locator(".text").first.text_content() or "")
    cards.nth(1).get_by_role("checkbox").check()
    expect(cards.nth(1).locator("s")).to_be_visible()
    expect(ann.page.locator("details.done .count")).to_have_text("1")  # the list beside shows it, too
    expect(ann.answer.locator(".undo-here button")).to_be_visible()
    cards.first.locator("[data-part=edit]").focus()
    ann.page.keyboard.press("Enter")
    cards.locator("[data-field=title]").fill(words["edited"])
    assert ann.violations() == []
    ann.picture(f"cards-{words['locale']}")
    ann.page.keyboard.press("Enter")
    expect(cards.first.locator(".title")).to_have_text(words["edited"])
    expect(cards.first.locator("[data-part=edit]")).to_be_focused()
    expect(ann.page.locator("#task-list .title").first).to_have_text(words["edited"])
    ann.page.keyboard.press("Delete")
    ann.page.get_by_role("dialog").get_by_role("button").last.click()
    expect(ann.answer.locator(".card-gone")).to_have_text(f"1{words['edited']}")
    ann.answer.locator(".undo-here button").click()
    expect(cards.first.locator("span.title")).to_have_text(words["edited"])


def test_a_time_is_skipped_and_a_repetition_ended_by_menu_and_by_key(visit: Visit, words: Words) -> None:
    ann = visit(width=375)
    today = fill(ann, words)
    ann.page.locator("#open-tasks").click()
    row = ann.tasks.filter(has_text=words["titles"][2])
    row.locator("[data-part=more]").click()
    menu = ann.page.locator("#task-menu")
    expect(menu.get_by_role("button").first).to_be_focused()
    assert ann.violations() == []
    ann.picture(f"task-menu-{words['locale']}")
    menu.get_by_role("button", name=words["skip"]).click()
    expect(row.locator("time")).to_have_attribute("datetime", (today + timedelta(days=7)).isoformat())
    row.locator("[data-part=edit]").focus()
    ann.page.keyboard.press("s")
    expect(row.locator("time")).to_have_attribute("datetime", (today + timedelta(days=14)).isoformat())
    row.locator(".undo-here button").click()
    expect(row.locator("time")).to_have_attribute("datetime", (today + timedelta(days=7)).isoformat())
    expect(row.locator(".repeats")).to_contain_text(words["repeats"])
    row.locator("[data-part=more]").click()
    menu.get_by_role("button", name=words["end"]).click()
    expect(row.locator(".repeats")).to_have_count(0)
    expect(row.locator("time")).to_be_visible()


def test_a_time_is_skipped_and_a_repetition_ended_in_words(visit: Visit, words: Words) -> None:
    ann = visit()
    today = fill(ann, words)
    row = ann.tasks.filter(has_text=words["titles"][2])
    expect(row).to_be_visible()
    for count, said in enumerate((words["say_skip"], words["say_again"]), 1):
        expect(ann.say(said)).to_contain_text(words["skipped"])
        expect(row.locator("time")).to_have_attribute("datetime", (today + timedelta(days=7 * count)).isoformat())
    ann.answer.locator(".undo-here button").click()
    expect(row.locator("time")).to_have_attribute("datetime", (today + timedelta(days=7)).isoformat())
    ann.say(words["say_end"])
    expect(row.locator(".repeats")).to_have_count(0)
    expect(row.locator("time")).to_have_attribute("datetime", (today + timedelta(days=7)).isoformat())


def test_a_task_goes_to_another_day_by_touch_and_a_swipe_only_scrolls(visit: Visit, words: Words) -> None:
    ann = visit(width=375)
    today = fill(ann, words)
    ann.page.locator("#open-tasks").click()
    first = ann.tasks.filter(has_text=words["titles"][0])
    finger = Finger(ann.page)
    finger.down(first.locator(".title"))
    finger.swipe(0, -40)  # at once: the list is scrolled, and nothing is lifted
    expect(ann.page.locator(".ghost")).to_have_count(0)
    finger.up()
    finger.down(first.locator(".title"))
    expect(ann.page.locator(".ghost")).to_have_text(words["titles"][0])  # it is held: now it is lifted
    tomorrow = ann.page.locator("details.group.tomorrow summary")
    expect(tomorrow).to_be_visible()
    finger.over(tomorrow)
    expect(ann.page.locator("details.group.tomorrow")).to_have_class("group vacant tomorrow target")
    ann.picture(f"touch-{words['locale']}")
    finger.up()
    expect(ann.page.locator(".ghost")).to_have_count(0)
    expect(ann.page.locator("details.group.tomorrow li .title")).to_have_text(words["titles"][0])
    expect(first.locator("time")).to_have_attribute("datetime", (today + timedelta(days=1)).isoformat())
    expect(first.locator("form")).to_have_count(0)  # to let go is no click
    finger.down(first.locator(".title"))
    expect(ann.page.locator(".ghost")).to_be_visible()
    finger.over(ann.page.locator("#quick"))  # where no day is: it stays what it was
    finger.up()
    expect(first.locator("time")).to_have_attribute("datetime", (today + timedelta(days=1)).isoformat())
    first.locator(".undo-here button").click()
    expect(first.locator("time")).to_have_attribute("datetime", today.isoformat())


def test_a_task_goes_to_another_day_by_pointer_and_by_keys(visit: Visit, words: Words) -> None:
    ann = visit()
    today = fill(ann, words)
    group = ann.page.locator("#task-list details.group")
    first = ann.tasks.filter(has_text=words["titles"][0])
    expect(ann.tasks).to_have_count(3)  # all of them are drawn: the row stays where it is
    box = place_of(first.locator(".number"))
    ann.page.mouse.move(box["x"] + 4, box["y"] + 4)
    ann.page.mouse.down()
    ann.page.mouse.move(box["x"] + 4, box["y"] + 14, steps=3)
    tomorrow = ann.page.locator("details.group.tomorrow summary")
    expect(tomorrow).to_be_visible()  # it holds nothing, and is there to let something go
    tomorrow.hover()
    tomorrow.hover()  # what is moved to once is entered; the second time the pointer is over it
    expect(ann.page.locator("details.group.tomorrow")).to_have_class("group vacant tomorrow target")
    ann.page.mouse.up()
    expect(ann.page.locator("details.group.tomorrow li .title")).to_have_text(words["titles"][0])
    expect(first.locator("time")).to_have_attribute("datetime", (today + timedelta(days=1)).isoformat())
    expect(ann.page.locator(".vacant")).to_have_count(0)
    first.locator(".undo-here button").click()
    expect(first.locator("time")).to_have_attribute("datetime", today.isoformat())
    first.locator("[data-part=edit]").focus()
    ann.page.keyboard.press("m")
    ann.page.keyboard.press("ArrowDown")
    expect(ann.page.get_by_role("button", name=words["tomorrow"])).to_be_focused()
    ann.page.keyboard.press("Enter")
    expect(group.and_(ann.page.locator(".tomorrow")).locator("li .title")).to_have_text(words["titles"][0])
    ann.page.get_by_role("button", name=words["more"]).click()
    ann.page.keyboard.press("Escape")
    expect(ann.page.get_by_role("button", name=words["more"])).to_be_focused()
    ann.page.keyboard.press("m")
    ann.page.locator("[data-entry='move.other']").click()
    expect(ann.page.locator("[data-field=day]")).to_be_focused()
