"""The turns of a conversation: what was said, apart from what tools answered, each by its place in the request."""

from collections.abc import Sequence
from dataclasses import replace

from sayso.engine.nouns import Decision, Result, Step, Turn
from sayso.engine.pack import Pack

_EXAMPLE, _HOW_TO = "for_example", "how_to_"  # replies that tell what can be said


def placed(decision: Decision, places: Sequence[int]) -> Decision:
    """The decision with its sources' turns counted as the request counts them.

    Inside, the turns that people and the assistant said are counted from 0; what a tool answered is counted from -1
    down, by its own place.
    """
    return replace(decision, steps=tuple(_step(s, places) for s in decision.steps))


def answer_at(place: int, content: str) -> Result:
    """What a tool answered, at a place of the request's history."""
    return Result(-1 - place, content)


def without_examples(turn: Turn, packs: Sequence[Pack]) -> str:
    """What a turn says, but for what we gave as an example of what can be said: nobody speaks of that."""
    content = turn.content
    for pack in packs if turn.role == "assistant" else ():
        for key, reply in pack.replies.items():
            opening = reply.partition("{")[0]
            if (key == _EXAMPLE or key.startswith(_HOW_TO)) and opening in content:
                content = content.partition(opening)[0]
    return content


def _step(step: Step, places: Sequence[int]) -> Step:
    arguments = tuple(
        a if a.source.turn is None else a._replace(source=a.source._replace(turn=_place(a.source.turn, places)))
        for a in step.action.arguments
    )
    return replace(step, action=replace(step.action, arguments=arguments))


def _place(turn: int, places: Sequence[int]) -> int:
    return -1 - turn if turn < 0 else places[turn]
