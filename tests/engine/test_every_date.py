"""Every day of the year, said in every way: the title is left without it, and the day is the one that is meant."""

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import cycle, product
from typing import Any

import pytest

from sayso import Engine

NOW = "2027-03-04T18:20:00+01:00"  # a Thursday
TODAY = date(2027, 3, 4)
MONTHS = {
    "en": [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ],
    "it": [
        "gennaio",
        "febbraio",
        "marzo",
        "aprile",
        "maggio",
        "giugno",
        "luglio",
        "agosto",
        "settembre",
        "ottobre",
        "novembre",
        "dicembre",
    ],
}
WEEKDAYS = {
    "en": ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
    "it": ["lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica"],
}
HOURS = {
    "en": [
        ("", ""),
        ("at 6 pm", "18:00"),
        ("at 18:30", "18:30"),
        ("at ten thirty am", "10:30"),
        ("at 7:15 a.m.", "07:15"),
        ("at half past six in the evening", "18:30"),
        ("at 8 o'clock in the evening", "20:00"),
        ("at noon", "12:00"),
    ],
    "it": [
        ("", ""),
        ("alle 18", "18:00"),
        ("alle 18.30", "18:30"),
        ("ore 21", "21:00"),
        ("h 14", "14:00"),
        ("alle sei e mezza di sera", "18:30"),
        ("alle 8 e un quarto di mattina", "08:15"),
        ("a mezzogiorno", "12:00"),
    ],
}
FRAMES = {
    "en": [
        ("add {} {}", "haircut"),
        ("remind me to {} {}", "call the plumber"),
        ("{} {}", "haircut"),
        ("put {} on my list {}", "pick up the dry cleaning"),
    ],
    "it": [
        ("aggiungi {} {}", "parrucchiere"),
        ("ricordami di {} {}", "ritirare il pacco"),
        ("{} {}", "parrucchiere"),
        ("segna {} {}", "compleanno di Marta"),
    ],
}


def _nth(day: int) -> str:
    ending = "th" if 10 <= day % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return f"{day}{ending}"


def _days(language: str) -> Iterator[tuple[str, str]]:
    for month, day in product(range(1, 13), (1, 9, 22)):
        year = TODAY.year + ((month, day) < (TODAY.month, TODAY.day))
        meant, name = date(year, month, day).isoformat(), MONTHS[language][month - 1]
        if language == "en":
            yield from ((form, meant) for form in (f"on the {_nth(day)} of {name}", f"{day} {name.title()}"))
            yield from ((form, meant) for form in (f"on {name} {day}", f"{name.title()} {_nth(day)}"))
        else:
            yield from ((form, meant) for form in (f"il {day} {name}", f"per il {day} {name}", f"{day} {name}"))
    for at, name in enumerate(WEEKDAYS[language]):
        meant = (TODAY + timedelta(days=(at - TODAY.weekday()) % 7 or 7)).isoformat()
        yield (f"on {name}" if language == "en" else name), meant
    yield ("tomorrow" if language == "en" else "domani"), (TODAY + timedelta(days=1)).isoformat()


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_day_is_the_one_that_is_said_and_no_part_of_the_title(engine: Engine, language: str) -> None:
    amiss = []
    hours = cycle(HOURS[language])
    for (when, day), (frame, title) in product(_days(language), FRAMES[language]):
        said, clock = next(hours)
        message = " ".join(frame.format(title, f"{when} {said}").split())
        steps = engine.decide({"message": message, "now": NOW, "context": {"tasks": []}}).to_dict()["steps"]
        assert isinstance(steps, list)
        found = [(s["parameters"].get("title"), str(s["parameters"].get("due"))) for s in steps]
        meant = f"{day}T{clock}" if clock else day
        if len(found) != 1 or found[0][0] != title or not found[0][1].startswith(meant):
            amiss.append((message, found))
    assert not amiss


@pytest.mark.parametrize(
    ("message", "title", "due"),
    [
        ("remind me to call Bob the 29th at 10am", "call Bob", "2027-03-29T10:00"),
        ("haircut, 24 November at 6 pm", "haircut", "2027-11-24T18:00"),
        ("vet with Biscuit, tomorrow 9.30", "vet with Biscuit", "2027-03-05T09:30"),
        ("riunione HACCP domani 14.30", "riunione HACCP", "2027-03-05T14:30"),
        ("add call the plumber about room 4 for tomorrow morning", "call the plumber about room 4", "2027-03-05"),
        ("aggiungi ritirare il pacco in piazza 20 Settembre", "ritirare il pacco in piazza 20 Settembre", "None"),
    ],
)
def test_a_number_is_read_as_what_it_is(engine: Engine, message: str, title: str, due: str) -> None:
    steps: Any = engine.decide({"message": message, "now": NOW, "context": {"tasks": []}}).to_dict()["steps"]
    assert [s["parameters"]["title"] for s in steps] == [title]
    assert str(steps[0]["parameters"].get("due")).startswith(due)


ONES = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"]
TEENS = ["eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth"]
SPOKEN = {  # days of a month, as people dictate them
    **dict(enumerate([*TEENS, "nineteenth", "twentieth"], 11)),
    **{20 + i: f"twenty {one}" for i, one in enumerate(ONES, 1)},
    30: "thirtieth",
    31: "thirty first",
}


