"""Conversations that go on: a message that says only what is new is read against what was last done, shown or asked."""

from pathlib import Path

import pytest

from sayso import Engine
from sayso_evals.blind import world_of
from sayso_evals.stage import Stage

WORLD = Path(__file__).parent.parent / "blind"
QUIET = (("filter", "all"), ("priority", "medium"))


def told(engine: Engine, language: str, messages: list[str]) -> list[str]:
    """What is decided at each turn; a question is answered with yes, unless its message ends with three dots."""
    world = world_of(WORLD, language)
    stage = Stage(world, [dict(t) for t in world.context["tasks"]])
    out = []
    for message in messages:
        said = message.removesuffix("...")
        decision = engine.decide(stage.request(said), stage.known()).to_dict()
        titles = stage.titles()
        steps = decision["steps"]
        assert isinstance(steps, list)
        out.append(" + ".join(shown(s, titles) for s in steps) or "nothing")
        stage.play(said, decision, decision["status"] == "confirm" and said == message)
    return out


def shown(step: dict[str, object], titles: dict[str, str]) -> str:
    given = step["parameters"]
    assert isinstance(given, dict)
    values = [titles.get(str(v), v) for n, v in given.items() if (n, v) not in QUIET]
    return " ".join((str(step["status"]), *(str(v).split(":", 1)[-1] if "_" in str(v) else str(v) for v in values)))


