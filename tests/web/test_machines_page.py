"""Machines on the page, as people use them: the panel, charts, confirmations, and what was learned and forgotten."""

from collections.abc import Callable, Iterator
from uuid import uuid4

import pytest
from browser import Visitor
from playwright.sync_api import Browser, Locator, expect
from serving import Served, invitation, said

from sayso.accounts.person import Person
from sayso.tasks.service import utc_now

AMBIGUOUS = "accendi la luce del frigo"
Visit = Callable[..., Visitor]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for these stories; each is somebody's with a kitchen of their own."""
    with Served(tmp_path_factory.mktemp("served")) as server:
        yield server


@pytest.fixture
def person() -> Person:
    """Somebody whose organisation is theirs alone."""
    own = str(uuid4())
    return Person(own, "Anna", f"{own}@example.org", "Europe/Rome", utc_now(), own)


@pytest.fixture
def visit(browser: Browser, served: Served, person: Person) -> Iterator[Visit]:
    """Opens the page in a profile of its own; nobody's browser may have complained, or asked anybody else."""
    visitors: list[Visitor] = []

    def arrive(width: int = 1280) -> Visitor:
        visitors.append(Visitor.arrive(browser, invitation(served, person), "it-IT", width, is_kept=False))
        return visitors[-1]

    yield arrive
    for visitor in visitors:
        visitor.page.context.close()
        assert not visitor.complaints
        assert all(url.startswith(served.origin) for url in visitor.asked)


def card(anna: Visitor, name: str) -> Locator:
    """A machine in the panel."""
    return anna.page.locator("#machine-list li").filter(has=anna.page.get_by_text(name, exact=True))


def unfold(anna: Visitor, name: str) -> Locator:
    """A machine in the panel, with its commands."""
    shown = card(anna, name)
    shown.locator("summary").click()
    expect(shown.locator(".commands")).to_be_visible()
    return shown


def pick(anna: Visitor, name: str) -> Locator:
    """Pick one of the machines that are offered."""
    return anna.after(anna.choices.filter(has_text=name).click)


def choose(anna: Visitor, name: str) -> None:
    """Ask for what fits several in a new conversation, where nothing is in focus, and pick one."""
    anna.page.locator("#new-talk").click()
    anna.say(AMBIGUOUS)
    pick(anna, name)


def test_an_ambiguous_light_is_picked_and_the_panel_shows_it_on(visit: Visit) -> None:
    anna = visit()
    expect(card(anna, "Frigo Sala")).to_contain_text("luce spenta")
    expect(anna.say(AMBIGUOUS)).to_contain_text("Quale intendi: 'Frigo Cucina' o 'Frigo Sala'?")
    anna.picture("machines-which-it")
    expect(pick(anna, "Frigo Sala")).to_contain_text("Fatto: Accendi la luce ('Frigo Sala'). Ora: luce accesa.")
    expect(card(anna, "Frigo Sala").locator(".lit", has_text="luce accesa")).to_be_visible()
    expect(card(anna, "Frigo Cucina")).to_contain_text("luce spenta")
    anna.picture("machines-done-it")


def test_a_reading_comes_with_a_chart_that_tells_each_point(visit: Visit) -> None:
    anna = visit()
    expect(anna.say("mostrami la temperatura della cella nelle ultime 6 ore")).to_contain_text(
        "Cella, temperatura dalle"
    )
    drawn = anna.answer.locator(".chart")
    expect(drawn).to_have_count(1)
    expect(drawn.get_by_role("img", name="Cella, temperatura: da")).to_be_visible()
    expect(drawn.locator("figcaption")).to_contain_text("°C")
    drawn.locator("svg").hover()
    expect(drawn.locator(".at")).to_contain_text("·")
    anna.picture("machines-chart-it")


def test_a_reading_of_the_panel_is_asked_about_with_a_click(visit: Visit) -> None:
    anna = visit()
    temperature = card(anna, "Cella").locator(".reading").first
    expect(temperature).to_contain_text("°C")
    anna.after(temperature.click)
    expect(anna.page.locator(".bubble.user")).to_contain_text("di Cella nelle ultime 6 ore")
    expect(anna.answer.locator(".chart")).to_have_count(1)


def test_a_machine_that_is_away_is_shown_and_told(visit: Visit, served: Served, person: Person) -> None:
    anna = visit()
    expect(card(anna, "Forno")).to_contain_text("connessa")
    assert person.email
    assert "unplugged" in said(served, "machines", "--user", person.email, "unplug", "Forno")
    expect(card(anna, "Forno")).to_contain_text("offline dalle")
    expect(anna.page.locator("#machine-count")).to_have_text("4 su 5 connesse")
    expect(anna.say("accendi la luce del forno")).to_contain_text("'Forno' è offline. Invio lo stesso il comando")
    expect(anna.press("Conferma")).to_contain_text("'Forno' è offline: non ho inviato nulla.")
    anna.picture("machines-offline-it")
    said(served, "machines", "--user", person.email, "plug", "Forno")
    expect(card(anna, "Forno")).to_contain_text("connessa")


def test_what_is_dangerous_waits_for_a_yes(visit: Visit) -> None:
    anna = visit()
    expect(anna.say("ferma il ciclo dell'abbattitore")).to_contain_text("Confermi: Ferma il ciclo ('Abbattitore')?")
    anna.picture("machines-confirm-it")
    expect(anna.press("Lascia stare")).to_contain_text("lascio tutto com'è")
    anna.say("avvia il ciclo dell'abbattitore")
    running = card(anna, "Abbattitore").locator(".lit", has_text="ciclo")  # somebody may open its door meanwhile
    expect(running).to_be_visible()
    anna.say("ferma il ciclo dell'abbattitore")
    expect(running).to_be_visible()
    expect(anna.press("Conferma")).to_contain_text("Fatto: Ferma il ciclo ('Abbattitore').")
    expect(running).to_have_count(0)


