"""The Anthropic SDK's own loop: the blocks of a message become tool results."""

from sayso.gateway.adapting import CarryOut, checked


def tool_results(message, messages, tools, carry_out):
    results = []
    for block in (b for b in message.content if b.type == "tool_use"):
        verdict = checked(messages, tools, {"name": block.name, "input": block.input})
        is_fine = isinstance(verdict, CarryOut)
        content = carry_out(block.name, dict(verdict.arguments)) if is_fine else verdict.text
        results.append({"type": "tool_result", "tool_use_id": block.id, "content": content, "is_error": not is_fine})
    return {"role": "user", "content": results}
