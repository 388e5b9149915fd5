"""The spans that the tagger drew, put right where words tell better than it does: a name that ends too early or holds
a verb, a text that loses its last words, a place that is a subject."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from sayso.dataclass import dataclass
from sayso.engine.capabilities.lexicon import Lexicon
from sayso.engine.nouns import Clause
from sayso.engine.pack import Pack
from sayso.engine.read.heard import Tagged
from sayso.engine.records.attributes import attributes_in
from sayso.engine.records.mention import matches
from sayso.engine.text import Line
from sayso.engine.values.times import find_times

_RECORD, _SUBJECTS, _PLACE, _PART = ("entry", "about"), ("what", "subject"), "where", "which"
_TEXTS = ("title", "new_title")
_NEW_NAME = "new_title"
_NOTES = ("new_description", "noted_more")
_TIMES = ("due", "when")
_AMOUNT = "amount"
_MEASURED = "metrics"
_OWN = ("priority", "new_title", *_NOTES)  # values that only entries have
_LAST = ("priority",)  # slots of which the last that is said counts: "from high down to low"
_NAME, _GAP, _TAIL = 3, 2, 4  # words that a name, a gap before a value, and the end of a text may lack
_TOLD = 4  # letters of a word that a text may end with, whoever says it
_BREAKS = frozenset(",;:.!?()\n–—")


@dataclass(frozen=True, slots=True)
class Drawn:
    """A clause with what is known of its words."""

    said: Line
    clause: Clause
    pack: Pack
    marks: Sequence[Sequence[str]]  # of every word of the line
    lexicon: Lexicon
    act: str  # what is to be done

    def word(self, at: int) -> str:
        return self.said.words[self.clause.start + at].text

    def bears(self, at: int, letters: str) -> bool:
        """Whether a word is marked as a listed record's, or as one of the domain's."""
        return not set(letters).isdisjoint(self.marks[self.clause.start + at])

    def breaks(self, at: int) -> bool:
        """Whether something is written between a word and the one before it."""
        return not _BREAKS.isdisjoint(self.said.gap(self.clause.start + at))

    def is_done_to(self, at: int) -> bool:
        """Whether what is to be done can be done to the thing that a word names: no door is set to 200 degrees."""
        acts = self.lexicon.acts_on
        things = [s.name for s in self.lexicon.spots("thing", self.lexicon.stems([self.word(at)]))]
        return all(thing not in acts or self.act in acts[thing] for thing in things)

    def is_joined(self, at: int) -> bool:
        """Whether a word is written as one with the next: "portala" holds no door."""
        words, i = self.said.words, self.clause.start + at
        return i + 1 < len(words) and words[i].start == words[i + 1].start

    def is_a_name(self, span: Tagged) -> bool:
        """Whether a day is no time but what something is called: "in piazza 25 Aprile"."""
        times, at = self.pack.times, self.clause.start + span.start
        written = [self.said.raw[w.start] for w in self.said.words[at : self.clause.start + span.end]]
        is_called = at > 0 and self.said.words[at - 1].text in times.before_names
        return times.names_are_capital and is_called and any(letter.isupper() for letter in written)

    def is_told(self, at: int) -> bool:
        """Whether a word by itself says something, and is no time, no politeness and nothing of a subject."""
        at += self.clause.start
        text, said = self.said.words[at].text, self.said
        is_closing = self.pack.closers.match_start(said.flat, said.flat_at(at), said.flat_at(at + 1)) is not None
        is_plain = len(text) >= _TOLD and text.isalpha() and not self.marks[at]
        return is_plain and not is_closing and text not in self.small and text not in self.pack.shifts.lead

    @property
    def end(self) -> int:
        return self.clause.end - self.clause.start

    @property
    def small(self) -> frozenset[str]:
        shifts = self.pack.shifts
        return self.pack.references.light | shifts.lead | shifts.ahead | shifts.fillers | shifts.only


def redrawn(spans: Sequence[Tagged], names: dict[str, str], drawn: Drawn) -> tuple[Tagged, ...]:
    """The spans as the words of the clause have them; `names` says what each slot of the tagger stands for."""
    out: list[Tagged] = []
    ordered = _after_a_pronoun(_by_its_day(sorted(spans, key=lambda t: t.start), names, drawn), names, drawn)
    ordered = [t for t in ordered if names.get(t.slot) not in (*_RECORD, *_SUBJECTS) or not _is_no_name(t, drawn)]
    leading = [one for one, other in pairwise(ordered) if _leads(one, other, names, drawn)]
    ordered = [t for t in ordered if t not in leading]
    ordered = _as_one_name(_of_no_time(_of_a_day(ordered, names, drawn), names, drawn), names, drawn)
    for i, span in enumerate(ordered):
        until = ordered[i + 1].start if i + 1 < len(ordered) else drawn.end
        name = names.get(span.slot, "")
        if name in _RECORD:
            out.append(_named(_pointing(span, drawn), until, drawn))
        elif name in _TEXTS:
            follows = names.get(ordered[i + 1].slot, ordered[i + 1].slot) if i + 1 < len(ordered) else ""
            is_all = name == _NEW_NAME and until == drawn.end
            ended = _ended(span, until, drawn, is_followed=follows in (*_RECORD, *_TEXTS))
            out.append(_to_its_end(ended, drawn) if is_all else ended)
        elif name in _NOTES:
            out.append(_noted(span, until, drawn))
        elif name in _SUBJECTS:
            out.append(_called(span, until, drawn))
        elif name in _TIMES and span.start > (out[-1].end if out else 0):
            is_ahead = drawn.word(span.start - 1) in drawn.pack.shifts.ahead and not drawn.breaks(span.start)
            out.append(span._replace(start=span.start - is_ahead))
        else:
            out.append(span)
    out = _whose(_placed(_last(_counted(out, names, drawn), names), names, drawn), names, drawn)
    return tuple(_with_thing(out, names, drawn))


def _called(span: Tagged, until: int, drawn: Drawn) -> Tagged:
    """A subject with the words after it that it is called by: "the lights [of the stage]"."""
    end = at = span.end
    while at < until and at - end < _GAP and not drawn.breaks(at):
        at += 1
        if drawn.bears(at - 1, "m") and drawn.word(at - 1) not in drawn.small:
            end = at
        elif drawn.word(at - 1) not in drawn.pack.references.light:
            break
    return span._replace(end=end)


def before_the_talk(spans: tuple[Tagged, ...], names: dict[str, str], drawn: Drawn) -> tuple[Tagged, ...]:
    """The spans up to a pause, where a pronoun before it says which is meant and a record is only spoken of after it:
    "make it sunday, saturday we have got [the show]"; not "make it sunday, [the show]"."""
    pause = next((i for i in range(1, drawn.end) if drawn.breaks(i)), drawn.end)
    kept = tuple(t for t in spans if t.end <= pause)
    later = [t for t in spans if t.end > pause]
    is_named = any(names.get(t.slot) in _RECORD for t in later) and not any(names.get(t.slot) in _RECORD for t in kept)
    if not kept or not is_named:
        return spans
    told = {i for t in later for i in range(t.start, t.end)}
    start, pronouns = drawn.clause.start, drawn.pack.references.pronouns
    is_pointing = any(
        drawn.is_joined(i) or matches(pronouns, drawn.said, (start + i, start + i + 1)) for i in range(pause)
    )
    small = drawn.small - drawn.pack.shifts.helping
    is_talk = any(drawn.word(i) not in small for i in range(pause, drawn.end) if i not in told)
    return kept if is_pointing and is_talk else spans


def _after_a_pronoun(spans: list[Tagged], names: dict[str, str], drawn: Drawn) -> list[Tagged]:
    """The spans; a name right before the new one belongs to that where a pronoun that is written as one with the verb
    says which is meant: "rinominala relazione Q3"."""
    for i, (one, other) in enumerate(pairwise(spans)):
        is_renaming = names.get(one.slot) in _RECORD and names.get(other.slot) == "new_title" and one.end == other.start
        pronoun = next((at for at in (one.start, one.start - 1) if at > 0 and drawn.is_joined(at - 1)), None)
        if is_renaming and pronoun is not None:
            return [*spans[:i], other._replace(start=pronoun + 1), *spans[i + 2 :]]
    return spans


def _by_its_day(spans: list[Tagged], names: dict[str, str], drawn: Drawn) -> list[Tagged]:
    """The spans; what no entry has as a value is its time where it says a day, beside another value of an entry: "move
    it to the 10th and down to medium"."""
    when = next((slot for slot, name in names.items() if name == "due"), None)
    if when is None or not any(names.get(t.slot) in _OWN for t in spans):
        return spans

    def is_day(span: Tagged) -> bool:
        start, end = drawn.clause.start + max(span.start - 1, 0), drawn.clause.start + span.end
        return any(t.day is not None and t.end == end for t in find_times(drawn.said, drawn.pack, (start, end)))

    return [t._replace(slot=when) if t.slot not in names and is_day(t) else t for t in spans]


