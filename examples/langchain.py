"""LangChain: your tool, guarded. `said()` gives the messages of the conversation; all else stays as it is.

python examples/langchain.py "show the note milk"
"""

import sys

from langchain_core.tools import StructuredTool

from sayso.gateway.adapting import CarryOut, checked


def guarded(tool, said):
    known = {"name": tool.name, "description": tool.description, "inputSchema": tool.get_input_jsonschema()}

    def run(**arguments):
        verdict = checked(said(), [known], {"name": tool.name, "arguments": arguments})
        return tool.invoke(dict(verdict.arguments)) if isinstance(verdict, CarryOut) else verdict.text

    return StructuredTool.from_function(run, name=tool.name, description=tool.description, args_schema=tool.args_schema)


def show_note(name: str) -> str:
    """Show a note"""
    return f"{name}: two litres"


if __name__ == "__main__":
    conversation = [{"role": "user", "content": sys.argv[1]}]
    tool = guarded(StructuredTool.from_function(show_note), lambda: conversation)
    print(tool.invoke({"name": "milk"}))  # as a model would call it
    print(tool.invoke({"name": "beer"}))  # made up
