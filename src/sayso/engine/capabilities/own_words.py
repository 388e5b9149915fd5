"""A number said of something that only a command's own name bears: "set the countdown of the plug to 45", where a mere
number would be a temperature. Always asked about."""

from collections.abc import Mapping
from dataclasses import replace

from sayso.engine.capabilities.asked import Asked
from sayso.engine.capabilities.pointed import Settled, is_beyond
from sayso.engine.capabilities.room import InFocus
from sayso.engine.capabilities.settle import never_called
from sayso.engine.nouns import Argument, Call, Confirm, Step
from sayso.engine.thread import Thread


def by_its_own_words(steps: list[Step], wanted: Asked, thread: Thread, focus: InFocus, settled: Settled) -> list[Step]:
    """The steps; where the subject cannot do it, what its command does whose own words were said."""
    room, named = thread.room, wanted.named
    if wanted.reading.does != "command" or not steps or not all(map(is_beyond, steps)) or not room.is_known:
        return steps
    stems = {i: named.mended.get(i, named.stems[i]) for i in named.musts}
    own = {i: s for i, s in stems.items() if s in room.index.command_words and not room.index.is_borne(s)}
    if not own or len(own) == len(named.musts) or wanted.things or not wanted.is_usual:
        return steps
    meant = wanted.wanted._replace(things=frozenset())
    arguments = tuple(_of_its_own(a, next(iter(own.values()))) for a in wanted.arguments)
    found = settled(replace(wanted, wanted=meant, arguments=arguments, is_usual=False), focus)
    is_able = bool(found) and all(isinstance(s, Call | Confirm) for s in found)
    return [never_called(s, room) for s in found] if is_able else steps


def _of_its_own(argument: Argument, word: str) -> Argument:
    """A setting under another name."""
    if not isinstance(argument.value, Mapping) or len(argument.value) != 1:
        return argument
    return argument._replace(value={word: next(iter(argument.value.values()))})
