"""What a reading asks of subjects: the act, the things it is about, the readings, the time, and the words that name the
subject. Every word is accounted for."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

from sayso.dataclass import dataclass
from sayso.engine.capabilities import values
from sayso.engine.capabilities.acts import BACKWARD, LOWER, OF_KIND, RELATIVE, SET, SETTING, SWITCHING
from sayso.engine.capabilities.capability import CapabilityQuery
from sayso.engine.capabilities.lasting import Lasts, lasting
from sayso.engine.capabilities.lexicon import Lexicon, Role
from sayso.engine.capabilities.region import (
    Region,
    Words,
    amount,
    ends_with_a_pronoun,
    search,
    spoken_spots,
    unit_after,
)
from sayso.engine.capabilities.spans import lately
from sayso.engine.capabilities.stretch import stretch
from sayso.engine.capabilities.timing import NO_TIMES, Timing, timing
from sayso.engine.nouns import DEFAULT, Argument, Reading
from sayso.engine.pack import Pack
from sayso.engine.records.languages import Languages
from sayso.engine.records.names import Named
from sayso.engine.records.naming import named, parted, tellers, written
from sayso.engine.text import Line

_LAST = "last"
_OF_VALUES = frozenset(("aggregate", "above", "below"))


class SpokenThing(NamedTuple):
    """A thing that a word speaks of."""

    role: Role
    name: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of subjects, as far as the words alone say."""

    line: Line
    reading: Reading
    wanted: CapabilityQuery
    metrics: tuple[str, ...]
    named: Named
    at: tuple[int, ...]  # where the naming words stand in the line
    things: Mapping[int, SpokenThing]  # which of them speak of a thing, if no subject is called so
    is_pronoun: bool
    is_all: bool
    arguments: tuple[Argument, ...]  # by what they are to the tool
    speaks_of_subject: bool  # some word is a kind of subject, a thing of one, or a room
    span: tuple[int, int] = (0, 0)  # of all that was said to ask for it
    metrics_span: tuple[int, int] | None = None
    command: str = ""  # the id or name of a command, where a call gave one
    is_proposed: bool = False  # not said, but proposed by a call
    when: Timing = NO_TIMES  # at which other time than now it is to be done, or to end
    count: int = 0  # how many subjects are meant, where that was said
    is_many: bool = False  # several subjects of a kind are spoken of
    is_comparing: bool = False  # subjects are set against each other
    lasts: Lasts | None = None  # how long it is to last
    is_usual: bool = False  # nobody said what is to be set
    excepted: Named | None = None  # which of several are not meant
    unit: str = ""  # in what the number was said
    kind: str = ""  # the kind of subject whose business it is, where none was named: "mow the lawn"
    whole: frozenset[int] = frozenset()  # naming words that together are all of a listed subject's name

    @property
    def is_group(self) -> bool:
        """Whether several subjects are meant at once."""
        return self.is_all or self.is_many or self.count > 1 or self.is_comparing

    def things_but(self, covered: frozenset[int]) -> frozenset[str]:
        """The things that are spoken of by other words than these."""
        return self.wanted.things | {t.name for i, t in self.things.items() if i not in covered}


def _is_open(region: Region, reading: Reading, act: str | None) -> bool:
    """Whether by how much, or to what, may be said in any words: "one degree colder"; halves are left to the tagger."""
    is_whole = region.said.texts.isdisjoint(region.pack.commands.halves)
    return act in SETTING and (reading.grade == "heard" or (act in RELATIVE and is_whole))


def asked(said: Line, reading: Reading, pack: Pack, languages: Languages, now: datetime) -> Asked:
    """What a reading asks for; the fleet is not looked at here. One message is asked more than once."""
    key = reading._replace(slots=tuple(reading.slots.items()))  # type: ignore[arg-type]
    found: Asked | None = said.asked.get(key)
    if found is None:
        found = said.asked[key] = _asked(said, reading, pack, languages, now)
    return found