def _of_a_day(spans: list[Tagged], names: dict[str, str], drawn: Drawn) -> list[Tagged]:
    """The spans, a day that belongs to a text as part of it: no text ends with "of", as in "the roast of sunday",
    and a square may be called like a day."""
    out: list[Tagged] = []
    for span in spans:
        before = out[-1] if out else None
        is_time = names.get(span.slot, "") in _TIMES
        if before is not None and is_time and before.end == span.start and names.get(before.slot, "") in _TEXTS:
            last = drawn.word(before.end - 1)
            pack = drawn.pack
            is_open = last in pack.references.light and last not in pack.shifts.ahead | pack.references.articles
            if (is_open or drawn.is_a_name(span)) and not drawn.breaks(span.start):
                out[-1] = before._replace(end=span.end)
                continue
        out.append(span)
    return out


def _of_no_time(spans: list[Tagged], names: dict[str, str], drawn: Drawn) -> list[Tagged]:
    """The spans, what was taken for a time and says none as part of the text before it: "log" "my hours", "lessons for"
    "the kids tomorrow"."""
    out: list[Tagged] = []
    for span in spans:
        before = out[-1] if out else None
        is_time = names.get(span.slot, "") in _TIMES and before is not None and names.get(before.slot, "") in _TEXTS
        if before is None or not is_time or not _is_beside(before, span, drawn):
            out.append(span)
            continue
        start = drawn.clause.start
        times = find_times(drawn.said, drawn.pack, (start + span.start, start + span.end))
        first = times[0].start - start if times else span.end
        if all(drawn.word(i) in drawn.small for i in range(span.start, first)):
            out.append(span)
            continue
        while first > span.start and times and drawn.word(first - 1) in drawn.pack.shifts.ahead:
            first -= 1
        out[-1] = before._replace(end=first)
        if first < span.end:
            out.append(span._replace(start=first))
    return out


