"""Talk after an order to a machine: idioms with a word for more, again, on, open, close or stop order nothing."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2036-01-16T18:20:00+01:00"
ABLE = {
    "Garage Door": ("porta del garage", ("open", "close", "stop")),
    "Oven": ("forno", ("turn_on", "turn_off", "set_temperature", "raise_temperature", "lower_temperature")),
    "Washing Machine": ("lavatrice", ("turn_on", "turn_off", "start_cycle", "stop_cycle", "pause", "resume")),
    "Hallway Light": ("luce del corridoio", ("turn_on", "turn_off")),
}
DONE: dict[str, dict[str, object]] = {
    "Garage Door:open": {},
    "Garage Door:stop": {},
    "Oven:turn_on": {},
    "Oven:set_temperature": {"temperature": 180},
    "Washing Machine:start_cycle": {},
    "Hallway Light:turn_off": {},
}
TALK = {
    "en": (
        "tell me more",
        "thanks a lot",
        "more or less",
        "that's more like it",
        "no more news",
        "I need more sleep",
        "any more news?",
        "what else is new",
        "one more thing",
        "so far so good",
        "all good",
        "the rest is history",
        "good going",
        "way to go",
        "what's up",
        "I'm off",
        "I'm done here",
        "that's on me",
        "on it",
        "come on",
        "hold on",
        "move on",
        "back in a bit",
        "I'll be back soon",
        "I'm down for that",
        "it's up to you",
        "fair enough",
        "too much information",
        "much better",
        "less is more",
        "say no more",
        "the more the merrier",
        "I could eat more",
        "nothing more",
        "what more can I say",
        "he's a bit off today",
        "shut up",
        "you're on",
        "get on with it",
        "that's the spirit",
        "keep it up",
        "keep up the good work",
        "keep me posted",
        "carry on being lovely",
        "start the day right",
        "stop being silly",
        "stop worrying",
        "I can't stop",
        "don't stop me now",
        "never stop learning",
        "up we go",
        "down in the dumps",
        "lights out for me",
        "I'm going up to bed",
        "close call",
        "close enough",
        "that was close",
        "open your heart",
        "I'm open to ideas",
        "a closed book",
        "go on",
        "go on then",
        "go ahead",
        "ok go",
        "as you were",
        "right then",
        "hang on a second",
        "wait a minute",
        "no worries",
        "who's there",
        "how come",
        "why not",
        "says who",
        "you and me both",
        "once bitten twice shy",
        "again and again",
        "not again",
        "here we go again",
        "over and out",
        "half and half",
        "two is company",
        "three's a crowd",
        "ten out of ten",
        "give me five",
        "high five",
        "20 years ago",
        "I'm 45",
        "see you at 8",
        "nine lives",
        "one eighty degrees different opinion",
    ),
    "it": (
        "dimmi di più",
        "grazie mille",
        "più o meno",
        "così va meglio",
        "niente di nuovo",
        "ho bisogno di dormire di più",
        "altre novità?",
        "che altro c'è di nuovo",
        "un'altra cosa",
        "fin qui tutto bene",
        "tutto a posto",
        "che si dice",
        "vado via",
        "ho finito",
        "ci penso io",
        "dai",
        "aspetta",
        "andiamo avanti",
        "torno tra poco",
        "ci sto",
        "dipende da te",
        "giusto",
        "troppa grazia",
        "molto meglio",
        "meno male",
        "non dico altro",
        "più siamo meglio è",
        "mangerei ancora",
        "nient'altro",
        "che altro dire",
        "oggi è un po' giù",
        "zitto",
        "su con la vita",
        "forza e coraggio",
        "continua così",
        "tienimi aggiornato",
        "smettila scemo",
        "non mi fermo più",
        "fermi tutti",
        "vado su a letto",
        "giù di morale",
        "c'è mancato poco",
        "sono aperto a idee",
        "chiuso per ferie",
        "vai",
        "vai tranquillo",
        "procedi pure con calma",
        "un attimo",
        "un secondo",
        "niente paura",
        "chi è",
        "come mai",
        "perché no",
        "anche tu",
        "ancora tu",
        "ancora?",
        "di nuovo?",
        "metà e metà",
        "in due è meglio",
        "dieci e lode",
        "dammi il cinque",
        "vent'anni fa",
        "ho 45 anni",
        "ci vediamo alle 8",
        "sette vite",
        "apriti cielo",
        "chiudiamo qui il discorso",
        "spengo il cervello",
        "accendo la tv da me",
    ),
}
MACHINES = [
    {"id": m, "name": m, "description": told, "commands": [{"id": f"{m}:{c}", "name": c} for c in able]}
    for m, (told, able) in ABLE.items()
]


PLAIN = {  # the same words, where they do order something of what was just ordered
    ("en", "Garage Door:open"): {"close it": "close", "shut it again": "close", "stop": "stop"},
    ("it", "Garage Door:open"): {"chiudila": "close", "richiudila": "close", "ferma": "stop"},
    ("en", "Oven:turn_on"): {"turn it off": "turn_off", "off again": "turn_off"},
    ("it", "Oven:turn_on"): {"spegnilo": "turn_off", "rispegnilo": "turn_off"},
    ("en", "Hallway Light:turn_off"): {"turn it on": "turn_on", "on again": "turn_on"},
    ("it", "Hallway Light:turn_off"): {"accendila": "turn_on", "riaccendila": "turn_on"},
}


def decided(message: str, language: str, done: str, engine: Engine) -> Any:
    given: dict[str, object] = {"device_id": done.partition(":")[0], "machine_command_id": done}
    given |= {"overrides": DONE[done]} if DONE[done] else {}
    step = {"tool_name": "machine_command_execute", "parameters": given, "outcome": "done"}
    history = [{"role": "user", "content": "…"}, {"role": "assistant", "content": "OK.", "steps": [step]}]
    tasks = [{"id": "t1", "number": 1, "title": "clear out the garage"}]
    request = {"message": message, "now": NOW, "language": language, "history": history}
    return engine.decide({**request, "context": {"machines": MACHINES, "tasks": tasks}}).to_dict()


@pytest.mark.untraced
@pytest.mark.parametrize("done", DONE)
@pytest.mark.parametrize("language", TALK)
def test_talk_after_an_order_orders_nothing(language: str, done: str, engine: Engine) -> None:
    for message in TALK[language]:
        decision = decided(message, language, done, engine)
        called = [s["parameters"] for s in decision["steps"] if s["status"] == "call"]
        assert not [p for p in called if "machine_command_id" in p], message


@pytest.mark.parametrize(("language", "done"), PLAIN)
def test_a_plain_order_after_an_order_still_is_one(language: str, done: str, engine: Engine) -> None:
    for message, act in PLAIN[language, done].items():
        steps = decided(message, language, done, engine)["steps"]
        given = [s["parameters"].get("machine_command_id") for s in steps]
        assert given == [f"{done.partition(':')[0]}:{act}"], message
