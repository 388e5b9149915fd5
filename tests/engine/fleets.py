"""Fleets of machines whose names share words, what people say to them, and an oracle that knows what they mean.

The oracle sees only how a fleet was made and which words were chosen; where its answer could be disputed it gives none.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from rapidfuzz.distance import OSA


def table(text: str) -> dict[str, dict[str, list[str]]]:
    """Rows of "language key: one | another" as lists by language and key."""
    rows: dict[str, dict[str, list[str]]] = {}
    for row in text.strip().splitlines():
        (language, key), listed = row.split(": ")[0].split(), row.split(": ")[1]
        rows.setdefault(language, {}).setdefault(key, []).extend(listed.split(" | "))
    return rows


KINDS = table("""
it fridge: Frigo | Frigorifero
it oven: Forno
it chiller: Abbattitore
it cold_room: Cella
it freezer: Congelatore | Freezer
it dishwasher: Lavastoviglie
en fridge: Fridge | Refrigerator
en oven: Oven
en chiller: Blast Chiller
en cold_room: Cold Room
en freezer: Freezer
en dishwasher: Dishwasher
""")
COLD = {"fridge", "chiller", "cold_room", "freezer"}  # people mix these up: the absence of one proves nothing
FEMALE = {"cella", "lavastoviglie"}
# how a place is said after a machine, in Italian
PLACES_IT = {
    "Cucina": ("in cucina", "della cucina"),
    "Sala": ("in sala", "della sala"),
    "Bar": ("al bar", "del bar"),
    "Cantina": ("in cantina", "della cantina"),
    "Magazzino": ("in magazzino", "del magazzino"),
    "Terrazza": ("in terrazza", "della terrazza"),
}
PLACES = {"it": list(PLACES_IT), "en": ["Kitchen", "Bar", "Cellar", "Pantry", "Warehouse", "Terrace"]}
SAME_PLACE = {"Kitchen": "Cucina", "Cellar": "Cantina", "Warehouse": "Magazzino", "Terrace": "Terrazza"}
MODELS = ["Tundra", "Polaris", "Zenith", "Vega"]
VOCABULARY = {w.lower() for t in KINDS.values() for k in t.values() for s in k for w in s.split()}
VOCABULARY |= {w.lower() for w in (*PLACES["it"], *PLACES["en"], *MODELS)}
LABELS = ["1", "2", "3", "4", "5", "A", "B"]
POWERS = {
    "turn_on": ["turn_on", "turn_on", "TurnOn", "Accendi"],
    "turn_off": ["turn_off", "turn_off", "TurnOff", "Spegni"],
    "turn_on_light": ["turn_on_light", "LightOn", "luce_on", "Accendi luce"],
    "turn_off_light": ["turn_off_light", "LightOff", "luce_off", "Spegni luce"],
    "start_defrost": ["start_defrost", "StartDefrost", "Avvia sbrinamento"],
    "stop_defrost": ["stop_defrost", "StopDefrost", "Ferma sbrinamento"],
    "start_cycle": ["start_cycle", "StartCycle", "Avvia ciclo"],
}
METRICS = {
    "temperature": ["temperature", "temperature", "Temperature", "temperatura"],
    "humidity": ["humidity", "humidity", "umidita"],
    "pressure": ["pressure"],
    "voltage": ["voltage"],
}
# a machine without the first but with one of the others might be meant all the same: no verdict
RIVALS = {
    "turn_on": {"turn_on_light", "start_cycle", "start_defrost"},
    "turn_off": {"turn_off_light", "stop_defrost"},
    "start_cycle": {"start_defrost"},
}


def place_of(said: str, foreign: bool) -> str:
    return SAME_PLACE.get(said, said) if foreign else said


@dataclass(frozen=True, slots=True)
class Words:
    """What a name or a reference is made of."""

    kind: str = ""
    said: str = ""  # the kind as spelled: Frigo, Frigorifero, Fridge
    language: str = ""
    model: str = ""
    place: str = ""
    label: str = ""

    def parts(self) -> tuple[str, str, str, str]:
        return self.kind, self.model, self.place, self.label

    def fit(self, name: "Words", site: str, foreign: bool) -> bool:
        """Whether each of these words is of the name or its place; `foreign`: kinds are the same in any language."""
        akin = self.kind == name.kind and (foreign or self.language == name.language or self.said == name.said)
        return (
            (not self.kind or akin)
            and self.model in ("", name.model)
            and (not self.place or place_of(self.place, foreign) in [place_of(p, foreign) for p in (name.place, site)])
            and self.label in ("", name.label)
        )


@dataclass(frozen=True, slots=True)
class Machine:
    """One machine, and what it is able to do: its own spelling and id by our name."""

    id: str
    serial: str
    name: str
    words: Words
    site: str
    powers: Mapping[str, str]
    metrics: Mapping[str, str]

    def can(self, power: str) -> bool:
        return power in self.powers or power in self.metrics

    def record(self) -> dict[str, object]:
        place = {"place": self.site} if self.site else {}
        commands = [{"id": f"{self.id}:{n}", "name": s} for n, (_, s) in enumerate(self.powers.items())]
        return {
            "id": self.id,
            "name": self.name,
            "serial": self.serial,
            "connected": True,
            "commands": commands,
            "metrics": list(self.metrics.values()),
            **place,
        }

    def command_id(self, power: str) -> str:
        return f"{self.id}:{list(self.powers).index(power)}"


@dataclass(frozen=True, slots=True)
class Reference:
    """A machine as somebody says it."""

    form: str
    words: Words
    bare: str  # without article: "Frigo Sala", "frigo in sala"
    machine: Machine | None = None  # where id or serial is said
    literal: bool = False  # said as a name, word for word
    typed: str = ""  # with a slip of the finger


@dataclass(frozen=True, slots=True)
class Wish:
    """A message, and what the oracle says of it."""

    message: str
    form: str
    power: str
    verdict: str  # unique, several, none
    fitting: tuple[Machine, ...]  # where none: those the words name, though they cannot do it
    strangers: tuple[Machine, ...]  # machines that no word of the message fits
    typo: bool


def fleet(rng: Random, size: int, language: str) -> list[Machine]:
    """So many machines, with shared words and some names twice."""
    made: list[Machine] = []
    serials = rng.sample(range(1000, 9999), size)
    for n in range(size):
        tongue = language if language != "mixed" else rng.choice(["it", "en"])
        if made and rng.random() < 0.12:
            twin = rng.choice(made)
            words, name = twin.words, twin.name
            taken = {m.site for m in made if m.name == name}
            free = [p for p in PLACES[words.language] if p not in taken]
            site = "" if words.place else rng.choice(free or [""])
        else:
            words = some_words(rng, tongue)
            name = some_name(rng, words)
            site = words.place if rng.random() < 0.5 else ""
            if not words.place and rng.random() < 0.7:
                site = rng.choice(PLACES[tongue])
        serial = rng.choice(["{}-{}", "{}{}"]).format(words.said[:2].upper(), serials[n])
        powers = {p: rng.choice(s) for p, s in POWERS.items() if rng.random() < 0.5}
        metrics = {m: rng.choice(s) for m, s in METRICS.items() if rng.random() < 0.6}
        made.append(Machine(f"dev-{rng.randrange(10**6):06}-{n}", serial, name, words, site, powers, metrics))
    return made


def some_words(rng: Random, language: str) -> Words:
    kind = rng.choice(list(KINDS[language]))
    place = rng.choice(PLACES[language]) if rng.random() < 0.6 else ""
    model = rng.choice(MODELS) if rng.random() < 0.2 else ""
    label = rng.choice(LABELS) if rng.random() < 0.45 else ""
    return Words(kind, rng.choice(KINDS[language][kind]), language, model, place, label)


def some_name(rng: Random, words: Words) -> str:
    place_first = words.language == "en" and rng.random() < 0.6
    middle = [words.said, words.model] if not place_first else [words.place, words.model, words.said]
    end = [words.label] if place_first else [words.place, words.label]
    return " ".join(w for w in (*middle, *end) if w)


def fitting(machines: Sequence[Machine], said: Reference, foreign: bool) -> list[Machine] | None:
    """Those a reference means: by code, exact name, words of the name, name and place; None where one can argue."""
    if said.machine:
        return [said.machine]
    by_name = [m for m in machines if said.words.fit(m.words, m.words.place, foreign)]
    by_place = [m for m in machines if said.words.fit(m.words, m.site, foreign)]
    same = [m for m in by_name if m.words.parts() == said.words.parts()]
    exact = [m for m in machines if m.name.casefold() == said.bare.casefold()] if said.literal else []
    if exact:
        return exact if exact == same and (not said.typed or exact == by_place) else None
    if (by_name and by_name != by_place) or (same and same != by_name):
        return None
    if not by_place and is_vague(machines, said.words):
        return None
    return by_place


def is_vague(machines: Sequence[Machine], words: Words) -> bool:
    """Whether a machine might be meant although not every word fits it."""
    if not words.kind:
        return False
    of_kind = [m for m in machines if m.words.kind == words.kind]
    if not of_kind:
        return words.kind in COLD and any(m.words.kind in COLD for m in machines)
    if any(m.words.language != words.language for m in of_kind):
        return True
    if words.place and any(not m.site and not m.words.place for m in of_kind):
        return True
    return bool(words.label) and any(m.words.label.isdigit() != words.label.isdigit() for m in of_kind)


def understood(machines: Sequence[Machine], said: Reference | None, power: str, message: str) -> Wish | None:
    """What the message means, or None where one could argue."""
    meant = fitting(machines, said, foreign=True) if said else list(machines)
    if meant is None or (said and meant != fitting(machines, said, foreign=False)):
        return None
    able = tuple(m for m in meant if m.can(power))
    if any(m not in able and RIVALS.get(power, set()) & set(m.powers) for m in meant):
        return None
    akin = {m.id for m in machines if said is None or touches(said, m)}
    if not able and any(m.can(power) and m.id in akin and m not in meant for m in machines) and meant:
        return None  # a looser reading would find one
    verdict = "unique" if len(able) == 1 else "several" if able else "none"
    strangers = tuple(m for m in machines if said and is_strange(said, m))
    form = said.form if said else "no device"
    return Wish(message, form, power, verdict, able or tuple(meant), strangers, bool(said and said.typed))


def touches(said: Reference, machine: Machine) -> bool:
    """Whether a looser reading of what was said could mean the machine."""
    if said.machine:
        return said.machine.name == machine.name
    if said.words.kind:
        return said.words.kind == machine.words.kind or {said.words.kind, machine.words.kind} <= COLD
    return said.words.fit(machine.words, machine.site, foreign=True)


def is_strange(said: Reference, machine: Machine) -> bool:
    """Whether what was said cannot mean the machine: some word says another kind, place, number, code."""
    if said.machine:
        return said.machine != machine
    place = machine.words.place or machine.site or said.words.place
    label, model = machine.words.label or said.words.label, machine.words.model or said.words.model
    return not said.words.fit(replace(machine.words, place=place, label=label, model=model), machine.site, foreign=True)


def references(rng: Random, machines: Sequence[Machine], language: str) -> Iterator[Reference]:
    """Every way to speak of one machine that is picked, and of machines that are not there."""
    one = rng.choice(machines)
    words = one.words
    yield Reference("serial", Words(), one.serial if rng.random() < 0.7 else one.serial.lower(), one)
    yield Reference("id", Words(), one.id, one)
    yield Reference("full name", words, rng.choice([one.name, one.name.lower()]), literal=True)
    if words.language != language:
        return
    site = words.place or one.site
    yield Reference("kind", Words(words.kind, words.said, language), words.said.lower(), literal=True)
    other = rng.choice(KINDS[language][words.kind])
    yield Reference("synonym", Words(words.kind, other, language), other.lower(), literal=True)
    if words.label:
        short = replace(words, place="", model="")
        yield Reference("partial name", short, f"{words.said} {words.label}", literal=True)
    if words.model:
        yield Reference("model", Words(model=words.model), words.model)
        yield Reference("partial name", replace(words, place="", label=""), f"{words.said} {words.model}", literal=True)
    if site:
        yield from placed(rng, replace(words, place=site, model="", label=""), "kind and place")
    yield from absent(rng, machines, language)


def placed(rng: Random, words: Words, form: str) -> Iterator[Reference]:
    said, place = words.said.lower(), words.place
    if words.language == "it":
        yield Reference(form, words, f"{said} {rng.choice(PLACES_IT[place])}")
    else:
        yield Reference(form, words, rng.choice([f"{said} in the {place.lower()}", f"{place.lower()} {said}"]))


def absent(rng: Random, machines: Sequence[Machine], language: str) -> Iterator[Reference]:
    """What nobody bears: a serial, a kind, a kind in a place, a kind with a number."""
    kind = rng.choice(list(KINDS[language]))
    words = Words(kind, rng.choice(KINDS[language][kind]), language)
    yield from placed(rng, replace(words, place=rng.choice(PLACES[language])), "kind and any place")
    label = rng.choice("789")
    serial = rng.choice(machines).serial[:-1] + "0"
    if serial not in [m.serial for m in machines]:
        yield Reference("no serial", Words(model=serial), serial)
    yield Reference("kind and any number", replace(words, label=label), f"{words.said} {label}")
    yield Reference("any kind", words, words.said.lower(), literal=True)


SAY = table("""
it turn_on: accendi {il} | accendere {il} | puoi accendere {il}? | mi accendi {il}? | {il}, accendi{lo} | accendi {nude}
it turn_off: spegni {il} | spegnere {il} | potresti spegnere {il}? | per favore spegni {il} | spegni {il}, grazie
it turn_off: spegnimi {il} | scusa, mi spegni {il}? | {il}, spegni{lo} | potresti per favore spegnere {il}?
it turn_on_light: accendi la luce {del} | la luce {del}, accendila | mi accendi la luce {del}? | accendi le luci {del}
it turn_on_light: accendimi la luce {del} | per piacere accendi la luce {del}
it turn_on_light: accendi luce {nude} | accendi la luce {nel}
it turn_off_light: spegni la luce {del} | potresti spegnere la luce {del}? | per favore spegni la luce {del}
it turn_off_light: la luce {del}, spegnila | puoi spegnere le luci {del}?
it start_defrost: avvia lo sbrinamento {del} | fai partire lo sbrinamento {del} | sbrina {il} | potresti sbrinare {il}?
it stop_defrost: ferma lo sbrinamento {del} | interrompi lo sbrinamento {del} | puoi fermare lo sbrinamento {del}?
it start_cycle: avvia il ciclo {del} | fai partire il ciclo {del} | per favore avvia il ciclo {del}
it temperature: che temperatura ha {il}? | qual è la temperatura {del}? | dimmi la temperatura {del} | temperatura {del}
it temperature: mi dici la temperatura {del}? | che temperatura c'è {nel}?
it humidity: dimmi l'umidità {del} | qual è l'umidità {del}? | leggi l'umidità {del}
it pressure: dimmi la pressione {del} | qual è la pressione {del}? | mi dici la pressione {del}?
en turn_on: turn on {the} | turn {the} on | please switch on {the} | could you turn {the} on? | turn on {nude}
en turn_off: turn off {the} | turn {the} off | switch {the} off please | can you turn off {the}?
en turn_on_light: turn on the light of {the} | turn on the light in {the} | please switch the light of {the} on
en turn_on_light: turn on {the} light | the light in {the}, turn it on | could you please turn on the lights in {the}?
en turn_off_light: turn off the light of {the} | could you switch off the light in {the}? | turn off {the} light
en start_defrost: start the defrost of {the} | defrost {the} | please start defrosting {the} | start defrost on {the}
en stop_defrost: stop the defrost of {the} | stop defrosting {the} | can you stop the defrost on {the}?
en start_cycle: start the cycle of {the} | start the cycle on {the} | please start the cycle of {the}
en temperature: what's the temperature of {the}? | tell me the temperature of {the} | show me the temperature in {the}
en humidity: what is the humidity of {the}? | read the humidity of {the} | what's {the} humidity?
en pressure: what is the pressure of {the}? | tell me the pressure of {the}
""")
ALONE = table("""
it turn_on_light: accendi la luce | mi accendi la luce? | potresti accendere la luce?
it turn_off_light: spegni la luce | per favore spegni la luce
it start_defrost: avvia lo sbrinamento | fai partire lo sbrinamento
it stop_defrost: ferma lo sbrinamento | interrompi lo sbrinamento
it humidity: leggi l'umidità | dimmi l'umidità
it pressure: leggi la pressione
en turn_on_light: turn on the light | could you turn the light on?
en turn_off_light: turn off the light | please switch off the light
en start_defrost: start the defrost | please start the defrost
en stop_defrost: stop the defrost
en humidity: read the humidity
en pressure: read the pressure
""")
ASKED = {
    "it": ["accendi", "accendere", "spegni", "spegnere", "sbrinamento", "temperatura", "umidità", "pressione"],
    "en": ["temperature", "humidity", "pressure", "defrost"],
}
REAL = {"accedi", "accedere", "segni", "segnere"}  # a slip into another word is another word


def spoken(rng: Random, said: Reference, language: str, power: str) -> str:
    """A sentence of that language for the power and the reference."""
    nude = said.typed or said.bare
    is_code = "serial" in said.form or said.form == "id"
    female = said.words.said.lower() in FEMALE
    if is_code:
        il, del_, nel = nude, f"di {nude}", f"in {nude}"
    elif said.words.language == "it" and nude.lower().startswith("a"):
        il, del_, nel = (f"{w}'{nude}" for w in ("l", "dell", "nell"))
    else:
        il, del_, nel = (f"{w} {nude}" for w in (("la", "della", "nella") if female else ("il", "del", "nel")))
    sayings = {
        "il": il,
        "del": del_,
        "nel": nel,
        "lo": "la" if female else "lo",
        "the": nude if is_code else f"the {nude}",
    }
    return rng.choice(SAY[language][power]).format_map({**sayings, "nude": nude})


def slipped(rng: Random, text: str, words: Collection[str]) -> str:
    """The text with one slip in one long word, or nothing where the word is no more nearest to itself by far."""
    long = [w for w in re.findall(r"\w{6,}", text) if w.lower() in words]
    if not long:
        return ""
    word = rng.choice(long)
    at = rng.randrange(1, len(word) - 2)
    before, here, there, after = word[:at], word[at], word[at + 1], word[at + 2 :]
    slips = [before + there + after, before + there + here + after, before + here + here + there + after]
    slip = rng.choice([s for s in slips if s != word])
    if slip.lower() in REAL or any(OSA.distance(slip.lower(), w) < 3 for w in words if w != word.lower()):
        return ""
    return text.replace(word, slip)
