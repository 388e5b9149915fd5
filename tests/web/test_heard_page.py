"""What is said after everything that is done on the page, where it is seen, and where one is then."""

import re
from uuid import uuid4

from browser import Visitor
from playwright.sync_api import Locator, expect
from serving import Served, invitation
from visiting import Visit, Words

from sayso.accounts.person import Person
from sayso.tasks.service import utc_now

WORDS = {
    "en": {
        "locale": "en-GB",
        "titles": ["call Anna", "buy milk", "pay the rent"],
        "fits": "1 task fits.",
        "none_fits": "No task fits.",
        "all": "All 4 tasks are shown.",
        "sorted": "Sorted: By name.",
        "no_talks": "No conversations found.",
        "turns": ("water the plants every 3 days", "water the plants"),
        "next": r"^Done: “water the plants”\. The next one is due \w+ \d+ \w+\.$",
        "undone": "Undone: “water the plants”",
        "added": "Added: “buy milk”.",
        "moved": r"^Moved: “call Anna”, due ",
        "moved_some": r"^Moved 2 tasks to \w+ \d+ \w+: ",
        "tomorrow": ("pay the rent tomorrow", "pay the rent", "Tomorrow"),
        "nothing_back": "Nothing that was typed is to be brought back here.",
        "no_turn": "“call Anna” does not repeat: there is no time to skip.",
        "choosing": "Choosing: x or Enter chooses a task",
        "no_longer": "Nothing is chosen any more.",
        "hide": "Hide",
        "hidden": "The machines are hidden. In the settings you can show them again.",
        "settings": "Settings",
        "take": "Use Rome",
        "taken": "Your account uses Rome time now.",
        "leave": "Leave it",
        "left": "Your account keeps UTC time.",
        "make": "Make a calendar address",
        "copy": "Copy the address",
        "copied": "Copied.",
        "close": "Close the calendar's address",
        "closed": "The address is closed",
        "high": "add {}, high priority",
        "once": "You gave a new task high priority once",
        "mostly": "Your new tasks mostly are of high priority 3 of 3 times",
        "forget": "Forget all",
        "sure": "Forget everything that I learned",
        "cancel": "Cancel",
        "forgotten": "Everything is forgotten.",
        "learned": "What I learned from your choices",
    },
    "it": {
        "locale": "it-IT",
        "titles": ["chiamare Anna", "comprare il latte", "pagare l'affitto"],
        "fits": "1 attività corrisponde.",
        "none_fits": "Nessuna attività corrisponde.",
        "all": "Si vedono tutte le 4 attività.",
        "sorted": "Ordine: Per nome.",
        "no_talks": "Nessuna conversazione trovata.",
        "turns": ("annaffiare le piante ogni 3 giorni", "annaffiare le piante"),
        "next": r"^Fatta: «annaffiare le piante»\. La prossima scade \w+ \d+ \w+\.$",
        "undone": "Annullato: «annaffiare le piante»",
        "added": "Aggiunta: «comprare il latte».",
        "moved": r"^Spostata: «chiamare Anna», entro ",
        "moved_some": r"^Spostate 2 attività a \w+ \d+ \w+: ",
        "tomorrow": ("pagare l'affitto domani", "pagare l'affitto", "Domani"),
        "nothing_back": "Qui non c'è nulla di scritto da riportare.",
        "no_turn": "«chiamare Anna» non si ripete: non c'è una volta da saltare.",
        "choosing": "Scelta di più attività: x o Invio sceglie",
        "no_longer": "Non è più scelto nulla.",
        "hide": "Nascondi",
        "hidden": "Le macchine sono nascoste. Nelle impostazioni puoi mostrarle di nuovo.",
        "settings": "Impostazioni",
        "take": "Usa Rome",
        "taken": "Ora il tuo account usa l'ora di Rome.",
        "leave": "Lascia così",
        "left": "Il tuo account resta all'ora di UTC.",
        "make": "Crea un indirizzo per il calendario",
        "copy": "Copia l'indirizzo",
        "copied": "Copiato.",
        "close": "Chiudi l'indirizzo del calendario",
        "closed": "L'indirizzo è chiuso",
        "high": "aggiungi {}, priorità alta",
        "once": "Hai dato a una nuova attività priorità alta una volta",
        "mostly": "Le tue nuove attività hanno per lo più priorità alta 3 su 3",
        "forget": "Dimentica tutto",
        "sure": "Dimenticare tutto quello che ho imparato",
        "cancel": "Lascia stare",
        "forgotten": "Tutto è dimenticato.",
        "learned": "Che cosa ho imparato dalle tue scelte",
    },
}
PUT = """async (tasks) => {
    const headers = { "X-Sayso": "1", "Content-Type": "application/json" };
    for (const task of tasks) await fetch("/api/tasks", { method: "POST", headers, body: JSON.stringify(task) });
}"""
NOTE = "ring twice\ngate CODE: 4711\nsee https://example.org/way?to=her."
AXIS = "import('/words.js').then(({ number }) => [-0, -0.04, -0.06, 1.25].map(number))"


