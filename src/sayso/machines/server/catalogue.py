"""The tools of the machines as their readers see them."""

from collections.abc import Mapping

from sayso.machines.asked import LARGEST_PAGE, MOST_POINTS, PAGE
from sayso.tools.card import COUNT, TEXT, WHEN, YES_NO, Schema, Shape, ToolCard, error_shape

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
_EXECUTED = Shape(
    "success", {**_ORDER, "effect": {"type": "string", "enum": ["confirmed", "sent"]}, "states": {"type": "object"}}
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
)

_DEVICE: dict[str, Schema] = {
    "device_id": {"type": "string", "description": "Which machine, by its id; or by device_name, or by serial."},
    "device_name": {"type": "string", "description": "Its name, or a part of it, or where it stands and what it is."},
    "serial": {"type": "string", "description": "Its serial number."},
}
_TIME = "A time with its offset, such as 2026-11-17T17:00:00+01:00, or a date such as 2026-11-17."
_FROM: Schema = {"type": "string", "description": f"From when on. {_TIME}"}
_TO: Schema = {"type": "string", "description": f"Until when. {_TIME}"}
_SEVERAL = "Where several machines fit, the candidates are given: ask the user which one."

CATALOGUE = (
    ToolCard(
        "list_machines",
        "List machines",
        "List the machines of the user's organisation, with their connection, commands and metrics. Changes nothing.",
        {
            "search": {"type": "string", "description": "Only those whose name, place, kind or description hold this."},
            "is_connected": {"type": "boolean", "description": "Only those that are online (true) or offline (false)."},
            "limit": {
                "type": "integer",
                "minimum": 1,
                "maximum": LARGEST_PAGE,
                "default": PAGE,
                "description": "How many at most.",
            },
        },
        (_LISTED, _ERROR),
        is_read_only=True,
        is_idempotent=True,
        is_open_world=True,
    ),
    ToolCard(
        "machine_command_execute",
        "Command a machine",
        "Have a machine do one of its commands, once. `effect` says whether the machine confirmed it or it was only "
        "sent. rejected, offline and timed_out are different errors: after timed_out it may or may not have been done, "
        "so look before anything is sent again. Dangerous commands need the user's own yes: where the answer is "
        f"`needs_confirmation`, tell the user what `suggestion` says and make the same call again after. {_SEVERAL}",
        {
            **_DEVICE,
            "machine_command_id": {"type": "string", "description": "Which command, by its id; or by command_name."},
            "command_name": {"type": "string", "description": "The command's name, such as turn_on_light."},
            "overrides": {
                "type": "object",
                "description": 'Values that the command takes: {"temperature": 4}, or by how much to change one: '
                '{"temperature": {"by": -2}}.',
            },
        },
        (_EXECUTED, _WAITING, _ERROR),
        is_destructive=True,
        is_open_world=True,
    ),
    ToolCard(
        "metrics_read",
        "Read metrics",
        "Read what a machine measures: the last values, or the values from one time to another. Changes nothing. "
        f"`latest` holds the last values, `series` those of the range, the oldest first. {_SEVERAL}",
        {
            **_DEVICE,
            "metric_names": {
                "type": "array",
                "items": TEXT,
                "description": "Only these, such as temperature; all of them where it is left out.",
            },
            "last_value": {"type": "boolean", "description": "Whether to tell the last values; without a range, yes."},
            "from": _FROM,
            "to": _TO,
            "limit": {
                "type": "integer",
                "minimum": 1,
                "maximum": MOST_POINTS,
                "default": MOST_POINTS,
                "description": "How many points of each metric at most, the newest of the range.",
            },
        },
        (_MEASURED, _ERROR),
        is_read_only=True,
        is_idempotent=True,
        is_open_world=True,
    ),
    ToolCard(
        "device_firmware_detail",
        "All about a machine",
        "Tell a machine's connection, firmware, commands with the values they take, metrics, and how it was last. "
        f"Changes nothing. {_SEVERAL}",
        _DEVICE,
        (_DETAIL, _ERROR),
        is_read_only=True,
        is_idempotent=True,
        is_open_world=True,
    ),
    *(
        ToolCard(
            f"{kind}_read",
            f"Read {kind}",
            f"Read {about} from one time to another, the oldest first. Changes nothing. Where `has_more` is true, "
            f"older ones were left out: ask for a shorter range. {_SEVERAL}",
            {**_DEVICE, "from": _FROM, "to": _TO},
            (Shape("success", {**_NAMED, kind: _HAPPENED, "has_more": YES_NO}), _ERROR),
            ("from", "to"),
            is_read_only=True,
            is_idempotent=True,
            is_open_world=True,
        )
        for kind, about in (
            ("states", "what a machine was (light, door, defrost, connection …)"),
            ("events", "what happened to a machine (alarms, cycles, defrosts, outages …)"),
        )
    ),
)
