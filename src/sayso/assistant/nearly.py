"""What a step nearly was: the records that the words could have meant, and the tools that they could have asked for."""

from collections.abc import Iterator

from sayso.engine.nouns import Ask, Failed, Step
from sayso.face import Catalogue, Engine

_AT_MOST = 4
_LEAST = 0.5  # how well a record must fit to be worth naming


def nearly(step: Step, engine: Engine, message: str, catalogue: Catalogue) -> list[dict[str, object]]:
    """Records by their names and how well they fit, then tools; nothing where the step itself asks, and offers them."""
    if isinstance(step, Ask | Failed):
        return []
    return [*_records(step, engine, message, catalogue), *_tools(step, engine)][:_AT_MOST]


def _records(step: Step, engine: Engine, message: str, catalogue: Catalogue) -> Iterator[dict[str, object]]:
    """Other records of the kind that the step is about, which bear the words by which it was named."""
    chosen = step.action.record
    source = next((a.source for a in step.action.arguments if a.value == chosen and a.source.record == chosen), None)
    records = catalogue.machines if step.action.key("id") else catalogue.tasks
    if source is None or source.span is None or source.kind != "message" or records is None:
        return
    for place, fit in engine.alike(message[slice(*source.span)], records):
        record = records.all[place]
        if record.id != chosen and fit >= _LEAST:
            yield {"label": record.name, "confidence": round(fit, 4)}


def _tools(step: Step, engine: Engine) -> Iterator[dict[str, object]]:
    tools = engine.policy.tools
    for intent in step.action.rivals:
        tool = tools.of_intent(intent)
        if tool.name and tool.name != step.action.tool_name:
            yield {"label": tool.title or tool.name, "tool_name": tool.name}
