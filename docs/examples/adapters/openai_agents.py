"""openai-agents: a guardrail before every tool; what nobody said is told to the model instead of carried out."""

import json

from agents import ToolGuardrailFunctionOutput, ToolInputGuardrail, ToolInputGuardrailData

from sayso.gateway.adapting import CarryOut, checked


def sayso_guardrail(messages, tools):
    def judge(data: ToolInputGuardrailData) -> ToolGuardrailFunctionOutput:
        call = {"name": data.context.tool_name, "arguments": data.context.tool_arguments}
        verdict = checked(messages, tools, call)
        if isinstance(verdict, CarryOut) and verdict.arguments == json.loads(call["arguments"] or "{}"):
            return ToolGuardrailFunctionOutput.allow()
        told = verdict.text if not isinstance(verdict, CarryOut) else f"Call it with {json.dumps(verdict.arguments)}."
        return ToolGuardrailFunctionOutput.reject_content(told)

    return ToolInputGuardrail(judge, name="sayso")