TASKS = {
    "a day after a search lists that day, and moves nothing": [
        ("en", ["when is the dentist", "and on the 24th"], "call 2026-11-24"),
        ("it", ["quand'è il dentista?", "e il 24"], "call 2026-11-24"),
    ],
    "what a remark names before it is meant, not what was done last": [
        (
            "en",
            ["change the flour...", "the gym membership closes earlier now, change it to noon tomorrow"],
            "call renew the gym membership 2026-11-17T12:00:00+01:00",
        ),
    ],
    "a correction takes back what was done and does it to the other": [
        ("en", ["mark the dentist as done", "no, I meant the report"], "call + call quarterly report"),
        (
            "en",
            ["move the gym thing to thursday", "no wait, the flour"],
            "call + call order flour and yeast 2026-11-19",
        ),
        ("en", ["complete call mark", "wrong one, I meant the dentist"], "call + call call the dentist"),
        ("it", ["segna fatto il dentista", "no, intendevo la relazione"], "call + call relazione trimestrale"),
        (
            "it",
            ["sposta la palestra a giovedì", "no aspetta, la farina"],
            "call + call ordinare farina e lievito 2026-11-19",
        ),
        (
            "en",
            ["what's high priority", "mark the report done", "no, the other one"],
            "call + call pay the electricity bill",
        ),
    ],
    "a contrast with a value of its own takes nothing back": [
        (
            "it",
            ["rimanda la relazione di tre giorni", "i filtri invece anticipali di un giorno"],
            "call pulire i filtri della cappa 2026-11-12",
        ),
        (
            "en",
            ["move the gym thing to thursday", "the flour to friday instead"],
            "call order flour and yeast 2026-11-20",
        ),
    ],
    "what may wait till a day is moved, and weighs as before": [
        ("en", ["what's high priority", "the report can wait until the 25th"], "confirm quarterly report 2026-11-25"),
    ],
    "the day after a list is another list": [
        ("en", ["what's on tomorrow", "and the day after"], "call 2026-11-18"),
        ("en", ["what's on tomorrow", "and thursday"], "call 2026-11-19"),
        ("it", ["cosa ho domani", "e il giorno dopo"], "call 2026-11-18"),
    ],
    "them is several": [
        (
            "en",
            ["add buy candles and call Leo", "make them both high"],
            "confirm buy candles high + confirm call Leo high",
        ),
        (
            "it",
            ["aggiungi lavare il furgone e chiamare Leo", "mettile tutte e due a domenica"],
            "confirm lavare il furgone 2026-11-22 + confirm chiamare Leo 2026-11-22",
        ),
        ("en", ["add buy candles", "make them both high..."], "ask high"),
    ],
    "what was to be added and is not there is no other record": [
        ("it", ["aggiungi comprare il panettone", "annulla", "per il 20 dicembre"], "ask 2026-12-20"),
        ("en", ["add buy candles", "undo", "on friday..."], "ask 2026-11-20"),
    ],
    "what was taken back and is wanted after all is done again": [
        ("it", ["aggiungi comprare il panettone", "annulla", "no, rimettilo..."], "confirm"),
    ],
    "it is done again only where it was undone": [
        ("en", ["do it again please"], "nothing"),
        ("en", ["add fix the sink", "do it again"], "nothing"),
        ("en", ["mark the dentist as done", "undo", "do it again"], "confirm"),
        ("it", ["segna fatto il dentista", "annulla", "rifallo"], "confirm"),
    ],
    "how often, said alone": [
        (
            "en",
            ["milk should repeat every monday and thursday", "only mondays actually"],
            "call buy milk FREQ=WEEKLY;BYDAY=MO",
        ),
        (
            "it",
            ["aggiungi stirare ogni mercoledì", "anzi un mercoledì sì e uno no"],
            "call stirare FREQ=WEEKLY;INTERVAL=2;BYDAY=WE",
        ),
        ("it", ["aggiungi stirare ogni giorno", "solo il lunedì e il venerdì"], "call stirare FREQ=WEEKLY;BYDAY=MO,FR"),
        ("en", ["add iron the shirts on friday", "only mondays actually"], "call iron the shirts 2026-11-23"),
    ],
    "the same again for another record": [
        ("en", ["make the dentist high priority", "and the report too"], "call quarterly report high"),
        ("it", ["sposta il latte a venerdì", "e anche la farina"], "call ordinare farina e lievito 2026-11-20"),
        ("en", ["delete all completed tasks", "and the overdue one too..."], "confirm clean the kitchen hood filters"),
    ],
    "a bare value changes the record that was last spoken of": [
        (
            "en",
            ["remind me to fix the sink tomorrow at 6pm", "make it 7"],
            "call fix the sink 2026-11-17T19:00:00+01:00",
        ),
        (
            "en",
            ["remind me to fix the sink tomorrow at 6pm", "nah, friday"],
            "call fix the sink 2026-11-20T18:00:00+01:00",
        ),
        ("en", ["add fix the sink", "the 25th"], "call fix the sink 2026-11-25"),
        ("en", ["add fix the sink for friday at 10am", "half past"], "call fix the sink 2026-11-20T10:30:00+01:00"),
        ("en", ["add fix the sink for friday", "half past"], "nothing"),
        ("en", ["add fix the sink", "an hour later"], "ask fix the sink"),
        ("en", ["add fix the sink", "no satruday"], "call fix the sink 2026-11-21"),
        ("it", ["ricordami di stirare domani alle 7", "facciamo 6 e mezza"], "call stirare 2026-11-17T06:30:00+01:00"),
        ("it", ["aggiungi chiamare la nonna", "no, priorità bassa"], "call chiamare la nonna low"),
        (
            "it",
            ["aggiungi chiamare la nonna", "di mattina, alle 9"],
            "call chiamare la nonna 2026-11-17T09:00:00+01:00",
        ),
    ],
    "what corrects one value of an open question keeps the others": [
        (
            "en",
            ["could you shift the dentist to friday with high priority...", "no, saturday..."],
            "confirm call the dentist 2026-11-21T15:00:00+01:00 high",
        ),
        (
            "it",
            ["mi potresti spostare il latte a venerdì con priorità alta...", "no, sabato..."],
            "confirm comprare il latte 2026-11-21 high",
        ),
    ],
    "small talk is no answer to an open question": [
        ("en", ["add a task...", "thanks"], "nothing"),
        ("en", ["delete the milk...", "what can you do?"], "nothing"),
        ("it", ["aggiungi un'attività...", "grazie"], "nothing"),
    ],
    "a list goes on": [
        ("en", ["what's on for this week", "just the high priority ones"], "call high this_week"),
        ("en", ["what's on for this week", "just the high priority ones", "and next week?"], "call next_week high"),
        ("en", ["what's due on wednesday", "is it urgent?"], "call 2026-11-18"),
        ("en", ["move the report to friday", "and tomorrow?"], "call tomorrow"),
        ("en", ["move the report to friday", "anything else that day?"], "call 2026-11-20"),
        ("it", ["cosa ho la prossima settimana", "e questa?"], "call this_week"),
        ("it", ["quali attività ho domani", "quelle urgenti?"], "call high tomorrow"),
    ],
    "places are those of the last list": [
        ("en", ["what's high priority", "mark the second one as done"], "call quarterly report"),
        ("it", ["quali sono urgenti", "la seconda quando scade?"], "call relazione trimestrale"),
    ],
    "whole sentences about the record that was spoken of": [
        ("en", ["mark milk as done", "when is it due?"], "call buy milk"),
        ("en", ["move the report to monday", "add a note: ask Giulia"], "confirm quarterly report ask Giulia"),
        ("en", ["add fix the sink", 'call it "fix the tap"'], "confirm fix the sink fix the tap"),
        ("en", ["mark milk as done", "put it back to pending, I left it there"], "confirm buy milk pending"),
        (
            "it",
            ["sposta la relazione a lunedì", "nota: sentire Giulia"],
            "confirm relazione trimestrale sentire Giulia",
        ),
        ("it", ["segna fatto il latte", "ah no aspetta, rimettilo da fare"], "confirm comprare il latte pending"),
    ],
    "what was done is brought back, what was refused was never done": [
        ("en", ["delete buy milk...", "yes", "get it back please"], "call"),
        ("en", ["delete buy milk...", "no leave it", "bring it back"], "nothing"),
        ("it", ["elimina il latte...", "sì dai", "noo scherzavo rimettilo"], "call"),
        ("it", ["segna fatta la bolletta", "ma no quella non l'ho pagata!! annulla"], "call"),
        ("en", ["delete the vet appointment", "hm, never wrote it down. add it then"], "confirm vet appointment"),
        ("en", ["bring it back"], "confirm"),
    ],
    "one question for all that was offered": [
        ("en", ["delete the call...", "both..."], "confirm call the dentist + confirm call Mark about the invoice"),
        ("en", ["delete the call...", "both...", "yes"], "call call the dentist + call call Mark about the invoice"),
        (
            "it",
            ["cancella la chiamata...", "tutte e due..."],
            "confirm chiamare il dentista + confirm chiamare Marco per la fattura",
        ),
        (
            "en",
            ["how cold is the fridge...", "both"],
            "call Frigo Cucina ['temperature'] + call Frigo Sala ['temperature']",
        ),
        (
            "en",
            ["turn on the fridge light...", "both..."],
            "confirm Frigo Cucina turn_on_light + confirm Frigo Sala turn_on_light",
        ),
    ],
}

