"""The OpenAI SDK's own loop: the calls of a chat message become tool messages."""

from sayso.gateway.adapting import CarryOut, checked


def tool_messages(message, messages, tools, carry_out):
    out = []
    for call in message.tool_calls or ():
        verdict = checked(messages, tools, call)
        is_fine = isinstance(verdict, CarryOut)
        content = carry_out(call.function.name, dict(verdict.arguments)) if is_fine else verdict.text
        out.append({"role": "tool", "tool_call_id": call.id, "content": content})
    return out
