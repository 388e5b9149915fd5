"""The list on the page as people work in it: in plain words, in groups, changed in place, several at once, by keys."""

import re

from browser import Visitor
from crowded import crowded
from playwright.sync_api import Locator, Route, expect
from serving import Served
from visiting import Visit, Words

WORDS = {
    "en": {
        "locale": "en-GB",
        "quick": "buy milk tomorrow at 5pm high priority",
        "heard": ["tomorrow at 5pm", "high priority"],
        "title": "buy milk",
        "todoist": ("call the dentist sat 10am p1", "call the dentist", ["sat 10am", "p1"]),
        "tomorrow": "Tomorrow",
        "none": "Without a day",
        "other": "call Anna",
        "said": ("add fix the gate", "fix the gate"),
        "groups": ["This week", "Next week", "November", "December", "January 2027"],
        "repeats": "every week",
        "chosen": "3 chosen",
        "delete": "Delete",
        "several": ["one errand", "another errand", "a third errand"],
        "choose": "Choose",
        "day": "Another day…",
        "priority": "Priority…",
        "change": "Change",
        "whichDay": "Which day for these 3: “one errand”, “another errand”, “a third errand”?",
        "today": "call the bank today",
        "turns": "water the plants every 3 days",
        "again": "“water the plants” is already done today; the next one is due",
        "cancel": "Cancel",
    },
    "it": {
        "locale": "it-IT",
        "quick": "comprare il latte domani alle 17 priorità alta",
        "heard": ["domani alle 17", "priorità alta"],
        "title": "comprare il latte",
        "todoist": ("chiamare il dentista sabato alle 10 p1", "chiamare il dentista", ["sabato alle 10", "p1"]),
        "tomorrow": "Domani",
        "none": "Senza giorno",
        "other": "chiamare Anna",
        "said": ("aggiungi riparare il cancello", "riparare il cancello"),
        "groups": ["Questa settimana", "Prossima settimana", "Novembre", "Dicembre", "Gennaio 2027"],
        "repeats": "ogni settimana",
        "chosen": "3 scelte",
        "delete": "Elimina",
        "several": ["una commissione", "un'altra commissione", "una terza commissione"],
        "choose": "Scegli",
        "day": "Altro giorno…",
        "priority": "Priorità…",
        "change": "Cambia",
        "whichDay": "Quale giorno per queste 3: “una commissione”, “un'altra commissione”, “una terza commissione”?",
        "today": "chiamare la banca oggi",
        "turns": "annaffiare le piante ogni 3 giorni",
        "again": "«annaffiare le piante» oggi è già fatta; la prossima scade",
        "cancel": "Lascia stare",
    },
}

ROOM = """(number) => {
    const text = document.createRange();
    text.selectNodeContents(number);
    const box = number.closest("li").querySelector("input").getBoundingClientRect();
    return box.left - Math.max(...[...text.getClientRects()].map(({ right }) => right));
}"""


def add(ann: Visitor, text: str) -> None:
    """Type a task into the field above the list, and wait until it is there."""
    before = ann.tasks.count()
    ann.page.locator("#quick").fill(text)
    ann.page.locator("#quick").press("Enter")
    expect(ann.tasks).to_have_count(before + 1)


def test_a_task_in_plain_words_shows_what_was_heard_and_stands_where_it_is_due(visit: Visit, words: Words) -> None:
    ann = visit()
    ann.page.locator("#quick").fill(str(words["quick"]))
    expect(ann.page.locator("#quick-marks mark")).to_have_text(words["heard"])
    expect(ann.page.locator("#quick-told")).to_contain_text("17:00")
    assert ann.violations() == []
    ann.picture(f"quick-add-{words['locale']}")
    ann.page.locator("#quick").press("Enter")
    group = ann.page.locator("details.group", has_text=str(words["tomorrow"]))
    expect(group.locator("li .title")).to_have_text(str(words["title"]))
    expect(group.locator(".tag.high")).to_be_visible()
    expect(ann.page.locator("#quick")).to_have_value("")
    expect(ann.page.locator(".undo-here button")).to_be_visible()
    add(ann, str(words["other"]))
    expect(ann.page.locator("details.group", has_text=str(words["none"])).locator("li .title")).to_have_text(
        str(words["other"])
    )


