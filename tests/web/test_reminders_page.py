"""Reminders as people get them: a real browser, the real server, and a clock that is moved."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import Visitor, whole_one
from moved import move, moved_sayso
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect
from push_service import PushService, push_service
from serving import Served, newcomer

WORDS = {
    "en": {
        "locale": "en-GB",
        "say": "remind me to call Anna in 20 minutes",
        "title": "call Anna",
        "done": "Done: “call Anna”",
        "remind": "Remind me later of “call Anna”",
        "later": "In 10 minutes",
        "region": "Due now",
        "rings": "Due now: “call Anna”, ",
        "put_off": "“call Anna” comes again in an hour.",
        "told": "Done: “call Anna”. F8 goes to its Undo.",
        "none": "Nothing is due now.",
        "gone": "That reminder is gone: it was seen to elsewhere.",
        "settings": "Settings",
        "notify": "Notify me in this browser",
        "open": "no push service",
        "body": "Due at",
        "is_done": "Done: “call Anna”.",
        "comes": "“call Anna” comes again at ",
    },
    "it": {
        "locale": "it-IT",
        "say": "ricordami di chiamare Anna tra 20 minuti",
        "title": "chiamare Anna",
        "done": "Fatto: «chiamare Anna»",
        "remind": "Ricordami più tardi «chiamare Anna»",
        "later": "Tra 10 minuti",
        "region": "In scadenza ora",
        "rings": "In scadenza ora: «chiamare Anna», ",
        "put_off": "«chiamare Anna» torna tra un'ora.",
        "told": "Fatta: «chiamare Anna». F8 va al suo Annulla.",
        "none": "Ora non scade nulla.",
        "gone": "Quel promemoria non c'è più: è già stato gestito altrove.",
        "settings": "Impostazioni",
        "notify": "Avvisami in questo browser",
        "open": "non ha un servizio push",
        "body": "Scadenza alle",
        "is_done": "Fatta: «chiamare Anna».",
        "comes": "«chiamare Anna» torna alle ",
    },
}
COUNT_BELLS = """
globalThis.bells = 0;
const Sound = globalThis.AudioContext;
globalThis.AudioContext = class extends Sound { constructor(...given) { super(...given); globalThis.bells += 1; } };
"""
SHOWN = """async () => {
    for (let tries = 0; tries < 200; tries += 1) {
        const found = await registration.getNotifications();
        if (found.length) return found.map(({ title, body, tag }) => ({ title, body, tag }));
        await new Promise((go) => setTimeout(go, 50));
    }
    return [];
}"""
ALONE = """async () => {
    for (let tries = 0; tries < 200; tries += 1) {
        if (!(await pages()).length) return true;
        await new Promise((go) => setTimeout(go, 50));
    }
    return false;
}"""  # the browser forgets a page that was left in its own time
SNOOZE = """async () => {
    const api = await import("/api.js");
    const [one] = (await api.reminders()).reminders;
    await api.snooze(one.id, 10);
}"""  # as another door does it: nothing of the page hears of it
TRIES = 200
A_MOMENT = "() => new Promise((go) => setTimeout(go, 50))"
PHONE: ViewportSize = {"width": 390, "height": 844}
LOOKS_MS = 20_000  # longer than the page waits before it looks again
Words = dict[str, str]


@pytest.fixture(scope="module")
def whole(browser: Browser) -> Iterator[Browser]:
    """One that shows notifications."""
    yield from whole_one(browser)


@pytest.fixture
def ahead(tmp_path: Path) -> Path:
    """The file by which the server's clock is moved."""
    return tmp_path / "ahead"


@pytest.fixture
def push() -> Iterator[PushService]:
    with push_service() as place:
        yield place


@pytest.fixture
def served(tmp_path: Path, ahead: Path, push: PushService) -> Iterator[Served]:
    with Served(tmp_path, settings={"SAYSO_PUSH_HOSTS": push.host}, start=moved_sayso(ahead)) as server:
        yield server


