"""One language's data, however it was read, becomes a frozen pack."""

import base64
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import Any

from sayso.engine.pack import (
    CommandWords,
    Elliptic,
    Harm,
    IntentRoute,
    Likeness,
    ListWords,
    Numbers,
    Pack,
    Phrase,
    References,
    Shifts,
    ToolWords,
    ValueWords,
)
from sayso.engine.packed_rows import PackedRows
from sayso.engine.pattern import Parser, Pattern, Slots, literals
from sayso.engine.shelf import PatternIndex, Starting
from sayso.engine.speech import PhraseSet, Speech
from sayso.engine.text import SlipIndex, fold, rewritten, tokens
from sayso.engine.time_words import Times
from sayso.engine.tool import Toolbox
from sayso.engine.values.slots import typed_slots
from sayso.languages.command_words import command_words
from sayso.languages.list_words import intents, list_reader, list_words, one_of
from sayso.languages.reader import Files, Reader, macros_of
from sayso.languages.repeat_words import repeat_words


def build(files: Files, tools: Toolbox) -> Pack:
    """The pack of a language, for the domains of these tools."""
    grammar, replies = files.grammar, files.replies
    rewrite = _rewrite(grammar)
    normal = _normal(rewrite, bool(grammar["elision"]))
    numbers = replace(_numbers(grammar["numbers"]), units=frozenset(fold(w) for w in grammar["times"]["units"]))
    words = {
        k: {fold(str(w)): v for w, v in grammar["times"][k].items()}
        for k in ("weekdays", "months", "units", "parts", "meridiem")
    }
    slots = typed_slots(words, numbers)
    macros = {k: v for d in reversed(tools.lists) for k, v in macros_of(files, d.name).items()}  # how lists are called
    reader = Reader(files, "grammar.yaml", Parser(macros, normal), slots)
    pointing = one_of(reader.many(grammar["references"]["pronouns"]))
    slots = Slots({**slots.expressions, "it": pointing}, slots.words)
    readers = {d.name: list_reader(files, d.name, normal, slots) for d in tools.lists}
    foreign = {kind: PatternIndex(reader.many(texts, kind)) for kind, texts in files.elsewhere["entries"].items()}
    lists = {name: list_words(one, files.domains[name], foreign) for name, one in readers.items()}
    commanding = tools.commanding
    commands_reader, commands = (
        command_words(files, commanding.name, normal, slots) if commanding is not None else (reader, CommandWords())
    )
    to_subjects = intents(commands_reader, files.domains[commanding.name]) if commanding is not None else []
    said = [p for name, one in readers.items() for p in intents(one, files.domains[name])]
    patterns = Starting([*said, *(p for p in to_subjects if p.first is not None)])
    loose = PatternIndex(p for p in to_subjects if p.first is None)
    likeness = _likeness(files.likeness)
    named = {w for part in (commands.things, commands.metrics, commands.kinds) for p in part for w in p}
    rooms = {w for phrase in commands.rooms for w in phrase}
    told = files.outlines.words("patterns", lambda: _read_by([*patterns.all(), *loose.patterns]))
    makes = [p for p in said if tools.of_intent(p.intent).does == "make"]
    making = files.outlines.words("making", lambda: _read_by(makes))
    chosen = {w for part in (commands.values, commands.components) for p in part for w in p}
    dated = {w for key in ("weekdays", "months", "parts", "meridiem") for w in words[key] if w.isalpha()}
    vocabulary = _vocabulary(lists, grammar, normal) | named | told | chosen | dated
    repairable = {w for w in told if len(w) >= 4} | {w for w in named if len(w) >= 5} | set(rewrite)
    repairable |= {w for w in (*words["weekdays"], *words["months"]) if len(w) >= 5}  # a slip in the name of a day
    own = [files.domains[d.name] for d in tools.domains]
    return Pack(
        language=grammar["language"],
        name=grammar["name"],
        is_eliding=bool(grammar["elision"]),
        formal=_formal(grammar["formal"]),
        rewrite=rewrite,
        endings=tuple((fold(a), fold(b or "")) for a, b in grammar["endings"]),
        hints=frozenset(fold(w) for w in grammar["hints"]),
        vocabulary=vocabulary,
        slips=SlipIndex(repairable - {fold(w) for w in grammar["protected"]}),
        openers=reader.one("(" + "|".join(grammar["openers"]) + ")"),
        leaning=PatternIndex(reader.grouped(grammar["leaning"])),
        courtesies=PatternIndex(reader.many(grammar["courtesies"])),
        closers=reader.one("(" + "|".join(grammar["closers"]) + ")"),
        joiners=Starting(reader.many(grammar["joiners"])),
        not_requests=Starting(reader.grouped(grammar["not_requests"])),
        answers=reader.grouped(grammar["answers"]),
        numbers=numbers,
        times=_times(reader, grammar["times"], words),
        shifts=_shifts(grammar["shifts"]),
        repeats=repeat_words(files, normal, slots, numbers),
        ellipsis=_ellipsis(reader, grammar),
        references=_references(reader, grammar["references"]),
        patterns=patterns,
        loose=loose,
        making=making,
        subject_words=frozenset(named | rooms),
        intents={t.intent: IntentRoute(t.domain, t.does, tools.has_capabilities(t.intent)) for t in tools},
        lists=lists,
        commands=commands,
        replies={**replies["replies"], **{k: v for part in own for k, v in part.get("replies", {}).items()}},
        variants={key: tuple(texts) for key, texts in replies["variants"].items()},
        labels=_labels(replies["labels"], own),
        likeness=likeness,
        abbreviations=frozenset(fold(w) for w in grammar["abbreviations"]),
        is_heard=bool(grammar["heard"]),
        negations=frozenset(fold(w) for w in grammar["negations"]),
        harm=harm_of(grammar["harm"]),
        speech=_speech(files.model),
        values=_value_words(files.values),
        tools=_tool_words(files.tools),
    )


