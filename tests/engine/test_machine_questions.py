"""What people ask of machines: which tool, which stretch of time, and what is asked of the values or states."""

import pytest
from machines_said import KITCHEN, NOW, deeds

from sayso import Engine

TODAY = {"from": "2026-11-16T00:00:00+01:00", "to": NOW}
NIGHT = {"from": "2026-11-15T20:00:00+01:00", "to": "2026-11-16T08:00:00+01:00"}
TEMPERATURE = {"metric_names": ["temperature"]}


@pytest.mark.parametrize(
    ("message", "machine", "said"),
    [
        ("is the oven on?", "Forno", {"state": "on"}),
        ("did I leave the oven on?", "Forno", {"state": "on"}),
        ("is the cold room door open?", "Cella", {"state": "open", "part": "door"}),
        ("is the light on in the kitchen fridge?", "Frigo Cucina", {"state": "on", "part": "light"}),
        ("since when has frigo sala been offline", "Frigo Sala", {"state": "offline"}),
        ("how long has the oven been on?", "Forno", {"state": "on"}),
        ("il forno è acceso?", "Forno", {"state": "on"}),
        ("il forno è spento?", "Forno", {"state": "off"}),
        ("la porta della cella è aperta?", "Cella", {"state": "open", "part": "door"}),
        ("è chiusa la porta della cella?", "Cella", {"state": "closed", "part": "door"}),
        ("da quanto tempo è acceso il forno?", "Forno", {"state": "on"}),
        ("il frigo sala è connesso?", "Frigo Sala", {"state": "online"}),
    ],
)
def test_a_state_is_asked_about_as_such(engine: Engine, message: str, machine: str, said: dict[str, object]) -> None:
    assert deeds(engine, message) == [("call", "device_firmware_detail", {"device_id": machine, **said})]


@pytest.mark.parametrize(
    ("message", "machine", "said"),
    [
        ("what was the highest temperature in the cold room today?", "Cella", {**TODAY, "aggregate": "max"}),
        ("how warm did the kitchen fridge get last night?", "Frigo Cucina", {**NIGHT, "aggregate": "max"}),
        ("lowest temperature of the oven today", "Forno", {**TODAY, "aggregate": "min"}),
        ("average temperature of the cold room today", "Cella", {**TODAY, "aggregate": "average"}),
        ("was the cold room ever above 5 today?", "Cella", {**TODAY, "above": 5}),
        ("has the kitchen fridge been over 8 degrees?", "Frigo Cucina", {"above": 8, "aggregate": "max"}),
        ("did the cold room stay below 4 today?", "Cella", {**TODAY, "below": 4, "aggregate": "max"}),
        ("is the kitchen fridge below 5 degrees?", "Frigo Cucina", {"below": 5}),
        ("is the oven hotter than 180?", "Forno", {"above": 180}),
        ("how long was the cold room above 5 today?", "Cella", {**TODAY, "above": 5, "aggregate": "duration"}),
        ("qual è stata la temperatura massima della cella oggi?", "Cella", {**TODAY, "aggregate": "max"}),
        ("temperatura minima del frigo cucina stanotte", "Frigo Cucina", {**NIGHT, "aggregate": "min"}),
        ("temperatura media della cella oggi", "Cella", {**TODAY, "aggregate": "average"}),
        ("la cella è mai stata sopra i 5 gradi oggi?", "Cella", {**TODAY, "above": 5}),
        ("il frigo cucina ha superato gli 8 gradi?", "Frigo Cucina", {"above": 8, "aggregate": "max"}),
        ("il frigo cucina è sotto i 5 gradi?", "Frigo Cucina", {"below": 5}),
        ("l'abbattitore è sotto zero?", "Abbattitore", {"below": 0}),
        ("da quando il frigo cucina è sopra i 5 gradi?", "Frigo Cucina", {"above": 5, "aggregate": "duration"}),
    ],
)
def test_what_is_asked_of_the_values_goes_with_the_call(
    engine: Engine, message: str, machine: str, said: dict[str, object]
) -> None:
    assert deeds(engine, message) == [("call", "metrics_read", {"device_id": machine, **TEMPERATURE, **said})]


@pytest.mark.parametrize(
    "message", ["is the humidity of the cold room above 80%?", "l'umidità della cella supera l'80%?"]
)
def test_a_bound_of_something_else_is_of_that(engine: Engine, message: str) -> None:
    said = {"device_id": "Cella", "metric_names": ["humidity"], "above": 80}
    assert deeds(engine, message) == [("call", "metrics_read", said)]


@pytest.mark.parametrize(
    ("message", "tool", "said"),
    [
        ("when was the cold room door last opened", "states_read", {"state": "open", "part": "door"}),
        ("when did the oven turn on?", "states_read", {"state": "on"}),
        ("quando hanno aperto la cella l'ultima volta", "events_read", {}),
    ],
)
def test_what_happened_last_is_looked_for_in_the_last_week(
    engine: Engine, message: str, tool: str, said: dict[str, object]
) -> None:
    (status, name, given), *_ = deeds(engine, message)
    assert (status, name) == ("call", tool)
    assert given["from"] == "2026-11-09T10:00:00+01:00"
    assert given.items() >= said.items()


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("which are offline", {"is_connected": False}),
        ("is anything offline?", {"is_connected": False}),
        ("which machines are in the kitchen", {"search": "kitchen"}),
        ("list the devices in the kitchen", {"search": "kitchen"}),
        ("which fridges do I have", {"search": "fridges"}),
        ("list the appliances you can control", {}),
        ("quali sono offline?", {"is_connected": False}),
        ("c'è qualcosa offline?", {"is_connected": False}),
        ("che macchine ci sono in cucina", {"search": "cucina"}),
        ("elenca le macchine in magazzino", {"search": "magazzino"}),
    ],
)
def test_machines_are_listed_by_connection_and_place(engine: Engine, message: str, said: dict[str, object]) -> None:
    assert deeds(engine, message) == [("call", "list_machines", said)]