@pytest.fixture(params=["en", "it"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def words(language: str) -> Words:
    return WORDS[language]


@pytest.fixture
def ann(whole: Browser, served: Served, words: Words) -> Iterator[Visitor]:
    """Somebody whose page keeps the time, and whose browser is told while no page is open."""
    ann = Visitor.arrive(whole, "about:blank", words["locale"])
    ann.page.context.grant_permissions(["notifications"], origin=served.origin)
    yield from _arrived(ann, served)


@pytest.fixture
def eva(browser: Browser, served: Served, words: Words) -> Iterator[Visitor]:
    """Somebody whose page's clock is moved."""
    eva = Visitor.arrive(browser, "about:blank", words["locale"], is_kept=False)
    eva.page.add_init_script(COUNT_BELLS)
    eva.page.clock.install()
    yield from _arrived(eva, served)


def _arrived(visitor: Visitor, served: Served) -> Iterator[Visitor]:
    visitor.page.goto(newcomer(served))
    yield visitor
    visitor.page.context.close()
    assert [said for said in visitor.complaints if "Push API in incognito" not in said] == []


def pass_time(page: Page, ahead: Path, **by: float) -> None:
    """Let it be later at the server, and then for the page, which looks every few seconds, until it is told so."""
    move(ahead, **by)
    for _ in range(1000):  # the server looks once a second
        with page.expect_response(lambda answer: answer.url.endswith("/api/reminders")) as answered:
            page.clock.fast_forward(LOOKS_MS)
        if answered.value.json()["reminders"]:
            return
    pytest.fail("nothing fell due")


def bells(page: Page) -> int:
    return int(page.evaluate("globalThis.bells"))


def test_a_reminder_comes_when_due_is_put_off_comes_again_and_is_done(
    eva: Visitor, words: Words, language: str, ahead: Path
) -> None:
    notices = eva.page.locator("#reminder-list li")
    eva.say(words["say"])
    expect(eva.tasks.first.locator("time")).to_be_visible()
    expect(notices).to_have_count(0)
    pass_time(eva.page, ahead, minutes=20, seconds=1)
    expect(notices).to_have_count(1)
    expect(notices).to_contain_text(words["title"])
    expect(eva.page).to_have_title(f"(1) ⏰ {words['title']}")
    assert bells(eva.page) == 1
    assert eva.violations() == []
    eva.picture(f"reminder-{language}")

    notices.get_by_role("button", name=words["remind"]).click()
    eva.page.locator("#task-menu").get_by_role("button", name=words["later"]).click()
    expect(notices).to_have_count(0)
    expect(eva.page).to_have_title("Sayso")
    expect(eva.page.locator("#reminders + .undo-here")).to_contain_text(words["comes"])
    pass_time(eva.page, ahead, minutes=10, seconds=1)
    expect(notices).to_have_count(1)
    assert bells(eva.page) == 2

    eva.page.reload()
    expect(notices).to_have_count(1)  # it is kept, and rings no more
    assert bells(eva.page) == 0
    notices.get_by_role("button", name=words["done"]).click()
    expect(notices).to_have_count(0)
    expect(eva.tasks.locator("s")).to_have_text(words["title"])
    expect(eva.page.locator("#reminders + .undo-here")).to_contain_text(words["is_done"])
    eva.page.locator(".undo-here button").click()
    expect(eva.tasks.locator("s")).to_have_count(0)
    expect(notices).to_have_count(1)  # undone, it is due again
    notices.get_by_role("button", name=words["done"]).click()
    expect(eva.tasks.locator("s")).to_have_text(words["title"])
    expect(notices).to_have_count(0)


def put_off_elsewhere(eva: Visitor, words: Words, ahead: Path) -> Locator:
    """The notices, one of which was just put off where this page does not see it."""
    notices = eva.page.locator("#reminder-list li")
    eva.say(words["say"])
    expect(eva.tasks.first.locator("time")).to_be_visible()
    pass_time(eva.page, ahead, minutes=20, seconds=1)
    expect(notices).to_have_count(1)
    eva.page.evaluate(SNOOZE)
    return notices


def test_what_is_put_off_elsewhere_leaves_the_page_soon_and_can_still_be_done(
    eva: Visitor, words: Words, ahead: Path
) -> None:
    page, notices = eva.page, put_off_elsewhere(eva, words, ahead)
    notices.get_by_role("button", name=words["done"]).click()  # before the page knows
    expect(eva.tasks.locator("s")).to_have_text(words["title"])
    expect(notices).to_have_count(0)
    expect(page.locator("#trouble")).to_be_hidden()


def test_a_notice_of_what_was_put_off_elsewhere_goes_away_within_seconds(
    eva: Visitor, words: Words, ahead: Path
) -> None:
    page, notices = eva.page, put_off_elsewhere(eva, words, ahead)
    page.clock.fast_forward(4000)
    expect(notices).to_have_count(0)


def test_a_reminder_that_is_gone_is_told_politely_and_in_the_language_of_the_page(
    eva: Visitor, words: Words, ahead: Path
) -> None:
    gone = {"error": "not_found", "message": "There is no such reminder.", "next": "List yours."}
    eva.say(words["say"])
    expect(eva.tasks.first.locator("time")).to_be_visible()
    pass_time(eva.page, ahead, minutes=20, seconds=1)
    eva.page.route("**/api/reminders/*/done", lambda route: route.fulfill(status=404, json=gone))
    eva.page.locator("#reminder-list li").get_by_role("button", name=words["done"]).click()
    expect(eva.page.locator("#news")).to_have_text(words["gone"])
    expect(eva.page.locator("#trouble")).to_be_hidden()
    eva.complaints[:] = [said for said in eva.complaints if "404" not in said]  # the browser's own, of the answer


TOP = "document.getElementById('log').getBoundingClientRect().top"


def test_a_reminder_stands_before_the_settings_and_moves_nothing_when_it_was_seen_to(
    browser: Browser, served: Served, words: Words, ahead: Path, language: str
) -> None:
    context = browser.new_context(
        locale=words["locale"],
        timezone_id="Europe/Rome",
        has_touch=True,
        is_mobile=True,
        viewport=PHONE,
        service_workers="block",
    )
    context.set_default_timeout(60_000)
    eva = Visitor(context.new_page())
    page = eva.page
    page.clock.install()
    page.goto(newcomer(served))
    eva.say(words["say"])
    page.locator("#open-settings").tap()
    expect(page.locator("#settings")).to_be_visible()
    page.locator("#learned").scroll_into_view_if_needed()
    pass_time(page, ahead, minutes=20, seconds=1)
    notice = page.locator("#settings #reminder-list li")
    expect(notice).to_have_count(1)
    assert eva.violations() == []
    eva.picture(f"reminder-in-settings-{language}")
    notice.get_by_role("button", name=words["remind"]).tap()
    page.locator("#task-menu").get_by_role("button", name=words["later"]).tap()
    expect(page.locator("#settings .undo-here")).to_contain_text(words["comes"])
    pass_time(page, ahead, minutes=10, seconds=1)
    expect(notice).to_have_count(1)
    page.keyboard.press("Escape")
    outside = page.locator(".bar ~ #due #reminder-list li")
    outside.get_by_role("button", name=words["done"]).tap()
    bar = page.locator("#reminders + .undo-here")
    expect(bar).to_contain_text(words["is_done"])
    expect(outside).to_have_count(0)
    expect(page.locator("#log")).to_be_focused()  # and no keyboard comes up
    top = page.evaluate(TOP)
    page.clock.fast_forward(LOOKS_MS)
    expect(bar).to_have_count(0)
    assert page.evaluate(TOP) == top
    context.close()
    assert eva.complaints == []


def test_a_reminder_is_heard_reached_and_answered_by_keys_alone(
    eva: Visitor, words: Words, ahead: Path, language: str
) -> None:
    keys, news = eva.page.keyboard, eva.page.locator("#news")
    notice = eva.page.get_by_role("region", name=words["region"])
    done, remind = (notice.get_by_role("button", name=words[name]) for name in ("done", "remind"))
    eva.say(words["say"])
    expect(news).to_contain_text(words["title"])  # what comes at once with it would be told together with it
    keys.press("F8")
    expect(news).to_have_text(words["none"])
    keys.type("half a sentence")
    pass_time(eva.page, ahead, minutes=20, seconds=1)
    expect(news).to_contain_text(words["rings"])
    expect(news).to_contain_text("F8")
    expect(eva.field).to_be_focused()
    keys.press("F8")
    expect(done).to_be_focused()
    keys.press("F8")
    expect(eva.field).to_be_focused()
    expect(eva.field).to_have_value("half a sentence")

    keys.press("F8")
    keys.press("Tab")
    expect(remind).to_be_focused()
    keys.press("Enter")
    menu = eva.page.locator("#task-menu button")
    for key, turn in (("ArrowDown", 1), ("End", 2), ("ArrowDown", 0), ("ArrowUp", 2)):
        keys.press(key)
        expect(menu.nth(turn)).to_be_focused()
    keys.press("Escape")
    expect(remind).to_be_focused()  # and nothing was put off
    expect(notice).to_be_visible()
    keys.press("Enter")
    keys.press("F8")  # away from it, and no menu stays behind
    expect(eva.page.locator("#task-menu")).to_be_hidden()
    remind.focus()
    keys.press("Enter")
    keys.press("ArrowDown")
    keys.press("Enter")
    expect(news).to_have_text(words["put_off"])
    expect(notice).to_be_hidden()
    expect(eva.field).to_be_focused()

    pass_time(eva.page, ahead, hours=1, seconds=1)
    expect(done).to_be_visible()
    keys.press("F8")
    keys.press("Enter")
    expect(news).to_have_text(words["told"])
    expect(eva.field).to_be_focused()
    keys.press("F8")
    expect(eva.page.locator("#reminders + .undo-here button")).to_be_focused()
    assert eva.violations() == []
    eva.picture(f"reminder-undo-{language}")
    keys.press("Enter")
    expect(eva.tasks.locator("s")).to_have_count(0)
    expect(eva.field).to_be_focused()


def test_what_is_due_is_reached_in_the_settings_and_out_of_what_covers_it(
    eva: Visitor, words: Words, ahead: Path
) -> None:
    keys, settings, opener = eva.page.keyboard, eva.page.locator("#settings"), eva.page.locator("#open-settings")
    eva.say(words["say"])
    opener.press("Enter")
    keys.press("F8")
    expect(settings.locator(".live")).to_have_text(words["none"])
    expect(settings).to_be_visible()  # nowhere to go
    pass_time(eva.page, ahead, minutes=20, seconds=1)
    expect(settings.locator(".live")).to_contain_text("F8")
    settings.locator("#sound").focus()
    keys.press("F8")
    expect(settings.get_by_role("button", name=words["done"])).to_be_focused()
    keys.press("F8")
    expect(settings.locator("#sound")).to_be_focused()
    keys.press("Escape")
    expect(settings).to_be_hidden()
    eva.page.locator("#open-keys").press("Enter")
    expect(eva.page.locator("#key-help")).to_be_visible()
    keys.press("F8")
    expect(eva.page.locator("#key-help")).to_be_hidden()
    expect(eva.page.get_by_role("button", name=words["done"])).to_be_focused()
    keys.press("F8")
    expect(eva.page.locator("#open-keys")).to_be_focused()


def test_a_closed_page_is_told_by_the_browser_and_done_from_the_notice(
    ann: Visitor, words: Words, language: str, ahead: Path, push: PushService
) -> None:
    ann.say(words["say"])
    ann.page.get_by_role("button", name=words["settings"]).click()
    ann.page.get_by_role("checkbox", name=words["notify"]).check()
    expect(ann.page.locator("#notify-told")).to_contain_text(words["open"])  # in a private window that is true
    expect(ann.page.locator("#notify")).to_be_checked()
    assert ann.violations() == []
    ann.picture(f"settings-{language}")
    public = subscribe(ann.page, push, language)
    worker = ann.page.context.service_workers[0]
    ann.page.goto("about:blank")
    assert worker.evaluate(ALONE)

    move(ahead, minutes=20, seconds=1)
    headers, body = push.next()
    told = push.read(body)
    assert push.proven(headers, public)["aud"] == f"http://{push.host}"
    assert told["title"] == words["title"]
    assert told["body"].startswith(words["body"])
    deliver(ann.page, worker.url, told)
    assert worker.evaluate(SHOWN) == [{"title": told["title"], "body": told["body"], "tag": told["id"]}]

    done = worker.evaluate("""async () => {
        const [notification] = await registration.getNotifications();
        await hear(notification, "done");
        return (await (await fetch("/api/tasks")).json()).tasks.map(({ completed }) => completed);
    }""")
    assert done == [True]
    assert push.received.empty()


def subscribe(page: Page, push: PushService, language: str) -> str:
    """Hand over a place at the tests' own push service, as a browser that has one does; gives the server's key."""
    body = json.dumps({**push.subscription(), "language": language})
    script = """async (body) => {
        const headers = { "X-Sayso": "1", "Content-Type": "application/json" };
        const answered = await fetch("/api/push", { method: "POST", headers, body });
        return [answered.status, (await (await fetch("/api/notifications")).json()).push_key];
    }"""
    status, key = page.evaluate(script, body)
    assert status == 204
    return str(key)


def deliver(page: Page, worker: str, told: dict[str, str]) -> None:
    """Let the browser get a push message."""
    origin = worker.rpartition("/")[0]
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda e: found.extend(
            r["registrationId"] for r in e["registrations"] if r["scopeURL"].startswith(origin) and not r["isDeleted"]
        ),
    )
    session.send("ServiceWorker.enable")
    for _ in range(TRIES):  # the browser tells of its workers after it has answered
        if found:
            break
        page.evaluate(A_MOMENT)
    assert found, "the browser told of no service worker"
    asked = {"origin": origin, "registrationId": found[0], "data": json.dumps(told)}
    session.send("ServiceWorker.deliverPushMessage", asked)
    session.detach()