YES = {
    "a yes may have more words after it": [
        ("en", ["unlock the cold room...", "yes please unlock it"], "call Cella unlock_door"),
        ("en", ["delete buy milk...", "yes for god's sake"], "call buy milk"),
        ("en", ["delete buy milk...", "yes delete the milk"], "call buy milk"),
        ("it", ["elimina i voli per lisbona...", "sì, tanto non si parte più"], "call prenotare i voli per Lisbona"),
        ("it", ["ferma l'abbattitore...", "sì fermalo pure"], "call Abbattitore stop_cycle"),
    ],
    "a yes with something else after it is none": [
        ("en", ["delete buy milk...", "yes but not that one"], "nothing"),
        ("en", ["delete buy milk...", "yes at noon"], "call buy milk 2026-11-17T12:00:00+01:00"),
        ("en", ["delete buy milk...", "ok, delete the report..."], "confirm quarterly report"),
        ("it", ["ferma l'abbattitore...", "ok ora fallo ripartire"], "call Abbattitore start_cycle"),
    ],
}

MACHINES = {
    "another machine, the same again": [
        ("en", ["how cold is the cold room", "and the oven?"], "call Forno ['temperature']"),
        ("en", ["temperature of the cold room", "same for the kitchen fridge"], "call Frigo Cucina ['temperature']"),
        (
            "en",
            ["lower the dining room fridge by 1", "and the kitchen one..."],
            "confirm Frigo Cucina lower_temperature {'temperature': {'by': -1}}",
        ),
        (
            "en",
            ["lower the dining room fridge by 1", "and the other one by 2..."],
            "confirm Frigo Cucina lower_temperature {'temperature': {'by': -2}}",
        ),
        (
            "it",
            ["metti il frigo in cucina a 5", "no volevo dire quello in sala..."],
            "confirm Frigo Sala set_temperature {'temperature': 5}",
        ),
        ("it", ["accendi la luce del frigo in sala", "e anche l'altro..."], "confirm Frigo Cucina turn_on_light"),
        (
            "en",
            ["how cold is the oven", "how cold is the cold room", "and the other one?"],
            "call Forno ['temperature']",
        ),
    ],
    "another reading, another time": [
        ("en", ["temperature of the cold room", "humidity too"], "call Cella ['humidity']"),
        ("it", ["temperatura della cella", "e la potenza?"], "call Cella ['power']"),
        ("it", ["quanti gradi ha la cella", "e quello in cucina a quanto sta?"], "nothing"),
        ("it", ["metti il frigo in sala a 6", "e quello in cucina a quanto sta?"], "call Frigo Cucina ['temperature']"),
        ("it", ["metti il frigo in sala a 6", "quanto consuma?"], "call Frigo Sala ['power']"),
    ],
    "another value": [
        ("en", ["set the oven to 180", "no, 200"], "call Forno set_temperature {'temperature': 200}"),
        ("en", ["set the oven to 180", "20 degrees less"], "call Forno lower_temperature {'temperature': {'by': -20}}"),
        ("en", ["set the oven to 180", "10 more"], "call Forno raise_temperature {'temperature': {'by': 10}}"),
        ("en", ["what's the oven at", "200..."], "confirm Forno set_temperature {'temperature': 200}"),
        ("it", ["metti il forno a 200", "no dai 250"], "call Forno set_temperature {'temperature': 250}"),
    ],
    "the thing that a command was done to": [
        ("en", ["oven light on", "turn it off"], "call Forno turn_off_light"),
        ("en", ["turn off the oven", "and its light"], "call Forno turn_off_light"),
        ("it", ["accendi la luce del forno", "rispegnila"], "call Forno turn_off_light"),
        (
            "it",
            ["metti il forno a 250", "puoi accendere la ventola del forno?", "vabbè la luce almeno"],
            "call Forno turn_on_light",
        ),
        ("it", ["apri la porta della cella", "ok richiudila"], "call Cella close_door"),
    ],
    "how it is doing": [
        ("en", ["start the blast chiller", "is it done?"], "call Abbattitore"),
        ("en", ["lock the cold room", "is it locked now?"], "call Cella locked"),
        ("it", ["avvia l'abbattitore", "ha finito?"], "call Abbattitore idle"),
        ("it", ["che macchine ho?", "quella in magazzino come sta?"], "call Cella"),
    ],
}

