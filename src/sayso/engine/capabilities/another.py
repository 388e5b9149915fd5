"""Whether the words name another kind of thing than the subject that was found."""

from sayso.engine.capabilities.acts import RELATIVE
from sayso.engine.capabilities.fleet import command_of
from sayso.engine.nouns import Step
from sayso.engine.thread import Thread
from sayso.engine.understand.read import Heard


def is_another(step: Step, part: Heard, thread: Thread, places: set[int]) -> bool:
    """Whether the clause names a kind of thing that the record is not: every such word must be borne by it, or by
    another one of those that are meant, or stand in a name that the description of one lists: "cake fridge"."""
    room = thread.room
    at = room.at(step.action) if step.action.of("id") is not None else None
    if at is None:
        return False
    words = thread.heard.said.words
    joined = {i for i in range(len(words) - 1) if words[i].start == words[i + 1].start}  # "portala" has no door
    others = {
        i for start, end in (*part.beside, part.readings[0].slots.get("metrics", (0, 0))) for i in range(start, end)
    }
    texts = [words[i].text for i in range(part.clause.start, part.clause.end) if i not in joined | others]
    texts = [t for t in texts if t not in thread.heard.pack.numbers.cardinals]  # "venti gradi" are no fans
    if part.readings[0].value.partition(" ")[0] in RELATIVE:  # "a bit cooler" is no wine cooler
        marks = thread.heard.pack.ellipsis.marks
        degrees = {phrase[-1] for role in ("more", "less") for phrase in marks[role]}
        texts = [t for t in texts if t not in degrees]
    stems = room.lexicon.stems(room.lexicon.heavy(texts))
    listed = {i for place in places for i in room.index.listed_within(place, stems)}
    spots = [s for s in room.lexicon.spots("kind", stems) if not listed.issuperset(range(s.start, s.end))]
    kinds = {s.name: stems[s.start : s.end] for s in spots if s.name != room.lexicon.any_kind}
    own = {kind for i in places for kind in room.index.kinds[i]}
    borne = {word for i in places for word in room.index.own_words(i)}
    if any(kind not in own and not borne.issuperset(words) for kind, words in kinds.items()):
        return True
    command = command_of(room.subject(at), str(step.action.of("capability_id") or ""))
    if command is None:
        return False
    does = room.index.ability(command.name, command.description).things
    borne.update(stems[i] for i in listed)
    return any(
        s.name not in does for s in room.lexicon.spots("thing", stems) if not borne.issuperset(stems[s.start : s.end])
    )
