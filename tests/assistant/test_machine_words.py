"""What is said about what machines answered, in each language."""

from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from sayso import Engine
from sayso.assistant.wings.machine_words import MachineSpeech, about

COMMAND = {
    "status": "success",
    "effect": "confirmed",
    "device_id": "fc",
    "device_name": "Frigo Cucina",
    "machine_command_id": "fc:on",
    "command_name": "turn_on_light",
    "overrides": {},
    "states": {"light": True, "door": "closed"},
}
SET = {**COMMAND, "command_name": "set_temperature", "overrides": {"temperature": 3.5}, "states": {}}
WRONG = {**COMMAND, "status": "error", "error_message": "No.", "suggestion": ""}
POINTS = [
    {"at": f"2026-11-15T0{hour}:00:00+00:00", "value": value} for hour, value in ((3, 2.5), (4, None), (5, -4.25))
]
SERIES = {"metric": "temperature", "unit": "°C", "points": POINTS}
METRICS = {"status": "success", "device_id": "ce", "device_name": "Cella", "series": [SERIES], "latest": []}
LATEST = [
    {"metric": "temperature", "unit": "°C", "value": 3.44, "at": "2026-11-15T08:00:00+00:00"},
    {"metric": "humidity", "unit": "%", "value": 82.0, "at": "2026-11-15T08:00:00+00:00"},
]
DAY = {"from": "2026-11-14T23:00:00+00:00", "to": "2026-11-15T08:00:00+00:00", "has_more": False}
HAPPENED = {"status": "success", "device_id": "ce", "device_name": "Cella", **DAY}
OPENED = {"at": "2026-11-15T06:30:00+00:00", "name": "door", "value": True}

CASES: list[tuple[str, dict[str, Any], str, str]] = [
    (
        "machine_command_execute",
        COMMAND,
        "Done: Turn on the light ('Frigo Cucina'). Now: light on.",
        "Fatto: Accendi la luce ('Frigo Cucina'). Ora: luce accesa.",
    ),
    (
        "machine_command_execute",
        SET,
        "Done: Set temperature: 3.5 ('Frigo Cucina').",
        "Fatto: Imposta temperatura: 3,5 ('Frigo Cucina').",
    ),
    (
        "machine_command_execute",
        {**SET, "overrides": {"temperature": {"by": 2}}},
        "Done: Set temperature: +2 ('Frigo Cucina').",
        "Fatto: Imposta temperatura: +2 ('Frigo Cucina').",
    ),
    (
        "machine_command_execute",
        {**COMMAND, "effect": "sent"},
        "I sent it to 'Frigo Cucina': Turn on the light. It doesn't say whether it did it.",
        "Ho inviato il comando a 'Frigo Cucina': Accendi la luce. La macchina non dice se l'ha eseguito.",
    ),
    (
        "machine_command_execute",
        {**WRONG, "error": "offline"},
        "'Frigo Cucina' is offline: I sent nothing.",
        "'Frigo Cucina' è offline: non ho inviato nulla.",
    ),
    (
        "machine_command_execute",
        {**WRONG, "error": "timed_out"},
        "I sent it to 'Frigo Cucina' (Turn on the light), but no answer came in time: it may or may not have been "
        "done. Look at it before you try again.",
        "Ho inviato il comando a 'Frigo Cucina' (Accendi la luce), ma la risposta non è arrivata in tempo: può essere "
        "stato eseguito oppure no. Controlla prima di riprovare.",
    ),
    (
        "machine_command_execute",
        {**WRONG, "error": "rejected", "reason": "the door is open"},
        "'Frigo Cucina' refuses that (Turn on the light): the door is open. Nothing was changed.",
        "'Frigo Cucina' rifiuta il comando (Accendi la luce): la porta è aperta. Non è cambiato nulla.",
    ),
    (
        "machine_command_execute",
        {"status": "error", "error": "unavailable", "error_message": "", "suggestion": ""},
        "I can't reach the machines right now, so I sent nothing. Please try again in a moment.",
        "Ora non riesco a raggiungere le macchine: non ho inviato nulla. Riprova tra poco.",
    ),
    (
        "metrics_read",
        METRICS,
        "Cella, temperature from 04:00 to 06:00: between −4.2 and 2.5 °C, last −4.2 °C.",
        "Cella, temperatura dalle 04:00 alle 06:00: tra −4,2 e 2,5 °C, ultima −4,2 °C.",
    ),
    (
        "metrics_read",
        {**METRICS, "series": [], "latest": LATEST},
        "Cella: temperature 3.4 °C, humidity 82 %.",
        "Cella: temperatura 3,4 °C, umidità 82 %.",
    ),
    (
        "metrics_read",
        {**METRICS, "series": []},
        "There are no readings of 'Cella' for that.",
        "Non ci sono letture di 'Cella' per questo.",
    ),
    (
        "device_firmware_detail",
        {
            **METRICS,
            "connected": False,
            "firmware": "2.1",
            "latest": LATEST[:1],
            "states": [{"name": "door", "value": "closed"}],
            "commands": [{"id": "x", "name": "start_defrost"}],
        },
        "Cella (offline): temperature 3.4 °C, door closed. Firmware 2.1. It can: Start the defrost.",
        "Cella (offline): temperatura 3,4 °C, porta chiusa. Firmware 2.1. Può fare: Avvia lo sbrinamento.",
    ),
    (
        "list_machines",
        {
            "status": "success",
            "total": 3,
            "machines": [
                {"name": "Cella", "connected": True, "place": "cantina"},
                {"name": "Forno", "connected": None},
            ],
        },
        "There are 3 machines:\n1. Cella: connected (cantina)\n2. Forno: connection unknown\n… and one more.",
        "Ci sono 3 macchine:\n1. Cella: online (cantina)\n2. Forno: connessione sconosciuta\n… e un'altra.",
    ),
    (
        "list_machines",
        {"status": "success", "machines": []},
        "There are no machines that fit.",
        "Non ci sono macchine che corrispondono.",
    ),
    (
        "states_read",
        {**HAPPENED, "states": [OPENED]},
        "Cella, one change from 00:00 to 09:00:\n07:30 door open",
        "Cella, un cambiamento dalle 00:00 alle 09:00:\n07:30 porta aperta",
    ),
    (
        "events_read",
        {**HAPPENED, "events": []},
        "Nothing happened to 'Cella' from 00:00 to 09:00.",
        "A 'Cella' non è successo nulla dalle 00:00 alle 09:00.",
    ),
]


@pytest.mark.parametrize(("tool", "result", "english", "italian"), CASES)
def test_every_answer_of_a_machine_is_told_in_each_language(
    tool: str, result: dict[str, Any], english: str, italian: str, engine: Engine
) -> None:
    said = [
        about(
            tool,
            result,
            MachineSpeech(
                p, partial(engine.command_label, pack=p), partial(engine.metric_label, pack=p), ZoneInfo("Europe/Rome")
            ),
        )
        for p in engine.packs
    ]
    assert said == [english, italian]


def test_only_the_last_of_many_events_are_told(engine: Engine) -> None:
    pack = engine.packs[0]
    many = {**HAPPENED, "events": [{**OPENED, "name": "door_left_open", "value": None}] * 30}
    speech = MachineSpeech(pack, str, str, ZoneInfo("Europe/Rome"))
    lines = about("events_read", many, speech).splitlines()
    assert lines[0] == "Cella, 30 events from 00:00 to 09:00:"
    assert lines[1] == "07:30 door left open"
    assert lines[-1] == "… only the last 10 are shown."
    assert len(lines) == 12