def _value_words(data: Mapping[str, Any]) -> ValueWords:
    same: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for group in data["same"]:
        phrases = [_phrase(w) for w in group]
        for phrase in phrases:
            same.setdefault(phrase, []).extend(p for p in phrases if p != phrase)
    return ValueWords(
        {phrase: tuple(others) for phrase, others in same.items()},
        tuple(fold(str(w)) for w in data["forms"]),
        frozenset(fold(str(w)) for w in data["glosses"]),
        frozenset(fold(str(w)) for w in data["defaults"]),
        {fold(str(u)): (kind, float(much)) for kind, units in data["scales"].items() for u, much in units.items()},
        _places(data["places"]),
        {_phrase(o): tuple(_phrase(w) for w in words) for o, words in data["options"].items()},
        frozenset(fold(str(w)) for w in data["spans"]),
        frozenset(fold(str(w)) for w in data["single"]),
        {_phrase(w): {fold(str(t)): float(n) for t, n in of.items()} for w, of in data["amounts"].items()},
        {_phrase(w): int(days) for w, days in data["past"].items()},
        frozenset(fold(str(w)) for w in data["ago"]),
        {fold(str(w)): int(times) for w, times in data["times_a_year"].items()},
        frozenset(fold(str(w)) for w in data["counting"]),
    )


def _said(text: str) -> Phrase:
    """A phrase as it is found in a message."""
    if text.isascii() and text.replace(" ", "").isalnum():  # nothing but words, as nearly all are
        return tuple(text.lower().split())
    return tuple(w.text for w in tokens(text))


def _phrase(words: object) -> tuple[str, ...]:
    return tuple(fold(str(words)).replace("-", " ").split())


def _places(data: Mapping[str, Iterable[object]]) -> dict[tuple[str, ...], tuple[str, ...]]:
    """For each city the regions it lies in, the narrower first; a name that two regions have says nothing."""
    found: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for regions, cities in data.items():
        inside = tuple(fold(r.strip()) for r in regions.split(","))
        for city in cities:
            found.setdefault(_phrase(city), []).append(inside)
    return {city: regions[0] for city, regions in found.items() if len(regions) == 1}


def _tool_words(data: Mapping[str, Any]) -> ToolWords:
    def by_word(key: str) -> dict[str, str]:
        return {fold(str(w)): str(name) for name, words in data[key].items() for w in words}

    roles: dict[str, frozenset[str]] = {}
    for role, words in data["roles"].items():
        for word in words:
            said = fold(str(word))
            roles[said] = roles.get(said, frozenset()) | {role}
    return ToolWords(
        data["decimal"] == ",",
        by_word("acts"),
        by_word("marks"),
        frozenset(fold(str(w)) for w in data["small"]),
        roles,
        tuple(sorted((fold(w) for w in data["examples"]), key=len, reverse=True)),
        by_word("units"),
        {word: name == "true" for word, name in by_word("truths").items()},
        by_word("things"),
    )


def harm_of(data: Mapping[str, Iterable[str]]) -> Harm:
    """The words of tools, by what a tool does that they speak of."""
    return Harm(*(frozenset(fold(w) for w in data[key]) for key in ("destroys", "changes", "may_change", "reads")))


