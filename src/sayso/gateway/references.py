"""References of a tool's schema that lead out of it: nothing is fetched, so what stands behind them is not checked."""

from collections.abc import Mapping

from sayso.engine.guarding.schema import pointed

_MOST = 20_000  # parts of a schema that are looked at
_VALUES = ("enum", "const", "default", "examples")  # what stands there is no schema


def leads_outside(schema: object) -> str | None:
    """The first reference of a schema that points nowhere in it; None where all of it can be checked."""
    left = [schema]
    for _ in range(_MOST):
        if not left:
            return None
        part = left.pop()
        if isinstance(part, Mapping):
            reference = part.get("$ref")
            if isinstance(reference, str) and isinstance(schema, Mapping) and pointed(reference, schema) is None:
                return reference
            left.extend(inside for name, inside in part.items() if name not in _VALUES)
        elif isinstance(part, list):
            left.extend(part)
    return None
