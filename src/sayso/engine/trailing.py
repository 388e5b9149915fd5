"""An order and, with no pause between them, a sentence that says why: "pause it I left the towels outside"; always
asked about."""

from sayso.engine.by_ear import Decide, drops_a_name
from sayso.engine.capabilities.room import Room
from sayso.engine.nouns import Call, Confirm, Step
from sayso.engine.outcome import unless_reading
from sayso.engine.understand.hesitations import blanked
from sayso.engine.understand.read import Understanding

_LEAST = 2  # words of an order, and of a sentence
_LONGEST = 40  # words
_TRIED = 3  # places where a sentence may begin
_ORDERED = frozenset(("command", "change", "finish", "remove"))


def before_a_sentence(heard: Understanding, room: Room, decide: Decide) -> tuple[Step, ...]:
    """What is ordered before a word that begins a sentence; nothing where that sentence orders something, too, or says
    on what it depends."""
    said, pack, words = heard.said, heard.pack, heard.said.words
    is_plain = all(h.clause.kind in ("request", "other") for h in heard.heard)
    if not is_plain or heard.hearing is None or len(words) > _LONGEST or "?" in said.raw:
        return ()
    inside = range(_LEAST, len(words) - _LEAST + 1)
    texts = [w.text for w in words]
    hedged = any(tuple(texts[i : i + len(p)]) == p for p in pack.ellipsis.marks["hedges"] for i in range(len(texts)))
    starts = [i for i in inside if any(tuple(texts[i : i + len(p)]) == p for p in pack.shifts.openings)]
    for start in [] if hedged else starts[:_TRIED]:
        lexicon = heard.hearing.lexicon
        rest = lexicon.stems(texts[start:])
        if said.gap(start).strip() or lexicon.spots("act", rest) or lexicon.kinds(rest):
            continue  # it orders something itself, or speaks of another subject
        found = decide(blanked(said.raw, words[start - 1].end, len(said.raw)))
        is_order = all(isinstance(s, Call | Confirm) and _is_ordered(s) for s in found)
        is_whole = all(_is_spoken_of(s) for s in found) or not drops_a_name(said, pack, heard.hearing, (0, start))
        if found and is_order and is_whole:
            return unless_reading(found, room.policy.tools, room)
    return ()


def _is_ordered(step: Step) -> bool:
    """Whether a pattern reads an order to a subject, or to do something to a record that it names; a day alone is none:
    "today I am tired"."""
    action, reading = step.action, step.action.reading
    if action.does not in _ORDERED or reading is None or reading.grade not in ("named", "plain"):
        return False
    return action.does == "command" or any(
        a.name == action.key("record") and a.source.kind == "message" for a in action.arguments
    )


def _is_spoken_of(step: Step) -> bool:
    """Whether a step is about what the conversation spoke of: what else is named then belongs to the sentence."""
    key = step.action.key("id") or step.action.key("record")
    return any(a.name == key and a.source.kind == "history" for a in step.action.arguments)
