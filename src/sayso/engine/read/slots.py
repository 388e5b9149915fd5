"""How well a value fits a parameter: what stands around it, what it looks like, and what the parameter says it holds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sayso.engine.kinds.spoken import Spoken
from sayso.engine.read.candidates import Candidate, Finds, candidates
from sayso.engine.read.offer import Offer, Slot, Wording
from sayso.engine.text import fold

_NEAR = 5  # words within which a parameter's name speaks for a value
Signs = list[tuple[str, float]]


@dataclass(frozen=True, slots=True)
class Scene:
    """A message as one tool sees it: the stems of its words as the tool's are written, and where its names stand."""

    found: Finds
    offer: Offer
    stems: tuple[str, ...]
    words: Wording
    names: frozenset[str]  # of all its parameters

    @property
    def spoken(self) -> Spoken:
        """The message."""
        return self.found.spoken


def scene(found: Finds, offer: Offer, stems: tuple[str, ...], words: Wording) -> Scene:
    """A message as a tool sees it."""
    return Scene(found, offer, stems, words, frozenset(s for slot in offer.slots for s in slot.names))


def weight(signs: Signs, weights: Mapping[str, float]) -> float:
    """Log odds."""
    return weights.get("bias", 0.0) + sum(weights.get(name, 0.0) * value for name, value in signs)


def signs(slot: Slot, one: Candidate, scene: Scene) -> Signs:
    """Everything that speaks for or against a value for a parameter; the names name no tool and no message."""
    wanted = slot.wanted
    kind = wanted.kind if wanted.kind != "list" else f"list of {wanted.items.kind if wanted.items else ''}"
    out: Signs = [(kind, 1.0), (f"{kind} form {one.form}", 1.0)]
    out.append((f"{kind} {'required' if wanted.is_required else 'optional'}", 1.0))
    roles = slot.roles or {"none"}
    mark = _mark_before(one, scene.spoken)
    out.append((f"{kind} after {mark}", 1.0))
    for role in roles:
        out.append((f"{kind} {role} form {one.form}", 1.0))
        out.append((f"{kind} {role} after {mark}", 1.0))
    out.extend(_marks(slot, mark, kind))
    out.extend((name, 1.0) for name in _nearness(slot, one, scene, kind))
    if kind in ("text", "list of text"):
        out.extend(_looks(slot, one, scene, kind))
    if kind in ("number", "list of number"):
        out.extend(_amounts(slot, one, scene))
    if kind == "choice":
        out.extend(_picks(slot, one, scene))
    if wanted.default and wanted.default[0] == one.value:
        out.append((f"{kind} is the default", 1.0))
    return out


def _mark_before(one: Candidate, spoken: Spoken) -> str:
    at = one.words[0]
    if at == 0:
        return "start"
    token = spoken.tokens[at]
    gap = token.gap.strip()
    if gap and gap[-1] in ".!?;":
        return "start"
    for back in range(1, 4):
        if at - back < 0:
            return "start"
        before = spoken.tokens[at - back]
        if before.mark:
            return before.mark
        if not before.is_small:
            return "act" if before.act and back == 1 else ":" if gap.endswith((":", "=")) else "," if gap else "word"
    return "small"


def _marks(slot: Slot, mark: str, kind: str) -> Signs:
    own = set(slot.marks)
    if "origin" in slot.roles:
        own.add("from")
    if "goal" in slot.roles:
        own.add("to")
    if mark in own:
        return [(f"{kind} its own mark", 1.0)]
    if own and mark in ("from", "to"):
        return [(f"{kind} the other mark", 1.0)]
    return []


def _nearness(slot: Slot, one: Candidate, scene: Scene, kind: str) -> Iterator[str]:
    """How near the parameter's name, its description's words, and other parameters' names stand."""
    first, last = one.words
    own = slot.names
    others = scene.names - own
    before, foreign, told = _look(scene, range(first - 1, -1, -1), own, (others, slot.told))
    after, beyond, told_after = _look(scene, range(last, len(scene.stems)), own, (others, slot.told))
    shape = "quoted" if one.form == "quoted" else kind
    if before:
        yield f"{shape} name {before} before"
    if after:
        yield f"{shape} name {after} after"
    if not before and not after:
        if told:
            yield f"{shape} told {told} before"
        if told_after:
            yield f"{shape} told {told_after} after"
        if not told and not told_after:
            yield f"{shape} nothing near"
    if foreign and (not before or foreign < before):
        yield f"{shape} another's name {foreign} before"
    if beyond and (not after or beyond < after):
        yield f"{shape} another's name {beyond} after"
    if before and after == 0 and beyond and beyond <= before:
        yield f"{shape} between two names"
    if own and any(s in own for s in scene.stems[first:last]):
        yield f"{kind} holds its name"


def _look(
    scene: Scene, places: range, own: frozenset[str], rest: tuple[frozenset[str], frozenset[str]]
) -> tuple[int, int, int]:
    """How far away the first word of each of three sets is; small words count for nothing, commas for two."""
    others, told = rest
    found = [0, 0, 0]
    far = 1
    tokens, stems = scene.spoken.tokens, scene.stems
    step = -1 if places.step < 0 else 0
    for at in places:
        gap = tokens[at - step].gap if at - step < len(tokens) else ""
        if any(c in gap for c in ".!?\n"):
            break
        far += 1 if any(c in gap for c in ",;") else 0
        token, s = tokens[at], stems[at]
        for i, names in enumerate((own, others, told)):
            if not found[i] and s in names and not (i == 2 and token.is_small):
                found[i] = min(far, 4)
        if not (token.is_small or token.mark) or token.mark == "and":
            far += 1
        if far > _NEAR or found[0]:
            break
    return found[0], found[1], found[2]