def test_whoever_comes_from_todoist_is_heard(visit: Visit, words: Words) -> None:
    ann = visit()
    typed, title, heard = words["todoist"]
    ann.page.locator("#quick").fill(typed)
    expect(ann.page.locator("#quick-marks mark")).to_have_text(heard)
    ann.page.locator("#quick").press("Enter")
    row = ann.tasks.filter(has_text=title)
    expect(row.locator(".title")).to_have_text(title)
    expect(row.locator(".tag.high")).to_be_visible()
    expect(row.locator("time")).to_have_attribute("datetime", re.compile("T10:00"))
    expect(row.locator(".repeats")).to_have_count(0)  # once, and not every Saturday


def test_everything_about_a_task_is_changed_in_its_row_by_keyboard_alone(visit: Visit, words: Words) -> None:
    ann = visit()
    add(ann, str(words["other"]))
    keys = ann.page.keyboard
    ann.tasks.first.locator("[data-part=edit]").focus()
    keys.press("Enter")
    form = ann.page.locator("li.editing")
    expect(form.locator("[data-field=title]")).to_be_focused()
    keys.type("Bob")
    form.locator("[data-field=description]").fill("about the move")
    form.locator("[data-field=day]").fill("2027-06-01")
    form.locator("[data-field=clock]").fill("09:30")
    form.locator("[data-field=priority]").select_option("low")
    form.locator("[data-field=repeat]").select_option("FREQ=WEEKLY")
    assert ann.violations() == []
    ann.picture(f"edit-{words['locale']}")
    form.locator("[data-field=title]").press("Enter")
    row = ann.tasks.first
    expect(row.locator(".title")).to_have_text("Bob")
    expect(row.locator("time")).to_have_attribute("datetime", "2027-06-01T09:30:00+02:00")  # summer in Rome
    expect(row.locator(".more")).to_have_text("about the move")
    expect(row.locator(".repeats")).to_contain_text(str(words["repeats"]))
    expect(row.locator(".tag.low")).to_be_visible()
    expect(row.locator("[data-part=edit]")).to_be_focused()
    keys.press("Enter")
    form.locator("[data-field=title]").fill("not this")
    keys.press("Escape")
    expect(row.locator(".title")).to_have_text("Bob")


def test_several_are_deleted_by_one_yes_and_brought_back_by_one_undo(visit: Visit, words: Words) -> None:
    ann = visit()
    several = words["several"]
    assert isinstance(several, list)
    for title in several:
        add(ann, title)
    ann.tasks.first.locator("[data-part=edit]").focus()
    for _ in several:
        ann.page.keyboard.press("x")
        ann.page.keyboard.press("ArrowDown")
    expect(ann.page.locator("#chosen [role=status]")).to_have_text(str(words["chosen"]))
    assert ann.violations() == []
    ann.picture(f"several-chosen-{words['locale']}")
    ann.page.locator("#chosen").get_by_role("button", name=str(words["delete"])).click()
    dialog = ann.page.get_by_role("dialog")
    for title in several:
        expect(dialog).to_contain_text(title)
    dialog.get_by_role("button", name=str(words["delete"])).click()
    expect(ann.tasks).to_have_count(0)
    ann.page.locator(".undo-here button").click()
    expect(ann.tasks).to_have_count(3)


def test_while_tasks_are_chosen_box_title_and_row_all_choose_and_nothing_else_happens(
    visit: Visit, words: Words
) -> None:
    ann = visit()
    several = words["several"]
    for title in several:
        add(ann, title)
    ann.page.get_by_role("button", name=str(words["choose"]), exact=True).click()
    ann.tasks.nth(0).locator("input[type=checkbox]").click()
    ann.tasks.nth(1).locator(".title").click()
    ann.tasks.nth(2).click(position={"x": 200, "y": 4})
    expect(ann.page.locator("#chosen [role=status]")).to_have_text(str(words["chosen"]))
    expect(ann.page.locator("li.editing")).to_have_count(0)
    expect(ann.page.locator("details.done")).to_have_count(0)
    assert ann.violations() == []
    ann.picture(f"choosing-{words['locale']}")
    ann.page.locator("#chosen").get_by_role("button", name=str(words["day"])).click()
    dialog = ann.page.get_by_role("dialog")
    expect(dialog).to_contain_text(str(words["whichDay"]))
    assert ann.violations() == []
    dialog.locator("#many-day").fill("2027-06-01")
    dialog.get_by_role("button", name=str(words["change"]), exact=True).click()
    expect(ann.page.locator('time[datetime="2027-06-01"]')).to_have_count(3)
    expect(ann.page.locator("#chosen")).to_be_hidden()
    ann.page.locator(".undo-here button").click()
    expect(ann.page.locator("#task-list time")).to_have_count(0)


