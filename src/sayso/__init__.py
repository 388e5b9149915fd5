"""Sayso turns what people say into tool calls that it can justify."""

from sayso.engine.nouns import Decision
from sayso.engine.tools import map_intent_to_tool
from sayso.errors import SaysoError
from sayso.face import Catalogue, Engine, decide
from sayso.founding import ToolCall, ToolDecisionEngine, map_user_input_to_tool

__all__ = [
    "Catalogue",
    "Decision",
    "Engine",
    "SaysoError",
    "ToolCall",
    "ToolDecisionEngine",
    "decide",
    "map_intent_to_tool",
    "map_user_input_to_tool",
]
