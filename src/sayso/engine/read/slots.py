"""How well a value fits a parameter: what stands around it, what it looks like, what the parameter says it holds."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from sayso.engine.kinds.spoken import Spoken
from sayso.engine.read.around import Look, ToolView, kin_before, look, mark_before, near
from sayso.engine.read.candidates import ValueCandidate, candidates
from sayso.engine.read.offer import ToolParameter, ToolVocabulary
from sayso.engine.text import fold

Signs = list[tuple[str, float]]
_NO_ROLE = frozenset(("none",))


class Facts(NamedTuple):
    """All that is said for and against a value but for what is measured: the same facts always weigh the same."""

    kind: str
    roles: frozenset[str]
    form: str
    mark: str
    marks: frozenset[str]
    near: tuple[int, int, int, int, int, int]
    kin: frozenset[str]
    is_held: bool
    look: Look | None
    alone: frozenset[str]
    shown: tuple[bool, bool, bool, bool, bool, bool] | None
    more: tuple[str, ...]


def weight(signs: Signs, weights: Mapping[str, float]) -> float:
    """Log odds."""
    total = weights.get("bias", 0.0)
    for name, value in signs:
        total += weights.get(name, 0.0) * value
    return total


def signs(slot: ToolParameter, one: ValueCandidate, scene: ToolView) -> Signs:
    """Everything that speaks for or against a value for a parameter; the names name no tool and no message."""
    return [*((name, 1.0) for name in told(facts(slot, one, scene))), *measures(slot, one, scene)]


def kind_of(slot: ToolParameter) -> str:
    """The kind as the weights name it."""
    wanted = slot.wanted
    return wanted.kind if wanted.kind != "list" else f"list of {wanted.items.kind if wanted.items else ''}"


def facts(slot: ToolParameter, one: ValueCandidate, scene: ToolView) -> Facts:
    """What is to be said about a value for a parameter."""
    kind, (first, last) = kind_of(slot), one.words
    before, after = near(slot, first - 1, -1, scene), near(slot, last, 1, scene)
    is_text = kind in ("text", "list of text")
    more: list[str] = []
    if kind in ("number", "list of number"):
        more.extend(_amounts(slot, one, scene))
    if kind == "choice":
        more.extend(_picks(slot, one, scene))
    if is_text:
        heavy = scene.found.heavy(first, last, scene.stems)
        if heavy and scene.offer.names.issuperset(heavy):
            more.append(f"{kind} only the tool's name")
        more.extend(_places(slot, one, scene))
    if slot.wanted.default and slot.wanted.default[0] == one.value:
        more.append(f"{kind} is the default")
    seen = look(one, scene.found) if is_text else None
    roles = slot.roles or _NO_ROLE
    return Facts(
        kind,
        roles,
        one.form,
        mark_before(one, scene.found),
        slot.marks,
        before + after,
        kin_before(first, scene) & slot.roles,
        not slot.names.isdisjoint(scene.stems[first:last]),
        seen,
        scene.alone & roles,
        _shown(slot, seen, scene.spoken.raw[one.start : one.end]) if seen is not None else None,
        tuple(more),
    )


def _places(slot: ToolParameter, one: ValueCandidate, scene: ToolView) -> Iterator[str]:
    """Whether a text is known for a city, a state or a country, where a parameter is called one of them or another."""
    if "place" not in slot.roles:
        return
    known = scene.found.place(one)
    if known:
        yield f"text known place {'of its kind' if known == slot.place else 'of another kind' if slot.place else ''}"


def measures(slot: ToolParameter, one: ValueCandidate, scene: ToolView) -> Signs:
    """What is measured of a text: how much like a value it looks, and how much of it are the tool's own words."""
    kind = kind_of(slot)
    if kind not in ("text", "list of text"):
        return []
    heavy = scene.found.heavy(*one.words, scene.stems)
    known = len([s for s in heavy if s in scene.offer.vocabulary])
    out: Signs = [(f"{kind} own words", known / max(len(heavy), 1))]
    if one.form == "chunk" or kind == "list of text":
        out.append((f"{kind} base", max(-4.0, min(4.0, one.base))))
    return out


