"""The page for whoever has a keyboard and a screen reader alone: what is heard after a key, and where one is then."""

import re

from browser import Visitor
from playwright.sync_api import Locator, Route, expect
from visiting import Visit, Words

WORDS = {
    "en": {
        "locale": "en-GB",
        "titles": ["call Anna", "buy milk", "water the plants"],
        "yoga": ("yoga every week", "yoga, due ", ", every week"),
        "urgent": ("pay the rent", r"^pay the rent, overdue since .*, high priority$"),
        "added": "Added: “water the plants”.",
        "done": "Done: “buy milk”. u takes it back.",
        "undone": "Undone: “buy milk”",
        "deleted": "Deleted: “buy milk”. u takes it back.",
        "moved": r"^Moved: “call Anna”, due .* u takes it back\.$",
        "skipped": r"^Skipped once: “yoga”, due .*, every week\. u takes it back\.$",
        "over": "Nothing is offered here",
        "chosen": ["1 chosen", "2 chosen"],
        "is_chosen": "call Anna, chosen",
        "some": r"^Moved 2 tasks to \w+ \d+ \w+: “call Anna”, “buy milk”\. u takes it back\.$",
        "all_tomorrow": "Tomorrow",
        "undo_some": "Undo all 2: “call Anna”, “buy milk”",
        "cleared": "Cleared. Ctrl+Z brings it back.",
        "not_saved": "Closed without saving.",
        "no_day": "There is no such day.",
        "needs_day": "A time needs a day, too.",
        "half": "Not saved yet: quiet hours need a beginning and an end.",
        "quiet": "Quiet from 22:00 to 07:00.",
        "high": "add {title}, high priority",
        "forgotten": "Forgotten: ",
        "learned": "What I learned from your choices",
        "begun": "A new conversation.",
        "opened": "Conversation “",
        "gone": "is deleted.",
        "keys": "Keys",
        "key": "takes back what was just changed",
        "all_keys": "All keys",
        "read": "show me the temperature of the cold room in the last 6 hours",
        "room": "Cold Room",
        "light": "Turn on the light, Cold Room",
        "ranges": ("6 hours", "7 days", "7 days. Cold Room, temperature: from "),
        "only": "Cold Room was measured only since ",
        "table": "Values as a table",
        "compare": "Compare with…",
        "cold": "Kitchen Fridge · temperature",
        "both": "; Kitchen Fridge, temperature: from ",
    },
    "it": {
        "locale": "it-IT",
        "titles": ["chiamare Anna", "comprare il latte", "innaffiare le piante"],
        "yoga": ("yoga ogni settimana", "yoga, entro ", ", ogni settimana"),
        "urgent": ("pagare l'affitto", r"^pagare l'affitto, in ritardo da .*, priorità alta$"),
        "added": "Aggiunta: «innaffiare le piante».",
        "done": "Fatta: «comprare il latte». u annulla.",
        "undone": "Annullato: «comprare il latte»",
        "deleted": "Eliminata: «comprare il latte». u annulla.",
        "moved": r"^Spostata: «chiamare Anna», entro .* u annulla\.$",
        "skipped": r"^Saltata una volta: «yoga», entro .*, ogni settimana\. u annulla\.$",
        "over": "Qui non c'è nulla da annullare",
        "chosen": ["1 scelta", "2 scelte"],
        "is_chosen": "chiamare Anna, scelta",
        "some": r"^Spostate 2 attività a \w+ \d+ \w+: «chiamare Anna», «comprare il latte»\. u annulla\.$",
        "all_tomorrow": "Domani",
        "undo_some": "Annulla tutte e 2: «chiamare Anna», «comprare il latte»",
        "cleared": "Svuotato. Ctrl+Z lo riporta.",
        "not_saved": "Chiuso senza salvare.",
        "no_day": "Questo giorno non esiste.",
        "needs_day": "Un'ora ha bisogno anche di un giorno.",
        "half": "Non ancora salvato: il silenzio ha bisogno di un inizio e di una fine.",
        "quiet": "Silenzio dalle 22:00 alle 07:00.",
        "high": "aggiungi {title}, priorità alta",
        "forgotten": "Dimenticato: ",
        "learned": "Che cosa ho imparato dalle tue scelte",
        "begun": "Una nuova conversazione.",
        "opened": "La conversazione «",
        "gone": "è eliminata.",
        "keys": "Tasti",
        "key": "annulla quello che è appena cambiato",
        "all_keys": "Tutti i tasti",
        "read": "mostrami la temperatura della cella nelle ultime 6 ore",
        "room": "Cella",
        "light": "Accendi la luce, Cella",
        "ranges": ("6 ore", "7 giorni", "7 giorni. Cella, temperatura: da "),
        "only": "Cella è stata misurata solo dal ",
        "table": "Valori in tabella",
        "compare": "Confronta con…",
        "cold": "Frigo Cucina · temperatura",
        "both": "; Frigo Cucina, temperatura: da ",
    },
}
OVERDUE = """async (title) => {
    const headers = { "X-Sayso": "1", "Content-Type": "application/json" };
    const body = JSON.stringify({ title, priority: "high", due: "2026-01-07" });
    await fetch("/api/tasks", { method: "POST", headers, body });
}"""