def all_harm(packs: Iterable[Pack], domain: Mapping[str, Any]) -> Harm:
    """The words of tools in all these languages, and those that belong to none."""
    return reduce(or_, (pack.harm for pack in packs), harm_of(domain["harm"]))


def _speech(data: Mapping[str, Any]) -> Speech:
    claims = {name: _wording(words) for name, words in data["claims"].items()}
    rules, style = tuple(data["rules"]), tuple(data["style"])
    return Speech(data["role"], rules, style, data["tools"], data["told"], **claims)


def _wording(texts: Iterable[str]) -> PhraseSet:
    phrases = frozenset(_said(text) for text in texts if not text.endswith("*"))
    return PhraseSet(phrases, tuple(fold(text[:-1]) for text in texts if text.endswith("*")))


def _formal(data: Mapping[str, Any] | None) -> tuple[dict[str, str], frozenset[str], frozenset[str]]:
    given = data or {"verbs": {}, "pronouns": [], "not_after": []}
    verbs = {fold(formal): fold(plain) for formal, plain in given["verbs"].items()}
    pronouns, bars = (frozenset(fold(w) for w in given[key]) for key in ("pronouns", "not_after"))
    return verbs, pronouns, bars


def _rewrite(grammar: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    out = {fold(k): tuple(fold(v).split()) for k, v in grammar["contractions"].items()}
    clitics = grammar["clitics"] or {"hosts": {}, "endings": {}}
    endings = [(fold(ending), tuple(fold(parts).split())) for ending, parts in clitics["endings"].items()]
    names = {fold(w) for key in ("months", "weekdays") for w in grammar["times"][key]}  # "aprile" is no "apri le"
    for host, full in clitics["hosts"].items():
        verb, written_out = fold(host), fold(full)
        for ending, parts in endings:
            if verb + ending not in names:
                out.setdefault(verb + ending, (written_out, *parts))
    return out


def _normal(rewrite: dict[str, tuple[str, ...]], is_eliding: bool) -> Callable[[str], Iterable[str]]:
    known: dict[str, tuple[str, ...]] = {}

    def normal(word: str) -> Iterable[str]:
        if word not in known:
            if word.isascii() and word.isalnum():  # one word, as nearly all are
                low = word.lower()
                known[word] = rewrite.get(low) or (low,)
                return known[word]
            found = rewritten(tokens(word), rewrite, is_eliding)
            known[word] = tuple(w.text for w in found) or (fold(word),)
        return known[word]

    return normal


def _numbers(data: Mapping[str, Any]) -> Numbers:
    cardinals = {fold(w): n for w, n in data["cardinals"].items()}
    ordinals = {fold(w): n for w, n in data["ordinals"].items()}
    for ten, value in data["tens"].items():
        for unit, number in data["cardinals"].items():
            if 0 < number < 10:
                cardinals.setdefault(_compound(fold(ten), fold(unit), data["compound"]), value + number)
        for unit, number in data["ordinals"].items():
            if number < 10 and data["compound"] == "spaced":
                ordinals.setdefault(f"{fold(ten)} {fold(unit)}", value + number)
                ordinals.setdefault(f"{fold(ten)}-{fold(unit)}", value + number)
        cardinals[fold(ten)] = value
    powers = {fold(w): n for w, n in data["powers"].items()}
    ones, points = (frozenset(fold(w) for w in data[key]) for key in ("ones", "points"))
    hundreds = tuple(w for w, n in cardinals.items() if n == 100)
    thousands = tuple(w for w, n in powers.items() if n == 1000 and len(w) > 1)
    return Numbers(cardinals, ordinals, ones, powers, points, hundreds, thousands)


def _compound(ten: str, unit: str, way: str) -> str:
    if way == "spaced":
        return f"{ten}-{unit}"
    return (ten[:-1] if unit[0] in "aeiou" else ten) + unit


def _times(reader: Reader, data: Mapping[str, Any], words: Mapping[str, Mapping[str, Any]]) -> Times:
    dates, clocks = reader.grouped(data["dates"]), reader.grouped(data["clocks"])
    return Times(
        words["weekdays"],
        words["months"],
        words["units"],
        words["parts"],
        words["meridiem"],
        PatternIndex(dates),
        PatternIndex(clocks),
        frozenset(data["afternoon_hours"]),
        bool(data["day_first"]),
        frozenset(fold(w) for w in data["before_names"]),
        frozenset(fold(w) for w in data["range"]),
        frozenset(fold(w) for w in data["either"]),
        frozenset(fold(w) for w in data["links"]),
        frozenset(fold(w) for w in data["until"]),
        frozenset(fold(w) for w in data["before"]),
        frozenset(fold(w) for w in data["after"]),
        frozenset(fold(w) for w in data["since"]),
        tuple(tuple(fold(w) for w in phrase.split()) for phrase in data["onwards"]),
        frozenset(fold(w) for w in data["measures"]),
        bool(data["names_are_capital"]),
        {fold(w): fold(day) for w, day in data["shorts"].items()},
        frozenset(fold(w) for w in data["short_names"]),
    )


def _shifts(data: Mapping[str, Any]) -> Shifts:
    text = "later earlier between lead ahead polite one many only fillers hesitations asking helping"
    keys = (*text.split(), "particles", "reminding", "replacing", "speaker", "sparing")
    words = {key: frozenset(fold(w) for w in data[key]) for key in keys}
    taken_back, pairs, reasons, openings, still, reports = (
        frozenset(_said(text) for text in data[key])
        for key in ("taken_back", "pairs", "reasons", "openings", "still", "reports")
    )
    halves, several = ({fold(w): n for w, n in data[key].items()} for key in ("halves", "several"))
    spoken = {_said(text): str(mark) for text, mark in data["spoken"].items()}
    contracted = {fold(word): fold(verb) for verb, others in data["contracted"].items() for word in others}
    return Shifts(
        halves=halves,
        several=several,
        contracted=contracted,
        spoken=spoken,
        taken_back=taken_back,
        pairs=pairs,
        reasons=reasons,
        openings=openings,
        still=still,
        reports=reports,
        **words,
    )


def _ellipsis(reader: Reader, grammar: Mapping[str, Any]) -> Elliptic:
    data, shifts = grammar["ellipsis"], grammar["shifts"]
    small = frozenset(fold(w) for w in (*data["small"], *shifts["fillers"], *shifts["ahead"]))
    marks = {role: frozenset(_said(text) for text in texts) for role, texts in data["marks"].items()}
    past = {_said(text): n for text, n in data["past"].items()}
    fields = {role: frozenset(fold(w) for w in words) for role, words in data["fields"].items()}
    return Elliptic(marks, small, _said(data["at"]), _said(data["on"]), past, fields, reader.grouped(data["says"]))


def _references(reader: Reader, data: Mapping[str, Any]) -> References:
    def words(key: str) -> frozenset[str]:
        return frozenset(fold(w) for w in data[key])

    return References(
        PatternIndex(reader.many(data["pronouns"])),
        PatternIndex(reader.many(data["indefinite"])),
        PatternIndex(reader.many(data["everything"])),
        PatternIndex(reader.grouped(data["plural"])),
        PatternIndex(reader.many(data["numbers"])),
        PatternIndex(reader.grouped(data["positions"])),
        PatternIndex(reader.grouped(data["counted"])),
        PatternIndex(reader.many(data["wrappings"])),
        words("articles"),
        words("light"),
        words("vague"),
        bool(data["head_last"]),
    )


def _labels(shared: Mapping[str, Any], own: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, str]]:
    """The language's names for things, with those that the domains bring."""
    out = {group: dict(names) for group, names in shared.items()}
    for part in own:
        for group, names in part.get("labels", {}).items():
            out.setdefault(group, {}).update(names)
    return out


def _vocabulary(
    lists: Mapping[str, ListWords], grammar: Mapping[str, Any], normal: Callable[[str], Iterable[str]]
) -> frozenset[str]:
    more = {w for text in (*grammar["hints"], *grammar["protected"]) for w in normal(str(text))}
    said = {w for known in lists.values() for w in (*known.verbs, *known.doubtful, *known.destinations)}
    return frozenset(more | said)


def _read_by(patterns: Iterable[Pattern]) -> Iterable[str]:
    """Every word that some patterns can read."""
    return {w for p in patterns for w in literals(p.node)}


def _likeness(data: Mapping[str, Any] | None) -> Likeness:
    """The trained scorer; a pack without one simply has no opinion."""
    if data is None:
        return Likeness((), (), PackedRows(), 1.0, frozenset(), frozenset())
    rows = PackedRows(zlib.decompress(base64.b64decode(data["rows"])), len(data["intents"]))
    return Likeness(
        tuple(data["intents"]),
        tuple(data["bias"]),
        rows,
        data["scale"],
        frozenset(data["cues"].split()),
        frozenset(data["words"].split()),
    )
