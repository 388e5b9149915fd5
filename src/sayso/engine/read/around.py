"""What stands around a value and what it looks like: looked at once, whichever parameter it may be for."""

from dataclasses import field
from typing import NamedTuple

from sayso.dataclass import dataclass
from sayso.engine.kinds.spoken import Spoken
from sayso.engine.read.candidates import Finds, ValueCandidate
from sayso.engine.read.offer import PreparedTool, ToolParameter, ToolVocabulary

_NEAR = 5  # words within which a parameter's name speaks for a value
_STOP, _COMMA = 2, 1


class Look(NamedTuple):
    """What a stretch of text looks like."""

    shape: str
    length: str
    has_comma: bool
    has_digit: bool
    is_upper: bool
    has_blank: bool
    has_line: bool
    in_moment: bool
    quote: str  # "in a quote", "beside quotes", or ""


@dataclass(frozen=True, slots=True)
class ToolView:
    """A message as one tool sees it: the stems of its words, and what was looked up so far."""

    found: Finds
    offer: PreparedTool
    stems: tuple[str, ...]
    words: ToolVocabulary
    names: frozenset[str]  # of all its parameters
    alone: frozenset[str]  # the roles that but one of them has
    said: frozenset[str]  # the stems, whatever their order
    common: frozenset[str]  # the stems of what most of the tools are about
    looked: dict[tuple[int, int, int], tuple[int, int, int]] = field(default_factory=dict)

    @property
    def spoken(self) -> Spoken:
        """The message."""
        return self.found.spoken


def scene(
    found: Finds,
    offer: PreparedTool,
    stems: tuple[str, ...],
    words: ToolVocabulary,
    common: frozenset[str] = frozenset(),
) -> ToolView:
    """A message as a tool sees it, among others that have some words in common."""
    names = frozenset(s for slot in offer.slots for s in slot.names)
    counts: dict[str, int] = {}
    for slot in offer.slots:
        for role in slot.roles or ("none",):
            counts[role] = counts.get(role, 0) + 1
    alone = frozenset(r for r, n in counts.items() if n == 1 and r != "none")
    return ToolView(found, offer, stems, words, names, alone, frozenset(stems), common)


def mark_before(one: ValueCandidate, found: Finds) -> str:
    """What the small word before a value states; "start", "act", "word" or a mark of writing where there is none."""
    known = found.marks.get(one.words[0])
    if known is None:
        known = found.marks[one.words[0]] = _mark(one.words[0], found.spoken)
    return known


def _mark(at: int, spoken: Spoken) -> str:
    if at == 0:
        return "start"
    gap = spoken.tokens[at].gap.strip()
    if gap and gap[-1] in ".!?;":
        return "start"
    for back in range(1, 4):
        if at - back < 0:
            return "start"
        before = spoken.tokens[at - back]
        if before.mark in ("and", "or"):
            return f"{before.mark} {_joined_to(at - back, spoken)}".strip()
        if before.mark:
            return before.mark
        if not before.is_small:
            return "act" if before.act and back == 1 else ":" if gap.endswith((":", "=")) else "," if gap else "word"
    return "small"


def _joined_to(at: int, spoken: Spoken) -> str:
    """What is stated before the value to which another is joined: "in Rome and Paris" is in both."""
    for back in range(at - 1, max(-1, at - 1 - _NEAR), -1):
        token = spoken.tokens[back]
        if token.mark and token.mark not in ("and", "or", "of"):
            return token.mark
        if any(c in token.gap for c in ".!?;"):
            break
    return ""


def kin_before(first: int, scene: ToolView) -> frozenset[str]:
    """What parameters hold that bear the content word just before a value: "directed by", "starring"."""
    known = scene.found.kin.get(first)
    if known is None:
        known = scene.found.kin[first] = _kin(first, scene)
    return known


def _kin(first: int, scene: ToolView) -> frozenset[str]:
    tokens = scene.spoken.tokens
    for at in range(first - 1, max(-1, first - 4), -1):
        if scene.found.breaks[at + 1]:
            break
        found = scene.words.roles.get(tokens[at].text)
        if found and not tokens[at].mark:
            return found
        if not scene.found.light[at]:
            break
    return frozenset()


def near(slot: ToolParameter, at: int, step: int, scene: ToolView) -> tuple[int, int, int]:
    """How far from a word on, in one direction, the parameter's name, another's and its description's words are; 0 for
    nowhere near. Small words count for nothing, a comma for one more; a stop ends it."""
    key = (id(slot), at, step)
    known = scene.looked.get(key)
    if known is None:
        known = scene.looked[key] = _near(slot, at, step, scene)
    return known


def _near(slot: ToolParameter, at: int, step: int, scene: ToolView) -> tuple[int, int, int]:
    own, told, names = slot.names, slot.told, scene.names
    stems, breaks, light = scene.stems, scene.found.breaks, scene.found.light
    mine = others = words = 0
    far, ahead, count = 1, 1 if step < 0 else 0, len(stems)
    while 0 <= at < count and far <= _NEAR:
        mark = breaks[at + ahead] if at + ahead < count else 0
        if mark == _STOP:
            break
        far += mark
        s = stems[at]
        if s in own:
            mine = min(far, 4)
            if not words and s in told and light[at] != 1:
                words = mine
            break
        if not others and s in names:
            others = min(far, 4)
        if not words and s in told and light[at] != 1:
            words = min(far, 4)
        if light[at] != 1:
            far += 1
        at += step
    return mine, others, words


def look(one: ValueCandidate, found: Finds) -> Look:
    """What a stretch of text looks like."""
    key = (one.start, one.end, one.form)
    known = found.looks.get(key)
    if known is None:
        known = found.looks[key] = _look(one, found)
    return known


def _look(one: ValueCandidate, found: Finds) -> Look:
    spoken, (first, last) = found.spoken, one.words
    said = spoken.raw[one.start : one.end]
    digits = [t.text[0].isdigit() for t in spoken.tokens[first:last]]
    shape = "capital" if said[:1].isupper() and first > 0 else "first" if first == 0 else "lower"
    if any(digits):
        shape = "digits" if all(digits) else "some digits"
    quoted = [q for q in found.literals if q.form == "quoted"] if one.form != "quoted" else []
    inside = any(q.start <= one.start and one.end <= q.end for q in quoted)
    words = last - first
    return Look(
        shape,
        "one word" if words == 1 else "few words" if words < 4 else "many words",
        "," in said,
        any(c.isdigit() for c in said),
        said.isupper(),
        " " in said,
        "_" in said,
        " " not in one.form and any(one.start >= m.start and one.end <= m.end for m in found.moments),
        "in a quote" if inside else "beside quotes" if quoted else "",
    )