def told(given: Facts) -> Iterator[str]:
    """The facts as the weights name them."""
    kind, mark, form = given.kind, given.mark, given.form
    yield kind
    yield f"{kind} form {form}"
    joined, _, inner = mark.partition(" ")
    yield f"{kind} after {joined}"
    if inner:
        yield f"{kind} joined after {inner}"
    for role in given.roles:
        yield f"{kind} {role} form {form}"
        yield f"{kind} {role} after {joined}"
        if inner:
            yield f"{kind} {role} after {inner}"
    yield from _marks(given)
    yield from _nearness(given)
    if given.look is not None:
        yield from _looks(given, given.look)
    yield from given.more


def _marks(given: Facts) -> Iterator[str]:
    own = set(given.marks)
    if "origin" in given.roles:
        own.add("from")
    if "goal" in given.roles:
        own.add("to")
    if given.mark in own:
        yield f"{given.kind} its own mark"
    elif given.mark.partition(" ")[2] in own:
        yield f"{given.kind} its own mark, joined"
    elif own and given.mark in ("from", "to"):
        yield f"{given.kind} the other mark"


def _nearness(given: Facts) -> Iterator[str]:
    before, foreign, told_before, after, beyond, told_after = given.near
    shape = "quoted" if given.form == "quoted" else given.kind
    if before:
        yield f"{shape} name {before} before"
    if after:
        yield f"{shape} name {after} after"
    if not before and not after:
        if told_before:
            yield f"{shape} told {told_before} before"
        if told_after:
            yield f"{shape} told {told_after} after"
        if not told_before and not told_after:
            yield f"{shape} nothing near"
    if foreign and (not before or foreign < before):
        yield f"{shape} another's name {foreign} before"
    if beyond and (not after or beyond < after):
        yield f"{shape} another's name {beyond} after"
    if given.kin:
        yield f"{shape} a word of its role before"
        yield from (f"{shape} {role} a word of it before" for role in given.kin)
    if before and not after and beyond and beyond <= before:
        yield f"{shape} between two names"
    if given.is_held:
        yield f"{given.kind} holds its name"


def _looks(given: Facts, seen: Look) -> Iterator[str]:
    kind = given.kind
    yield f"{kind} {seen.shape}"
    for role in given.roles:
        yield f"{kind} {role} {seen.shape}"
        yield f"{kind} {role} {seen.shape} after {given.mark.rpartition(' ')[2]}"
        yield f"{kind} {role} {seen.length}"
        if role in given.alone:
            yield f"{kind} alone of its role {seen.shape}"
        if seen.has_comma:
            yield f"{kind} {role} comma inside"
    if seen.in_moment:
        yield f"{kind} in a moment"
    if seen.quote:
        yield f"{kind} {seen.quote}"
    if given.shown is None:
        return
    has_comma, digits, same, capitals, blanks, layout = given.shown
    if has_comma:
        yield f"{kind} comma as shown" if seen.has_comma else f"{kind} no comma as shown"
    names = ("digits unlike shown", "as shown", "not in capitals as shown", "blanks unlike shown", "wants a layout")
    for name, holds in zip(names, (digits, same, capitals, blanks, layout), strict=True):
        if holds:
            yield f"{kind} {name}"


def _shown(slot: ToolParameter, seen: Look, said: str) -> tuple[bool, bool, bool, bool, bool, bool] | None:
    """How a text compares with what the parameter's description shows."""
    if slot.sample is None:
        return None
    has_comma, has_digit, is_code, has_line = slot.sample
    return (
        has_comma,
        has_digit != seen.has_digit,
        fold(said) in slot.shown,
        is_code and not seen.is_upper,
        has_line and seen.has_blank and not seen.has_line,
        bool(slot.wanted.layout),
    )