def test_a_priority_is_given_to_all_that_are_chosen_and_taken_back_by_one_undo(visit: Visit, words: Words) -> None:
    ann = visit(width=390)
    ann.page.locator("#open-tasks").click()
    for title in words["several"]:
        add(ann, title)
    ann.page.get_by_role("button", name=str(words["choose"]), exact=True).click()
    for row in ann.tasks.all():
        row.locator(".title").click()
    ann.page.locator("#chosen").get_by_role("button", name=str(words["priority"])).click()
    ann.page.locator("#many-priority").select_option("high")
    ann.page.keyboard.press("Escape")  # nothing is changed without the yes
    expect(ann.page.locator(".tag.high")).to_have_count(0)
    ann.page.locator("#chosen").get_by_role("button", name=str(words["priority"])).click()
    ann.page.locator("#many-priority").select_option("high")
    ann.page.get_by_role("dialog").get_by_role("button", name=str(words["change"]), exact=True).click()
    expect(ann.page.locator(".tag.high")).to_have_count(3)
    ann.page.locator(".undo-here button").click()
    expect(ann.page.locator(".tag.high")).to_have_count(0)


def test_enter_in_the_field_of_a_question_about_several_changes_them(visit: Visit, words: Words) -> None:
    ann = visit()
    keys = ann.page.keyboard
    for title in words["several"]:
        add(ann, title)
    ann.page.get_by_role("button", name=str(words["choose"]), exact=True).click()
    for row in ann.tasks.all():
        row.locator(".title").click()
    ann.page.locator("#chosen").get_by_role("button", name=str(words["day"])).press("Enter")
    expect(ann.page.locator("#many-day")).to_be_focused()
    keys.type("01062027")
    keys.press("Enter")
    expect(ann.page.locator("time[datetime]")).to_have_count(3)
    expect(ann.page.get_by_role("dialog")).to_have_count(0)


def test_a_list_that_is_opened_before_the_page_knows_who_is_here_stays_open(visit: Visit, words: Words) -> None:
    ann = visit(width=390)
    quick = ann.page.locator("#quick")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    ann.page.route("**/api/signin", hold, times=1)
    with ann.page.expect_request("**/api/signin"):
        ann.page.reload()
    ann.page.locator("#open-tasks").click()
    expect(quick).to_be_disabled()
    held[0].continue_()
    expect(quick).to_be_enabled()
    add(ann, str(words["other"]))


def test_the_list_shows_what_is_of_today_of_the_week_of_a_priority_or_without_a_day(visit: Visit, words: Words) -> None:
    ann = visit()
    add(ann, str(words["quick"]))  # tomorrow, high
    add(ann, str(words["other"]))  # without a day
    add(ann, str(words["today"]))
    shown = {"none": [words["other"]], "high": [words["title"]], "today": [str(words["today"]).rsplit(" ", 1)[0]]}
    for sort in ("due", "priority"):
        ann.page.locator("#sort").select_option(sort)
        for which, titles in {**shown, "overdue": [], "low": [], "completed": []}.items():
            ann.page.locator("#filter").select_option(which)
            expect(ann.page.locator("#task-list .title")).to_have_text(titles)
            expect(ann.page.locator("#task-count")).to_have_text(str(len(titles)))
    ann.page.locator("#filter").select_option("week")
    expect(ann.tasks.filter(has_text=shown["today"][0])).to_be_visible()
    expect(ann.tasks.filter(has_text=str(words["other"]))).to_have_count(0)


def test_a_turn_of_what_repeats_is_ticked_off_a_second_time_a_day_only_by_a_yes(visit: Visit, words: Words) -> None:
    ann = visit()
    add(ann, str(words["turns"]))
    ann.page.locator("[data-part=done]").click()
    done = ann.page.locator("details.done summary .count")
    expect(done).to_have_text("1")
    coming = ann.page.locator("details.group:not(.done) [data-part=done]")
    coming.click()
    expect(ann.page.get_by_role("dialog")).to_contain_text(str(words["again"]))
    ann.page.get_by_role("dialog").get_by_role("button", name=str(words["cancel"]), exact=True).click()
    expect(coming).not_to_be_checked()
    expect(done).to_have_text("1")


def test_what_is_done_is_folded_away_and_walked_to_by_keys(visit: Visit, words: Words) -> None:
    ann = visit()
    several = words["several"]
    assert isinstance(several, list)
    for title in several:
        add(ann, title)
    ann.tasks.first.locator("[data-part=edit]").focus()
    ann.page.keyboard.press("j")
    ann.page.keyboard.press("d")
    done = ann.page.locator("details.done")
    expect(done.locator("s")).to_have_text(several[1])
    expect(done.locator("s")).to_be_hidden()
    done.locator("summary").click()
    expect(done.locator("s")).to_be_visible()
    ann.page.locator("#sort").select_option("title")
    titles = ann.page.locator("details.open .title")
    expect(titles).to_have_text(sorted([several[0], several[2]]))


