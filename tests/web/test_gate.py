"""Signing in and out on the page, as people do it: a real browser, the real server."""

from collections.abc import Iterator

import pytest
from browser import Visitor
from children import installed_sayso
from playwright.sync_api import Browser, expect
from serving import PASSWORD, Served, invitation, newcomer, people

FORM = {
    "en": {
        "locale": "en-GB",
        "sign_in": "Sign in",
        "wrong": "do not fit",
        "out": "Sign out",
        "used": "used already",
        "settings": "Settings",
        "until_now": "Your password until now",
        "new": "New password",
        "change": "Change the password",
        "least": "At least 8 characters.",
        "not_yours": "That is not your password.",
        "changed": "Your password is changed.",
        "install": "Add to home screen",
        "show": "Show password",
    },
    "it": {
        "locale": "it-IT",
        "settings": "Impostazioni",
        "until_now": "La tua password attuale",
        "new": "Nuova password",
        "change": "Cambia la password",
        "least": "Almeno 8 caratteri.",
        "not_yours": "Non è la tua password.",
        "changed": "La tua password è cambiata.",
        "install": "Aggiungi alla schermata Home",
        "show": "Mostra la password",
        "sign_in": "Accedi",
        "wrong": "non corrispondono",
        "out": "Esci",
        "used": "già stato usato",
    },
}


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """For whoever sits here."""
    with Served(tmp_path_factory.mktemp("local"), "--local", start=installed_sayso) as server:
        yield server


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """For people with accounts."""
    with Served(tmp_path_factory.mktemp("served")) as server:
        assert list(people(server, "Ann", "Bob", "en", "it"))
        yield server


def enter(visitor: Visitor, name: str, password: str = PASSWORD) -> None:
    visitor.page.locator("#email").fill(f"{name}@example.org")
    visitor.page.locator("#password").fill(password)
    visitor.page.locator("#password").press("Enter")


def assert_unseen(visitor: Visitor) -> None:
    """Nothing of the page behind the gate is shown, and nobody finds fault with the gate."""
    expect(visitor.page.locator("#gate")).to_be_visible()
    for inside in ("#message", "#task-list", "#talk-list", "#undo", "#sign-out"):
        expect(visitor.page.locator(inside)).to_be_hidden()
    assert visitor.violations() == []


def test_the_printed_link_opens_the_page_once(browser: Browser, local: Served) -> None:
    ann = Visitor.arrive(browser, local.address)
    ann.page.locator("#open-settings").click()
    expect(ann.page.locator("#account-name")).not_to_be_empty()
    expect(ann.page.locator("#password-settings")).to_be_hidden()  # who comes by a link has none
    ann.page.keyboard.press("Escape")
    assert ann.page.url == f"{local.origin}/"  # the key is gone from the address
    expect(ann.say("add buy milk")).to_contain_text("buy milk")
    expect(ann.tasks).to_have_count(1)
    ann.page.goto(local.address)  # again, while signed in
    expect(ann.tasks).to_have_count(1)
    assert ann.complaints == []
    assert ann.page.evaluate("[document.cookie, sessionStorage.length]") == ["", 0]
    bob = Visitor.arrive(browser, local.address)
    expect(bob.page.locator("#gate-used")).to_be_visible()
    expect(bob.page.locator("#gate-command")).to_have_text(f"sayso link --at {local.origin}")
    assert_unseen(bob)
    bob.picture("gate-used")
    assert bob.complaints == []
    bob.page.goto(invitation(local))
    expect(bob.tasks).to_have_count(1)
    for visitor in (ann, bob):
        visitor.page.context.close()


def test_who_comes_without_a_link_is_told_in_their_language(browser: Browser, local: Served) -> None:
    ann = Visitor.arrive(browser, f"{local.origin}/", "it-IT", width=375)
    expect(ann.page.get_by_text("Apri il link che è apparso nel terminale")).to_be_visible()
    expect(ann.page.locator("#gate-used")).to_be_hidden()
    assert_unseen(ann)
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 375
    ann.page.locator("#language").select_option("en")
    expect(ann.page.get_by_text("Open the link that appeared in the terminal")).to_be_visible()
    ann.page.context.close()