def _is_beside(one: Tagged, other: Tagged, drawn: Drawn) -> bool:
    """Whether a span follows another one with small words between them at most."""
    between = range(one.end, other.start)
    is_small = len(between) <= _GAP and all(drawn.word(i) in drawn.pack.references.light for i in between)
    return is_small and not any(drawn.breaks(i) for i in range(one.end, other.start + 1))


def _leads(span: Tagged, after: Tagged | None, names: dict[str, str], drawn: Drawn) -> bool:
    """Whether a span is but the small word before a note: "that" of "note that he prefers mornings"."""
    is_note = (
        after is not None and names.get(span.slot) in _NOTES and (after.slot, after.start) == (span.slot, span.end)
    )
    return is_note and span.end - span.start == 1 and drawn.word(span.start) in drawn.pack.references.light


def _is_no_name(span: Tagged, drawn: Drawn) -> bool:
    """Whether a name is nothing but an article: "the" of "the bedroom wall"."""
    return all(drawn.word(i) in drawn.pack.references.articles for i in range(span.start, span.end))


def _pointing(span: Tagged, drawn: Drawn) -> Tagged:
    """A span without the small words after what points: "that" "yesterday", "that one" "may"."""
    pronouns, said, start = drawn.pack.references.pronouns, drawn.said, drawn.clause.start
    if attributes_in(said, (start + span.start, start + span.end), drawn.pack) is not None:
        return span  # "the one for friday"
    times = {
        i for t in find_times(said, drawn.pack, (start + span.start, start + span.end)) for i in range(t.start, t.end)
    }
    small = drawn.small | drawn.pack.shifts.helping
    for end in range(span.end - 1, span.start, -1):
        if start + end not in times and drawn.word(end) not in small:
            return span
        if matches(pronouns, said, (start + span.start, start + end)):
            return span._replace(end=end)
    return span


