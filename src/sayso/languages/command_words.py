"""What a language says to and about records that can do something by themselves."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sayso.engine.pack import CommandWords, Phrase
from sayso.engine.pattern import WHOLE, Parser, Slots
from sayso.engine.shelf import PatternIndex
from sayso.engine.text import fold
from sayso.languages.reader import Files, Reader, macros_of

Normal = Callable[[str], Iterable[str]]


def command_words(files: Files, domain: str, normal: Normal, slots: Slots) -> tuple[Reader, CommandWords]:
    """The reader for the patterns of such a domain, and its words."""
    data, grammar = files.domains[domain], files.grammar
    macros = macros_of(files, domain)
    metrics = _phrases(data["metrics"], normal)
    glue = {w for joiner in grammar["joiners"] for w in normal(joiner)} | {
        fold(w) for w in grammar["references"]["articles"]
    }
    minus = frozenset(fold(w) for w in data["minus"])
    numbers = _counting(grammar["numbers"])
    halves = tuple(fold(w) for w in data["halves"])
    typed = {
        "metrics": _listed(metrics, glue),
        "amount": f"(?:(?:{'|'.join(minus)}) )?{_number(grammar['numbers'], numbers, halves, _letters(data))}",
    }
    typed.update(dict.fromkeys(("by_amount", "low_amount", "high_amount"), typed["amount"]))
    words = frozenset(w for phrase in metrics for w in phrase)
    slots = Slots({**slots.expressions, **typed}, {**slots.words, "metrics": words})
    reader = Reader(files, f"{domain}.yaml", Parser(macros, normal), slots)

    def folded(key: str) -> frozenset[str]:
        return frozenset(w for text in data[key] for w in normal(str(text)))

    return reader, CommandWords(
        _phrases(data["acts"], normal),
        _phrases(data["things"], normal),
        _phrases(data["components"], normal),
        metrics,
        _phrases(data["kinds"], normal),
        _phrases(data["rooms"], normal),
        folded("light_words"),
        folded("everything"),
        folded("no_name"),
        folded("corrections"),
        folded("breaks"),
        PatternIndex(reader.many(data["whether"])),
        folded("not_last"),
        minus,
        {kind: PatternIndex(reader.many(texts, kind)) for kind, texts in files.elsewhere["subjects"].items()},
        PatternIndex(reader.grouped(data["spans"])),
        PatternIndex(reader.many(data["latest"])),
        PatternIndex(reader.many(data["limits"])),
        PatternIndex(reader.grouped(data["states"])),
        PatternIndex(reader.grouped(data["lasting"])),
        PatternIndex(reader.many(data["amounts"])),
        PatternIndex(reader.many(data["lately"])),
        folded("since"),
        frozenset(halves),
        folded("plurals"),
        folded("both"),
        PatternIndex(reader.grouped(data["aggregates"])),
        PatternIndex(reader.grouped(data["past"])),
        PatternIndex(reader.grouped(data["beyond"])),
        PatternIndex(reader.many(data["compares"])),
        folded("versus"),
        PatternIndex(reader.grouped(data["is_so"])),
        _phrases(data.get("values", {}), normal),
        _phrases(data.get("units", {}), normal),
        frozenset(w for text in data.get("joining", ()) for w in normal(str(text))),
        frozenset(w for text in data.get("slight", ()) for w in normal(str(text))),
        frozenset(w for text in data.get("excepting", ()) for w in normal(str(text))),
        frozenset(w for text in data.get("telling", ()) for w in normal(str(text))),
        frozenset(w for text in data.get("until", ()) for w in normal(str(text))),
        frozenset(w for text in data.get("invariable", ()) for w in normal(str(text))),
        frozenset(w for text in data.get("many_led", ()) for w in normal(str(text))),
        frozenset(w for text in data.get("towards", ()) for w in normal(str(text))),
        frozenset(w for text in data.get("binding", ()) for w in normal(str(text))),
        frozenset(w for text in data.get("including", ()) for w in normal(str(text))),
        PatternIndex(reader.many(data.get("everywhere", ()))),
        frozenset(w for text in data.get("told", ()) for w in normal(str(text))),
        _phrases(data.get("paired", {}), normal),
        frozenset(w for text in data.get("calling_off", ()) for w in normal(str(text))),
        _phrases(data.get("onward", {}), normal),
        _phrases(data.get("called", {}), normal),
        frozenset(w for text in data.get("beside_acts", ()) for w in normal(str(text))),
    )


def _counting(given: Mapping[str, Any]) -> str:
    """The words for numbers below a hundred, and for a hundred; where languages join them, joined."""
    known = {fold(str(w)) for w in (*given["cardinals"], *given["tens"])}
    if given["compound"] == "joined":
        units = [fold(str(w)) for w, value in given["cardinals"].items() if 0 < value < 10]
        known |= {stem + unit for ten in map(fold, given["tens"]) for stem in (ten, ten[:-1]) for unit in units}
    return "|".join(sorted(known, key=len, reverse=True))


def _letters(data: Mapping[str, Any]) -> str:
    """The letters that are a unit, and may stand right after a number: "2700k"."""
    found = {fold(str(w)) for words in data.get("units", {}).values() for w in words}
    return "".join(sorted(w for w in found if len(w) == 1))


def _number(given: Mapping[str, Any], numbers: str, halves: Iterable[str], letters: str) -> str:
    """A number in digits or words: "two hundred", "duemilasettecento", "one" before its unit, "half a"."""
    hundreds = [fold(str(w)) for w, value in given["cardinals"].items() if value == 100]
    thousands = "|".join(fold(str(w)) for w, value in given["powers"].items() if value == 1000 and len(str(w)) > 1)
    ones = "|".join(fold(str(w)) for w in given["ones"])
    half = f"(?:{'|'.join(halves)})(?: (?:{ones}))?"
    one = "|".join(f"(?:{numbers})?{w[:-1]}{w[-1]}?(?:{numbers})?" for w in hundreds)
    small = f"(?:{one}|{numbers})"
    joined = f"(?:{small}?(?:{thousands}){small}?|{small})"
    word = joined if given["compound"] == "joined" else f"(?:{numbers}|{thousands})"
    digits = f"[\\d.]+(?: \\d)?[{letters}]?" if letters else "[\\d.]+(?: \\d)?"
    return f"(?:{digits}|{word}(?: {word})*|{half}|{ones})"


def _phrases(groups: Mapping[str, Iterable[str]], normal: Normal) -> dict[Phrase, str]:
    return {
        tuple(w for part in str(text).split() for w in normal(part)): name
        for name, texts in groups.items()
        for text in texts
    }


def _listed(phrases: Iterable[Phrase], glue: Iterable[str]) -> str:
    """One or several of these phrases, with "and" and articles between them."""
    longest = sorted({" ".join(p).replace(".", r"\.") for p in phrases}, key=len, reverse=True)
    one = "(?:" + "|".join(f"{p} " for p in longest) + ")"
    between = "(?:(?:" + "|".join(sorted(set(glue))) + ") )*"
    return WHOLE + f"{one}(?:{between}{one})*"
