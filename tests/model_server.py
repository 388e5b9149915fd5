"""A server that plays a language model behind both of OpenAI's APIs, streaming, turn by turn as a test scripts it."""

import json
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from threading import Event, Thread
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from sayso.settings import Mode, Model

Json = dict[str, Any]
_USED = {"in": 100, "out": 20}


@dataclass(frozen=True)
class Call:
    """A call that the model proposes; its arguments as it writes them."""

    name: str
    arguments: Any = field(default_factory=dict)

    @property
    def written(self) -> str:
        return self.arguments if isinstance(self.arguments, str) else json.dumps(self.arguments)


@dataclass(frozen=True)
class Says:
    """The model says something and proposes calls."""

    text: str = ""
    calls: tuple[Call, ...] = ()
    counts: bool = True  # whether it says how many tokens there were


@dataclass(frozen=True)
class Fails:
    """The server answers with a status."""

    status: int


@dataclass(frozen=True)
class Hangs:
    """The server says a few words, and nothing more until it is let go."""

    text: str = ""
    until: Event = field(default_factory=Event)
    began: Event = field(default_factory=Event)


@dataclass(frozen=True)
class Breaks:
    """The connection ends in the middle of the answer."""

    text: str = "I am"


@dataclass(frozen=True)
class Garbles:
    """What is streamed is no JSON."""


Turn = Says | Fails | Hangs | Breaks | Garbles
Plays = Callable[[Json], Turn]  # given the request's body


@dataclass
class Script:
    """Which turn comes next, and what was asked; the last turn is repeated."""

    turns: Sequence[Turn] | Plays = ()
    asked: list[Json] = field(default_factory=list)

    def next(self, body: Json) -> Turn:
        self.asked.append(body)
        if callable(self.turns):
            return self.turns(body)
        return self.turns[min(len(self.asked), len(self.turns)) - 1]

    @property
    def words(self) -> str:
        """All that the model was ever told."""
        return json.dumps(self.asked, ensure_ascii=False)


class ModelServer:
    """The server, and the settings that lead to it."""

    def __init__(self, address: str, script: Script) -> None:
        self.address = address
        self.script = script

    def plays(self, *turns: Turn) -> Script:
        """Begin another script."""
        self.script.turns, self.script.asked = turns, []
        return self.script

    def model(self, api: str = "chat", mode: Mode = "model", **more: Any) -> Model:
        given = {"seconds": 5, "price_in": 1.0, "price_out": 2.0, "tokens_per_day": 0, "money_per_day": 0.0, **more}
        return Model(name="scripted", key="none", url=self.address, is_chat=api == "chat", mode=mode, **given)

    def environment(self, api: str = "chat", mode: str = "model") -> Mapping[str, str]:
        return {
            "OPENAI_API_KEY": "none",
            "OPENAI_BASE_URL": self.address,
            "SAYSO_MODEL": "scripted",
            "SAYSO_MODEL_API": api,
            "SAYSO_MODE": mode,
            "SAYSO_MODEL_PRICE_IN": "1",
            "SAYSO_MODEL_PRICE_OUT": "2",
        }


@contextmanager
def model_server() -> Iterator[ModelServer]:
    """A server on loopback, for as long as it is needed."""
    script = Script()
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    app = Starlette(
        routes=[
            Route("/v1/chat/completions", partial(_answer, script=script, events=_chat), methods=["POST"]),
            Route("/v1/responses", partial(_answer, script=script, events=_responses), methods=["POST"]),
        ]
    )
    config = uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=1, lifespan="off")
    server = uvicorn.Server(config)
    running = Thread(target=server.run, args=([listening],), daemon=True)
    running.start()
    try:
        yield ModelServer(f"http://127.0.0.1:{listening.getsockname()[1]}/v1", script)
    finally:
        server.should_exit = True
        running.join(10)
        listening.close()


Events = Callable[[Says], Iterator[Json]]


async def _answer(request: Request, script: Script, events: Events) -> Response:
    turn = script.next(await request.json())
    match turn:
        case Fails(status):
            return JSONResponse({"error": {"message": "no", "type": "scripted"}}, status)
        case Garbles():
            return StreamingResponse(iter(["data: {not json\n\n"]), media_type="text/event-stream")
        case _:
            return StreamingResponse(_streamed(turn, events), media_type="text/event-stream")


async def _streamed(turn: Says | Hangs | Breaks, events: Events) -> AsyncIterator[str]:
    says = turn if isinstance(turn, Says) else Says(turn.text)
    pieces = list(events(says))
    for piece in pieces if isinstance(turn, Says) else pieces[: len(pieces) // 2]:
        yield _line(piece)
    match turn:
        case Hangs(_, until, began):
            began.set()
            await run_in_threadpool(until.wait, 30)
        case Breaks():
            raise ConnectionError("scripted")
        case Says():
            if events is _chat:
                yield "data: [DONE]\n\n"


def _line(data: Json) -> str:
    named = f"event: {data['type']}\n" if "type" in data else ""
    return f"{named}data: {json.dumps(data)}\n\n"


def _chat(says: Says) -> Iterator[Json]:
    about = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "scripted"}

    def chunk(delta: Json, finish: str | None = None) -> Json:
        return {**about, "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}

    yield chunk({"role": "assistant", "content": ""})
    for word in _pieces(says.text):
        yield chunk({"content": word})
    for at, call in enumerate(says.calls):
        head = {"index": at, "id": f"c{at}", "type": "function", "function": {"name": call.name, "arguments": ""}}
        yield chunk({"tool_calls": [head]})
        for piece in _pieces(call.written):
            yield chunk({"tool_calls": [{"index": at, "function": {"arguments": piece}}]})
    yield chunk({}, "tool_calls" if says.calls else "stop")
    if says.counts:
        used = {"prompt_tokens": _USED["in"], "completion_tokens": _USED["out"], "total_tokens": sum(_USED.values())}
        yield {**about, "choices": [], "usage": used}


def _responses(says: Says) -> Iterator[Json]:
    output: list[Json] = []
    if says.text:
        part = {"type": "output_text", "text": says.text, "annotations": []}
        output.append({"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": [part]})
    for at, call in enumerate(says.calls):
        made = {"type": "function_call", "id": f"f{at}", "call_id": f"c{at}", "status": "completed"}
        output.append({**made, "name": call.name, "arguments": call.written})
    about = {"id": "r", "object": "response", "created_at": 1, "model": "scripted", "parallel_tool_calls": True}
    about |= {"tool_choice": "auto", "tools": [], "status": "in_progress", "output": [], "usage": None}
    yield {"type": "response.created", "sequence_number": 0, "response": about}
    for at, word in enumerate(_pieces(says.text), 1):
        place = {"item_id": "m", "output_index": 0, "content_index": 0, "logprobs": []}
        yield {"type": "response.output_text.delta", "sequence_number": at, "delta": word, **place}
    details = {"input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
    used = {"input_tokens": _USED["in"], "output_tokens": _USED["out"], "total_tokens": sum(_USED.values()), **details}
    done = {**about, "status": "completed", "output": output, "usage": used if says.counts else None}
    yield {"type": "response.completed", "sequence_number": 9999, "response": done}


def _pieces(text: str) -> list[str]:
    return [text[at : at + 7] for at in range(0, len(text), 7)]
