"""What a domain.yaml must hold: the right keys, and values of the right kind."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from sayso.engine.tool import DOES, KINDS

Path = tuple[str, ...]
Misfit = tuple[Path, str, str]  # where, what is wrong, what to do about it
HINTS = ("read_only", "destructive", "idempotent", "open_world")
ROLES = (
    "name",
    "details",
    "rank",
    "when",
    "begins",
    "ends",
    "repeat",
    "status",
    "search",
    "limit",
    "offset",
    "record",
    "id",
    "code",
    "capability",
    "capability_id",
    "readings",
    "settings",
    "since",
    "until",
    "latest",
    "online",
    "aggregate",
    "above",
    "below",
    "state",
    "part",
    "new_name",
    "new_details",
    "new_rank",
    "new_when",
    "new_status",
    "new_repeat",
)
_TOP = ("domain", "threshold", "records", "tools")
FACTS = {  # what else may hold of a domain's records, and its shape
    "next": "groups",
    "acts_on": "groups",
    "dangerous": "words",
    "plain": "words",
    "weatherly": "words",
    "kin": "lists",
    "offers": "offers",
    "switches": "switches",
    "vocabulary": "vocabulary",
    "plausible": "bounds",
    "called": "groups",
    "covers": "groups",
    "within": "groups",
    "floors": "words",
    "air": "words",
    "stands_for": "groups",
    "instead": "groups",
    "settings": "settings",
}
_SWITCHES = "any_kind alike whole switched work usual share"
_VOCABULARY = "acts things components metrics rooms"
_SETTINGS = "usual moves set_as bare percent"
_MORE_SETTINGS = "any_choice bounds graded shades"  # where a domain speaks of such
_TOOL = ("intent", "title", "description", "does", "hints", "parameters")
_RECORD = ("context", "name", "attributes", "done", "rank", "when", "repeat")
_PARAMETER: Mapping[str, tuple[type, ...]] = {
    "kind": (str,),
    "description": (str,),
    "role": (str,),
    "of": (str,),
    "required": (bool,),
    "many": (bool,),
    "whole": (bool,),
    "empty": (bool,),
    "written": (bool,),
    "options": (list,),
    "least": (int, float),
    "most": (int, float),
    "default": (str, int, float, bool),
}


def misfits(data: Mapping[str, object]) -> Iterator[Misfit]:
    """Everything in a domain's definition that cannot be."""
    missing = [key for key in _TOP if key not in data]
    if missing:
        yield (), f"missing {', '.join(missing)}", "docs/domains.md says what a domain holds"
        return
    yield from _known((), data, (*_TOP, "shared", *FACTS))
    if not isinstance(data["domain"], str):
        yield ("domain",), "domain must be a name", "give the name of the folder"
    threshold = data["threshold"]
    if isinstance(threshold, bool) or not isinstance(threshold, int | float) or not 0 <= threshold <= 1:
        yield ("threshold",), f"threshold {threshold!r} cannot be", "use a number from 0 to 1"
    records = data["records"]
    for name, record in _each(records):
        yield from _record(("records", name), record)
    kinds = tuple(records) if isinstance(records, Mapping) else ()
    intents: dict[object, str] = {}
    for name, tool in _each(data["tools"]):
        yield from _tool(("tools", name), tool, kinds)
        intent = tool.get("intent") if isinstance(tool, Mapping) else None
        if isinstance(intent, str) and intents.setdefault(intent, name) != name:
            what = f"intent {intent} leads to {intents[intent]} already"
            yield ("tools", name, "intent"), what, "give every tool an intent of its own"
    for key, shape in FACTS.items():
        if key in data:
            yield from _fact(key, data[key], shape)


def _each(given: object) -> Iterator[tuple[str, object]]:
    if isinstance(given, Mapping):
        yield from ((str(name), inside) for name, inside in given.items())


def _known(at: Path, given: Mapping[str, object], keys: tuple[str, ...]) -> Iterator[Misfit]:
    for key in given:
        if key not in keys:
            near = get_close_matches(str(key), keys, 1)
            yield (*at, str(key)), f"unknown {key}", f"did you mean {near[0]}?" if near else f"use {', '.join(keys)}"


def _record(at: Path, given: object) -> Iterator[Misfit]:
    if not isinstance(given, Mapping) or not all(isinstance(given.get(key), str) for key in ("context", "name")):
        yield at, f"{at[-1]} needs its context and its name", "say under which key it comes, and what names it"
        return
    yield from _known(at, given, _RECORD)


