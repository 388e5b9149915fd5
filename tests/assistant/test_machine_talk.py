"""Machines in the conversation: what is said, what the machines do about it, and what is told of it."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from household import Clock
from talking import Parlour, Talk
from workshop import employ, machines_of

from sayso import Engine
from sayso.assistant.conversation import Exchange
from sayso.assistant.message import Unheard, Words, YesNo
from sayso.errors import FleetUnavailable
from sayso.machines.device import Device, DeviceReading, Effect, Member, Order, Range
from sayso.machines.simulated.fleet import SimulatedFleet
from sayso.storage.database import Database

WHICH = "Quale intendi: 'Frigo Cucina' o 'Frigo Sala'?"
Begin = Callable[..., Awaitable[Talk]]


@dataclass
class Kitchen:
    """The simulated kitchens, with a list of what they were sent, and a line that can be cut."""

    inside: SimulatedFleet
    sent: list[str] = field(default_factory=list)
    away: bool = False

    async def machines(self, member: Member) -> Sequence[Device]:
        self._reach()
        return await self.inside.machines(member)

    async def execute(self, member: Member, order: Order) -> Effect:
        self._reach()
        self.sent.append(f"{order.device_id.rpartition('-')[0]} {order.command_id}")
        return await self.inside.execute(member, order)

    async def read(self, member: Member, wanted: Range) -> Sequence[DeviceReading]:
        self._reach()
        return await self.inside.read(member, wanted)

    async def status(self, member: Member, device_id: str) -> Sequence[DeviceReading]:
        self._reach()
        return await self.inside.status(member, device_id)

    async def unplug(self, talk: Talk, name: str) -> None:
        """Take a person's machine off its line for five minutes."""
        member = Member(talk.person.id, talk.person.organisation)
        found = next(device for device in await self.inside.machines(member) if device.name == name)
        assert await self.inside.unplug(member, found.id, timedelta(minutes=5))

    def _reach(self) -> None:
        if self.away:
            raise FleetUnavailable("the line is cut")


@pytest.fixture
def database(bistro: Database) -> Database:
    return bistro


@pytest.fixture
def clock() -> Clock:
    return Clock()  # Wednesday, one in the afternoon in Rome


@pytest.fixture
def kitchen(database: Database, clock: Clock) -> Kitchen:
    return Kitchen(SimulatedFleet(database, clock, fails=False))


@pytest.fixture
def begin(database: Database, engine: Engine, clock: Clock, kitchen: Kitchen) -> Begin:
    async def begun(name: str = "Ann", organisation: str = "bistro") -> Talk:
        machines = machines_of(database, kitchen, clock)
        return await Parlour(database, engine, clock, machines).welcome(await employ(database, organisation, name))

    return begun


@pytest.fixture
async def talk(begin: Begin) -> Talk:
    return await begin()


async def test_a_command_is_carried_out_and_told_by_what_the_machine_says(talk: Talk, kitchen: Kitchen) -> None:
    assert await talk.say("accendi la luce del frigo cucina") == (
        "Fatto: Accendi la luce ('Frigo Cucina'). Ora: luce accesa."
    )
    assert await talk.say("set the cold room to 1 degree") == (
        "Done: Set temperature: 1 ('Cella'). Now: target temperature 1."
    )
    assert await talk.say("lower the temperature of the cold room by 1 degree") == (
        "Done: Lower temperature: −1 ('Cella'). Now: target temperature 0."
    )
    assert kitchen.sent == ["frigo-cucina turn_on_light", "cella set_temperature", "cella lower_temperature"]
    assert talk.heard == ["user", "decision", "call", "result"] * 3


async def test_readings_are_told_now_and_over_a_time_with_all_their_points(talk: Talk) -> None:
    assert await talk.say("com'è la temperatura della cella?") == "Cella: temperatura 2 °C."
    assert await talk.say("mostrami la temperatura della cella nelle ultime 3 ore") == (
        "Cella, temperatura dalle 10:00 alle 13:00: tra 1,3 e 5,5 °C, ultima 2 °C."
    )
    assert talk.last
    result = talk.last.assistant.to_dict()["results"][0]["result"]  # type: ignore[index]
    assert [one["metric"] for one in result["series"]] == ["temperature"]
    assert len(result["series"][0]["points"]) == 37


