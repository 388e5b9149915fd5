"""A model behind an OpenAI-compatible endpoint, through the Agents SDK: the only room that imports it.

The SDK's model classes speak both APIs and stream. Its runner is not used: it would carry calls out by itself, side by
side, and ask the model again after each, where here every call waits for the guard and a question ends the turn.
"""

import json
import logging
from collections.abc import Sequence

import httpx2
import openai
from agents import FunctionTool, ModelSettings, OpenAIChatCompletionsModel, OpenAIResponsesModel, set_tracing_disabled
from agents.items import TResponseInputItem
from agents.models.interface import Model, ModelTracing
from agents.tool import Tool
from agents.tool_context import ToolContext
from openai.types.responses import (
    Response,
    ResponseCompletedEvent,
    ResponseFunctionToolCall,
    ResponseOutputMessage,
    ResponseTextDeltaEvent,
)

from sayso.assistant.model.talker import (
    Answered,
    ChatMessage,
    Entry,
    Hear,
    Offered,
    Prompt,
    ProposedCall,
    Silent,
    Spoke,
    Usage,
    Why,
    estimated,
)
from sayso.settings import Model as Endpoint

_LOG = logging.getLogger("sayso.model")
_LONGEST = 1000  # tokens of one answer


class SdkTalker:
    """One model; its connections are kept until it is closed."""

    def __init__(self, endpoint: Endpoint) -> None:
        set_tracing_disabled(True)  # nobody's words go anywhere but to the model
        self.name = endpoint.name
        self._client = openai.AsyncOpenAI(
            api_key=endpoint.key, base_url=endpoint.url, max_retries=0, timeout=float(endpoint.seconds)
        )
        kind = OpenAIChatCompletionsModel if endpoint.is_chat else OpenAIResponsesModel
        self._model: Model = kind(endpoint.name, openai_client=self._client)
        self._settings = ModelSettings(
            max_tokens=_LONGEST, include_usage=True, store=None if endpoint.is_chat else False
        )

    async def close(self) -> None:
        """End its connections."""
        await self._client.close()

    async def speak(self, prompt: Prompt, hear: Hear) -> Spoke | Silent:
        """Ask the endpoint once; whatever goes wrong there is an answer, too."""
        written: list[str] = []
        try:
            done = await self._streamed(prompt, hear, written)
        except Exception as wrong:  # the SDK, the client and broken JSON raise whatever they please
            _LOG.warning("the model did not answer: %s", type(wrong).__name__)
            why = _why(wrong)
            is_cut_off = why == "down" and bool(written)
            is_free = not written and why in ("down", "rate_limited")  # nobody read it
            used = Usage() if is_free else estimated(prompt, "".join(written))
            return Silent("broken" if is_cut_off else why, used)
        if done is None:
            return Silent("broken", estimated(prompt, "".join(written)))
        return _spoke(done, prompt)

    async def _streamed(self, prompt: Prompt, hear: Hear, written: list[str]) -> Response | None:
        done: Response | None = None
        async for event in self._model.stream_response(
            prompt.instructions,
            [_item(entry) for entry in prompt.entries],
            self._settings,
            _tools(prompt.tools),
            None,
            [],
            ModelTracing.DISABLED,
            previous_response_id=None,
            conversation_id=None,
            prompt=None,
        ):
            written.append(event.delta if isinstance(event, ResponseTextDeltaEvent) else "")
            if isinstance(event, ResponseTextDeltaEvent):
                hear(event.delta)
            elif isinstance(event, ResponseCompletedEvent):
                done = event.response
        return done


def _why(wrong: Exception) -> Why:
    match wrong:
        case openai.APITimeoutError() | httpx2.TimeoutException():
            return "slow"
        case openai.RateLimitError():
            return "rate_limited"
        case openai.InternalServerError() | openai.APIConnectionError():
            return "down"
        case _:
            return "broken"


def _spoke(done: Response, prompt: Prompt) -> Spoke:
    texts: list[str] = []
    calls: list[ProposedCall] = []
    for item in done.output:
        match item:
            case ResponseFunctionToolCall():
                calls.append(ProposedCall(item.call_id, item.name or "", item.arguments or ""))
            case ResponseOutputMessage():
                texts.extend(part.text for part in item.content if part.type == "output_text")
            case _:  # what it thought, and what we never offered
                continue
    text = "".join(texts)
    used = done.usage
    if used is None or not used.input_tokens + used.output_tokens:
        usage = estimated(prompt, text + "".join(call.name + call.arguments for call in calls))
    else:
        usage = Usage(used.input_tokens, used.output_tokens)
    return Spoke(text.strip(), tuple(calls), usage)


def _item(entry: Entry) -> TResponseInputItem:
    match entry:
        case ChatMessage(role, text):
            return {"role": role, "content": text}
        case ProposedCall(id_, name, arguments):
            return {"type": "function_call", "call_id": id_, "name": name, "arguments": _object(arguments)}
        case Answered(id_, text):
            return {"type": "function_call_output", "call_id": id_, "output": text}


def _object(arguments: str) -> str:
    """Arguments as an endpoint takes them back: it may refuse what its own model wrote."""
    try:
        return arguments if isinstance(json.loads(arguments), dict) else "{}"
    except ValueError:
        return "{}"


def _tools(offered: Sequence[Offered]) -> list[Tool]:
    return [FunctionTool(o.name, o.description, dict(o.schema), _never, strict_json_schema=False) for o in offered]


async def _never(_context: ToolContext[object], _arguments: str) -> str:
    """No call is carried out by the SDK: each waits for the guard."""
    raise AssertionError("the SDK's runner is not used")
