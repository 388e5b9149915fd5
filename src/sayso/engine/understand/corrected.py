"""A correction inside a message replaces what it corrects: "the fridge, no, I mean the oven", "anzi giovedì"."""

from collections.abc import Set
from itertools import pairwise

from sayso.engine.nouns import Clause
from sayso.engine.pack import Pack, Phrase
from sayso.engine.text import Line, are_forms
from sayso.engine.understand.hesitations import blanked
from sayso.engine.understand.wording import RECORD, Hearing, heard_in
from sayso.engine.values.times import find_times

_LONGEST = 4  # words that take something back
_DENIAL = 2  # words in which an order is denied, and those in which it is given
_HEARD_AT_MOST = 48  # words
_ALIKE = 3  # letters with which two names begin
_NAMES = frozenset((RECORD, "what", "subject", "where"))  # what slots of the tagger stand for that name something
_ACT = 3  # words in which an act and its pronoun are said


def corrected(said: Line, pack: Pack, hearing: Hearing | None = None) -> str | None:
    """The message with what was taken back, and the words that did so, left blank; None where nothing is."""
    denied = _said_again(said, pack) or (None if said.is_unbroken else _denied_again(said, pack))
    if denied is not None:
        return denied
    found = _taken_back(said, pack)
    if found is not None and _denies_the_order(said, found, pack):
        return None
    named = None if found is None or hearing is None else _other_name(said, found, pack, hearing)
    if named is not None:
        return named
    plain = None if found is None else _without(said, found, pack)
    if plain is None and hearing is not None:
        plain = _by_slots(said, pack, hearing)
    return _told_behind(said, pack) if plain is None else plain


def _denies_the_order(said: Line, found: tuple[int, int], pack: Pack) -> bool:
    """Whether what follows is no other value, but the verb of the order, denied: "add milk, no, don't add it"."""
    before, after = ([w.text for w in words] for words in (said.words[: found[0]], said.words[found[1] :]))
    if pack.negations.isdisjoint(after[:_DENIAL]):
        return False
    return any(are_forms(verb, again) for verb in before[:_DENIAL] for again in after[1 : _DENIAL + 1])


def _told_behind(said: Line, pack: Pack) -> str | None:
    """The message without what is corrected, where the words that say so stand behind what is meant: "Tuesday,
    Wednesday I mean", "nel forno, ehm, nel frigo intendevo"."""
    texts, marks = tuple(w.text for w in said.words), pack.shifts.taken_back
    for i in range(3, len(texts)):
        length = next((n for n in range(_LONGEST, 0, -1) if texts[i : i + n] in marks and i + n <= len(texts)), 0)
        is_last = length and (i + length == len(texts) or _pauses(said, i + length))
        first = next((j for j in range(i - 1, max(1, i - _LONGEST - 1), -1) if _pauses(said, j)), None)
        if not is_last or first is None or first < 2:
            continue
        mark = said.words[i].start, said.words[i + length - 1].end
        start = first
        while start > 1 and texts[start - 1] in pack.shifts.hesitations:
            start -= 1
        other = _other_time(said, (start, first), pack)
        if other is not None:
            return blanked(other, *mark)
        replaced = _replaced(said, start, first, pack, True) if start < first else None  # after "er", another name
        if replaced is not None:
            return blanked(blanked(said.raw, said.words[replaced].start, said.words[first].start), *mark)
    return None


def _pauses(said: Line, at: int) -> bool:
    return any(mark in said.gap(at) for mark in ",;.:…–—")


def _other_name(said: Line, taking: tuple[int, int], pack: Pack, hearing: Hearing) -> str | None:
    """The message with another name for the one that was heard before, where what is meant begins as a name does, and a
    value stands between them: "the kitchen fridge at 5 degrees, I mean the other one"."""
    start, after = taking
    if said.words[after].text in pack.shifts.sparing:
        return None
    told = tuple(w.text for w in said.words[start:after])
    if not any(told[:n] in pack.shifts.taken_back for n in range(1, len(told) + 1)):
        return None  # "stop that" takes nothing back
    if start < 2 or not (said.words[after].text in pack.references.articles or _points(said, after, pack)):
        return None
    if find_times(said, pack, (after, len(said.words))) or any(w.text[0].isdigit() for w in said.words[after:]):
        return None
    names = {slot for m in hearing.meanings.values() for slot, to in m.slots.items() if to in _NAMES}
    heard = heard_in(said, Clause(0, start), pack, hearing).spans
    spans = [t for t in heard if t.slot in names]
    if len(spans) != 1 or spans[0].end >= start or len(said.words) - after > _LONGEST:
        return None
    valued = {i for t in heard if t.slot not in names for i in range(t.start, t.end)}
    between = {i for i in range(spans[0].end, start) if said.words[i].text not in pack.references.light}
    if not between or not between <= valued:
        return None
    text = blanked(said.raw, said.words[spans[0].start].start, said.words[spans[0].end - 1].end)
    return blanked(text, said.words[start].start, said.words[after].start)


