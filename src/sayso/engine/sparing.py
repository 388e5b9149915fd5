"""What is to be left alone: records that are named so ("keep the milk, delete the flights", "delete neither the milk
nor …"), and an order that is taken back in the same breath ("open the gate. don't open it yet")."""

from collections.abc import Set

from sayso.engine.nouns import Action, Reading, Step
from sayso.engine.text import are_forms
from sayso.engine.understand.exact import starts
from sayso.engine.understand.read import Heard, Understanding
from sayso.engine.understand.wording import heard_in

_ENDING = frozenset(("remove", "finish"))
_NAMING = frozenset(("entry", "it", "what", "subject", "title"))
_VERB_AND_PRONOUN = 2  # words
_SEVERAL = 2  # steps
_SAID_BESIDES = frozenset(("rest",))
_CHANGING = frozenset(("remove", "finish", "change", "make", "command", "undo", "redo"))


def without_spared(steps: tuple[Step, ...], heard: Understanding) -> tuple[Step, ...]:
    """The steps, without those that would end a record whose name stands right after a word that spares it, or change
    one that several are to be changed except for."""
    are_many = any(s.action.mention is not None and s.action.mention.kind == "group" for s in steps)
    excepting = heard.pack.commands.excepting if are_many else frozenset()
    sparing = dict.fromkeys(_ENDING, heard.pack.shifts.sparing | excepting) | {"change": excepting}
    return tuple(
        s
        for s in steps
        if not _is_spared(s, heard, sparing.get(s.action.does, frozenset()))
        and not _is_taken_back(s, heard)
        and not _is_left_alone(s, steps, heard)
    )


def _is_taken_back(step: Step, heard: Understanding) -> bool:
    """Whether a later clause denies just what a step does: to the same one, or to "it"."""
    reading = step.action.reading
    if reading is None or step.action.does not in _CHANGING:
        return False
    denied = (h for h in heard.heard if h.clause.kind == "negated" and h.clause.start > reading.clause.start)
    return any(_is_denied_in(h, step.action, reading, heard) for h in denied)


def _is_denied_in(part: Heard, action: Action, reading: Reading, heard: Understanding) -> bool:
    """Whether a clause that denies something is of the same act: by its verb, by its patterns, or by its words where it
    has none."""
    if _says_the_verb_again(part, reading, heard):
        return True
    if part.readings or heard.hearing is None:
        denied = next((r for r in part.readings if r.intent == reading.intent), None)
        return denied is not None and _is_same_order(action, reading, denied, heard)
    lexicon, words = heard.hearing.lexicon, heard.said.words[part.clause.start : part.clause.end]
    acts = {s.name for s in lexicon.spots("act", lexicon.stems(w.text for w in words))}
    if reading.value.partition(" ")[0] in acts:
        return True
    points = any(_points((i, i + 1), heard) for i in range(part.clause.start, part.clause.end))
    if action.does not in _ENDING or not points:
        return False  # "delete it, I don't need that any more" says why
    meaning = heard.hearing.meanings.get(heard_in(heard.said, part.clause, heard.pack, heard.hearing).intent)
    return meaning is not None and not meaning.has_act and meaning.intent == reading.intent


def _says_the_verb_again(part: Heard, reading: Reading, heard: Understanding) -> bool:
    """Whether a denial is the verb of the order in any form, a pronoun and nothing that was not said: "move the dentist
    to friday. don't move it"."""
    said, pack, ordered = heard.said, heard.pack, reading.clause
    if ordered.end <= ordered.start or part.clause.end - part.clause.start < _VERB_AND_PRONOUN:
        return False
    verb = said.words[starts(said, ordered.start, ordered.end, pack)[-1]].text
    again = said.words[part.clause.start].text
    rest = range(part.clause.start + 1, part.clause.end)
    told = {w.text for w in said.words[ordered.start : ordered.end]} | pack.ellipsis.small | pack.references.light
    told |= pack.shifts.fillers | pack.commands.not_last
    is_pointing = any(_points((i, i + 1), heard) for i in rest)
    return (
        are_forms(verb, again)
        and is_pointing
        and all(said.words[i].text in told or _points((i, i + 1), heard) for i in rest)
    )


def _points(words: tuple[int, int], heard: Understanding) -> bool:
    """Whether words begin with a pronoun: "it yet", and not "la luce", which begins with an article."""
    said, pack, start = heard.said, heard.pack, words[0]
    pronouns = pack.references.pronouns.of(said.texts)
    if not any(p.match(said.flat, said.flat_at(start), said.flat_at(start + 1)) for p in pronouns):
        return False
    small = pack.ellipsis.small | pack.shifts.fillers | pack.commands.not_last
    is_article = said.words[start].text in pack.references.articles
    return not is_article or all(w.text in small for w in said.words[start + 1 : words[1]])


def _is_same_order(action: Action, reading: Reading, denied: Reading, heard: Understanding) -> bool:
    """Whether a denial is of the same act and points at what the action is about, with no other value: "don't set it to
    low" takes no "set it to high" back."""
    if (reading.intent, reading.value) != (denied.intent, denied.value):
        return False
    said, light = heard.said, heard.pack.references.light
    told = {w.text for at in reading.slots.values() for w in said.words[at[0] : at[1]]}
    own = _own_words(action, heard) or told
    for name, (start, end) in denied.slots.items():
        words = {w.text for w in said.words[start:end]} - light
        is_same = words <= own or _points((start, end), heard) if name in _NAMING else words <= told
        if not is_same and name not in _SAID_BESIDES:
            return False
    return True


def _own_words(action: Action, heard: Understanding) -> set[str]:
    """The words of the message that name what an action is about."""
    key = action.key("id") or action.key("record")
    spans = [a.source.span for a in action.arguments if a.name == key and a.source.kind == "message"]
    return {w.text for span in spans if span is not None for w in heard.said.words if span[0] <= w.start < span[1]}


def _is_left_alone(step: Step, steps: tuple[Step, ...], heard: Understanding) -> bool:
    """Whether a subject is only named to be left as it is, beside several that are commanded: "turn off the lights but
    leave the hall one"."""
    ordered = [s for s in steps if s.action.does == "command" and s is not step]
    key = step.action.key("id")
    span = next((a.source.span for a in step.action.arguments if a.name == key and a.source.kind == "message"), None)
    if step.action.does != "command" or len(ordered) < _SEVERAL or span is None:
        return False
    said, light = heard.said, heard.pack.references.light
    at = next((i for i, word in enumerate(said.words) if word.end > span[0]), 0)
    while at > 0 and said.words[at - 1].text in light:
        at -= 1
    return at > 0 and said.words[at - 1].text in heard.pack.shifts.sparing


def _is_spared(step: Step, heard: Understanding, sparing: Set[str]) -> bool:
    mention, said = step.action.mention, heard.said
    if not sparing or mention is None or mention.span is None or mention.kind in ("focus", "group"):
        return False
    at = next((i for i, word in enumerate(said.words) if word.end > mention.span[0]), 0)
    if said.words[at].text in sparing:
        return True
    while at > 0 and not said.gap(at).strip():
        at -= 1
        if said.words[at].text in sparing:
            return True
        if said.words[at].text not in heard.pack.references.light:
            return False
    return False
