"""Tools, messages and calls in the shapes that others give them (OpenAI chat and responses, Anthropic, MCP, the
realtime payload), read into the decision contract's."""

import json
from collections.abc import Iterable, Mapping, Sequence

from sayso.errors import RequestError

Shape = Mapping[str, object]
_TOOLS = ("tool", "function")  # who speaks, where a tool answers
_ANSWERS = ("tool_result", "function_call_output")
_SPEAKERS = {"user": "user", "human": "user", "assistant": "assistant", "ai": "assistant", "model": "assistant"}


def tool_of(given: object, where: str = "tools") -> dict[str, object]:
    """A tool as MCP defines it, whoever's shape it came in."""
    data = _mapping(_plain(given), where)
    inside = data.get("function")
    if isinstance(inside, Mapping):  # OpenAI chat
        data = inside
    schemas = (data.get(k) for k in ("inputSchema", "input_schema", "parameters"))
    schema = next((s for s in schemas if isinstance(s, Mapping)), {})
    notes = _plain(data.get("annotations"))
    name = data.get("name")
    if not isinstance(name, str):
        raise RequestError("has no name", where, "give a tool as OpenAI, Anthropic or MCP define one")
    out: dict[str, object] = {"name": name, "inputSchema": schema}
    if isinstance(data.get("description"), str):
        out["description"] = data["description"]
    if isinstance(notes, Mapping):
        out["annotations"] = {_camel(k): v for k, v in notes.items() if v is not None}
    return out


def _camel(name: object) -> str:
    first, *rest = str(name).split("_")
    return first + "".join(r.capitalize() for r in rest)


def call_of(given: object, where: str = "tool_call") -> dict[str, object]:
    """A proposed call: `{"name", "arguments"}`; arguments may still be a string of JSON."""
    data = _mapping(_plain(given), where)
    for wrapper in ("function", "function_call", "params"):  # OpenAI chat, the realtime payload, MCP's tools/call
        inside = data.get(wrapper)
        if isinstance(inside, Mapping) and isinstance(inside.get("name"), str):
            data = inside
            break
    name = data.get("name")
    if not isinstance(name, str):
        raise RequestError("has no name", where, "give a call as OpenAI, Anthropic or MCP make one")
    arguments = next((data[k] for k in ("arguments", "input", "args", "parameters") if data.get(k) is not None), {})
    return {"name": name, "arguments": arguments if isinstance(arguments, str) else dict(_mapping(arguments, where))}


def tools_of(given: object) -> list[dict[str, object]]:
    """Tools as MCP defines them, from a list of any shape or the answer to MCP's tools/list, as it came or unpacked."""
    answer = given.get("result") if isinstance(given, Mapping) and "tools" not in given else given
    inside = answer.get("tools") if isinstance(answer, Mapping) else answer
    return [tool_of(t, f"tools[{i}]") for i, t in enumerate(_several(inside, "tools"))]


def _several(given: object, where: str) -> Iterable[object]:
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        raise RequestError("must be a list", where, "give it as OpenAI, Anthropic or MCP do")
    return given


def conversation_of(messages: object) -> tuple[str, list[dict[str, str]]]:
    """What the person said last, and the turns before it; system prompts, tool calls and tool results are left out."""
    if isinstance(messages, str):
        return messages, []
    turns: list[dict[str, str]] = []
    for message in _several(messages, "messages"):
        data = _plain(message)
        if not isinstance(data, Mapping):
            continue
        speaker = _SPEAKERS.get(str(data.get("role")))
        text = _text(data.get("content"))
        if speaker is not None and text.strip():
            turns.append({"role": speaker, "content": text})
    last = next((i for i in range(len(turns) - 1, -1, -1) if turns[i]["role"] == "user"), None)
    if last is None:
        return "", turns
    return turns[last]["content"], turns[:last]


def results_of(messages: object) -> list[dict[str, str]]:
    """What tools answered in a conversation, as turns of the contract: OpenAI's tool messages and call outputs,
    Anthropic's tool results, MCP's results."""
    out: list[dict[str, str]] = []
    for message in () if isinstance(messages, str) else _several(messages, "messages"):
        data = _plain(message)
        if not isinstance(data, Mapping):
            continue
        if data.get("role") in _TOOLS or data.get("type") in _ANSWERS:
            out.append({"role": "tool", "content": _answer(data)})
        content = _plain(data.get("content"))
        for part in content if isinstance(content, list) else ():
            inside = _plain(part)
            if isinstance(inside, Mapping) and inside.get("type") in _ANSWERS:
                out.append({"role": "tool", "content": _answer(inside)})
    return [turn for turn in out if turn["content"].strip()]


def _answer(data: Shape) -> str:
    for key in ("structuredContent", "structured_content", "output", "content"):
        given = _plain(data.get(key))
        if isinstance(given, Mapping) and key != "content":
            return json.dumps(given, ensure_ascii=False, default=str)
        if given is not None:
            return _text(given)
    return ""


def _text(content: object) -> str:
    """The words of a message: plain, or in parts; results of tools are not the person's words."""
    content = _plain(content)
    if isinstance(content, str):
        return content
    if isinstance(content, Mapping):
        content = [content]
    if not isinstance(content, Sequence):
        return ""
    return " ".join(t for t in (_words(_plain(p)) for p in content) if t)


def _words(part: object) -> str:
    if isinstance(part, Mapping) and part.get("type") in ("text", "input_text", "output_text", None):
        part = part.get("text")
    return part if isinstance(part, str) else ""


def _plain(given: object) -> object:
    """A mapping out of a library's own object (pydantic models of the SDKs)."""
    dump = getattr(given, "model_dump", None)
    return dump() if callable(dump) and not isinstance(given, Mapping) else given


def _mapping(given: object, where: str) -> Shape:
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except ValueError:
            given = None
    if not isinstance(given, Mapping):
        raise RequestError("must be an object", where, "give it as OpenAI, Anthropic or MCP do")
    return given
