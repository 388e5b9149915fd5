"""What is asked of a machine is answered as such: yes or no, the most, the mean, for how long."""

import pytest
from bistro import BISTRO
from household import Clock
from talking import Parlour, Talk
from workshop import employ, machines_of

from sayso import Engine
from sayso.machines.simulated.fleet import SimulatedFleet
from sayso.storage.database import Database


@pytest.fixture
async def talk(bistro: Database, engine: Engine) -> Talk:
    clock = Clock()  # Wednesday, one in the afternoon in Rome
    machines = machines_of(bistro, SimulatedFleet(bistro, clock, fails=False), clock)
    return await Parlour(bistro, engine, clock, machines).welcome(await employ(bistro, BISTRO, "Ann"))


async def test_whether_it_is_so_begins_with_yes_or_no_and_says_since_when(talk: Talk) -> None:
    assert await talk.say("is the oven on?") == "Yes, 'Forno' is on, since 11:30 (1 h 30 min)."
    assert await talk.say("il forno è spento?") == "No, 'Forno' è acceso, dalle 11:30 (1 h 30 min)."
    assert await talk.say("is the light of the kitchen fridge on?") == "No, 'Frigo Cucina': light off."
    assert await talk.say("il frigo sala è online?") == "Sì, 'Frigo Sala' è online."


async def test_what_nobody_can_tell_is_not_answered_with_yes_or_no(talk: Talk) -> None:
    assert (await talk.say("is the kitchen fridge on?")).startswith("Frigo Cucina (connected): temperature")


async def test_the_most_the_least_and_the_mean_are_told_with_their_time(talk: Talk) -> None:
    assert await talk.say("what was the highest temperature in the cold room today?") == (
        "Cella, temperature from 00:00 to 13:00: at most 5.5 °C, at 10:25."
    )
    assert await talk.say("temperatura minima della cella oggi") == (
        "Cella, temperatura dalle 00:00 alle 13:00: al minimo 1,1 °C, alle 06:55."
    )
    assert await talk.say("average temperature of the cold room over the last 6 hours") == (
        "Cella, temperature from 07:00 to 13:00: 2.2 °C on average."
    )


async def test_whether_it_was_beyond_a_bound_is_told_with_how_far_and_how_long(talk: Talk) -> None:
    assert await talk.say("was the cold room ever above 5 today?") == (
        "Yes, 'Cella' was above 5 °C for 10 min in all (from 00:00 to 13:00): at most 5.5 °C, at 10:25."
    )
    assert await talk.say("la cella è mai stata sopra i 10 gradi oggi?") == (
        "No, 'Cella' non ha mai superato 10 °C (dalle 00:00 alle 13:00): al massimo 5,5 °C, alle 10:25."
    )
    assert await talk.say("how long was the cold room above 3 today?") == (
        "'Cella' was above 3 °C for 45 min in all (from 00:00 to 13:00): at most 5.5 °C, at 10:25."
    )
    assert await talk.say("da quando la cella è sotto i 3 gradi?") == "'Cella' è sotto 3 °C dalle 11:00 (2 h)."
    assert (await talk.say("did the cold room stay below 4 today?")).startswith("No, 'Cella' did not stay below 4 °C")


async def test_whether_it_is_beyond_a_bound_now_is_told_with_the_value(talk: Talk) -> None:
    assert await talk.say("is the cold room below 5 degrees?") == "Yes, 'Cella' is at 2 °C (temperature)."
    assert await talk.say("il frigo cucina è sopra gli 8 gradi?") == "No, 'Frigo Cucina' è a 3,8 °C (temperatura)."


async def test_when_something_was_last_so_is_told_from_the_changes(talk: Talk) -> None:
    told = await talk.say("when was the cold room door last opened")
    assert "door open" in told
    assert "closed" not in told


async def test_several_are_read_together_and_ordered_by_one_yes(talk: Talk) -> None:
    assert await talk.say("temperature of both fridges") == (
        "Frigo Cucina: temperature 3.8 °C. Frigo Sala: temperature 6.4 °C."
    )
    assert (await talk.say("spegni le luci dei due frighi")).startswith(
        "Spegni la luce, su queste 2 macchine: 'Frigo Cucina', 'Frigo Sala'?"
    )
    done = await talk.say("sì")
    assert "('Frigo Cucina'). Ora: luce spenta." in done
    assert "('Frigo Sala'). Ora: luce spenta." in done


async def test_a_value_out_of_bounds_is_asked_for_again_and_then_set(talk: Talk) -> None:
    assert await talk.say("set the oven to 400") == (
        "400 can't be right for 'Forno': temperature goes from 50 to 280 °C. What should it be?"
    )
    assert await talk.say("200") == "Done: Set temperature: 200 ('Forno'). Now: target temperature 200."
