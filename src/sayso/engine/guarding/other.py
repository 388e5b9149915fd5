"""Proposed calls of tools that were handed in: every value is found where somebody said it, or it does not pass."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from sayso.engine import tell
from sayso.engine.capabilities.lexicon import pieces
from sayso.engine.capabilities.room import Room
from sayso.engine.confidence import probability
from sayso.engine.guarding.check import faults
from sayso.engine.guarding.ground import Ground, Wish, is_negated
from sayso.engine.guarding.harm import danger
from sayso.engine.guarding.option import STEM, options_said
from sayso.engine.guarding.sanitise import Clean
from sayso.engine.guarding.schema import Schema, choices, properties, required, types
from sayso.engine.guarding.support import Leaf, aims_of, contradicted, scales_of
from sayso.engine.guarding.wording import said
from sayso.engine.nouns import Action, Argument, Ask, Call, Confirm, Evidence, Source, Step, Suggestion
from sayso.engine.records.words import stem
from sayso.engine.text import fold
from sayso.engine.tool import Tool
from sayso.regex import regex

_TRUTHS = ("true", "false")  # as options of a choice: too much says yes or no
_WORD = regex(r"[^\W_]+")
_LAST = regex(r"([^\W_]+)\s+\Z")
_HEAD = 5  # letters with which two forms of one word begin
_NEAR = 12  # letters between a parameter's name and its number


class Checked(NamedTuple):
    """The values that have a source, what is missing, what was left out, and what was filled in."""

    arguments: tuple[Argument, ...]
    missing: tuple[str, ...]
    dropped: tuple[str, ...]
    filled: tuple[str, ...]


def complete(tool: Tool, clean: Clean, ground: Ground, room: Room, others: Sequence[Tool] = ()) -> Step:
    """The step that a proposed call becomes; `others` are the tools beside it."""
    does = danger(tool, room.lexicon.harm)
    harm = does == "destroys"
    ground = replace(ground, only_reads=does == "reads")
    found = _checked(tool, clean, ground)
    evidence = tuple(_evidence(tool, found, clean, (ground, others)))
    confidence = probability(evidence, room.policy.weights)
    action = Action(tool.name, tool.name, found.arguments, confidence, harm, evidence=evidence)
    if found.missing:
        name = found.missing[0]
        options = choices(properties(tool.schema).get(name, {}))[: room.policy.suggest_at_most]
        shown = tuple(Suggestion(str(o), {name: o}, round(confidence / max(len(options), 1), 4)) for o in options)
        return Ask(action, tell.say(room.pack, "ask_argument", {"name": name.replace("_", " ")}), shown)
    if harm or (found.filled and does != "reads") or confidence < room.policy.others:
        return Confirm(action, _confirm(action, room))
    return Call(action)


def _confirm(action: Action, room: Room) -> str:
    told = ", ".join(f"{a.name}: {a.value}" for a in action.arguments)
    return tell.say(room.pack, "confirm_call", {"tool": action.tool_name or "", "arguments": told[:300] or "–"})


def _checked(tool: Tool, clean: Clean, ground: Ground) -> Checked:
    known, needed = properties(tool.schema), required(tool.schema)
    arguments: list[Argument] = []
    dropped: list[str] = []
    sources = _sources(tool, clean.arguments, ground)
    for name, value in clean.arguments.items():
        if name in sources:
            arguments.append(Argument(name, value, sources[name]))
        else:
            dropped.append(name)
    have = {a.name for a in arguments}
    filled: list[str] = []
    for name in (*needed, *(n for n in known if n not in needed)):
        if name not in have:
            given = _found(name, known.get(name, {}), arguments, ground, name in needed)
            if given is not None and (name in needed or given.source.kind != "default"):
                arguments.append(given)
                if given.source.kind != "default" and (name in needed or not ground.only_reads):
                    filled.append(name)
    have = {a.name for a in arguments}
    missing = tuple(n for n in needed if n not in have)
    return Checked(tuple(arguments), missing, tuple(dropped), tuple(filled))


def _sources(tool: Tool, arguments: Mapping[str, object], ground: Ground) -> dict[str, Source]:
    known = properties(tool.schema)
    fits = {n: v for n, v in arguments.items() if not any(faults(v, known.get(n, {}), root=tool.schema))}
    if not ground.message.strip():
        return {n: Source("call") for n in fits}
    return ground.sources([Wish(n, v, known.get(n, {}), tool.name) for n, v in fits.items()])


def _found(name: str, schema: Schema, have: list[Argument], ground: Ground, is_needed: bool) -> Argument | None:
    """A missing value that was said after all: the one choice that is named, or, of a value that the tool needs, a
    number beside its parameter's name."""
    options = [o for o in choices(schema) if isinstance(o, str) and o.casefold() not in _TRUTHS]
    taken = [a.source.span for a in have if a.source.kind == "message" and a.source.span is not None]
    small = ground.tongue.packs[0].tools.small
    said_ = [s for s in options_said(options, "", ground.heard, ground.tongue) if str(s.option).casefold() not in small]
    named = {s.option: s.span for s in said_ if s.how <= STEM}
    free = {o: r for o, r in named.items() if all(r[1] <= a or r[0] >= b for a, b in taken)}
    option, span = next(iter(free.items()), (None, (0, 0)))
    if len(named) == len(free) == 1 and not is_negated(span, ground.message, ground.tongue):
        return Argument(name, option, Source("message", span))
    if "default" in schema and is_needed:
        leaf = Leaf(name, schema["default"], schema, frozenset())
        is_wrong = contradicted(leaf, ground.heard, ground.tongue) and bool(ground.message.strip())
        return None if is_wrong else Argument(name, schema["default"], Source("default"))
    if not options and is_needed and {"integer", "number"} & set(types(schema)):
        found = _number(name, schema, have, ground)
        return None if found is None or any(faults(found.value, schema)) else found
    return None


