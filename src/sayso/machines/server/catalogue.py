"""What the tools of the machines answer; the rest of them is defined in `domains/machines/domain.yaml`."""

from collections.abc import Mapping

from sayso.tools.card import COUNT, PERHAPS, TEXT, WHEN, YES_NO, Schema, Shape, ToolCard, cards, error_shape

_VALUE: Schema = {"type": ["number", "string", "boolean", "null"]}
_KNOWN: Schema = {"type": ["boolean", "null"]}
_NUMBER: Schema = {"type": ["number", "null"]}
_NAMED: dict[str, Schema] = {"device_id": TEXT, "device_name": TEXT}


def _record(properties: Mapping[str, Schema]) -> Schema:
    return {"type": "object", "properties": dict(properties), "required": list(properties)}


def _many(properties: Mapping[str, Schema]) -> Schema:
    return {"type": "array", "items": _record(properties)}


_ABOUT: dict[str, Schema] = {
    "serial": TEXT,
    "kind": TEXT,
    "place": TEXT,
    "description": TEXT,
    "connected": _KNOWN,
    "firmware": TEXT,
}
_COMMAND: dict[str, Schema] = {"id": TEXT, "name": TEXT, "dangerous": YES_NO}
_SETTING: dict[str, Schema] = {"name": TEXT, "unit": TEXT, "least": _NUMBER, "most": _NUMBER, "needed": YES_NO}
_ORDER: dict[str, Schema] = {
    **_NAMED,
    "machine_command_id": TEXT,
    "command_name": TEXT,
    "overrides": {"type": "object"},
}
_BRIEF = _many({**_NAMED, "place": TEXT, "serial": TEXT, "connected": _KNOWN})
_HAPPENED = _many({"at": WHEN, "name": TEXT, "value": _VALUE})
_LATEST = _many({"metric": TEXT, "unit": TEXT, "value": _VALUE, "at": WHEN})
_POINT = _record({"at": WHEN, "value": _VALUE})
_BEYOND: Schema = {"type": "array", "items": {"type": "object", "required": ["is_so", "seconds", "since"]}}
_SUMMARY = _many({"metric": TEXT, "unit": TEXT, "min": _POINT, "max": _POINT, "average": _NUMBER, "beyond": _BEYOND})
_ANSWER = _record({"state": TEXT, "part": PERHAPS, "is_so": _KNOWN, "name": TEXT, "value": _VALUE, "since": PERHAPS})
_ERROR = error_shape({"suggestions": _BRIEF, "candidates": _BRIEF, "reason": TEXT, **_ORDER})
_LISTED = Shape(
    "success",
    {
        "count": COUNT,
        "total": COUNT,
        "machines": _many(
            {
                "id": TEXT,
                "name": TEXT,
                **_ABOUT,
                "commands": _many(_COMMAND),
                "metrics": {"type": "array", "items": TEXT},
            }
        ),
    },
)
_WINDOW = {"from": WHEN, "to": WHEN}
_EXECUTED = Shape(
    "success",
    {
        **_ORDER,
        "effect": {"type": "string", "enum": ["confirmed", "sent", "unchanged", "planned"]},
        "states": {"type": "object"},
    },
    {"at": WHEN, "until": WHEN, "task_number": COUNT},
)
_WAITING = Shape(
    "needs_confirmation", {"confirmation_id": TEXT, "expires_at": WHEN, "summary": TEXT, **_ORDER, "suggestion": TEXT}
)
_MEASURED = Shape(
    "success",
    {
        **_NAMED,
        "series": _many({"metric": TEXT, "unit": TEXT, "points": _many({"at": WHEN, "value": _VALUE})}),
        "latest": _LATEST,
        "has_more": YES_NO,
    },
    {"summary": _SUMMARY},
)
_DETAIL = Shape(
    "success",
    {
        **_NAMED,
        **_ABOUT,
        "commands": _many({**_COMMAND, "description": TEXT, "settings": _many(_SETTING)}),
        "metrics": _many({"name": TEXT, "unit": TEXT}),
        "latest": _LATEST,
        "states": _HAPPENED,
    },
    {"answer": _ANSWER},
)

ANSWERS = {
    "list_machines": (_LISTED, _ERROR),
    "machine_command_execute": (_EXECUTED, _WAITING, _ERROR),
    "metrics_read": (_MEASURED, _ERROR),
    "device_firmware_detail": (_DETAIL, _ERROR),
    "states_read": (Shape("success", {**_NAMED, **_WINDOW, "states": _HAPPENED, "has_more": YES_NO}), _ERROR),
    "events_read": (Shape("success", {**_NAMED, **_WINDOW, "events": _HAPPENED, "has_more": YES_NO}), _ERROR),
}


def catalogue() -> tuple[ToolCard, ...]:
    """The tools of the machines, as the domain defines them."""
    return cards(ANSWERS)