def _asked(said: Line, reading: Reading, pack: Pack, languages: Languages, now: datetime) -> Asked:
    slots, lexicon = reading.slots, languages.lexicon
    words = slots.get("what") or slots.get("subject")
    inside = sorted(i for slot in ("what", "subject", "where", "which") if slot in slots for i in range(*slots[slot]))
    region = Region(said, pack, languages, inside)
    arguments = list(stretch(region, reading, now)) if reading.does in BACKWARD else []
    act, thing, kind = _told_by_the_pattern(reading)
    act = _said_act(region, reading, act) if reading.grade == "heard" else act
    things = set(thing.split())
    slots, act = _without_words(region, slots, act)
    act = SET if "amount" in slots and act in SETTING else act  # "raise it to 200"
    is_comparing = reading.does == "measure" and values.is_comparing(region, reading)
    if reading.does == "measure":
        arguments.extend(values.of_values(region, reading, has_times=bool(arguments)))
    if reading.does in ("states", "events") and not arguments and _is_of_late(region, reading):
        arguments.extend(Argument(name, at, DEFAULT) for name, at in zip(("since", "until"), lately(now), strict=True))
    is_all, count = _drop_everything(region)
    is_many = any(_is_plural(said, i, pack) for i in (range(*clause_words(reading)) if thing else region.at))
    is_all, excepted = _all_but(region, is_all) if is_all or is_many else (False, None)
    for slot in ("amount", "by_amount"):
        if slot in slots and reading.does == "command":
            arguments.extend(filter(None, (amount(said, slots[slot], pack),)))
    if _is_open(region, reading, act) and not any(a.name == "settings" for a in arguments):
        slots, found = _with_amount(region, reading)  # "one degree colder"
        arguments.extend(found)
        act = act if "amount" not in slots else SET
    lasts = lasting(region, reading) if reading.does == "command" else None
    when = timing(region, reading, now) if reading.does == "command" else NO_TIMES
    if reading.does == "survey":
        arguments.extend(values.connected(region, reading))
    region.at, region.letters = tellers(said, region.at, lexicon.light, lexicon.telling)
    name, spoken = _named(region, reading)
    if reading.does == "command" and not act and reading.grade == "plain":
        act = _drop_act(name, lexicon)
        name = replace(name, musts=name.musts - _acts_at(name, lexicon))
    is_usual = "amount" in slots or act in SETTING
    if is_usual:
        spoken_of = {t.name for t in spoken.values() if t.role == "metric"} | things
        known = spoken_of or {lexicon.usual}
        is_usual, things = not things, things | known
        arguments = [_named_value(a, known, "amount" in slots, act) for a in arguments]
    metrics, metrics_span = _measured(region, reading)
    is_measured = bool(metrics) or any(t.role == "metric" for t in spoken.values())
    if not is_measured and (is_comparing or any(a.name in _OF_VALUES for a in arguments)):
        metrics = (_usual(said, arguments, lexicon),)
    if reading.does in ("inspect", "states"):
        arguments.extend(values.of_state(region, reading))
    stems = name.stems
    is_thing = any(act in lexicon.acts_on.get(t.name, ()) for t in spoken.values()) or bool(thing)
    speaks = bool(kind) or bool(lexicon.kinds(stems)) or bool(lexicon.spots("room", stems)) or is_thing
    clause = reading.clause
    return Asked(
        said,
        reading,
        CapabilityQuery(act or None, frozenset(things)),
        metrics,
        name,
        tuple(region.at),
        spoken,
        "it" in slots or (words is not None and not name.texts and not is_all and ends_with_a_pronoun(region, words)),
        is_all or excepted is not None,
        tuple(arguments),
        speaks,
        said.span(clause.start, clause.end),
        metrics_span,
        when=when,
        count=count,
        is_many=is_many,
        is_comparing=is_comparing,
        lasts=lasts,
        is_usual=is_usual,
        excepted=excepted,
        unit=unit_after(said, arguments, lexicon),
        kind=kind,
    )


def _told_by_the_pattern(reading: Reading) -> tuple[str, str, str]:
    """The act, the things and the kind of subject that a pattern itself says."""
    words = reading.value.split()
    kind = next((w.removeprefix(OF_KIND) for w in words if w.startswith(OF_KIND)), "")
    act, _, things = " ".join(w for w in words if not w.startswith(OF_KIND)).partition(" ")
    return (act, things, kind) if reading.does == "command" else ("", "", kind)


def clause_words(reading: Reading) -> Words:
    """Where a reading's clause stands."""
    return reading.clause.start, reading.clause.end


def _is_plural(said: Line, at: int, pack: Pack) -> bool:
    """Whether a word is for several of a kind; one that has but one form, where the word before it says so."""
    text, commands = said.words[at].text, pack.commands
    is_led = at > 0 and said.words[at - 1].text in commands.many_led
    return text in commands.plurals or (text in commands.invariable and is_led)


def _without_words(region: Region, slots: Mapping[str, Words], act: str) -> tuple[Mapping[str, Words], str]:
    """What something is set to is a value only where it is a number; "half" and "red" are left to be found as words."""
    if "amount" not in slots:
        return slots, act
    share = _share(region, slots["amount"])
    if share is None and not _is_word(region.said, slots["amount"], region.pack):
        return slots, act
    region.at = sorted({*region.at, *range(*(share or slots["amount"]))})
    return {name: at for name, at in slots.items() if name != "amount"}, SET if act in RELATIVE else act


