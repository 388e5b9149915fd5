"""The page, as people use it: a real browser, the real server, stories from the first word to the last."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser import Visitor
from playwright.sync_api import Browser, expect
from serving import Served, newcomer

WORDS = {
    "en": {
        "locale": "en-GB",
        "add": "remind me to buy milk tomorrow",
        "title": "buy milk",
        "other": "add report for Anna",
        "another": "add report for Bob",
        "ambiguous": "complete report",
        "picked": "report for Bob",
        "delete": "delete buy milk",
        "confirm": "Confirm",
        "cancel": "Cancel",
        "undo": "Undo",
        "several": "complete report and add call the plumber",
        "last": "call the plumber",
        "hello": "What can I do for you?",
    },
    "it": {
        "locale": "it-IT",
        "add": "ricordami di comprare il latte domani",
        "title": "comprare il latte",
        "other": "aggiungi relazione per Anna",
        "another": "aggiungi relazione per Bruno",
        "ambiguous": "completa relazione",
        "picked": "relazione per Bruno",
        "delete": "elimina comprare il latte",
        "confirm": "Conferma",
        "cancel": "Lascia stare",
        "undo": "Annulla",
        "several": "completa relazione e aggiungi chiamare l'idraulico",
        "last": "chiamare l'idraulico",
        "hello": "Che cosa posso fare per te?",
    },
}
Visit = Callable[..., Visitor]
Words = dict[str, str]


@pytest.fixture
def visit(browser: Browser, served: Served) -> Iterator[Visit]:
    """Opens the page in a profile of its own; nobody's browser may have complained, or asked anybody else. One keeps
    the page where it is opened first, opened again, or left without its server."""
    visitors: list[Visitor] = []

    def arrive(language: str = "en-GB", width: int = 1280, *, is_kept: bool = False) -> Visitor:
        visitors.append(Visitor.arrive(browser, newcomer(served), language, width, is_kept=is_kept))
        return visitors[-1]

    yield arrive
    for visitor in visitors:
        visitor.page.context.close()
        assert not [said for said in visitor.complaints if "ERR_CONNECTION" not in said]
        assert all(url.startswith(served.origin) for url in visitor.asked)


@pytest.fixture(params=["en", "it"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def words(language: str) -> Words:
    return WORDS[language]


def fill(visitor: Visitor, language: str) -> None:
    """Three tasks, two of which are alike."""
    for name in ("add", "other", "another"):
        visitor.say(WORDS[language][name])
    expect(visitor.tasks).to_have_count(3)


def test_a_first_visit_leads_to_the_first_task_in_one_sentence(visit: Visit, words: Words, language: str) -> None:
    ann = visit(words["locale"], is_kept=True)
    expect(ann.page.get_by_role("heading", name=words["hello"])).to_be_visible()
    ann.picture(f"first-visit-{language}")
    expect(ann.field).to_be_focused()
    expect(ann.say(words["add"])).to_contain_text(words["title"])
    expect(ann.tasks).to_have_count(1)
    expect(ann.tasks.first).to_contain_text(words["title"])
    expect(ann.tasks.first.locator(".number")).to_contain_text("1")
    expect(ann.tasks.first.locator("time")).to_be_visible()
    ann.picture(f"first-task-{language}")


def test_an_ambiguous_name_is_asked_about_and_picked_with_the_arrows(visit: Visit, words: Words, language: str) -> None:
    ann = visit(words["locale"])
    fill(ann, language)
    ann.say(words["ambiguous"])
    expect(ann.choices).to_have_count(2)
    ann.picture(f"which-one-{language}")
    ann.field.press("ArrowUp")
    while words["picked"] not in (ann.page.locator(":focus").text_content() or ""):
        ann.page.keyboard.press("ArrowRight")
    ann.after(lambda: ann.page.keyboard.press("Enter"))
    done = ann.tasks.filter(has_text=words["picked"])
    ann.page.locator("details.done summary").click()
    expect(done.locator("s")).to_be_visible()
    expect(done.get_by_role("checkbox")).to_be_checked()
    expect(ann.tasks.locator("s")).to_have_count(1)


def test_deleting_waits_for_a_yes_and_can_be_undone(visit: Visit, words: Words, language: str) -> None:
    ann = visit(words["locale"])
    fill(ann, language)
    ann.say(words["delete"])
    expect(ann.tasks).to_have_count(3)
    ann.picture(f"confirm-{language}")
    ann.press(words["confirm"])
    expect(ann.tasks).to_have_count(2)
    ann.page.locator("#undo").click()
    expect(ann.tasks).to_have_count(3)
    expect(ann.page.locator("#trouble")).to_contain_text(words["title"])


def test_taking_back_what_was_added_asks_on_the_page_too(visit: Visit, words: Words, language: str) -> None:
    ann = visit(words["locale"])
    expect(ann.say(words["add"])).to_contain_text(words["title"])
    expect(ann.tasks).to_have_count(1)
    ann.page.locator("#undo").click()
    expect(ann.page.locator("#sure-question")).to_contain_text(words["title"])
    ann.page.locator("#sure button").first.click()
    expect(ann.page.locator("#sure")).to_be_hidden()
    expect(ann.tasks).to_have_count(1)
    ann.page.locator("#undo").click()
    ann.page.locator("#sure button").last.click()
    expect(ann.tasks).to_have_count(0)
    expect(ann.page.locator("#trouble")).to_contain_text(words["title"])


def test_escape_cancels_what_waits_for_a_yes(visit: Visit) -> None:
    ann = visit()
    fill(ann, "en")
    ann.say("delete buy milk")
    ann.after(lambda: ann.field.press("Escape"))
    expect(ann.page.locator(".choices.confirm")).to_have_count(0)
    expect(ann.tasks).to_have_count(3)


def test_a_question_in_the_middle_is_answered_and_the_rest_goes_on(visit: Visit, words: Words, language: str) -> None:
    ann = visit(words["locale"])
    fill(ann, language)
    ann.say(words["several"])
    expect(ann.tasks).to_have_count(3)
    ann.press(words["picked"])
    expect(ann.tasks).to_have_count(4)
    expect(ann.tasks.filter(has_text=words["last"])).to_be_visible()
    expect(ann.tasks.locator("s")).to_have_text(words["picked"])
    ann.picture(f"several-{language}")


def test_why_marks_the_words_that_gave_each_argument(visit: Visit) -> None:
    ann = visit()
    ann.say("🎉 remind me to buy milk tomorrow, high priority")
    ann.answer.get_by_text("Why?").click()
    marks = ann.answer.locator("mark")
    expect(marks).to_have_count(3)
    without_numbers = [re.sub(r"\d$", "", text) for text in marks.all_text_contents()]
    assert without_numbers == ["buy milk", "tomorrow", "high priority"]
    colours = marks.evaluate_all("(all) => all.map((mark) => getComputedStyle(mark).backgroundColor)")
    assert len(set(colours)) == 3  # each in its own
    expect(ann.answer.locator("meter")).to_be_visible()
    ann.picture("why")


def test_why_names_the_candidates(visit: Visit) -> None:
    ann = visit()
    fill(ann, "en")
    ann.say("complete report")
    ann.answer.get_by_text("Why?").click()
    expect(ann.answer.locator(".why li")).to_have_count(2)
    ann.picture("why-candidates")


def test_a_reload_keeps_the_open_question(visit: Visit, words: Words, language: str) -> None:
    ann = visit(words["locale"], is_kept=True)
    fill(ann, language)
    ann.say(words["delete"])
    ann.page.reload()
    ann.press(words["confirm"])
    expect(ann.tasks).to_have_count(2)


def test_a_server_that_comes_back_finds_the_page_waiting(visit: Visit, served: Served) -> None:
    ann = visit(is_kept=True)
    ann.say("add buy milk")
    served.stop()
    ann.field.fill("add call Bob")
    ann.field.press("Enter")
    expect(ann.page.locator("#link")).to_contain_text("Connection lost")
    ann.picture("lost")
    served.start()
    expect(ann.tasks).to_have_count(2)
    expect(ann.answer).to_contain_text("call Bob")
    expect(ann.page.locator(".bubble.user")).to_have_count(2)


def test_on_a_phone_everything_is_within_reach(visit: Visit) -> None:
    ann = visit(width=375)
    fill(ann, "en")
    ann.picture("phone")
    expect(ann.page.locator("#tasks")).to_be_hidden()
    ann.page.get_by_role("button", name="Tasks", exact=True).click()
    expect(ann.tasks.first).to_be_visible()
    ann.picture("phone-tasks")
    assert ann.violations() == []
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("#tasks")).to_be_hidden()
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 375


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_an_accessibility_checker_finds_nothing(visit: Visit, theme: str) -> None:
    ann = visit()
    if theme == "dark":
        ann.page.get_by_role("button", name="Switch theme").click()
    assert ann.violations() == []
    fill(ann, "en")
    ann.say("complete report")
    for each in ann.page.get_by_text("Why?").all():
        each.click()
    assert ann.violations() == []
    ann.say("delete buy milk")
    assert ann.violations() == []
    ann.picture(f"whole-{theme}")


def test_language_and_theme_are_chosen_once(visit: Visit) -> None:
    ann = visit(is_kept=True)
    ann.page.locator("#language").select_option("it")
    ann.page.get_by_role("button", name="Cambia tema").click()
    ann.page.reload()
    expect(ann.page.locator("html")).to_have_attribute("lang", "it")
    expect(ann.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(ann.page.get_by_role("heading", name="Attività")).to_be_visible()


def test_a_slash_comes_back_to_the_message_field(visit: Visit) -> None:
    ann = visit()
    expect(ann.field).to_be_focused()  # as it is once the page has opened a conversation
    ann.page.locator("#undo").focus()
    ann.page.keyboard.press("/")
    expect(ann.field).to_be_focused()
    expect(ann.field).to_have_value("")


def test_the_list_ticks_and_deletes_with_a_click_and_a_yes(visit: Visit) -> None:
    ann = visit()
    fill(ann, "en")
    ann.page.get_by_role("checkbox", name="buy milk").check()
    expect(ann.tasks.locator("s")).to_have_text("buy milk")
    ann.page.locator("details.done summary").click()
    for chosen, left in (("Cancel", 3), ("Delete", 2)):
        ann.page.get_by_role("button", name="Delete “buy milk”").click()
        ann.page.get_by_role("dialog").get_by_role("button", name=chosen).click()
        expect(ann.tasks).to_have_count(left)


def test_every_change_offers_its_undo_where_it_happened(visit: Visit, words: Words, language: str) -> None:
    ann = visit(words["locale"])
    fill(ann, language)
    here = ann.page.locator(".undo-here button")
    expect(here).to_have_count(1)  # of the task that was added last, and of no other
    expect(ann.answer.locator(".undo-here button")).to_contain_text(words["undo"])
    ann.page.get_by_role("checkbox", name=words["title"]).check()
    expect(here).to_have_count(1)
    expect(ann.page.locator("#task-list .undo-here button")).to_be_visible()
    expect(ann.page.locator(".choices.nexts")).to_have_count(0)  # what was offered before holds no longer
    ann.picture(f"undo-here-{language}")
    here.click()
    expect(ann.tasks.locator("s")).to_have_count(0)
    expect(here).to_have_count(0)
    ann.tasks.first.locator("[data-part=delete]").click()
    ann.page.get_by_role("dialog").get_by_role("button").last.click()
    expect(ann.page.locator("#task-list .gone .undo-here button")).to_be_visible()
    expect(ann.tasks.first.locator("[data-part=delete]")).to_be_focused()  # that of the next one, which asks first
    here.focus()  # it waits for whoever is at it, however long the next line takes
    assert ann.violations() == []
    ann.tasks.first.locator("[data-part=delete]").focus()
    ann.page.keyboard.press("u")
    expect(ann.tasks).to_have_count(3)
    expect(ann.tasks.first).to_contain_text(words["title"])


def test_an_undo_that_would_delete_asks_and_redo_is_its_own_act(visit: Visit, words: Words, language: str) -> None:
    ann = visit(words["locale"])
    ann.say(words["add"])
    expect(ann.tasks).to_have_count(1)
    for answer, left in ((words["cancel"], 1), (words["confirm"], 0)):
        ann.page.locator("#undo").click()
        expect(ann.page.get_by_role("dialog")).to_contain_text(words["title"])
        ann.page.get_by_role("dialog").get_by_role("button", name=answer).click()
        expect(ann.tasks).to_have_count(left)
    ann.page.locator("#redo").click()
    expect(ann.tasks).to_have_count(1)


def test_an_undo_is_offered_for_some_seconds_only(visit: Visit) -> None:
    ann = visit()
    ann.page.clock.install()
    ann.say("add buy milk")
    expect(ann.page.locator(".undo-here button")).to_be_visible()
    ann.page.clock.fast_forward(13_000)
    expect(ann.page.locator(".undo-here")).to_have_count(0)


def test_conversations_are_listed_found_and_opened_again(visit: Visit) -> None:
    ann = visit()
    ann.say("add buy milk")
    ann.page.get_by_role("button", name="New conversation").first.click()
    ann.say("add call the plumber")
    talks = ann.page.locator("#talk-list .name")
    expect(talks).to_have_count(2)
    ann.page.get_by_role("searchbox", name="Search conversations").fill("milk")
    expect(talks).to_have_count(1)
    talks.click()
    expect(ann.page.locator(".bubble.user")).to_have_text("add buy milk")


def test_what_people_write_stays_text(visit: Visit) -> None:
    ann = visit()
    ann.say('add task <img src=x onerror="document.title=1"> milk')
    expect(ann.tasks).to_have_count(1)
    assert ann.page.locator("#log img, #task-list img").count() == 0
    assert ann.page.title() == "Sayso"


def test_the_scripts_are_small_rooms_too() -> None:
    folder = Path(__file__).parents[2] / "src/sayso/web/page"
    for path in folder.glob("*.js"):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert len(lines) <= 250, path
        assert lines[0].startswith("// "), path
        code = "\n".join(lines).replace('"http://www.w3.org/2000/svg"', "")  # a name rather than an address
        assert not re.search(r"innerHTML|https?://|\beval\b", code), path