def heard(ann: Visitor, text: str | re.Pattern[str]) -> None:
    """Wait until something is read out."""
    expect(ann.page.locator("#news")).to_have_text(text)


def add(ann: Visitor, *texts: str) -> None:
    """Type tasks into the field above the list."""
    for text in texts:
        ann.page.locator("#quick").fill(text)
        ann.page.locator("#quick").press("Enter")
        expect(ann.tasks.filter(has_text=text.split()[0])).to_have_count(1)
        expect(ann.page.locator("#quick")).to_be_focused()


def title(ann: Visitor, text: str) -> Locator:
    """The title of a task in the list, which arrows walk to."""
    return ann.tasks.locator("[data-part=edit]").filter(has_text=text)  # what was done beside a row may name others


def agree(ann: Visitor) -> None:
    """Say yes in the dialog, which begins at its no."""
    expect(ann.page.locator("dialog[open] button").first).to_be_focused()
    ann.page.keyboard.press("Tab")
    ann.page.keyboard.press("Enter")


def test_each_change_in_the_list_is_heard_and_one_goes_on_at_the_next_row(visit: Visit, words: Words) -> None:
    ann = visit()
    keys, (first, second, third) = ann.page.keyboard, words["titles"]
    add(ann, first, second, third)
    heard(ann, words["added"])
    title(ann, first).focus()
    keys.press("ArrowDown")
    keys.press("d")
    heard(ann, words["done"])
    expect(title(ann, third)).to_be_focused()
    keys.press("u")
    expect(ann.page.locator("#trouble")).to_have_text(words["undone"])  # an alert: it is heard as well
    expect(ann.page.locator("details.done")).to_have_count(0)
    expect(title(ann, third)).to_be_focused()
    keys.press("u")
    expect(ann.page.locator("#news")).to_contain_text(words["over"])
    keys.press("ArrowUp")
    keys.press("Delete")
    agree(ann)
    heard(ann, words["deleted"])
    expect(title(ann, third)).to_be_focused()
    keys.press("Home")
    expect(title(ann, first)).to_be_focused()
    keys.press("m")
    keys.press("ArrowDown")
    keys.press("Enter")
    heard(ann, re.compile(words["moved"]))
    expect(ann.tasks.filter(has_text=third).locator("[data-part=more]")).to_be_focused()
    keys.press("d")
    expect(ann.tasks.filter(has_text=first).locator("[data-part=more]")).to_be_focused()
    keys.press("d")
    expect(ann.page.locator("details.done .count")).to_have_text("2")
    expect(ann.page.locator(".undo-here button")).to_be_focused()  # no row is to be seen any more
    assert ann.violations() == []