def _looks(slot: Slot, one: Candidate, scene: Scene, kind: str) -> Signs:
    spoken, (first, last) = scene.spoken, one.words
    tokens = spoken.tokens[first:last]
    said = spoken.raw[one.start : one.end]
    out: Signs = []
    if one.form == "chunk" or kind == "list of text":
        out.append((f"{kind} base", max(-4.0, min(4.0, one.base))))
    shape = "capital" if said[:1].isupper() and first > 0 else "first" if first == 0 else "lower"
    if any(t.text[0].isdigit() for t in tokens):
        shape = "digits" if all(t.text[0].isdigit() for t in tokens) else "some digits"
    out.append((f"{kind} {shape}", 1.0))
    for role in slot.roles or {"none"}:
        out.append((f"{kind} {role} {shape}", 1.0))
    heavy = [scene.stems[i] for i in range(first, last) if not spoken.tokens[i].is_small]
    known = sum(s in scene.offer.vocabulary for s in heavy)
    out.append((f"{kind} own words", known / max(len(heavy), 1)))
    if heavy and all(s in scene.offer.names for s in heavy):
        out.append((f"{kind} only the tool's name", 1.0))
    if any(one.start >= m.start and one.end <= m.end for m in scene.found.moments) and " " not in one.form:
        out.append((f"{kind} in a moment", 1.0))
    if any(
        q.form == "quoted" and q.start <= one.start and one.end <= q.end and one.form != "quoted"
        for q in scene.found.literals
    ):
        out.append((f"{kind} in a quote", 1.0))
    elif one.form != "quoted" and any(q.form == "quoted" for q in scene.found.literals):
        out.append((f"{kind} beside quotes", 1.0))
    words = last - first
    for role in slot.roles or {"none"}:
        out.append((f"{kind} {role} {'one word' if words == 1 else 'few words' if words < 4 else 'many words'}", 1.0))
    out.extend(_beside_examples(slot, said, kind))
    return out


def _beside_examples(slot: Slot, said: str, kind: str) -> Signs:
    shown = slot.examples
    if not shown:
        return [(f"{kind} no examples", 1.0)]
    out: Signs = []
    comma = any("," in e for e in shown[:1])
    if comma:
        out.append((f"{kind} comma as shown" if "," in said else f"{kind} no comma as shown", 1.0))
    digits = any(c.isdigit() for c in shown[0])
    if digits != any(c.isdigit() for c in said):
        out.append((f"{kind} digits unlike shown", 1.0))
    if any(fold(said) == fold(e) for e in shown):
        out.append((f"{kind} as shown", 1.0))
    if shown[0].isupper() and len(shown[0]) < 6 and not said.isupper():
        out.append((f"{kind} not in capitals as shown", 1.0))
    if "_" in shown[0] and "_" not in said and " " in said:
        out.append((f"{kind} blanks unlike shown", 1.0))
    if slot.wanted.layout:
        out.append((f"{kind} wants a layout", 1.0))
    return out


def _amounts(slot: Slot, one: Candidate, scene: Scene) -> Signs:
    spoken, found = scene.spoken, scene.found
    out: Signs = []
    if one.form in ("number", "year", "words") and any(
        m.start <= one.start and one.end <= m.end for m in found.moments
    ):
        out.append(("number in a moment", 1.0))
    if any(
        q.form in ("url", "path", "ip", "hex", "code", "phone") and q.start <= one.start and one.end <= q.end
        for q in found.literals
    ):
        out.append(("number in a literal", 1.0))
    unit = _unit(one, spoken, scene.words)
    if unit:
        out.append(("number unit agrees" if unit in slot.units else "number unit differs", 1.0))
        out.extend((f"number {role} unit {unit}", 1.0) for role in slot.roles or {"none"})
    kin = [s for s in scene.offer.slots if s.wanted.kind == "number"]
    if slot.wanted.kind == "number":
        plain = [n for n in found.numbers if n.form != "ordinal"]
        if any(n.form != "words" for n in plain):
            plain = [n for n in plain if n.form != "words"]
            if one.form == "words":
                out.append(("number in words beside digits", 1.0))
        place = next((i for i, n in enumerate(plain) if n.start == one.start), -1)
        at = next((i for i, s in enumerate(kin) if s is slot), -2)
        out.append(("number in its order" if place == at else "number out of order", 1.0))
        if len(kin) == 1 and len(plain) == 1:
            out.append(("number one for one", 1.0))
        if len(kin) == len(plain):
            out.append(("number in its order of as many" if place == at else "number out of order of as many", 1.0))
    return out


def _unit(one: Candidate, spoken: Spoken, words: Wording) -> str:
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


def _picks(slot: Slot, one: Candidate, scene: Scene) -> Signs:
    stems, (first, last) = scene.stems, one.words
    out: Signs = [(f"choice of {min(len(slot.wanted.options), 6)}", 1.0)]
    if all(s in scene.offer.names for s in stems[first:last]):
        out.append(("choice in the tool's name", 1.0))
    if last - first == 1 and scene.spoken.tokens[first].is_small:
        out.append(("choice is a small word", 1.0))
        if len({c.value for c in candidates(slot, scene.found)}) > 1:
            out.append(("choice is a small word beside another", 1.0))
    if scene.spoken.tokens[first].act and last - first == 1:
        out.append(("choice is an act", 1.0))
    return out
