"""The action that a request to subjects comes to, and what is said of it."""

from collections.abc import Iterable

from sayso.engine.capabilities.asked import Asked
from sayso.engine.capabilities.fleet import Ability
from sayso.engine.capabilities.lexicon import Lexicon, pieces
from sayso.engine.capabilities.room import Room
from sayso.engine.capabilities.worth import evidence_of
from sayso.engine.confidence import probability
from sayso.engine.nouns import Action, Argument, Evidence
from sayso.engine.tool import Tool


def action_of(asked: Asked, room: Room, arguments: tuple[Argument, ...], extra: tuple[Evidence, ...] = ()) -> Action:
    """An action with these arguments, and how sure it is."""
    evidence = (*evidence_of(asked, room), *extra)
    tool = room.policy.tools.of_intent(asked.reading.intent)
    parts = tool.parameter(tool.key("part")).options if tool.key("part") else ()
    said = tuple(a for a in asked.arguments if a.name != "part" or a.value in parts)  # a word may be part of nothing
    return Action(
        tool.intent,
        tool.name,
        (*arguments, *in_its_words(said, tool)),
        probability(evidence, room.policy.weights),
        False,
        asked.reading,
        None,
        evidence,
        tool=tool,
    )


def in_its_words(arguments: Iterable[Argument], tool: Tool) -> tuple[Argument, ...]:
    """Arguments by what they are to a tool, as it calls them; what it does not take is left out."""
    return tuple(a._replace(name=tool.key(a.name)) for a in arguments if tool.key(a.name))


def subject_span(asked: Asked, covered: frozenset[int] | None = None) -> tuple[int, int] | None:
    """Where the subject is named in the message."""
    said = asked.named.musts if covered is None else covered
    bare = {
        i for i in range(len(asked.at)) if i not in asked.named.musts and i not in asked.things
    }  # a bare word for any of them
    at = [asked.at[i] for i in sorted({*said, *bare})] if said else []
    return asked.line.span(at[0], at[-1] + 1) if at else None


def is_harmful(ability: Ability, lexicon: Lexicon, name: str = "") -> bool:
    """Whether the domain's data call such a command dangerous, or its name speaks of destroying anywhere."""
    named = list(pieces(name))
    is_plain = ability.act is not None and len(named) == 1 + len(ability.things)  # "disable light" is to turn it off
    if not is_plain and any(piece in lexicon.harm.destroys for piece in named):
        return True
    said = ability.things | ({ability.act} if ability.act else set())
    return any(harm <= said and ability.act in harm for harm in lexicon.dangerous)


def said_name(asked: Asked) -> str | None:
    """The subject as the message names it."""
    span = subject_span(asked)
    return asked.line.raw[span[0] : span[1]] if span else None