def test_the_third_pick_is_proposed_and_forgotten_again_in_the_settings(visit: Visit) -> None:
    anna = visit()
    for _ in range(3):
        choose(anna, "Frigo Sala")
    anna.page.locator("#new-talk").click()
    expect(anna.say(AMBIGUOUS)).to_contain_text("Confermi: Accendi la luce ('Frigo Sala')?")
    anna.press("Conferma")
    anna.page.get_by_role("button", name="Impostazioni").click()
    learned = anna.page.locator("#preference-list li")
    expect(learned.filter(has_text="Con «luce frigo» intendi Frigo Sala")).to_contain_text("4 su 4")
    anna.picture("machines-preferences-it")
    assert anna.violations() == []
    learned.filter(has_text="Frigo Sala").get_by_role("button").click()
    expect(learned.filter(has_text="Frigo Sala")).to_have_count(0)
    anna.page.get_by_role("button", name="Chiudi", exact=True).click()
    anna.page.locator("#new-talk").click()
    expect(anna.say(AMBIGUOUS)).to_contain_text("Quale intendi")


def test_the_buttons_of_the_panel_command(visit: Visit) -> None:
    anna = visit()
    trouble, fridge = anna.page.locator("#trouble"), unfold(anna, "Frigo Cucina")
    fridge.get_by_role("button", name="Accendi la luce").click()
    expect(trouble).to_have_text("Fatto: Accendi la luce ('Frigo Cucina'). Ora: luce accesa.")
    expect(fridge.locator(".lit", has_text="luce")).to_have_text("luce accesa")
    value = fridge.get_by_role("spinbutton", name="Imposta temperatura (°C)")
    value.fill("40")
    fridge.get_by_role("button", name="Imposta temperatura").click()
    expect(trouble).to_have_text("'Frigo Cucina' va da 0 a 10 °C (temperatura). Non è cambiato nulla.")
    value.fill("5")
    value.press("Enter")
    expect(trouble).to_contain_text("Fatto: Imposta temperatura: 5 ('Frigo Cucina').")
    expect(fridge.locator(".reading").first).to_contain_text("→ 5")
    fridge.get_by_role("button", name="Alza temperatura").click()
    expect(fridge.locator(".reading").first).to_contain_text("→ 6")
    anna.picture("machines-commands-it")


def test_a_dangerous_button_of_the_panel_asks(visit: Visit) -> None:
    anna = visit()
    room = unfold(anna, "Cella")
    expect(room).to_contain_text("porta")
    asked = anna.page.get_by_role("dialog")
    room.get_by_role("button", name="Apri la porta").click()
    expect(asked).to_contain_text("Apri la porta: «Cella»?")
    asked.get_by_role("button", name="Lascia stare").click()
    expect(anna.page.locator("#trouble")).to_be_hidden()
    room.get_by_role("button", name="Apri la porta").click()
    anna.picture("machines-sure-it")
    asked.get_by_role("button", name="Conferma").click()
    expect(anna.page.locator("#trouble")).to_contain_text("Fatto: Apri la porta ('Cella').")


def test_what_is_offered_next_acts_on_the_machine_of_the_answer(visit: Visit) -> None:
    anna = visit()
    anna.say("accendi la luce del frigo sala")
    expect(anna.press("Leggi: temperatura")).to_contain_text("Frigo Sala: temperatura")
    expect(anna.press("Imposta temperatura")).to_contain_text("Quale valore per 'temperatura'?")
    expect(anna.say("7")).to_contain_text("Fatto: Imposta temperatura: 7 ('Frigo Sala').")
    expect(card(anna, "Frigo Sala").locator(".reading").first).to_contain_text("→ 7")


def test_tasks_and_machines_go_into_one_sentence(visit: Visit) -> None:
    anna = visit()
    anna.say("aggiungi comprare il latte")
    anna.say("accendi la luce del frigo sala")
    anna.page.locator("#new-talk").click()
    asked = anna.say("segna fatto il latte e spegni la luce del frigo")
    expect(asked).to_contain_text("Ben fatto: ho segnato 'comprare il latte' come fatta. Quale intendi")
    expect(pick(anna, "Frigo Sala")).to_contain_text("Fatto: Spegni la luce ('Frigo Sala'). Ora: luce spenta.")
    expect(anna.tasks.locator("s")).to_have_text("comprare il latte")
    expect(card(anna, "Frigo Sala").locator(".lit", has_text="luce")).to_have_count(0)
    anna.picture("machines-both-it")


def test_on_a_phone_tasks_and_machines_are_in_one_drawer(visit: Visit) -> None:
    anna = visit(width=375)
    anna.say("mostrami la temperatura della cella nelle ultime 6 ore")
    anna.picture("machines-phone-it")
    anna.page.locator("#open-tasks").click()
    expect(anna.page.get_by_role("heading", name="Attività")).to_be_visible()
    expect(card(anna, "Frigo Cucina")).to_be_visible()
    anna.picture("machines-phone-drawer-it")
    assert anna.violations() == []
    assert anna.page.evaluate("document.documentElement.scrollWidth") <= 375


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_an_accessibility_checker_finds_nothing_wrong_with_panel_and_chart(visit: Visit, theme: str) -> None:
    anna = visit()
    if theme == "dark":
        anna.page.get_by_role("button", name="Cambia tema").click()
    anna.say("accendi la luce del frigo sala")
    anna.say("mostrami la temperatura e l'umidità della cella nelle ultime 6 ore")
    unfold(anna, "Cella")
    assert anna.violations() == []
    anna.picture(f"machines-{theme}")