def _tool(at: Path, given: object, kinds: tuple[str, ...]) -> Iterator[Misfit]:
    if not isinstance(given, Mapping):
        yield at, f"{at[-1]} must hold keys of its own", f"give it {', '.join(_TOOL[:3])}"
        return
    yield from _known(at, given, _TOOL)
    missing = [key for key in _TOOL[:3] if not isinstance(given.get(key), str)]
    if missing:
        yield at, f"{at[-1]} has no {', '.join(missing)}", "every tool has an intent, a title and a description"
    hints = given.get("hints", [])
    for hint in hints if isinstance(hints, list) else [hints]:
        if hint not in HINTS:
            yield (*at, "hints"), f"unknown hint {hint}", f"hints are {', '.join(HINTS)}"
    if given.get("does", "") not in DOES:
        near = get_close_matches(str(given["does"]), DOES, 1)
        next_step = f"did you mean {near[0]}?" if near else f"it is one of {', '.join(DOES[1:])}"
        yield (*at, "does"), f"no tool does {given['does']!r}", next_step
    for name, parameter in _each(given.get("parameters")):
        yield from _parameter((*at, "parameters", name), parameter, kinds)


def _parameter(at: Path, given: object, kinds: tuple[str, ...]) -> Iterator[Misfit]:
    if not isinstance(given, Mapping) or "kind" not in given:
        yield at, f"{at[-1]} has no kind", f"kinds are {', '.join(KINDS)}"
        return
    yield from _known(at, given, tuple(_PARAMETER))
    for key, types in _PARAMETER.items():
        value = given.get(key)
        if key in given and (not isinstance(value, types) or (isinstance(value, bool) and bool not in types)):
            yield (*at, key), f"{key} {value!r} cannot be", f"give a value of the right kind ({types[0].__name__})"
    yield from _senses(at, given, kinds)


def _senses(at: Path, given: Mapping[str, object], kinds: tuple[str, ...]) -> Iterator[Misfit]:
    """What fits by its type and still makes no sense."""
    kind, options, default = given["kind"], given.get("options"), given.get("default")
    least, most = given.get("least"), given.get("most")
    if kind not in KINDS:
        near = get_close_matches(str(kind), KINDS, 1)
        next_step = f"did you mean {near[0]}?" if near else f"kinds are {', '.join(KINDS)}"
        yield (*at, "kind"), f"no kind {kind!r}", next_step
    if given.get("role", ROLES[0]) not in ROLES:
        yield (*at, "role"), f"no role {given['role']!r}", f"roles are {', '.join(ROLES)}"
    if (kind == "choice") is not isinstance(options, list):
        yield at, f"{at[-1]} is a choice if and only if it has options", "give the options, or another kind"
    if isinstance(options, list) and default is not None and default not in options:
        yield (*at, "default"), f"default {default!r} is no option", f"use one of {', '.join(map(str, options))}"
    if kind == "record" and given.get("of") not in kinds:
        yield at, f"{at[-1]} is a record of no kind", f"of: one of {', '.join(kinds) or 'the records'}"
    if isinstance(least, int | float) and isinstance(most, int | float) and least > most:
        yield (*at, "most"), f"at least {least} and at most {most}", "put the smaller bound first"
    if given.get("written") and default is None:
        yield (*at, "written"), "no default to write out", "give the default"


def _fact(key: str, given: object, shape: str) -> Iterator[Misfit]:
    is_right = {
        "words": _are_words(given),
        "lists": isinstance(given, list) and all(map(_are_words, given)),
        "groups": isinstance(given, Mapping) and all(map(_are_words, given.values())),
        "offers": isinstance(given, Mapping) and all(map(_is_offer, given.values())),
        "switches": isinstance(given, Mapping) and set(given) - {"opposites"} == set(_SWITCHES.split()),
        "vocabulary": isinstance(given, Mapping) and set(given) == set(_VOCABULARY.split()),
        "settings": isinstance(given, Mapping) and set(given) - set(_MORE_SETTINGS.split()) == set(_SETTINGS.split()),
        "bounds": isinstance(given, Mapping) and all(map(_are_bounds, given.values())),
    }[shape]
    if not is_right:
        what = "of kinds, the least and the most" if shape == "bounds" else "of words"
        yield (key,), f"{key} must be {shape} {what}", "the domains of tasks and machines show how"


def _are_bounds(given: object) -> bool:
    """The least and the most of a value, by kind of record."""
    return isinstance(given, Mapping) and all(
        isinstance(pair, list)
        and len(pair) == 2
        and all(isinstance(n, int | float) for n in pair)
        and pair[0] <= pair[1]
        for pair in given.values()
    )


def _is_offer(given: object) -> bool:
    return isinstance(given, Mapping) and set(given) == {"tool", "arguments", "label"}


def _are_words(given: object) -> bool:
    return isinstance(given, list) and all(isinstance(word, str) for word in given)
