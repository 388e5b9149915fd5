"""LangChain: your tool, guarded; `said()` gives the messages of the conversation."""

from langchain_core.tools import StructuredTool

from sayso.gateway.adapting import CarryOut, checked


def guarded(tool, said):
    known = {"name": tool.name, "description": tool.description, "inputSchema": tool.get_input_jsonschema()}

    def run(**arguments):
        verdict = checked(said(), [known], {"name": tool.name, "arguments": arguments})
        return tool.invoke(dict(verdict.arguments)) if isinstance(verdict, CarryOut) else verdict.text

    return StructuredTool.from_function(run, name=tool.name, description=tool.description, args_schema=tool.args_schema)
