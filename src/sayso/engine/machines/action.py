"""The action that a request to machines comes to, and what is said of it."""

from sayso.engine.confidence import probability
from sayso.engine.machines.asked import Asked
from sayso.engine.machines.fleet import Ability
from sayso.engine.machines.lexicon import Lexicon
from sayso.engine.machines.room import Room
from sayso.engine.machines.worth import evidence_of
from sayso.engine.nouns import Action, Argument, Evidence


def action_of(asked: Asked, room: Room, arguments: tuple[Argument, ...], extra: tuple[Evidence, ...] = ()) -> Action:
    """An action with these arguments, and how sure it is."""
    evidence = (*evidence_of(asked, room), *extra)
    intent = asked.reading.intent
    return Action(
        intent,
        room.policy.tools.of_intent(intent).name,
        (*arguments, *asked.arguments),
        probability(evidence, room.policy.weights),
        False,
        asked.reading,
        None,
        evidence,
    )


def device_span(asked: Asked, covered: frozenset[int] | None = None) -> tuple[int, int] | None:
    """Where the machine is named in the message."""
    said = asked.named.musts if covered is None else covered
    bare = {i for i in range(len(asked.at)) if i not in asked.named.musts and i not in asked.things}  # "… machine"
    at = [asked.at[i] for i in sorted({*said, *bare})] if said else []
    return asked.line.span(at[0], at[-1] + 1) if at else None


def is_harmful(ability: Ability, lexicon: Lexicon) -> bool:
    """Whether the domain's data call such a command dangerous."""
    said = ability.things | ({ability.act} if ability.act else set())
    return any(harm <= said and ability.act in harm for harm in lexicon.dangerous)


def said_name(asked: Asked) -> str | None:
    """The machine as the message names it."""
    span = device_span(asked)
    return asked.line.raw[span[0] : span[1]] if span else None