@pytest.mark.parametrize("day", sorted(SPOKEN))
def test_a_day_of_the_month_in_words(engine: Engine, day: int) -> None:
    """ "The twenty third", alone, with its weekday and with an hour, in one word or in two, and as a number."""
    meant = date(2027, 3, day)
    weekday, spoken = WEEKDAYS["en"][meant.weekday()], SPOKEN[day]
    number = f"{day}{'st' if day in (21, 31) else 'nd' if day == 22 else 'rd' if day == 23 else 'th'}"
    ways = [f"the {spoken}", f"the {spoken.replace(' ', '-')}", f"{weekday} the {spoken}", f"{weekday} {number}"]
    tasks = [{"id": "t1", "title": "invite the millers", "status": "pending"}]
    wrong = {}
    for way, (hour, clock) in product(ways, [("", ""), (" at 8pm", "T20:00:00")]):
        message = f"move the millers to {way}{hour}"
        decision: dict[str, Any] = engine.decide(
            {"message": message, "now": NOW, "context": {"tasks": tasks}}
        ).to_dict()
        due = [s["parameters"].get("new_due", "")[:19] for s in decision["steps"]]
        if (decision["status"], due) != ("call", [f"{meant.isoformat()}{clock}"]):
            wrong[message] = (decision["status"], due)
    assert not wrong


@pytest.mark.parametrize(
    ("message", "due"),
    [
        ("move the millers to saturday 7am", "2027-03-06T07:00:00+01:00"),
        ("move the millers to sat 11pm", "2027-03-06T23:00:00+01:00"),
        ("move the millers to the saturday after next", "2027-03-13"),
        ("sposta i miller a oggi a otto", "2027-03-11"),
        ("sposta i miller a domani a otto", "2027-03-12"),
        ("sposta i miller a sabato a otto", "2027-03-13"),
        ("sposta i miller a oggi a quindici", "2027-03-18"),
        ("sposta i miller a sabato alle otto", "2027-03-06T08:00:00+01:00"),
    ],
)
def test_days_counted_from_others(engine: Engine, message: str, due: str) -> None:
    """An hour after a weekday is no day of the month, and "a otto" is a week from the day before it."""
    title = "invite the millers" if "the" in message else "invitare i miller"
    tasks = [{"id": "t1", "title": title, "status": "pending"}]
    decision: dict[str, Any] = engine.decide({"message": message, "now": NOW, "context": {"tasks": tasks}}).to_dict()
    assert [s["parameters"].get("new_due") for s in decision["steps"]] == [due]


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_month_narrows_a_list(engine: Engine, language: str) -> None:
    """The coming one of that name, whatever small word leads up to it."""
    forms = {
        "en": ["what's due in {}", "what do I have in {}", "how many tasks for {}", "show me my {} tasks"],
        "it": ["cosa scade a {}", "cosa ho a {}", "le scadenze di {}", "mostrami le attività di {}"],
    }
    task = {"id": "t1", "title": "pay the rent" if language == "en" else "pagare l'affitto", "due": "2027-03-10"}
    wrong = {}
    for form, (number, month) in product(forms[language], enumerate(MONTHS[language], 1)):
        request = {"message": form.format(month), "now": NOW, "context": {"tasks": [task]}}
        steps: Any = engine.decide(request).to_dict()["steps"]
        first = date(2027 + (number < TODAY.month), number, 1)
        last = (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
        meant = {"from": first.isoformat(), "to": last.isoformat()}
        if [(s["tool_name"], s["parameters"].get("due")) for s in steps] != [("list_tasks", meant)]:
            wrong[form.format(month)] = steps
    assert not wrong


NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
MINUTES = {"five": 5, "5": 5, "ten": 10, "10": 10, "twenty": 20, "twenty five": 25, "25": 25}


@pytest.mark.parametrize("before", ["at", "by", "around"])
def test_minutes_to_an_hour(engine: Engine, before: str) -> None:
    """ "At ten to six" is neither at ten, nor a title with "to six"."""
    wrong = []
    for (said, minutes), (hour, name) in product(MINUTES.items(), enumerate(NUMBERS, 1)):
        for clock in (name, str(hour)):
            message = f"add call the plumber {before} {said} to {clock} tomorrow"
            steps: Any = engine.decide({"message": message, "now": NOW, "context": {"tasks": []}}).to_dict()["steps"]
            found = [(s["parameters"]["title"], str(s["parameters"].get("due"))) for s in steps]
            due = found[0][1] if found else ""
            is_right = due[:10] == "2027-03-05" and due[14:16] == f"{60 - minutes}"
            if not is_right or found[0][0] != "call the plumber" or int(due[11:13]) % 12 != (hour - 1) % 12:
                wrong.append((message, found))
    assert not wrong


def test_what_may_be_two_times_is_asked_about(engine: Engine) -> None:
    context = {"tasks": [{"id": "t0", "title": "the call with Ann", "due": "2027-03-05T10:00:00+01:00"}]}
    found = engine.decide({"message": "move the call at ten to eleven", "now": NOW, "context": context}).to_dict()
    assert found["status"] == "confirm"
