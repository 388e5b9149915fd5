"""The page on a phone: what is typed and pressed is in sight, with the keyboard up too; thumbs have room."""

from collections.abc import Iterator

import pytest
from browser import Visitor
from playwright.sync_api import Browser, Locator, ViewportSize, expect
from serving import Served, newcomer
from visiting import Words

WORDS = {
    "en": {
        "locale": "en-GB",
        "say": "add number {n}",
        "milk": "buy milk",
        "add": "add buy milk",
        "not_done": "this was not done",
        "still": "you are still signed in",
        "waits": "waits to be sent",
        "quiet": "Quiet from 22:00 to 07:00.",
        "close": "Close the settings",
        "save": "Save",
    },
    "it": {
        "locale": "it-IT",
        "say": "aggiungi numero {n}",
        "milk": "comprare il latte",
        "add": "aggiungi comprare il latte",
        "not_done": "non è stato fatto",
        "still": "l'accesso è ancora attivo",
        "waits": "in attesa di invio",
        "quiet": "Silenzio dalle 22:00 alle 07:00.",
        "close": "Chiudi le impostazioni",
        "save": "Salva",
    },
}
PHONE: ViewportSize = {"width": 390, "height": 844}
LANDSCAPE: ViewportSize = {"width": 844, "height": 390}
KEYBOARD: ViewportSize = {"width": 390, "height": 470}  # what is left of it
ADD = """(title) => fetch("/api/tasks", {
    method: "POST", headers: { "X-Sayso": "1", "Content-Type": "application/json" }, body: JSON.stringify({ title }),
})"""
SMALL = """(root) => [...document.querySelectorAll(`${root} :is(button, select, textarea, input, summary, a[href])`)]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && each.getBoundingClientRect().height > 1)
    .map((each) => each.matches("input[type=checkbox]") ? each.closest("label") ?? each : each)
    .filter((each) => Math.round(each.getBoundingClientRect().height) < 44)
    .map((each) => each.outerHTML.slice(0, 120))"""
WIDE = """(root) => [...document.querySelectorAll(`${root}, ${root} *`)]
    .filter((each) => each.getBoundingClientRect().right > innerWidth + 1 && each.checkVisibility())
    .map((each) => each.outerHTML.slice(0, 120))"""


@pytest.fixture
def ann(browser: Browser, served: Served, words: Words) -> Iterator[Visitor]:
    visitor = Visitor.arrive(browser, newcomer(served), words["locale"], 390, is_kept=False)
    visitor.page.set_viewport_size(PHONE)
    expect(visitor.page.locator("#task-count")).not_to_be_empty()
    yield visitor
    visitor.page.context.close()
    assert not [said for said in visitor.complaints if "ERR_" not in said]


def is_seen(place: Locator) -> bool:
    """Whether something is wholly on the screen, and nothing covers its middle."""
    expect(place).to_be_visible()
    return bool(
        place.evaluate(
            """(each) => {
                const { left, top, right, bottom } = each.getBoundingClientRect();
                const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
                return left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1
                    && (over === each || each.contains(over));
            }"""
        )
    )


def test_what_waits_is_folded_and_never_pushes_anything_away(ann: Visitor, words: Words) -> None:
    page = ann.page
    page.context.set_offline(True)
    for n in range(8):
        ann.field.fill(words["say"].format(n=n))
        ann.field.press("Enter")
        expect(page.locator("#outbox li")).to_have_count(n + 1)
    fold = page.locator("#outbox summary")
    for size in (PHONE, KEYBOARD):
        page.set_viewport_size(size)
        expect(fold).to_contain_text("8")
        assert all(is_seen(place) for place in (fold, ann.field, page.locator("#send"), page.locator("#open-talks")))
        fold.click()
        expect(page.locator("#outbox li").first).to_be_visible()
        assert all(is_seen(place) for place in (ann.field, page.locator("#send"), page.locator("#open-talks")))
        fold.click()
    assert ann.violations() == []
    ann.picture(f"phone-outbox-{words['locale']}")


def test_what_cannot_be_done_without_a_connection_says_so(ann: Visitor, words: Words) -> None:
    page = ann.page
    page.evaluate(ADD, words["milk"])
    page.reload()
    expect(ann.tasks).to_have_count(1)
    page.locator("#open-tasks").click()
    page.context.set_offline(True)
    box = ann.tasks.get_by_role("checkbox")
    box.click()
    trouble = page.locator("#trouble")
    expect(trouble).to_contain_text(words["not_done"])
    assert is_seen(trouble)  # above the drawer
    expect(box).not_to_be_checked()
    page.locator("#quick").fill(words["milk"])
    page.locator("#quick").press("Enter")
    expect(page.locator("#quick-told")).to_contain_text(words["waits"])
    page.keyboard.press("Escape")
    page.locator("#open-talks").click()
    page.locator("#sign-out").click()
    expect(trouble).to_contain_text(words["still"])
    assert is_seen(trouble)
    assert is_seen(page.locator("#offline"))
    page.locator("main.talk").click(position={"x": 380, "y": 300})  # beside the drawer
    expect(page.locator("#talks")).not_to_be_visible()
    page.locator("#open-tasks").click()
    expect(page.locator("#quick-told")).to_contain_text(words["waits"])  # still


