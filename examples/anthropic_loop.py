"""The Anthropic SDK's own loop: every call that the model proposes is checked before it is carried out.

ANTHROPIC_API_KEY=… MODEL=claude-sonnet-4-5 python examples/anthropic_loop.py "rename the note milk to oat milk"
"""

import os
import sys

from anthropic import Anthropic

from sayso.gateway.adapting import CarryOut, checked

NOTES = {"milk": "two litres"}
SCHEMA = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "title": {"type": "string"}},
    "required": ["name", "title"],
}
TOOL = {
    "name": "rename_note",
    "description": "Rename a note",
    "inputSchema": SCHEMA,
    "annotations": {"readOnlyHint": False, "destructiveHint": False},
}


def rename_note(name, title):
    NOTES[title] = NOTES.pop(name)
    return f"done: {sorted(NOTES)}"


def carry_out(tool, arguments):
    return {"rename_note": rename_note}[tool](**arguments)


def tool_results(message, messages, tools, carry_out):
    results = []
    for block in (b for b in message.content if b.type == "tool_use"):
        verdict = checked(messages, tools, {"name": block.name, "input": block.input})
        is_fine = isinstance(verdict, CarryOut)
        content = carry_out(block.name, dict(verdict.arguments)) if is_fine else verdict.text
        results.append({"type": "tool_result", "tool_use_id": block.id, "content": content, "is_error": not is_fine})
    return {"role": "user", "content": results}


def main(said):
    client, messages = Anthropic(), [{"role": "user", "content": said}]
    tool = {"name": TOOL["name"], "description": TOOL["description"], "input_schema": SCHEMA}
    while True:
        message = client.messages.create(model=os.environ["MODEL"], max_tokens=1000, messages=messages, tools=[tool])
        told = tool_results(message, messages, [TOOL], carry_out)
        if not told["content"]:
            return "".join(block.text for block in message.content if block.type == "text")
        messages += [{"role": "assistant", "content": [block.model_dump() for block in message.content]}, told]
        print(*(one["content"] for one in told["content"]), sep="\n")


if __name__ == "__main__":
    print(main(sys.argv[1]))
