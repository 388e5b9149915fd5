"""Orders that a question mark, or the days that are spoken of, make a question."""

from sayso.engine.capabilities.acts import SET, SWITCHING
from sayso.engine.capabilities.several import naming_words
from sayso.engine.nouns import Reading
from sayso.engine.thread import Thread
from sayso.engine.tool import Does
from sayso.engine.values.times import find_times, with_day_beside


def as_question(reading: Reading, thread: Thread) -> Reading:
    """ "Heater on?" asks whether it is: what a pattern only guesses to be an order, with a question mark."""
    said, words, is_set = thread.heard.said, reading.slots.get("what"), reading.value == SET
    does: Does = "measure" if is_set else "inspect"  # "the boiler at 60?"
    intent, is_state = thread.room.intent(does), is_set or reading.value in SWITCHING
    is_state |= reading.value in thread.room.lexicon.opposites
    if reading.grade != "plain" or not is_state or words is None or not intent:
        return reading
    end = reading.clause.end
    after = said.raw[said.words[end - 1].end : said.words[end].start if end < len(said.words) else len(said.raw)]
    is_told = any(w.text in thread.heard.pack.commands.not_last for w in said.words[words[0] : words[1]])
    if "?" not in after or words[0] != reading.clause.start or is_told:
        return reading
    names, commands = words[1], thread.heard.pack.commands
    if is_set and (not thread.room.is_known or _says_more(words, thread)):
        return reading
    while names > words[0] + 1 and (
        thread.room.lexicon.is_act(said.words[names - 1].text) or said.words[names - 1].text in commands.versus
    ):
        names -= 1  # "open or closed?"
    slots = {"subject": (words[0], names), **{n: at for n, at in reading.slots.items() if n == "where"}}
    return reading._replace(intent=intent, does=does, grade="named", slots=slots, value="")


def _says_more(words: tuple[int, int], thread: Thread) -> bool:
    """Whether a name holds words that name no subject: "the fridge, would you put it …"."""
    said, room = thread.heard.said, thread.room
    naming = naming_words(said, words, room)
    return any(i not in naming and said.words[i].text not in room.lexicon.light for i in range(*words))


def as_measure(reading: Reading, thread: Thread) -> Reading:
    """ "Fridge humidity from the 12th to the 14th" asks how it was: days are no value that it is to be set to."""
    said, pack, room, clause = thread.heard.said, thread.heard.pack, thread.room, reading.clause
    measure = room.intent("measure")
    is_guess = reading.does == "command" and reading.grade == "plain" and not reading.value
    if not is_guess or not measure:
        return reading
    dated = [p for p in find_times(said, pack, (clause.start, clause.end)) if p.day is not None]
    if len(dated) == 1:
        dated = with_day_beside(said, pack, dated[0])
    stems = room.lexicon.stems(w.text for w in said.words[clause.start : clause.end])
    if len(dated) < 2 or not room.lexicon.spots("metric", stems):
        return reading
    slots = {"subject": (clause.start, clause.end)}
    return reading._replace(intent=measure, does="measure", grade="named", slots=slots, value="")