@pytest.mark.parametrize("message", ["which books do I have", "quali libri ho?"])
def test_what_is_no_machine_is_not_listed(engine: Engine, message: str) -> None:
    assert "list_machines" not in [tool for _, tool, _ in deeds(engine, message)]


@pytest.mark.parametrize(
    ("message", "since"),
    [
        ("temperature of the cold room since friday", "2026-11-13T00:00:00+01:00"),
        ("temperatura della cella da venerdì", "2026-11-13T00:00:00+01:00"),
        ("temperature of the cold room over the weekend", "2026-11-14T00:00:00+01:00"),
    ],
)
def test_a_stretch_of_time_is_read(engine: Engine, message: str, since: str) -> None:
    (_, tool, given), *_ = deeds(engine, message)
    assert (tool, given["from"]) == ("metrics_read", since)
    assert str(given["to"]) >= "2026-11-16T00:00:00+01:00"


@pytest.mark.parametrize(
    ("message", "value"),
    [
        ("metti il forno a centonovanta gradi", 190),
        ("imposta il forno a duecento", 200),
        ("metti il forno a novanta gradi", 90),
        ("set the oven to two hundred and twenty degrees", 220),
        ("raise the oven to 200", 200),
        ("alza il forno di un grado", {"by": 1}),
        ("abbassa di mezzo grado il frigo cucina", {"by": -0.5}),
        ("lower the cold room by a degree", {"by": -1}),
        ("the kitchen fridge is too warm, bring it down a degree", {"by": -1}),
        ("il frigo sala è troppo freddo, alzalo di due", {"by": 2}),
    ],
)
def test_numbers_are_understood_in_words_and_beside_their_unit(engine: Engine, message: str, value: object) -> None:
    (status, tool, given), *_ = deeds(engine, message)
    assert (status in ("call", "confirm"), tool) == (True, "machine_command_execute")
    assert given["overrides"] == {"temperature": value}


@pytest.mark.parametrize(
    ("message", "commands"),
    [
        ("oven to 200 and its light on", ["Forno:set_temperature", "Forno:turn_on_light"]),
        ("set the oven to 180 and the kitchen fridge to 4", ["Forno:set_temperature", "Frigo Cucina:set_temperature"]),
        ("forno a 200 e frigo cucina a 4", ["Forno:set_temperature", "Frigo Cucina:set_temperature"]),
        ("accendi la luce del frigo sala anzi del frigo cucina", ["Frigo Cucina:turn_on_light"]),
        ("it's pitch black in the cold room, put the light on", ["Cella:turn_on_light"]),
        ("in cella non si vede niente, accendi la luce", ["Cella:turn_on_light"]),
    ],
)
def test_what_is_asked_in_one_breath_goes_to_the_machine_that_was_named(
    engine: Engine, message: str, commands: list[str]
) -> None:
    found = deeds(engine, message)
    assert [given.get("machine_command_id") for _, _, given in found] == commands
    assert all(status in ("call", "confirm") for status, _, _ in found)


def test_how_long_is_handed_on_where_the_command_takes_it_and_else_is_confirmed(engine: Engine) -> None:
    oven = next(m for m in KITCHEN if m["id"] == "Forno")
    timed = [{"id": "on", "name": "turn_on", "takes": {"duration": {"unit": "min", "min": 1, "max": 120}}}]
    found = deeds(engine, "turn on the oven for half an hour", [{**oven, "commands": timed}])
    assert found == [
        (
            "call",
            "machine_command_execute",
            {"device_id": "Forno", "machine_command_id": "on", "overrides": {"duration": 30}},
        )
    ]
    beyond = deeds(engine, "accendi il forno per 4 ore", [{**oven, "commands": timed}])
    assert [status for status, _, _ in beyond] == ["ask"]
    assert [status for status, _, _ in deeds(engine, "turn on the oven for 20 minutes")] == ["confirm"]


def test_to_raise_is_to_set_where_a_machine_can_only_be_set(engine: Engine) -> None:
    only = [
        {"id": "x", "name": "Oven", "serial": "", "commands": [{"id": "s", "name": "set_temperature"}], "metrics": []}
    ]
    found = deeds(engine, "raise the oven by 20 degrees", only)
    assert [given["overrides"] for _, _, given in found] == [{"temperature": {"by": 20}}]
    assert [status for status, _, _ in deeds(engine, "raise the oven temperature", only)] == ["ask"]


@pytest.mark.parametrize(
    ("message", "machine"),
    [
        ("turn off the oven light, no, the cold room one", "Cella"),
        ("spegni la luce del forno, no, della cella", "Cella"),
        ("turn on the oven's light", "Forno"),
        ("accendi la luce della cella, anzi no del forno", "Forno"),
    ],
)
def test_what_is_taken_back_is_not_done(engine: Engine, message: str, machine: str) -> None:
    found = deeds(engine, message)
    assert [given["device_id"] for _, _, given in found] == [machine]
    assert str(found[0][2]["machine_command_id"]).endswith("_light")


def test_an_amount_beside_its_unit_is_never_lost(engine: Engine) -> None:
    (_, _, given), *_ = deeds(engine, "make the cold room two degrees warmer")
    assert given["overrides"] == {"temperature": {"by": 2}}