def test_thousands_of_tasks_are_drawn_as_they_are_scrolled_to(visit: Visit, served: Served) -> None:
    ann = visit(link=crowded(served, 3000))
    expect(ann.page.locator("#task-count")).to_have_text("2250 open")
    coming = ann.page.locator("details.next")
    assert coming.locator("li").count() < 200
    expect(coming.locator("summary .count")).to_have_text(str(coming_count(ann)))
    for _ in range(3):
        before = coming.locator("li").count()
        coming.locator(".more-rows").scroll_into_view_if_needed()
        expect(coming.locator("li").nth(before)).to_be_attached()
    ann.page.locator("#search-tasks").fill("number 2999")
    expect(ann.tasks).to_have_count(1)
    assert ann.page.locator(".number").evaluate(ROOM) >= 0  # four digits stand beside the box, and not under it


def coming_count(ann: Visitor) -> int:
    """How many are of next week: what the other groups leave."""
    others = ann.page.locator("details.group:not(.next):not(.done) summary .count").all_text_contents()
    return 2250 - sum(map(int, others))


def test_what_is_added_to_a_long_list_is_scrolled_to(visit: Visit, served: Served, words: Words) -> None:
    ann = visit(link=crowded(served, 1500))
    expect(ann.page.locator("#task-count")).to_contain_text("1125")
    said, title = words["said"]
    for name, add_it in ((words["other"], lambda: quick_add(ann, str(words["other"]))), (title, lambda: ann.say(said))):
        row = ann.tasks.filter(has_text=str(name))
        ann.page.locator("#tasks").evaluate("(room) => room.scrollTo(0, 0)")
        add_it()
        expect(row).to_be_in_viewport()
        expect(row).to_have_class(re.compile("fresh"))
    ann.page.emulate_media(reduced_motion="reduce")
    expect(row).to_have_css("animation-name", "none")


def quick_add(ann: Visitor, text: str) -> None:
    ann.page.locator("#quick").fill(text)
    ann.page.locator("#quick").press("Enter")


DAYS = ("2026-11-22", "2026-11-23", "2026-11-29", "2026-11-30", "2026-12-05", "2027-01-02")


def test_after_next_week_the_groups_are_months_and_a_task_is_dragged_to_one(visit: Visit, words: Words) -> None:
    ann = visit()
    ann.page.set_viewport_size({"width": 1280, "height": 1400})  # all groups are seen, and nothing is scrolled to
    ann.page.clock.set_fixed_time("2026-11-18T10:00:00+01:00")  # a Wednesday
    headers = {"X-Sayso": "1"}
    for day in DAYS:
        data = {"title": f"of {day}", "due": day}
        assert ann.page.request.post(f"{origin(ann)}/api/tasks", headers=headers, data=data).ok
    ann.page.reload()
    groups = ann.page.locator("details.group")
    expect(groups.locator("h3")).to_have_text(words["groups"])
    expect(groups.locator(".count")).to_have_text(["1", "2", "1", "1", "1"])
    assert ann.violations() == []
    row = ann.tasks.filter(has_text=DAYS[0])
    for turn, day in ((3, "2026-12-01"), (2, "2026-11-30"), (1, "2026-11-23")):
        drag(ann, row, str(words["groups"][turn]))
        expect(row.locator("time")).to_have_attribute("datetime", day)
    drag(ann, ann.tasks.filter(has_text=DAYS[4]), str(words["groups"][2]))
    expect(groups.locator("h3")).to_have_text([words["groups"][turn] for turn in (1, 2, 4)])
    drag(ann, row, str(words["groups"][3]))  # which holds nothing now
    expect(row.locator("time")).to_have_attribute("datetime", "2026-12-01")


def drag(ann: Visitor, row: Locator, name: str) -> None:
    """Onto a group, once the empty ones are there, too."""
    row.locator(".number").hover()
    ann.page.mouse.down()
    row.locator(".title").hover()
    expect(ann.page.locator("details.vacant").first).to_be_visible()
    for _ in range(2):
        ann.page.locator("details.group summary").filter(has_text=name).hover()
    ann.page.mouse.up()


def origin(ann: Visitor) -> str:
    return str(ann.page.evaluate("location.origin"))