def test_a_row_tells_its_day_and_weight_and_a_skipped_time_is_heard(visit: Visit, words: Words) -> None:
    ann = visit()
    said, begins, ends = words["yoga"]
    ann.page.evaluate(OVERDUE, words["urgent"][0])
    add(ann, said)
    expect(title(ann, words["urgent"][0])).to_have_accessible_name(re.compile(words["urgent"][1]))
    expect(title(ann, "yoga")).to_have_accessible_name(re.compile(f"^{begins}.*{ends}$"))
    title(ann, "yoga").focus()
    ann.page.keyboard.press("s")
    heard(ann, re.compile(words["skipped"]))
    expect(title(ann, "yoga")).to_be_focused()


def test_several_that_are_chosen_are_heard_and_their_undo_says_that_it_is_for_all(visit: Visit, words: Words) -> None:
    ann = visit()
    keys, (first, second, third) = ann.page.keyboard, words["titles"]
    add(ann, first, second, third)
    heard(ann, words["added"])
    title(ann, first).focus()
    keys.press("x")
    heard(ann, words["chosen"][0])
    expect(title(ann, first)).to_have_accessible_name(words["is_chosen"])
    keys.press("ArrowDown")
    keys.press("x")
    heard(ann, words["chosen"][1])
    ann.page.locator("#chosen").get_by_role("button", name=words["all_tomorrow"]).press("Enter")
    heard(ann, re.compile(words["some"]))
    expect(ann.page.locator("#task-list li :focus")).to_have_count(1)
    undo = ann.page.locator(".undo-here button")
    expect(undo).to_have_accessible_name(words["undo_some"])
    expect(undo).to_contain_text("(2)")
    undo.focus()
    keys.press("Enter")
    expect(ann.page.locator("details.tomorrow")).to_have_count(0)
    expect(ann.page.locator("#task-list li :focus")).to_have_count(1)


def test_an_undo_waits_for_whoever_is_at_it(visit: Visit, words: Words) -> None:
    ann = visit()
    ann.page.clock.install()
    first, second, _ = words["titles"]
    add(ann, first, second)
    title(ann, first).focus()
    ann.page.keyboard.press("Delete")
    agree(ann)
    undo = ann.page.locator(".gone .undo-here button")
    undo.focus()
    ann.page.clock.fast_forward(13_000)
    expect(undo).to_be_focused()
    ann.page.keyboard.press("ArrowDown")
    expect(title(ann, second)).to_be_focused()
    ann.page.clock.fast_forward(13_000)
    expect(undo).to_have_count(0)
    expect(title(ann, second)).to_be_focused()


def test_escape_loses_nothing_that_was_typed_and_takes_nobody_away(visit: Visit, words: Words) -> None:
    ann = visit()
    keys, (first, *_) = ann.page.keyboard, words["titles"]
    add(ann, first)
    keys.press("Escape")
    expect(ann.page.locator("#quick")).to_be_focused()
    for place in ("#search-tasks", "#task-list [data-part=more]", "#open-settings"):
        ann.page.locator(place).focus()
        keys.press("Escape")
        expect(ann.page.locator(place)).to_be_focused()
    keys.press("/")
    keys.type(first)
    keys.press("Escape")
    expect(ann.field).to_have_value("")
    heard(ann, words["cleared"])
    keys.press("Control+z")
    expect(ann.field).to_have_value(first)
    title(ann, first).focus()
    keys.press("Enter")
    keys.type("not this")
    keys.press("Escape")
    expect(ann.page.locator("#news")).to_contain_text(words["not_saved"])
    expect(title(ann, first)).to_be_focused()
    keys.press("Control+z")
    expect(ann.page.locator("[data-field=title]")).to_have_value("not this")
    expect(ann.page.locator("[data-field=title]")).to_be_focused()


