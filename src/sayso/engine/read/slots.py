"""How well a value fits a parameter: what stands around it, what it looks like, and what the parameter says it holds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sayso.engine.kinds.spoken import Spoken
from sayso.engine.read.candidates import Candidate, Finds
from sayso.engine.read.offer import Offer, Slot, Wording
from sayso.engine.text import fold

_NEAR = 6  # words within which a parameter's name speaks for a value
Signs = list[tuple[str, float]]


@dataclass(frozen=True, slots=True)
class Scene:
    """A message as one tool sees it: the stems of its words as the tool's are written, and where its names stand."""

    found: Finds
    offer: Offer
    stems: tuple[str, ...]
    words: Wording

    @property
    def spoken(self) -> Spoken:
        """The message."""
        return self.found.spoken


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
    stems, (first, last) = scene.stems, one.words
    others = {s for o in scene.offer.slots if o is not slot for s in o.names} - slot.names
    own = slot.names
    before = next((d for d in range(1, _NEAR + 1) if first - d >= 0 and stems[first - d] in own), 0)
    after = next((d for d in range(_NEAR) if last + d < len(stems) and stems[last + d] in own), -1)
    if before:
        yield f"{kind} name {min(before, 4)} before"
    if after >= 0:
        yield f"{kind} name {min(after + 1, 4)} after"
    if not before and after < 0:
        told_before = next((d for d in range(1, 4) if first - d >= 0 and stems[first - d] in slot.told), 0)
        told_after = next((d for d in range(3) if last + d < len(stems) and stems[last + d] in slot.told), -1)
        if told_before:
            yield f"{kind} told {told_before} before"
        if told_after >= 0:
            yield f"{kind} told {told_after + 1} after"
        if not told_before and told_after < 0:
            yield f"{kind} nothing near"
    foreign = next((d for d in range(1, 4) if first - d >= 0 and stems[first - d] in others), 0)
    if foreign and (not before or foreign < before):
        yield f"{kind} another's name {foreign} before"
    beyond = next((d for d in range(2) if last + d < len(stems) and stems[last + d] in others), -1)
    if beyond >= 0 and (after < 0 or beyond < after):
        yield f"{kind} another's name {beyond + 1} after"
    if own and any(s in own for s in stems[first:last]):
        yield f"{kind} holds its name"


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
    if scene.spoken.tokens[first].act and last - first == 1:
        out.append(("choice is an act", 1.0))
    return out