def _number(name: str, schema: Schema, have: list[Argument], ground: Ground) -> Argument | None:
    """The first number after a parameter's whole name: "a width of 30"; none that is in another unit than is wanted."""
    told = schema.get("description")
    aims, scales = aims_of(name, told if isinstance(told, str) else "", ground.tongue), scales_of(ground.tongue)
    wanted = {scales[w] for w in aims if w in scales}
    units = {f.start: scales[u] for f, u in ground.heard.measures if u in scales}
    taken = [a.source.span for a in have if a.source.kind == "message" and a.source.span is not None]
    for _, end in said(name.replace("_", " "), ground.heard, ground.tongue):
        after = [f for f in ground.heard.run if end <= f.start <= end + _NEAR]
        if (
            after
            and isinstance(after[0].value, int)
            and (not wanted or units.get(after[0].start, next(iter(wanted))) in wanted)
            and all(after[0].end <= s or after[0].start >= e for s, e in taken)
        ):
            return Argument(name, after[0].value, Source("message", (after[0].start, after[0].end)))
    return None


def _evidence(tool: Tool, found: Checked, clean: Clean, around: tuple[Ground, Sequence[Tool]]) -> list[Evidence]:
    ground, others = around
    values = sum(1 for a in found.arguments if a.source.kind != "default") + len(found.dropped)
    here = sum(1 for a in found.arguments if a.source.kind != "default")
    return [
        Evidence("a call was proposed", 1.0),
        Evidence("share of its values said", here / values if values else 1.0),
        Evidence("values left out", float(len(found.dropped))),
        Evidence("values filled in", float(len(found.filled))),
        Evidence("beside another parameter's name", float(_is_crossed(tool, found, ground))),
        Evidence("another tool is spoken of", float(_is_anothers(tool, others, ground))),
        Evidence("one value twice", float(_is_double(found, ground))),
        Evidence("format mended", float(bool(clean.repairs))),
        Evidence("nothing of the tool is spoken of", float(not _is_related(tool, found, ground))),
    ]


def _is_crossed(tool: Tool, found: Checked, ground: Ground) -> bool:
    """Whether a value stands right after the name of another parameter: "from Rome to Paris", called the wrong way."""
    names = {n: {fold(p) for p in pieces(n)} for n in properties(tool.schema) if len(pieces(n)) == 1}
    for argument in found.arguments:
        span = argument.source.span
        before = _LAST.search(ground.message[: span[0]]) if span and argument.source.kind == "message" else None
        word = fold(before[1]) if before else ""
        if word not in pieces(argument.name) and any(word in w for n, w in names.items() if n != argument.name):
            return True
    return False


def _is_anothers(tool: Tool, others: Sequence[Tool], ground: Ground) -> bool:
    """Whether the message speaks of another tool by its name, and of this one not at all."""
    spoken = _told([ground.message], ground)
    is_ours = _shares(spoken, _told((*pieces(tool.name), tool.description), ground))
    return not is_ours and any(_shares(spoken, _told(pieces(o.name), ground)) for o in others if o.name != tool.name)


def _told(texts: Iterable[str], ground: Ground) -> set[str]:
    words = {fold(w) for text in texts for w in _WORD.findall(text) if len(w) > 3}
    return words | {stem(w, ground.tongue.endings) for w in words}


def _shares(said: set[str], told: set[str]) -> bool:
    """Whether one of the words is in both, as it is or longer by an ending."""
    heads = {w[:_HEAD] for w in told if len(w) >= _HEAD}
    return not said.isdisjoint(told) or any(len(w) >= _HEAD and w[:_HEAD] in heads for w in said)


def _is_double(found: Checked, ground: Ground) -> bool:
    """Whether two arguments hold what was said but once."""
    texts = [
        fold(a.value)
        for a in found.arguments
        if isinstance(a.value, str) and len(a.value) > 2 and a.value.casefold() not in _TRUTHS
    ]
    return any(texts.count(t) > 1 and fold(ground.message).count(t) < 2 for t in texts)


def _is_related(tool: Tool, found: Checked, ground: Ground) -> bool:
    """Whether the message speaks of the tool at all: by a value, or by a word of its name or description."""
    if not ground.message or any(a.source.kind == "message" for a in found.arguments):
        return True
    return _shares(_told([ground.message], ground), _told((*pieces(tool.name), tool.description), ground))


def nearest(name: str, registered: Mapping[str, object]) -> list[str]:
    """The registered tools whose names are most alike."""
    wanted = set(pieces(name))
    scored = {n: _likeness(wanted, set(pieces(n)), name, n) for n in registered}
    return [n for n in sorted(scored, key=lambda n: (-scored[n], n)) if scored[n] > 0.3]


def _likeness(wanted: set[str], has: set[str], name: str, other: str) -> float:
    shared = len(wanted & has) / max(len(wanted | has), 1)
    letters = tell.closeness(name, other)
    return max(shared, letters)