def heard(ann: Visitor, text: str | re.Pattern[str]) -> None:
    """Wait until something is read out."""
    news = expect(ann.page.locator("#news"))
    news.to_have_text(text) if isinstance(text, re.Pattern) else news.to_contain_text(text)


def put(ann: Visitor, *tasks: dict[str, str]) -> None:
    """Tasks that came from elsewhere, in the list as it is drawn then."""
    ann.page.evaluate(PUT, list(tasks))
    ann.page.reload()
    expect(ann.tasks).to_have_count(len(tasks))


def add(ann: Visitor, text: str) -> None:
    """Type a task into the field above the list."""
    ann.page.locator("#quick").fill(text)
    ann.page.locator("#quick").press("Enter")


def title(ann: Visitor, text: str) -> Locator:
    """The title of a task in the list, which arrows walk to."""
    return ann.tasks.locator("[data-part=edit]").filter(has_text=text)


def abroad(visit: Visit, served: Served) -> Visitor:
    """Somebody whose account is by other clocks than the browser."""
    own = str(uuid4())
    return visit(invitation(served, Person(own, "Anna", f"{own}@example.org", "Etc/UTC", utc_now(), own)))


def test_what_a_search_finds_is_said_and_descriptions_are_searched(visit: Visit, words: Words) -> None:
    ann = visit()
    first, *others = words["titles"]
    put(ann, {"title": "Bo", "description": NOTE}, *({"title": text} for text in (first, *others)))
    search = ann.page.locator("#search-tasks")
    search.fill("gate code")
    heard(ann, words["fits"])
    expect(ann.tasks).to_have_count(1)
    search.fill("xyzzy")
    heard(ann, words["none_fits"])
    search.fill("")
    heard(ann, words["all"])
    ann.page.locator("#filter").select_option("completed")
    heard(ann, words["none_fits"])
    ann.page.locator("#sort").select_option("title")
    heard(ann, words["sorted"])
    ann.page.locator("#search-talks").fill("xyzzy")
    heard(ann, words["no_talks"])
    assert ann.violations() == []


def test_a_description_keeps_its_lines_and_its_addresses_are_links(visit: Visit, words: Words) -> None:
    ann = visit()
    put(ann, {"title": words["titles"][0], "description": NOTE})
    more = ann.tasks.locator(".more")
    assert more.inner_text() == NOTE
    expect(more.locator("a")).to_have_attribute("href", "https://example.org/way?to=her")
    expect(more.locator("a")).to_have_attribute("rel", "noopener noreferrer")
    expect(ann.tasks.locator("[data-part=more]")).to_have_attribute("aria-haspopup", "dialog")
    assert ann.violations() == []


def test_what_was_added_or_moved_is_seen_in_words_beside_its_undo(visit: Visit, words: Words) -> None:
    ann = visit()
    put(ann, *({"title": f"errand {turn}"} for turn in range(40)))
    told, (first, second, _) = ann.page.locator(".undo-here"), words["titles"]
    add(ann, second)
    expect(told).to_contain_text(words["added"])
    expect(told).to_be_in_viewport()
    expect(title(ann, second)).to_be_in_viewport()
    expect(ann.page.locator("#quick")).to_be_focused()
    ann.page.locator("#filter").select_option("completed")  # which the new one is not
    add(ann, first)
    expect(told).to_contain_text(first)
    expect(told).to_be_in_viewport()
    ann.page.locator("#filter").select_option("all")
    for row in (ann.tasks.nth(20), ann.tasks.nth(21)):
        row.locator("[data-part=edit]").focus()
        ann.page.keyboard.press("x")
    ann.page.locator("#chosen").get_by_role("button", name=words["tomorrow"][2], exact=True).click()
    expect(told).to_contain_text(re.compile(words["moved_some"]))
    expect(told).to_be_in_viewport()


def test_a_task_that_is_dragged_onto_a_folded_day_is_told_with_its_undo(visit: Visit, words: Words) -> None:
    ann = visit()
    (first, *_), (said, _, name) = words["titles"], words["tomorrow"]
    add(ann, said)
    expect(ann.tasks).to_have_count(1)
    add(ann, first)
    expect(ann.tasks).to_have_count(2)
    day = ann.page.locator("details.group").filter(has=ann.page.get_by_role("heading", name=name)).locator("summary")
    day.click()
    ann.tasks.filter(has_text=first).locator(".number").drag_to(day)
    expect(ann.page.locator(".undo-here")).to_contain_text(re.compile(words["moved"]))
    expect(ann.page.locator(".undo-here button")).to_be_in_viewport()


def test_a_turn_of_what_repeats_is_said_to_be_done_with_when_the_next_one_is_due(visit: Visit, words: Words) -> None:
    ann = visit()
    said, name = words["turns"]
    add(ann, said)
    title(ann, name).focus()
    ann.page.keyboard.press("d")
    heard(ann, re.compile(words["next"]))
    expect(ann.page.locator(".undo-here button")).not_to_contain_text("(2)")
    ann.page.locator(".undo-here button").click()
    expect(ann.page.locator("#trouble")).to_have_text(words["undone"])