async def test_what_happened_and_what_was_are_told_line_by_line(talk: Talk) -> None:
    assert await talk.say("che cosa è successo alla cella oggi?") == (
        "Cella, 3 eventi dalle 00:00 alle 13:00:\n"
        "08:24 porta lasciata aperta\n10:06 sbrinamento avviato\n10:26 sbrinamento finito"
    )
    changes = await talk.say("states of the cold room in the last hour")
    assert changes.startswith("Cella, 9 changes from 12:00 to 13:00:\n12:07 door open\n")
    machines = await talk.say("che macchine ho?")
    assert machines.splitlines()[:2] == ["Ci sono 5 macchine:", "1. Frigo Cucina: online (Cucina)"]
    assert (await talk.say("come sta il forno?")).startswith("Forno (online): temperatura 20")


@pytest.mark.parametrize(
    ("said", "beginning"),
    [
        ("any alarms on the oven?", "Nothing happened to 'Forno' from 13:00 (17/11) to 13:00 (18/11)"),
        ("allarmi forno", "A 'Forno' non è successo nulla dalle 13:00 (17/11) alle 13:00 (18/11)"),
        ("what happened to the oven", "Nothing happened to 'Forno' from 13:00 (17/11) to 13:00 (18/11)"),
    ],
)
async def test_events_that_are_asked_for_without_a_time_are_those_of_the_last_day(
    begin: Begin, said: str, beginning: str
) -> None:
    ann = await begin()
    assert (await ann.say(said)).startswith(beginning)


async def test_what_fits_several_is_asked_and_the_pick_carried_out(talk: Talk, kitchen: Kitchen) -> None:
    assert await talk.say("accendi la luce del frigo") == WHICH
    assert talk.offered == ["Frigo Cucina", "Frigo Sala"]
    assert kitchen.sent == []
    assert await talk.pick(1) == "Fatto: Accendi la luce ('Frigo Sala'). Ora: luce accesa."
    assert kitchen.sent == ["frigo-sala turn_on_light"]


async def test_a_setting_without_a_value_is_asked_for_also_after_a_pick(talk: Talk, kitchen: Kitchen) -> None:
    await talk.say("imposta la temperatura del frigo")
    assert await talk.pick(0) == "Quale valore per 'temperatura'?"
    assert await talk.say("5") == "Fatto: Imposta temperatura: 5 ('Frigo Cucina'). Ora: temperatura impostata 5."
    assert kitchen.sent == ["frigo-cucina set_temperature"]


async def test_what_is_dangerous_waits_for_a_yes_to_that_very_command(talk: Talk, kitchen: Kitchen) -> None:
    assert await talk.say("apri la porta della cella") == "Confermi: Apri la porta ('Cella')?"
    assert await talk.say("no") == "Va bene, lascio tutto com'è."
    await talk.say("apri la porta della cella")
    assert talk.last
    asked = talk.last.assistant.id
    assert await talk.say("accendi la luce del forno") == "Fatto: Accendi la luce ('Forno'). Ora: luce accesa."
    assert await talk.post(YesNo(asked, True)) == Unheard("question_closed")
    await talk.say("sì")
    assert kitchen.sent == ["forno turn_on_light"]
    await talk.say("apri la porta della cella")
    assert await talk.answer(True) == "Fatto: Apri la porta ('Cella'). Ora: porta aperta."
    assert kitchen.sent == ["forno turn_on_light", "cella open_door"]


async def test_a_yes_that_comes_too_late_opens_nothing(talk: Talk, kitchen: Kitchen, clock: Clock) -> None:
    await talk.say("apri la porta della cella")
    assert talk.last
    clock.go(minutes=6)
    assert await talk.post(YesNo(talk.last.assistant.id, True)) == Unheard("question_closed")
    await talk.say("sì")
    assert kitchen.sent == []