def without_first_try(raw: str, said: Line, pack: Pack) -> str:
    """The message from where it says what was meant, where it begins with what was said instead: "I said 3 but I meant
    4"; as it is where it does not."""
    texts = tuple(w.text for w in said.words)
    marks = pack.ellipsis.marks
    first = next((n for n in range(_LONGEST, 0, -1) if texts[:n] in marks["said"]), 0)
    start = next((n for n in range(_LONGEST, 0, -1) if texts[:n] in marks["corrects"]), 0) if not first else 0
    first = first or next((n for n in range(_LONGEST, 0, -1) if start and texts[start : start + n] in marks["said"]), 0)
    for i in range(start + first + 1, len(texts) - 1) if first else ():
        lengths = range(_LONGEST, 0, -1)
        if any(texts[i : i + n] in pack.shifts.taken_back | marks["corrects"] and i + n < len(texts) for n in lengths):
            return blanked(raw, 0, said.words[i].start)
    return raw


def _without(said: Line, found: tuple[int, int], pack: Pack) -> str | None:
    start, after = found
    leading = {word for phrase in pack.ellipsis.marks["corrects"] for word in phrase} | pack.ellipsis.small
    if all(w.text in leading for w in said.words[:start]):
        return None  # what it corrects was said before: "wrong one, I meant the dentist"
    is_between = "," in said.gap(after) and said.gap(start).strip() != ""  # "… the milk... no, the flour"
    taking = tuple(w.text for w in said.words[start:after])
    is_sure = is_between or any(taking[:n] in pack.shifts.taken_back for n in range(1, len(taking) + 1))
    other = _other_time(said, found, pack) or _other_weight(said, found, pack) or _other_act(said, found, pack)
    if other is not None:
        return other
    first = _replaced(said, start, after, pack, is_sure)
    if first is None:
        return None
    is_particle = first < start - 1 and (said.words[start - 1].text,) in pack.commands.acts
    if is_particle and said.words[start - 1].text not in {w.text for w in said.words[after:]}:
        kept = said.words[start - 1]  # "turn the lamp on, no wait, the heater"
        return blanked(blanked(said.raw, said.words[first].start, kept.start), kept.end, said.words[after].start)
    is_timed = any(t.start >= start for t in find_times(said, pack, (0, len(said.words))))
    times = [t for t in find_times(said, pack, (first, start)) if t.start > first and not is_timed]
    if times:  # "call Anna tomorrow, I mean call Hannah"
        text = blanked(said.raw, said.words[first].start, said.words[times[0].start].start)
        return blanked(text, said.words[times[0].end - 1].end, said.words[after].start)
    return blanked(said.raw, said.words[first].start, said.words[after].start)


def _other_weight(said: Line, taking: tuple[int, int], pack: Pack) -> str | None:
    """The message with another weight for the one that was said before: "make the report high, no, medium"."""
    start, after = taking
    weights = {w for known in pack.lists.values() for w in known.spoken_values}
    at = next((i for i in range(start - 1, 0, -1) if said.words[i].text in weights), None)
    if at is None or said.words[after].text not in weights:
        return None
    if all(w.text in pack.shifts.only for w in said.words[at + 1 : start]):  # "high priority, no, medium"
        return blanked(said.raw, said.words[at].start, said.words[after].start)
    text = blanked(said.raw, said.words[at].start, said.words[at].end)
    return blanked(text, said.words[start].start, said.words[after].start)


def _other_time(said: Line, taking: tuple[int, int], pack: Pack) -> str | None:
    """The message with another day, or another time of day, for what was said of it before: the other part of it stays,
    and so does what stands between: "tomorrow at 5 to call mom, no, at 6"."""
    start, after = taking
    new = next(iter(find_times(said, pack, (after, len(said.words)))), None)
    old = next(iter(find_times(said, pack, (0, start))[-1:]), None)
    if new is None or old is None or new.start != after or old.start == 0 or old.end > start:
        return None
    if (old.clock, new.day) == (None, None):
        return None  # an hour takes no day back: "friday at, uh, three"
    left, right = old.start, old.end
    if old.day is not None and old.clock is not None and (new.day is None or new.clock is None):
        for at in range(old.start + 1, old.end):
            one, other = find_times(said, pack, (old.start, at)), find_times(said, pack, (at, old.end))
            if len(one) == len(other) == 1 and (one[0].start, other[0].end) == (old.start, old.end):
                is_first = (one[0].day is None) == (new.day is None)
                left, right = (old.start, at) if is_first else (at, old.end)
                break
    text = blanked(said.raw, said.words[left].start, said.words[right - 1].end)
    return blanked(text, said.words[start].start, said.words[after].start)


