"""A part of what was just noted down, put right: it is asked about, and a word of it is never a time or an order."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2036-01-16T18:20:00+01:00"
TITLE = {
    "en": "ring the bookbinder in Modena about 12 boxes in room 7",
    "it": "chiamare il rilegatore di Modena per 12 scatole in aula 7",
}
NOTE = {"en": "card 4417 is in the red drawer", "it": "la tessera 4417 è nel cassetto rosso, taglia M"}
TO_THE_TITLE = {
    "en": {
        "Parma, not Modena": "Modena > Parma",
        "not Modena but Parma": "Modena > Parma",
        "I meant Parma": "Modena > Parma",
        "it's Parma": "Modena > Parma",
        "the florist in Modena, I meant": "bookbinder > florist",
        "no, 20 boxes": "12 boxes > 20 boxes",
        "make it 20 boxes": "12 boxes > 20 boxes",
        "wait, 14 boxes not 12": "12 > 14",
        "sorry, room 21": "room 7 > room 21",
        "actually the florist in Modena": "bookbinder > florist",
        "I said the bookbinder in Parma": "Modena > Parma",
        "sorry, not the bookbinder, the florist": "bookbinder > florist",
        "no, text the bookbinder": "ring > text",
    },
    "it": {
        "Parma, non Modena": "Modena > Parma",
        "non Modena, Parma": "Modena > Parma",
        "volevo dire Parma": "Modena > Parma",
        "il fioraio di Modena volevo dire": "rilegatore > fioraio",
        "anzi 20 scatole": "12 scatole > 20 scatole",
        "no, 20 scatole": "12 scatole > 20 scatole",
        "scusa, aula 21": "aula 7 > aula 21",
        "anzi, il fioraio di Modena": "rilegatore > fioraio",
        "ho detto il rilegatore di Parma": "Modena > Parma",
    },
}
TO_THE_NOTE = {
    "en": {
        "4471, not 4417": "4417 > 4471",
        "sorry, 4471": "4417 > 4471",
        "no, it's in the green drawer": "red > green",
        "green, not red": "red > green",
    },
    "it": {
        "4471, non 4417": "4417 > 4471",
        "scusa, 4471": "4417 > 4471",
        "no, nel cassetto verde": "rosso > verde",
        "no, taglia L": "taglia M > taglia L",
        "verde, non rosso": "rosso > verde",
    },
}
OTHERWISE = {  # what is said of the same record, and puts no part of a text right
    "en": (
        ("no, saturday", "new_due"),
        ("sorry, Saturday", "new_due"),
        ("not friday, saturday", "new_due"),
        ("make it 5pm", "new_due"),
        ("no, high", "new_priority"),
        ("12 boxes is enough", ""),
        ("no not Modena", ""),
    ),
    "it": (
        ("no, sabato", "new_due"),
        ("scusa, Sabato", "new_due"),
        ("non venerdì, sabato", "new_due"),
        ("facciamo alle 17", "new_due"),
        ("no, alta", "new_priority"),
    ),
}
TASKS: list[dict[str, Any]] = [
    {"id": "t1", "number": 1, "title": "", "due": "2036-01-18"},
    {"id": "t2", "number": 2, "title": "take the cat to the vet (portare il gatto dal veterinario)"},
]


def decided(message: str, language: str, engine: Engine, note: str = "") -> Any:
    given: dict[str, Any] = {"task_identifier": "t1", "new_description": note} if note else {"title": TITLE[language]}
    step = {"tool_name": "update_task" if note else "add_task", "parameters": given, "outcome": "done"}
    history = [
        {"role": "user", "content": "…"},
        {"role": "assistant", "content": "OK.", "steps": [step], "shown": ["t1"]},
    ]
    tasks = [{**TASKS[0], "title": TITLE[language], "description": note}, TASKS[1]]
    request = {"message": message, "now": NOW, "language": language, "history": history}
    return engine.decide({**request, "context": {"tasks": tasks}}).to_dict()


def put_right(text: str, change: str) -> str:
    wrong, right = change.split(" > ")
    assert text.count(wrong) == 1
    return text.replace(wrong, right)


@pytest.mark.parametrize(("language", "message"), [(lang, m) for lang in TO_THE_TITLE for m in TO_THE_TITLE[lang]])
def test_a_part_of_a_name_is_put_right(language: str, message: str, engine: Engine) -> None:
    decision = decided(message, language, engine)
    title = put_right(TITLE[language], TO_THE_TITLE[language][message])
    assert decision["status"] == "confirm"
    assert [s["parameters"] for s in decision["steps"]] == [{"task_identifier": "t1", "new_title": title}]


@pytest.mark.parametrize(("language", "message"), [(lang, m) for lang in TO_THE_NOTE for m in TO_THE_NOTE[lang]])
def test_a_part_of_a_note_is_put_right_in_its_place(language: str, message: str, engine: Engine) -> None:
    decision = decided(message, language, engine, NOTE[language])
    note = put_right(NOTE[language], TO_THE_NOTE[language][message])
    assert decision["status"] == "confirm"
    assert [s["parameters"] for s in decision["steps"]] == [{"task_identifier": "t1", "new_description": note}]


@pytest.mark.parametrize(
    ("language", "message", "value"), [(lang, *said) for lang in OTHERWISE for said in OTHERWISE[lang]]
)
def test_another_value_of_the_record_stays_one(language: str, message: str, value: str, engine: Engine) -> None:
    for note in ("", NOTE[language]):
        steps = decided(message, language, engine, note)["steps"]
        given = [set(s["parameters"]) - {"task_identifier"} for s in steps if s["status"] in ("call", "confirm")]
        assert given == ([{value}] if value else [])