async def test_a_yes_or_a_command_that_is_posted_again_is_sent_once(talk: Talk, kitchen: Kitchen) -> None:
    await talk.say("apri la porta della cella")
    assert talk.last
    yes = YesNo(talk.last.assistant.id, True)
    first, again = await talk.post(yes, "k1"), await talk.post(yes, "k1")
    assert isinstance(first, Exchange)
    assert isinstance(again, Exchange)
    assert first.assistant == again.assistant
    for _ in range(2):
        await talk.post(Words("accendi la luce del forno"), "k2")
    assert kitchen.sent == ["cella open_door", "forno turn_on_light"]


async def test_a_machine_that_is_away_is_told_before_and_after(talk: Talk, kitchen: Kitchen, clock: Clock) -> None:
    await kitchen.unplug(talk, "Forno")
    assert await talk.say("accendi la luce del forno") == (
        "'Forno' è offline. Invio lo stesso il comando (Accendi la luce)?"
    )
    assert await talk.answer(True) == "'Forno' è offline: non ho inviato nulla."
    clock.go(minutes=6)
    assert await talk.say("accendi la luce del forno") == "Fatto: Accendi la luce ('Forno'). Ora: luce accesa."


async def test_the_last_word_of_a_machine_that_is_away_is_told_with_its_time(
    talk: Talk, kitchen: Kitchen, clock: Clock
) -> None:
    await talk.say("che macchine ho?")
    await kitchen.unplug(talk, "Cella")
    clock.go(minutes=3)
    assert await talk.say("com'è la temperatura della cella?") == (
        "Cella: temperatura 2 °C. È offline: questo risale alle 13:00 (18/11)."
    )


async def test_without_the_machines_the_tasks_go_on(talk: Talk, kitchen: Kitchen) -> None:
    await talk.say("aggiungi comprare il latte")
    kitchen.away = True
    told = await talk.say("leggi la temperatura della cella")
    assert told == "Ora non riesco a raggiungere le macchine: non ho inviato nulla. Riprova tra poco."
    assert await talk.say("completa il latte") == "Ben fatto: ho segnato 'comprare il latte' come fatta."
    assert await talk.titles() == ["comprare il latte ✓"]


async def test_both_domains_go_into_one_message(talk: Talk, kitchen: Kitchen) -> None:
    await talk.say("aggiungi comprare il latte")
    asked = await talk.say("segna fatto il latte e spegni la luce del frigo")
    assert asked == f"Ben fatto: ho segnato 'comprare il latte' come fatta. {WHICH}"
    assert await talk.say("quello in sala") == "Fatto: Spegni la luce ('Frigo Sala'). Ora: luce spenta."
    assert await talk.titles() == ["comprare il latte ✓"]
    assert kitchen.sent == ["frigo-sala turn_off_light"]


async def test_what_fails_is_told_by_itself_and_holds_up_nothing(talk: Talk, kitchen: Kitchen) -> None:
    await talk.say("open the cold room door")
    await talk.answer(True)
    told = await talk.say("lock the cold room door, turn on the kitchen fridge light and add buy milk")
    assert told.splitlines() == [
        "'Cella' refuses that (Lock the door): the door is open. Nothing was changed.",
        "Done: Turn on the light ('Frigo Cucina'). Now: light on.",
        "Added 'buy milk'.",
    ]
    assert kitchen.sent == ["cella open_door", "cella lock_door", "frigo-cucina turn_on_light"]


async def test_a_value_out_of_bounds_is_questioned_with_the_bounds_before_anything_is_sent(
    talk: Talk, kitchen: Kitchen
) -> None:
    assert await talk.say("imposta il forno a 400 gradi") == (
        "400 non va bene per 'Forno': temperatura va da 50 a 280 °C. Quale valore imposto?"
    )
    assert await talk.say("set the cold room to 60 degrees") == (
        "60 can't be right for 'Cella': temperature goes from −5 to 8 °C. What should it be?"
    )
    assert kitchen.sent == []


async def test_another_organisations_machines_do_not_exist(begin: Begin, kitchen: Kitchen) -> None:
    ann, bob = await begin("Ann", "bistro"), await begin("Bob", "osteria")
    await ann.say("accendi la luce del forno")
    told = await bob.say("com'è lo stato del forno?")
    assert "luce spenta" in told
    theirs = {one.id for one in await kitchen.machines(Member(ann.person.id, "bistro"))}
    own = {one.id for one in await kitchen.machines(Member(bob.person.id, "osteria"))}
    assert not theirs & own
    assert "temperatura" not in await bob.say(f"leggi la temperatura di {next(iter(theirs))}")