@pytest.mark.parametrize("language", ["en", "it"])
def test_address_and_password_open_the_page(browser: Browser, served: Served, language: str) -> None:
    words = FORM[language]
    ann = Visitor.arrive(browser, f"{served.origin}/signin?key=old", words["locale"])
    expect(ann.page.locator("#gate-used")).to_contain_text(words["used"])
    expect(ann.page.locator("#email")).to_be_focused()
    enter(ann, "Ann", "wrong horse")
    expect(ann.page.locator("#gate-trouble")).to_contain_text(words["wrong"])
    expect(ann.page.locator("#password")).to_have_value("")
    assert_unseen(ann)
    ann.picture(f"gate-{language}")
    show, password = ann.page.get_by_role("button", name=words["show"]), ann.page.locator("#password")
    show.click()
    expect(show).to_have_attribute("aria-pressed", "true")
    expect(password).to_have_attribute("type", "text")
    assert ann.violations() == []
    show.click()
    expect(password).to_have_attribute("type", "password")
    show.click()
    enter(ann, "Ann")
    expect(ann.field).to_be_focused()
    expect(password).to_have_attribute("type", "password")  # whoever comes next sees none
    expect(ann.page.locator("#who")).to_have_text("Ann")
    expect(ann.page.locator("#mode-pick")).to_be_hidden()  # there is no model
    ann.page.get_by_role("button", name=words["settings"], exact=True).click()
    expect(ann.page.locator("#account-name")).not_to_be_empty()
    expect(ann.page.locator("#settings-model")).to_be_hidden()
    ann.page.keyboard.press("Escape")
    ann.page.wait_for_function("!history.state?.sheet")
    ann.page.reload()
    expect(ann.field).to_be_focused()
    ann.page.get_by_role("button", name=words["out"]).click()
    assert_unseen(ann)
    ann.page.reload()
    assert_unseen(ann)
    ann.page.context.close()


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_password_is_changed_in_the_settings(browser: Browser, served: Served, language: str) -> None:
    words, other = FORM[language], f"a longer horse of {language}"
    ann = Visitor.arrive(browser, f"{served.origin}/", words["locale"])
    enter(ann, language)
    elsewhere = Visitor.arrive(browser, f"{served.origin}/", words["locale"])
    enter(elsewhere, language)
    expect(elsewhere.field).to_be_focused()
    ann.page.get_by_role("button", name=words["settings"], exact=True).click()
    expect(ann.page.locator("#session-list li")).to_have_count(2)
    expect(ann.page.locator("#install-how")).to_contain_text(words["install"])
    before, wanted = (ann.page.get_by_label(words[name], exact=True) for name in ("until_now", "new"))
    told = ann.page.locator("#password-told")
    for given, typed, answer in (
        (PASSWORD, "short", words["least"]),
        ("wrong horse", other, words["not_yours"]),
        (PASSWORD, other, words["changed"]),
    ):
        before.fill(given)
        wanted.fill(typed)
        ann.page.get_by_role("button", name=words["change"]).click()
        expect(told).to_contain_text(answer)
        assert ann.violations() == []
    expect(ann.page.locator("#session-list li")).to_have_count(1)
    for field in (before, wanted):
        expect(field).to_have_value("")
    ann.picture(f"password-{language}")
    elsewhere.page.reload()
    assert_unseen(elsewhere)
    enter(elsewhere, language, other)
    expect(elsewhere.page.locator("#who")).to_have_text(language)
    for visitor in (ann, elsewhere):
        visitor.page.context.close()


def test_two_people_never_see_each_other(browser: Browser, served: Served) -> None:
    visitors = {}
    for name in ("Ann", "Bob"):
        visitors[name] = Visitor.arrive(browser, f"{served.origin}/")
        enter(visitors[name], name)
        visitors[name].say(f"add call {name}s mother")
    for name, visitor in visitors.items():
        visitor.page.reload()
        expect(visitor.tasks).to_have_count(1)
        expect(visitor.tasks).to_contain_text(f"{name}s mother")
        expect(visitor.page.locator("#talk-list .name")).to_have_count(1)
        visitor.page.context.close()


def test_who_was_signed_out_elsewhere_signs_in_again_and_loses_no_word(browser: Browser, served: Served) -> None:
    bob = Visitor.arrive(browser, f"{served.origin}/")
    enter(bob, "Bob")
    bob.say("add buy milk")
    bob.field.fill("add call the plumber")
    send_signed_out(bob)
    assert_unseen(bob)
    enter(bob, "Bob")
    expect(bob.field).to_be_focused()
    expect(bob.field).to_have_value("add call the plumber")
    bob.after(lambda: bob.field.press("Enter"))
    expect(bob.answer).to_contain_text("call the plumber")
    bob.page.context.close()


def test_who_signs_in_next_finds_nothing_of_the_one_before(browser: Browser, served: Served) -> None:
    cleo = Visitor.arrive(browser, newcomer(served, "Cleo"))
    cleo.say("add buy milk")
    cleo.field.fill("add a secret")
    send_signed_out(cleo)
    assert_unseen(cleo)
    beside = cleo.page.context.new_page()  # another tab of the same browser
    beside.goto(newcomer(served, "Dario"))
    expect(beside.locator("#who")).to_have_text("Dario")
    cleo.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # back to the first tab
    expect(cleo.page.locator("#who")).to_have_text("Dario")
    expect(cleo.page.locator(".bubble")).to_have_count(0)
    expect(cleo.tasks).to_have_count(0)
    expect(cleo.field).to_have_value("")
    cleo.page.context.close()


def send_signed_out(visitor: Visitor) -> None:
    """Sign out as another tab of the browser would, and send what is typed before the page can notice."""
    out = "fetch('/api/signout', {method: 'POST', headers: {'X-Sayso': '1'}})"
    visitor.page.evaluate(f"{out}.then(() => document.getElementById('composer').requestSubmit())")