def test_what_cannot_be_a_day_is_told_at_its_field(visit: Visit, words: Words) -> None:
    ann = visit()
    keys, (first, *_) = ann.page.keyboard, words["titles"]
    add(ann, first)
    title(ann, first).focus()
    keys.press("m")
    keys.press("End")
    keys.press("ArrowUp")
    keys.press("Enter")
    day, clock = (ann.page.locator(f"[data-field={name}]") for name in ("day", "clock"))
    expect(day).to_be_focused()
    keys.type("02312027")  # the thirty-first of February
    keys.press("Enter")
    expect(day).to_have_attribute("aria-invalid", "true")
    expect(day).to_have_accessible_description(re.compile(f"^{words['no_day']}"))
    expect(ann.page.get_by_role("alert").filter(has_text=words["no_day"])).to_be_visible()
    expect(day).to_be_focused()
    assert ann.violations() == []
    ann.picture(f"no-such-day-{words['locale']}")
    day.evaluate("field => { field.value = '112026-02-05'; }")  # as a browser takes it whose years are longer
    keys.press("Enter")
    expect(day).to_have_accessible_description(re.compile(f"^{words['no_day']}"))
    day.fill("")
    expect(day).not_to_have_attribute("aria-invalid", "true")
    clock.fill("09:30")
    clock.press("Enter")
    expect(day).to_have_accessible_description(words["needs_day"])
    day.fill("2027-06-01")
    day.press("Enter")
    expect(title(ann, first)).to_be_focused()
    expect(ann.tasks.locator("time")).to_have_attribute("datetime", "2027-06-01T09:30:00+02:00")


def test_the_settings_tell_what_they_keep_and_forget(visit: Visit, words: Words) -> None:
    ann = visit()
    for text in words["titles"]:
        ann.say(words["high"].format(title=text))
    keys, told = ann.page.keyboard, ann.page.locator("#quiet-told")
    ann.page.locator("#open-settings").focus()
    keys.press("Enter")
    starts, ends = ann.page.locator("#quiet-from"), ann.page.locator("#quiet-to")
    starts.fill("22:00")
    starts.blur()
    expect(told).to_have_text(words["half"])
    expect(ends).to_have_attribute("aria-invalid", "true")
    ends.fill("07:00")
    ends.blur()
    expect(told).to_have_text(words["quiet"])
    expect(ends).to_have_attribute("aria-invalid", "false")
    forget = ann.page.locator("#preference-list button")
    expect(forget.first).to_be_visible()
    assert ann.violations() == []
    for left in reversed(range(forget.count())):
        forget.first.focus()
        keys.press("Enter")
        expect(forget).to_have_count(left)
        expect(ann.page.locator("#settings .live")).to_contain_text(words["forgotten"])
        expect(forget.first if left else ann.page.get_by_role("heading", name=words["learned"])).to_be_focused()


def test_hours_that_were_typed_before_the_accounts_arrived_stay(visit: Visit, words: Words) -> None:
    ann = visit()
    expect(ann.field).to_be_focused()  # where the page begins
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    ann.page.route("**/api/notifications", hold)
    ann.page.locator("#open-settings").press("Enter")
    starts, told = ann.page.locator("#quiet-from"), ann.page.locator("#quiet-told")
    starts.fill("22:00")
    starts.blur()
    expect(told).to_have_text(words["half"])
    with ann.page.expect_response("**/api/notifications"):
        held.pop().continue_()
    expect(ann.page.locator("#zone option").first).to_be_attached()  # drawn
    expect(starts).to_have_value("22:00")
    expect(told).to_have_text(words["half"])