def _named(span: Tagged, until: int, drawn: Drawn) -> Tagged:
    """A name without the verb after it, and with what a listed record bears besides: "the call" "to Mark"."""
    end = span.end
    while end - span.start > 1 and drawn.word(end - 1) in drawn.pack.shifts.helping and not drawn.bears(end - 1, "r"):
        end -= 1
    if end == span.end and _is_listed(span, drawn):
        for more in range(span.end, min(until, span.end + _NAME)):
            is_small = drawn.word(more) in drawn.pack.references.light
            if drawn.breaks(more) or not (is_small or (drawn.bears(more, "r") and more > span.end)):
                break  # "yeast ordered" is a name and what became of it
            end = more + 1 if not is_small else end
    return span._replace(end=end)


def _is_listed(span: Tagged, drawn: Drawn) -> bool:
    return any(drawn.bears(i, "r") for i in range(span.start, span.end))


def _ended(span: Tagged, until: int, drawn: Drawn, is_followed: bool) -> Tagged:
    """A text with the words that end it: "take the bins" "out", "send Priya the seating" "plan" "by wednesday"."""
    end, small = span.end, drawn.small
    if any(drawn.bears(i, "q") for i in range(span.start, span.end)):
        return span
    while end < until and not is_followed and drawn.word(end) in drawn.pack.shifts.particles and not drawn.breaks(end):
        end += 1
        if end < drawn.end and not drawn.breaks(end) and drawn.word(end) in drawn.pack.references.articles:
            return span  # "in the morning" goes on
    is_before_a_value = not is_followed and until < drawn.end and 0 < until - end <= _GAP
    is_open = drawn.word(end - 1) in drawn.pack.references.light  # no text ends with "with" or "the"
    pause = next((i for i in range(end, until) if drawn.breaks(i)), until)
    is_last = pause < until or until == drawn.end
    if is_open and is_last and pause <= end + _TAIL and any(drawn.word(i) not in small for i in range(end, pause)):
        return span._replace(end=pause)
    if is_before_a_value and pause == until and not any(drawn.word(i) in small for i in range(end, until)):
        return span._replace(end=until)
    is_whole = not any(drawn.breaks(i) for i in range(span.start + 1, span.end))
    if is_last and is_whole and pause == end + 1 and not is_followed and drawn.is_told(end):  # "buy gaffer" "tape"
        return span._replace(end=pause)
    return span._replace(end=end)


def _as_one_name(spans: list[Tagged], names: dict[str, str], drawn: Drawn) -> list[Tagged]:
    """The spans, two pieces of a new name as one where only a small word is between them: "book flights" to "Porto"."""
    out: list[Tagged] = []
    light = drawn.pack.references.light - drawn.pack.joiners.by_word.keys()
    for span in spans:
        before = out[-1] if out else None
        is_name = before is not None and names.get(span.slot) == _NEW_NAME == names.get(before.slot)
        if before is not None and is_name and all(drawn.word(i) in light for i in range(before.end, span.start)):
            out[-1] = before._replace(end=span.end)
        else:
            out.append(span)
    return out


def _to_its_end(span: Tagged, drawn: Drawn) -> Tagged:
    """A new name that is said last with the few words that are left of it: "phone Dr" "Weiss"."""
    pause = next((i for i in range(span.end, drawn.end) if drawn.breaks(i)), drawn.end)
    words = (drawn.clause.start + span.end, drawn.clause.start + pause)
    small = drawn.small - drawn.pack.references.articles
    if not 0 < pause - span.end <= _TAIL or any(drawn.word(i) in small for i in range(span.end, pause)):
        return span
    return span if find_times(drawn.said, drawn.pack, words) else span._replace(end=pause)


