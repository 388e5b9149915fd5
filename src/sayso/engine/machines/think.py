"""What a message asks of machines becomes steps: which machine the words, the message or the conversation mean."""

from collections.abc import Iterator

from sayso.engine.machines.action import said_name
from sayso.engine.machines.asked import Asked, asked
from sayso.engine.machines.focus import in_focus, named_in
from sayso.engine.machines.room import NOTHING, InFocus
from sayso.engine.machines.settle import never_called, settle
from sayso.engine.machines.several import divided
from sayso.engine.nouns import Clause, Reading, Step
from sayso.engine.policy import MACHINE_INTENTS
from sayso.engine.text import Line, tokens
from sayso.engine.thread import Thread
from sayso.engine.understand.read import understand


def to_machines(given: tuple[Reading, ...], thread: Thread) -> list[Step]:
    """The steps of the first reading that is about machines, one for each machine where several are named by "and"."""
    said, pack, room = thread.heard.said, thread.heard.pack, thread.room
    for reading in given:
        if reading.intent not in MACHINE_INTENTS:
            break
        wanted = asked(said, reading, pack, thread.around.lexicon, thread.scene.now)
        if wanted.is_pronoun and thread.before is not None:  # "the light of the fridge, turn it on"
            whole = Clause(thread.before[0], reading.clause.end, "request")
            told = reading._replace(slots={"what": thread.before}, clause=whole)
            wanted = asked(said, told, pack, thread.around.lexicon, thread.scene.now)
        focus = _machine_focus(thread, wanted)
        parts = divided(wanted, room)
        found = [settle(part, room, focus) for part in parts or (wanted,)]
        steps = [step for step, _ in found if step is not None]
        if steps:
            spoken = [f for _, f in found if f is not NOTHING]
            if len(spoken) == 1:
                thread.machine = spoken[0]
            return steps
    return []


def _machine_focus(thread: Thread, wanted: Asked) -> InFocus:
    """The machine that the message, else the conversation, spoke of last."""
    if thread.machine is None and wanted.is_pronoun and thread.around.fleet is not None:
        earlier = named_in(thread.heard.said.raw[: wanted.span[0]], thread.room)
        if earlier:
            return InFocus(tuple(earlier))
    if thread.machine is None:
        history = thread.scene.history
        if thread.around.fleet is not None:
            thread.machine = in_focus(history, thread.room)
        else:
            thread.machine = _machine_said(thread)
    return thread.machine


def _machine_said(thread: Thread) -> InFocus:
    """Where no machines are known: the one that the person themselves last named."""
    history = thread.scene.history
    turn = next((i for i in range(len(history) - 1, -1, -1) if history[i].role == "user"), None)
    if turn is None:
        return NOTHING
    content = history[turn].content
    heard = understand(content, tokens(content), (thread.heard.pack,))
    for part in heard.heard:
        for reading in part.readings:
            if reading.intent in MACHINE_INTENTS:
                wanted = asked(heard.said, reading, heard.pack, thread.around.lexicon, thread.scene.now)
                name = said_name(wanted)
                if name is not None and wanted.speaks_of_machine:
                    return InFocus((), turn, name)
    return NOTHING


def merely_named(clause: Clause, thread: Thread) -> list[Step]:
    """ "Kitchen fridge": a machine and nothing else, or beside it only its own words for what it does."""
    reading = Reading("machine_command", "plain", clause, {"what": (clause.start, clause.end)})
    wanted = asked(thread.heard.said, reading, thread.heard.pack, thread.around.lexicon, thread.scene.now)
    if wanted.is_all or not wanted.named.musts:
        return []
    return [never_called(step, thread.room) for step in to_machines((reading,), thread)]


def parted(clause: Clause, said: Line) -> Iterator[Clause]:
    """The pieces of a clause between commas and colons."""
    start = clause.start
    for i in range(clause.start + 1, clause.end + 1):
        if i == clause.end or any(mark in said.gap(i) for mark in ",;:"):
            yield Clause(start, i, "request")
            start = i


def is_doubtful(reading: Reading, task: Reading, thread: Thread) -> bool:
    """Whether a reading about tasks accounts for words that one about machines leaves out or only guesses at."""
    wanted = asked(thread.heard.said, reading, thread.heard.pack, thread.around.lexicon, thread.scene.now)
    starts_later = reading.clause.start > task.clause.start and task.grade == "named"
    leads = any(words[0] == reading.clause.start for words in reading.slots.values())  # "[add] turn off the heating"
    return starts_later or ((leads or not wanted.speaks_of_machine) and task.grade in ("named", "plain"))