def _other_act(said: Line, taking: tuple[int, int], pack: Pack) -> str | None:
    """The message with another act for the one that was said first, on the same: "open the hall, no, I meant unlock it"
    is "the hall, unlock it"."""
    (start, after), words = taking, said.words
    at = next((i for i in range(after + 1, min(after + _ACT, len(words))) if _points(said, i, pack)), None)
    named = next((i for i in range(1, start) if words[i].text in pack.references.articles), None)
    if at is None or named is None or words[after].text in pack.references.light or _points(said, after, pack):
        return None
    is_apart = said.gap(at) != ""  # what is written with its verb is a pronoun: "segnalo fatto"
    is_article = is_apart and words[at].text in pack.references.articles and at + 1 < len(words)  # "comprare le pere"
    if is_article or any(w.text == words[after].text for w in words[:start]):
        return None
    text = blanked(said.raw, words[0].start, words[named].start)
    return blanked(text, words[start].start, words[after].start)


def _points(said: Line, i: int, pack: Pack) -> bool:
    left, right = said.flat_at(i), said.flat_at(i + 1)
    return any(p.match(said.flat, left, right) for p in pack.references.pronouns.of(said.texts))


def _by_slots(said: Line, pack: Pack, hearing: Hearing) -> str | None:
    """The same by what was heard: of two values of one slot with a correction between them the later one is meant."""
    if len(said.words) > _HEARD_AT_MOST:
        return None
    sure, lesser = pack.shifts.taken_back, pack.ellipsis.marks["corrects"]
    if not pack.shifts.hesitations.isdisjoint(said.texts):  # between two values of one slot: "8, er, 9"
        sure = sure | {(t,) for t in pack.shifts.hesitations}
    marked = [i for i in range(2, len(said.words) - 1) if _takes_back(said, i, sure, lesser)]
    joiners = pack.joiners.by_word  # "… for the van and then um switch on …" goes on
    marked = [i for i in marked if said.words[i - 1].text not in joiners]
    if not marked:
        return None
    spans = sorted(heard_in(said, Clause(0, len(said.words)), pack, hearing).spans, key=lambda t: t.start)
    for one, other in pairwise(spans):
        if one.slot == other.slot and any(one.end <= i < other.start for i in marked):
            taking = next(i for i in marked if one.end <= i < other.start)
            timed = _other_time(said, (taking, other.start), pack)
            if timed is not None:
                return timed
            return blanked(said.raw, said.words[one.start].start, said.words[other.start].start)
    return None


def _denied_again(said: Line, pack: Pack) -> str | None:
    """The message without what is said once more to deny it: "the flour, sorry, not the flour, the gym one"."""
    texts = [w.text for w in said.words]
    denying = pack.negations | {phrase[0] for phrase in pack.shifts.taken_back if len(phrase) == 1}
    for i in (i for i in range(2, len(texts) - 2) if texts[i] in denying):
        for length in range(min(_LONGEST, len(texts) - i - 2), 0, -1):
            again = texts[i + 1 : i + 1 + length]
            if said.gap(i + 1 + length).strip() not in (",", ":") or all(t in pack.references.light for t in again):
                continue
            first = next((j for j in range(1, i - length + 1) if texts[j : j + length] == again), None)
            if first is not None:
                first -= texts[first - 1] == texts[i + 1 + length]  # "call Ann, not Ann, call Bea"
                return blanked(said.raw, said.words[first].start, said.words[i + 1 + length].start)
    return None


def _said_again(said: Line, pack: Pack) -> str | None:
    """The message without a word that is said once more after a correction that corrects nothing: "I must, I mean, I
    must …", "devo cioè devo passare"."""
    texts = [w.text for w in said.words]
    for i in range(1, len(texts) - 2):
        for after in range(i + 1, min(i + _LONGEST, len(texts) - 1) + 1):
            is_again = texts[i - 1] == texts[after] and not texts[after][0].isdigit()
            if is_again and tuple(texts[i:after]) in pack.ellipsis.marks["corrects"]:
                return blanked(said.raw, said.words[i - 1].start, said.words[after].start)
    return None


def _takes_back(said: Line, i: int, sure: Set[Phrase], lesser: Set[Phrase]) -> bool:
    """Whether words that take something back begin here; lesser ones only after a pause: "180, sorry, 190"."""
    texts = tuple([w.text for w in said.words[i : i + _LONGEST]])
    begun = [texts[:length] for length in range(1, len(texts) + 1)]
    if not sure.isdisjoint(begun):
        return True
    gap = said.gap(i)
    return gap != " " and not lesser.isdisjoint(begun) and any(mark in gap for mark in ",.;…-")


