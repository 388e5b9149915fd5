"""Values as a schema shows them written: a city with its state, a code for a name, a zone for a city, another unit."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field

from sayso.dataclass import dataclass
from sayso.engine.kinds.spoken import Spoken, SpokenValue
from sayso.engine.pack import Pack
from sayso.engine.text import fold
from sayso.regex import regex

Phrase = tuple[str, ...]
_CODE = regex(r"[A-Z]{2,3}")
_LONGEST = 3  # words of a name that stands for something
_SHORT = 3  # letters up to which a name is a code itself, and is written in capitals


@dataclass(frozen=True, slots=True)
class Writing:
    """How the languages write values in other words, all together."""

    same: Mapping[Phrase, tuple[Phrase, ...]] = field(default_factory=dict)
    places: Mapping[Phrase, tuple[str, ...]] = field(default_factory=dict)
    scales: Mapping[str, tuple[str, float]] = field(default_factory=dict)
    zones: Mapping[Phrase, str] = field(default_factory=dict)  # a city: the time zone that is named after it
    states: frozenset[Phrase] = frozenset()
    countries: frozenset[Phrase] = frozenset()

    @property
    def regions(self) -> frozenset[str]:
        """What stands after a city's name, the narrower."""
        return frozenset(r[0] for r in self.places.values())


def writing(packs: Iterable[Pack], zones: Iterable[str] = ()) -> Writing:
    """The words of all these languages; `zones` are the names of time zones, as "Asia/Tokyo"."""
    packs = tuple(packs)
    same: dict[Phrase, tuple[Phrase, ...]] = {}
    for pack in packs:
        for phrase, others in pack.values.same.items():
            same[phrase] = (*same.get(phrase, ()), *others)
    places = {c: r for pack in reversed(packs) for c, r in pack.values.places.items()}
    scales = {u: s for pack in reversed(packs) for u, s in pack.values.scales.items()}
    named = {tuple(fold(z.rpartition("/")[2]).replace("_", " ").split()): z for z in zones if "/" in z}
    states = frozenset(tuple(r[0].split()) for r in places.values() if len(r) > 1)
    countries = frozenset(tuple(r[-1].split()) for r in places.values())
    return Writing(same, places, scales, named, states, countries)


def style(examples: Sequence[str], known: Writing) -> str:
    """How a parameter shows a city written: "code" ("Austin, TX"), "region" ("Austin, Texas"), or "" for by itself."""
    tails = [e.rpartition(",")[2].strip() for e in examples if "," in e]
    if any(_CODE.fullmatch(t) and len(t) < _SHORT for t in tails):
        return "code"
    return "region" if any(fold(t) in known.regions for t in tails) else ""


def is_code(examples: Sequence[str]) -> int:
    """How many letters the codes have that a parameter shows; 0 where it shows none."""
    return next((len(e) for e in examples[:3] if _CODE.fullmatch(e)), 0)


def _phrases(spoken: Spoken) -> Iterator[tuple[int, int, Phrase]]:
    """Every stretch of a few words that may be a name, with its place in letters."""
    tokens = spoken.tokens
    for at in range(len(tokens)):
        for last in range(at, min(at + _LONGEST, len(tokens))):
            if last > at and tokens[last].gap.strip(" -."):
                break
            words = tuple(t.text for t in tokens[at : last + 1])
            if last > at or len(words[0]) > _SHORT or spoken.raw[tokens[at].start : tokens[at].end].isupper():
                yield tokens[at].start, tokens[last].end, words


def cities(spoken: Spoken, shown: str, known: Writing) -> Iterator[SpokenValue]:
    """Cities of one state each, with the state after them as the parameter shows it."""
    longest = {start: end for start, end, phrase in _phrases(spoken) if phrase in known.places}
    if shown == "code":
        yield from _coded(spoken, known)
    for start, end, phrase in _phrases(spoken):
        if longest.get(start, end) != end or spoken.raw[end : end + 1] == ",":
            continue
        for name in (phrase, *known.same.get(phrase, ())):
            regions = known.places.get(name, ())
            if len(regions) < 2:
                continue
            state = tuple(regions[0].split())
            codes = [o[0] for o in known.same.get(state, ()) if len(o) == 1 and len(o[0]) < _SHORT]
            written = codes[0].upper() if shown == "code" and codes else regions[0].title()
            if shown == "region" or codes:
                city = spoken.raw[start:end] if name is phrase else " ".join(name).title()
                yield SpokenValue(start, end, f"{city}, {written}", "completed")
                break


def _coded(spoken: Spoken, known: Writing) -> Iterator[SpokenValue]:
    """A city with its state or country after it, by the code for that: "Nairobi, Kenya" as "Nairobi, KE"."""
    tokens = spoken.tokens
    for at in range(1, len(tokens)):
        if tokens[at].gap.strip() != "," or not tokens[at].is_capital or not tokens[at - 1].is_capital:
            continue
        first = at - 1
        while first and tokens[first - 1].is_capital and not tokens[first].gap.strip():
            first -= 1
        for last in range(min(at + _LONGEST, len(tokens)), at, -1):
            name = tuple(t.text for t in tokens[at:last])
            found = {o[0] for o in known.same.get(name, ()) if len(o) == 1 and len(o[0]) < _SHORT}
            if name in known.states | known.countries and len(found) == 1:
                city = spoken.raw[tokens[first].start : tokens[at - 1].end]
                yield SpokenValue(
                    tokens[first].start, tokens[last - 1].end, f"{city}, {found.pop().upper()}", "completed"
                )
                break


def place(phrase: Phrase, known: Writing) -> str:
    """What a name is known to be: a "city", a "state", a "country", or "" where it is not known or not one of them."""
    names = (phrase, *known.same.get(phrase, ()))
    found = {
        kind
        for name in names
        for kind, listed in (("city", known.places), ("state", known.states), ("country", known.countries))
        if name in listed
    }
    return found.pop() if len(found) == 1 else ""


def countries(spoken: Spoken, known: Writing) -> Iterator[SpokenValue]:
    """Countries that are said by another word, as the people's own: "German" is of Germany."""
    for start, end, phrase in _phrases(spoken):
        named = [o for o in known.same.get(phrase, ()) if o in known.countries]
        if len(named) == 1 and phrase not in known.countries and len("".join(phrase)) > _SHORT:
            yield SpokenValue(start, end, " ".join(named[0]).title(), "country")


def codes(spoken: Spoken, letters: int, known: Writing) -> Iterator[SpokenValue]:
    """Names for which a code of so many letters is listed."""
    for start, end, phrase in _phrases(spoken):
        found = {o[0] for o in known.same.get(phrase, ()) if len(o) == 1 and len(o[0]) == letters}
        if len(found) == 1 and len("".join(phrase)) > _SHORT:
            yield SpokenValue(start, end, found.pop().upper(), "code")


def zones(spoken: Spoken, known: Writing) -> Iterator[SpokenValue]:
    """Cities after which a time zone is named."""
    for start, end, phrase in _phrases(spoken):
        zone = next((known.zones[n] for n in (phrase, *known.same.get(phrase, ())) if n in known.zones), None)
        if zone is not None:
            yield SpokenValue(start, end, zone, "zone")


def converted(value: float, unit: str, wanted: Mapping[str, float], known: Writing) -> float | None:
    """An amount in the unit that is wanted of its measure; None where it is that unit, or none is wanted."""
    kind, much = known.scales.get(unit, ("", 0.0))
    if kind not in wanted or wanted[kind] == much:
        return None
    return round(value * much / wanted[kind], 9)