def test_conversations_that_are_begun_opened_and_deleted_are_heard(visit: Visit, words: Words) -> None:
    ann = visit()
    keys, rows = ann.page.keyboard, ann.page.locator("#talk-list li[data-id]")
    expect(ann.field).to_be_focused()  # where the page begins
    for count, text in enumerate(words["titles"], 1):
        ann.page.locator("#new-talk").press("Enter")
        heard(ann, words["begun"])
        ann.say(words["high"].format(title=text))
        heard(ann, re.compile(re.escape(text), re.IGNORECASE))
        expect(rows).to_have_count(count)
    rows.nth(1).locator(".name").press("Enter")
    expect(ann.page.locator("#news")).to_contain_text(words["opened"])
    for left in (2, 1, 0):
        rows.first.locator("[data-part=delete]").focus()
        keys.press("Enter")
        agree(ann)
        expect(rows).to_have_count(left)
        expect(ann.page.locator("#news")).to_contain_text(words["gone"])
        expect(rows.first.locator("[data-part=delete]") if left else ann.page.locator("#new-talk")).to_be_focused()


def test_a_question_mark_shows_the_keys(visit: Visit, words: Words) -> None:
    ann = visit()
    shown = ann.page.get_by_role("dialog", name=words["keys"], exact=True)
    expect(ann.field).to_be_focused()
    ann.page.keyboard.press("?")
    expect(ann.field).to_have_value("?")  # which is typed where one types
    ann.page.locator("#undo").focus()
    ann.page.keyboard.press("?")
    expect(shown).to_contain_text(words["key"])
    assert ann.violations() == []
    ann.picture(f"keys-{words['locale']}")
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("#undo")).to_be_focused()
    ann.page.get_by_role("button", name=words["all_keys"]).press("Enter")
    expect(shown).to_be_visible()


def test_a_chart_is_heard_read_as_a_table_and_compared_by_keys(visit: Visit, words: Words) -> None:
    ann = visit()
    asked, longer, told = words["ranges"]
    ann.say(words["read"])
    chart, keys = ann.answer.locator(".chart"), ann.page.keyboard
    expect(chart.get_by_role("button", name=asked)).to_have_attribute("aria-pressed", "true")
    chart.get_by_role("button", name=longer).focus()
    keys.press("Enter")
    expect(ann.page.locator("#news")).to_contain_text(told)
    expect(ann.page.locator("#news")).to_contain_text(words["only"])  # the kitchen is a day old
    expect(chart.locator(".short")).to_contain_text(words["only"])
    expect(chart.get_by_role("button", name=longer)).to_be_focused()
    chart.get_by_text(words["table"]).press("Enter")
    values = chart.get_by_role("region", name=words["table"]).locator("tbody tr")
    expect(values.first).to_contain_text("°C")
    assert values.count() > 20
    assert ann.violations() == []
    ann.picture(f"chart-table-{words['locale']}")
    compare, lines = chart.get_by_role("button", name=words["compare"]), chart.locator("path.line")
    compare.focus()
    keys.press("Enter")
    for _ in range(ann.page.locator("#task-menu button").count() + 1):
        keys.press("ArrowDown")
    expect(lines).to_have_count(1)  # looking through them adds nothing
    ann.page.locator("#task-menu").get_by_role("button", name=words["cold"]).press("Enter")
    expect(lines).to_have_count(2)
    expect(ann.page.locator("#news")).to_contain_text(words["both"])
    expect(compare).to_be_focused()


def test_the_buttons_of_a_machine_say_whose_they_are_and_a_wrong_value_is_corrected_in_its_field(
    visit: Visit, words: Words
) -> None:
    ann = visit()
    room = ann.page.locator("#machine-list li").filter(has=ann.page.get_by_role("heading", name=words["room"]))
    expect(room.locator(".reading").first).to_have_accessible_name(re.compile(f"^{words['room']}, "))
    room.locator("summary").press("Enter")
    expect(room.get_by_role("button", name=words["light"])).to_be_visible()
    value = room.locator("input[type=number]").first
    value.fill("999")
    value.press("Enter")
    expect(ann.page.locator("#trouble")).to_be_visible()
    expect(value).to_be_focused()
    expect(value).to_have_value("999")