async def test_what_is_offered_next_acts_on_the_machine_it_was_offered_for(talk: Talk, kitchen: Kitchen) -> None:
    await talk.say("accendi la luce del frigo sala")
    assert talk.following == ["Spegni la luce", "Avvia lo sbrinamento", "Leggi: temperatura"]
    assert (await talk.say("Leggi: temperatura")).startswith("Frigo Sala: temperatura ")
    assert talk.following[0] == "Imposta temperatura"
    assert await talk.say("Imposta temperatura") == "Quale valore per 'temperatura'?"
    assert await talk.say("7") == "Fatto: Imposta temperatura: 7 ('Frigo Sala'). Ora: temperatura impostata 7."
    assert kitchen.sent == ["frigo-sala turn_on_light", "frigo-sala set_temperature"]


async def test_what_is_offered_next_is_confirmed_where_it_is_dangerous(talk: Talk, kitchen: Kitchen) -> None:
    await talk.say("avvia l'abbattitore")
    assert "Ferma il ciclo" in talk.following
    assert await talk.say("Ferma il ciclo") == "Confermi: Ferma il ciclo ('Abbattitore')?"
    assert kitchen.sent == ["abbattitore start_cycle"]


async def choose(talk: Talk, name: str) -> str:
    """A choice in a conversation of its own, where nothing is in focus."""
    await talk.anew()
    assert (await talk.say("accendi la luce del frigo")).startswith("Quale intendi: ")
    return await talk.pick(talk.offered.index(name))


async def test_the_third_pick_is_proposed_from_then_on_and_a_yes_counts(talk: Talk, clock: Clock) -> None:
    for _ in range(3):
        assert (await choose(talk, "Frigo Sala")).startswith("Fatto: Accendi la luce ('Frigo Sala').")
        clock.go(minutes=1)
    await talk.anew()
    assert await talk.say("accendi la luce del frigo") == "Confermi: Accendi la luce ('Frigo Sala')?"
    assert (await talk.answer(True)).startswith("Fatto: Accendi la luce ('Frigo Sala').")
    kept = [(p["hint"], p["name"], p["count"]) for p in await talk.assistant.learned(talk.session)]
    assert ("luce frigo", "Frigo Sala", 4) in kept


async def test_what_was_forgotten_is_asked_again_and_nobody_else_learned_it(
    talk: Talk, clock: Clock, begin: Begin
) -> None:
    for _ in range(3):
        await choose(talk, "Frigo Sala")
        clock.go(minutes=1)
    colleague = await begin("Bob")
    assert await colleague.say("accendi la luce del frigo") == WHICH
    assert await talk.assistant.preferences.forget(talk.person.id, "luce frigo") == 1
    await talk.anew()
    assert await talk.say("accendi la luce del frigo") == WHICH


async def test_what_often_follows_is_offered_first(talk: Talk, clock: Clock) -> None:
    for _ in range(3):
        await talk.say("accendi la luce del frigo sala")
        clock.go(minutes=1)
        await talk.say("leggi l'umidità del frigo sala")
        clock.go(minutes=1)
    await talk.say("accendi la luce del frigo cucina")
    assert talk.following[0] == "Leggi: umidità"


async def test_an_undo_after_a_command_to_a_machine_asks_before_it_touches_a_task(talk: Talk, kitchen: Kitchen) -> None:
    await talk.say("aggiungi comprare il latte")
    await talk.say("accendi la luce della cella")
    assert await talk.say("annulla") == (
        "Un comando a una macchina non si può annullare. Annullo invece l'ultima modifica alle tue attività?"
    )
    assert await talk.titles() == ["comprare il latte"]
    assert await talk.say("sì") == "Annullando, 'comprare il latte' (#1) andrebbe via. Vuoi che lo faccia?"
    assert await talk.titles() == ["comprare il latte"]
    assert await talk.say("sì") == "Annullato: 'comprare il latte' non è più nella tua lista."