def _share(region: Region, words: Words) -> Words | None:
    """The words of a part of all that a number begins: "two thirds" are not two; None where it begins none."""
    lexicon, start = region.lexicon, words[0]
    spots = lexicon.spots("value", lexicon.stems(w.text for w in region.said.words[start : words[1] + 1]))
    shares = (s for s in spots if s.name in lexicon.settings.percent and s.end > s.start + 1)
    return next(((start + s.start, start + s.end) for s in shares), None)


def _is_word(said: Line, words: Words, pack: Pack) -> bool:
    """Whether what something is set to is a word: a word for half stands for half of all, and not of a unit."""
    is_half = words[1] - words[0] == 1 and said.words[words[0]].text in pack.commands.halves
    return is_half or amount(said, words, pack) is None


def _is_of_late(region: Region, reading: Reading) -> bool:
    """ "When was the door last opened?" """
    return reading.value == _LAST or search(region, region.pack.commands.lately) is not None


def _with_amount(region: Region, reading: Reading) -> tuple[Mapping[str, Words], list[Argument]]:
    """The amount that stands in a clause with its unit, where nobody tagged it; the slots, as if somebody had."""
    act, slots = reading.value.partition(" ")[0], reading.slots
    found = next(values.said_in(region, reading, region.pack.commands.amounts), None)
    value = amount(region.said, found[1], region.pack) if found is not None else None
    if found is None or value is None:
        return slots, []
    region.drop(found[1])
    return {**slots, "amount" if act == "set" else "by_amount": found[1]}, [value]


def _measured(region: Region, reading: Reading) -> tuple[tuple[str, ...], tuple[int, int] | None]:
    """The readings that are asked for by name, and where they stand."""
    said, lexicon, words = region.said, region.lexicon, reading.slots.get("metrics")
    if words is not None:
        stems = lexicon.stems(lexicon.heavy(w.text for w in said.words[slice(*words)]))
        return tuple(dict.fromkeys(s.name for s in lexicon.spots("metric", stems))), said.span(*words)
    if reading.does == "measure" and reading.value:
        return (reading.value,), said.span(reading.clause.start, reading.clause.end)
    return (), None


def _usual(said: Line, arguments: Sequence[Argument], lexicon: Lexicon) -> str:
    """What is measured where nobody says it: by a share of a hundred, or by a number."""
    ends = [a.source.span[1] for a in arguments if a.name in ("above", "below") and a.source.span is not None]
    is_share = any(said.raw[end : end + 2].strip().startswith("%") for end in ends)
    return lexicon.share if is_share else lexicon.usual


def _named_value(argument: Argument, known: set[str], is_absolute: bool, act: str) -> Argument:
    """A value under the name of what it sets; by how much, where that was said."""
    if argument.name != "settings":
        return argument
    told = argument.value if is_absolute else {"by": _signed(argument.value, act)}
    return argument._replace(value={sorted(known)[0]: told})


def _signed(value: object, act: str) -> object:
    return -value if act == LOWER and isinstance(value, int | float) else value


def _said_act(region: Region, reading: Reading, act: str) -> str:
    """What was only heard, unless the words themselves say the opposite: "opening" is not to close."""
    lexicon, clause, back = region.lexicon, reading.clause, region.lexicon.opposites.get(act, "")
    words = [w.text for w in region.said.words[clause.start : clause.end]]
    spots = lexicon.spots("act", lexicon.stems(words))
    spoken = {s.name for s in spots if any(w not in lexicon.light for w in words[s.start : s.end])}
    after = reading.slots.get("what", (0, clause.end))[1] - clause.start
    beside = region.pack.commands.acts.get(tuple(words[after : after + 1]), "")
    if beside and (beside == back or (act in SWITCHING and act not in spoken)):
        return beside  # "alarm armed away" is not to turn it off, nor "oven off and radio on" both
    return back if back in spoken and act not in spoken else act


def _acts_at(named: Named, lexicon: Lexicon) -> frozenset[int]:
    return frozenset(i for spot in lexicon.spots("act", named.stems) for i in range(spot.start, spot.end))


def _drop_act(named: Named, lexicon: Lexicon) -> str:
    """The act that a word by itself says, where no pattern does."""
    return next((s.name for s in lexicon.spots("act", named.stems)), "")


