"""The turns of a conversation: what was said, apart from what tools answered, each by its place in the request."""

from collections.abc import Sequence
from dataclasses import replace

from sayso.engine.nouns import Decision, Result, Step


def placed(decision: Decision, places: Sequence[int]) -> Decision:
    """The decision with its sources' turns counted as the request counts them.

    Inside, the turns that people and the assistant said are counted from 0; what a tool answered is counted from -1
    down, by its own place.
    """
    return replace(decision, steps=tuple(_step(s, places) for s in decision.steps))


def answer_at(place: int, content: str) -> Result:
    """What a tool answered, at a place of the request's history."""
    return Result(-1 - place, content)


def _step(step: Step, places: Sequence[int]) -> Step:
    arguments = tuple(
        a if a.source.turn is None else a._replace(source=a.source._replace(turn=_place(a.source.turn, places)))
        for a in step.action.arguments
    )
    return replace(step, action=replace(step.action, arguments=arguments))


def _place(turn: int, places: Sequence[int]) -> int:
    return -1 - turn if turn < 0 else places[turn]
