"""The answer after the model had its turn: what it left undone the engine does, and all of it is told from results."""

from collections.abc import Mapping
from dataclasses import replace

from sayso.assistant.acting import Acting, Stage
from sayso.assistant.deed import Acted
from sayso.assistant.model.cost import Cost
from sayso.assistant.model.talker import Usage, Why
from sayso.assistant.model.verdict import covers
from sayso.assistant.telling import told
from sayso.dataclass import dataclass
from sayso.engine.nouns import Decision, Failed, Step
from sayso.settings import Mode


@dataclass(frozen=True, slots=True)
class Consulted:
    """What came of asking the model; `text` is what it said, where that may be shown."""

    acted: Acted
    steps: tuple[Step, ...]
    text: str | None
    mode: Mode
    cost: Cost
    fallback: Why | None

    def to_dict(self) -> Mapping[str, object]:
        """What may be shown."""
        return {"mode": self.mode, "asked": True, "fallback": self.fallback, **self.cost.to_dict()}


def unasked(mode: Mode) -> Mapping[str, object]:
    """What is shown where the engine answered by itself."""
    return {"mode": mode, "asked": False, "fallback": None, **Cost(Usage(), 0.0, 0.0).to_dict()}


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """What was decided, what came of it, what is said, and what is shown of the model's part."""

    decision: Decision
    acted: Acted
    text: str
    model: Mapping[str, object] | None = None


async def answered(consulted: Consulted, decision: Decision, acting: Acting, stage: Stage) -> ModelAnswer:
    """The answer to a message about which the model was asked; `decision` is the engine's own."""
    is_stopped = consulted.fallback == "stopped"
    known = (*consulted.steps, *consulted.acted.rest)
    left = tuple(step for step in decision.steps if not any(covers(other, step) for other in known))
    left = () if is_stopped else left
    whole = replace(decision, steps=(*consulted.steps, *consulted.acted.rest, *left))
    stage.watch("decision", {"decision": whole.to_dict()})
    acted = consulted.acted
    if acted.open is None or isinstance(acted.open, Failed):
        more = await acting.act(replace(decision, steps=left), replace(stage, first=len(consulted.steps)))
        acted = replace(more, deeds=(*acted.deeds, *more.deeds), open=more.open or acted.open)
    else:
        acted = replace(acted, rest=(*acted.rest, *left))
    stopped = stage.pack.replies["told_stopped"] if is_stopped else None
    if not whole.steps:
        said = stopped or consulted.text or told(stage.pack, acted, decision.reply)
        if stopped or consulted.text:  # the engine's offers belong to its own words
            whole = replace(whole, next=())
        return ModelAnswer(whole, acted, said, consulted.to_dict())
    after = stopped or (None if left else consulted.text)
    text = told(stage.pack, acted, None)
    return ModelAnswer(whole, acted, f"{text} {after}" if after else text, consulted.to_dict())
