"""The form for machines of one's own, in both languages: it tries, tells what it found or what is wrong, connects."""

from collections.abc import Iterator

import pytest
from broker import Broker, announce
from browser import Visitor
from playwright.sync_api import Browser, expect
from serving import Served, free_port, invitation

WORDS = {
    "en-GB": {
        "names": "Kitchen Fridge, Dining Room Fridge, Blast Chiller, Oven, Cold Room",
        "light": "turn on the light of the kitchen fridge",
        "other": "accendi la luce del frigo sala",
        "own": "Connect your own",
        "host": "Host",
        "port": "Port",
        "try": "Try it",
        "refused": "Nobody listens at this address. Check host and port, and that it is running.",
        "found": "It works: 1 device found: Salt Lamp.",
        "connect": "Connect",
        "disconnect": "Disconnect",
        "done": "Connected: 1 device. The demo kitchen is gone.",
        "by": "They are",
        "token": "Access token",
    },
    "it-IT": {
        "names": "Frigo Cucina, Frigo Sala, Abbattitore, Forno, Cella",
        "light": "accendi la luce del frigo in cucina",
        "other": "turn on the light of the dining room fridge",
        "own": "Collega le tue",
        "host": "Host",
        "port": "Porta",
        "try": "Prova",
        "refused": "A questo indirizzo non ascolta nessuno. Controlla host e porta, e che sia in funzione.",
        "found": "Funziona: 1 dispositivo trovato: Salt Lamp.",
        "connect": "Collega",
        "disconnect": "Scollega",
        "done": "Collegate: 1 dispositivo. La cucina dimostrativa non c'è più.",
        "by": "Si trovano",
        "token": "Token di accesso",
    },
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("own"), "--local") as running:
        yield running


@pytest.mark.parametrize("locale", list(WORDS))
def test_the_demo_kitchen_gives_way_to_machines_of_ones_own(
    browser: Browser, server: Served, broker: Broker, locale: str
) -> None:
    words = WORDS[locale]
    announce(broker)
    ann = Visitor.arrive(browser, invitation(server), locale, is_kept=False)
    page, machines = ann.page, ann.page.locator("#machines")
    expect(machines.locator("#demo")).to_be_visible()
    machines.get_by_role("button", name=words["own"]).click()
    form = page.locator("#connect")
    assert ann.violations() == []
    form.get_by_label(words["by"]).select_option("things5")
    expect(form.get_by_label(words["token"])).to_be_visible()
    expect(form.get_by_label(words["host"], exact=True)).to_be_hidden()
    form.get_by_label(words["by"]).select_option("mqtt")
    form.get_by_label(words["host"], exact=True).fill("127.0.0.1")
    form.get_by_label(words["port"], exact=True).fill(str(free_port()))
    form.get_by_role("button", name=words["try"]).click()
    told = form.get_by_role("status")
    expect(told).to_have_text(words["refused"])
    form.get_by_label(words["port"], exact=True).fill(str(broker.port))
    page.keyboard.press("Tab")
    form.get_by_role("button", name=words["try"]).click()
    expect(told).to_have_text(words["found"])
    ann.picture(f"machines-connect-{locale[:2]}")
    form.get_by_role("button", name=words["connect"], exact=True).click()
    expect(form).to_be_hidden()
    expect(page.get_by_text(words["done"])).to_be_visible()
    expect(machines.locator("li h3")).to_have_text(["Salt Lamp"])
    expect(machines.locator("#demo")).to_be_hidden()
    machines.get_by_role("button", name=words["own"]).click()
    form.get_by_role("button", name=words["disconnect"]).click()
    expect(machines.locator("#demo")).to_be_visible()
    page.context.close()
    assert [said for said in ann.complaints if "422" not in said] == []


@pytest.mark.parametrize("locale", list(WORDS))
def test_the_demo_kitchen_is_called_in_the_language_of_the_page_and_found_in_both(
    browser: Browser, server: Served, locale: str
) -> None:
    words = WORDS[locale]
    names = words["names"].split(", ")
    ann = Visitor.arrive(browser, invitation(server), locale, is_kept=False)
    expect(ann.page.locator("#machine-list li h3")).to_have_text(names)
    expect(ann.say(words["light"])).to_contain_text(f"'{names[0]}'")
    expect(ann.say(words["other"])).to_contain_text(f"'{names[1]}'")
    ann.page.context.close()
    assert ann.complaints == []