def _drop_everything(region: Region) -> tuple[bool, int]:
    """Take out "all" and "the two": whether all are meant, and how many."""
    subjects, said, light = region.pack.commands, region.said, region.lexicon.light
    found = [i for i in region.at if said.words[i].text in subjects.everything and not _is_within_a_value(i, region)]
    region.at = _without_included(region) if found else region.at
    count = 2 if any(said.words[i].text in subjects.both for i in found) else 0
    rest = [i for i in region.at if i not in found]
    heavy = [i for i in rest if said.words[i].text not in light]
    for i, after in pairwise(heavy):
        number = _number(said.words[i].text, region.pack)
        plain = subjects.plurals | subjects.invariable
        if number > 1 and (said.words[after].text in plain or _is_kind(said.words[after].text, region)):
            count, rest = number, [j for j in rest if j != i]
            break
    region.at = rest
    return bool(found), count


def _all_but(region: Region, is_all: bool) -> tuple[bool, Named | None]:
    """Take out the whole place and those that are not meant: whether all are, and who is not."""
    is_all = _drop_everywhere(region) or is_all
    return is_all, _drop_excepted(region)


def _drop_everywhere(region: Region) -> bool:
    """Take out the whole place: "all the lights in the house"; whether it was said."""
    found = search(region, region.pack.commands.everywhere)
    if found is None or found[1][0] not in region.at:
        return False
    region.drop(found[1])
    return True


def _without_included(region: Region) -> list[int]:
    """The words but for what is in all of them anyway: "everything, the heater included", "… including the heater"."""
    said, words = region.said, region.pack.commands.including
    at = next((i for i in region.at if said.words[i].text in words), None)
    if at is None:
        return region.at
    start = at
    while start > region.at[0] and "," not in said.gap(start):
        start -= 1
    is_led = "," in said.gap(at) or start == region.at[0]  # "including …"
    return [i for i in region.at if i < at] if is_led else [i for i in region.at if not start <= i <= at]


def _is_within_a_value(at: int, region: Region) -> bool:
    """Whether a word is one of several that say what can be chosen: "a tutta velocità"."""
    words, lexicon = region.said.words, region.lexicon
    texts = [w.text for w in words[max(at - 1, 0) : at + 2]]
    spots = lexicon.spots("value", lexicon.stems(texts))
    place = at - max(at - 1, 0)
    return any(s.start <= place < s.end and s.end - s.start > 1 for s in spots)


def _is_kind(word: str, region: Region) -> bool:
    """Whether a word names a kind of subject: one that is not inflected has no plural, "i due frigo"."""
    return bool(region.lexicon.kinds(region.lexicon.stems([word])))


def _drop_excepted(region: Region) -> Named | None:
    """Take out those that are not meant: "all the lights but the one in the hall"."""
    said, light = region.said, region.lexicon.light
    start = next((n for n, i in enumerate(region.at) if said.words[i].text in region.pack.commands.excepting), None)
    if start is None:
        return None
    rest = [
        i
        for i in region.at[start + 1 :]
        if said.words[i].text not in light or said.words[i].text in region.lexicon.telling
    ]
    region.at = region.at[:start]
    naming = parted([(i, written(said, i)) for i in rest], light)
    return named(naming, region.languages)[0]


def _number(text: str, pack: Pack) -> int:
    return int(text) if text.isdecimal() else int(pack.numbers.cardinals.get(text, 0))


def _named(region: Region, reading: Reading) -> tuple[Named, dict[int, SpokenThing]]:
    """The words that may name a subject, and which of them speak of a thing that subjects have."""
    naming = parted([(i, written(region.said, i)) for i in region.at], region.lexicon.light)
    region.at = naming.at
    letters = frozenset(i for i, at in enumerate(naming.at) if at in region.letters)
    found, mended = named(naming, region.languages, letters)
    things: dict[int, SpokenThing] = {}
    spots = [(role, spot) for role in _roles(reading) for spot in spoken_spots(role, mended, region.lexicon)]
    for role, spot in sorted(spots, key=lambda s: s[1].start - s[1].end):  # "indicator light" is no light
        if not any(i in things for i in range(spot.start, spot.end)) or spot.end - spot.start == 1:
            for i in range(spot.start, spot.end):
                things.setdefault(i, SpokenThing(role, spot.name))
    if not things:
        return found, things
    spared = letters | frozenset(things)
    return named(naming, region.languages, spared)[0], things


def _roles(reading: Reading) -> tuple[Role, ...]:
    """What the words beside a subject's name may speak of."""
    if reading.does == "measure":
        return ("metric", "component")
    if reading.does in ("inspect", "states"):  # "is the door of the oven open?"
        return ("thing", "component")
    if reading.does != "command":
        return ()
    act = reading.value.partition(" ")[0]
    return ("thing", "metric", "component") if act in SETTING or not act else ("thing", "component")
