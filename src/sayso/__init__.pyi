"""Sayso turns what people say into tool calls that it can justify."""

from sayso.composition import compose_intelligently, needs_input
from sayso.engine.nouns import Decision
from sayso.engine.policy import Policy
from sayso.errors import SaysoError
from sayso.face import Catalogue, Engine, decide, map_intent_to_tool
from sayso.founding import ToolCall, ToolDecisionEngine, map_user_input_to_tool
from sayso.guarding import guard, guard_realtime
from sayso.learning import forget, learn, learn_sequence, learn_usual

__all__ = [
    "Catalogue",
    "Decision",
    "Engine",
    "Policy",
    "SaysoError",
    "ToolCall",
    "ToolDecisionEngine",
    "compose_intelligently",
    "decide",
    "forget",
    "guard",
    "guard_realtime",
    "learn",
    "learn_sequence",
    "learn_usual",
    "map_intent_to_tool",
    "map_user_input_to_tool",
    "needs_input",
]
