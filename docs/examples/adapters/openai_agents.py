"""openai-agents: your tool, guarded, with completed arguments; or a guardrail before a tool that stays as it is."""

import json
from dataclasses import replace

from agents import ToolGuardrailFunctionOutput, ToolInputGuardrail, ToolInputGuardrailData

from sayso.gateway.adapting import CarryOut, checked


def guarded(tool, said):
    known = {"name": tool.name, "description": tool.description, "inputSchema": tool.params_json_schema}

    async def run(context, arguments):
        verdict = checked(said(), [known], {"name": tool.name, "arguments": arguments})
        if isinstance(verdict, CarryOut):
            return await tool.on_invoke_tool(context, json.dumps(dict(verdict.arguments)))
        return verdict.text

    return replace(tool, on_invoke_tool=run)


def sayso_guardrail(messages, tools):
    def judge(data: ToolInputGuardrailData) -> ToolGuardrailFunctionOutput:
        call = {"name": data.context.tool_name, "arguments": data.context.tool_arguments}
        verdict = checked(messages, tools, call)
        if isinstance(verdict, CarryOut) and verdict.arguments == json.loads(call["arguments"] or "{}"):
            return ToolGuardrailFunctionOutput.allow()
        told = verdict.text if not isinstance(verdict, CarryOut) else f"Call it with {json.dumps(verdict.arguments)}."
        return ToolGuardrailFunctionOutput.reject_content(told)

    return ToolInputGuardrail(judge, name="sayso")
