"""Sayso turns what people say into tool calls that it can justify.

What it hands out is loaded when it is first asked for; `__init__.pyi` says the same to type checkers.
"""

from importlib import import_module

_HOMES = {
    "Catalogue": "face",
    "Decision": "engine.nouns",
    "Engine": "face",
    "Policy": "engine.policy",
    "SaysoError": "errors",
    "ToolCall": "founding",
    "ToolDecisionEngine": "founding",
    "compose_intelligently": "composition",
    "decide": "face",
    "forget": "learning",
    "guard": "guarding",
    "guard_realtime": "guarding",
    "learn": "learning",
    "learn_sequence": "learning",
    "learn_usual": "learning",
    "map_intent_to_tool": "face",
    "map_user_input_to_tool": "founding",
    "needs_input": "composition",
}
__all__ = list(_HOMES)


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
