"""The OpenAI SDK's own loop: every call that the model proposes is checked before it is carried out.

OPENAI_API_KEY=… MODEL=gpt-4o-mini python examples/openai_loop.py "rename the note milk to oat milk"
"""

import os
import sys

from openai import OpenAI

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


def tool_messages(message, messages, tools, carry_out):
    out = []
    for call in message.tool_calls or ():
        verdict = checked(messages, tools, call)
        is_fine = isinstance(verdict, CarryOut)
        content = carry_out(call.function.name, dict(verdict.arguments)) if is_fine else verdict.text
        out.append({"role": "tool", "tool_call_id": call.id, "content": content})
    return out


def main(said):
    client, messages = OpenAI(), [{"role": "user", "content": said}]
    function = {"name": TOOL["name"], "description": TOOL["description"], "parameters": SCHEMA}
    while True:
        answer = client.chat.completions.create(
            model=os.environ["MODEL"], messages=messages, tools=[{"type": "function", "function": function}]
        )
        message = answer.choices[0].message
        told = tool_messages(message, messages, [TOOL], carry_out)
        messages += [message.model_dump(exclude_none=True), *told]
        if not told:
            return message.content
        print(*(one["content"] for one in told), sep="\n")


if __name__ == "__main__":
    print(main(sys.argv[1]))