def test_a_task_is_changed_in_a_form_that_is_seen_as_a_whole(ann: Visitor, words: Words) -> None:
    page = ann.page
    for n in range(6):
        page.evaluate(ADD, f"{words['milk']} {n}")
    page.reload()
    expect(ann.tasks).to_have_count(6)
    page.locator("#open-tasks").click()
    for size in (PHONE, KEYBOARD):
        page.set_viewport_size(size)
        ann.tasks.nth(4).locator("[data-part=edit]").click()
        save = page.get_by_role("button", name=words["save"], exact=True)
        assert is_seen(save)
        assert is_seen(page.locator("[data-field=title]"))
        expect(page.locator("#machines")).not_to_be_visible()
        assert ann.violations() == []
        ann.picture(f"phone-edit-{size['height']}-{words['locale']}")
        page.locator("[data-field=title]").press("Escape")
        expect(save).to_have_count(0)


def test_the_settings_fit_and_are_left_in_every_way(ann: Visitor, words: Words) -> None:
    page = ann.page
    settings = page.locator("#settings")

    def opened() -> None:
        page.locator("#open-settings").click()
        expect(settings).to_be_visible()
        expect(page.locator("#session-list li")).to_have_count(1)

    opened()
    assert page.evaluate(WIDE, "#settings") == []
    assert settings.evaluate("(each) => each.scrollWidth <= each.clientWidth")
    starts, ends = page.locator("#quiet-from"), page.locator("#quiet-to")
    assert starts.evaluate("(each) => each.getBoundingClientRect().top") == ends.evaluate(
        "(each) => each.getBoundingClientRect().top"
    )
    starts.fill("22:00")
    ends.fill("07:00")
    expect(page.locator("#quiet-told")).to_have_text(words["quiet"])
    assert page.evaluate(SMALL, "#settings") == []
    assert ann.violations() == []
    ann.picture(f"phone-settings-{words['locale']}")
    cross = settings.get_by_role("button", name=words["close"], exact=True)
    assert is_seen(cross)  # however far it was scrolled
    cross.click()
    expect(settings).not_to_be_visible()
    opened()
    page.keyboard.press("Escape")
    expect(settings).not_to_be_visible()
    opened()
    page.evaluate("history.back()")
    expect(settings).not_to_be_visible()
    expect(ann.field).to_be_visible()
    page.set_viewport_size({"width": 900, "height": 844})
    opened()
    page.mouse.click(5, 400)
    expect(settings).not_to_be_visible()


def test_there_is_room_for_a_thumb(ann: Visitor, words: Words) -> None:
    page = ann.page
    ann.say(words["add"])
    assert page.evaluate(SMALL, "body > header") == []
    assert page.evaluate(SMALL, "main.talk") == []
    page.locator("#open-tasks").click()
    expect(ann.tasks).to_have_count(1)
    assert page.evaluate(SMALL, "#tasks") == []
    page.keyboard.press("Escape")
    page.locator("#open-talks").click()
    assert page.evaluate(SMALL, "#talks") == []
    assert page.evaluate(WIDE, "body > header") == []
    ann.picture(f"phone-{words['locale']}")


def test_why_is_seen_when_it_is_opened_and_what_to_type_is_not_cut_off(ann: Visitor, words: Words) -> None:
    page = ann.page
    page.set_viewport_size(KEYBOARD)
    ann.say(words["add"])
    why = page.locator(".why")
    why.locator("summary").click()
    expect(why).to_have_attribute("open", "")
    page.wait_for_function(
        "document.querySelector('.why').getBoundingClientRect().bottom <= log.getBoundingClientRect().bottom"
    )
    page.set_viewport_size({"width": 320, "height": 568})
    room = page.evaluate(
        """() => {
            const field = document.getElementById("message"), style = getComputedStyle(field);
            const pen = document.createElement("canvas").getContext("2d");
            pen.font = getComputedStyle(field, "::placeholder").font;
            return field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
                - pen.measureText(field.placeholder).width;
        }"""
    )
    assert room >= 0


def test_in_landscape_nothing_stands_alone_below_the_field(ann: Visitor, browser: Browser) -> None:
    held = ann.page.context.storage_state()
    context = browser.new_context(storage_state=held, has_touch=True, is_mobile=True, viewport=LANDSCAPE)
    page = context.new_page()
    page.goto(ann.page.url)
    field, keys = page.locator("#message"), page.locator("main .keys")
    expect(field).to_be_visible()
    expect(keys).to_be_hidden()
    context.close()