def _taken_back(said: Line, pack: Pack) -> tuple[int, int] | None:
    texts = tuple(w.text for w in said.words)
    for i in range(2, len(texts) - 1):
        for length in range(min(_LONGEST, len(texts) - i - 1), 0, -1):
            if texts[i : i + length] in pack.shifts.taken_back:
                return i, _after_more(texts, i + length, pack)
        is_after_pause = any(mark in said.gap(i) for mark in (",", "...", "…", "–", "—"))
        if is_no(said, i, pack) and (new := _value_after(said, i, pack) or (i + 1 if is_after_pause else 0)):
            return i, new  # "to thursday, no, friday"
        is_lesser = is_after_pause and i + 1 < len(texts) and texts[i : i + 1] in pack.ellipsis.marks["corrects"]
        if is_lesser and (texts[i + 1][0].isdigit() or _are_alike(texts[i - 1], texts[i + 1])):
            return i, i + 1  # "at 3, sorry, 4"
    return None


def _value_after(said: Line, i: int, pack: Pack) -> int:
    """Where another number or time begins after a word that one stands right before: "thursday no friday"; else 0."""
    if _is_number(said.words[i - 1].text, pack) and _is_number(said.words[i + 1].text, pack):
        return i + 1
    before, after = find_times(said, pack, (0, i)), find_times(said, pack, (i + 1, len(said.words)))
    is_next = bool(before) and bool(after) and (before[-1].end, after[0].start) == (i, i + 1)
    return i + 1 if is_next else 0


def _is_number(text: str, pack: Pack) -> bool:
    return text[0].isdigit() or text in pack.numbers.cardinals


def _after_more(texts: Phrase, after: int, pack: Pack) -> int:
    """Where it goes on after words that take something back, and more of them: "no wait, I meant"."""
    for length in range(min(_LONGEST, len(texts) - after - 1), 0, -1):
        if texts[after : after + length] in pack.shifts.taken_back:
            return _after_more(texts, after + length, pack)
    return after


def _are_alike(one: str, other: str) -> bool:
    """Whether two words are so alike that the second puts the first right: "Paul, sorry, Paula"."""
    return one != other and min(len(one), len(other)) >= _ALIKE and one[:_ALIKE] == other[:_ALIKE]


def is_no(said: Line, i: int, pack: Pack) -> bool:
    """Whether a word by itself says no."""
    left, right = said.flat_at(i), said.flat_at(i + 1)
    return any(p.intent == "no" and p.match(said.flat, left, right) for p in pack.answers)


def _replaced(said: Line, start: int, after: int, pack: Pack, is_sure: bool) -> int | None:
    """Where what is taken back begins: a time for a time, a number for a number; where words surely take something
    back also a name for a name, else a word."""
    words = said.words
    times = find_times(said, pack, (after, len(words)))
    before = find_times(said, pack, (0, start))
    if times and times[0].start == after:
        is_hour_of_it = bool(before) and times[0].day is None and before[-1].clock is None  # "friday at, uh, three"
        return before[-1].start if before and not is_hour_of_it else None
    is_below = (
        words[after].text in pack.commands.minus and after + 1 < len(words) and words[after + 1].text[0].isdigit()
    )
    if words[after].text[0].isdigit() or is_below:
        numbers = [i for i in range(start) if words[i].text[0].isdigit()]
        return numbers[-1] if numbers else None
    if words[after].text in pack.numbers.cardinals and words[start - 1].text in pack.numbers.cardinals:
        while start > 1 and words[start - 1].text in pack.numbers.cardinals:
            start -= 1
        return start  # "to forty eight, no, forty nine"
    if _are_alike(words[start - 1].text, words[after].text):
        return start - 1
    if after + 1 < len(words) and words[after + 1].text[0].isdigit():  # "to 3, no, to 2"
        numbers = [i for i in range(2, start) if words[i].text[0].isdigit()]
        if numbers and words[numbers[-1] - 1].text == words[after].text:
            return numbers[-1] - 1
    if not is_sure:
        return None
    if words[after].text in pack.references.light:
        same = [i for i in range(1, start) if words[i].text == words[after].text]
        near = pack.commands.versus  # "of the grill, I mean of the oven": the words between may differ in form
        same = same or [i for i in range(1, start) if words[after].text in near and words[i].text in near]
        articles = [i for i in range(1, start) if words[i].text in pack.references.articles]
        return (same or articles or [start - 1])[-1]
    if not any(w.text in pack.patterns.by_word or w.text in pack.references.light for w in words[:start]):
        return 0  # "living room, no sorry, bedroom light on": nothing but a name was said
    again = [i for i in range(1, start) if words[i].text == words[after].text]  # "buy candles, no wait, buy matches"
    return again[-1] if again else start - 1
