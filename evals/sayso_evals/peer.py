"""The same calls through `saidso`, which grounds a model's arguments in what was said, every argument as spoken."""

import logging
from collections.abc import Mapping
from typing import Any

from saidso import CallContext, Policy, Transcript, grounded

from sayso_evals.calls import Right

logging.getLogger("saidso").setLevel(logging.CRITICAL)


def blocks(right: Right, arguments: Mapping[str, Any]) -> bool:
    """Whether it stops a call with these arguments; a list or an object is handed over as its plain values."""
    plain = {f"a{i}": v for i, v in enumerate(_values(arguments))}
    if not plain:
        return False
    said = Transcript()
    for turn in right.request.get("history") or ():
        said.add_user(turn["content"]) if turn["role"] == "user" else said.add_agent(turn["content"])
    said.add_user(str(right.request["message"]))

    def carry_out(**_given: Any) -> bool:
        return True

    policies: dict[str, Any] = dict.fromkeys(plain, Policy.SPOKEN)
    guarded = grounded(**policies)(carry_out)
    return guarded(**plain, _context=CallContext(transcript=said)) is not True


def _values(value: Any) -> list[Any]:
    if isinstance(value, Mapping):
        return [v for inside in value.values() for v in _values(inside)]
    if isinstance(value, list | tuple):
        return [v for inside in value for v in _values(inside)]
    return [value]