CASES = [
    pytest.param(language, messages, expected, id=f"{name}: {messages[-1]}")
    for table in (TASKS, YES, MACHINES)
    for name, rows in table.items()
    for language, messages, expected in rows
]


@pytest.mark.parametrize(("language", "messages", "expected"), CASES)
def test_a_conversation_goes_on(language: str, messages: list[str], expected: str, engine: Engine) -> None:
    assert told(engine, language, messages)[-1] == expected


@pytest.mark.parametrize(
    "message",
    [
        "don't",
        "the weather is nice today",
        "what a week",
        "my sister arrives on friday, I can't wait",
        "no idea",
        "no milk today",
        "high five",
        "thanks, see you tomorrow",
        "less is more",
        "200 people came",
    ],
)
def test_chatter_after_a_change_changes_nothing(message: str, engine: Engine) -> None:
    assert not told(engine, "en", ["mark milk as done", message])[-1].startswith("call buy milk")
    assert "temperature" not in told(engine, "en", ["set the oven to 180", message])[-1]


@pytest.mark.parametrize("message", ["and milk", "e milk", "milk too", "no, I meant the milk", "and the milk,"])
def test_what_was_done_to_no_record_is_done_to_no_other_one(message: str, engine: Engine) -> None:
    added = {"tool_name": "add_task", "parameters": {"title": "bread", "priority": "medium"}, "outcome": "done"}
    history = [{"role": "user", "content": "add bread"}, {"role": "assistant", "content": "Added.", "steps": [added]}]
    tasks = [{"id": "1", "title": "milk"}, {"id": "2", "title": "bread"}]
    decided = engine.decide({"message": message, "history": history, "context": {"tasks": tasks}})
    assert all(argument.name for step in decided.steps for argument in step.action.arguments)