def test_a_key_that_does_nothing_says_why_and_nobody_is_taken_away(visit: Visit, words: Words) -> None:
    ann = visit()
    keys, (first, second, _) = ann.page.keyboard, words["titles"]
    put(ann, {"title": first}, {"title": second})
    ann.field.fill("typed")
    title(ann, first).focus()
    keys.press("Control+z")
    heard(ann, words["nothing_back"])
    expect(title(ann, first)).to_be_focused()
    expect(ann.field).to_have_value("typed")
    keys.press("s")
    heard(ann, words["no_turn"])
    keys.press("m")
    keys.press("Escape")
    keys.press("x")
    expect(title(ann, first)).to_be_focused()
    keys.press("j")
    expect(title(ann, second)).to_be_focused()
    keys.press("m")
    heard(ann, words["choosing"])
    keys.press("Escape")
    heard(ann, words["no_longer"])
    expect(title(ann, second)).to_be_focused()
    ann.page.locator("#machines").get_by_role("button", name=words["hide"], exact=True).press("Enter")
    heard(ann, words["hidden"])
    expect(ann.page.locator("#quick")).to_be_focused()


def test_a_menu_whose_row_was_drawn_anew_goes_back_to_it(visit: Visit, words: Words) -> None:
    ann = visit()
    first, *_ = words["titles"]
    put(ann, {"title": first})
    title(ann, first).focus()
    ann.page.keyboard.press("m")
    entry = ann.page.locator("#task-menu button").first
    expect(entry).to_be_focused()
    ann.page.locator("#sort").evaluate("(sort) => sort.dispatchEvent(new Event('change'))")  # the list is drawn anew
    ann.page.keyboard.press("Escape")
    expect(ann.tasks.locator("[data-part=more]")).to_be_focused()


def test_whoever_takes_or_leaves_the_clocks_of_the_browser_hears_it_and_goes_on(
    visit: Visit, served: Served, words: Words
) -> None:
    for which, told in (("take", "taken"), ("leave", "left")):
        ann = abroad(visit, served)
        expect(ann.field).to_be_focused()  # where the page begins
        ann.page.locator("#zone-bar").get_by_role("button", name=words[which]).press("Enter")
        heard(ann, words[told])
        expect(ann.field).to_be_focused()
        expect(ann.page.locator("#zone-bar")).to_be_hidden()


def test_the_address_of_the_calendar_is_copied_and_closed_by_keyboard(visit: Visit, words: Words) -> None:
    ann = visit()
    ann.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.page.get_by_role("button", name=words["settings"], exact=True).click()
    told, make = ann.page.locator("#calendar-told"), ann.page.get_by_role("button", name=words["make"], exact=True)
    make.press("Enter")
    ann.page.get_by_role("button", name=words["copy"]).press("Enter")
    expect(told).to_contain_text(words["copied"])
    address = ann.page.locator("#calendar-address").input_value()
    assert ann.page.evaluate("navigator.clipboard.readText()") == address
    assert ann.violations() == []
    ann.page.get_by_role("button", name=words["close"]).press("Enter")
    expect(told).to_contain_text(words["closed"])
    expect(make).to_be_focused()
    expect(ann.page.get_by_role("button", name=words["copy"])).to_be_hidden()


def test_what_was_learned_is_told_by_what_it_is_and_forgotten_only_by_a_yes(visit: Visit, words: Words) -> None:
    ann = visit()
    learned, settings = ann.page.locator("#preference-list"), ann.page.locator("#open-settings")
    first, *others = words["titles"]
    ann.say(words["high"].format(first))
    settings.click()
    expect(learned).to_contain_text(words["once"])
    ann.page.keyboard.press("Escape")
    for text in others:
        ann.say(words["high"].format(text))
    settings.click()
    expect(learned).to_contain_text(words["mostly"])
    forget = ann.page.get_by_role("button", name=words["forget"], exact=True).and_(ann.page.locator("#forget-all"))
    forget.press("Enter")
    asked = ann.page.locator("#sure")
    expect(asked).to_contain_text(words["sure"])
    asked.get_by_role("button", name=words["cancel"]).press("Enter")
    expect(learned.locator("li").first).to_be_visible()
    forget.press("Enter")
    asked.get_by_role("button", name=words["forget"]).press("Enter")
    expect(learned.locator("li")).to_have_count(0)
    expect(ann.page.locator("#settings .live")).to_have_text(words["forgotten"])
    expect(ann.page.get_by_role("heading", name=words["learned"])).to_be_focused()


def test_nothing_is_as_much_as_minus_nothing(visit: Visit) -> None:
    assert visit().page.evaluate(AXIS) == ["0", "0", "-0.1", "1.3"]