def none_signs(slot: ToolParameter, scene: ToolView) -> Signs:
    """What speaks for a parameter's having no value in the message."""
    wanted, kind = slot.wanted, kind_of(slot)
    need = "required" if wanted.is_required else "optional"
    out: Signs = [("none", 1.0), (f"none {kind}", 1.0), (f"none {kind} {need}", 1.0)]
    out.extend((f"none {kind} {role} {need}", 1.0) for role in slot.roles or _NO_ROLE)
    said = len(slot.names & scene.said) / max(len(slot.names), 1)
    out.append((f"none {kind} though named", said))
    if wanted.default:
        out.append((f"none {kind} with a default", 1.0))
    if kind == "text":
        named = any(c.words[0] > 0 and scene.spoken.raw[c.start].isupper() for c in scene.found.chunks[:10])
        quoted = any(c.form == "quoted" for c in scene.found.literals)
        out.append((f"none {kind} {need} with {'names' if named else 'quotes' if quoted else 'neither'}", 1.0))
    if kind == "number" and need == "required":
        kin = sum(s.wanted.kind == "number" and s.wanted.is_required for s in scene.offer.slots)
        out.append(("none number of as many", float(kin <= len(scene.found.numbers))))
    return out


def _amounts(slot: ToolParameter, one: ValueCandidate, scene: ToolView) -> Iterator[str]:
    spoken, found = scene.spoken, scene.found
    if one.form in ("number", "year", "words") and any(
        m.start <= one.start and one.end <= m.end for m in found.moments
    ):
        yield "number in a moment"
    if any(q.form == "quoted" and q.start <= one.start and one.end <= q.end for q in found.literals):
        yield "number in a quote"
    if any(q.form in ("code", "phone") and q.start <= one.start and one.end <= q.end for q in found.literals):
        yield "number in a literal"
    unit = _unit(one, spoken, scene.words)
    if unit:
        yield "number unit agrees" if unit in slot.units else "number unit differs"
        yield from (f"number {role} unit {unit}" for role in slot.roles or _NO_ROLE)
    if slot.wanted.kind == "number":
        kin = [s for s in scene.offer.slots if s.wanted.kind == "number"]
        plain = [n for n in found.numbers if n.form != "ordinal"]
        if any(n.form != "words" for n in plain):
            plain = [n for n in plain if n.form != "words"]
            if one.form == "words":
                yield "number in words beside digits"
        place = next((i for i, n in enumerate(plain) if n.start == one.start), -1)
        at = next((i for i, s in enumerate(kin) if s is slot), -2)
        yield from _order(place, at, (len(kin), len(plain)))
    if one.form == "words" and one.words[1] < len(scene.stems):
        after = scene.stems[one.words[1]]
        if after in scene.offer.vocabulary and after not in slot.names:
            yield "number counts the tool's own things"


def _order(place: int, at: int, counts: tuple[int, int]) -> Iterator[str]:
    """Whether a number stands where its parameter does among the numbers; of several calls, in its own."""
    slots, numbers = counts
    if slots == 1:
        yield "number of one parameter" if numbers > 1 else "number one for one"
    elif numbers > slots and numbers % slots == 0:
        yield "number in its order of several" if place % slots == at else "number out of order of several"
    elif numbers == slots:
        yield "number in its order of as many" if place == at else "number out of order of as many"
    else:
        yield "number in its order" if place == at else "number out of order"


def _unit(one: ValueCandidate, spoken: Spoken, words: ToolVocabulary) -> str:
    before = spoken.raw[one.start - 1 : one.start] if one.start else ""
    if spoken.raw[one.start : one.start + 1] in "$€£¥" or before in tuple("$€£¥"):
        return "money"
    if one.form in ("percent", "fraction"):
        return "percent"
    token = spoken.tokens[one.words[1] - 1]
    rest = fold(spoken.raw[one.end : token.end])
    if rest and rest in words.units:
        return words.units[rest]
    if one.words[1] < len(spoken.tokens) and not spoken.tokens[one.words[1]].gap.strip():
        after = spoken.tokens[one.words[1]].text
        return words.units.get(after, words.units.get(after.split("/")[0], ""))
    return ""


def _picks(slot: ToolParameter, one: ValueCandidate, scene: ToolView) -> Iterator[str]:
    stems, (first, last) = scene.stems, one.words
    yield f"choice of {min(len(slot.wanted.options), 6)}"
    if scene.offer.names.issuperset(stems[first:last]):
        yield "choice in the tool's name"
    if last - first == 1 and scene.spoken.tokens[first].is_small:
        yield "choice is a small word"
        if len({str(c.value) for c in candidates(slot, scene.found)}) > 1:
            yield "choice is a small word beside another"
    if scene.spoken.tokens[first].act and last - first == 1:
        yield "choice is an act"