def _noted(span: Tagged, until: int, drawn: Drawn) -> Tagged:
    """A note to the end of what is said without a break: "the figures" "come from elena"."""
    start, end = span.start, span.end
    if end - start > 1 and start > 0 and drawn.word(start) in drawn.pack.shifts.particles:
        start += 1
    light = drawn.pack.references.light
    is_last = end == drawn.end or drawn.breaks(end)  # as it was said: "not the small one"
    while end - start > 1 and not is_last and drawn.word(end - 1) in light:
        end -= 1
    if end < until and drawn.word(end) in light - drawn.pack.references.articles:
        return span._replace(start=start, end=end)  # "in the description" says where
    while end < until and not drawn.breaks(end) and drawn.word(end) not in drawn.pack.shifts.fillers:
        end += 1
    if end == until < drawn.end:  # a value follows: the words before it lead to it
        while end > span.end and drawn.word(end - 1) in drawn.small:
            end -= 1
    return span._replace(start=start, end=end)


def _counted(spans: list[Tagged], names: dict[str, str], drawn: Drawn) -> list[Tagged]:
    """The spans without an amount that says no number, where another one does: "another" "10"."""
    amounts = [t for t in spans if names.get(t.slot) == _AMOUNT]
    numbers = drawn.pack.numbers.cardinals
    told = [t for t in amounts if any(_is_number(drawn.word(i), numbers) for i in range(t.start, t.end))]
    return spans if len(told) == len(amounts) or not told else [t for t in spans if t not in amounts or t in told]


def _is_number(word: str, numbers: Mapping[str, int]) -> bool:
    return word[0].isdigit() or word in numbers


def _last(spans: list[Tagged], names: dict[str, str]) -> list[Tagged]:
    """Without the values that a later one of the slot replaces, where only one thing is spoken of."""
    things = [t for t in spans if names.get(t.slot) in (*_RECORD, *_TEXTS)]
    if len(things) > 1:
        return spans
    last = {t.slot: i for i, t in enumerate(spans)}
    return [t for i, t in enumerate(spans) if names.get(t.slot) not in _LAST or last[t.slot] == i]


def _placed(spans: list[Tagged], names: dict[str, str], drawn: Drawn) -> list[Tagged]:
    """A place that is called like a kind of subject, or points at some, as the subject: "in the cold room"."""
    slot = next((slot for slot, name in names.items() if name in _SUBJECTS), None)
    if slot is None or any(t.slot == slot for t in spans):
        return spans
    return [t._replace(slot=slot) if names.get(t.slot) == _PLACE and _is_subject(t, drawn) else t for t in spans]


def _whose(spans: list[Tagged], names: dict[str, str], drawn: Drawn) -> list[Tagged]:
    """Of two things that are measured, the one that is a kind of subject as the subject: "the [boiler] temperature"."""
    slot = next((slot for slot, name in names.items() if name in _SUBJECTS), None)
    read = [t for t in spans if names.get(t.slot) == _MEASURED]
    whose = [t for t in read if any(drawn.bears(i, "km") and not drawn.bears(i, "e") for i in range(t.start, t.end))]
    if slot is None or any(t.slot == slot for t in spans) or len(read) != 2 or len(whose) != 1:
        return spans
    return [t._replace(slot=slot) if t in whose else t for t in spans]


def _is_subject(span: Tagged, drawn: Drawn) -> bool:
    words = (drawn.clause.start + span.start, drawn.clause.start + span.end)
    is_kind = any(drawn.bears(i, "k") for i in range(span.start, span.end))
    return is_kind or matches(drawn.pack.references.plural, drawn.said, words)  # "lights on in both"


def _with_thing(spans: list[Tagged], names: dict[str, str], drawn: Drawn) -> list[Tagged]:
    """With the part of a subject that was said and not heard: "light on in the oven"."""
    slot = next((slot for slot, name in names.items() if name == _PART), None)
    if slot is None or any(t.slot == slot for t in spans):
        return spans
    covered = {i for t in spans for i in range(t.start, t.end)}
    free = [i for i in range(drawn.end) if i not in covered and drawn.bears(i, "h") and not drawn.is_joined(i)]
    free = [i for i in free if drawn.is_done_to(i)]
    return [*spans, Tagged(slot, free[0], free[0] + 1)] if len(free) == 1 else spans
